# frozen_string_literal: true
# json_generate_options - the Twitter look-alike: pretty, ASCII only, safe in scripts.
require [__dir__, Dir.pwd, File.join(Dir.pwd, "benchmark")].map { |dir| File.join(dir.to_s, "json_corpora.rb") }.find { |file| File.file?(file) }

object = JSONCorpora.object("twitter")
sizes = Array.new(3) { 0 }
40.times do
  sizes[0] += JSON.pretty_generate(object).bytesize
  sizes[1] += JSON.generate(object, ascii_only: true).bytesize
  sizes[2] += JSON.generate(object, script_safe: true).bytesize
end
raise "json_generate_options: pretty" unless JSON.parse(JSON.pretty_generate(object)) == object
ascii = JSON.generate(object, ascii_only: true)
raise "json_generate_options: ascii_only" unless ascii.ascii_only? && sizes[1] == 40 * ascii.bytesize && JSON.parse(ascii) == object
raise "json_generate_options: script_safe" if JSON.generate(object, script_safe: true).match?(%r{[^\\]/})
