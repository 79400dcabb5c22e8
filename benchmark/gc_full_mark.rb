# frozen_string_literal: true
# gc_full_mark - full collections over a live heap of half a million objects of several kinds.
live = Array.new(120_000) { |i| ["text #{i}", { i => [i] }, i.to_f] }
before = GC.count
12.times { GC.start }
raise "gc_full_mark: no collections" unless GC.count - before >= 12
result = live.sum { |text, hash, float| text.size + hash.size + float.to_i }
raise "gc_full_mark: #{result}" unless result == 7201268890
