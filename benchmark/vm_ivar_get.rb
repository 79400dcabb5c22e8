# frozen_string_literal: true
# vm_ivar_get - reading instance variables of one object with eight of them.
class Reader
  def initialize
    @a = @b = @c = @d = @e = @f = @g = @h = 1
  end

  def run(n)
    i = 0
    sum = 0
    while i < n
      sum += @a + @c + @e + @h
      i += 1
    end
    sum
  end
end

result = Reader.new.run(8_000_000)
raise "vm_ivar_get: #{result}" unless result == 32_000_000
