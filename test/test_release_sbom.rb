# tool/release/sbom.rb: the document it makes of planted pages, and the one of this tree.
require_relative "lib/test_helper"
require "json"
require_relative "../tool/release/sbom"
require_relative "lib/release_tree"

class TestReleaseSbom < Minitest::Test
  ROOT = ReleaseTree::ROOT
  REQUIRED = %i[SPDXID name versionInfo downloadLocation licenseConcluded licenseDeclared copyrightText].freeze

  def planted = Sbom.parts(ReleaseTree::PAGE)

  def test_parts
    assert_equal %w[alpha beta gamma delta epsilon], planted.map(&:name)
    assert_equal %w[CONTAINS STATIC_LINK DYNAMIC_LINK OPTIONAL_DEPENDENCY_OF OPTIONAL_DEPENDENCY_OF], planted.map(&:link)
  end

  def test_expressions
    assert_equal "GPL-3.0-or-later WITH GCC-exception-3.1", Sbom.expression("GPL-3.0 with the runtime exception", "x")
    assert_equal "LGPL-3.0-or-later OR GPL-2.0-or-later", Sbom.expression("LGPL-3.0-or-later or GPL-2.0-or-later", "x")
    assert_raises(Sbom::Error) { Sbom.expression("Beer", "x") }
  end

  def test_page_without_a_table
    assert_raises(Sbom::Error) { Sbom.parts("Nothing is here.\n") }
    assert_raises(Sbom::Error) { Sbom.parts(ReleaseTree::PAGE[/.*(?=\n\nExtensions)/m]) }
  end

  def test_gems
    assert_equal %w[alpha omega], Sbom.gems(ReleaseTree::LIST).map(&:name)
  end

  def test_this_tree
    document = Sbom.document(ROOT, "1.2.3", "f" * 40, "1700000000", nil)
    ids = document[:packages].map { |package| package[:SPDXID] }
    assert_equal ids.uniq, ids
    ids.each { |id| assert_match(/\ASPDXRef-[A-Za-z0-9.-]+\z/, id) }
    document[:packages].each { |package| REQUIRED.each { |field| refute_empty package.fetch(field).to_s, "#{package[:SPDXID]} #{field}" } }
    assert_equal "2023-11-14T22:13:20Z", document[:creationInfo][:created]
    ends = document[:relationships].flat_map { |r| [r[:spdxElementId], r[:relatedSpdxElement]] }.tally
    assert_equal 0, (ends.keys - ids - ["SPDXRef-DOCUMENT"]).size
    (ids - ["SPDXRef-facet-ruby"]).each { |id| assert_equal 1, ends[id], id }
    sums = File.read("#{ROOT}/gems/list").scan(/^\w.* (\h{64}) (?!tool)/).flatten
    assert_equal sums, document[:packages].filter_map { |package| package[:checksums]&.first&.fetch(:checksumValue) }
  end

  def test_equal_bytes
    one, two, three = %w[a a b].map { |commit| JSON.generate(Sbom.document(ROOT, "1.2.3", commit, "1", nil)) }
    assert_equal one, two
    refute_equal JSON.parse(one)["documentNamespace"], JSON.parse(three)["documentNamespace"]
  end
end
