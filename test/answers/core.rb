# core.rb - positions in text mode, keywords, shareable constants, hashes, Marshal, unpack, Arrays changed by their own blocks, $~, TracePoint.  Each line has a label; core.out holds the answers of CRuby 4.0.1.
require_relative "common"

File.write("an.txt", "hello world\n")
t("text mode") { File.open("an.txt", "rt") { _1.getc; _1.pos } }
t("text mode b") { File.write("an2.txt", "a\r\nb\r\nc\n"); File.open("an2.txt", "rt") { |f| r = []; while c = f.getc; r << [c, f.pos]; end; r } }
t("text mode c") { File.open("an2.txt", "rt") { |f| r = []; while c = f.gets; r << [c, f.pos, f.eof?]; end; r } }
t("text mode d") { File.open("an2.txt", "rt") { |f| f.gets; f.seek(0, 1); f.gets } }
t("text mode e") { File.open("an2.txt", "r+t") { |f| f.getc; f.ungetc("zz"); [f.pos, f.read] } }
t("text mode f") { File.open("an2.txt", "r", crlf_newline: true) { |f| f.getc; f.pos } }
t("text mode g") { File.open("an2.txt", "r:utf-8:utf-16le") { |f| f.getc; f.pos } }
t("text mode h") { File.open("an2.txt", "r", universal_newline: true) { |f| f.getc; [f.pos, (f.read(2) rescue $!)] } }
t("text mode i") { File.open("an2.txt", "rt") { |f| f.readchar; f.each_char.to_a } }
t("text mode j") { File.open("an2.txt", "rt") { |f| f.getc; f.readbyte } }
t("text mode k") { File.open("an2.txt", "rt") { |f| [f.readline, f.lineno, f.pos, f.readline, f.pos, f.tell] } }
File.write("an3.txt", "hello\nworld\nfoo\n")
%w[rt r+t r:utf-8:utf-16le].product(%w[an2.txt an3.txt]) do |m, n|
  t("text mode l #{m} #{n}") { File.open(n, m) { |f| f.getc; f.ungetc("zz"); [f.pos, f.read] } }
  t("text mode m #{m} #{n}") { File.open(n, m) { |f| f.gets; a = f.pos; f.ungetc("zz"); [a, f.pos, f.gets] } }
  t("text mode n #{m} #{n}") { File.open(n, m) { |f| [f.getc, f.pos, f.getc, f.pos, f.gets, f.pos, f.getc, f.pos, f.getc, f.pos, f.gets] } }
  t("text mode o #{m} #{n}") { File.open(n, m) { |f| f.each_char.map { |c| [c, f.pos] } } }
  t("text mode p #{m} #{n}") { File.open(n, m) { |f| f.each_line.map { |c| [c, f.pos] } } }
  t("text mode q #{m} #{n}") { File.open(n, m) { |f| [f.gets(2), f.pos, f.getc, f.pos, f.eof?, f.pos] } }
  t("text mode r #{m} #{n}") { File.open(n, m) { |f| f.getc; f.ungetc("z"); [f.pos, f.pos, f.getc] } }
end
t("calls a") { h = Hash.new(5); def k(**o)=o; k(**h)[:z] }
t("calls a2") { h = Hash.new(5); h[:a] = 1; def k(**o)=o; [k(**h)[:z], k(**h, b: 1)[:z], k(b: 1, **h)[:z], {**h}[:z], k(**h).default_proc] }
t("calls a3") { h = Hash.new { 7 }; def k(**o)=o; [k(**h)[:z], {**h}[:z]] }
t("calls a4") { h = Hash.new(5).compare_by_identity; def k(**o)=o; [k(**h).compare_by_identity?, {**h}.compare_by_identity?] }
t("calls a5") { h = Class.new(Hash).new(5); def k(**o)=o; [k(**h)[:z], k(**h).class == Hash] }
t("calls a6") { h = Hash.new(5); pr = proc { |**o| o[:z] }; [pr.(**h), pr.call(**h), send(:k, **h)[:z], method(:k).call(**h)[:z]] }
t("calls a7") { h = Hash.new(5); def kk(a, **o)=[a, o[:z]]; [kk(1, **h), (kk(**h) rescue $!.message)] }
class KeywordHash < Hash
  def initialize(*) = (super; @q = 1)
