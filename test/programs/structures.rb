# structures - ostruct, pp of nested and recursive data, set, tsort, matrix, prime, abbrev.
require "ostruct"
require "pp"
require "set"
require "tsort"
require "matrix"
require "prime"
require "abbrev"

person = OpenStruct.new(name: "Ann", age: 30)
person.email = "ann@example.org"
person[:city] = "Bern"
p person, person.to_h, person.age, person.none, person.respond_to?(:email), person["city"], person.dig(:name), person == OpenStruct.new(person.to_h)
person.delete_field(:age)
p person.age, person.each_pair.to_a, person.to_h { |k, v| [k.to_s, v.size] }
begin
  person.delete_field(:nothing)
rescue NameError => e
  puts e.message
end
person.freeze
begin
  person.name = 1
rescue FrozenError => e
  puts e.class
end
nested = OpenStruct.new(inner: OpenStruct.new(list: [1, { a: 2 }]))
p nested.dig(:inner, :list, 1, :a), nested
nested.self = nested
p nested

class Thing
  def initialize(n) = (@a, @b = n, "x" * n)
end
data = { list: (1..40).to_a, "text" => "word " * 20, nested: { deep: [{ er: :still }, [nil, true, 1.5, 2r, 3i]] }, range: (1..), struct: Struct.new(:p, :q).new(1, [2]) }
pp data
pp Struct.new("Point", :x, :y).new(1, "y" * 80)
pp Data.define(:a, :b).new(a: 1, b: "long " * 20)
puts PP.pp(Thing.new(3), +"", 20).gsub(/0x\h+/, "0x")
puts PP.singleline_pp(data[:nested], +"")
loop_list = [1]
loop_list << loop_list
pp loop_list, { self: loop_list }
puts data[:list].pretty_inspect, Thing.new(2).pretty_inspect.gsub(/0x\h+/, "0x"), person.pretty_inspect
class Pretty
  def pretty_print(q) = q.group(2, "<pretty", ">") { q.breakable; q.seplist([1, 2]) { |x| q.pp x } }
end
pp Pretty.new, [Pretty.new] * 8
p pp, pp(1, 2)

a = Set[3, 1, 2]
b = Set.new([2, 3, 4]) { |x| x * 1 }
p a, a | b, a & b, a - b, a ^ b, a.subset?(Set[1, 2, 3, 4]), a <=> b, a.superset?(Set[1]), a.disjoint?([9]), a.add?(3), a.add?(9), a.to_a.sort
p a.group_by(&:odd?), a.partition(&:even?), a.classify(&:odd?), Set[[1], [2]].flatten, Set[1, Set[2, Set[3]]].flatten, a.map { |x| x % 2 }.to_set, a === 3, a.delete_if(&:even?), a.min
p Set[1, 2].hash == Set[2, 1].hash, { Set[1] => 2 }[Set[1]], Set[1, 2].join("-"), Set[1] <= Set[1, 2], Set[1, [2]].inspect, Set[4, 5, 6].divide { |x, y| (x - y).abs == 1 }

class Tasks < Hash
  include TSort
  alias tsort_each_node each_key
  def tsort_each_child(node, &) = fetch(node).each(&)
end
tasks = Tasks[{ build: [:compile, :link], compile: [:fetch], link: [:compile], fetch: [], test: [:build] }]
p tasks.tsort, tasks.strongly_connected_components
tasks[:fetch] = [:test]
p tasks.strongly_connected_components
begin
  tasks.tsort
rescue TSort::Cyclic => e
  puts e.message
end
p TSort.tsort(->(&b) { (1..4).each(&b) }, ->(n, &b) { [n * 2].select { |x| x < 5 }.each(&b) })

m = Matrix[[2, 1], [1, 3]]
v = Vector[1, 2]
p m * v, m * m, m.inverse, m.determinant, m.transpose, m + m, m ** 3, m.eigensystem.eigenvalues.map { |x| x.round(6) }, m.rank, m.minor(0, 1, 0, 1)
p v.inner_product(Vector[3, 4]), v.norm.round(6), v + v, Vector[1, 0, 0].cross_product(Vector[0, 1, 0]), Matrix.identity(3), Matrix.build(2, 3) { |i, j| i - j }, m.lup.solve(v), m.to_a
begin
  m * Matrix[[1, 2, 3]]
rescue ExceptionForMatrix::ErrDimensionMismatch => e
  puts e.message
end
p Prime.first(10), 360.prime_division, Prime.prime?(7919), Prime.each(30).to_a, Integer.from_prime_division([[2, 3], [5, 1]]), 97.prime?, Prime.lazy.select { |x| x % 4 == 1 }.first(5), Prime.int_from_prime_division([[3, 2]])
p Abbrev.abbrev(%w[ruby rules run]), %w[car cone].abbrev
