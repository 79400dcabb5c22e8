# tool/check/check_sources refuses what it says: each test plants one fault in a small tree of sources.
require_relative "lib/test_helper"
require "tmpdir"
require "open3"

class TestCheckSources < Minitest::Test
  CHECK = File.expand_path("../tool/check/check_sources", __dir__)
  SOURCES = "# 1 floor\nSRCS_LOW = \\\n\tlow.c \\\n\n# 2 floor\nSRCS = \\\n\ta.c \\\n\thigh.c \\\n"

  # Lines of a function in the house's style.
  def function(body) = "void\nf(void)\n{\n#{body}}\n"

  def lines(number) = "    g();\n" * number

  # Returns what the check prints about a tree in which `files` replace or join the sound ones, and whether it passed.
  def check(files = {})
    sound = { "sources.mk" => SOURCES, "low.c" => "int low;\n", "a.c" => function(lines(60)), "high.c" => "int high;\n",
              "internal/high.h" => "int high_too;\n", ".clang-format" => "DisableFormat: true\n" }
    Dir.mktmpdir do |folder|
      Dir.mkdir("#{folder}/internal")
      sound.merge(files).each { |name, text| File.write("#{folder}/#{name}", text) if text }
      out, _, status = Open3.capture3("sh", CHECK, folder)
      [out.lines.grep_v(/\Asources: |clang-format 19 is not installed/).join, status.success?]
    end
  end

  def refute_sound(expected, files)
    out, sound = check(files)
    assert_equal expected, out
    refute sound
  end

  def test_a_sound_tree
    assert_equal ["", true], check
  end

  def test_lists_of_sources
    refute_sound "sources.mk names what is not there: low.c\n", "low.c" => nil
    refute_sound "sources.mk does not name: b.c\n", "b.c" => "int b;\n"
    refute_sound "sources.mk names twice: a.c\n", "sources.mk" => SOURCES.sub("\ta.c \\\n", "\ta.c \\\n\ta.c \\\n")
    refute_sound "sources.mk: a list is not sorted at: a.c\n", "sources.mk" => SOURCES.sub("\ta.c \\\n\thigh.c \\\n", "\thigh.c \\\n\ta.c \\\n")
  end

  def test_an_include_from_a_floor_above
    refute_sound "includes from a floor above: low.c -> internal/high.h\n", "low.c" => "#include \"internal/high.h\"\n"
  end

  def refute_length(number, text, **more) = refute_sound("functions of more than 60 lines: a.c:3: #{number}\n", { "a.c" => text, **more })

  def test_a_long_function
    refute_length 61, function(lines(61))
  end

  def test_a_brace_in_the_first_column_does_not_end_a_function
    refute_length 63, function("LABEL: {\n#{lines(30)}}\n#{lines(31)}")
  end

  def test_braces_in_strings_characters_and_comments_do_not_end_a_function
    ["    g(\"}\");\n", "    g('}');\n", "    /* } */\n", "    // }\n", "    /*\n}\n */\n", "    g('\"'); g(\"\\\"}\");\n"].each do |line|
      refute_length 60 + line.count("\n"), function(line + lines(60))
    end
  end

  def test_braces_opened_in_both_branches_of_a_condition
    refute_length 65, function("#if A\n    if (a) {\n#else\n    if (b) {\n#endif\n#{lines(59)}    }\n")
  end

  def test_lines_of_included_files_and_of_macros_count
    refute_length 71, function("#include \"part.inc\"\n#{lines(60)}"), "part.inc" => lines(10)
    refute_length 62, function("#define BODY \\\n    g();\n#{lines(60)}")
  end

  def test_two_functions_are_measured_apart
    assert_equal ["", true], check("a.c" => function("    if (a) {\n    }\n") + function(lines(60)))
  end

  def test_a_cell_of_a_frame_by_its_number
    refute_sound "a frame's cell by its number (internal/vm.h has names): a.c:1\n", "a.c" => "int f(int *fp) { return fp[3]; }\n"
    refute_sound "a frame's cell by its number (internal/vm.h has names): a.c:1\n", "a.c" => "int f(int *fp) { return fp[-1]; }\n"
    assert_equal ["", true], check("a.c" => "int f(int *fp, int *afp) { return fp[FP_UP] + afp[3]; }\n")
  end

  def test_a_format_that_would_change
    skip "clang-format 19 is missing" unless system("clang-format-19", "--version", out: File::NULL, err: File::NULL)
    refute_sound ".clang-format would change (make tidy): a.c\n", ".clang-format" => "BasedOnStyle: LLVM\n", "a.c" => "int   a;\n"
  end
end
