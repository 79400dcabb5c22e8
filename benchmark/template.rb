# frozen_string_literal: true
# template - a small template language compiled to lambdas: regular expressions, closures, string building.
class Template
  TOKEN = /\{\{(.*?)\}\}|\{%(.*?)%\}/m

  def initialize(source)
    @tokens = tokenize(source)
    @at = 0
    @body = block(nil)
  end

  def render(scope)
    out = +""
    @body.each { |part| part.call(scope, out) }
    out
  end

  private

  def tokenize(source)
    tokens = []
    at = 0
    while (match = TOKEN.match(source, at))
      tokens << [:text, match.pre_match[at..]] if match.begin(0) > at
      tokens << (match[1] ? [:value, match[1].strip] : [:tag, match[2].strip])
      at = match.end(0)
    end
    tokens << [:text, source[at..]]
  end

  def block(ending)
    parts = []
    while (kind, text = @tokens[@at])
      @at += 1
      case kind
      when :text then parts << literal(text)
      when :value then parts << value(text)
      else
        word, rest = text.split(" ", 2)
        return parts if word == ending
        parts << (word == "for" ? for_loop(rest) : condition(rest))
      end
    end
    parts
  end

  def literal(text)
    ->(_, out) { out << text }
  end

  def path(text)
    names = text.split(".")
    ->(scope) { names.inject(scope) { |object, name| object[name] } }
  end

  def value(text)
    name, *filters = text.split("|").map(&:strip)
    get = path(name)
    lambda do |scope, out|
      result = get.call(scope).to_s
      filters.each do |filter|
        result = case filter
                 when "upcase" then result.upcase
                 when "escape" then result.gsub(/[<>&]/, "<" => "&lt;", ">" => "&gt;", "&" => "&amp;")
                 when "reverse" then result.reverse
                 else raise "unknown filter #{filter}"
                 end
      end
      out << result
    end
  end

  def for_loop(text)
    name, list = text.split(" in ")
    get = path(list)
    body = block("end")
    lambda do |scope, out|
      get.call(scope).each_with_index do |item, i|
        inner = scope.merge(name => item, "index" => i)
        body.each { |part| part.call(inner, out) }
      end
    end
  end

  def condition(text)
    get = path(text)
    body = block("end")
    ->(scope, out) { body.each { |part| part.call(scope, out) } if get.call(scope) }
  end
end

source = <<~TEXT
  <h1>{{ title | upcase }}</h1>
  {% for person in people %}
  <li class="{{ index }}">{{ person.name | escape }} ({{ person.age }}){% if person.admin %} <b>{{ person.role | reverse | upcase }}</b>{% end %}</li>
  {% end %}
TEXT
random = Random.new(61)
people = Array.new(60) do |i|
  { "name" => "Name <#{i}> & co", "age" => random.rand(18..90), "admin" => random.rand(2) == 0, "role" => "role-#{i % 7}" }
end
template = Template.new(source)
out = nil
1100.times { |i| out = template.render("title" => "page #{i}", "people" => people) }
result = [out.size, out.sum]
raise "template: #{result}" unless result == [3410, 42581]
