require "test_helper"
require "rbconfig"

# Readers that a class or module has of its own variables are linked by its shape; each way in which the variable may move or go.
class TestAttrReaderOfClass < Minitest::Test
  def read(k) = k.table

  def test_shapes
    k = Class.new { class << self; attr_accessor :table; end }
    sub = Class.new(k)
    k.table = [1]
    3.times { assert_equal [1], read(k) }
    assert_nil read(sub)
    30.times { |i| k.instance_variable_set("@v#{i}", i) }
    3.times { assert_equal [1], read(k) }
    k.table = 2
    assert_equal 2, read(k)
    sub.table = 3
    3.times { assert_equal [2, 3], [read(k), read(sub)] }
    k.remove_instance_variable(:@table)
    3.times { assert_equal [nil, 3], [read(k), read(sub)] }
    sub.freeze
    assert_equal 3, read(sub)
    sub.singleton_class.send(:define_method, :table) { :own } rescue assert_kind_of(FrozenError, $!)
    k.singleton_class.send(:remove_method, :table)
    assert_raises(NoMethodError) { read(k) }
  end

  def test_many_classes
    base = Class.new { class << self; attr_reader :table; end }
    all = Array.new(20) { |i| Class.new(base) { @other = 0 if i.odd?; @table = i } }
    mod = Module.new { @table = 20; class << self; attr_reader :table; end }
    3.times { assert_equal((0..20).to_a, (all + [mod]).map { |k| read(k) }) }
    o = Object.new.extend(Module.new { attr_reader :table })
    assert_nil read(o)
    assert_equal 19, read(all[19])
  end

  def test_ractor
    source = <<~RUBY
      Warning[:experimental] = false
      class K; class << self; attr_accessor :table, :list; end; self.table = 1; self.list = []; end
      def t = [K.table, K.list]
      3.times { t }
      r = Ractor.new { begin; K.list; rescue Ractor::IsolationError; :refused; end }
      p r.value, Ractor.new { K.table }.value, t
    RUBY
    assert_equal ":refused\n1\n[1, []]\n", IO.popen([RbConfig.ruby, "-e", source, err: %i[child out]], &:read)
  end
end
