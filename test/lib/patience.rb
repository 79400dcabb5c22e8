# patience.rb - how long a driver waits for a process group: by its processor time, and by the wall clock only for one that sleeps.
#
# A busy machine takes processor time from a process but adds none to it, so a limit of processor time gives the same verdict there.
# A process that sleeps for ever uses none: the backstop, ASLEEP times as many seconds of the wall clock, is for that one alone.
require "etc"

class Patience
  ASLEEP = 20
  LOOK = 0.25 # seconds between two readings of /proc
  TICKS = Etc.sysconf(Etc::SC_CLK_TCK).to_f

  # Returns the seconds of processor time that the processes of a group, and the children they have waited for, have used.
  def self.spent(group)
    Dir.each_child("/proc").sum do |name|
      next 0 unless name.match?(/\A\d+\z/)
      fields = File.binread("/proc/#{name}/stat").rpartition(") ").last.split # from the third field on
      fields[2].to_i == group ? fields[11, 4].sum(&:to_i) / TICKS : 0
    rescue Errno::ENOENT, Errno::ESRCH
      0 # it has ended
    end
  end

  # Waits for a child that leads a process group, and then ends what is left of the group.  Returns its Process::Status, or nil if
  # the group used more than its seconds.
  def self.wait(pid, seconds, asleep: seconds * ASLEEP)
    patience = new(pid, seconds, asleep: asleep)
    status = nil
    pause = 0.002
    until (status = Process.wait2(pid, Process::WNOHANG)&.last) || patience.over?
      sleep(pause = [pause * 1.5, 0.05].min)
    end
    status
  ensure
    finish(pid)
    Process.wait(pid) unless status
  end

  # Kills a process group.
  def self.finish(group)
    Process.kill(:KILL, -group)
  rescue Errno::ESRCH
    nil
  end

  def initialize(group, seconds, asleep: seconds * ASLEEP)
    @group, @seconds, @asleep = group, seconds, asleep
    start(0.0)
  end

  # Starts the limit again, from what has been spent by now.
  def restart = start(self.class.spent(@group))

  # Returns whether the group has used its seconds, or slept for too long, since the last start.
  def over?
    time = now
    return false if time < @look
    @look = time + LOOK
    time - @since > @asleep || (time - @since > @seconds / 8.0 && self.class.spent(@group) - @spent > @seconds)
  end

  private

  def start(spent)
    @spent, @since = spent, now
    @look = @since
  end

  def now = Process.clock_gettime(Process::CLOCK_MONOTONIC)
end
