# frozen_string_literal: true
# mandelbrot - the set as a bitmap: float arithmetic in nested while loops.
def mandelbrot(size)
  rows = []
  y = 0
  while y < size
    ci = 2.0 * y / size - 1.0
    row = 0
    x = 0
    while x < size
      cr = 2.0 * x / size - 1.5
      zr = zi = zr2 = zi2 = 0.0
      i = 0
      while i < 50 && zr2 + zi2 < 4.0
        zi = 2.0 * zr * zi + ci
        zr = zr2 - zi2 + cr
        zr2 = zr * zr
        zi2 = zi * zi
        i += 1
      end
      row = (row << 1) | (i == 50 ? 1 : 0)
      x += 1
    end
    rows << row
    y += 1
  end
  rows
end

result = mandelbrot(420).sum { |row| row.to_s(2).count("1") }
raise "mandelbrot: #{result}" unless result == 70068
