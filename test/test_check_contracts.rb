# tool/check/check_contracts refuses what it says: each test plants one false statement in a small tree of sources.
require_relative "lib/test_helper"
require "tmpdir"
require "open3"

class TestCheckContracts < Minitest::Test
  CHECK = File.expand_path("../tool/check/check_contracts", __dir__)
  CONTRACT = "/*\n * a.h - a header.\n *\n * HEAP-1    A fact.\n * Checked   gc_run()\n */\nvoid gc_run(void);\n"
  PAGE = "# A page\n\n`a.h` has HEAP-1, and `gc_run()` keeps it.\n```\n`none.h`\n```\n"

  OWNER = "/*\n * speed.h - how fast; owns the switch SPEED.\n */\n"

  # Returns the problems that the check prints about a tree in which `files` replace or join the sound ones.
  def problems(files = {})
    Dir.mktmpdir do |folder|
      { "a.h" => CONTRACT, "page.md" => PAGE, "vm_config.h" => "#ifndef SPEED\n#define SPEED 1\n#endif\n", "speed.h" => OWNER }.merge(files).each do |name, text|
        File.write("#{folder}/#{name}", text)
      end
      out, _, status = Open3.capture3(RbConfig.ruby, "--disable-gems", CHECK, folder)
      *problems, last = out.lines(chomp: true)
      assert_match(/\Acontracts: [1-9]\d* passed, #{problems.size} failed\z/, last)
      assert_equal problems.empty?, status.success?
      problems
    end
  end

  def comment(text) = problems("b.c" => "/* #{text} */\n").map { _1.delete_prefix("b.c:1: ") }

  def page(text) = problems("page.md" => "#{PAGE}#{text}\n").map { _1.delete_prefix("page.md:7: ") }

  def test_a_sound_tree
    assert_equal [], problems
    assert_equal [], comment("a.h, stdio.h and gc_run() and HEAP-1")
    assert_equal [], page("`a.h`, `stdio.h`, `gc_run()`, HEAP-1, ISO-8859-1 and `X/capi.c`, the capi of a folder X")
  end

  def test_files_that_are_missing
    assert_equal ["names none.h, which does not exist"], comment("See none.h.")
    assert_equal ["names b_*.c, which no file is"], comment("See b_*.c.")
    assert_equal ["names none.h, which does not exist"], page("See `none.h`.")
    assert_equal ["names sub/a.h, which does not exist"], page("See `sub/a.h`.")
  end

  def test_functions_that_are_missing
    assert_equal ["names gc_none(), which does not exist"], comment("See gc_none().")
    assert_equal ["b.c:2: names none(), which does not exist"], problems("b.c" => "/*\n * Checked   none()\n */\n")
    assert_equal ["names gc_none(), which does not exist"], page("See `gc_none()`.")
  end

  def test_codes
    assert_equal ["cites HEAP-2, which no contract defines"], comment("See HEAP-2.")
    assert_equal ["b.c:3: cites HEAP-2, which no contract defines"], problems("b.c" => "\n\n/* See HEAP-2. */\n")
    assert_equal ["cites HEAP-2, which no contract defines"], page("See HEAP-2.")
    assert_equal ["b.h:2: HEAP-1 is defined in a.h, too"], problems("b.h" => "/*\n * HEAP-1    Another fact.\n */\n")
    assert_equal ["b.h:2: an invariant's code without its module: H1"], problems("b.h" => "/*\n * H1  A fact.\n */\n")
  end

  def test_a_switch_has_one_owner
    assert_equal [], problems("b.c" => "int b = SPEED;\n")
    assert_equal ["vm_config.h:1: SPEED has no owner: no header's contract says that it owns the switch"],
                 problems("speed.h" => "/*\n * speed.h - how fast.\n */\nint speed = SPEED;\n")
    assert_equal ["vm_config.h:1: SPEED has several owners: fast.h, speed.h"],
                 problems("fast.h" => "/*\n * fast.h - the only reader of SPEED.\n */\n")
  end

  def test_a_switch_with_another_reader
    owner = { "speed.h" => "/*\n * speed.h - the only reader of SPEED.\n */\nint speed = SPEED;\n" }
    assert_equal [], problems(owner)
    assert_equal ["b.c:1: reads SPEED, of which speed.h says it is the only reader"], problems(owner.merge("b.c" => "int b = SPEED;\n"))
  end
end
