# emoji.rb - pictograms of Japanese carriers from each encoding to each: digests of all answers, and some in full.  emoji.out holds the answers of CRuby 4.0.1.
require_relative "common"
require "digest"

CARRIERS = %w[DoCoMo KDDI SoftBank]
WIDE = ["UTF-8", *CARRIERS.map { |name| "UTF8-#{name}" }]
STATELESS = "stateless-ISO-2022-JP-KDDI"

# Every character of each direct conversion, one a line; "!" is one that the other encoding lacks.
def digest(units, from, to)
  text = units.map { |unit| unit + "\n" }.join.force_encoding(from)
  Digest::SHA256.hexdigest(text.encode(to, undef: :replace, replace: "!", invalid: :replace).b)[0, 16]
end

def points(range) = range.map { |c| [c].pack("U").b }
PARTS = { "below the private ones" => 0x80..0xd7ff, "e000" => 0xe000..0xe7ff, "e800" => 0xe800..0xefff, "f000" => 0xf000..0xffff, "1f000" => 0x1f000..0x1f7ff,
          "far above" => 0x10ff00..0x10ffff }
ways = WIDE.permutation(2).to_a + CARRIERS.map { |name| ["UTF8-#{name}", "SJIS-#{name}"] } + [["UTF8-KDDI", STATELESS], ["UTF8-KDDI", "ISO-2022-JP-KDDI"]]
ways.each { |from, to| PARTS.each { |part, range| t("emoji #{from} to #{to} #{part}") { digest(points(range), from, to) } } }
CARRIERS.each do |name|
  (0x80..0xff).each_slice(16) do |leads|
    units = leads.map { |a| [a].pack("C") } + leads.product((0..0xff).to_a).map { |pair| pair.pack("CC") }
    t("emoji SJIS-#{name} to UTF8-#{name} leads #{leads[0].to_s(16)}") { digest(units, "SJIS-#{name}", "UTF8-#{name}") }
  end
end
(0x80..0xff).each_slice(16) do |rows|
  units = rows.product((0x80..0xff).to_a).map { |a, b| [0x92, a, b].pack("C3") } + rows.map { |a| [0x92, a].pack("CC") } + rows.map { |a| [a, 0xa1, 0xa1].pack("C3") }
  [["UTF8-KDDI", STATELESS], ["ISO-2022-JP-KDDI", STATELESS]].each { |to, from| t("emoji #{from} to #{to} rows #{rows[0].to_s(16)}") { digest(units, from, to) } }
end

# The same pictogram in each encoding, and errors with the names and bytes that they show.
def show(text, from, to)
  ec = Encoding::Converter.new(from, to)
  out = +""
  result = ec.primitive_convert(text.b, out)
  [result, out.b, ec.primitive_errinfo[1..]]
end
ALL = [*WIDE, *CARRIERS.map { |name| "SJIS-#{name}" }, "ISO-2022-JP-KDDI", STATELESS, "Windows-31J", "EUC-JP"]
{ "UTF-8" => ["☀", "⛅", "\u{1f300}", "\u{1f601}", "\u{1f611}", "#\u20e3", "\u{1f1ef}\u{1f1f5}", "あ", "①", "ⅰ", "ｱ", "\xe3\x81", "\xff"],
  "UTF8-DoCoMo" => ["\ue63e", "\ue6b1", "\ue722", "\ue6e0", "\ue643"], "UTF8-SoftBank" => ["\ue04a", "\ue524", "\ue50b", "\ue21c"],
  "UTF8-KDDI" => ["\ue488", "\uef60", "\ue5b3", "\uf0d0", "\ue4cc", "\uec40", "\uec7f", "\ued94"],
  "SJIS-DoCoMo" => ["\xf8\x9f", "\xf9\x55", "\xf9\xfc", "\x81", "\xf8\x00", "\xfa\x40"], "SJIS-KDDI" => ["\xf6\x60", "\xf7\xd0", "\xf3\x40", "\xf4\x94", "\x80"],
  "SJIS-SoftBank" => ["\xf9\x8b", "\xfb\xc4", "\xf7\x41", "\xf9\xee"], "ISO-2022-JP-KDDI" => ["\e$B\x75\x41\e(B", "\e$B\x78\x52\e(Ba", "\e$@0!\e(B", "\e(I1", "\e$Bu", "\x0e"],
  STATELESS => ["\x92\xf5\xc1", "\x92\xf8\xd2", "\x90\xa4\xa2", "\x91\xa4\xa2", "\x92\xa9\xa1", "\x92\xa2\xfd", "\x92\x93\xa1", "\x0e", "\e"],
  "stateless-ISO-2022-JP" => ["\x92\xa4\xa2", "\x92\xa0\xa0", "\x8e\xb1", "\x1b"] }.each do |from, texts|
  (ALL - [from]).each { |to| texts.each { |text| t("emoji #{from} #{text.b.inspect} to #{to}") { show(text, from, to) } } }
end
[*ALL, "stateless-ISO-2022-JP", "ISO-2022-JP", "UTF-16LE"].permutation(2) do |from, to|
  t("emoji path #{from} #{to}") { Encoding::Converter.search_convpath(from, to, crlf_newline: true).map { |step| step.is_a?(Array) ? step.map(&:name) : step } }
end
t("emoji other names") { %w[Shift_JIS-DoCoMo Shift_JIS-KDDI Shift_JIS-SoftBank].map { |name| Encoding.find(name) rescue $!.message } }
