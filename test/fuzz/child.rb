# child.rb - wrong calls, by the hundred, in one process.  test/fuzz/run starts it and watches.
#
#   child.rb SEED FIRST COUNT LOG
#
# A scenario takes an object of some class and calls up to six of its public methods with odd arguments and blocks: huge
# and negative numbers, NaN, strings of broken encodings, frozen and self-containing collections, objects whose
# conversions raise, return nonsense or change the receiver under the method's feet.  Whatever is raised is fine; dying
# is not.  Scenario N of a seed is the same in each run, also if it is the only one.  Before each call its description
# goes to LOG, whose last line names the culprit.

class Dice # not Random, which scenarios may seed
  def initialize(seed, number) = @state = (seed * 0x9E3779B97F4A7C15 + number * 0xD1B54A32D192ED03 + 1) & MASK
  MASK = (1 << 64) - 1

  def below(n)
    @state = (@state * 6364136223846793005 + 1442695040888963407) & MASK
    x = @state ^ (@state >> 33)
    x = (x * 0xFF51AFD7ED558CCD) & MASK
    (x ^ (x >> 29)) % n
  end

  def pick(list) = list[below(list.length)]
  def one_in?(n) = below(n) == 0
end

# Answers each conversion, in one of several wrong ways.
class Evil
  CONVERSIONS = %i[to_str to_ary to_a to_hash to_h to_int to_i to_f to_r to_c to_sym to_proc to_path to_io to_s inspect hash
                   == eql? <=> === coerce + - * < > <= >= each call succ =~ begin end exclude_end? to_set size length
                   read write close each_entry exception backtrace message match join keys rewind getbyte each_pair
                   deconstruct deconstruct_keys min max zero? negative? integer? & | [] fdiv divmod marshal_dump _dump
                   initialize_copy freeze dup clone nil? ! arity lambda? encode force_encoding unpack first last].freeze
  def initialize(way, value)
    @way = way
    @value = value
  end

  CONVERSIONS.each do |name|
    define_method(name) { |*args, **, &block| __act(name, args, block) }
  end
  def respond_to_missing?(*) = @way == :missing
  def method_missing(name, *args) = @way == :missing ? @value : super

  private def __act(name, args, block)
    FUZZ.act(@way)
    block&.call(*args) if @way == :yield
    return name == :coerce ? [args[0], self] : @value unless @way == :self
    self
  end
end

class EvilString < String
  def to_s = FUZZ.act(:clear) || 1
  def ==(_other) = FUZZ.act(:append)
  def hash = FUZZ.act(:append).to_s.length
  def to_str = nil
end

class EvilArray < Array
  def each = FUZZ.act(:clear)
  def to_ary = FUZZ.act(:append)
  def ==(_other) = FUZZ.act(:clear)
  def hash = FUZZ.act(:clear).to_s.length
  def initialize_copy(*) = FUZZ.act(:append)
end

class EvilHash < Hash
  def default(*) = FUZZ.act(:append)
  def to_hash = FUZZ.act(:clear)
  def each = FUZZ.act(:clear)
end

