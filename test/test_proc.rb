# test_proc.rb - Proc, Method, Binding and MatchData: copies, currying, ruby2_keywords.
require_relative "lib/table_test"

class TestProc < Minitest::Test
  TableTest.define(self, "proc") do |source|
    capture_io { @answer = TableTest.without_places(TableTest.answer(source)) }
    @answer
  end

  def test_curry_gives_a_proc_always
    p0, l0 = proc { 1 }.curry, -> { 1 }.curry
    assert_equal [Proc, Proc, false, true, 1, 1], [p0.class, l0.class, p0.lambda?, l0.lambda?, p0.call, l0.call]
    e = assert_raises(ArgumentError) { ->(a, b = 1) { }.curry(3) }
    assert_equal "wrong number of arguments (given 3, expected 1..2)", e.message
    assert_raises(ArgumentError) { ->(a, *b) { }.curry(0) }
    assert_equal [1, 2, 3], ->(a, *b) { [a, *b] }.curry(3)[1][2, 3]
  end

  def test_copies_keep_variables_and_frozenness
    [proc { }, method(:p), Object.instance_method(:to_s), binding, /a/.match("a")].each do |o|
      o.instance_variable_set(:@x, 1)
      assert_equal 1, o.dup.instance_variable_get(:@x), o.class.name
      refute o.clone.frozen?
      o.freeze
      assert o.clone.frozen?, o.class.name
      refute o.dup.frozen?
    end
  end

  def test_ruby2_keywords_with_post_arguments
    _, err = capture_io { ->(*a, b) { }.ruby2_keywords }
    assert_match(/Skipping set of ruby2_keywords flag/, err)
  end

  def test_deconstruct_keys_of_too_many
    m = /(?<a>.)(?<b>.)/.match("xy")
    assert_equal({}, m.deconstruct_keys(%i[a b c]))
    assert_equal({ a: "x" }, m.deconstruct_keys(%i[a c]))
  end

  def test_weakmap_each_without_block
    w = ObjectSpace::WeakMap.new
    assert_same w, w.each
    key = Object.new
    w[key] = key
    assert_raises(LocalJumpError) { w.each_key }
  end

  def test_a_clone_of_a_binding_has_its_singleton_class
    b = binding
    def b.foo = 1
    assert_equal 1, b.clone.foo
    assert_raises(NoMethodError) { b.dup.foo }
    assert_raises(RuntimeError) { method(:binding).call }
  end
end
