# tool/check/coverage: what it counts of llvm-cov's export, and that it refuses a fall.
require_relative "lib/test_helper"
require "open3"
require "tmpdir"
require_relative "../tool/check/coverage_report"

class TestCoverageTool < Minitest::Test
  TOOL = File.expand_path("../tool/check/coverage", __dir__)

  SOURCES = {
    "vm.c" => "int main(void)\n{\n    VM_ASSERT(a &&\n              b);\n    if (a || b)\n        f();\n    return 0;\n}\n",
    "vm/call.c" => "if (x)\n    g();\n",
    "util.c" => "if (x)\n    g();\n",
    "internal/vm.h" => "static inline int f(int a)\n{\n    return a ? 1 : 2;\n}\n"
  }.freeze

  # vm.c: line 6 and two of four branches are not reached, the assertion's lines are not counted.  The header is compiled into two files.
  LCOV = <<~TEXT
    SF:ROOT/vm.c
    FN:2,main
    DA:2,1
    DA:3,1
    DA:4,0
    DA:5,1
    DA:6,0
    DA:7,1
    BRDA:3,0,0,-
    BRDA:3,0,1,-
    BRDA:5,0,0,0
    BRDA:5,0,1,1
    BRDA:5,1,2,0
    BRDA:5,1,3,4
    end_of_record
    SF:ROOT/vm/call.c
    DA:1,1
    DA:2,1
    BRDA:1,0,0,1
    BRDA:1,0,1,3
    end_of_record
    SF:ROOT/util.c
    DA:1,1
    DA:2,0
    BRDA:1,0,0,0
    BRDA:1,0,1,1
    end_of_record
    SF:ROOT/internal/vm.h
    FN:1,vm.c:f
    FN:1,util.c:f
    DA:1,2
    DA:3,2
    BRDA:3,0,0,0
    BRDA:3,0,1,1
    BRDA:3,1,2,5
    BRDA:3,1,3,0
    BRDA:3,2,4,-
    BRDA:3,2,5,-
    end_of_record
    SF:ROOT/build/coverage/insns.inc
    DA:1,0
    end_of_record
    SF:ROOT/jit/table_x86_64.inc
    DA:1,0
    end_of_record
    SF:ROOT/include/ruby.h
    DA:1,0
    end_of_record
    SF:/usr/include/stdlib.h
    DA:1,0
    end_of_record
  TEXT

  # The header's branches: two copies of line 3, of which one took each way, and a macro in it with a branch of its own.
  HEADERS = JSON.generate(data: [{ files: [{ filename: "ROOT/internal/vm.h", branches: [[3, 12, 3, 13, 0, 1, 0, 0, 4], [3, 12, 3, 13, 5, 0, 0, 0, 4]],
                                             expansions: [{ source_region: [3, 20, 3, 22, 1, 0, 1, 1], branches: [[9, 1, 9, 4, 7, 0, 1, 0, 4]] }] }] }])

  def in_tree
    Dir.mktmpdir do |folder|
      root = File.realpath(folder)
      SOURCES.each do |path, text|
        Dir.mkdir("#{root}/#{File.dirname(path)}") unless File.directory?("#{root}/#{File.dirname(path)}")
        File.write("#{root}/#{path}", text)
      end
      yield root, LCOV.gsub("ROOT", root), HEADERS.gsub("ROOT", root)
    end
  end

  def test_what_is_counted
    in_tree do |root, lcov, headers|
      files = CoverageReport.read(lcov, root, CoverageReport.headers(headers, root))
      assert_equal %w[internal/vm.h util.c vm.c vm/call.c], files.keys
      assert_equal [5, [6], 4, [5, 5]], files["vm.c"].to_a
      assert_equal [2, [], 4, [3]], files["internal/vm.h"].to_a
      sums = CoverageReport.by_folder(files)
      assert_equal %w[total (top) internal vm], sums.keys
      assert_equal [7, [6], 6, [5, 5]], sums["vm"].to_a
      assert_equal [11, 2, 12, 4], [sums["total"].lines, sums["total"].missed_lines.size, sums["total"].branches, sums["total"].missed_branches.size]
    end
  end

  # Line 5 has two branches that are not reached and one dependent line; the whole of the header's rest is reached.
  def test_named
    in_tree do |root, lcov, headers|
      files = CoverageReport.read(lcov, root, CoverageReport.headers(headers, root))
      rows = CoverageReport.read_unreached("# form\nall\tvm.c\tmain\tif (a || b)\t2\ta reason\nfull\tutil.c\tgone\tx\t1\tother\n", "quick")
      named = CoverageReport.named(files, CoverageReport.functions(lcov, root), rows, root)
      assert_empty named.faults
      assert_equal({ "vm.c" => [[6], [5, 5]] }, named.files)
      rest = CoverageReport.without(files, named)
      assert_equal [4, [], 2, []], rest["vm.c"].to_a
      assert_equal files["vm/call.c"].to_a, rest["vm/call.c"].to_a
      assert_equal [5, [6], 4, [5, 5]], files["vm.c"].to_a
      assert_includes CoverageReport.named_page(rows, named), "1 lines, 2 branches\n     1  a reason\n        vm.c, main: if (a || b)\n"
    end
  end

  # A row for one of two branches leaves the other to be reached.
  def test_named_in_part
    in_tree do |root, lcov|
      files = CoverageReport.read(lcov, root)
      rows = CoverageReport.read_unreached("all\tvm.c\tmain\tif (a || b)\t1\ta reason\n", "full")
      rest = CoverageReport.without(files, CoverageReport.named(files, CoverageReport.functions(lcov, root), rows, root))
      assert_equal [4, [], 3, [5]], rest["vm.c"].to_a
    end
  end

  def test_rows_that_do_not_hold
    in_tree do |root, lcov|
      files = CoverageReport.read(lcov, root)
      faults = lambda do |*row|
        rows = CoverageReport.read_unreached("all\t#{row.join("\t")}\ta reason\n", "full")
        CoverageReport.named(files, CoverageReport.functions(lcov, root), rows, root).faults
      end
      assert_empty faults.("vm.c", "main", "f();", 0)
      assert_equal ["vm.c, main: if (a || b): 2 branches are not reached, the row has 3"], faults.("vm.c", "main", "if (a || b)", 3)
      assert_equal ["vm.c, main: return 0;: the line is reached"], faults.("vm.c", "main", "return 0;", 0)
      assert_equal ["vm.c, main: if (a): names no line"], faults.("vm.c", "main", "if (a)", 1)
      assert_equal ["vm.c, gone: f();: names no line"], faults.("vm.c", "gone", "f();", 0)
      assert_equal ["gone.c, main: f();: names no line"], faults.("gone.c", "main", "f();", 0)
      assert_raises(ArgumentError) { faults.("vm.c", "main", "f();") }
    end
  end

  def test_page
    in_tree do |root, lcov|
      page = CoverageReport.page(CoverageReport.read(lcov, root), root)
      assert_includes page, "     5     2     if (a || b)\n     6 -             f();\n"
      refute_includes page, "VM_ASSERT"
      refute_includes page, "vm/call.c"
    end
  end

  def test_floor
    now = { "total" => CoverageReport::Counts.new(100, [1] * 5, 50, [1] * 5), "gc" => CoverageReport::Counts.new(10, [1], 10, []) }
    floor = CoverageReport.read_floor("# form\nfull\ttotal\t95.05\t90.0\nfull\tgc\t80.00\t100.00\nquick\ttotal\t99.0\t99.0\n", "full")
    fallen, risen = CoverageReport.compare(now, floor)
    assert_empty fallen
    assert_equal ["gc: 90.00 % of the lines reached, the floor is 80.00"], risen
    fallen, = CoverageReport.compare(now, floor.merge("total" => [95.2, 90.0]))
    assert_equal ["total: 95.00 % of the lines reached, the floor is 95.20"], fallen
    assert_empty CoverageReport.compare(now, floor.merge("gc" => [90.4, 100.0])).first
    assert_equal ["gc: 90.00 % of the lines reached, the floor is 90.60"], CoverageReport.compare(now, floor.merge("gc" => [90.6, 100.0])).first
    fallen, = CoverageReport.compare(now, floor.merge("gone" => [1.0, 1.0]))
    assert_equal ["gone: the floor has it, the build does not"], fallen
    fallen, risen = CoverageReport.compare(now, {})
    assert_equal ["the floor has no row `total`"], fallen
    assert_equal ["total: no floor yet", "gc: no floor yet"], risen
  end

  # The program itself: a row counts apart while its line is not reached; then, or if there is no such line, the program fails.
  def test_program_refuses_a_row
    in_tree do |root, lcov, headers|
      Dir.mkdir("#{root}/out")
      File.write("#{root}/out/headers", headers)
      run = lambda do |text, row, *options|
        File.write("#{root}/out/lcov", text)
        File.write("#{root}/out/rows", row)
        Open3.capture2e(RbConfig.ruby, "--disable=gems", TOOL, root, "--from", "lcov", "--headers", "headers", "--floor", "floor", "--unreached", "rows", *options, chdir: "#{root}/out")
      end
      row = "all\tvm.c\tmain\tif (a || b)\t2\ta reason\n"
      out, status = run.(lcov, row, "--raise")
      assert_predicate status, :success?, out
      assert_match(/^without what rows names:\n.*\ntotal +10 +1 +90\.00 +10 +2 +80\.00$/, out)
      assert_match(/^total +11 +2 +81\.82 +12 +4 +66\.67$/, out)
      refute_includes File.read("#{root}/out/missed.txt"), "    if (a || b)"
      assert_includes File.read("#{root}/out/missed.txt"), "a reason\n        vm.c, main: if (a || b)\n"

      out, status = run.(lcov.sub("BRDA:5,0,0,0", "BRDA:5,0,0,7"), row)
      assert_equal 1, status.exitstatus
      assert_includes out, "FAIL coverage: rows: vm.c, main: if (a || b): 1 branches are not reached, the row has 2\ncoverage: 7 passed, 1 failed"
      out, status = run.(lcov, row.sub("a || b", "a && b"))
      assert_equal 1, status.exitstatus
      assert_includes out, "FAIL coverage: rows: vm.c, main: if (a && b): names no line"
      out, status = run.(lcov, row.sub("all", "quick"))
      assert_predicate status, :success?, out
    end
  end

  # The program itself: the floor that a run writes holds for that run, and no longer once a line less is reached.
  def test_program_refuses_a_fall
    in_tree do |root, lcov, headers|
      Dir.mkdir("#{root}/out")
      File.write("#{root}/out/headers", headers)
      run = lambda do |text, *options|
        File.write("#{root}/out/lcov", text)
        Open3.capture2e(RbConfig.ruby, "--disable=gems", TOOL, root, "--from", "lcov", "--headers", "headers", "--floor", "floor", "--unreached", "rows", *options, chdir: "#{root}/out")
      end
      out, status = run.(lcov, "--raise")
      assert_predicate status, :success?, out
      assert_includes out, "coverage: 8 passed, 0 failed"
      assert_includes File.read("#{root}/out/floor"), "full\tvm\t85.71\t66.67\n"
      out, status = run.(lcov)
      assert_predicate status, :success?, out

      out, status = run.(lcov.sub("DA:7,1", "DA:7,0"))
      assert_equal 1, status.exitstatus
      assert_includes out, "FAIL coverage: vm: 71.43 % of the lines reached, the floor is 85.71"
      assert_includes out, "FAIL coverage: total: 72.73 % of the lines reached, the floor is 81.82"
      out, status = run.(lcov.sub("BRDA:1,0,0,1", "BRDA:1,0,0,0"))
      assert_equal 1, status.exitstatus
      assert_includes out, "FAIL coverage: vm: 50.00 % of the branches reached, the floor is 66.67"
      out, status = run.(lcov.sub("DA:6,0", "DA:6,9"))
      assert_predicate status, :success?, out
      assert_includes out, "coverage: vm: 100.00 % of the lines reached, the floor is 85.71: raise it"
    end
  end
end
