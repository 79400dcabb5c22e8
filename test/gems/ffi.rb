require "ffi"
module C
  extend FFI::Library
  ffi_lib FFI::Library::LIBC
  attach_function :strlen, [:string], :size_t
  attach_function :snprintf, [:pointer, :size_t, :string, :varargs], :int
  callback :cmp, %i[pointer pointer], :int
  attach_function :qsort, %i[pointer size_t size_t cmp], :void
  attach_function :getpid, [], :int
  enum :colour, [:red, 1, :green, :blue]
  attach_function :abs, [:colour], :int
end
p C.strlen("héllo"), C.getpid == Process.pid, C.abs(:blue)
buf = FFI::MemoryPointer.new(:char, 64)
C.snprintf(buf, 64, "%d-%s-%.2f", :int, 7, :string, "x", :double, 1.5)
p buf.read_string
a = FFI::MemoryPointer.new(:int, 5).write_array_of_int([5, 3, 9, 1, 4])
C.qsort(a, 5, 4) { |x, y| x.read_int <=> y.read_int }
p a.read_array_of_int(5)
class P < FFI::Struct
  layout :x, :int, :y, :double, :n, [:char, 8]
end
s = P.new
s[:x], s[:y], s[:n] = 3, 2.5, "abc"
p P.size, s[:x], s[:y], s[:n].to_s, s.values.size
f = FFI::Function.new(:int, %i[int int]) { |m, n| m * n }
p f.call(6, 7), C.enum_type(:colour)[:green]
begin
  C.attach_function :no_such_function_there, [], :void
rescue FFI::NotFoundError => e
  puts e.message[/Function 'no_such_function_there' not found/]
end
begin
  buf.get_int(64)
rescue IndexError => e
  puts e.class
end
p Thread.new { f.call(2, 3) }.value, FFI::Pointer::NULL.null?
GC.start
p FFI::AutoPointer.new(FFI::MemoryPointer.new(4), proc {}).null? rescue p $!.class
__END__
6
true
3
"7-x-1.50"
[1, 3, 4, 5, 9]
24
3
2.5
"abc"
3
42
2
Function 'no_such_function_there' not found
IndexError
6
true
TypeError
