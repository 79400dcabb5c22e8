# mutations.rb - Hashes of each size and kind, each operation on them, and blocks that change the Hash in the middle of one.
# Prints a checksum of the answers for each kind and operation; with --all, each answer.
require "zlib"

SIZES = [0, 1, 2, 3, 7, 8, 9, 17, 40].freeze
KINDS = {
  "plain" => ->(n) { (0...n).to_h { |i| [i, i * 2] } },
  "symbols" => ->(n) { (0...n).to_h { |i| [:"k#{i}", i] } },
  "strings" => ->(n) { (0...n).to_h { |i| ["k#{i}", i] } },
  "floats" => ->(n) { (0...n).to_h { |i| [i * 1e300, i] } },
  "mixed" => ->(n) { (0...n).to_h { |i| [[i, i.to_s, i.to_f, nil, [i], 2**(64 + i)][i % 6], i] } },
  "default" => ->(n) { h = Hash.new(7); n.times { |i| h[i] = i }; h },
  "proc" => ->(n) { h = Hash.new { |g, k| k }; n.times { |i| h[i] = i }; h },
  "identity" => ->(n) { h = {}.compare_by_identity; n.times { |i| h[:"k#{i}"] = i }; h },
  "holes" => ->(n) { h = (0...(n * 2)).to_h { |i| [i, i] }; h.delete_if { |k,| k.odd? }; h },
  "end holes" => ->(n) { h = (0...(n + 3)).to_h { |i| [i, i] }; 3.times { |i| h.delete(n + i) }; h },
  "shifted" => ->(n) { h = (0...(n + 2)).to_h { |i| [i, i] }; 2.times { h.shift }; h },
  "room" => ->(n) { h = Hash.new(capacity: 20); n.times { |i| h[i] = i }; h },
  "large room" => ->(n) { h = Hash.new(capacity: 200); n.times { |i| h[i] = i }; h }
}.freeze

def text(value)
  line = value.inspect.gsub(/0x\h{6,}/, "0x")
  line.size > 150 ? "#{line[0, 60]}...#{line[-60..]} (#{line.size})" : line
end

def attempt
  text(yield)
rescue StandardError => e
  "#{e.class}: #{text(e.message)}"
end

