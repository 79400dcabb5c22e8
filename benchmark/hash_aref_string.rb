# frozen_string_literal: true
# hash_aref_string - looking up Strings, literals and made anew.
words = (1..500).map { |i| "some word #{i}" }
table = words.each_with_index.to_h
sum = 0
4_000.times { words.each { |word| sum += table[word] } }
2_000_000.times { sum += table["some word 3"] }
250_000.times { |i| sum += table["some word #{i % 500 + 1}"] }
raise "hash_aref_string: #{sum}" unless sum == 565375000
