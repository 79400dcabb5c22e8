# pages.rb - writes the tables of experiments into pages of Markdown, from the store.
#
# Owns      Lab::Pages, and in a page the lines between <!-- lab: NAME --> and <!-- end -->.
# Uses      store.rb, results.rb, experiment.rb (which experiments and switches exist)
# PG-1      Every page is checked before the first one is written, so a refusal changes no file.
# PG-2      All sections of a page are of one commit.  A section that stays as it is counts with the commit that it names.
# PG-3      A section is of finished runs in the full size, on builds of one commit without changes.
# PG-4      A configuration is printed only if configure has its switches and the store has no failed build of it.
# PG-5      The text depends on the store, the page and lab/ only, so a second call changes nothing.
# Checked   test/test_lab_pages.rb
require "json"
require_relative "experiment"
require_relative "results"

module Lab
  class Pages
    # The lines of a page from `first`, a mark, to `last`, its end; figures: the names to print, none for all.
    Section = Struct.new(:file, :name, :figures, :first, :last) do
      def place = "#{file}:#{first + 1}"
    end

    BEGINNING = /\A<!-- lab: (.*\S) -->\s*\z/
    ENDING = /\A<!-- end -->\s*\z/
    FENCE = /\A\s*```/
    COMMIT = /\ACommit `(\h{10})`/ # the first words of a section

    # known: the switches of configure, nil if the tree has none; commit: whose runs are printed, nil for the newest
    def initialize(store, catalogue, known: nil, commit: nil)
      @store, @catalogue, @known, @commit = store, catalogue, known, commit
      @runs = store.runs.reverse
    end

    # Writes the sections of some files.  Returns a sentence for each page that was written and for each section that stays as it is.
    def write(files)
      pages = files.to_h { |file| [file, read(file)] }
      sections = pages.to_h { |file, lines| [file, marked(file, lines)] }.reject { |_, list| list.empty? }
      raise Stop, "no page has a section of the laboratory (<!-- lab: NAME --> to <!-- end -->)." if sections.empty?
      changes = sections.map { |file, list| [file, *fill(pages[file], list)] }
      changes.flat_map { |file, lines, kept| [store_page(file, pages[file], lines), *kept] }
    end

    private

    def read(file)
      File.read(file, encoding: "UTF-8").lines
    rescue SystemCallError => e
      raise Stop, "#{file} cannot be read: #{e.message}."
    end

    # Replaces a page whose text has changed; returns a sentence.
    def store_page(file, before, after)
      return "#{file} has the figures of the store." if before == after
      File.write("#{file}.new", after.join)
      File.rename("#{file}.new", file)
      "wrote #{file}."
    rescue SystemCallError => e
      raise Stop, "#{file} cannot be written: #{e.message}."
    end

    # Returns the Sections of a page.
    def marked(file, lines)
      found, open, fenced = [], nil, false
      lines.each_with_index do |line, i|
        fenced = !fenced if line.match?(FENCE)
        next if fenced
        if (text = line[BEGINNING, 1])
          raise Stop, "#{file}:#{i + 1}: a section begins inside the one of line #{open.first + 1}." if open
          name, *figures = text.split(/\s*,\s*/)
          open = Section.new(file, name, figures, i)
          raise Stop, "#{open.place}: there is no experiment #{name}; script/lab list prints the names." unless @catalogue.experiments.key?(name)
        elsif open && line.match?(ENDING)
          open.last = i
          found << open
          open = nil
        end
      end
      raise Stop, "#{open.place}: the section of #{open.name} has no <!-- end -->." if open
      found
    end

    # Returns the lines of a page with its sections filled, and a sentence for each section that stays as it is.
    def fill(lines, sections)
      kept, commits = [], {}
      texts = sections.to_h do |section|
        runs, reason = runs_of(section.name)
        if runs
          commits[section] = commit_of(section, runs)
          next [section, text(section, runs)]
        end
        commits[section] = lines[section.first...section.last].filter_map { |line| line[COMMIT, 1] }.first
        kept << "#{section.place}: #{section.name} stays as it is: #{reason}."
        [section, lines[section.first + 1...section.last]]
      end
      one_commit(commits.compact)
      [sections.reverse.reduce(lines) { |all, section| all[0..section.first] + texts[section] + all[section.last..] }, kept]
    end

    # commits: {section => ten digits of its commit}
    def one_commit(commits)
      section, commit = commits.first
      other, another = commits.find { |_, value| value != commit }
      return unless other
      raise Stop, "#{other.place}: #{other.name} is of commit #{another} and #{section.name} of #{commit}; a page has figures of one commit " \
                  "(--commit NAME takes the runs of one)."
    end

    # Returns the runs that a section is made of, the newest first; or nil and the reason why it has none.
    def runs_of(name)
      left = @runs.select { |run| run[:experiment] == name }
      [["the store has no run of it", ->(_) { true }], ["it ran with --quick only", ->(run) { run[:quick].zero? }], ["no run of it is finished", ->(run) { run[:finished] }],
       ["its runs are of trees with changes", ->(run) { built(run).none? { |build| build[:dirty] } }],
       ["none of its runs is of commit #{@commit.to_s[0, 10]}", ->(run) { @commit.nil? || commits(run).include?(@commit) }]].each do |reason, fits|
        left = left.select(&fits)
        return [nil, reason] if left.empty?
      end
      # Jobs on other machines are a run for each program, so runs of one commit complete each other.
      programs = []
      left = left.select { |run| commits(run).sort == commits(left.first).sort && names(run) == names(left.first) }
      [left.select { |run| (own = results(run).lines.map(&:program).uniq - programs).any? && programs.concat(own) }, nil]
    end

    def built(run) = @store.builds_of(run[:id]).values.select { |build| build[:commit_id] }

    def commits(run) = built(run).map { |build| build[:commit_id] }.uniq

    def variants(run) = JSON.parse(run[:definition]).fetch("variants")

    def names(run) = variants(run).map { |variant| variant["name"] }

    def results(run) = (@results ||= {})[run[:id]] ||= Results.new(run, @store.figures(run: run[:id]))

    # Returns ten digits of the commit of some runs.  Raises Stop if there are several, or if a configuration does not build.
    def commit_of(section, runs)
      found = runs.flat_map { |run| commits(run) }.uniq
      raise Stop, "#{section.place}: run #{runs.first[:id]} of #{section.name} mixes commits #{found.map { |c| c[0, 10] }.join(" and ")}." if found.size > 1
      raise Stop, "#{section.place}: run #{runs.first[:id]} of #{section.name} has no build of a commit." if found.empty?
      variants(runs.first).each { |variant| check_configuration(section, variant, found.first) }
      found.first[0, 10]
    end

    def check_configuration(section, variant, commit)
      switches = variant["switches"] or return
      name = "#{section.place}: #{section.name}: #{variant["name"]}"
      Switches.check(@known, switches) { |switch| raise Stop, "#{name} does not build: configure has no switch #{switch}." }
      reason = @store.failed_build(commit_id: commit, switches: switches.join(" "))
      raise Stop, "#{name} does not build on #{commit[0, 10]}: #{reason}" if reason
    end

    # Returns the lines of a section.
    def text(section, runs)
      lines = {}
      runs.each { |run| results(run).lines.each { |line| (lines[[line.program, line.figure, line.variant]] ||= [run, line]) } }
      lines = lines.values
      missing = section.figures - lines.map { |_, line| line.figure }
      raise Stop, "#{section.place}: #{section.name} has no figure #{missing.join(" and ")}." if missing.any?
      shown = lines.select { |_, line| section.figures.empty? || section.figures.include?(line.figure) }
      out = [*heading(runs), "", *configurations(runs.first), "", *rows(runs, shown), "", *verdicts(section, runs), *absent(section, runs, lines)]
      out.map { |line| "#{line}\n" }
    end

    def heading(runs)
      first = runs.first
      compilers = built(first).map { |build| build[:compiler] }.compact.uniq
      ["Commit `#{commits(first).first[0, 10]}`#{", #{compilers.join(" and ")}" if compilers.any?}. A ratio is of #{first[:statistic]}s to `#{names(first).first}`.", "",
       *runs.map { |run| origin(run) }]
    end

    # Returns a line about where, when and under which load a run was taken.
    def origin(run)
      loads = @store.samples(run[:id]).filter_map { |sample| sample[:load] }.minmax
      rounds = results(run).lines.map { |line| line.interval.rounds }.minmax.uniq
      differing, all = results(run).twins
      load = loads.all? ? "load #{loads.map { |value| format("%.1f", value) }.uniq.join(" to ")}" : "load unknown"
      "- `#{run[:words]}` of #{run[:started][0, 10]} (#{run[:uuid][0, 8]}): #{cell(machine(run))}; #{load}; #{rounds.join(" to ")} rounds; A/A: #{differing} of #{all} rows differ."
    end

    # Returns the description of a machine in words; a machine that another program described has its names as they are.
    def machine(run)
      words = { "processor" => "%s", "cores" => "%s cores", "memory_mib" => "%s MiB", "huge_pages" => "huge pages %s" }
      JSON.parse(run[:machine]).compact.map { |name, value| format(words.fetch(name, "#{name} %s"), value) }.join(", ")
    end

    def configurations(run)
      builds = @store.builds_of(run[:id])
      ["| variant | configuration |", "|---|---|", *variants(run).map do |variant|
        words = [*variant["switches"], *variant["options"], *variant["environment"]&.map { |name, value| "#{name}=#{value}" }]
        words << "heap x #{variant["heap"]}" if variant["heap"]
        made = variant["switches"] ? nil : builds.dig(variant["name"], :version)
        "| #{cell(variant["name"])} | #{[made && cell(made), words.any? ? "`#{cell(words.join(" "))}`" : made ? nil : "the default"].compact.join(", ")} |"
      end]
    end

    def rows(runs, lines)
      base = cell(names(runs.first).first)
      ["| program | figure | variant | #{base} | value | ratio | interval (95 %) | rounds | verdict |", "|---|---|---|---:|---:|---:|---|---:|---|", *lines.map do |_, l|
        bounds = l.interval.low ? format("%.4f to %.4f", l.interval.low, l.interval.high) : "none"
        "| #{[l.program, l.figure, l.variant, Results.number(l.base_value, l.unit), Results.number(l.value, l.unit), format("%.4f", l.interval.estimate), bounds,
              l.interval.rounds, l.verdict].map { |text| cell(text) }.join(" | ")} |"
      end]
    end

    def verdicts(section, runs)
      experiment = @catalogue.experiments.fetch(section.name)
      measured = experiment.claims.filter_map do |claim|
        run = runs.find { |one| results(one).lines.any? { |line| line.program == claim.program } } or next
        results(run).claims([claim]).map { |text, verdict| "- #{verdict}: #{cell(text)}" }.first
      end
      measured + experiment.words_only.map { |text| "- to be judged by the reader: #{cell(text)}" }
    end

    # Returns a line for each program that has no figures, and for each that failed on a variant.
    def absent(section, runs, lines)
      failed = runs.flat_map { |run| @store.samples(run[:id]) }.select { |sample| sample[:error] }
      wanted = @catalogue.experiments.fetch(section.name).programs.map(&:name)
      failed.map { |sample| "- failed: #{cell("#{sample[:program]} on #{sample[:variant]}: #{sample[:error]}")}" }.uniq +
        (wanted - lines.map { |_, line| line.program } - failed.map { |sample| sample[:program] }).map { |name| "- not measured: #{cell(name)}" }
    end

    # Escapes a text for a table of Markdown.
    def cell(text) = text.to_s.gsub(/\s+/, " ").gsub("|", "\\|").gsub("<", "&lt;")
  end
end
