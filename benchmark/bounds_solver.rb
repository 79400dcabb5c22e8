# frozen_string_literal: true
# bounds_solver - bounds of variables, narrowed by rules of five kinds that wake each other, and undone by a trail.
# Rules come and go while the bounds stay right: plans with deadlines, a chain, a square of numbers found by search.
class Unsolvable < StandardError
end

class Quantity
  attr_reader :low, :high, :watchers

  def initialize(solver, low, high)
    @solver, @low, @high = solver, low, high
    @watchers = []
  end

  def fixed? = @low == @high
  def size = @high - @low

  def raise_to(value)
    return if value <= @low
    raise Unsolvable if value > @high
    @solver.note(self, @low, @high)
    @low = value
    @solver.wake(@watchers)
  end

  def lower_to(value)
    return if value >= @high
    raise Unsolvable if value < @low
    @solver.note(self, @low, @high)
    @high = value
    @solver.wake(@watchers)
  end

  def restore(low, high)
    @low, @high = low, high
  end
end

class Rule
  attr_accessor :queued
  attr_reader :active

  def initialize(*quantities)
    @quantities = quantities
    @active = @queued = false
  end

  def attach
    @active = true
    @quantities.each { |q| q.watchers << self }
  end

  def detach
    @active = false
    @quantities.each { |q| q.watchers.delete(self) }
  end
end

# first + gap <= second
class Before < Rule
  def initialize(first, gap, second)
    super(first, second)
    @first, @gap, @second = first, gap, second
  end

  def narrow
    @second.raise_to(@first.low + @gap)
    @first.lower_to(@second.high - @gap)
  end
end

# second = first * factor + gap, for a factor above zero
class Line < Rule
  def initialize(first, factor, gap, second)
    super(first, second)
    @first, @factor, @gap, @second = first, factor, gap, second
  end

  def narrow
    @second.raise_to(@first.low * @factor + @gap)
    @second.lower_to(@first.high * @factor + @gap)
    @first.raise_to(-(-(@second.low - @gap)).div(@factor))
    @first.lower_to((@second.high - @gap).div(@factor))
  end
end

class Total < Rule
  def initialize(parts, sum)
    super(*parts)
    @parts, @sum = parts, sum
  end

  def narrow
    low = high = 0
    @parts.each { |part| low += part.low; high += part.high }
    @parts.each do |part|
      part.raise_to(@sum - high + part.high)
      part.lower_to(@sum - low + part.low)
    end
  end
end

class Greatest < Rule
  def initialize(parts, result)
    super(*parts, result)
    @parts, @result = parts, result
  end

  def narrow
    top = @result.high
    low = high = nil
    @parts.each do |part|
      part.lower_to(top)
      low = part.low if !low || part.low > low
      high = part.high if !high || part.high > high
    end
    @result.raise_to(low)
    @result.lower_to(high)
  end
end

class Different < Rule
  def narrow
    @quantities.each_with_index do |one, i|
      next unless one.fixed?
      value = one.low
      @quantities.each_with_index do |other, k|
        next if i == k
        other.raise_to(value + 1) if other.low == value
        other.lower_to(value - 1) if other.high == value
      end
    end
  end
end

class Solver
  attr_reader :steps

  def initialize
    @queue, @trail, @steps = [], [], 0
  end

  def quantity(low, high) = Quantity.new(self, low, high)
  def note(quantity, low, high) = @trail.push(quantity, low, high)

  def wake(rules)
    rules.each do |rule|
      next if rule.queued
      rule.queued = true
      @queue << rule
    end
  end

  def add(rule)
    rule.attach
    wake([rule])
  end

  def settle
    while (rule = @queue.shift)
      rule.queued = false
      next unless rule.active
      @steps += 1
      rule.narrow
    end
  rescue Unsolvable
    @queue.each { |waiting| waiting.queued = false }.clear
    raise
  end

  # Runs the block with `rule` and takes back the rule and all that followed from it.
  def suppose(rule = nil)
    mark = @trail.size
    add(rule) if rule
    settle
    yield
  rescue Unsolvable
    nil
  ensure
    rule&.detach
    while @trail.size > mark
      high, low, quantity = @trail.pop, @trail.pop, @trail.pop
      quantity.restore(low, high)
    end
  end

  # Yields each way in which all the quantities may have one value.
  def search(quantities, &block)
    open = quantities.reject(&:fixed?).min_by(&:size)
    return yield(quantities.map(&:low)) unless open
    open.low.upto(open.high) do |value|
      suppose do
        open.raise_to(value)
        open.lower_to(value)
        settle
        search(quantities, &block)
      end
    end
  end
