# frozen_string_literal: true
# json_rows - the rows of tool/measure/json_table: the measurements, and one process that makes them on command.
#
#   ruby json_rows.rb LIBRARY CORPORA_RB       LIBRARY: json (the bundled one), newest, oj
#
# It reads commands from standard input and answers each with a line:
#   rows           names of the rows that can run here
#   versions       of the Ruby and the library
#   texts FOLDER   writes what each row without options reads or writes to a file there: their paths, in the order of rows, by tabs
#   prepare NAME   sets the row up, warms it, and finds how many calls make a sample
#   go             nanoseconds of processor time a call, over one sample
library, corpora = ARGV
require corpora
case library
when "newest" then gem "json", "> 2.18.0"
when "oj" then gem "oj"
end
require library == "oj" ? "oj" : "json"
Oj.default_options = { mode: :compat } if library == "oj"

module JSONRows
  SMALL = {
    "small mixed" => { "a" => 1, "b" => "two", "c" => 3.5, "d" => nil, "e" => [true, false], "f" => { "g" => "h" } },
    "small nested" => { "a" => { "b" => { "c" => [1, { "d" => "e" }] } }, "f" => [[1, 2], [3, 4]], "g" => { "h" => "i", "j" => { "k" => nil } } },
    "small hash" => { "username" => "jhon", "id" => 123, "event" => "wrote json serializer" },
  }.freeze
  FRESH = %w[activitypub citm_catalog twitter].freeze
  CORPORA = %w[activitypub citm_catalog twitter ohai canada github_events update-center gsoc-2018 mesh].freeze

  # fresh: setup gives bytes of Marshal, and each call has an object of its own, as a server does that answers with what it has
  # just made.  Other rows generate one object again and again, whose Strings a generator may know something about by then.
  Row = Struct.new(:name, :code, :oj, :setup, :fresh)

  # What calls to_json: a text put together, and the usual way, which hands the arguments on.
  class Point
    def initialize(x, y)
      @x = x
      @y = y
    end

    def to_json(state = nil, *) = "{\"x\":#{@x},\"y\":#{@y}}"
  end

  class Pair < Point
    def to_json(*args) = { "x" => @x, "y" => @y }.to_json(*args)
  end

  class << self
    def rows = @rows ||= generate_rows + parse_rows

    def corpus?(name) = JSONCorpora::NAMES.include?(name) || JSONCorpora.real?(name)

    GENERATE = "JSON.generate(o)"
    PARSE = "JSON.parse(o)"

    def generate_row(name, code: GENERATE, oj: "Oj.dump(o)", fresh: false, &setup) = Row.new("generate #{name}", code, oj, setup, fresh)

    def parse_row(name, code: PARSE, oj: "Oj.load(o)", &setup) = Row.new("parse #{name}", code, oj, setup)

    # For libraries that are not Ruby's (tool/measure/json_limits).  A row with options, or one that calls Ruby code, has an empty path.
    def write_texts(folder)
      rows.each_with_index.map do |row, i|
        next "" unless row.oj && !row.fresh && [GENERATE, PARSE].include?(row.code)
        object = row.setup.call
        File.join(folder, "#{i}.json").tap { |path| File.write(path, row.code == PARSE ? object : JSON.generate(object)) }
      end
    end

    def read(text) = defined?(JSON) && JSON.respond_to?(:parse) ? JSON.parse(text) : Oj.load(text)

    # Objects as a program has them: read from text, not shared.
    def generate_rows
      rows = CORPORA.filter_map { |name| generate_row(name) { read(JSONCorpora.text(name)) } if corpus?(name) }
      FRESH.each { |name| rows << generate_row("#{name} fresh", fresh: true) { Marshal.dump(read(JSONCorpora.text(name))) } if corpus?(name) }
      rows.concat(SMALL.map { |name, object| generate_row(name) { object } })
      rows << generate_row("1000 Integers") { (1_000_000...1_001_000).to_a }
      rows << generate_row("1000 Floats") { floats }
      rows << generate_row("many escapes") { escapes }
      rows << generate_row("few escapes") { few_escapes }
      rows << generate_row("long ASCII") { "The quick brown fox. " * 9000 }
      rows << generate_row("1000 short Strings") { Array.new(1000) { |i| "string #{i}" } }
      rows << generate_row("1000 Strings, UTF-8") { Array.new(1000) { |i| "čeština#{i}日本語" } }
      rows << generate_row("1000 small Hashes") { Array.new(1000) { |i| { "id" => i, "name" => "n#{i}", "ok" => true } } }
      [["ascii_only", "ascii_only: true"], ["script_safe", "script_safe: true"]].each do |name, option|
        rows << generate_row("twitter #{name}", code: "JSON.generate(o, #{option})", oj: nil) { read(JSONCorpora.text("twitter")) }
      end
      rows << generate_row("twitter pretty", code: "JSON.pretty_generate(o)", oj: nil) { read(JSONCorpora.text("twitter")) }
      rows << generate_row("60 to_json", oj: nil) { Array.new(60) { |i| Point.new(i, -i) } }
      rows << generate_row("60 to_json of a Hash", oj: nil) { Array.new(60) { |i| Pair.new(i, -i) } }
    end

    def parse_rows
      names = CORPORA.dup.insert(7, "twitterescaped")
      rows = names.filter_map { |name| parse_row(name) { JSONCorpora.text(name) } if corpus?(name) }
      rows.concat(SMALL.map { |name, object| parse_row(name) { text_of(object) } })
      rows << parse_row("1000 Integers") { "[#{(1_000_000...1_001_000).to_a.join(",")}]" }
      rows << parse_row("1000 Floats") { "[#{floats.join(",")}]" }
      rows << parse_row("many escapes") { escapes.inspect }
      rows << parse_row("few escapes") { few_escapes.inspect }
      rows << parse_row("long ASCII") { ("The quick brown fox. " * 9000).inspect }
      rows << parse_row("1000 short Strings") { Array.new(1000) { |i| "string #{i}" }.inspect.delete(" ") }
      rows << parse_row("1000 Strings, UTF-8") { "[#{Array.new(1000) { |i| "\"čeština#{i}日本語\"" }.join(",")}]" }
      rows << parse_row("1000 small Hashes") { "[#{Array.new(1000) { |i| "{\"id\":#{i},\"name\":\"n#{i}\",\"ok\":true}" }.join(",")}]" }
      [["symbolize", "symbolize_names: true"], ["freeze", "freeze: true"]].each do |name, option|
        rows << parse_row("twitter #{name}", code: "JSON.parse(o, #{option})", oj: nil) { JSONCorpora.text("twitter") }
      end
      rows
    end

    def floats
      random = Random.new(7)
      Array.new(1000) { random.rand }
    end

    def escapes = "ab\"cd\\e\n" * 4000

    def few_escapes = "A line of text, with nothing in it.\n" * 1500

    def text_of(object)
      case object
      when Hash then "{#{object.map { |key, value| "#{key.inspect}:#{text_of(value)}" }.join(",")}}"
      when Array then "[#{object.map { |value| text_of(value) }.join(",")}]"
      when nil then "null"
      else object.inspect
      end
    end
  end
