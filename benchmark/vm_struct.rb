# frozen_string_literal: true
# vm_struct - making Structs, reading and writing members by method and by name.
Point = Struct.new(:x, :y, :z)

point = Point.new(1, 2, 3)
sum = 0
i = 0
while i < 2_500_000
  point.x = i
  sum += point.x - point.y + point[2]
  point[:z] = 4
  i += 1
end
1_200_000.times { |k| sum += Point.new(k, 1, 2).y }
raise "vm_struct: #{sum}" unless sum == 3125004949999
