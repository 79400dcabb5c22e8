# json_libfuzzer.rb - what ruby-fuzz-json runs (make fuzz-json): the Ruby half of json_target.c, and the start of libFuzzer.
#
#   ruby-fuzz-json test/fuzz/json_libfuzzer.rb WORK [libFuzzer's options]     WORK: the folder of the corpus
#   ruby-fuzz-json test/fuzz/json_libfuzzer.rb --replay FILES...              each 400 times: what grows?
require "json"

class FuzzHelper
  Failure = Class.new(StandardError)
  Thing = Class.new { def to_s = "thing \"\u{2028}\n" }
  SubString, SubArray, SubHash = Class.new(String), Class.new(Array), Class.new(Hash)
  Odd = Struct.new(:kind, :value, :outer) do
    def to_json(state = nil, *)
      case kind % 12
      when 0 then value.to_json(state)
      when 1 then "[#{value.to_json}]"
      when 2 then 17
      when 3 then raise Failure, "to_json"
      when 4 then throw :fuzz
      when 5 then change; "1"
      when 6 then JSON.generate(value, state)
      when 7 then GC.start(full_mark: false) if kind > 240; "\u00e9".encode("ISO-8859-1") # a collection costs 20 other runs
      when 8 then state&.configure(indent: "   ", array_nl: "\n", ascii_only: true) unless state.frozen? || state.max_nesting == 0; value.to_json(state)
      when 9 then ("\"" + "x" * 3000 + "\"")
      when 10 then state.is_a?(JSON::State) && !state.frozen? ? (state.depth += 1; "2") : "3"
      else JSON.parse(JSON.generate(value)).to_json
      end
    end

    def change
      case outer
      when Array then kind > 128 ? outer.clear : outer.push(1, 2, 3)
      when Hash then kind > 128 ? outer.each_key { |k| outer[k] = "x" * 100 } : outer["new key"] = 1
      end
    end

    def to_s = kind > 200 ? to_json : "odd"
  end

  def initialize
    n = 0
    @on_load = ->(v) { (n += 1) % 7 == 0 && v.is_a?(Integer) ? [v, "seven"] : v }
    @hash_class, @array_class = SubHash, SubArray
    @as_json = ->(v, key) { key ? v.to_s : v.is_a?(Odd) ? v.kind : v.inspect }
  end

  def generate(v, options) = catch(:fuzz) { JSON.generate(v, options) }

  def subclass(kind, value, _outer)
    case value
    when String then SubString.new(value)
    when Array then SubArray.new(value)
    when Hash then SubHash.new.update(value)
    else kind > 100 ? Thing.new : value
    end
  end

  def object(kind, value, outer) = Odd.new(kind, value, outer)

  def fragment(kind, value, _outer)
    case kind % 4
    when 0 then JSON::Fragment.new(value.is_a?(String) ? value : "null")
    when 1 then Thing.new
    when 2 then value.is_a?(String) ? value[kind / 4..] : [value].each_slice(2).to_a
    else value.is_a?(Hash) ? value.compare_by_identity : Rational(kind, 3)
    end
  end
end

Warning[:deprecated] = false
FuzzJSON.helper = FuzzHelper.new

if ARGV[0] == "--replay"
  bad = 0
  ARGV.drop(1).each do |file|
    input = File.binread(file)
    grown = FuzzJSON.replay(input, 400)
    bad += 1 if grown > 400 * 8
    puts "#{file}: #{grown} bytes" if grown > 400 * 8
  end
  puts "fuzz-json: #{ARGV.size - 1 - bad} passed, #{bad} failed"
  exit bad.zero?
end

at_exit do
  parser, accepted, generator, generated = FuzzJSON.counts
  $stderr.puts "fuzz-json: parser #{parser} runs, #{accepted} texts accepted; generator #{generator} runs, #{generated} texts made"
end
work = ARGV.shift or abort "usage: json_libfuzzer.rb WORK [libFuzzer's options]"
FuzzJSON.run(["ruby-fuzz-json", work, *ARGV])
