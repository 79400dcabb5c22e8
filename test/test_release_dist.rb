# tool/release/dist on a small checkout: what the tarball has, that it is the same bytes each time, and what stops it.
require_relative "lib/test_helper"
require_relative "lib/release_tree"
require "digest"
require "json"

class TestReleaseDist < Minitest::Test
  include ReleaseTree
  TOOL = "#{ReleaseTree::ROOT}/tool/release/dist"
  NAME = "facet-ruby-7.8.9"

  def dist(*more, env: {}, gems: @gems)
    Open3.capture3({ "RUBY" => RbConfig.ruby, "SIGN" => nil }.merge(env), TOOL, @repo, "7.8.9", gems, *more, chdir: @out)
  end

  def members = IO.popen(["tar", "-tf", "#{@out}/#{NAME}.tar.gz"], &:readlines).map(&:chomp)

  def test_members_and_sums
    File.write("#{@repo}/loose", "not committed")
    _, err, status = dist
    assert_predicate status, :success?, err
    %w[configure gems/list gems/cache/alpha-1.0/lib/a.rb gems/cache/omega-2.1.gemspec].each { |name| assert_includes members, "#{NAME}/#{name}" }
    assert_empty members.grep(/loose|chisel|autom4te/)
    bytes = File.binread("#{@out}/#{NAME}.tar.gz")
    assert_equal "#{Digest::SHA256.hexdigest(bytes)}  #{NAME}.tar.gz\n", File.read("#{@out}/#{NAME}.tar.gz.sha256")
    assert_equal "#{Digest::SHA512.hexdigest(bytes)}  #{NAME}.tar.gz\n", File.read("#{@out}/#{NAME}.tar.gz.sha512")
    assert_equal NAME, JSON.parse(File.read("#{@out}/#{NAME}.spdx.json"))["name"]
  end

  # The second run reads a copy of the gems that is younger and that only its owner may read.
  def test_equal_bytes
    dist
    first = Dir["#{@out}/*"].sort.map { |path| [File.basename(path), File.binread(path)] }
    FileUtils.cp_r(@gems, "#{@folder}/again")
    Dir["#{@folder}/again/**/*"].each { |path| File.chmod(File.directory?(path) ? 0o700 : 0o600, path) }
    dist(gems: "#{@folder}/again")
    assert_equal first, Dir["#{@out}/*"].sort.map { |path| [File.basename(path), File.binread(path)] }
    assert_equal 4, first.size
  end

  def test_without_gems
    FileUtils.rm_rf("#{@gems}/omega-2.1")
    _, err, status = dist("no")
    assert_predicate status, :success?, err
    assert_empty members.grep(/cache/)
  end

  def test_missing_gem_leaves_nothing
    dist
    FileUtils.rm_rf("#{@gems}/omega-2.1")
    _, err, status = dist
    assert_equal [1, "dist: the gem omega-2.1 is not in #{@gems}: run script/setup --gems.\n"], [status.exitstatus, err]
    assert_empty Dir.children(@out)
  end

  def test_no_checkout
    FileUtils.rm_rf("#{@repo}/.git")
    _, err, status = dist
    assert_equal 1, status.exitstatus
    assert_equal "dist: #{@repo} is not a checkout of git with a commit.\n", err
  end

  def test_licence_that_spdx_lacks
    plant("THIRD_PARTY.md" => ReleaseTree::PAGE.sub("| MIT |", "| Beer |"))
    commit
    _, err, status = dist
    assert_equal 1, status.exitstatus
    assert_includes err, "sbom: alpha: SPDX has no licence \"Beer\"."
    assert_empty Dir.children(@out)
  end

  def test_signatures
    File.write("#{@folder}/sign", "#!/bin/sh\necho \"$1 $2\" > \"$2.sig\"\n", perm: 0o755)
    _, err, status = dist(env: { "SIGN" => "#{@folder}/sign --key" })
    assert_predicate status, :success?, err
    assert_equal "--key #{NAME}.tar.gz\n", File.read("#{@out}/#{NAME}.tar.gz.sig")
    assert_path_exists "#{@out}/#{NAME}.spdx.json.sig"
  end

  def test_signing_that_fails
    { "false" => "failed for", "true" => "left neither" }.each do |command, words|
      _, err, status = dist(env: { "SIGN" => command })
      assert_equal 1, status.exitstatus
      assert_includes err, "dist: the command SIGN (#{command}) #{words} #{NAME}.tar.gz"
      assert_empty Dir.children(@out)
    end
  end
end
