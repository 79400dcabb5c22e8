# frozen_string_literal: true
# hash_insert_delete - building hashes of many sizes, deleting, shift, inserting again.
sum = 0
[3, 8, 9, 30, 1000].each do |size|
  (400_000 / size).times do |round|
    hash = {}
    size.times { |i| hash[i] = round }
    (size / 2).times { |i| hash.delete(i) }
    hash[:last] = 1
    hash.shift
    sum += hash.size
  end
end
raise "hash_insert_delete: #{sum}" unless sum == 1088881
