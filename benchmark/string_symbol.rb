# frozen_string_literal: true
# string_symbol - to_sym of old and new names, Symbol#to_s, name, <=>, hash keys made of text, -string.
names = %w[one two three four five]
sum = 0
1_200_000.times do |i|
  sum += names[i % 5].to_sym.size
  sum += :two.to_s.size + :three.name.size
end
100_000.times { |i| sum += "dynamic_#{i}".to_sym.size }
300_000.times { |i| sum += (-"interned #{i & 15}").size }
raise "string_symbol: #{sum}" unless sum == 18561390
