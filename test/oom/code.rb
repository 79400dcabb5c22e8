40.times { |i| eval("x#{i} = #{i}; [x#{i}, *1..3].map { |z| z * x#{i} }.sum") }
eval("def many(#{(1..30).map { |i| "a#{i} = #{i}" }.join(", ")}, *r, k: 1, **o, &b) = [a1, r, k, o]")
many(1, 2, k: 3, z: 4)
10.times { |i| begin; eval("x = (#{i} + ["); rescue SyntaxError => e; e.message.size; end }
iseq = RubyVM::InstructionSequence.compile("case [1, {a: 2}]\nin [Integer => n, {a:}] then n + a\nend\n" * 30)
iseq.eval
RubyVM::InstructionSequence.load_from_binary(iseq.to_binary).eval
iseq.disasm.size
b = binding
50.times { |i| b.local_variable_set(:"late#{i}", i) }
b.eval("late3 + late4")
o = Object.new
o.instance_eval("@a = 1; def self.z = @a")
TracePoint.new(:line, :call) { |t| t.lineno }.enable { many(2) }
"a".instance_exec { 20.times { |i| Class.new { class_eval "def m#{i}(a, b = a, *c, d: b) = [a, b, c, d]" }.new.send(:"m#{i}", 1) } }
m = Module.new { refine(String) { def shout = upcase } }
eval "using m; 'x'.shout", binding
puts "end"
