# test_language_corners.rb - rare forms of the language: definitions that fail, patterns, defined?, long lists of parameters and of
# variables, ways out of blocks, texts of errors, constants that must be shareable; and rare calls of Time, GC, ObjectSpace, Ripper and JSON.
# The tables hold the answers of CRuby 4.0.1.
require_relative "lib/table_test"

class TestLanguageCorners < Minitest::Test
  # Each expression has an object of its own as self.
  class Asked
    def answer(source)
      eval(source).inspect
    rescue Exception => e
      "#{e.class}: #{e.message}"
    end
  end

  def setup
    @verbose, $VERBOSE = $VERBOSE, nil
  end

  def teardown
    $VERBOSE = @verbose
  end

  %w[forms_corners json_corners language_corners objects_corners].each do |name|
    TableTest.define(self, name) { |source| TableTest.without_places(Asked.new.answer(source)) }
  end
end
