# report.rb - every run of a store as one HTML page that needs no network: tables, charts with intervals, and the samples behind each figure.
#
# Owns      Lab::Report, its style and its charts.
# RP-1      The page is well-formed XML, and every text from the store is escaped.
# RP-2      Each figure links to its samples (the link opens their fold), which stand with command, commit, switches, load and environment size.
# RP-3      A run is one section: samples of two runs, and so of two commits, are never in one row.
# RP-4      The page works without a script: it folds by details, which the keyboard opens.  The page of a look has scripts of its own, in a
#           frame that reaches neither this page nor the store.
# Checked   test/test_lab.rb
require_relative "history"
require_relative "results"

module Lab
  class Report
    STYLE = <<~CSS
      :root { color-scheme: light dark; --card: #fff; --ink: #1f2328; --muted: #57606a; --grid: #d8dee4; --accent: #0969da; --more: #b35900; --less: #1a7f37; }
      @media (prefers-color-scheme: dark) { :root { --card: #16191d; --ink: #e6edf3; --muted: #9aa4af; --grid: #30363d; --accent: #58a6e8; --more: #ffa657; --less: #56d364; } }
      body { background: var(--card); color: var(--ink); font: 15px/1.5 system-ui, sans-serif; max-width: 76rem; margin: 0 auto; padding: 1rem; }
      table { border-collapse: collapse; display: block; overflow-x: auto; margin: .5rem 0; }
      th, td { text-align: left; padding: .15rem .7rem .15rem 0; border-bottom: 1px solid var(--grid); white-space: nowrap; }
      td.n, th.n { text-align: right; font-variant-numeric: tabular-nums; }
      a { color: var(--accent); } :focus-visible { outline: 2px solid var(--accent); outline-offset: 2px; }
      .muted { color: var(--muted); } .more { color: var(--more); } .less { color: var(--less); }
      ul[id] { scroll-margin-top: 1rem; } li, p { overflow-wrap: anywhere; } code { font-size: .9em; overflow-wrap: anywhere; white-space: normal; }
      summary { cursor: pointer; } section { margin: 2rem 0; border-top: 2px solid var(--grid); }
      iframe { width: 100%; height: 44rem; border: 1px solid var(--grid); }
      svg { max-width: 100%; height: auto; } svg text { fill: var(--ink); font: 12px system-ui, sans-serif; }
      svg .grid { stroke: var(--grid); } svg .one { stroke: var(--muted); stroke-dasharray: 4 3; } svg .even { stroke: var(--muted); fill: var(--muted); }
      svg .up { stroke: var(--more); fill: var(--more); } svg .down { stroke: var(--less); fill: var(--less); } svg .path { stroke: var(--accent); fill: none; }
      svg .dot { fill: var(--accent); fill-opacity: .45; } figure { margin: .5rem 0; } figcaption { color: var(--muted); }
      @media print { body { max-width: none; font-size: 10pt; } details { display: none; } section { break-inside: avoid-page; } a { color: inherit; text-decoration: none; } }
    CSS

    def initialize(store, catalogue)
      @store, @catalogue = store, catalogue
      @runs = store.runs.map { |run| [run, Results.new(run, store.figures(run: run[:id]))] }.reject { |_, results| results.lines.empty? }
      raise Stop, "the store has no run with two variants yet: script/lab run makes one." if @runs.empty?
    end

    # Returns the page's text.
    def page
      <<~HTML
        <!DOCTYPE html>
        <html lang="en">
        <head><meta charset="utf-8"/><meta name="viewport" content="width=device-width, initial-scale=1"/><title>Facet's laboratory</title>
        <style>
        #{STYLE}</style></head>
        <body>
        <h1>Facet's laboratory</h1>
        <p>A ratio is of a variant to the first variant of its run: below 1 is less time or memory. A bar is a 95 % confidence interval by a bootstrap over
        rounds. A row whose interval contains 1 shows no difference. A variant called "again" is the first one once more, so its rows show how often chance looks like a difference.</p>
        <nav><ul>#{@runs.map { |run, _| %(<li><a href="#run#{run[:id]}">#{escape(title(run))}</a></li>) }.join}<li><a href="#history">History</a></li></ul></nav>
        <main>
        #{@runs.reverse.map { |run, results| section(run, results) }.join("\n")}
        #{history}
        </main>
        </body>
        </html>
      HTML
    end

    private

    def title(run) = "#{run[:experiment]}, run #{run[:id]}#{", small programs" if run[:quick] == 1}#{" (unfinished)" unless run[:finished]}"

    def section(run, results)
      differing, all = results.twins
      builds = @store.builds_of(run[:id])
      samples = @store.samples(run[:id])
      <<~HTML
        <section id="run#{run[:id]}"><h2>#{escape(title(run))}</h2>
        <p>#{escape(run[:question])}</p>
        #{failures(samples)}<p>A/A: #{differing} of #{all} rows differ.</p>
        #{claims(results)}
        #{results.lines.group_by(&:figure).map { |figure, lines| part(run, results, figure, lines) }.join("\n")}
        #{pauses(results)}#{trade_offs(results)}#{looks(run)}
        <details><summary>Builds, machine and command</summary><p><code>#{escape(run[:words])}</code>, begun #{run[:started]}, seed #{run[:seed]}; #{escape(machine(run))}</p>
        #{table(%w[variant commit changes switches compiler version], builds.map { |name, b| [name, b[:commit_id].to_s[0, 10], b[:dirty] || "none", b[:switches] || b[:command], b[:compiler], b[:version]] })}
        </details>
        #{samples_of(run, samples)}
        </section>
      HTML
    end

    def failures(samples)
      bad = samples.select { |sample| sample[:error] }.map { |sample| "#{sample[:program]} on #{sample[:variant]}: #{sample[:error]}" }.uniq
      bad.empty? ? "" : "<ul class=\"more\">#{bad.map { |text| "<li>failed: #{escape(text)}</li>" }.join}</ul>"
    end

    def machine(run) = JSON.parse(run[:machine]).map { |name, value| "#{name} #{value}" }.join(", ")

    def claims(results)
      experiment = @catalogue.experiments[results.run[:experiment]] or return ""
      items = results.claims(experiment.claims).map { |text, verdict| "<li><strong>#{verdict}</strong>: #{escape(text)}</li>" }
      items.concat(experiment.words_only.map { |text| "<li>to be judged by the reader: #{escape(text)}</li>" })
      items.empty? ? "" : "<ul>#{items.join}</ul>"
    end

    def part(run, results, figure, lines)
      rows = lines.map do |l|
        colour = l.interval.difference? ? (l.interval.estimate > 1 ? "more" : "less") : "muted"
        bounds = l.interval.low ? format("%.4f to %.4f", l.interval.low, l.interval.high) : "none"
        "<tr><td>#{escape(l.program)}</td><td>#{escape(l.variant)}</td><td class=\"n\">#{escape(Results.number(l.base_value, l.unit))}</td>" \
          "<td class=\"n\"><a href=\"##{anchor(run, l.program)}\">#{escape(Results.number(l.value, l.unit))}</a></td><td class=\"n\">#{format("%.4f", l.interval.estimate)}</td>" \
          "<td>#{bounds}</td><td class=\"n\">#{l.interval.rounds}</td><td class=\"#{colour}\">#{escape(l.verdict)}</td></tr>"
      end
      "<h3>#{escape(figure)}</h3>#{forest(figure, results.base, lines)}" \
        "<table><thead><tr><th>program</th><th>variant</th><th class=\"n\">#{escape(results.base)}</th><th class=\"n\">value</th>" \
        "<th class=\"n\">ratio</th><th>interval</th><th class=\"n\">rounds</th><th>verdict</th></tr></thead>" \
        "<tbody>#{rows.join}</tbody></table>#{distributions(figure, results.base, lines)}"
    end

    # Draws every sample of a figure of memory as a dot: a peak depends on the phase of the collections, so it has no one value.
    def distributions(figure, base, lines)
      lines = lines.select { |l| l.unit == "KiB" && l.samples.size > 1 }
      return "" if lines.empty?
      charts = lines.group_by(&:program).map { |program, list| dots(program, figure, [[base, list.first.base_samples], *list.map { |l| [l.variant, l.samples] }]) }
      "<details><summary>Each sample of #{escape(figure)}</summary>#{charts.join}</details>"
    end

    # rows: [[variant, values in KiB], ...]
    def dots(program, figure, rows)
      low, high = rows.flat_map(&:last).minmax.map { |v| v / 1024.0 }
      low, high = low * 0.98, high * 1.02
      at = ->(mib) { (200 + (mib - low) / (high - low) * 620).round(1) }
      height = rows.size * 24 + 46
      body = axis(ticks(low, high), at, height)
      rows.each_with_index do |(variant, values), i|
        y = 20 + i * 24
        body << %(<text x="190" y="#{y + 4}" text-anchor="end">#{escape(variant[0, 30])}</text>)
        values.each { |v| body << %(<circle class="dot" cx="#{at.(v / 1024.0)}" cy="#{y}" r="4"/>) }
        middle = at.(Stats.median(values) / 1024.0)
        body << %(<line class="path" stroke-width="2" x1="#{middle}" x2="#{middle}" y1="#{y - 9}" y2="#{y + 9}"/>)
      end
      picture("#{program}: #{figure} in MiB; a dot is a process, a stroke the median", height, body)
    end

    # Draws the time of each variant against its peak, for programs that have both: a heap may be paid for in either.
    def trade_offs(results)
      charts = results.lines.group_by(&:program).filter_map do |program, lines|
        peaks, times = %w[peak time].map { |figure| lines.select { |l| l.figure == figure }.to_h { |l| [l.variant, l] } }
        both = peaks.keys & times.keys
        plane(program, results.base, both.map { |name| [name, peaks[name], times[name]] }) if both.size > 1
      end
      charts.empty? ? "" : "<h3>time against peak</h3>#{charts.join}"
    end

    # points: [[variant, Line of the peak, Line of the time], ...]; the base is the point at which both ratios are 1.
    def plane(program, base, points)
      places = points.map { |name, peak, time| [name, peak.value / 1024, time.value, bounds(peak, 1024), bounds(time, 1)] }
      places.unshift([base, points[0][1].base_value / 1024, points[0][2].base_value, nil, nil])
      left, right = ends(places.flat_map { |place| [place[1], *place[3]] })
      low, high = ends(places.flat_map { |place| [place[2], *place[4]] })
      x = ->(v) { (80 + (v - left) / (right - left) * 600).round(1) }
      y = ->(v) { (300 - (v - low) / (high - low) * 280).round(1) }
      body = axis(ticks(left, right), x, 340)
      body += ticks(low, high).map do |v|
        %(<line class="grid" x1="80" x2="680" y1="#{y.(v)}" y2="#{y.(v)}"/>) + %(<text x="72" y="#{y.(v) + 4}" text-anchor="end">#{escape(Results.number(v, "s"))}</text>)
      end
      places.each do |name, peak, time, peaks, times|
        body << %(<line class="even" x1="#{x.(peaks[0])}" x2="#{x.(peaks[1])}" y1="#{y.(time)}" y2="#{y.(time)}"/>) if peaks
        body << %(<line class="even" x1="#{x.(peak)}" x2="#{x.(peak)}" y1="#{y.(times[0])}" y2="#{y.(times[1])}"/>) if times
        body << %(<circle class="dot" cx="#{x.(peak)}" cy="#{y.(time)}" r="5"/><text x="#{x.(peak) + 8}" y="#{y.(time) - 6}">#{escape(name)}</text>)
      end
      picture("#{program}: time (upwards) against peak in MiB, with 95 % intervals of the ratios to #{base}", 340, body)
    end

    # Returns the ends of an axis on which all values lie.
    def ends(values)
      low, high = values.minmax
      high > low ? [low - (high - low) * 0.05, high + (high - low) * 0.05] : [low * 0.9, high * 1.1]
    end

    # Returns the bounds of a Line's value, or nil; the interval is of its ratio.
    def bounds(line, scale)
      both = [line.interval.low, line.interval.high]
      both.all? { |v| v&.finite? } ? both.map { |v| v * line.base_value / scale } : nil
    end

    # Draws how often gaps of each length occurred, for the programs that count them.
    def pauses(results)
      charts = results.buckets.map { |program, variants| bars(program, variants) }
      charts.empty? ? "" : "<h3>pauses</h3>#{charts.join}"
    end

    # variants: {name => {power of two of nanoseconds => count}}; the height of a bar is logarithmic, or the few long gaps would be invisible.
    def bars(program, variants)
      low, high = variants.values.flat_map(&:keys).minmax
      top = Math.log10(1 + variants.values.flat_map(&:values).max)
      step = 620.0 / (high - low + 1)
      height = variants.size * 56 + 40
      body = (low..high + 1).step(2).map do |power|
        x = (200 + (power - low) * step).round(1)
        %(<line class="grid" x1="#{x}" x2="#{x}" y1="8" y2="#{height - 30}"/><text x="#{x}" y="#{height - 14}" text-anchor="middle">#{duration(2**(power - 1))}</text>)
      end
      variants.each_with_index do |(variant, counts), i|
        foot = 56 + i * 56
        body << %(<text x="190" y="#{foot - 4}" text-anchor="end">#{escape(variant[0, 30])}</text>)
        counts.each do |power, count|
          tall = (Math.log10(1 + count) / top * 46).round(1)
          text = "#{variant}: #{format("%.6g", count)} gaps of #{duration(2**(power - 1))} to #{duration(2**power)} in a process"
          place = %(x="#{(201 + (power - low) * step).round(1)}" y="#{foot - tall}" width="#{(step - 2).round(1)}" height="#{tall}")
          body << %(<rect class="dot" #{place}><title>#{escape(text)}</title></rect>)
        end
      end
      picture("#{program}: how many gaps of each length a process has, on a logarithmic scale", height, body)
    end

    # Returns nanoseconds in the unit that suits them.
    def duration(ns)
      unit, scale = [["s", 1e9], ["ms", 1e6], ["us", 1e3]].find { |_, size| ns >= size } || ["ns", 1]
      "#{format("%.3g", ns / scale.to_f)} #{unit}"
    end

    # Shows the looks into the programs of a run, each a page in a frame of its own.
    def looks(run)
      list = @store.looks(run[:id])
      list.empty? ? "" : "<h3>looks into the programs</h3>#{list.map { |look| frame(look) }.join("\n")}"
    end

    def frame(look)
      name = "#{Looks::ALL.fetch(look[:look].to_sym).text} of #{look[:program]} on #{look[:variant]}"
      return "<p class=\"more\">failed: the #{escape(name)}: #{escape(look[:error])}</p>" unless look[:page]
      "<details><summary>The #{escape(name)}, in the quick size</summary><p><code>#{escape(look[:command])}</code></p>" \
        "<iframe title=\"#{escape(name)}\" loading=\"lazy\" sandbox=\"allow-scripts\" srcdoc=\"#{escape(look[:page])}\"></iframe></details>"
    end

    def axis(values, at, height)
      values.map do |v|
        %(<line class="grid" x1="#{at.(v)}" x2="#{at.(v)}" y1="8" y2="#{height - 30}"/><text x="#{at.(v)}" y="#{height - 14}" text-anchor="middle">#{format("%.4g", v)}</text>)
      end
    end

    # Returns a chart with its caption.
    def picture(name, height, body)
      %(<figure><figcaption>#{escape(name)}</figcaption><svg viewBox="0 0 860 #{height}" width="860" height="#{height}" role="img" aria-label="#{escape(name)}">#{body.join}</svg></figure>)
    end

    # Draws one bar a row: the interval of its ratio.
    def forest(figure, base, lines)
      lines = lines.select { |l| l.interval.low && [l.interval.low, l.interval.high].all?(&:finite?) }
      return "" if lines.empty?
      low, high = [lines.map { |l| l.interval.low }.min, 0.98].min, [lines.map { |l| l.interval.high }.max, 1.02].max
      low = [low, high / 1000].max
      wide = high / low > 4 # one wide interval would press the others together
      at = ->(ratio) { (300 + (wide ? Math.log([ratio, low].max / low) / Math.log(high / low) : (ratio - low) / (high - low)) * 520).round(1) }
      height = lines.size * 20 + 46
      body = axis(wide ? powers(low, high) : ticks(low, high), at, height)
      body << %(<line class="one" x1="#{at.(1)}" x2="#{at.(1)}" y1="4" y2="#{height - 30}"/>)
      lines.each_with_index do |l, i|
        y = 18 + i * 20
        colour = l.interval.difference? ? (l.interval.estimate > 1 ? "up" : "down") : "even"
        body << %(<text x="290" y="#{y + 4}" text-anchor="end">#{escape("#{l.program}: #{l.variant}"[0, 46])}</text>)
        body << %(<line class="#{colour}" stroke-width="3" x1="#{at.(l.interval.low)}" x2="#{at.(l.interval.high)}" y1="#{y}" y2="#{y}"/>)
        body << %(<circle class="#{colour}" cx="#{at.(l.interval.estimate)}" cy="#{y}" r="4"/>)
      end
      name = "#{figure}: ratio to #{base}, with 95 % intervals; the table below has the numbers"
      %(<svg viewBox="0 0 860 #{height}" width="860" height="#{height}" role="img" aria-label="#{escape(name)}">#{body.join}</svg>)
    end

    # Returns about six round numbers between two.
    def ticks(low, high)
      step = 10.0**Math.log10((high - low) / 6).floor
      step *= [1, 2, 5, 10].find { |k| (high - low) / (step * k) <= 7 }
      ((low / step).ceil..(high / step).floor).map { |i| (i * step).round(10) }
    end

    # Returns 1, 2 and 5 times powers of ten between two.
    def powers(low, high)
      (Math.log10(low).floor..Math.log10(high).ceil).flat_map { |power| [1, 2, 5].map { |k| k * 10.0**power } }.select { |v| v.between?(low, high) }
    end

    def anchor(run, program) = "run#{run[:id]}-#{program.gsub(/\W+/, "-")}"

    def samples_of(run, samples)
      figures = @store.figures(run: run[:id]).group_by(&:sample)
      samples.group_by { |sample| sample[:program] }.map do |program, list|
        rows = list.map do |s|
          values = figures.fetch(s[:id], []).map { |row| "#{row.figure} #{Results.number(row.value, row.unit)}" }.join(", ")
          [s[:round], s[:variant], s[:error] ? "failed: #{s[:error]}" : values, s[:tool], s[:objects], s[:environment_bytes], s[:load], s[:taken]]
        end
        commands = list.map { |s| [s[:variant], s[:command]] }.uniq.map { |name, command| "<li>#{escape(name)}: <code>#{escape(command)}</code></li>" }
        "<details><summary>Samples and commands of #{escape(program)}</summary><ul id=\"#{anchor(run, program)}\">#{commands.join}</ul>" \
          "#{table(["round", "variant", "figures", "tool", "objects before", "environment bytes", "load", "taken"], rows)}</details>"
      end.join("\n")
    end

    # Draws each program's time by commit, where there are two commits or more.
    def history
      parts = @store.programs.filter_map do |program|
        points = History.new(@store, program).points.group_by { |p| [p.figure, p.switches, p.quick] }.select { |_, list| list.map(&:commit).uniq.size > 1 }
        next if points.empty?
        points.map { |(figure, switches, quick), list| "<h3>#{escape("#{program}: #{figure}, #{switches.empty? ? "defaults" : switches}#{", small" if quick}")}</h3>#{path(list)}" }.join
      end
      "<section id=\"history\"><h2>History</h2>#{parts.empty? ? "<p>No program was measured on two commits.</p>" : parts.join}</section>"
    end

    def path(points)
      ends = points.flat_map { |p| [p.low || p.value, p.high || p.value] }
      low, high = ends.min, ends.max
      high = low + 1 if high <= low
      at = ->(v) { (150 - (v - low) / (high - low) * 130).round(1) }
      x = ->(i) { 90 + i * 740 / [points.size - 1, 1].max }
      marks = points.each_with_index.map do |p, i|
        bar = p.low ? %(<line class="even" x1="#{x.(i)}" x2="#{x.(i)}" y1="#{at.(p.low)}" y2="#{at.(p.high)}"/>) : ""
        %(#{bar}<circle class="even" cx="#{x.(i)}" cy="#{at.(p.value)}" r="4"><title>#{escape("#{p.commit[0, 10]}: #{Results.number(p.value, p.unit)}, #{p.samples} samples")}</title></circle>)
      end
      line = points.each_index.map { |i| "#{x.(i)} #{at.(points[i].value)}" }.join("L")
      labels = [high, low].map { |v| %(<text x="80" y="#{at.(v) + 4}" text-anchor="end">#{escape(Results.number(v, points.first.unit))}</text>) }
      names = [0, points.size - 1].map { |i| %(<text x="#{x.(i)}" y="175" text-anchor="middle">#{points[i].commit[0, 7]}</text>) }
      %(<svg viewBox="0 0 860 184" width="860" height="184" role="img" aria-label="median by commit, with 95 % intervals">) +
        %(<path class="path" d="M#{line}"/>#{marks.join}#{labels.join}#{names.join}</svg>)
    end

    def table(heads, rows)
      body = rows.map { |row| "<tr>#{row.map { |cell| "<td>#{escape(cell)}</td>" }.join}</tr>" }
      "<table><thead><tr>#{heads.map { |head| "<th>#{escape(head)}</th>" }.join}</tr></thead><tbody>#{body.join}</tbody></table>"
    end

    # Control characters have no place in XML, escaped or not.
    def escape(text) = text.to_s.gsub(/[\x00-\x08\x0b\x0c\x0e-\x1f]/, "?").gsub(/[&<>"]/, "&" => "&amp;", "<" => "&lt;", ">" => "&gt;", '"' => "&quot;")
  end
end
