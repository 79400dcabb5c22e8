# test_answers_options.rb - test/answers/options.rb compared with the answers of CRuby 4.0.1.
require_relative "lib/answers_test"

class TestAnswersOptions < Minitest::Test
  AnswersTest.define(self, "options")
end
