# frozen_string_literal: true
# sha256 - the digest in Ruby: 32-bit arithmetic in Integers, arrays, pack and unpack.
module Sha256
  # the first 32 bits of the fractional parts of roots of primes, computed exactly with Integer.sqrt and a cube root
  PRIMES = (2..311).select { |n| (2..Integer.sqrt(n)).none? { |d| n % d == 0 } }
  MASK = 0xffff_ffff

  def self.cube_root(n)
    low, high = 0, 1 << ((n.bit_length + 2) / 3 + 1)
    while low < high
      mid = (low + high + 1) >> 1
      mid**3 <= n ? low = mid : high = mid - 1
    end
    low
  end

  K = PRIMES.map { |p| cube_root(p << 96) & MASK }
  START = PRIMES.first(8).map { |p| Integer.sqrt(p << 64) & MASK }

  def self.rotate(x, n)
    (x >> n) | (x << (32 - n)) & MASK
  end

  def self.hexdigest(message)
    bits = message.bytesize * 8
    message = message.b + "\x80".b
    message << "\0" * ((56 - message.bytesize) % 64) << [bits].pack("Q>")
    state = START.dup
    message.unpack("N*").each_slice(16) { |block| compress(state, block) }
    state.pack("N8").unpack1("H*")
  end

  def self.compress(state, w)
    16.upto(63) do |t|
      x = w[t - 15]
      y = w[t - 2]
      s0 = rotate(x, 7) ^ rotate(x, 18) ^ (x >> 3)
      s1 = rotate(y, 17) ^ rotate(y, 19) ^ (y >> 10)
      w[t] = (w[t - 16] + s0 + w[t - 7] + s1) & MASK
    end
    a, b, c, d, e, f, g, h = state
    t = 0
    while t < 64
      s1 = rotate(e, 6) ^ rotate(e, 11) ^ rotate(e, 25)
      t1 = h + s1 + ((e & f) ^ (~e & g)) + K[t] + w[t]
      s0 = rotate(a, 2) ^ rotate(a, 13) ^ rotate(a, 22)
      t2 = s0 + ((a & b) ^ (a & c) ^ (b & c))
      h = g
      g = f
      f = e
      e = (d + t1) & MASK
      d = c
      c = b
      b = a
      a = (t1 + t2) & MASK
      t += 1
    end
    [a, b, c, d, e, f, g, h].each_with_index { |x, i| state[i] = (state[i] + x) & MASK }
  end
end

raise "sha256: abc" unless Sha256.hexdigest("abc").start_with?("ba7816bf8f01cfea")
result = Sha256.hexdigest("The quick brown fox. " * 16000)
raise "sha256: #{result}" unless result == "d14d896b40f4b78434e1c16e522c87c98cb15f37ac068ebe486661c186495f5a"
