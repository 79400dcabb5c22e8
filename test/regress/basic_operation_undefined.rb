require "test_helper"

class TestBasicOperationUndefined < Minitest::Test
  def run_ruby(*args, source)
    IO.popen([RbConfig.ruby, "--disable-gems", *args, "-e", source, err: [:child, :out]], &:read)
  end

  # The specialised instruction went on answering.
  def test_undef
    assert_equal "undefined method '>' for an instance of Integer\n", run_ruby("class Integer; undef >; end; begin; 1 > 2; rescue NoMethodError; puts $!.message; end")
  end

  def test_warned_where_it_goes
    assert_equal <<~'TEXT', run_ruby("-W:performance", "class String\n undef size\n def size = 1\n def <<(x) = 1\n def foo = 1\nend\n")
      -e:2: warning: Redefining 'String#size' disables interpreter and JIT optimizations
      -e:4: warning: Redefining 'String#<<' disables interpreter and JIT optimizations
    TEXT
  end

  def test_alias_to_itself_says_that_a_definition_is_expected
    assert_equal "", run_ruby("-w", "require 'pp'; require 'objspace'; def a = 1; alias a a; GC.start; def a = 2")
  end
end
