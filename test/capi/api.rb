# api.rb - what api.c is called with. Prints one line for each call; api.out holds the lines of CRuby 4.0.1.
#   ruby api.rb api.so
require_relative "show"

alias show_value show

def show(label, &call)
  show_value(label, &call)
  notes = CAPI.log
  puts "  #{notes.inspect}" unless notes.empty?
end

show("scan_11 1") { CAPI.scan_11(1) }
show("scan_11 2") { CAPI.scan_11(1, 2) }
show("scan_11 0") { CAPI.scan_11 }
show("scan_11 3") { CAPI.scan_11(1, 2, 3) }
show("scan_all 1") { CAPI.scan_all(1) }
show("scan_all 2") { CAPI.scan_all(1, 2) }
show("scan_all 3") { CAPI.scan_all(1, 2, 3) }
show("scan_all 6") { CAPI.scan_all(1, 2, 3, 4, 5, 6, k: 7) { } }
show("scan_all hash") { CAPI.scan_all(1, {k: 7}) }
show("scan_hash kw") { CAPI.scan_hash(1, a: 2) }
show("scan_hash braces") { CAPI.scan_hash({a: 2}) }
show("scan_hash two") { CAPI.scan_hash(1, {a: 2}) }
show("kwargs") { CAPI.kwargs(a: 1, c: 3) }
show("kwargs missing") { CAPI.kwargs(c: 3) }
show("kwargs none") { CAPI.kwargs }
show("kwargs unknown") { CAPI.kwargs(a: 1, d: 3) }
show("kwargs unknowns") { CAPI.kwargs(a: 1, d: 3, "e" => 4) }
show("kwargs_rest") { CAPI.kwargs_rest({b: 1, a: 2}) }
show("extract") { CAPI.extract({a: 1, "b" => 2, c: 3}) }
show("extract none") { CAPI.extract({"b" => 2}) }
show("extract empty") { CAPI.extract({}) }

[1, -1, 2**31 - 1, 2**31, -2**31, 1.9, nil, true, "1", 2**64, 1e20, Object.new.singleton_class.then { 3r }].each do |v|
  show("num2int #{v.inspect}") { CAPI.num2int(v) }
  show("num2long #{v.inspect}") { CAPI.num2long(v) }
  show("num2ulong #{v.inspect}") { CAPI.num2ulong(v) }
end
[32767, 32768, -32769].each { |v| show("num2short #{v}") { CAPI.num2short(v) } }
[2**64 - 1, 2**64, -1, -2**63, -2**63 - 1, 1e19].each { |v| show("num2ull #{v}") { CAPI.num2ull(v) } }
[1, 1.5, 2**70, 1r / 4, "1", nil, true].each { |v| show("num2dbl #{v.inspect}") { CAPI.num2dbl(v) } }
["A", "", 66, "BC"].each { |v| show("num2chr #{v.inspect}") { CAPI.num2chr(v) } }
[0, 1, -1, 2**80, -2**80, 2**96, -2**96, 2**95].each { |v| show("pack #{v}") { CAPI.pack(v) } }

show("sprintf") { CAPI.sprintf("v\u00e9") }
show("sprintf nil") { CAPI.sprintf(nil) }
show("string") { CAPI.string("tail") }
show("cstr") { CAPI.cstr("abc") }
show("cstr null") { CAPI.cstr("a\0b") }
show("cstr int") { CAPI.cstr(1) }
show("terminated") { [CAPI.terminated("abc"), CAPI.terminated("x" * 1000), CAPI.terminated("abcdef"[1, 2].dup)] }
show("encoding") { CAPI.encoding("\u00e9t\u00e9") }
show("encoding ascii") { CAPI.encoding("abc".dup.force_encoding("US-ASCII")) }
show("encoding broken") { CAPI.encoding("\xff") }
show("coderange") { [CAPI.coderange("a"), CAPI.coderange("\u00e9"), CAPI.coderange("\xff"), CAPI.coderange("\xff".b)] }

