# frozen_string_literal: true

# Refinement is the class of the modules that Module#refine makes. Their methods are seen only in files and classes that say
# +using+, below that line. A Refinement can be neither included nor prepended.
#
#   module Shout
#     REFINED = refine(String) { def shout = upcase + "!" }
#   end
#   Shout::REFINED.class   # => Refinement
#   "a".respond_to?(:shout) # => false
class Refinement < Module
  # :call-seq:
  #   target -> class or module
  #
  # Returns the class or module that is refined.
  #
  #   made = nil
  #   Module.new { made = refine(Array) { def second = self[1] } }
  #   made.target # => Array
  def target() end

  private

  # :call-seq:
  #   import_methods(*modules) -> self
  #
  # Copies the methods of the modules into the refinement, where they see each other and what else is refined.
  # They must be written in Ruby. Raises ArgumentError for a method that is not.
  #
  #   module Twice
  #     def twice = self + self
  #   end
  #   made = nil
  #   Module.new { made = refine(String) { import_methods Twice } }
  #   made.instance_methods(false) # => [:twice]
  #   Module.new { refine(String) { import_methods Comparable } } # raises ArgumentError
  def import_methods(*modules) end
end
