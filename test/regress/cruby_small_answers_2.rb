require "test_helper"

# More small answers of CRuby 4.0.1 that differed here, each found by its own tests.
class TestCRubySmallAnswers2 < Minitest::Test
  # An error names a class by its name method, then by inspect.
  def test_no_method_error_names_the_class
    c = Class.new
    def c.inspect = "inspected"
    assert_equal "undefined method 'bar' for an instance of inspected", assert_raises(NoMethodError) { c.new.bar }.message
    assert_equal "undefined method 'bar' for class inspected", assert_raises(NoMethodError) { c.bar }.message
    def c.name = "named"
    assert_equal "undefined method 'bar' for an instance of named", assert_raises(NoMethodError) { c.new.bar }.message
    def c.name = nil
    def c.inspect = raise
    assert_match(/for an instance of #<Class:0x\h+>\z/, assert_raises(NoMethodError) { c.new.bar }.message)
    assert_nil $!
  end

  def test_inspect_of_a_method_asks_its_class
    c = Class.new { def foo; end }
    def c.inspect = "inspected"
    def c.to_s = "text"
    assert_match(/\A#<UnboundMethod: inspected#foo\(\) /, c.instance_method(:foo).inspect)
    assert_match(/\A#<Method: inspected#foo\(\) /, c.new.method(:foo).inspect)
    below = Class.new(c) { define_singleton_method(:inspect) { "below" } }
    assert_match(/\A#<Method: below\(text\)#foo\(\) /, below.new.method(:foo).inspect)
  end

  def test_finalizers_are_copied
    out = IO.popen([RbConfig.ruby, "-e", <<~'CODE'], &:read)
      a = []
      ObjectSpace.define_finalizer(a) { puts "one" }
      b = a.dup
      c = a.clone
      ObjectSpace.define_finalizer(a) { puts "two" }
    CODE
    assert_equal %w[one one one two], out.split.sort
  end

  # Only the descriptor that the process began with ends it quietly.
  def test_broken_pipe_on_a_reopened_stdout
    out = IO.popen([RbConfig.ruby, "-e", <<~'CODE'], &:read)
      kept = STDOUT.dup
      reader, writer = IO.pipe
      reader.close
      STDOUT.reopen(writer)
      error = (STDOUT.print("a"); STDOUT.flush) rescue $!
      kept.print error.class
    CODE
    assert_equal "Errno::EPIPE", out
  end

  def test_eval_shares_the_name_of_its_text
    o = Object.new
    o.instance_eval("def foo; end", +"generated text")
    o.instance_eval("def bar; end", +"generated text")
    assert_same o.method(:foo).source_location[0], o.method(:bar).source_location[0]
  end

  def test_set_encoding_ignores_unknown_names
    IO.pipe do |r, _|
      _, err = capture_io { r.set_encoding("no-such", "us-ascii") }
      assert_match(/warning: Unsupported encoding no-such ignored/, err)
      _, err = capture_io { r.set_encoding("us-ascii", "no-such") }
      assert_match(/warning: Unsupported encoding no-such ignored/, err)
      assert_equal Encoding::US_ASCII, r.external_encoding
      assert_raises(ArgumentError) { r.set_encoding("UTF-8", "UTF-8".encode("UTF-32BE")) }
    end
  end

  def test_path_of_an_unshareable_constant
    messages = ["expr::A = [+'']", "expr::B::A ||= [+'']", "self::A = [+'']"].map do |code|
      text = "# shareable_constant_value: literal\nclass B; class B; end; end\ndef self.expr = B\n#{code}"
      assert_raises(Ractor::IsolationError) { Class.new.class_eval(text) }.message
    end
    assert_equal %w[...::A ...::B::A ...::A], messages.map { |m| m[/to (.*)/, 1] }
  end

  def test_iseq_of_a_backtrace_location
    location = caller_locations(0, 1).first
    assert_equal __method__.to_s, RubyVM::InstructionSequence.of(location).label[/\w+\z/]
    assert_equal __FILE__, RubyVM::InstructionSequence.of(location).path
  end

  def test_compile_takes_a_closed_file_and_other_encodings
    file = File.open(__FILE__).tap(&:close)
    assert_equal "<compiled>", RubyVM::InstructionSequence.compile(file).label
    code = "\u3042 = 1; \u3042".encode("Shift_JIS")
    assert_equal 1, RubyVM::InstructionSequence.compile(code).eval
    assert_equal Encoding::Shift_JIS, RubyVM::InstructionSequence.compile("'a'.encoding".encode("Shift_JIS")).eval
  end
end
