# frozen_string_literal: true

# random/formatter.rb - random numbers in everyday dress: hexadecimal, Base64, UUIDs, passwords.
#
# Adds to Random::Formatter, and so to Random, its instances and SecureRandom.  All that is asked of the receiver is
# `bytes(n)` (through gen_random) and `random_number`.
module Random::Formatter
  ALPHANUMERIC = [*"A".."Z", *"a".."z", *"0".."9"].each(&:freeze).freeze

  # n random bytes, 16 unless told.
  def random_bytes(n = nil)
    gen_random(n ? n.to_int : 16)
  end

  # 2n hexadecimal digits.
  def hex(n = nil)
    random_bytes(n).unpack1("H*").force_encoding(Encoding::US_ASCII)
  end

  # n bytes in Base64, one line.
  def base64(n = nil)
    [random_bytes(n)].pack("m0")
  end

  # The same with - and _ for + and /, safe in URLs and file names.
  def urlsafe_base64(n = nil, padding = false)
    text = base64(n).tr("+/", "-_")
    padding ? text : text.delete("=")
  end

  # A version 4 UUID: random but for version and variant (RFC 9562).
  def uuid
    bytes = random_bytes(16)
    bytes.setbyte(6, bytes.getbyte(6) & 0x0f | 0x40)
    bytes.setbyte(8, bytes.getbyte(8) & 0x3f | 0x80)
    bytes.unpack("H8H4H4H4H12").join("-")
  end

  alias uuid_v4 uuid

  # A version 7 UUID (RFC 9562): milliseconds since 1970, then random bits; up to 12 of them may continue the time.
  def uuid_v7(extra_timestamp_bits: 0)
    case extra_timestamp_bits = Integer(extra_timestamp_bits)
    when 0
      ms = Process.clock_gettime(Process::CLOCK_REALTIME, :millisecond)
      word = 0x7000 | gen_random(2).unpack1("S>") & 0x0fff
    when 1..12
      ms, ns = Process.clock_gettime(Process::CLOCK_REALTIME, :nanosecond).divmod(1_000_000)
      fraction = (ns << extra_timestamp_bits) / 1_000_000
      free = 12 - extra_timestamp_bits
      word = 0x7000 | fraction << free
      word |= gen_random(2).unpack1("S>") & (1 << free) - 1 if free > 0
    else
      raise ArgumentError, "extra_timestamp_bits must be in 0..12"
    end
    rest = gen_random(8).unpack1("Q>") & 0x3fff_ffff_ffff_ffff | 0x8000_0000_0000_0000
    format("%08x-%04x-%04x-%04x-%012x", ms >> 16, ms & 0xffff, word, rest >> 48, rest & 0xffff_ffff_ffff)
  end

  # n characters of chars, by default letters and digits; 16 unless told.
  def alphanumeric(n = nil, chars: ALPHANUMERIC)
    choose(chars, n || 16)
  end

  private

  def gen_random(n)
    bytes(n)
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
