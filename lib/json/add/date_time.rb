# frozen_string_literal: true

# json/add/date_time.rb - DateTime as JSON, and back with create_additions.
require "json" unless defined?(JSON.generate)
require "date"

class DateTime < Date
  def self.json_create(object)
    args = object.values_at("y", "m", "d", "H", "M", "S")
    numerator, denominator = object["of"].split("/")
    offset = denominator && denominator != "0" ? Rational(numerator.to_i, denominator.to_i) : numerator
    civil(*args, offset, object["sg"])
  end

  def as_json(*)
    {
      JSON.create_id => self.class.name,
      "y" => year,
      "m" => month,
      "d" => day,
      "H" => hour,
      "M" => minute,
      "S" => sec,
      "of" => offset.to_s,
      "sg" => start,
    }
  end

  def to_json(*args)
    as_json.to_json(*args)
  end
end