class Fuzz
  WAYS = %i[raise nothing nothing nothing clear append replace freeze collect throw self yield missing shrink deep grow].freeze
  INTEGERS = [0, 1, -1, 2, 3, 5, 7, 8, 10, 16, 31, 32, 36, 37, 62, 63, 64, 65, 100, 127, 128, 255, 256, 1000, -2, -3, -10, -64, 4095, 4096,
              65_535, 65_536, 1 << 20, (1 << 30) - 1, 1 << 30, (1 << 31) - 1, 1 << 31, -(1 << 31), (1 << 32) - 1, 1 << 32, 1 << 48,
              1 << 60, 1 << 61, (1 << 62) - 1, 1 << 62, -(1 << 62), -(1 << 62) - 1, (1 << 63) - 1, 1 << 63, -(1 << 63), -(1 << 63) - 1,
              (1 << 64) - 1, 1 << 64, 1 << 100, -(1 << 100), 10**40, 3**200].freeze
  FLOATS = [0.0, -0.0, 1.0, -1.0, 0.5, 1.5, -2.5, 1e10, 1e22, 1e100, 1.7976931348623157e308, 5e-324, 4611686018427387904.0,
            9223372036854775807.0, -9223372036854775808.0, Float::NAN, Float::INFINITY, -Float::INFINITY, 1e-9, 123456789.123].freeze
  TEXTS = ["", "a", "b", "abc", "é", "日本", "\u{10ffff}", "\0", "a\0b", "ab" * 40, "x" * 5000, "%d", "%s %p", "%-010.3f", "%*d", "%<a>s", "%{a}",
           "a-z", "^a-c", "\\", "\\1\\k<a>", "[", "(a", "(?<n>a)", "a{1000}", "(a*)*b", "UTF-8", "UTF-16", "Shift_JIS", "binary", "0x1f", "0b2", "1e5",
           "1_000", " 12 ", "-", "nan", "1/3", "3+4i", "i", "r", "w+", "rb:utf-8", "C*", "a5N2@9U", "w", "m0", "Z*x99999999999", "@-1", "P", "12:34:56",
           "2026-11-20 12:00:00", "+09:00", "UTC", "%Y-%m-%d %10N", "%99999d", "to_s", "@iv", "@@cv", "$gv", "Konst", "a=", "[]", "\n", "a\r\nb\n", "\xff",
           "\xE3\x81", "a\xffb", "\xF4\x90\x80\x80", "ﬀ", "İ", "ß", "e\u0301", "zz", "Zz9", "az", "\x7f", "tmp.txt", ".", "..", "*", "**", "{a,b}"].freeze
  CODINGS = %w[UTF-8 BINARY US-ASCII UTF-16LE UTF-16BE UTF-32LE UTF-16 UTF-7 EUC-JP Shift_JIS Windows-31J ISO-8859-1 ISO-2022-JP GB18030 Big5].freeze
  PAIR = Struct.new(:a, :b)
  KEYED = Struct.new(:x, keyword_init: true)
  POINT = Data.define(:x, :y)

  attr_reader :text

  def initialize(dice)
    @dice = dice
    @depth = 0
    @acts = 0
    @pool = []
  end

  # What an evil conversion or a block does besides answering.
  def act(way)
    return nil if (@acts += 1) > 200
    victim = @receiver
    case way
    when :raise then raise "evil"
    when :throw then throw :evil
    when :collect then GC.start
    when :deep then act(:deep) if @acts < 150
    when :clear then victim.clear if CLEAR.any? { |c| c === victim }
    when :shrink then victim.slice!(0, 3) if Array === victim || String === victim
    when :append
      case victim
      when Array, String then victim << "zz"
      when Hash then victim[Object.new] = 1
      when Set then victim << Object.new
      end
    when :grow
      case victim
      when Array then victim.concat([1] * 300)
      when String then victim << "y" * 3000
      when Hash then 40.times { |i| victim[i.to_s] = i }
      end
    when :replace
      case victim
      when Array then victim.replace([1])
      when Hash then victim.replace({ 1 => 2 })
      when String then victim.replace("q")
      end
    when :freeze then victim.freeze if CLEAR.any? { |c| c === victim }
    end
    nil
  end
  CLEAR = [Array, Hash, String, Set].freeze

  def note(text, value)
    @text << text << " "
    value
  end

  def string
    d = @dice
    s = d.pick(TEXTS).dup
    s = EvilString.new(s) if d.one_in?(25)
    s << d.pick(TEXTS) if d.one_in?(5)
    tag = s.dump
    if d.one_in?(4)
      coding = d.pick(CODINGS)
      s.force_encoding(coding)
      tag = "#{tag}.force(#{coding})"
    end
    if d.one_in?(8)
      s.freeze
      tag += ".freeze"
    end
    note(tag, s)
  end

  def evil
    way = @dice.pick(WAYS)
    note("Evil(#{way},", nil)
    v = value
    note(")", Evil.new(way, v))
  end

  def block
    d = @dice
    return nil if d.one_in?(3)
    way = d.pick(WAYS)
    note("&#{way}", nil)
    answer = value
    calls = 0
    case d.below(8)
    when 0 then proc { |a| act(way); (calls += 1) > 500 ? raise("enough") : a }
    when 1 then proc { |a, b| act(way); (calls += 1) > 500 ? raise("enough") : b || answer }
    when 2 then lambda { |a| act(way); (calls += 1) > 500 ? raise("enough") : answer }
    when 3 then proc { |*a, **k| act(way); (calls += 1) > 500 ? raise("enough") : a }
    when 4 then :to_s.to_proc
    when 5 then proc { (calls += 1) > 3 ? break : answer }
    when 6 then proc { |(a, *b), c = 1, k: 2, &z| act(way); (calls += 1) > 500 ? raise("enough") : [a, b] }
    else proc { act(way); (calls += 1) > 500 ? raise("enough") : answer }
    end
  end

  def list(max)
    @depth += 1
    Array.new(@depth > 3 ? 0 : @dice.below(max)) { value }
  ensure
    @depth -= 1
  end

  def array
    a = note("[", list(@dice.one_in?(10) ? 40 : 5))
    a = EvilArray.new(a) if @dice.one_in?(25)
    a << a if @dice.one_in?(12)
    a = a * 200 if @dice.one_in?(30)
    a.freeze if @dice.one_in?(12)
    note("]", a)
  end

  def hash
    h = @dice.one_in?(25) ? EvilHash.new : {}
    h.compare_by_identity if @dice.one_in?(10)
    note("{", nil)
    list(@dice.one_in?(8) ? 40 : 6).each_slice(2) { |k, v| h[k] = v rescue nil }
    h[h] = h if @dice.one_in?(20)
    way = @dice.pick(WAYS)
    h.default_proc = proc { |_h, k| act(way); k } if @dice.one_in?(6)
    h.freeze if @dice.one_in?(12)
    note("}", h)
  rescue StandardError
    {}
  end

  def range
    d = @dice
    a, b = case d.below(6)
           when 0 then [d.pick(INTEGERS), d.pick(INTEGERS)]
           when 1 then [d.pick(FLOATS), d.pick(FLOATS)]
           when 2 then [d.pick(TEXTS), d.pick(TEXTS)]
           when 3 then [nil, d.pick(INTEGERS)]
           when 4 then [d.pick(INTEGERS), nil]
           else [d.below(10), d.below(40)]
           end
    r = Range.new(a, b, d.one_in?(2)) rescue (0..3)
    note(r.inspect, r)
  end

  MAKERS = {
    Integer: 8, Float: 5, String: 12, Symbol: 4, nil: 4, bool: 2, Array: 8, Hash: 6, Range: 5, evil: 6, Proc: 2, Regexp: 3, Rational: 2, Complex: 2,
    Time: 2, Struct: 2, Data: 1, Set: 3, Enumerator: 3, Lazy: 2, Class: 2, Module: 1, Exception: 2, Method: 2, UnboundMethod: 1, Binding: 1,
    MatchData: 2, Random: 1, Encoding: 1, IO: 2, Thread: 1, Fiber: 1, Mutex: 1, Queue: 1, WeakMap: 1, WeakKeyMap: 1, Object: 2, BasicObject: 1,
    Dir: 1, Stat: 1, Converter: 1, Iseq: 1, ArithSeq: 2, Product: 1, Chain: 1, Backtrace: 1, pool: 4
  }.flat_map { |name, weight| [name] * weight }.freeze
  KINDS = MAKERS.uniq.freeze

  def value(kind = nil)
    @depth += 1
    return note("nil", nil) if @depth > 5
    d = @dice
    case kind || d.pick(MAKERS)
    when :Integer then (i = d.pick(INTEGERS); note(i.to_s, i))
    when :Float then (f = d.pick(FLOATS); note(f.to_s, f))
    when :String then string
    when :Symbol then (s = d.pick(TEXTS).to_sym rescue :s; note(s.inspect, s))
    when :nil then note("nil", nil)
    when :bool then note("bool", d.one_in?(2))
    when :Array then array
    when :Hash then hash
    when :Range then range
    when :evil then evil
    when :Proc then (note("proc", nil); block || method(:act).to_proc)
    when :Regexp then note("re", (Regexp.new(d.pick(TEXTS), d.below(8)) rescue /(a)(?<x>b)?|/))
    when :Rational then note("rat", (Rational(d.pick(INTEGERS), d.pick(INTEGERS)) rescue 1r))
    when :Complex then note("cpx", (Complex(d.pick(FLOATS + INTEGERS), d.pick(FLOATS + INTEGERS)) rescue 1i))
    when :Time then note("time", (Time.at(d.pick(INTEGERS + FLOATS), in: d.pick(["UTC", "+09:00", nil])) rescue Time.at(0)))
    when :Struct then note("struct", d.one_in?(2) ? PAIR.new(value, value) : KEYED.new(x: value))
    when :Data then note("data", POINT.new(value, value))
    when :Set then note("set", (Set.new(list(8)) rescue Set[1]))
    when :Enumerator then note("enum", d.one_in?(2) ? list(6).each : Enumerator.new { |y| act(:grow); 3.times { |i| y << i }; value })
    when :Lazy then note("lazy", d.one_in?(2) ? (1..nil).lazy.map { |x| x } : list(5).lazy.select { |x| x })
    when :Class then note("class", d.pick([Class.new, Class.new(String), Class.new(Array), Class.new(StandardError), PAIR, Comparable]))
    when :Module then note("module", Module.new { def zork = 1 })
    when :Exception then note("exc", d.pick([StandardError.new("x"), KeyError.new("k"), NameError.new("n", :n), RuntimeError.new, NoMemoryError.new,
                                             StopIteration.new, SystemExit.new, SignalException.new("INT"), Errno::ENOENT.new, FrozenError.new("x")]))
    when :Method then note("method", d.pick([[3, 1, 2].method(:sort), "abc".method(:sub), 5.method(:+), method(:act), {}.method(:each), "".method(:<<)]))
    when :UnboundMethod then note("umethod", d.pick([Array.instance_method(:map), String.instance_method(:*), Kernel.instance_method(:then)]))
    when :Binding then note("binding", (x = 1; x += 1; binding))
    when :MatchData then note("match", d.pick([/(a)(b)?/.match("xab"), /(?<n>.)(?<m>x)?/.match("日本"), /()/.match("a\xff")]))
    when :Random then note("random", Random.new(d.below(100)))
    when :Encoding then note("encoding", Encoding.find(d.pick(CODINGS)))
    when :IO then note("io", an_io)
    when :Thread then note("thread", Thread.new { 1 }.tap(&:join))
    when :Fiber then note("fiber", (f = Fiber.new { |x| Fiber.yield(x); act(:raise) }; f.resume(1) if d.one_in?(2); f))
    when :Mutex then note("mutex", d.pick([Mutex.new, Monitor.new, ConditionVariable.new]))
    when :Queue then note("queue", d.pick([Queue.new([1, 2]).close, SizedQueue.new(3).tap { |q| q << 1 }.close]))
    when :WeakMap then note("weakmap", ObjectSpace::WeakMap.new.tap { |w| w["k".dup] = value })
    when :WeakKeyMap then note("weakkeymap", ObjectSpace::WeakKeyMap.new.tap { |w| w["k".dup] = 1 })
    when :Object then note("object", Object.new.tap { |o| o.instance_variable_set(:@a, value); o.freeze if d.one_in?(4) })
    when :BasicObject then note("basic", BasicObject.new)
    when :Dir then note("dir", Dir.new("."))
    when :Stat then note("stat", File.stat("."))
    when :Converter then note("converter", Encoding::Converter.new("UTF-8", d.pick(%w[UTF-16LE EUC-JP ISO-8859-1 Shift_JIS])))
    when :Iseq then note("iseq", RubyVM::InstructionSequence.compile("x = 1; [x].each { |y| y }"))
    when :ArithSeq then note("arith", (1.step(by: d.pick([1, -1, 2, 0.5, 1 << 70]), to: d.pick([5, 2.5, nil, -3])) rescue ((1..9) % 2)))
    when :Product then note("product", Enumerator::Product.new([1, 2], 1..2))
    when :Chain then note("chain", [1].each + [2].each)
    when :Backtrace then note("location", caller_locations(0)[0])
    when :pool then @pool.empty? ? 1 : note("pool", d.pick(@pool))
    end
  rescue StandardError, NoMemoryError
    note("failed", 0)
  ensure
    @depth -= 1
  end

  def an_io
    case @dice.below(4)
    when 0 then IO.pipe[0].tap(&:close)
    when 1 then File.open("data.txt", "w+").tap { |f| f.write("line 1\nline \xff 2\n\nend"); f.rewind }
    when 2 then (r, w = IO.pipe; w.write("pipe\ntext"); w.close; r)
    else File.open(File::NULL, "r+")
    end
  end

  # Would end, stop or cripple the process, wait for ever, or reach outside of it.
  NEVER = %i[exit exit! abort fork exec system spawn ` sleep gets readline readlines read stop trap kill daemon wait waitpid wait2 waitall waitpid2
             detach setrlimit setpriority setsid setpgid setpgrp chroot for_fd sysopen popen select syscall open test stress= stress pass
             setuid setgid seteuid setegid initgroups setregid setreuid setresuid setresgid maxgroups= groups= uid= gid= euid= egid=
             unlink delete rmdir mkdir rename symlink link chmod chown lchown truncate utime lutime mkfifo chdir fchdir warmup
             copy_stream write binwrite console raise fail throw exec_ext reopen close_on_exec= autoclose= last_status
             join value wakeup run raise kill terminate debugger binding irb load require require_relative autoload srand set_trace_func trace_var
             instance_eval instance_exec class_eval module_eval class_exec module_exec eval remove_const undef_method remove_method p pp puts print
             putc printf display warn lock synchronize mon_enter mon_synchronize mon_try_enter enter pop shift deq wait wait_readable wait_priority
             disable fcntl ioctl flock close_others argv at_exit abort_on_exception= report_on_exception= each_object garbage_collect
             define_finalizer undefine_finalizer _id2ref default_external= default_internal= setproctitle argv0= blocking_region].freeze
  WAITS = [Thread, Fiber, Mutex, Queue, SizedQueue, ConditionVariable, IO, Process, Kernel, Object, Signal, Dir, File].freeze
  STATIC = [Array, String, Hash, Integer, Float, Symbol, Range, Regexp, Rational, Complex, Struct, Data, Set, Time, Random, Encoding, Exception,
            Math, Comparable, Marshal, ObjectSpace, GC, Enumerator, Enumerator::Lazy, Enumerator::Chain, Enumerator::Product, Proc, Kernel, Process,
            Encoding::Converter, Thread, Fiber, Mutex, Queue, SizedQueue, Signal, RubyVM::InstructionSequence, MatchData, NameError, KeyError,
            SystemCallError, Warning, File, Dir, IO, FileTest, ENV, Method, Module, Class, BasicObject, NilClass, Thread::Backtrace::Location].freeze

  def methods_of(object)
    names = Kernel.instance_method(:public_methods).bind_call(object)
    if Module === object && STATIC.include?(object)
      names = object.singleton_methods(false) + %i[new allocate ===]
    end
    names - (WAITS.any? { |c| c === object || c.equal?(object) } ? NEVER : NEVER - %i[pop shift write delete open link])
  rescue StandardError
    %i[! == != equal? instance_eval __id__]
  end

  def receiver
    return note((c = @dice.pick(STATIC)).inspect, c) if @dice.one_in?(5)
    @kind = @dice.pick(@dice.one_in?(3) ? KINDS : MAKERS)
    value(@kind)
  end

  # Mostly as many as the method wants: a count that is refused tests nothing else.
  def argument_count(name)
    return @dice.pick([0, 1, 1, 2, 3, 6]) if @dice.one_in?(8)
    arity = Kernel.instance_method(:method).bind_call(@receiver, name).arity
    arity >= 0 ? arity : -arity - 1 + @dice.pick([0, 1, 1, 1, 2, 2, 3])
  rescue StandardError
    1
  end

  def arguments(name)
    kind = @kind if @dice.one_in?(3)
    args = Array.new(argument_count(name)) { value(@dice.one_in?(4) ? :Integer : kind) }
    keywords = {}
    if @dice.one_in?(8)
      names = %i[exception half by to base in chomp capacity encoding invalid undef replace freeze random buffer order offset limit a x timeout]
      @dice.below(3).times { name = @dice.pick(names); note("#{name}:", nil); keywords[name] = value }
    end
    [args, keywords, block]
  end

  def scenario(log, label)
    @text = +""
    @receiver = receiver
    (1 + @dice.below(6)).times do
      @acts = 0
      name = (BasicObject === @receiver && @receiver.__id__ && (names = methods_of(@receiver).sort) && !names.empty?) ? @dice.pick(names) : :==
      @text << "." << name.to_s << "("
      args, keywords, block = arguments(name)
      log.syswrite("#{label} #{@text.byteslice(0, 3000).dump}\n")
      @text << ")"
      result = call(name, args, keywords, block)
      @pool << result if @pool.length < 6
    end
  end

  def call(name, args, keywords, block)
    catch(:evil) do
      if keywords.empty?
        @receiver.__send__(:public_send, name, *args, &block)
      else
        @receiver.__send__(:public_send, name, *args, **keywords, &block)
      end
    end
  rescue Exception => e # rubocop:disable Lint/RescueException
    COUNTS[e.class] += 1 if COUNTS
    e
  end
end

COUNTS = ENV["FUZZ_COUNTS"] && Hash.new(0) # which exceptions: are the calls wrong in interesting ways?
seed, first, count = ARGV[0, 3].map { |s| Integer(s) }
log = File.open(ARGV[3], "a")
log.sync = true
$VERBOSE = nil
count.times do |k|
  number = first + k
  FUZZ = Fuzz.new(Dice.new(seed, number))
  FUZZ.scenario(log, "#{seed}:#{number}")
rescue Exception # an Interrupt between two calls, a broken object
  nil
ensure
  Object.__send__(:remove_const, :FUZZ)
end
$stderr.puts COUNTS.sort_by { |_, n| -n }.first(20).to_h.inspect if COUNTS
log.syswrite("done\n")
exit!(0)
