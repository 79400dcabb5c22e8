# frozen_string_literal: true

# json/add/symbol.rb - Symbol as JSON, and back with create_additions.
require "json" unless defined?(JSON.generate)

class Symbol
  def self.json_create(object)
    object["s"].to_sym
  end

  def as_json(*)
    {
      JSON.create_id => self.class.name,
      "s" => name,
    }
  end

  # Strict JSON has Symbols already.
  def to_json(state = nil, *args)
    state = JSON::State.from_state(state) if state
    return name.to_json(state, *args) if state&.strict?
    as_json.to_json(state, *args)
  end
end
