# interpreter.rb - keeps the JIT off in the Rubies that a tool starts, so that its figures are the interpreter's.
# The JIT would start by itself after 50 ms of processor time, which a slow build reaches earlier in a program than a fast one.  The value of a caller that
# sets RUBY_JIT (1, auto) is kept.
ENV["RUBY_JIT"] ||= "0"
