require "racc/parser"
require "racc/cparse"
File.write("calc.y", <<'G')
class Calc
  prechigh
    left '*' '/'
    left '+' '-'
  preclow
rule
  target: exp
  exp: exp '+' exp { result = val[0] + val[2] }
     | exp '-' exp { result = val[0] - val[2] }
     | exp '*' exp { result = val[0] * val[2] }
     | exp '/' exp { result = val[0] / val[2] }
     | '(' exp ')' { result = val[1] }
     | NUMBER
end
---- inner
def parse(text)
  @q = text.scan(/\d+|[-+*\/()]/).map { |t| t.match?(/\d/) ? [:NUMBER, t.to_i] : [t, t] }
  do_parse
end
def next_token = @q.shift
G
system(Gem.ruby, Gem.bin_path("racc", "racc"), "calc.y", "-o", "calc.rb") or abort "racc failed"
require "./calc"
puts Racc::Parser::Racc_Runtime_Type, Calc.new.parse("1+2*3"), Calc.new.parse("(1+2)*3-4/2"), (1..300).sum == Calc.new.parse((1..300).to_a.join("+"))
begin
  Calc.new.parse("1+*2")
rescue Racc::ParseError => e
  puts e.message.lines.reject(&:empty?).first
end
__END__
c
7
7
true
parse error on value "*" ("*")
