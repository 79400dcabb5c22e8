# frozen_string_literal: true

# Strings as JSON text: escapes at every place of a block, encodings, and the same at each level of vector code.
require "json"
require "rbconfig"

class TestJSONGeneratorString < Minitest::Test
  SHORT = { "\"" => "\\\"", "\\" => "\\\\", "\b" => "\\b", "\f" => "\\f", "\n" => "\\n", "\r" => "\\r", "\t" => "\\t" }.freeze

  # One character at a time: what the vector code is compared with.
  def reference(string, ascii_only: false, script_safe: false)
    body = string.each_char.map do |c|
      if SHORT[c] then SHORT[c]
      elsif c == "/" && script_safe then "\\/"
      elsif c.ord < 0x20 then format("\\u%04x", c.ord)
      elsif script_safe && (c == "\u2028" || c == "\u2029") then format("\\u%04x", c.ord)
      elsif ascii_only && c.ord > 0xffff then c.encode("UTF-16BE").unpack("n*").map { |u| format("\\u%04x", u) }.join
      elsif ascii_only && c.ord > 0x7f then format("\\u%04x", c.ord)
      else c
      end
    end
    "\"#{body.join}\""
  end

  def check(string)
    [{}, { ascii_only: true }, { script_safe: true }, { ascii_only: true, script_safe: true }].each do |options|
      expected = reference(string, **options)
      text = JSON.generate(string, options)
      assert_equal expected, text
      assert_equal expected.ascii_only?, text.ascii_only?
      assert_equal expected, JSON.generate(string, options) # some facts about a string are kept
      assert_equal "[#{expected},{#{expected}:#{expected}}]", JSON.generate([string, { string => string }], options)
    end
  end

  def test_every_byte_at_every_place
    (0..0x7f).each do |byte|
      [0, 1, 7, 8, 14, 15, 16, 17, 31, 32, 33, 63, 64, 65].each { |at| check("a" * at + byte.chr + "b" * ((byte + at) % 40)) }
    end
  end

  def test_lengths
    (0..200).each { |n| check("x" * n) }
    (0..130).each { |n| check("é" * n) }
  end

  def test_wide_characters_at_every_place
    ["é", "\u2028", "\u2029", "\u2027", "\u202a", "日", "😀", "\u{10ffff}", "\u007f", "\ue2a8"].each do |c|
      (0..70).each { |at| check("a" * at + c + "z" * (at % 5)) }
    end
  end

  def test_mixtures
    random = Random.new(3)
    pool = ["\"", "\\", "\n", "\u0001", "/", "é", "\u2028", "日", "😀"] + ("a".."z").to_a
    300.times { |i| check(Array.new(random.rand(400)) { i.even? ? pool[random.rand(pool.size)] : pool[random.rand(200).clamp(0, pool.size - 1)] }.join) }
    check("\"" * 5000)
    check("\u0001" * 3000)
    check(("a" * 63 + "\n") * 200)
  end

  def test_changed_strings_are_looked_at_again
    string = +"abcdef" * 10
    assert_equal "\"#{string}\"", JSON.generate(string)
    string << "\n"
    assert JSON.generate(string).end_with?("\\n\"")
    string[0] = "\""
    assert JSON.generate(string).start_with?("\"\\\"")
    string.setbyte(3, 1)
    assert_includes JSON.generate(string), "\\u0001"
    copy = +JSON.parse('["plain text"]')[0]
    copy.tr!("p", "\\")
    assert_equal '"\\\\lain text"', JSON.generate(copy)
    copy.replace("a\tb")
    assert_equal '"a\\tb"', JSON.generate(copy)
  end

  def test_encodings
    assert_equal '["é","é","e"]', JSON.generate(["é".encode("UTF-16LE"), "é".encode("ISO-8859-1"), "e".b])
    { "\xff" => "source sequence is illegal/malformed utf-8", "\xff".b => '"\xFF" from ASCII-8BIT to UTF-8',
      "\xd8".dup.force_encoding("UTF-16LE") => 'incomplete "\xD8" on UTF-16LE', "\xe9".dup.force_encoding("US-ASCII") => '"\xE9" on US-ASCII' }.each do |string, message|
      error = assert_raises(JSON::GeneratorError) { JSON.generate([string]) }
      assert_equal message, error.message
      assert_same string, error.invalid_object
      assert_raises(JSON::GeneratorError) { JSON.generate({ string => 1 }) } unless string.encoding == Encoding::UTF_16LE
    end
  end

  def test_binary_that_is_utf8
    _, warning = capture_io { Warning[:deprecated] = true; assert_equal '["é"]', JSON.generate(["é".b]) }
    assert_includes warning, "UTF-8 string passed as BINARY"
  ensure
    Warning[:deprecated] = false
  end

  # This file once more at each lower level.
  def test_levels
    return if ENV["FACET_SIMD"]
    %w[sse2 avx2].each do |level|
      command = [{ "FACET_SIMD" => level }, RbConfig.ruby, "--disable=gems", "-I#{__dir__}/../lib", "-rtest_helper", __FILE__]
      text = IO.popen(command, err: %i[child out], &:read)
      assert_predicate $?, :success?, "FACET_SIMD=#{level}: #{text}"
    end
  end
end
