# frozen_string_literal: true

# json/ext.rb - the compiled halves: JSON::Ext::Parser, JSON::Ext::ParserConfig, JSON::Ext::Generator.
require "json/version"
require "json/ext/parser"
require "json/ext/generator"
require "json/ext/generator/state"

JSON::JSON_LOADED = true unless defined?(JSON::JSON_LOADED)
