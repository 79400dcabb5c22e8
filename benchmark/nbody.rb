# frozen_string_literal: true
# nbody - planets on their orbits: floats in instance variables.
class Body
  attr_accessor :x, :y, :z, :vx, :vy, :vz, :mass

  def initialize(x, y, z, vx, vy, vz, mass)
    @x, @y, @z = x, y, z
    @vx, @vy, @vz = vx, vy, vz
    @mass = mass
  end

  def pull(other, dt)
    dx = @x - other.x
    dy = @y - other.y
    dz = @z - other.z
    square = dx * dx + dy * dy + dz * dz
    strength = dt / (square * Math.sqrt(square))
    mine = @mass * strength
    theirs = other.mass * strength
    @vx -= dx * theirs
    @vy -= dy * theirs
    @vz -= dz * theirs
    other.vx += dx * mine
    other.vy += dy * mine
    other.vz += dz * mine
  end

  def move(dt)
    @x += @vx * dt
    @y += @vy * dt
    @z += @vz * dt
  end

  def kinetic
    0.5 * @mass * (@vx * @vx + @vy * @vy + @vz * @vz)
  end
end

# a sun and six planets on circles, each in its own plane
random = Random.new(7)
bodies = [Body.new(0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 40.0)]
6.times do |i|
  r = 1.0 + 2.0 * i
  speed = Math.sqrt(40.0 / r)
  angle = random.rand * 6.28
  tilt = random.rand * 0.2
  bodies << Body.new(r * Math.cos(angle), r * Math.sin(angle), tilt,
                     -speed * Math.sin(angle), speed * Math.cos(angle), 0.0, 0.001 * (i + 1))
end

40_000.times do
  bodies.each_with_index do |body, i|
    j = i + 1
    while j < bodies.size
      body.pull(bodies[j], 0.001)
      j += 1
    end
  end
  bodies.each { |body| body.move(0.001) }
end
result = "%.6f" % bodies.sum(&:kinetic)
raise "nbody: #{result}" unless result == "0.078382"
