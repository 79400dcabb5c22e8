# test_jit_deep.rb - the JIT's code of an expression whose operands lie above others that wait on the stack: in registers, in cells,
# or constants.  Each expression runs below none to nine of them and has the value that the interpreter computes.
require_relative "lib/test_helper"
require "rbconfig"
require "open3"

class TestJITDeep < Minitest::Test
  SETUP = <<~'RUBY'
    Pair = Struct.new(:left, :right)
    class Thing
      attr_accessor :seen
      attr_reader :size
      def initialize(n)
        @seen = n
        @size = n.to_s
        @list = [n, n + 1]
        @table = { n => 1, k: n }
      end
      def none = 7
      def one(a) = a
      def two(a, b = 4) = [a, b]
      def rest(*all) = all
      def keys(a:, b: 5) = [a, b]
      def passes(a) = yield(a)
      def twice = [yield, yield]
      def [](i) = @list[i]
      def []=(i, v)
        @list[i] = v
      end
      def kept(&b) = b
    end
  RUBY

  # n is the number of the turn, o a Thing, s and f values whose class changes between turns.
  EXPRESSIONS = [
    "n + 1", "n + 1099511627776", "1099511627776 - n", "n * 3 - n", "n < 3", "n == 3 ? 1099511627776 : n", "s + s", "f + n", "-n", "!n", "n & 6", "n << 2",
    "n.none? rescue 0", "o.none", "o.one(n)", "o.two(n)", "o.two(n, 1099511627776)", "o.rest(n, *[n])", "o.keys(a: n)", "o.keys(b: 1, a: n)", "o.size",
    "o.seen = n", "(o.seen += n)", "(o.seen ||= 3)", "(o.seen &&= n)", "o[0] = n", "(o[1] += 5)", "(o[2] ||= :x)", "o&.size", "nil&.size", "(n > 2 ? nil : o)&.size",
    "o.passes(n) { |x| x + n }", "o.twice { n }", "[n, 5].map { |x| x * n }", "[n].each { |x| break x }", "o.kept { n }.call", "->(x) { x + n }.(2)",
    "(y = n; y)", "(y = z = 1099511627776; [y, z])", "(y = n; y, z = 3, y; [y, z])", "(y = nil; y ||= n)", "(y = 4; y &&= s)", "(y = 0; y += 1 while y < n; y)",
    "(y = 5; y -= 1 until y == 0; y)", "(y = 9; begin y -= 1 end while y > n; y)", "(true ? n : 2)", "(nil ? 1 : n)", "(true && n)", "(false || n)", "(n && 1099511627776)",
    "(n > 3 && s)", "(n > 3 || s)", "(not n.zero?)", "(if n > 2 then 1 end)", "(n if nil)", "(1 unless n > 2)", "(while true do break n end)",
    "(case n when 0 then :a when 1, 2 then :b else n end)", "(case n when 1 then 1 when 2 then 2 when 3 then 3 when 4 then 4 when 5 then 5 when 6 then 6 end)",
    "(case s when 'a' then 1 when 'b' then 2 else 3 end)", "(case n when 1099511627776 then 1 when :k then 2 when nil then 3 when 2 then 4 else 5 end)",
    "(case f when 1.5 then 1 when 2 then 2 else 3 end)", "(case n when Integer then 1 when String then 2 end)", "(case when n > 2 then 1 else 2 end)",
    "(case 2 when 1 then 0 when 2 then n end)", "(case :k when :k then n when :l then 1 end)",
    "[*[n], n]", "{ n => n, k: 1099511627776 }", "\"a\#{n}b\#{s}\"", "n..5", "[n, [n, s]].flatten", "({ a: n } => { a: }; a)", "(n in Integer | Float)", "(y, *z = [n, 2, 3]; [y, z])",
    "(begin raise 'x' rescue n end)", "(begin n ensure 5 end)", "(catch(:t) { throw :t, n })", "defined?(o.size)", "defined?(@none)", "@at", "(@at = n)", "(@at ||= n)", "(@at += n rescue 3)",
    "$stdin.nil?", "Integer", "Thing::RUBY rescue n", "Pair.new(n, s).left", "(q = Pair.new(n, 1); q.right += n)", "self.class", "self.at", "(self.at = n)", "own(n)", "own(n) { n }", "sprintf('%d', n)",
    "[n, 3].max", "[n, s].hash == [n, s].hash", "[n, 3].min", "[n].include?(n)", "%w[a b].include?(s)", "n.to_s", "s.length", "s == 'a'", "s =~ /a/", "s != 'b'", "[n, 1][0]", "{ n => 4 }[n]",
    "{ 'a' => 4 }[s]", "nil.to_a", "s.frozen?", "n.succ", "[3, n].first", "(o.one(n); o.one(s))", "proc { next n }.call", "n.then { |x| x }", "[[n, 2]].each { |(u, v)| u + v }", "__method__", "n.is_a?(Integer)"
  ].freeze

  OPERANDS = { "locals" => "n", "constants" => "1099511627776", "mixed" => "n, :k, o.none, self.class, 1099511627776, nil, s, o.one(n), true".split(", ") }.freeze

  # Every method is called with arguments of changing classes, and may not be compiled before its third call.
  def program(kind)
    methods = EXPRESSIONS.each_with_index.flat_map do |e, i|
      10.times.map do |depth|
        below = depth.times.map { |k| Array(OPERANDS.fetch(kind)).then { |all| all[k % all.size] } }
        "def m#{i}_#{depth}(n, o, s, f) = [#{[*below, "(#{e})"].join(", ")}]"
      end
    end
    <<~RUBY
      #{SETUP}
      class Work
        attr_accessor :at
        def own(a) = block_given? ? yield : a
        #{methods.join("\n")}
      end
      names = Work.instance_methods(false).grep(/\\Am\\d/).sort_by { |m| m.to_s.scan(/\\d+/).map(&:to_i) }
      names.each do |name|
        work = Work.new
        puts "\#{name} \#{7.times.map { |n| (work.send(name, n, Thing.new(n), %w[a b][n % 2], [1.5, 2][n % 2]) rescue $!.class).inspect.gsub(/0x\\h+/, "") }}"
      end
    RUBY
  end

  def output(kind, *options)
    text, status = Open3.capture2e({ "RUBY_JIT" => "0" }, RbConfig.ruby, "--disable=gems", "-W0", *options, "-", stdin_data: program(kind))
    assert status.success?, text[-2000..] || text
    text.lines
  end

  OPERANDS.each_key do |kind|
    define_method("test_below_#{kind}") do
      plain = output(kind)
      assert_equal EXPRESSIONS.size * 10, plain.size
      [["--jit-call-threshold=1"], ["--jit-call-threshold=3"], ["--jit-call-threshold=1", "--jit-stress=5"]].each do |options|
        wrong = plain.zip(output(kind, *options)).reject { |a, b| a == b }
        assert_empty wrong.first(3), options.join(" ")
      end
    end
  end
end
