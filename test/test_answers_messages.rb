# test_answers_messages.rb - test/answers/messages.rb compared with the answers of CRuby 4.0.1.
require_relative "lib/answers_test"

class TestAnswersMessages < Minitest::Test
  AnswersTest.define(self, "messages")
end
