# corners.rb - what corners.c is called with. Prints one line for each call.
require_relative "show"

show("seven") { Corners.seven(*1..7) }
show("seven few") { Corners.seven(1) }
show("eight") { Corners.eight(*1..8) }
show("nine") { Corners.nine(*1..9) }
show("fifteen") { Corners.fifteen(*1..15) }
show("fifteen many") { Corners.fifteen(*1..16) }
3.times { |i| show("again #{i}") { [Corners.seven(i, *1..6), Corners.eight(i, *1..7), Corners.fifteen(i, *1..14)] } }
[[2**70, 3], [2**70, 2**65], [-2**70, 7], [2**70, -2**66 + 1], [2**64, 1.5]].each { |x, y| show("big #{x} #{y}") { Corners.big(x, y) } }
show("big zero") { Corners.big(2**70, 0) }
show("big nil") { Corners.big(2**70, nil) }
[0, 1, 64, -3, 100].each { |n| show("big_shift #{n}") { Corners.big_shift(2**70 + 1, n) } }
[0, 65_535, 65_536, -1, -32_768, -32_769, 1.5, 2**40].each { |n| show("fix2ushort #{n}") { Corners.fix2ushort(n) } }
show("polar") { Corners.polar(2, 0) }
show("polar pi") { Corners.polar(1, Math::PI).then { |c| [c.real.round(3), c.imaginary.round(3)] } }
show("polar zero") { Corners.polar(0, 1) }
show("strings") { Corners.strings }
show("table") { Corners.table({ a: 1, "b" => 2 }, "b") }
show("table missing") { Corners.table({ a: 1 }, :b) }
show("table large") { Corners.table((1..100).to_h { |i| [i, i * 2] }, 77) }
show("table identity") { Corners.table({}.compare_by_identity.update(a: 3), :a) }
show("table of floats") { Corners.table({ 1.5 => :x, 2**70 => :y }, 2**70) }
show("bulk") { Corners.bulk(1, 2, 3, 4, 1, 5) }
show("bulk none") { Corners.bulk }
show("bulk many") { Corners.bulk(*1..100).size }
show("encoding_option") { Corners.encoding_option({ external_encoding: "UTF-8", internal_encoding: "UTF-16LE" }) }
show("encoding_option string") { Corners.encoding_option({ encoding: "EUC-JP:UTF-8" }) }
show("encoding_option none") { Corners.encoding_option({}) }
show("encoding_option nil") { Corners.encoding_option(nil) }
show("xrealloc2") { Corners.xrealloc2 }
show("yield_block") { Corners.yield_block(1, 2) { |*a| a } }
show("yield_block none") { Corners.yield_block(1) }
show("map_by_yield_block") { Corners.map_by_yield_block([1, 2]) { |x| x * 2 } }
show("map_by_yield_block pairs") { Corners.map_by_yield_block({ a: 1 }) { |k, v| [v, k] } }
show("rescue_list") { Corners.rescue_list(ArgumentError.new("x")) }
show("rescue_list second") { Corners.rescue_list(EOFError.new("x")) }
show("rescue_list other") { Corners.rescue_list(KeyError.new("key")) }
show("rescue_list none") { Corners.rescue_list(nil) }
show("call_super") { Corners::Super.new.call_super(1, a: 2) { 3 } }
show("call_super braces") { Corners::Super.new.call_super(1, { a: 2 }) }
show("call_super of an interpolation") do
  object = Corners::Super.new
  Corners::Super.superclass.define_method(:call_super) { |*| equal?(object).to_s }
  object.singleton_class.alias_method(:to_s, :call_super)
  "#{object}"
end
klass = Class.new
Corners.define_method_id(klass)
show("define_method_id") { klass.new.seven_by_id(*1..7) }
show("gvar_val") { Corners.gvar_val }
show("hooks") { Corners.hooks }
show("thread_hooks") { Corners.thread_hooks(Thread.new { sleep }.tap { |t| Thread.pass until t.stop? }) }
show("object_events") { Corners.object_events }
show("mixed_events") { Corners.mixed_events.class }
show("object_of_line") { Corners.object_of_line }
show("jobs") { Corners.jobs }
show("at_end") { Corners.at_end("at the end\n") }
at_exit { puts "before the end" }
