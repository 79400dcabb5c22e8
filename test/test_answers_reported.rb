# test_answers_reported.rb - test/answers/reported.rb compared with the answers of CRuby 4.0.1.
require_relative "lib/answers_test"

class TestAnswersReported < Minitest::Test
  ROOM = "small limits keep the pairs of the Hash outside of its slot, in two more"
  AnswersTest.define(self, "reported", small: { "allocations of *, ** and & out 1" => ROOM, "allocations of *, ** and & out 2" => ROOM })
end
