# test_answers_encodings.rb - test/answers/encodings.rb compared with the answers of CRuby 4.0.1.
require_relative "lib/answers_test"

class TestAnswersEncodings < Minitest::Test
  AnswersTest.define(self, "encodings")
end
