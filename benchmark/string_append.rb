# frozen_string_literal: true
# string_append - <<, +, concat, prepend, insert, *, on short and long strings.
sum = 0
30.times do
  text = +""
  60_000.times { text << "abc" << "d" }
  sum += text.size
end
700_000.times do |i|
  sum += ("left" + "right").size
  sum += "-".*(i & 31).size
end
100_000.times { sum += (+"one").concat(" two", " three").prepend("zero ").insert(4, "!").size }
raise "string_append: #{sum}" unless sum == 26250000
