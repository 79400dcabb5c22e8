# test_answers_streams.rb - test/answers/streams.rb compared with the answers of CRuby 4.0.1.
require_relative "lib/answers_test"

class TestAnswersStreams < Minitest::Test
  AnswersTest.define(self, "streams")
end
