# Instruction sequences as bytes: round trips, what is refused, and files that were altered.
require "test_helper"
require "open3"
require "tempfile"
require "tmpdir"
require "zlib"

class TestISeqBinary < Minitest::Test
  ISeq = RubyVM::InstructionSequence
  CRC_AT = 20
  HERE = __dir__

  def trip(source, **options)
    ISeq.load_from_binary(ISeq.compile(source, "trip.rb", "/trip.rb", 7, **options).to_binary)
  end

  def assert_trip(source)
    original = ISeq.compile(source, "trip.rb", "/trip.rb", 7)
    loaded = ISeq.load_from_binary(original.to_binary)
    assert_equal original.disasm, loaded.disasm
    assert_equal original.to_binary, loaded.to_binary
    verbose, $VERBOSE = $VERBOSE, nil # constants come twice
    expected, got = original.eval, loaded.eval
    assert_equal expected, got
    got
  ensure
    $VERBOSE = verbose
  end

  def in_fresh_process(code, *args, stdin: "")
    Open3.capture3({ "RUBYOPT" => nil }, RbConfig.ruby, "--disable-gems", "-e", code, *args, stdin_data: stdin)
  end

  # ---- what survives

  # bootsnap and others put RUBY_REVISION into the keys of what they keep.
  def test_revision_differs_where_binaries_do
    number = RUBY_REVISION[/\Afacet \d+\.\d+\.\d+-(\h{10})\z/, 1]
    assert_includes RUBY_DESCRIPTION, "(#{RUBY_REVISION})"
    low = [number.hex].pack("Q<")[0, 5]
    assert_includes RubyVM::InstructionSequence.compile("1").to_binary[0, 64].b, low.b
  end

  def test_literals
    values = assert_trip(<<~'RUBY')
      [nil, true, false, 1, -1, 2**40, 4611686018427387904, -123456789012345678901234567890, 1.5, -0.0, 1e300, 1e-300, 3r, 1.25r, 2i, 1.5ri,
       :sym, :"odd sym", "text", "\xff".b, "äöü", 'frozen'.freeze, "a#{1}b", 1..2, 1...3, (..5), (5..), 1.0..2.0, [1, [2, :a]], { a: 1, "b" => 2 },
       __ENCODING__, __FILE__, __LINE__, %w[a b], %i[c d], "\u3042".encode("EUC-JP")]
    RUBY
    assert_equal(-0.0.to_s, values[9].to_s)
    assert_equal Encoding::BINARY, values[19].encoding
    assert_equal 9, values[-4]
  end

  def test_literals_are_frozen_as_before
    assert_equal [true, false, true, true, false], trip("# frozen_string_literal: true\n['a'.frozen?, ['a'].frozen?, /a/.frozen?, (1..2).frozen?, [1].frozen?]").eval
    refute trip("'a'").eval.frozen?
  end

  def test_regexps
    loaded = trip('[/a(?<x>b)+/imx, /é/, /x/n, /x/u, /#{1 + 1}/, /y#{3}/o]').eval
    assert_equal ISeq.compile('[/a(?<x>b)+/imx, /é/, /x/n, /x/u, /#{1 + 1}/, /y#{3}/o]').eval, loaded
    assert_equal [Encoding::US_ASCII, Encoding::UTF_8, Encoding::US_ASCII, Encoding::UTF_8], loaded.first(4).map(&:encoding)
  end

  def test_infinite_floats_and_nan
    assert_equal [Float::INFINITY, -Float::INFINITY], trip("[1e400, -1e400]").eval
  end

  def test_other_source_encoding
    source = "# encoding: EUC-JP\n\xA4\xA2 = 1; [:\xA4\xA2, '\xA4\xA2', \xA4\xA2]".dup.force_encoding("EUC-JP")
    symbol, text, = assert_trip(source)
    assert_equal [Encoding::EUC_JP] * 2, [symbol.encoding, text.encoding]
  end

  def test_parameters
    source = <<~RUBY
      m = Class.new do
        def all(a, b = a, *c, d, e:, f: e, g: 5, h: [1], **i, &j) = [a, b, c, d, e, f, g, h, i, j]
        def none(**nil) = 1
        def forward(...) = all(...)
        def anonymous(*, **, &) = all(*, **, &)
        def many(#{("a".."z").map { |k| "#{k}: :#{k}" }.join(", ")}) = [a, m, z]
      end
      o = m.new
      [o.all(1, 2, e: 3), o.all(1, 2, 3, 4, e: 5, f: 6, z: 7), o.forward(1, 2, e: 3), o.anonymous(1, 2, e: 3), o.many(m: 0),
       %i[all none forward anonymous many].map { |k| m.instance_method(k).parameters },
       proc { |a, (b, *c), d = 2, *e| [a, b, c, d, e] }.call(1, [2, 3]), proc { _1 + _2 }.call(1, 2), proc { it }.call(3), lambda { |a,| a }.call(1)]
    RUBY
    assert_equal 26, assert_trip(source)[5][4].size
  end

  def test_calls
    assert_equal [[1, 2, { k: 3 }], 6, [2, 4], nil, [3, 2, 1]], assert_trip(<<~'RUBY')
      def splat(*a, **k) = [*a, k]
      x = [1, 2]
      b = :itself.to_proc
      [splat(*x, k: 3), x.sum { |v| v * 2 }, x.map { _1 * 2 }, nil&.foo, [1, 2, 3].sort { |p, q| q <=> p }]
    RUBY
  end

  def test_keywords_of_sites
    assert_equal [1, 2, [:b, :a]], assert_trip("def k(a:, b:, **c) = [a, b, {b:, a:}.keys]\nk(b: 2, a: 1)")
  end

  def test_control
    assert_equal [:rescued, 3, [:e, :a], "while", :found, 10, :b], assert_trip(<<~'RUBY')
      log = []
      r = begin
        begin raise "x" ensure log << :e end
      rescue => e
        log << :a
        :rescued
      end
      i = 0
      i += 1 while i < 3
      w = loop { break "while" }
      f = [1, 2].each { |v| break :found if v == 2 }
      n = [1, 2, 3, 4].inject { |a, v| next a + v }
      c = case "str" when "a", "b", "c", "d", "e", "f" then :a when "str", "x", "y" then :b end
      [r, i, log, w, f, n, c]
    RUBY
  end

  def test_case_tables
    assert_equal [1, 2, 3, 0, 2, :s, :e], assert_trip(<<~'RUBY')
      small = ->(v) { case v when 1 then 1 when 2 then 2 when :a then 3 when nil then 4 else 0 end }
      large = ->(v) { case v when "a" then :s when 1 then 1 when 2 then 2 when :b then 3 when 3 then 4 when 5 then 5 when 2**70 then 6 else :e end }
      [small[1], small[2], small[:a], small[9], large[2.0], large["a"], large[7]]
    RUBY
  end

  def test_patterns
    assert_equal [[1, [2, 3]], { b: 2 }, :no, 5], assert_trip(<<~'RUBY')
      a = case [1, 2, 3]; in [x, *y] then [x, y] end
      b = case { a: 1, b: 2 }; in { a: Integer, **rest } then rest end
      c = case 5; in String then :yes else :no end
      d = case { k: [5] }; in { k: [Integer => z] } if z > 4 then z end
      [a, b, c, d]
    RUBY
  end

  def test_classes_and_scopes
    assert_equal [[3, 4], 7, [:m], "constant", 2, "constant"], assert_trip(<<~'RUBY')
      class TripBase; def initialize(a) = @a = a; attr_reader :a; def both(b) = [a, b]; end
      class TripChild < TripBase
        VALUE = "constant"
        @@count = 2
        def both(b) = super
        def self.count = @@count
        class << self; def m = VALUE; end
      end
      module TripModule; X = 7; end
      [TripChild.new(3).both(4), TripModule::X, TripChild.singleton_methods(false).grep(:m), TripChild::VALUE, TripChild.count, TripChild.m]
    RUBY
  end

  def test_globals_aliases_and_defined
    assert_equal ["global", "method", nil, "expression", "x", "yield"], assert_trip(<<~'RUBY')
      $trip_global = "x"
      alias $trip_alias $trip_global
      def defined_yield = defined?(yield)
      def self.old_one = 1
      [defined?($trip_global) && "global", defined?(puts), defined?(NotThere), defined?(1 + NOT) || defined?(1), $trip_alias, defined_yield {}]
    RUBY
  end

  def test_backtrace_lines
    loaded = trip("def boom\n\n  raise 'x'\nend\n\nboom")
    error = assert_raises(RuntimeError) { loaded.eval }
    assert_equal ["trip.rb:9:in 'Object#boom'", "trip.rb:12:in '<compiled>'"], error.backtrace.first(2)
    assert_equal ["trip.rb", "/trip.rb", "<compiled>", 7], [loaded.path, loaded.absolute_path, loaded.label, loaded.first_lineno]
  end

  def test_path_without_a_real_one
    loaded = ISeq.load_from_binary(ISeq.compile("1", "here.rb").to_binary)
    assert_equal ["here.rb", "here.rb"], [loaded.path, loaded.absolute_path]
  end

  def test_once_and_end
    out, err, status = in_fresh_process(%q[RubyVM::InstructionSequence.load_from_binary(RubyVM::InstructionSequence.compile('BEGIN { puts 0 }; END { puts 3 }; 2.times { |i| puts(/#{i}/o.source) }').to_binary).eval])
    assert_equal ["0\n0\n0\n3\n", "", true], [out, err, status.success?]
  end

  def test_method
    object = Object.new
    def object.of_method(a, b: 2) = [1].map { |x| x + a + b }
    iseq = ISeq.load_from_binary(ISeq.of(object.method(:of_method)).to_binary)
    assert_equal "of_method", iseq.label
    assert_equal ISeq.of(object.method(:of_method)).to_binary, iseq.to_binary
  end

  # Running code rewrites itself: the file has what the compiler wrote.
  def test_quickened_code_is_written_as_it_was
    source = <<~'RUBY'
      class TripQuick
        LIMIT = 3
        attr_accessor :v
        def initialize = @v = 0
        def step(n, k: 1) = (@v += n * k; self.v = v + LIMIT; [v].each { |x| yield x })
      end
      o = TripQuick.new
      50.times { |i| o.step(i, k: 2) { |x| x.to_s } }
      o.v
    RUBY
    iseq = ISeq.compile(source)
    fresh = iseq.to_binary
    assert_equal 2600, iseq.eval
    assert_equal fresh, iseq.to_binary # while its cells are quickened
    assert_equal fresh, ISeq.load_from_binary(fresh).to_binary
  end

  def test_redefined_operator
    code = <<~'RUBY'
      I = RubyVM::InstructionSequence
      iseq = I.compile("def plus(a, b) = a + b")
      iseq.eval
      binary = iseq.to_binary
      class Integer; alias old_plus +; def +(o) = old_plus(o).old_plus(100); end
      p plus(1, 2), iseq.to_binary == binary
      I.load_from_binary(binary).eval
      p plus(1, 2)
    RUBY
    assert_equal ["103\ntrue\n103\n", ""], in_fresh_process(code).first(2)
  end

  # String#to_sym makes a heap object where a literal Symbol is an immediate: a file that was written with literals alone has
  # to be read where each of them exists as a heap object already.
  def test_symbols_that_to_sym_made_first
    source = <<~'RUBY'
      def m(a: :bin_f) = [a, :bin_e]
      def n = [[:bin_a, [:bin_b]], { bin_c: :bin_d }, :bin_g.to_proc.call({}), [1].map { :bin_h }, :"bin i", m]
      class Hash; def bin_g = :bin_j; end
      def k(x) = case x when :bin_a then :bin_l when :bin_b then :bin_m else 0 end
      x = :bin_n; y = :bin_o; z = :bin_p
      [n, k(:bin_b), k(:bin_a), x, y, z, %i[bin_q bin_r], [2].map { |v| v.then { :bin_s } }]
    RUBY
    read = <<~'RUBY'
      binary = STDIN.binmode.read
      HELD = ("a".."z").flat_map { |c| ["bin_#{c}".to_sym, "bin #{c}".to_sym] } if ARGV[0] == "held"
      loaded = RubyVM::InstructionSequence.load_from_binary(binary)
      3.times { GC.start }
      p loaded.eval
      p 3.times.map { [k(:bin_b), k(:bin_a), k(:bin_z), k(1), k("bin_a")] }.uniq
      p loaded.to_binary.size == binary.size
    RUBY
    out, err, status = in_fresh_process("STDOUT.binmode.write RubyVM::InstructionSequence.compile(STDIN.read).to_binary", stdin: source)
    assert_equal ["", true], [err, status.success?]
    answers = [["free", nil], ["held", nil], ["held", "call-threshold=1"]].map do |how, jit|
      Open3.capture3({ "RUBY_JIT" => jit }, RbConfig.ruby, "--disable-gems", "-e", read, how, stdin_data: out, binmode: true)
    end
    assert_equal answers[0].first(2), answers[1].first(2)
    assert_equal answers[0].first(2), answers[2].first(2)
    assert_includes answers[0][0], ":bin_e"
  end

  def test_collected_parts_stay
    loaded = trip("def gc_parts = [['lit', { k: [1.5e300, 2**80] }], /re/, 'x'.then { |s| s + 'y' }]\n:gc_parts")
    GC.start
    loaded.eval
    GC.start
    assert_equal [["lit", { k: [1.5e300, 2**80] }], /re/, "xy"], gc_parts
  end

  def test_stress
    binary = ISeq.compile(%q[def st(a, b = {a: 1}, *c, k: [1], &d) = [a, b, c, k, /x#{a}/, 'str', 2.5r]; st(1)]).to_binary
    GC.stress = true
    loaded = ISeq.load_from_binary(binary)
    result = loaded.eval
    GC.stress = false
    assert_equal [1, { a: 1 }, [], [1], /x1/, "str", 2.5r], result
    assert_equal binary, loaded.to_binary
  ensure
    GC.stress = false
  end

  # ---- extra data

  def test_extra_data
    iseq = ISeq.compile("1 + 1")
    binary = iseq.to_binary("extra äö\0")
    assert_equal "extra äö\0".b, ISeq.load_from_binary_extra_data(binary)
    assert_equal Encoding::BINARY, ISeq.load_from_binary_extra_data(binary).encoding
    assert_equal 2, ISeq.load_from_binary(binary).eval
    assert_equal "", ISeq.load_from_binary_extra_data(iseq.to_binary)
    assert_equal "", ISeq.load_from_binary_extra_data(iseq.to_binary(nil))
    assert_raises(TypeError) { iseq.to_binary(1) }
  end

  # ---- what is refused

  def test_only_the_top
    block = nil
    ISeq.compile("[1].each { }").each_child { |child| block = child }
    assert_equal "should be top of iseq", assert_raises(RuntimeError) { block.to_binary }.message
    ISeq.compile("class A; end").each_child { |child| block = child }
    assert_raises(RuntimeError) { block.to_binary }
  end

  def test_arguments
    assert_raises(TypeError) { ISeq.load_from_binary(nil) }
    assert_raises(TypeError) { ISeq.load_from_binary_extra_data(1) }
    assert_raises(ArgumentError) { ISeq.load_from_binary("", 1) }
    assert_raises(ArgumentError) { ISeq.compile("1").to_binary("a", "b") }
    binary = ISeq.compile("1").to_binary
    assert_equal [Encoding::BINARY, false], [binary.encoding, binary.frozen?]
    assert_equal 1, ISeq.load_from_binary(binary.dup.force_encoding("UTF-8").freeze).eval
  end

  def test_other_files
    ["", "FCTB", "YARB" + "\0" * 100, "x" * 1000, "\0" * 48].each do |text|
      assert_equal "broken binary format", assert_raises(RuntimeError) { ISeq.load_from_binary(text) }.message
      assert_raises(RuntimeError) { ISeq.load_from_binary_extra_data(text) }
    end
  end

  def test_other_version
    binary = ISeq.compile("1").to_binary
    binary.setbyte(4, 9)
    assert_equal "unmatched version file (9.0 for 4.0)", assert_raises(RuntimeError) { ISeq.load_from_binary(binary) }.message
  end

  def test_other_machine
    binary = ISeq.compile("1").to_binary
    binary.setbyte(24, binary.getbyte(24) ^ 1)
    assert_equal "unmatched platform", assert_raises(RuntimeError) { ISeq.load_from_binary(repaired(binary)) }.message
  end

  def test_core_code_stays_inside
    assert_nil ISeq.of([].method(:each))
  end

  # ---- altered files

  FUZZ = [
    "def f(a, b = [1, :x], *c, k: 'd', l:, **o, &blk) = a + k.size\nputs \"x\#{f(1, l: 2)}\" if $0 == :never",
    "begin; Foo::Bar.each { |x, (y, z)| break x if @iv ||= y; next }; rescue A, B => e; retry if e; ensure x = 1; end",
    "case v = [1, 2.5, 2**70, 3r, 2i, /re/x, 1..2, {a: 'b'}]\nwhen 1 then 1\nwhen 2 then 2\nwhen :c then 3\nwhen 'd' then 4 end\nclass C < D; @@x = 1; def m = super; end",
    "x = 5; while x > 0; x -= 1; end; case {a: [1]}; in {a: [Integer => q]} then q end; ->(y) { yield_self { _1 } }; alias a b; defined?(@x)",
  ].freeze

  def repaired(binary)
    [Zlib.crc32(binary.byteslice(0, CRC_AT) + binary.byteslice((CRC_AT + 4)..))].pack("V").then do |crc|
      binary.byteslice(0, CRC_AT) + crc + binary.byteslice((CRC_AT + 4)..)
    end
  end

  def test_checksum_is_zlib_s
    binary = ISeq.compile("1").to_binary("x")
    assert_equal binary, repaired(binary)
  end

  def test_truncated
    FUZZ.each do |source|
      binary = ISeq.compile(source).to_binary("extra")
      binary.bytesize.times do |n|
        assert_raises(RuntimeError) { ISeq.load_from_binary(binary.byteslice(0, n)) }
        assert_raises(RuntimeError) { ISeq.load_from_binary_extra_data(binary.byteslice(0, n)) }
      end
      assert_raises(RuntimeError) { ISeq.load_from_binary(binary + "\0") }
    end
  end

  def test_each_byte_altered
    random = Random.new(1)
    FUZZ.each do |source|
      binary = ISeq.compile(source).to_binary("extra")
      binary.bytesize.times do |n|
        altered = binary.dup
        altered.setbyte(n, binary.getbyte(n) ^ (1 + random.rand(255)))
        assert_raises(RuntimeError) { ISeq.load_from_binary(altered) }
      end
    end
  end

  # With a checksum that fits, the body has to stand up to the reader itself: it raises, or the code is sound.
  def load_altered(binary)
    ISeq.load_from_binary(repaired(binary)).disasm
    1
  rescue StandardError, ScriptError, NoMemoryError
    0
  end

  def test_each_byte_altered_behind_the_checksum
    random = Random.new(2)
    loaded = 0
    FUZZ.each do |source|
      binary = ISeq.compile(source).to_binary
      (24...binary.bytesize).each do |n|
        [binary.getbyte(n) ^ (1 << random.rand(8)), random.rand(256), [0, 1, 0x7f, 0x80, 0xff].sample(random: random)].each do |byte|
          altered = binary.dup
          altered.setbyte(n, byte)
          loaded += load_altered(altered)
        end
      end
    end
    assert_operator loaded, :>, 0
  end

  def test_pieces_cut_and_moved_behind_the_checksum
    random = Random.new(3)
    FUZZ.each do |source|
      binary = ISeq.compile(source).to_binary
      400.times do
        at, from, length = random.rand(32...binary.bytesize), random.rand(48...binary.bytesize), random.rand(1..12)
        piece = binary.byteslice(from, length)
        altered = binary.byteslice(0, at) + piece + binary.byteslice((at + (random.rand(2) == 0 ? length : 0))..).to_s
        altered[12, 4] = [altered.bytesize].pack("V")
        load_altered(altered)
      end
    end
    pass
  end

  # ---- a cache of a program's own, as gems build it

  CACHE = <<~'RUBY'
    CACHE_DIR, COUNT = ARGV[0], Hash.new(0)
    def (RubyVM::InstructionSequence).load_iseq(path)
      file = "#{CACHE_DIR}/#{path.tr("/", "%")}"
      if File.exist?(file)
        COUNT[:read] += 1
        load_from_binary(File.binread(file))
      else
        COUNT[:written] += 1
        compile_file(path).tap { |iseq| File.binwrite(file, iseq.to_binary) }
      end
    end
    require "optparse"
    require "shellwords"
    load "#{CACHE_DIR}/loaded.rb"
    p COUNT, OptionParser.new.parse(%w[a b]), $LOADED_FEATURES.grep(/optparse\.rb/).size
  RUBY

  def test_load_iseq_hook
    Dir.mktmpdir do |dir|
      File.write("#{dir}/loaded.rb", "p [:loaded, File.basename(__FILE__), Shellwords.split('a b')]")
      outs = Array.new(2) { in_fresh_process(CACHE, dir) }
      assert_equal ["", ""], outs.map { |out| out[1] }
      assert_equal "[:loaded, \"loaded.rb\", [\"a\", \"b\"]]\n{written: 3}\n[\"a\", \"b\"]\n1\n", outs[0][0]
      assert_equal outs[0][0].sub("written", "read"), outs[1][0]
    end
  end

  def test_load_iseq_hook_that_declines
    out, = in_fresh_process("def (RubyVM::InstructionSequence).load_iseq(path) = 12\nrequire 'shellwords'; p Shellwords.split('x y')")
    assert_equal %([\"x\", \"y\"]\n), out
  end

  # ---- whole programs

  def programs = Dir["#{HERE}/*.rb", "#{HERE}/smoke/*.rb", "#{HERE}/lib/*.rb", "#{HERE}/regress/*.rb"].reject { |f| f.end_with?("syntax_error.rb") }

  def test_every_file_here_survives
    programs.each do |file|
      original = ISeq.compile_file(file)
      binary = original.to_binary
      loaded = ISeq.load_from_binary(binary)
      assert_equal original.disasm, loaded.disasm, file
      assert_equal binary, loaded.to_binary, file
    end
  end

  # Compiled and run under the name that the program is run by.
  def binary_of(file)
    Dir.chdir(File.dirname(file)) { ISeq.compile_file(File.basename(file)).to_binary }
  end

  RUN = <<~'RUBY'
    file, binary = ARGV.shift(2)
    $0 = file
    DATA = File.open(file).tap { |io| io.gets until io.eof? || $_ == "__END__\n" }
    RubyVM::InstructionSequence.load_from_binary(File.binread(binary)).eval
  RUBY

  # What a backtrace or $0 tells of the way a program was started is not compared: standard error, and programs that show it.
  def test_smoke_programs_run_from_their_binary
    Dir.mktmpdir do |dir|
      Dir["#{HERE}/smoke/*.rb"].each do |file|
        next if file.end_with?("syntax_error.rb")
        base = file.delete_suffix(".rb")
        binary = "#{dir}/binary"
        File.binwrite(binary, binary_of(file))
        input = File.exist?("#{base}.in") ? File.read("#{base}.in") : ""
        gems = File.exist?("#{base}.args") ? File.read("#{base}.args").split : ["--disable-gems"]
        out, err, status = Open3.capture3({ "RUBYOPT" => nil }, RbConfig.ruby, *gems, "-e", RUN, File.basename(file), binary, stdin_data: input, chdir: File.dirname(file))
        wanted = File.exist?("#{base}.status") ? File.read("#{base}.status").to_i : 0
        assert_equal [File.read("#{base}.out"), wanted], [out, status.exitstatus], "#{file}: #{err}"
      end
    end
  end

  def test_test_files_run_from_their_binary
    Dir.mktmpdir do |dir|
      %w[test_struct test_comparable test_const test_refinement].each do |name|
        binary = "#{dir}/binary"
        File.binwrite(binary, ISeq.compile_file("#{HERE}/#{name}.rb").to_binary)
        out, err, status = Open3.capture3({ "RUBYOPT" => nil }, RbConfig.ruby, "--disable-gems", "-I#{HERE}/lib", "-rtest_helper", "-e", RUN, "#{HERE}/#{name}.rb", binary)
        assert status.success?, out + err
        assert_match(/ 0 failures, 0 errors/, out)
      end
    end
  end
end
