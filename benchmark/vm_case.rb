# frozen_string_literal: true
# vm_case - case with literals, Symbols, ranges and classes.
def number(x)
  case x
  when 0 then 1
  when 1, 2, 3 then 2
  when 4..6 then 3
  else 4
  end
end

def word(x)
  case x
  when :red then 1
  when :green then 2
  when :blue then 3
  else 4
  end
end

def kind(x)
  case x
  when String then 1
  when Integer then 2
  when nil then 3
  else 4
  end
end

words = %i[red green blue other]
kinds = ["a", 1, nil, :b]
sum = 0
i = 0
while i < 2_500_000
  sum += number(i & 7) + word(words[i & 3]) + kind(kinds[i & 3])
  i += 1
end
raise "vm_case: #{sum}" unless sum == 18750000
