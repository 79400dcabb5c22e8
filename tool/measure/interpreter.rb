# interpreter.rb - keeps the JIT off in the Rubies that a tool starts, so that its figures are the interpreter's: the JIT would start
# by itself after 100 ms of processor time, earlier in a slow build than in a fast one.  A caller that sets RUBY_JIT (1, auto) has its value kept.
ENV["RUBY_JIT"] ||= "0"
