# probe.rb - loaded with -r into each measured Ruby: writes when it started, sets the phase of its collections, and writes its memory as it ends.
#
# LAB_OBJECTS  so many objects are allocated and dropped first, so that collections of the program come at other places
# LAB_OUT      the file that takes `name value unit` lines
# It runs on any Ruby from 2.5 on and needs no library.
lab_started = Process.clock_gettime(Process::CLOCK_MONOTONIC) # one clock for all processes
if (objects = ENV["LAB_OBJECTS"])
  objects.to_i.times { Object.new }
end
lab_out = ENV["LAB_OUT"]
lab_process = Process.pid
at_exit do
  if Process.pid == lab_process # a forked child runs this block, too
    peak = File.read("/proc/self/status")[/^VmHWM:\s*(\d+)/, 1]
    private = File.read("/proc/self/smaps_rollup").scan(/^Private_(?:Clean|Dirty):\s*(\d+)/).flatten.sum(&:to_i)
    File.open(lab_out, "a") { |f| f.write("started-at #{lab_started}\npeak #{peak} KiB\nprivate #{private} KiB\n") }
  end
end
