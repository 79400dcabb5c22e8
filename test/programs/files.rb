# files - fileutils, tmpdir, tempfile, find, and what they print when verbose.
require "fileutils"
require "tmpdir"
require "tempfile"
require "find"

def tree(folder)
  Find.find(folder).map { |path| path.delete_prefix(folder) }.reject(&:empty?).sort
end

Dir.mktmpdir("programs") do |folder|
  Dir.chdir(folder) do
    FileUtils.mkdir_p(%w[a/b/c d])
    FileUtils.touch(["a/one.txt", "a/b/two.txt"])
    File.write("a/b/c/three.txt", "three\n")
    FileUtils.cp("a/b/c/three.txt", "d")
    FileUtils.cp_r("a", "copy")
    FileUtils.mv("d/three.txt", "d/four.txt")
    FileUtils.ln_s("four.txt", "d/link")
    FileUtils.ln("d/four.txt", "d/hard")
    FileUtils.install("d/four.txt", "d/installed", mode: 0o640)
    p tree(folder)
    p File.readlink("d/link"), File.stat("d/hard").nlink, "%o" % (File.stat("d/installed").mode & 0o777), FileUtils.compare_file("d/four.txt", "a/b/c/three.txt"), FileUtils.identical?("d/four.txt", "d/hard")
    FileUtils.rm("d/hard")
    FileUtils.rm_f("d/nothing")
    FileUtils.chmod("u=rw,go=r", "d/installed")
    puts "%o" % (File.stat("d/installed").mode & 0o777)
    FileUtils.chmod_R(0o700, "copy")
    puts "%o" % (File.stat("copy/b").mode & 0o777)
    FileUtils.rm_r("copy/b")
    FileUtils.rmdir("copy/none") rescue puts "#{$!.class}"
    FileUtils.rm_rf("copy")
    FileUtils.copy_entry("a", "again")
    FileUtils.remove_entry("again")
    p FileUtils.uptodate?("d/four.txt", ["nowhere"]), tree(folder).size
    FileUtils.cd("d") { p Dir.pwd.end_with?("/d"), FileUtils.pwd == Dir.pwd }
    begin
      FileUtils.cp("missing", "d")
    rescue SystemCallError => e
      puts e.class, e.message.sub(folder, "")
    end
    begin
      FileUtils.mv("a", "d/four.txt")
    rescue SystemCallError => e
      puts e.class
    end
    FileUtils.mkdir("e", verbose: true, noop: true)
    $stderr = $stdout
    FileUtils.mkdir_p(["x/y", "z"], verbose: true)
    FileUtils.cp_r("a", "x", verbose: true)
    FileUtils.mv(%w[z], "x", verbose: true, force: true)
    FileUtils.ln_sf("../a", "x/link", verbose: true)
    FileUtils::DryRun.rm_rf(%w[x a])
    FileUtils::Verbose.touch("x/new")
    FileUtils.rm_rf(%w[x], verbose: true, secure: true)
    $stderr = STDERR
    p tree(folder)
    pruned = []
    Find.find("a") { |path| path.end_with?("/b") ? Find.prune : pruned << path }
    p pruned
  end
end

path = nil
Tempfile.create(["base", ".txt"]) do |file|
  path = file.path
  file << "one\ntwo\n"
  file.rewind
  p file.read, File.extname(path), File.basename(path).start_with?("base"), file.class
end
p File.exist?(path)
file = Tempfile.new("plain")
file.puts "text"
file.close
p file.length, File.read(file.path), file.open.gets
file.close
file.unlink
p file.path
Tempfile.open("x") { |f| f.write("12345"); f.flush; p f.size, File.size(f.path) }
Tempfile.create(anonymous: true) { |f| f.write("q"); p f.size, f.class }
kept = Dir.mktmpdir(["pre", "post"])
p File.directory?(kept), File.basename(kept).match?(/\Apre.*post\z/), "%o" % (File.stat(kept).mode & 0o777)
Dir.rmdir(kept)
p Dir.tmpdir == File.expand_path(ENV["TMPDIR"] || "/tmp")
