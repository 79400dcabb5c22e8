# frozen_string_literal: true
# vm_mutex - an uncontended Mutex, Monitor and Queue in one thread.
require "monitor"
mutex = Mutex.new
monitor = Monitor.new
queue = Queue.new
sum = 0
i = 0
while i < 1_500_000
  mutex.synchronize { sum += 1 }
  monitor.synchronize { sum += 1 }
  queue << i
  queue.pop
  i += 1
end
raise "vm_mutex: #{sum}" unless sum == 3_000_000
