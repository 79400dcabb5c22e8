# frozen_string_literal: true
# csv_report - lines with quoted fields read by hand, grouped, summed and formatted: split, group_by, sum, sort, ljust.
def parse(line)
  fields = []
  rest = line
  while rest
    if rest.start_with?('"')
      text = rest[/\A"(?:[^"]|"")*"/]
      fields << text[1..-2].gsub('""', '"')
      rest = rest[text.size + 1..]
      rest = nil if rest&.empty?
    else
      text, rest = rest.split(",", 2)
      fields << (text || "")
    end
  end
  fields
end

random = Random.new(79)
cities = ["Bern", "Oslo", "Rome, Italy", 'The "Hague"', "Lima", "Kyoto"]
lines = Array.new(48_000) do |i|
  city = cities[random.rand(6)]
  city = "\"#{city.gsub('"', '""')}\"" if city.match?(/[",]/)
  "#{i},#{city},#{format("%.2f", random.rand * 100)},2026-#{format("%02d", i % 12 + 1)}-03,x"
end
rows = lines.map { |line| parse(line) }
groups = rows.group_by { |row| [row[1], row[3][5, 2].to_i] }
report = groups.map do |(city, month), list|
  amounts = list.map { |row| row[2].to_f }
  [city, month, amounts.size, amounts.sum, amounts.minmax]
end
report = report.sort_by { |city, month, *| [city, month] }.map do |city, month, count, sum, (low, high)|
  "#{city.ljust(14)}|#{month.to_s.rjust(2, "0")}|#{count}|#{sum.round(2)}|#{low}..#{high}"
end
result = [report.size, report.join("\n").sum]
raise "csv_report: #{result}" unless result == [72, 52946]
