# reach.rb - what reach.c is called with. Prints one line for each call.
require_relative "show"
require "tmpdir"

%i[scan_called scan_keywords scan_last_hash].each do |name|
  show("#{name} hash") { Reach.send(name, 1, {a: 2}) }
  show("#{name} keywords") { Reach.send(name, 1, a: 2) }
  show("#{name} two") { Reach.send(name, 1, 2) } unless name == :scan_keywords
  show("#{name} string keys") { Reach.send(name, 1, {"a" => 2}) }
  show("#{name} one") { Reach.send(name, 1) } unless name == :scan_keywords
  show("#{name} none") { Reach.send(name) } unless name == :scan_keywords
end
{"0" => [[], [1]], "1" => [[], [1], [1, 2]], "02" => [[], [1], [1, 2], [1, 2, 3]], "*" => [[], [1, 2]], "11" => [[1]], "101" => [[1], [1, 2], [1, 2, 3]],
 "0*2" => [[1], [1, 2], [1, 2, 3]], "111" => [[1], [1, 2], [1, 2, 3]], "1&" => [[1]], "&" => [[]], "01:" => [[{a: 1}], []], "*1" => [[], [1], [1, 2]]}.each do |format, lists|
  lists.each { |list| show("scan #{format} #{list}") { Reach.scan(format, *list) } }
end
show("scan block") { Reach.scan("1&", 2) {} }

def plain(*a, **k, &b) = [a, k, b&.call]
def one(a) = a
show("method_call") { Reach.method_call(method(:plain), 1, 2) { 3 } }
show("method_call braces") { Reach.method_call(method(:plain), {x: 1}) }
show("method_call wrong") { Reach.method_call(method(:one)) }
show("method_call no method") { Reach.method_call(1) }
show("method_call unbound") { Reach.method_call(String.instance_method(:size)) }
show("method_call C") { Reach.method_call("abc".method(:sub), "b", "x") }
show("method_call_kw") { Reach.method_call_kw(method(:plain), 1, x: 2) }
show("method_call_kw braces") { Reach.method_call_kw(method(:plain), {x: 2}) }
show("method_call_keywords") { Reach.method_call_keywords(method(:plain), 1, {x: 2}) }
show("method_call_block") { Reach.method_call_block(method(:plain), proc { 4 }, 1) }
show("method_call_block nil") { Reach.method_call_block(method(:plain), nil, 1) { 5 } }
show("method_call_block C") { Reach.method_call_block([1, 2].method(:map), proc { |x| x * 2 }) }
show("method_call_block_kw") { Reach.method_call_block_kw(method(:plain), proc { 4 }, 1, x: 2) }
show("apply") { Reach.apply("abc", "sub", ["b", "x"]) }
show("apply none") { Reach.apply("abc", :size, []) }
show("apply private") { Reach.apply(self, :one, [3]) }
show("apply missing") { Reach.apply("abc", :nope, []) }
show("eval_cmd") { Reach.eval_cmd("1 + 1", []) }
show("eval_cmd self") { Reach.eval_cmd("self", []).to_s }
show("eval_cmd raise") { Reach.eval_cmd("raise 'no'", []) }
show("eval_cmd proc") { Reach.eval_cmd(proc { |a, b| [b, a] }, [1, 2]) }
show("eval_cmd keywords") { Reach.eval_cmd(proc { |a, **k| [a, k] }, [1, {x: 2}], true) }
show("eval_cmd object") { Reach.eval_cmd(Object.new, []) rescue $!.class }
Dir.mktmpdir do |dir|
  File.write("#{dir}/good.rb", "$loaded = [self.to_s, Module.nesting.size]; class LoadedHere; end")
  File.write("#{dir}/bad.rb", "raise IOError, 'bad'")
  File.write("#{dir}/wrong.rb", "1 +")
  show("load") { [Reach.load("#{dir}/good.rb", false), $loaded, defined?(LoadedHere)] }
  Object.send(:remove_const, :LoadedHere)
  show("load wrapped") { [Reach.load("#{dir}/good.rb", true), $loaded, defined?(LoadedHere)] }
  show("load raise") { Reach.load("#{dir}/bad.rb", false) }
  show("load wrong") { Reach.load("#{dir}/wrong.rb", false) }
  show("load nothing there") { Reach.load("#{dir}/nothing.rb", false) }
end
show("backtrace") do
  reader, writer = IO.pipe
  saved = $stderr.dup
  $stderr.reopen(writer)
  def deep = Reach.backtrace
  deep
  $stderr.reopen(saved)
  writer.close
  reader.read.lines.map { |line| line.sub(%r{from .*/(\w+\.rb):\d+}, 'from \1').sub(/'[A-Z]\w+[#.]/, "'") } # CRuby's has no class
end
[1, -1, 32767, -32768, 32768, -32769, 65536].each { |n| show("fix2short #{n}") { Reach.fix2short(n) } }
[1, -2**62, 2**62 - 1, 2**62, -2**62 - 1, 2**64, 1.5, nil].each { |n| show("num2fix #{n.inspect}") { Reach.num2fix(n) } }
[[1, 2], [2, 1], [1, 1], [Float::NAN, 1], [1, Float::NAN], [-0.0, 0.0]].each { |a, b| show("dbl_cmp #{a} #{b}") { Reach.dbl_cmp(a, b) } }
[0.0, -0.0, 1.5, -1.5, 1e10, 1e-10, 1e300, Float::INFINITY, -Float::INFINITY, Float::NAN].each { |d| show("floats #{d}") { Reach.floats(d) } }
[0, 1, -1, 255, -256, 2**31 - 1].each { |n| show("integers #{n}") { Reach.integers(n) } }
["", "a", "hello", "\u00e9t\u00e9", "tab\t", "a long text of more than nine"].each { |s| show("texts #{s.inspect}") { Reach.texts(s) } }
[1, 5, 20].each { |n| show("snprintf #{n}") { Reach.snprintf(n) } }
show("sets") { Reach.sets }
show("interpreter") { Reach.interpreter }
show("script") { [Reach.script("a name"), $0, $PROGRAM_NAME] }
show("set_script") { [Reach.set_script("other name"), $0.frozen?] }
show("incpush") { n = $LOAD_PATH.size; Reach.incpush("/nothing/a:/nothing/b"); $LOAD_PATH[n..] }
