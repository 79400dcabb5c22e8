# frozen_string_literal: true

# json/add/ostruct.rb - OpenStruct as JSON, and back with create_additions.
require "json" unless defined?(JSON.generate)
begin
  require "ostruct"
rescue LoadError
end

class OpenStruct
  def self.json_create(object)
    new(object["t"] || object[:t])
  end

  def as_json(*)
    name = self.class.name
    raise JSON::JSONError, "Only named structs are supported!" if name.to_s.empty?
    {
      JSON.create_id => name,
      "t" => table,
    }
  end

  def to_json(*args)
    as_json.to_json(*args)
  end
end
