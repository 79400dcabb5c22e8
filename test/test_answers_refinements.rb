# test_answers_refinements.rb - test/answers/refinements.rb compared with the answers of CRuby 4.0.1.
require_relative "lib/answers_test"

class TestAnswersRefinements < Minitest::Test
  AnswersTest.define(self, "refinements")
end
