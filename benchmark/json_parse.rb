# frozen_string_literal: true
# json_parse - each document of json_corpora from JSON text to objects, several times.
require [__dir__, Dir.pwd, File.join(Dir.pwd, "benchmark")].map { |dir| File.join(dir.to_s, "json_corpora.rb") }.find { |file| File.file?(file) }
require "json"

JSONCorpora::NAMES.each do |name|
  text = JSONCorpora.text(name)
  object = nil
  (8_000_000 / text.bytesize).times { object = JSON.parse(text) }
  raise "json_parse: #{name}" unless JSON.parse(JSON.generate(object)) == object
end
