# loops.rb - sixty things that long-running programs do for ever, each written so that nothing of a turn is held afterwards.
#
# LEAK_LOOPS: name => [share, block].  share: how many of the turns asked for are run (a fork costs as much as a thousand
# evals); the block gets the number of the turn.  test/leaks/measure.rb runs one of them, test/test_leaks.rb all of them shortly.
require "json"
require "monitor"
require "objspace"
require "stringio"
require "tempfile"
require "timeout"
require "tmpdir"
require "weakref"

LEAK_LOOPS = {}
LEAK_DIR = Dir.mktmpdir("leaks") # to be removed by who loads this file

def leak_loop(name, share = 1.0, &block)
  LEAK_LOOPS[name.to_s] = [share, block]
end

# What the block raises, which it must.
def failing(kind)
  yield
  raise "not raised: #{kind}"
rescue kind => e
  e
end

module LeakHome
  class Kept; end
  class Missing
    def method_missing(name, *) = name
    def respond_to_missing?(*) = true
    def self.const_missing(name) = name
  end
  class Refuses
    def to_json(*) = raise("not me")
  end
  Pair = Struct.new(:left, :right)
  class << self
    attr_accessor :weak
    def traced
      1
    end
  end
end

# ---- code ----
leak_loop(:eval) { |i| eval "x#{i % 500} = #{i}; x#{i % 500} + 1" }
leak_loop(:eval_syntax_error) { |i| failing(SyntaxError) { eval "x = (#{i}" } }
leak_loop(:eval_method) { |i| LeakHome::Kept.class_eval "def made; #{i}; end" }
leak_loop(:iseq_compile, 0.2) { |i| RubyVM::InstructionSequence.compile("def made; [1].each { |z| z + #{i} }; end") }
leak_loop(:iseq_binary, 0.1) do |i|
  binary = RubyVM::InstructionSequence.compile("[1].each { |z| z + #{i} }").to_binary
  RubyVM::InstructionSequence.load_from_binary(binary).eval
end
leak_loop(:binding) { |i| b = binding; b.local_variable_set(:"v#{i % 50}", 1); b.local_variables.size }
leak_loop(:define_method) { |i| LeakHome::Kept.define_method(:late) { i }; LeakHome::Kept.remove_method(:late) }
leak_loop(:class_new) { Class.new { def a = 1; attr_accessor :x; const_set(:K, "x"); def self.s = 2 }.tap { |c| c.new.a; c.s } }
leak_loop(:subclass_of_kept) { Class.new(LeakHome::Kept) { include Comparable } }
leak_loop(:module_extend) { Object.new.extend(Module.new { def a = 1 }).a }
leak_loop(:singleton) { o = Object.new; def o.x = 1; o.x; o.clone.x }
leak_loop(:refinement, 0.3) { Module.new { refine(String) { def shout = upcase } } }
leak_loop(:struct_new, 0.3) { Struct.new(:a, :b).new(1, 2).to_h }
leak_loop(:data_define, 0.3) { Data.define(:x, :y).new(x: 1, y: 2).with(x: 3) }
leak_loop(:proc) { |i| f = proc { i }; (f >> f).call; f.curry }
leak_loop(:method_object) { 1.method(:+).unbind.bind(2).to_proc.call(3) }
leak_loop(:tracepoint, 0.2) { TracePoint.new(:call, :line) {}.enable { LeakHome.traced } }
leak_loop(:tracepoint_target, 0.2) { TracePoint.new(:line) {}.enable(target: LeakHome.method(:traced)) { LeakHome.traced } }
leak_loop(:load, 0.1) do |i|
  file = "#{LEAK_DIR}/loaded.rb"
  File.write(file, "module LeakHome; def self.loaded = #{i}; end") if i % 50 == 1
  load file
end
leak_loop(:require_again, 0.05) do |i|
  file = "#{LEAK_DIR}/required.rb"
  File.write(file, "LeakHome::Kept.name") if i % 50 == 1
  require file
  $LOADED_FEATURES.delete(file)
end
leak_loop(:require_missing, 0.02) { |i| failing(LoadError) { require "leaks_no_such_#{i}" } }
leak_loop(:autoload, 0.2) { |i| m = Module.new; m.autoload(:"A#{i % 50}", "/no/such#{i}"); m.autoload?(:"A#{i % 50}") }

# ---- names that only a String had ----
leak_loop(:to_sym) { |i| "leak_#{i}".to_sym.inspect }
leak_loop(:send) { |i| failing(NoMethodError) { 1.public_send("leak_#{i}") } }
leak_loop(:send_to_missing) { |i| LeakHome::Missing.new.send("leak_#{i}") }
leak_loop(:respond_to) { |i| 1.respond_to?("leak_#{i}"); LeakHome::Missing.new.respond_to?("leak_#{i}") }
leak_loop(:method_by_name) { |i| failing(NameError) { 1.method("leak_#{i}") }; failing(NameError) { Object.instance_method("leak_#{i}") } }
leak_loop(:symbol_block) { |i| failing(NoMethodError) { [1].map(&:"leak_#{i}") } }
leak_loop(:ivar_by_name) { |i| o = Object.new; o.instance_variable_get("@leak_#{i}"); o.instance_variable_defined?("@leak_#{i}") }
leak_loop(:const_by_name) do |i|
  Object.const_defined?("Leak#{i}")
  Object.const_source_location("Leak#{i}")
  LeakHome::Missing.const_get("Leak#{i}")
  failing(NameError) { Object.const_get("Leak#{i}") }
