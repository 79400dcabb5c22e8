# test_closure.rb - locals that outlive their frame (vm/env.c): where the cells lie, and that they stay right.
require_relative "lib/test_helper"
require "objspace"
require "open3"

class TestClosure < Minitest::Test
  COUNT = 500
  MANY = 200 # locals: more than any slot holds

  # A method of n locals that returns a lambda.
  def self.maker(n)
    eval "def self.m#{n}(#{(1..n).map { "a#{_1} = #{_1}" }.join(", ")}) = -> { a#{n} }"
    method("m#{n}")
  end
  MAKERS = [1, 2, 3, 6, 10, 30, MANY].to_h { |n| [n, maker(n)] }

  # Bytes that a closed environment takes: of all internal objects, what each more of them adds.
  def bytes_of_environment(make)
    make.call
    GC.start
    was_disabled = GC.disable
    before = ObjectSpace.count_objects_size[:T_IMEMO]
    kept = Array.new(COUNT) { make.call }
    bytes = ObjectSpace.count_objects_size[:T_IMEMO] - before
    assert_equal COUNT, kept.size
    (bytes / COUNT / 8.0).round * 8 # something else may have been made meanwhile
  ensure
    GC.enable unless was_disabled
  end

  def test_cells_lie_in_the_slot
    skip "small limits: cells of more than three locals lie outside" if small_limits?
    header = GC::INTERNAL_CONSTANTS[:RBASIC_SIZE]
    slots = GC.stat_heap.map { |_, facts| facts[:slot_size] }.sort
    MAKERS.each do |n, make|
      cells = (n + 4) * 8
      if (slot = slots.find { _1 >= header + 8 + cells })
        assert_equal slot, bytes_of_environment(make), "#{n} locals"
      else
        assert_equal slots.find { _1 >= header + 16 } + cells, bytes_of_environment(make), "#{n} locals: outside"
      end
    end
  end

  def test_procs_lie_in_one_slot
    slots = GC.stat_heap.map { |_, facts| facts[:slot_size] }
    assert_includes slots, ObjectSpace.memsize_of(MAKERS[1].call)
    assert_includes slots, ObjectSpace.memsize_of(Class.new(Proc).new { })
  end

  # Prints "ok"; what is wrong otherwise.
  PROGRAM = <<~'RUBY'
    $bad = []
    def check(name, expected, got)
      $bad << "#{name}: #{got.inspect}, not #{expected.inspect}" unless expected == got
    end
    def text(i) = "text number #{i} " * 3

    def counter(start)
      n = start
      [-> { n += 1 }, -> { n }]
    end
    more, now = counter(41)
    more.call
    check :shared, 42, now.call

    def three(a)
      b = text(a)
      -> { c = text(a + 1); -> { d = text(a + 2); -> { [a, b, c, d] } } }
    end
    check :nested, [1, text(1), text(2), text(3)], three(1).call.call.call

    eval "def wide(x) #{(1..200).map { "v#{_1} = text(x + #{_1})" }.join("; ")}; [-> { v1 + v200 }, -> { v200 = text(x) }] end"
    get, set = wide(7)
    check :wide, text(8) + text(207), get.call
    set.call
    check :wide_set, text(8) + text(7), get.call

    def with_block(&block) = binding
    b = with_block { text(3) }
    check :block_parameter, text(3), b.local_variable_get(:block).call
    b.local_variable_set(:later, text(4))
    check :binding_new, text(4), b.eval("later")
    b.eval("again = later + '!'")
    check :binding_eval, text(4) + "!", b.local_variable_get(:again)
    check :binding_names, %i[again later block], b.local_variables
    b.local_variable_set(:block, text(5))
    check :binding_set, text(5), b.local_variable_get(:block)

    def match_before
      text(6) =~ /number (\d)/
      -> { $1 }
    end
    def match_after = [-> { text(7) =~ /number (\d)/ }, -> { $1 }, -> { $_ = text(8) }, -> { $_ }]
    def match_captured
      get = -> { $1 }
      text(9) =~ /number (\d)/
      get
    end
    check :match_before, "6", match_before.call
    match, group, line, last = match_after
    check :no_match, [nil, nil], [group.call, last.call]
    match.call
    line.call
    check :match_after, ["7", text(8)], [group.call, last.call]
    check :match_captured, "9", match_captured.call

    made = Module.new.module_eval { [-> { self }, self, -> { def made_here = 1; self }] }
    check :cref, made[1], made[0].call
    check :cref_def, [:made_here], made[2].call.instance_methods(false)
    scope = Object.new.instance_eval { x = text(1); [self, -> { def single = 5; x }] }
    check :cref_singleton, [text(1), 5], [scope[1].call, scope[0].single]

    def raising
      x = text(11)
      $saved = -> { x }
      raise "out"
    end
    begin
      raising
    rescue RuntimeError
      nil
    end
    check :raise, text(11), $saved.call
    catch(:t) { y = text(12); $saved = -> { y }; throw :t }
    check :throw, text(12), $saved.call

    def orphan = proc { return 1 }
    error = begin
      orphan.call
    rescue LocalJumpError => e
      e.message
    end
    check :orphan, "unexpected return", error
    returning = lambda { [1].each { |v| return text(v) } }
    check :lambda_return, text(1), returning.call
    define_singleton_method(:defined) { |v| z = text(v); -> { z } }
    check :define_method, text(13), defined(13).call

    blocks = Array.new(20) { |i| s = text(i); [-> { s }, -> (v) { s = v }] }
    blocks.each_with_index { |(get, set), i| set.call(get.call + text(i)) if i.odd? }
    blocks.each_with_index { |(get, _), i| check [:old, i], text(i) * (i.odd? ? 2 : 1), get.call }

    # Fibers and threads that end, and fibers that nobody can reach any more.
    left = []
    def in_fiber(i, left)
      s = text(i)
      g = -> { t = s + s; Fiber.yield(-> { [s, t, $1] }); t }
      s =~ /number (\d)/
      left << -> { g }
      left << -> { s }
      g.call
    end
    def apart(i, left) = left << Fiber.new { in_fiber(i, left) }.resume
    10.times { |i| apart(i, left) }
    3.times { GC.start }
    10.times { |i| check [:fiber, i], [text(i), [text(i), text(i) * 2, i.to_s]], [left[i * 3 + 1].call, left[i * 3 + 2].call] }
    check :thread, text(14), Thread.new { s = text(14); -> { s } }.value.call
    waiting = Queue.new
    t = Thread.new { s = text(15); $saved = -> { s }; waiting << 1; sleep }
    waiting.pop
    pid = fork do
      3.times { GC.start }
      Array.new(100) { |i| text(i) }
      exit!($saved.call == text(15))
    end
    check :fork, true, Process.wait2(pid).last.success?
    t.kill.join
    check :killed, text(15), $saved.call
    puts $bad.empty? ? "ok" : $bad
  RUBY

  def run_program(**stress)
    out, status = Open3.capture2e({ "VM_STRESS" => nil, **stress.transform_keys(&:to_s) }, RbConfig.ruby, "--disable-gems", "-e", PROGRAM)
    assert status.success?, out
    assert_equal "ok\n", out
  end

  def test_closures
    run_program
  end

  def test_closures_while_collecting
    run_program(VM_STRESS: "gc:1")
  end

  def test_closures_while_moving
    run_program(VM_STRESS: "compact:10") # :1 is half a minute
  end

  def test_closures_while_marking_in_steps
    run_program(VM_STRESS: "step:1")
  end
end
