# binary.rb - altered files of instruction sequences, by the hundred, in one process.  test/fuzz/run --kind binary starts it and watches.
#
#   binary.rb SEED FIRST COUNT LOG
#
# A scenario takes the binary form of a small program and cuts it, flips bits, or moves pieces within it or from another file.
# One in four keeps its old checksum: RuntimeError must come of it.  The others get a checksum that fits, so that the
# reader and iseq_check() are on their own: they refuse it, or what they let in can be taken apart and written again.
$VERBOSE = nil
ISeq = RubyVM::InstructionSequence
CRC_AT = 20 # of four bytes; sizes at 12 and 16, the machine's hash at 24 (internal/iseq/binary.h)
BODY_AT = 48

SOURCES = [
  "1 + 2",
  "def f(a, b = [1, :x], *c, k: 'd', l:, **o, &blk) = a + k.size\nputs \"x\#{f(1, l: 2)}\" if $0 == :never",
  "begin; Foo::Bar.each { |x, (y, z)| break x if @iv ||= y; next }; rescue A, B => e; retry if e; ensure x = 1; end",
  "case v = [1, 2.5, 2**70, 3r, 2i, /re/x, 1..2, {a: 'b'}]\nwhen 1 then 1\nwhen 2 then 2\nwhen :c then 3\nwhen 'd' then 4 end\nclass C < D; @@x = 1; def m = super; end",
  "x = 5; while x > 0; x -= 1; end; case {a: [1]}; in {a: [Integer => q]} then q end; ->(y) { yield_self { _1 } }; alias a b; defined?(@x)",
  "def g(...) = h(...)\ndef h(*, **, &) = i(*, **, &)\nclass << self; attr_accessor :z; end\nself.z ||= [*1..3, **{}]; a, (b, *c), d = z; p(a:, b: 2) { |it| it&.x += 1 }",
  "module M; refine(String) { def q = super }; end\nusing M\nEND { 1 }\nBEGIN { 2 }\n/(?<n>a)\#{$1}/o =~ 'a'; $~ && $& && `x` if __FILE__ == 1..2\nx = catch(:t) { throw :t, 4_000_000_000_000_000_000_000 }",
].freeze
FILES = SOURCES.map { |source| ISeq.compile(source, "altered.rb").to_binary("extra") }.freeze

CRC_TABLE = Array.new(256) { |n| 8.times.inject(n) { |c, _| c.odd? ? (c >> 1) ^ 0xEDB88320 : c >> 1 } }.freeze

def crc(state, bytes)
  table = CRC_TABLE
  bytes.each_byte { |byte| state = table[(state ^ byte) & 255] ^ (state >> 8) }
  state
end

def repaired(file)
  return file if file.bytesize < BODY_AT
  file[12, 4] = [file.bytesize - file[16, 4].unpack1("V")].pack("V") if file[16, 4].unpack1("V") < file.bytesize
  state = crc(crc(0xffffffff, file.byteslice(0, CRC_AT)), file.byteslice((CRC_AT + 4)..))
  file[CRC_AT, 4] = [state ^ 0xffffffff].pack("V")
  file
end

require_relative "dice"

ODD_BYTES = [0, 1, 2, 0x3f, 0x40, 0x7e, 0x7f, 0x80, 0x81, 0xfe, 0xff].freeze

def alter(dice, file, from)
  at = from + dice.below(file.bytesize - from)
  case dice.below(7)
  when 0 then file.setbyte(at, file.getbyte(at) ^ (1 << dice.below(8)))
  when 1 then file.setbyte(at, dice.below(256))
  when 2 then file.setbyte(at, dice.pick(ODD_BYTES))
  when 3 then file.setbyte(at, (file.getbyte(at) + dice.pick([1, -1, 2])) & 255) # the next instruction, name, object
  when 4 then file[at, 1 + dice.below(8)] = "" # a cut
  when 5 then file[at, 0] = dice.pick([(+"\xff" * (1 + dice.below(9))).b << "\x01", [dice.below(256)].pack("C")])
  else
    other = dice.pick(FILES)
    length = 1 + dice.below(12)
    file[at, dice.below(2) * length] = other.byteslice(BODY_AT + dice.below(other.bytesize - BODY_AT), length)
  end
end

def scenario(dice)
  file = dice.pick(FILES)
  altered = file.dup
  case dice.below(8)
  when 0 then altered = altered.byteslice(0, dice.below(altered.bytesize))
  when 1 then (1 + dice.below(4)).times { alter(dice, altered, 0) }
  else
    sound = true
    (1 + (dice.below(3) == 0 ? dice.below(6) : 0)).times { alter(dice, altered, 24 + 8) }
    repaired(altered)
  end
  [altered, sound || altered == file]
end

# Takes apart what was let in.
def examine(iseq)
  iseq.disasm
  iseq.to_a
  iseq.trace_points
  iseq.each_child { |child| child.disasm }
  ISeq.load_from_binary(iseq.to_binary).disasm
end

seed, first, count = ARGV[0, 3].map { |s| Integer(s) }
log = File.open(ARGV[3], "a")
log.sync = true
loaded = 0
count.times do |k|
  file, may_load = scenario(Dice.new(seed, first + k, 11))
  log.syswrite("#{seed}:#{first + k} #{file.bytesize} bytes\n")
  begin
    iseq = ISeq.load_from_binary(file)
    ISeq.load_from_binary_extra_data(file)
    loaded += 1
    raise LoadError, "let in" unless may_load
    examine(iseq)
  rescue StandardError, ScriptError, NoMemoryError => e
    next if may_load || e.instance_of?(RuntimeError)
    $stderr.puts "runtime error: an altered file gave #{e.inspect}" # so that the driver takes it for a fault
    exit!(1)
  end
end
$stderr.puts "loaded: #{loaded}" if ENV["FUZZ_COUNTS"]
log.syswrite("done\n")
exit!(0)