OPERATIONS = {
  "replace plain" => ->(h) { h.replace({ 1 => 2, 3 => 4 }) },
  "replace large" => ->(h) { h.replace((0..30).to_h { |i| [i, i] }) },
  "replace self" => ->(h) { h.replace(h) },
  "replace empty" => ->(h) { h.replace({}) },
  "replace identity" => ->(h) { h.replace({ a: 1 }.compare_by_identity).compare_by_identity? },
  "replace default" => ->(h) { h.replace(Hash.new(3)).default },
  "replace holes" => ->(h) { g = { 1 => 2, 3 => 4, 5 => 6 }; g.delete(3); h.replace(g) },
  "merge" => ->(h) { h.merge({ 1 => 5 }, { x: 1 }) { |k, a, b| [k, a, b] } },
  "update" => ->(h) { h.update(h) { |_, a, b| [a, b] } },
  "update large" => ->(h) { h.update((0..20).to_h { |i| [i, -i] }).size },
  "transform_values" => ->(h) { h.transform_values { |v| [v] } },
  "transform_values!" => ->(h) { h.transform_values!(&:to_s) },
  "transform_keys" => ->(h) { h.transform_keys(&:to_s) },
  "transform_keys hash" => ->(h) { h.transform_keys({ 0 => :zero, 1 => 2 }) },
  "transform_keys!" => ->(h) { h.transform_keys! { |k| k.to_s.size } },
  "transform_keys! next" => ->(h) { h.transform_keys! { |k| Integer === k ? k + 1 : k } },
  "select!" => ->(h) { [h.select! { |_, v| v.to_i.even? }, h] },
  "reject!" => ->(h) { [h.reject! { |_, v| v.to_i > 3 }, h] },
  "keep_if" => ->(h) { h.keep_if { |_, v| v == 0 } },
  "filter_map" => ->(h) { h.filter_map { |_, v| v } },
  "compact!" => ->(h) { h[:n] = nil; [h.compact!, h.compact!, h] },
  "shift all" => ->(h) { a = []; a << h.shift until h.empty?; a },
  "shift and add" => ->(h) { 5.times { |i| h.shift; h["n#{i}"] = i }; h },
  "delete and add" => ->(h) { 20.times { |i| h.delete(i); h[i] = -i }; h },
  "add and delete" => ->(h) { 60.times { |i| h[[i]] = i }; 60.times { |i| h.delete([i]) }; [h.size, h] },
  "rehash" => ->(h) { h.rehash.equal?(h) },
  "rehash in each" => ->(h) { h.each { h.rehash } },
  "compare_by_identity" => ->(h) { h.compare_by_identity.size },
  "identity in each" => ->(h) { h.each { h.compare_by_identity } },
  "clear in each" => ->(h) { h.each { h.clear }; h },
  "delete in each" => ->(h) { h.each { |k,| h.delete(k) }; h },
  "delete next in each" => ->(h) { seen = []; h.each { |k,| seen << k; h.delete(k.succ) if k.respond_to?(:succ) }; [seen, h] },
  "add in each" => ->(h) { h.each { h[:new] = 1 } },
  "store old in each" => ->(h) { h.each { |k, v| h[k] = [v] }; h },
  "replace in each" => ->(h) { h.each { h.replace({ 5 => 6 }) }; h },
  "update in each" => ->(h) { h.each { |k,| h.update({ k => 0 }) }; h },
  "shift in each" => ->(h) { h.each { h.shift }; h },
  "nested each" => ->(h) { n = 0; h.each { h.each { n += 1 } }; n },
  "break" => ->(h) { h.each { |k, v| break [k, v] } },
  "delete in transform_values" => ->(h) { h.transform_values { |v| h.delete(v); v } },
  "clear in transform_values!" => ->(h) { h.transform_values! { |v| h.clear; v } },
  "clear in delete_if" => ->(h) { h.delete_if { h.clear; true }; h },
  "clear in select" => ->(h) { h.select { h.clear; true } },
  "delete in any?" => ->(h) { h.any? { |k, _| h.delete(k); false } },
  "dup" => ->(h) { d = h.dup; d[:new] = 1; [h.size, d.size, d.default, d.compare_by_identity?] },
  "clone frozen" => ->(h) { c = h.freeze.clone; c[:x] = 1 },
  "store frozen" => ->(h) { h.freeze; h.delete(:nothing) },
  "==" => ->(h) { [h == h.dup, h == h.to_a.to_h, h.eql?(h.dup), h == {}, h.hash == h.dup.hash] },
  "<=" => ->(h) { [h <= h, h < h, h >= {}, h > { 0 => 0 }] },
  "key" => ->(h) { [h.key(2), h.key(:none), h.rassoc(3), h.assoc(1), h.value?(4), h.key?(nil)] },
  "fetch" => ->(h) { [h.fetch(1) { :none }, h.fetch(:none, 2), h.dig(1), h.values_at(0, 1, :q)] },
  "fetch_values" => ->(h) { h.fetch_values(0, 1) },
  "to_h" => ->(h) { h.to_h { |k, v| [v, k] } },
  "invert" => ->(h) { h.invert },
  "group" => ->(h) { h.group_by { |_, v| v.to_i % 3 } },
  "sums" => ->(h) { [h.sum { |_, v| v.to_i }, h.min_by { |_, v| v.to_i }, h.count, h.find { |_, v| v == 4 }] },
  "slice" => ->(h) { [h.slice(0, 2, :x), h.except(0, 2), h.filter_map { |k, v| k if v }, h.flat_map { |k, v| [k, v] }.size] },
  "default" => ->(h) { h.default = 5; [h[:none], h.default_proc, h] },
  "default_proc" => ->(h) { h.default_proc = ->(g, k) { g.size }; [h[:none], h.default] },
  "compare large" => ->(h) { g = h.dup; 50.times { |i| g[[i]] = 1 }; 50.times { |i| g.delete([i]) }; g == h },
  "inspect" => ->(h) { h.to_s },
  "first" => ->(h) { [h.first, h.first(2), h.sort_by { |k, v| -v.to_i }.first, h.each_slice(2).first, h.zip([1]).first] },
  "keywords" => ->(h) { ->(**o) { o.size }.(**h) },
  "literal" => ->(h) { { **h, z: 1 } },
  "marshal" => ->(h) { Marshal.load(Marshal.dump(h.default_proc ? {} : h)) == h }
}.freeze

KINDS.each do |kind, make|
  OPERATIONS.each do |name, operation|
    answers = SIZES.map { |n| "#{n}: #{attempt { operation.(make.(n)) }}" }
    puts "#{kind}, #{name}: #{ARGV.include?("--all") ? answers.join("\n  ") : Zlib.crc32(answers.join("\n"))}"
  end
end

# zeros, NaN and large Floats as keys
zeros = { 0.0 => 1, -0.0 => 2, 0 => 3 }
puts text(zeros), text([zeros[0.0], zeros[-0.0], zeros[0]])
many = (0..20).to_h { |i| [i.to_f, i] }.merge(zeros)
puts text([many[0.0], many[-0.0], many[1.0], many[1], many[1e300]])
nan = Float::NAN
puts text([{ nan => 1 }[nan], { nan => 1 }.key?(0.0 / 0.0), { 1e300 => 1 }[1e300], { 2**64 => 1 }[2**64], { 2**64 => 1 }[2.0**64]])
