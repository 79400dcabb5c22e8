# common.rb - t and sh, which print a label and an answer in one line.
require "rbconfig"
require "open3"
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
