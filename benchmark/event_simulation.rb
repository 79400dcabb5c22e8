# frozen_string_literal: true
# event_simulation - customers, queues and clerks driven by a calendar of events: Struct, keyword arguments, lambdas, sorting.
class Simulation
  Event = Struct.new(:time, :number, :action)
  Customer = Struct.new(:name, :arrived, :patience, keyword_init: true)

  attr_reader :served, :left, :waited

  def initialize(seed:, clerks: 3)
    @random = Random.new(seed)
    @free = clerks
    @queue = []
    @events = []
    @number = 0
    @now = 0
    @served = @left = @waited = 0
  end

  def at(time, &action)
    @number += 1
    event = Event.new(time, @number, action)
    index = @events.bsearch_index { |other| (other.time <=> time) <= 0 } || @events.size
    @events.insert(index, event)
  end

  def run(customers:, pause: 1..6)
    at(0) { arrive(customers, pause) }
    while (event = @events.pop)
      @now = event.time
      event.action.call
    end
    self
  end

  private

  def arrive(remaining, pause)
    @queue << Customer.new(name: "c#{remaining}", arrived: @now, patience: @random.rand(5..60))
    serve
    at(@now + @random.rand(pause)) { arrive(remaining - 1, pause) } if remaining > 1
  end

  def serve
    while @free > 0 && (customer = @queue.shift)
      wait = @now - customer.arrived
      if wait > customer.patience
        @left += 1
        next
      end
      @free -= 1
      @served += 1
      @waited += wait
      at(@now + @random.rand(3..19)) do
        @free += 1
        serve
      end
    end
  end
end

result = (1..6).map do |seed|
  done = Simulation.new(seed: seed).run(customers: 14_000)
  [done.served, done.left, done.waited]
end
raise "event_simulation: #{result}" unless result == [[12951, 1049, 94636], [12953, 1047, 94246], [12834, 1166, 102868], [12966, 1034, 97881], [12946, 1054, 95126], [12933, 1067, 96130]]
