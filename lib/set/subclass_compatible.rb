# frozen_string_literal: true

# Set::SubclassCompatible - what a direct subclass of Set gets on top of the Set written in C.
#
# When Set was written in Ruby its methods called each other, so a subclass that overrode `add`, `each` or `merge` saw
# every element pass by. Subclasses of Set keep that; subclasses of Set::CoreSet do not.
class Set
  module SubclassCompatible
    module ClassMethods
      def [](*elements)
        new(elements)
      end
    end

    def initialize(enum = nil, &block)
      return if enum.nil?
      if block
        do_with_enum(enum) { |o| add(block[o]) }
      else
        merge(enum)
      end
    end

    def do_with_enum(enum, &block)
      if enum.respond_to?(:each_entry)
        enum.each_entry(&block) if block
      elsif enum.respond_to?(:each)
        enum.each(&block) if block
      else
        raise ArgumentError, "value must be enumerable"
      end
    end
    private :do_with_enum

    def replace(enum)
      if enum.instance_of?(self.class)
        super
      else
        do_with_enum(enum)
        clear
        merge(enum)
      end
    end

    def to_set(*args, &block)
      klass =
        if args.empty?
          Set
        else
          warn "passing arguments to Enumerable#to_set is deprecated", uplevel: 1, category: :deprecated
          args.shift
        end
      return self if instance_of?(Set) && klass == Set && block.nil? && args.empty?
      klass.new(self, *args, &block)
    end

    def flatten_merge(set, seen = {})
      set.each do |e|
        unless e.is_a?(Set)
          add(e)
          next
        end
        id = e.object_id
        case seen[id]
        when true
          raise ArgumentError, "tried to flatten recursive Set"
        when false
          next
        end
        seen[id] = true
        flatten_merge(e, seen)
        seen[id] = false
      end
      self
    end
    protected :flatten_merge

    def flatten
      self.class.new.flatten_merge(self)
    end

    def flatten!
      any?(Set) ? replace(flatten) : nil
    end

    def superset?(set)
      raise ArgumentError, "value must be a set" unless set.is_a?(Set)
      return super if set.instance_of?(self.class)
      size >= set.size && set.all?(self)
    end
    alias >= superset?

    def proper_superset?(set)
      raise ArgumentError, "value must be a set" unless set.is_a?(Set)
      return super if set.instance_of?(self.class)
      size > set.size && set.all?(self)
    end
    alias > proper_superset?

    def subset?(set)
      raise ArgumentError, "value must be a set" unless set.is_a?(Set)
      return super if set.instance_of?(self.class)
      size <= set.size && all?(set)
    end
    alias <= subset?

    def proper_subset?(set)
      raise ArgumentError, "value must be a set" unless set.is_a?(Set)
      return super if set.instance_of?(self.class)
      size < set.size && all?(set)
    end
    alias < proper_subset?

    def <=>(set)
      return unless set.is_a?(Set)
      case size <=> set.size
      when -1 then -1 if proper_subset?(set)
      when +1 then +1 if proper_superset?(set)
      else 0 if self == set
      end
    end

    def intersect?(set)
      case set
      when Set
        size < set.size ? any?(set) : set.any?(self)
      when Enumerable
        set.any?(self)
      else
        raise ArgumentError, "value must be enumerable"
      end
    end

    def disjoint?(set)
      !intersect?(set)
    end

    def add?(o)
      add(o) unless include?(o)
    end

    def delete?(o)
      delete(o) if include?(o)
    end

    def delete_if(&block)
      return to_enum(:delete_if) { size } unless block
      select(&block).each { |o| delete(o) }
      self
    end

    def keep_if(&block)
      return to_enum(:keep_if) { size } unless block
      reject(&block).each { |o| delete(o) }
      self
    end

    def collect!
      return to_enum(:collect!) { size } unless block_given?
      set = self.class.new
      each { |o| set << yield(o) }
      replace(set)
    end
    alias map! collect!

    def reject!(&block)
      return to_enum(:reject!) { size } unless block
      n = size
      delete_if(&block)
      self if size != n
    end

    def select!(&block)
      return to_enum(:select!) { size } unless block
      n = size
      keep_if(&block)
      self if size != n
    end
    alias filter! select!

    def merge(*enums, **nil)
      enums.each do |enum|
        if enum.instance_of?(self.class)
          super(enum)
        else
          do_with_enum(enum) { |o| add(o) }
        end
      end
      self
    end

    def subtract(enum)
      do_with_enum(enum) { |o| delete(o) }
      self
    end

    def |(enum)
      dup.merge(enum)
    end
    alias + |
    alias union |

    def -(enum)
      dup.subtract(enum)
    end
    alias difference -

    def &(enum)
      n = self.class.new
      if enum.is_a?(Set) && enum.size > size
        each { |o| n.add(o) if enum.include?(o) }
      else
        do_with_enum(enum) { |o| n.add(o) if include?(o) }
      end
      n
    end
    alias intersection &

    def ^(enum)
      n = self.class.new(enum)
      each { |o| n.add(o) unless n.delete?(o) }
      n
    end

    def ==(other)
      if equal?(other)
        true
      elsif other.instance_of?(self.class)
        super
      elsif other.is_a?(Set) && size == other.size
        other.all? { |o| include?(o) }
      else
        false
      end
    end

    def eql?(other)
      return false unless other.is_a?(Set)
      super
    end

    def classify
      return to_enum(:classify) { size } unless block_given?
      h = {}
      each { |i| (h[yield(i)] ||= self.class.new).add(i) }
      h
    end

    def join(separator = nil)
      to_a.join(separator)
    end

    INSPECT_KEY = :__inspect_key__
    private_constant :INSPECT_KEY

    def inspect
      open = (Thread.current[INSPECT_KEY] ||= [])
      return sprintf("#<%s: {...}>", self.class.name) if open.include?(object_id)
      open << object_id
      begin
        sprintf("#<%s: {%s}>", self.class, to_a.inspect[1..-2])
      ensure
        open.pop
      end
    end
    alias to_s inspect

    def pretty_print(pp)
      pp.group(1, "#<#{self.class.name}:", ">") do
        pp.breakable
        pp.group(1, "{", "}") do
          pp.seplist(self) { |o| pp.pp o }
        end
      end
    end

    def pretty_print_cycle(pp)
      pp.text sprintf("#<%s: {%s}>", self.class.name, empty? ? "" : "...")
    end
  end
  private_constant :SubclassCompatible
end
