# The heap's huge pages (gc/huge_pages.h): what the switch advises the system to do with each chunk, as Linux lists it.
require_relative "lib/test_helper"
require "open3"

class TestHugePages < Minitest::Test
  FROM = Integer(RubyVM::FACET_SWITCHES["huge-pages-from"])
  CHUNK = RubyVM::FACET_SWITCHES["small-limits"] == "yes" ? 1 << 20 : 16 << 20
  SMAPS = "/proc/self/smaps"

  # Returns the bytes of chunks that are advised to have huge pages (hg), small ones (nh), and of the others, in a program with so many live
  # slots of 128 bytes.  Only mappings of whole chunks count: the kernel advises stacks, and gc/malloc.c large tables.
  def advised(objects)
    out, err, status = Open3.capture3({ "RUBY_JIT" => "0" }, RbConfig.ruby, "--disable=gems", "-e", <<~RUBY)
      live = nil
      #{objects}.times { live = [live, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11] }
      bytes, from, to = Hash.new(0), 0, 0
      File.foreach("#{SMAPS}") do |line|
        from, to = $1.hex, $2.hex if line =~ /\\A(\\h+)-(\\h+) /
        next unless line.start_with?("VmFlags:") && from % #{CHUNK} == 0 && to % #{CHUNK} == 0
        bytes[%w[hg nh].find { |word| line.split.include?(word) }] += to - from
      end
      p bytes["hg"], bytes["nh"], bytes[nil], live.size
    RUBY
    assert status.success?, err
    out.lines.first(3).map { |line| Integer(line) }
  end

  def setup
    skip "no #{SMAPS}" unless File.readable?(SMAPS)
    skip "AddressSanitizer maps chunks of its own" if sanitized?
    skip "a kernel without huge pages" unless File.exist?("/sys/kernel/mm/transparent_hugepage")
  end

  def test_a_small_heap
    skip "a heap of small limits has many chunks" if CHUNK < 16 << 20
    assert_equal FROM == 1 ? [CHUNK, 0, 0] : [0, CHUNK, 0], advised(10)
  end

  def test_a_heap_of_several_chunks
    huge, small, others = advised(500_000) # 64 MB
    all = huge + small + others
    assert_operator all, :>=, 4 * CHUNK
    expected = FROM == 0 ? [0, all, 0] : FROM == 1 ? [all, 0, 0] : [all - (FROM - 1) * CHUNK, CHUNK, (FROM - 2) * CHUNK]
    assert_equal expected, [huge, small, others]
  end
end
