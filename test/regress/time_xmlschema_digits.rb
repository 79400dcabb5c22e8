require "test_helper"

# Written by hand for years of four digits; the rest by strftime.  Both must say the same.
class TestTimeXmlschemaDigits < Minitest::Test
  def test_against_strftime
    times = [Time.utc(2020, 1, 2, 3, 4, 5.123456789r), Time.new(2020, 12, 31, 23, 59, 59.5r, "+09:30"), Time.new(1, 1, 1, 0, 0, 0, "-01:45"),
             Time.new(-5, 1, 1, 0, 0, 0, "+00:00"), Time.new(12345, 1, 1, 0, 0, 0, "Z"), Time.at(0, in: "-00:01"),
             Time.new(2020, 1, 1, 0, 0, 0, "+01:02:03"), Time.at(0, 1/3r, :nsec)]
    times.each do |t|
      [0, 1, 3, 9, 10, 15].each do |n|
        expected = t.strftime("%FT%T#{".%#{n}N" if n > 0}") + (t.utc? ? "Z" : t.strftime("%:z"))
        expected = expected.sub(/\A(-?)(\d+)/) { $1 + $2.rjust(4, "0") }
        assert_equal expected, t.xmlschema(n)
        assert_equal Encoding::US_ASCII, t.xmlschema(n).encoding
      end
    end
  end

  def test_superclass_past_modules
    k = Class.new
    c = Class.new(k) { 30.times { include Module.new; prepend Module.new } }
    assert_same k, c.superclass
    assert_same k, Class.new(c).superclass.superclass
    assert_nil BasicObject.superclass
    assert_same k.singleton_class, c.singleton_class.superclass
    assert_raises(TypeError) { Class.allocate.superclass }
  end
end
