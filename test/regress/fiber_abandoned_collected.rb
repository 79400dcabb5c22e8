require "test_helper"

# Fibers that nobody resumes any more were never reason for a collection: after some 30000 no stack could be mapped.
class TestFiberAbandonedCollected < Minitest::Test
  def test_abandoned
    skip "some minutes with a sanitizer" if sanitized?
    40_000.times { assert_equal 1, Fiber.new { Fiber.yield 1 }.resume }
  end

  def test_enumerators
    skip "some minutes with a sanitizer" if sanitized?
    40_000.times { assert_equal 1, [1].each.next }
  end

  def test_collections_follow
    GC.start
    before = GC.count
    maps = File.foreach("/proc/self/maps").count
    3_000.times { Fiber.new { Fiber.yield }.resume }
    assert_operator GC.count, :>, before
    assert_operator File.foreach("/proc/self/maps").count - maps, :<, 5_000
  end

  # All alive: the error of who has no stack leaves the fiber as it was.
  def test_no_stack_to_be_had
    skip "the address space of a sanitized build has no limit" if sanitized?
    require "open3"
    source = <<~RUBY
      alive = []
      begin
        loop { alive << (f = Fiber.new { Fiber.yield 1; 2 }); f.resume }
      rescue FiberError, NoMemoryError => e
        last = alive.last
        alive = alive.last(2).first
        GC.start
        puts e.class, alive.resume, last.alive?
        begin
          p last.resume
        rescue FiberError => e
          puts e.message
        end
      end
    RUBY
    out, err, = Open3.capture3(RbConfig.ruby, "--disable=gems", stdin_data: source, rlimit_as: 400 << 20)
    assert_equal "", err
    # the last one did not begin, or it did and the next one could not be made
    assert_match(/\A(FiberError|NoMemoryError)\n2\ntrue\n[12]\n\z/, out)
  end
end
