# test_variable.rb - class variables and global variables (variable/cvar.c, variable/gvar.c).
require_relative "lib/test_helper"

class TestVariable < Minitest::Test
  def text_of(klass, &b) = assert_raises(klass, &b).message
  class S; @@x = 1; def self.x = @@x; def self.nope = @@nope; end
  class C < S; @@x = 2; @@y = 3; end

  def test_class_variables
    assert_equal [2, 2], [S.x, C.class_variable_get(:@@x)]
    assert_equal [[:@@x], [:@@y, :@@x], [:@@y]], [S.class_variables, C.class_variables, C.class_variables(false)]
    assert_equal "uninitialized class variable @@nope in TestVariable::S", text_of(NameError) { S.nope }
    assert_equal "'x' is not allowed as a class variable name", text_of(NameError) { S.class_variable_get(:x) }
    assert_equal "class variable @@z not defined for TestVariable::S", text_of(NameError) { S.remove_class_variable(:@@z) }
    assert_equal "cannot remove @@x for TestVariable::C", text_of(NameError) { C.remove_class_variable(:@@x) }
    c = Class.new
    assert_equal 1, c.class_variable_set("@@a", 1)
    assert c.class_variable_defined?(:@@a)
    assert_equal [1, []], [c.remove_class_variable(:@@a), c.class_variables]
  end

  def test_overtaken
    s = Class.new { def self.name = "S" }
    c = Class.new(s) { class_variable_set(:@@v, 1) }
    s.class_variable_set(:@@v, 2)
    assert_match(/\Aclass variable @@v of #<Class:.*> is overtaken by #<Class:.*>\z/, text_of(RuntimeError) { c.class_variable_get(:@@v) })
  end

  def test_through_modules
    m = Module.new { class_variable_set(:@@m, 1) }
    c = Class.new { include m }
    assert_equal 1, c.class_variable_get(:@@m)
    c.class_variable_set(:@@m, 2)
    assert_equal 2, m.class_variable_get(:@@m)
    assert_equal 2, c.singleton_class.class_variable_get(:@@m)
  end

  def test_toplevel
    assert_equal ["", 1], run_ruby("@@a = 1").then { |o, e, s| [o, s] }
    assert_match(/class variable access from toplevel \(RuntimeError\)/, run_ruby("@@a")[1])
  end

  def test_global_alias
    alias $test_variable_b $test_variable_a
    $test_variable_a = 5
    assert_equal 5, $test_variable_b
    $test_variable_b = 6
    assert_equal 6, $test_variable_a
    assert_includes global_variables, :$test_variable_b
    assert_nil defined?($test_variable_none)
    assert_nil $test_variable_none
  end

  def test_trace
    seen = []
    trace_var(:$test_variable_t) { |v| seen << [1, v] }
    trace_var(:$test_variable_t, two = proc { |v| seen << [2, v] })
    $test_variable_t = :a
    assert_equal [[2, :a], [1, :a]], seen
    assert_equal [two], untrace_var(:$test_variable_t, two)
    $test_variable_t = :b
    assert_equal [1, :b], seen.last
    assert_equal 1, untrace_var(:$test_variable_t).size
    $test_variable_t = :c
    assert_equal 3, seen.size
    assert_equal "undefined global variable $test_variable_never", text_of(NameError) { untrace_var(:$test_variable_never) }
  end

  def test_read_only
    %w[$! $$ $? $-W].each { |v| assert_equal "#{v} is a read-only variable", text_of(NameError) { eval "#{v} = 1" } }
    assert_equal "$! not set", text_of(ArgumentError) { eval "$@ = nil" }
  end

  def test_class_variables_of_what_a_class_is_extended_with
    mod = Module.new
    mod.class_variable_set(:@@m, 1)
    [Class.new, Module.new].each do |extended|
      single = extended.extend(mod).singleton_class
      assert_equal [], single.class_variables
      assert !single.class_variable_defined?(:@@m)
      assert_raises(NameError) { single.class_variable_get(:@@m) }
    end
    object = Object.new.extend(mod)
    assert_equal 1, object.singleton_class.class_variable_get(:@@m)
  end

  def test_errinfo
    begin
      raise "x"
    rescue
      assert_equal "x", $!.message
      assert_equal $!.backtrace, $@
      $@ = ["y"]
      assert_equal ["y"], $!.backtrace
    end
    assert_nil $!
  end
end
