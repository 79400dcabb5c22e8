require "cbor"
v = { "a" => [1, -500, 2**70, 1.5, nil, true, "ü", "\xff".b], 5 => { "x" => [] } }
p v.to_cbor.unpack1("H*"), CBOR.decode(v.to_cbor) == v, CBOR.decode("\xc1\x1a\x00\x00\x00\x01".b), CBOR::Tagged.new(99, "t").to_cbor.bytes, CBOR.decode(:sym.to_cbor)
begin
  CBOR.decode("\x82\x01".b)
rescue EOFError => e
  p e.class
end
__END__
"a2616188013901f3c249400000000000000000f93e00f6f562c3bc41ff05a1617880"
true
1970-01-01 00:00:01 +0000
[216, 99, 97, 116]
"sym"
EOFError
