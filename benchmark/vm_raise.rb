# frozen_string_literal: true
# vm_raise - raising and rescuing, in the same method and three calls up.
class Fault < StandardError; end

def down(n)
  raise Fault, "deep" if n == 0
  down(n - 1)
end

caught = 0
350_000.times do
  begin
    raise ArgumentError
  rescue TypeError
    caught -= 1
  rescue ArgumentError
    caught += 1
  end
  begin
    down(3)
  rescue Fault => e
    caught += e.message.size
  end
end
raise "vm_raise: #{caught}" unless caught == 350_000 * 5
