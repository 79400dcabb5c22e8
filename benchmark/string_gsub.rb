# frozen_string_literal: true
# string_gsub - sub and gsub with strings, patterns, hashes, blocks and back-references.
text = "The rain in Spain stays <mainly> in the \"plain\" & so on. " * 4
entities = { "<" => "&lt;", ">" => "&gt;", "&" => "&amp;", '"' => "&quot;" }
sum = 0
14_000.times do
  sum += text.gsub("ain", "ane").size
  sum += text.gsub(/[<>&"]/, entities).size
  sum += text.gsub(/\b(\w)(\w*)/) { "#{$1.upcase}#{$2}" }.size
  sum += text.gsub(/(\w+) in/, '\1 out').size
  sum += text.sub(/Spain/, "France").size + text.sub("rain", "snow").size
end
raise "string_gsub: #{sum}" unless sum == 20342000
