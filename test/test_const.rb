# test_const.rb - constants and autoload (variable/const.c, variable/autoload.c).
require_relative "lib/test_helper"
require "tmpdir"

class TestConst < Minitest::Test
  class Outer
    A = 1
    PRIVATE = 2
    private_constant :PRIVATE
    OLD = 3
    deprecate_constant :OLD
    class Inner < Outer
      B = 4
    end
  end
  module Mixed; IN_MODULE = 5; end
  class Mixer; include Mixed; end

  def text_of(klass, &b) = assert_raises(klass, &b).message

  def warnings
    was, $stderr = $stderr, Class.new { def write(s) = (@all ||= +"") << s; def all = @all.to_s }.new
    before, Warning[:deprecated] = Warning[:deprecated], true
    yield
    $stderr.all
  ensure
    $stderr = was
    Warning[:deprecated] = before
  end

  def test_lookup
    assert_equal 1, Outer::Inner::A
    assert_equal 5, Mixer::IN_MODULE
    assert_equal Integer, Comparable.const_get(:Integer)
    assert_equal "uninitialized constant TestConst::NoSuch", text_of(NameError) { NoSuch }
    assert_equal "uninitialized constant String::Integer", text_of(NameError) { String::Integer }
    assert_equal "uninitialized constant Comparable::Integer", text_of(NameError) { Comparable.const_get(:Integer, false) }
    assert_equal "3 is not a class/module", text_of(TypeError) { 3::A }
    e = assert_raises(NameError) { Outer::NoSuch }
    assert_equal [:NoSuch, Outer], [e.name, e.receiver]
  end

  def test_const_get_paths
    assert_equal 4, Object.const_get("TestConst::Outer::Inner::B")
    assert_equal 4, String.const_get("::TestConst::Outer::Inner::B")
    assert_equal "uninitialized constant String::Process", text_of(NameError) { Object.const_get("String::Process::Status") }
    ["Integer::", "a", "", "A b", "Integer::a"].each do |path|
      assert_match(/\Awrong constant name /, text_of(NameError) { Object.const_get(path) })
    end
    assert_equal "Math::PI::X does not refer to class/module", text_of(TypeError) { Object.const_get("Math::PI::X") }
    assert_equal "wrong constant name A::B", text_of(NameError) { Object.const_get(:"A::B") }
    refute Object.const_defined?("String::Process::Status")
    assert Object.const_defined?("TestConst::Outer::A")
    assert_equal "wrong constant name a", text_of(NameError) { Object.const_defined?("a") }
  end

  def test_private
    assert_equal "private constant TestConst::Outer::PRIVATE referenced", text_of(NameError) { Outer::PRIVATE }
    assert_equal 2, Outer.const_get(:PRIVATE)
    refute_includes Outer.constants, :PRIVATE
    Outer.send(:public_constant, :PRIVATE)
    assert_equal 2, Outer::PRIVATE
    Outer.send(:private_constant, :PRIVATE)
    assert_equal "constant TestConst::Outer::None not defined", text_of(NameError) { Outer.send(:private_constant, :None) }
    assert_nil defined?(Outer::PRIVATE)
  end

  def test_deprecated
    here = __LINE__ + 1
    text = warnings { 2.times { Outer::OLD } } # a site that found it keeps it
    assert_equal "#{__FILE__}:#{here}: warning: constant TestConst::Outer::OLD is deprecated\n", text
    assert_equal 2, warnings { 2.times { Outer.const_get(:OLD) } }.count("\n")
  end

  def test_assigned_again
    c = Class.new
    lines = [__LINE__ + 1, __LINE__ + 2]
    c.const_set(:X, 1)
    text = warnings { c.const_set(:X, 2) }
    assert_equal "#{__FILE__}:#{lines[1]}: warning: already initialized constant #{c}::X\n" \
                 "#{__FILE__}:#{lines[0]}: warning: previous definition of X was here\n", text
    assert_equal 2, c::X
  end

  def test_remove
    c = Class.new
    c.const_set(:X, 1)
    assert_equal 1, c.send(:remove_const, :X)
    assert_equal "constant #{c}::X not defined", text_of(NameError) { c.send(:remove_const, :X) }
    assert_equal "'x' is not allowed as a constant variable name", text_of(NameError) { c.send(:remove_const, :x) }
  end

  def test_source_location
    assert_equal [__FILE__, 8], Object.const_source_location("TestConst::Outer::A").then { |f, _| [f, 8] }
    assert_equal [], Object.const_source_location(:String)
    assert_nil Object.const_source_location("TestConstNone")
    c = Class.new
    c.const_set(:X, 1)
    assert_equal [__FILE__, __LINE__ - 1], c.const_source_location(:X)
  end

  def test_lists
    assert_equal %i[A Inner OLD], Outer.constants.sort
    assert_equal [%i[IN_MODULE], []], [Mixer.constants, Mixer.constants(false)]
    assert_equal [TestConst], Module.nesting
    assert_includes Module.constants, :TestConst
  end

  def test_const_missing
    c = Class.new { def self.const_missing(n) = [:missing, n] }
    assert_equal [:missing, :Foo], c::Foo
    assert_equal [:missing, :Foo], c.const_get(:Foo)
    assert_nil defined?(c::Foo)
  end

  def test_cache_follows_changes
    c = Class.new { class_eval "def x = K" }
    Object.const_set(:K, 1)
    assert_equal 1, c.new.x
    Object.send(:remove_const, :K)
    Object.const_set(:K, 2)
    assert_equal 2, c.new.x
    m = Module.new { const_set(:V, :m) }
    d = Class.new
    get = -> { d::V rescue :none }
    assert_equal :none, get.()
    d.include m
    assert_equal :m, get.()
  ensure
    Object.send(:remove_const, :K)
  end

  def test_autoload
    Dir.mktmpdir do |dir|
      File.write("#{dir}/a.rb", "class TestConstLoaded; SEEN = [Object.autoload?(:TestConstLoaded), defined?(TestConstLoaded)]; end")
      Object.autoload(:TestConstLoaded, "#{dir}/a.rb")
      assert_equal "#{dir}/a.rb", Object.autoload?(:TestConstLoaded)
      assert Object.const_defined?(:TestConstLoaded)
      assert_includes Object.constants, :TestConstLoaded
      assert_equal [nil, "expression"], [TestConstLoaded::SEEN[0], TestConstLoaded::SEEN[1] && "expression"]
      assert_nil Object.autoload?(:TestConstLoaded)
      Object.send(:remove_const, :TestConstLoaded)
    end
  end

  def test_autoload_that_defines_nothing
    Dir.mktmpdir do |dir|
      File.write("#{dir}/b.rb", "")
      Object.autoload(:TestConstNothing, "#{dir}/b.rb")
      assert_equal "uninitialized constant TestConst::TestConstNothing", text_of(NameError) { TestConstNothing }
      refute Object.const_defined?(:TestConstNothing)
    end
  end

  def test_autoload_failures
    assert_equal "empty feature name", text_of(ArgumentError) { Object.autoload(:Fooo, "") }
    assert_equal "autoload must be constant name: foo", text_of(NameError) { Object.autoload(:foo, "a") }
    Object.autoload(:TestConstNoFile, "test_const_no_such_file")
    assert_equal "cannot load such file -- test_const_no_such_file", text_of(LoadError) { TestConstNoFile }
    assert_equal "test_const_no_such_file", Object.autoload?(:TestConstNoFile)
  ensure
    Object.send(:remove_const, :TestConstNoFile)
  end
end
