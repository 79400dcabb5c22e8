# test_answers_backtraces.rb - test/answers/backtraces.rb compared with the answers of CRuby 4.0.1.
require_relative "lib/answers_test"

class TestAnswersBacktraces < Minitest::Test
  AnswersTest.define(self, "backtraces")
end
