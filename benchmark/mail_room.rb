# frozen_string_literal: true
# mail_room - desks of six classes hand letters to each other; the desk of highest rank that has work runs next.
# Polymorphic calls, queues in rings, a set of bits for what is ready, a clock with a wheel of delayed letters.
class Letter
  attr_reader :number, :weight, :stops
  attr_accessor :paid, :seals

  def initialize(number, weight, stops)
    @number, @weight, @stops = number, weight, stops
    @paid = @seals = 0
  end
end

class Ring
  def initialize(size)
    @places = Array.new(size)
    @mask = size - 1
    @first = @count = 0
  end

  def empty? = @count == 0

  def push(letter)
    raise "ring full" if @count > @mask
    @places[(@first + @count) & @mask] = letter
    @count += 1
  end

  def take
    letter = @places[@first]
    @places[@first] = nil
    @first = (@first + 1) & @mask
    @count -= 1
    letter
  end
end

class Desk
  attr_reader :handled

  def initialize(room, rank)
    @room, @rank = room, rank
    @inbox = Ring.new(256)
    @handled = 0
  end

  def receive(letter)
    @room.ready(@rank) if @inbox.empty?
    @inbox.push(letter)
  end

  # Works on at most `budget` letters; the desk stays ready if any is left.
  def run(budget)
    while budget > 0 && !@inbox.empty?
      @handled += 1
      budget -= 1
      work(@inbox.take)
    end
    @room.idle(@rank) if @inbox.empty?
  end
end

class Sorter < Desk
  def work(letter) = letter.weight > 40 ? @room.send_on(:scale, letter) : @room.send_on(:stamp, letter)
end

class Scale < Desk
  def work(letter)
    letter.paid += letter.weight / 8
    @room.send_on(:stamp, letter)
  end
end

class Stamp < Desk
  def work(letter)
    letter.paid += 3
    letter.seals = letter.seals * 31 + letter.paid & 0xffff
    @room.send_on(letter.seals % 7 == 0 ? :customs : :van, letter)
  end
end

class Customs < Desk
  def work(letter)
    letter.seals ^= letter.number & 0xff
    if letter.seals.odd?
      @room.later(5, :sorter, letter)
    else
      @room.send_on(:van, letter)
    end
  end
end

class Van < Desk
  def initialize(room, rank)
    super
    @load = []
  end

  def work(letter)
    @load << letter
    return if @load.size < 4
    way = 0
    @load.each { |carried| @room.later(way += 1 + carried.number % 3, :door, carried) }
    @load.clear
  end

  def flush(door)
    @load.each { |letter| door.receive(letter) }
    @load.clear
  end
end

class Door < Desk
  attr_reader :income, :mark

  def initialize(room, rank)
    super
    @income = @mark = @visits = 0
  end

  def work(letter)
    @visits += 1
    if letter.stops.empty?
      @income += letter.paid
      @mark = @mark * 33 + letter.seals & 0xffffff
      @room.delivered
    else
      letter.stops.pop
      @room.send_on(:sorter, letter)
    end
  end
end

class Room
  KINDS = {sorter: Sorter, scale: Scale, stamp: Stamp, customs: Customs, van: Van, door: Door}.freeze
  WHEEL = 16

  attr_reader :out

  def initialize
    @desks = KINDS.each_value.with_index.map { |kind, rank| kind.new(self, rank) }
    @named = KINDS.keys.zip(@desks).to_h
    @wheel = Array.new(WHEEL) { [] }
    @bits = @clock = @out = @waiting = 0
  end

  def ready(rank) = @bits |= 1 << rank
  def idle(rank) = @bits &= ~(1 << rank)
  def send_on(name, letter) = @named[name].receive(letter)
  def delivered = @out += 1

  def later(ticks, name, letter)
    @waiting += 1
    @wheel[(@clock + ticks) % WHEEL] << name << letter
  end

  def tick
    @clock += 1
    due = @wheel[@clock % WHEEL]
    return if due.empty?
    @wheel[@clock % WHEEL] = []
    due.each_slice(2) do |name, letter|
      @waiting -= 1
      send_on(name, letter)
    end
  end

  def run(letters)
    until letters.empty? && @bits == 0 && @waiting == 0
      6.times { letters.empty? || send_on(:sorter, letters.pop) }
      tick
      while @bits != 0
        rank = (@bits & -@bits).bit_length - 1
        @desks[rank].run(5)
      end
      @named[:van].flush(@named[:door]) if letters.empty? && @waiting == 0
    end
    [@out, @named[:door].income, @named[:door].mark, *@desks.map(&:handled)]
  end
end

seed = 20_250
letters = Array.new(2_500) do |number|
  seed = (seed * 1_103_515_245 + 12_345) & 0x7fffffff
  Letter.new(number, seed >> 8 & 63, (0...(seed >> 16 & 7)).to_a)
end
copies = Array.new(8) { letters.map { |l| Letter.new(l.number, l.weight, l.stops.dup) } }
results = copies.map { |batch| Room.new.run(batch) }.uniq
# Every letter is delivered once, and a door is passed once for each stop and once more; the sums are those of this seed.
visits = letters.sum { |letter| letter.stops.size + 1 }
wanted = [2_500, 59_927, 8_645_942, 11_693, 4_110, 11_693, 744, visits, visits]
raise "mail_room: #{results}, not #{wanted}" unless results == [wanted]
