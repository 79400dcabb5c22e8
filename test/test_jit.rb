# The JIT (jit.h): programs run with native code from the first call on, and print what they print without it.
require_relative "lib/test_helper"
require "rbconfig"
require "open3"

class TestJIT < Minitest::Test
  RUBY = RbConfig.ruby

  def run_ruby(source, *options)
    text, status = Open3.capture2e({ "RUBY_JIT" => "0" }, RUBY, "--disable=gems", *options, "-e", source)
    assert status.success?, text
    text
  end

  # 20 times over, so that guards fail often enough to be compiled anew.
  def assert_same(source)
    program = "out = []; 20.times { |turn| out << (#{source}) }; p out"
    plain = run_ruby(program)
    assert_equal plain, run_ruby(program, "--jit-call-threshold=1")
    assert_equal plain, run_ruby(program, "--jit-call-threshold=3")
  end

  def test_stats_tell_of_versions
    skip_without_jit
    text = run_ruby("def f(n) = n + 1; 100.times { |i| f(i) }", "--jit-call-threshold=2", "--jit-stats")
    assert_operator text[/jit: (\d+) versions/, 1].to_i, :>, 1
  end

  def test_fixnum_overflow
    assert_same "def f(a, b) = a * b + a; f(turn > 15 ? 4611686018427387903 : turn, 3)"
  end

  def test_unary_minus
    assert_same <<~RUBY
      def f(a) = -a
      a = [turn, -turn, 0.0, -0.0, 1.5, -1e-70, 1e308, -4611686018427387904, 10**20, Float::NAN, Float::INFINITY, 3r][turn % 12]
      [f(a), f(2.5), f(-7), 1 / f(0.0), f(f(0.0))]
    RUBY
  end

  def test_types_change
    assert_same "def f(a, b) = [a + b, a < b, a == b]; f([1, 2.5, 10**20, 3r][turn % 4], 2)"
  end

  def test_array_and_hash_elements
    assert_same "def f(a, i) = a[i]; [f([1, 2, 3], turn), f({1 => 2}, turn), f([turn], -1), f('abc', turn)]"
  end

  def test_instance_variables_of_two_shapes
    assert_same "class O; def a = (@x = 1; @y = 2; self); def b = (@y = 3; @x = 4; self); def s = @x - @y; end; " \
                "[O.new.a.s, O.new.b.s, turn.odd? ? O.new.b.s : O.new.a.s]"
  end

  def test_frozen_self
    assert_same "class P; def set(v) = @v = v; end; o = P.new; o.set(1); o.freeze if turn > 10; begin; o.set(2); rescue FrozenError; :frozen; end"
  end

  def test_method_redefined_while_it_runs
    assert_same "def g = 1; def f = (eval('def g = 2') if g == 1; g); f + f"
  end

  def test_operator_redefined
    program = "def f(a, b) = a + b; 50.times { f(1, 2) }; p f(1, 2); class Integer; def +(o) = 42; end; p f(1, 2)"
    assert_equal "3\n42\n", run_ruby(program, "--jit-call-threshold=1")
  end

  def test_operators_of_own_classes
    assert_same "class Q; def ! = :not; def nil? = :nil; def ==(o) = :eq; end; def ask(o) = [!o, o.nil?, o == 1, o != 1]; " \
                "[Q.new, Object.new, nil, 1].map { |o| ask(o) }"
  end

  def test_several_classes_at_one_site
    assert_same "6.times { |i| eval \"class V\#{i}; def initialize(n) = (@a\#{i} = 1; @v = n); def v = @v + \#{i}; def set(n) = @v = n; end\" }; " \
                "def ask(o, n) = (o.set(n); o.v); os = Array.new(6) { |i| Object.const_get(\"V\#{i}\").new(i) }; " \
                "os.map { |o| ask(o, turn) } + os.reverse.map { |o| ask(o, turn) }"
  end

  def test_instance_variables_of_one_method_in_many_shapes
    assert_same "class W; def s(n) = (@z = n; @z.to_s); def g = @q; def i(n) = instance_variable_set(\"@i\#{n}\", n); end; " \
                "os = Array.new(8) { |i| o = W.new; i.times { |k| o.i(k) }; o }; os.map { |o| [o.s(turn), o.g] }"
  end

  def test_one_body_in_classes_of_objects_and_of_immediates
    assert_same "class N1; end; def N1.def_in(k) = k.class_eval { def held = [@held, self.class] }; N1.def_in(N1); " \
                "r = Array.new(9) { N1.new.held }.last; N1.def_in(Integer); [r, N1.new.held, 3.held, (class Integer; remove_method :held; end; 1)]"
  end

  def test_readers_of_many_fields
    assert_same "class F; attr_reader(*(\"a\"..\"z\").map(&:to_sym)); def initialize = (\"a\"..\"z\").each_with_index { |n, i| instance_variable_set(\"@\#{n}\", i) }; end; " \
                "class G < F; def initialize = (@y = 0; super); end; def all(o) = [o.a, o.m, o.y, o.z]; " \
                "g = F.new; [all(F.new), all(G.new), all(g.clone), [g, G.new].map(&:z), [1, 'ab'].map(&:hash).size]"
  end

  def test_case_of_immediates
    assert_same <<~RUBY
      def f(key)
        case key
        when :a then 1
        when 2, nil then 2
        when true then 3
        when :b then 4
        else 5
        end
      end
      keys = [:a, 2, nil, true, :b, false, 3, 2.0, 2.5, "a", [], Object, 2**70, "b".to_sym, 1e300, 2r]
      [f(keys[turn % keys.size]), keys.map { |key| f(key) }]
    RUBY
  end

  def test_case_of_many_ways_and_of_strings
    assert_same <<~RUBY
      whens = (0...60).map { |i| "when \#{i}, 'w\#{i}', \#{i + 1000} then \#{i} * turn" }.join("\n")
      eval("def many(key, turn)\ncase key\n\#{whens}\nend\nend") unless respond_to?(:many, true)
      keys = [*0..61, *1000..1061, "w0", +"w59", "w60", :w1, 3.0, 3.5, nil, [], 2**64]
      keys.map { |key| many(key, turn) }
    RUBY
  end

  def test_case_whose_literal_matches_anew
    assert_same <<~RUBY
      def g(key) = case key when :x, :y then 1 when 3 then 2 else 4 end
      before = [g(:x), g(3), g(4), g(nil)]
      if turn == 12
        class Integer; alias old_eqq ===; def ===(other) = other.nil? || old_eqq(other); end
      end
      [before, g(:y), g(3), g(nil)]
    RUBY
  end

  # No Range is a key of a table, so `case` over literals stays compiled when Range#=== is another (ActiveSupport prepends one).
  def test_case_where_the_match_of_ranges_is_redefined
    skip_without_jit
    assert_equal "[[1, 1, 3], true]\n", run_ruby(<<~'RUBY', "--jit-call-threshold=2")
      Range.prepend(Module.new { def ===(other) = super })
      def f(key) = case key when :a, :b then 1 else 3 end # three ways, as many as a build with small limits compiles
      1000.times { f(:a); f(:b); f(nil) }
      exits = RubyVM::YJIT.runtime_stats(:side_exit_count)
      1000.times { f(:a); f(:b); f(nil) }
      p [[f(:a), f(:b), f(nil)], RubyVM::YJIT.runtime_stats(:side_exit_count) - exits < 500]
    RUBY
  end

  def test_case_with_no_else_high_on_the_stack
    assert_same "def h(k) = [1, 2, 3, 4, 5, (case k when 1 then :one when 'two' then :two when 'three' then :three end), 7]; " \
                "[h(1), h('two'), h('three'), h(4), h(nil)]"
  end

  def test_optional_arguments
    assert_same <<~RUBY
      def f(a, b = a + 1, c = (x = [a, b]; x.sum), *) = [a, b, c]
      def g(a, b = (a.is_a?(Integer) ? a : return), c = proc { b }) = [a, b, c.call]
      def h(n = 0) = n > 5 ? n : h(n + 1)
      def k(a, b = 2, &block) = block ? block.call(a, b) : [a, b]
      [f(turn), f(turn, 2), f(turn, 2, 3), g(turn), g("s"), g("s", 1), g(1, 2, -> { 3 }), h, h(3), h(7), k(1), k(1) { |*l| l }, k(1, 3)]
    RUBY
  end

  def test_a_loop_of_code_that_is_entered_once
    skip_without_jit
    text = run_ruby("def f(n) = (i = 0; i += 1 while i < n; i); f(5000)", "--jit-call-threshold=30", "--jit-dump")
    assert_match(/ f at \d+/, text)
  end

  def test_optional_arguments_counted_from_the_interpreter
    skip_without_jit
    text = run_ruby("def f(a, b = 1) = a + b; i = 0; 40.times { f(1, 2) }", "--jit-call-threshold=30", "--jit-dump")
    assert_match(/\bf\b/, text)
  end

  def test_keywords_in_order_and_not
    assert_same <<~RUBY
      def f(a, b: 2, c: 3) = [a, b, c]
      def g(x:, y: x + 1, z: "s") = [x, y, z]
      def h(*a, k: a.size, **o) = [a, k, o]
      class K; def f(a, b: 20, d: 5) = [a, b, d]; end
      o = turn % 7 == 6 ? K.new : self
      [f(turn), f(1, b: turn), f(1, b: 4, c: 5), f(1, c: 4, b: 5), g(x: turn), g(x: 1, y: 2), g(y: 1, x: 2), h(1, k: 2), h(1), h(k: 2, j: 3),
       o.__send__(:f, 1, b: 3), (o.f(1, b: 3) rescue o.class), (f(1, e: 2) rescue $!.message)]
    RUBY
  end

  # More receivers, blocks and shapes than a site tells apart; native code stays with them.
  def test_sites_of_many_kinds
    source = <<~RUBY
      30.times do |k|
        eval "class A\#{k}; def foo(x) = x + \#{k}; def +(o) = \#{k} + o; attr_accessor :z; def initialize = (\#{"@q\#{k} = 1; " * (k % 3)} @z = \#{k})
          def sum = @z + 1; def up = @z += 2; def each = yield(\#{k}); end"
      end
      def yields(o) = o.each { |v| v + 1 }
      def run(os) = os.sum { |o| o.foo(1) + (o + 2) + o.z + o.sum + o.up + yields(o) }
      def each_in(list, k)
        case k % 5
        when 0 then list.each { |v| @s += v }
        when 1 then list.each { |v, w| @s += v + (w || 0) }
        when 2 then list.each { |v, w = 3| @s += v * w }
        when 3 then list.each(&->(v) { @s += v })
        else list.each { |v| @s -= v; break if v == 7 }
        end
      end
      os = (0...30).map { |k| Object.const_get("A\#{k}").new }
      @s = 0
      p Array.new(60) { |turn| each_in([*1..9], turn); run(os.rotate(turn)) }, @s
    RUBY
    plain = run_ruby(source)
    assert_equal plain, run_ruby(source, "--jit-call-threshold=1")
    skip_without_jit
    text = run_ruby(source, "--jit-call-threshold=2", "--jit-stats")
    assert_equal plain.lines, text.lines.first(plain.lines.size)
    assert_operator text[/(\d+) exits/, 1].to_i, :<, 1000
  end

  def test_frames_with_records_end
    assert_same <<~RUBY
      def kept(a) = (b = proc { a += 1 }; b.call; [b, a])
      def matched(s) = (s =~ /(.)b/; $~ && $1)
      pair = kept(turn)
      [pair[0].call, pair[1], matched("ab"), matched("x"), $~.inspect, eval("turn + 1"), (1..3).map { |i| proc { i + turn } }.map(&:call)]
    RUBY
  end

  def test_operators_in_ruby
    assert_same <<~RUBY
      class V
        attr_reader :x
        def initialize(x) = @x = x
        def +(other) = V.new(@x + (V === other ? other.x : other))
        def -@ = V.new(-@x)
        def [](i) = @x * i
        def []=(i, v)
          @x = i + v
        end
        def ==(other) = V === other && @x == other.x
        def <(other) = raise("too far") || other
      end
      class W < V; def +(other) = super + 100; end
      class U; def +(other) = caller_locations(1, 1)[0].lineno + other; end
      def add(a, b) = a + b
      def rest(a) = [(-a).x, a[3], (a[4] = 5), a == V.new(9), a != V.new(9), (a < a rescue $!.message)]
      a = turn.even? ? V.new(turn) : W.new(turn)
      U.define_method(:+) { |o| o } if turn == 15
      [add(a, 1).x, add(a, a).x, add(1, 2), add(1.5, 2), add(U.new, 1), rest(a)]
    RUBY
  end

  def test_stress
    program = "def f(a, i, o) = (a[i] ||= i; a[i] + a.size + o.to_s.size); a = []; p Array.new(300) { |i| f(a, i % 7, [i, :s, 2.5][i % 3]) }.sum"
    assert_equal run_ruby(program), run_ruby(program, "--jit-call-threshold=1", "--jit-stress=3")
  end

  def test_constant_changed
    program = "A = 1; def f = A; 50.times { f }; p f; Object.send(:remove_const, :A); A = 2; p f"
    assert_equal "1\n2\n", run_ruby(program, "--jit-call-threshold=1")
  end

  def test_exceptions_through_native_frames
    assert_same "def a(n) = n == 0 ? raise('x') : a(n - 1); def b(n) = (begin; a(n); ensure; $e = n; end); begin; b(turn); rescue => e; [e.message, $e]; end"
  end

  def test_break_next_return_in_blocks
    assert_same "def f(n) = (n.times { |i| return i if i == 7 }; :none); def g(n) = n.times { |i| break i * 2 if i == 5 }; [f(turn), g(turn)]"
  end

  def test_locals_written_by_blocks_and_bindings
    assert_same "def f(n) = (x = 1; n.times { x = x.to_s + 'a' }; b = binding; b.local_variable_set(:x, 5) if n > 3; [x, x == 5]); f(turn)"
  end

  def test_deep_recursion_ends_in_an_error
    program = "def f(n) = f(n + 1) + 1; begin; f(0); rescue SystemStackError; p :deep; end"
    assert_equal ":deep\n", run_ruby(program, "--jit-call-threshold=1")
  end

  # Callers compiled before their callee call it where it is now: compiled, defined anew, traced, gone.
  def test_a_callee_changes_under_compiled_callers
    assert_same <<~RUBY
      class Callee
        def leaf(n) = n + 1
        def one(n) = leaf(n) * 2
        def two(n) = n < 0 ? n : leaf(n) + one(n)
        def missing = leaf(1)
      end
      $turn = turn
      o = Callee.new
      sums = [(0...turn).sum { |i| o.two(-i) }, (0...50).sum { |i| o.one(i) + o.two(i) }]
      class Callee
        def leaf(n) = n - $turn
      end
      GC.start if turn % 5 == 0
      sums << (0...50).sum { |i| o.one(i) + o.two(i) }
      if turn == 15
        calls = 0
        TracePoint.new(:call) { calls += 1 }.enable { sums << o.two(3) << calls }
      end
      Callee.remove_method(:leaf)
      GC.start if turn % 3 == 0
      sums << (o.missing rescue $!.class)
    RUBY
  end

  def test_fibers_and_threads
    assert_same "f = Fiber.new { |x| loop { x = Fiber.yield(x + 1) } }; [f.resume(turn), f.resume(3), Thread.new { (1..10).sum { |i| i * turn } }.value]"
  end

  def test_an_endless_loop_is_interrupted
    program = "t = Thread.new { i = 0; while true; i += 1; end }; sleep 0.05; t.kill; t.join; p :done"
    assert_equal ":done\n", run_ruby(program, "--jit-call-threshold=1")
  end

  def test_tracepoint_sees_all_lines
    program = "def f(n) = n.times { |i| i + 1 }; 5.times { f(3) }; n = 0; TracePoint.new(:call, :b_call) { n += 1 }.enable { f(3) }; p n"
    assert_equal run_ruby(program), run_ruby(program, "--jit-call-threshold=1")
  end

  def test_objects_move
    assert_same "def f(a, n) = (a << [n]; a.map { |x| x[0].to_s }.join); r = f([[1], [2]], turn); GC.compact if turn % 7 == 3; r"
  end

  # ---- code memory ----

  FULL = 'class A; def foo = self; end; a = A.new; 600.times { |i| eval "def m#{i}(a) = a#{".foo" * 20}"; ' \
         'send("m#{i}", a); send("m#{i}", a) }; class A; def foo = 1; end; p((send("m3", a) rescue $!.class)); p 2'

  # A redefinition redirects every call of the method, also where no byte of the memory is free.
  def test_memory_full
    %w[64K 96K 1].each do |size|
      assert_equal "NoMethodError\n2\n", run_ruby(FULL, "--jit-call-threshold=1", "--jit-mem-size=#{size}"), size
    end
  end

  def test_memory_size_rejected
    %w[0 7K 1x K -1 99999999999999].each do |size|
      _, status = Open3.capture2e({ "RUBY_JIT" => nil }, RUBY, "--disable=gems", "--jit-mem-size=#{size}", "-e", "1")
      refute status.success?, size
    end
  end

  def test_single_mapping
    assert_equal "NoMethodError\n2\n", run_ruby(FULL, "--jit-call-threshold=1", "--jit-single-mapping")
    assert_equal "[1, 0]\n", run_ruby(FORK, "--jit-call-threshold=1", "--jit-single-mapping")
  end

  def test_no_page_is_writable_and_executable
    maps = 'def f(n) = n; 50.times { |i| f(i) }; puts File.readlines("/proc/self/maps").grep(/ rwx/)'
    assert_equal "", run_ruby(maps, "--jit-call-threshold=1")
    assert_equal "", run_ruby(maps, "--jit-call-threshold=1", "--jit-single-mapping")
  end

  FORK = <<~RUBY
    def value = 0
    def f = value + value
    30.times { f }
    r, w = IO.pipe
    pid = fork do
      eval "def value = 1"
      w.puts f + (f + f) * 2
      w.puts fork { eval "def value = 3"; exit!(f == 6 ? 0 : 1) }.then { |child| Process.wait(child); $?.exitstatus }
      w.close
      20.times { eval "def value = 2"; f == 4 or exit!(1) }
      exit!(0)
    end
    w.close
    text = r.gets
    30.times { f == 0 or abort "the child changed the parent" }
    rest = r.gets
    Process.wait(pid)
    p [text == "10\n" && rest == "0\n" && $?.success? ? 1 : 0, f]
  RUBY

  # Parent and child redefine what both have compiled: each has native code of its own.
  def test_fork
    assert_equal "[1, 0]\n", run_ruby(FORK, "--jit-call-threshold=1")
    assert_equal "[1, 0]\n", run_ruby(FORK, "--jit-call-threshold=1", "--jit-stress=3")
  end

  # Runs source, which reads LATER, once with each of two values, and returns how many versions were compiled each time.
  def versions_by_later(source, *values)
    skip_without_jit
    values.map do |later|
      IO.popen([{ "LATER" => later, "RUBY_JIT" => nil }, RbConfig.ruby, "--disable-gems", "--jit", "--jit-window=1000", "--jit-stats", "-e", source, err: %i[child out]], &:read)[/(\d+) versions/, 1].to_i
    end
  end

  # A method that is called too seldom rests (JIT-6), and is compiled when it is called often after the next collections.
  def test_a_method_that_rested_is_compiled_when_it_is_called_often
    few, many = versions_by_later(<<~RUBY, "1", "200000")
      def seldom(x) = x + 1
      def many(times, objects) = times.times { |i| seldom(i); objects.times { "made" + "" } }
      many(3000, 20)
      GC.start while (collections = (collections || 0) + 1) < 40
      p many(ENV["LATER"].to_i, 0)
    RUBY
    assert_operator many, :>, few
  end

  # So is a loop that makes too many objects in a turn.
  def test_a_loop_that_rested_is_compiled_when_it_turns_often
    few, many = versions_by_later(<<~RUBY, "1", "200000")
      def made(objects) = Array.new(objects) { "made" + "" }.size
      def turn(n, objects) = (i = 0; i += made(objects) == objects ? 1 : 0 while i < n; i)
      turn(4000, 20)
      GC.start while (collections = (collections || 0) + 1) < 40
      p turn(ENV["LATER"].to_i, 0)
    RUBY
    assert_operator many, :>, few
  end
end
