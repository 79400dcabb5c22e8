# Heaps of a fixed size in the laboratory: the search for the smallest, and a run whose "ruby" has a smallest heap that is known.
require_relative "lib/test_helper"
require_relative "lib/lab_tree"
require_relative "../tool/lab/smallest_heap"

class TestLabHeap < Minitest::Test
  include LabTree
  PAGE = Lab::SmallestHeap::PAGE

  # Returns what the search finds for a program that needs so many pages, and the sizes that were tried.
  def search(pages)
    tried = []
    found = Lab::SmallestHeap.find { |bytes| tried << bytes; bytes >= pages * PAGE }
    [found, tried]
  end

  def test_the_search
    [1, 2, 15, 16, 17, 31, 100, 1000, 12_345, 1 << 18].each do |pages|
      found, tried = search(pages)
      assert_operator found, :>=, pages * PAGE
      assert_operator found, :<=, [pages * 32 / 31 + 1, pages + 4].max * PAGE, "#{pages} pages"
      assert_includes tried, found
      assert_equal tried.uniq, tried
      assert(tried.all? { |size| (size % PAGE).zero? })
    end
  end

  def test_a_program_that_no_heap_runs
    found, tried = search((1 << 18) + 1)
    assert_nil found
    assert_equal (1 << 18) * PAGE, tried.last
  end

  def test_the_variables_of_a_run
    assert_equal({ "RUBY_GC_FIXED_HEAP" => (15 * PAGE).to_s }, Lab::SmallestHeap.environment(10 * PAGE, 1.5))
    assert_equal({ "RUBY_GC_FIXED_HEAP" => (13 * PAGE).to_s }, Lab::SmallestHeap.environment(10 * PAGE, 1.21))
  end

  # The "ruby" of each build needs 40 pages (--small) or 90, and costs less in a larger heap.
  NEEDS = <<~'SH'
    #!/bin/sh
    [ "$1" != -v ] || { echo "fake 1"; exit; }
    case "SWITCHES" in --small) need=40 ;; --none) need=99999999999 ;; *) need=90 ;; esac
    size=$(( RUBY_GC_FIXED_HEAP / 65536 ))
    echo "$size" >> "${0%/*}/sizes"
    [ "$size" -ge "$need" ] || { echo "fake: failed to allocate memory (NoMemoryError)" >&2; exit 1; }
    echo "cost $(( 1000000 * need / size )) ns" >> "$LAB_OUT"
  SH

  HEAPS = <<~'RUBY'
    experiment "heaps" do
      question "What does a small heap cost?"
      refuted_if "A larger heap costs more", program: "work", figure: "cost", variant: "wide", under: 1.0
      build "narrow", "--small", heap: 1.5
      build "wide", "--small", heap: 3
      build "other", "--large", heap: 1.5
      program "work", text: "nil"
      measure :own
    end
    experiment "fails" do
      question "What does a heap cost that cannot be?"
      refuted_by "Any figure."
      build "narrow", "--small", heap: 2
      build "none", "--none", heap: 2
      program "work", text: "nil"
      measure :own
    end
  RUBY

  # Yields the folder of a tree with these experiments.
  def heaps
    tree(HEAPS) do |folder|
      File.write("#{folder}/program", NEEDS)
      commit(folder, "heaps")
      yield folder
    end
  end

  def test_a_run_with_fixed_heaps
    heaps do |folder|
      out, err, status = lab(folder, "run", "heaps")
      assert_equal 0, status, err
      smallest = store(folder, "store.figures(run: 1).select { |row| row.figure == 'smallest heap' }.to_h { |row| [row.variant, row.value / 64] }")
      assert_equal ["narrow", "narrow again", "other", "wide"], smallest.keys.sort
      assert_equal 1, smallest.values_at("narrow", "narrow again", "wide").uniq.size
      assert_includes 40..44, smallest["narrow"]
      assert_includes 90..94, smallest["other"]
      assert_match(/^\| work \| smallest heap \| other \| \d\.\d\d MiB \| 2\.\d+ \|/, out)
      assert_match(/^\| work \| cost \| wide \|.* (49|50)\.\d % less \|$/, out)
    end
  end

  # The second command finds the sizes in the store and searches nothing.
  def test_a_run_continues_with_the_sizes_that_it_found
    heaps do |folder|
      lab(folder, "run", "heaps", "--budget", "0.02")
      taken = keys(folder)
      _, err, status = lab(folder, "run", "heaps")
      assert_equal 0, status, err
      assert_empty taken - keys(folder)
      assert_equal keys(folder).uniq, keys(folder)
      assert_equal 4, keys(folder).count { |key| key[3] == "heap" }
    end
  end

  def test_a_build_that_no_heap_runs_is_a_failure
    heaps do |folder|
      _, err, status = lab(folder, "run", "fails")
      assert_equal 1, status
      assert_match(/work failed on none: no size of the heap runs it: status 1: fake: failed to allocate memory/, err)
    end
  end

  def test_a_size_that_is_no_multiple_of_the_smallest_is_refused
    ["0.5", "-1", "'two'"].each do |factor|
      tree("experiment('x') { question 'q'; refuted_by 'r'; build 'a', heap: #{factor}; build 'b'; program 'p', text: 'nil'; measure :own }") do |folder|
        assert_refused(/build a has a heap of .* times the smallest; it needs a number from 1 on/, lab(folder, "run", "x"))
      end
    end
  end
end
