require "test_helper"

# Options of a compilation that change its code, and what TracePoint reports of it.
class TestISeqWithoutSpecialisedInstructions < Minitest::Test
  ISeq = RubyVM::InstructionSequence

  class Made; end

  SOURCE = "a = [1]; a[0] = a[0] + 1; 'b'.freeze; [a[0], 2].max; [1].include?(a); case 2 when 2 then !a end"

  def names(**options) = ISeq.compile(SOURCE, **options).to_a.last.grep(Array).map { |insn| insn.first.to_s }.grep(/^opt_/)

  def test_specialized_instruction
    assert_empty names(specialized_instruction: false)
    refute_empty names
    assert_equal ISeq.compile(SOURCE).eval, ISeq.compile(SOURCE, specialized_instruction: false).eval
  end

  # Class#new is a call of its own where no instruction takes its place.
  def test_events_of_new
    events = lambda do |source, **options|
      seen, code = [], ISeq.compile(source, "events", **options)
      trace = TracePoint.new(:c_call, :c_return) { |t| seen << [t.event, t.method_id] if t.path == "events" }
      trace.enable { code.eval }
      seen
    end
    name = Made.name
    assert_equal [%i[c_call new], %i[c_call initialize], %i[c_return initialize], %i[c_return new]],
                 events.(name + ".new", specialized_instruction: false).last(4)
    refute_includes events.(name + ".new"), %i[c_call new]
  end

  def test_compile_option_in_force
    kept = ISeq.compile_option
    ISeq.compile_option = { specialized_instruction: false }
    assert_empty names
    assert_equal false, ISeq.compile_option[:specialized_instruction]
  ensure
    ISeq.compile_option = kept
  end

  def test_place_of_one_literal
    text = ISeq.compile("'a'", "place", "place", 7, frozen_string_literal: true, debug_frozen_string_literal: true).eval
    assert_match(/created at place:7\z/, assert_raises(FrozenError) { text << "b" }.message)
    plain = ISeq.compile("'a'", "place", "place", 7, frozen_string_literal: true).eval
    refute_match(/created at/, assert_raises(FrozenError) { plain << "b" }.message)
  end

  def test_hooks_of_a_thread_end_with_it
    before = TracePoint.stat
    Thread.new { Thread.current.add_trace_func(proc {}) }.join
    assert_equal before, TracePoint.stat
  end

  def test_class_of_an_aliased_module_function
    seen = []
    trace = TracePoint.new(:c_call) { |t| seen << [t.method_id, t.callee_id, t.defined_class] }
    klass = Class.new { alias other_format format }
    trace.enable { klass.new.send(:other_format, "%d", 1) }
    assert_includes seen, [:format, :other_format, Kernel]
  end

  def test_const_missing_has_events
    seen = []
    TracePoint.new(:c_call, :c_return) { |t| seen << [t.event, t.method_id] if t.path == __FILE__ }.enable do
      NoSuchConstant
    rescue NameError
      nil
    end
    assert_includes seen, %i[c_call const_missing]
    assert_includes seen, %i[c_return const_missing]
  end
end
