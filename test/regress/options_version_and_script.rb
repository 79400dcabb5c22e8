require "test_helper"
require "open3"

# `ruby -v -` printed the version and left the script unread; an empty name is standard input too.
class TestOptionsVersionAndScript < Minitest::Test
  def run_ruby(*args) = Open3.capture2(RbConfig.ruby, *args, stdin_data: "p $0")[0].lines

  def test_dash_and_empty
    assert_equal ["\"-\"\n"], run_ruby("-v", "-").drop(1)
    assert_equal ["\"-\"\n"], run_ruby("")
    assert_equal 1, run_ruby("-v").size
  end
end
