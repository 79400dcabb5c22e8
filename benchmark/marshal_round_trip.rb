# frozen_string_literal: true
# marshal_round_trip - dumping and loading nested structures; deep copies; dup and freeze.
Record = Struct.new(:id, :name, :tags)
data = Array.new(500) { |i| Record.new(i, "name #{i}", { color: :red, size: i * 1.5, list: [i, nil, true, 2**40 + i] }) }
text = nil
120.times do
  text = Marshal.dump(data)
  raise "marshal_round_trip: not the same" unless Marshal.load(text) == data
end
result = [text.bytesize, text.sum]
raise "marshal_round_trip: #{result}" unless result == [30138, 27145]
