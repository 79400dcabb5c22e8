# frozen_string_literal: true
# vm_ensure - begin, rescue and ensure where nothing is raised, return through ensure.
def guarded(x)
  begin
    return x if x.odd?
    x + 1
  rescue StandardError
    0
  ensure
    $count += 1
  end
end

$count = 0
sum = 0
i = 0
while i < 5_000_000
  sum += guarded(i) & 1
  i += 1
end
raise "vm_ensure: #{sum} #{$count}" unless sum == 5_000_000 && $count == 5_000_000
