# frozen_string_literal: true

# random/formatter.rb - random numbers in everyday dress: hexadecimal, Base64, UUIDs, passwords.
#
# Adds to Random::Formatter, and so to Random, its instances and SecureRandom.  All that is asked of the receiver is
# `bytes(n)` (through gen_random) and `random_number`.
module Random::Formatter
  ALPHANUMERIC = [*"A".."Z", *"a".."z", *"0".."9"].each(&:freeze).freeze

  DEFAULT_BYTES = 16 # of random_bytes, hex, base64; characters of alphanumeric
  private_constant :DEFAULT_BYTES

  # Returns n random bytes.
  def random_bytes(n = nil) = gen_random(n ? n.to_int : DEFAULT_BYTES)

  # Returns 2n hexadecimal digits.
  def hex(n = nil) = random_bytes(n).unpack1("H*").force_encoding(Encoding::US_ASCII)

  # Returns n bytes in Base64, in one line.
  def base64(n = nil) = [random_bytes(n)].pack("m0")

  # Returns the same with - and _ for + and /, which is safe in URLs and file names.
  def urlsafe_base64(n = nil, padding = false) = base64(n).tr("+/", "-_").then { |text| padding ? text : text.delete("=") }

  # Returns a version 4 UUID: 16 random bytes but for version and variant (RFC 9562, section 5.4).
  def uuid = in_groups(random_bytes(16).unpack1("H*").to_i(16), 4)
  alias uuid_v4 uuid

  # Returns a version 7 UUID (RFC 9562, section 5.7): 48 bits of milliseconds since 1970, then random bits.  The first
  # extra_timestamp_bits of these, up to 12, are the fraction of the millisecond.
  def uuid_v7(extra_timestamp_bits: 0)
    bits = Integer(extra_timestamp_bits)
    raise ArgumentError, "extra_timestamp_bits must be in 0..12" unless bits.between?(0, 12)
    milliseconds, rest = Process.clock_gettime(Process::CLOCK_REALTIME, :nanosecond).divmod(1_000_000)
    word = bits == 12 ? 0 : gen_random(2).unpack1("S>") & 0xfff >> bits
    word |= (rest << bits) / 1_000_000 << 12 - bits
    in_groups(milliseconds << 80 | word << 64 | gen_random(8).unpack1("Q>"), 7)
  end

  # Returns n of the characters chars, by default letters and digits.
  def alphanumeric(n = nil, chars: ALPHANUMERIC) = choose(chars, n || DEFAULT_BYTES)

  private

  def gen_random(n) = bytes(n)

  # 128 bits as a UUID's text, with version and variant set.
  def in_groups(number, version)
    number = number & ~(0xf << 76 | 0x3 << 62) | version << 76 | 0x2 << 62
    format("%032x", number).unpack("A8A4A4A4A12").join("-")
  end

  # n elements of source, joined.  One random number serves as many of them as fit into 32 bits, least digit first.
  def choose(source, n)
    size = source.length
    at_once, limit = 1, size
    while limit * size <= 0x1_0000_0000
      limit *= size
      at_once += 1
    end
    picked = String.new(encoding: Encoding::US_ASCII)
    while n > 0
      count = n < at_once ? n : at_once
      digits = random_number(limit).digits(size)
      digits.fill(0, digits.length, count - digits.length) if digits.length < count
      picked << source.values_at(*digits.first(count)).join
      n -= count
    end
    picked
  end
end
