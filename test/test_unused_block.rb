# The warning about a block that the method called does not use: vm/unused_block.c.
require_relative "lib/test_helper"
require "open3"
require "tempfile"

class TestUnusedBlock < Minitest::Test
  # Runs the program; a line that ends in `#! NAME LINE` is to warn of the method NAME defined at LINE.  `#!strict` only with
  # the category on, `#!always` with -w as well.
  def assert_warns(program, *flags, marks: /#!always/)
    Tempfile.create(["unused", ".rb"]) do |file|
      file.write(program)
      file.close
      expected = program.lines.each_with_index.filter_map do |line, i|
        line =~ /#{marks} (\S+) (\d+)$/ and "#{file.path}:#{i + 1}: warning: the block passed to '#{$1}' defined at #{file.path}:#{$2} may be ignored\n"
      end
      _, err, status = Open3.capture3({ "RUBYOPT" => nil }, RbConfig.ruby, "--disable-gems", *flags, file.path)
      assert status.success?, err
      assert_equal expected, err.lines.grep(/the block/).sort_by { |line| line[/\d+(?=: warning)/].to_i }
    end
  end

  KINDS = <<~'RUBY'
    def plain() = 1
    def uses_yield = yield
    def uses_param(&b) = 1
    def uses_anonymous(&) = 1
    def forwards(...) = plain(...) #!always Object#plain 1
    def asks = block_given?
    def asks_yield = defined?(yield)
    def yields_deeply = [1].each { yield }
    def default(x = yield) = 1
    def evals = eval("1")
    def options(x = 1, k: 2) = 1
    def rest(*r) = 1
    def keyword(k: 1) = 1
    class Base; def zsuper = 1; def literal = 1; def empty = 1; end
    class Derived < Base; def zsuper = super; def literal = super { }; def empty = super(); end
    class Made; def initialize = 1; end
    class Missing; def method_missing(*) = 1; end
    plain { } #!always Object#plain 1
    2.times { plain { } }
    self.plain { }
    plain(&:symbol) #!always Object#plain 1
    plain(&nil)
    plain
    uses_yield { }; uses_param { }; uses_anonymous { }; asks_yield { }; yields_deeply { }; default { }
    forwards { }
    asks { } #!always Object#asks 6
    evals { } #!always Object#evals 10
    options { } #!always Object#options 11
    2.times { rest { } } #!always Object#rest 12
    rest { } #!always Object#rest 12
    keyword { } #!always Object#keyword 13
    keyword { }
    keyword(k: 3) { } #!always Object#keyword 13
    Derived.new.zsuper { }
    Derived.new.literal { } #!always Derived#literal 15
    Derived.new.empty { }
    Made.new { }
    Missing.new.something { }
    send(:asks) { }
    Base.new.public_send(:literal) { } #!always Base#literal 14
    Base.new.method(:literal).call { }
    define_singleton_method(:from_block) { 1 }
    from_block { }
    "".size { }
  RUBY

  def test_kinds_of_methods_and_calls
    assert_warns KINDS, "-w"
    assert_warns KINDS, "-W:strict_unused_block"
    assert_warns KINDS, "-W1", marks: /#!never/
    assert_warns KINDS, "-w", "-W0", marks: /#!never/
  end

  NAMES = <<~'RUBY'
    module Mod; def included = 1; def self.single = 1; end
    class Klass; include Mod; def one = 1; alias two one; def self.single = 1; end
    class Sub < Klass; end
    object = Object.new
    def object.alone = 1
    anonymous = Class.new do
      def inside = 1
    end
    module Refined; refine(Klass) { def refined = 1 }; end
    using Refined
    Mod.single { } #!always Mod.single 1
    Klass.new.included { } #!always included 1
    Klass.new.two { } #!always Klass#one 2
    Klass.new.one { } #!always Klass#one 2
    Sub.new.one { } #!always Klass#one 2
    Sub.single { } #!always Klass.single 2
    object.alone { } #!always alone 5
    anonymous.new.inside { } #!always inside 7
    Klass.new.refined { } #!always refined 9
    class Klass; def one = 2; end
    Klass.new.one { } #!always Klass#one 20
  RUBY

  def test_names = assert_warns(NAMES, "-w")

  # With -w alone a name is left alone that some method uses a block under.
  RELAXED = <<~'RUBY'
    class A; def each = 1; def other = 1; def last = 1; end
    class B; def each = yield; end
    A.new.each { } #!strict A#each 1
    A.new.other { } #!strict A#other 1
    A.new.last { } #!always A#last 1
    class B; def self.other(&b) = 1; end
  RUBY

  def test_a_name_that_uses_blocks_elsewhere
    assert_warns RELAXED, "-w"
    assert_warns RELAXED, "-W:strict_unused_block", marks: /#!(?:strict|always)/
    assert_warns RELAXED, "-w", "-W:strict_unused_block", marks: /#!(?:strict|always)/
  end

  def test_it_goes_through_the_warning_module
    out, err, = Open3.capture3({ "RUBYOPT" => nil }, RbConfig.ruby, "--disable-gems", "-w", "-e", <<~'RUBY')
      def Warning.warn(text, category: :none) = print("<#{text.chomp} #{category.inspect}>")
      def plain() = 1
      plain { }
      Warning[:strict_unused_block] = true
      def used = yield
      class Other; def used = 1; end
      Other.new.used { }
      $VERBOSE = nil
      Other.new.used(&:x)
      def raising() = 1
      def Warning.warn(*) = raise("stop")
      $VERBOSE = true
      begin
        raising { }
      rescue => e
        p e.message
      end
    RUBY
    assert_equal "<-e:3: warning: the block passed to 'Object#plain' defined at -e:2 may be ignored :none>" \
                 "<-e:7: warning: the block passed to 'Other#used' defined at -e:6 may be ignored :none>\"stop\"\n", out
    assert_empty err
  end

  def test_use_block_of_an_instruction_sequence
    used = lambda do |text|
      inner = RubyVM::InstructionSequence.compile(text).to_a[13].flatten(1).find { |part| part.is_a?(Array) && part[0] == "YARVInstructionSequence/SimpleDataFormat" }
      inner[11][:use_block]
    end
    ["def a(&b) = 1", "def a(&) = 1", "def a(...) = b(...)", "def a = yield", "def a = [1].each { yield }", "def a = super", "def a = super()",
     "def a = defined?(yield)", "def initialize = 1"].each { |text| assert_equal true, used[text], text }
    ["def a = 1", "def a = block_given?", "def a = super(&nil)", "def a = super { }", "def a = defined?(super)"].each { |text| assert_nil used[text], text }
  end
end
