require "set"
require "json"
require "optparse"
require "ostruct"
require "forwardable"
require "delegate"
require "singleton"
require "shellwords"
require "securerandom"
require "tempfile"
require "erb"
require "time"
require "digest"
require "strscan"
require "pp"
require "logger"
s = Set[3, 1, 2, 1]
p s, s.include?(2), s | [9], s & [1], s.subset?(Set[1, 2, 3, 4]), s.map { _1 * 2 }.class, s.to_a.sort, s.add?(1), s.group_by(&:odd?)
p JSON.parse('{"a": [1, 2.5, null, true, "x\u00e9"]}'), JSON.generate({ a: [1, nil, "q\"" ] }), { a: 1 }.to_json, JSON.pretty_generate({ a: { b: [] } }), (JSON.parse("{") rescue $!.class)
opts = {}
OptionParser.new { |o| o.on("-v", "--verbose") { opts[:v] = true }; o.on("-nNAME", "--name=NAME") { opts[:n] = _1 } }.parse!(%w[-v --name=x rest])
p opts
os = OpenStruct.new(a: 1)
os.b = 2
p os, os.a + os.b, os.respond_to?(:b), os.to_h
class Q; extend Forwardable; def_delegators :@a, :size, :<<, :first; def initialize = @a = []; end
q = Q.new
q << 1 << 2
p q.size, q.first, SimpleDelegator.new([1, 2]).size
class Sing; include Singleton; end
p Sing.instance.equal?(Sing.instance), "a 'b c' d".shellsplit, SecureRandom.hex(4).size, Shellwords.escape("a b")
Tempfile.create("x") { |f| f.write("hi"); f.flush; p File.read(f.path) }
p ERB.new("<% 3.times do |i| %><%= i %>,<% end %>x", trim_mode: nil).result rescue p ERB.new("<% 3.times do |i| %><%= i %>,<% end %>").result
p Time.parse("2024-05-06 07:08:09 UTC").iso8601, Time.iso8601("2024-01-01T00:00:00Z").to_i, Digest::SHA256.hexdigest("a")[0, 16], Digest::MD5.hexdigest("a")
ss = StringScanner.new("key: val")
p ss.scan(/\w+/), ss.skip(/:\s*/), ss.rest, ss.eos?, ss.scan_until(/l/), ss.pos
l = Logger.new($stdout, formatter: ->(sev, _, _, msg) { "#{sev}: #{msg}\n" })
l.info("logged")
pp({ long: "x" * 30, list: (1..30).to_a, nested: { a: "y" * 40 } })
