#!/usr/bin/env ruby
# agegen.rb - makes encoding/unicode_age.inc: since which version of Unicode a code point is assigned.
#
#   ruby tool/build/unicode/agegen.rb > encoding/unicode_age.inc
#
# Asks the Ruby it runs on by \p{age=...} (what DerivedAge.txt of the Unicode Character Database lists); that Ruby's Unicode
# decides the last version.
VERSIONS = %w[1.1 2.0 2.1 3.0 3.1 3.2 4.0 4.1 5.0 5.1 5.2 6.0 6.1 6.2 6.3 7.0 8.0 9.0 10.0 11.0 12.0 12.1 13.0 14.0 15.0
              15.1 16.0 17.0].freeze
PATTERNS = VERSIONS.map { |v| /\A\p{age=#{v}}/u }.freeze

ages = Array.new(0x110000)
ages.each_index do |c|
  next if (0xd800..0xdfff).cover?(c)
  ages[c] = PATTERNS.index { |re| re.match?([c].pack("U")) }
end
ages.fill(1, 0xd800..0xdfff) # surrogates: 2.0
runs = (0...0x110000).slice_when { |a, b| ages[a] != ages[b] }.map { |r| [r.first, ages[r.first]] }

puts "/* Made by tool/build/unicode/agegen.rb, Unicode #{RbConfig::CONFIG["UNICODE_VERSION"]}; do not edit. */"
puts "static const char *const age_versions[] = {#{VERSIONS.map(&:dump).join(", ")}};"
puts "/* First code point of a run << 8 | index of its version + 1; 0: not assigned.  A run ends where the next begins. */"
puts "static const uint32_t age_runs[] = {"
runs.map { |c, age| format("0x%x", c << 8 | (age ? age + 1 : 0)) }.each_slice(14) { |row| puts "    #{row.join(", ")}," }
puts "};"
