s = "Hello, World"
p s.upcase, s.downcase, s.swapcase, s.reverse, s.length, s[0], s[-5..], s[0, 5], s[/W\w+/], s["World"], s[100]
p s.index("o"), s.rindex("o"), s.sub("World", "Ruby"), s.gsub("l", "L"), s.tr("lo", "01"), s.delete("l"), s.squeeze("l"), s.count("lo")
p s.start_with?("Hell"), s.end_with?("d"), s.include?("lo, "), s =~ /W/, s.center(20, "*"), s.ljust(15, "."), s.rjust(15)
p "a,b,,c".split(","), "a b  c".split, "abc".chars, "abc".each_char.to_a, "a-b_c".split(/[-_]/), "a,b,c".partition(","), "a,b,c".rpartition(",")
p "  x ".strip, " x".lstrip, "x ".rstrip, "xxay".delete_prefix("xx"), "line\n".chomp, "line".chop, "abc".succ, "az".next, "Zz".succ
p "abc" <=> "abd", "abc" == "abc", "abc".eql?("abc"), "abc".equal?("abc"), "abc".hash == "abc".hash, "a".ord, 97.chr, "abc".bytes, "abc".sum
p "%d %05d %x %o %b %e %g %s %p %-5s| %+d %%" % [1, 2, 255, 8, 5, 12345.678, 0.0001, "s", "p", "ab", 3]
p "abc".each_char.with_index.map { |c, i| c * i }, "ab\ncd".lines, "héllo".bytes.size, "héllo".size, "日本語".reverse, "日本語"[1], "éa".unicode_normalize(:nfd).size
p "abc".frozen?, :sym.to_s, "str".to_sym, "with space".to_sym, :"quoted sym".inspect, "1.5abc".to_f, "12abc".to_i, "abc".to_i
p "\t\n\e\0\u00e9\x7f", 'single \n', "a\\b", "\#{x}", "#{1 + 1}", "tab\tq\"", "\u{1F600}"
str = +"mutable"
str << " string" << 33
str[0] = "M"
str.insert(-1, "?")
p str, str.slice!(0, 2), str, str.replace("new"), str * 3, str + "er", str.concat("a", "b")
p "CamelCaseString".gsub(/([A-Z])/) { "_" + $1.downcase }, "hello world".capitalize, "x=1;y=2".scan(/(\w)=(\d)/), "abc".unpack("C*"), [65, 66].pack("C*")
p "abc".encoding, "abc".force_encoding("BINARY").encoding, "\xff".valid_encoding?, "\xff".inspect, "é".encode("ISO-8859-1").bytes, "é".b
p "hello"*0, "a".."e", ("a".."e").to_a, "abc".between?("abb", "abd"), "title case".split.map(&:capitalize).join(" ")
puts <<~HEREDOC
  indented
    more
  back #{1 + 1}
HEREDOC
puts <<-'RAW', "after"
    raw #{x}
    RAW
p "ab" "cd", ?a, %w[a b c], %i[a b], %q(single 'q'), %Q(double "#{1}")
p "hello world".each_grapheme_cluster.count, "a".casecmp("A"), "a".casecmp?("A"), "abc".crypt("ab"), "hello".tr('a-y', 'b-z'), "hello".tr('^l', '*')
