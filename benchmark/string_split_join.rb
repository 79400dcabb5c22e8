# frozen_string_literal: true
# string_split_join - split by string, blank and pattern, join, lines, chars, partition, each_char.
line = "alpha,beta,gamma,delta,,epsilon,zeta,eta,theta,iota"
text = "some words  on a\tline with\nmany blanks " * 3
sum = 0
60_000.times do
  sum += line.split(",").size + text.split.size + line.split(/,+/).size + line.split(",", 3).last.size
  sum += line.partition(",").first.size + line.rpartition(",").last.size
  sum += text.lines.size + line.chars.size
  sum += line.split(",").join("; ").size
end
20_000.times { line.each_char { |char| sum += 1 if char == "a" } }
raise "string_split_join: #{sum}" unless sum == 12620000
