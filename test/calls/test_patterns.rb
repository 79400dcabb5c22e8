# Patterns, right and wrong, on texts in each kind of encoding.
require_relative "../lib/call_table"

# A text in an encoding.  Its methods search it, each in one way, and return what was found, and the words of warnings.
class PatternText
  WARNINGS = []

  module Kept
    def warn(text, **) = PatternText::WARNINGS << text.scrub[/warning: (.*?)(: \/.*)?\n?\z/m, 1]
  end

  def initialize(text, encoding = "UTF-8") = @text = text.encode(encoding)
  def inspect = "text"
  def plain(pattern) = search(pattern, 0)
  def icase(pattern) = search(pattern, Regexp::IGNORECASE)
  def loose(pattern) = search(pattern, Regexp::EXTENDED | Regexp::MULTILINE)
  def last(pattern) = kept { (at = @text.rindex(compile(pattern, 0))) && [at, $~.to_a.map { |s| s&.b }] }
  def every(pattern) = kept { @text.scan(compile(pattern, 0)).flatten.map { |s| s&.b } }

  private

  def compile(pattern, options) = Regexp.new(pattern.valid_encoding? && pattern.encoding != Encoding::BINARY ? pattern.encode(@text.encoding) : pattern, options)
  def search(pattern, options) = kept { (m = compile(pattern, options).match(@text)) && [m.byteoffset(0), m.to_a.map { |s| s&.b }, m.names] }

  def kept
    WARNINGS.clear
    was, $VERBOSE = $VERBOSE, true
    found = yield
    WARNINGS.empty? ? found : [found, WARNINGS.uniq] # a Regexp may be compiled again for the text
  ensure
    $VERBOSE = was
  end
end
Warning.extend(PatternText::Kept)

