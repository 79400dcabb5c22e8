# Coverage: what is counted, and the states of the measurement.
require "test_helper"
require "coverage"
require "tempfile"

class TestCoverage < Minitest::Test
  SOURCE = <<~'RUBY'
    def pick(x)
      if x > 1
        :many
      else
        :few
      end
    end

    class CoverageSample
      def used = 1
      def unused
        2
      end
      define_method(:block) { |a| a ? 1 : 2 }
    end

    [1, 2].each do |i|
      pick(i)
    end
    x = nil
    x&.foo
    case x
    when 1 then p 1
    when nil
      x = 2
    end
    while x < 4
      x += 1
    end
    CoverageSample.new.used
    # a comment
  RUBY

  def setup
    @file = Tempfile.create(["covered", ".rb"])
    @file.write(SOURCE)
    @file.close
  end

  def teardown
    Coverage.result if Coverage.state != :idle
    File.unlink(@file.path)
    Object.send(:remove_const, :CoverageSample) if defined?(CoverageSample)
  end

  def run_with(*args)
    Coverage.start(*args)
    load @file.path
    Coverage.result[@file.path]
  end

  LINES = [1, 2, 1, nil, 1, nil, nil, nil, 1, 1, 1, 0, nil, 1, nil, nil, 1, 2, nil, 1, 1, 1, 0, nil, 1, nil, 1, 2, nil, 1, nil]

  def test_lines
    assert_equal LINES, run_with
    assert_equal({lines: LINES}, run_with(lines: true))
  end

  def test_oneshot_lines
    Coverage.start(oneshot_lines: true)
    load @file.path
    first = Coverage.result(stop: false, clear: true)[@file.path][:oneshot_lines]
    assert_equal [1, 9, 10, 11, 14, 17, 18, 2, 5, 3, 20, 21, 22, 25, 27, 28, 30], first
    CoverageSample.new.unused
    assert_equal [12], Coverage.result[@file.path][:oneshot_lines]
  end

  def test_branches
    branches = run_with(branches: true)[:branches]
    assert_equal %i[if if &. case while], branches.keys.map(&:first)
    assert_equal({[:then, 1, 3, 4, 3, 9] => 1, [:else, 2, 5, 4, 5, 8] => 1}, branches[[:if, 0, 2, 2, 6, 5]])
    assert_equal [0, 1, 0], branches.find { |k, _| k[0] == :case }[1].values
    assert_equal [0, 1], branches.find { |k, _| k[0] == :"&." }[1].values
    assert_equal [2], branches.find { |k, _| k[0] == :while }[1].values
  end

  def test_methods
    methods = run_with(methods: true)[:methods].to_h { |k, n| [k[1], n] }
    assert_equal({pick: 2, used: 1, unused: 0, block: 0}, methods)
  end

  def test_states
    assert_equal :idle, Coverage.state
    assert_raises(RuntimeError) { Coverage.resume }
    Coverage.setup(lines: true)
    assert_equal :suspended, Coverage.state
    load @file.path
    assert_equal 0, Coverage.peek_result[@file.path][:lines].compact.sum
    Coverage.resume
    assert Coverage.running?
    assert_raises(RuntimeError) { Coverage.resume }
    pick(3)
    Coverage.suspend
    pick(3)
    assert_equal 1, Coverage.result[@file.path][:lines][2]
    assert_equal "coverage measurement is not enabled", assert_raises(RuntimeError) { Coverage.result }.message
  end

  def test_eval
    Coverage.start(lines: true, eval: true)
    eval "a = 1\nb = a\n", nil, "of_eval.rb", 3
    assert_equal [nil, nil, 1, 1], Coverage.result["of_eval.rb"][:lines]
  end

  def test_modes
    assert_equal [true, false], %i[branches other].map { |m| Coverage.supported?(m) }
    e = assert_raises(RuntimeError) { Coverage.setup(lines: true, oneshot_lines: true) }
    assert_equal "cannot enable lines and oneshot_lines simultaneously", e.message
    assert_raises(TypeError) { Coverage.supported?("lines") }
  end

  def test_line_stub
    assert_equal LINES.map { |n| n && 0 }, Coverage.line_stub(@file.path)
  end
end
