# matrix - configure's switches, and twelve builds in which each pair of their values meets.
#
# The rows are a covering array by construction: kind of slots s (4) and a first switch of three values j number the rows,
# the two others of three values are (j + s) mod 3 and (j + 2s) mod 3, which meet each other and j in all nine ways; the
# switches of two values are columns found by trial.  test/test_matrix.rb verifies the cover.
#
# Twelve rows cannot hold the ten values of --with-slot-classes against three of another switch: thirty would be needed.  So
# a kind stands for its values: line and line80 take turns, and words is tried at 5 (what fits least), 8 (PR #495) and 10.
# `FULL=1 make check-matrix` and `make slot-sweep` build the others.
module Matrix
  KINDS = { "whole lines" => %w[line line80 line], "pow2" => %w[pow2] * 3, "words" => %w[words=5 words=8 words=10], "vwa40" => %w[vwa40] * 3 }.freeze
  SLOT_CLASSES = %w[line line80 pow2 words=5 words=6 words=7 words=8 words=9 words=10 vwa40].freeze
  # name => the words for configure, one list for each value; the first is the default
  THREE = {
    "json-buffer" => [[], ["--with-json-buffer=stack"], ["--with-json-buffer=heap"]],
    "simd" => [[], ["--with-simd=none"], ["--with-simd=sse2"]],
    "compiler" => [["CC=clang-19", "CXX=clang++-19"], ["CC=clang-19", "CXX=clang++-19", "--disable-tailcall"], ["CC=gcc", "CXX=g++"]],
  }.freeze
  TWO = {
    "header" => [[[], ["--with-header=16"]], "001101001110"],
    "cache-line" => [[[], ["--with-cache-line=128"]], "010001110100"],
    "embed-hash" => [[[], ["--disable-embed-hash"]], "001101100110"],
    "call-data" => [[[], ["--disable-call-data"]], "011100101100"],
    "call-flat" => [[[], ["--disable-call-flat"]], "011010011100"],
    "jit" => [[[], ["--disable-jit"]], "010010011101"],
  }.freeze
  FACTORS = { "slots" => KINDS.keys }.merge(THREE.transform_values { |v| (0...v.size).to_a }, TWO.transform_values { [0, 1] }).freeze

  # [{factor => value}, ...]
  def self.rows
    Array.new(12) do |i|
      s, j = i.divmod(3)
      row = { "slots" => KINDS.keys[s], "json-buffer" => j, "simd" => (j + s) % 3, "compiler" => (j + 2 * s) % 3 }
      TWO.each { |name, (_, column)| row[name] = column[i].to_i }
      row
    end
  end

  # name of the build => words for configure
  def self.builds
    rows.each_with_index.to_h do |row, i|
      ["r#{i + 1}", ["--with-slot-classes=#{KINDS[row["slots"]][i % 3]}", *words(row)]]
    end
  end

  def self.product
    choices = [SLOT_CLASSES.map { |c| ["--with-slot-classes=#{c}"] }, *THREE.values, *TWO.values.map(&:first)]
    choices[0].product(*choices.drop(1)).each_with_index.to_h { |parts, i| ["f#{i + 1}", parts.flatten] }
  end

  # The quick form: each value of each switch alone against the default, and the fourth call-data layout.
  def self.quick
    compiler = THREE["compiler"][0]
    list = { "default" => [] }
    SLOT_CLASSES.drop(1).each { |kind| list[kind.tr("=", "-")] = ["--with-slot-classes=#{kind}"] }
    THREE.except("compiler").merge(TWO.transform_values(&:first)).each_value do |values|
      values.drop(1).each { |words| list[words.join.sub(/\A--(with|disable)-/) { $1 == "disable" ? "no-" : "" }.tr("=", "-")] = words }
    end
    list["simd-avx2"] = ["--with-simd=avx2"] if RUBY_PLATFORM.start_with?("x86_64")
    list["no-call-data-flat"] = %w[--disable-call-data --disable-call-flat]
    list["incremental-gc"] = ["--enable-incremental-gc"]
    list["mark-ring-0"] = ["--with-mark-ring=0"]
    list["mark-ring-32"] = ["--with-mark-ring=32", "--with-mark-prefetch-lines=2"]
    [0, 1, 2].each { |n| list["huge-pages-#{n}"] = ["--with-huge-pages-from=#{n}"] }
    list.transform_values! { |words| compiler + words }
    list.merge("goto" => THREE["compiler"][1], "gcc" => THREE["compiler"][2])
  end

  # Pairs of values, [factor, value, factor, value], that no row has.
  def self.missing
    FACTORS.keys.combination(2).flat_map do |a, b|
      FACTORS[a].product(FACTORS[b]).reject { |x, y| rows.any? { |row| row[a] == x && row[b] == y } }.map { |x, y| [a, x, b, y] }
    end
  end

  def self.words(row)
    THREE.flat_map { |name, values| values[row[name]] } + TWO.flat_map { |name, (values, _)| values[row[name]] }
  end
  private_class_method :words
end
