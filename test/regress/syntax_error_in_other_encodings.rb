require "test_helper"

# The message of a SyntaxError has the encoding of the source, and excerpts only of lines that are UTF-8; warnings come first.
class TestSyntaxErrorInOtherEncodings < Minitest::Test
  def refusal(source)
    eval(source, nil, "file", 1)
  rescue SyntaxError => e
    e.message
  end

  def test_encoding_is_the_sources
    %w[UTF-8 EUC-JP Windows-31J US-ASCII BINARY ISO-8859-1].each do |name|
      text = refusal("x = ]".encode(name))
      assert_equal Encoding.find(name), text.encoding
      assert_includes text, "> 1 | x = ]\n"
    end
    assert_equal Encoding::EUC_JP, refusal("# coding: euc-jp\n]").encoding
  end

  def test_lines_that_are_not_utf8_are_not_shown
    wrong = "unexpected constant path after `class`; class/module name must be CONSTANT"
    assert_equal "file:1: syntax errors found\nfile:1: #{wrong}\nfile:1: #{wrong}", refusal("class \u3042;end".encode("EUC-JP"))
    assert_equal "file:1: syntax errors found\nfile:1: invalid multibyte character 0xFF\nfile:1: #{wrong}\nfile:1: #{wrong}", refusal("class a\xFF;end")
    assert_includes refusal("class \u3042;end"), "> 1 | class \u3042;end\n"
  end

  def test_warnings_come_before_the_error
    _, err = capture_io do
      verbose, $VERBOSE = $VERBOSE, true
      assert_includes refusal("foo.[] bar, ..."), "unexpected"
    ensure
      $VERBOSE = verbose
    end
    assert_equal "file:1: warning: ... at EOL, should be parenthesized?\n", err
  end
end
