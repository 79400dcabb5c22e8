# test_parser_scan.rb - JSON.parse around the borders of what vector code looks at (ext/json/scan.h): a byte that matters at each
# offset of texts of each length.  With FACET_SIMD=none|sse2|avx2|avx512 in the environment, plain or wider code runs (simd.h).
require_relative "../lib/test_helper"
require "json"

class TestParserScan < Minitest::Test
  LENGTHS = [*0..70, 127, 128, 129, 255, 256, 257].freeze
  # what a String's text may hold at the border, and what it stands for
  BYTES = { '\\"' => '"', "\\\\" => "\\", "\\n" => "\n", "\\u00e9" => "é", "é" => "é", "\u{1f600}" => "\u{1f600}", "\x7f" => "\x7f" }.freeze

  def test_ends_of_strings
    LENGTHS.each { |n| assert_equal ["a" * n, "b"], JSON.parse("[\"#{"a" * n}\",\"b\"]"), "#{n} bytes" }
  end

  def test_bytes_that_matter_at_each_offset
    BYTES.each do |text, value|
      LENGTHS.each do |n|
        assert_equal ["a" * n + value + "b" * 40], JSON.parse("[\"#{"a" * n}#{text}#{"b" * 40}\"]"), "#{text.dump} behind #{n} bytes"
        assert_equal [value + "a" * n], JSON.parse("[\"#{text}#{"a" * n}\"]"), "#{n} bytes behind #{text.dump}"
      end
    end
  end

  def test_control_characters_are_refused_at_each_offset
    LENGTHS.each do |n|
      ["\x00", "\x01", "\x1f", "\n"].each do |bad|
        assert_raises(JSON::ParserError, "#{bad.dump} behind #{n} bytes") { JSON.parse("[\"#{"a" * n}#{bad}#{"a" * 40}\"]") }
      end
    end
  end

  def test_strings_that_do_not_end
    LENGTHS.each do |n|
      assert_raises(JSON::ParserError) { JSON.parse("[\"#{"a" * n}") }
      assert_raises(JSON::ParserError) { JSON.parse("[\"#{"a" * n}\\") }
      assert_raises(JSON::ParserError) { JSON.parse("[\"#{"a" * n}\\\"") }
    end
  end

  def test_runs_of_backslashes
    (0..40).each do |before|
      (1..12).each { |n| assert_equal ["x" * before + "\\" * n], JSON.parse("[\"#{"x" * before}#{"\\\\" * n}\"]"), "#{n} behind #{before}" }
    end
  end

  def test_white_space_of_each_length
    LENGTHS.each do |n|
      [" ", "\t", "\n", "\r", " \n\t\r"].each do |space|
        gap = (space * n)[0, n]
        assert_equal({ "a" => [1, 2] }, JSON.parse("#{gap}{#{gap}\"a\"#{gap}:#{gap}[1#{gap},#{gap}2]#{gap}}#{gap}"))
      end
    end
  end

  # Both kinds of code over the same text: the processes print one digest.
  def test_each_level_reads_the_same
    program = <<~RUBY
      require "json"; require "digest"
      texts = (0..300).map { |n| %Q(["\#{"é" if n % 3 == 0}\#{"a" * n}\\\\\\\\\#{"\\\\u00e9" if n.odd?}", \#{" " * (n % 37)}{"k\#{n}": "\#{"z" * (n % 67)}\\\\n"}]) }
      puts Digest::SHA256.hexdigest(texts.map { JSON.parse(_1).inspect }.join)
    RUBY
    digests = %w[none sse2 avx2 avx512].map { |level| IO.popen([{ "FACET_SIMD" => level }, RbConfig.ruby, "--disable-gems", "-e", program], err: %i[child out], &:read) }
    assert_match(/\A\h{64}\n\z/, digests[0])
    assert_equal 1, digests.uniq.size, digests.inspect
  end
end
