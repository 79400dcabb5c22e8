require "stringio"
s = StringIO.new(+"one\ntwo\nthree ü\n")
p s.gets, s.each_line.map(&:chomp), s.eof?, s.lineno, s.pos
s.rewind
p s.read(3), s.getc, s.ungetc("x"), s.readchar, s.each_char.first(2), s.pread(3, 4), s.readlines("e", chomp: true)
o = StringIO.new
o.printf("%05d|", 42)
o << :a
o.puts [1, [2]]
o.pos = 2
o.write("ZZ")
p o.string, o.truncate(3), o.string, o.closed?, o.close_write
begin
  o.write("x")
rescue IOError => e
  p e.message
end
p StringIO.new("a\r\nb").each_line(chomp: true).to_a, StringIO.new("\xEF\xBB\xBFx").set_encoding_by_bom
__END__
"one\n"
["two", "three ü"]
true
3
17
"one"
"\n"
nil
"x"
["t", "w"]
"two"
["o\nthr", "", " ü\n"]
"00Z"
0
"00Z"
false
nil
"not opened for writing"
["a", "b"]
#<Encoding:UTF-8>
