# Module, Class, Method, Proc and Binding: each method with each kind of argument.
require_relative "../lib/call_table"

class TestModuleCalls < Minitest::Test
  # The lines of these methods are in answers, so their file has a name of its own.
  class_eval(<<~'RUBY', "made", 1)
    # A class that is made anew for each call, so that a call may change it.
    def self.fresh
      outer = Module.new { def self.inspect = "Outer" }
      mixin = Module.new { def self.inspect = "Mixin"; def mixed = 1 }
      Class.new(Struct.new(:field)) do
        include mixin
        define_singleton_method(:inspect) { "Fresh" }
        const_set(:CONST, 1)
        const_set(:Inner, outer)
        class_variable_set(:@@cv, 2)
        @ivar = 3
        def pub(a, b = 1, *c, d:, e: 2, **f, &g) = [a, b]
        attr_accessor :acc
        alias_method :also, :pub
        undef_method :field=
        private def priv = 1
        protected def prot = 2
        def self.single = 3
        private_class_method :single
        private_constant :Inner
      end
    end

    def self.plain = Module.new { def self.inspect = "Plain"; def one = 1; def two = 2; const_set(:X, 1); autoload(:Auto, "/none/auto") }
    def self.single = Object.new.tap { |o| def o.inspect = "o"; def o.one = 1 }.singleton_class.tap { |k| k.class_variable_set(:@@z, 1) }
    def self.frozen = Class.new { def self.inspect = "Frozen"; def one = 1 }.freeze
    def self.prepended = Class.new { def self.inspect = "Prepended"; def one = 1; prepend Module.new { def self.inspect = "Front"; def one = super + 1 } }
  RUBY

  NAMES = [":pub", ":priv", ":prot", ":acc", ":also", ":mixed", ":one", ":field", ":field=", ":nope", ":CONST", ":Inner", ":X", ":Auto", ":nope=", ":@ivar", ":@@cv", ":@@nope", ":@@z", ":single", ":initialize", ":object_id", ":[]=", ":\"a b\"", '"pub"', '"CONST"', '"Inner::X"', '"::String"',
           '"String::"', '"String::::X"', '"string"', '""', '"@@cv"', '"@x"', '"Comparable"', '"A b"', '"é"', ":String", ":É"].freeze
  ARGS = [*NAMES, "nil", "1", "true", "String", "Comparable", "Object.new.singleton_class", "Class.new.tap { |k| def k.inspect = 'k' }", "Module.new.tap { |k| def k.inspect = 'm' }", "TestModuleCalls.plain", "String.instance_method(:upcase)", "'x'.method(:upcase)", "proc { |a| a }",
          "lambda { |a, b = 1| a }", "[]", "[:pub, :priv]", "[:nope]", "Odd.new(to_str: 'pub')", "Odd.new(to_str: 1)", ":pub, :priv", ":pub, :nope", "BasicObject", "false"].freeze
  PAIRS = [":pub", ":X", "'Y'", "nil", "1", ":@@cv", ":new_one", "proc { |a| a }", "String.instance_method(:upcase)", "TestModuleCalls.plain.instance_method(:one)", "false"].freeze
  CALLS = ["'1 + 1'", "'self', 'file', 3", "'raise', 'file'", "'@ivar'", "1, 2, 3", ":Auto, 'path'", ":Auto, ''", "'auto', 'x'", "inherit: false", ":pub, :b, :c"].freeze
  RECEIVERS = %w[TestModuleCalls.fresh TestModuleCalls.plain TestModuleCalls.single TestModuleCalls.frozen TestModuleCalls.prepended].freeze
  LEFT_OUT = %i[hash public_instance_methods private_instance_methods object_id inspect to_s freeze ruby2_keywords instance_methods const_source_location refine refinements subclasses attached_object undefined_instance_methods constants].freeze
  METHODS = (Module.instance_methods(false) + Module.private_instance_methods(false) + Class.instance_methods(false) - LEFT_OUT - %i[using initialize_copy initialize_clone initialize] + %i[instance_variable_get instance_variable_set
             remove_instance_variable define_singleton_method singleton_method instance_variable_defined? method public_method respond_to? extend kind_of? public_send instance_eval instance_exec]).uniq
  CallTable.new("module_calls", receivers: RECEIVERS, args: ARGS, pairs: PAIRS, calls: CALLS, blocks: %w[id], block_args: [":pub", ":made", "nil"], methods: METHODS,
                                except: /(append_features|prepend_features|extend_object)\((BasicObject|String|Comparable)|public_send\(:object_id\)|\.singleton_method\(|\.(const_missing|remove_const)\(.*Comparable/).define(self)
  CallTable.new("class_made", receivers: %w[Class Module Struct Data], args: ARGS, pairs: PAIRS + %w[:a :b "X"], calls: [":a, keyword_init: true", ":a, keyword_init: nil", ":a, nope: 1", "'Xyz', :a", "'xyz', :a", ":a, :a"], blocks: %w[id], methods: %i[new allocate define superclass nesting used_modules],
                              except: /Struct\.new\((".*"|'.*'|:\w+, "|Odd)|Class\.new\((Module|Object)/).define(self)

  def self.meth = 5.method(:+)
  def self.own = fresh.new(1).tap { |o| def o.inspect = "own" }.method(:pub)
  def self.unbound = String.instance_method(:sub)
  def self.scope = 7.then { |x| y = "s"; binding }
  CODE = ["TestModuleCalls.meth", "TestModuleCalls.own", "TestModuleCalls.unbound", "proc { |a, (b, c), d = 1, *e, f, k: 1, **o, &g| [a, b, c, d, e, f, k, o] }", "lambda { |a, b = 2| [a, b] }", ":upcase.to_proc", "proc { _1 }", "proc { it }", "lambda(&:upcase)", "method(:p).unbind", "TestModuleCalls.meth.to_proc",
          "TestModuleCalls.scope", "proc { |x, *| x }.curry", "(proc { 1 } >> proc { 2 })", "[].method(:push)", "''.method(:nope=) rescue proc { |*| }", "proc { |*a, **nil| a }", "proc { |a, | a }", "Struct.new(:f).new(1).method(:f=)", "Class.new { attr_reader :r }.new.method(:r)"].freeze
  CallTable.new("code_calls", receivers: CODE, args: ["1", "2", "nil", "'x'", "[1, 2]", "[1, [2, 3], 4]", ":x", ":y", ":nope", ":_1", '"1 + 1"', '"x"', "'a', 'b'", "k: 2", "1, k: 2", "1, z: 3", "1, **{}", "{k: 1}", "-1", "9", "proc { |a| a }", "5.method(:-)", "Odd.new(call: 3)", "String", "Object.new.tap { |o| def o.inspect = 'o' }",
                                                       "1, 2, 3, 4, 5, 6", "*[1, 2], 3", "Odd.new(to_ary: [7, 8])", "Odd.new(to_ary: 1)", "lambda: true", "lambda: false", "lambda: 1", '"@v", 1', '"é"', "'x' => 1"],
                              pairs: ["1", ":x", "nil", "[2]", '"y"', '"sub"'], blocks: %w[id], block_args: ["1"], methods: Method.instance_methods(false) | UnboundMethod.instance_methods(false) | Proc.instance_methods(false) | Binding.instance_methods(false),
                              except: /\.(hash|inspect|to_s|irb|source_location|owner|receiver|unbind|to_proc|clone|dup|source_range|super_method|curry|>>|<<|bind|ruby2_keywords|binding|original_name)\(|method\(:p\)\.unbind\.bind_call\(|\.refinement/).define(self)
end
