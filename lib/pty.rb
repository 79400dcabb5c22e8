# frozen_string_literal: true
#
# pty.rb - processes on pseudo terminals.  The system's calls are in ext/pty.
require "pty.so"

module PTY
  # Raised by PTY.check.
  class ChildExited < RuntimeError
    def initialize(message = nil, status = nil)
      super(message)
      @status = status
    end

    # Its Process::Status.
    def status = @status
  end

  class << self
    # [master, slave]; with a block, which gets them, both are closed behind it.
    def open
      pair = ends(false)
      return pair unless block_given?
      begin
        yield pair
      ensure
        pair.each { |io| io.close unless io.closed? }
      end
    end

    # Runs a command (as Kernel#exec takes it; nothing: the user's shell) on a terminal of its own: [what it writes, what it
    # reads, its process id].  With a block, which gets them, the process is detached behind it.
    def spawn(*command)
      command = [user_shell] if command.empty?
      reader, writer, slave = ends(true)
      begin
        pid = fork_on(slave, command)
      rescue Exception
        reader.close
        writer.close
        raise
      ensure
        slave.close
      end
      return [reader, writer, pid] unless block_given?
      begin
        yield reader, writer, pid
      ensure
        Process.detach(pid)
      end
    end
    alias getpty spawn

    # What became of the process: nil while it runs, else its Process::Status, raised in a ChildExited if so wanted.
    def check(pid, raise_it = false)
      return unless Process.wait(pid, Process::WNOHANG | Process::WUNTRACED)
      status = $?
      return status unless raise_it
      what = status.stopped? ? "stopped" : status.signaled? || status.exited? ? "exited" : "changed"
      raise ChildExited.new("pty - #{what}: #{status.pid}", status)
    rescue Errno::ECHILD
    end

    private

    def user_shell
      require "etc"
      ENV["SHELL"] || Etc.getpwuid&.shell || "/bin/sh"
    end

    # The child tells through a pipe that it could not start the command; a command that starts closes it.
    def fork_on(slave, command)
      begin
        reader, writer = IO.pipe
      rescue SystemCallError => e
        raise SystemCallError.new("fork failed", e.errno)
      end
      pid = fork do
        reader.close
        session(slave)
        exec(*command)
      rescue Exception => e
        writer.write((SystemCallError === e ? e.errno : Errno::EINVAL::Errno).to_s)
        writer.close
      ensure
        Process.exit!(127)
      end
      writer.close
      failure = reader.read
      reader.close
      return pid if failure.empty?
      Process.wait(pid)
      raise SystemCallError.new("fork failed", failure.to_i)
    end
  end
end
