require "bcrypt_pbkdf"
puts BCryptPbkdf.key("pass", "salt", 32, 4).unpack1("H*")
__END__
35fb7b0f5068264e361480a7ba153227c6fe66cdbf3bdeddd72b6855a815f538
