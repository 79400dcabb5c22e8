# frozen_string_literal: true

# json/common.rb - the face of JSON: what needs no speed.
require "json/ext"

module JSON
  autoload :GenericObject, "json/generic_object"

  NaN = Float::NAN
  Infinity = Float::INFINITY
  MinusInfinity = -Float::INFINITY
end