end
class KeywordInit
  attr_reader :o
  def initialize(**o) = @o = o
end
class KeywordSuper < KeywordInit
  def initialize(**o) = super
end
class KeywordMissing
  def method_missing(n, **o) = o
end
def kw_all(**o) = o
def kw_lead(a, **o) = o
def kw_opt(a = 1, **o) = o
def kw_rest(*r, **o) = o
def kw_forward(...) = kw_all(...)
def kw_anon(*, **) = kw_all(*, **)
def kw_more(**o) = kw_all(**o, y: 1)
def kw_splat(*a) = kw_all(*a)
def kw_yield(**o) = yield(**o)
def kw_shape(o) = [o.class, o[:zz], o.compare_by_identity?, o.default_proc.class, o.frozen?, o.instance_variables]
kw_object = Object.new
def kw_object.to_hash = KeywordHash.new(9)
[KeywordHash.new(5).merge!(a: 1), Hash.new(6).compare_by_identity, Hash.new { 7 }, KeywordHash.new(8).freeze, {}.freeze, kw_object].each_with_index do |h, i|
  t("calls a8 #{i}") { [kw_all(**h), kw_lead(1, **h), kw_opt(**h), kw_opt(1, **h), kw_rest(1, **h), kw_forward(**h), kw_anon(**h), kw_more(**h), (kw_splat(**h) rescue {}), kw_yield(**h) { |**o| o }, KeywordInit.new(**h).o, KeywordSuper.new(**h).o, KeywordMissing.new.foo(**h), send(:kw_all, **h), ->(**o) { o }.(**h), proc { |**o| o }[**h], kw_all(*[], **h), kw_all(**{}, **h), kw_all(**h, **{})].map { kw_shape(_1) } }
