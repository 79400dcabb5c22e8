# options - optparse with every kind of argument, its errors and its help; shellwords; getoptlong.
require "optparse"
require "optparse/time"
require "optparse/uri"
require "shellwords"
require "getoptlong"

Settings = Struct.new(:verbose, :level, :names, :ratio, :format, :output, :extra, :time, :where, :count, keyword_init: true)

def parser(settings)
  OptionParser.new do |o|
    o.banner = "Usage: sample [options] FILE..."
    o.version = "1.2.3"
    o.separator ""
    o.separator "Common:"
    o.on("-v", "--[no-]verbose", "say more") { |v| settings.verbose = v }
    o.on("-l", "--level=N", Integer, "a number", "  (two lines of help)") { |v| settings.level = v }
    o.on("-n", "--names A,B", Array, "a list") { |v| settings.names = v }
    o.on("-r", "--ratio R", Float) { |v| settings.ratio = v }
    o.on("-f", "--format FORMAT", %i[text html json], "one of text, html, json") { |v| settings.format = v }
    o.on("-o", "--output [FILE]", "a file, perhaps") { |v| settings.output = v || "-" }
    o.on("--count=N", OptionParser::DecimalInteger) { |v| settings.count = v }
    o.separator ""
    o.separator "Rare:"
    o.on("--time TIME", Time) { |v| settings.time = v }
    o.on("--where URI", URI) { |v| settings.where = v }
    o.on("-x", "--extra=KEY:VALUE", /\A(\w+):(.*)\z/) { |_, key, value| (settings.extra ||= {})[key] = value }
    o.on("--hidden-one", :NONE) { settings.extra = :hidden }
    o.on_tail("-h", "--help", "this text") { puts o }
  end
end

def try(line)
  settings = Settings.new
  rest = parser(settings).parse(line.shellsplit)
  set = settings.to_h.compact
  puts "#{line.inspect} => #{set} rest #{rest}"
rescue OptionParser::ParseError => e
  puts "#{line.inspect} => #{e.class}: #{e.message} #{e.args}"
end

try "-v -l 5 one two"
try "--no-verbose --level=0x1f a"
try "--level ten"
try "-n a,b,c --names x -r 1.5e3"
try "-r abc"
try "-f html --format=j"
try "--format=xml"
try "-o -v"
try "-ofile.txt -- -v"
try "--output=name"
try "--time 2026-11-20T10:00:00Z"
try "--where http://example.org:80/a?b"
try "-x a:1 -x 'b:two words'"
try "-x nothing"
try "--ver"
try "--verb"
try "--unknown"
try "-q"
try "--level"
try "-vl3 'with space'"
try "--count=12"
try "--count=0x12"
try "--hidden-one"
try "--verbose=yes"
parser(Settings.new).parse(%w[--help])
puts parser(Settings.new).ver
into = {}
rest = OptionParser.new { |o| o.on("-a"); o.on("-b", "--big VALUE", Integer); o.on("--long-name=S") }.parse(%w[-a --big 7 --long-name q z], into: into)
p into, rest
order = []
OptionParser.new { |o| o.on("-a") { order << :a } }.order(%w[x -a y]) { |word| order << word }
p order
argv = %w[-a one -b]
OptionParser.new { |o| o.on("-a"); o.on("-b") }.permute!(argv)
p argv
begin
  OptionParser.new { |o| o.require_exact = true; o.on("--exact") }.parse(%w[--exa])
rescue OptionParser::InvalidOption => e
  puts e.message
end
p OptionParser.new { |o| o.on("-i", "--int N", Integer); o.on("--[no-]flag") }.getopts(%w[--int 3 --no-flag])
p OptionParser.new.getopts(%w[-a -b 3 --long], "ab:", "long", "other:5")

p Shellwords.split(%q(one 'two three' "four \"five\"" six\ seven ''))
puts Shellwords.escape("it's a $HOME\nline"), Shellwords.join(["a b", "c", ""]), "x y".shellescape
begin
  Shellwords.split("open 'quote")
rescue ArgumentError => e
  puts e.message
end

ARGV.replace(%w[-v --size 10 --maybe rest --maybe=2 more])
getopt = GetoptLong.new(["--verbose", "-v", GetoptLong::NO_ARGUMENT], ["--size", "-s", GetoptLong::REQUIRED_ARGUMENT],
                        ["--maybe", GetoptLong::OPTIONAL_ARGUMENT])
getopt.each { |name, value| puts "#{name} #{value.inspect}" }
p ARGV
