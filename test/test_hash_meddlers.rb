# test_hash_meddlers.rb - keys whose eql? changes the Hash in which they are looked up.  Ruby leaves open what is found; the Hash stays
# consistent, and what is found is a value that the key had.
require_relative "lib/test_helper"

class TestHashMeddlers < Minitest::Test
  class Meddler
    attr_accessor :act
    attr_reader :n

    def initialize(n) = @n = n
    def hash = 1
    def inspect = "m#{@n}"

    def eql?(other)
      act, @act = @act, nil
      act&.call
      Meddler === other && other.n == @n
    end
  end

  ACTS = {
    clear: ->(h) { h.clear }, delete: ->(h) { h.delete(h.keys.first) }, grow: ->(h) { 20.times { |i| h[:"g#{i}"] = i } },
    replace: ->(h) { h.replace({ 1 => 2 }) }, rehash: ->(h) { h.rehash }, store: ->(h) { h[h.keys.last] = :stored },
    shift: ->(h) { h.shift }, identity: ->(h) { h.compare_by_identity }, holes: ->(h) { h.keys.each_slice(2) { |k,| h.delete(k) } },
    refill: ->(h) { pairs = h.to_a; h.clear; pairs.each { |k, v| h[k] = v } }
  }.freeze

  USES = {
    get: ->(h, k) { h[k] }, set: ->(h, k) { h[k] = :new }, delete: ->(h, k) { h.delete(k) }, key: ->(h, k) { h.key?(k) ? :new : nil },
    fetch: ->(h, k) { h.fetch(k, nil) }, values_at: ->(h, k) { h.values_at(k)[0] }, dig: ->(h, k) { h.dig(k) },
    assoc: ->(h, k) { h.assoc(k)&.last }, slice: ->(h, k) { h.slice(k).values[0] }, update: ->(h, k) { h.update({ k => :new }) && nil },
    merge: ->(h, k) { h.merge({ k => :new }) && nil }, equal: ->(h, k) { { probe: h == h.size.times.to_h { |i| [i, k] } }[:none] },
    rehash: ->(h, _) { h.rehash && nil }, keys: ->(h, k) { (h.keys + [k]).uniq && nil }
  }.freeze

  ACTS.each_key do |act|
    USES.each_key do |use|
      [1, 3, 8, 12].each do |n|
        define_method("test_#{act}_during_#{use}_of_#{n}") do
          keys = Array.new(n) { |i| Meddler.new(i) }
          h = keys.to_h { |k| [k, k.n] }
          (keys + [probe = Meddler.new(n - 1)]).each { |k| k.act = -> { ACTS[act].(h) } }
          found = begin
            USES[use].(h, probe)
          rescue RuntimeError => e
            assert_match(/during (iteration|rehash)|rehash/, e.message)
            nil
          end
          assert_includes [nil, n - 1, :new, :stored], found
          keys.each { |k| k.act = nil }
          assert_equal h.size, h.keys.size
          h.each { |k, v| assert_equal v, h[k] }
          GC.start
        end
      end
    end
  end
end
