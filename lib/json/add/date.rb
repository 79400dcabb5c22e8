# frozen_string_literal: true

# json/add/date.rb - Date as JSON, and back with create_additions.
require "json" unless defined?(JSON.generate)
require "date"

class Date
  def self.json_create(object)
    civil(*object.values_at("y", "m", "d", "sg"))
  end

  def as_json(*)
    {
      JSON.create_id => self.class.name,
      "y" => year,
      "m" => month,
      "d" => day,
      "sg" => start,
    }
  end

  def to_json(*args)
    as_json.to_json(*args)
  end
end
