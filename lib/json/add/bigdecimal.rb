# frozen_string_literal: true

# json/add/bigdecimal.rb - BigDecimal as JSON, and back with create_additions.
require "json" unless defined?(JSON.generate)
begin
  require "bigdecimal"
rescue LoadError
end

class BigDecimal
  def self.json_create(object)
    BigDecimal._load(object["b"])
  end

  def as_json(*)
    {
      JSON.create_id => self.class.name,
      "b" => _dump.force_encoding(Encoding::UTF_8),
    }
  end

  def to_json(*args)
    as_json.to_json(*args)
  end
end
