# test_check_hardening.rb - tool/check/check_hardening on planted programs that lack one measure each.
require_relative "lib/test_helper"
require "fileutils"
require "open3"
require "tmpdir"

class TestCheckHardening < Minitest::Test
  TOOL = File.expand_path("../tool/check/check_hardening", __dir__)
  SOURCE = <<~C
    #include <stdio.h>
    #include <string.h>
    int main(int argc, char **argv) { char text[64]; strcpy(text, argv[argc - 1]); snprintf(text, 60 + (size_t)argc, "%s", argv[0]); return puts(text) < 0; }
  C
  GOOD = %w[-O2 -fPIE -pie -fstack-protector-strong -U_FORTIFY_SOURCE -D_FORTIFY_SOURCE=2 -Wl,-z,relro,-z,now].freeze
  FAULTS = {
    "the code is not position independent" => %w[-no-pie -fno-PIE], "the table of addresses stays writable" => %w[-Wl,-z,norelro],
    "addresses are bound when first used" => %w[-Wl,-z,lazy], "the stack is executable" => %w[-Wl,-z,execstack],
    "no function has a stack protector" => %w[-fno-stack-protector], "no call of libc is checked" => %w[-U_FORTIFY_SOURCE -D_FORTIFY_SOURCE=0]
  }.freeze

  def setup
    %w[gcc readelf].each { |name| skip "#{name} is missing" unless system("command -v #{name} > /dev/null") }
    @folder = Dir.mktmpdir
    FileUtils.mkdir_p("#{@folder}/tree/bin")
    File.write("#{@folder}/main.c", SOURCE)
  end

  def teardown = @folder && FileUtils.rm_rf(@folder)

  def compile(name, *more)
    out, status = Open3.capture2e("gcc", *GOOD, *more, "-o", "#{@folder}/tree/bin/#{name}", "#{@folder}/main.c")
    skip "gcc refuses #{more}: #{out}" unless status.success?
  end

  def check(tree = "#{@folder}/tree")
    out, status = Open3.capture2e(RbConfig.ruby, "--disable-gems", TOOL, tree)
    [out, status.exitstatus]
  end

  def test_hardened
    compile("good")
    File.write("#{@folder}/tree/bin/text", "#!/bin/sh\n")
    File.symlink("good", "#{@folder}/tree/bin/link")
    assert_equal ["hardening: 1 files checked, 0 failed\n", 0], check
  end

  def test_each_fault
    FAULTS.each do |fault, options|
      compile("planted", *options)
      out, status = check
      assert_equal [1, 1], [status, out.lines.grep(/#{Regexp.escape(fault)}/).size], "#{fault}: #{out}"
    end
  end

  # One bad file among good ones is named.
  def test_one_of_two
    compile("good")
    compile("bad", "-Wl,-z,execstack")
    assert_equal ["bin/bad: the stack is executable\nhardening: 2 files checked, 1 failed\n", 1], check
  end

  # Hardened programs do not cover for extensions.
  def test_extensions_are_a_group
    compile("good")
    FileUtils.mkdir_p("#{@folder}/tree/lib/ruby")
    compile("../lib/ruby/planted.so", "-fno-stack-protector")
    assert_equal ["extensions: no function has a stack protector\nhardening: 2 files checked, 1 failed\n", 1], check
  end

  def test_nothing_to_check
    assert_equal ["#{@folder}/tree: there is no program and no shared object\nhardening: 0 files checked, 1 failed\n", 1], check
    out, status = check("#{@folder}/none")
    assert_equal ["check_hardening: #{@folder}/none is not a folder.\n", 1], [out, status]
  end
end
