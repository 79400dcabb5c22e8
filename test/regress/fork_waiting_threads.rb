require "test_helper"
require "tempfile"

# A child of fork has none of its parent's other threads: nobody stands in a list of who waits, nobody loads a file.
class TestForkWaitingThreads < Minitest::Test
  def in_child
    r, w = IO.pipe
    pid = fork do
      w.write(Marshal.dump(yield))
      exit!(0)
    end
    w.close
    answer = r.read
    Process.wait(pid)
    assert_predicate $?, :success?
    Marshal.load(answer)
  ensure
    r.close
  end

  def waiting(&block)
    th = Thread.new(&block)
    Thread.pass until th.stop?
    th
  end

  def test_queue
    q = Queue.new
    th = waiting { q.pop }
    assert_equal [0, :mine], in_child { [q.num_waiting, (q << :mine; q.pop)] }
    q << 1
    th.join
  end

  def test_condition_variable
    m, c = Mutex.new, ConditionVariable.new
    th = waiting { m.synchronize { c.wait(m) } }
    assert_equal :done, in_child { m.synchronize { c.broadcast }; :done }
    m.synchronize { c.signal }
    th.join
  end

  def test_mutex_of_a_dead_thread_that_another_dead_one_waits_for
    m = Mutex.new
    holder = waiting { m.synchronize { sleep } }
    waiter = waiting { m.lock }
    assert_equal [false, true], in_child { [m.locked?, m.try_lock] }
    [holder, waiter].each(&:kill).each(&:join)
  end

  def test_file_that_another_thread_requires_or_autoloads
    $fork_gate = Queue.new
    Tempfile.create(["fork_load", ".rb"]) do |f|
      f.write("$fork_gate.pop if $fork_gate; ForkLoad = 1\n")
      f.flush
      th = waiting { require f.path }
      assert_equal [true, 1], in_child { $fork_gate = nil; [require(f.path), ForkLoad] }
      $fork_gate << 1
      th.join
      Object.send(:remove_const, :ForkLoad)
      $LOADED_FEATURES.delete(f.path)
      Object.autoload(:ForkLoad, f.path)
      th = waiting { ForkLoad }
      assert_equal 1, in_child { $fork_gate = nil; ForkLoad }
      $fork_gate << 1
      th.join
    end
  end
end
