# Methods whose body is one immediate value, self, their parameter, or the read of an instance variable: their sites enter no frame (SITE-12).
# Each is called often enough that its site is linked, and then the method, its receiver or the hooks change.
require "tmpdir"
require_relative "lib/test_helper"

class TestTrivialMethods < Minitest::Test
  class Node
    attr_reader :written
    def written=(value)
      @written = value
    end
    def write(value) = @written = value
    def write_second(_first, value) = @written = value
    def initialize = (@value = 1; @other = :o)
    def value = @value
    def missing = @missing
    def leaf? = false
    def type = :node
    def number() = -3
    def large = 9_999_999_999
    def text = "text"
    def empty() end
    def ignored(_argument) = 7
    def ignored_twice(_first, _second) = 8
    def optional(_argument = 1) = 9
    def keyword(key: 1) = key
    def itself_too = self
  end

  class Leaf < Node
    def leaf? = true
    def initialize = (@first = 0; super)
  end

  def call_all(node)
    [node.value, node.missing, node.leaf?, node.type, node.number, node.large, node.text, node.empty, node.ignored(1), node.ignored_twice(1, 2),
     node.optional, node.optional(2), node.keyword, node.keyword(key: 2), node.itself_too.equal?(node)]
  end

  VALUES = [1, nil, false, :node, -3, 9_999_999_999, "text", nil, 7, 8, 9, 9, 1, 2, true].freeze

  def test_values
    node, leaf = Node.new, Leaf.new
    3.times { assert_equal VALUES, call_all(node) }
    3.times { assert_equal VALUES.dup.tap { |list| list[2] = true }, call_all(leaf) }
    assert_equal [false, true] * 20, Array.new(40) { |i| [node, leaf][i % 2].leaf? }
  end

  def test_writers
    node = Node.new
    4.times { |i| assert_equal [i, i, i + 1, i + 1], [node.written = i, node.written, node.write(i + 1), node.written] }
    4.times { |i| assert_equal [i, i], [node.write_second(0, i), node.written] }
    changed = Class.new(Node) { def write(value) = @written = value }
    others = [Node.new, changed.new, Leaf.new]
    9.times { |i| assert_equal [i, i], [others[i % 3].write(i), others[i % 3].written] }
    node.freeze
    error = assert_raises(FrozenError) { [1, 2, 3].each { |i| node.write(i) } }
    assert_equal [:write, node], [error.backtrace_locations[0].base_label.to_sym, error.receiver]
  end

  # What is written keeps young values reachable from old objects.
  def test_writers_of_old_objects
    nodes = Array.new(50) { Node.new }
    3.times { GC.start }
    nodes.each_with_index { |node, i| node.write("young #{i}" * 2) }
    GC.start(full_mark: false)
    20_000.times { "garbage" * 2 }
    assert_equal Array.new(50) { |i| "young #{i}" * 2 }, nodes.map(&:written)
  end

  def test_many_classes_at_one_site
    classes = Array.new(12) { |i| Class.new(Node) { class_eval("def leaf? = #{i}; def value = @value; def initialize = (@i#{i} = 0; super)") } }
    nodes = classes.map(&:new)
    asked = lambda { |node| [node.leaf?, node.value] }
    3.times { assert_equal (0..11).map { |i| [i, 1] }, nodes.map(&asked) }
    classes[3].class_eval { def leaf? = :again; def value = [@value] }
    assert_equal (0..11).map { |i| i == 3 ? [:again, [1]] : [i, 1] }, nodes.map(&asked)
  end

  def test_by_name_by_block_and_by_symbol
    node = Node.new
    list = [node] * 5
    assert_equal [:node] * 5, list.map(&:type)
    assert_equal [1] * 5, list.map(&:value)
    assert_equal [:node] * 5, Array.new(5) { node.send(:type) }
    assert_equal [7] * 5, Array.new(5) { node.public_send(:ignored, 0) }
    assert_equal [:node] * 5, Array.new(5) { node.type { raise } }
    block = proc { raise }
    assert_equal [1] * 5, Array.new(5) { node.value(&block) }
  end

  def test_changes_after_linking
    klass = Class.new(Node)
    node = klass.new
    ask = -> { [node.type, node.value, node.leaf?] }
    5.times { ask.() }
    klass.define_method(:type) { :defined }
    assert_equal [:defined, 1, false], ask.()
    node.instance_variable_set(:@value, 2)
    assert_equal [:defined, 2, false], ask.()
    node.remove_instance_variable(:@value)
    assert_equal [:defined, nil, false], ask.()
    def node.leaf? = :singleton
    assert_equal [:defined, nil, :singleton], ask.()
    klass.undef_method(:value)
    assert_raises(NoMethodError) { ask.() }
  end

  class Bodies
    def me = self
    def same(value) = value
    def second(_first, value) = value
    def me_too(_value) = self
    define_method(:made_value) { :made }
    define_method(:made_same) { |value| value }
    define_method(:made_me) { self }
    define_method(:made_ignored) { |_value| nil }
    define_method(:made_reader) { @value }
    define_method(:made_writer) { |value| @value = value }
    define_method(:made_optional) { |value = 5| value }
  end

  def ask_bodies(object, value)
    [object.me.equal?(object), object.same(value), object.second(1, value), object.me_too(1).equal?(object), object.made_value, object.made_same(value),
     object.made_me.equal?(object), object.made_ignored(1), object.made_writer(value), object.made_reader, object.made_optional, object.made_optional(value)]
  end

  def test_self_parameters_and_define_method
    object, heirs = Bodies.new, Array.new(12) { Class.new(Bodies) }
    6.times { |i| assert_equal [true, i, i, true, :made, i, true, nil, i, i, 5, i], ask_bodies(object, i) }
    heirs.each { |heir| assert_equal [true, "x", "x", true, :made, "x", true, nil, "x", "x", 5, "x"], ask_bodies(heir.new, "x") }
    heirs[4].define_method(:made_same) { |value| [value] }
    heirs[4].define_method(:me) { 4 }
    assert_equal [[1], 4], heirs[4].new.then { |heir| [heir.made_same(1), heir.me] }
    error = assert_raises(ArgumentError) { object.made_same }
    assert_equal "wrong number of arguments (given 0, expected 1)", error.message
    assert_equal [3] * 5, Array.new(5) { object.send(:same, 3) }
    assert_equal [object] * 5, ([object] * 5).map(&:made_me)
  end

  # The Proc of such a method belongs to the Ractor that made it, though its body reads nothing.
  def test_define_method_in_another_ractor
    out, = run_ruby(<<~RUBY, "-W0")
      class Made
        value = [1]
        define_method(:trivial) { :value }
        define_method(:held) { value }
      end
      made = Made.new
      ask = -> { made.trivial }
      5.times { ask.call }
      def in_ractor = Made.new.trivial
      3.times { in_ractor }
      p Ractor.new { in_ractor rescue $!.class }.value
      p in_ractor
    RUBY
    assert_equal "RuntimeError\n:value\n", out
  end

  def test_wrong_arguments
    node = Node.new
    5.times { node.type; node.ignored(1) }
    error = assert_raises(ArgumentError) { node.type(1) }
    assert_equal ["wrong number of arguments (given 1, expected 0)", :type], [error.message, error.backtrace_locations[0].base_label.to_sym]
    assert_raises(ArgumentError) { node.ignored }
    assert_equal [[:req, :_argument]], node.method(:ignored).parameters
  end

  def test_visibility
    klass = Class.new(Node) { private def type = :hidden; protected def leaf? = :guarded; def both(other) = [type, other.leaf?] }
    node = klass.new
    5.times { assert_equal [:hidden, :guarded], node.both(klass.new) }
    assert_raises(NoMethodError) { node.type }
    assert_raises(NoMethodError) { node.leaf? }
  end

  def test_readers_of_classes_and_of_wide_objects
    klass = Class.new { class << self; def setting = @setting; attr_writer :setting; end }
    klass.setting = 5
    assert_equal [5] * 5, Array.new(5) { klass.setting }
    wide = Class.new { def initialize = 60.times { |i| instance_variable_set("@v#{i}", i) }; def last = @v59 }.new
    assert_equal [59] * 5, Array.new(5) { wide.last }
  end

  # The first hook unlinks what was linked; afterwards such methods are entered like others.
  def test_events
    out = IO.popen([RbConfig.ruby, "--disable-gems", "-"], "r+") do |ruby|
      ruby.write <<~RUBY
        class Node
          def initialize = @value = 1
          def type = :node
          def value
            @value
          end
        end
        node = Node.new
        ask = -> { [node.type, node.value, *[node].map(&:type), node.send(:value)] }
        10.times { ask.() }
        events = []
        TracePoint.new(:call, :line, :return) { |e| events << [e.event, e.method_id, e.lineno] if e.self.is_a?(Node) }.enable { ask.() }
        10.times { ask.() }
        p events
        events.clear
        TracePoint.new(:line) { |e| events << [e.method_id, e.lineno] }.enable(target: Node.instance_method(:value)) { ask.() }
        10.times { ask.() }
        p events
      RUBY
      ruby.close_write
      ruby.read
    end
    assert_equal <<~OUT, out
      [[:call, :type, 3], [:return, :type, 3], [:call, :value, 4], [:line, :value, 5], [:return, :value, 6], [:call, :type, 3], [:return, :type, 3], [:call, :value, 4], [:line, :value, 5], [:return, :value, 6]]
      [[:value, 5], [:value, 5]]
    OUT
  end

  # A hook for one method alone is the first of its process.
  def test_a_target_is_the_first_hook
    code = <<~RUBY
      class Node; def type = :node; end
      node = Node.new
      ask = -> { node.type }
      10.times { ask.() }
      events = []
      TracePoint.new(:call) { |e| events << e.method_id }.enable(target: Node.instance_method(:type)) { 3.times { ask.() } }
      p events
    RUBY
    assert_equal "[:type, :type, :type]\n", IO.popen([RbConfig.ruby, "--disable-gems", "-e", code], &:read)
  end

  def test_coverage_counts_calls
    Dir.mktmpdir do |folder|
      File.write("#{folder}/covered.rb", "class Covered\n  def type = :node\n  def value\n    @value\n  end\nend\n")
      code = <<~RUBY
        require "coverage"
        class Before; def type = 1; end
        before = Before.new
        10.times { before.type }
        Coverage.start(lines: true, methods: true)
        require "#{folder}/covered.rb"
        covered = Covered.new
        10.times { covered.type; covered.value; before.type }
        result = Coverage.result.fetch("#{folder}/covered.rb")
        p result[:lines], result[:methods].transform_keys { |key| key[1] }
      RUBY
      out = IO.popen([RbConfig.ruby, "-e", code], &:read)
      assert_equal "[1, 1, 1, 10, nil, nil]\n{value: 10, type: 10}\n", out
    end
  end
end
