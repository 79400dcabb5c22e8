require "nkf"
e = NKF.nkf("-We", "日本語テキスト")
p e.bytes.first(6), NKF.guess(e), NKF.nkf("-Ew", e), NKF.nkf("-Wj", "漢字").b, NKF.nkf("-wZ", "ＡＢＣ１２"), NKF.nkf("-wM", "件名")
require "kconv"
p "カタカナ".tosjis.bytes, "カタカナ".tosjis.toutf8
__END__
[198, 252, 203, 220, 184, 236]
#<Encoding:EUC-JP>
"日本語テキスト"
"\e$B4A;z\e(B"
"ABC12"
"=?UTF-8?B?5Lu25ZCN?="
[131, 74, 131, 94, 131, 74, 131, 105]
"カタカナ"
