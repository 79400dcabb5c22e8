# Hashes of up to eight pairs lie in their slot, or in a block if they outgrew it: every operation works on these forms, and
# leaves them.
#
# Each operation runs on the same pairs in all forms.  What it answers, raises and leaves behind must be as with a table; the
# form is what ObjectSpace.memsize_of tells: a table takes more than any slot that holds eight pairs, or a slot and a block.
require_relative "lib/test_helper"
require "objspace"

class TestHashEmbed < Minitest::Test
  TABLE_BYTES = 272 # powers of two have a slot of 256 bytes for 8 pairs; with a table it would be 288 at least
  # With --disable-embed-hash and with small limits (three pairs) there is no form to look at.  The rest holds.
  EMBEDS = ObjectSpace.memsize_of({ a: 1, b: 2, c: 3, d: 4 }) < TABLE_BYTES

  class Key # collides
    attr_reader :v

    def initialize(v) = @v = v
    def hash = 7
    def eql?(other) = Key === other && @v == other.v
    def inspect = "K#{@v}"
  end
  KEYS = { symbols: %i[a b c d e f g h], strings: %w[a bb ccc dddd a1 b2 c3 d4].map(&:freeze), mixed: [1, :b, "c", 1.5, nil, [1, "x"], 2**70, Object],
           colliding: Array.new(8) { |i| Key.new(i) } }.freeze
  VARIANTS = %i[plain default proc identity frozen].freeze

  def embedded?(hash) = ObjectSpace.memsize_of(hash) < TABLE_BYTES

  def assert_embedded(hash, message) = assert(!EMBEDS || embedded?(hash), "#{message}: is in a table")

  def fill(hash, keys, variant)
    case variant
    when :default then hash.default = :none
    when :proc then hash.default_proc = proc { |_, k| [:made, k] }
    when :identity then hash.compare_by_identity
    end
    keys.each_with_index { |k, i| hash[k] = i }
    hash
  end

  EIGHT = { 1 => 1, 2 => 2, 3 => 3, 4 => 4, 5 => 5, 6 => 6, 7 => 7, 8 => 8 }.freeze
  def roomy = EIGHT.dup.clear # its slot is that of eight pairs

  def grown # has a block
    h = {}
    8.times { |i| h[i] = i }
    h.clear
  end

  # The same pairs in form `small` and in a table.
  def forms(small, keys, variant)
    small = fill(small, keys, variant)
    large = fill({}, [], variant)
    20.times { |i| large[i + 0.25] = i }
    20.times { |i| large.delete(i + 0.25) }
    fill(large, keys, :plain)
    small.freeze && large.freeze if variant == :frozen
    [small, large]
  end

  def answer
    [:value, yield]
  rescue StandardError => e
    [:raised, e.class, e.message]
  end

  def look(value)
    case value
    when Enumerator then look(value.to_a)
    when Hash then [:hash, value.class, value.to_a, value.default, value.compare_by_identity?, value.frozen?]
    else value.inspect
    end
  end

  READING = {
    aref: ->(h, k) { [h[k], h[:absent], h["a"]] }, fetch: ->(h, k) { [h.fetch(k), h.fetch(:absent, 5)] }, fetch_block: ->(h, k) { h.fetch(k) { 6 } },
    key_p: ->(h, k) { [h.key?(k), h.key?("ccc"), h.key?(:absent)] }, value_p: ->(h, _) { [h.value?(2), h.value?(99)] }, key: ->(h, _) { [h.key(1), h.key(99)] },
    dig: ->(h, k) { h.dig(k) }, keys: ->(h, _) { [h.keys, h.values, h.size, h.length, h.empty?, h.count] }, values_at: ->(h, k) { h.values_at(k, :absent, k) },
    fetch_values: ->(h, k) { h.fetch_values(k) }, assoc: ->(h, k) { [h.assoc(k), h.rassoc(2)] }, to_a: ->(h, _) { h.to_a }, inspect: ->(h, _) { [h.inspect, h.to_s] },
    each: ->(h, _) { a = []; h.each { |k, v| a << k << v }; a }, each_pair: ->(h, _) { a = []; h.each_pair { |pair| a << pair }; a }, each_enum: ->(h, _) { h.each.to_a },
    each_key: ->(h, _) { a = []; h.each_key { |k| a << k }; a }, each_value: ->(h, _) { a = []; h.each_value { |v| a << v }; a },
    each_with_index: ->(h, _) { h.each_with_index.to_a }, external: ->(h, _) { e = h.each; Array.new(h.size) { e.next } }, break: ->(h, _) { h.each { |k, v| break [k, v] if v == 2 } },
    nested: ->(h, _) { a = []; h.each { |k, _| h.each { |l, _| a << [k, l] } }; a.size }, map: ->(h, _) { h.map { |k, v| [v, k] } }, flat_map: ->(h, _) { h.flat_map { |k, v| [k, v] } },
    filter_map: ->(h, _) { h.filter_map { |k, v| k if v.odd? } }, any: ->(h, _) { [h.any?, h.any? { |_, v| v == 3 }, h.all? { |_, v| v < 3 }, h.none?] },
    find: ->(h, _) { h.find { |_, v| v == 2 } }, sort_by: ->(h, _) { h.sort_by { |_, v| -v } }, group_by: ->(h, _) { h.group_by { |_, v| v % 2 } },
    partition: ->(h, _) { h.partition { |_, v| v > 1 } }, min_by: ->(h, _) { [h.min_by { |_, v| -v }, h.max_by { |_, v| -v }] }, sum: ->(h, _) { h.sum { |_, v| v } },
    inject: ->(h, _) { h.inject { |a, b| a + b } }, first: ->(h, _) { [h.first, h.first(2)] }, zip: ->(h, _) { h.zip([1, 2]) }, select: ->(h, _) { h.select { |_, v| v > 1 } },
    reject: ->(h, _) { h.reject { |_, v| v > 1 } }, filter_adding: ->(h, _) { h.dup.then { |d| d.select { |_, _| d.delete(:a); true } } }, invert: ->(h, _) { h.invert },
    to_h: ->(h, _) { h.to_h }, to_h_block: ->(h, _) { h.to_h { |k, v| [v, k] } }, dup: ->(h, _) { h.dup }, clone: ->(h, _) { h.clone }, merge: ->(h, k) { [h.merge({}), h.merge({ k => 9 })] },
    merge_block: ->(h, k) { h.merge({ k => 9 }) { |_, a, b| [a, b] } }, transform_values: ->(h, _) { h.transform_values { |v| v * 2 } }, transform_keys: ->(h, _) { h.transform_keys { |k| [k] } },
    compact: ->(h, _) { h.compact }, slice: ->(h, k) { h.slice(k, :absent) }, except: ->(h, k) { h.except(k) }, splat: ->(h, _) { { **h } }, hash_s: ->(h, _) { Hash[h] },
    equal: ->(h, _) { [h == h.dup, h.eql?(h.dup), h == {}, h.hash == h.dup.hash, h <= h.dup, h > h.dup] }, marshal: ->(h, _) { h.default_proc ? 0 : Marshal.load(Marshal.dump(h.transform_keys(&:inspect))) },
    array_ops: ->(h, _) { [h.values | [1, 100], h.values & [1, 2], h.values - [1], h.values.uniq] }, default: ->(h, _) { [h.default, h.default_proc.nil?] }, flatten: ->(h, _) { h.flatten },
    collect: ->(h, _) { GC.start; h.to_a }, deconstruct: ->(h, _) { h in { a: Integer => x } and x }, new_key_while_iterating: ->(h, _) { h.each { h[:new_one] = 1 } },
    rehash_while_iterating: ->(h, _) { h.each { h.rehash } }, frozen_p: ->(h, _) { h.frozen? }, each_entry: ->(h, _) { h.each_entry.to_a }, reduce: ->(h, _) { h.each_with_object([]) { |(k, v), a| a << v << k } }
  }.freeze

  CHANGING = {
    aset: ->(h, k) { h[k] = 50 }, store: ->(h, k) { h.store(k, 51) }, delete: ->(h, k) { [h.delete(k), h.delete(:absent)] }, delete_block: ->(h, _) { h.delete(:absent) { 3 } },
    shift: ->(h, _) { [h.shift, h.shift] }, clear: ->(h, _) { h.clear }, delete_and_add: ->(h, k) { v = h.delete(k); h[k] = v; h }, replace: ->(h, _) { h.replace({ 1 => 2, 3 => 4 }) },
    replace_self: ->(h, _) { h.replace(h) }, rehash: ->(h, _) { h.rehash }, select_bang: ->(h, _) { h.select! { |_, v| v.odd? } }, reject_bang: ->(h, _) { h.reject! { |_, v| v.odd? } },
    keep_if: ->(h, _) { h.keep_if { |_, v| v > 2 } }, delete_if: ->(h, _) { h.delete_if { |_, v| v > 2 } }, compact_bang: ->(h, k) { h[k] = nil; h.compact! },
    transform_values_bang: ->(h, _) { h.transform_values! { |v| v + 1 } }, transform_keys_bang: ->(h, _) { h.transform_keys! { |k| k.inspect.to_sym } }, merge_bang: ->(h, k) { h.merge!({ k => 7 }) },
    merge_bang_block: ->(h, k) { h.merge!({ k => 7 }) { |_, a, b| a + b } }, merge_bang_delete: ->(h, k) { h.merge!(h.dup) { |l, a, _| h.delete(k); [l, a] } }, update: ->(h, k) { h.update({ k => 1 }, { k => 2 }) },
    delete_while_iterating: ->(h, _) { h.each { |k, _| h.delete(k) } }, delete_others: ->(h, k) { a = []; h.each { |l, _| a << l; h.delete(k) }; a }, assign_while_iterating: ->(h, _) { h.each { |k, v| h[k] = v * 3 } },
    clear_while_iterating: ->(h, _) { a = []; h.each { |k, _| a << k; h.clear }; a }, shift_while_iterating: ->(h, _) { a = []; h.each { |k, _| a << k; h.shift }; a },
    add_back_while_iterating: ->(h, k) { h.each { |l, v| h.delete(l); h[l] = v } }, break_then_add: ->(h, k) { h.each { break }; h.delete(k); h[k] = 3; h }, raise_then_add: ->(h, k) { (h.each { raise "x" } rescue 0); h.delete(k); h[k] = 3; h },
    compare_by_identity: ->(h, _) { h.compare_by_identity }, default_nil: ->(h, _) { h.default = nil }, delete_all_and_refill: ->(h, _) { ks = h.keys; ks.each { |k| h.delete(k) }; ks.reverse_each { |k| h[k] = 1 }; h },
    delete_middle: ->(h, _) { ks = h.keys; h.delete(ks[1]); h.delete(ks[-2]); [h.to_a, h.size, h.key?(ks[1])] }
  }.freeze

  def run_all(operations)
    KEYS.each do |kind, all|
      VARIANTS.product(%i[slot block]).each do |variant, form|
        [0, 1, 2, 3, 4, 7, 8].each do |n|
          keys = all.first(n)
          operations.each do |name, operation|
            small, large = forms(form == :slot ? roomy : grown, keys, variant)
            where = "#{name} of #{n} #{kind}, #{variant}, #{form}"
            assert_embedded(small, "before #{where}")
            refute(embedded?(large), "before #{where}: the other is in its slot") if EMBEDS
            key = n == 0 ? :nothing : keys[n / 2]
            ours = answer { look(operation.call(small, key)) }
            theirs = answer { look(operation.call(large, key)) }
            assert_equal(theirs, ours, where)
            assert_equal(large.to_a, small.to_a, "after #{where}")
            assert_equal(small.keys.map { |k| large.key?(k) }, small.keys.map { |k| small.key?(k) }, "look-up after #{where}")
            yield small, where
          end
        end
      end
    end
  end

  def test_reading_leaves_the_form
    run_all(READING) { |h, where| assert_embedded(h, "after #{where}") }
  end

  def test_changing_leaves_the_form
    # add_back: a key that was deleted is new, and raises while iterating.  aset of :nothing may be a ninth pair's turn: never here.
    run_all(CHANGING) { |h, where| assert_embedded(h, "after #{where}") }
  end

  def test_copies_lie_in_their_slot
    0.upto(8) do |n|
      h = (0...n).to_h { |i| [i, i] }
      h = roomy.merge!(h)
      { select: h.select { true }, dup: h.dup, clone: h.clone, merge: h.merge({}), splat: { **h }, to_h: h.to_h }.each { |name, copy| assert_embedded(copy, "#{name} of #{n}") }
      assert_equal(h.to_a, h.dup.to_a)
    end
    assert_embedded({ a: 1, b: 2, c: 3, d: 4, e: 5, f: 6, g: 7, h: 8 }, "a literal of eight")
  end

  def test_growing_and_shrinking
    h = roomy
    20.times do |i|
      h[i] = i.to_s
      assert_equal((0..i).map { |j| [j, j.to_s] }, h.to_a)
      assert_embedded(h, "#{i + 1} pairs") if i < 8
    end
    refute(embedded?(h)) if EMBEDS
    19.times { |i| assert_equal([i, i.to_s], h.shift) }
    assert_equal([[19, "19"]], h.to_a)
    h.clear
    9.times { |i| h[i.to_s] = i }
    assert_equal(9, h.size)
  end

  def test_grown_pairs_move_to_a_block
    KEYS.each do |kind, keys|
      1.upto(8) do |n|
        h = fill({}, keys.first(n), :plain)
        where = "#{n} #{kind}"
        assert_embedded(h, where)
        expected = keys.first(n).each_with_index.to_a
        assert_equal(expected, h.to_a, where)
        expected.each { |k, v| assert_equal(v, h[k], where) }
        h.default = :none
        assert_equal([:none, expected], [h[:absent], h.to_a], where)
        assert_embedded(h, "#{where} with a default")
        h.default = nil
        assert_equal([nil, expected], [h[:absent], h.to_a], where)
        assert_equal(expected.drop(1), h.tap(&:shift).to_a, where)
        h[:last] = n
        assert_equal(expected.drop(1) << [:last, n], h.to_a, where)
      end
    end
  end

  def test_a_block_becomes_a_table_and_is_replaced
    h = grown
    9.times { |i| h[i.to_s] = i }
    refute(embedded?(h)) if EMBEDS
    assert_equal((0..8).map { |i| [i.to_s, i] }, h.to_a)
    h = grown.merge!({ 1 => 2 })
    h.replace((0..20).to_h { |i| [i, -i] })
    assert_equal((0..20).map { |i| [i, -i] }, h.to_a)
    h = grown.merge!(EIGHT)
    assert_equal(EIGHT.to_a.reverse, h.replace(EIGHT.to_a.reverse.to_h).to_a)
    h.compare_by_identity
    assert_equal(EIGHT.to_a.reverse, h.to_a)
    assert_equal([8, 7, 6, 5, 4, 3, 2], h.select { |k, _| k > 1 }.keys)
  end

  def test_string_keys_are_one_object_in_every_form
    texts = ["", "a", "some longer text that takes a larger slot", "grün", "grün".b, "gr\u{fc}n".encode("ISO-8859-1"), "\u3042".encode("EUC-JP"),
             "a".encode("EUC-JP"), "a".b, "\xff"]
    [0, 20, 100, 60_000].each do |others|
      h = (0...others).to_h { |i| [i, i] }
      texts.each do |text|
        h[text.dup] = text
        key = h.keys.last
        assert_same(-text, key, "#{text.inspect} among #{others}")
        assert_equal(text, h[text.dup])
        h.delete(text)
      end
    end
  end

  def test_blocks_are_marked_moved_and_freed
    kept = Array.new(200) { |i| h = {}; 7.times { |k| h["#{i} #{k}"] = [i, k] }; h }
    2_000.times { |i| h = {}; 7.times { |k| h[k] = i.to_s } }
    GC.start
    GC.compact if GC.respond_to?(:compact)
    kept.each_with_index { |h, i| assert_equal((0...7).map { |k| ["#{i} #{k}", [i, k]] }, h.to_a) }
    kept.each_with_index { |h, i| assert_equal([i, 3], h["#{i} 3"]) }
  end

  def grown_to(pairs) = {}.tap { |h| pairs.times { |i| h[i] = i } }

  # The first block has room for six pairs, or for eight where those before it were mostly outgrown.
  def test_the_first_block_follows_what_became_of_those_before
    return unless EMBEDS
    eight = ObjectSpace.memsize_of(grown_to(8))
    100.times { grown_to(8) }
    assert_operator Array.new(16) { ObjectSpace.memsize_of(grown_to(5)) }.count(eight), :>, 2
    100.times { grown_to(5) }
    assert_equal 0, Array.new(16) { ObjectSpace.memsize_of(grown_to(5)) }.count(eight)
    assert_equal eight, ObjectSpace.memsize_of(grown_to(8))
  end

  def test_grows_under_iteration_of_more_loops_than_the_slot_counts
    h = { a: 1, b: 2, c: 3 }
    loops = Array.new(70) { h.each.tap(&:next) }
    assert_equal([:b, 2], loops[0].next)
    h.delete(:b)
    assert_equal([:c, 3], loops[1].next)
    assert_raises(RuntimeError) { h[:new] = 1 }
    assert_equal({ a: 1, c: 3 }, h)
  end

  def test_a_key_that_grows_the_table_from_its_own_hash
    h = roomy
    key = Object.new
    key.define_singleton_method(:hash) { 10.times { |i| h[i] = i } if h.size < 8; 5 }
    7.times { |i| h[i] = i }
    h[key] = :late
    assert_equal(:late, h[key])
    assert_equal(11, h.size)
  end

  def test_filters_walk_a_copy
    h = { a: 1, b: 2 }
    assert_equal({ a: 1, b: 2 }, h.select { |k, _| h[:"#{k}2"] = 3 })
    assert_equal({ a: 1, b: 2, a2: 3, b2: 3 }, h)
    assert_equal({}, h.reject { |k, _| h.delete(k) })
  end

  def test_update_with_a_block_is_an_iteration
    h = { 1 => 2 }
    assert_raises(RuntimeError) { h.merge!({ 1 => 3 }) { h[5] = 6 } }
    assert_equal({}, h.merge!({ 1 => 3 }) { h.clear; 1 })
    assert_equal("key not found: [:a, :a, :a, :a, :a, :a, :a, :a, :a, :a, :a, :a, :a, :a, :a, :...", assert_raises(KeyError) { {}.fetch([:a] * 40) }.message)
  end
end
