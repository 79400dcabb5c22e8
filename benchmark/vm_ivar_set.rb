# frozen_string_literal: true
# vm_ivar_set - writing instance variables, small integers and objects.
class Writer
  def initialize
    @a = @b = @c = @d = nil
  end

  attr_reader :a, :d

  def run(n)
    text = "x"
    i = 0
    while i < n
      @a = i
      @b = text
      @c = i
      @d = self
      i += 1
    end
  end
end

writer = Writer.new
writer.run(8_000_000)
raise "vm_ivar_set" unless writer.a == 7_999_999 && writer.d.equal?(writer)
