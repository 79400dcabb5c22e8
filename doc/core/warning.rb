# frozen_string_literal: true

# Warning is where warnings go, those of Ruby itself and those of Kernel#warn: each is handed to Warning.warn, which a program may
# override. Some categories are switched on and off apart: +:deprecated+, +:experimental+, +:performance+ and
# +:strict_unused_block+.
#
#   def Warning.warn(message, category: nil) = message.include?("noise") ? nil : super
#   Warning.warn("noise\n") # warns ""
#   Warning.warn("news\n")  # warns "news\n"
#   Warning.singleton_class.remove_method(:warn)
module Warning
  # :call-seq:
  #   Warning[category] -> true or false
  #
  # Returns whether warnings of the category are shown.
  # Raises ArgumentError for a category that there is not.
  #
  #   %i[experimental deprecated].map {|category| Warning[category] } # => [true, false]
  #   Warning[:nonsense]                                              # raises ArgumentError: unknown category: nonsense
  def self.[](category) end

  # :call-seq:
  #   Warning[category] = flag -> flag
  #
  # Shows warnings of the category from now on if +flag+ is true, hides them if it is nil or false.
  # Raises ArgumentError for a category that there is not.
  #
  #   before = Warning[:experimental]
  #   Warning[:experimental] = 0
  #   Warning[:experimental] # => true
  #   Warning[:experimental] = before
  def self.[]=(category, flag) end

  # :call-seq:
  #   Warning.categories -> array
  #
  # Returns the names of the categories that Warning[] knows.
  #
  #   Warning.categories.include?(:deprecated) # => true
  def self.categories() end

  # :call-seq:
  #   warn(message, category: nil) -> nil
  #
  # Writes the message to $stderr as it is, without a newline of its own; not if it belongs to a category that is off.
  # A module that overrides it for Warning sees all warnings of the program.
  # Raises TypeError if +message+ is not a String, ArgumentError for an unknown category.
  #
  #   Warning.warn("mind the gap\n") # warns "mind the gap\n"
  #   Warning.warn("old\n", category: :deprecated) # warns ""
  #   Warning.warn(:symbol)          # raises TypeError
  def warn(message, category: nil) end
end
