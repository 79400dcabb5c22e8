require "test_helper"
require "open3"
require "stringio"

class TestVmStatAndThreadTrace < Minitest::Test
  def test_stat
    before = RubyVM.stat
    assert_equal before.keys, RubyVM.stat({}).keys
    Module.new.class_variable_set(:@@fresh, 1)
    assert_operator RubyVM.stat(:global_cvar_state), :>, before[:global_cvar_state]
    Object.new.instance_variable_set(:"@shape_of_#{object_id}", 1)
    assert_operator RubyVM.stat(:next_shape_id), :>, before[:next_shape_id]
    assert_equal({a: 1}, RubyVM.stat({a: 1}).slice(:a))
    assert_equal "unknown key: nothing", assert_raises(ArgumentError) { RubyVM.stat(:nothing) }.message
    assert_raises(TypeError) { RubyVM.stat(1) }
  end

  def test_trace_of_one_thread
    seen = []
    go = Thread::Queue.new
    thread = Thread.new { go.pop; "a".upcase }
    thread.set_trace_func(proc { |event, *, id, _, _| seen << id if event == "c-call" })
    "b".downcase
    go << 1
    thread.join
    assert_includes seen, :upcase
    refute_includes seen, :downcase
    assert_raises(TypeError) { thread.set_trace_func(1) }
    assert_nil thread.set_trace_func(nil)
  end

  def test_data_of_a_script_on_standard_input
    out, = Open3.capture2(RbConfig.ruby, "-", stdin_data: "p DATA.equal?(STDIN), DATA.read\n__END__\nab\ncd\n")
    assert_equal "true\n\"ab\\ncd\\n\"\n", out
  end

  def test_streams
    IO.pipe do |r, w|
      assert_equal [r.fileno, true], [r.freeze.fileno, r.autoclose?]
      w.close
    end
    File.open(__FILE__) do |f|
      assert_raises(IOError) { 200.times { f.ungetc("a" * 1000) } }
      dup = IO.new(f.fcntl(0)) # F_DUPFD
      assert_predicate dup, :close_on_exec?
      dup.close
    end
    a, b = File.open(__FILE__, "rb:UTF-16LE"), File.open(__FILE__, "r:UTF-8")
    assert_equal Encoding::UTF_8, a.reopen(b).external_encoding
    first = a.gets
    a.reopen(b)
    assert_equal [first, File.readlines(__FILE__)[1]], [File.readlines(__FILE__)[0], a.gets]
    [a, b].each(&:close)
    assert_equal "wrong number of arguments (given 0, expected 1..3)", assert_raises(ArgumentError) { IO.foreach }.message
    endless = Object.new
    def endless.to_ary = [self]
    assert_equal "[...]\n", StringIO.new.tap { |s| s.puts(endless) }.string
  end
end
