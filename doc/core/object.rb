# frozen_string_literal: true

# The class that all others inherit from where nothing else is said.  Its methods come from Kernel, which it includes,
# and from BasicObject.  What is defined outside of any class becomes a private method of Object, a constant there one
# of its constants.
#
#   Object.ancestors.last(2) # => [Kernel, BasicObject]
#   Class.new.superclass     # => Object
class Object < BasicObject
end
