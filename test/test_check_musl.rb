# tool/check/check_musl and musl_calls: a call that only glibc has is refused, in an imported name and in a source that musl-gcc compiles.
require_relative "lib/test_helper"
require "fileutils"
require "open3"
require "tmpdir"

class TestCheckMusl < Minitest::Test
  ROOT = File.expand_path("..", __dir__)
  CHECK = "#{ROOT}/tool/check/check_musl"
  CALLS = "#{ROOT}/tool/check/musl_calls"
  SOUND = "#include <stdio.h>\nint main(void) { puts(\"sound\"); return 0; }\n"
  GLIBC = "#include <stdio.h>\n#include <gnu/libc-version.h>\nint main(void) { puts(gnu_get_libc_version()); return 0; }\n"
  DECLARED = GLIBC.sub("#include <gnu/libc-version.h>", "extern const char *gnu_get_libc_version(void);")

  def setup = @folder = Dir.mktmpdir

  def teardown = FileUtils.rm_rf(@folder)

  def write(files)
    files.each do |name, text|
      FileUtils.mkdir_p(File.dirname("#{@folder}/#{name}"))
      File.write("#{@folder}/#{name}", text, perm: text.start_with?("#!") ? 0o755 : 0o644)
    end
  end

  # Compiles +text+ with this machine's C library and returns what musl_calls prints about the program, and its status.
  def calls(name, text)
    skip "no C compiler or no nm" unless %w[cc nm].all? { |tool| system("command -v #{tool} > /dev/null") }
    write("#{name}.c" => text)
    skip "the C library is not glibc" unless system("cc", "-o", "#{@folder}/#{name}", "#{@folder}/#{name}.c", err: File::NULL)
    out, status = Open3.capture2e(CALLS, "nm", name, chdir: @folder)
    [out, status.exitstatus]
  end

  def test_sound_program
    assert_equal ["musl calls: 1 passed, 0 failed\n", 0], calls("sound", SOUND)
  end

  def test_planted_call
    out = "musl_calls: planted calls gnu_get_libc_version, which musl lacks: call it in internal/platform.h alone, with a replacement, and add it to OWNED.\n"
    assert_equal ["#{out}musl calls: 0 passed, 1 failed\n", 1], calls("planted", GLIBC)
  end

  # A call that internal/platform.h owns passes, and each name that the tool passes stands in that header.
  def test_owned_calls
    assert_equal ["musl calls: 1 passed, 0 failed\n", 0], calls("owned", "#include <malloc.h>\nint main(void) { return malloc_trim(0); }\n")
    header = File.read("#{ROOT}/internal/platform.h")
    owned = File.read(CALLS)[/^OWNED="(.*)"/, 1].split
    assert_equal owned, owned.select { |name| header.match?(/(?<!\w)#{name}\(/) }
  end

  def test_unreadable_file
    write("text" => "no program\n")
    [[%w[nm text], "nm cannot list the imports of text."], [%w[nm absent], "nm cannot list the imports of absent."],
     [%w[nm], "usage: musl_calls NM FILE..., or musl_calls --update."]].each do |words, error|
      out, err, status = Open3.capture3(CALLS, *words, chdir: @folder)
      assert_equal ["", "musl_calls: #{error}\n", 2], [out, err, status.exitstatus]
    end
  end

  # Runs check_musl on a tree whose interpreter is the program +text+ and whose smoke tests are the script +smoke+.  The libraries that
  # check_musl fetches and compiles are planted; musl-gcc is the machine's.
  def musl(text, smoke = "exit 0")
    skip "musl-gcc is missing" unless system("command -v musl-gcc > /dev/null")
    configure = "#!/bin/sh\necho \"$@\" > words\nprintf 'ruby:\\n\\tmusl-gcc -o ruby %s/main.c\\nstdlib:\\n\\ttouch stdlib\\n' \"${0%/*}\" > Makefile\n"
    write("tree/main.c" => text, "tree/configure" => configure, "tree/test/smoke/run" => "#!/bin/sh\necho \"$@\" > names\n#{smoke}\n", "musl/lib/done" => "",
          **%w[array io stdlib strings].to_h { |name| ["tree/test/smoke/#{name}.rb", ""] },
          **%w[g++ dpkg-source bison].to_h { |name| ["bin/#{name}", "#!/bin/sh\n"] })
    out, status = Open3.capture2e({ "PATH" => "#{@folder}/bin:#{ENV["PATH"]}", "MAKEFLAGS" => nil, "MAKELEVEL" => nil }, "sh", CHECK, "tree", chdir: @folder)
    [out, status.exitstatus]
  end

  def test_sound_tree
    out, status = musl(SOUND)
    assert_equal 0, status, out
    assert_equal "./ruby array.rb\n", File.read("#{@folder}/musl/build/names")
    assert_match(/--host=\S+-linux-musl CC=musl-gcc .*--disable-jit/, File.read("#{@folder}/musl/build/words"))
    assert_path_exists "#{@folder}/musl/build/ruby"
  end

  # The first source includes a header that musl lacks; the second declares the function itself and fails at the link.
  def test_tree_with_a_planted_call
    { GLIBC => /gnu\/libc-version\.h/, DECLARED => /undefined reference to [`']gnu_get_libc_version'/ }.each do |text, fault|
      out, status = musl(text)
      assert_match fault, out
      refute_equal 0, status
      refute_path_exists "#{@folder}/musl/build/names"
    end
  end

  def test_tree_with_a_red_smoke_test
    out, status = musl(SOUND, "echo 'FAIL array'; exit 1")
    assert_equal ["FAIL array\n", 1], [out.lines.last, status]
  end

  def test_missing_compiler
    write("tree/configure" => "#!/bin/sh\n")
    FileUtils.mkdir_p("#{@folder}/bin")
    %w[sh uname dirname].each { |name| File.symlink(IO.popen(["sh", "-c", "command -v #{name}"], &:read).chomp, "#{@folder}/bin/#{name}") }
    out, err, status = Open3.capture3({ "PATH" => "#{@folder}/bin" }, "sh", CHECK, "tree", chdir: @folder)
    assert_equal ["", "check_musl: musl-gcc is missing: apt-get install musl-tools g++ dpkg-dev bison.\n", 1], [out, err, status.exitstatus]
    refute_path_exists "#{@folder}/musl"
  end
end
