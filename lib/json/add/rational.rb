# frozen_string_literal: true

# json/add/rational.rb - Rational as JSON, and back with create_additions.
require "json" unless defined?(JSON.generate)

class Rational
  def self.json_create(object)
    Rational(object["n"], object["d"])
  end

  def as_json(*)
    {
      JSON.create_id => self.class.name,
      "n" => numerator,
      "d" => denominator,
    }
  end

  def to_json(*args)
    as_json.to_json(*args)
  end
end
