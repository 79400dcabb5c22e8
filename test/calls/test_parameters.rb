# Each list of parameters with each list of arguments: methods, lambdas, procs, yields, with keywords, splats and blocks.
require_relative "../lib/call_table"

class TestParameterCalls < Minitest::Test
  LISTS = ["", "a", "a, b", "a = 1", "a, b = 2", "a = 1, b = 2", "*r", "a, *r", "a, b = 2, *r", "*r, z", "a, *r, z", "a, b = 2, *r, z", "a = 1, z", "(a, b), c", "(a, *b), c = 3", "a, (b, (c, *d)), *e", "(a, b)", "k:", "k: 1", "a, k: 1", "a, k:", "a = 1, k: 2", "*r, k: 1", "**o", "a, **o", "a = 1, **o", "*r, **o", "a, k: 1, **o",
           "k:, l: 2, m:", "**nil", "a, **nil", "&blk", "a, &blk", "*r, k: 1, **o, &blk", "a, b = 2, *r, y, z, k:, l: 4, **o, &blk", "*", "**", "*, **", "...", "a, ...", "k: (raise 'default')", "a = (q = 3; q), *r", "l: 1, k: l", (1..10).map { |i| "k#{i}: #{i}" }.join(", "), (1..40).map { |i| "k#{i}: #{i}" }.join(", "),
           (1..70).map { |i| "o#{i} = #{i}" }.join(", "), (1..10).map { |i| "p#{i}" }.join(", ")].freeze
  NAMES = /[a-z]\w*/

  # What a body with LIST returns: its parameters.
  def self.body(list) # the block is left out
    names = list.gsub(/\(raise.*?\)|nil|&blk\b/, "").scan(/[a-z]\w*/).uniq
    anonymous = list.split(", ").filter_map { |part| { "*" => "[*]", "**" => "{**}", "..." => "back(...)" }[part] }
    "[#{(names + anonymous).join(", ")}]"
  end

  # An object that has LIST as a method, a lambda, a proc and a method that yields to a block of it.
  class Target
    def initialize(list, text)
      @text = list
      singleton_class.class_eval("def back(*a, **k, &b) = [a, k, b && 1]; def meth(#{list}) = #{text}; def send_it(...) = meth(...); def splat_it(*a, **k, &b) = meth(*a, **k, &b)
        def rest_it(*a, &b) = meth(*a, &b); ruby2_keywords(:rest_it); def method_missing(name, ...) = name == :missing ? meth(...) : super; def respond_to_missing?(*) = true", "target", 1)
      singleton_class.define_method(:defined, &singleton_class.instance_method(:meth).bind(self))
      return if list.match?(/\.\.\./)

      @lambda, @proc = eval("[lambda { |#{list}| #{text} }, proc { |#{list}| #{text} }]", binding, "target", 1) unless list.match?(/\A\*|, \*(, |\z)|\*\*(\z|,)/) && text.match?(/\{\*\*\}|\[\*\]/)
      singleton_class.class_eval("def yielded(*a, **k) = give(*a, **k) { |#{list}| #{text} }; def given(*a, **k) = give(*a, **k) { |#{list}| #{text} }", "target", 1) unless @lambda.nil?
    end

    def inspect = "(#{@text})"
    def give(*a, **k) = yield(*a, **k)
    def lambda_(...) = @lambda ? @lambda.call(...) : 0
    def proc_(...) = @proc ? @proc.call(...) : 0
    def proc_yield(*a) = @proc ? @proc.yield(*a) : 0
    def proc_given(*a) = @proc ? give(*a, &@proc) : 0
    def lambda_given(*a) = @lambda ? give(*a, &@lambda) : 0
    def each_given(*a) = @proc ? a.each(&@proc).class : 0
    def executed(*a) = @proc ? instance_exec(*a, &@proc) : 0
    def curried(*a) = @lambda ? @lambda.curry(a.size)[*a] : 0
    def sent(...) = __send__(:meth, ...)
    def through(...) = method(:meth).call(...)
    def as_proc(...) = method(:meth).to_proc.call(...)
    def unbound(...) = method(:meth).unbind.bind_call(self, ...)
    def defined_it(...) = respond_to?(:defined) ? defined(...) : 0
    def parameters = [method(:meth).parameters, method(:meth).arity, @lambda&.arity, @proc&.arity, @proc&.parameters, @proc&.parameters(lambda: true)]
    def yields_it(...) = respond_to?(:yielded) ? yielded(...) : 0
    def gives_it(...) = respond_to?(:given) ? given(...) : 0
  end

  def self.target(number) = Target.new(LISTS[number], body(LISTS[number]))

  ARGS = ["1", "1, 2", "1, 2, 3", "1, 2, 3, 4, 5", "[1]", "[1, 2]", "[1, [2, 3]]", "[]", "nil", "[[1, 2], 3]", "{k: 1}", "1, {k: 2}", "{'s' => 1}", "k: 1", "l: 1", "k: 1, l: 2, m: 3", "1, k: 2", "1, z: 9", "1, 2, k: 3, z: 4", "'s' => 1", "1, 's' => 1, k: 2", "**{}", "1, **{}", "**{k: 1}", "1, **{k: 2, z: 3}",
          "*[]", "*[1, 2]", "*[1, {k: 2}]", "*[1], k: 3", "*[1], **{k: 4}", "1, *[2, 3], 4", "*[1, 2], *[3, 4]", "*nil", "*1..3", "[1, 2], k: 5", "[1, {k: 2}]", "Odd.new(to_ary: [1, 2])", "Odd.new(to_ary: nil)", "Odd.new(to_ary: 5)", "*Odd.new(to_a: [1, 2])", "**Odd.new(to_hash: {k: 1})", "**nil", "k: 1, **{k: 2}",
          "1, 2, 3, 4, 5, 6, 7, 8, 9, 10", "1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11", "k1: 0, k10: 0", "k40: 0, k1: 1", "k41: 0", "*(1..40)", "*(1..70)", "*(1..300)", "m: 1, k: 2", "m: 1", "nil => 1", "1 => 2, k: 3", "Hash.ruby2_keywords_hash({k: 1})", "*[1, Hash.ruby2_keywords_hash({k: 1})]", "*[Hash.ruby2_keywords_hash({})]"].freeze
  CallTable.new("parameters", receivers: LISTS.each_index.map { |i| "TestParameterCalls.target(#{i})" }, args: ARGS, blocks: %w[id], block_args: ["1", "k: 1", "[1, 2]"],
                              methods: %i[meth send_it splat_it rest_it missing lambda_ proc_ proc_yield proc_given lambda_given each_given executed curried sent through as_proc unbound parameters yields_it gives_it defined_it]).define(self)
end
