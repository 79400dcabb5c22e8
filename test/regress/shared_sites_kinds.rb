# What the table that sites share may hold (internal/vm/shared_sites.h): callees with a form of their own, readers of fields that lie
# elsewhere, and callees whose arguments are laid out at each call.  Expected: CRuby 4.0.1's answers.
require "minitest/autorun"

class SharedSitesKinds < Minitest::Test
  ROUNDS = 3

  def sites(receivers) = Array.new(ROUNDS) { receivers.map { |r| yield r } }.last

  def test_send_of_a_name_to_many_receivers
    receivers = Array.new(20) { |i| Class.new { define_method(:who) { |*a| [i, a] }; class_eval("def plain(x) = [#{i}, x]") }.new }
    assert_equal (0...20).map { [it, [7]] }, sites(receivers) { |r| r.public_send(:who, 7) }
    assert_equal (0...20).map { [it, 8] }, sites(receivers) { |r| r.send(:plain, 8) }
    assert_equal (0...20).map { [it, 9] }, sites(receivers) { |r| r.__send__("plain", 9) }
  end

  def test_new_by_name
    classes = Array.new(12) { |i| Class.new { class_eval("attr_reader :n\ndef initialize(n = 0) = @n = n + #{i}") } }
    assert_equal (0...12).map { it + 5 }, sites(classes) { |c| c.send(:new, 5).n }
    assert_equal (0...12).to_a, sites(classes) { |c| c.public_send(:new).n }
    assert_equal [5] * 5, Array.new(5) { classes[0].send(:new, 5).n }
    assert_equal (0...12).map { it + 5 }, ROUNDS.times.map { classes.map(&:new).map { |o| o.n + 5 } }.last
    plain = Array.new(12) { Class.new }
    assert_equal plain, sites(plain) { |c| c.send(:new).class }
  end

  def test_send_that_is_not_the_machine_own
    receivers = Array.new(20) { |i| Class.new { class_eval(i.odd? ? "def send(name, x) = [:own, name, x]" : "def plain(x) = x") }.new }
    assert_equal (0...20).map { it.odd? ? [:own, :plain, 1] : 1 }, sites(receivers) { |r| r.send(:plain, 1) }
  end

  def test_public_send_refuses
    receivers = Array.new(12) { |i| Class.new { class_eval("#{%w[public private protected][i % 3]} def m = #{i}") }.new }
    answer = ->(r) { r.public_send(:m) rescue $!.message[/\A\w+ method '\w+'/] }
    expected = (0...12).map { |i| [i, "private method 'm'", "protected method 'm'"][i % 3] }
    assert_equal expected, sites(receivers, &answer)
    assert_equal (0...12).to_a, sites(receivers) { |r| r.send(:m) }
  end

  def test_readers_of_fields_that_lie_elsewhere
    classes = Array.new(12) { |i| Class.new { class << self; attr_accessor :value; private attr_reader :hidden; end } }
    classes.each_with_index { |c, i| c.value = i if i.odd?; c.instance_variable_set(:@hidden, -i) }
    assert_equal (0...12).map { it.odd? ? it : nil }, sites(classes) { |c| c.value }
    assert_equal (0...12).map { it.odd? ? it : nil }, sites(classes) { |c| c.public_send(:value) }
    assert_equal (0...12).map { -it }, sites(classes) { |c| c.send(:hidden) }
    classes[1].value = :new
    assert_equal :new, sites(classes) { |c| c.send(:value) }[1]
    assert_equal "wrong number of arguments (given 1, expected 0)", (classes.map { |c| c.send(:value, 1) } rescue $!.message)
    strings = Array.new(12) { |i| Class.new(String) { attr_accessor :mark }.new("s").tap { |s| s.mark = i } }
    assert_equal (0...12).to_a, sites(strings) { |s| s.mark }
  end

  def test_protected_to_self
    classes = Array.new(12) { |i| Class.new { class_eval("def call(o) = [own(1), self.own, o.own]; protected def own(x = 0) = #{i} + x") } }
    receivers = classes.map { |c| c.new }
    assert_equal (0...12).map { [it + 1, it, it] }, sites(receivers) { |r| r.call(r.class.new) }
    assert_raises(NoMethodError) { receivers[0].call(receivers[1]) }
  end

  def test_rest_keywords_and_blocks
    classes = Array.new(12) { |i| Class.new { class_eval("def all(*a, k: 0, &b) = [#{i}, a, k, b&.call(#{i})]") } }
    receivers = classes.map { |c| c.new }
    assert_equal (0...12).map { [it, [1, 2], 0, nil] }, sites(receivers) { |r| r.all(1, 2) }
    assert_equal (0...12).map { [it, [1], 0, it * 2] }, sites(receivers) { |r| r.all(1) { |x| x * 2 } }
    assert_equal (0...12).map { [it, [], 3, it + 1] }, sites(receivers) { |r| r.all(k: 3) { |x| x + 1 } }
    assert_equal (0...12).map { [it, [3], 0, nil] }, sites(receivers) { |r| r.send(:all, 3) }
    classes.each { |c| c.class_eval("def all(a) = [:one, a]") }
    assert_equal [[:one, 1]] * 12, sites(receivers) { |r| r.send(:all, 1) }
    assert_equal [:one, 1], receivers[0].all(1)
  end

  def test_missing_and_undefined
    receivers = Array.new(12) { |i| Class.new { class_eval(i.odd? ? "def method_missing(n, *a) = [n, a]\ndef respond_to_missing?(*) = true" : "def gone(x) = x") }.new }
    assert_equal (0...12).map { it.odd? ? [:gone, [5]] : 5 }, sites(receivers) { |r| r.send(:gone, 5) }
    receivers[0].class.class_eval { undef_method :gone }
    assert_raises(NoMethodError) { receivers.each { |r| r.send(:gone, 5) } }
  end
end
