# properties.rb - the child of compare_properties: reads names, prints what matches.
LETTERS = ARGV.include?("--encodings") # types and letter case of encodings that are not Unicode's?
NAMES = $stdin.readlines(chomp: true)
HIGH = 0xe000..0x10ffff
ALL = [*0...0xd800, *HIGH].pack("U*").freeze

# Returns count and checksum of the runs of ALL that match.
def runs(pattern)
  sum = 0
  runs = ALL.scan(pattern).map { |run| sum = (sum * 33 + run[0].ord * 7 + run.size) % 0xffff_ffff_fffb }
  "#{runs.size} #{sum}"
end

def pattern(source, encoding)
  Regexp.new(source.dup.force_encoding(encoding), Regexp::FIXEDENCODING | Regexp::IGNORECASE)
rescue RegexpError, ArgumentError => e
  e.class.name
end

NAMES.each do |name|
  [name, "^#{name}"].each do |n|
    puts "#{n}: #{runs(Regexp.new("\\p{#{n}}+"))}"
  rescue RegexpError
    puts "#{n}: no such name"
  end
end
exit if ARGV.include?("--names")
%w[alnum alpha blank cntrl digit graph lower print punct space upper xdigit word ascii].each do |name|
  puts "[:#{name}:]: #{runs(/[[:#{name}:]]+/)}"
end
%w[w s d h].each { |name| puts "\\#{name}: #{runs(/\#{name}+/)} #{runs(/(?u)\#{name}+/)}" }

# ---- Unicode: what has case, and what it folds to ----
folds = ALL.each_char.to_h { |c| [c, c.downcase(:fold)] }.select { |c, fold| c != fold }
multi = folds.values.select { |fold| fold.size > 1 }.uniq
cased = (folds.keys + folds.values.flat_map(&:chars)).uniq.sort
spelled = multi.flat_map do |fold|
  ways = fold.chars.map { |c| cased.select { |other| other == c || folds[other] == c } }
  ways[0].product(*ways[1..]).map(&:join)
end
texts = cased + spelled
lines = texts.join("\n")
texts.each do |text|
  quoted = Regexp.escape(text)
  [/^(?:#{quoted})$/i, (/^[#{quoted}]$/i if text.size == 1), (/^[^#{quoted}]$/i if text.size == 1)].compact.each do |re|
    found = lines.scan(re)
    found = [found.size, found.join.sum(64)] if found.size > 40
    puts "#{re.source.dump}: #{found.inspect}"
  end
end
folds.each do |c, fold|
  others = [fold, c.upcase, c.swapcase] + folds.filter_map { |other, same| other if same == fold }
  puts "#{c.dump} \\1: #{others.map { |other| "#{c}#{other}".match?(/\A(#{Regexp.escape(c)})\1\z/i) }}"
end
(0...0x11000).each do |row| # what has no case equals no other
  next if (0xd80..0xdff).cover?(row)
  plain = (row * 16...row * 16 + 16).map { |c| [c].pack("U") }.reject { |c| cased.include?(c) }
  next if plain.empty? || plain.join.match?(/[\[\]\\^&-]/)
  found = lines.scan(/[#{plain.join}]/i) - ["\n"]
  puts "row #{row}: #{found.inspect}" unless found.empty?
end

# ---- the other encodings ----
def characters(encoding)
  bytes = (0..255).map { |b| [b] } + (0x80..255).to_a.product((0x30..255).to_a)
  bytes += [0x8f].product((0xa1..0xfe).to_a, (0xa1..0xfe).to_a) if /EUC-?JP|CP51932|EUC-JIS/i.match?(encoding.name)
  bytes.map { |b| b.pack("C*").force_encoding(encoding) }.select { |c| c.valid_encoding? && c.size == 1 }
end

TYPES = %w[alnum alpha blank cntrl digit graph lower print punct space upper xdigit word ascii].freeze
OTHER_NAMES = %w[xposixpunct han hiragana katakana latin greek cyrillic any assigned L Lu alphabetic newline title cr age=6.0].freeze

def show_properties(encoding, chars)
  all = chars.join
  (TYPES + OTHER_NAMES).product(["", "^"]).each do |name, sign|
    re = pattern("\\p{#{sign}#{name}}", encoding)
    found = re.is_a?(Regexp) ? all.scan(re) : re
    found = [found.size, found.join.b.sum(64), found.first(3).join.b] if found.is_a?(Array)
    found = "known" if found.is_a?(Array) && TYPES.include?(name) && !LETTERS
    puts "#{encoding} #{sign}#{name}: #{found}"
  end
end

# Rows of sixty-four characters: which others a class of one equals, and which of the row each of its characters equals.
def show_letters(encoding, chars)
  all = chars.join
  chars.reject { |c| c.bytesize == 1 && c.match?(/[\[\]\\^&-]/n) }.each_slice(64) do |row|
    line = row.join
    re = pattern("[".b + line.b + "]".b, encoding)
    found = re.is_a?(Regexp) ? all.scan(re) - row : re
    puts "#{encoding} row #{row[0].b.dump}: #{found.is_a?(Array) ? found.map { |c| c.b.dump } : found}" unless found == []
    (line.bytesize == row.size ? chars : row).then { |of| show_each(encoding, row, of.join) }
  end
end

def show_each(encoding, row, text)
  row.each do |c|
    re = pattern((c.bytesize == 1 ? Regexp.escape(c) : c).b, encoding)
    found = re.is_a?(Regexp) ? text.scan(re) : re
    puts "#{encoding} #{c.b.dump}: #{found.is_a?(Array) ? found.map { |other| other.b.dump } : found}" unless found == [c]
  end
end

Encoding.list.each do |encoding|
  next if encoding.dummy? || encoding.name.match?(/UTF|CESU|UCS|US-ASCII/) # a pattern of US-ASCII is one of Unicode's here
  chars = characters(encoding)
  show_properties(encoding, chars)
  show_letters(encoding, chars) if LETTERS
end
