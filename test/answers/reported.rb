# reported.rb - programs that users and other test suites reported as wrong, each in a process of its own: what it prints, its messages
# and its status, a label a line.  reported.out holds the answers of CRuby 4.0.1.
require_relative "common"

# Exit statuses
program "exit! alone", "-e", "exit!"
program "exit! at exit", "-e", "at_exit { exit! }"
program "exit! with a value", "-e", "[[], [true], [false], [0], [3]].each { |a| pid = fork { exit!(*a) }; Process.wait(pid); p [a, $?.exitstatus] }"

# BEGIN under -n and -p
program "BEGIN in a loop of lines", "-ne", "BEGIN{$t=1}; p $t", stdin: "a\nb\n"
program "BEGIN that counts", "-ne", "BEGIN { $t = 0 }; $t += $_.to_i; END { puts $t }", stdin: "1\n2\n3\n"
program "BEGIN in a loop that prints", "-pe", "BEGIN { p :b }", stdin: "1\n"

# Command lines
program "-s with a dash inside", "-s", "-e", "p $foo_bar", "--", "--foo-bar"
program "-s with four dashes", "-s", "-e", "p $__n", "--", "----n"
program "-s with a value", "-s", "-e", "p $_foo", "--", "--foo=bar"
program "-s with dashes and letters", "-s", "-e", "p $_a_b", "--", "--a-b"
program "-E and -U", "-E", "a:b", "-U", "-e", "1"
program "-E with internal and -U", "-E", "utf-8:euc-jp", "-U", "-e", "1"
program "-K unknown", "-KZ", "-e", "p 1"
program "-r before a missing script", "-r", "x", "missing.rb"
program "--encoding of three", "--encoding=a:b:c", "-e", "1"
program "-E of three", "-E", "a:b:c", "-e", "1"
program "--enable=all", "--enable=all", "-e", "p 'a'.frozen?"
program "-ln and $/", "-ln", "-e", "BEGIN { $/ = 'b' }; p $_", stdin: "1b2b"
%w[--dump=insns --yydebug --version --copyright -Wx --help -e1 -n].each { |o| program "RUBYOPT #{o}", "-e", "p 1", env: { "RUBYOPT" => o } }
program "--rjit", "--rjit", "-e", "p 1"
program "--debug of a chilled string", "--debug", "-e", "s = 'x'; s << 'a'; p s"
program "warning of a chilled string", "-W:deprecated", "-e", "s = 'x'; s << 'a'; p s"

# Programs that are only parsed
program "-c of a wrong program", "-c", "wrong.rb", files: { "wrong.rb" => "p(" }, gems: true
program "--dump of a wrong program", "--dump=insns", "wrong.rb", files: { "wrong.rb" => "p(" }, gems: true
program "-c of a wrong line", "-ce", "p("
program "a wrong program", "wrong.rb", files: { "wrong.rb" => "p(" }, gems: true
program "-x without a line to begin at", "-x", "plain", files: { "plain" => "text\n" }
program "-x of a wrong program", "-x", "text", files: { "text" => "text\n#!ruby\np(\n" }, gems: true
program "-c and -x", "-cx", "plain", files: { "plain" => "text\n" }, gems: true
program "-c and -r", "-c", "-rnonesuch", "-e", "1"

# Streams
program "position in text mode", "-e", 'p(File.open("text", "rt") { _1.getc; _1.pos })', files: { "text" => "hello world" }
program "position in text mode, CRLF", "-e", 'p(File.open("text", "rt") { |f| [f.getc, f.getc, f.getc, f.pos, f.read] })', files: { "text" => "a\r\nb\r\n" }

# Calls
program "default of a Hash through **", "-e", "h = Hash.new(5); def k(**o) = o; p k(**h)[:z]"
program "name of an alias of a block's method", "-e", "p Class.new { define_method(:m) { __callee__ }; alias m2 m }.new.m2"
program "super in instance_eval", "-e", <<~'RUBY'
  class A; def m = :a; end
  class B < A; def m(o) = o.instance_eval { super() }; end
  p((B.new.m(Object.new) rescue [$!.class, $!.message]))
  p((B.new.m(A.new) rescue [$!.class, $!.message]))
  class C < A; def m = instance_eval { super() }; end
  p C.new.m
  class D < A; def m(o) = o.instance_exec(1) { |_| super() }; end
  p((D.new.m("") rescue [$!.class, $!.message]))
