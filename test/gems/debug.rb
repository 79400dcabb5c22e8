File.write("d.rb", "def f(x)\n  y = x * 2\n  y + 1\nend\nputs f(20)\nputs f(1)\n")
IO.popen({ "NO_COLOR" => "1", "RUBY_DEBUG_NO_RELINE" => "1" }, [Gem.ruby, "-rdebug/start", "d.rb"], "r+", err: %i[child out]) do |io|
  io << "break 3\ncontinue\np y\nbacktrace\ninfo locals\nup\nfinish\ndelete 0\ncontinue\nq!\n"
  io.close_write
  puts io.read.lines.grep_v(/ruby 4|\ADEBUGGER: wait/).map { |l| l.gsub(/\e\[[\d;]*m/, "").gsub(Dir.pwd, ".") }.join
end
__END__
[1, 6] in d.rb
=>   1| def f(x)
     2|   y = x * 2
     3|   y + 1
     4| end
     5| puts f(20)
     6| puts f(1)
=>#0	<main> at d.rb:1
(rdbg) #0  BP - Line  ./d.rb:3 (line)
(rdbg) [1, 6] in d.rb
     1| def f(x)
     2|   y = x * 2
=>   3|   y + 1
     4| end
     5| puts f(20)
     6| puts f(1)
=>#0	Object#f(x=20) at d.rb:3
  #1	<main> at d.rb:5

Stop by #0  BP - Line  ./d.rb:3 (line)
(rdbg) => 40
(rdbg) =>#0	Object#f(x=20) at d.rb:3
  #1	<main> at d.rb:5
(rdbg) %self = main
x = 20
y = 40
(rdbg) =>   5| puts f(20)
=>#1	<main> at d.rb:5
(rdbg) [1, 6] in d.rb
     1| def f(x)
     2|   y = x * 2
     3|   y + 1
=>   4| end
     5| puts f(20)
     6| puts f(1)
=>#0	Object#f(x=20) at d.rb:4 #=> 41
  #1	<main> at d.rb:5
(rdbg) deleted: #0  BP - Line  ./d.rb:3 (line)
(rdbg) 41
3
