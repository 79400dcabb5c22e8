# call_table.rb - tests that are a product: each method of a class, on each receiver, with each list of arguments and each block.
#
# A file test/calls/test_NAME.rb names receivers, arguments and methods; test/calls/NAME.txt holds CRuby 4.0.1's answers.  It begins with
# the calls and their numbers.  A method's part begins with "= method"; "- receiver" follows, then "answer  <= calls", where `else` is
# every call that no other line names, "& receiver" another one with the same answers; "- all" has the lines of all receivers.  An answer is what #inspect returns, or "Class: message"
# of an exception, then what became of the receiver if it was changed.
#
# `CALLS_WRITE=1 reference test/calls/test_NAME.rb` writes the file, `CALLS_PENDING=1 ruby ...` writes the calls whose answers differ
# here into NAME.pending: they are made, and their answers not compared.  CALLS_TRACE=1 prints each call first.  `small` names receivers
# with a small buffer in a build with small limits, and the answer that a call which fills it may then have instead.
require "fileutils"
require_relative "test_helper"

# Objects whose conversions return a value given, or raise it if it is an exception.
class Odd
  def initialize(**conversions)
    conversions.each do |name, value|
      define_singleton_method(name) { |*| value.is_a?(Exception) ? raise(value) : value }
    end
    @name = conversions.keys.join(",")
  end

  def inspect = "#<Odd #{@name}>"
end

