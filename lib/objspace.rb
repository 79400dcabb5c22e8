# frozen_string_literal: true
#
# objspace.rb - what one may ask of the heap's objects.  Allocations are not traced: no object's is known.
require "objspace.so"

module ObjectSpace
  class << self
    def allocation_sourcefile(object) = nil
    def allocation_sourceline(object) = nil
    def allocation_class_path(object) = nil
    def allocation_method_id(object) = nil
    def allocation_generation(object) = nil

    %i[trace_object_allocations trace_object_allocations_start trace_object_allocations_stop trace_object_allocations_clear
       trace_object_allocations_debug_start dump dump_all dump_shapes reachable_objects_from_root].each do |name|
      define_method(name) { |*, **| raise NotImplementedError, "ObjectSpace.#{name} is not there yet" }
    end
  end
end
