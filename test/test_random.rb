# numeric/random.c: the sequence of a seed for each kind of limit, copies and dumps of a generator, generators written in Ruby, and refusals.
# The numbers are those of CRuby 4.0.1.
require_relative "lib/test_helper"
require "random/formatter"

class TestRandom < Minitest::Test
  # A generator whose words are those of a list, again and again.  It notes how many bytes each call takes.
  class Words
    include Random::Formatter
    attr_reader :taken

    def initialize(*words)
      @words = words.cycle
      @taken = []
    end

    def bytes(n)
      @taken << n
      Array.new((n + 3) / 4) { @words.next }.pack("L*")[0, n]
    end
  end
  WORDS = [0xdeadbeef, 0x12345678, 0xffffffff, 0x0f0f0f0f].freeze

  def test_sequence_of_a_seed
    random = Random.new(42)
    assert_equal [51, 92, 14, 71, 60, 20, 82, 86, 74, 74], Array.new(10) { random.rand(100) }
    random = Random.new(7)
    assert_equal [752595690692, 738325046124615309172539183315, 5, 2, 3], [2**40, 2**100, 1..6, 1...6, -3..3].map { random.rand(_1) }
    assert_equal [0.6596770975947466, 1.086743435140711, 1.4193722104164883], [2.5, 1.0..2.0, 1.0...2.0].map { random.rand(_1) }
    assert_equal [18446744073709551616, "\xA7L\xF8\x7F\xE6".b, 1], [random.rand(2**64..2**64 + 5), random.bytes(5), random.rand(1..1)]
  end

  def test_seeds
    assert_equal [2357136044, 3626764237, 647325673], [0, 2**32, 2**64].map { Random.new(_1).rand(2**32) }
    assert_equal Random.new(5).rand, Random.new(-5).rand
    assert_equal [-5, 1, 2**70], [-5, 1.9, 2**70].map { Random.new(_1).seed }
  end

  def test_kernel
    srand(3)
    assert_equal [0.5507979025745755, 9, 1], [rand, rand(10), rand(1..3)]
    assert_equal 3, srand(9)
    assert_equal [Float, Integer, Float, Integer], [rand(0), rand(-5), rand(nil), rand(1.9)].map(&:class)
    assert_equal [[3, 2, 5, 1, 4], [6, 10, 9]], [[1, 2, 3, 4, 5].shuffle(random: Random.new(1)), (1..10).to_a.sample(3, random: Random.new(1))]
  end

  def test_copies_continue_the_sequence
    random = Random.new(3).tap(&:rand)
    copies = [random.dup, Marshal.load(Marshal.dump(random))]
    assert_equal [random, random], copies
    refute_equal random, Random.new(3)
    assert_equal [random.rand] * 2, copies.map(&:rand)
  end

  # An object gives 4 bytes for limits of 32 bits, 8 for longer ones, and all words of still longer ones.
  def test_a_generator_in_ruby
    { 10 => [[8, 0, 8], [4] * 6], 17 => [[0xf, 8, 0xf], [4] * 4], 2**33 + 1 => [[0xdeadbeef] * 3, [8] * 5],
      2**40 => [[0x78deadbeef, 0xfffffffff, 0x78deadbeef], [8] * 3], 2**64 => [[0xdeadbeef12345678, 0xffffffff0f0f0f0f, 0xdeadbeef12345678], [8] * 3],
      2**64 + 1 => [[0xffffffff0f0f0f0f] * 3, [12] * 12], 2**70 => [[0x2f12345678ffffffff, 0xfdeadbeef12345678, 0x3f0f0f0f0fdeadbeef], [12] * 3],
      0.5 => [[0.4349193240371015, 0.4999999964938444, 0.4349193240371015], [8] * 3] }.each do |limit, (numbers, taken)|
      words = Words.new(*WORDS)
      assert_equal [numbers, taken], [Array.new(3) { words.random_number(limit) }, words.taken], limit.inspect
    end
    assert_equal [3, 2, 5, 1, 4], [1, 2, 3, 4, 5].shuffle(random: Words.new(*WORDS))
  end

  def test_wrong_generators
    { "random number too big 7" => [7, nil], "random number too small -1" => [-1, nil],
      "random data too short 1" => [nil, "x"], "random data too long 9" => [nil, "x" * 9] }.each do |message, (number, bytes)|
      generator = Object.new
      generator.define_singleton_method(:rand) { |_| number } if number
      generator.extend(Random::Formatter).define_singleton_method(:bytes) { |_| bytes } if bytes
      error = assert_raises(RangeError) { bytes ? generator.random_number : [1, 2].shuffle(random: generator) }
      assert_equal message, error.message
    end
  end

  def test_refusals
    random = Random.new(1)
    [0, -1, nil, 3..1, -1.5].each { |limit| assert_equal "invalid argument - #{limit}", assert_raises(ArgumentError) { random.rand(limit) }.message }
    [1.., 1.0..Float::INFINITY, Float::NAN].each { |limit| assert_raises(Errno::EDOM) { random.rand(limit) } }
    ["x", nil].each { |seed| assert_raises(TypeError) { Random.new(seed) } }
    assert_raises(TypeError) { random.rand("x") }
    { [1, 2, 3, 4] => "wrong dump data", [1, 0, 1] => "wrong value" }.each do |dump, message|
      assert_equal message, assert_raises(ArgumentError) { random.send(:marshal_load, dump) }.message
    end
  end
end
