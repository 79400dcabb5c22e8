# patterns.rb - regular expressions at random, by the hundred, in one process.  test/fuzz/run --kind patterns starts it and
# watches; test/fuzz/compare_patterns compares what it prints here and on the reference.
#
#   patterns.rb SEED FIRST COUNT LOG
#
# Each scenario makes a pattern, of the whole syntax in every second one, and four texts of the same letters, and prints what
# linear_time? says, the groups' places, the last match and the number of matches, or the error.
require_relative "dice"
$VERBOSE = nil

class PatternMaker
  LETTERS = ["a", "b", "c", "A", "B", "ab", "abc", "é", "ß", "s", "S", "k", "1", "_", "-", "あ", "ー", " ", "\n", "x", "ss", "\u017f", "Σ", "ς"].freeze
  SETS = %w[\d \w \s \h \D \W \S \H . \R \X [ab] [^a] [a-c] [^a-c\d] [[:alpha:]] [[:^space:]] \p{Upper} \P{Alnum} [a-z&&[^b]]
            [éß] [^é] [\w&&[^\d]] [[a-b][x-z]] [s] [a-zé]].freeze
  PLACES = %w[^ $ \A \z \Z \b \B \G].freeze
  TIMES = %w[* + ? *? +? ?? *+ ++ ?+ {2} {1,2} {0,1} {,2} {2,} {1,3}? {2,}? {3}? {0} {1}].freeze
  MODES = ["(?i)", "(?m)", "(?-i)", "(?x)", "(?a)", "(?u)"].freeze
  GROUPS = [[12, "(", 1], [7, "(?:", 1], [3, "(?=", 1], [3, "(?!", 1], [2, "(?<=", 2], [2, "(?<!", 2], [3, "(?>", 1], [2, "(?i:", 1]].freeze
  TEXT = (LETTERS + ["\r\n", "e\u0301", "K"]).freeze

  def initialize(dice, full) = (@dice, @full, @groups = dice, full, 0)

  def atom(depth)
    at = @dice.below(100)
    return @dice.pick(LETTERS) if depth <= 0 || at < 38
    return @dice.pick(SETS) if at < 55
    return @dice.pick(PLACES) if at < 60
    at -= 60
    GROUPS.each do |share, open, less|
      if at < share
        @groups += 1 if open == "("
        return "#{open}#{branches(depth - less)})"
      end
      at -= share
    end
    rare(at, depth)
  end

  def rare(at, depth)
    return @dice.pick(MODES) if at == 0
    return '\K' if at == 1 || !@full
    case at
    when 2 then "(?~#{branches(depth - 1)})"
    when 3, 4 then "\\#{1 + @dice.below(@groups + 1)}"
    else @dice.pick(['\g<1>', "(?(1)a|b)"]) end
  end

  def sequence(depth) = Array.new(@dice.below(4)) { atom(depth) + (@dice.below(100) < 35 ? @dice.pick(TIMES) : "") }.join
  def branches(depth) = Array.new(@dice.pick([1, 1, 1, 2, 3])) { sequence(depth) }.join("|")
  def pattern = String.new(branches(3 + @dice.below(2)), encoding: "UTF-8")
  def text = Array.new(@dice.below(12)) { @dice.pick(TEXT) }.join
end

def places(pattern, text)
  match = pattern.match(text)
  [text, match && (0...match.size).map { |i| match.offset(i) }, text.rindex(pattern), text.scan(pattern).size]
rescue Regexp::TimeoutError
  [text, :timeout]
end

Regexp.timeout = 0.5
seed, first, count = ARGV[0, 3].map { |s| Integer(s) }
log = File.open(ARGV[3], "a")
log.sync = true
count.times do |k|
  dice = Dice.new(seed, first + k, 11)
  maker = PatternMaker.new(dice, k.odd?)
  source, options = maker.pattern, dice.pick([0, 0, 0, 1, 4, 5])
  log.syswrite("#{seed}:#{first + k} #{source.dump}\n")
  answer = begin
    pattern = Regexp.new(source, options)
    [Regexp.linear_time?(pattern), *Array.new(4) { places(pattern, maker.text) }].inspect
  rescue RegexpError => e
    "error: #{e.message[/\A[^:]*/]}"
  end
  puts "#{first + k} #{options} #{source.dump} #{answer}"
end
log.syswrite("done\n")
$stdout.flush
exit!(0)
