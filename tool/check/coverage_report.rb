# coverage_report.rb - reads what llvm-cov exports as LCOV, adds it up by file and folder, compares that with a floor.
#
# Counted are the C, the headers and insns.def of the source folder.  Left out: what other folders hold (libprism, gems, the system),
# what lies in a build folder, tables (*.inc), the public headers, whose functions are compiled into extensions, test/ and tool/, and
# the conditions of VM_ASSERT, which vanish at check level 0.
#
# A static function of a header is compiled into each file that includes it.  LCOV holds the branches of each copy, and no word of which
# is which, so those of headers are read from a second export, JSON with columns: a branch is taken if it is in one of the copies.
#
# A row of coverage_unreached.tsv names a line that no suite can reach in full: form (all or quick), file, function, text of the line,
# branches missed on it, reason.  The lines below it that are deeper indented and not reached either belong to it.
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

  # A row of coverage_unreached.tsv; branches is how many of the line's branches stay unreached.
  Row = Struct.new(:file, :function, :text, :branches, :reason) do
    def to_s = "#{file}, #{function}: #{text}"
  end

  # What rows name of a file: numbers of lines, a number for each branch, as in Counts; faults are sentences.
  Named = Struct.new(:files, :faults)

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

  # Returns {path below ROOT => [[line, name], ...]}: where each function of an LCOV text begins.
  def functions(text, root)
    text.split("end_of_record\n").to_h do |record|
      path = File.expand_path(record[/^SF:(.*)$/, 1].to_s).delete_prefix("#{root}/")
      [path, record.scan(/^FN:(\d+),(?:[^:\n]*:)?(.*)$/).map { |line, name| [line.to_i, name] }.uniq.sort]
    end
  end

  # Returns the rows of one form of coverage_unreached.tsv.
  def read_unreached(text, form)
    rows = text.lines(chomp: true).reject { |line| line.empty? || line.start_with?("#") }.map { |line| line.split("\t") }
    rows.each { |row| row.size == 6 or raise ArgumentError, "coverage_unreached.tsv: six columns are needed: #{row.join("  ")}" }
    rows.select { |form_of,| form_of == "all" || form_of == form }.map { |_, file, function, line, branches, reason| Row.new(file, function, line, branches.to_i, reason) }
  end

  # Returns what ROWS name of FILES.  A fault is a row whose line is reached, or that names no line or several.
  def named(files, functions, rows, root)
    result = Named.new({}, [])
    texts = Hash.new { |hash, file| hash[file] = File.exist?(path = File.join(root, file)) ? File.readlines(path, chomp: true) : [] }
    rows.each do |row|
      at = places(row, functions[row.file] || [], texts[row.file])
      if at.size == 1 && files[row.file]
        name(row, at[0], files[row.file], texts[row.file], result)
      else
        result.faults << "#{row}: #{at.empty? ? "names no line" : "names #{at.size} lines"}"
      end
    end
    result
  end

  # Returns the numbers of the lines of ROW's function that are its text, but for the indentation.
  def places(row, functions, text)
    functions.each_index.select { |i| functions[i][1] == row.function }.flat_map do |i|
      last = functions[i + 1] ? functions[i + 1][0] - 1 : text.size
      (functions[i][0]..last).select { |n| text[n - 1].to_s.strip == row.text }
    end
  end

  # Adds the line at AT, what depends on it and their branches to RESULT.
  def name(row, at, counts, text, result)
    missed = counts.missed_branches.count(at)
    if missed < row.branches || (row.branches.zero? && !counts.missed_lines.include?(at))
      return result.faults << "#{row}: #{row.branches.zero? ? "the line is reached" : "#{missed} branches are not reached, the row has #{row.branches}"}"
    end

    lines, branches = result.files[row.file] ||= [[], []]
    below = below(at, counts, text)
    lines.concat(below - lines)
    branches.concat([at] * (row.branches - branches.count(at)))
    (below - [at]).each { |n| branches.concat([n] * (counts.missed_branches.count(n) - branches.count(n))) }
  end

  # Returns the lines from AT, deeper indented than it, of which none is reached.
  def below(at, counts, text)
    depth = text[at - 1][/\A */].size
    missed = counts.missed_lines.to_h { |n| [n, true] }
    last = ((at + 1)..text.size).find { |n| text[n - 1].strip != "" && text[n - 1][/\A */].size <= depth && text[n - 1].strip != "{" } || text.size + 1
    first = (at...last).find { |n| missed[n] } or return []
    (first..last).take_while { |n| missed[n] }.select { |n| n < last || text[n - 1].strip == "}" }
  end

  # Returns FILES without what NAMED holds: fewer lines and branches, and fewer of them missed.
  def without(files, named)
    files.to_h do |path, counts|
      lines, branches = named.files[path] || [[], []]
      rest = counts.missed_branches.tally
      branches.tally.each { |line, n| rest[line] -= n }
      [path, Counts.new(counts.lines - lines.size, counts.missed_lines - lines, counts.branches - branches.size,
                        rest.flat_map { |line, n| [line] * n })]
    end
  end

  # Returns the page of what the rows name, by reason, with the numbers of lines and branches.
  def named_page(rows, named)
    sums = named.files.values.map { |lines, branches| [lines.size, branches.size] }.inject([0, 0]) { |a, b| [a[0] + b[0], a[1] + b[1]] }
    by_reason = rows.group_by(&:reason).sort_by { |reason, list| [-list.size, reason] }
    ["named in coverage_unreached.tsv: #{sums[0]} lines, #{sums[1]} branches",
     *by_reason.map { |reason, list| format("%6d  %s\n%s", list.size, reason, list.map { |row| "        #{row}\n" }.join) }].join("\n") << "\n"
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
