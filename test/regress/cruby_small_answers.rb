require "test_helper"
require "stringio"

# Small answers of CRuby 4.0.1 that differed here, each found by its own tests.
class TestCRubySmallAnswers < Minitest::Test
  # A pair of with_index reaches the blocks behind it as two values.
  def test_lazy_with_index_gives_two_values
    pairs = [5, 6].lazy.with_index(2)
    assert_equal [[5, 2], [6, 3]], pairs.map(&->(x, i) { [x, i] }).to_a
    assert_equal [5, 6], pairs.map { |x| x }.to_a
    assert_equal [[[5, 2], 1], [[6, 3], 2]], pairs.zip([1, 2]).map { |*all| all }.to_a
    seen = []
    pairs.uniq { |*all| seen << all }.to_a
    assert_equal [[[5, 2]], [[6, 3]]], seen
  end

  def test_singleton_methods_of_a_singleton_class
    c = Class.new { def self.foo; end }
    of_instance = c.new.singleton_class
    assert_equal [[:foo], []], [of_instance.singleton_methods, of_instance.singleton_methods(false)]
    c.extend(Module.new { def bar; end })
    assert_equal %i[bar foo], of_instance.singleton_methods.sort
    assert_equal %i[bar foo], Class.new(c).singleton_methods.sort
  end

  # A call of an undefined method_missing runs BasicObject's with the arguments as they are.
  def test_undefined_method_missing
    o = Class.new { undef_method :method_missing }.new
    assert_equal "no method name given", assert_raises(ArgumentError) { o.method_missing }.message
    assert_equal "no method name given", assert_raises(ArgumentError) { o.send(:method_missing) }.message
    assert_match(/must be a Symbol but Integer/, assert_raises(ArgumentError) { o.method_missing(1) }.message)
    assert_match(/undefined method 'foo' for/, assert_raises(NoMethodError) { o.method_missing(:foo) }.message)
    assert_match(/undefined method 'bar' for/, assert_raises(NoMethodError) { o.bar }.message)
  end

  # A name that does not fit the text's encoding is converted to it.
  def test_inspect_with_names_in_two_encodings
    o = Class.new.new
    o.instance_variable_set("@a\u3042", 1)
    o.instance_variable_set("@b\u3046".encode("EUC-JP"), 2)
    assert_match(/@a\u3042=1, @b\u3046=2>\z/, o.inspect)
    latin = Object.new
    latin.instance_variable_set("@\xE9".dup.force_encoding("ISO-8859-1"), 1)
    latin.instance_variable_set("@\u3042", 2)
    assert_match(/@\xE9=1, @\?=2>\z/n, latin.inspect.b)
  end

  # Kernel#p and Array#inspect spell out the characters of an encoding that is not Unicode.
  def test_inspect_of_a_class_in_another_encoding
    m = Module.new
    m.const_set("B\u3042".encode("EUC-JP"), c = Class.new)
    assert_match(/::B\\x\{A4A2\}\]\z/, [c].inspect)
  end

  def test_method_of_a_refinement_binds_to_the_refined_class_only
    refined, refinement = Class.new { def foo = 1 }, nil
    Module.new { refinement = refine(refined) { def foo = 3 } }
    assert_equal 3, refinement.instance_method(:foo).bind(refined.new).call
    assert_raises(TypeError) { refinement.instance_method(:foo).bind(Object.new) }
  end

  def test_initialize_copy_into_a_frozen_object
    file = File.open(__FILE__)
    makers = [-> { file.dup }, -> { ARGF.class.new }, -> { Enumerator::Generator.new {} }, -> { [].each }]
    makers.each do |make|
      copy, orig = make.call, make.call
      assert_raises(FrozenError) { copy.freeze.send(:initialize_copy, orig) }
    end
    assert_raises(FrozenError) { Struct.new(:a).new(1).freeze.send(:initialize_copy, 1) }
    e = assert_raises(TypeError) { [].each.send(:initialize_copy, 1) }
    assert_equal "initialize_copy should take same class object", e.message
  ensure
    file.close
  end

  # What is dumped before its initialize comes back so.
  def test_marshal_of_an_allocated_range
    assert_equal "\x04\bo:\nRange\b:\texcl0:\nbegin0:\bend0".b, Marshal.dump(Range.allocate)
    r = Marshal.load(Marshal.dump(Range.allocate))
    r.instance_eval { initialize 5, 6 }
    assert_equal 5..6, r
  end

  def test_hash_of_equal_methods
    a = []
    assert_equal a.method(:size), a.method(:length)
    assert_equal a.method(:size).hash, a.method(:length).hash
    refute_equal a.method(:size).hash, a.method(:first).hash
  end

  def test_debug_level_is_an_integer
    assert_raises(TypeError) { RubyVM::InstructionSequence.compile("", debug_level: "") }
    assert_raises(RangeError) { RubyVM::InstructionSequence.compile("", debug_level: 2**40) }
    RubyVM::InstructionSequence.compile("", debug_level: 5)
  end

  def test_converter_without_conversion_stops_after_output
    ec, from, to = Encoding::Converter.new("", ""), +"ab", +""
    assert_equal :after_output, ec.primitive_convert(from, to, nil, 2, after_output: true)
    assert_equal %w[b a], [from, to]
    assert_equal :after_output, ec.primitive_convert(from, to, nil, 2, after_output: true)
    assert_equal :finished, ec.primitive_convert(from, to, nil, 2, after_output: true)
    assert_equal "ab", to
  end
end
