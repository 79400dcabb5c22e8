# frozen_string_literal: true

# A moment, exact to the nanosecond and, as far as arithmetic goes, beyond: seconds since the start of 1970 in UTC are kept
# as an exact number.
#
# It is shown on one of three clocks: UTC, the local time of the process (the environment's +TZ+), or a fixed offset.  The
# clock decides what #hour, #day and #to_s say, not which moment it is: comparing and subtracting do not heed it.
#
# Where a clock can be given (<tt>in:</tt>, #getlocal, ...) it is an offset <tt>"+HH:MM"</tt> or <tt>"+HH:MM:SS"</tt>,
# <tt>"UTC"</tt>, a letter as the military uses them, a number of seconds, or an object for a time zone with +local_to_utc+ and
# +utc_to_local+.
class Time
  # :call-seq:
  #   Time.at(time, in: nil) -> time
  #   Time.at(seconds, in: nil) -> time
  #   Time.at(seconds, part, unit = :microsecond, in: nil) -> time
  #
  # Returns the moment +seconds+ after the start of 1970 in UTC, and +part+ units of +:millisecond+, +:microsecond+ (or
  # +:usec+) or +:nanosecond+ (+:nsec+) more; or that of another Time, on its clock.  Shown in local time unless <tt>in:</tt>
  # says otherwise.
  #
  #   Time.at(0, in: "UTC")                      # => 1970-01-01 00:00:00 UTC
  #   Time.at(1.5, in: "+09:00")                 # => 1970-01-01 09:00:01.5 +0900
  #   Time.at(1, 500, :millisecond, in: "UTC")   # => 1970-01-01 00:00:01.5 UTC
  #   Time.at("1")                               # raises TypeError
  def self.at(seconds, part = 0, unit = :microsecond, in: nil) end

  # :call-seq:
  #   Time.local(year, month = 1, day = 1, hour = 0, min = 0, sec = 0, microsecond = 0) -> time
  #   Time.local(sec, min, hour, day, month, year, any, any, dst, any) -> time
  #
  # Returns the moment of that date and time on the local clock.  The second form takes what #to_a returns.  A month may be
  # a name of three letters; numbers may be strings.  Raises ArgumentError if one is out of range.
  #
  #   ENV["TZ"] = "Europe/Berlin"
  #   Time.local(2026, 7, 1, 12)   # => 2026-07-01 12:00:00 +0200
  #   Time.local(2026, "jan", "1") # => 2026-01-01 00:00:00 +0100
  #   Time.local(2026, 13)         # raises ArgumentError
  #   ENV["TZ"] = "UTC"
  def self.local(year, month = 1, day = 1, hour = 0, min = 0, sec = 0, microsecond = 0) end

  class << self
    alias mktime local
  end

  # :call-seq:
  #   Time.new(in: nil) -> time
  #   Time.new(year, month = 1, day = 1, hour = 0, min = 0, sec = 0, zone = nil, in: nil) -> time
  #   Time.new(string, precision: 9, in: nil) -> time
  #
  # Returns the present moment, that of a date and time on a clock (the local one if none is given), or that which a string
  # of the form <tt>"2026-03-14 15:09:26.5 +02:00"</tt> says, of whose fraction +precision+ digits count.  A string of a year
  # alone is a year.  Raises ArgumentError if something is out of range, or if the string has no time.
  #
  #   Time.new(2026, 3, 14, 15, 9, 26.5, "+02:00") # => 2026-03-14 15:09:26.5 +0200
  #   Time.new(2026, in: "UTC")                    # => 2026-01-01 00:00:00 UTC
  #   Time.new("2026-03-14 12:00:00Z")             # => 2026-03-14 12:00:00 UTC
  #   Time.new("2026-03-14")                       # raises ArgumentError: no time information
  #   Time.new(2026, 1, 32)                        # raises ArgumentError
  def self.new(year = nil, month = 1, day = 1, hour = 0, min = 0, sec = 0, zone = nil, precision: 9, in: nil) end

  # :call-seq:
  #   Time.now(in: nil) -> time
  #
  # Returns the present moment, on the local clock unless <tt>in:</tt> says otherwise.
  #
  #   Time.now.class                    # => Time
  #   Time.now(in: "+01:00").utc_offset # => 3600
  def self.now(in: nil) end

  # :call-seq:
  #   Time.utc(year, month = 1, day = 1, hour = 0, min = 0, sec = 0, microsecond = 0) -> time
  #   Time.utc(sec, min, hour, day, month, year, any, any, any, any) -> time
  #
  # Returns the moment of that date and time in UTC.  The arguments are those of Time.local.
  #
  #   Time.utc(2026, 3, 14, 15, 9, 26, 500000) # => 2026-03-14 15:09:26.5 UTC
  #   Time.utc(2026, 2, 30)                    # => 2026-03-02 00:00:00 UTC
  #   Time.utc(2026, 13)                       # raises ArgumentError
  def self.utc(year, month = 1, day = 1, hour = 0, min = 0, sec = 0, microsecond = 0) end

  class << self
    alias gm utc
  end

  # :call-seq:
  #   self + seconds -> time
  #
  # Returns the moment +seconds+ later, on the same clock.  Raises TypeError for another Time.
  #
  #   Time.utc(2000) + 90               # => 2000-01-01 00:01:30 UTC
  #   Time.utc(2000) + Rational(1, 4)   # => 2000-01-01 00:00:00.25 UTC
  #   Time.utc(2000) + Time.utc(2000)   # raises TypeError: time + time?
  def +(seconds) end

  # :call-seq:
  #   self - seconds -> time
  #   self - time -> float
  #
  # Returns the moment +seconds+ earlier, on the same clock; or how many seconds it is after another Time.
  #
  #   Time.utc(2000) - 60                 # => 1999-12-31 23:59:00 UTC
  #   Time.utc(2000) - Time.utc(1999, 12, 31) # => 86400.0
  def -(other) end

  # :call-seq:
  #   self <=> other -> -1, 0, 1 or nil
  #
  # Tells whether the moment is before +other+, the same or after it, whatever the clocks; +nil+ if +other+ is no Time.
  #
  #   Time.utc(2000) <=> Time.utc(2001)                        # => -1
  #   Time.utc(2000) <=> Time.new(2000, 1, 1, 1, in: "+01:00") # => 0
  #   Time.utc(2000) <=> 1                                     # => nil
  def <=>(other) end

  # :call-seq:
  #   ceil(digits = 0) -> time
  #
  # Returns the time with +digits+ digits of a second, rounded up.
  #
  #   Time.utc(2000, 1, 1, 0, 0, 1.25r).ceil    # => 2000-01-01 00:00:02 UTC
  #   Time.utc(2000, 1, 1, 0, 0, 1.25r).ceil(1) # => 2000-01-01 00:00:01.3 UTC
  def ceil(digits = 0) end

  # :call-seq:
  #   ctime -> string
  #
  # Returns the time as C's +ctime+ writes it, without the newline.
  #
  #   Time.utc(2000, 1, 2, 3, 4, 5).ctime # => "Sun Jan  2 03:04:05 2000"
  def ctime() end

  alias asctime ctime

  # :call-seq:
  #   day -> integer
  #
  # Returns the day of the month, from 1.
  #
  #   Time.utc(2000, 1, 31).day # => 31
  def day() end

  alias mday day

  # :call-seq:
  #   deconstruct_keys(names) -> hash
  #
  # Returns parts of the time for pattern matching: those in the array +names+, or all for +nil+: +:year+, +:month+, +:day+,
  # +:yday+, +:wday+, +:hour+, +:min+, +:sec+, +:subsec+, +:dst+, +:zone+.
  #
  #   Time.utc(2000, 5).deconstruct_keys([:year, :month, :other]) # => {year: 2000, month: 5}
  #   case Time.utc(2000, 5)
  #   in { year: ..1999 } then :before
  #   in { month: 4..6 => month } then month
  #   end # => 5
  #   Time.utc(2000).deconstruct_keys(1)                          # raises TypeError
  def deconstruct_keys(names) end

  # :call-seq:
  #   dst? -> true or false
  #
  # Tells whether it is summer time on the clock.
  #
  #   ENV["TZ"] = "Europe/Berlin"
  #   Time.local(2026, 7).dst?    # => true
  #   Time.local(2026, 1).dst?    # => false
  #   ENV["TZ"] = "UTC"
  def dst?() end

  alias isdst dst?

  # :call-seq:
  #   eql?(other) -> true or false
  #
  # Tells whether +other+ is a Time of the same moment, to all digits.
  #
  #   Time.utc(2000).eql?(Time.new(2000, 1, 1, 1, in: "+01:00")) # => true
  #   Time.utc(2000).eql?(946684800)                             # => false
  def eql?(other) end

  # :call-seq:
  #   floor(digits = 0) -> time
  #
  # Returns the time with +digits+ digits of a second, rounded down.
  #
  #   Time.utc(2000, 1, 1, 0, 0, 1.25r).floor    # => 2000-01-01 00:00:01 UTC
  #   Time.utc(2000, 1, 1, 0, 0, 1.25r).floor(1) # => 2000-01-01 00:00:01.2 UTC
  def floor(digits = 0) end

  # :call-seq:
  #   friday? -> true or false
  #
  # Tells whether it is a Friday on the clock.
  #
  #   Time.utc(2026, 3, 13).friday? # => true
  def friday?() end

  # :call-seq:
  #   getlocal(zone = nil) -> time
  #
  # Returns the same moment on the local clock or on another.  Raises ArgumentError if +zone+ is none.
  #
  #   Time.utc(2000).getlocal("+05:30") # => 2000-01-01 05:30:00 +0530
  #   Time.utc(2000).getlocal(-3600)    # => 1999-12-31 23:00:00 -0100
  #   Time.utc(2000).getlocal("bad")    # raises ArgumentError
  def getlocal(zone = nil) end

  # :call-seq:
  #   getutc -> time
  #
  # Returns the same moment in UTC.
  #
  #   Time.new(2000, 1, 1, 1, in: "+01:00").getutc # => 2000-01-01 00:00:00 UTC
  def getutc() end

  alias getgm getutc

  # :call-seq:
  #   hash -> integer
  #
  # Returns a number that is the same for times that are #eql?.
  #
  #   Time.utc(2000).hash == Time.at(946684800).hash # => true
  def hash() end

  # :call-seq:
  #   hour -> integer
  #
  # Returns the hour of the day, from 0 to 23.
  #
  #   Time.utc(2000, 1, 1, 15).hour # => 15
  def hour() end

  # :call-seq:
  #   inspect -> string
  #
  # Returns the time as #to_s does, with all digits of the second; a fraction where digits would not end.
  #
  #   Time.utc(2000, 1, 1, 0, 0, 1.5).inspect            # => "2000-01-01 00:00:01.5 UTC"
  #   Time.utc(2000, 1, 1, 0, 0, Rational(1, 3)).inspect # => "2000-01-01 00:00:00 1/3 UTC"
  def inspect() end

  # :call-seq:
  #   localtime(zone = nil) -> self
  #
  # Sets the clock to the local one or to another.  The moment stays.  Raises FrozenError if the time is frozen.
  #
  #   t = Time.utc(2000)
  #   t.localtime("-05:00")           # => 1999-12-31 19:00:00 -0500
  #   t.day                           # => 31
  #   Time.utc(2000).freeze.localtime # raises FrozenError
  def localtime(zone = nil) end

  # :call-seq:
  #   min -> integer
  #
  # Returns the minute of the hour, from 0 to 59.
  #
  #   Time.utc(2000, 1, 1, 15, 30).min # => 30
  def min() end

  # :call-seq:
  #   monday? -> true or false
  #
  # Tells whether it is a Monday on the clock.
  #
  #   Time.utc(2026, 3, 16).monday? # => true
  def monday?() end

  # :call-seq:
  #   month -> integer
  #
  # Returns the month, from 1 to 12.
  #
  #   Time.utc(2000, 5).month # => 5
  def month() end

  alias mon month

  # :call-seq:
  #   nsec -> integer
  #
  # Returns the whole nanoseconds of the second.
  #
  #   Time.at(0, 5, :millisecond).nsec # => 5000000
  def nsec() end

  alias tv_nsec nsec

  # :call-seq:
  #   round(digits = 0) -> time
  #
  # Returns the time with +digits+ digits of a second, rounded to the nearest.
  #
  #   Time.utc(2000, 1, 1, 0, 0, 1.25r).round    # => 2000-01-01 00:00:01 UTC
  #   Time.utc(2000, 1, 1, 0, 0, 1.25r).round(1) # => 2000-01-01 00:00:01.3 UTC
  def round(digits = 0) end

  # :call-seq:
  #   saturday? -> true or false
  #
  # Tells whether it is a Saturday on the clock.
  #
  #   Time.utc(2026, 3, 14).saturday? # => true
  def saturday?() end

  # :call-seq:
  #   sec -> integer
  #
  # Returns the second of the minute, from 0 to 60 (a leap second).
  #
  #   Time.utc(2000, 1, 1, 0, 0, 59.9).sec # => 59
  def sec() end

  # :call-seq:
  #   strftime(format) -> string
  #
  # Returns +format+ with the directives in it filled in.  The common ones:
  #
  # - <tt>%Y %m %d %j</tt>: year, month, day of the month, of the year; <tt>%y</tt> the year in two digits;
  # - <tt>%H %M %S</tt>: hour, minute, second; <tt>%I</tt> of twelve, with <tt>%p</tt> AM or PM; <tt>%N</tt> or
  #   <tt>%3N</tt> digits of the second;
  # - <tt>%A %a %B %b</tt>: names of the day and the month, whole or three letters; <tt>%u %w</tt> the day of the week;
  # - <tt>%z %:z %Z</tt>: offset, with a colon, name of the zone; <tt>%s</tt> seconds since 1970;
  # - <tt>%F %T %D %c</tt>: <tt>%Y-%m-%d</tt>, <tt>%H:%M:%S</tt>, <tt>%m/%d/%y</tt>, date and time; <tt>%%</tt> a percent sign.
  #
  # Between may stand a flag (<tt>-</tt> no padding, <tt>0</tt> or <tt>_</tt> padding with zeros or blanks, <tt>^</tt> capitals,
  # <tt>#</tt> the other case) and a width.
  #
  #   t = Time.new(2026, 3, 4, 15, 9, 26.5, "+02:00")
  #   t.strftime("%F %T.%3N %:z") # => "2026-03-04 15:09:26.500 +02:00"
  #   t.strftime("%a %-d %^b")    # => "Wed 4 MAR"
  #   t.strftime("%I %p %j %%")   # => "03 PM 063 %"
  #   t.strftime("%6Y %_5d")      # => "002026     4"
  def strftime(format) end

  # :call-seq:
  #   subsec -> number
  #
  # Returns the part of the second, exact: 0 or a Rational.
  #
  #   Time.at(1.5).subsec # => (1/2)
  #   Time.at(1).subsec   # => 0
  def subsec() end

  # :call-seq:
  #   sunday? -> true or false
  #
  # Tells whether it is a Sunday on the clock.
  #
  #   Time.utc(2026, 3, 15).sunday? # => true
  def sunday?() end

  # :call-seq:
  #   thursday? -> true or false
  #
  # Tells whether it is a Thursday on the clock.
  #
  #   Time.utc(2026, 3, 12).thursday? # => true
  def thursday?() end

  # :call-seq:
  #   to_a -> array
  #
  # Returns second, minute, hour, day, month, year, day of the week, day of the year, whether it is summer time, and the
  # name of the zone.
  #
  #   Time.utc(2026, 3, 14, 15, 9, 26).to_a # => [26, 9, 15, 14, 3, 2026, 6, 73, false, "UTC"]
  def to_a() end

  # :call-seq:
  #   to_f -> float
  #
  # Returns the seconds since the start of 1970 in UTC as a Float, which is not exact.
  #
  #   Time.utc(2000, 1, 1, 0, 0, 0.5).to_f # => 946684800.5
  def to_f() end

  # :call-seq:
  #   to_i -> integer
  #
  # Returns the whole seconds since the start of 1970 in UTC.
  #
  #   Time.utc(2000).to_i    # => 946684800
  #   Time.at(-0.5).to_i     # => -1
  def to_i() end

  alias tv_sec to_i

  # :call-seq:
  #   to_r -> rational
  #
  # Returns the seconds since the start of 1970 in UTC, exact.
  #
  #   Time.at(1.5).to_r # => (3/2)
  def to_r() end

  # :call-seq:
  #   to_s -> string
  #
  # Returns date, time to the second, and offset or UTC.
  #
  #   Time.utc(2000, 1, 1, 0, 0, 1.5).to_s # => "2000-01-01 00:00:01 UTC"
  #   Time.at(0, in: "-01:00").to_s        # => "1969-12-31 23:00:00 -0100"
  def to_s() end

  # :call-seq:
  #   tuesday? -> true or false
  #
  # Tells whether it is a Tuesday on the clock.
  #
  #   Time.utc(2026, 3, 10).tuesday? # => true
  def tuesday?() end

  # :call-seq:
  #   usec -> integer
  #
  # Returns the whole microseconds of the second.
  #
  #   Time.at(0, 5, :millisecond).usec # => 5000
  def usec() end

  alias tv_usec usec

  # :call-seq:
  #   utc -> self
  #
  # Sets the clock to UTC.  The moment stays.  Raises FrozenError if the time is frozen and not in UTC.
  #
  #   t = Time.new(2000, 1, 1, 1, in: "+01:00")
  #   t.utc                                                # => 2000-01-01 00:00:00 UTC
  #   Time.new(2000, in: "+01:00").freeze.utc              # raises FrozenError
  def utc() end

  alias gmtime utc

  # :call-seq:
  #   utc? -> true or false
  #
  # Tells whether the clock is UTC; one with an offset of 0 is not.
  #
  #   Time.utc(2000).utc?              # => true
  #   Time.at(0, in: "+00:00").utc?    # => false
  def utc?() end

  alias gmt? utc?

  # :call-seq:
  #   utc_offset -> integer
  #
  # Returns how many seconds the clock is ahead of UTC.
  #
  #   Time.at(0, in: "-01:30").utc_offset # => -5400
  def utc_offset() end

  alias gmt_offset utc_offset
  alias gmtoff utc_offset

  # :call-seq:
  #   wday -> integer
  #
  # Returns the day of the week, from 0 (Sunday) to 6.
  #
  #   Time.utc(2026, 3, 14).wday # => 6
  def wday() end

  # :call-seq:
  #   wednesday? -> true or false
  #
  # Tells whether it is a Wednesday on the clock.
  #
  #   Time.utc(2026, 3, 11).wednesday? # => true
  def wednesday?() end

  # :call-seq:
  #   xmlschema(digits = 0) -> string
  #
  # Returns the time in the form of ISO 8601, with +digits+ digits of the second.
  #
  #   Time.utc(2000, 1, 1, 0, 0, 1.5).xmlschema    # => "2000-01-01T00:00:01Z"
  #   Time.at(1.5, in: "+01:00").xmlschema(3)      # => "1970-01-01T01:00:01.500+01:00"
  def xmlschema(digits = 0) end

  alias iso8601 xmlschema

  # :call-seq:
  #   yday -> integer
  #
  # Returns the day of the year, from 1.
  #
  #   Time.utc(2000, 12, 31).yday # => 366
  def yday() end

  # :call-seq:
  #   year -> integer
  #
  # Returns the year.
  #
  #   Time.utc(2000).year # => 2000
  #   Time.utc(-5).year   # => -5
  def year() end

  # :call-seq:
  #   zone -> string or nil
  #
  # Returns the name of the zone; +nil+ for a fixed offset.
  #
  #   Time.utc(2000).zone              # => "UTC"
  #   Time.at(0, in: "+01:00").zone    # => nil
  def zone() end
end
