# figures.rb - the figures of one program on one Ruby, made of the times of its iterations.

module RubyBench
  LAST = 6 # iterations whose median is the steady time

  # first, warm, steady: microseconds; peak: MiB; note: what the reader must know of the row; whole: no run was cut.
  # gems: the program's gems with their versions, or nil.
  Figures = Struct.new(:first, :warm, :steady, :peak, :note, :whole, :gems)

  def self.median(list)
    sorted = list.sort
    (sorted[(sorted.size - 1) / 2] + sorted[sorted.size / 2]) / 2.0
  end

  # Returns [first, warm, steady] of one run, in microseconds.  warm is the time that passes before the first iteration that has 90 % of
  # the steady speed: 0 if that is the first iteration.
  def self.times(run)
    steady = median(run.times.last(LAST))
    warm = run.times.take_while { |time| time > steady / 0.9 }.sum
    [run.times.first, warm, steady].map { |time| time / 1000.0 }
  end

  # Returns the medians over the rounds; the note says so if a run was cut by the budget.
  def self.figures(runs, iterations)
    first, warm, steady = runs.map { |run| times(run) }.transpose.map { |list| median(list) }
    least = runs.map { |run| run.times.size }.min
    note = "cut: #{least} of #{iterations} iterations" if least < iterations
    Figures.new(first, warm, steady, median(runs.map(&:peak)) / 1024.0, note, !note, runs.first.gems)
  end
end
