# frozen_string_literal: true
# vm_c_call - methods of core classes written in C: no argument, one, a variable number.
text = "some text"
list = [3, 1, 2]
hash = { a: 1 }
sum = 0
i = 0
while i < 4_000_000
  sum += text.bytesize + list.first + hash.length
  sum -= 1 if text.start_with?("some")
  sum += 1 if list.include?(2)
  i += 1
end
raise "vm_c_call: #{sum}" unless sum == 4_000_000 * 13
