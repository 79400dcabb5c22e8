require "test_helper"
require "tempfile"

class TestCommandLineRules < Minitest::Test
  def run_ruby(*args, input: "")
    IO.popen([*args.grep(Hash), RbConfig.ruby, "--disable-gems", *args.grep(String), err: [:child, :out]], "r+") do |io|
      io.write(input)
      io.close_write
      io.read
    end
  end

  # RUBYOPT overrode the command line.
  def test_rubyopt_is_weaker
    assert_equal "false\n", run_ruby({ "RUBYOPT" => "-w" }, "-W1", "-e", "p $VERBOSE")
    assert_equal "1\n", run_ruby({ "RUBYOPT" => "--backtrace-limit=5" }, "--backtrace-limit=1", "-e", "p Thread::Backtrace.limit")
    assert_equal "UTF-8\n", run_ruby({ "RUBYOPT" => "-Eus-ascii" }, "-Eutf-8", "-e", "p Encoding.default_external.to_s.to_sym").delete(%(:"))
    assert_equal "true\n", run_ruby({ "RUBYOPT" => "--disable=frozen-string-literal" }, "--enable=frozen-string-literal", "-e", "p 'a'.frozen?")
  end

  # The first line's switches were not read.
  def test_shebang
    assert_equal "[true, \"foo\", nil, [\"-x\"]]\n", run_ruby("-", "-abc", "-def=foo", "--", "-x", input: "#!ruby -s\np [$abc, $def, $x, ARGV]\n")
    assert_equal "\"EUC-JP\"\n", run_ruby(input: "#!/usr/bin/ruby -Ke\r\np ''.encoding.to_s\n").lines.last
  end

  def test_source_encoding
    assert_equal "Windows-31J\n", run_ruby("-Ks", "-e", "puts ''.encoding")
  end

  # gets(chomp: true), which -l writes, reached ARGF as a Hash.
  def test_line_ends
    assert_equal "[true, true]\nfoo\n[true, true]\nbar\n", run_ruby("-p", "-l", "-e", "p [$-p, $-l]", input: "foo\nbar")
  end

  def test_messages
    assert_includes run_ruby("--backtrace-limit="), "missing argument for --backtrace-limit"
    assert_includes run_ruby("-\x01"), "invalid option -\\x01  (-h will show valid options) (RuntimeError)"
    assert_equal "#{RbConfig.ruby}: No such file or directory -- ./notexist.rb (LoadError)\n", run_ruby("./notexist.rb")
  end

  def test_required_files_do_not_run_where_the_program_does_not
    Tempfile.create(["required", ".rb"]) do |f|
      f.write("puts :ran")
      f.flush
      assert_equal "Syntax OK\n", run_ruby("-r#{f.path}", "-c", "-e1")
    end
  end

  def test_name_given_to_the_program_is_kept
    assert_equal "\"-e\"\n", run_ruby("-e", "$0 = 'other'; p Process.argv0")
    assert_includes run_ruby("-e", "Process.setproctitle(%(a\\0b))"), "string contains null byte (ArgumentError)"
  end

  def test_frozen_string_literals_in_every_file_and_eval
    Tempfile.create(["required", ".rb"]) do |f|
      f.write("p 'a'.frozen?")
      f.flush
      program = "p eval('%q(a)').frozen?; p RubyVM::InstructionSequence.compile_option[:frozen_string_literal]; load #{f.path.inspect}"
      assert_equal "true\ntrue\ntrue\n", run_ruby("--enable-frozen-string-literal", "-e", program)
      assert_equal "false\nfalse\nfalse\n", run_ruby("--disable-frozen-string-literal", "-e", program)
    end
    changed = "RubyVM::InstructionSequence.compile_option = { frozen_string_literal: true }; p eval('%q(a)').frozen?"
    assert_equal "true\n", run_ruby("-e", changed)
  end
end
