# frozen_string_literal: true
# vm_interpolation - strings with values of several classes in them.
name = "facet"
sum = 0
i = 0
while i < 1_500_000
  sum += "#{name}-#{i}".size
  sum += "<#{:symbol} #{name}>".bytesize
  i += 1
end
raise "vm_interpolation: #{sum}" unless sum == 39388890
