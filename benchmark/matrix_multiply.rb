# frozen_string_literal: true
# matrix_multiply - dense product of two matrices of floats, rows as arrays.
def matrix(n, seed)
  random = Random.new(seed)
  Array.new(n) { Array.new(n) { random.rand } }
end

def multiply(a, b)
  n = a.size
  columns = b.transpose
  a.map do |row|
    columns.map do |column|
      sum = 0.0
      k = 0
      while k < n
        sum += row[k] * column[k]
        k += 1
      end
      sum
    end
  end
end

product = multiply(matrix(210, 1), matrix(210, 2))
result = "%.6f" % product.each_with_index.sum { |row, i| row[i] }
raise "matrix_multiply: #{result}" unless result == "11019.928024"
