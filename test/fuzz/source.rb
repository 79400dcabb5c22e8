# source.rb - wrong programs, by the hundred, in one process.  test/fuzz/run --kind source starts it and watches.
#
#   source.rb SEED FIRST COUNT LOG
#
# A scenario takes a small program (test/smoke/*.rb, test/tables), cuts it up at its words, and drops, doubles, swaps and
# replaces some of them; or it strings words together.  What the parser lets through is compiled, taken apart by
# the disassembler, and, unless it has a word that reaches out of the process, run.
Warning[:deprecated] = false
$VERBOSE = nil
WORDS = %w[def end class module if unless while until for in do { } ( ) [ ] | || && ! = == => -> ** * & &. . :: , ; ? : a b @a @@a $a A nil true self
           1 2.5 1r 2i "s" 'q' :sym /re/ %w[x] `` rescue ensure else elsif case when then yield return break next redo retry super begin BEGIN END
           alias undef defined? not and or .. ... <=> =~ !~ + - << += ||= &&= it _1 __method__ __FILE__ "#{ }" <<~X X \n private lambda proc loop
           each map p puts raise catch throw binding eval refine using define_method instance_eval method_missing new call].freeze
PROGRAMS = Dir[File.join(__dir__, "../smoke/*.rb"), File.join(__dir__, "../test_{class,const,refinement,nodes,iseq,object}.rb")].sort
              .map { |f| File.read(f, encoding: "UTF-8") }.freeze
OUTWARD = /exit|abort|fork|exec|system|spawn|`|kill|sleep|gets|read|join|stop|trap|File|Dir|IO|require|load|ENV|Process|Thread|Queue|Mutex|at_exit|Fiber|END|STD|Signal|fuzz|LOG|Random|srand|wait|undef|alias|remove|BasicObject|Kernel|Object|String|Array|Hash|Integer|define_method/

require_relative "dice"

def program(dice)
  return Array.new(1 + dice.below(30)) { dice.pick(WORDS) }.join(dice.pick(["", " ", " ", "\n"])) if dice.below(8) == 0
  lines = dice.pick(PROGRAMS).lines
  at = dice.below(lines.length)
  words = lines[at, 1 + dice.below(25)].join.scan(/\w+|\s+|[^\w\s]+/)
  (1 + dice.below(2)).times do
    k = dice.below(words.length)
    case dice.below(5)
    when 0 then words.delete_at(k)
    when 1 then words.insert(k, words[k].to_s)
    when 2 then words[k] = dice.pick(WORDS)
    when 3 then words.insert(k, dice.pick(WORDS))
    else words[k] = (words.select { |w| w[0] =~ /\w/ } << "a").then { |own| dice.pick(own) }
    end
    words << "1" if words.empty?
  end
  words.join
end

seed, first, count = ARGV[0, 3].map { |s| Integer(s) }
log = File.open(ARGV[3], "a")
log.sync = true
run = RubyVM::InstructionSequence.instance_method(:eval)
compile = RubyVM::InstructionSequence.method(:compile)
count.times do |k|
  text = program(Dice.new(seed, first + k, 7))
  log.syswrite("#{seed}:#{first + k} #{text.dump}\n")
  begin
    iseq = compile.call(text)
    iseq.disasm
    next if text.match?(OUTWARD)
    catch(:x) { run.bind_call(iseq) }
  rescue Exception # rubocop:disable Lint/RescueException
    nil
  end
end
log.syswrite("done\n")
exit!(0)
