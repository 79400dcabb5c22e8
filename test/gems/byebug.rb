File.write("d.rb", "require 'byebug'\ndef f(x)\n  y = x * 2\n  byebug\n  z = y + 1\n  z\nend\nputs f(20)\n")
IO.popen([Gem.ruby, "d.rb"], "r+", err: %i[child out]) do |io|
  io << "p y\nnext\np z\nwhere\nup\ninfo line\nbreak 8\ncontinue\n"
  io.close_write
  puts io.read.lines.map { |l| l.sub(/\S*d\.rb/, "d.rb") }.join
end
__END__

[1, 8] in d.rb
   1: require 'byebug'
   2: def f(x)
   3:   y = x * 2
   4:   byebug
=> 5:   z = y + 1
   6:   z
   7: end
   8: puts f(20)
(byebug) pp p y(byebug) p y
40
40
(byebug) nnenexnext(byebug) next

[1, 8] in d.rb
   1: require 'byebug'
   2: def f(x)
   3:   y = x * 2
   4:   byebug
   5:   z = y + 1
=> 6:   z
   7: end
   8: puts f(20)
(byebug) pp p z(byebug) p z
41
41
(byebug) wwhwhewherwhere(byebug) where
--> #0  Object.Object#f(x#Integer) at d.rb:6
    #1  <main> at d.rb:8
(byebug) uup(byebug) up

[1, 8] in d.rb
   1: require 'byebug'
   2: def f(x)
   3:   y = x * 2
   4:   byebug
   5:   z = y + 1
   6:   z
   7: end
=> 8: puts f(20)
(byebug) iininfinfoinfo info linfo liinfo lininfo line(byebug) info line
Line 8 of d.rb"
(byebug) bbrbrebreabreakbreak break 8(byebug) break 8
Created breakpoint 1 at d.rb:8
(byebug) ccoconcontconticontincontinucontinue(byebug) continue
41
