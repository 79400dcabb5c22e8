# Weak tables in minor collections: call sites, Symbols and deduplicated Strings whose referents die young, after a while, or never (SITE-13, FSTR-1).
require_relative "lib/test_helper"

class TestMinorWeak < Minitest::Test
  def minor(times = 1) = times.times { GC.start(full_mark: false) }

  def call_on(object) = object.answer

  # Each class dies while the site, or the shared table, still refers to it; the next one may get its memory.
  def test_classes_that_die_young
    200.times do |i|
      assert_equal i, call_on(Class.new { define_method(:answer) { i } }.new)
      minor if i % 3 == 0
    end
  end

  # A class that became old dies in a major collection only; the site is settled by then.
  def test_classes_that_die_old
    20.times do |round|
      objects = Array.new(5) { |i| Class.new { define_method(:answer) { round * 10 + i } }.new }
      minor(4)
      objects.each_with_index { |object, i| assert_equal round * 10 + i, call_on(object) }
      objects = nil
      GC.start
    end
  end

  # A method is replaced at a site that was settled: the new entry is young, and the site has to be looked at again.
  def test_young_methods_of_old_classes
    klass = Class.new { def answer = 0 }
    object = klass.new
    call_on(object)
    minor(4)
    60.times do |i|
      klass.class_eval("def answer = #{i}", __FILE__, __LINE__)
      assert_equal i, call_on(object)
      minor
      klass.send(:remove_method, :answer)
      minor
      assert_raises(NoMethodError) { call_on(object) }
    end
  end

  def test_singletons_with_super
    base = Class.new { def answer = 1 }
    100.times do |i|
      object = base.new
      object.singleton_class.class_eval { def answer = super + 1 }
      assert_equal 2, call_on(object)
      minor if i.odd?
    end
  end

  # Dynamic Symbols leave the table when they die; interned again, they are whole, and equal to what is still alive.
  def test_symbols
    kept = Array.new(300) { |i| "kept #{i} #{i * 7}".to_sym }
    minor(3)
    20.times do |round|
      300.times { |i| "gone #{round} #{i}".to_sym }
      minor
      300.times { |i| assert_equal "gone #{round} #{i}", "gone #{round} #{i}".to_sym.name } if round % 5 == 0
    end
    kept.each_with_index { |symbol, i| assert_same symbol, "kept #{i} #{i * 7}".to_sym }
  end

  # A Symbol that is made late for a String that is old: the String stays, the Symbol dies.
  def test_symbols_of_old_strings
    strings = Array.new(100) { |i| -"an old string #{i}" }
    minor(4)
    10.times do
      strings.each(&:to_sym)
      minor
      strings.each { |string| assert_equal string, string.to_sym.name }
      minor(3)
    end
  end

  def test_deduplicated_strings
    50.times do |round|
      100.times { |i| -"unlike #{round} #{i}" }
      a = -"alike #{round}"
      minor
      assert_same a, -"alike #{round}"
    end
    GC.start
    assert_same(-"after #{self.class}", -"after #{self.class}")
  end
end
