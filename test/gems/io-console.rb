require "io/console"
require "pty"
m, s = PTY.open
s.winsize = [30, 100]
p s.winsize, m.winsize, s.echo?
s.raw { |io| p io.echo?; m << "ab"; p io.getch, io.read_nonblock(1) }
s.noecho { |io| p io.echo? }
m << "line\n"
p s.gets, s.console_mode.class, IO.respond_to?(:console_size)
s.iflush
begin
  File.open("/dev/null") { |f| f.winsize }
rescue SystemCallError => e
  p e.class
end
__END__
[30, 100]
[30, 100]
true
false
"a"
"b"
false
"line\n"
IO::ConsoleMode
false
Errno::ENOTTY
