# frozen_string_literal: true
# gc_weak - weak maps, finalizers and object ids with collections between.
map = ObjectSpace::WeakMap.new
finalized = 0
counter = proc { finalized += 1 }
kept = Array.new(20_000) { |i| +"kept #{i}" }
kept.each_with_index { |text, i| map[text] = text if i.even? }
20.times do |round|
  20_000.times do
    text = +"lost"
    map[text] = text
    text.object_id
  end
  200.times { ObjectSpace.define_finalizer(Object.new, counter) }
  GC.start if round % 5 == 4
end
found = kept.count { |text| map.key?(text) }
raise "gc_weak: #{found}" unless found == 10_000
raise "gc_weak: #{finalized} finalized" if finalized > 4000