RUBY
program "order of instance_methods", "-e", "p Class.new { def z() = 1; def a() = 1; def m() = 1; private :m; public :m }.instance_methods(false)"
program "max of a literal under a refinement", "-e", <<~'RUBY'
  module R; refine(Array) { def max(*) = :max; def min(*) = :min }; end
  a, b = 1, 2
  eval "using R; p [a, b].max, [a, b].min"
RUBY
program "method removed by itself", "-e", <<~'RUBY'
  class A; define_method(:foo) { self.class.send(:remove_method, :foo); super() }; end
  begin; A.new.foo; rescue => e; p e.class, e.message.sub(/0x\h+/, ""); end
RUBY

# Backtraces
program "block under sort_by", "-e", "class E; include Enumerable; def each = [2, 1].each { yield _1 }; end; E.new.sort_by { raise 'x' }"
program "block under each_with_index", "-e", "[2, 1].each_with_index { raise 'x' }"
program "block under an Enumerator", "-e", "[2, 1].each.with_index { raise 'x' }"
program "end of an Enumerator", "-e", "e = [1].each; e.next; e.next"
program "too many values for a Struct", "-e", "begin; Struct.new(:a).new(1, 2); rescue => e; puts e.message, e.backtrace; end"
program "inject of an operator", "-e", <<~'RUBY'
  [[[1, nil], [:+]], [[1, nil], [:*]], [[nil], [1, "+"]], [[1.5, nil], [:+]], [[2**70, nil], [:-]], [1..2, [:zork]]].each do |a, args|
    a.inject(*args)
  rescue => e
    puts e.message, e.backtrace
  end
  a = [1, 2, 3]
  a.define_singleton_method(:each) { |&b| super(&b) }
  begin; a.inject(:zork); rescue => e; puts e.backtrace; end
  b = [1, 2, 3]
  k = Class.new { define_method(:+) { |o| b.clear; self } }
  p b.inject(k.new, :+).class == k, b
RUBY
program "texts that are no time", "-e", '%w[2000-13-01 2000-13 2000-13-1 2000-13-32 2000-12-32 2000-13-01T25:00:00 2000-13-01T25 2000-13-01T10:00 2000-13-01Z 2000-00 2000-13-01T10:00:00.x 2000-12-01T25:61:61 2000-12-01T24:00:01 2000-12-01T23:60:00 2000-12-01T23:00:61].each { |s| p((Time.new(s) rescue $!.message)) }'
program "initialize below new", "-e", <<~'RUBY'
  def shown = (yield; nil) rescue puts($!.backtrace.map { |line| line[/'.*'/] }.take_while { |name| !name.end_with?("#shown'") }.join(" "))
  class A
    def initialize(*, **, &) = raise("x")
    def self.direct(n) = new(n)
    def self.all(...) = new(...)
    def self.block(&) = new(&)
    def self.rest(*, **) = new(*, **)
  end
  class B < A; def self.new(*) = super; end
  class C < A; def self.new = super(); end
  class D < A; def initialize = super; end
  class E < A; def self.new(*, &b) = super(*, &b); end
  none = nil
  shown { A.new }
  shown { A.new(1, 2) }
  shown { A.new(a: 1) }
  shown { A.new(*[1], **{ a: 1 }) }
  shown { A.new(&none) }
  shown { A.new { } }
  shown { A&.new }
  shown { A.direct(1) }
  shown { A.all }
  shown { A.all(1, a: 2) { } }
  shown { A.block { } }
  shown { A.block }
  shown { A.rest(1) }
  [B, C, D, E].each { |k| shown { k.new } }
  shown { E.new { } }
  shown { A.send(:new) }
  shown { A.__send__(:new, 1) }
  shown { A.method(:new).call }
  shown { A.method(:new).to_proc.call }
  shown { Class.instance_method(:new).bind_call(A) }
  shown { [A].each(&:new) }
  shown { Class.new(StandardError) { def initialize(*) = raise("z") }.new }
  shown { Struct.new(:a) { def initialize(a) = raise("z") }.new(1) }
  shown { Data.define(:a) { def initialize(a:) = raise("z") }.new(1) }
  shown { Class.new(Set) { def initialize(*) = raise("z") }.new }
  shown { A.instance_eval { new } }
  shown { A.instance_eval { new { } } }
  shown { eval "A.new" }
  4.times { shown { A.new; } }
  def where = caller_locations(1, 3).map { |at| [at.lineno, at.label] }
  class F; def initialize = p(where); end
  F.new
  F.new { }
RUBY
program "interrupted loop", "-e", "begin; loop { Process.kill(:INT, $$); sleep 1 }; rescue Interrupt; puts $!.backtrace; end"
program "interrupted eval", "-e", "begin; eval('loop { Process.kill(:INT, $$); sleep 1 }'); rescue Interrupt; puts $!.backtrace; end"
program "each_with_index of each", "-e", "begin; {a: 1}.each_with_index.map { raise 'x' }; rescue; puts $!.backtrace; end"

