# programs - the command lines of larger programs that several tools measure: Optcarrot and RDoc.
#
# Words are what stands after a ruby and --disable-gems.  FOLDER in them stands for a folder of its own for each run, which
# the program may write to and which is removed after it (Programs.with_folder).
require "tmpdir"

module Programs
  FOLDER = "@FOLDER@".freeze
  # those that RDoc loads
  RDOC_EXTENSIONS = "cgi date digest erb prism psych rbs stringio strscan zlib".freeze
  # cachegrind's caches are given, so that counts do not depend on the machine
  CACHES = %w[--D1=32768,8,64 --LL=8388608,16,64].freeze
  # The environment lies above the stack: its size moves the stack by less than a page, and D1 misses of small programs by up to a
  # tenth.  So every counted program has this one and nothing of the caller's.
  ENVIRONMENT = { "PATH" => "/usr/local/bin:/usr/bin:/bin", "HOME" => "/tmp", "LANG" => "C.UTF-8", "RUBY_JIT" => "0" }.freeze # the JIT does not start by itself

  # folder: a checkout of Optcarrot
  def self.optcarrot(folder, frames)
    ["-I#{folder}/lib", "-r#{folder}/tools/shim", "#{folder}/bin/optcarrot", "--headless", "--frames", frames.to_s, "#{folder}/examples/Lan_Master.nes"]
  end

  # HTML of the Ruby files of some folders, by the gem of RDoc among those unpacked below gems; nil if it is not there.
  def self.rdoc(gems, folders)
    gem, = Dir["#{gems}/rdoc-*/"]
    tsort, = Dir["#{gems}/tsort-*/lib"]
    gem && tsort && !folders.empty? && ["-I", "#{gem}lib", "-I", tsort, "#{gem}exe/rdoc", "--quiet", "--output", "#{FOLDER}/html", *folders]
  end

  # Folders of the Ruby files of some of those gems.
  def self.gem_files(gems, names) = names.flat_map { |name| Dir["#{gems}/#{name}-*/lib"] }

  # Yields the words with a folder below parent in the place of FOLDER, and that folder (nil where no word wants it).
  def self.with_folder(words, parent)
    return yield(words, nil) unless words.any? { |word| word.include?(FOLDER) }
    Dir.mktmpdir("run", parent) { |folder| yield words.map { |word| word.gsub(FOLDER, folder) }, folder }
  end
end
