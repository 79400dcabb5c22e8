# frozen_string_literal: true
# deltablue - an incremental solver of one-way constraints with strengths: polymorphic objects, arrays of them.
# Freeman-Benson and Maloney's algorithm (1989): a plan is kept right while constraints come and go.
module Strength
  REQUIRED, STRONG, NORMAL, WEAK, WEAKEST = 0, 1, 2, 3, 6
end

class Variable
  attr_accessor :value, :constraints, :determined_by, :mark, :walk_strength, :stay

  def initialize(value)
    @value = value
    @constraints = []
    @determined_by = nil
    @mark = 0
    @walk_strength = Strength::WEAKEST
    @stay = true
  end
end

class Constraint
  attr_reader :strength

  def initialize(planner, strength)
    @planner = planner
    @strength = strength
  end

  def add
    add_to_graph
    @planner.incremental_add(self)
  end

  def destroy
    satisfied? ? @planner.incremental_remove(self) : remove_from_graph
  end

  def input?
    false
  end

  def satisfy(mark)
    choose_method(mark)
    unless satisfied?
      raise "a required constraint failed" if @strength == Strength::REQUIRED
      return nil
    end
    mark_inputs(mark)
    out = output
    overridden = out.determined_by
    overridden&.mark_unsatisfied
    out.determined_by = self
    raise "cycle" unless @planner.add_propagate(self, mark)
    out.mark = mark
    overridden
  end
end

class UnaryConstraint < Constraint
  def initialize(planner, variable, strength)
    super(planner, strength)
    @output = variable
    @satisfied = false
    add
  end

  def output = @output
  def satisfied? = @satisfied

  def add_to_graph
    @output.constraints << self
    @satisfied = false
  end

  def remove_from_graph
    @output.constraints.delete(self)
    @satisfied = false
  end

  def choose_method(mark)
    @satisfied = @output.mark != mark && @strength < @output.walk_strength
  end

  def mark_inputs(_mark) = nil
  def mark_unsatisfied = @satisfied = false
  def inputs_known?(_mark) = true

  def recalculate
    @output.walk_strength = @strength
    @output.stay = !input?
    execute if @output.stay
  end
end

class StayConstraint < UnaryConstraint
  def execute = nil
end

class EditConstraint < UnaryConstraint
  def input? = true
  def execute = nil
end

class BinaryConstraint < Constraint
  def initialize(planner, first, second, strength)
    super(planner, strength)
    @first = first
    @second = second
    @direction = nil
    setup
    add
  end

  def setup = nil
  def satisfied? = !@direction.nil?
  def output = @direction == :forward ? @second : @first
  def input = @direction == :forward ? @first : @second
  def mark_unsatisfied = @direction = nil
  def mark_inputs(mark) = input.mark = mark

  def add_to_graph
    @first.constraints << self
    @second.constraints << self
    @direction = nil
  end

  def remove_from_graph
    @first.constraints.delete(self)
    @second.constraints.delete(self)
    @direction = nil
  end

  def choose_method(mark)
    if @first.mark == mark
      @direction = @second.mark != mark && @strength < @second.walk_strength ? :forward : nil
    elsif @second.mark == mark
      @direction = @strength < @first.walk_strength ? :backward : nil
    elsif @second.walk_strength < @first.walk_strength
      @direction = @strength < @first.walk_strength ? :backward : nil
    else
      @direction = @strength < @second.walk_strength ? :forward : nil
    end
  end

  def inputs_known?(mark)
    source = input
    source.mark == mark || source.stay || source.determined_by.nil?
  end

  def recalculate
    source = input
    target = output
    target.walk_strength = @strength > source.walk_strength ? @strength : source.walk_strength
    target.stay = source.stay
    execute if target.stay
  end
end

class EqualityConstraint < BinaryConstraint
  def execute = output.value = input.value
end

