# frozen_string_literal: true
# vm_thread_queue - two threads handing values over queues, a mutex taken in turns, many short threads.
there = Queue.new
back = Queue.new
echo = Thread.new { while (x = there.pop) do back << x + 1 end }
sum = 0
60_000.times { |i| there << i; sum += back.pop - i }
there << nil
echo.join
mutex = Mutex.new
threads = Array.new(4) { Thread.new { 150_000.times { mutex.synchronize { sum += 1 } } } }
threads.each(&:join)
2_000.times { sum += Thread.new { 1 }.value }
raise "vm_thread_queue: #{sum}" unless sum == 662_000
