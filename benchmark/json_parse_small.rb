# frozen_string_literal: true
# json_parse_small - many calls for little text: what a call costs.
require "json"

texts = ['{"a":1,"b":"two","c":3.5,"d":null,"e":[true,false],"f":{"g":"h"}}',
         '{"username":"jhon","id":123,"event":"wrote json serializer"}']
sum = 0
150_000.times { texts.each { |text| sum += JSON.parse(text).size } }
raise "json_parse_small: #{sum}" unless sum == 150_000 * 9