# Constants that must be shareable
program "shareable literal of a variable", "-e", "# shareable_constant_value: literal\nx = Object.new\nA = [x]"
program "shareable literal of a call", "-e", "# shareable_constant_value: literal\nA = [Object.new]"

# Strings and encodings
program "hash of bytes", "-e", 'p "\x80".b.hash == "\x80".hash, "a".b.hash == "a".hash, "\u3042".hash == "\u3042".b.hash'
program "escapes in UTF-16", "-e", 'p "<".encode("UTF-16LE").encode("UTF-16LE", xml: :text).b, "<é".encode("UTF-16BE").encode("UTF-16BE", xml: :attr).b'
program "Symbols of broken UTF-16", "-e", '%w[UTF-16LE UTF-16BE UTF-32LE UTF-32BE].each { |e| p(("\0\xd8\xd8".dup.force_encoding(e).to_sym rescue [$!.class, $!.message])) }'
program "succ in UTF-32", "-e", 'p "abc".encode("UTF-32LE").succ, "zz".encode("UTF-16BE").succ'
program "broken UTF-32", "-e", 's = "\0\0\x11\0ab".dup.force_encoding("UTF-32LE"); p s[0].b, s.scrub.b, s.inspect'
program "broken EUC-JP", "-e", 's = "a\x8f\xa1".dup.force_encoding("EUC-JP"); p s.chop.b; t = "\xa4\xa2".dup.force_encoding("EUC-JP"); p((t.bytesplice(0, 1, "z") rescue [$!.class, $!.message]))'
program "broken US-ASCII", "-e", 's = "a\x80".dup.force_encoding("US-ASCII"); p((s.count(s) rescue [$!.class, $!.message]), (s.delete(s) rescue [$!.class, $!.message]))'
program "normalising UTF-16", "-e", 'p(("\0\xd8".dup.force_encoding("UTF-16LE").unicode_normalize rescue [$!.class, $!.message]))'
program "invalid Big5", "-e", 's = "\xff\xffa\xa4".dup.force_encoding("Big5"); p s.chars.map(&:b), s.scrub("?").b'
program "uuencoded line that is short", "-e", 'p "\"\n".unpack("u"), "!".unpack("u"), "#ab\n".unpack("u")'
program "Time with a bad month", "-e", 'd = "\x04\bIu:\tTime\r".b + [0x80000000 | 1 << 30 | 100 << 14 | 13 << 10 | 1 << 5 | 1, 0].pack("V2") + "\x06:\tzoneI\"\bUTC\x06:\x06EF".b; p Marshal.load(d)'
program "Time with a bad offset", "-e", 'd = Marshal.dump(Time.at(0, in: "+09:00")).sub("i\x02\x90~".b, "i\x03\xff\xff\xff".b); p((Marshal.load(d) rescue [$!.class, $!.message]))'
program "insert_output", "-e", 'ec = Encoding::Converter.new("", ""); p ec.insert_output("x"), ec.convert("y"), ec.finish'
program "two newline options", "-we", 'p "a\r\n".encode(newline: :universal, universal_newline: true)'

# Messages
program "comparison with nil in sort", "-e", "[3, nil, 1].sort"
program "comparison with nil in max", "-e", "[nil, 1].max"
program "comparison with nil in min_by", "-e", "[[nil], [1]].min_by(&:first)"
program "Fiber.yield at the root", "-e", "Fiber.yield"
program "public_method of a private one", "-e", "Object.new.public_method(:puts) rescue puts $!.message"
program "clone of a Proc, frozen by 1", "-e", "proc {}.clone(freeze: 1)"
program "method_missing without a name", "-e", "begin; Class.new { def inspect = 'X' }.new.instance_eval { method_missing }; rescue => e; p e.class; puts e.message; end"
program "private constant by name", "-e", 'class A; PRV = 2; private_constant :PRV; end; p A.const_get("PRV"), A.const_get(:PRV); p Object.const_get("A::PRV")'

