require "test_helper"

class TestSmallReflections < Minitest::Test
  def test_warnings
    out, err = capture_io do
      old, $VERBOSE = $VERBOSE, true
      begin
        Class.new { private_constant; public_constant; deprecate_constant }
        Module.new { def self.foo = module_function; foo }
        Time.now.strftime("")
      ensure
        $VERBOSE = old
      end
    end
    assert_empty out
    assert_equal ["private_constant with no argument is just ignored", "public_constant with no argument is just ignored",
                  "deprecate_constant with no argument is just ignored",
                  "calling module_function without arguments inside a method may not have the intended effect",
                  "strftime called with empty format string"], err.lines.map { |l| l.chomp.split("warning: ", 2).last }
  end

  def test_parameters_of_a_struct_writer
    assert_equal [[:req, :_]], Struct.new(:a).instance_method(:a=).parameters
  end

  def test_groups_that_matched
    /(a)(b)?(c)(d)(e)(f)(g)(h)(i)(j)(k)/ =~ "acdefghijk"
    assert_equal %i[$1 $3 $4 $5 $6 $7 $8 $9 $10 $11], global_variables.grep(/\A\$[1-9]\d*\z/).sort_by { |n| n[1..].to_i }
  end

  def test_time_begins_once
    assert_raises(TypeError) { Time.now.send(:initialize, 2013) }
  end

  # A thread that dies under -d takes the program along.
  def test_debug_aborts
    out = IO.popen([RbConfig.ruby, "--disable-gems", "-d", "-e", "begin; Thread.new { raise 'x' }; sleep 5; p 1; rescue; p 2; end", err: File::NULL], &:read)
    assert_equal "2\n", out
  end
end
