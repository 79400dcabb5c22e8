# frozen_string_literal: true

# json/add/range.rb - Range as JSON, and back with create_additions.
require "json" unless defined?(JSON.generate)

class Range
  def self.json_create(object)
    new(*object["a"])
  end

  def as_json(*)
    {
      JSON.create_id => self.class.name,
      "a" => [first, last, exclude_end?],
    }
  end

  def to_json(*args)
    as_json.to_json(*args)
  end
end
