# frozen_string_literal: true
# string_case - upcase, downcase, capitalize, swapcase, tr, delete, squeeze, reverse, center, strip.
line = "  The Quick brown Fox, jumped over   the LAZY dog; again.  "
utf8 = "Straße nach ÖSTERREICH und Ñandú"
sum = 0
90_000.times do
  sum += line.upcase.size + line.downcase.size + line.strip.capitalize.size + line.swapcase.size
  sum += line.tr("a-y", "b-z").size + line.delete("aeiou").size + line.squeeze.size + line.squeeze(" ").size
  sum += line.reverse.size + line.strip.center(80).size + line.lstrip.rstrip.size + line.ljust(70, ".").size
  sum += utf8.upcase.size + utf8.downcase.size
end
raise "string_case: #{sum}" unless sum == 69750000
