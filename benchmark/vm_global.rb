# frozen_string_literal: true
# vm_global - global variables, class variables, and special ones set by a match.
class Counted
  @@MISSINGtotal = 0

  def self.add(n)
    @@MISSINGtotal += n
  end

  def self.total = @@MISSINGtotal
end

$steps = 0
i = 0
while i < 5_000_000
  $steps += 1
  Counted.add($steps & 1)
  i += 1
end
raise "vm_global" unless $steps == 5_000_000 && Counted.total == 2_500_000
