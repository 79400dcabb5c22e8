# frozen_string_literal: true
# stack_machine - an interpreter of bytecode in an Array with one method for each instruction, called by send.
class StackMachine
  attr_reader :steps

  def initialize(program)
    @program = program
    @stack = []
    @locals = Array.new(8, 0)
    @steps = 0
  end

  def run
    @pc = 0
    while @pc
      name, operand = @program[@pc]
      @pc += 1
      @steps += 1
      send(name, operand)
    end
    @stack.last
  end

  private

  def push(value) = @stack.push(value)
  def load(index) = @stack.push(@locals[index])
  def store(index) = @locals[index] = @stack.pop
  def jump(target) = @pc = target
  def halt(_) = @pc = nil

  def add(_)
    b = @stack.pop
    @stack.push(@stack.pop + b)
  end

  def mod(_)
    b = @stack.pop
    @stack.push(@stack.pop % b)
  end

  def less(_)
    b = @stack.pop
    @stack.push(@stack.pop < b)
  end

  def jump_unless(target)
    @pc = target unless @stack.pop
  end
end

# sum of (i % 7) for i below 300000
program = [[:push, 0], [:store, 0], [:push, 0], [:store, 1],
           [:load, 0], [:push, 300_000], [:less, nil], [:jump_unless, 19],
           [:load, 1], [:load, 0], [:push, 7], [:mod, nil], [:add, nil], [:store, 1],
           [:load, 0], [:push, 1], [:add, nil], [:store, 0], [:jump, 4],
           [:load, 1], [:halt, nil]]
machine = StackMachine.new(program)
result = [machine.run, machine.steps]
raise "stack_machine: #{result}" unless result == [899997, 4500010]
