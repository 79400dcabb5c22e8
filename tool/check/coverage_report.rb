# coverage_report.rb - reads what llvm-cov exports as LCOV, adds it up by file and folder, compares that with a floor.
#
# Counted are the C, the headers and insns.def of the source folder.  Left out: what other folders hold (libprism, gems, the system),
# what lies in a build folder, tables (*.inc), the public headers, whose functions are compiled into extensions, test/ and tool/, and
# the conditions of VM_ASSERT, which vanish at check level 0.
#
# A static function of a header is compiled into each file that includes it.  LCOV holds the branches of each copy, and no word of which
# is which, so those of headers are read from a second export, JSON with columns: a branch is taken if it is in one of the copies.
require "json"

module CoverageReport
  SLACK = 0.1 # percent of the total: which thread comes first, and when memory is collected, decides some branches
  FOLDER_SLACK = 0.5 # percent of a folder: eleven branches of compile/ differed between two runs
  ABOVE = 1.0 # percent above the floor from which it should be raised
  LEFT_OUT = %r{\A(?:build[^/]*|gems|include|prism|test|tool)/|\.inc\z}

  # What is known of a file: the numbers of its lines and branches, and which are missed: lines by number, branches by line.
  Counts = Struct.new(:lines, :missed_lines, :branches, :missed_branches) do
    def line_percent = CoverageReport.percent(lines, missed_lines.size)
    def branch_percent = CoverageReport.percent(branches, missed_branches.size)
    def +(other) = Counts.new(*to_a.zip(other.to_a).map { |a, b| a + b })
  end

  module_function

  def percent(all, missed) = all.zero? ? 100.0 : 100.0 * (all - missed) / all

  # Returns {path below ROOT => Counts} of an LCOV text; HEADERS is what headers() returned.
  def read(text, root, headers = {})
    files = {}
    text.split("end_of_record\n").each do |record|
      path = record[/^SF:(.*)$/, 1] or next
      path = File.expand_path(path)
      next unless path.delete_prefix!("#{root}/")
      next if path.match?(LEFT_OUT)

      counts = count(record, *asserts(File.read(File.join(root, path))), headers[path])
      files[path] = files.key?(path) ? files[path] + counts : counts
    end
    files.sort.to_h
  end

  # Returns two sets of line numbers: the lines of statements that are a VM_ASSERT, and the lines with one among other things.
  def asserts(text)
    whole, partly = [], []
    lines = text.lines
    lines.each_with_index do |line, i|
      at = line.index(/\bVM_ASSERT\(/) or next
      depth = 0
      last = i
      (i...lines.size).each do |k|
        rest = k == i ? line[at..] : lines[k]
        depth += rest.count("(") - rest.count(")")
        last = k
        break if depth <= 0
      end
      (line[0, at].strip.empty? ? whole : partly) << i + 1
      whole.concat(((i + 2)..(last + 1)).to_a)
    end
    [whole, partly]
  end

  # Returns {path => {line => [times taken, ...]}} of the JSON export, each place in a source once.
  def headers(text, root)
    JSON.parse(text)["data"][0]["files"].to_h do |file|
      places = Hash.new { |hash, at| hash[at] = [0, 0] }
      direct = file["branches"].map { |branch| [branch[0], branch] }
      expanded = (file["expansions"] || []).flat_map { |e| e["branches"].map { |branch| [e["source_region"][0], branch, e["source_region"][1]] } }
      (direct + expanded).each do |line, branch, column|
        taken = places[[line, column, *branch[0, 4]]]
        taken[0] += branch[4]
        taken[1] += branch[5]
      end
      lines = Hash.new { |hash, line| hash[line] = [] }
      places.each { |(line, *), taken| lines[line].concat(taken.map(&:to_s)) }
      [File.expand_path(file["filename"]).delete_prefix("#{root}/"), lines]
    end
  end

  def count(record, whole, partly, branches = nil)
    lines = record.scan(/^DA:(\d+),(\d+)/).to_h { |line, n| [line.to_i, n.to_i] }
    whole.each { |line| lines.delete(line) if lines[line]&.zero? }
    unless branches
      branches = Hash.new { |hash, line| hash[line] = [] }
      record.scan(/^BRDA:(\d+),\d+,\d+,(-|\d+)/) { |line, n| branches[line.to_i] << n }
    end
    all, missed = 0, []
    branches.each do |line, taken|
      next if whole.include?(line)

      taken -= ["-"] if partly.include?(line)
      all += taken.size
      missed.concat([line] * taken.count { |n| n.to_i.zero? })
    end
    Counts.new(lines.size, lines.select { |_, n| n.zero? }.keys, all, missed)
  end

  # A file X.c at the top belongs to the folder X, if there is one.
  def folder(path, folders)
    return path[%r{\A(?:ext/)?[^/]+(?=/)}] if path.include?("/")

    name = File.basename(path, ".*")
    folders.include?(name) ? name : "(top)"
  end

  # Returns {folder => Counts}, the sum of all as "total" first.
  def by_folder(files)
    folders = files.keys.filter_map { |path| path[%r{\A[^/]+(?=/)}] }.uniq
    sums = files.group_by { |path,| folder(path, folders) }.sort.to_h { |name, list| [name, list.map(&:last).inject(:+)] }
    { "total" => files.values.inject(Counts.new(0, [], 0, []), :+) }.merge(sums)
  end

  HEAD = format("%-34s %7s %7s %7s  %8s %7s %7s", "", "lines", "missed", "%", "branches", "missed", "%")

  def row(name, counts)
    format("%-34s %7d %7d %7.2f  %8d %7d %7.2f", name, counts.lines, counts.missed_lines.size, counts.line_percent,
           counts.branches, counts.missed_branches.size, counts.branch_percent)
  end

  def table(files)
    [HEAD, *by_folder(files).map { |name, counts| row(name, counts) }, "", HEAD,
     *files.sort_by { |path, counts| [-counts.missed_branches.size, path] }.map { |path, counts| row(path, counts) }].join("\n") << "\n"
  end

  # Returns the page of what is not reached: each line that has no count or a branch that was never taken, with its text.
  def page(files, root)
    files.filter_map do |path, counts|
      lines, branches = counts.missed_lines, counts.missed_branches.tally
      next if lines.empty? && branches.empty?

      text = File.readlines(File.join(root, path), chomp: true)
      rows = (lines | branches.keys).sort.map do |n|
        format("%6d %s %3s %s", n, lines.include?(n) ? "-" : " ", branches[n], text[n - 1])
      end
      "#{row(path, counts)}\n#{rows.join("\n")}\n"
    end.join("\n")
  end

  # Returns {folder => [percent of lines, of branches]} of one form ("full", "quick") of a floor file.
  def read_floor(text, form)
    rows = text.lines(chomp: true).reject { |line| line.empty? || line.start_with?("#") }.map { |line| line.split("\t") }
    rows.select { |row| row[0] == form }.to_h { |_, name, lines, branches| [name, [Float(lines), Float(branches)]] }
  end

  def write_floor(folders, form)
    folders.map { |name, counts| format("%s\t%s\t%.2f\t%.2f\n", form, name, counts.line_percent, counts.branch_percent) }.join
  end

  # Returns what fell below the floor and what is so far above it that the floor should be raised, as sentences.
  def compare(folders, floor)
    fallen, risen = [], []
    fallen << "the floor has no row `total`" unless floor.key?("total")
    (floor.keys - folders.keys).each { |name| fallen << "#{name}: the floor has it, the build does not" }
    folders.each do |name, counts|
      (risen << "#{name}: no floor yet") && next unless floor[name]

      %w[lines branches].zip([counts.line_percent, counts.branch_percent], floor[name]) do |what, now, least|
        words = format("%s: %.2f %% of the %s reached, the floor is %.2f", name, now, what, least)
        fallen << words if now < least - (name == "total" ? SLACK : FOLDER_SLACK)
        risen << words if now > least + ABOVE
      end
    end
    [fallen, risen]
  end
end
