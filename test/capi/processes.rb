# processes.rb - what processes.c is called with. Prints one line for each call.
require_relative "show"
require "tmpdir"

show("spawn") { Processes.spawn("true") }
show("spawn shell") { Processes.spawn("exit 3") }
show("spawn arguments") { Processes.spawn("sh", "-c", "exit $1", "x", "5") }
show("spawn environment") { Processes.spawn({"PROCESSES_A" => "6"}, "exit $PROCESSES_A") }
show("spawn options") { Processes.spawn("echo gone; exit 2", out: File::NULL) }
show("spawn umask") { Processes.spawn("test $(umask) = 0077 || exit 1", umask: 0o77) }
show("spawn nothing there") { Processes.spawn("/nothing/there") }
show("spawn two nothing there") { Processes.spawn("/nothing/there", "1") }
show("spawn none") { Processes.spawn }
show("spawn number") { Processes.spawn(1) }
show("spawn null") { Processes.spawn("a\0b") }
show("spawn wrong option") { Processes.spawn("true", nope: 1) }
show("spawn_err") { Processes.spawn_err("exit 1") }
show("spawn_err nothing there") { Processes.spawn_err("/nothing/there", "1") }
show("spawn_err directory") { Processes.spawn_err("/", "1") }
show("spawn_err chdir") { Processes.spawn_err("true", chdir: "/nothing/there") }
show("exec_line") { Processes.exec_line("exit 4") }
show("exec_line words") { Processes.exec_line("sh -c exit") }
show("exec_line nothing there") { Processes.exec_line("/nothing/there") }
show("exec_line directory") { Processes.exec_line("/") }
show("exec_line spaces") { Processes.exec_line("  true  ") }
show("exec_line empty") { Processes.exec_line("") }
show("exec_line blank") { Processes.exec_line("  ") }
show("exec") { Processes.exec(["exit 9"]) }
show("exec two") { Processes.exec(["sh", "-c", "exit 10"]) }
show("exec name") { Processes.exec([["sh", "other"], "-c", "test $0 = other && exit 11"]) }
show("exec nothing there") { Processes.exec(["/nothing/there"]) }
show("script without a first line") do
  Dir.mktmpdir do |dir|
    File.write("#{dir}/script", "test \"$1\" = one && exit 12\n")
    File.chmod(0o755, "#{dir}/script")
    [Processes.spawn("#{dir}/script", "one"), Processes.exec(["#{dir}/script", "one"]), Processes.exec_line("#{dir}/script one")]
  end
end
show("syswait") { Processes.syswait }
show("waitpid none") { Processes.waitpid_none }
show("waitpid nohang") { Processes.waitpid_nohang }
show("detach") { Processes.detach }
[[0, 3], [256, 4], [9, 5], [0x137f, 6], [139, 7]].each { |pair| show("last_status_set #{pair}") { Processes.last_status_set(*pair) } }
show("unsetenv") { ENV["PROCESSES_B"] = "1"; Processes.unsetenv("PROCESSES_B"); ENV.key?("PROCESSES_B") }
show("unsetenv TZ") { ENV["TZ"] = "UTC"; Processes.unsetenv("TZ"); ENV["TZ"] }
show("unsetenv equals") { Processes.unsetenv("A=B") }
show("kill") { Processes.kill(0, Process.pid) }
show("kill trapped") { got = []; trap(:USR1) { got << 1 }; [Processes.kill("USR1", Process.pid), got] }
show("kill name") { Processes.kill("NOPE", 1) }
show("kill few") { Processes.kill(0) }
show("exit") { begin; Processes.exit; rescue SystemExit => e; [e.status, e.message]; end }
show("exit status") { begin; Processes.exit(5); rescue SystemExit => e; [e.status, e.message]; end }
show("exit false") { begin; Processes.exit(false); rescue SystemExit => e; e.status; end }
show("exit words") { Processes.exit("x") }
show("exit two") { Processes.exit(1, 2) }
show("abort") { $stderr = File.open(File::NULL, "w"); begin; Processes.abort("why"); rescue SystemExit => e; [e.status, e.message]; ensure $stderr = STDERR; end }
show("abort none") { begin; Processes.abort; rescue SystemExit => e; [e.status, e.message]; end }
show("abort number") { Processes.abort(1) }