show("array") { CAPI.array }
show("hash") { CAPI.hash }
show("struct") { CAPI.struct }
[1..3, 1...3, -3..-1, 5.., ..4, 20..30, 3..1, 1, 0..100].each { |r| show("range #{r.inspect}") { CAPI.range(r) } }

show("ensure") { CAPI.ensure(1) { |x| x + 1 } }
show("ensure raise") { CAPI.ensure(1) { raise "no" } }
show("ensure break") { CAPI.ensure(1) { break 5 } }
show("rescue") { CAPI.rescue(1) { |x| x + 1 } }
show("rescue raise") { CAPI.rescue(1) { raise "no" } }
show("rescue other") { CAPI.rescue(1) { raise NotImplementedError, "no" } }
show("rescue2 type") { CAPI.rescue2(1) { raise TypeError, "no" } }
show("rescue2 key") { CAPI.rescue2(1) { {}.fetch(1) } }
show("rescue2 other") { CAPI.rescue2(1) { raise "no" } }
show("protect") { CAPI.protect(1) { |x| x + 1 } }
show("protect raise") { CAPI.protect(1) { raise "no" } }
show("protect throw") { catch(:t) { CAPI.protect(1) { throw :t, 6 } } }
show("protect_jump raise") { CAPI.protect_jump(1) { raise "no" } }
show("protect_jump throw") { catch(:t) { CAPI.protect_jump(1) { throw :t, 6 } } }
show("protect_jump break") { CAPI.protect_jump(1) { break 7 } }
show("catch") { CAPI.catch(:thrown) }
show("block_call") { CAPI.block_call([1, 2, 3], 2) }
show("block_call hash") { CAPI.block_call({a: 1}, nil) }
show("block_call range") { CAPI.block_call(1..2, nil) }
show("iter_break") { 1.times { CAPI.iter_break(42) } }
show("yields") { CAPI.yields { |*a| a } }
show("yields one") { CAPI.yields { |a| a } }
show("yields none") { CAPI.yields }
show("proc") { CAPI.proc }
show("calls") { CAPI.calls(4) { |x| x * 2 } }
show("recursive") { CAPI.recursive }
(0..13).each { |n| show("raise #{n}") { CAPI.raise(ArgumentError, n) } unless n == 1 }

counter = CAPI::Counter.new
show("counter") { [counter.hold("x" * 3), counter.hold([1]), counter.held] }
show("counter other") { counter.other }
show("counter wrong") { CAPI::Counter.instance_method(:held).bind_call(Object.new) }
show("counter dup") { counter.dup.held }
show("counter alloc") { CAPI::Counter.allocate.held }
GC.start
show("counter kept") { counter.held }
show("old_data") { CAPI.old_data }
show("freed") { CAPI.freed }

$capi_other = 1
show("variables") { CAPI.variables(Object.new) }
show("global") { [$capi_global, $capi_other, ($capi_global = 7), $capi_global] }
show("names") { CAPI.names }
show("without_gvl") { CAPI.without_gvl }
show("threads") { CAPI.threads }
show("iterate") { CAPI.iterate }
show("iterate_first") { CAPI.iterate_first([1, 2]) { |v| [:outer, v] } }
class Guarded
  protected def guarded = :guarded
  private def hidden = :hidden
end
[1, Guarded.new, Class.new(Guarded).new].each_with_index do |from, i|
  show("protected from #{i}") { from.capi_reach(Guarded.new, :guarded) }
  show("private from #{i}") { from.capi_reach(Guarded.new, :hidden) }
end
%w[12a 017 0x1f 0b1 1__2].each do |text|
  [0, -16, 2, 16].each do |base|
    show("cstr2inum #{text} #{base}") { CAPI.cstr2inum(text, base) }
    show("str2inum #{text} #{base}") { CAPI.str2inum(text, base) }
  end
