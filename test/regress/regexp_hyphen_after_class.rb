# A - behind a nested class: a character, as if the class did not stand there (kramdown's list of characters of an address).
require_relative "../lib/test_helper"

class TestRegexpHyphenAfterClass < Minitest::Test
  ANSWERS = {
    "[[a-z]-_.]" => "-._abcdefghijklmnopqrstuvwxyz", "[[a]-z]" => "-az", "[[a]-[b]]" => "-ab", "[[a-c]-\\d]" => "-0123456789abc",
    "[[a]--0]" => "-./0a", "[[a]-a-d]" => "-abcd", "[[a]-]" => "-a", "[x[a]-y]" => "axy", "[[a][b]-z]" => "-abz", "[[a]-&&-]" => "-",
    "[[[:digit:]]-_.]" => "-.0123456789_",
  }.freeze
  REFUSED = ["[[:alnum:]-_.]", "[\\w-_]", "[\\d-x]", "[[a]-z-b]"].freeze

  def test_what_the_class_has
    ANSWERS.each do |source, characters|
      pattern = Regexp.new(source)
      assert_equal characters, (32..126).map(&:chr).grep(pattern).join, source
    end
  end

  def test_what_is_refused
    REFUSED.each { |source| assert_raises(RegexpError, source) { Regexp.new(source) } }
  end
end
