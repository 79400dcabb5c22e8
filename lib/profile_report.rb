# frozen_string_literal: true

# profile_report.rb - the files of `ruby --profile`: collapsed stacks, Firefox Profiler, pprof, a page with a flame graph.
#
# vm/profile.c calls ProfileReport.write(facts, file) at exit.  The ending of the file's name decides the format.
#
#   facts[:frames]   [name, path or nil, first line] of each frame; nil for a C method and for what is no method
#   facts[:mode]     "cpu", "wall" or "alloc": a weight is a number of nanoseconds, or of objects in "alloc"
#   facts[:nodes]    [parent or nil, frame, line, samples, weight] of each node of the tree of stacks.  Samples and weight are those
#                    of the node alone.  A parent stands before its children; node 0 is the root.
#   facts[:samples]  in order of time, 24 bytes each: node and thread from 1 (32 bits each), time in ns and weight (64 bits each)
#   facts[:threads]  their names
#
# The program may have changed core methods, so only few and plain ones are used here.
module ProfileReport
  TEMPLATE = File.join(__dir__, "profile_report.html")

  module_function

  def write(facts, file)
    text =
      if file.end_with?(".json") then Firefox.new(facts).text
      elsif file.end_with?(".pb.gz") then gzip(Pprof.new(facts).text)
      elsif file.end_with?(".html") then page(facts)
      else collapsed(facts)
      end
    File.binwrite(file, text)
  end

  # ---- names ----

  def utf8(text)
    text.encode("UTF-8", invalid: :replace, undef: :replace)
  end

  # "Foo#bar (file.rb:12)"; a C method has no place, and a file's own code no line.
  def title(frame)
    name, path, line = frame
    return utf8(name) unless path
    "#{utf8(name)} (#{utf8(File.basename(path))}#{":#{line}" if line > 0})"
  end

  # ---- collapsed stacks ----

  # Merges the nodes that differ in the line only: [[parent, frame, samples, ns], ...], the root first.
  def merged(facts)
    rows = []
    index = {}
    at = []
    facts[:nodes].each_with_index do |(parent, frame, _, samples, ns), i|
      key = [parent && at[parent], frame]
      unless (at[i] = index[key])
        at[i] = index[key] = rows.size
        rows << [key[0], frame, 0, 0]
      end
      rows[at[i]][2] += samples
      rows[at[i]][3] += ns
    end
    rows
  end

  # A line for each stack: the frames, the outermost first, between semicolons, then a blank and microseconds, or objects.
  def collapsed(facts)
    titles = facts[:frames].map { |f| title(f).gsub(/[;\s]+/) { |s| s.include?(";") ? "," : " " } }
    rows = merged(facts)
    unit = facts[:mode] == "alloc" ? 1 : 1000
    paths = []
    lines = []
    rows.each_with_index do |(parent, frame, samples, ns), i|
      paths[i] = parent.nil? || parent == 0 ? (parent ? titles[frame] : "") : "#{paths[parent]};#{titles[frame]}"
      lines << "#{parent ? paths[i] : titles[0]} #{(ns + unit / 2) / unit}\n" if samples > 0
    end
    lines.sort.join
  end

  # ---- text in other languages ----

  # Returns the value as JSON that may also stand inside <script>.
  def literal(value)
    case value
    when Hash then "{#{value.map { |k, v| "#{literal(k.to_s)}:#{literal(v)}" }.join(",")}}"
    when Array then "[#{value.map { |v| literal(v) }.join(",")}]"
    when String then string_literal(value)
    when nil then "null"
    else value.inspect
    end
  end

  def string_literal(text)
    plain = utf8(text).gsub(/[^ !#-%'-;=?-\[\]-~]/) { |c| c.encode("UTF-16BE").unpack("n*").map { |u| format("\\u%04x", u) }.join }
    "\"#{plain}\""
  end

  # ---- the page ----

  def page(facts)
    about = { mode: facts[:mode], duration: facts[:duration_ns], program: utf8($0.to_s), ruby: RUBY_DESCRIPTION, frames: facts[:frames].map { |f| title(f) }, nodes: merged(facts) }
    File.read(TEMPLATE, encoding: "UTF-8").sub("/*FACTS*/null") { literal(about) }
  end

  # ---- gzip ----

  # Uses the library zlib if it is there; else the data is stored, not compressed.
  def gzip(data)
    require "zlib"
    Zlib.gzip(data)
  rescue LoadError
    stored_gzip(data)
  end

  def stored_gzip(data)
    out = [0x1f, 0x8b, 8, 0, 0, 0, 3].pack("CCCCVCC")
    at = 0
    loop do
      part = data.byteslice(at, 65_535)
      at += part.bytesize
      last = at >= data.bytesize
      out << [last ? 1 : 0, part.bytesize, part.bytesize ^ 0xffff].pack("Cvv") << part
      break if last
    end
    out << [crc32(data), data.bytesize & 0xffffffff].pack("VV")
  end

  def crc32(data)
    table = Array.new(256) { |n| 8.times.inject(n) { |c, _| c & 1 == 1 ? (c >> 1) ^ 0xedb88320 : c >> 1 } }
    crc = 0xffffffff
    data.each_byte { |b| crc = table[(crc ^ b) & 255] ^ (crc >> 8) }
    crc ^ 0xffffffff
  end

  # A profile in pprof's protocol buffer, not compressed.
  class Pprof
    PROFILE = { sample_type: 1, sample: 2, location: 4, function: 5, string: 6, time: 9, duration: 10, period_type: 11, period: 12, default: 14 }.freeze

    def initialize(facts)
      @facts = facts
      @strings = { "" => 0 }
    end

    def text
      out = String.new(encoding: "BINARY")
      time = @facts[:mode] == "alloc" ? pair("objects", "count") : pair(@facts[:mode], "nanoseconds")
      message(out, PROFILE[:sample_type], pair("samples", "count"))
      message(out, PROFILE[:sample_type], time)
      locations = locate
      @facts[:nodes].each_with_index do |(parent, _, _, samples, ns), i|
        next if samples == 0
        message(out, PROFILE[:sample], sample(i, locations, [samples, ns]))
      end
      out << @places << functions
      number(out, PROFILE[:time], @facts[:began_wall_ns])
      number(out, PROFILE[:duration], @facts[:duration_ns])
      message(out, PROFILE[:period_type], time)
      number(out, PROFILE[:period], @facts[:interval_ns])
      number(out, PROFILE[:default], string(@facts[:mode] == "alloc" ? "objects" : @facts[:mode]))
      @strings.each_key { |s| message(out, PROFILE[:string], s.b) }
      out
    end

    private

    def string(text) = @strings[text] ||= @strings.size

    def varint(out, n)
      while n > 127
        out << (n & 127 | 128)
        n >>= 7
      end
      out << n
    end

    def number(out, field, n)
      varint(out, field << 3)
      varint(out, n)
    end

    def message(out, field, bytes)
      varint(out, field << 3 | 2)
      varint(out, bytes.bytesize)
      out << bytes
    end

    def part = String.new(encoding: "BINARY")

    def pair(type, unit)
      out = part
      number(out, 1, string(type))
      number(out, 2, string(unit))
      out
    end

    def packed(numbers) = numbers.each_with_object(part) { |n, out| varint(out, n) }

    # Fills @places; returns the location of each node: a frame and a line.
    def locate
      @places = part
      ids = {}
      @facts[:nodes].map do |_, frame, line, _, _|
        ids[[frame, line]] ||= begin
          id = ids.size + 1
          at, place = part, part
          number(at, 1, frame + 1)
          number(at, 2, line)
          number(place, 1, id)
          message(place, 4, at)
          message(@places, PROFILE[:location], place)
          id
        end
      end
    end

    def sample(node, locations, values)
      nodes = @facts[:nodes]
      stack = []
      while node != 0 # the root is no frame
        stack << locations[node]
        node = nodes[node][0]
      end
      stack << locations[0] if stack.empty?
      out = part
      message(out, 1, packed(stack))
      message(out, 2, packed(values))
      out
    end

    def functions
      out = part
      @facts[:frames].each_with_index do |(name, path, line), i|
        f = part
        number(f, 1, i + 1)
        number(f, 2, string(ProfileReport.utf8(name)))
        number(f, 3, string(ProfileReport.utf8(name)))
        number(f, 4, string(ProfileReport.utf8(path || "<cfunc>")))
        number(f, 5, line)
        message(out, PROFILE[:function], f)
      end
      out
    end
  end

  # A profile in the processed format of the Firefox Profiler.  Each thread has tables of its own.
  class Firefox
    VERSION = 46
    OTHER, RUBY, C, COLLECTOR = 0, 1, 2, 3
    CATEGORIES = [%w[Other grey], %w[Ruby yellow], ["C method", "blue"], ["Garbage collection", "orange"]].freeze

    def initialize(facts)
      @facts = facts
    end

    def text
      by_thread = {}
      @facts[:samples].unpack("LLQQ" * (@facts[:samples].bytesize / 24)).each_slice(4) { |s| (by_thread[s[1]] ||= []) << s }
      ProfileReport.literal(meta: meta, libs: [], pages: [], counters: [], threads: by_thread.keys.sort.map { |n| thread(n, by_thread[n]) })
    end

    private

    def allocations? = @facts[:mode] == "alloc"

    def ms(ns) = ns / 1e6

    def meta
      { interval: ms(@facts[:interval_ns]), startTime: ms(@facts[:began_wall_ns]), processType: 0, product: "ruby #{ProfileReport.utf8($0.to_s)}", stackwalk: 0, debug: false,
        version: 24, preprocessedProfileVersion: VERSION, symbolicated: true, pausedRanges: [], markerSchema: [], importedFrom: RUBY_DESCRIPTION,
        categories: CATEGORIES.map { |name, color| { name: name, color: color, subcategories: ["Other"] } },
        extensions: { id: [], name: [], baseURL: [], length: 0 }, sampleUnits: { time: "ms", eventDelay: "ms", threadCPUDelta: "ns" },
        usesOnlyOneStackType: true, doesNotUseFrameImplementation: true, sourceCodeIsNotOnSearchfox: true }
    end

    def category(frame)
      return COLLECTOR if frame == 1
      return OTHER if frame < 3
      @facts[:frames][frame][1] ? RUBY : C
    end

    # The tables of one thread, filled as its samples need them.
    class Tables
      attr_reader :strings, :funcs, :frames, :stacks

      def initialize(nodes)
        @nodes, @strings, @funcs, @frames, @stacks = nodes, {}, {}, {}, {}
        @of_node = { 0 => nil }
      end

      def string(text) = @strings[text] ||= @strings.size

      def stack(node)
        return @of_node[node] if @of_node.key?(node)
        path = []
        n = node
        until @of_node.key?(n)
          path << n
          n = @nodes[n][0]
        end
        path.reverse_each do |at|
          parent, frame, line = @nodes[at]
          func = @funcs[frame] ||= @funcs.size
          place = @frames[[frame, func, line]] ||= @frames.size
          key = [@of_node[parent], place, frame]
          @of_node[at] = @stacks[key] ||= @stacks.size
        end
        @of_node[node]
      end
    end

    def thread(number, samples)
      t = Tables.new(@facts[:nodes])
      stacks = samples.map { |node, *| t.stack(node) }
      name = ProfileReport.utf8(@facts[:threads][number - 1] || "thread #{number}")
      { processType: "default", processStartupTime: 0, processShutdownTime: nil, registerTime: 0, unregisterTime: nil, pausedRanges: [], name: name,
        processName: "ruby", isMainThread: name == "main", pid: @facts[:pid].to_s, tid: number,
        samples: { length: samples.size, weightType: allocations? ? "samples" : "tracing-ms", weight: samples.map { |s| allocations? ? s[3] : ms(s[3]) }, stack: stacks, time: samples.map { |s| ms(s[2] - @facts[:began_ns]) } },
        markers: { length: 0, data: [], name: [], startTime: [], endTime: [], phase: [], category: [] }, **tables(t) }
    end

    def tables(t)
      n = t.stacks.size
      stack_keys, frame_keys, func_keys = t.stacks.keys, t.frames.keys, t.funcs.keys
      stack = { length: n, prefix: stack_keys.map { |k| k[0] }, frame: stack_keys.map { |k| k[1] }, category: stack_keys.map { |k| category(k[2]) }, subcategory: [0] * n }
      { stackTable: stack, frameTable: frame_table(frame_keys), funcTable: func_table(func_keys, t),
        resourceTable: { length: 0, lib: [], name: [], host: [], type: [] }, nativeSymbols: { length: 0, libIndex: [], address: [], name: [], functionSize: [] },
        stringArray: t.strings.keys }
    end

    def frame_table(keys)
      n = keys.size
      none = [nil] * n
      { length: n, address: [-1] * n, inlineDepth: [0] * n, category: keys.map { |k| category(k[0]) }, subcategory: [0] * n, func: keys.map { |k| k[1] },
        nativeSymbol: none, innerWindowID: none, implementation: none, line: keys.map { |k| k[2] > 0 ? k[2] : nil }, column: none }
    end

    def func_table(keys, t)
      n = keys.size
      rows = keys.map { |k| @facts[:frames][k] }
      { length: n, name: rows.map { |r| t.string(ProfileReport.utf8(r[0])) }, isJS: [false] * n, relevantForJS: [false] * n, resource: [-1] * n,
        fileName: rows.map { |r| r[1] && t.string(ProfileReport.utf8(r[1])) }, lineNumber: rows.map { |r| r[1] && r[2] }, columnNumber: [nil] * n }
    end
  end
end
