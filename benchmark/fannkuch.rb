# frozen_string_literal: true
# fannkuch - flips of the heads of all permutations of 9: array elements, swaps, small loops.
def fannkuch(n)
  perm = (0...n).to_a
  count = Array.new(n, 0)
  max_flips = 0
  sum = 0
  sign = 1
  loop do
    unless perm[0] == 0
      work = perm.dup
      flips = 0
      until (first = work[0]) == 0
        low = 0
        high = first
        while low < high
          work[low], work[high] = work[high], work[low]
          low += 1
          high -= 1
        end
        flips += 1
      end
      max_flips = flips if flips > max_flips
      sum += sign * flips
    end

    if sign == 1
      perm[0], perm[1] = perm[1], perm[0]
      sign = -1
    else
      perm[1], perm[2] = perm[2], perm[1]
      sign = 1
      i = 2
      while true
        if count[i] < i
          count[i] += 1
          break
        end
        count[i] = 0
        i += 1
        return [sum, max_flips] if i == n
        head = perm[0]
        k = 0
        while k < i
          perm[k] = perm[k + 1]
          k += 1
        end
        perm[i] = head
      end
    end
  end
end

result = fannkuch(9)
raise "fannkuch: #{result}" unless result == [8629, 30]
