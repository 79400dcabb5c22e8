# answers_test.rb - defines the tests that compare a section of test/answers with the recorded answers (answers.rb).
require_relative "test_helper"
require_relative "answers"

module AnswersTest
  # Defines the tests of the section NAME.  SMALL: labels that a build with small limits answers otherwise, each with the reason.
  def self.define(test_class, name, small: {})
    test_class.define_method(:test_answers) do
      accepted = Answers.accepted(name).merge(small_limits? ? small : {})
      assert_empty Answers.complaints(Answers.run(RbConfig.ruby, name), Answers.recorded(name), accepted)
    end
    test_class.define_method(:test_planted_differences) { AnswersTest.assert_refusals(self, Answers.recorded(name)) }
  end

  # Asserts that a changed answer, a missing one, one too many and a needless entry are each refused.
  def self.assert_refusals(test, right)
    label = right.keys.first
    complaints = Answers.method(:complaints)
    test.assert_equal [], complaints.(right, right, {})
    test.assert_equal 1, complaints.(right.merge(label => "planted"), right, {}).size
    test.assert_equal [], complaints.(right.merge(label => "planted"), right, { label => "reason" })
    test.assert_equal 1, complaints.(right.except(label), right, {}).size
    test.assert_equal 1, complaints.(right.merge("planted" => "1"), right, {}).size
    test.assert_match(/remove it/, complaints.(right, right, { label => "reason" }).first)
  end
end
