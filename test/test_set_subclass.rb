require_relative "lib/test_helper"
require "pp"

# Subclasses of Set (lib/set/subclass_compatible.rb): for each operation, its result and the methods of the subclass that it calls,
# in order, as CRuby 4.0.1 does; tables/set_subclass_calls.txt is CRuby's output of `test_set_subclass.rb --record`.
class RecordingSet < Set
  CALLS = []
  %i[add add? delete delete? include? member? each size clear merge subtract dup replace empty? to_a map! select! reject! delete_if
     keep_if superset? subset? proper_superset? proper_subset? | & - ^ == hash eql? to_set length collect! <=> === intersect? freeze
     initialize_copy initialize_dup each_entry do_with_enum].each do |name|
    next unless method_defined?(name) || private_method_defined?(name)
    define_method(name) { |*args, **options, &block| CALLS << name; super(*args, **options, &block) }
  end
end

module SubclassCalls
  S = RecordingSet
  TWO = %i[| + union & intersection - difference ^ == <=> superset? >= subset? <= proper_superset? > proper_subset? < intersect? disjoint?
           === eql?].freeze
  WALKS = %i[map! collect! select! filter! reject! delete_if keep_if].freeze
  PLAIN = %i[to_a inspect to_s size empty? min dup clone to_set freeze flatten flatten! reset join length first compare_by_identity
             clear].freeze

  # What Set asks of two keys whose hashes share a tag hangs on the seed: eql? is told of a call of eql? alone.
  def self.line(name)
    S::CALLS.clear
    result = (yield rescue "#{$!.class}: #{$!.message}")
    calls = S::CALLS.dup
    calls.delete(:eql?) unless name.start_with?("eql?")
    "#{name}: #{result.inspect} #{result.class} #{calls.join(" ")}".rstrip
  end

  def self.lines
    list = [1, 2, 3]
    a = -> { S.new(list) }
    x, y, plain, out = a.(), S.new([2, 3, 4]), Set[2, 3], []
    [[1, 2], { a: 1 }, 1..3, plain, 3, nil].each { |of| out << line("new #{of}") { S.new(of) } }
    out << line("new with a block") { S.new([1, 2]) { |z| z * 2 } } << line("S[]") { S[1, 2] }
    TWO.each { |m| { S: y, Array: list, Set: plain, Integer: 3 }.each { |what, arg| out << line("#{m} #{what}") { x.public_send(m, arg) } } }
    %i[merge subtract replace].each { |m| [y, list, 3, 1..2].each { |arg| out << line("#{m} #{arg.class}") { a.().public_send(m, arg) } } }
    out << line("merge of two") { a.().merge([7], [8]) }
    WALKS.each { |m| out << line(m) { a.().public_send(m, &:odd?) } << line("#{m} without a block") { a.().public_send(m) } }
    PLAIN.each { |m| out << line(m) { a.().public_send(m) } }
    out << line("classify") { x.classify(&:odd?) } << line("divide") { x.divide(&:odd?) } << line("classify?") { x.classify }
    out << line("divide by two") { x.divide { |z, w| (z - w).abs == 1 } }
    { add: 9, add?: 1, delete: 1, delete?: 9, include?: 1 }.each { |m, arg| out << line("#{m} #{arg}") { a.().public_send(m, arg) } }
    out << line("flatten") { S.new([S.new([1]), S.new([2, S.new([3])])]).flatten }
    out << line("recursive") { s = S.new; s << s; [(s.flatten rescue $!.message), s.inspect, s.pretty_inspect] }
    out << line("Set.new") { Set.new(x) } << line("Set | S") { plain | x } << line("Set == S") { plain == x }
    out << line("Marshal") { Marshal.load(Marshal.dump(x)) } << line("pretty_inspect") { x.pretty_inspect }
    out << line("frozen") { a.().freeze.add(1) } << line("common order") { S[1, 2, 3] & S[3, 2, 1] }
    out
  end
end

if ARGV == ["--record"]
  puts SubclassCalls.lines
  $stdout.flush
  exit!
end

class TestSetSubclass < Minitest::Test
  def test_calls
    want = File.readlines(File.join(__dir__, "tables/set_subclass_calls.txt"), chomp: true)
    SubclassCalls.lines.each_with_index { |line, i| assert_equal want[i], line }
    assert_equal want.size, SubclassCalls.lines.size
  end
end
