# measurements.rb - appends a row to doc/measurements.tsv for a tool that has measured, and judges the rows that are there.
#
#   Measurements.append(command: "make insn-cost", value: "33 passed", spread: "0 failed", note: "a clang build")
#     does nothing unless the environment has MEASUREMENTS=1; MEASUREMENTS_FILE names another file, MEASUREMENTS_LOAD the load
#   Measurements.read(text)            the rows, each a Row
#   Measurements.faults(text, root)    a sentence for each row that lacks a column or whose commit is unknown
#   Measurements.unquoted(page, rows)  a sentence for each figure of a page that no row holds
#
# A row is of the commit that is checked out.  A tree with changes that are not committed has no commit to name: nothing is appended, and that is printed.
# Runs on any Ruby from 2.7 on.
require "etc"
require "open3"

module Measurements
  COLUMNS = %w[date commit machine load command value spread note].freeze
  Row = Struct.new(*COLUMNS.map(&:to_sym))
  TOP = File.expand_path("../..", __dir__)
  # A number that a reader would call a figure: a decimal fraction, a percentage, or three digits and more.
  FIGURE = /(?<![\w.,-])(?:\d+(?:[.,]\d+)+(?: %)?|\d+ %|\d{3,}(?: %)?)(?![\w.-]*\w)/.freeze

  module_function

  # Appends one row and returns it, or returns nil if MEASUREMENTS is not 1 or no commit describes the tree.
  def append(command:, value:, spread: nil, note: nil, file: nil, root: TOP)
    return unless ENV["MEASUREMENTS"] == "1"

    file ||= ENV["MEASUREMENTS_FILE"] || "#{TOP}/doc/measurements.tsv"
    changed = git(root, "status", "--porcelain", "--untracked-files=no")&.lines&.reject { |line| line.end_with?("doc/measurements.tsv\n") }
    commit = git(root, "rev-parse", "--short=7", "HEAD")&.strip
    unless commit && changed.empty?
      warn "measurements: no row: #{commit ? "the tree has changes that are not committed" : "#{root} is no git tree"}"
      return
    end
    row = Row.new(Time.now.strftime("%Y-%m-%d"), commit, machine, load, *[command, value, spread, note].map { |cell| cell(cell) })
    File.write(file, "#{COLUMNS.join("\t")}\n") unless File.size?(file)
    File.open(file, "a") { |f| f.puts row.to_a.join("\t") }
    row
  end

  def read(text) = text.lines(chomp: true).drop(1).map { |line| Row.new(*line.split("\t", -1).first(COLUMNS.size)) }

  def faults(text, root = TOP)
    header, *lines = text.lines(chomp: true)
    found = header == COLUMNS.join("\t") ? [] : ["the first line is not the names of the columns"]
    known = Hash.new { |hash, commit| hash[commit] = commit?(root, commit) }
    lines.each.with_index(2) do |line, number|
      cells = line.split("\t", -1)
      if cells.size != COLUMNS.size || cells.any? { |cell| cell.strip.empty? } then found << "line #{number}: #{COLUMNS.size} columns are needed, - for an empty one"
      elsif cells[0] !~ /\A\d{4}-\d\d-\d\d\z/ then found << "line #{number}: #{cells[0]} is not a date"
      elsif !known[cells[1]] then found << "line #{number}: no commit #{cells[1]}"
      end
    end
    found
  end

  # A row of a table that has `command`, commit must agree with one row in all three; any other figure only in its value.
  def unquoted(page, rows)
    text = page.gsub(/^```.*?^```$/m, "")
    tabled = text.scan(/^\| ([\d.]+(?: %)?) \|.*\| `([^`]+)`, ([0-9a-f]{7}) \|/)
    wrong = tabled.reject { |value, command, commit| rows.any? { |row| row.value == value && row.command == command && row.commit == commit } }
    prose = text.gsub(/^\| [\d.]+(?: %)? \|.*\| `[^`]+`, [0-9a-f]{7} \|.*$/, "").gsub(/`[^`\n]*`/, "").gsub(/\]\([^)]*\)/, "]")
    loose = prose.scan(FIGURE).reject { |value| rows.any? { |row| row.value[/\A[\d.]+(?: %)?/] == value } }
    wrong.map { |value, command, commit| "no row has #{value} of #{command}, #{commit}" } + loose.map { |value| "no row has #{value}" }
  end

  # Returns whether root's history has the commit; true where nothing can tell: without git, or in a shallow clone.
  def commit?(root, commit)
    return true if git(root, "rev-parse", "--is-shallow-repository")&.strip != "false"

    commit.match?(/\A[0-9a-f]{7,40}\z/) && !git(root, "merge-base", "--is-ancestor", commit, "HEAD").nil?
  end

  # Returns what git prints, or nil if it fails or is missing.
  def git(root, *arguments)
    out, _, status = Open3.capture3("git", "-C", root, *arguments)
    out if status.success?
  rescue Errno::ENOENT
    nil
  end

  def machine = "#{Etc.nprocessors} cores, #{Etc.uname[:machine].tr("_", "-")}"

  # Returns the load average of the last minute, which counts the measuring process too.
  def load = ENV["MEASUREMENTS_LOAD"] || (File.exist?("/proc/loadavg") ? File.read("/proc/loadavg")[/\S+/] : "unknown")

  def cell(text) = text.to_s.tr("\t\n", "  ").strip.then { |cell| cell.empty? ? "-" : cell }
end
