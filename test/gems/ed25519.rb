require "ed25519"
k = Ed25519::SigningKey.new("s" * 32)
s = k.sign("message")
puts k.verify_key.to_bytes.unpack1("H*"), s.unpack1("H*"), k.verify_key.verify(s, "message")
begin
  k.verify_key.verify(s, "other")
rescue Ed25519::VerifyError => e
  puts e.message
end
__END__
fec1428673f6afe89264b3807344ae8b269d125a503855202687db5a7128579f
8a485e5bba1539adf0aba67bdb4ad0881657554b17d44d92b0840f1883c81ec02429d28aaba49341211afbe2275081b4ada3070bc8153587f02d831f154ea002
true
signature verification failed!
