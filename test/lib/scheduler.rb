# scheduler.rb - a small fiber scheduler for tests: ready fibers in turn, sleepers by time, streams by IO.select.
class TestScheduler
  attr_reader :calls # names of the hooks that were asked

  def initialize
    @ready, @sleeping, @readable, @writable, @blocked = [], {}, {}, {}, {}
    @lock = Thread::Mutex.new
    @wake_reader, @wake_writer = IO.pipe
    @calls = []
    @closed = false
  end

  def fiber(&block)
    @calls << :fiber
    f = Fiber.new(blocking: false, &block)
    f.resume
    f
  end

  def close
    return if @closed
    @closed = true
    run
    @wake_reader.close
    @wake_writer.close
  end

  def run
    until @ready.empty? && @sleeping.empty? && @readable.empty? && @writable.empty? && @blocked.empty?
      ready = @lock.synchronize { @ready.tap { @ready = [] } }
      ready.each { |f| f.resume if f.alive? }
      wait
    end
  end

  def block(blocker, timeout = nil)
    @calls << :block
    fiber = Fiber.current
    @blocked[fiber] = true
    @sleeping[fiber] = now + timeout if timeout
    Fiber.yield
  ensure
    @blocked.delete(fiber)
    @sleeping.delete(fiber)
  end

  # By any thread.
  def unblock(blocker, fiber)
    @lock.synchronize { @ready << fiber }
    @wake_writer.write_nonblock(".", exception: false)
  end

  def kernel_sleep(duration = nil)
    @calls << :kernel_sleep
    block(:sleep, duration)
    true
  end

  def io_wait(io, events, timeout)
    @calls << :io_wait
    fiber = Fiber.current
    @readable[fiber] = io if events & IO::READABLE != 0
    @writable[fiber] = io if events & IO::WRITABLE != 0
    @sleeping[fiber] = now + timeout if timeout
    Fiber.yield || false
  ensure
    [@readable, @writable, @sleeping].each { |list| list.delete(fiber) }
  end

  def fiber_interrupt(fiber, exception) = unblock(nil, FiberInterrupt.new(fiber, exception))

  FiberInterrupt = Struct.new(:fiber, :exception) do
    def alive? = fiber.alive?
    def resume = fiber.raise(exception)
  end

  private

  def now = Process.clock_gettime(Process::CLOCK_MONOTONIC)

  def wait
    return unless @ready.empty?
    timeout = @sleeping.empty? ? nil : [@sleeping.values.min - now, 0].max
    return if timeout.nil? && @readable.empty? && @writable.empty? && @blocked.empty?
    r, w, = IO.select([@wake_reader, *@readable.values], @writable.values, nil, timeout)
    @wake_reader.read_nonblock(100, exception: false) if r&.include?(@wake_reader)
    events = Hash.new(0)
    @readable.each { |f, io| events[f] |= IO::READABLE if r&.include?(io) }
    @writable.each { |f, io| events[f] |= IO::WRITABLE if w&.include?(io) }
    events.each { |f, e| f.resume(e) }
    time = now
    @sleeping.select { |_, at| at <= time }.each_key { |f| f.resume(nil) if @sleeping.key?(f) }
  end
end

# The same with a clock of its own, which jumps to the earliest sleeper's time when nobody is ready: the order of wakings does not
# hang on how fast the machine is.  For fibers that only sleep.
class TestVirtualTimeScheduler < TestScheduler
  private

  def now = @now ||= 0.0

  def wait
    @now = @sleeping.values.min if @ready.empty? && !@sleeping.empty?
    super
  end
end

# The same with hooks that move the bytes.
class TestIOScheduler < TestScheduler
  EAGAIN = -Errno::EAGAIN::Errno

  %i[io_read io_write].each do |name|
    define_method(name) do |io, buffer, length, offset|
      @calls << name
      method = name == :io_read ? :read : :write
      loop do
        n = Fiber.blocking { buffer.public_send(method, io, 0, offset) }
        return n unless n == EAGAIN
        io_wait(io, name == :io_read ? IO::READABLE : IO::WRITABLE, nil)
      end
    end
  end

  def io_pread(io, buffer, from, length, offset)
    @calls << :io_pread
    Fiber.blocking { buffer.pread(io, from, 0, offset) }
  end

  def io_pwrite(io, buffer, from, length, offset)
    @calls << :io_pwrite
    Fiber.blocking { buffer.pwrite(io, from, 0, offset) }
  end

  def io_close(fd)
    @calls << :io_close
    Fiber.blocking { IO.for_fd(fd).close }
    true
  end

  def process_wait(pid, flags)
    @calls << :process_wait
    Thread.new { Process::Status.wait(pid, flags) }.value
  end

  def io_select(*args)
    @calls << :io_select
    Thread.new { IO.select(*args) }.value
  end

  def blocking_operation_wait(work)
    @calls << :blocking_operation_wait
    Thread.new { work.call }.join
  end
end
