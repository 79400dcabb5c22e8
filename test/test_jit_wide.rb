# test_jit_wide.rb - the JIT's code of what has more parts than it follows: locals, ways of a `case`, classes at one call, instance
# variables, operands.  Each program prints what the interpreter prints.
require_relative "lib/test_helper"
require "rbconfig"
require "open3"

class TestJITWide < Minitest::Test
  MODES = [["--jit-call-threshold=1"], ["--jit-call-threshold=3"], ["--jit-call-threshold=1", "--jit-stress=5"]].freeze

  def output(source, *options)
    text, status = Open3.capture2e({ "RUBY_JIT" => "0" }, RbConfig.ruby, "--disable=gems", "-W0", *options, "-", stdin_data: source)
    assert status.success?, text[-2000..] || text
    text.lines
  end

  # The body is that of a method with the number of its turn; what it returns is printed.
  def assert_same(body, before = "", turns: 12)
    source = "#{before}\ndef work(turn)\n#{body}\nend\n#{turns}.times { |turn| p(begin; work(turn); rescue => e; [e.class, e.message]; end) }"
    plain = output(source)
    assert_equal turns, plain.size
    MODES.each { |options| assert_equal plain, output(source, *options), options.join(" ") }
  end

  # Local number k has another class than number k + 1, and some change theirs.
  def test_many_locals
    names = (0...40).map { |i| "v#{i}" }
    assert_same <<~RUBY
      #{names.each_with_index.map { |v, i| "#{v} = #{["turn", "#{i}", "1099511627776", "'s'", "[turn]", "nil", ":k"][i % 7]}" }.join("; ")}
      i = 0
      while i < 4
        v35 += i if v35
        v38 = v36 unless v37.nil?
        v0 += 1; v21 += v0; v39 = i.even? ? v21 : v3
        v20, v27 = v27, v20
        i += 1
      end
      a = [v30, v33, v39].each { |x| v28 = [x, v28].hash == 3 ? nil : v29 }
      b = lambda { v31 = turn; v14 = 5; v31 }
      b.call
      [#{names.join(", ")}, a]
    RUBY
  end

  def test_calls_of_methods_with_many_locals
    wide = (0...20).map { |i| "x#{i} = a + #{i}" }.join("; ")
    assert_same <<~RUBY, <<~BEFORE
      [many(turn), deep(turn), opt(turn), opt(turn, 2), keys(a: turn), keys(a: turn, b: 1), blocks(turn) { |a| #{wide}; x19 }, [turn].map { |a| #{wide}; x3 }, turn.mine, turn.mine { |a| a }]
    RUBY
      def many(a) = (#{wide}; [x0, x11, x19])
      def deep(a, b = a) = (#{wide}; [x0, b])
      def opt(a, b = "s") = (#{wide}; [b, x18])
      def keys(a:, b: "t", c: [a]) = (#{wide}; [b, c, x4])
      def blocks(a) = (#{wide}; yield(x2))
      class Integer
        def mine = (a = self; #{wide}; block_given? ? yield(x9) : x8)
      end
    BEFORE
  end

  def test_ways_of_case
    ways = ->(keys) { keys.each_with_index.map { |k, i| "when #{k} then #{i}" }.join("\n") }
    strings, big = (0...30).map { |i| "'s#{i}'" }, (0...12).map { |i| (1 << 40) + i }
    assert_same <<~RUBY
      s = case "s\#{turn * 3}"; #{ways.(strings)}; end
      m = case [turn, "s4", :k, nil, 2.0, 1.5, 1 << 70, true, false, (1 << 40) + 3, turn.to_s, Object][turn]
          #{ways.(["0", "'s4'", ":k", "nil", "2", "1.5", (1 << 70).to_s, "true", "false", ((1 << 40) + 3).to_s, "'10'"])}
          else :other
          end
      b = case (1 << 40) + turn; #{ways.(big)}; end
      n = case turn when 0, 2, 4, 6 then :even when 1, 3 then :odd when 5 then return 5 else next_to = turn; end
      t = case turn when "a", 3, 3 then 1 when 7 then 2 else 4 end
      [s, m, b, n, t, next_to, [1, 2, 3, 4, 5, 6, case turn when 1 then 7 when 2 then 8 else 9 end]]
    RUBY
  end

  # So many ways that each is not worth a branch of its own.
  def test_more_ways_of_case_than_fit
    keys = (0...1100).map { |i| "when 's#{i}' then #{i}\n" }.join
    numbers = (0...1100).map { |i| "when #{i * 3} then #{i}\n" }.join
    assert_same "[case \"s\#{turn * 100}\"\n#{keys} end, case turn * 300\n#{numbers} end]", turns: 6
  end

  def test_classes_at_one_call
    assert_same <<~RUBY, <<~BEFORE
      K.map { |k| o = k.new(turn); [o.get, o.go(turn), o.lazy, o.run { |x| x + turn }, o.value, (o.value = turn), o.with(a: turn), o.opt, (o.gone rescue :no), o == o, o.to_s.size > 1, o.nil?, !o, o.hash == 1] }
    RUBY
      K = 9.times.map do |i|
        Class.new(i == 7 ? String : i == 8 ? Array : Object) do
          define_method(:initialize) { |n| super() if i > 6; i.times { |k| instance_variable_set("@pad\#{k}", k) }; @value = n }
          class_eval <<~SOURCE
            attr_accessor :value
            def get = @value
            def go(n) = @value + n * \#{i}
            def lazy = (@late ||= \#{i})
            def run = yield(@value)
            def with(a:, b: \#{i}) = [a, b]
            def opt(a = \#{i}, b = a) = [a, b]
            \#{"def gone = 4" if i.odd?}
            \#{"def ==(o) = \#{i}" if i % 3 == 0}
            \#{"def nil? = 3" if i == 5}
            \#{"def ! = 4" if i == 6}
          SOURCE
        end
      end
    BEFORE
  end

  def test_instance_variables_of_each_place
    many = (0...60).map { |i| "@i#{i} = turn + #{i}" }.join("; ")
    sum = (0...60).step(7).map { |i| "@i#{i}" }.join(", ")
    body = "def fill(turn) = (#{many}; [#{sum}])\n  def later(turn) = (@late = turn; @late += 1; @i40 = @late; [@i40, @none, @late, defined?(@i3)])"
    assert_same <<~RUBY, <<~BEFORE
      all = [Plain.new, Text.new, List.new, Plain.new, Plain, Keys.new, Pair.new(1)]
      all[3].instance_eval { 300.times { |i| instance_variable_set("@z\#{i}", i) } }
      frozen = Plain.new
      frozen.fill(turn)
      frozen.freeze
      all.flat_map { |o| [o.fill(turn), o.later(turn), o.fill(-turn), (o.remove_instance_variable(:@i5) ; o.later(1))] } + [(frozen.later(1) rescue $!.class), frozen.size_of]
    RUBY
      module Wide
        #{body}
        def size_of = instance_variables.size
      end
      class Plain; include Wide; extend Wide; end
      class Text < String; include Wide; end
      class List < Array; include Wide; end
      class Keys < Hash; include Wide; end
      Pair = Struct.new(:left) { include Wide }
    BEFORE
  end

  def test_tall_methods
    assert_same "[#{(0...260).map { |i| "turn + #{i}" }.join(", ")}].sum", turns: 4
    assert_same "#{(0...2100).map { |i| "x#{i} = turn" }.join("; ")}; x0 + x2099", turns: 4
  end

  # The method that a call has compiled is another one later.
  def test_methods_that_change
    assert_same <<~RUBY, <<~BEFORE
      o = C.new
      a = [o.m(turn), o.n { |x| x + 1 }, o.k(a: turn), o.v, (o.v = turn), C.s(turn), o + turn, o[turn]]
      C.class_eval("def m(a) = \#{turn} * 2 \\n def n = yield(\#{turn}, 2) \\n def k(a: 2, b: \#{turn}) = [a, b]") if turn % 3 == 2
      C.class_eval { attr_accessor :v } if turn == 4
      C.class_eval("def v = 8 \\n def v=(a); @v = [a]; end") if turn == 6
      C.class_eval("class << self; private def s(*) = 1; end") if turn == 8
      C.class_eval("class << self; public def s(a, b = 1) = [a, b]; undef_method :allocate; end") if turn == 9
      C.prepend(Module.new { def m(a) = [super] ; def n(&) = [super] }) if turn == 5
      o.singleton_class.define_method(:m) { |x| x.to_s } if turn == 7
      a << o.m(1)
    RUBY
      class C
        def m(a) = a
        def n = yield(1)
        def k(a:, b: 3) = [a, b]
        def v = 1
        def v=(a)
          @w = a
        end
        def self.s(a) = a
        def +(o) = [o]
        def [](o) = o
      end
    BEFORE
  end
end
