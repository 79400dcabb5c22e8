# frozen_string_literal: true

# set/subclass_compatible.rb - what a direct subclass of Set gets: methods that call each other as the ones of the Set written in
# Ruby did, so that a subclass that overrides add, include?, merge or each changes all that is made of them.
#
# Set.inherited loads this file and mixes it in.  It was written from a record of which methods of a subclass each operation of
# CRuby 4.0.1 calls, on which arguments, with which results; test/test_set_subclass.rb has that record.
class Set
  module SubclassCompatible
    # Extends the subclass.
    module ClassMethods
      def [](*elements) = new(elements)
    end

    def initialize(source = nil, &convert)
      return if source.nil?
      convert ? do_with_enum(source) { |element| add(convert.(element)) } : merge(source)
    end

    # Yields each element of anything that can be walked.  Raises ArgumentError for the rest.
    def do_with_enum(source, &)
      walk = %i[each_entry each].find { |name| source.respond_to?(name) }
      raise ArgumentError, "value must be enumerable" unless walk
      source.public_send(walk, &)
    end
    private :do_with_enum

    # ---- one element ----

    def add?(element) = include?(element) ? nil : add(element)
    def delete?(element) = include?(element) ? delete(element) : nil

    # ---- other collections ----

    # A set of the same class is taken over at once, anything else element by element.
    def merge(*sources, **nil)
      sources.each { |source| source.instance_of?(self.class) ? super(source) : do_with_enum(source) { |element| add(element) } }
      self
    end

    def subtract(source)
      do_with_enum(source) { |element| delete(element) }
      self
    end

    def replace(source)
      return super if source.instance_of?(self.class)
      do_with_enum(source) # raises before anything is lost
      clear
      merge(source)
    end

    def |(source) = dup.merge(source)
    alias_method :+, :|
    alias_method :union, :|

    def -(source) = dup.subtract(source)
    alias_method :difference, :-

    def &(source)
      common = self.class.new
      if !source.is_a?(Set) then do_with_enum(source) { |element| common.add(element) if include?(element) }
      elsif source.size > size then each { |element| common.add(element) if source.include?(element) }
      else source.each { |element| common.add(element) if include?(element) } end
      common
    end
    alias_method :intersection, :&

    def ^(source)
      odd = self.class.new(source)
      each { |element| odd.delete?(element) || odd.add(element) }
      odd
    end

    # ---- comparing ----

    def ==(other)
      return super if equal?(other) || other.instance_of?(self.class)
      other.is_a?(Set) && other.size == size && other.all? { |element| include?(element) }
    end

    def eql?(o) = super

    def <=>(set)
      return unless set.is_a?(Set)
      order = size <=> set.size
      order if order == 0 ? self == set : order > 0 ? proper_superset?(set) : proper_subset?(set)
    end

    # superset?, subset? and their proper forms.  A set of the same class is compared as the built-in methods do it.
    {
      superset?: [:>=, ->(a, b) { a.size >= b.size && b.all?(a) }],
      proper_superset?: [:>, ->(a, b) { a.size > b.size && b.all?(a) }],
      subset?: [:<=, ->(a, b) { a.size <= b.size && a.all?(b) }],
      proper_subset?: [:<, ->(a, b) { a.size < b.size && a.all?(b) }],
    }.each do |name, (operator, holds)|
      define_method(name) do |set|
        next super(set) if set.instance_of?(self.class)
        raise ArgumentError, "value must be a set" unless set.is_a?(Set)
        holds.(self, set)
      end
      alias_method operator, name
    end

    def intersect?(set)
      case set
      when Set then set.size > size ? any?(set) : set.any?(self)
      when Enumerable then set.any?(self)
      else raise ArgumentError, "value must be enumerable"
      end
    end

    def disjoint?(set) = !intersect?(set)

    # ---- all elements ----

    { delete_if: true, keep_if: false }.each do |name, unwanted|
      define_method(name) do |&block|
        next to_enum(name) { size } unless block
        gone = []
        each { |element| gone << element if (block.(element) ? true : false) == unwanted }
        gone.each { |element| delete(element) }
        self
      end
    end

    # The same; nil if nothing changed.
    { reject!: :delete_if, select!: :keep_if }.each do |name, plain|
      define_method(name) do |&block|
        next to_enum(name) { size } unless block
        before = size
        public_send(plain, &block)
        before == size ? nil : self
      end
    end
    alias_method :filter!, :select!

    def collect!
      return to_enum(:collect!) { size } unless block_given?
      made = self.class.new
      each { |element| made << yield(element) }
      replace(made)
    end
    alias_method :map!, :collect!

    def classify
      return to_enum(:classify) { size } unless block_given?
      parts = Hash.new { |hash, answer| hash[answer] = self.class.new }
      each { |element| parts[yield(element)].add(element) }
      parts.tap { |hash| hash.default_proc = nil }
    end

    def flatten = self.class.new.flatten_merge(self)
    def flatten! = any?(Set) ? replace(flatten) : nil

    # Adds the elements of set and of the sets in it.  `seen`: sets by identity, true while one is being walked.
    def flatten_merge(set, seen = {}) # :nodoc:
      set.each do |element|
        next add(element) unless element.is_a?(Set)
        id = element.object_id
        raise ArgumentError, "tried to flatten recursive Set" if seen[id]
        next if seen.key?(id)
        seen[id] = true
        flatten_merge(element, seen)
        seen[id] = false
      end
      self
    end

    # ---- as something else ----

    def join(separator = nil) = to_a.join(separator)

    # Returns a Set, not one of the subclass.
    def to_set(*args, &block)
      return super unless args.empty?
      Set.new(self, &block)
    end

    SHOWN = :__facet_sets_shown__ # thread-local: the sets that are being inspected
    private_constant :SHOWN

    def inspect
      shown = (Thread.current[SHOWN] ||= {}.compare_by_identity)
      return "#<#{self.class}: {...}>" if shown.key?(self)
      begin
        shown[self] = true
        "#<#{self.class}: {#{to_a.inspect[1...-1]}}>"
      ensure
        shown.delete(self)
      end
    end
    alias_method :to_s, :inspect

    def pretty_print(pp) # :nodoc:
      pp.group(1, "#<#{self.class}:", ">") do
        pp.breakable
        pp.group(1, "{", "}") { pp.seplist(self) { |element| pp.pp(element) } }
      end
    end

    def pretty_print_cycle(pp) # :nodoc:
      pp.text("#<#{self.class}: {#{"..." unless empty?}}>")
    end
  end
  private_constant :SubclassCompatible
end