end
t("calls b") { Class.new { define_method(:m) { __callee__ }; alias m2 m }.new.m2 }
t("calls d") { Class.new { def z() = 1; def a() = 1; def m() = 1; private :m; public :m }.instance_methods(false) }
t("calls d2") { Class.new { def z() = 1; def a() = 1; def m() = 1; private :z; public :z }.instance_methods(false) }
t("calls d3") { Class.new { def z() = 1; def a() = 1; def m() = 1; def z() = 2 }.instance_methods(false) }
t("calls d4") { Class.new { def z() = 1; def a() = 1; def m() = 1; private :a; public :a; remove_method :z; def z() = 1 }.instance_methods(false) }
t("calls d5") { Class.new { def b() = 1; def a() = 1; def c() = 1; private :b, :a; public :a, :b }.instance_methods(false) }
t("calls d6") { c = Class.new { def b() = 1; def a() = 1 }; Class.new(c) { def x() = 1; private :a; public :a; def b() = 1 }.instance_methods(false) }
t("shareable a") { eval "# shareable_constant_value: literal\nShareableA = [[Object.new]]\n" }
t("shareable b") { x = Object.new; eval "# shareable_constant_value: literal\nShareableB = [x]\n" }
t("shareable c") { eval "# shareable_constant_value: literal\nShareableC = Object.new\nShareableC.frozen?" }
t("shareable d") { x = "a"; eval "# shareable_constant_value: literal\nShareableD = [\"\#{x}b\"]\n[ShareableD.frozen?, ShareableD[0].frozen?]" }
t("shareable e") { eval "# shareable_constant_value: experimental_everything\nShareableE = [Object.new]\nRactor.shareable?(ShareableE)" }
t("shareable f") { eval "# shareable_constant_value: literal\nShareableF = {a: [Object.new]}\n" }
t("shareable h") { eval "# shareable_constant_value: literal\nShareableH = [1, 'a', :b, /x/, 1..2, nil]\n[Ractor.shareable?(ShareableH), ShareableH]" }
t("shareable i") { eval "# shareable_constant_value: literal\nmodule Kernel; end; Kernel::ShareableI = [Object.new]\n" }
t("hash") { ["\x80".b.hash == "\x80".hash, "é".hash == "é".b.hash, "a".hash == "a".b.hash, "a".encode("utf-16le").hash == "a\0".hash, "".encode("utf-16le").hash == "".hash, "é".eql?("é".b), { "é" => 1 }["é".b], :"é".hash == "é".to_sym.hash, "é".force_encoding("euc-jp").hash == "é".hash] }
t("data a") { "\"\n".unpack("u") }
t("data a2") { ["\"", "!\n", "#\n", "$!!\n", "#86)C\n", " \n", "`\n", "~~~\n", "\"!\n#!\n", "M\n", "\"abc", "#ab\ncd\n", "\n\n", "a", "!", "!!", "!!!"].map { |x| x.unpack("u") } }
t("data b") { Marshal.load(Marshal.dump(Time.at(0, in: "+09:00")).sub("zone", "zonx")) }
t("data b2") { d = "\x04\bIu:\tTime\r".b + [0x80000000 | (1 << 30) | (100 << 14) | (13 << 10) | (1 << 5) | 1, 0].pack("V2") + "\x06:\tzoneI\"\bUTC\x06:\x06EF".b; Marshal.load(d) }
t("data b3") { d = Marshal.dump(Time.at(0, in: "+09:00")).sub("i\x02\x90~", "i\x03\xff\xff\xff"); Marshal.load(d).utc_offset }
t("data b4") { (0..15).map { |m| d = "\x04\bIu:\tTime\r".b + [0x80000000 | (1 << 30) | (100 << 14) | (m << 10) | (1 << 5) | 1, 0].pack("V2") + "\x06:\tzoneI\"\bUTC\x06:\x06EF".b; (Marshal.load(d) rescue $!.message) } }
t("data b5") { (0..31).map { |m| d = "\x04\bIu:\tTime\r".b + [0x80000000 | (1 << 30) | (100 << 14) | (1 << 10) | (m << 5) | 31, 0].pack("V2") + "\x06:\tzoneI\"\bUTC\x06:\x06EF".b; (Marshal.load(d) rescue $!.message) } }
t("data c") { ec = Encoding::Converter.new("", ""); [ec.insert_output("x"), ec.convert("y"), ec.finish] }
t("data c2") { ec = Encoding::Converter.new("utf-8", "euc-jp"); [ec.insert_output("\u3042"), ec.convert("y"), ec.finish].map(&:b) rescue $!.class }
sh "data e", "-we", '[[:crlf, :cr_newline], [:lf, :crlf_newline], [:x, :cr_newline], ["x", :cr_newline]].each { |way, other| [true, false, nil].each { |on| p(("a\n".encode(newline: way, other => on) rescue $!), Encoding::Converter.new("", "", newline: way, other => on).convert("b\n")) rescue p $! } }'
t("data f") { ec = Encoding::Converter.new("", ""); a = +"pq"; [ec.insert_output("x" * 9), ec.insert_output("y"), ec.primitive_convert(a, b = +"", nil, 4), a, b, ec.primitive_convert(a, b, nil, 100), a, b] }
sh "data d", "-we", 'p "a\r\n".encode(newline: :universal, universal_newline: true); p Encoding::Converter.asciicompat_encoding("x"); "a".encode("utf-16le", newline: :crlf, cr_newline: true); "a".encode("utf-8", newline: :x) rescue p $!'
t("changed arrays a") { a = [1, 2, 3]; o = Object.new; o.define_singleton_method(:each) { |&b| a.clear; b.(1); b.(2); b.(3) }; o.define_singleton_method(:to_ary) { nil }; o.extend(Enumerable); a.zip(o) }
t("changed arrays b") { a = [1, 2, 3, 4]; a.sum { |x| a.clear if x == 2; x } }
t("changed arrays b2") { a = [1.5, 2, 3, 4]; a.sum { |x| a << 5 if a.size < 8; x } }
t("changed arrays b3") { a = [1, 2, 3, 4]; a.sum { |x| a.shift; x } }
t("changed arrays b4") { a = ["a", "b", "c"]; a.sum("") { |x| a.pop; x } }
t("changed arrays c") { a = [1, 2, 3, 4, 1]; a.uniq { |x| a.clear if x == 2; x } }
t("changed arrays c2") { a = [1, 2, 3, 4, 1]; [a.uniq! { |x| a.clear if x == 2; x }, a] }
t("changed arrays c3") { a = [1, 2, 3, 4, 1]; [a.uniq! { |x| a.push(9) if a.size < 8; x }, a] }
t("changed arrays c4") { a = [1, 2, 3, 4, 1]; a.uniq { |x| a.push(9) if a.size < 8; x } }
t("changed arrays d") { a = [1, 2, 3]; a.zip([4, 5, 6]) { |x| a.clear } ; a }
t("changed arrays d2") { a = [1, 2, 3]; r = []; a.zip([4, 5, 6]) { |x| r << x; a << 9 if a.size < 6 }; r }
t("changed arrays d3") { a = [1, 2, 3]; b = [4, 5, 6]; r = []; a.zip(b) { |x| r << x; b.clear }; r }
t("numbers a") { [[1e308, 1e308, -1e308].sum, [Float::INFINITY, 1.0].sum, [Float::INFINITY, -Float::INFINITY].sum, [1e308, 1e308].sum, [0.1] * 3 == [0.1, 0.1, 0.1], ([0.1] * 10).sum, [1e308, 1e308, 1.0].sum, [-1e308, -1e308, 1e308].sum, [1, 1e308, 1e308, -1e308].sum, [1e308, 1e308, -1e308].each_entry.sum, [1e308, 1e308, -1e308].sum(0.0), [1e308, 1e308, Float::NAN].sum, [1e308, 1e308, -Float::INFINITY].sum, [Float::INFINITY, 1e308, 1e308].sum] }
t("numbers b") { "k" =~ /k/; "a,b".split(/,/); $~ }
t("numbers b2") { r = []; { split: -> { "a,b".split(/,/) }, split0: -> { "ab".split(//) }, splits: -> { "a,b".split(",") }, scan: -> { "ab".scan(/b/) }, scan0: -> { "ab".scan(/x/) }, gsub: -> { "ab".gsub(/b/, "") }, gsub0: -> { "ab".gsub(/x/, "") }, sub: -> { "ab".sub(/b/, "") }, subs: -> { "ab".sub("b", "") }, gsubs: -> { "ab".gsub("b", "") }, index: -> { "ab".index(/b/) }, rindex: -> { "ab".rindex(/b/) }, part: -> { "ab".partition(/b/) }, parts: -> { "ab".partition("b") }, rpart: -> { "ab".rpartition(/b/) }, start: -> { "ab".start_with?(/a/) }, start0: -> { "ab".start_with?(/b/) }, matchp: -> { "ab".match?(/b/) }, slice: -> { "ab"[/b/] }, slice0: -> { "ab"[/x/] }, slices: -> { "ab"["b"] }, eqq: -> { /b/ === "ab" }, eqqn: -> { /b/ === nil }, grep: -> { ["ab"].grep(/b/) }, grepv: -> { ["ab"].grep_v(/x/) }, any: -> { ["ab"].any?(/b/) }, all: -> { ["ab"].all?(/b/) }, none: -> { ["ab"].none?(/x/) }, count: -> { "ab".count("b") }, tr: -> { "ab".tr("b", "c") }, sl: -> { "ab".dup.slice!(/b/) }, each_line: -> { "ab".each_line(chomp: true).to_a }, byteindex: -> { "ab".byteindex(/b/) }, byterindex: -> { "ab".byterindex(/b/) }, sym: -> { :ab =~ /b/ }, symm: -> { :ab.match(/b/) }, nomatch: -> { "a" !~ /a/ }, nilm: -> { nil =~ /a/ }, matchn: -> { /a/.match(nil) }, rr: -> { Regexp.last_match(0) }, up: -> { %w[a b].slice_when { |a, b| a =~ /z/ }.to_a }, partitionblk: -> { "a,b".split(/,/) { |x| r << $~&.[](0) } }, gsubh: -> { "ab".gsub(/b/, "b" => "c") }, gsubblk: -> { "ab".gsub(/b/) { "x" } }, sube: -> { "ab".gsub(/b/).to_a }, dp: -> { "ab".delete_prefix("a") }, casem: -> { case "ab"; when /b/ then 1; end }, sa: -> { x = "ab".dup; x[/b/] = "q" } }.each { |n, f| "k" =~ /k/; f.call; g = f.call; r << [n, $~ && $~[0]] }; r }
t("numbers b3") { def s_1 = ("k" =~ /k/; "a,b".split(/,/); $~ && $~[0]); def s_2 = ("k" =~ /k/; "a,b".split(/x/); $~ && $~[0]); def s_3 = ("k" =~ /k/; "a,b".split(//); $~ && $~[0]); def s_4 = ("k" =~ /k/; "a,b".split(","); $~ && $~[0]); def s_5 = ("k" =~ /k/; "a,b".split(/,/, 1); $~ && $~[0]); def s_6 = ("k" =~ /k/; "".split(/,/); $~ && $~[0]); def s_7 = ("k" =~ /k/; "a,b".split(/(,)/); $~ && $~[0]); def s_8 = ("k" =~ /k/; "a b".split; $~ && $~[0]); def s_9 = ("k" =~ /k/; "a b".split(/ /, 2); $~ && $~[0]); def s_10 = ("k" =~ /k/; "a,b".split(/,/) { }; $~ && $~[0]); (1..10).map { send("s_#{_1}") } }
t("numbers c") { m = Module.new; m.const_set(:PRV, 2); m.send(:private_constant, :PRV); [m.const_get(:PRV), m.const_get("PRV"), (eval("m::PRV") rescue $!.class), m.const_defined?(:PRV), Object.const_set(:NumbersModule, m) && (Object.const_get("NumbersModule::PRV") rescue $!.message), m.const_get(:PRV, false), m.const_source_location(:PRV).class, (NumbersModule.const_get("PRV::X") rescue $!.message), (Object.const_defined?("NumbersModule::PRV"))] }
t("tracing a") { c = Class.new { define_method(:foo) { self.class.send(:remove_method, :foo); super() } }; begin; c.new.foo; rescue NoMethodError => e; e.message.sub(/#<.*/, ""); end }
t("tracing b") { ev = []; tp = TracePoint.new(:c_return) { |x| ev << [x.event, x.method_id] }; tp.enable; tp.disable; ev }
t("tracing b2") { ev = []; tp = TracePoint.new(:c_call, :c_return) { |x| ev << [x.event, x.method_id] }; tp.enable; 1.to_s; [1].first; tp.disable; ev }
t("tracing b3") { ev = []; tp = TracePoint.new(:c_return) { |x| ev << [x.event, x.method_id] }; [1].map { tp.enable }; [2].sort_by { tp.disable }; ev }
t("tracing b4") { ev = []; tp = TracePoint.new(:c_call, :c_return) { |x| ev << [x.event, x.method_id] }; tp.enable { send(:puts) ; public_send(:class); __send__(:itself); Object.new; [3].map { 1 }; "a".send(:upcase) }; ev }
t("tracing b5") { ev = []; tp = TracePoint.new(:c_call, :c_return) { |x| ev << [x.event, x.method_id] }; def rrr = raise("x"); tp.enable { rrr rescue 0; Class.new.new; Zzz rescue 0; begin; nope; rescue NameError; end }; ev }
