# frozen_string_literal: true
#
# objspace.rb - what one may ask of the heap's objects; here, where the dumps of objspace.so go.
require "objspace.so"

module ObjectSpace
  # An object as a line of JSON.  output: :string, :stdout (the answer is nil), :file (a temporary one) or an IO.
  def dump(object, output: :string) = __to(output, "rubyobj") { |out| _dump(object, out) }

  # All objects, a line each, after the roots and the shapes.
  #   full    free slots too
  #   since   only objects made in that GC.count or later, while allocations were traced
  #   shapes  false, or the first id wanted
  def dump_all(output: :file, full: false, since: nil, shapes: true)
    __to(output, "rubyheap") { |out| _dump_all(out, full, since, shapes == true ? 0 : shapes) }
  end

  # Shapes with an id of at least `since`.
  def dump_shapes(output: :file, since: 0) = __to(output, "rubyshapes") { |out| _dump_shapes(out, since) }

  module_function :dump, :dump_all, :dump_shapes

  class << self
    private

    def __to(output, name)
      case output
      when :string then yield(+"")
      when :stdout then (yield STDOUT) && nil
      when IO then yield output
      when :file, nil
        require "tempfile"
        yield Tempfile.create([name, ".json"])
      else raise ArgumentError, "wrong output option: #{output.inspect}"
      end
    end
    private :_dump, :_dump_all, :_dump_shapes
  end
  private :_dump, :_dump_all, :_dump_shapes
end
