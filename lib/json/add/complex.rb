# frozen_string_literal: true

# json/add/complex.rb - Complex as JSON, and back with create_additions.
require "json" unless defined?(JSON.generate)

class Complex
  def self.json_create(object)
    Complex(object["r"], object["i"])
  end

  def as_json(*)
    {
      JSON.create_id => self.class.name,
      "r" => real,
      "i" => imag,
    }
  end

  def to_json(*args)
    as_json.to_json(*args)
  end
end
