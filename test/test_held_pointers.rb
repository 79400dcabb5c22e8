# frozen_string_literal: true
#
# tool/check/held_pointers on small sources: it finds an object that nobody holds, and no other.
require "open3"
require "tmpdir"
require "fileutils"

class TestHeldPointers < Minitest::Test
  TOOL = File.expand_path("../tool/check/held_pointers", __dir__)
  ALLOCATES = "static VALUE\nmake(const char *p)\n{\n    return gc_new_slow(p);\n}\n"

  def check(source, held = "")
    Dir.mktmpdir do |dir|
      FileUtils.mkdir_p("#{dir}/tool/check")
      File.write("#{dir}/tool/check/held_pointers.txt", held)
      File.write("#{dir}/a.c", "/* a.c */\n#{ALLOCATES}\n#{source}")
      Open3.capture2e(RbConfig.ruby, "--disable=gems", TOOL, dir).first
    end
  end

  def function(body, params: "VALUE x", head: "static VALUE")
    "#{head}\nf(#{params})\n{\n#{body}\n}\n"
  end

  LOST = "    VALUE s = g(x);\n    return make(str_ptr(s));"

  def test_an_argument
    assert_match(/\Aa\.c:\d+: f: nobody holds s while make may collect\n/, check(function(LOST)))
    assert_includes check(function("    VALUE s = g(x);\n    VALUE r = make(str_ptr(s));\n    RB_GC_GUARD(s);\n    return r;")), "2 passed, 0 failed"
    assert_includes check(function("    VALUE s = g(x);\n    return g(str_ptr(s));")), " 0 failed"
  end

  def test_a_pointer_kept
    kept = "    VALUE s = g(x);\n    const char *p = str_ptr(s);\n    VALUE r = make(0);\n    h(p);\n%s    return r;"
    assert_includes check(function(kept % "")), "nobody holds s while make may collect"
    assert_includes check(function(kept % "    RB_GC_GUARD(s);\n")), " 0 failed"
  end

  def test_parameters_are_the_callers_but_for_functions_that_all_may_call
    body = "    return make(str_ptr(x));"
    assert_includes check(function(body)), " 0 failed"
    assert_includes check(function(body, head: "VALUE")), "nobody holds x"
  end

  def test_the_list
    assert_includes check(function(LOST), "a.c: f(s) - a reason\n"), " 0 failed"
    assert_includes check("", "a.c: f(s) - a reason\n"), "held_pointers.txt: a.c: f(s): not found any more"
  end
end
