# Sources: what running them returns, and what Ripper and RubyVM make of them.
require "ripper"
require "stringio"
require_relative "../lib/call_table"

# A source.  Its methods run it, print its events, and compile it.
class SourceText
  WARNINGS = []

  def initialize(text) = @text = text
  def inspect = "source"
  def run = kept { eval(@text, Object.new.instance_eval { a = 1; b = [1, 2]; binding }, "source", 1) }
  def compiled = kept { RubyVM::InstructionSequence.compile(@text, "source").class }
  def sexp = Ripper.sexp(@text)
  def raw = Ripper.sexp_raw(@text)
  def lexed = Ripper.lex(@text).map { |at, type, text, state| [at, type, text, state.to_i] }
  def tokens = Ripper.tokenize(@text)

  private

  def kept
    out, $stderr = $stderr, StringIO.new
    found = yield
    $stderr.string.empty? ? found : [found, $stderr.string]
  ensure
    $stderr = out
  end
end


class TestSourceCalls < Minitest::Test
  PATTERNS = <<~'LIST'.lines(chomp: true).freeze
    case 5; in Integer => n then n; end
    case [1, [2, 3]]; in [a, [b, *c]] then [a, b, c]; end
    case [1, 2, 3, 4]; in [*, 3, *post] then post; end
    case [1, 2]; in [a, b,] then a; end
    case {k: 1, l: 2}; in {k:, **rest} then [k, rest]; end
    case {k: 1}; in {k: Integer => v, **nil} then v; end
    case {k: 1}; in {k: 2} | {k: 1} then :alt; end
    case 7; in 1..5 then 1; in 6.. then 2; end
    case 7; in ..5 then 1; in nil then 2; else 3; end
    case [1, 1]; in [a, ^a] then a; end
    case 2; in ^(1 + 1) then :yes; end
    case {"k": "v"}; in {"k": String => s} if s.size == 1 then s; end
    case 1; in x unless x > 5 then x; end
    case Struct.new(:a, :b).new(1, 2); in [a, b] then [a, b]; end
    case Struct.new(:a, :b).new(1, 2); in {a:} then a; end
    case []; in [] then :empty; end
    case({}); in {} then :none; end
    case {a: 1}; in {} then 1; in {a:} then 2; end
    case 1; in String then 1; end
    case [1, 2]; in Array(a, b) then a; end
    case [1, 2]; in Array[a, *] then a; end
    case {a: 1}; in Hash(a:) then a; end
    case 0; in 0 | 1 => z then z; end
    1 => x; x
    {a: 1} => {a:}; a
    1 in String
    [1, "x"] in [Integer, String]
    1 => String
    {a: 1} => {b:}
    [1] => [a, b]
    case [1]; in [String] | [nil] then 1; end
    case nil; in nil then 0; end
    case :a; in :a | :b then 1; end
    case "s"; in /s/ => m then m; end
    case 1.5; in 1r..2r then 1; end
    case ->(q) { q }; in Proc then 1; end
    case __FILE__; in "source" then 1; end
    case [[1, {a: [2]}]]; in [[Integer, {a: [x]}]] then x; end
    case {a: nil}; in {a: nil} then 1; end
    case %w[a b]; in ["a", *] | ["b"] then 1; end
    case 1; when Integer, String then :i; else :o; end
    case; when false then 1; when true then 2; end
    case "x"; when "a" then 1; when "x", "y" then 2; end
    case 3; when *[1, 2], 3 then :hit; end
    case 2.0; when 1 then 0; when 2 then 1; end
    case :q; when :a, nil, true, 5 then 1; end
    case 10**20; when 10**20 then 1; end
  LIST
  ASSIGNMENTS = <<~'LIST'.lines(chomp: true).freeze
    x, y = 1, 2; [x, y]
    x, *y = 1, 2, 3; [x, y]
    *x, y = 1; [x, y]
    x, (y, *z), w = 1, [2, 3, 4], 5; [x, y, z, w]
    x, y = y, x; [x, y]
    @i, $g, @@c = 1, 2 rescue $!.class
    h = {}; h[:a], h[:b] = 1, 2; h
    o = Struct.new(:p, :q).new; o.p, o.q = [3, 4]; o.to_a
    o = Struct.new(:p).new([1]); o.p[0], z = 5, 6; o.p
    x = *nil; x
    x = *1..3; x
    x = 1, *[2], 3; x
    x, = [9, 8]; x
    (x, y), z = [1, 2], 3; [x, y, z]
    x = y = z = 1; [x, y, z]
    a += 1; a -= 3; a *= 2; a
    x ||= 5; x &&= x + 1; x
    h = Hash.new(1); h[:a] += 1; h[:b] ||= 2; h[:c] &&= 3; h
    h = {}; h[*[:a]] = 1; h[*[:a]] += 1; h
    o = Struct.new(:v).new; o.v ||= 1; o.v += 1; o&.v &&= 7; o.v
    n = nil; n&.foo = 1; n&.foo += 1; n&.foo ||= 2
    $glob ||= 3; @iv ||= 4; $glob += @iv
    X1 ||= 1; X1 &&= 2 rescue 0; X1
    Object::X2 ||= 5; Object::X2
    ::X3 = 4; ::X3 += 1; X3
    self.class::X4, q = 1, 2; q
    x = if false then 1 end; x
    x = begin 1 ensure 2 end; x
    x = (raise "a" rescue "r"); x
    x = raise rescue $!.message; x
    a, b = *b, *b; [a, b]
    *, x = 1, 2, 3; x
    x, * = 4, 5; x
    for i in 1..3 do x = i end; [i, x]
    for i, (j, *k) in [[1, [2, 3]]] do end; [i, j, k]
    for @fi in [7] do end; @fi
    for $fg, h = {}[:a] in [[1, 2]] do end rescue $!.class
    x = {a:, b:}; x
    x = ->(q, w = q, *e, r:, t: r, **y, &u) { [q, w, e, r, t, y] }.(1, r: 2); x
    def m1(q, (w, e), r = q, *t, y, u: 1) = [q, w, e, r, t, y, u]; m1(1, [2, 3], 4)
    def m2(*, **, &) = m3(*, **, &); def m3(*q, **w, &e) = [q, w, e&.call]; m2(1, k: 2) { 3 }
    def m4(...) = m3(0, ...); def m3(*q, **w, &e) = [q, w, e]; m4(1, z: 1)
    def self.m5 = yield(1, 2); m5 { |q, w| [q, w] }
    def m6; return 1, *[2]; end; m6
    def m7(q) = q in Integer; m7(1)
    alias $new_glob $glob; $new_glob
    def m8; 1; end; alias m9 m8; undef m8; m9
    class C1 < Struct.new(:z); def z2 = z * 2; self; end.new(4).z2
    module M1; Y = 1; def self.y = Y; end; M1.y
    class << self; def sing = 5; self; end; sing
    class C2; @@v = 1; def v = @@v += 1; end; C2.new.v
    class C3 < 5; end
    class C4; end; class C4 < String; end
    module Kernel2 = 1
  LIST
  FLOWS = <<~'LIST'.lines(chomp: true).freeze
    i = 0; while i < 5; i += 1; next if i == 2; break i * 10 if i == 4; end
    i = 0; begin i += 1 end while i < 3; i
    i = 5; i -= 1 until i < 2; i
    i = 0; begin; i += 1; end until true; i
    [1, 2, 3].each { |q| break q if q == 2 }
    [1, 2, 3].map { |q| next 0 if q == 2; q }
    n = 0; [1].each { n += 1; redo if n < 3 }; n
    n = 0; begin; n += 1; raise "x" if n < 3; n; rescue; retry; end
    begin; raise IOError, "io"; rescue TypeError, IOError => e; e.message; else 1; ensure 2; end
    begin; 1; rescue; 2; else; 3; ensure; 4; end
    begin; Integer("z"); rescue ArgumentError; $!.class; end
    begin; raise "a"; rescue => @ex; @ex.message; end
    begin; raise "a"; rescue => b[0]; b[0].message; end
    begin; raise "a"; rescue *[IOError, RuntimeError]; 8; end
    def f1; begin; return 1; ensure; 2; end; end; f1
    def f2; [1].each { |q| return q }; ensure; 5; end; f2
    def f3; yield; ensure; return 9; end; f3 { raise "x" }
    def f4; 1.times { begin; break; ensure; next; end }; 4; end; f4
    catch(:t) { throw :t, 6 }
    loop { break }
    loop { raise StopIteration, "s" }
    (1..10).select { |q| true if (q == 3)..(q == 5) }
    (1..10).select { |q| true if (q == 3)...(q == 3) }
    (1..10).select { |q| true if (q % 4 == 0)..(q % 3 == 0) }
    a == 1 ? 2 : 3
    a and b or nil
    not a
    !a || !b && a
    1 if a unless b
    if a then 1 elsif b then 2 else 3 end
    unless a then 1 else 2 end
    if (x = 5) && x > 3 then x end
    if /(?<nm>.)/ =~ "z" then nm end
    /(?<nm>\d)?/ =~ "z"; nm
    "foo" =~ /o/; [$~, $`, $', $+, $1]
    $_ = "abc"; 1 if /b/
    while false do end
    until true do end
    while (break 3); end
    [while true do break; end, 1]
    begin end
    ()
    (1; 2)
    {}.each { |k, v| }
    proc { |;x| x = 1 }.call
    [3].each { it; break it }
    [3].each { break _1 }
    [[1, 2]].each { break [_1, _2] }
    -> { it }.call(4)
    -> { _1 + _2 }.(1, 2)
    proc { |x, (y, z)| [x, y, z] }.call(1, [2, 3])
    BEGIN { $bg = 1 }; $bg
    END { }
    __method__
    __LINE__
    __dir__
    __ENCODING__
    self.to_s.size > 0
    nil.to_a
    return 5
    break
    next
    redo
    retry
    yield
    super
    super(1)
    def s1 = super; s1
    class Q1; def to_s(*) = super(); end; Q1.new.to_s.size > 0
    class Q2 < Array; def push(*q, w: 1) = super; end; Q2.new.push(1)
    class Q3 < Array; def push(*) = super; def first(q = 1, *w) = super; end; Q3.new.push(1).first
    class Q4 < Array; define_method(:push) { |*q| super(*q) }; end; Q4.new.push(3)
    class Q5 < Array; define_method(:push) { |*q| super }; end; Q5.new.push(3)
  LIST
  LITERALS = <<~'LIST'.lines(chomp: true).freeze
    [1, 1_000, 0x1f, 0b11, 0o17, 017, 1.5, 1e3, 1r, 2i, 1.5r, 3ri, 1e-2, ?a, ?\n, ?\u3042]
    1__0
    0x
    1e
    08
    -2 ** 2
    [-1.abs, - 1, +1, ~1, !1]
    "a#{1}b#{}c" 'd' "e#{2}"
    "#{a}#{b}" "x"
    "\x41\u0042\u{43 44}\103\e\s\M-a\C-a\c?"
    'a\'b\\c\n'
    %q(a(b)c) + %Q[a#{1}] + %(x)
    %w[a b\ c #{1}] + %W[a#{1} b]
    %i[a b] + %I[a#{1} b]
    :"a b#{1}" ; :a?; :[]=; :+@; :"x"
    {a: 1, "b": 2, "c#{1}": 3, 4 => 5, **{d: 6}}
    {"a" => 1, a => 2, **nil}
    {a: 1, a: 2}
    [*1..3, *nil, **{}]
    [1, k: 2]
    [1..2, 1...2, (1..), (..1), nil..nil]
    ("a".."c").to_a
    /a#{1}b/mix.source
    /#{a}/o
    /\//.source
    %r{a/b}x
    /あ/n
    /a/e.encoding
    /a/s.encoding
    /a/u.encoding
    /(/
    /[/
    `echo x`
    %x(echo y#{1})
    <<A + <<~B
    __FILE__ + "x"
    "a" "b" 'c'
    "あ" + "\xE3\x81\x82"
    "\u3042\xE3"
    "\u{110000}"
    '\u3042'
    ->(x) do x end.call(1)
    lambda { |x| x }.(1)
    [1, 2, 3][0, 2]
    [[1, [2]], {a: [3]}]
    {}.merge({a: 1})
    "%d" % 1
    "%d %s" % [1, 2]
    defined?(a)
    defined?(zz)
    defined?(@zz)
    defined?($zz)
    defined?(@@zz)
    defined?(ZZ)
    defined?(String)
    defined?(::String)
    defined?(String::ZZ)
    defined?(zz.a)
    defined?(a.to_s)
    defined?(a.to_s.zz)
    defined?(a.to_s(1).size)
    defined?(puts)
    defined?(puts(zz))
    defined?(a = 1)
    defined?(a += 1)
    defined?(@a ||= 1)
    defined?(1)
    defined?(nil)
    defined?(self)
    defined?(true)
    defined?(yield)
    defined?(super)
    defined?(a && b)
    defined?(!a)
    defined?(not a)
    defined?([a, zz])
    defined?([a, b])
    defined?({a => zz})
    defined?("#{zz}")
    defined?("#{a}")
    defined?(a..zz)
    defined?(1..2)
    defined?($1)
    defined?($&)
    defined?(__FILE__)
    defined?(if a then 1 end)
    defined?(a[0])
    defined?(b[zz])
    defined?(b[0] = 1)
    defined?(->{})
    defined?(proc {})
    defined?(a; b)
    defined?(())
    defined?((a))
    defined?((a; zz))
    defined?(begin; a; end)
    defined?(while a do end)
    defined?(def x; end)
    defined?(class X; end)
    defined?(a&.to_s)
    defined?(String.new)
    defined?(Zz.new)
    defined?(self.class)
    defined?(1.+(zz))
    defined?(/x/)
    defined?(:s)
    defined?(alias x y)
    defined?(defined?(a))
    defined?(@a.b)
    defined?(a in Integer)
    defined?(it)
  LIST
  WRONG = <<~'LIST'.lines(chomp: true).freeze
    1 +
    (1
    [1, 2
    {a: 1
    def
    def x(
    def x(a, a) = 1
    def x(a:, a:) = 1
    def x(A) = 1
    def x(@a) = 1
    class x; end
    class
    module m; end
    end
    if 1
    foo(1 2)
    foo(&a, 1)
    foo(**a, *b)
    foo(k: 1, 2)
    "abc
    'abc
    %w[a b
    /abc
    <<A
    :
    ?
    @
    @1
    @@
    $
    $-
    1 = 2
    nil = 1
    self = 1
    $1 = 2
    __FILE__ = 1
    a b = 1 c
    x = 1; x() = 2
    def f = (return)
    def f() = puts "x"
    { |x| }
    -> (x
    _1 = 1
    proc { |x| _1 }
    proc { _1; proc { _1 } }
    proc { it; _1 }
    alias $a b
    alias a
    undef
    BEGIN
    def b; BEGIN {}; end
    class X; return; end
    def q; class Y; end; end
    def q; X = 1; end
    case 1; in a, a then 1; end
    case 1; in {a: 1, a: 2} then 1; end
    case 1; in ^zz then 1; end
    case; end
    while
    x.y.z = = 1
    a ? b
    !!
    ..
    1...
    \u3042
    #{
    =begin
    x = {a:, zz:}
    foo(zz:)
    def m(...) = m(&...)
    def m = n(...)
    def m(*) = ->(*) { n(*) }
    def m = n(*)
    def m = n(**)
    def m = n(&)
    1.5.5
    0b2
    1_
    "\u{zz}"
    "\xz"
    "\u12"
    :"\u{d800}"
    begin; rescue; else
    until 1 do
    for x in
    not
    a, b
    a, (b, c) += 1
    *a
    *a, *b = 1
    &a
    private def self.; end
    p(<<~A, <<~B)
  LIST
  SOURCES = (PATTERNS + ASSIGNMENTS + FLOWS + LITERALS + WRONG + ["<<A + <<~B\na\#{1}\nA\n  b\n    c\\n\nB\n", "<<~'A'\n  a\#{1}\n\tb\nA\n", "<<-A.lines.map(&:strip)\n x\n  A\n", "<<~A\n  \#{1}\n   x\#{2} y\n\n  z\nA\n", "# frozen_string_literal: true\n'a'.frozen?", "# encoding: EUC-JP\n'a'.encoding", "# shareable_constant_value: literal\nSC = [1, {a: 'x'}]; SC.frozen?", "=begin\nx\n=end\n1", "1\n__END__\nx", "a.\n  to_s.\n  size", "b\n  .map { |q| q }\n  # c\n  &.size",
                                                                 "p = 1\np -1", "x = 5\nx /2", "def a1 q, w = 1\n  q\nend\na1 5", "a1 = [\n  1,\n  2,\n]\n", "puts(<<~X) if false\n  \#{<<~Y}\n    in\n  Y\nX\n", "if a\n  1\nelse\n  2\nend", "foo do |x|\n x\nend rescue 1", "%w[\n a\n b\n]", "\"a\\\nb\"", "'a\\\nb'", "x = [1,\n2] # c\n", "\n\n\n", "", ";", "a\r\nb\r\n", "\u3042 = 1; \u3042", "def \u3042 = 2; \u3042", "@\u3042 = 1", "\uFEFF1"]).freeze
  LEFT_OUT = ["END { }", "Zz.new"].freeze
  CallTable.new("sources", receivers: (SOURCES - LEFT_OUT).map { |text| "SourceText.new(#{text.dump})" }, blocks: [], methods: %i[run compiled sexp raw lexed tokens]).define(self)
end
