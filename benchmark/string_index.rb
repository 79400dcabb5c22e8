# frozen_string_literal: true
# string_index - index, rindex, include?, start_with?, count, byteindex, in ASCII and in UTF-8.
ascii = "the quick brown fox jumps over the lazy dog " * 40 + "needle in the end"
utf8 = "größe und länge, 日本語 text " * 60 + "nadel am ende"
sum = 0
140_000.times do
  sum += ascii.index("needle") + ascii.rindex("quick") + ascii.count("e")
  sum += 1 if ascii.include?("lazy cat") || ascii.start_with?("the")
  sum += utf8.byteindex("nadel") - utf8.index("nadel")
  sum += ascii.index("o", 900)
end
raise "string_index: #{sum}" unless sum == 707280000
