# test_debuggers.rb - misc/gdb.py and misc/lldb.py, which share misc/facet_heap.py: a program at a breakpoint, and its core.
# gdb is that of the PATH or GDB=; lldb, which takes its time, is tested where LLDB= names it (LLDB=lldb-19).
require_relative "lib/test_helper"
require "open3"
require "tmpdir"

class TestDebuggers < Minitest::Test
  MISC = File.expand_path("../misc", __dir__)
  PROGRAM = <<~'RUBY'
    class Point; def initialize(x, y) = (@x = x; @y = y); end
    class Wide; def initialize = 40.times { |i| instance_variable_set("@v#{i}", i) }; end
    hash = { one: 1, "two" => 2.5, 3 => nil, four: [4] }
    hash.delete("two")
    values = [[1, -2, 2**61, -(2**61), 1.5, 0.0, -3.25e100, nil, true, false, :sym, :+], ["text \"q\" \u00e9\n", "long " * 50, "d" * 2000],
              [10**30, -(10**40), 2**64, 1e300, 5e-324], hash, (0..20).to_h { |i| [i, i.to_s] }, Point.new(3, "four"), Wide.new, String, Comparable,
              [[[[1]]]], "dynamic symbol \u3042".to_sym, {}.compare_by_identity]
    values.hash
    Process.kill(0, $$)
  RUBY
  VALUES = [
    '[1, -2, 2305843009213693952, -2305843009213693952, 1.5, 0.0, -3.25e+100, nil, true, false, :sym, :+]',
    '"text \\"q\\" é\\n"', "1000000000000000000000000000000, -10000000000000000000000000000000000000000, 18446744073709551616, 1e+300, 5e-324",
    "{:one => 1, 3 => nil, :four => [4]}", '{0 => "0", 1 => "1", ', '@x=3 @y="four"', "@v0=0 @v1=1 @v2=2", "@v39=39", "String, Comparable", "[[[... 1]]]",
  ].freeze

  # Elements 3, 4 and 5 of the Array at the breakpoint.
  def expressions(of = "a") = ["((struct ary_embed *)#{of})->e[3]", "((struct ary_embed *)#{of})->e[4]"]

  # The commands with the debugger's own words around, until the program stands in Array#hash.
  def commands
    embedded, large = expressions
    ["value a", "hash #{embedded}", "hash #{large}", "slot a", "slot a + 24", "page a", "slot 16", "value 7", "hash a"]
  end

  def check(text)
    skip "the debugger may not start a program here" if text.match?(/Operation not permitted|ptrace: |personality set failed.*error/i) && !text.include?("slot ")
    skip "built without debug information" if text.match?(/No symbol "a" in current context|no debug info|, 0x\h+ in ary_m_hash \(\)$/i)
    VALUES.each { |v| assert_includes text, v }
    assert_match(/^embedded Hash 0x\h+: 3 pairs, \d positions taken of \d, 0 loops under way$/, text)
    assert_match(/^  \[0\] tag \h\h  :one => 1$/, text)
    assert_match(/^  \[\d\] tag \h\h  :four => \[4\]$/, text)
    assert_match(/^Hash 0x\h+: 21 pairs in a table at 0x\h+ \(room for \d+, 0 loops under way\)$/, text)
    assert_match(/^  \[20\] hash \h{16}  20 => "20"$/, text)
    slots = text.scan(/^slot \d+ of \d+, 0x\h+, \d+ bytes \(class \d+\), in \d cache lines?$/)
    assert_equal 2, slots.size
    assert_equal slots[0], slots[1] # an address within is the slot's
    assert_match(/^  bits: alloc/, text)
    assert_match(/^  header: T_ARRAY, flags 0x\h{8}/, text)
    assert_match(/^page 0x\h+0000, record 0x\h+: \d+ of \d+ slots of \d+ bytes taken, swept; \d+ marked, \d+ old$/, text)
    assert_match(/^      0 [.\w?]{4,64}$/, text)
    assert_match(/^facet: 0x10 lies outside the heap/, text)
    assert_match(/^3$/, text)
    assert_match(/^not a Hash: \[/, text)
  end

  def embedded_hashes? = RbConfig::CONFIG["configure_args"].to_s !~ /disable-embed-hash|words=[567]/

  def debugger(variable, usual = nil)
    found = ENV[variable] || usual or skip "#{variable} is not set: not tested"
    there = found.include?("/") ? File.executable?(found) : ENV["PATH"].split(":").any? { |d| File.executable?("#{d}/#{found}") }
    skip "#{found} is not installed: not tested" unless there
    skip "hashes are not embedded in this build" unless embedded_hashes?
    skip "small limits: three pairs and forty variables lie elsewhere" if small_limits?
    skip "a sanitizer has the program's memory" if sanitized?
    found
  end

  def in_files
    Dir.mktmpdir do |dir|
      File.write("#{dir}/program.rb", PROGRAM)
      yield dir, "#{dir}/program.rb"
    end
  end

  def test_gdb_live_and_core
    gdb = debugger("GDB", "gdb")
    in_files do |dir, program|
      looks = commands.flat_map { |c| ["-ex", "facet #{c}"] }
      base = [gdb, "-nx", "-batch", "-ex", "set debuginfod enabled off", "-ex", "set height 0", "-ex", "set width 0", "-x", "#{MISC}/gdb.py"]
      text, = Open3.capture2e(*base, "-ex", "break ary_m_hash", "-ex", "run", *looks, "-ex", "generate-core-file #{dir}/core",
                              "-ex", "set $large = #{expressions.last}", "-ex", "break kill", "-ex", "continue", "-ex", "facet hash $large", "-ex", "kill",
                              "--args", RbConfig.ruby, "--disable=gems", program)
      check(text.force_encoding("UTF-8"))
      assert_equal 2, text.scan(/^  \[20\] hash \h{16}  20 => "20"$/).size # in a frame of libc, too, which has a struct hash_entry
      core, = Open3.capture2e(*base, RbConfig.ruby, "#{dir}/core", *looks)
      check(core.force_encoding("UTF-8"))
    end
  end

  def test_lldb
    lldb = debugger("LLDB")
    in_files do |_, program|
      looks = commands.flat_map { |c| ["-o", "facet #{c}"] }
      text, = Open3.capture2e(lldb, "--no-lldbinit", "--batch", "-o", "script import runpy; _ = runpy.run_path('#{MISC}/lldb.py')", "-o", "breakpoint set -n ary_m_hash",
                              "-o", "run", *looks, "-o", "kill", "--", RbConfig.ruby, "--disable=gems", program)
      skip "lldb has no Python" if text.include?("script interpreter") && !text.include?("slot ")
      check(text.force_encoding("UTF-8"))
    end
  end
end
