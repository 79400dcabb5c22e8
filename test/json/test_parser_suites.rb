# test_parser_suites.rb - JSONTestSuite and jsonchecker, case by case: what json 2.18.0 answers (suite_answers.txt).
# The files are not in the tree: JSON_TEST_SUITE names the folder of JSONTestSuite (suite_answers.rb).
require_relative "../lib/test_helper"
require_relative "suite_answers"

class TestJSONParserSuites < Minitest::Test
  # json 2.18.0 cuts exponents to 32 bits and finds Infinity here.
  OURS = { "jsonchecker/pass25.json" => "ok 0.0" }.freeze
  ANSWERS = File.readlines("#{__dir__}/suite_answers.txt", chomp: true).to_h { |line| line.split("\t", 2) }.merge(OURS)

  def test_answers
    dir = ENV["JSON_TEST_SUITE"] || ENV["JSON_SUITES"] or skip "JSON_TEST_SUITE is not set: #{ANSWERS.size} cases left out"
    files = SuiteAnswers.files(dir).to_h
    warning, Warning[:deprecated] = Warning[:deprecated], false
    ANSWERS.each do |name, answer|
      path = files[name] or next
      assert_equal answer, SuiteAnswers.answer(File.read(path, encoding: "UTF-8")), name
    end
    left_out = ANSWERS.keys - files.keys
    skip "#{left_out.size} of #{ANSWERS.size} cases left out: no such files" unless left_out.empty?
  ensure
    Warning[:deprecated] = warning unless warning.nil?
  end

  # What make fuzz-json found to reach code of its own (fuzz_answers.rb).
  def test_documents_of_the_fuzzer
    warning, Warning[:deprecated] = Warning[:deprecated], false
    File.foreach("#{__dir__}/fuzz_documents.txt", chomp: true) do |line|
      document, answer = line.split("\t", 2)
      assert_equal answer, SuiteAnswers.answer(document.undump.dup.force_encoding("UTF-8")), document
    end
  ensure
    Warning[:deprecated] = warning unless warning.nil?
  end
end
