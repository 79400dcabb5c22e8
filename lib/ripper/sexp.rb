# frozen_string_literal: true
#
# sexp.rb - Ripper.sexp: a program as nested Arrays, [:event, argument, ...] of each event.
require "ripper/core"

class Ripper
  # Lists are Arrays of their items.  nil if the program has an error.
  #   raise_errors    SyntaxError then
  def self.sexp(source, filename = "-", lineno = 1, raise_errors: false)
    SexpBuilderPP.new(source, filename, lineno).result(raise_errors)
  end

  # The events as they come: a list is an _add of an _add of a _new.
  def self.sexp_raw(source, filename = "-", lineno = 1, raise_errors: false)
    SexpBuilder.new(source, filename, lineno).result(raise_errors)
  end

  class SexpBuilder < ::Ripper
    attr_reader :error # message of the last error

    # :nodoc:
    def result(raise_errors)
      tree = parse
      return tree unless error?
      raise SyntaxError, error if raise_errors
    end

    PARSER_EVENT_TABLE.except(:heredoc_dedent, :parse_error).each do |event, arity|
      names = Array.new(arity) { |i| "a#{i}" }
      class_eval <<~RUBY, __FILE__, __LINE__ + 1
        def on_#{event}(#{names.join(", ")}) = [#{[":#{event}", *names].join(", ")}]
      RUBY
    end

    SCANNER_EVENTS.each do |event|
      class_eval <<~RUBY, __FILE__, __LINE__ + 1
        def on_#{event}(token) = [:@#{event}, token, [lineno, column]]
      RUBY
    end

    private

    # Of the texts in nested string_adds every second one, counted from the outside.
    def on_heredoc_dedent(tree, width)
      depth = 0
      part = tree
      while part.is_a?(Array) && part[0].end_with?("_add")
        dedent_element(part.last, width) if depth.even?
        part = part[1]
        depth += 1
      end
      tree
    end

    def dedent_element(text, width)
      return unless text.is_a?(Array) && text[0] == :@tstring_content

      columns = dedent_string(text[1], width)
      text[2] = [text[2][0], text[2][1] + columns]
    end

    def on_parse_error(message)
      @error = message
      nil
    end
    alias compile_error on_parse_error
  end

  class SexpBuilderPP < SexpBuilder
    private

    PARSER_EVENT_TABLE.except(:mlhs_add_star, :mlhs_add_post, :mlhs_paren).each do |event, arity|
      if event.end_with?("_new") && arity.zero? then define_method(:"on_#{event}") { [] }
      elsif event.end_with?("_add") then define_method(:"on_#{event}") { |list, item| list << item }
      end
    end

    def on_heredoc_dedent(list, width)
      list.each { |item| dedent_element(item, width) }
      list
    end

    def on_mlhs_add_star(list, star) = list << [:rest_param, star]
    def on_mlhs_add_post(list, post) = list.concat(post)
    def on_mlhs_paren(list) = [:mlhs, *list]
  end
end
