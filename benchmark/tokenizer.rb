# frozen_string_literal: true
# tokenizer - a lexer by one pattern with named groups, and a precedence-climbing evaluator: MatchData, \G, Symbols.
class Lexer
  PATTERN = /\G\s*(?:(?<number>\d+(?:\.\d+)?)|(?<name>[a-z_]\w*)|(?<string>"(?:\\.|[^"\\])*")|(?<operator>[-+*\/%(),=<>]))/

  def initialize(source)
    @source = source
  end

  def tokens
    out = []
    at = 0
    while (match = PATTERN.match(@source, at))
      at = match.end(0)
      out << if match[:number] then [:number, match[:number].to_i]
             elsif match[:name] then [:name, match[:name].to_sym]
             elsif match[:string] then [:string, match[:string][1..-2]]
             else [match[:operator].to_sym, nil]
             end
    end
    out
  end
end

class Calculator
  LEVEL = { :+ => 1, :- => 1, :* => 2, :/ => 2, :% => 2 }.freeze

  def initialize(tokens, names)
    @tokens = tokens
    @at = 0
    @names = names
  end

  def expression(level = 1)
    left = atom
    while (operator = @tokens[@at]&.first) && (mine = LEVEL[operator]) && mine >= level
      @at += 1
      left = left.public_send(operator, expression(mine + 1))
    end
    left
  end

  def atom
    kind, value = @tokens[@at]
    @at += 1
    case kind
    when :number then value
    when :name then @names.fetch(value)
    when :string then value.size
    when :- then -atom
    when :"("
      inner = expression
      @at += 1
      inner
    else raise "unexpected #{kind}"
    end
  end
end

random = Random.new(71)
sources = Array.new(300) do |i|
  terms = Array.new(12) { ["#{random.rand(1000)}", "alpha", "(beta - #{random.rand(50)})", "\"te\\\"xt #{i}\"", "-gamma_1"].sample(random: random) }
  terms.each_with_index.map { |term, k| k.zero? ? term : "#{%w[+ - *].sample(random: random)} #{term}" }.join("  ")
end
names = { alpha: 17, beta: 400, gamma_1: 3 }
sum = 0
30.times { sources.each { |source| sum += Calculator.new(Lexer.new(source).tokens, names).expression } }
result = sum
raise "tokenizer: #{result}" unless result == -1459440926224920