class TestPatternCalls < Minitest::Test
  ESCAPES = <<~'LIST'.split.map { |pattern| pattern.tr("␣", " ") }.freeze
    \n \t\r\f\v\a\e \x \x4 \x41 \xg \x{41} \0 \07 \101 \377 \400 \477 \777 \8 \9 \19 \u0061 \u \u1 \u006 \u{61} \u{61␣62} \u{} \u{␣61␣} \u{61 \u{110000}
    \u{1234567} \u{d800} \ud800 \u{x} \u{61,62} \u3042 \u{e9} \c \ca \c? \c\\␣\C \C- \C-a \C-? \C-\M-a \M \M- \M-a \M-\C-a \M-\ca \c\M-a \Cx \Mx \c\n \M-\n
    \M-\x41 \C-\101 \M-\q \xE3\x81\x82 \xA4\xA2 \x82\xA0 \xE9 \xE3\x81 \xE3\q \xFF \M-c\M-\C-a\M-\C-b \q \y \Q \_ \あ \/ \- \g \k \gx \kx
  LIST
  GROUPS = ["(?:a)", "(?=a)", "(?!a)", "(?<=a)", "(?<!a)", "(?>a+)b", "(?<n>a)\\k<n>", "(?'n'a)\\k'n'", "(?<n>a)(?<n>b)\\k<n>", "(?<n", "(?<n>", "(?<>a)", "(?<1>a)", "(?<n!>a)", "(?<あ>a)\\k<あ>", "(?'n>a)", "(?#c)a", "(?#c", "(?z)", "(?", "(", ")",
            "(?i)A", "(?i:A)b", "(?-i:A)", "(?mix-mix:a)", "(?mi", "(?a)\\w", "(?u)\\w", "(?d)\\w", "(?-a)", "(?a-u:x)", "(?i-)", "(?x) a b", "(?x: a #c\n)b", "(?m:.)", "(?(1)a|b)", "(a)?(?(1)b|c)", "(a)?(?(1)b)", "(?<n>a)?(?(<n>)b|c)",
            "(?<n>a)?(?('n')b|c)", "(a)?(?(1)b|c|d)", "(a)?(?(2)b)", "(a)?(?(-1)b)", "(a)?(?(+1)b)", "(a)?(?(1", "(a)?(?(1)", "(a)?(?(x)b)", "(a)?(?(<x>)b)", "(a)?(?(<1>)b)", "(?~b)", "(?~bc|あ)x?", "(?~|b|a*)", "(?~)", "(?~", "(a(?~b)c)*", "(?~(a))b",
            "\\1", "(a)\\1", "(a)\\2", "(?:a)\\1", "(a)(b)?\\2", "\\k<1>", "(a)\\k<1>", "(a)\\k<-1>", "(a)\\k<-2>", "(a)\\k<+1>(b)", "(a)\\k<0>", "(a)\\k<1+0>", "(a)\\k<1-1>", "(?<n>a)\\k<n+0>", "(?<n>a)\\k<n-2>", "(?<n>a)\\k<m>", "(?<n>a)\\1", "\\k<", "\\k<n", "\\k<>", "\\k<1",
            "(?<n>a)\\g<n>", "(a)\\g<1>", "(a)\\g<-1>", "\\g<+1>(a)", "\\g<1>", "\\g<m>", "(?<n>a|b\\g<n>c)", "(?<p>\\((?:[^()]|\\g<p>)*\\))", "\\((?:[^()]|\\g<0>)*\\)", "(?<n>\\g<n>)", "(?<n>a\\g<n>)", "\\g<99999999>", "(a)\\g'1'", "\\g<", "\\g<>", "\\g<n",
            "\\A(?<a>|.|(?:(?<b>.)\\g<a>\\k<b+0>))\\z", "(?<x>a|b){0}\\g<x>+", "(?:(a)|b)*\\1", "((a)|(b))*", "(?:(?=(a))a)*", "((?<=(a))b)*", "(?i)(a)\\1", "(?i:(あ))\\1", "(?=(a+))\\1b", "(?!(a)b)a", "(?<=(a)b)c", "(?<!(?:a)b)c",
            "a|b|c", "a||b", "|", "a|", "(a|ab)(c|bcd)(d*)", "(?<a>.)(?<b>.)\\k<b>\\k<a>", "x*", "(?:)", "()*", "(a*)*", "(a*)+?b", "(?:a*?)*?b", "(|a)+", "(|a)*?b"].freeze
  REPEATS = <<~'LIST'.split.map { |pattern| pattern.tr("␣", " ") }.freeze
    a* a+ a? a*? a+? a?? a*+ a++ a?+ a{2} a{2,} a{,2} a{1,2} a{2,1} a{2}? a{2}+ a{,} a{ a{x} a{1,x a{1 a{1,2}? a{1,2}+ a{0} a{0,0}b (a){0}\1 a{100001}
    a{1,100001} a{99999999999} ** + ? {2} a** a*?* a+* a?* a*{2} a{2}{3} a{2}{2,}? (?:a|b){2,3}?c (?:ab?){2} (?:a{2}){3} (?:a?){5}a{5} (?:a+)+c (?:a|aa)+c
    (?:a|b)*?c .* .*? .*+ .+b .*あ [^a]* [^a]+?a (?:ab)*+ (?:ab)++ (?>a*)a (?:a*)*+b (?i)s{2} (?i)(?:ss){2} (?i)(?:ß){1,2} (?:あ){2} あ{2,}い (a{1,2}){1,2}?
    (?:(a)|b){2} (?=a)* (?=a){2} (?<=a)+ ^* $+ \b* \b?a \K* a\K{2} (?:a{0,3}b){2,} (?:.a){3,5}? (?:[ab]c?){1,9}+ a{3}?b a{0,1}?b
  LIST
  CLASSES = <<~'LIST'.split.map { |pattern| pattern.tr("␣", " ") }.freeze
    [a] [^a] [abc] [a-c] [a-] [-a] []a] [^]a] [] [^] [a [a-z [a\␣[z-a] [a-a] [a-z-9] [a-c-] [a&&b] [a-z&&[^b]] [&&] [a&&] [&&a] [a&&b&&c] [[a-c]&&[b-d]&&b]
    [^a-z&&b] [[a][b]] [[a] [a[^b]] [[^a]&&[^b]] [\d-a] [a-\d] [\w-] [-\w] [a-\w] [\w&&\d] [^\w] [^\W] [\W\w] [^\d\s\h] [\D] [\H] [\S] [\n\t] [\x41-\x43]
    [\u0061-\u0063] [\u{61␣62}] [\u{61-62}] [\101] [\b] [\b-a] [\R] [\X] [\c] [\ca-\cz] [\M-a] [\xE3\x81\x82] [\xE3] [\xE3\x81\x82-\xE3\x81\x84]
    [\x80-\xff] [\xff-\u3042] [あ] [^あ] [あ-う] [う-あ] [aあ-うb] [^a-zあ] [あ&&[^い]] [[:alpha:]] [[:^alpha:]] [^[:alpha:]] [[:alpha:][:digit:]] [[:nope:]]
    [[:alpha] [[:alpha:] [:alpha:] [[:alpha:]-z] [a-[:alpha:]] [[:ALPHA:]] [[:^nope:]] [[:]] [[:a]] [[=a=]] [[.a.]] [[:word:]] [[:ascii:]] [[:^ascii:]]
    [[:punct:]] [[:space:]] [[:cntrl:]] [[:graph:]] [[:print:]] [[:xdigit:]] [[:blank:]] [[:upper:]] [[:lower:]] [[:alnum:]] [[:digit:]] [\p{Alpha}]
    [\P{Alpha}a] [\p{^Alpha}] [\p{Han}\p{Hiragana}] [^\p{Hiragana}] [\p] [\p{] [\pL] [\p{nope}] [aa] [a-ca] [a-cb-d] [[a]a] [\w\d] [(?:a)] [a|b] [.*] [$^]
    [\]] [\[] [\-] [\^] [é] [é-ü] [ÀÉ] [ß] [^ß] [ss] [ſ] [K] [İ] [Ω-ω] [一-龠] [ｱ-ﾝ] [\q] [\k] [\g] [\0] [\08] [a-\x7a] [\e] [!--] [+--a] [a-z&&b-c]
    [a-z&&[b-c]d]
  LIST
  ANCHORS = <<~'LIST'.split.map { |pattern| pattern.tr("␣", " ") }.freeze
    ^ $ \A \z \Z \G \b \B ^a a$ ^$ \Ab b\z c\Z \Ga \ba\b \Bb \Kb a\Kb (?<=^)a (?<=\A)a (?<=a$) (?<=\b)a (?<=\Bb) (?<=\z) (?<=\Z) (?<=\G)a (?<=a|bc)
    (?<!a|bc)c (?<=a+)b (?<=a{2})b (?<=a{1,2})b (?<=a?)b (?<=(?:a|b)c) (?<=(?:aa|b)c) (?<=.)a (?<=\w\w)\w (?<=\X)a (?<=\R)a (?<=(?=b))b (?<=(?!b))a
    (?<=(?<=a)b)c (?<=あ|い)う (?<!あ)い (?<=[あ-い]). (?i)(?<=A)b (?i)(?<=ß)s (?i)(?<=ss)a (?<=\p{Alpha})\d (?<=a\k<n>)(?<n>b) (?<=(a))\1 (?<!(a))b (?<=(?<n>a))b
    (?<=(?>a))b (?<=(?~a))b (?<=(a)?(?(1)b|c))d (?<=a\Kb) (?<=\g<n>)(?<n>b) (?<=) (?<!) (?<=|a) (?<=a||b)c \R \R+ \X \X{2} \Xa \h \H+ \d+ \D+ \w+ \W+ \s+
    \S+ \p{Alpha}+ \P{Alpha}+ \p{^Alpha}+ \p{Han} \p{Hiragana}+ \p{Katakana} \p{L} \p{Lu} \p{Greek} \p{In_Latin_1_Supplement} \p{Age=6.0} \p{Script=Greek}
    \p{Emoji} \p{ASCII}+ \p{Any} \p{Word}+ \p{Punct} \p{Cn} \p{nope} \p{} \p{^} \p{a \p \pL \p{al␣pha} \p{AL_PHA} \p{al-pha} \p{あ} . .. .$ ^.*$ \A.*\z
    \A\s*\w+ (?m)a.b (?m).+ (?m).*\z \w+$ (?=.*b)a (?!.*x)a a(?=b)(?=.c) (?=a)(?=b) \A(?!a) a.*c [^b]*$ .{3} (?:\w{2})+
  LIST
  TEXTS = <<~'LIST'.split.map { |pattern| pattern.tr("␣", " ") }.freeze
    abc aabbcc b あいう ß ss SS sS STRASSE é ÉE à ÀA ſ K k ﬀ ff ΐ Σς ω あ|い aあ 漢字 ｱ いう+ abc+d ab* ab*c b(?=c) (ab|ac) (?:ab|b)c abc|abd|x あ|う|え (?i)ABC (?i)é
    (?i)ß (?i)SS (?i)ſ (?i)ﬀ (?i)[ß] (?i)[^ß] (?i)ΐ (?i)[ff] (?i)K (?i)[k] (?i)あ (?i)à\b (?i)Σ+ (?i)strasse (?i)st (?i)ﬆ (?i)[a-z]+ (?i)[^a-z]+ (?i)[A-Zé]+
    (?i)\xC9 (?i)ǆ (?i)ı (?i)İ (?i)i̇ a\0b \0 [\0-a] a␣b a#b a\nb
  LIST
  WRONG = ['"a\xFF"', '"\xE3\x81"', '"[\xE3]"', '"\xA4\xA2".dup.force_encoding("EUC-JP")', '"\\\\xA4\\\\xA2".dup.force_encoding("EUC-JP")', '"a".b', '"\xE9".b', '"[\xE0-\xFF]".b', '"\\\\u3042".b', '"\\\\u3042\\\\xE9"', '"あ\\\\xE9"', '"あ\\\\xE3\\\\x81\\\\x82"', '"a" * 40', '"[" * 60', '"(" * 200 + "a" + ")" * 200',
           '"(?:" * 300 + "a" + ")" * 300', '"a|" * 300 + "b"', '"(a)" * 40 + "|b"', '"(?<n>a)" * 30', '"a{50}{40}"', '"(?:a?){30}a{30}"', '"(?:(?:a|b)*c){3}"', '"[" + ("a".."z").to_a.join + "あいうえお]"'].freeze
  LONG = <<~'LIST'.split.map { |pattern| pattern.tr("␣", " ") }.freeze
    (a*)*b (a|a)*b (?:a|aa)*?b (a+)+b (?:a?){30}b (?=(a+))a*b (?:a*a*)*b a*a*a*b (?:a|b|ab)*c (?>a*)b (?:a{1,3})*b (?:(?!b)a)*b (?:(?=a)a)+b (?:(?<=a)a)*b
    (?:a(?!b))*+b (?i)(?:A|AA)*b (?:.*a)*b .*a.*b (.*)(.*)(.*)b (a*)\1b (?:(a)|a)*b (?<n>a\g<n>?)b (?~b)b (?:a(?~c))*b (?:a*?a)*?b (?:\w+\s?)*b
    (a{0,9}){0,9}b (?:a{2,}){2,}b (?:[ab]*a){3}b (?=.*b)a (?!.*b)b (?:a|(?=b)b)*c (?(?=b)a) (a)?(?:(?(1)a))*b (?:a*+a?)*b \Aa*b .*?.*?b a{0,50000}b \X*b
    (?:a|あ)*b
  LIST

  RECEIVERS = ["PatternText.new(\"abc aabbcc\\nABC x9_ あいう (a(b)c)\\r\\n éÉßſKﬀ ΐ Σς ss\")", "PatternText.new('')", "PatternText.new('aaab' * 3 + '漢字かなカナｱ 12', 'EUC-JP')", "PatternText.new('aab あいう ｱｲ xy', 'Windows-31J')", "PatternText.new(\"abc éÉß àÀ \\n\", 'ISO-8859-1')",
                               "PatternText.new('aab(a)bba', 'US-ASCII')", "PatternText.new('aabb aa', 'BINARY')", "PatternText.new('ab漢字', 'GB18030')", "PatternText.new('ΑΒΓ αβγ ς', 'ISO-8859-7')"].freeze
  CallTable.new("patterns", receivers: RECEIVERS, args: (ESCAPES + GROUPS + REPEATS + CLASSES + ANCHORS + TEXTS).uniq.map(&:inspect) + WRONG, blocks: [], methods: %i[plain icase loose last every],
                        except: /every\("[^a-z]*\(\?<=a\\\\K/).define(self)
  CallTable.new("patterns_long", receivers: ["PatternText.new('a' * 3000)", "PatternText.new('a' * 3000 + 'b')", "PatternText.new('aあ' * 500 + 'b', 'EUC-JP')", "PatternText.new('ab' * 2000)", "PatternText.new('あ' * 1000 + \"\\n\" + 'b' * 9)", "PatternText.new('abc' * 300, 'UTF-16BE')"],
                args: LONG.map(&:inspect), blocks: [], methods: %i[plain icase loose last], except: /\\\\1b|\(\.\*\)\(\.\*\)|\.\*\?\.\*\?|\?<n>a|\(\?=\(a|\?~c/).define(self)
end
