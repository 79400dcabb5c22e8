# frozen_string_literal: true

# The garbage collector: finds the objects that a program can no longer reach and reuses their memory.
#
# It runs by itself.  This module starts and stops it, and tells what it has done; what the figures mean is up to the
# implementation.
module GC
  # :call-seq:
  #   garbage_collect(full_mark: true, immediate_mark: true, immediate_sweep: true) -> nil
  #
  # Does what GC.start does, for objects that include GC.
  #
  #   Object.new.extend(GC).garbage_collect # => nil
  def garbage_collect(full_mark: true, immediate_mark: true, immediate_sweep: true) end

  # :call-seq:
  #   GC.auto_compact -> true or false
  #
  # Tells whether each full collection moves objects together.
  #
  #   GC.auto_compact # => false
  def self.auto_compact() end

  # :call-seq:
  #   GC.auto_compact = flag -> flag
  #
  # Sets whether each full collection moves objects together.
  #
  #   GC.auto_compact = true
  #   GC.auto_compact # => true
  #   GC.auto_compact = false
  def self.auto_compact=(flag) end

  # :call-seq:
  #   GC.compact -> hash
  #
  # Collects, moves objects to slots of the size that suits them, and then together, so that whole pages become free.  Returns what GC.latest_compact_info does.
  #
  #   GC.compact.keys.include?(:moved) # => true
  def self.compact() end

  # :call-seq:
  #   GC.config -> hash
  #   GC.config(hash) -> hash
  #
  # Returns the settings, after it has changed those in the hash.  <tt>rgengc_allow_full_mark: false</tt> keeps it
  # from full collections.  Raises ArgumentError for what is no hash, and for the implementation's name, which cannot
  # be set.
  #
  #   GC.config[:rgengc_allow_full_mark] # => true
  #   GC.config(implementation: "other") # raises ArgumentError
  def self.config(hash = nil) end

  # :call-seq:
  #   GC.count -> integer
  #
  # Returns how many collections there have been.
  #
  #   before = GC.count
  #   GC.start
  #   GC.count > before # => true
  def self.count() end

  # :call-seq:
  #   GC.disable -> true or false
  #
  # Stops the collector and tells whether it was stopped before.
  #
  #   2.times.map { GC.disable } # => [false, true]
  #   GC.enable
  def self.disable() end

  # :call-seq:
  #   GC.enable -> true or false
  #
  # Lets the collector run and tells whether it was stopped.
  #
  #   GC.disable
  #   GC.enable # => true
  #   GC.enable # => false
  def self.enable() end

  # :call-seq:
  #   GC.latest_compact_info -> hash
  #
  # Returns how many objects of each kind the last GC.compact looked at and moved, and how many of these to a larger
  # (+:moved_up+) or smaller slot (+:moved_down+).
  #
  #   GC.latest_compact_info.keys # => [:considered, :moved, :moved_up, :moved_down]
  def self.latest_compact_info() end

  # :call-seq:
  #   GC.latest_gc_info(hash = nil) -> hash
  #   GC.latest_gc_info(key) -> object
  #
  # Returns what is known of the last collection, or the value of the key alone: what caused it (<tt>:gc_by</tt>), why
  # it was a full one (<tt>:major_by</tt>).  Raises ArgumentError for a key that is none.
  #
  #   GC.start
  #   GC.latest_gc_info(:gc_by) # => :method
  #   GC.latest_gc_info(:none)  # raises ArgumentError
  def self.latest_gc_info(key = nil) end

  # :call-seq:
  #   GC.measure_total_time -> true or false
  #
  # Tells whether the time of collections is measured.
  #
  #   GC.measure_total_time # => true
  def self.measure_total_time() end

  # :call-seq:
  #   GC.measure_total_time = flag -> flag
  #
  # Sets whether the time of collections is measured.
  #
  #   before = GC.measure_total_time
  #   GC.measure_total_time = nil
  #   GC.total_time == GC.tap(&:start).total_time # => true
  #   GC.measure_total_time = before
  def self.measure_total_time=(flag) end

  # :call-seq:
  #   GC.start(full_mark: true, immediate_mark: true, immediate_sweep: true) -> nil
  #
  # Collects now, even if GC.disable was called: all objects, or with <tt>full_mark: false</tt> only the young ones.
  #
  #   GC.start # => nil
  def self.start(full_mark: true, immediate_mark: true, immediate_sweep: true) end

  # :call-seq:
  #   GC.stat(hash = nil) -> hash
  #   GC.stat(key) -> integer
  #
  # Returns figures of the collector, or that of the key alone; it fills the hash that is given.  Raises ArgumentError
  # for a key that is none.
  #
  #   GC.stat(:count) == GC.count # => true
  #   GC.stat(:none)              # raises ArgumentError
  def self.stat(key = nil) end

  # :call-seq:
  #   GC.stat_heap(heap = nil, hash = nil) -> hash
  #   GC.stat_heap(heap, key) -> integer
  #
  # Returns figures of each of the heaps, which differ in the size of their objects; of one of them; or one figure.
  # Raises ArgumentError for a heap or a key that is none.
  #
  #   GC.stat_heap(0, :slot_size).positive? # => true
  #   GC.stat_heap(0, :none)                # raises ArgumentError
  #   GC.stat_heap(99)                      # raises ArgumentError
  def self.stat_heap(heap = nil, key = nil) end

  # :call-seq:
  #   GC.stress -> true, false or integer
  #
  # Returns what GC.stress= has set.
  #
  #   GC.stress # => false
  def self.stress() end

  # :call-seq:
  #   GC.stress = flag -> flag
  #
  # With +true+ there is a collection wherever there could be one, which is slow, but finds faults of extensions.
  #
  #   GC.stress = true
  #   GC.stress # => true
  #   GC.stress = false
  def self.stress=(flag) end

  # :call-seq:
  #   GC.total_time -> integer
  #
  # Returns how many nanoseconds the collections have taken that were measured.
  #
  #   GC.total_time.class # => Integer
  def self.total_time() end

  # :call-seq:
  #   GC.verify_compaction_references(toward: nil, double_heap: false, expand_heap: false) -> hash
  #
  # Moves as many objects as it can and then checks that nothing refers to their old places; a means to find faults of
  # extensions.
  #
  #   # (not run)
  #   GC.verify_compaction_references(expand_heap: true, toward: :empty)
  def self.verify_compaction_references(toward: nil, double_heap: false, expand_heap: false) end

  # :call-seq:
  #   GC.verify_internal_consistency -> nil
  #
  # Checks the collector's own data; a fault ends the process with a report.
  #
  #   GC.verify_internal_consistency # => nil
  def self.verify_internal_consistency() end

  # Measures each collection while it is enabled.
  #
  #   GC::Profiler.enable
  #   GC.start
  #   GC::Profiler.raw_data.empty? # => false
  #   GC::Profiler.disable
  #   GC::Profiler.clear
  module Profiler
    # :call-seq:
    #   GC::Profiler.clear -> nil
    #
    # Forgets what was measured.
    #
    #   GC::Profiler.clear # => nil
    def self.clear() end

    # :call-seq:
    #   GC::Profiler.disable -> nil
    #
    # Ends measuring; what was measured stays.
    #
    #   GC::Profiler.disable  # => nil
    #   GC::Profiler.enabled? # => false
    def self.disable() end

    # :call-seq:
    #   GC::Profiler.enable -> nil
    #
    # Begins measuring.
    #
    #   GC::Profiler.enable   # => nil
    #   GC::Profiler.enabled? # => true
    #   GC::Profiler.disable
    def self.enable() end

    # :call-seq:
    #   GC::Profiler.enabled? -> true or false
    #
    # Tells whether collections are measured.
    #
    #   GC::Profiler.enabled? # => false
    def self.enabled?() end

    # :call-seq:
    #   GC::Profiler.raw_data -> array or nil
    #
    # Returns a hash of figures for each collection, such as <tt>:GC_TIME</tt> in seconds.
    #
    #   GC::Profiler.enable
    #   GC.start
    #   GC::Profiler.raw_data.last[:GC_TIME].class # => Float
    #   GC::Profiler.disable
    def self.raw_data() end

    # :call-seq:
    #   GC::Profiler.report(io = $stdout) -> nil
    #
    # Writes what GC::Profiler.result returns; nothing if nothing was measured.
    #
    #   GC::Profiler.clear
    #   GC::Profiler.report # => nil
    def self.report(io = $stdout) end

    # :call-seq:
    #   GC::Profiler.result -> string
    #
    # Returns a table of the collections, an empty string if nothing was measured.
    #
    #   GC::Profiler.clear
    #   GC::Profiler.result # => ""
    def self.result() end

    # :call-seq:
    #   GC::Profiler.total_time -> float
    #
    # Returns how many seconds the collections took that were measured.
    #
    #   GC::Profiler.clear
    #   GC::Profiler.total_time # => 0.0
    def self.total_time() end
  end
end
