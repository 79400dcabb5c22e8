require "test_helper"

# "x".freeze, [1].freeze, {}.freeze and [1].include?(x) are answered by the compiler: a later definition has to undo that in
# code compiled before it, and undef is a definition too.
class TestLiteralMethodsRedefined < Minitest::Test
  def run_ruby(code, *options) = IO.popen([RbConfig.ruby, *options, "-e", code, err: [:child, :out]], &:read)

  def test_same_object_while_the_core_answers
    f = -> { [[1].freeze, [].freeze, {a: 1}.freeze, "s".freeze] }
    f.().zip(f.()) { |a, b| assert a.frozen? && a.equal?(b) }
  end

  def test_definition_after_the_call_was_compiled
    code = <<~'E'
      f = -> { ["s".freeze, -"s", [1].freeze, {a: 1}.freeze, [1, 2].include?(2), [f, 2].include?(2)] }
      f.()
      [String, Array, Hash].each { |k| k.prepend(Module.new { def freeze = :mine; def -@ = :neg; def include?(x) = self << x }) }
      p f.()
    E
    assert_equal "[:mine, :neg, :mine, :mine, [1, 2, 2], [f, 2, 2]]\n", run_ruby(code.sub("[f, 2]", "[:f, 2]")).gsub(":f,", "f,")
  end

  def test_undef_is_a_redefinition
    assert_match(/undefined method '\+' for an instance of Integer/, run_ruby("class Integer; undef +; end; 1 + 1", "--disable-gems")) # RubyGems adds
    assert_equal "-e:2: warning: Redefining 'Integer#+' disables interpreter and JIT optimizations\n",
                 run_ruby("class Integer\nundef +\ndef +(x) = 1\nend", "-W:performance")
    assert_equal "-e:1: warning: Redefining 'Array#pack' disables interpreter and JIT optimizations\n",
                 run_ruby("class Array; def pack = 1; def first = 2; end", "-W:performance")
  end

  def test_survives_bytes
    seq = RubyVM::InstructionSequence.compile("[[1].freeze, {}.freeze, 'a'.freeze, [1, 2].include?(2)]")
    assert_equal [[1], {}, "a", true], RubyVM::InstructionSequence.load_from_binary(seq.to_binary).eval
  end
end
