require "test_helper"
require "open3"

# What at_exit blocks raise is printed once; $DEBUG shows what is raised; a circle of requires shows its way.
class TestExitReportsOnce < Minitest::Test
  def run_ruby(*args, input: "")
    out, err, status = Open3.capture3(RbConfig.ruby, "--disable-gems", *args, stdin_data: input)
    [out, err.gsub(/<internal:[^>]*>/, "<internal>"), status.exitstatus]
  end

  def test_at_exit
    assert_equal ["", "-e:1:in 'block in <main>': x (RuntimeError)\n", 1], run_ruby("-e", 'at_exit { raise "x" }')
    assert_equal ["", "-e:1:in 'block in <main>': x (RuntimeError)\n-e:1:in '<main>': z (RuntimeError)\n", 7],
                 run_ruby("-e", 'at_exit { exit 7 }; at_exit { raise "x", cause: nil }; raise "z"')
    assert_equal ["", "-e:1:in '<main>': z (RuntimeError)\n", 7], run_ruby("-e", 'at_exit { exit 7 }; raise "z"')
    assert_equal ["", "", 3], run_ruby("-e", "at_exit { begin; raise; rescue; end }; exit 3")
    assert_equal ["#<RuntimeError: x>\n", "-e:1:in 'block in <main>': x (RuntimeError)\n", 1],
                 run_ruby("-e", 'at_exit { p $! }; at_exit { raise "x" }')
  end

  def test_signal_from_at_exit
    out, err, status = Open3.capture3(RbConfig.ruby, "-e", 'at_exit { Process.kill :TERM, $$; sleep 1 }; raise "z"')
    assert_equal ["", "-e:1:in '<main>': z (RuntimeError)\n", Signal.list["TERM"]], [out, err, status.termsig]
  end

  def test_debug
    _, err, = run_ruby("-e", '$DEBUG = true; begin; raise "x"; rescue; end; throw(:a) rescue 0; raise Class.new(IOError) rescue 0')
    assert_match(/\AException 'RuntimeError' at -e:1 - x\nException 'UncaughtThrowError' at -e:1 - uncaught throw :a\n/, err)
    assert_match(/^Exception '#<Class:0x\h+>' at -e:1 - #<Class:0x\h+>\n\z/, err)
    assert_equal "", run_ruby("-e", "$DEBUG = true; exit")[1]
  end

  def test_circular_require
    Dir.mktmpdir do |dir|
      File.write("#{dir}/circle.rb", "require '#{dir}/circle'\n")
      _, err, = run_ruby("-w", "-e", "def m = require('#{dir}/circle')\nm")
      at = "#{dir}/circle.rb:1"
      assert_equal "#{at}: warning: #{at}: warning: loading in progress, circular require considered harmful - #{dir}/circle.rb\n" \
                   "\tfrom -e:2:in  '<main>'\n\tfrom -e:1:in  'm'\n\tfrom -e:1:in  'require'\n\tfrom #{at}:in  '<top (required)>'\n" \
                   "\tfrom #{at}:in  'require'\n\n", err
    end
  end

  def test_warning_undefined
    assert_equal ["NoMethodError\n", "", 0], run_ruby("-e", 'Warning.undef_method(:warn); begin; warn "a"; rescue NoMethodError; p $!.class; end')
  end

  def test_circular_cause_in_marshal
    data = "\x04\bo:\x11RuntimeError\b:\tmesgI\"\berr\x06:\x06ET:\abt[\x00:\ncause"
    assert_equal "circular causes", assert_raises(ArgumentError) { Marshal.load("#{data}@\x05") }.message
    assert_equal "err", Marshal.load("#{data}0").message
  end

  def test_standard_streams_under_two_encodings
    code = 'p [$stdin, $stdout, $stderr].map { [_1.external_encoding, _1.internal_encoding].map(&:to_s) }.uniq; $stdout.puts 0x82a0.chr("cp932")'
    assert_equal %{[["UTF-8", "Windows-31J"]]\n\u3042\n}, run_ruby("-Eutf-8:cp932", "-e", code)[0].force_encoding("utf-8")
    assert_equal %{["UTF-8", ""]\n}, run_ruby("-U", "-e", "p [$stdout.external_encoding.to_s, $stdout.internal_encoding.to_s]")[0]
  end
end
