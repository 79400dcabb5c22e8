# Stands in for simplecov-lcov: nothing is written.
require "simplecov"
