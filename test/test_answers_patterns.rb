# test_answers_patterns.rb - test/answers/patterns.rb compared with the answers of CRuby 4.0.1.
require_relative "lib/answers_test"

class TestAnswersPatterns < Minitest::Test
  AnswersTest.define(self, "patterns")
end