class ScaleConstraint < BinaryConstraint
  def initialize(planner, source, scale, offset, target, strength)
    @scale = scale
    @offset = offset
    super(planner, source, target, strength)
  end

  def add_to_graph
    super
    @scale.constraints << self
    @offset.constraints << self
  end

  def remove_from_graph
    super
    @scale.constraints.delete(self)
    @offset.constraints.delete(self)
  end

  def mark_inputs(mark)
    super
    @scale.mark = @offset.mark = mark
  end

  def execute
    if @direction == :forward
      @second.value = @first.value * @scale.value + @offset.value
    else
      @first.value = (@second.value - @offset.value) / @scale.value
    end
  end

  def recalculate
    source = input
    target = output
    target.walk_strength = @strength > source.walk_strength ? @strength : source.walk_strength
    target.stay = source.stay && @scale.stay && @offset.stay
    execute if target.stay
  end
end

class Planner
  def initialize
    @mark = 0
  end

  def new_mark = @mark += 1

  def incremental_add(constraint)
    mark = new_mark
    overridden = constraint.satisfy(mark)
    overridden = overridden.satisfy(mark) while overridden
  end

  def incremental_remove(constraint)
    out = constraint.output
    constraint.mark_unsatisfied
    constraint.remove_from_graph
    unsatisfied = remove_propagate(out).sort_by(&:strength)
    unsatisfied.each { |other| incremental_add(other) }
  end

  def remove_propagate(out)
    unsatisfied = []
    out.determined_by = nil
    out.walk_strength = Strength::WEAKEST
    out.stay = true
    todo = [out]
    while (variable = todo.shift)
      variable.constraints.each { |other| unsatisfied << other unless other.satisfied? }
      determining = variable.determined_by
      variable.constraints.each do |following|
        next if following.equal?(determining) || !following.satisfied?
        following.recalculate
        todo << following.output
      end
    end
    unsatisfied
  end

  def add_propagate(constraint, mark)
    todo = [constraint]
    while (following = todo.shift)
      if following.output.mark == mark
        incremental_remove(constraint)
        return false
      end
      following.recalculate
      consumers(following.output, todo)
    end
    true
  end

  def consumers(variable, into)
    determining = variable.determined_by
    variable.constraints.each do |other|
      into << other if !other.equal?(determining) && other.satisfied?
    end
  end

  def plan_from(constraints)
    make_plan(constraints.select { |constraint| constraint.input? && constraint.satisfied? })
  end

  def make_plan(sources)
    mark = new_mark
    plan = []
    todo = sources
    while (constraint = todo.shift)
      next unless constraint.output.mark != mark && constraint.inputs_known?(mark)
      plan << constraint
      constraint.output.mark = mark
      consumers(constraint.output, todo)
    end
    plan
  end
end

def chain(length)
  planner = Planner.new
  variables = Array.new(length + 1) { Variable.new(0) }
  variables.each_cons(2) { |a, b| EqualityConstraint.new(planner, a, b, Strength::REQUIRED) }
  StayConstraint.new(planner, variables.last, Strength::STRONG + 1)
  edit = EditConstraint.new(planner, variables.first, Strength::STRONG)
  plan = planner.plan_from([edit])
  sum = 0
  100.times do |value|
    variables.first.value = value
    plan.each(&:execute)
    raise "chain" unless variables.last.value == value
    sum += variables.last.value
  end
  edit.destroy
  sum
end

def change(planner, variable, value)
  edit = EditConstraint.new(planner, variable, Strength::STRONG)
  plan = planner.plan_from([edit])
  10.times do
    variable.value = value
    plan.each(&:execute)
  end
  edit.destroy
end

def projection(size)
  planner = Planner.new
  scale = Variable.new(10)
  offset = Variable.new(1000)
  source = target = nil
  targets = Array.new(size) do |i|
    source = Variable.new(i)
    target = Variable.new(i)
    StayConstraint.new(planner, source, Strength::NORMAL)
    ScaleConstraint.new(planner, source, scale, offset, target, Strength::REQUIRED)
    target
  end
  change(planner, source, 17)
  raise "projection 1" unless target.value == 1170
  change(planner, target, 1050)
  raise "projection 2" unless source.value == 5
  change(planner, scale, 5)
  targets[0...-1].each_with_index { |t, i| raise "projection 3" unless t.value == i * 5 + 1000 }
  change(planner, offset, 2000)
  targets[0...-1].each_with_index { |t, i| raise "projection 4" unless t.value == i * 5 + 2000 }
  targets.sum(&:value)
end

result = [0, 0]
8.times do
  result[0] += chain(1000)
  result[1] += projection(600)
end
raise "deltablue: #{result}" unless result == [39600, 16764240]
