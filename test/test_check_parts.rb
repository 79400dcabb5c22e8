# test_check_parts.rb - tool/check/check_parts on planted parts and planted advisories, and on this tree.
require_relative "lib/test_helper"
require "fileutils"
require "json"
require "open3"
require "tmpdir"
require_relative "lib/release_tree"

class TestCheckParts < Minitest::Test
  TOOL = "#{ReleaseTree::ROOT}/tool/check/check_parts"

  def setup
    @folder = Dir.mktmpdir
    FileUtils.mkdir_p("#{@folder}/gems")
    File.write("#{@folder}/THIRD_PARTY.md", ReleaseTree::PAGE)
    File.write("#{@folder}/gems/list", ReleaseTree::LIST)
  end

  def teardown = FileUtils.rm_rf(@folder)

  def check(*paths, source: @folder, ruby: "-")
    out, err, status = Open3.capture3(RbConfig.ruby, TOOL, source, ruby, *paths)
    [out, err, status.exitstatus]
  end

  # Writes one advisory; the affected versions are from +events+.
  def advisory(name, ecosystem, *events, **more)
    path = "#{@folder}/#{name}-#{ecosystem}.json"
    affected = { package: { name: name, ecosystem: ecosystem }, ranges: [{ type: "ECOSYSTEM", events: events }] }
    File.write(path, JSON.generate({ id: "TEST-1", summary: "planted", affected: [affected] }.merge(more)))
    path
  end

  def test_list
    out, err, status = check
    assert_equal ["", 0], [err, status]
    assert_equal "alpha    1.0           compiled in\n", out.lines.first
    assert_includes out, "beta     2.0           linked statically\n"
    assert_includes out, "delta    the system's  linked by an extension\n"
    assert_includes out, "omega    2.1           default gem\n"
    assert_equal "parts: 7; no list of advisories was given\n", out.lines.last
  end

  def test_vulnerable_gem
    out, _, status = check(advisory("omega", "RubyGems", { introduced: "0" }, { fixed: "2.1.1" }))
    assert_equal 1, status
    assert_equal ["AFFECTED omega 2.1: TEST-1: planted\n", "parts: 7; 1 advisories compared, 1 cover a part\n"], out.lines.last(2)
  end

  def test_vulnerable_library
    out, _, status = check(advisory("beta", "OSS-Fuzz", { introduced: "1.5" }, { last_affected: "2.0" }))
    assert_equal [1, 1], [status, out.scan("AFFECTED beta 2.0").size]
  end

  # Fixed in this version, introduced later, another name, another ecosystem, a pre-release of the fix, withdrawn, commits.
  def test_what_is_not_covered
    paths = [advisory("omega", "RubyGems", { introduced: "0" }, { fixed: "2.1" }), advisory("gamma", "A", { introduced: "3.1" }), advisory("chisel", "RubyGems", { introduced: "0" }),
             advisory("omega", "PyPI", { introduced: "0" }), advisory("beta", "RubyGems", { introduced: "0" }), advisory("gamma", "B", { introduced: "0" }, { last_affected: "2.9" }),
             advisory("gamma", "C", { introduced: "0" }, withdrawn: "2026-01-01T00:00:00Z"),
             advisory("gamma", "D", affected: [{ package: { name: "gamma", ecosystem: "" }, ranges: [{ type: "GIT", events: [{ introduced: "0" }] }] }])]
    out, err, status = check(*paths)
    assert_equal ["", 0], [err, status], out
    refute_includes out, "AFFECTED"
    assert_equal 1, check(advisory("omega", "RubyGems", { introduced: "2.1.rc1" }, { fixed: "2.2" })).last
  end

  # The second of two ranges, and a list of versions.
  def test_ranges_and_versions
    assert_equal 1, check(advisory("omega", "RubyGems", { introduced: "0" }, { fixed: "1.0" }, { introduced: "2.0" }, { fixed: "2.2" })).last
    assert_equal 0, check(advisory("omega", "RubyGems", { introduced: "0" }, { fixed: "1.0" }, { introduced: "2.2" }, { fixed: "2.3" })).last
    assert_equal 1, check(advisory("omega", "RubyGems", affected: [{ package: { name: "omega", ecosystem: "RubyGems" }, versions: %w[2.0 2.1] }])).last
    assert_equal 0, check(advisory("omega", "RubyGems", affected: [{ package: { name: "omega", ecosystem: "RubyGems" }, versions: %w[2.0] }])).last
  end

  def test_forms_of_a_list
    one = JSON.parse(File.read(advisory("omega", "RubyGems", { introduced: "0" })))
    FileUtils.mkdir_p("#{@folder}/list")
    File.write("#{@folder}/list/array.json", JSON.generate([one, one]))
    File.write("#{@folder}/list/lines.json", "#{JSON.generate(one)}\n#{JSON.generate(one)}\n")
    assert_includes check("#{@folder}/list").first, "4 advisories compared, 4 cover a part"
  end

  def test_bad_input
    File.write("#{@folder}/text", "nothing\n")
    File.write("#{@folder}/number", "1\n")
    assert_equal ["", "check_parts: #{@folder}/text is not JSON.\n", 2], check("#{@folder}/text")
    assert_equal ["", "check_parts: #{@folder}/number is not a list of advisories in OSV's format.\n", 2], check("#{@folder}/number")
    assert_equal 2, check("#{@folder}/none").last
    assert_equal 2, check(source: "#{@folder}/none").last
    assert_equal 2, check(ruby: "#{@folder}/none").last
  end

  def test_this_tree
    out, err, status = check(source: ReleaseTree::ROOT, ruby: RbConfig.ruby)
    assert_equal ["", 0], [err, status]
    assert_match(/^prism +#{Regexp.escape(File.read("#{ReleaseTree::ROOT}/gems/list")[/^prism (\S+)/, 1])} +compiled in$/, out)
    require "zlib"
    assert_match(/^zlib +#{Regexp.escape(Zlib.zlib_version)} +linked by an extension$/, out)
  end
end
