# test_gc_incremental.rb - marking in steps (gc/incremental.c): collections that go on while the program writes.
#
# The heap by itself, with the walker's rule for black objects, is tested in internal/test_gc.c.
require_relative "lib/test_helper"
require "open3"

class TestGCIncremental < Minitest::Test
  # Each allocation makes a step; what is written between two steps must be there afterwards.
  def stressed(program, every: 1)
    out, status = Open3.capture2e({ "VM_STRESS" => "step:#{every}" }, RbConfig.ruby, "--disable-gems", "-e", program)
    assert status.success?, out
    out
  end

  def test_steps_are_made
    counts = stressed(<<~'RUBY').split.map(&:to_i)
      20_000.times { Object.new }
      puts GC.stat(:major_gc_count), GC.stat(:pause_count)
    RUBY
    assert_operator counts[0], :>, 5
    assert_operator counts[1], :>, counts[0] * 5
  end

  def test_writes_between_steps
    assert_equal "ok\n", stressed(<<~'RUBY')
      Pair = Struct.new(:left, :right)
      class Box
        attr_accessor :a, :b
      end
      array = Array.new(50) { |i| "a#{i}" }
      hash = {}
      pairs = Array.new(50) { Pair.new }
      boxes = Array.new(50) { Box.new }
      counter = nil
      blocks = Array.new(50) { |i| n = "n#{i}"; -> { n = n.succ } }
      2000.times do |i|
        k = i % 50
        array[k] = "a#{i}"
        array.rotate!(7) if k == 49
        hash[k] = ["h#{i}"]
        hash.delete((k + 25) % 50)
        pairs[k].left = "l#{i}"
        pairs[k].right = pairs[(k + 1) % 50].left
        boxes[k].a = [boxes[k].b]
        boxes[k].b = i.to_s
        boxes[k].instance_variable_set(:"@c#{i % 7}", i.to_s)
        counter = blocks[k].call
      end
      raise "array" unless array.map { |s| s[1..].to_i }.sort == (1950..1999).to_a
      raise "hash" unless hash.all? { |k, v| v[0] =~ /\Ah\d+\z/ && v[0][1..].to_i % 50 == k }
      raise "pairs" unless pairs.all? { |p| p.left.start_with?("l") }
      raise "boxes" unless boxes.each_with_index.all? { |b, i| b.b == (1950 + i).to_s && b.a[0] == (1900 + i).to_s }
      raise "blocks" unless counter == (1..40).inject("n49") { |s, _| s.succ }
      puts "ok"
    RUBY
  end

  def test_classes_fibers_threads_and_weak_maps
    assert_equal "ok\n", stressed(<<~'RUBY', every: 3)
      map = ObjectSpace::WeakMap.new
      kept = Array.new(40) { |i| "kept #{i}" }
      kept.each { |s| map[s] = s }
      fibers = Array.new(10) { |i| Fiber.new { |x| loop { s = "f#{i} #{x}"; x = Fiber.yield(s) } } }
      200.times do |i|
        klass = Class.new { define_method(:hello) { "hello #{i}" } }
        object = klass.new
        object.define_singleton_method(:there) { "there #{i}" }
        raise "method" unless object.hello == "hello #{i}" && object.there == "there #{i}"
        raise "fiber" unless fibers[i % 10].resume(i) == "f#{i % 10} #{i}"
        raise "thread" unless Thread.new { "t#{i}" }.value == "t#{i}"
        raise "symbol" unless "sym#{i}".to_sym.to_proc
        raise "id" unless ObjectSpace._id2ref(object.object_id).equal?(object)
      end
      raise "weak map" unless kept.all? { |s| map[s].equal?(s) }
      puts "ok"
    RUBY
  end

  # GC.start and compaction in the midst of steps; finalizers run.
  def test_other_collections_between
    assert_equal "ok\n", stressed(<<~'RUBY')
      finalized = 0
      count = proc { finalized += 1 }
      list = []
      100.times do |i|
        list << [i.to_s, { i => "v#{i}" }]
        ObjectSpace.define_finalizer(Object.new, count)
        case i % 10
        when 3 then GC.start
        when 6 then GC.start(full_mark: false)
        when 9 then GC.compact
        end
      end
      raise "list" unless list.each_with_index.all? { |(s, h), i| s == i.to_s && h[i] == "v#{i}" }
      raise "finalizers" unless finalized > 0
      puts "ok"
    RUBY
  end

  def test_state_of_a_large_heap
    assert_equal "true true\n", stressed(<<~'RUBY', every: 1_000_000_000)
      live = []
      states = {}
      400_000.times do |i|
        live << [i.to_s]
        states[GC.latest_gc_info(:state)] = true if i % 500 == 0
      end
      puts [states.key?(:marking), live.each_with_index.all? { |(s), i| s == i.to_s }].join(" ")
    RUBY
  end
end
