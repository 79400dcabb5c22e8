# memory.rb - what memory.c is called with: views of memory, sets of descriptors, native threads.
#   ruby memory.rb memory.so
require_relative "show"

FORMATS = [nil, "", "c", "C", "s", "S", "l", "L", "q", "Q", "j", "J", "f", "d", "e", "E", "g", "G", "n", "N", "v", "V", "i", "I", "x", "x3c", "cx", "s!", "S!", "l!",
           "i!", "q!", "s<", "s>", "L>", "q>", "l!>", "s>!", "c3", "s2l", "cs", "csl", "|csl", "|cq", "|c2s", "|sc", "|cdc", "z", "c0", "c-1", "s_", "|", "||c", "3c",
           "l<3", "Q!<", "U", "cz"].freeze
FORMATS.each { |format| show("parse #{format.inspect}") { Memory.parse(format) } }

bytes = (1..64).to_a.pack("C*")
high = ([0xF1] * 64).pack("C*")
FORMATS.compact.each do |format|
  next unless format.match?(/\A[cCsSlLqQjJ fdneEgGNVviI<>!]+\z/) && format != "z"

  show("extract #{format}") { [bytes, high].map { |text| Memory.extract(text, format) } }
end
show("extract float") { Memory.extract([1.5].pack("e"), "e") }
show("extract float, big") { Memory.extract([1.5].pack("g"), "g") }
show("extract double") { Memory.extract([1.5].pack("E"), "E") }
show("extract double, big") { Memory.extract([-2.5].pack("G"), "G") }

[[], [3], [2, 3], [2, 3, 4], [1, 1], [0, 2]].each do |shape|
  [true, false].each { |row_major| show("strides #{shape} #{row_major}") { Memory.strides(shape, 4, row_major) } }
end

class Exporter
  def initialize(bytes, plain: nil, pair: nil)
    @bytes, @plain, @pair = bytes, plain, pair
  end
  attr_reader :released
end
class Heir < Exporter; end

exporter = Exporter.new((1..6).to_a.pack("l*"))
show("available before") { Memory.available(exporter) }
show("item before") { Memory.item(exporter, 0, 0, 0) }
show("register") { Memory.register(Exporter) }
show("register again") { $stderr = File.open(File::NULL, "w"); Memory.register(Exporter) }
$stderr = STDERR
show("available") { [exporter, Heir.new("x" * 24), Exporter.new(nil), "x", 1, nil, Object.new].map { |o| Memory.available(o) } }
show("item 0 0") { Memory.item(exporter, 0, 0, 0) }
show("item 1 2") { Memory.item(exporter, 1, 2, 0) }
show("item of two members") { Memory.item(Exporter.new([1, -2] .pack("s*") * 6, pair: true), 1, 1, 0) }
show("item of an heir") { Memory.item(Heir.new((1..6).to_a.pack("l*")), 1, 0, 0) }
show("item of bytes") { Memory.item(Exporter.new("abc", plain: true), 1, 0, 0) }
show("item, writable") { Memory.item(exporter, 0, 0, 1) }
show("item of nothing") { Memory.item(Exporter.new(nil), 0, 0, 0) }
show("item of a String") { Memory.item("abc", 0, 0, 0) }
show("released") { exporter.released }

show("fdset") { Memory.fdset([0, 3, 5, 63, 64, 1023]) }
show("fdset, far") { Memory.fdset([3, 1024, 2000, 4095]) }
show("fdset, empty") { Memory.fdset([]) }
show("select") { Memory.select }
show("threads") { Memory.threads }
