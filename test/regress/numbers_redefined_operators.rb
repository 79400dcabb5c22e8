require "test_helper"

# Complex computes its parts by the operators of their classes, also where a program has redefined these.
class TestNumbersRedefinedOperators < Minitest::Test
  def answer(code) = IO.popen([RbConfig.ruby, "-W0", "-e", code], &:read)

  def test_parts
    assert_equal "(42+42i)\n", answer("class Integer; def +(o) = 42; end; puts Complex(1, 2) + Complex(0, 1)".sub("puts ", "p "))
    assert_equal "(4.5+4.5i)\n", answer("class Float; def -(o) = 4.5; end; p Complex(1.0, 2.0) - Complex(0, 1)")
  end
end
