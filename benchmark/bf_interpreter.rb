# frozen_string_literal: true
# bf_interpreter - an eight-instruction language with runs folded: case dispatch, array elements.
class Machine
  def initialize(source)
    @code = []
    @operand = []
    jumps = []
    source.scan(/(\+|-|<|>)\1*|[\[\].]/) do
      text = $~[0]
      case text[0]
      when "+" then emit(:add, text.size)
      when "-" then emit(:add, -text.size)
      when ">" then emit(:move, text.size)
      when "<" then emit(:move, -text.size)
      when "." then emit(:out, 0)
      when "["
        jumps << @code.size
        emit(:open, 0)
      else
        start = jumps.pop
        @operand[start] = @code.size
        emit(:close, start)
      end
    end
  end

  def emit(code, operand)
    @code << code
    @operand << operand
  end

  def run
    tape = Array.new(300, 0)
    out = +""
    at = pc = 0
    code = @code
    operand = @operand
    size = code.size
    while pc < size
      case code[pc]
      when :add then tape[at] = (tape[at] + operand[pc]) & 255
      when :move then at += operand[pc]
      when :open then pc = operand[pc] if tape[at] == 0
      when :close then pc = operand[pc] if tape[at] != 0
      else out << tape[at].chr
      end
      pc += 1
    end
    out
  end
end

letters = "++++++++[>+++++++++<-]>+.+++.-----.<+++[>++++<-]>+."
machine = Machine.new(letters)
out = nil
8000.times { out = machine.run }
counted = Machine.new("+++++++++[>+++++++[>+++++++++[>+++++++++[>+++++++[>+++++++++++[>+<-]<-]<-]<-]<-]<-]>>>>>>.").run
result = [out, counted.bytes]
raise "bf_interpreter: #{result}" unless result == ["ILGT", [227]]
