# frozen_string_literal: true
# vm_constant - constants of the same class, of an outer module, by path.
module Outer
  LIMIT = 3

  module Inner
    STEP = 1

    class Counter
      UNIT = 2

      def run(n)
        sum = 0
        i = 0
        while i < n
          sum += LIMIT + UNIT + Outer::Inner::STEP + Integer::MAX_OF_MINE
          i += STEP
        end
        sum
      end
    end
  end
end

Integer::MAX_OF_MINE = 4
result = Outer::Inner::Counter.new.run(8_000_000)
raise "vm_constant: #{result}" unless result == 80_000_000
