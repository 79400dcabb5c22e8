# json_report - the tables of doc/experiments/json.md from what tool/measure/json_table measured: goals, ratios, the line that sums them up.
#
#   report = JSONReport.new(times, ours: [name, ...], peers: [name, ...])    times: {[row, column] => nanoseconds}
#   report.table("generate")            Markdown: all columns, ratio to the best peer, goal; then the summary line
#   report.limit_tables                 ours beside libraries that are no Rubies': our time over the best of theirs
#   report.short(name)                  one build alone, generate and parse side by side: here, best peer, ratio; summary
# A row's name is "generate twitter": its kind and what it is.
require_relative "../draw/doc_page"
require_relative "json_turns"

class JSONReport
  GOALS = { # ratios of the aims set against json 2.21.1 and Oj 3.17.5; no row may be below LEAST
    "generate activitypub" => 3.5, "generate citm_catalog" => 2.7, "generate twitter" => 3.2, "generate ohai" => 4.5, "generate canada" => 2.0,
    "generate github_events" => 3.6, "generate activitypub fresh" => 3.5,
    "generate citm_catalog fresh" => 3.5, "generate twitter fresh" => 3.5, "generate update-center" => 4.0, "generate gsoc-2018" => 2.9, "generate mesh" => 1.9,
    "generate small mixed" => 2.4, "generate small nested" => 1.9, "generate small hash" => 2.8, "generate 1000 Integers" => 1.5,
    "generate 1000 Floats" => 1.9, "generate many escapes" => 3.2, "generate long ASCII" => 1.9, "generate twitter ascii_only" => 2.7,
    "generate twitter script_safe" => 3.9, "generate twitter pretty" => 3.7, "generate 60 to_json" => 2.7,
    "generate 60 to_json of a Hash" => 2.7,
    "parse activitypub" => 2.1, "parse twitter" => 2.1, "parse citm_catalog" => 2.0, "parse ohai" => 2.7, "parse canada" => 1.5,
    "parse mesh" => 1.4, "parse github_events" => 2.4, "parse update-center" => 3.2, "parse twitterescaped" => 2.8, "parse gsoc-2018" => 3.5,
    "parse small mixed" => 1.9, "parse small nested" => 1.7, "parse small hash" => 2.0, "parse 1000 Integers" => 1.4, "parse 1000 Floats" => 3.8,
    "parse many escapes" => 1.7, "parse long ASCII" => 2.4, "parse twitter symbolize" => 2.5, "parse twitter freeze" => 3.2,
  }.freeze
  MEANS = { "generate" => 2.8, "parse" => 2.0 }.freeze # aims for the geometric mean over the documents
  LEAST = 1.2
  DOCUMENTS = %w[activitypub citm_catalog twitter ohai canada github_events update-center gsoc-2018 mesh].freeze
  PORTABLE = Hash.new(1.0).merge("activitypub" => 1.2, "twitter" => 1.2, "citm_catalog" => 1.2).freeze # aims without vector code
  KINDS = %w[generate parse].freeze

  def initialize(times, ours:, peers:)
    @times = times
    @ours = ours
    @peers = peers
    @rows = times.keys.map(&:first).uniq
  end

  # Names of the rows of one kind.
  def rows(kind) = @rows.select { |row| row.start_with?("#{kind} ") }

  def best(row) = @peers.filter_map { |peer| @times[[row, peer]] }.min

  def ratio(row, name)
    best = best(row)
    mine = @times[[row, name]]
    best / mine if best && mine
  end

  # nil when nothing of that kind was measured.
  def table(kind)
    return if rows(kind).empty?
    compared = @peers.any?
    heads = [kind, *@ours, *@peers, *(@ours.map { |name| @ours.size > 1 ? "ratio, #{name}" : "ratio" } if compared), *("goal" if compared)]
    lines = rows(kind).map do |row|
      ratios = @ours.map { |name| shown(ratio(row, name), LEAST) } if compared
      [what(row), *(@ours + @peers).map { |name| JSONTurns.digits(@times[[row, name]]) }, *ratios, *((GOALS[row] || "") if compared)]
    end
    [DocPage.table(heads, lines), *(@ours.map { |name| wrap(summary(kind, name)) } if compared)].join("\n")
  end

  # "The geometric mean is 2.5 over the 9 documents ...": documents, all rows, goals, rows below LEAST, goals missed.
  def summary(kind, name)
    all = rows(kind).to_h { |row| [row, ratio(row, name)] }.compact
    documents = all.select { |row,| DOCUMENTS.include?(what(row)) }
    goals = all.select { |row,| GOALS[row] }
    missed = goals.select { |row, r| r < GOALS[row] }.map { |row, r| "#{what(row)} (#{r.round(2)} of #{GOALS[row]})" }
    below = all.select { |_, r| r < LEAST }.map { |row, r| "#{what(row)} (#{r.round(2)})" }
    over = "#{mean(documents)} over the #{documents.size} documents (aim #{MEANS[kind]}) and " unless documents.empty?
    "#{"#{name}: t" if @ours.size > 1}#{"T" if @ours.size == 1}he geometric mean is #{over}#{mean(all)} over all #{all.size} rows. " \
      "#{goals.size - missed.size} of #{goals.size} goals are reached. " \
      "#{below.empty? ? "No row is below #{LEAST}" : "Rows below #{LEAST} are #{below.join(", ")}"}. " \
      "#{missed.empty? ? "No row misses its goal" : "These rows miss their goal: #{missed.join(", ")}"}."
  end

  def short(name)
    kinds = KINDS.reject { |kind| rows(kind).empty? }
    names = kinds.flat_map { |kind| rows(kind).map { |row| what(row) } }.uniq
    lines = names.map do |one|
      [one, *kinds.flat_map do |kind|
        row = "#{kind} #{one}"
        [*[@times[[row, name]], best(row)].map { |t| JSONTurns.digits(t) }, shown(ratio(row, name), PORTABLE[one])]
      end]
    end
    "#{DocPage.table(["", *kinds.flat_map { |kind| [kind, "best peer", "ratio"] }], lines)}\n#{wrap(short_summary(kinds, name))}"
  end

  # Which of the documents measured were the real ones: a sentence.
  def documents(corpora)
    require corpora
    measured = DOCUMENTS.select { |name| KINDS.any? { |kind| @rows.include?("#{kind} #{name}") } }
    real, made = measured.partition { |name| JSONCorpora.real?(name) }
    return "Real documents." if made.empty?
    "#{real.empty? ? "Look-alikes" : "Real documents; #{made.join(", ")}: look-alikes"} of `benchmark/json_corpora.rb`."
  end

  # Here 1.5 means that we take half as long again as the fastest: smaller is better, and 1 is the limit reached.
  def limit_tables
    KINDS.reject { |kind| rows(kind).empty? }.map do |kind|
      over = rows(kind).to_h { |row| [row, 1 / ratio(row, @ours[0])] }
      lines = over.map { |row, r| [what(row), *(@ours + @peers).map { |name| JSONTurns.digits(@times[[row, name]]) }, r.round(2).to_s] }
      documents = over.select { |row,| DOCUMENTS.include?(what(row)) }
      "#{DocPage.table([kind, *@ours, *@peers, "here / best"], lines, right: true)}\n" \
        "Geometric mean of here / best#{" over the documents #{mean(documents)}," unless documents.empty?} over all #{over.size} rows #{mean(over)}.\n"
    end.join("\n")
  end

  private

  def what(row) = row.split(" ", 2)[1]

  def shown(ratio, least) = ratio ? (ratio < least ? "**#{ratio.round(2)}**" : ratio.round(2).to_s) : ""

  def mean(ratios) = JSONTurns.geomean(ratios.values)&.round(2)

  def short_summary(kinds, name)
    all = kinds.to_h { |kind| [kind, rows(kind).to_h { |row| [row, ratio(row, name)] }.compact] }
    means = all.map { |kind, ratios| "#{kind} #{mean(ratios.select { |row,| DOCUMENTS.include?(what(row)) })}" }
    below = all.values.reduce({}, :merge).select { |row, r| r < PORTABLE[what(row)] }.map { |row, r| "#{row} (#{r.round(2)} of #{PORTABLE[what(row)]})" }
    "Geometric mean over the documents: #{means.join(", ")}. Below their aim: #{below.empty? ? "none" : below.join(", ")}."
  end

  # Lines as the pages have them.
  def wrap(text) = text.gsub(/(.{1,126})(?: |\z)/) { "#{$1}\n" }
end
