require "charlock_holmes"
p CharlockHolmes::EncodingDetector.detect("naïve café déjà vu, où êtes-vous".encode("ISO-8859-1"))[:encoding], CharlockHolmes::EncodingDetector.detect("日本語のテキストです。これは".encode("Shift_JIS"))[:encoding]
p CharlockHolmes::Converter.convert("caf\xe9".b, "ISO-8859-1", "UTF-8"), CharlockHolmes::Transliterator.transliterate("Привет", "Any-Latin")
__END__
"ISO-8859-1"
"Shift_JIS"
"café"
"Privet"
