# frozen_string_literal: true

# json/add/regexp.rb - Regexp as JSON, and back with create_additions.
require "json" unless defined?(JSON.generate)

class Regexp
  def self.json_create(object)
    new(object["s"], object["o"])
  end

  def as_json(*)
    {
      JSON.create_id => self.class.name,
      "o" => options,
      "s" => source,
    }
  end

  def to_json(*args)
    as_json.to_json(*args)
  end
end
