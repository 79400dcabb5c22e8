# frozen_string_literal: true
# ray_tracer - spheres over a plane with shadows and mirrors: small float objects, operators as methods.
class Vec
  attr_reader :x, :y, :z

  def initialize(x, y, z)
    @x = x
    @y = y
    @z = z
  end

  def +(other) = Vec.new(@x + other.x, @y + other.y, @z + other.z)
  def -(other) = Vec.new(@x - other.x, @y - other.y, @z - other.z)
  def *(factor) = Vec.new(@x * factor, @y * factor, @z * factor)
  def dot(other) = @x * other.x + @y * other.y + @z * other.z
  def length = Math.sqrt(dot(self))
  def unit = self * (1.0 / length)
  def mirrored(normal) = self - normal * (2.0 * dot(normal))
end

class Sphere
  attr_reader :shine

  def initialize(centre, radius, colour, shine)
    @centre = centre
    @radius = radius
    @colour = colour
    @shine = shine
  end

  def hit(origin, direction)
    to = origin - @centre
    b = to.dot(direction)
    root = b * b - to.dot(to) + @radius * @radius
    return nil if root < 0.0
    distance = -b - Math.sqrt(root)
    distance > 1e-4 ? distance : nil
  end

  def normal(point) = (point - @centre).unit
  def colour(_point) = @colour
end

class Floor
  attr_reader :shine

  def initialize(height, shine)
    @height = height
    @shine = shine
    @up = Vec.new(0.0, 1.0, 0.0)
  end

  def hit(origin, direction)
    return nil if direction.y.abs < 1e-6
    distance = (@height - origin.y) / direction.y
    distance > 1e-4 ? distance : nil
  end

  def normal(_point) = @up
  def colour(point) = (point.x.floor + point.z.floor).even? ? 0.9 : 0.2
end

class Scene
  def initialize(things, light)
    @things = things
    @light = light
  end

  def nearest(origin, direction)
    best = nil
    distance = Float::INFINITY
    @things.each do |thing|
      d = thing.hit(origin, direction)
      if d && d < distance
        distance = d
        best = thing
      end
    end
    best && [best, distance]
  end

  def trace(origin, direction, depth)
    thing, distance = nearest(origin, direction)
    return 0.3 + 0.4 * direction.y.abs unless thing
    point = origin + direction * distance
    normal = thing.normal(point)
    to_light = (@light - point).unit
    light = to_light.dot(normal)
    light = 0.0 if light < 0.0 || nearest(point, to_light)
    brightness = thing.colour(point) * (0.15 + 0.85 * light)
    if depth > 0 && thing.shine > 0.0
      brightness += thing.shine * trace(point, direction.mirrored(normal), depth - 1)
    end
    brightness
  end
end

scene = Scene.new([Sphere.new(Vec.new(0.0, 0.0, 6.0), 1.0, 0.8, 0.4), Sphere.new(Vec.new(-2.0, 0.3, 7.0), 1.3, 0.5, 0.2),
                   Sphere.new(Vec.new(1.7, -0.4, 4.5), 0.6, 1.0, 0.0), Floor.new(-1.0, 0.25)], Vec.new(4.0, 6.0, 0.0))
eye = Vec.new(0.0, 0.2, -1.0)
width = 340
height = 220
sum = 0.0
height.times do |y|
  width.times do |x|
    direction = Vec.new((x - width / 2) * 2.0 / width, (height / 2 - y) * 1.3 / height, 1.5).unit
    sum += scene.trace(eye, direction, 3)
  end
end
result = "%.6f" % sum
raise "ray_tracer: #{result}" unless result == "32894.950944"
