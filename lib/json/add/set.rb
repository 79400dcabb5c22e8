# frozen_string_literal: true

# json/add/set.rb - Set as JSON, and back with create_additions.
require "json" unless defined?(JSON.generate)

class Set
  def self.json_create(object)
    new(object["a"])
  end

  def as_json(*)
    {
      JSON.create_id => self.class.name,
      "a" => to_a,
    }
  end

  def to_json(*args)
    as_json.to_json(*args)
  end
end
