# frozen_string_literal: true

# How much processor time processes have used, in seconds: what Process.times returns, a Struct of four Floats.
class Process::Tms < Struct
  # :call-seq:
  #   cstime -> float
  #
  # Returns the time that the system has worked for the children that were waited for.
  #
  #   Process.times.cstime.class # => Float
  def cstime() end

  # :call-seq:
  #   cstime = seconds
  #
  # Sets the time that the system has worked for the children that were waited for; that changes this object only.
  #
  #   times = Process.times
  #   times.cstime = 1.5
  #   times.cstime # => 1.5
  def cstime=(seconds) end

  # :call-seq:
  #   cutime -> float
  #
  # Returns the time that the children that were waited for have used themselves.
  #
  #   Process.times.cutime.class # => Float
  def cutime() end

  # :call-seq:
  #   cutime = seconds
  #
  # Sets the time that the children that were waited for have used themselves; that changes this object only.
  #
  #   times = Process.times
  #   times.cutime = 1.5
  #   times.cutime # => 1.5
  def cutime=(seconds) end

  # :call-seq:
  #   stime -> float
  #
  # Returns the time that the system has worked for this process.
  #
  #   Process.times.stime.class # => Float
  def stime() end

  # :call-seq:
  #   stime = seconds
  #
  # Sets the time that the system has worked for this process; that changes this object only.
  #
  #   times = Process.times
  #   times.stime = 1.5
  #   times.stime # => 1.5
  def stime=(seconds) end

  # :call-seq:
  #   utime -> float
  #
  # Returns the time that this process has used itself.
  #
  #   Process.times.utime.class # => Float
  def utime() end

  # :call-seq:
  #   utime = seconds
  #
  # Sets the time that this process has used itself; that changes this object only.
  #
  #   times = Process.times
  #   times.utime = 1.5
  #   times.utime # => 1.5
  def utime=(seconds) end
end
