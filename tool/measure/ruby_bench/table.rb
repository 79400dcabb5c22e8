# table.rb - what was measured, as text: a row for each program and command, geometric means, what was cut, left out, failed.
#
# A ratio says how many times as fast, or with how many times less memory, one command is as another: above 1 is better.

module RubyBench
  class Table
    # rows: name => { command's name => Figures }, complete ones only; left and failed: name => reason.  subject: the command's name
    # whose ratios each row has.
    def initialize(rows, left, failed, rubies, subject)
      @rows, @left, @failed, @rubies, @subject = rows, left, failed, rubies.map(&:name), subject
      @others = @rubies - [subject]
    end

    def to_s = [main, *(means if @rows.any?), *slower, *gems, *reasons("Left out", @left), *reasons("Failed", @failed)].join("\n")

    private

    def ratio(row, one, other, figure) = row[other][figure] / row[one][figure]

    def mean(list) = Math.exp(list.sum { |x| Math.log(x) } / list.size)

    def main
      text = +"| program | command | first us | to 90 % us | steady us | peak MB | #{@subject} is times as fast | note |\n|---|---|--:|--:|--:|--:|--:|---|\n"
      @rows.sort_by { |name, row| [-worst(row), name] }.each do |name, row|
        row.each do |ruby, f|
          times = ruby == @subject ? "" : format("%.2f", ratio(row, @subject, ruby, :steady))
          text << format("| %s | %s | %.0f | %.0f | %.0f | %.1f | %s | %s |\n", name, ruby, f.first, f.warm, f.steady, f.peak, times, f.note)
        end
      end
      @failed.each { |name, why| text << "| #{name} | | | | | | | failed: #{why} |\n" }
      text
    end

    def worst(row) = @others.map { |other| ratio(row, @subject, other, :steady) }.min || 1.0

    # Returns the geometric means, of all programs and, if some were cut, of those that were not.
    def means
      whole = @rows.select { |_, row| row.each_value.all?(&:whole) }
      cut = @rows.size - whole.size
      grids = [grid(@rows, "all #{@rows.size} programs#{", #{cut} of them cut" if cut > 0}")]
      grids << grid(whole, "the #{whole.size} that were not cut") if cut > 0 && whole.any?
      grids
    end

    def grid(rows, which)
      text = +"Geometric means, #{which}: how many times the command of the row is as fast (as small) as that of the column.\n\n"
      text << "| figure | command |#{@rubies.map { |name| " #{name} |" }.join}\n|---|---|#{"--:|" * @rubies.size}\n"
      { steady: "steady", first: "first iteration", peak: "memory" }.each do |figure, title|
        @rubies.each do |one|
          cells = @rubies.map { |other| format(" %.2f |", mean(rows.values.map { |row| ratio(row, one, other, figure) })) }
          text << "| #{title} | #{one} |#{cells.join}\n"
        end
      end
      text
    end

    # Returns a line for each other command that is faster than the subject in some program.
    def slower
      @others.filter_map do |other|
        below = @rows.transform_values { |row| ratio(row, @subject, other, :steady) }.select { |_, times| times < 1 }.sort_by(&:last)
        "#{@subject} is slower than #{other} in #{below.size}: #{below.map { |name, times| format("%s %.2f", name, times) }.join(", ")}.\n" if below.any?
      end
    end

    # Returns a line with the gems that were measured, which need not be those of the program's Gemfile.lock.
    def gems
      used = @rows.transform_values { |row| row.each_value.first.gems }.compact
      used.any? ? ["Gems: #{used.map { |name, line| "#{name}: #{line}" }.join("; ")}.\n"] : []
    end

    def reasons(title, list) = list.map { |name, why| "#{title}: #{name}: #{why.delete_suffix(".")}." }
  end
end
