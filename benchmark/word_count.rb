# frozen_string_literal: true
# word_count - words of a long text counted and sorted: scan, downcase, Hash of Strings, sort_by, format.
random = Random.new(67)
vocabulary = Array.new(4000) { Array.new(random.rand(2..10)) { (97 + random.rand(26)).chr }.join }
vocabulary.each_slice(3) { |group| group.first.capitalize! }
text = +""
170_000.times do |i|
  text << vocabulary[random.rand(4000) * random.rand(4000) / 4000] << (i % 13 == 12 ? ".\n" : " ")
end
counts = Hash.new(0)
text.each_line { |line| line.scan(/\w+/) { |word| counts[word.downcase] += 1 } }
top = counts.sort_by { |word, count| [-count, word] }.first(20)
report = top.map { |word, count| format("%-12s %6d %5.2f%%", word, count, count * 100.0 / 170_000) }.join("\n")
again = text.downcase.split(/[^a-z]+/).tally
raise "word_count: two ways differ" unless again == counts
result = [counts.size, report.sum, top.first]
raise "word_count: #{result}" unless result == [3796, 28994, ["vkfhz", 422]]
