# frozen_string_literal: true

# json/add/struct.rb - Struct as JSON, and back with create_additions.
require "json" unless defined?(JSON.generate)

class Struct
  def self.json_create(object)
    new(*object["v"])
  end

  def as_json(*)
    name = self.class.name
    raise JSON::JSONError, "Only named structs are supported!" if name.to_s.empty?
    {
      JSON.create_id => name,
      "v" => values,
    }
  end

  def to_json(*args)
    as_json.to_json(*args)
  end
end
