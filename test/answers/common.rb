# common.rb - t and sh, which print a label and an answer in one line.
require "rbconfig"
require "open3"
require "tmpdir"
RUBY = RbConfig.ruby
$stdout.sync = true

# Prints what the block returns or raises, without addresses.
def t(label)
  answer = begin
    yield.inspect
  rescue Exception => e
    "#{e.class}: #{e.message.b.inspect}"
  end
  puts "#{label}: #{answer.b.scrub("?").gsub(/0x\h{8,}/, "0x").gsub("\n", "\\n")}"
end

# Prints what a Ruby without gems prints for the arguments, and its status or its signal.
def sh(label, *args, stdin: "", env: {})
  out, status = Open3.capture2e({ "RUBYOPT" => nil }.merge(env), RUBY, "--disable-gems", *args, stdin_data: stdin)
  out = out.b.gsub(RUBY.b, "RUBY").gsub(/0x\h{8,}/, "0x").gsub(/^.*ruby 4\.0.*$/, "VERSION")
  puts "#{label}: #{out.inspect} #{status.exitstatus || status.termsig}"
end

# Runs a Ruby, without gems unless GEMS, in a folder of its own with the files of FILES and prints its status, each line of its output and each of its messages.
# Paths, addresses and places in the library are replaced: they belong to the Ruby, not to the program.
def program(label, *args, stdin: "", env: {}, files: {}, gems: false)
  Dir.mktmpdir do |folder|
    files.each { |name, text| File.binwrite("#{folder}/#{name}", text) }
    out, err, status = Open3.capture3({ "RUBYOPT" => nil }.merge(env), RUBY, *("--disable-gems" unless gems), *args, stdin_data: stdin, chdir: folder)
    puts "#{label} status: #{status.exitstatus || Signal.signame(status.termsig)}"
    { "out" => out, "err" => err }.each do |name, text|
      text.b.lines(chomp: true).each_with_index { |line, i| puts "#{label} #{name} #{i + 1}: #{line_of_any_ruby(line, folder).inspect}" }
    end
  end
end

def line_of_any_ruby(line, folder)
  line.gsub(RUBY.b, "RUBY").gsub(folder.b, "FOLDER").gsub(/0x\h{8,}/, "0x").gsub(/^ruby 4\.0.*$/, "VERSION").gsub(%r{/[^\s:']*/lib/ruby/[^/]+/|/[^\s:']*/(?=[^/\s]+\.rb:\d+:in)}, "LIB/")
end
