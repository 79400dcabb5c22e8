# test_bundled_gems.rb - bundled gems with a C part: laid out by tool/mkstdlib, compiled by tool/mkext, found by RubyGems.
require_relative "lib/test_helper"

class TestBundledGems < Minitest::Test
  def test_bigdecimal
    require "bigdecimal"
    require "bigdecimal/util"
    a = BigDecimal("3.14159265358979")
    assert_equal "1.7724538509055148", a.sqrt(16).round(16).to_s("F")
    assert_equal "0.142857142857142857142857142857", (BigDecimal(1) / 7).round(30).to_s("F")
    assert_equal "1.5".to_d, 3.to_d / 2
    assert_equal a, Marshal.load(Marshal.dump(a))
    assert_raises(ZeroDivisionError) { a / 0 }
    assert_equal "bigdecimal-4.0.1", Gem.loaded_specs["bigdecimal"].full_name
  end

  def test_racc
    require "racc/parser"
    assert_equal "c", Racc::Parser::Racc_Runtime_Type
  end

  def test_nkf
    require "nkf"
    assert_equal "あ", NKF.nkf("-w -m0", "\xa4\xa2".b)
  end

  def test_syslog
    require "syslog"
    refute_predicate Syslog, :opened?
  end

  def test_fiddle
    require "fiddle"
    strlen = Fiddle::Function.new(Fiddle.dlopen(nil)["strlen"], [Fiddle::TYPE_VOIDP], Fiddle::TYPE_LONG)
    assert_equal 5, strlen.call("hello")
    up = Fiddle::Closure::BlockCaller.new(Fiddle::TYPE_INT, [Fiddle::TYPE_INT]) { |n| n + 1 }
    assert_equal 42, Fiddle::Function.new(up, [Fiddle::TYPE_INT], Fiddle::TYPE_INT).call(41)
  end
end
