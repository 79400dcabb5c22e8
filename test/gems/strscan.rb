require "strscan"
s = StringScanner.new("key: 12.5, naïve => 日本")
p s.scan(/(?<name>\w+): /), s[:name], s.named_captures, s.scan_until(/,/), s.pre_match, s.pos, s.charpos
p s.skip(/\s+/), s.scan(/\p{L}+/), s.peek(3), s.check(/ => /), s.exist?(/日/), s.getch, s.rest, s.eos?
s.unscan
p s.rest, s.string.encoding
s.terminate
p s.eos?, s.scan(/x/), s.matched
p StringScanner.new("42abc").tap { |t| p t.scan_integer }.rest
__END__
"key: "
"key"
{"name" => "key"}
"12.5,"
"key: 12.5"
10
10
1
"naïve"
" =>"
" => "
7
" "
"=> 日本"
false
" => 日本"
#<Encoding:UTF-8>
true
nil
nil
42
"abc"
