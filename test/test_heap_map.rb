# test_heap_map.rb - ObjectSpace.heap_map and ruby --heap-map (objspace/heap_map.c, lib/heap_map.rb, lib/heap_map.html).
# CHROMIUM=<browser> also opens the pages, without a window; HEAP_MAP_PICTURES=<folder> keeps a picture of each.
require_relative "lib/test_helper"
require "open3"
require "stringio"
require "tmpdir"

class TestHeapMap < Minitest::Test
  def data = ObjectSpace.__send__(:heap_map_data)

  def slots(data)
    at = 0
    data[:pages].bytes.each_slice(9).flat_map do |page|
      n = page[7] + page[8] * 256
      part = data[:slots].byteslice(at * 2, n * 2).unpack("C*").each_slice(2).map { |type, klass| [page[6], type, klass] }
      at += n
      part
    end
  end

  def test_data_is_what_count_objects_says
    kept = Array.new(3000) { |i| [i.to_s, { i => i }] }
    GC.start
    counts = ObjectSpace.count_objects
    d = data
    types = slots(d).map { |_, type, _| type & 31 }.tally
    assert_equal d[:slots].bytesize / 2, types.values.sum
    # what was made between the two looks
    assert_in_delta counts[:T_HASH], types[8], 100
    assert_in_delta counts[:TOTAL], types.values.sum, 20_000
    assert_operator types[5], :>=, 3000
    assert_operator types[0], :>, 0
    assert_equal 3000, kept.size
  end

  def test_classes_ages_and_sizes
    klass = Class.new
    Object.const_set(:HeapMapThing, klass)
    kept = Array.new(5000) { klass.new }
    3.times { GC.start }
    d = data
    number = d[:classes].index("HeapMapThing")
    refute_nil number
    mine = slots(d).select { |_, _, k| k == number }
    assert_operator mine.size, :>=, 5000
    assert(mine.all? { |_, type, _| type & 31 == 1 })
    assert_operator mine.count { |_, type, _| type >> 5 & 3 == 2 }, :>=, 4990 # old
    assert_equal d[:sizes].sort, d[:sizes]
    assert_equal 5000, kept.size
  ensure
    Object.send(:remove_const, :HeapMapThing)
  end

  def test_page
    page = ObjectSpace.heap_map
    assert page.start_with?("<!DOCTYPE html>")
    refute_match(%r{https?://|<link|@import|src=}, page) # no network
    refute_includes page, "/*FACTS*/null"
    io = StringIO.new
    assert_same io, ObjectSpace.heap_map(io, collect: false)
    assert_includes io.string, "collected\":false"
    Dir.mktmpdir do |dir|
      assert_equal "#{dir}/a.html", ObjectSpace.heap_map("#{dir}/a.html")
      assert_operator File.size("#{dir}/a.html"), :>, 10_000
    end
    assert_raises(ArgumentError) { ObjectSpace.heap_map(1, 2) }
  end

  def test_names_cannot_end_the_script
    klass = Class.new
    klass.set_temporary_name("</script>\u2028")
    kept = Array.new(500) { klass.new }
    page = ObjectSpace.heap_map
    assert_equal 3, page.scan("</script>").size
    assert_equal 500, kept.size
  end

  def test_switch
    Dir.mktmpdir do |dir|
      out, err, status = run_ruby("$a = Array.new(1000) { Object.new }; puts 1; exit 3", "--disable=gems", "--heap-map=#{dir}/m.html")
      assert_equal ["1\n", "", 3], [out, err, status]
      assert File.read("#{dir}/m.html").include?("Heap map")
    end
  end

  def browse(page, *arguments)
    out, = Open3.capture2e(ENV.fetch("CHROMIUM"), "--headless=new", "--no-sandbox", "--disable-gpu", "--hide-scrollbars", "--window-size=1500,950",
                           "--virtual-time-budget=10000", *arguments, "file://#{page}")
    out.force_encoding("BINARY")
  end

  MILLION = <<~'RUBY'
    $x = Array.new(420_000) { |i| case i % 4 when 0 then "string #{i}" when 1 then [i, i.to_s] when 2 then { a: i, b: "x#{i}" } else Object.new end }
    $x += Array.new(520_000) { |i| "y" * (i % 100) }
    $x.each_index { |i| $x[i] = nil if i % 20_000 > 19_000 }
  RUBY

  { "small" => ["$x = 1", 1_000, ""], "million" => [MILLION, 1_000_000, ""], "near" => ["$x = 1", 1_000, "#zoom=30&mode=class&order=fill"] }.each do |name, (source, least, wish)|
    define_method("test_in_a_browser_#{name}") do
      skip "CHROMIUM is not set: the page was not opened" unless ENV["CHROMIUM"]
      Dir.mktmpdir do |dir|
        page = "#{dir}/#{name}.html"
        _, err, = run_ruby(source, "--disable=gems", "--heap-map=#{page}")
        assert_equal "", err
        dom = browse(page + wish, "--dump-dom")
        objects = dom[/data-objects="(\d+)"/, 1].to_i
        assert_operator objects, :>=, least
        assert_operator dom[/data-drawn="(\d+)"/, 1].to_i, :>, 0
        assert_equal wish.empty? ? "middle" : "near", dom[/data-level="(\w+)"/, 1]
        assert_includes dom, "objects in"
        pictures = ENV["HEAP_MAP_PICTURES"]
        browse(page + wish, "--screenshot=#{pictures}/heap_map_#{name}.png") if pictures
      end
    end
  end
end