end
show("printf") { CAPI.printf }
show("scanner") { CAPI.scanner(/b(.)/, "abcd") }
show("scanner none") { CAPI.scanner(/z/, "abcd") }
show("table") { CAPI.table }
class Traced
  def self.to_s = "Traced"
  def inspect = "traced"
  def call(x) = x
  def fail = raise("no")
  def profile(a) = CAPI.profile
  def inspector(a) = [1].each { |b| return CAPI.inspector }
  def self.profile = CAPI.profile
end
traced = Traced.new
show("tracepoint") { CAPI.tracepoint { traced.call(5) } }
show("event_hook") { CAPI.event_hook { traced.fail rescue 1 } }
show("postponed") { CAPI.postponed }
show("profile") { traced.profile(1) }
show("profile singleton") { Traced.profile }
show("inspector") { traced.inspector(1) }
show("moving") do
  names = Array.new(300) { |i| "a held string #{i}" }
  holders = CAPI.hold_moving(names)
  same = 3.times.map { GC.verify_compaction_references; CAPI.held_moving(holders) == names }
  [same, CAPI.held_moving(holders).last]
end
["c", "|cqi", "s<l>!", "i2x3d", "e", "nNvV", "f2", "z", ""].each { |f| show("format #{f}") { CAPI.format(f) } }
show("members") { CAPI.members("\xff\x01\x2c\x00\x00\xc0\x3f", "cS>e") }
show("members two") { CAPI.members("\xfe\xff\xff\xff\x07\x00\x00\x00", "l<2") }
show("members one") { CAPI.members("\xff" * 8, "Q") }
["1.5x", "0x1p4", "1.", ".5", "1e5", "-2e-3", "abc", "1_0", "1e400"].each { |s| show("strtod #{s}") { CAPI.strtod(s) } }
[false, true].each do |allocating|
  show("deep main #{allocating}") { CAPI.deep(allocating) }
  show("deep thread #{allocating}") { Thread.new { Thread.current.report_on_exception = false; CAPI.deep(allocating) }.value }
  show("deep fiber #{allocating}") { Fiber.new { CAPI.deep(allocating) }.resume }
end
show("setenv") { ["x", "", nil].map { |value| CAPI.setenv("CAPI_VARIABLE", value) && ENV["CAPI_VARIABLE"] } << ENV.key?("CAPI_VARIABLE") }
show("each_iseq") { found = []; [CAPI.each_iseq { |i| found << i.path.dup << "x" * 300 } > 3, found.include?(__FILE__)] }
show("each_iseq among dead ones") do
  3000.times { eval("proc { |a| a }") }
  GC.start
  before = CAPI.each_iseq { }
  CAPI.each_iseq { 3.times { eval("1") } } >= before
end
show("each_iseq left") { [CAPI.each_iseq { |i| break i.class }, GC.enable] }
show("each_iseq collected") { seen = 0; CAPI.each_iseq { |i| GC.start if (seen += 1) % 50 == 0; eval("proc { |a| a.b }") } == seen }
["lower", "Upper", "É", "ß", "$".encode("UTF-16BE"), "Ä".encode("ISO-8859-1"), "Q".b].each_with_index do |text, i|
  show("case_fold #{i}") { CAPI.case_fold(text) }
end
show("maybe_wait") { reader, writer = IO.pipe; [0, Errno::EINTR::Errno, Errno::EAGAIN::Errno].map { |error| CAPI.maybe_wait(error, writer) } }
show("maybe_wait closed") { reader, writer = IO.pipe; writer.close; CAPI.maybe_wait(0, writer) }
show("maybe_wait uninitialized") { CAPI.maybe_wait(0, IO.allocate) }
[(2..5).step(1), (-5..-1).step(1), (2..5).step(2), (-5..-1).step(-2)].each_with_index do |range, i|
  3.times { |err| show("beg_len_step #{i} #{err}") { CAPI.beg_len_step(range, 1, err) } }
end
show("class variables") { CAPI.class_variables(Class.new { class_variable_set(:@@a, 1); class_variable_set(:@@b, 2); @c = 3 }) }
show("module variables") { CAPI.class_variables(Module.new { class_variable_set(:@@a, 1); @c = 3; @d = 4; @e = 5 }) }
