# frozen_string_literal: true

# json/common.rb - the face of JSON: what chooses options for the compiled halves and needs no speed itself.
#
# JSON.generate, pretty_generate, parse and create_id are C (ext/json/).
require "json/ext"

module JSON
  autoload :GenericObject, "json/generic_object"

  NaN = Float::NAN
  Infinity = Float::INFINITY
  MinusInfinity = -Float::INFINITY

  class GeneratorError
    def initialize(message, invalid_object = nil)
      super(message)
      @invalid_object = invalid_object
    end

    def detailed_message(...)
      @invalid_object.nil? ? super : "#{super}\nInvalid object: #{@invalid_object.inspect}"
    end
  end

  # A text that stands for itself: it is inserted as it is, and not looked at.
  Fragment = Struct.new(:json) do
    def initialize(json)
      text = String.try_convert(json)
      raise TypeError, " no implicit conversion of #{json.class} into String" unless text
      super(text)
    end

    def to_json(state = nil, *)
      json
    end
  end
  Ext::Generator.fragment = Fragment

  @dump_default_options = { max_nesting: false, allow_nan: true }
  @load_default_options = { allow_nan: true, allow_blank: true, create_additions: nil }
  @unsafe_load_default_options = { max_nesting: false, allow_nan: true, allow_blank: true, create_additions: true }

  class << self
    attr_reader :parser, :generator

    def parser=(parser) # :nodoc:
      @parser = parser
      remove_const(:Parser) if const_defined?(:Parser, false)
      const_set(:Parser, parser)
    end

    def generator=(generator) # :nodoc:
      @generator = generator
      methods = generator::GeneratorMethods
      methods.constants.each { |name| Object.const_get(name).include(methods.const_get(name)) }
      self.state = generator::State
      const_set(:State, state) unless const_defined?(:State, false) && const_get(:State).equal?(state)
    end

    attr_accessor :state

    # A String (or what becomes one) is parsed; anything else generated.
    def [](object, opts = nil)
      text = String.try_convert(object)
      text ? parse(text, opts || {}) : generate(object, opts || {})
    end

    %i[dump load unsafe_load].each do |name|
      option = :"#{name}_default_options"
      define_method(option) do
        JSON.deprecation_warning("JSON.#{option} is deprecated and will be removed in json 3.0.0")
        instance_variable_get(:"@#{option}")
      end
      define_method(:"#{option}=") do |value|
        JSON.deprecation_warning("JSON.#{option}= is deprecated and will be removed in json 3.0.0")
        instance_variable_set(:"@#{option}", value)
      end
      define_method(:"_#{option}") { instance_variable_get(:"@#{option}") }
    end

    def deprecation_warning(message, uplevel = 1) # :nodoc:
      warn(message, uplevel: uplevel + 1, category: :deprecated)
    end

    def const_missing(name)
      return super unless name == :PRETTY_STATE_PROTOTYPE
      JSON.deprecation_warning("JSON::PRETTY_STATE_PROTOTYPE is deprecated and will be removed in json 3.0.0, " \
                               "just use JSON.pretty_generate")
      state.new(indent: "  ", space: " ", object_nl: "\n", array_nl: "\n")
    end
  end

  self.generator = Ext::Generator
  self.parser = Ext::Parser

  module_function

  def parse!(source, opts = nil)
    defaults = { max_nesting: false, allow_nan: true }
    parse(source, opts ? defaults.merge(opts) : defaults)
  end

  def load_file(filespec, opts = nil)
    parse(File.read(filespec, encoding: Encoding::UTF_8), opts)
  end

  def load_file!(filespec, opts = nil)
    parse!(File.read(filespec, encoding: Encoding::UTF_8), opts)
  end

  def fast_generate(obj, opts = nil)
    JSON.deprecation_warning("JSON.fast_generate is deprecated and will be removed in json 3.0.0, just use JSON.generate")
    generate(obj, opts)
  end

  # Old names.
  { unparse: :generate, fast_unparse: :generate, pretty_unparse: :pretty_generate, restore: :load }.each do |old, new|
    module_eval(<<~RUBY, __FILE__, __LINE__ + 1)
      def #{old}(...)
        JSON.deprecation_warning("JSON.#{old} is deprecated and will be removed in json 3.0.0, just use JSON.#{new}")
        #{new}(...)
      end
      module_function :#{old}
    RUBY
  end

  def load(source, proc = nil, options = nil)
    if options.nil? && proc.is_a?(Hash)
      options = proc
      proc = nil
    end
    JSON.__send__(:load_with, JSON._load_default_options, source, proc, options)
  end

  def unsafe_load(source, proc = nil, options = nil)
    if options.nil? && proc.is_a?(Hash)
      options = proc
      proc = nil
    end
    JSON.__send__(:load_with, JSON._unsafe_load_default_options, source, proc, options)
  end

  # To a String, or to what has to_io or write.  NestingError becomes ArgumentError.
  def dump(obj, anIO = nil, limit = nil, kwargs = nil)
    if kwargs.nil?
      if limit.nil?
        if anIO.is_a?(Hash)
          kwargs = anIO
          anIO = nil
        end
      elsif limit.is_a?(Hash)
        kwargs = limit
        limit = nil
      end
    end
    unless anIO.nil?
      if anIO.respond_to?(:to_io)
        anIO = anIO.to_io
      elsif limit.nil? && !anIO.respond_to?(:write)
        limit = anIO
        anIO = nil
      end
    end
    opts = JSON._dump_default_options
    opts = opts.merge(max_nesting: limit) if limit
    opts = opts.merge(kwargs) if kwargs
    begin
      State.generate(obj, opts, anIO)
    rescue NestingError
      raise ArgumentError, "exceed depth limit"
    end
  end

  class << self
    private

    def load_with(defaults, source, proc, options)
      opts = options ? defaults.merge(options) : defaults
      if !source.is_a?(String)
        if source.respond_to?(:to_str)
          source = source.to_str
        elsif source.respond_to?(:to_io)
          source = source.to_io.read
        elsif source.respond_to?(:read)
          source = source.read
        end
      end
      source = "null" if opts[:allow_blank] && (source.nil? || source.empty?)
      opts = opts.merge(on_load: proc.to_proc) if proc
      parse(source, opts)
    end
  end

  # Options settled once, for many documents.  Always strict: what JSON has no form for goes to the block.
  class Coder
    def initialize(options = nil, &as_json)
      @parser_options = options.nil? ? {}.freeze : options.dup.freeze
      options = options.nil? ? {} : options.dup
      options[:strict] = true
      options[:as_json] = as_json if as_json
      @state = State.new(options).freeze
    end

    def dump(object, io = nil)
      @state.generate(object, io)
    end
    alias_method :generate, :dump

    def load(source)
      JSON.parse(source, @parser_options)
    end
    alias_method :parse, :load

    def load_file(path)
      load(File.read(path, encoding: Encoding::UTF_8))
    end
  end
end

module Kernel
  private

  def j(*objs)
    JSON.deprecation_warning("Kernel#j is deprecated and will be removed in json 3.0.0")
    objs.each { |obj| puts JSON.generate(obj, allow_nan: true, max_nesting: false) }
    nil
  end

  def jj(*objs)
    JSON.deprecation_warning("Kernel#jj is deprecated and will be removed in json 3.0.0")
    objs.each { |obj| puts JSON.pretty_generate(obj, allow_nan: true, max_nesting: false) }
    nil
  end

  def JSON(object, opts = nil)
    JSON[object, opts]
  end
end
