# test_gc_log.rb - ruby --gc-log (gc/log.c): the columns, each kind of collection, and where the lines go.
require_relative "lib/test_helper"
require "tmpdir"

class TestGcLog < Minitest::Test
  # The programs run without VM_STRESS, which makes collections of its own.
  def setup = @stress = ENV.delete("VM_STRESS")

  def teardown = ENV["VM_STRESS"] = @stress

  COLUMNS = %i[number at_ms kind reason pause_us mark_us sweep_us compact_us steps objects_before objects_after bytes_before bytes_after pages promoted].freeze

  def log(source, *options)
    Dir.mktmpdir do |dir|
      @out, @err, @status = run_ruby(source, "--disable=gems", "--gc-log=#{dir}/gc", *options)
      head, *lines = File.readlines("#{dir}/gc", chomp: true)
      assert_equal "##{COLUMNS.join("\t")}", head
      lines.map do |line|
        words = line.split("\t")
        assert_equal COLUMNS.size, words.size, line
        COLUMNS.zip(words).to_h { |name, w| [name, name == :at_ms ? Float(w) : %i[kind reason].include?(name) ? w : Integer(w, 10)] }
      end
    end
  end

  def test_a_line_for_each_collection
    rows = log("200_000.times { |i| [i, i.to_s] }; GC.start; puts GC.count")
    assert_equal ["", 0], [@err, @status]
    assert_operator rows.size, :>=, @out.to_i
    assert_equal (1..rows.size).to_a, rows.map { |r| r[:number] }
    assert_equal rows.map { |r| r[:at_ms] }.sort, rows.map { |r| r[:at_ms] }
    assert_operator rows.count { |r| r[:kind] == "minor" }, :>, 0
    rows.each do |r|
      assert_operator r[:objects_after], :<=, r[:objects_before] unless r[:kind] == "steps"
      assert_operator r[:bytes_after], :>=, r[:objects_after] * 16
      assert_operator r[:mark_us], :<=, r[:pause_us] + 1 unless r[:kind] == "steps"
      assert_operator r[:pages], :>, 0
    end
  end

  def test_kinds_and_reasons
    rows = log("GC.start; GC.start(full_mark: false); GC.compact; GC.stress = true; Object.new; GC.stress = false")
    assert_includes rows.map { |r| [r[:kind], r[:reason]] }, ["major", "method+force"]
    assert_includes rows.map { |r| [r[:kind], r[:reason]] }, ["minor", "method"]
    assert_operator rows.count { |r| r[:kind] == "compact" }, :>=, 1
    assert_operator rows.count { |r| r[:reason].include?("stress") }, :>, 0
  end

  # Garbage leaves the heap, and what survives two collections is promoted.
  def test_what_a_collection_frees_and_promotes
    rows = log("GC.disable; 50_000.times { Object.new }; $a = Array.new(30_000) { Object.new }; GC.enable; GC.start; GC.start; GC.start")
    first, second, = rows.last(3)
    assert_operator first[:objects_before] - first[:objects_after], :>=, 45_000
    assert_operator first[:promoted] + second[:promoted], :>=, 30_000
    assert_equal rows.last[:objects_after], rows.last(2).first[:objects_after]
  end

  def test_standard_error_is_the_default
    _, err, status = run_ruby("GC.start", "--disable=gems", "--gc-log")
    assert_equal 0, status
    assert_operator err.lines.size, :>=, 2
    assert err.start_with?("#number\t")
  end

  def test_ends_and_children
    source = "GC.start; fork { 3.times { GC.start }; exit! }; Process.wait; puts GC.count; "
    ["", "exit!(0)", "exit"].each do |ending|
      rows = log(source + ending)
      assert_equal rows.size, rows.map { |r| r[:number] }.uniq.size
      assert_operator rows.size, :>=, @out.to_i
    end
  end

  def test_a_file_that_cannot_be_written
    out, err, status = run_ruby("puts 1", "--disable=gems", "--gc-log=/nonexistent/folder/gc")
    assert_equal ["", 1], [out, status]
    assert_match(%r{\A\S*: --gc-log: cannot write /nonexistent/folder/gc: No such file or directory \(RuntimeError\)\n\z}, err)
  end
end
