# child.rb - runs the programs of a batch and writes what each of their operations answered.
#
#   child.rb PROGRAMS OUT [FIRST]
#
# PROGRAMS is a file of programs, each opened by a line "# program N"; a program's other lines are its operations, which
# share the variables h g (hashes) a b (arrays) s u (strings) r (a range) x.  For each operation one line goes to OUT:
# what it returned, or the class and message of what it raised; then the variables that look different from before.
# Nothing of it depends on addresses, hash seeds or time.  Needs no library, so that any Ruby can run it.

$VERBOSE = nil

class Key # keys that collide
  attr_reader :v

  def initialize(v) = @v = v
  def hash = @v % 4
  def eql?(other) = Key === other && @v == other.v
  def ==(other) = eql?(other)
  def <=>(other) = Key === other ? @v <=> other.v : nil
  def inspect = "Key(#{@v})"
  def to_s = "key#{@v}"
end

class Str < String; end
class Arr < Array; end
class Hsh < Hash; end

class Each
  include Enumerable

  def initialize(*list) = @list = list
  def each(*more)
    return to_enum(:each, *more) unless block_given?
    (@list + more).each { |e| (Array === e && e.length == 2) ? yield(*e) : yield(e) }
    self
  end
  def inspect = "Each(#{@list.inspect})"
end

class Conv # answers conversions with what it holds
  def initialize(v) = @v = v
  def to_str = @v
  def to_ary = @v
  def to_hash = @v
  def to_int = @v
  def to_sym = @v
  def to_proc = @v
  def to_s = inspect
  def inspect = "Conv(#{@v.inspect})"
end

class IntConv
  def initialize(v) = @v = v
  def to_int = @v
  def to_s = inspect
  def inspect = "IntConv(#{@v})"
  def coerce(other) = [other, @v]
end

Pair = Struct.new(:a, :b)
Keyed = Struct.new(:a, :b, keyword_init: true)
Point = Data.define(:x, :y)
Key0 = Key.new(0)

class Object
  private

  def kw0(a:, b: 2) = [a, b]
  def kw1(a: 1, **o) = [a, o]
  def kw2(p, q = 5, a: 1) = [p, q, a]
  def kw3(p = 1, *r, **nil) = [p, r]
  def kw4(p, *r, z) = [p, r, z]
  def kw5(p = nil, *r, z, a: 1, b:, **o, &blk) = [p, r, z, a, b, o, blk ? 1 : 0]
  def yielder(*args, **opts) = yield(*args, **opts)
  def forward(...) = kw5(...)
  def forward2(p, ...) = kw1(...)
  def anon(*, **, &) = kw5(*, **, &)
  def opt_args(p, opts = {}) = [p, opts]
  def super_call(*args, **opts) = Child.new.mine2(*args, **opts)
  ruby2_keywords def r2k(*args) = kw5(*args)
end

class Parent
  def mine2(p, a: 1, **o) = [p, a, o]
end

class Child < Parent
  def mine2(p, a: 2, **o)
    a = 3
    super
  end
end

OUT = File.open(ARGV[1], "ab")
$fuel = 0
$out = +""

# Called by each generated block: no operation goes round for ever.
def tick
  raise "out of fuel" if ($fuel -= 1) < 0
end

# v, unless it is a size that takes long to fill.
def fit(v) = Numeric === v && v.real? && v.between?(10_000, 2**40) ? 3 : v

def cut(text)
  text = text.gsub(/0x\h{8,16}/, "0x") if text.include?("0x")
  text.length > 1500 ? "#{text[0, 1500]}...#{text.length}" : text
end

# On one line, of whatever encoding it was.
def plain(text) = text.dup.force_encoding("UTF-8").scrub("?").gsub("\n", "\\n")

def show(v)
  case v
  when Hash
    more = +""
    more << " default=#{v.default.inspect}" unless v.default.nil?
    more << " proc" if v.default_proc
    more << " identity" if v.compare_by_identity?
    more << " frozen" if v.frozen?
    more << " #{v.class}" unless v.class == Hash
    more << " size=#{v.size}" if v.size != v.keys.size
    found = v.keys.map { |k| v.key?(k) ? 1 : 0 }
    more << " lost=#{found}" if found.include?(0)
    cut(v.inspect + more)
  when String
    more = +""
    more << " #{v.encoding}" unless v.encoding == Encoding::UTF_8
    more << " frozen" if v.frozen?
    more << " #{v.class}" unless v.class == String
    cut(v.inspect + more)
  when Array
    cut(v.inspect + (v.frozen? ? " frozen" : "") + (v.class == Array ? "" : " #{v.class}"))
  else
    cut(v.inspect)
  end
rescue StandardError, SystemStackError => e
  "inspect: #{e.class}: #{cut(e.message)}"
end

def told(e)
  text = "#{e.class}: #{e.message}"
  case e
  when KeyError then text << " key=#{e.key.inspect}"
  when StopIteration then text << " result=#{e.result.inspect}"
  when NameError then text << " name=#{e.name.inspect}"
  when FrozenError then text << " receiver"
  end
  text << " cause=#{e.cause.class}" if e.cause
  cut(text)
rescue StandardError
  "#{e.class}: ?"
end

NAMES = %w[h g a b s u r x].freeze

# A key that was changed, or that holds its own Hash, is found or not by chance: the program goes on with others.
BY_CHANCE = / lost=\[|(\{\.\.\.\}|\[\.\.\.\])\]* =>/

def t(number)
  $fuel = 300
  text =
    begin
      show(yield)
    rescue SyntaxError => e
      "SyntaxError"
    rescue StandardError, ScriptError, SystemStackError, NoMemoryError, UncaughtThrowError => e
      told(e)
    end
  $out << number.to_s << " = " << plain(text) << "\n"
  now = $state.call.map { |v| show(v) }
  now.each_with_index do |v, i|
    $out << "    " << NAMES[i] << ": " << plain(v) << "\n" if v != $last[i]
  end
  $last = now
  $reset.call if now.sum(&:length) > 4000 || now.any?(BY_CHANCE)
end

def run(number, lines)
  $out = +"# program #{number}\n"
  Object.remove_method(:mine) if Object.method_defined?(:mine, false) # some program before may have left it
  $last = []
  text = +"h = g = a = b = s = u = r = x = k = v = w = nil\n$state = -> { [h, g, a, b, s, u, r, x] }\n" \
          "$reset = -> { h = { a: 1 }; g = { 1 => 2 }; a = [1, 2]; b = []; s = +'abc'; u = +''; r = (1..3); x = nil }\n"
  lines.each_with_index { |line, i| text << "t(#{i + 1}) { #{line} }\n" }
  begin
    Object.new.instance_eval(text)
  rescue SyntaxError
    $out << "SyntaxError\n"
  end
  OUT.syswrite($out)
end

first = (ARGV[2] || 0).to_i
number = nil
lines = []
File.foreach(ARGV[0], encoding: "UTF-8") do |line|
  if line.start_with?("# program ")
    run(number, lines) if number && number >= first
    number = line[10..].to_i
    lines = []
  else
    lines << line.chomp
  end
end
run(number, lines) if number && number >= first
OUT.syswrite("# done\n")
