# test_env.rb - ENV (process/env.c).
require_relative "lib/test_helper"

class TestEnv < Minitest::Test
  def setup
    @saved = ENV.to_h
    ENV.replace("A" => "1", "B" => "2")
  end

  def teardown = ENV.replace(@saved)

  def test_reading_and_writing
    assert_equal "1", ENV["A"]
    assert_nil ENV["none"]
    ENV["C"] = "3"
    assert_equal %w[A B C], ENV.keys.sort
    ENV["C"] = nil
    assert_equal({ "A" => "1", "B" => "2" }, ENV.to_h)
    assert_predicate ENV["A"], :frozen?
    assert_equal Encoding.find("locale"), ENV["A"].encoding
    assert_equal "1", ENV.delete("A")
    assert_nil ENV.delete("A")
    assert_equal :gone, ENV.delete("A") { :gone }
  end

  def test_fetch
    assert_equal "d", ENV.fetch("none", "d")
    assert_equal "nonex", ENV.fetch("none") { |k| k + "x" }
    error = assert_raises(KeyError) { ENV.fetch("none") }
    assert_equal ['key not found: "none"', "none", ENV], [error.message, error.key, error.receiver]
  end

  def test_names_and_values_are_checked
    assert_equal "bad environment variable name: contains null byte", assert_raises(ArgumentError) { ENV["a\0b"] = "c" }.message
    assert_equal "bad environment variable value: contains null byte", assert_raises(ArgumentError) { ENV["a"] = "b\0" }.message
    assert_equal "no implicit conversion of Integer into String", assert_raises(TypeError) { ENV["a"] = 1 }.message
    assert_raises(Errno::EINVAL) { ENV["a=b"] = "c" }
    assert_raises(Errno::EINVAL) { ENV[""] = "c" }
    assert_nil ENV["a=b"] = nil
  end

  def test_many
    assert_equal({ "A" => "1" }, ENV.select { |k, _| k == "A" })
    assert_equal({ "B" => "2" }, ENV.reject { |k, _| k == "A" })
    assert_equal [["A", "1"]], ENV.filter_map { |k, v| [k, v] if v == "1" }
    assert_equal({ "A" => "1" }, ENV.slice("A", "none"))
    assert_equal({ "B" => "2" }, ENV.except("A"))
    assert_equal "A", ENV.key("1")
    assert_equal %w[1 2], ENV.values_at("A", "B")
    assert_same ENV, ENV.update("A" => "9", "C" => "3") { |_, a, b| a + b }
    assert_equal({ "A" => "19", "B" => "2", "C" => "3" }, ENV.to_h)
    ENV.delete_if { |_, v| v == "2" }
    ENV.keep_if { |k, _| k == "A" }
    assert_equal({ "A" => "19" }, ENV.to_hash)
    assert_nil ENV.reject! { false }
    assert_nil ENV.select! { true }
    assert_equal '{"A" => "19"}', ENV.inspect
    assert_equal "ENV", ENV.to_s
    ENV.clear
    assert_empty ENV
  end

  def test_changes_while_iterating
    ENV.each_pair { |k, _| ENV[k + k] = "x" }
    assert_equal %w[A AA B BB], ENV.keys.sort
    ENV.each_key { |k| ENV.delete(k) }
    assert_equal 0, ENV.size
  end

  def test_children_see_it
    ENV["PATH"] = @saved["PATH"]
    ENV["FROM_PARENT"] = "é"
    assert_equal "é", `printf %s "$FROM_PARENT"`
    assert_equal "other", IO.popen({ "FROM_PARENT" => "other" }, 'printf %s "$FROM_PARENT"', &:read)
  end

  def test_time_zone_follows
    ENV["TZ"] = "Asia/Tokyo"
    tokyo = Time.at(0)
    local = Time.local(1970, 1, 1)
    ENV["TZ"] = "America/New_York"
    assert_equal(-18000, Time.at(0).utc_offset)
    assert_equal 32400, local.utc_offset
    assert_equal tokyo, Time.at(0)
  end

  def test_no_copies
    assert_raises(TypeError) { ENV.dup }
    assert_raises(TypeError) { ENV.clone }
    assert_raises(TypeError) { ENV.freeze }
  end
end
