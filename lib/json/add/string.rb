# frozen_string_literal: true

# json/add/string.rb - Strings of any bytes: to_json_raw gives an object with the bytes, which comes back with create_additions.
require "json" unless defined?(JSON.generate)

class String
  def self.json_create(object)
    object["raw"].pack("C*")
  end

  def to_json_raw_object
    {
      JSON.create_id => self.class.name,
      "raw" => unpack("C*"),
    }
  end

  def to_json_raw(*args)
    to_json_raw_object.to_json(*args)
  end
end
