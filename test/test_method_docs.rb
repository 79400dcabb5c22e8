# Documentation comments of the core's methods (doc/core, tool/check/method_docs): each method has one, each example does what it says.
require_relative "lib/test_helper"
require "open3"
require "rbconfig"
require "tmpdir"

class TestMethodDocs < Minitest::Test
  TOOL = File.expand_path("../tool/check/method_docs", __dir__)
  RDOC = File.expand_path("../tool/measure/rdoc", __dir__)
  PENDING = File.expand_path("../tool/check/method_docs_pending.txt", __dir__)

  def tool(*words) = Open3.capture2e(RbConfig.ruby, "--disable=gems", TOOL, *words)

  # One test for each file, so that a failure names it.
  Dir[File.expand_path("../doc/core/*.rb", __dir__)].sort.each do |file|
    define_method("test_examples_of_#{File.basename(file, ".rb")}") do
      text, status = tool(file)
      assert_predicate status, :success?, text
      assert_match(/\A1 files, \d+ methods, [1-9]\d* examples, 0 failed$/, text)
    end
  end

  # A method of a class that is not in the list of those to come has a comment; a class that is complete is not in it.
  def test_no_method_is_missing
    text, status = tool("--pending", PENDING)
    assert_predicate status, :success?, text
  end

  # `make rdoc`, of doc/core alone: what ri and the pages say of a method.
  def test_rdoc_builds_pages_and_ri
    library = "#{RbConfig::CONFIG["rubylibprefix"]}/#{RbConfig::CONFIG["ruby_version"]}"
    Dir.mktmpdir do |dir|
      text, status = Open3.capture2e(RbConfig.ruby, "--disable=gems", RDOC, "--small", RbConfig.ruby, "#{dir}/doc", library)
      assert_predicate status, :success?, text
      assert_match(/^\| HTML, here \| \d+\.\d \| \d+\.\d+ \| [1-9]\d*\.\d \|$/, text)
      assert_match(/^\| ri, here \|/, text)
      assert_includes File.read("#{dir}/doc/html/Comparable.html"), "cannot clamp with an exclusive range"
      gem, = Dir["#{File.dirname(library)}/gems/*/gems/rdoc-*"]
      text, = Open3.capture2e(RbConfig.ruby, "--disable=gems", "-I", "#{gem}/lib", "#{gem}/exe/ri", "-T", "--no-standard-docs", "-d", "#{dir}/doc/ri", "Comparable#clamp")
      assert_includes text, "clamp(min, max) -> object"
      assert_includes text, "12.clamp(0, 10)"
    end
  end

  def judge(body, head = "# frozen_string_literal: true\n\n# What it is.\n")
    Dir.mktmpdir do |dir|
      File.write("#{dir}/string.rb", "#{head}class String\n#{body}end\n")
      text, status = tool("#{dir}/string.rb")
      [text.gsub("#{dir}/", ""), status.exitstatus]
    end
  end

  def method_with(example, name = "upcase(*options)")
    comment = ["# :call-seq:", "#   upcase -> string", "#", "# Returns another.", "#", *example.lines(chomp: true).map { |line| "#   #{line}" }]
    "  #{comment.join("\n  ")}\n  def #{name} end\n"
  end

  def test_a_true_comment_passes
    text, status = judge(method_with(<<~'RUBY'))
      a = "x"
      a.upcase # => "X"
      [a, a]
        .map(&:upcase) # => ["X", "X"]
      [1, 2].each do |i|
        puts i
      end # prints "1\n2\n"
      a.upcase(1) # raises ArgumentError
      warn a # warns "x\n"
      a.upcase(:none) # raises ArgumentError: invalid option
    RUBY
    assert_equal ["1 files, 1 methods, 6 examples, 0 failed\n", 0], [text, status]
  end

  def test_untrue_examples_are_told
    { '"x".upcase # => "x"' => '=> "x"\n  but "X"', '"x".upcase # raises TypeError' => 'raises TypeError\n  but no exception: "X"',
      'print 1 # prints "2"' => 'prints "2"\n  but "1"', '"x".upcase(1) # => "X"' => "but raises ArgumentError", "unknown" => "runs\n  but raises NameError",
      '"x".upcase(1) # raises ArgumentError: no' => "but ArgumentError: invalid", '(1 + # => 1' => "but raises SyntaxError" }.each do |example, wanted|
      text, status = judge(method_with(example))
      assert_equal 1, status, example
      assert_includes text, "string.rb:10: String#upcase: ", example
      assert_includes text, wanted.gsub('\n', "\n")
    end
  end

  def test_nothing_of_one_comment_is_there_in_the_next
    text, status = judge(method_with("a = 1\nclass Left; end\ndef left = 1\nleft # => 1") +
                         method_with("defined?(a) # => nil\ndefined?(Left) # => nil\ndefined?(left) # => nil", "downcase(*options)"))
    assert_equal ["1 files, 2 methods, 4 examples, 0 failed\n", 0], [text, status]
  end

  def test_what_is_not_to_run
    text, = judge(method_with("1 # => 1\n# (not run)\n1 # => 2") + "  # :call-seq:\n  #   a # => 3\n  #\n  # - a point\n  #   more of it # => 4\n  def strip() end\n")
    assert_equal "1 files, 2 methods, 1 examples, 0 failed\n", text
  end

  def test_form
    { ["  def upcase() end\n"] => "String#upcase has no comment", ["  # Text.\n  def upcase() end\n"] => "String#upcase has no :call-seq:",
      [method_with("1", "upcase = 1").sub(" end\n", "\n")] => "upcase has a body", [method_with("1"), method_with("1")] => "documented a second time",
      [method_with("1", "no_such()")] => "there is no String#no_such", [method_with("1", "self.no_such()")] => "there is no String.no_such",
      ["  puts\n"] => "not a class, a method or an alias" }.each do |body, wanted|
      text, status = judge(body.join("\n"))
      assert_equal 1, status, wanted
      assert_includes text, wanted
    end
    assert_includes judge("", "# What it is.\n").first, "the first line is not # frozen_string_literal: true"
    assert_includes judge("", "# frozen_string_literal: true\n\n").first, "String has no comment"
  end

  def test_pending_list
    all, = tool("--missing")
    lacking = all.lines(chomp: true).map { |line| line[/\A(ARGF|[\w:]+)[#.]/, 1] }.uniq
    Dir.mktmpdir do |dir|
      write = ->(names) { File.write("#{dir}/list", names.map { |name| "#{name}\n" }.join) }
      write.call((lacking + ["Comparable"]).sort)
      text, status = tool("--pending", "#{dir}/list")
      assert_equal ["Comparable is complete: remove it from #{dir}/list\n", false], [text, status.success?]
      next if lacking.empty?
      write.call((lacking - [lacking.first]).sort)
      text, status = tool("--pending", "#{dir}/list")
      assert_includes text, "is not documented"
      assert_includes text, all.lines.first.chomp
      refute_predicate status, :success?
    end
  end
end
