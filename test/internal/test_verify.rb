# test_verify.rb - the verifiers: each planted fault (break.c) is found, by the check that owns the invariant.
#
# Each fault is planted in a process of its own, which the report ends.  BREAK is the compiled break.c.
require_relative "../lib/test_helper"
require "open3"

class TestVerify < Minitest::Test
  # fault => [program that makes `v` and breaks it, what gc_verify must say]
  FAULTS = {
    barrier: ["v = [nil]; 4.times { GC.start }; Break.barrier(v)", "an old object that is not remembered refers to a young one (PAGE-6)"],
    array_capacity: ["v = Array.new(500) { _1 }; Break.array_capacity(v)", "an array is longer than its buffer"],
    array_root: ["w = Array.new(500) { _1 }; v = w[200, 250]; Break.array_root(v)", "a shared array reaches past its root's elements (ARRAY-6)"],
    hash_tag: ["v = { 1 => 2, 3 => 4 }; Break.hash_tag(v)", "a tag and its pair disagree"],
    hash_count: ["v = Array.new(100) { [_1, _1] }.to_h; Break.hash_count(v)", "a table's count of pairs is wrong"],
    string_code_range: ["v = +'plain text'; v.ascii_only?; Break.string_code_range(v)", "a string's code range is wrong"],
    struct_length: ["v = Struct.new(:a).new(1); Break.struct_length(v)", "a struct's members do not fit its slot"],
    symbol_name: ["v = ('made' + Process.pid.to_s).to_sym; Break.symbol_name(v)", "a symbol's name is no fstring"],
    class_ancestors: ["v = Class.new; Break.class_ancestors(v)", "a class is not the end of its vector of superclasses"],
    iseq_stack: ["v = proc { |a, b| [a, b, [a, b]] }; Break.iseq_stack(v)", "more is taken than lies on the stack|the stack leaves its bounds"],
    env_place: ["def m(a) = proc { a }; v = m(1); Break.env_place(v)", "a closed environment does not lie in its own cells (FRAME-6)"],
    proc_kind: ["v = proc { 1 }; Break.proc_kind(v)", "a Proc's code is not what its kind says"],
    bignum: ["v = 1 << 200; Break.bignum(v)", "a Bignum's highest limb is zero (NUM-1)"],
    rational: ["v = 3.quo(4); Break.rational(v)", "a Rational's denominator is not above zero (RAT-1)"],
    thread_owner: ["v = Thread.new { sleep }; Thread.pass until v.stop?; Break.thread_owner(v, Thread.main)", "a thread's struct belongs to another object"],
    fiber_stack: ["v = Fiber.new { Fiber.yield }; v.resume; Break.fiber_stack(v)", "a fiber that can run has no machine stack (FIBER-1)"],
    frame_return: ["def m = Fiber.yield; v = Fiber.new { m; 1 }; v.resume; Break.frame_return(v)", "a frame returns out of its caller's code (FRAME-2)"],
    frame_code: ["def m = Fiber.yield; v = Fiber.new { m; 1 }; v.resume; Break.frame_code(v)", "a frame's third cell names neither a method nor code (FRAME-2)"],
    frame_flag: ["def m = Fiber.yield; v = Fiber.new { m; 1 }; v.resume; Break.frame_flag(v)", "frames with FRAME_SIDE and side records are not as many (FRAME-5)"]
  }.freeze

  def verify(program, environment = {})
    Open3.capture2e({ "VM_STRESS" => nil, "ASAN_OPTIONS" => "detect_leaks=0" }.merge(environment), RbConfig.ruby, "--disable-gems", "-r", ENV.fetch("BREAK"), "-e",
                    "#{program}\nGC.disable\nGC.verify_internal_consistency\n$stdout.sync = true\nputs 'nothing found'\nexit!(0)")
  end

  FAULTS.each do |name, (program, expected)|
    define_method("test_#{name}") do
      text, status = verify(program)
      refute status.success?, text
      found = expected.split("|").find { |what| text.include?("gc_verify: #{what}") }
      assert found, "#{expected}: not in #{text}"
    end
  end

  # Native code has no object; the fault is in what the JIT keeps of an iseq, and jit_verify_doors() finds it.
  def test_jit_door
    text, = Open3.capture2e(RbConfig.ruby, "--disable-gems", "-w", "--jit", "-e", "exit")
    skip "no JIT here" unless text.empty?
    with_jit = { "RUBY_JIT" => "call-threshold=1" }
    sound = "v = proc { |a| a + 1 }; 3.times { v.call(1) }"
    text, status = verify(sound, with_jit)
    assert status.success?, text
    text, status = verify("#{sound}; Break.jit_door(v)", with_jit)
    refute status.success?, text
    assert_includes text, "gc_verify: a door leads out of code memory"
  end

  def test_sound_objects_pass
    sound = FAULTS.values.map { |program, _| program.sub(/Break\..*/, "v") }.join("; ")
    text, status = verify(sound)
    assert status.success?, text
    assert_equal "nothing found\n", text
  end
end
