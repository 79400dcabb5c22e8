# frozen_string_literal: true
# gc_short_lived - objects, arrays and strings that die at once: allocation and sweeping.
class Small
  def initialize(a)
    @a = a
  end
end

count = 0
i = 0
while i < 2_000_000
  Small.new(i)
  [i, i]
  "a#{i & 7}"
  count += 1
  i += 1
end
raise "gc_short_lived: #{count}" unless count == 2_000_000
