# test_call_stats.rb - what call sites tell of themselves: ruby --call-stats, RubyVM.call_stats, RubyVM.call_sites, memsize_of.
require_relative "lib/test_helper"
require "objspace"

class TestCallStats < Minitest::Test
  PROGRAM = <<~'RUBY'
    class A; def who = :a; end
    others = Array.new(9) { Class.new(A) { def who = :o } }
    def mono(o) = o.who
    def poly(o) = o.who
    def mega(o) = o.who
    def give = yield
    def general(*a) = a
    a = A.new
    1000.times { mono(a) }
    [a, others[0].new].cycle(500) { |o| poly(o) }
    ([a] + others.map(&:new)).cycle(100) { |o| mega(o) }
    give { 1 }
    10.times { general(*[1, 2]) }
  RUBY

  def site(name) = RubyVM.call_sites.select { |s| s[:path] == __FILE__ && s[:method] == name }

  def test_totals
    stats = RubyVM.call_stats
    forms = %i[unused monomorphic polymorphic megamorphic class-keyed general operator]
    assert_equal stats[:sites], forms.sum { |f| stats.fetch(f) }
    assert_operator stats[:records], :>, 100
    assert_operator stats[:arena_bytes], :>=, stats[:record_bytes]
    assert_includes ["merged, flat", "merged, not flat", "split, flat", "split, not flat"], stats[:layout].to_s
    assert_operator stats[:links], :>, 0
  end

  class Known; def facet_call_stats_who = 1; end
  KINDS = [Known.new, *Array.new(8) { Class.new(Known) { def facet_call_stats_who = 2 }.new }].freeze

  def test_the_form_of_a_site
    [[1, :monomorphic], [small_limits? ? 2 : 3, :polymorphic], [9, :megamorphic]].each do |n, form|
      code = eval("->(o) { o.facet_call_stats_who }", binding, "form#{n}.rb", 7)
      objects = KINDS.first(n)
      5.times { objects.each(&code) }
      told = RubyVM.call_sites.find { |s| s[:path] == "form#{n}.rb" }
      # machine code that small limits call restless keeps the site as it is, and looks up in the shared table
      form = :polymorphic if n == 9 && small_limits? && told[:misses] < 9
      assert_equal [7, :facet_call_stats_who, form], told.values_at(:line, :method, :form)
      assert_equal n == 1 ? 0 : n - 1, told[:misses] if n < 9
    end
  end

  def test_the_switch
    out, err, status = run_ruby(PROGRAM, "--call-stats", "--disable-gems")
    assert_equal ["", 0], [out, status]
    lines = err.lines
    assert_match(/\Acall sites: \d+ \(\w+, (not )?flat\);.* \d+ monomorphic, \d+ polymorphic, \d+ megamorphic/, lines[0])
    assert_match(/\Acalls: \d+, hits \d+\.\d\d %; links \d+, misses \d+, general \d+/, lines[1])
    at = ->(line) { lines.grep(/-e:#{line}$/).to_h { |l| w = l.split; [w[6], w] } }
    assert_equal %w[1000 99.90 1 0 0 monomorphic], at[3]["who"].first(6)
    assert_equal %w[1000 99.80 2 1 0 polymorphic], at[4]["who"].first(6)
    assert_equal %w[1000 megamorphic], at[5]["who"].values_at(0, 5)
    assert_equal %w[10 general], at[13]["general"].values_at(0, 5)
  end

  def test_a_program_under_the_switch_does_the_same
    source = "x = [1, 2.0, 'a'].map { |v| v.then { it } }; TracePoint.new(:line) { }.enable { x << x.size }; GC.start; eval('x.push(:e)'); p x; exit 3"
    out, err, status = run_ruby(source, "--call-stats", "--disable-gems")
    assert_equal ["[1, 2.0, \"a\", 3, :e]\n", 3], [out, status]
    assert_match(/call sites/, err)
    assert_equal ["", ""], run_ruby("1", "--disable-gems").first(2)
  end

  def test_memsize_of_an_iseq
    code = RubyVM::InstructionSequence.compile("def self.x(*) = 1\nx(1); x(2); x(3); x(4)")
    before = ObjectSpace.memsize_of(code)
    code.eval
    assert_operator before, :>, 400
    assert_operator ObjectSpace.memsize_of(code), :>=, before + 4 * 56
  end

  def test_warmup
    assert_equal true, Process.warmup
    count = GC.stat(:major_gc_count)
    young = Object.new
    Process.warmup
    assert_equal count + 1, GC.stat(:major_gc_count)
    require "objspace"
    assert_includes ObjectSpace.dump(young), '"old":true'
    strings = Array.new(100) { |i| "été #{i}" }
    Process.warmup
    assert_equal [true], strings.map(&:valid_encoding?).uniq
  end
end
