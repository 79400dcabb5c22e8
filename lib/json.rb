# frozen_string_literal: true

# json.rb - JSON: text from objects and objects from text.
#
# A drop-in for the json gem.  Its two halves, parser and generator, are C and part of the binary (ext/json);
# json/common.rb has the methods that choose options for them.
require "json/common"
