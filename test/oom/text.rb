s = +"some text"
200.times { |i| s << "more #{i} " * 3 }
parts = s.split(" ").each_slice(7).map { |a| a.join("-") }
s.tr("a-y", "b-z").upcase.center(9000, "*").reverse.scan("ZP").size
s.each_char.with_index.select { |c, i| i % 100 == 0 }.map(&:first).join.succ
t = "日本語" * 50
t.encode("UTF-16LE").encode("EUC-JP", "UTF-16LE").encode("UTF-8").unicode_normalize(:nfd)
t.inspect.dump.undump
format("%-2000s|%p|%05.1f", "x", t, 1.25)
parts.to_h { |x| [x, x.hash] }.transform_keys(&:to_sym).keys.sort.first.to_proc
b = "k" * 5000
{b => 1, (b + "z").freeze => 2}.size
[t, s].pack("m*u").unpack("m*")
s.unpack("C*").sum
s.bytes.each_slice(10).map(&:sum).pack("N*").unpack1("N")
"%s" % ("x" * 10_000).succ
puts "end"
