# test_answers_emoji.rb - test/answers/emoji.rb compared with the answers of CRuby 4.0.1.
require_relative "lib/answers_test"

class TestAnswersEmoji < Minitest::Test
  AnswersTest.define(self, "emoji")
end
