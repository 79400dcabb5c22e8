# frozen_string_literal: true
# loop_nests - loops of flow graphs: depth-first numbers, dominators, bodies joined by union-find, nests of sets.
# The graphs are made of nested constructs, so their maker counts the loops that are to be found.
class Site
  attr_reader :number, :into, :from
  attr_accessor :order, :boss, :nest

  def initialize(number)
    @number = number
    @into, @from = [], []
    @order = @boss = @nest = nil
  end

  def to(other)
    @into << other
    other.from << self
    other
  end
end

# Writes a graph as a compiler would for a program of random constructs.
class Maker
  attr_reader :sites, :loops, :deepest, :weight

  def initialize(seed)
    @seed, @sites = seed, []
    @loops = @deepest = @weight = 0
  end

  def site(depth)
    @weight += depth
    Site.new(@sites.size).tap { |made| @sites << made }
  end

  def pick(choices)
    @seed = (@seed * 69_069 + 1) & 0xffffffff
    (@seed >> 12) % choices
  end

  # Adds constructs behind `at`, and returns where control leaves them.
  def block(at, depth, fuel)
    while fuel > 0
      part = 1 + pick(fuel)
      fuel -= part
      at =
        case part > 3 ? pick(5) : 4
        when 0 then branch(at, depth, part - 3)
        when 1 then test_first(at, depth, part - 2)
        when 2 then test_last(at, depth, part - 2)
        when 3 then with_break(at, depth, part - 3)
        else at.to(site(depth))
        end
    end
    at
  end

  def branch(at, depth, fuel)
    one = block(at.to(site(depth)), depth, fuel / 2)
    other = block(at.to(site(depth)), depth, fuel / 2)
    meet = site(depth)
    one.to(meet)
    other.to(meet)
  end

  def count(depth)
    @loops += 1
    @deepest = depth if depth > @deepest
  end

  def test_first(at, depth, fuel)
    count(depth + 1)
    head = at.to(site(depth + 1))
    block(head.to(site(depth + 1)), depth + 1, fuel).to(head)
    head.to(site(depth))
  end

  def test_last(at, depth, fuel)
    count(depth + 1)
    head = at.to(site(depth + 1))
    tail = block(head, depth + 1, fuel).to(site(depth + 1))
    tail.to(head)
    tail.to(site(depth))
  end

  def with_break(at, depth, fuel)
    count(depth + 1)
    head = at.to(site(depth + 1))
    middle = block(head.to(site(depth + 1)), depth + 1, fuel)
    out = middle.to(site(depth))
    middle.to(site(depth + 1)).to(head)
    out
  end
end

class Nest
  attr_reader :head, :members
  attr_accessor :outer

  def initialize(head)
    @head, @members, @outer = head, Set[head], nil
  end

  def depth = @outer ? @outer.depth + 1 : 1
end

# Groups of sites, each with one that represents it.
class Groups
  def initialize(size) = @above = (0...size).to_a

  def find(number)
    root = number
    root = @above[root] while @above[root] != root
    while @above[number] != root
      @above[number], number = root, @above[number]
    end
    root
  end

  def join(number, root) = @above[find(number)] = root
end

class Finder
  attr_reader :nests

  def initialize(entry)
    @line, @nests = [], []
    number(entry)
    rule(entry)
    collect
  end

  # Puts the sites into the order in which a walk to the depth leaves them, the last one first.
  def number(entry)
    path, seen = [[entry, 0]], {entry => true}
    until path.empty?
      site, at = path.last
      if (following = site.into[at])
        path.last[1] += 1
        path << [following, 0] unless seen[following]
        seen[following] = true
      else
        @line << path.pop[0]
      end
    end
    @line.reverse!
    @line.each_with_index { |site, i| site.order = i }
  end

  # Gives each site the last one that every way to it passes.
  def rule(entry)
    entry.boss = entry
    again = true
    while again
      again = false
      @line.each do |site|
        next if site == entry
        boss = site.from.select(&:boss).reduce { |a, b| shared(a, b) }
        again = true if boss != site.boss
        site.boss = boss
      end
    end
  end

  def shared(one, other)
    until one.equal?(other)
      if one.order > other.order then one = one.boss else other = other.boss end
    end
    one
  end

  def ruled?(site, boss)
    site = site.boss while site.order > boss.order
    site.equal?(boss)
  end

  # From the innermost heads outwards: all that reaches the head again without passing it; an inner nest is one site by then.
  def collect
    groups = Groups.new(@line.size)
    @line.reverse_each do |head|
      ends = head.from.select { |site| ruled?(site, head) }
      next if ends.empty?
      @nests << nest = Nest.new(head)
      queue = ends.map { |site| groups.find(site.order) }.uniq
      until queue.empty?
        order = groups.find(queue.pop)
        next if order == head.order
        site = @line[order]
        site.nest ? site.nest.outer ||= nest : site.nest = nest
        nest.members << site
        groups.join(order, head.order)
        site.from.each { |before| queue << before.order }
      end
      head.nest = nest
    end
  end

  def depth(site) = site.nest ? site.nest.depth : 0
end

700.times do |seed|
  maker = Maker.new(seed)
  entry = maker.site(0)
  maker.block(entry, 0, 240)
  finder = Finder.new(entry)
  wanted = [maker.loops, maker.deepest, maker.weight]
  found = [finder.nests.size, finder.nests.map(&:depth).max || 0, maker.sites.sum { |site| finder.depth(site) }]
  raise "loop_nests: #{seed}: #{found}, not #{wanted}" unless found == wanted
end
