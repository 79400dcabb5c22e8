# answers_test.rb - test/answers/NAME.rb prints lines "label: answer", NAME.out holds CRuby 4.0.1's.  NAME.accepted lists the labels
# whose answers may differ, "label: reason" a line; each of them must differ still.
require_relative "test_helper"
require "tmpdir"

module AnswersTest
  FOLDER = File.expand_path("../answers", __dir__)

  # Defines the tests of the section NAME.
  def self.define(test_class, name)
    test_class.define_method(:test_answers) { assert_empty AnswersTest.complaints(*AnswersTest.section(name)) }
    test_class.define_method(:test_planted_differences) { AnswersTest.assert_refusals(self, AnswersTest.lines("#{name}.out")) }
  end

  # Returns what the section's file prints here, CRuby's lines and the accepted labels, each a Hash by label.
  def self.section(name)
    out = Dir.mktmpdir do |folder|
      IO.popen({ "RUBYOPT" => nil }, [RbConfig.ruby, "-W0", "#{FOLDER}/#{name}.rb", chdir: folder], &:read)
    end
    [parse(out), lines("#{name}.out"), lines("#{name}.accepted")]
  end

  def self.lines(file) = File.exist?("#{FOLDER}/#{file}") ? parse(File.binread("#{FOLDER}/#{file}")) : {}

  # Returns the lines of TEXT by label; the empty lines and comments of a list fall away.
  def self.parse(text)
    pairs = text.b.lines(chomp: true).reject { |line| line.empty? || line.start_with?("#") }.map { |line| line.split(": ", 2) }
    twice = pairs.map(&:first).tally.select { |_, count| count > 1 }
    raise "labels used twice: #{twice.keys}" unless twice.empty?
    pairs.to_h
  end

  # Returns a line for each label that differs and is not accepted, or is accepted and does not differ.
  def self.complaints(ours, theirs, accepted)
    (ours.keys | theirs.keys | accepted.keys).filter_map do |label|
      if ours[label] == theirs[label]
        "#{label}: does not differ, remove it from the accepted ones" if accepted.key?(label)
      elsif !accepted.key?(label)
        "#{label}: #{ours[label] || "missing"}, CRuby #{theirs[label] || "has none"}"
      end
    end
  end

  # Asserts that a changed answer, a missing one, one too many and a needless entry are each refused.
  def self.assert_refusals(test, right)
    label = right.keys.first
    test.assert_equal [], complaints(right, right, {})
    test.assert_equal 1, complaints(right.merge(label => "planted"), right, {}).size
    test.assert_equal [], complaints(right.merge(label => "planted"), right, { label => "reason" })
    test.assert_equal 1, complaints(right.except(label), right, {}).size
    test.assert_equal 1, complaints(right.merge("planted" => "1"), right, {}).size
    test.assert_match(/remove it/, complaints(right, right, { label => "reason" }).first)
  end
end
