require "test_helper"

# Raising NoMemoryError for want of a slot took slots for its backtrace, for want of which it raised NoMemoryError: each time
# after a full collection, for ever.
class TestMemoryErrorRecursion < Minitest::Test
  FILL = <<~RUBY
    2.times do
      begin
        $all = []
        i = 0
        loop { $all << "small string number \#{i += 1}" }
      rescue NoMemoryError => e
        puts e.class, e.message, e.backtrace.inspect
      end
      $all = nil
      GC.start
    end
    puts 1000.times.map { |i| "\#{i}" }.size
  RUBY

  def test_heap_full_twice
    skip "the address space of a sanitized build has no limit" if sanitized?
    require "open3"
    out, err, status = Open3.capture3(RbConfig.ruby, "--disable=gems", stdin_data: FILL, rlimit_as: 250 << 20)
    assert_equal "", err
    assert_equal "NoMemoryError\nfailed to allocate memory\nnil\n" * 2 + "1000\n", out
    assert status.success?
  end

  def test_uncaught
    out, err, status = run_ruby("'x' * (1 << 45)")
    assert_equal ["", "-e: failed to allocate memory (NoMemoryError)\n", 1], [out, err.lines.last, status] # a sanitizer warns first
  end
end
