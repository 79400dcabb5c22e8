require "openssl"
puts OpenSSL::Digest::SHA256.hexdigest("abc"), OpenSSL::HMAC.hexdigest("SHA512", "k", "d")[0, 32]
c = OpenSSL::Cipher.new("aes-256-gcm").encrypt
c.key, c.iv, c.auth_data = "k" * 32, "i" * 12, "a"
text = c.update("secret ü") + c.final
puts text.unpack1("H*"), c.auth_tag.unpack1("H*")
d = OpenSSL::Cipher.new("aes-256-gcm").decrypt
d.key, d.iv, d.auth_tag, d.auth_data = "k" * 32, "i" * 12, c.auth_tag, "b"
begin
  d.update(text) + d.final
rescue OpenSSL::Cipher::CipherError => e
  puts e.class
end
key = OpenSSL::PKey::EC.generate("prime256v1")
puts key.verify("SHA256", key.sign("SHA256", "m"), "m"), OpenSSL::BN.new("12345678901234567890").mod_exp(65537, 1_000_000_007)
cert = OpenSSL::X509::Certificate.new
cert.subject = cert.issuer = OpenSSL::X509::Name.parse("/CN=localhost")
cert.serial, cert.version, cert.public_key = 1, 2, key
cert.not_before, cert.not_after = Time.now - 10, Time.now + 1000
cert.sign(key, "SHA256")
require "socket"
tcp = TCPServer.new("127.0.0.1", 0)
ctx = OpenSSL::SSL::SSLContext.new
ctx.add_certificate(cert, key)
server = OpenSSL::SSL::SSLServer.new(tcp, ctx)
Thread.new { s = server.accept; s.puts(s.gets.upcase); s.close }
cli = OpenSSL::SSL::SSLSocket.new(TCPSocket.new("127.0.0.1", tcp.addr[1]))
cli.connect
cli.puts "over tls"
puts cli.gets, cli.ssl_version, OpenSSL::ASN1.decode(cert.to_der).value.size, OpenSSL::KDF.pbkdf2_hmac("p", salt: "s", iterations: 10, length: 8, hash: "SHA1").unpack1("H*")
__END__
ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad
75e6621bf12000a13d8dae79fed84aad
a9e19b06578c81c747
d06f166b1a424066aa66ff8b8960b848
OpenSSL::Cipher::AuthTagError
true
58004581
OVER TLS
TLSv1.3
3
bc9be2c2dbfc9a16
