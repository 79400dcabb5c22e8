# respond_to?(:name) at one call site: the site keeps the answer until something that it follows from changes.
require_relative "lib/test_helper"

class TestRespondToSite < Minitest::Test
  def ask(o) = [o.respond_to?(:foo), o.respond_to?(:bar), o.respond_to?(:zip)]
  def ask_for(o, name) = o.respond_to?(name)

  def setup
    @class = Class.new { def foo = 1; private def bar = 2; protected def baz = 3 }
    @object = @class.new
    40.times { ask(@object) }
  end

  def test_visibility = assert_equal([[true, false, false], false], [ask(@object), ask_for(@object, :baz)])

  def test_methods_come_and_go
    @class.undef_method(:foo)
    assert_equal [false, false, false], ask(@object)
    @class.class_eval { def foo = 1; public :bar }
    assert_equal [true, true, false], ask(@object)
    @class.class_eval { private :foo; remove_method :bar }
    assert_equal [false, false, false], ask(@object)
  end

  def test_a_singleton_method
    def @object.zip = 1
    assert_equal [true, false, true], ask(@object)
    assert_equal [true, false, false], ask(@class.new)
  end

  def test_a_module_included_later
    @class.include(Module.new { def zip = 1 })
    assert_equal [true, false, true], ask(@object)
  end

  def test_respond_to_missing
    @class.class_eval { def respond_to_missing?(name, all) = name == :zip && !all }
    assert_equal [true, false, true], ask(@object)
    @class.class_eval { remove_method :respond_to_missing? }
    assert_equal [true, false, false], ask(@object)
  end

  def test_respond_to_of_its_own
    @class.class_eval { def respond_to?(name, all = false) = name == :zip }
    assert_equal [false, false, true], ask(@object)
    @class.class_eval { remove_method :respond_to? }
    assert_equal [true, false, false], ask(@object)
  end

  def test_other_names_at_the_site
    40.times { ask_for(@object, :foo) }
    assert_equal [false, true, false, true], [:nope, "foo", "nope_#{1}".to_sym, :foo].map { |name| ask_for(@object, name) }
    assert_raises(TypeError) { ask_for(@object, 1) }
  end

  def test_receivers_of_many_kinds
    other = Class.new { def zip = 1 }.new
    3.times do
      assert_equal [[true, false, false], [false, false, true]], [@object, other].map { |o| ask(o) }
      assert_equal [[false, false, true], [false, false, false], [false, false, false]], [[], 1, nil].map { |o| ask(o) }
    end
  end

  # With one parameter it is asked as it is, and a second argument is no business of the site's.
  def test_with_private_methods
    assert_equal [false, true], [@object.respond_to?(:bar), @object.respond_to?(:bar, true)]
  end
end