# Arrays changed by their callbacks, sums, $~
program "zip that clears", "-e", "a = [1, 2, 3]; a.zip([4, 5, 6]) { a.clear }; p a"
program "zip with a source that clears", "-e", "a = [1, 2, 3]; o = Object.new; o.define_singleton_method(:each) { |&b| a.clear; b.(1) }; o.extend(Enumerable); p((a.zip(o) ; :done))"
program "sum that clears", "-e", "a = [1, 2, 3, 4]; p a.sum { |x| a.clear if x == 2; x }"
program "uniq that clears", "-e", "a = [1, 2, 3, 4, 1]; p a.uniq { |x| a.clear if x == 2; x }"
program "sum of large Floats", "-e", "p [1e308, 1e308, -1e308].sum, [1e308, 1e308].sum, [1e308, 1e308, -1e308].each_entry.sum"
program "$~ after split", "-e", '"k" =~ /k/; "a,b".split(/,/); p $~'

# TracePoint
program "events enabled within a call", "-e", "ev = []; tp = TracePoint.new(:c_return) { ev << [_1.event, _1.method_id] }; [1].map { tp.enable }; tp.disable; p ev"
program "calls in a Ractor", "-W0", "-e", "p Ractor.new { ev = []; TracePoint.new(:c_call) { ev << _1.method_id }.enable { 1.to_s; [1].sum }; ev }.value"
program "enable is seen returning", "-e", "ev = []; tp = TracePoint.new(:c_return) { ev << _1.method_id }; tp.enable; tp.disable; p ev"

# Regular expressions
program "hyphen after a class", "-e", "p(/[[[:alnum:]]-_.]/)"
program "hyphens after classes", "-we", '["[[a-z]-_.]", "[[a]-z]", "[[a]-[b]]", "[[a-c]-\\\\w]", "[[:alnum:]-_.]", "[\\\\w-_]", "[\\\\d-x]"].each { |s| p((Regexp.new(s) rescue $!.message)) }'
program "bracket without escape", "-e", "p(/]/)"
program "bracket without escape, -w", "-we", "p(/]/)"
program "bytes without encoding", "-e", 'p Regexp.new("[\\\\x80-\\\\xff]", Regexp::NOENCODING), Regexp.new("[\\\\x80-\\\\xff]".encode("US-ASCII"), Regexp::NOENCODING)'
program "bytes in a source of US-ASCII", "bytes.rb", files: { "bytes.rb" => "# encoding: US-ASCII\np(/\\357\\273\\277/, /\\357/.encoding)\n" }
program "pattern of a header", "-e", 's = "content-type: text/plain\r\n" + "0123456789" * 200_000; p s.scan(/(.*?\r\n)\r\n/m).size, (/(.*?b)b/m.match?("ab" + "a" * 200_000))'

# Long lists of characters
program "squeeze with a long list", "-e", 's = (200..260).to_a.pack("U*"); p "xx".squeeze(s), "aa".tr(s, "b"), "aa".delete(s), "aa".count(s)'
program "squeeze with each length", "-e", '(1..70).each { |n| s = (200...200 + n).to_a.pack("U*"); t = "xx\u00c8\u00c8"; p [n, t.squeeze(s), t.delete(s), t.count(s), t.tr(s, "b")] if n % 8 < 2 }'

# Signals, Ractors, StringIO
program "Mutex#sleep ended by a signal", "-e", "trap(:HUP) { }; t = Thread.current; m = Mutex.new; Thread.new { Thread.pass until t.stop?; Process.kill(:HUP, $$) }; m.synchronize { p m.sleep(20).class }"
program "ConditionVariable#wait ended by a signal", "-e", "trap(:HUP) { }; t = Thread.current; c = ConditionVariable.new; m = Mutex.new; Thread.new { Thread.pass until t.stop?; Process.kill(:HUP, $$) }; m.synchronize { p c.wait(m, 20).class }"
program "ungetc of a large code", "-rstringio", "-e", "StringIO.new.ungetc(0x1ffffff)"
program "make_shareable of a Mutex", "-W0", "-rstringio", "-e", "[Mutex.new, Queue.new, StringIO.new, Thread.new {}, $stdout, ConditionVariable.new, binding, method(:p)].each { |o| p((Ractor.make_shareable(o).class rescue [$!.class, $!.message.gsub(/0x\\h+[^>]*/, '')])) }"

