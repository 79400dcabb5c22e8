require "test_helper"

# Names in messages, labels and warnings.  Expected: CRuby 4.0.1.
class TestMessagesWithNames < Minitest::Test
  class Cé; end

  def test_encoding_of_names
    errors = [-> { Complex(1).coerce(Cé.new) }, -> { eval("class Q < Cé.new; end") }].map { |f| assert_raises(TypeError, &f) }
    assert_equal [Encoding::UTF_8] * 2, errors.map { |e| e.message.encoding }
    assert_equal "superclass must be an instance of Class (given an instance of #{Cé})", errors[1].message
  end

  def test_label_below_an_anonymous_class
    outer = Class.new
    outer.const_set(:Inner, Class.new)
    def (outer::Inner).baz = raise("x")
    assert_match(/in 'baz'\z/, assert_raises(RuntimeError) { outer::Inner.baz }.backtrace[0])
  end

  def test_caller_of_no_length
    assert_equal [[], [], nil], [caller(0, 0), caller(9999, 0), caller(9999, 1)]
  end

  def test_warnings
    code = "c = Class.new do\n  define_method(:foo) {}\n  def foo; end\n  def self.vis = private\nend\nc.vis\n"
    out = IO.popen([RbConfig.ruby, "-w", "-e", code, err: [:child, :out]], &:read)
    assert_equal ["-e:3: warning: method redefined; discarding old foo", "-e:2: warning: previous definition of foo was here",
                  "-e:4: warning: calling private without arguments inside a method may not have the intended effect"], out.lines(chomp: true)
  end
end
