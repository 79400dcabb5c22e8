# frozen_string_literal: true

module JSON
  VERSION = "2.18.0"
end
