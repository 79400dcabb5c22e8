# frozen_string_literal: true

# json/add/exception.rb - Exception as JSON, and back with create_additions.
require "json" unless defined?(JSON.generate)

class Exception
  def self.json_create(object)
    new(object["m"]).tap { |error| error.set_backtrace(object["b"]) }
  end

  def as_json(*)
    {
      JSON.create_id => self.class.name,
      "m" => message,
      "b" => backtrace,
    }
  end

  def to_json(*args)
    as_json.to_json(*args)
  end
end
