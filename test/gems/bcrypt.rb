require "bcrypt"
puts BCrypt::Engine.hash_secret("secret", "$2a$04$abcdefghijklmnopqrstuu")
h = BCrypt::Password.create("pä ss", cost: 4)
puts h == "pä ss", h == "pass", h.cost, h.version, h.length, BCrypt::Password.valid_hash?("nothing"), BCrypt::Engine.valid_salt?(h.salt)
begin
  BCrypt::Password.new("bad")
rescue BCrypt::Errors::InvalidHash => e
  puts e.message
end
puts 4.times.map { Thread.new { BCrypt::Password.create("x", cost: 4) == "x" } }.map(&:value).inspect
__END__
$2a$04$abcdefghijklmnopqrstuu2r9OfJnfCsdneAXAGHnS4UpFFP8WIrW
true
false
4
2a
60
false
true
invalid hash
[true, true, true, true]
