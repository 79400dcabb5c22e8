# frozen_string_literal: true
# richards - an operating system's scheduler with devices, handlers and an idler: polymorphic calls, linked queues.
# The workload is that of Martin Richards's simulation; queue count 2322 and hold count 928 tell that it ran right.
class Packet
  attr_accessor :link, :ident, :kind, :datum, :data

  def initialize(link, ident, kind)
    @link = link
    @ident = ident
    @kind = kind
    @datum = 0
    @data = Array.new(4, 0)
  end

  def append_to(list)
    @link = nil
    return self unless list
    mouse = list
    mouse = mouse.link while mouse.link
    mouse.link = self
    list
  end
end

DEVICE = :device
WORK = :work

class Task
  attr_reader :ident, :priority, :following
  attr_accessor :input, :holding, :waiting, :pending

  def initialize(system, ident, priority, input, pending: false, waiting: false)
    @system = system
    @following = system.tasks_head
    @ident = ident
    @priority = priority
    @input = input
    @pending = pending
    @waiting = waiting
    @holding = false
    system.add(self)
  end

  def blocked?
    @holding || (!@pending && @waiting)
  end

  def check_priority(task, packet)
    if @input
      packet.append_to(@input)
    else
      @input = packet
      @pending = true
      return self if @priority > task.priority
    end
    task
  end

  def run_once
    packet = nil
    if @pending && @waiting
      packet = @input
      @input = packet.link
      @waiting = false
      @pending = !@input.nil?
    end
    run(packet)
  end
end

class IdleTask < Task
  def initialize(system, ident, count)
    super(system, ident, 0, nil)
    @control = 1
    @count = count
  end

  def run(_packet)
    @count -= 1
    return @system.hold_self if @count == 0
    if @control.even?
      @control /= 2
      @system.release(:device_a)
    else
      @control = (@control / 2) ^ 0xd008
      @system.release(:device_b)
    end
  end
end

class DeviceTask < Task
  def initialize(system, ident, priority)
    super(system, ident, priority, nil, waiting: true)
    @kept = nil
  end

  def run(packet)
    if packet
      @kept = packet
      @system.hold_self
    elsif (waiting = @kept)
      @kept = nil
      @system.queue(waiting)
    else
      @system.wait
    end
  end
end

class WorkTask < Task
  def initialize(system, ident, priority, input)
    super(system, ident, priority, input, pending: true, waiting: true)
    @destination = :handler_a
    @count = 0
  end

  def run(packet)
    return @system.wait unless packet
    @destination = @destination == :handler_a ? :handler_b : :handler_a
    packet.ident = @destination
    packet.datum = 0
    4.times do |i|
      @count += 1
      @count = 1 if @count > 26
      packet.data[i] = 64 + @count
    end
    @system.queue(packet)
  end
end

class HandlerTask < Task
  def initialize(system, ident, priority, input)
    super(system, ident, priority, input, pending: true, waiting: true)
    @work = nil
    @devices = nil
  end

  def run(packet)
    if packet
      if packet.kind == WORK
        @work = packet.append_to(@work)
      else
        @devices = packet.append_to(@devices)
      end
    end
    work = @work
    return @system.wait unless work
    count = work.datum
    if count > 3
      @work = work.link
      return @system.queue(work)
    end
    device = @devices
    return @system.wait unless device
    @devices = device.link
    device.datum = work.data[count]
    work.datum = count + 1
    @system.queue(device)
  end
end

class Scheduler
  attr_reader :tasks_head, :queued, :held

  def initialize
    @tasks = {}
    @tasks_head = nil
    @current = nil
    @queued = 0
    @held = 0
  end

  def add(task)
    @tasks_head = task
    @tasks[task.ident] = task
  end

  def schedule
    @current = @tasks_head
    while @current
      if @current.blocked?
        @current = @current.following
      else
        @current = @current.run_once
      end
    end
  end

  def hold_self
    @held += 1
    @current.holding = true
    @current.following
  end

  def release(ident)
    task = @tasks.fetch(ident)
    task.holding = false
    task.priority > @current.priority ? task : @current
  end

  def wait
    @current.waiting = true
    @current
  end

  def queue(packet)
    task = @tasks.fetch(packet.ident)
    @queued += 1
    packet.link = nil
    ident = @current.ident
    packet.ident = ident
    task.check_priority(@current, packet)
  end
end

def simulate
  system = Scheduler.new
  IdleTask.new(system, :idle, 1000)
  WorkTask.new(system, :worker, 1000, Packet.new(Packet.new(nil, :worker, WORK), :worker, WORK))
  input = nil
  3.times { input = Packet.new(input, :device_a, DEVICE) }
  HandlerTask.new(system, :handler_a, 2000, input)
  input = nil
  3.times { input = Packet.new(input, :device_b, DEVICE) }
  HandlerTask.new(system, :handler_b, 3000, input)
  DeviceTask.new(system, :device_a, 4000)
  DeviceTask.new(system, :device_b, 5000)
  system.schedule
  [system.queued, system.held]
end

result = nil
180.times { result = simulate }
raise "richards: #{result}" unless result == [2322, 928]
