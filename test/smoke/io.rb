require "tmpdir"
Dir.mktmpdir do |d|
  path = File.join(d, "a.txt")
  File.write(path, "line1\nline2\nline3\n")
  p File.read(path), File.size(path), File.exist?(path), File.file?(d), File.directory?(d), File.basename(path), File.extname(path), File.dirname(path) == d
  File.open(path, "a") { |f| f.puts "line4"; f.print "x", "y"; f << "z" << 1; f.write("a", "b") }
  File.foreach(path) { |l| print l }
  puts
  p File.readlines(path, chomp: true), IO.readlines(path).size, File.open(path) { |f| [f.gets, f.read(3), f.pos, f.eof?, f.readline, f.each_line.to_a.size, f.gets] }
  File.open(path, "r+") { |f| f.seek(2); f.write("XX"); f.rewind; p f.gets, f.lineno; f.each_char.first(2); f.ungetc("Q"); p f.getc, f.readbyte, f.readchar }
  begin
    File.open(File.join(d, "nope"))
  rescue Errno::ENOENT => e
    puts e.message.sub(d, "DIR"), e.errno, e.class
  end
  Dir.mkdir(File.join(d, "sub"))
  File.rename(path, File.join(d, "sub", "b.txt"))
  File.symlink("b.txt", File.join(d, "sub", "link"))
  p Dir.children(d), Dir.glob("**/*", base: d).sort, Dir.entries(File.join(d, "sub")).sort, File.symlink?(File.join(d, "sub", "link")), File.readlink(File.join(d, "sub", "link")), File.stat(d).directory?, File.join("a", "/b"), File.expand_path("../x", "/a/b"), File.split("/a/b")
  Dir.chdir(d) { p Dir["sub/*.txt"], File.exist?("sub/b.txt") }
  File.binwrite(path, "\x00\xff\n")
  p File.binread(path), File.read(path, 2, 1), File.open(path, "rb") { |f| f.read.encoding }, File.zero?(path), File.delete(path)
  File.write(path, "é\n日本\n")
  p File.read(path).size, File.read(path, encoding: "BINARY").size, File.open(path, "r:UTF-8") { |f| f.each_char.to_a }, IO.copy_stream(path, File.join(d, "copy")), File.identical?(path, path), File.ftype(d)
end
$stdout.write("a", 1, :b, "\n")
$stdout << "x" << 2 << "\n"
STDOUT.printf("%s\n", "fmt")
p $stdin.read, ARGV, $stdin.tty?, STDOUT.fileno, $stderr.sync
require "stringio"
s = StringIO.new("a\nb\n")
p s.gets, s.read, s.eof?, StringIO.new.tap { |o| o.puts 1, [2, [3]]; o.print "z" }.string
$stdout.flush
p DATA.read, __FILE__.end_with?("io.rb")
o = $stdout
$stdout = StringIO.new
puts "captured"
c = $stdout.string
$stdout = o
p c, [1, 2].pack("Nn").bytes, "abc".unpack1("a2"), [1.5].pack("E").unpack1("E"), ["abc"].pack("m"), "YWJj\n".unpack1("m"), Marshal.load(Marshal.dump([1, "a", :b, { c: 2.5 }, nil, true, 2**70]))
p ENV["HOME"].class, ENV.fetch("NOPE_X", 1), (ENV["FOO_X"] = "1"), ENV.key?("FOO_X"), Process.pid.class, Process.clock_gettime(Process::CLOCK_MONOTONIC).class
p Time.at(0).utc.to_s, Time.utc(2024, 2, 29, 12, 30, 45).strftime("%Y-%m-%d %H:%M:%S %j %a %b %-d %e %y %I%p %z %s %L %%"), Time.utc(2024, 1, 31) + 86400, (Time.utc(2024, 3, 1) - Time.utc(2024, 2, 1)) / 86400, Time.utc(2024, 12, 25).wday, Time.new(2024, 1, 1, 0, 0, 0, "+09:00").inspect, Time.at(1.5).utc.usec
__END__
data section
line 2