# Libraries
program "json with comments", "-rjson", "-e", 'p JSON.parse("[1 /* c */]", allow_comments: false) rescue p $!.class, $!.message'
program "json with an invalid escape", "-rjson", "-e", 'p JSON.parse("[\"\\\\q\"]", allow_invalid_escape: true) rescue p $!.class, $!.message'
program "json of a large Float", "-rjson", "-e", "puts JSON.generate([1e23, 1e20, 1e16, 1e15, 1.5e-7, 123456789.125])"
program "json/add without bigdecimal", "-e", 'begin; require "json/add/bigdecimal"; p defined?(BigDecimal); rescue LoadError; p $!.class, $!.path; end'
program "json/add without ostruct", "-e", 'begin; require "json/add/ostruct"; p defined?(OpenStruct); rescue LoadError; p $!.class, $!.path; end'
program "mkmf message", "-rmkmf", "-e", 'message("%s|%d\n", "x", 5); message("plain\n"); message("100%%\n")'
program "help lists each switch of CRuby", "-rrbconfig", "-e", <<~'RUBY'
  long, short = %w[--help -h].map { |o| IO.popen([RbConfig.ruby, o], &:read).gsub(/\e\[[\d;]*m/, "") }
  p %w[-0 -a -c -C -d --debug -e -E --encoding -F -i -I -l -n -p -r -s -S -v -w -W -x --jit --backtrace-limit --copyright --crash-report
       --disable --dump --enable --external-encoding --help --internal-encoding --parser --verbose --version -y --yydebug
       insns yydebug parsetree -optimize +error-tolerant +comment gems error_highlight did_you_mean syntax_suggest rubyopt
       frozen-string-literal yjit zjit deprecated experimental performance strict_unused_block].reject { |name| long.match?(/(?<![-\w])#{Regexp.escape(name)}/) }
  p %w[-0 -a -c -C -d -e -E -F -i -I -l -n -p -r -s -S -v -w -W -x -h].reject { |name| short.match?(/(?<![-\w])#{name}/) }
  p [long, short].map { |text| text.lines.all? { |line| line.start_with?("Usage:") || line.chomp.size <= 80 } }
RUBY

program "a newer gem than the default one", "-e", <<~'RUBY', gems: true
  require "fileutils"
  FileUtils.mkdir_p(%w[home/gems/weakref-9999.0/lib home/specifications])
  File.write("home/gems/weakref-9999.0/lib/weakref.rb", "NEWER = true")
  File.write("home/specifications/weakref-9999.0.gemspec", 'Gem::Specification.new { |s| s.name = "weakref"; s.version = "9999.0"; s.summary = "x"; s.authors = ["a"]; s.files = ["lib/weakref.rb"] }')
  Gem.paths = { "GEM_HOME" => "#{Dir.pwd}/home", "GEM_PATH" => "#{Dir.pwd}/home" }
  require "weakref"
  require "json"
  p defined?(NEWER), Gem.loaded_specs["weakref"]&.version.to_s, Gem.loaded_specs.key?("json")
RUBY

# Compiled code at the end of its memory
program "redefinition with full code memory", "-e", <<~'RUBY', env: { "RUBY_JIT" => "call-threshold=1 mem-size=128K" }
  class A; def foo = self; end
  a = A.new
  600.times { |i| eval "def m#{i}(a) = a#{".foo" * 20}"; send("m#{i}", a); send("m#{i}", a) }
  class A; def foo = 1; end
  p((m0(a) rescue $!.class), A.new.foo)
RUBY

# Allocations and definitions: counts that do not grow
program "allocations of f(...)", "-e", <<~'RUBY'
  def g(*) = nil
  def h(a, b) = nil
  def f(...) = h(...)
  f(1, 2)
  n = ->(times) { GC.disable; before = GC.stat(:total_allocated_objects); times.times { f(1, 2) }; GC.stat(:total_allocated_objects) - before }
  n.(10)
  p n.(1000) - n.(100) < 90
RUBY
program "allocations of *, ** and &", "-e", <<~'RUBY'
  def h(*a, **o, &b) = nil
  def f(*, **, &) = h(*, **, &)
  def g(a, k: 1) = nil
  def e(*, **) = g(*, **)
  n = ->(times, &b) { GC.disable; before = GC.stat(:total_allocated_objects); times.times(&b); GC.stat(:total_allocated_objects) - before }
  [-> (_) { f(1, k: 2) }, -> (_) { e(1, k: 2) }, -> (_) { g(1, k: 2) }].each { |b| n.(10, &b); p((n.(1100, &b) - n.(100, &b)) / 1000.0) }
RUBY
program "names that are only looked for", "-e", <<~'RUBY'
  before = Symbol.all_symbols.size
  20_000.times { |i| :x.respond_to?("unknown_name_#{i}"); "name_#{i}".to_sym if i < 10_000 }
  GC.start
  p Symbol.all_symbols.size - before < 15_000
RUBY
program "redefinitions of many classes", "-e", <<~'RUBY'
  cs = Array.new(2000) { Class.new { def a = 1 } }
  cs.each { |c| c.class_eval("def go(o) = o.a"); o = c.new; o.go(o) }
  p cs.sum { |c| c.class_eval { def a = 2 }; o = c.new; o.go(o) }
RUBY
