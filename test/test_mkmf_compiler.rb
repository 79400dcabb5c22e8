# mkmf on a machine that lacks the compilers of the build: which it takes instead, and what it prints.
require_relative "lib/test_helper"
require "fileutils"
require "open3"
require "tmpdir"

class TestMkmfCompiler < Minitest::Test
  # Runs +program+ after `require "mkmf"`, with compilers in RbConfig that do not exist.
  def without_build_compilers(program, env = {}, keys = %w[CC CXX])
    lose = keys.map { |key| "RbConfig.fire_update!(#{key.dump}, \"lost-#{key.downcase}-99\")" }.join("; ")
    Dir.mktmpdir do |dir|
      return Open3.capture3(env, RbConfig.ruby, "-e", "require 'rbconfig'; #{lose}; require 'mkmf'; #{program}", chdir: dir)
    end
  end

  def test_replaced_once
    skip "gcc does not link what clang's sanitizers built" if sanitized?
    out, err, status = without_build_compilers("p have_type('size_t', 'stddef.h'); require 'mkmf/installed_compiler'; MakeMakefile::InstalledCompiler.choose; puts RbConfig::CONFIG['LDSHARED']")
    assert_predicate status, :success?, err
    assert_match(/\Amkmf: replaced lost-cc-99 by \S+, lost-cxx-99 by \S+: the former is not installed\.\n/, out)
    assert_equal 1, out.scan("replaced").size
    assert_match(/^true$/, out)
    refute_match(/^lost/, out)
  end

  def test_nothing_replaced
    out, err, status = without_build_compilers("", {}, [])
    assert_equal ["", "", true], [out, err, status.success?]
  end

  # config.h defines HAVE_STDCKDINT_H and HAVE_X86INTRIN_H only for a compiler that has the header.
  def test_headers_of_another_compiler
    out, = without_build_compilers("puts \"CC \#{RbConfig::CONFIG['CC']}\", \"H \#{$arch_hdrdir}/ruby/config.h\"")
    compiler, header = out[/^CC (.*)/, 1].split, out[/^H (.*)/, 1]
    Dir.mktmpdir do |dir|
      names = %w[stdckdint x86intrin].select { |name| File.read(header).match?(/define HAVE_#{name.upcase}_H 1/) }
      macros = names.map { |name| "HAVE_#{name.upcase}_H" }
      defined = -> { Open3.capture2(*compiler, "-nostdinc", "-isystem", dir, "-E", "-dM", header)[0].scan(/#define (HAVE_\w+) 1$/).flatten }
      assert_includes defined.call, "HAVE_STDIO_H"
      assert_empty defined.call & macros
      names.each { |name| File.write("#{dir}/#{name}.h", "") }
      assert_equal macros, macros & defined.call
    end
  end

  # The only compiler is a script that refuses what gcc 12 refuses.
  def test_refused_warnings
    Dir.mktmpdir do |tools|
      File.write("#{tools}/gcc", "#!/bin/sh\ncase \"$*\" in *-Wno-error=implicit-int*) exit 1 ;; esac\nexit 0\n", perm: 0o755)
      program = "RbConfig.fire_update!('CC', 'lost'); RbConfig.fire_update!('cflags', '-O -Wno-error=implicit-int -Wno-error=unused'); load 'mkmf/installed_compiler.rb'; " \
                "puts RbConfig::CONFIG.values_at('CC', 'cflags')"
      out, err, status = Open3.capture3({ "PATH" => tools }, RbConfig.ruby, "-rrbconfig", "-e", program)
      assert_predicate status, :success?, err
      assert_equal %W[gcc -O\ -Wno-error=unused], out.lines.last(2).map(&:chomp)
    end
  end

  def test_no_compiler
    Dir.mktmpdir do |empty|
      out, err, status = without_build_compilers("puts 1", { "PATH" => empty })
      assert_equal 1, status.exitstatus
      assert_empty out
      assert_match(/\Amkmf: no C compiler is installed: .*build-essential.*dnf.*apk.*\.\n\z/, err)
    end
  end
end
