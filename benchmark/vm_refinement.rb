# frozen_string_literal: true
# vm_refinement - calls of refined methods, and of unrefined ones beside them.
module Short
  refine Integer do
    def doubled = self * 2
  end

  refine String do
    def shout = bytesize + 1
  end
end

using Short
text = "text"
sum = 0
i = 0
while i < 3_000_000
  sum += i.doubled - i - i + text.shout + text.size
  i += 1
end
raise "vm_refinement: #{sum}" unless sum == 27_000_000
