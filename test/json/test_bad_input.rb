# test_bad_input.rb - what JSON says of bad input, case by case: json 2.18.0's answers (bad_input.txt, made by bad_input.rb).
require_relative "../lib/test_helper"
require_relative "bad_input"

class TestJSONBadInput < Minitest::Test
  ANSWERS = File.readlines("#{__dir__}/bad_input.txt", chomp: true, encoding: "UTF-8").to_h { |line| line.split("\t", 2) }.merge(BadInput::OURS)

  def setup
    @deprecated, Warning[:deprecated] = Warning[:deprecated], false
  end

  def teardown
    Warning[:deprecated] = @deprecated
  end

  # Under VM_STRESS one case of several: each allocation collects.
  BadInput::CASES.keys.group_by { |name| name[/\A(parse (?:cut|NUL|ff) at|parse \S+|\S+ to_json|\S+)/] }.each do |group, names|
    define_method("test_#{group.tr(" ", "_")}") do
      names = names.reject { |name| name.match?(/1 MB|1000000/) }.each_slice(5).map(&:first) if ENV["VM_STRESS"]
      names.each { |name| assert_equal ANSWERS.fetch(name), BadInput.answer(name), name }
    end
  end

  def test_answers_and_cases_are_the_same_list
    assert_equal BadInput::CASES.keys.sort, ANSWERS.keys.sort
  end

  # Memory that stays after failures, in bytes of the process: each fails with a hundred kilobytes in hand.
  LEAKS = <<~'RUBY'
    require "json"
    long = "x" * 100_000
    bad = Class.new { def to_json(*) = raise("no") }.new
    odd = Class.new { def to_json(*) = 1 }.new
    gone = Class.new { def to_json(*) = throw(:out) }.new
    state = JSON::State.new(indent: " ")
    tries = [
      -> { JSON.parse("[\"#{long}\\n\", [") }, -> { JSON.parse("[" + "[1,2.5]," * 10_000) }, -> { JSON.parse("{\"#{long}\":1,") },
      -> { JSON.parse("[" * 40_000, max_nesting: 0) }, -> { JSON.parse("[" + "9" * 50_000 + ",\xff") },
      -> { JSON.load("[1,\"#{long}\",2]", ->(v) { raise "no" if v == 2; v }) },
      -> { JSON.generate([long, "\xff"]) }, -> { JSON.generate([long, bad]) }, -> { JSON.generate({ "a" => long, "b" => [bad] }) },
      -> { JSON.generate([long, odd]) }, -> { catch(:out) { JSON.generate([long, gone]) } }, -> { JSON.generate([long, Float::NAN]) },
      -> { state.generate([long, bad]) }, -> { JSON.pretty_generate([long, bad]) }, -> { JSON.generate([long, Object.new], strict: true) },
      -> { a = [long]; a << a; JSON.generate(a) }, -> { a = [long]; a << a; JSON.dump(a, 5) },
      -> { JSON.dump([long, bad], Class.new { def write(s) = s.size }.new) },
      -> { JSON.dump([long, 1], Class.new { def write(s) = raise("full") }.new) },
    ]
    size = -> { GC.start; GC.start; File.read("/proc/self/statm").split[1].to_i * 4096 }
    run = ->(n) { tries.each { |t| n.times { begin; t.call; rescue StandardError; nil; end } } }
    run.(10)
    before = size.()
    run.(120)
    puts size.() - before
  RUBY

  def test_nothing_leaks
    skip "no /proc/self/statm" unless File.exist?("/proc/self/statm")
    skip "a sanitizer keeps what is freed" if sanitized? || ENV["VM_STRESS"]
    out, err, = run_ruby(LEAKS, "--disable=gems", "-W0")
    assert_equal "", err
    assert_operator out.to_i, :<, 45_000_000 # one kind of failure, 120 times half a megabyte: 60
  end
end
