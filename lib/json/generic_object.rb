# frozen_string_literal: true

# json/generic_object.rb - JSON::GenericObject: an OpenStruct that becomes JSON and comes back.
require "ostruct"

module JSON
  class GenericObject < OpenStruct
    class << self
      alias_method :[], :new

      def json_creatable? = @json_creatable
      attr_writer :json_creatable

      def json_create(data)
        data = data.dup
        data.delete(JSON.create_id)
        self[data]
      end

      # Hashes become objects of this class, in Arrays too.
      def from_hash(object)
        if object.respond_to?(:to_hash)
          object.to_hash.each_with_object(new) { |(key, value), result| result[key] = from_hash(value) }
        elsif object.respond_to?(:to_ary)
          object.to_ary.map { |element| from_hash(element) }
        else
          object
        end
      end

      def load(source, proc = nil, opts = {})
        result = JSON.load(source, proc, opts.merge(object_class: self))
        result.nil? ? new : result
      end

      def dump(obj, *args)
        JSON.dump(obj, *args)
      end
    end
    self.json_creatable = false

    def to_hash = table

    def |(other)
      self.class[other.to_hash.merge(to_hash)]
    end

    def as_json(*)
      { JSON.create_id => self.class.name }.merge(to_hash)
    end

    def to_json(*args)
      as_json.to_json(*args)
    end
  end
end
