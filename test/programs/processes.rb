# processes - open3, popen, system, spawn with redirections, exit statuses, pipes, signals between processes.
require "open3"
require "shellwords"
require "tempfile"

out, status = Open3.capture2("sort", stdin_data: "b\na\nc\n")
p out, status.success?, status.exitstatus
out, err, status = Open3.capture3("echo out; echo err >&2; exit 3")
p out, err, status.exitstatus, status.success?
both, status = Open3.capture2e({ "VALUE" => "from env" }, "echo $VALUE; echo err >&2")
p both, status.to_i
out, = Open3.capture2("cat", stdin_data: "\xff\x00".b, binmode: true)
p out, out.encoding
Open3.popen3("tr a-z A-Z") do |input, output, error, thread|
  input.puts "hello"
  input.close
  p output.read, error.read, thread.value.success?, thread.pid.is_a?(Integer)
end
Open3.popen2("wc -c") { |i, o, t| i << "12345"; i.close; p o.read.strip, t.value.exitstatus }
Open3.popen2e("echo a; echo b 1>&2") { |i, o, t| i.close; p o.readlines.sort }
p Open3.pipeline_r("printf 'x\\ny\\nx\\n'", "sort", "uniq -c") { |o, threads| [o.read.split, threads.size] }
p Open3.pipeline("true", "false").map(&:exitstatus)
Open3.pipeline_rw("tr x y", "rev") { |i, o, _| i << "axb"; i.close; p o.read }
begin
  Open3.capture3("no-such-program-here")
rescue Errno::ENOENT => e
  puts e.message
end

p `echo #{Shellwords.escape("a  b'c")}`, $?.class, $?.exitstatus
p system("exit 4"), $?.exitstatus, system("true"), system("no-such-program-here"), system("exit 1", exception: false)
begin
  system("exit 2", exception: true)
rescue RuntimeError => e
  puts e.message.sub(/pid \d+ /, "")
end
Tempfile.create("out") do |file|
  pid = spawn("echo one; echo two >&2", out: file.path, err: [:child, :out])
  Process.wait(pid)
  p File.read(file.path)
  pid = spawn({ "X" => "5" }, "echo $X", out: [file.path, "a"], unsetenv_others: false)
  _, status = Process.wait2(pid)
  p File.read(file.path).lines.last, status.exited?
end
reader, writer = IO.pipe
pid = fork do
  reader.close
  writer.puts "child #{Process.ppid == Process.pid}"
  exit!(7)
end
writer.close
p reader.read, Process.wait2(pid)[1].exitstatus
pid = spawn("sleep 20")
Process.kill(:TERM, pid)
status = Process.wait2(pid)[1]
p status.signaled?, status.termsig == Signal.list["TERM"], status.exitstatus, status.inspect.sub(/\d+/, "N")
IO.popen(["cat", "-"], "r+") { |io| io.write("through cat"); io.close_write; p io.read }
IO.popen("-") do |io|
  if io
    p io.read
  else
    print "in the child"
  end
end
p IO.popen(%w[false]).close.inspect, $?.exitstatus
got = []
Signal.trap("USR1") { got << :usr1 }
Process.kill("USR1", Process.pid)
sleep 0.01 until got.any?
p got, Signal.signame(15), Process.clock_gettime(Process::CLOCK_REALTIME).class
at_exit { puts "at exit" }
begin
  exit(3)
rescue SystemExit => e
  p e.status, e.success?
end
$stdout.flush
pid = fork { at_exit { print "child's; " }; exit 5 }
Process.wait(pid)
p $?.exitstatus
p Process.last_status.pid == pid, Process.getpgid(0) == Process.getpgrp, Process.detach(spawn("true")).value.success?
