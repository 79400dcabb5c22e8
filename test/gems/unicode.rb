require "unicode"
puts Unicode.upcase("straße é ǆ"), Unicode.nfd("é").bytes.inspect, Unicode.nfc("e\u0301"), Unicode.capitalize("été"), Unicode.width("日本a"), Unicode.strcmp("a", "á")
puts Unicode.text_elements("e\u0301x").inspect, Unicode.categories("A1 ").inspect
__END__
STRASSE É Ǆ
[101, 204, 129]
é
Été
5
-204
["é", "x"]
[:Uppercase_Letter, :Decimal_Number, :Space_Separator]
