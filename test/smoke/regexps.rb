p "foo bar" =~ /b(a)r/, $~.pre_match, $1, "x".match?(/y/), "abc".match(/b/).begin(0), /a/i.match("A")[0], /(\d+)-(\d+)/.match("10-20").captures, "a1b22".scan(/\d+/), "a1b22".scan(/([a-z])(\d+)/), "x-y_z".split(/[-_]/), "aaa".gsub(/a/).with_index { |m, i| i.to_s }
p "John Smith".sub(/(\w+) (\w+)/, '\2 \1'), "John".gsub(/o/, "o" => "0"), "abc".gsub(/[ac]/) { $&.upcase }, "path/to".gsub("/", "::"), "2024-01-02"[/(\d+)-(\d+)/, 2], "foo"[/(?<x>o+)/, :x], "aXbXc".partition(/X/), "hello"=~/xyz/
p (/a.c/m.match?("a\nc")), /a b # c
/x.match?("ab"), /\Aabc\z/.match?("abc\n"), /^b$/.match?("a\nb\nc"), "日本".match(/\p{Han}+/)[0], "é" =~ /\w/, /[[:alpha:]]+/.match("ab1")[0], /(?i)AB/.match?("ab"), /a{2,3}/.match("aaaa")[0], /a+?/.match("aaa")[0], /(?=b)/.match("ab").begin(0), /(?<!a)b/.match("ab b").begin(0), /(a)|(b)/.match("b").to_a
p Regexp.escape("a.b*c"), Regexp.union("a.b", /c|d/), Regexp.new("a(b", Regexp::IGNORECASE) rescue p $!.class, $!.message
p /x/.source, /x/mix.to_s, /x/mix.inspect, /a/ == /a/, /(?<a>.)(?<b>.)/.names, "ab".match(/(?<a>.)(?<b>.)/).named_captures, "ab".match(/(?<a>.)(?<b>.)/).deconstruct_keys([:a]), "test123"[/\d+/].to_i, "a,b;c".split(/[,;]/), "abc".sub(/(?<first>a)/, '<\k<first>>'), "x".gsub(/x/, '\\\\'), "a.b".tr(".", "_")
case "hello world"
when /^hello (?<who>\w+)/ then p $~[:who], $'
end
"k1=v1;k2=v2".each_line(";") { |l| l.chomp(";") =~ /(.+)=(.+)/ and print $1, $2, " " }
puts
p "foobar".slice(/o+/), "foobar".index(/b/), "foobar".rindex(/o/), "foobar".start_with?(/fo/), "ab12".sub!(/\d+/) { |m| (m.to_i * 2).to_s }, "x".sub!(/y/, ""), "aabb".squeeze, "The Cat".swapcase, "%s and %s" % %w[a b], "ab\ncd".gsub(/^/, "> "), "a b c".gsub(/\s+/, ""), "word word".gsub(/\bword\b/, "W"), "x1y2".gsub(/[a-z]\d/) { |s| s.reverse }, $~ && $~[0]