end
leak_loop(:cvar_by_name) { |i| LeakHome::Kept.class_variable_defined?("@@leak_#{i}"); failing(NameError) { LeakHome::Kept.class_variable_get("@@leak_#{i}") } }
leak_loop(:thread_local_by_name) { |i| t = Thread.current; t["leak_#{i}"]; t.key?("leak_#{i}"); t.thread_variable?("leak_#{i}") }
leak_loop(:fiber_storage_by_name) { |i| Fiber["leak_#{i}".to_sym] }
leak_loop(:local_by_name) { |i| b = binding; b.local_variable_defined?("leak_#{i}"); failing(NameError) { b.local_variable_get("leak_#{i}") } }
leak_loop(:marshal_symbol) { |i| Marshal.load(Marshal.dump([:"leak_#{i}", LeakHome::Pair.new(1, 2)])) }
leak_loop(:json_symbolize) { |i| JSON.parse(%({"leak_#{i}":1}), symbolize_names: true) }
leak_loop(:hash_symbol_keys) { |i| h = {"leak_#{i}": 1}; h.transform_keys(&:to_s).transform_keys(&:to_sym) }

# ---- fibers, threads ----
leak_loop(:fiber) { f = Fiber.new { Fiber.yield 1; 2 }; f.resume; f.resume }
leak_loop(:fiber_abandoned, 0.5) { Fiber.new { Fiber.yield 1; 2 }.resume }
leak_loop(:enumerator_next, 0.5) { e = [1, 2, 3].each; e.next; e.peek }
leak_loop(:lazy) { (1..Float::INFINITY).lazy.map { |x| x * 2 }.select(&:even?).first(2) }
leak_loop(:thread, 0.1) { Thread.new { Thread.current[:a] = 1 }.join }
leak_loop(:thread_killed, 0.05) { t = Thread.new { sleep }; Thread.pass; t.kill; t.join }
leak_loop(:thread_raises, 0.05) { failing(RuntimeError) { Thread.new { Thread.current.report_on_exception = false; raise "x" }.join } }
leak_loop(:queue_mutex) { Mutex.new.synchronize { 1 }; q = Queue.new; q << 1; q.pop; Monitor.new.synchronize { 1 } }
leak_loop(:timeout, 0.1) { Timeout.timeout(5) { 1 } }
leak_loop(:timeout_fires, 0.003) { failing(Timeout::Error) { Timeout.timeout(0.0005) { sleep } } }

# ---- text ----
leak_loop(:regexp_new) { |i| Regexp.new("a#{i}(?<n>b+)|c[d-f]").match("xxa#{i}bb")[:n] }
leak_loop(:regexp_error) { |i| failing(RegexpError) { Regexp.new("(a#{i}[") } }
leak_loop(:json_half_way) { failing(JSON::ParserError) { JSON.parse('{"a":[1,2,{"b":"cccccccccccccccccccccccccccccccc", "d": [1,2,3,') } }
leak_loop(:json_raises) { failing(RuntimeError) { JSON.generate([["x" * 200, LeakHome::Refuses.new]]) } }
leak_loop(:marshal_half_way) { failing(ArgumentError) { Marshal.load("\x04\b[\aI\"\x06aI\"\x10".b) } }
leak_loop(:encode_error, 0.5) { failing(EncodingError) { "\u3042".encode("ISO-8859-1") } }
leak_loop(:hash_string_keys) { |i| h = {}; h["key number #{i} that is longer than a slot would hold, so that its bytes lie elsewhere #{"." * 100}"] = 1 }

# ---- objects watched ----
leak_loop(:exception) { |i| failing(RuntimeError) { raise "x#{i}" }.full_message }
leak_loop(:weak_map) { (LeakHome.weak ||= ObjectSpace::WeakMap.new)[Object.new] = Object.new }
leak_loop(:weak_ref) { WeakRef.new(Object.new).weakref_alive? }
leak_loop(:finalizer) { ObjectSpace.define_finalizer(Object.new, proc {}) }
leak_loop(:object_id) { Object.new.object_id }

# ---- the system ----
leak_loop(:file, 0.3) { File.open("/dev/null") { |f| f.read(1) } }
leak_loop(:pipe, 0.3) { r, w = IO.pipe; w << "x"; w.close; r.read; r.close }
leak_loop(:pipe_left_open, 0.05) { |i| IO.pipe; GC.start if i % 200 == 0 }
leak_loop(:string_io) { s = StringIO.new; s << "abc"; s.rewind; s.gets }
leak_loop(:tempfile, 0.02) { Tempfile.create { |f| f << "x" } }
leak_loop(:fork, 0.003) { Process.wait(fork { exit!(0) }) }
leak_loop(:popen, 0.003) { IO.popen("true", &:read) }
leak_loop(:signal_trap, 0.3) { trap(:USR1) {}; trap(:USR1, "DEFAULT") }
