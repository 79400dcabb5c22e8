# frozen_string_literal: true
# levenshtein - edit distance between words, two rows of a table: min, array elements, bytes.
def distance(a, b)
  left = a.bytes
  right = b.bytes
  previous = (0..right.size).to_a
  left.each_with_index do |x, i|
    current = [i + 1]
    right.each_with_index do |y, j|
      cost = previous[j] + (x == y ? 0 : 1)
      insertion = current[j] + 1
      deletion = previous[j + 1] + 1
      cost = insertion if insertion < cost
      cost = deletion if deletion < cost
      current << cost
    end
    previous = current
  end
  previous.last
end

random = Random.new(5)
words = Array.new(170) { Array.new(random.rand(8..16)) { (97 + random.rand(6)).chr }.join }
total = 0
words.each_with_index { |word, i| words[i + 1..].each { |other| total += distance(word, other) } }
result = [total, distance("kitten", "sitting")]
raise "levenshtein: #{result}" unless result == [136589, 3]
