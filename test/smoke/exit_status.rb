at_exit { puts "bye"; exit 4 }
puts "hi"
exit 2
