# The JIT's code of iterators for one block each (jit/closure.c): prints what the interpreter prints.
require_relative "lib/test_helper"
require "rbconfig"
require "open3"

class TestJITBlocks < Minitest::Test
  def run_ruby(source, *options)
    text, status = Open3.capture2e({ "RUBY_JIT" => "0" }, RbConfig.ruby, "--disable=gems", *options, "-e", source)
    assert status.success?, text
    text
  end

  # The body of a method, forty times over: the doors for one block are compiled at their third call.
  def assert_same(body, before = "")
    program = "#{before}\ndef work(turn)\n#{body}\nend\nout = []; 40.times { |turn| out << work(turn) }; p out"
    plain = run_ruby(program)
    assert_equal plain, run_ruby(program, "--jit-call-threshold=1")
    assert_equal plain, run_ruby(program, "--jit-call-threshold=5")
    assert_equal plain, run_ruby(program, "--jit-call-threshold=1", "--jit-stress=7")
  end

  TREE = <<~RUBY
    class Tree
      def initialize(all) = @all = all
      def each = @all.each { |x| yield x }
      def pairs = each { |x| yield x, x * 2 }
      def deep = 1.times { 1.times { each { |x| yield x } } }
    end
  RUBY

  def test_iterators_in_iterators
    assert_same "sum = 0; 3.times { |i| 4.times { |j| 2.times { |k| sum += i * j - k + turn } } }; sum"
  end

  def test_yield_in_a_block
    assert_same <<~RUBY, TREE
      a = []
      t = Tree.new([1, 2, turn])
      t.each { |x| a << x }
      t.each { |x| a << -x }
      t.pairs { |x, y| a << x + y }
      t.pairs { |x| a << x }
      t.deep { |x| a << x.to_s }
      a
    RUBY
  end

  def test_more_and_fewer_arguments_than_parameters
    assert_same <<~RUBY, "def two = yield(1, 2)\ndef none = yield\ndef one(a) = yield(a)"
      [two { |a| a }, two { |a, b, c| [a, b, c] }, two { 5 }, none { |a, b| [a, b] }, one([turn, 2]) { |a, b| [b, a] },
       one([turn]) { |a| a }, one(turn) { |*a| a }, one([1, [2, 3]]) { |a, (b, c)| [a, b, c] }]
    RUBY
  end

  def test_leaving_blocks
    assert_same <<~RUBY, TREE
      t = Tree.new([1, 2, 3, 4])
      a = t.each { |x| break x * 10 if x == turn % 5 }
      b = []
      t.pairs { |x, y| next if x.odd?; b << y }
      c = begin
        t.each { |x| raise x.to_s if x > turn % 6 }
        :none
      rescue RuntimeError => e
        e.message
      end
      d = [1, 2].each { |x| t.each { |y| return [a.class, b, c, x, y] if y == turn % 4 } }
      [a.class, b, c, d]
    RUBY
  end

  def test_captured_frames
    assert_same <<~RUBY, <<~BEFORE
      a = []
      keep(3) { |x| a << x }
      procs(3) { |x| a << x + turn }
      late(2) { |x| a << [x] }
      eaten(2) { |x| a << x.to_s }
      a
    RUBY
      def keep(n) = n.times { |i| @binding = binding if i == 1; yield i }
      def procs(n)
        n.times { |i| @proc = proc { yield i }; @proc.call; yield(-i) }
        @proc.call
      end
      def late(n)
        yield n
        l = lambda { |x| yield x }
        yield n + 1
        l.call(n + 2)
      end
      def eaten(n, &block)
        yield n
        [n].each(&block)
        n.times { |i| yield i }
      end
    BEFORE
  end

  def test_a_block_of_many_sites
    blocks = (0...250).map { |i| "each_of(a) { |x| sum += x * #{i} }" }.join("; ")
    assert_same "a = [1, turn]; sum = 0; #{blocks}; sum", "def each_of(a)\n  a.each { |x| yield x }\nend"
  end

  def test_blocks_that_are_freed
    program = <<~RUBY
      def over(n) = n.times { |i| yield i }
      out = []
      60.times do |turn|
        eval("def work = (sum = 0; 5.times { over(3) { |x| sum += x * \#{turn} } }; sum)")
        5.times { out << work }
        GC.start if turn % 10 == 9
      end
      p out.sum
    RUBY
    assert_equal run_ruby(program), run_ruby(program, "--jit-call-threshold=1")
  end

  def test_locals_of_the_home_are_seen
    assert_same "x = 1; 3.times { |i| x += i; 2.times { x = x.to_f if turn == 20; x += 1 } }; x"
  end

  def test_deep_recursion_through_a_block
    assert_same <<~RUBY, "def down(n) = n == 0 ? 0 : [n].each { |m| return yield(m) + down(m - 1) { |k| k } }\ndef forever = 1.times { |i| forever { |x| yield x + i } }"
      deep = begin
        forever { |x| x }
      rescue SystemStackError
        :deep
      end if turn % 20 == 0
      [down(30) { |x| x + turn }, deep]
    RUBY
  end
end
