# test_answers_core.rb - test/answers/core.rb compared with the answers of CRuby 4.0.1.
require_relative "lib/answers_test"

class TestAnswersCore < Minitest::Test
  AnswersTest.define(self, "core")
end
