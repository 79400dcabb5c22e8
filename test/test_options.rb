# Command lines: each switch of ruby, with its value, without, with a wrong one; what a program that ends so prints, and its status.
require "open3"
require "tmpdir"
require_relative "lib/table_test"

class TestOptions < Minitest::Test
  RUBY = RbConfig.ruby
  ENVIRONMENT = { "LC_ALL" => "C.UTF-8", "RUBYOPT" => nil, "RUBYLIB" => nil, "RUBY_JIT" => nil }.freeze
  FILES = {
    "lines" => "a:b,c d\nbb  cc\n\nlast", "copy" => "a:b,c d\nbb  cc\n\nlast", "lines2" => "a:b,c d\nbb  cc\n\nlast",
    "script.rb" => "p $0, ARGV, $x, $y, $zed_w\n",
    "text.txt" => "garbage ( here\n#!/bin/sh\nmore\n#!/usr/bin/ruby -w\np [$VERBOSE, ARGV, __LINE__]\n__END__\nrest",
    "data.rb" => "p DATA.read, DATA.pos, __LINE__\n__END__\nxyz\n", "crlf.rb" => "p 1\r\np 'a\r\nb'\r\n__END__\r\n",
    "bom.rb" => "\xEF\xBB\xBFp __ENCODING__, '\u00E4'\n",
    "magic.rb" => "# -*- coding: euc-jp; frozen-string-literal: true -*-\np __ENCODING__, ''.frozen?, '\xA4\xA2'\n",
    "shebang.rb" => "#!/usr/bin/env ruby -w\np $VERBOSE\n", "shebang2.rb" => "#! ruby -s -W0\np $VERBOSE, $x\n",
    "shebang_sh.rb" => "#!/bin/sh\nexec ruby\n#!ruby -w\np $VERBOSE\n", "null.rb" => "p 1\n\0\np 2\n"
  }.freeze

  def run_line(line)
    Dir.mktmpdir do |folder|
      FILES.each { |name, text| File.binwrite("#{folder}/#{name}", text) }
      Dir.mkdir("#{folder}/sub")
      command = "r() { '#{RUBY}' \"$@\"; }\nr --disable=gems #{line}"
      out, err, status = Open3.capture3(ENVIRONMENT, "sh", "-c", command, chdir: folder, stdin_data: "")
      [out, err].each do |text|
        text.gsub!(RUBY, "ruby")
        text.gsub!(File.realpath(folder), "DIR")
        text.force_encoding("UTF-8")
      end
      [out, err, status.exitstatus || 128 + status.termsig].inspect
    end
  end

  TableTest.define(self, "options") { |line| run_line(line) }

  # -n and -p put a loop around the program: BEGIN in it did not run.
  def test_begin_in_the_loop_of_lines
    assert_equal "7\n\"a b\\n\"\n", IO.popen([RUBY, "--disable=gems", "-ne", "BEGIN { p 7 }; p $_"], "r+") { _1.puts("a b"); _1.close_write; _1.read }
    assert_equal "7\n8\na\n", IO.popen([RUBY, "--disable=gems", "-pe", "BEGIN { p 7 }; BEGIN { p 8 }"], "r+") { _1.puts("a"); _1.close_write; _1.read }
  end

  # It was read again and again.
  def test_kcode_without_a_letter
    assert_equal ["1\n", true], [IO.popen([RUBY, "--disable=gems", "-K", "-e", "p 1"], &:read), $?.success?]
  end

  # With -S, $0 is the file that was found: Bundler starts itself again by that name.
  def test_searched_script_has_its_whole_name
    Dir.mktmpdir do |folder|
      File.write("#{folder}/found", "print [$0, __FILE__, Process.argv0, ARGV]")
      run = ->(path, *words) { IO.popen([ENVIRONMENT.merge("PATH" => path, "RUBYPATH" => nil), RUBY, "--disable=gems", "-S", *words, chdir: folder], &:read) }
      assert_equal %w[found found found].map { "#{folder}/#{_1}" }.push(["a"]).inspect, run.(folder, "found", "a")
      assert_equal ["./found", "./found", "./found", []].inspect, run.(".", "found")
      assert_equal ["./found", "./found", "./found", []].inspect, run.(folder, "./found")
      assert_equal ["found", "found", "found", []].inspect, run.("/nowhere", "found")
    end
  end

  # Of -w, -W1 and -W:deprecated, the last decides about that category.
  def test_last_warning_option_decides
    {"-w -W:no-deprecated" => false, "-W:no-deprecated -w" => true, "-W:deprecated -W1" => false, "-W0 -W:deprecated" => true}.each do |options, on|
      assert_equal "#{on}\n", IO.popen([RUBY, *options.split, "-e", "p Warning[:deprecated]"], &:read), options
    end
  end

  # The usage text fits a terminal: -h one page of 25 lines, and no line of either is longer than 79 characters.
  def test_usage_fits_a_terminal
    short, long = %w[-h --help].map { |option| IO.popen([RUBY, option], &:readlines) }
    assert_operator short.size, :<=, 25
    assert_empty((short + long).reject { |line| line.start_with?("Usage:") || line.chomp.size < 80 })
    assert_operator long.size, :>, short.size
  end

  # Each long option in the usage text is one that ruby takes, and each of --jit turns it on.
  def test_usage_has_no_other_option
    text = IO.popen([RUBY, "--help"], &:read)
    text.scan(/(?<![-\w"])--([-a-z]+)(=[a-z]+)?/).group_by(&:first).transform_values { |found| found.any?(&:last) }.each do |name, value|
      next if name == "help" || name == "jit-"
      word = "--#{name}#{"=" if value}#{{"encoding" => "utf-8", "parser" => "prism", "dump" => "syntax", "heap-map" => "/dev/null", "profile" => "/dev/null", "gc-log" => "/dev/null",
        "enable" => "gems", "disable" => "gems", "external-encoding" => "utf-8", "internal-encoding" => "utf-8"}.fetch(name, "100") if value}"
      said, status = Open3.capture2e(RUBY, word, "-e", "p 1")
      assert status.success?, "#{word}: #{said}"
      refute_match(/invalid|unknown/, said.lines.grep_v(/\Ajit \d+: /).join, word) # but for the names that --jit-dump prints
    end
  end

  # Each letter that is an option, and each long option that takes effect alone, is in the usage text.
  def test_usage_has_each_option
    text = IO.popen([RUBY, "--help"], &:read)
    assert_empty(%w[0 a c C d e E F i I K l n p r s S U v w W x X y h].reject { |letter| text.match?(/(?:^  |, )-#{letter}/) })
    words = %w[backtrace-limit jit call-stats profile profile-interval gc-log copyright disable enable dump encoding external-encoding internal-encoding heap-map help verbose version
               switches crash-report debug debug-frozen-string-literal parser yydebug yjit zjit jit-call-threshold jit-loop-threshold jit-mem-size
               jit-max-versions jit-stats jit-dump jit-perf jit-stress jit-single-mapping]
    assert_empty(words.reject { |word| text.match?(/(?<![-\w])--#{word}\b/) })
    lists = %w[insns syntax yydebug parsetree -optimize +error-tolerant +comment gems error_highlight did_you_mean syntax_suggest rubyopt
               frozen-string-literal RUBYLIB RUBYOPT RUBYPATH RUBY_JIT RUBY_CRASH_REPORT GEM_HOME] + Warning.categories.map(&:to_s)
    assert_empty(lists.reject { |word| text.match?(/^  (?:.*, )?#{Regexp.escape(word)}\b/) })
  end
end
