# test_enumerable.rb - Enumerable's C blocks (enum*.c, memo.c): direct walks and calls agree, and blocks that are kept.
require_relative "lib/test_helper"

class TestEnumerable < Minitest::Test
  # The same elements through an each that Enumerable cannot walk by itself.
  class Wrapped
    include Enumerable
    def initialize(list) = @list = list
    def each(&block) = (@list.each(&block); self)
  end

  # Keeps the block and calls it later.
  class Keeper
    include Enumerable
    attr_reader :block
    def each(&block) = (@block = block; block.call(1); block.call(2); self)
  end

  CALLS = {
    to_a: [], first: [], min: [], max: [], minmax: [], sort: [], sum: [], tally: [], uniq: [], count: [], compact: [],
    take: [2], drop: [2], each_slice: [2], each_cons: [2], zip: [[7, 8]], include?: [3], inject: [:+], each_entry: [],
    each_with_index: [], cycle: [2], reverse_each: [], lazy: [], to_set: [], chunk_while: nil, slice_when: nil,
  }.freeze

  def result(obj, name, args, &block)
    r = obj.public_send(name, *args, &block)
    r.is_a?(Enumerator) ? r.to_a : r
  end

  def test_direct_walk_equals_call
    [[5, 3, 3, 9], [], { 1 => 2, 3 => 4 }, 1..6, 1...6].each do |list|
      wrapped = Wrapped.new(list)
      CALLS.each do |name, args|
        next if args.nil? || (list.is_a?(Hash) && %i[sum inject].include?(name))
        assert result(list.each_entry, name, args) == result(wrapped, name, args), name.to_s
      end
      %i[map select reject flat_map filter_map partition group_by min_by max_by sort_by take_while drop_while find find_index
         each_with_index uniq count all? any? none? one? sum].each do |name|
        block = ->(v, *) { v.to_s.size.even? ? 1 : 2 }
        want = wrapped.public_send(name) { |*v| block.(*v) }
        got = list.each_entry.public_send(name) { |*v| block.(*v) }
        next if name == :each_with_index
        assert want == got, name.to_s
      end
    end
  end

  def test_block_kept_after_the_method_is_over
    %i[map each_with_index each_slice inject sort_by min_by group_by tally sum count each_cons].each do |name|
      k = Keeper.new
      args = %i[each_slice each_cons].include?(name) ? [2] : name == :inject ? [0] : []
      k.public_send(name, *args) { |*v| 1 }
      GC.start
      begin
        5.times { k.block.call(3) }
      rescue LocalJumpError, RuntimeError
        nil # the block that it would yield to is gone
      end
    end
    k = Keeper.new
    k.first
    assert_raises(LocalJumpError) { k.block.call(1) }
  end

  # What `each` does inside itself is not seen, and what is set in a block is that of the code around the call.
  class Looks < Wrapped
    attr_reader :seen
    def each = super { |v| yield v; (@seen ||= []) << $~ }
  end

  def test_special_variables_of_a_block_in_c
    "q" =~ /q/
    looks = Looks.new(%w[abc xbz])
    assert_equal %w[b b], looks.grep(/b/) { $~[0] }
    assert_equal [nil, nil], looks.seen
    assert_equal "b", $~[0]
    "q" =~ /q/
    looks.grep(/b/)
    assert_equal "q", $~[0]
  end

  def outer_match(looks, &block) = [looks.grep(/b./, &block), $~]

  def test_special_variables_of_a_block_handed_on
    "q" =~ /q/
    matches = []
    _, outer = outer_match(Looks.new(%w[abc])) { matches << $~[0] }
    assert_equal ["q"], matches
    assert_equal "bc", outer[0]
  end

  class Elsewhere
    include Enumerable
    def initialize(&how) = @how = how
    def each(&) = @how.call(proc(&))
  end

  def test_the_end_of_a_call_is_not_reached_from_another_stack
    e = assert_raises(LocalJumpError) { Elsewhere.new { |b| Fiber.new { b.call(1) }.resume }.first }
    assert_equal ["unexpected break", :break], [e.message, e.reason]
    thread = proc { |b| Thread.new { Thread.current.report_on_exception = false; b.call(1) }.value }
    assert_raises(LocalJumpError) { Elsewhere.new(&thread).first }
    left = nil
    Elsewhere.new { |b| left = b }.first
    assert_raises(LocalJumpError) { left.call(1) }
    assert_equal 1, Elsewhere.new { |b| b.call(1) }.first
  end

  # A block that ended in an exception which `each` rescues is no longer the one that runs.
  class Rescues
    include Enumerable
    def each
      begin
        yield 1
      rescue
      end
      yield 2
    end
  end

  def test_break_from_a_block_around_one_that_raised
    inner = proc { Rescues.new.find { |y| y == 1 ? raise : true } }
    assert_equal 2, Rescues.new.find { |x| inner.call == 2 && x == 2 }
    assert_equal [[1, 2]], Rescues.new.each_entry.first(1).map { |x| [x, inner.call] }
  end

  def test_break_next_and_raise_from_blocks
    assert_equal :out, Wrapped.new([1, 2]).map { break :out }
    assert_equal [nil, 4], Wrapped.new([1, 2]).map { |v| next if v == 1; v * 2 }
    assert_raises(IOError) { Wrapped.new([1]).sort_by { raise IOError } }
    assert_equal :out, [1, 2].each_with_index { break :out }
    assert_equal 1, Wrapped.new([1, 2]).each_entry.first
  end

  def test_sums
    assert_equal 0.6, [0.1, 0.2, 0.3].sum
    assert_equal 2**64, [2**63, 2**63].sum
    assert_equal 2**62 + 2**62, [2**61] .cycle(4).sum
    assert_equal 3r, [1, 1.5r, 0.5r].sum
    assert_equal "ab", %w[a b].sum("")
  end
end
