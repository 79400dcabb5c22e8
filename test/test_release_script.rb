# script/release on a small checkout whose tests and Makefile are planted: what it makes, and each thing that it must refuse.
require_relative "lib/test_helper"
require_relative "lib/release_tree"
require "digest"

class TestReleaseScript < Minitest::Test
  include ReleaseTree
  NAME = "facet-ruby-7.8.9"
  MAKEFILE = <<~MAKE
    dist:
    \techo tarball > #{NAME}.tar.gz
    \tsha256sum #{NAME}.tar.gz > #{NAME}.tar.gz.sha256
    \tsha512sum #{NAME}.tar.gz > #{NAME}.tar.gz.sha512
    \techo '{ "spdxVersion": "SPDX-2.3" }' > #{NAME}.spdx.json
    deb:
    \tmkdir -p packages
    \techo package > packages/facet-ruby_7.8.9_amd64.deb
  MAKE

  # script/test makes build/ with +makefile+; lintian and debootstrap are planted, too.
  def setup
    super
    release_tree
  end

  def release_tree(tests: "exit 0", makefile: MAKEFILE, lintian: "exit 0")
    plant("configure.ac" => "m4_define([facet_version], [7.8.9])\n", "script/release" => File.read("#{ReleaseTree::ROOT}/script/release"),
          "script/build" => "#!/bin/sh\nmkdir -p build\ncat > build/Makefile <<'END'\n#{makefile}END\n",
          "script/test" => "#!/bin/sh\nscript/build\n#{tests}\n", ".gitignore" => "/build\n/release/\n",
          "packaging/ruby-build/facet-7.8.9" => "# definition\n", "Dockerfile" => "FROM debian:bookworm\n",
          "tool/release/dockerfile" => "#!/bin/sh\necho \"$@\" > build/steps\n")
    File.write("#{@folder}/lintian", "#!/bin/sh\n#{lintian}\n")
    File.write("#{@folder}/debootstrap", "#!/bin/sh\nmkdir -p \"$3\"\n")
    ["#{@folder}/lintian", "#{@folder}/debootstrap", "#{@repo}/script/release", "#{@repo}/script/test", "#{@repo}/script/build", "#{@repo}/tool/release/dockerfile"].each { |path| File.chmod(0o755, path) }
    git("add", "-A")
    git("commit", "-q", "--allow-empty", "-m", "plant: add a release")
  end

  def release(*words)
    Open3.capture3(ReleaseTree::GIT.merge("PATH" => "#{@folder}:#{ENV["PATH"]}", "MAKEFLAGS" => nil), "#{@repo}/script/release", *words, chdir: @folder)
  end

  def assert_red(name, *words)
    out, err, status = release(*words)
    assert_equal 1, status.exitstatus, out
    assert_equal "script/release: the check \"#{name}\" is red.\n", err.lines.last
    refute_path_exists "#{@repo}/release"
    err
  end

  def test_products
    out, err, status = release
    assert_predicate status, :success?, out + err
    files = Dir.children("#{@repo}/release/7.8.9")
    assert_equal 7, files.size
    File.readlines("#{@repo}/release/7.8.9/SHA256SUMS", chomp: true).each do |line|
      sum, name = line.split
      assert_equal sum, Digest::SHA256.file("#{@repo}/release/7.8.9/#{name}").hexdigest
    end
    assert_match(/\ADockerfile \. build\/image --base debian:bookworm=/, File.read("#{@repo}/build/steps"))
  end

  def test_without_docker
    _, err, status = release("--without", "docker")
    assert_predicate status, :success?, err
    refute_path_exists "#{@repo}/build/steps"
  end

  # A dry run takes the steps of a release, and an earlier release/ stays as it was.
  def test_dry_run
    steps = release[0].lines.grep(/\Arelease: (?!release)/)
    assert_operator steps.size, :>=, 8
    before = Dir["#{@repo}/release/**/*"].to_h { |path| [path, File.mtime(path)] }
    refute_empty before
    out, err, status = release("--dry-run")
    assert_predicate status, :success?, err
    assert_equal steps + ["release: every check passed; the products are in build/, and release/7.8.9 is not written\n"], out.lines.grep(/\Arelease:/)
    assert_equal before, Dir["#{@repo}/release/**/*"].to_h { |path| [path, File.mtime(path)] }
    assert_path_exists "#{@repo}/build/#{NAME}.tar.gz"
  end

  def test_dry_run_makes_no_folder
    [["--dry-run"], %w[--dry-run --without docker], %w[--without docker --dry-run]].each do |words|
      _, err, status = release(*words)
      assert_predicate status, :success?, err
      refute_path_exists "#{@repo}/release"
    end
    _, err, status = release("--dry-run", "--publish")
    assert_equal [1, "script/release: usage: script/release [--without docker] [--dry-run [--without tests]].\n"], [status.exitstatus, err]
  end

  def test_dry_run_refuses
    release_tree(tests: "echo 1 failed; exit 1")
    assert_red "the tests", "--dry-run"
    release_tree(lintian: "echo 'W: facet-ruby: planted-tag'")
    assert_red "lintian", "--dry-run"
    plant("loose" => "new\n")
    _, err, status = release("--dry-run")
    assert_equal [1, "script/release: the tree is not clean: loose and maybe more. Commit or remove it first.\n"], [status.exitstatus, err]
  end

  # A dry run builds and leaves out red tests, and its last line names that gap; a release refuses the switch before anything is made.
  def test_without_tests
    release_tree(tests: "echo 1 failed; exit 1")
    _, err, status = release("--without", "tests")
    assert_equal [1, "script/release: only a dry run may leave out the tests.\n"], [status.exitstatus, err]
    refute_path_exists "#{@repo}/build"
    [%w[--dry-run --without tests], %w[--without tests --without docker --dry-run]].each do |words|
      out, err, status = release(*words)
      assert_predicate status, :success?, err
      assert_equal "release: the build, without its tests\n", out.lines.first
      assert_includes out.lines.last, "every check passed except the tests, which did not run; "
    end
  end

  def test_without_tests_but_red
    release_tree(lintian: "echo 'W: facet-ruby: planted-tag'")
    assert_red "lintian", "--dry-run", "--without", "tests"
  end

  def test_dirty_tree
    { "configure.ac" => "m4_define([facet_version], [7.8.10])\n", "loose" => "new\n" }.each do |name, text|
      plant(name => text)
      _, err, status = release
      assert_equal [1, "script/release: the tree is not clean: #{name} and maybe more. Commit or remove it first.\n"], [status.exitstatus, err]
      refute_path_exists "#{@repo}/build"
      git("stash", "-u", "-q")
    end
  end

  def test_red_tests
    release_tree(tests: "echo 1 failed; exit 1")
    assert_red "the tests"
    refute_path_exists "#{@repo}/build/#{NAME}.tar.gz"
  end

  def test_tarball_that_differs
    release_tree(makefile: MAKEFILE.sub("echo tarball", "date +%N"))
    assert_red "the tarball is the same bytes twice"
  end

  def test_wrong_sum
    release_tree(makefile: MAKEFILE.sub("sha512sum #{NAME}.tar.gz >", "sha512sum Makefile | sed s/Makefile/#{NAME}.tar.gz/ >"))
    assert_red "the tarball has its sums"
  end

  def test_bill_that_is_no_bill
    release_tree(makefile: MAKEFILE.sub("SPDX-2.3", "SPDX-9"))
    assert_red "the bill of materials"
  end

  def test_packages_that_are_not_made
    release_tree(makefile: MAKEFILE.sub(/^deb:.*/m, "deb:\n\ttrue\n"))
    assert_red "the Debian packages"
  end

  def test_lintian_that_warns
    release_tree(lintian: "echo 'W: facet-ruby: planted-tag'")
    assert_includes assert_red("lintian"), "W: facet-ruby: planted-tag"
  end

  def test_step_of_the_image
    plant("tool/release/dockerfile" => "#!/bin/sh\nexit 1\n")
    commit
    assert_red "the steps of the Dockerfile"
  end

  def test_definition_of_another_version
    git("mv", "packaging/ruby-build/facet-7.8.9", "packaging/ruby-build/facet-7.8.8")
    commit
    assert_red "the definition for ruby-build is this version's"
  end

  def test_build_that_dirties_the_tree
    release_tree(makefile: MAKEFILE.sub("\techo package", "\ttouch ../dirt\n\techo package"))
    assert_red "the tree is clean after the build"
  end
end
