# frozen_string_literal: true
# lisp_interpreter - a reader and evaluator of a small Lisp running fib, a loop and closures: case/when on classes, Hash scopes.
class Lisp
  class Scope
    def initialize(values, outer)
      @values = values
      @outer = outer
    end

    def [](name)
      scope = self
      while scope
        values = scope.values
        return values[name] if values.key?(name)
        scope = scope.outer
      end
      raise NameError, name.to_s
    end

    def define(name, value)
      @values[name] = value
    end

    attr_reader :values, :outer
  end

  def initialize
    @globals = Scope.new({
      :+ => ->(a, b) { a + b }, :- => ->(a, b) { a - b }, :* => ->(a, b) { a * b }, :< => ->(a, b) { a < b },
      :"=" => ->(a, b) { a == b }, :cons => ->(a, b) { [a, b] }, :car => ->(a) { a[0] }, :cdr => ->(a) { a[1] },
      :null? => ->(a) { a.nil? }, :nil => nil
    }, nil)
  end

  def run(source)
    tokens = source.scan(/[()]|[^()\s]+/)
    result = nil
    result = evaluate(read(tokens), @globals) until tokens.empty?
    result
  end

  private

  def read(tokens)
    token = tokens.shift
    case token
    when "("
      list = []
      list << read(tokens) until tokens.first == ")"
      tokens.shift
      list
    when /\A-?\d+\z/ then token.to_i
    else token.to_sym
    end
  end

  def evaluate(form, scope)
    case form
    when Symbol then scope[form]
    when Array
      case form[0]
      when :if then evaluate(form[1], scope) ? evaluate(form[2], scope) : evaluate(form[3], scope)
      when :define then scope.define(form[1], evaluate(form[2], scope))
      when :lambda then lambda_of(form[1], form[2], scope)
      when :let then evaluate(form[2], Scope.new(form[1].to_h { |name, value| [name, evaluate(value, scope)] }, scope))
      else
        function = evaluate(form[0], scope)
        arguments = form.drop(1).map { |argument| evaluate(argument, scope) }
        function.call(*arguments)
      end
    else form
    end
  end

  def lambda_of(names, body, scope)
    lambda do |*arguments|
      values = {}
      names.each_with_index { |name, i| values[name] = arguments[i] }
      evaluate(body, Scope.new(values, scope))
    end
  end
end

result = Lisp.new.run(<<~LISP)
  (define fib (lambda (n) (if (< n 2) n (+ (fib (- n 1)) (fib (- n 2))))))
  (define range (lambda (a b) (if (< a b) (cons a (range (+ a 1) b)) nil)))
  (define fold (lambda (f start list) (if (null? list) start (fold f (f start (car list)) (cdr list)))))
  (define adder (lambda (n) (lambda (a b) (+ n (+ a b)))))
  (let ((small (range 0 200)) (add (adder 3))) (+ (fib 25) (fold add 0 small)))
LISP
raise "lisp_interpreter: #{result}" unless result == 95525
