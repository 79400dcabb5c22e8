# frozen_string_literal: true

# json/add/core.rb - the additions for core classes.
%w[date date_time exception range regexp string struct symbol time].each { |name| require "json/add/#{name}" }
