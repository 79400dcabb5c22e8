require "test_helper"

# Differences that CRuby's test/ruby found, each small.
class TestCRubyCornerCases < Minitest::Test
  def capture
    was, $stderr = $stderr, StringIO.new
    yield
    $stderr.string
  ensure
    $stderr = was
  end

  def setup = require("stringio")

  def test_sharp_s_in_single_byte_encodings
    (1..16).each do |n|
      next if [5, 6, 7, 8, 11, 12].include?(n)
      enc = "ISO-8859-#{n}"
      sharp = "\xDF".dup.force_encoding(enc)
      %w[ss SS Ss sS].each { |text| assert_match Regexp.new("^#{text}$".encode(enc), Regexp::IGNORECASE), sharp, enc }
      assert_match Regexp.new("^#{sharp}$".dup.force_encoding(enc), Regexp::IGNORECASE), "ss".encode(enc), enc
      refute_match Regexp.new("^ss$".encode(enc)), sharp
      refute_match Regexp.new("^sa$".encode(enc), Regexp::IGNORECASE), sharp
    end
    refute_match(/^ss$/i, "\xDF".b)
    refute_match Regexp.new("^ss$".encode("ISO-8859-5"), Regexp::IGNORECASE), "\xDF".dup.force_encoding("ISO-8859-5")
  end

  def test_copies_of_classes_have_their_place
    seen = []
    parent = Class.new
    parent.define_singleton_method(:initialize_dup) { |from| seen << ancestors.first(2) << singleton_class.ancestors.first(2); super(from) }
    parent.define_singleton_method(:initialize_clone) { |from| seen << superclass << singleton_class.superclass; super(from) }
    copy = Class.new(parent).dup
    assert_equal [[copy, parent], [copy.singleton_class, parent.singleton_class]], seen
    seen.clear
    parent.clone
    assert_equal [Object, Object.singleton_class], seen
    assert_raises(TypeError) { parent.singleton_class.dup }
    assert_raises(TypeError) { BasicObject.dup }
  end

  def test_clone_keeps_the_singleton_class_of_the_singleton_class
    o = Object.new
    o.singleton_class.singleton_class.define_method(:deep) { :deep }
    copy = o.clone
    assert_equal :deep, copy.singleton_class.deep
    assert_equal [:deep], copy.singleton_class.singleton_class.instance_methods(false)
    copy.singleton_class.singleton_class.define_method(:own) { 1 }
    refute_respond_to o.singleton_class, :own
  end

  class OldRespondTo
    def respond_to?(name) = true
  end

  class OddRespondTo
    def respond_to?(a, b, c) = true
  end

  def test_respond_to_of_another_arity
    was, Warning[:deprecated] = Warning[:deprecated], true
    said = capture { Array(OldRespondTo.new) }
    assert_match(/warning: \S+OldRespondTo#respond_to\?\(:to_ary\) uses the deprecated method signature, which takes one parameter\n.*: warning: respond_to\? is defined here\n/, said)
    o = Object.new
    def o.respond_to?(name) = true
    assert_match(/#<Object:0x\h+>\.respond_to\?\(:to_ary\) uses/, capture { Array(o) })
    Warning[:deprecated] = false
    assert_equal "", capture { Array(o) }
    e = assert_raises(ArgumentError) { Array(OddRespondTo.new) }
    assert_equal "respond_to? must accept 1 or 2 arguments (requires 3)", e.message
  ensure
    Warning[:deprecated] = was
  end

  class Plain; end

  module Refined
    refine(Plain) do
      def seen = 1
      private def hidden = 2
    end
  end

  module UsesIt
    using Refined
    def self.asks(x = Plain.new) = [defined?(x.seen), x.instance_eval { defined?(hidden) }, defined?(x.hidden)]
  end

  def test_defined_under_refinements
    assert_equal ["method", "method", nil], UsesIt.asks
    assert_nil defined?(Plain.new.seen)
  end

  def test_zip_with_lambda
    seen = []
    [[1, 2], 1..2, {a: 1}, [5].each_with_index].each { |e| e.zip([3], &->(a, b) { seen << [a, b] }) }
    assert_equal [[1, 3], [2, nil], [1, 3], [2, nil], [[:a, 1], 3], [[5, 0], 3]], seen
  end

  def test_sizes_of_enumerators
    assert_raises(TypeError) { [].to_enum { 0 }.cycle("").size }
    unknown = Enumerator.new { |y| y << 1 }
    assert_equal [Float::INFINITY, nil, 0], [[1.., unknown], [unknown, 1..], [unknown, 1.., []]].map { Enumerator.product(*_1).size }
  end

  def test_lazy_names
    assert_equal "#<Enumerator::Lazy: #<Enumerator::Lazy: #<Enumerator::Lazy: #<Enumerator::Lazy: 1..3>:collect>:find_all>:collect_concat>",
                 (1..3).lazy.collect {}.find_all {}.collect_concat {}.inspect
  end

  def test_frozen_singleton_class
    o = Object.new.freeze
    assert_same o.singleton_class, assert_raises(FrozenError) { o.singleton_class.const_set(:A, 1) }.receiver
    assert_same o, assert_raises(FrozenError) { def o.a = 1 }.receiver
  end

  def test_character_beyond_ascii
    assert_equal Encoding::BINARY, sprintf("%c".encode("US-ASCII"), 0x80).encoding
    assert_equal Encoding::US_ASCII, sprintf("%c".encode("US-ASCII"), 0x7f).encoding
  end

  def block_of(&block) = block

  def test_symbol_block_is_its_proc
    assert_same :upcase.to_proc, block_of(&:upcase)
  end

  def test_math_asks_to_f
    out = IO.popen([RbConfig.ruby, "-e", <<~RUBY], &:read)
      class Integer; alias old to_f; def to_f = (self + 1).old; end
      class Rational; alias old to_f; def to_f = (self + 1).old; end
      p Math.cos(0) == Math.cos(1.0), Math.log(0), Math.sqrt(8r), Math.log(1 << 64) == Math.log(((1 << 64) + 1).old), Math.hypot(2, 3)
    RUBY
    assert_equal "true\n0.0\n3.0\ntrue\n5.0\n", out
    assert_equal 3.0, Math.sqrt(9)
  end

  def test_inject_respects_visibility
    out = IO.popen([RbConfig.ruby, "-e", <<~RUBY], &:read)
      class Integer; private :+; end
      class Few; include Enumerable; def each = (yield 1; yield 2); end
      begin; Few.new.inject(:+); rescue NoMethodError; puts $!.message; end
    RUBY
    assert_equal "private method '+' called for an instance of Integer\n", out
  end

  def test_alphanumerics_are_frozen
    require "random/formatter"
    assert Random::Formatter::ALPHANUMERIC.all?(&:frozen?)
  end

  def test_case_of_broken_wide_strings
    { "EUC-JP" => "a\xA1", "Shift_JIS" => "a\x81", "GB18030" => "a\xFF" }.each do |enc, bytes|
      broken = bytes.dup.force_encoding(enc)
      %i[upcase downcase capitalize swapcase].each do |name|
        assert_equal "input string invalid", assert_raises(ArgumentError) { broken.send(name) }.message
      end
      assert_raises(ArgumentError) { broken.upcase(:ascii) }
      assert_raises(ArgumentError) { broken.dup.upcase! }
      assert_raises(ArgumentError) { broken.casecmp?(broken) }
      assert_equal 0, broken.casecmp(broken)
    end
    assert_equal "A\xFF", "a\xFF".upcase(:ascii)
  end

  def test_casecmp_by_character
    wide = ->(bytes, enc) { bytes.dup.force_encoding(enc) }
    assert_equal [0, -1, 1, 0], [%w[UTF-16BE UTF-16LE], ["UTF-16BE", "UTF-16LE"]].flatten.first(2).flat_map { |enc|
      [wide["\0A", enc].casecmp(wide["\0a", enc]), wide["A\0", enc].casecmp(wide["a\0", enc])] }.then { |be1, be2, le1, le2| [be1, be2, -le1, le2] }
    assert_equal(-1, wide["\x83A", "Shift_JIS"].casecmp(wide["\x83a", "Shift_JIS"]))
    assert_equal 0, wide["\x83AB", "Shift_JIS"].casecmp(wide["\x83Ab", "Shift_JIS"])
    assert_equal [-1, 1], [wide["\x83A", "Shift_JIS"].casecmp(wide["\x83Ab", "Shift_JIS"]), wide["b\x83A", "Shift_JIS"].casecmp(wide["A\x83A", "Shift_JIS"])]
  end

  def test_children_do_not_repeat_random_numbers
    [-> { rand }, -> { Random.rand }, -> { [*1..50].shuffle }, -> { Random.bytes(8) }].each do |draw|
      srand(3)
      seen = 2.times.map { IO.popen("-") { |io| io ? io.read : (print(draw.call.inspect); $stdout.flush; exit!(0)) } }
      assert_equal 2, seen.uniq.size
    end
    kept = Random.new(5)
    assert_equal 1, 2.times.map { IO.popen("-") { |io| io ? io.read : (print(kept.rand); $stdout.flush; exit!(0)) } }.uniq.size
  end

  def test_overlap_of_incomparable_ends
    refute((..1).overlap?(.."a"))
    assert((...1).overlap?(...2))
    assert((nil..nil).overlap?(.."a"))
  end

  def test_lambda_is_where_its_block_opens
    l = ->(x,
           y) {
    }
    assert_equal __LINE__ - 2, l.source_location[1]
    assert_equal __LINE__, ->(x) { }.source_location[1]
  end
end
