# shape_table_full.rb - what happens when every shape is taken: NoMemoryError, or shapes of dead classes used again.
require_relative "../lib/test_helper"

class TestShapeTableFull < Minitest::Test
  def test_classes_that_are_kept
    skip "four million shapes are too many for a test" unless small_limits?
    out, err, status = run_ruby("kept = []; begin; loop { kept << Object.new.singleton_class }; rescue NoMemoryError => e; kept = nil; end; GC.start; p e.class, Class.new.new.class.class")
    assert_equal ["NoMemoryError\nClass\n", "", 0], [out, err, status]
  end

  def test_classes_that_are_dropped
    out, err, status = run_ruby("40_000.times { Object.new.singleton_class }; p 1")
    assert_equal ["1\n", "", 0], [out, err, status]
  end

  # With native code no id was ever used again: after four million classes, or 16,000 with small limits, a program ended.
  def test_classes_that_are_dropped_with_native_code
    out, err, status = run_ruby("40_000.times { Object.new.singleton_class }; p 1", "--jit-call-threshold=1")
    assert_equal ["1\n", "", 0], [out, err, status]
  end

  # Native code compares with the ids of shapes whose classes have died: an object of a later class never has one of these ids.
  def test_ids_that_native_code_names
    out, err, status = run_ruby(<<~'RUBY', "--jit-call-threshold=1")
      class Base
        def read = @b
        def write(v) = @c = v
      end
      names = [%i[@a @b @c], %i[@b @a], %i[@c @b]]
      wrong = 0
      6_000.times do |i|
        o = Class.new(Base).new
        names[i / 7 % 3].each { |name| o.instance_variable_set(name, [name, i]) }
        o.write(i)
        wrong += 1 unless o.read == [:@b, i] && o.instance_variable_get(:@c) == i
        GC.start if i % 500 == 0
      end
      p wrong
    RUBY
    assert_equal ["0\n", "", 0], [out, err, status]
  end

  # A full table has no shape for the variables of an object that gets a class of its own: they move to a table.
  def test_variables_when_the_table_is_full
    out, err, status = run_ruby("class P; def initialize(i) = (@a = i; @b = i + 1; @c = i + 2); def sum = @a + @b + @c; end\n" \
                                "p 12_000.times.all? { |i| o = P.new(i); o.singleton_class; o.sum == 3 * i + 3 }")
    assert_equal ["true\n", "", 0], [out, err, status]
  end

  # A class whose instances have had variables in very many orders has no more shapes: an IO that comes to it keeps its own.
  def test_variables_of_an_io_that_changes_its_class
    out, err, status = run_ruby(<<~'RUBY')
      class Many < IO; end
      200.times { |i| IO.pipe => [r, w]; w.close; m = Many.for_fd(r.fileno, autoclose: false); m.instance_variable_set("@v#{i}", i); r.close }
      r, w = IO.pipe
      many = Many.for_fd(w.fileno, autoclose: false)
      r.instance_variable_set(:@x, "x")
      r.instance_variable_set(:@y, "y")
      r.reopen(many)
      GC.start
      p r.class, r.instance_variable_get(:@x), r.instance_variable_get(:@y), r.instance_variables
    RUBY
    assert_equal ["Many\n\"x\"\n\"y\"\n[:@x, :@y]\n", "", 0], [out, err, status]
  end
end
