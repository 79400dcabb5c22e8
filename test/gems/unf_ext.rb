require "unf_ext"
n = UNF::Normalizer.new
p n.normalize("e\u0301", :nfc).codepoints, n.normalize("é", :nfd).codepoints, n.normalize("ﬁ①", :nfkc), n.normalize("ｶﾞ", :nfkd).codepoints
__END__
[233]
[101, 769]
"fi1"
[12459, 12441]
