# frozen_string_literal: true
# json_generate_small - many calls for little text: what a call costs.
require "json"

mixed = { "a" => 1, "b" => "two", "c" => 3.5, "d" => nil, "e" => [true, false], "f" => { "g" => "h" } }
nested = { "a" => { "b" => { "c" => [1, { "d" => "e" }] } }, "f" => [[1, 2], [3, 4]], "g" => { "h" => "i", "j" => { "k" => nil } } }
flat = { "username" => "jhon", "id" => 123, "event" => "wrote json serializer" }
bytes = 0
200_000.times { bytes += JSON.generate(mixed).bytesize + JSON.generate(nested).bytesize + JSON.generate(flat).bytesize }
raise "json_generate_small: #{bytes}" unless bytes == 200_000 * (65 + 78 + 60)