end

SAMPLE_NS = (ENV["JSON_TABLE_MS"] || 20).to_i * 1_000_000
FRESH_LOT = 16 # fresh objects alive at a time

def now = Process.clock_gettime(Process::CLOCK_PROCESS_CPUTIME_ID, :nanosecond)

# ->(n): nanoseconds of processor time that n calls take
def runner_of(row, code)
  object = row.setup.call
  unless row.fresh
    calls = eval("->(o, n) { i = 0; while i < n; #{code}; i += 1; end }")
    return lambda do |n|
      from = now
      calls.call(object, n)
      now - from
    end
  end
  calls = eval("->(objects) { i = 0; n = objects.size; while i < n; o = objects[i]; #{code}; i += 1; end }")
  lambda do |n|
    spent = 0
    while n > 0
      objects = Array.new([n, FRESH_LOT].min) { Marshal.load(object) }
      from = now
      calls.call(objects)
      spent += now - from
      n -= objects.size
    end
    spent
  end
end

runner = nil
times = 1
$stdout.sync = true
while (line = $stdin.gets)
  command, name = line.chomp.split(" ", 2)
  case command
  when "rows" then puts JSONRows.rows.select { |row| library != "oj" || row.oj }.map(&:name).join("\t")
  when "versions" then puts "#{RUBY_DESCRIPTION}\t#{library == "oj" ? "Oj #{Oj::VERSION}" : "json #{JSON::VERSION}"}"
  when "texts" then puts JSONRows.write_texts(name).join("\t")
  when "prepare"
    row = JSONRows.rows.find { |r| r.name == name }
    runner = runner_of(row, library == "oj" ? row.oj : row.code)
    GC.start
    times = 1
    until (spent = runner.call(times)) > SAMPLE_NS / 2
      times = [times * 2, (times * SAMPLE_NS / (spent + 1000)).clamp(1, times * 50)].max
    end
    times = (times * SAMPLE_NS / (runner.call(times) + 1)).clamp(1, times * 4)
    puts times
  when "go"
    puts(runner.call(times) / times.to_f)
  end
end
