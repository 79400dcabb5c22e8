require "test_helper"

class TestMethodProcBinding < Minitest::Test
  NAME = :here

  def sample(arg) = arg

  # It raised ArgumentError, at first for all methods and later for those that are not written in Ruby.
  def test_binding
    b = method(:sample).to_proc.binding
    assert_same self, b.receiver
    assert_equal [], b.local_variables
    assert_equal :here, b.eval("NAME")
    b.local_variable_set(:x, 42)
    assert_equal 42, b.local_variable_get(:x)
    assert_equal method(:sample).source_location, b.source_location
    assert_same self, method(:puts).to_proc.binding.receiver
  end

  def no_block = yield

  def test_reason_of_a_missing_block
    error = assert_raises(LocalJumpError) { no_block }
    assert_equal [:noreason, nil], [error.reason, error.exit_value]
  end
end

class TestMethodObjects < Minitest::Test
  def forwards(...) = nil
  def some(a, *, &) = nil

  def test_inspect
    assert_includes method(:forwards).inspect, "#forwards(...)"
    assert_includes method(:some).inspect, "#some(a, *, ...)"
  end

  # The methods of its own were left behind.
  def test_clone
    m = method(:some)
    def m.mine = :yes
    assert_equal :yes, m.clone.mine
  end
end