class CallTable
  LIMIT = 30 # calls of one block, which then breaks: nothing runs for ever
  WIDTH = 90 # characters of an answer; a checksum of all follows

  # What a block does, by name: it returns its argument, nil, true, the order of two arguments, raises, or leaves.
  BLOCKS = {
    "id" => ->(*a) { a.size == 1 ? a[0] : a }, "nil" => ->(*) {}, "true" => ->(*) { true }, "cmp" => ->(a = nil, b = nil, *) { a <=> b },
    "pair" => ->(a = nil, *) { [a, 1] }, "raise" => ->(*) { raise IndexError, "of the block" }, "str" => ->(a = nil, *) { "#{a}s" },
    "one" => ->(*) { 1 }
  }.freeze

  attr_reader :name

  def initialize(name, receivers:, methods:, args: [], pairs: [], triples: [], calls: [], blocks: BLOCKS.keys, block_args: [], except: nil, small: {})
    @name = name
    @receivers = receivers
    @methods = methods
    @except = except
    @small = small
    lists = ["", *args, *pairs.product(pairs).map { |list| list.join(", ") }, *triples.product(triples, triples).map { |list| list.join(", ") }, *calls].uniq
    @calls = lists.to_h { |list| [list, [list, nil]] }
    ["", *block_args].product(blocks) { |list, block| @calls["#{list} {#{block}}"] = [list, block] }
    @numbers = @calls.keys.each_with_index.to_h
    @sizes = @calls.to_h { |call, (list, _)| [call, eval("->(*a) { a.size }.call(#{list})", binding, "call_table")] }
    @receive = receivers.to_h { |source| [source, evaluator("-> { #{source} }")] }
    @send = lists.to_h { |list| [list, evaluator("->(r, m, &b) { PUBLIC_SEND.bind_call(r, m#{", #{list}" unless list.empty?}, &b) }")] }
    block_args.each { |list| @send[list] ||= evaluator("->(r, m, &b) { PUBLIC_SEND.bind_call(r, m, #{list}, &b) }") }
  end

  PUBLIC_SEND = BasicObject.instance_method(:__send__)

  def evaluator(source) = eval(source, binding, "call_table")

  # Calls METHOD of a new receiver as CALL says and returns the answer.
  def answer(receiver, method, call)
    list, block = @calls.fetch(call)
    $stderr.puts "#{receiver}.#{method}(#{call})" if ENV["CALLS_TRACE"]
    object = @receive.fetch(receiver).call
    before = describe(object)
    text = begin
      describe(send_to(object, method, list, BLOCKS[block]))
    rescue Exception => e
      "#{e.class}: #{first_line(e)}"
    end
    after = describe(object)
    text << " | #{after}" if after != before
    text = text.gsub(/0x\h{8,}/, "0x").gsub("\n", "\\n")
    text.size > WIDTH ? "#{text[0, WIDTH]}... #{text.sum}" : text
  end

  def send_to(object, method, list, block)
    return @send.fetch(list).call(object, method) unless block

    left = LIMIT
    @send.fetch(list).call(object, method) do |*a|
      (left -= 1).negative? and break :left
      block.call(*a)
    end
  end

  def first_line(exception)
    exception.message.encode("UTF-8", invalid: :replace, undef: :replace).lines(chomp: true).first.to_s
  end

  def describe(value)
    text = value.inspect.dup
    text = text.encode("UTF-8", invalid: :replace, undef: :replace) unless text.encoding == Encoding::UTF_8 && text.valid_encoding?
    text << " #{value.encoding}" if String === value && value.encoding != Encoding::UTF_8
    text << " *#{value.size.inspect}" if Enumerator === value
    text
  rescue StandardError => e
    +"inspect: #{e.class}"
  end

  # Returns {receiver => {number of a call => answer}} of METHOD.
  def answers(method)
    @receivers.to_h do |receiver|
      wanted = counts(@receive.fetch(receiver).call, method)
      calls = @numbers.reject do |call, _|
        wanted && !wanted.cover?(@sizes[call]) || @except&.match?("#{receiver}.#{method}(#{call})")
      end
      [receiver, calls.to_h { |call, number| [number, answer(receiver, method, call)] }]
    end
  end

  # Returns the numbers of arguments to try: those that METHOD takes, one more and one less.
  def counts(object, method)
    arity = object.method(method).arity
    arity >= 0 ? (arity - 1..arity + 1) : nil
  rescue NameError
    nil
  end

  def ranges(numbers)
    numbers.slice_when { |a, b| b != a + 1 }.map { |run| run.size > 2 ? "#{run[0]}-#{run[-1]}" : run.join(" ") }.join(" ")
  end

  # Returns METHOD's part of the file.
  def part(method)
    parts = answers(method).map do |receiver, answers|
      groups = answers.keys.group_by { |number| answers[number] }
      most = groups.max_by { |_, numbers| numbers.size }&.first
      [receiver, groups.map { |text, numbers| "#{text}  <= #{text == most ? "else" : ranges(numbers)}\n" }]
    end
    common = parts.map(&:last).inject(:&)
    parts = parts.group_by { |_, lines| lines - common }.map { |rest, group| "- #{group.map { |receiver,| "#{receiver}\n" }.join("& ")}#{rest.join}" }.join
    "- all\n#{common.join}#{parts}"
  end

  # Returns {receiver => {number or nil => answer}} of a method's part of the file, nil for `else`.
  def expected(part)
    common, *rest = part.split(/^- /).drop(1).map { |text| text.lines(chomp: true) }
    rest.each_with_object({}) do |(receiver, *lines), all|
      heads = [receiver]
      heads << lines.shift.delete_prefix("& ") while lines[0]&.start_with?("& ")
      answers = (common.drop(1) + lines).each_with_object({}) do |line, numbers|
        text, _, list = line.rpartition("  <= ")
        next numbers[nil] = text if list == "else"

        list.split.each { |run| Range.new(*run.split("-").map(&:to_i).minmax).each { |number| numbers[number] = text } }
      end
      heads.each { |head| all[head] = answers }
    end
  end

  # Returns [receiver, number of the call, expected, answer] of each call whose answer differs.
  def differences(method, part)
    expected = expected(part)
    answers(method).flat_map do |receiver, answers|
      answers.filter_map do |number, answer|
        wanted = expected.fetch(receiver).then { |list| list[number] || list[nil] }
        [receiver, number, wanted, answer] if wanted != answer
      end
    end
  end

  def pending_key(method, receiver, number) = "#{method} #{@receivers.index(receiver)} #{number}"

  def check(test, method, part)
    bad = differences(method.to_sym, part).reject { |receiver, number,| pending[pending_key(method, receiver, number)] }
    bad.reject! { |receiver, _, _, got| @small[receiver] == got } if test.small_limits?
    texts = bad.first(8).map { |receiver, number, wanted, got| "#{receiver} .#{method}(#{@numbers.key(number)})\n  expected #{wanted}\n  got      #{got}\n" }
    test.assert bad.empty?, "#{bad.size} differ\n#{texts.join}"
  end

  def pending
    @pending ||= (File.exist?(pending_path) ? File.readlines(pending_path, chomp: true) : []).flat_map do |line|
      method, receiver, list = line.split(" ", 3)
      list.split.flat_map { |run| Range.new(*run.split("-").map(&:to_i).minmax).map { |number| "#{method} #{receiver} #{number}" } }
    end.to_h { |key| [key, true] }
  end

  def write_pending
    lines = parts.flat_map do |method, part|
      all = differences(method.to_sym, part)
      if ENV["CALLS_PENDING"] == "show"
        all.group_by { |_, _, wanted, got| [wanted, got] }.each do |(wanted, got), same|
          receiver, number = same[0]
          puts "#{same.size} #{receiver} .#{method}(#{@numbers.key(number)})\n  expected #{wanted}\n  got      #{got}"
        end
      end
      all.group_by(&:first).map { |receiver, list| "#{method} #{@receivers.index(receiver)} #{ranges(list.map { |row| row[1] })}\n" }
    end
    return if ENV["CALLS_PENDING"] == "show"

    lines.empty? ? FileUtils.rm_f(pending_path) : File.write(pending_path, lines.join)
  end

  def parts = File.read(path, encoding: "UTF-8").split(/^= /).drop(1).map { |text| text.split("\n", 2) }
  def pending_path = path.sub(/txt\z/, "pending")

  def path = File.expand_path("../calls/#{name}.txt", __dir__)

  def write
    File.write(path, @numbers.map { |call, number| "#{number}: #{call}\n" }.join + @methods.sort.map { |method| "= #{method}\n#{part(method)}" }.join)
  end

  # Defines a test for each method that the file names.
  def define(test_class)
    Warning[:deprecated] = false # literals are changed here
    $VERBOSE = nil
    if ENV["CALLS_WRITE"] || ENV["CALLS_PENDING"]
      at_exit { exit!($! ? ($stderr.puts($!.full_message); 1) : 0) } # before minitest's
      return ENV["CALLS_WRITE"] ? write : write_pending
    end
    table = self
    parts.each { |method, part| test_class.define_method("test_#{name}_#{method}") { table.check(self, method, part) } }
  end
end
