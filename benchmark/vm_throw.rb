# frozen_string_literal: true
# vm_throw - throw and catch, break out of blocks, next.
def search(list, wanted)
  list.each { |x| return x if x == wanted }
  nil
end

list = [1, 2, 3, 4, 5]
sum = 0
i = 0
while i < 700_000
  sum += catch(:done) { throw :done, 1 }
  sum += list.each { |x| break x if x == 3 }
  sum += search(list, 2)
  i += 1
end
raise "vm_throw: #{sum}" unless sum == 4_200_000
