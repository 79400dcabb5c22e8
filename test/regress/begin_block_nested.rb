require "test_helper"
require "tempfile"

# BEGIN inside BEGIN, and the encoding of the lines in SCRIPT_LINES__.
class TestBeginBlockNested < Minitest::Test
  def run_ruby(source) = IO.popen([RbConfig.ruby, "--disable-gems", "-"], "r+", err: [:child, :out]) { |io| io.write(source); io.close_write; io.read }

  def test_nested_begin
    assert_equal "1 2 3 4 5 ", run_ruby('print "5 "; BEGIN { print "1 " }; BEGIN { print "4 "; BEGIN { print "3 "; BEGIN { print "2 " } } }')
    assert_equal "b a c ", run_ruby('eval %q(print "c "; BEGIN { print "a "; BEGIN { print "b " } })')
  end

  def test_script_lines_have_the_encoding_of_the_source
    %w[binary euc-jp utf-8].each do |name|
      Tempfile.create("lines") do |file|
        file.write("# coding: #{name}\n#\n")
        file.close
        out = run_ruby("SCRIPT_LINES__ = {}; load #{file.path.dump}; puts SCRIPT_LINES__.values.flatten.map { |line| line.encoding.name }")
        assert_equal [Encoding.find(name).name] * 2, out.lines(chomp: true)
      end
    end
  end
end
