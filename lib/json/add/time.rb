# frozen_string_literal: true

# json/add/time.rb - Time as JSON, and back with create_additions.
require "json" unless defined?(JSON.generate)

class Time
  def self.json_create(object)
    if (usec = object.delete("u")) # what older versions wrote
      object["n"] = usec * 1000
    end
    at(object["s"], Rational(object["n"], 1000))
  end

  def as_json(*)
    {
      JSON.create_id => self.class.name,
      "s" => tv_sec,
      "n" => tv_nsec,
    }
  end

  def to_json(*args)
    as_json.to_json(*args)
  end
end