end

# A chain of lines: what its first quantity may be follows from the last one, and the other way round.
def chain(length)
  solver = Solver.new
  links = Array.new(length) { solver.quantity(-1_000_000, 1_000_000) }
  links.each_cons(2).with_index { |(a, b), i| solver.add(Line.new(a, 1, i % 4, b)) }
  solver.settle
  ends = (1..12).map do |n|
    pin = Line.new(solver.quantity(n * 10, n * 10), 1, 0, n.odd? ? links[0] : links[-1])
    solver.suppose(pin) { [links[0].low, links[-1].high] }
  end
  [ends, links[0].high]
end

# Work of a grid: each piece after those to its left and above; how late may each begin for every deadline?
def plan(side)
  solver = Solver.new
  rows = Array.new(side) { Array.new(side) { solver.quantity(0, 10_000) } }
  last = solver.quantity(0, 10_000)
  side.times do |y|
    side.times do |x|
      work = 1 + (x * 7 + y * 5) % 4
      solver.add(Before.new(rows[y][x], work, rows[y][x + 1])) if x + 1 < side
      solver.add(Before.new(rows[y][x], work, rows[y + 1][x])) if y + 1 < side
    end
  end
  solver.add(Greatest.new(rows.map(&:last), last))
  solver.settle
  least = last.low
  slack = [least - 1, least, least + 3, least + 10].map do |deadline|
    solver.suppose(Before.new(last, 0, solver.quantity(0, deadline))) { rows.flatten.count { |q| q.size == deadline - least } }
  end
  [least, slack, rows[0][0].high]
end

# All squares of the nine digits whose rows, columns and diagonals have one sum.
def squares
  solver = Solver.new
  cells = Array.new(9) { solver.quantity(1, 9) }
  [[0, 1, 2], [3, 4, 5], [6, 7, 8], [0, 3, 6], [1, 4, 7], [2, 5, 8], [0, 4, 8], [2, 4, 6]].each do |line|
    solver.add(Total.new(cells.values_at(*line), 15))
  end
  solver.add(Different.new(*cells))
  solver.settle
  found = []
  solver.search(cells) { |values| found << values.join.to_i }
  found
end

results = Array.new(2) { [chain(601), plan(30), squares] }.uniq
# The gaps of the chain are 900 in all; the longest way through the grid is counted here step by step.
# One way is the longest: its 59 pieces have no slack but the deadline's.
ends = (1..12).map { |n| n.odd? ? [n * 10, n * 10 + 900] : [n * 10 - 900, n * 10] }
longest = Array.new(30) { Array.new(30, 0) }
work = ->(y, x) { y < 0 || x < 0 ? 0 : longest[y][x] + 1 + (x * 7 + y * 5) % 4 }
30.times { |y| 30.times { |x| longest[y][x] = [work.(y - 1, x), work.(y, x - 1)].max } }
least = longest[29][29]
magic = [276951438, 294753618, 438951276, 492357816, 618753294, 672159834, 816357492, 834159672]
wanted = [[ends, 999_100], [least, [nil, 59, 59, 59], 10_000 - least], magic]
raise "bounds_solver: #{results}, not #{wanted}" unless results == [wanted]
