# frozen_string_literal: true
# json_generate - each document of json_corpora to JSON text, several times.
require [__dir__, Dir.pwd, File.join(Dir.pwd, "benchmark")].map { |dir| File.join(dir.to_s, "json_corpora.rb") }.find { |file| File.file?(file) }

bytes = 0
JSONCorpora::NAMES.each do |name|
  object = JSONCorpora.object(name)
  text = JSON.generate(object)
  times = 20_000_000 / text.bytesize
  times.times { bytes += JSON.generate(object).bytesize }
  raise "json_generate: #{name}" unless JSON.parse(text) == object
end
raise "json_generate" unless bytes > 100_000_000
