# test_refinement.rb - refine, using, import_methods (class/refinement.c).
require_relative "lib/test_helper"

module TestRefinementOf
  class Foo; def m = "m"; end
  class Bar < Foo; def m = "b" + super; end
  class Prepended; prepend(Module.new { def m = "p" + super }); def m = "c"; end
  module R
    refine(Integer) { def foo = "foo#{self}"; def bar = foo; def to_s = "I" + super }
    refine(Kernel) { def refined_kernel = 1 }
    refine(Foo) { def m = "r" + super; private def pm = 1 }
    refine(Prepended) { def m = "r" + super }
  end
  module Plain; def imported = "i" + own; private def own = "o"; end
  module R2; refine(String) { import_methods Plain; def twice = imported + imported } end
end

class TestRefinement < Minitest::Test
  include TestRefinementOf
  def text_of(klass, &b) = assert_raises(klass, &b).message

  def test_not_active_here
    assert_equal "undefined method 'foo' for an instance of Integer", text_of(NoMethodError) { 3.foo }
    assert_equal "m", Foo.new.m
  end

  using TestRefinementOf::R
  using TestRefinementOf::R2

  def test_active
    assert_equal ["fooI3", "fooI3", "I3", 1], [3.foo, 3.bar, 3.to_s, 3.refined_kernel]
    assert_equal ["rm", "bm", "rpc"], [Foo.new.m, Bar.new.m, Prepended.new.m]
    assert_equal "private method 'pm' called for an instance of TestRefinementOf::Foo", text_of(NoMethodError) { Foo.new.pm }
  end

  def test_by_name
    assert_equal %w[fooI3 fooI3 fooI3], [3.send(:foo), 3.public_send(:foo), 3.__send__(:foo)]
    assert 3.respond_to?(:foo)
    assert_equal %w[fooI1 fooI2], [1, 2].map(&:foo)
  end

  def test_interpolation
    assert_equal "I3", "#{3}"
  end

  def test_import
    assert_equal %w[io ioio], ["".imported, "".twice]
    assert_equal "Can't import method which is not defined with Ruby code: Kernel#",
                 text_of(ArgumentError) { Module.new { refine(String) { import_methods Kernel } } }[/\A.*#/]
  end

  def test_prepended_comes_after
    c = Class.new { def m = "c" }
  end

  def test_reflection
    r = R.refinements
    assert_equal [Integer, Kernel, Foo, Prepended], r.map(&:target)
    assert_equal "#<refinement:Integer@TestRefinementOf::R>", r[0].inspect
    assert_equal %i[bar foo to_s], r[0].instance_methods(false).sort
    assert_equal [Refinement, Module], r[0].class.ancestors.take(2)
    assert_equal [R, R2], Module.used_modules.sort_by(&:name)
    assert_equal r, Module.used_refinements.take(4)
  end

  def test_errors
    assert_equal "wrong argument type Integer (expected Class or Module)", text_of(TypeError) { Module.new { refine(3) { } } }
    assert_equal "no block given", text_of(ArgumentError) { Module.new { refine(String) } }
    assert_equal "can't pass a Proc as a block to Module#refine", text_of(ArgumentError) { Module.new { pr = proc { }; refine(String, &pr) } }
    assert_equal "Refinement#include has been removed", text_of(TypeError) { Module.new { refine(String) { include Comparable } } }
    assert_equal "Refinement#prepend has been removed", text_of(TypeError) { Module.new { refine(String) { prepend Comparable } } }
    r = R.refinements[0]
    assert_equal "Cannot include refinement", text_of(TypeError) { Class.new.include r }
    assert_equal "Cannot prepend refinement", text_of(TypeError) { Class.new.prepend r }
    assert_equal "Cannot extend object with refinement", text_of(TypeError) { Object.new.extend r }
    assert_equal "Module#using is not permitted in methods", text_of(RuntimeError) { Module.new.send(:using, R) }
  end

  def test_each_file_for_itself
    out, err, status = run_ruby("module R; refine(Integer) { def zork = 1 }; end; eval('using R; p 1.zork'); p((1.zork rescue :no)); using R; p 1.zork")
    assert_equal ["1\n:no\n1\n", "", 0], [out, err, status]
  end

  # Sites are linked under refinements, too.
  def test_methods_that_come_later
    out, = run_ruby("module M; refine(Integer) { def w = 1 }; end; using M; def ask = 3.times.map { 5.w }.uniq; p ask;" \
                    "module M; refine(Integer) { def w = 2 }; end; p ask; module M; refine(Integer) { remove_method :w }; end; p((ask rescue 0))")
    assert_equal "[1]\n[2]\n0\n", out
  end

  def test_many_receivers
    out, = run_ruby("module M; refine(Object) { def k = self.class }; refine(NilClass) { def k = :nil }; end; using M;" \
                    "x = [1, 2.0, 's', :s, nil, true, [], {}, 1r, 1i]; 3.times { p x.map { |v| v.k }.size }; p x.map { |v| v.k }[4]")
    assert_equal "10\n10\n10\n:nil\n", out
  end

  def test_code_before_using
    out, = run_ruby("module M; refine(Integer) { def z = 1; def +(o) = 42 }; end; def b = 1.z; using M; def a = 1.z; p a, (b rescue 0), 1 + 1")
    assert_equal "1\n0\n42\n", out
  end
end
