require "test_helper"

# Regexps made of the same source share a program that was compiled lately; nothing that they differ in may be shared.
class TestRegexpRecent < Minitest::Test
  def made(source, *options) = Regexp.new(source, *options)

  def test_options_and_encodings
    3.times do
      assert_equal [nil, 0], [made("a") =~ "A", made("a", Regexp::IGNORECASE) =~ "A"]
      assert_equal [Encoding::US_ASCII, Encoding::BINARY, Encoding::UTF_8], [made("a"), made("\xE9".b), made("é")].map(&:encoding)
      assert_equal [Encoding::US_ASCII, Encoding::EUC_JP], [made("a".encode("EUC-JP")), made("あ".encode("EUC-JP"))].map(&:encoding)
      assert_equal "あ".encode("EUC-JP"), made("あ".encode("EUC-JP")).source
      assert_equal [true, false], [made("é").fixed_encoding?, made("a").fixed_encoding?]
      assert_equal ["(?-mix:a)", "(?i-mx:a)"], [made("a").to_s, made("a", "i").to_s]
      assert_equal %w[x y], made("(?<x>a)(?<y>b)").names
      assert_equal "c", "abc"[made("[^ab]+")]
      assert_raises(RegexpError) { made("(a") }
    end
  end

  def test_own_state
    a = Regexp.new("x+y", timeout: 2.0)
    assert_equal [2.0, nil], [a.timeout, Regexp.new("x+y").timeout]
    k = Class.new(Regexp)
    assert_equal [k, Regexp], [k.new("z"), Regexp.new("z")].map(&:class)
    refute_same Regexp.new("z"), Regexp.new("z")
    source = +"same"
    r = Regexp.new(source)
    source << "!"
    assert_equal "same", r.source
  end

  def test_warns_each_time
    2.times { assert_match(/character class has duplicated range/, capture_io { $VERBOSE.then { |v| $VERBOSE = true; Regexp.new("[aa]"); $VERBOSE = v } }.last) }
  end

  # More patterns than are kept; each is right whenever it comes back, also while a search of it runs.
  def test_many
    3.times { 300.times { |i| assert_equal i.to_s, "x#{i}y"[/#{i}/] } }
    found = "aXbXc".gsub(/#{"X"}/) { 200.times { |i| Regexp.new("q#{i}") }; /#{"X"}/ =~ "X" ? "-" : "?" }
    assert_equal "a-b-c", found
    GC.stress = true
    8.times { |i| assert_equal i, "#{"a" * i}Z" =~ /#{"Z"}/ }
  ensure
    GC.stress = false
  end
end
