# frozen_string_literal: true
#
# sbom.rb - the bill of materials of a release: SPDX 2.3 in JSON, on standard output.
#
#   ruby sbom.rb SOURCE VERSION COMMIT TIME [GEMS]
#
#   SOURCE   a source tree: THIRD_PARTY.md has the parts, gems/list the gems and their SHA-256
#   COMMIT   the commit of the release; TIME is its time, in seconds since 1970
#   GEMS     the folder of the gems' specifications, which name their licences (without it: NOASSERTION)
#
# Owns      the SPDX ids: SPDXRef-facet-ruby, SPDXRef-part-NAME for a row of THIRD_PARTY.md, SPDXRef-gem-NAME for a gem.
# SBOM-1    Equal arguments give equal bytes: the document's name space is a digest of the version and the commit.
# SBOM-2    Each package has exactly one relationship to SPDXRef-facet-ruby.
# SBOM-3    A licence that SPDX does not define stops the program, which then prints no document.
# Checked   test/test_release_sbom.rb
require "digest"
require "json"

module Sbom
  LICENCES = %w[
    0BSD Apache-2.0 BSD-2-Clause BSD-3-Clause GPL-2.0-only GPL-2.0-or-later GPL-3.0-only GPL-3.0-or-later LGPL-2.1-only
    LGPL-2.1-or-later LGPL-3.0-or-later MIT PSF-2.0 Ruby Unicode-3.0 Zlib
  ].freeze
  # Names that THIRD_PARTY.md and the specifications of gems use, and SPDX's names for the same licences.
  OTHER_NAMES = { "GPL-3.0 with the runtime exception" => "GPL-3.0-or-later WITH GCC-exception-3.1", "BSDL" => "BSD-2-Clause", "PSFL" => "PSF-2.0" }.freeze
  LINKS = { "linked statically" => "STATIC_LINK", "linked dynamically" => "DYNAMIC_LINK" }.freeze
  GEMS_ROW = "the default and the bundled gems"

  # A row of THIRD_PARTY.md, or a library of its paragraph about extensions.
  Part = Struct.new(:name, :version, :licence, :link)
  # A line of gems/list.
  PinnedGem = Struct.new(:name, :version, :sum, :kind)

  class Error < StandardError; end

  module_function

  # Returns the SPDX expression of +text+, the licence of +name+.
  def expression(text, name)
    text.split(/ or | OR /).map do |id|
      next OTHER_NAMES[id] if OTHER_NAMES.key?(id)
      LICENCES.include?(id) ? id : raise(Error, "#{name}: SPDX has no licence #{id.inspect}")
    end.join(" OR ")
  end

  # Returns the parts that the page THIRD_PARTY.md names: the rows of its table, then the libraries that extensions link.
  def parts(page)
    rows = page.scan(/^\| (.+) \|$/).map { |(row)| row.split(" | ") }.reject { |cells| cells[0] == "part" || cells[0] == GEMS_ROW }
    raise Error, "THIRD_PARTY.md has no table of parts" if rows.empty?
    found = rows.map { |title, version, licence, binary| Part.new(title.split(",").first, version, licence, LINKS.fetch(binary, "CONTAINS")) }
    paragraph = page[/^Extensions of the default gems link .*?(?=\n\n|\z)/m]
    raise Error, "THIRD_PARTY.md has no paragraph about the libraries of extensions" unless paragraph
    found + paragraph.scan(/(\w+) \(([\w.-]+)\)/).map { |name, licence| Part.new(name, "the system's", licence, "OPTIONAL_DEPENDENCY_OF") }
  end

  # Returns the gems of the text of gems/list, except those that only tools use.
  def gems(list)
    list.lines.map { |line| line.sub(/#.*/, "").split }.reject(&:empty?).map { |fields| PinnedGem.new(*fields) }.reject { |gem| gem.kind == "tool" }
  end

  # Returns the SPDX expression that the specification of +gem+ in +folder+ names, or NOASSERTION if there is none.
  def gem_licence(gem, folder)
    path = folder && File.join(folder, "#{gem.name}-#{gem.version}.gemspec")
    return "NOASSERTION" unless path && File.file?(path)
    named = File.read(path, encoding: "UTF-8")[/\.licenses\s*=\s*\[(.*?)\]/m, 1].to_s.scan(/"([^"]+)"/).flatten
    named.empty? ? "NOASSERTION" : expression(named.join(" OR "), gem.name)
  end

  # Returns what an SPDX id may consist of, made from +name+.
  def id(kind, name) = "SPDXRef-#{kind}-#{name.downcase.gsub(/[^a-z0-9.]+/, "-").gsub(/\A-|-\z/, "")}"

  def package(id, name, version, licence, **more)
    { SPDXID: id, name: name, versionInfo: version, downloadLocation: "NOASSERTION", filesAnalyzed: false,
      licenseConcluded: "NOASSERTION", licenseDeclared: licence, copyrightText: "NOASSERTION" }.merge(more)
  end

  def gem_package(gem, folder)
    package(id("gem", gem.name), gem.name, gem.version, gem_licence(gem, folder),
            checksums: [{ algorithm: "SHA256", checksumValue: gem.sum }],
            externalRefs: [{ referenceCategory: "PACKAGE-MANAGER", referenceType: "purl", referenceLocator: "pkg:gem/#{gem.name}@#{gem.version}" }])
  end

  # Returns the relationship of +part+ with the release; an optional dependency is written from the part's side.
  def relationship(part_id, type)
    return { spdxElementId: part_id, relationshipType: type, relatedSpdxElement: "SPDXRef-facet-ruby" } if type.end_with?("_OF")
    { spdxElementId: "SPDXRef-facet-ruby", relationshipType: type, relatedSpdxElement: part_id }
  end

  def name_space(version, commit)
    hex = Digest::SHA256.hexdigest("facet-ruby #{version} #{commit}")
    hex[12] = "8" # a UUID of version 8: its bits are the maker's
    hex[16] = (hex[16].hex & 3 | 8).to_s(16)
    "urn:uuid:#{[hex[0, 8], hex[8, 4], hex[12, 4], hex[16, 4], hex[20, 12]].join("-")}"
  end

  def document(source, version, commit, time, folder)
    named = parts(File.read(File.join(source, "THIRD_PARTY.md"), encoding: "UTF-8"))
    pinned = gems(File.read(File.join(source, "gems/list"), encoding: "UTF-8"))
    own = package("SPDXRef-facet-ruby", "facet-ruby", version, "BSD-2-Clause", sourceInfo: "commit #{commit}", primaryPackagePurpose: "APPLICATION")
    { spdxVersion: "SPDX-2.3", dataLicense: "CC0-1.0", SPDXID: "SPDXRef-DOCUMENT", name: "facet-ruby-#{version}",
      documentNamespace: name_space(version, commit),
      creationInfo: { created: Time.at(Integer(time)).utc.strftime("%Y-%m-%dT%H:%M:%SZ"), creators: ["Tool: facet-ruby-sbom-#{version}"] },
      packages: [own] + named.map { |part| package(id("part", part.name), part.name, part.version, expression(part.licence, part.name)) } +
        pinned.map { |gem| gem_package(gem, folder) },
      relationships: [{ spdxElementId: "SPDXRef-DOCUMENT", relationshipType: "DESCRIBES", relatedSpdxElement: "SPDXRef-facet-ruby" }] +
        named.map { |part| relationship(id("part", part.name), part.link) } + pinned.map { |gem| relationship(id("gem", gem.name), "CONTAINS") } }
  end

  def main(arguments)
    abort "sbom: usage: sbom.rb SOURCE VERSION COMMIT TIME [GEMS]" unless arguments.size.between?(4, 5)
    puts JSON.pretty_generate(document(*arguments, *([nil] * (5 - arguments.size))))
  rescue Error, SystemCallError, ArgumentError => e
    abort "sbom: #{e.message}."
  end
end

Sbom.main(ARGV) if $PROGRAM_NAME == __FILE__
