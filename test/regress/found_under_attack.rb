require "test_helper"

# Wrong answers that programs made to break things brought to light.  Expected: CRuby 4.0.1.
class TestFoundUnderAttack < Minitest::Test
  def test_lazy_plus_and_chain_stay_lazy
    assert_equal [6, 8], ((1..).lazy + [1]).select { |x| x > 5 && x.even? }.first(2)
    assert_equal [Enumerator::Lazy, "#<Enumerator::Lazy: #<Enumerator::Chain: [#<Enumerator::Lazy: 1..3>, [4]]>>"],
                 [(1..3).lazy.chain([1]).class, (1..3).lazy.chain([4]).inspect]
  end

  def test_source_that_is_no_ascii
    ["UTF-16", "UTF-16LE", "UTF-32BE"].each do |name|
      assert_equal "invalid source encoding", assert_raises(ArgumentError) { eval("1+1".encode(name)) }.message
    end
    assert_raises(ArgumentError) { RubyVM::InstructionSequence.compile("1".encode("UTF-16BE")) }
  end

  class Cvar
    def asked = (@@nowhere; 1)
  end

  def test_small_ones
    assert_equal 1, Cvar.new.asked
    assert_equal ["expression", "expression", nil], [defined? (;xx), defined? (xx;), defined? (xx)]
    assert_equal "step must be numeric", assert_raises(TypeError) { 1.0.step(2.0, nil) { break } }.message
    assert_equal [[1, 2, 3], 1], [1.step(by: nil, to: 3).to_a, 1.step(3, by: nil) { break 1 }]
  end

  class Above
    def m(*) = 1
  end
  class Below < Above
    def m(o = nil) = o.instance_eval { super() }
  end

  def test_super_on_another_object
    e = assert_raises(TypeError) { Below.new.m(Object.new) }
    assert_equal "self has wrong type to call super in this context: Object (expected #{Below})", e.message
  end

  def test_pack_more_digits_than_memory
    assert_raises(ArgumentError) { ["1"].pack("H9223372036854775807") }
    assert_raises(NoMemoryError) { ["1"].pack("B9223372036854775807") }
    assert_equal "\x10\0\0\0\0".b, ["1"].pack("H9")
  end

  # An exception's own backtrace that raises was asked for the backtrace of what it raised, and so on.
  def test_backtrace_that_raises
    code = "class Exception; undef backtrace; def backtrace(a) = 1; end; begin; raise 'x'; rescue => e; p e.message; end"
    assert_equal "\"x\"\n", IO.popen([RbConfig.ruby, "--disable-gems", "-e", code, err: [:child, :out]], &:read)
  end

  def test_decorators_by_name
    assert_equal ["&amp;<", "&amp;&lt;&quot;", "\"a\""], [["amp_escape", "&<"], ["xml_attr_content_escape", "&<\""], ["xml_attr_quote", "a"]].map { |name, text|
      Encoding::Converter.new("", name).then { |c| c.convert(text) + c.finish }
    }
    assert_raises(Encoding::ConverterNotFoundError) { Encoding::Converter.new("", "", universal_newline: true, cr_newline: true) }
  end

  # alias / quo: quo called itself for ever, without using any stack.
  def test_quo_that_is_the_division
    code = "class Float; alias / quo; end; begin; 1.0 / 2.0; rescue NameError => e; p e.message; end"
    assert_equal "\"1.0/2.0\"\n", IO.popen([RbConfig.ruby, "-e", code, err: [:child, :out]], &:read)
  end

  def test_texts_of_paths
    assert_raises(ArgumentError) { File.fnmatch("a\0z", "a") }
    assert_equal Dir.home, Dir.home("")
  end
end
