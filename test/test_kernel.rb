# test_kernel.rb - Kernel: eval and its self, __dir__, raise, public_send, the methods of -n; conversions of String.
require "minitest/autorun"

class TestKernel < Minitest::Test
  def ruby(*args, input: "")
    IO.popen([RbConfig.ruby, "--disable-gems", *args, { err: [:child, :out] }], "r+") do |io|
      io.write(input)
      io.close_write
      io.read
    end
  end

  def test_eval
    assert_same Kernel, Kernel.eval("self")
    assert_same self, eval("self")
    assert_equal %w[. foo], [eval("__dir__", nil, "a.rb"), eval("__dir__", nil, "foo/a.rb")]
    assert_nil eval("__dir__")
    assert_equal ".\nnil\n\".\"\n", ruby("-e", 'puts __dir__; p binding.eval("__dir__"), proc { __dir__ }.call')
    assert_equal "\".\"\nnil\n", ruby(input: 'p __dir__, eval("__dir__")')
  end

  def test_float_with_and_without_its_keyword
    3.times { assert_equal [1.5, nil, 2.0, 4.0], [Float("1.5"), Float("x", exception: false), Kernel.Float(2, exception: true), send(:Float, 4)] }
    assert_equal [[:req, :arg], [:key, :exception]], method(:Float).parameters
    said = [-> { Float(1, 2) }, -> { Float("x") }, -> { Float(1, foo: 1) }, -> { Float(1, exception: 3) }].map do |call|
      e = assert_raises(ArgumentError, &call)
      assert_match(/in 'Kernel#Float'/, e.backtrace[0])
      e.message
    end
    assert_equal ["wrong number of arguments (given 2, expected 1)", 'invalid value for Float(): "x"', "unknown keyword: :foo",
                  "expected true or false as exception: 3"], said
  end

  # A method of core/ called with too many arguments heads the backtrace, as one in C does.
  def test_arity_errors_of_core_methods
    heads = [-> { [].each(1) }, -> { 3.upto }, -> { 3.times(1) }, -> { loop(1) }].map { |call| assert_raises(ArgumentError, &call).backtrace[0][/'.*'/] }
    assert_equal %w['Array#each' 'Integer#upto' 'Integer#times' 'Kernel#loop'], heads
  end

  def test_unpack1_with_an_offset
    3.times { assert_equal ["a", "c", nil, 25_185], ["abc".unpack1("a"), "abc".unpack1("a", offset: 2), "abc".unpack1("C", offset: 3), "abc".unpack1("v")] }
    assert_equal "offset outside of string", assert_raises(ArgumentError) { "abc".unpack1("a", offset: 4) }.message
    assert_equal "in 'String#unpack1'", assert_raises(TypeError) { "abc".unpack1(3) }.backtrace[0][/in .*/]
  end

  class Guarded
    def call = public_send(:guarded)
    protected def guarded = 1
  end

  def test_public_send_minds_protected
    assert_match(/\Aprotected method 'guarded' called for an instance of TestKernel::Guarded/, assert_raises(NoMethodError) { Guarded.new.call }.message)
  end

  def test_raise_again_keeps_its_cause
    first = second = nil
    begin
      begin
        raise "first"
      rescue => first
        raise "second"
      end
    rescue => second
      assert_same first, second.cause
    end
    assert_same first, assert_raises(RuntimeError) { raise second, cause: nil }.cause
  end

  def test_methods_of_the_line_loop
    assert_equal "ab", ruby("-n", "-e", "chomp; print $_", input: "ab\n")
    assert_equal "b\n", ruby("-p", "-e", "sub(/a/) { '' }; gsub('x', 'y')", input: "ab\n")
    refute Kernel.respond_to?(:chomp)
  end

  def test_interrupt
    assert_equal %w[Interrupt Interrupt], [Interrupt.new.message, Interrupt.new.signm]
    assert_match(/: Interrupt$/, ruby("-e", "Process.kill :INT, Process.pid; sleep"))
    assert_equal 2, $?.termsig
  end

  def test_unpack_positions
    assert_equal [1, 2, 1], "\x01\x02\x03".unpack("C2@C")
    assert_equal [1, 2, 3], "\x01\x02\x03".unpack("C2@*C")
    assert_equal ["hello"], ["hello"].pack("P").unpack("P10")
  end

  def test_strings
    assert_raises(RangeError) { "a".split(" ", 2**31) }
    s = "x".freeze
    assert_raises(FrozenError) { s.send(:initialize, s) }
    assert_raises(Encoding::UndefinedConversionError) { "\u00e9".encode("US-ASCII", fallback: Object.new) }
    assert_nil ENV["a="] = nil
    assert_raises(ArgumentError) { Process.daemon(1) }
  end

  def test_clones_of_chilled_strings
    assert_match(/literal string will be frozen/, ruby("-W:deprecated", "-e", "'a'.clone << 'b'"))
    assert_empty ruby("-W:deprecated", "-e", "'a'.dup << 'b'")
  end
end

class TestRequire < Minitest::Test
  def test_features_and_the_load_path
    require "tmpdir"
    Dir.mktmpdir do |d|
      Dir.mkdir("#{d}/a")
      Dir.mkdir("#{d}/b")
      File.write("#{d}/a/facet_feature.so", "")
      %w[a b].each { |n| File.write("#{d}/#{n}/facet_other.rb", "") }
      File.write("#{d}/b/facet_feature.rb", "")
      $:.push("#{d}/a", "#{d}/b")
      assert require("facet_feature"), "a .rb goes before a library, wherever they lie"
      assert_equal "#{d}/b/facet_feature.rb", $".last
      assert require("#{d}/b/facet_other")
      refute require("facet_other"), "loaded from a folder of the load path"
      $" << "facet_no_file"
      refute require("facet_no_file")
    ensure
      $:.pop(2)
      $".reject! { |f| f.include?("facet_") && !f.include?("lib/") }
    end
  end
end
