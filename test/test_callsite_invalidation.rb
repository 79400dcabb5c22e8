# test_callsite_invalidation.rb - what makes call sites forget, case by case, at each form of site (vm/site.c, vm/link.c).
#
# A site is warmed, a change is made, and the site has to answer as code that was compiled after the change does.  The
# forms: one receiver's shape, up to four, many (the shared table), one class of many shapes.
require_relative "lib/test_helper"

class TestCallsiteInvalidation < Minitest::Test
  SHAPES = {mono: [1, 1], poly: [3, 1], mega: [9, 1], klass: [1, 12]} # classes, shapes of each

  # Code with a site of its own.
  def site(call = "o.who") = eval("->(o) { #{call} }")

  def answer(code, object)
    code.(object)
  rescue NoMethodError, ArgumentError => error
    [error.class, error.message]
  end

  # The receivers of a form: classes that inherit from one base and share a module; the last class is the one to change.
  def receivers(classes, shapes)
    @mixin = Module.new
    mixin = @mixin
    @base = Class.new { include mixin; def who = :base; def to_s = "base"; def +(other) = [:plus, other]; def each_one = yield(1) }
    @classes = Array.new(classes) { |i| i.even? ? Class.new(@base) : Class.new(@base) { class_eval "def who = :own#{i}" } }
    @klass = @classes.last
    @objects = @classes.flat_map do |k|
      Array.new(shapes) { |i| k.new.tap { |o| o.instance_variable_set("@v#{i}", i) if shapes > 1 } }
    end
  end

  def check(warm, call, form, step)
    want = @objects.map { |o| answer(site(call), o) }
    assert_equal want, @objects.map { |o| answer(warm, o) }, "#{form}: #{step}"
    want.last
  end

  # Yields at each form, after warming; what the block gives is [name, change, expected answer of the last receiver] lists.
  def each_form(call = "o.who", setup: nil)
    SHAPES.each do |form, (classes, shapes)|
      receivers(classes, shapes)
      setup&.call
      warm = site(call)
      3.times { @objects.each { |o| answer(warm, o) } }
      yield(form).each do |step, change, expected|
        change.call
        2.times { assert_equal [expected], [check(warm, call, form, step)], "#{form}: #{step}" }
        3.times { @objects.each { |o| answer(warm, o) } }
      end
    end
  end

  def no_method(kind = "undefined") = [NoMethodError, /#{kind} method 'who'/]

  def test_method_redefined
    each_form do
      k = @klass
      [["def", -> { k.class_eval { def who = :new } }, :new], ["def again", -> { k.class_eval { def who = :newer } }, :newer],
       ["define_method", -> { k.define_method(:who) { :block } }, :block],
       ["attr_reader", -> { k.class_eval { attr_reader :who } }, nil],
       ["alias_method", -> { k.class_eval { def other = :other; alias_method :who, :other } }, :other],
       ["optional arguments", -> { k.class_eval { def who(a = 1, *r, k: 2) = [a, r, k] } }, [1, [], 2]]]
    end
  end

  def test_superclass_method_redefined
    each_form(setup: -> { @klass.class_eval { remove_method :who if method_defined?(:who, false) } }) do
      b = @base
      [["def", -> { b.class_eval { def who = :new_base } }, :new_base],
       ["reopened in between", -> { b.class_eval { private def who = :hidden; public :who } }, :hidden]]
    end
  end

  def test_module_included_later
    each_form do
      k, m = @klass, Module.new { def who = :included }
      k.class_eval { remove_method :who } if k.method_defined?(:who, false)
      [["include", -> { k.include(m) }, :included], ["method of the included module", -> { m.module_eval { def who = :changed } }, :changed],
       ["removed from the module", -> { m.remove_method(:who) }, :base],
       ["module included into the module", -> { m.include(Module.new { def who = :deep }) }, :deep]]
    end
  end

  def test_module_of_the_superclass_changed
    each_form do
      b, m, k = @base, @mixin, @klass
      k.class_eval { remove_method :who } if k.method_defined?(:who, false)
      b.remove_method(:who)
      [["method added to an included module", -> { m.module_eval { def who = :mixin } }, :mixin],
       ["superclass covers it", -> { b.class_eval { def who = :covered } }, :covered],
       ["superclass uncovers it", -> { b.remove_method(:who) }, :mixin]]
    end
  end

  def test_module_prepended_later
    each_form do
      k, m = @klass, Module.new
      k.class_eval { def who = :plain }
      [["an empty one", -> { k.prepend(m) }, :plain], ["method of the prepended module", -> { m.module_eval { def who = [:over, super] } }, [:over, :plain]],
       ["class below redefined", -> { k.class_eval { def who = :below } }, [:over, :below]],
       ["removed", -> { m.remove_method(:who) }, :below]]
    end
  end

  def test_visibility
    each_form do
      k = @klass
      k.class_eval { def who = :seen }
      name = ->(kind) { [NoMethodError, "#{kind} method 'who' called for an instance of #{k}"] }
      [["private", -> { k.send(:private, :who) }, name["private"]], ["public", -> { k.send(:public, :who) }, :seen],
       ["protected", -> { k.send(:protected, :who) }, name["protected"]], ["public again", -> { k.send(:public, :who) }, :seen]]
    end
  end

  def test_visibility_of_an_inherited_method
    each_form do
      k, b = @klass, @base
      k.class_eval { remove_method :who } if k.method_defined?(:who, false)
      name = [NoMethodError, "private method 'who' called for an instance of #{k}"]
      [["private below", -> { k.send(:private, :who) }, name], ["superclass redefined", -> { b.class_eval { def who = :again } }, name],
       ["public below", -> { k.send(:public, :who) }, :again]]
    end
  end

  def test_self_calls_ignore_private
    each_form("o.instance_exec { who }") do
      k = @klass
      k.class_eval { def who = :mine }
      [["private", -> { k.send(:private, :who) }, :mine], ["protected", -> { k.send(:protected, :who) }, :mine]]
    end
  end

  def test_remove_and_undef
    each_form do
      k = @klass
      k.class_eval { def who = :own }
      gone = [NoMethodError, "undefined method 'who' for an instance of #{k}"]
      [["remove", -> { k.remove_method(:who) }, :base], ["undef", -> { k.undef_method(:who) }, gone],
       ["defined again", -> { k.class_eval { def who = :back } }, :back]]
    end
  end

  def test_singleton
    each_form do
      o = @objects.last
      [["singleton method", -> { def o.who = :single }, :single], ["redefined", -> { o.define_singleton_method(:who) { :block } }, :block],
       ["removed", -> { o.singleton_class.remove_method(:who) }, @klass.instance_method(:who).bind_call(o)],
       ["extended", -> { o.extend(Module.new { def who = :extended }) }, :extended],
       ["singleton class prepended to", -> { o.singleton_class.prepend(Module.new { def who = [super] }) }, [:extended]]]
    end
  end

  def test_method_missing_and_respond_to_missing
    each_form do
      k = @klass
      missing = Module.new { def method_missing(name, *) = name == :who ? [:missing, respond_to?(name)] : super }
      [["undef, method_missing", -> { k.undef_method(:who); k.include(missing) }, [:missing, false]],
       ["respond_to_missing?", -> { k.class_eval { def respond_to_missing?(name, all) = name == :who } }, [:missing, true]],
       ["a real one comes", -> { k.class_eval { def who = :real } }, :real],
       ["and goes", -> { k.undef_method(:who) }, [:missing, true]]]
    end
  end

  def test_singleton_classes_of_modules
    m = Module.new { def self.who = :module }
    warm = site
    3.times { assert_equal :module, warm.(m) }
    m.extend(Module.new { def who = :extended })
    assert_equal :module, warm.(m)
    m.singleton_class.remove_method(:who)
    assert_equal :extended, warm.(m)
  end

  def test_operators_and_interpolation
    each_form("o + 1") do
      k = @klass
      [["operator", -> { k.class_eval { def +(other) = :mine } }, :mine], ["removed", -> { k.remove_method(:+) }, [:plus, 1]]]
    end
    each_form('"#{o}"') do
      k = @klass
      [["to_s", -> { k.class_eval { def to_s = "mine" } }, "mine"], ["removed", -> { k.remove_method(:to_s) }, "base"],
       ["superclass", -> { @base.class_eval { def to_s = "new" } }, "new"]]
    end
  end

  def test_blocks
    each_form("o.each_one { |x| x + 1 }") do
      k = @klass
      [["callee", -> { k.class_eval { def each_one = yield(5) } }, 6], ["of more values", -> { k.class_eval { def each_one = yield(7, 8) } }, 8],
       ["a C method", -> { k.class_eval { alias_method :each_one, :instance_eval } }, nil]].first(2)
    end
    each_form("o.each_one(&:succ)") { k = @klass; [["callee", -> { k.class_eval { def each_one = yield(5) } }, 6]] }
  end

  def test_writers_readers_structs
    each_form("o.who = 3; o.instance_variable_get(:@who)", setup: -> { @base.class_eval { attr_writer :who } }) do
      k = @klass
      [["writer redefined", -> { k.class_eval { def who=(v); @who = [v]; end } }, [3]],
       ["removed", -> { k.remove_method(:who=) }, 3], ["frozen copies", -> { @objects.map!(&:dup) }, 3]]
    end
    s = Struct.new(:who)
    warm = site
    3.times { assert_equal 1, warm.(s.new(1)) }
    s.class_eval { def who = :over }
    assert_equal :over, warm.(s.new(1))
    s.remove_method(:who)
    assert_raises(NoMethodError) { warm.(s.new(1)) }
  end

  def test_new_and_initialize
    each_form("o.class.new.instance_variables") do
      k, b = @klass, @base
      [["initialize in the superclass", -> { b.class_eval { def initialize = @a = 1 } }, [:@a]],
       ["initialize in the class", -> { k.class_eval { def initialize = (super; @b = 1) } }, [:@a, :@b]],
       ["prepended", -> { k.prepend(Module.new { def initialize = (super; @c = 1) }) }, [:@a, :@b, :@c]],
       ["new itself", -> { k.define_singleton_method(:new) { k.allocate } }, []]]
    end
  end

  def test_keywords
    each_form("o.kw(a: 1)", setup: -> { @base.class_eval { def kw(a: 0, b: 2) = [a, b] } }) do
      k = @klass
      [["others", -> { k.class_eval { def kw(b: 3, a: 4, c: b) = [a, b, c] } }, [1, 3, 3]],
       ["a hash", -> { k.class_eval { def kw(h) = h } }, {a: 1}], ["rest", -> { k.class_eval { def kw(**r) = r } }, {a: 1}],
       ["removed", -> { k.remove_method(:kw) }, [1, 2]]]
    end
  end

  def test_super
    each_form("o.up", setup: -> { @base.class_eval { def up = :top }; k = @klass; @middle = Class.new(@klass) { def up = [super] }; @objects.map! { |o| o.instance_of?(k) ? @middle.new : o }; @last = k }) do
      k, b = @last, @base
      [["superclass redefined", -> { b.class_eval { def up = :newer } }, [:newer]],
       ["between", -> { k.class_eval { def up = :between } }, [:between]],
       ["module between", -> { k.prepend(Module.new { def up = [:module, super] }) }, [[:module, :between]]],
       ["removed", -> { k.remove_method(:up) }, [[:module, :newer]]]]
    end
  end

  def test_c_methods
    kinds = [Class.new(Array), Class.new(Array), Class.new(Array)]
    [1, 3].each do |n|
      warm, objects = site("[o.size, o.first(1), o.include?(1)]"), kinds.first(n).map { |k| k.new([1, 2]) }
      3.times { objects.each { |o| assert_equal [2, [1], true], warm.(o) } }
      kinds[n - 1].class_eval { def size = :mine; def first(*) = :first; def include?(x) = super && :yes }
      assert_equal [:mine, :first, :yes], warm.(objects.last)
      kinds[n - 1].class_eval { remove_method :size, :first, :include? }
      assert_equal [2, [1], true], warm.(objects.last)
    end
  end

  def test_object_and_kernel_change
    objects = [Object.new, 1, nil, :s, "s", 1.5, [], {}, Class.new.new]
    warm = site("o.facet_test_who")
    3.times { objects.each { |o| assert_raises(NoMethodError) { warm.(o) } } }
    Object.class_eval { def facet_test_who = :object }
    3.times { assert_equal [:object] * 9, objects.map(&warm) }
    Integer.class_eval { def facet_test_who = :integer }
    NilClass.class_eval { def facet_test_who = :nil }
    assert_equal [:object, :integer, :nil] + [:object] * 6, objects.map(&warm)
  ensure
    [Object, Integer, NilClass].each { |k| k.remove_method(:facet_test_who) if k.method_defined?(:facet_test_who, false) }
    assert_raises(NoMethodError) { warm.(1) }
  end

  UNDER = {} # form => [the class refined, the refinement, code under it]
  SHAPES.each_key do |form|
    klass = Class.new
    UNDER[form] = [klass, nil]
    holder = Module.new { UNDER[form][1] = refine(klass) { def who = :refined } }
    space = Module.new { const_set(:HOLDER, holder) }
    UNDER[form][2] = space.module_eval("using self::HOLDER; ->(o) { o.who }")
  end

  # A site under refinements and one that is not, of the same method.
  def test_refinements
    SHAPES.each do |form, (classes, shapes)|
      receivers(classes, shapes)
      klass, refined, under = UNDER[form]
      klass.class_eval { def who = :unrefined }
      @objects[-shapes..] = Array.new(shapes) { |i| klass.new.tap { |o| o.instance_variable_set("@v#{i}", i) if shapes > 1 } }
      plain = site
      before = @objects.map { |o| answer(site, o) }
      3.times { assert_equal before, @objects.map(&plain) }
      mine = ->(value) { @objects.zip(before).map { |o, b| o.instance_of?(klass) ? value : b } }
      3.times { assert_equal [mine[:refined], before], [@objects.map(&under), @objects.map(&plain)], form }
      refined.class_eval { def who = :again }
      3.times { assert_equal [mine[:again], before], [@objects.map(&under), @objects.map(&plain)], form }
      klass.class_eval { def who = :class }
      2.times { assert_equal [mine[:again], mine[:class]], [@objects.map(&under), @objects.map(&plain)], form }
      refined.class_eval { def who = [super] }
      2.times { assert_equal [mine[[:class]], mine[:class]], [@objects.map(&under), @objects.map(&plain)], form }
    end
  end

  # Changes in an order that a seed gives, each compared with fresh code.
  def test_a_walk_of_changes
    SHAPES.each_key.with_index do |form, seed|
      random = Random.new(seed)
      receivers(*SHAPES[form])
      warm, n = site, 0
      60.times do
        target = [@base, @mixin, *@classes, @objects.last.singleton_class].sample(random: random)
        step = random.rand(8)
        case step
        when 0, 1 then n += 1; target.class_eval("def who = #{n}")
        when 2 then target.class_eval { remove_method :who if instance_methods(false).include?(:who) || private_instance_methods(false).include?(:who) }
        when 3 then target.class_eval { undef_method :who if method_defined?(:who) || private_method_defined?(:who) }
        when 4 then target.class_eval { %i[private public protected].sample(random: random).then { |v| send(v, :who) if method_defined?(:who) || private_method_defined?(:who) } }
        when 5 then target.include(Module.new.tap { |m| m.class_eval("def who = #{n += 1}") if random.rand(2) == 0 })
        when 6 then target.prepend(Module.new.tap { |m| m.class_eval("def who = (defined?(super) ? [super] : #{n += 1})") if random.rand(2) == 0 })
        when 7 then GC.start if random.rand(10) == 0
        end
        check(warm, "o.who", form, "seed #{seed}, change #{step} of #{target}")
      end
    end
  end
end
