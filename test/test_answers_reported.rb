# test_answers_reported.rb - test/answers/reported.rb compared with the answers of CRuby 4.0.1.
require_relative "lib/answers_test"

class TestAnswersReported < Minitest::Test
  AnswersTest.define(self, "reported")
end
