# iseq_binary_entry_instruction.rb - a binary with an instruction that only the VM writes is refused: trace, enter and enter_native
# stand in front of an iseq, and reading their own handler from a table that had no such address read outside memory.
require_relative "../lib/test_helper"
require "zlib"

class TestIseqBinaryEntryInstruction < Minitest::Test
  ISeq = RubyVM::InstructionSequence
  CRC_AT = 20 # test_iseq_binary.rb verifies the place of the checksum

  def repaired(binary)
    rest = binary.byteslice(0, CRC_AT) + binary.byteslice((CRC_AT + 4)..)
    binary.byteslice(0, CRC_AT) + [Zlib.crc32(rest)].pack("V") + binary.byteslice((CRC_AT + 4)..)
  end

  %w[trace enter enter_native].each do |name|
    define_method("test_#{name}") do
      number = RubyVM::INSTRUCTION_NAMES.index(name)
      putnil = RubyVM::INSTRUCTION_NAMES.index("putnil")
      binary = ISeq.compile("nil").to_binary
      assert_nil ISeq.load_from_binary(repaired(binary)).eval
      places = (24...binary.bytesize).select { |at| binary.getbyte(at) == putnil }
      refute_empty places
      refused = places.map do |at|
        altered = binary.dup
        altered.setbyte(at, number)
        ISeq.load_from_binary(repaired(altered)).disasm
        nil
      rescue RuntimeError => e
        e
      end
      assert refused.any?, name
    end
  end
end
