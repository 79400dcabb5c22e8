# Stands in for bundler/setup.
require "bundler"
