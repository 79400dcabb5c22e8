# gen.rb - makes programs for child.rb: program N of a seed is the same everywhere.
#
# A line of the lists below is a template of an operation.  In it, % and a letter stand for:
#   h a s  a variable: Hash, Array, String        H A S  an expression of that class
#   k      a key, mostly one of the program's own v      any value
#   n      an Integer, -6 to 25                   p      an Integer, 0 to 9
#   i      any Integer                            f      a Float
#   y      a Symbol                               r R    a Range; without end too
#   e      something Enumerable                   d      a number
#   1 2    a block, for one value or for pairs    o      a block that answers a total order's key
#   m      a statement that changes a variable    t      a template for format
#   w      a method of keyword arguments          W      arguments for it
class Gen
  def initialize(seed, number)
    @rand = Random.new(seed * 1_000_000_007 + number)
    @depth = 0
    @keys = SMALL
  end

  def below(n) = @rand.rand(n)
  def pick(list) = list[@rand.rand(list.length)]
  def one_in?(n) = @rand.rand(n) == 0

  # The lines of a program.
  def program
    @keys = key_pool
    @subject = pick(SUBJECTS)
    lines = ["h = #{hash_literal}", "g = #{hash_literal}", "a = #{array_literal}", "b = #{array_literal}", "s = +#{string}", "u = +#{string}",
             "r = #{range}", "x = #{value}"]
    lines << pick(HASH_STARTS).gsub(/%[a-zA-Z0-9]/) { |m| expand(m[1]) } if one_in?(2)
    lines << method_definition if @subject == :keywords || one_in?(6)
    (10 + below(14)).times { lines << operation }
    lines
  end

  SUBJECTS = (%i[hash] * 8 + %i[array] * 3 + %i[string] * 3 + %i[enumerable integer range keywords mixed mixed]).freeze

  def operation
    list = case @subject
           when :hash then one_in?(5) ? pick(ALL) : HASH
           when :mixed then pick(ALL)
           else one_in?(5) ? pick(ALL) : LISTS[@subject]
           end
    template = pick(list)
    text = fill(template)
    text = "x = (#{text})" if one_in?(12) && !text.match?(/\A\w+ = |\Adef |\bnext |\bbreak\b/)
    text
  end

  def fill(template)
    @depth += 1
    template.gsub(/%[a-zA-Z0-9]/) { |m| expand(m[1]) }
  ensure
    @depth -= 1
  end

  def expand(letter)
    case letter
    when "h" then one_in?(4) ? "g" : "h"
    when "a" then one_in?(4) ? "b" : "a"
    when "s" then one_in?(4) ? "u" : "s"
    when "H" then hash
    when "A" then array
    when "S" then one_in?(3) ? pick(%w[s u]) : string
    when "k" then one_in?(8) ? value : pick(@keys)
    when "v" then value
    when "n" then (below(32) - 6).to_s
    when "p" then below(10).to_s
    when "i" then integer
    when "f" then pick(FLOATS)
    when "y" then pick(SYMBOLS)
    when "r" then one_in?(4) ? "r" : range
    when "R" then range(true)
    when "e" then enumerable
    when "d" then pick([integer, pick(FLOATS), pick(NUMBERS)])
    when "1" then block(1)
    when "2" then block(2)
    when "o" then pick(ORDERS)
    when "m" then change
    when "t" then pick(FORMATS).inspect
    when "w" then pick(%w[kw0 kw1 kw2 kw3 kw4 kw5 mine mine])
    when "W" then arguments
    else raise "no placeholder %#{letter}"
    end
  end

  SMALL = (-3..12).map(&:to_s).freeze
  BIG = %w[100 255 256 1000 65535 -100 1073741823 4611686018427387903 4611686018427387904 -4611686018427387904 -4611686018427387905
           9223372036854775807 18446744073709551616 -36893488147419103233 10**20 -10**25+1 3**50 2**64-1].freeze
  FLOATS = %w[0.0 -0.0 1.0 -1.0 0.5 1.5 2.5 -2.5 3.7 1e3 1e16 1.0e20 123456.789 0.1 1e-5 1e100 Float::INFINITY -Float::INFINITY Float::NAN].freeze
  NUMBERS = %w[1r 3/4r -7/2r 2i Complex(1,2) Rational(5,3) IntConv.new(3) nil "2" true].map { |s| s.sub("3/4r", "(3/4r)").sub("-7/2r", "(-7/2r)") }.freeze
  SYMBOLS = (%w[:a :b :c :d :e :f :foo :to_s :a? :b= :[] :+ :size] + [':"a b"']).freeze
  STRINGS = ["", "a", "b", "c", "ab", "abc", "hello world", "Hello", "é", "日本語", "aXbXc", " lead", "trail \\n", "a,b,,c,", "12", "-7.5e3", "0x1f", "1_000",
             "zz", "az9", "Zz", "a\\0b", "line1\\nline2\\n", "\\xff", "ab" * 20, "abcabcabc", "%d", "\\\\1", "ß", "aé日", "0", "foo bar  baz", "--", "éa"].freeze
  ORDERS = ["{ |z| tick; z.inspect }", "{ |z| tick; [z.to_s.size, z.inspect] }", "{ |*z| tick; z.inspect }", "{ |z| tick; z.inspect.bytes.inject { |m, c| (m * 131 + c) % 2305843009213693951 } }"].freeze
  FORMATS = ["%d", "%5d|%-5d", "%05.1f", "%x %X %#o", "%b", "%+d", "% d", "%s", "%p", "%-10s|", "%10.3s", "%c", "%e", "%g", "%%", "%<a>d", "%{a}",
             "%*d", "%3$s %1$s", "%08b", "%.0f", "%#x", "%a", "%s %s", "%-+7.2f|", "%o", "%.3g", "%<b>s %<a>p", "%.10s", "%x", "%5c", "%z", "%"].freeze

  def integer
    case below(6)
    when 0 then pick(BIG)
    else pick(SMALL)
    end
  end

  def string = "\"#{pick(STRINGS)}\""

  def value
    return pick(SMALL) if @depth > 6
    @depth += 1
    case below(24)
    when 0..4 then pick(SMALL)
    when 5 then pick(BIG)
    when 6, 7 then pick(FLOATS)
    when 8, 9, 10 then string
    when 11, 12, 13 then pick(SYMBOLS)
    when 14 then "nil"
    when 15 then pick(%w[true false nil])
    when 16, 17 then array
    when 18, 19 then hash
    when 20 then "(#{range})"
    when 21 then "Key.new(#{below(6)})"
    when 22 then pick(%w[h g a b s u x])
    else pick(["Pair.new(#{pick(SMALL)}, #{string})", "Point.new(x: 1, y: #{pick(SMALL)})", "Str.new(#{string})", "Arr[#{pick(SMALL)}]", "Conv.new(#{array})",
               "Conv.new(#{string})", "Conv.new(#{hash})", "IntConv.new(#{pick(SMALL)})", "1r", "2i", "Set[1, 2]", "Integer", "(1.step(by: 2, to: 7))", "Hsh[1, 2]",
               "[1, [2, [3]]]", "Conv.new(nil)", "Key0", "[[1, 2], [3, 4]]", "[[:a, 1]]"])
    end
  ensure
    @depth -= 1
  end

  def key_pool
    n = 3 + below(20)
    case below(10)
    when 0, 1 then Array.new(n) { |i| ":#{("a".ord + i).chr}" }
    when 2, 3 then Array.new(n) { |i| "\"#{("a".ord + i).chr * (1 + i % 3)}\"" }
    when 4, 5 then Array.new(n) { |i| (i - 2).to_s }
    when 6 then Array.new(n) { |i| "Key.new(#{i})" }
    when 7 then %w[1 1.0 1r 0.0 -0.0 Float::NAN nil true false :a "a" [] [1] {} 18446744073709551616 2**64 (1..2) "b" [1,[2]] :b Key0]
    else Array.new(n) { @depth += 1; value.tap { @depth -= 1 } }
    end
  end

  def pairs(n) = Array.new(n) { "#{pick(@keys)} => #{pick_value}" }.join(", ")
  def pick_value = one_in?(4) ? value : pick(SMALL)
  def size = pick([0, 1, 1, 2, 2, 3, 3, 4, 5, 6, 7, 8, 8, 9, 9, 10, 12, 16, 17, 20])

  def hash_literal
    @depth += 1
    n = @depth > 3 ? below(3) : size
    case below(8)
    when 0 then "{#{Array.new([n, 26].min) { |i| "#{(97 + i).chr}: #{pick_value}" }.join(", ")}}"
    when 1 then "[#{Array.new(n) { |i| "[#{pick(@keys)}, #{pick_value}]" }.join(", ")}].to_h"
    when 2 then "Hash[#{Array.new(n) { "#{pick(@keys)}, #{pick_value}" }.join(", ")}]"
    else "{#{pairs(n)}}"
    end
  ensure
    @depth -= 1
  end

  def hash
    return pick(%w[h h g]) if one_in?(3)
    @depth > 4 ? "{1 => 2}" : hash_literal
  end

  def array_literal
    @depth += 1
    n = @depth > 3 ? below(3) : pick([0, 1, 2, 3, 4, 5, 8, 12])
    case below(6)
    when 0 then "[#{Array.new(n) { pick(SMALL) }.join(", ")}]"
    when 1 then "[#{Array.new(n) { string }.join(", ")}]"
    when 2 then "[#{Array.new(n) { "[#{pick(@keys)}, #{pick_value}]" }.join(", ")}]"
    else "[#{Array.new(n) { value }.join(", ")}]"
    end
  ensure
    @depth -= 1
  end

  def array
    return pick(%w[a a b]) if one_in?(3)
    @depth > 4 ? "[1, 2]" : array_literal
  end

  def range(endless = false)
    dots = one_in?(3) ? "..." : ".."
    case below(9)
    when 0, 1, 2, 3 then "#{pick(SMALL)}#{dots}#{pick(SMALL)}"
    when 4 then "\"a\"#{dots}\"#{pick(%w[e c ab zz a])}\""
    when 5 then "#{pick(%w[0.5 1.0 -1.5 1r])}#{dots}#{pick(%w[3.5 4.0 2])}"
    when 6 then endless ? "#{pick(SMALL)}#{dots}nil" : "#{below(4)}#{dots}#{pick(SMALL)}"
    when 7 then "nil#{dots}#{pick(SMALL)}"
    else "#{pick(SMALL)}#{dots}#{below(18)}"
    end
  end

  def enumerable
    case below(9)
    when 0, 1 then hash
    when 2, 3, 4 then array
    when 5 then "(#{pick(SMALL)}..#{below(9)})"
    when 6 then "Each.new(#{Array.new(below(6)) { value }.join(", ")})"
    when 7 then "#{array}.each#{pick(["", "_with_index", "_entry", "_slice(2)", "_cons(2)"])}"
    else pick(["h.each", "h.each_key", "Pair.new(1, 2)", "h.each_with_index", "a.lazy", "s.each_char", "Set[3, 1, 2]", "1.upto(5)", "s.bytes", "h.lazy", "a.map"])
    end
  end

  # ---- blocks ----

  PARAMS1 = ["|k|", "|k|", "|k|", "|k, v|", "|*k|", "|k, (v, w)|", "|k, v = 7|", "|k, *v|", "|(k, v), w|", "|k, v: 3|"].freeze
  PARAMS2 = ["|k, v|", "|k, v|", "|k, v|", "|k, v|", "|k|", "|*k|", "|k, v, w|", "|(k, w), v|", "|k, (v, w)|", "|k, v = 5|", "|k, *|"].freeze
  ANSWERS = ["k", "v", "[k, v]", "k == %k", "v.nil?", "k.is_a?(Integer)", "v.is_a?(Integer)", "k.to_s", "k.inspect + v.inspect", "true", "false", "nil", "%v", "k && v",
             "[v, k]", "{ k => v }", "k.to_s.size", "v.to_s.size > 1", "%h.key?(k)", "%h[k]", "k.hash == v.hash", "(k <=> v)", "%h.size", "%a.include?(k)", "v.class", "%p"].freeze

  def block(kind)
    @depth += 1
    return pick(["{ |k| tick; k }", "{ |k, v| tick; v }"]) if @depth > 4
    if one_in?(14)
      return pick(["{ tick; it }", "{ tick; [_1, _2] }", "{ tick; _1 }", "{ tick; it.to_s }", "{ tick; _2 }"])
    end
    params = pick(kind == 1 ? PARAMS1 : PARAMS2)
    answer = fill(pick(ANSWERS))
    body = case below(10)
           when 0, 1, 2 then "#{change}; #{answer}"
           when 3 then "#{change} if k == #{pick(@keys)}; #{answer}"
           when 4 then "#{change} if $fuel == #{299 - below(8)}; #{answer}"
           when 5 then pick(["next #{value} if k == #{pick(@keys)}; #{answer}", "break #{value} if $fuel < #{299 - below(6)}; #{answer}",
                             "raise \"stop\" if $fuel < #{299 - below(6)}; #{answer}", "throw :out, #{value} if $fuel < #{299 - below(6)}; #{answer}"])
           else answer
           end
    "{ #{params} tick; #{body} }"
  ensure
    @depth -= 1
  end

  def change
    @depth += 1
    return "h.delete(#{pick(@keys)})" if @depth > 4
    fill(pick(below(3) < 2 ? HASH_CHANGES : pick([ARRAY_CHANGES, STRING_CHANGES, HASH_CHANGES])))
  ensure
    @depth -= 1
  end

  # ---- keyword arguments ----

  def method_definition
    list = []
    below(3).times { |i| list << "p#{i}" }
    below(2).times { |i| list << "q#{i} = #{pick(["p0 rescue 5", "nil", "[]", "{}", "7"].then { |l| list.empty? ? l.drop(1) : l })}".sub("p0 rescue 5", "p0") }
    rest = one_in?(3)
    list << "*rest" if rest
    list << "z0" if one_in?(5)
    below(3).times { |i| list << "#{%w[a b c][i]}:#{one_in?(2) ? "" : " #{pick(SMALL)}"}" }
    list << (list.any? { |p| p.include?(":") } || !one_in?(4) ? "**o" : "**nil") if one_in?(2)
    list << "&blk" if one_in?(5)
    names = list.map { |p| p == "**nil" ? nil : p[/\A[*&]*(\w+)/, 1] }.compact
    "self.class.send(:define_method, :mine) { |#{list.join(", ")}| [#{names.map { |n| n == "blk" ? "!!blk" : n }.join(", ")}] }; nil".then do |by_block|
      one_in?(3) ? by_block : "def self.mine(#{list.join(", ")}) = [#{names.map { |n| n == "blk" ? "!!blk" : n }.join(", ")}]"
    end
  end

  ARGUMENTS = ["1", "%v", "*%a", "**%h", "a: 1", "b: %v", "c: 3", "\"a\" => 1", "%k => 2", "**{a: 1}", "**{}", "*[1, {a: 2}]", "{a: 1}", "**nil", "d: 4", "*[]", "nil", "%h",
               "**%h, a: 5", "a: 1, **{a: 2}", "*[{}]", "**{1 => 2}", "**{\"a\" => 1, b: 2}"].freeze

  def arguments
    parts = Array.new(below(5)) { fill(pick(ARGUMENTS)) }
    plain, keyed = parts.partition { |p| !p.match?(/\A\*\*|\A\w+: |\A[^\[{]+ => /) }
    (plain + keyed).join(", ")
  end
end

require_relative "templates"
