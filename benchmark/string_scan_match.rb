# frozen_string_literal: true
# string_scan_match - =~, match?, match with names, scan with groups, $~.
line = '192.168.1.17 - - [20/Nov/2026:13:05:11 +0000] "GET /some/path/page.html?x=1 HTTP/1.1" 200 5123'
pattern = /\A(?<host>[\d.]+) \S+ \S+ \[(?<time>[^\]]+)\] "(?<verb>[A-Z]+) (?<path>\S+) [^"]*" (?<status>\d+) (?<size>\d+)/
sum = 0
120_000.times do
  match = pattern.match(line)
  sum += match[:status].to_i + match["path"].size
  sum += 1 if line.match?(/GET/)
  sum += $1.size if line =~ /page\.(\w+)/
  sum += line.scan(/\d+/).size
end
20_000.times { sum += line.scan(/(\w)(\d)/) { |a, b| sum += b.to_i }.size }
raise "string_scan_match: #{sum}" unless sum == 31160000
