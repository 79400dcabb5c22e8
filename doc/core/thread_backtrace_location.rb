# frozen_string_literal: true

# A place in a backtrace: file, line and method.  Kernel#caller_locations, Thread#backtrace_locations and
# Exception#backtrace_locations return arrays of them.
class Thread::Backtrace::Location
  # :call-seq:
  #   absolute_path -> string or nil
  #
  # Returns the file's absolute path without links; +nil+ for code that is in no file, as that of +eval+.
  #
  #   eval("caller_locations(0)[0]").absolute_path # => nil
  def absolute_path() end

  # :call-seq:
  #   base_label -> string or nil
  #
  # Returns the name of the method, without its class and without the blocks around the place.
  #
  #   class Here
  #     def place = [1].map { caller_locations(0)[0] }[0]
  #   end
  #   Here.new.place.base_label # => "place"
  def base_label() end

  # :call-seq:
  #   inspect -> string
  #
  # Returns what #to_s returns, as a string is inspected.
  #
  #   l = caller_locations(0)[0]
  #   l.inspect == l.to_s.inspect # => true
  def inspect() end

  # :call-seq:
  #   label -> string or nil
  #
  # Returns what the place is in: a method with its class, or blocks in one, or <tt>"<main>"</tt>.
  #
  #   class Here
  #     def place = caller_locations(0)[0]
  #     def inner = [1].map { caller_locations(0)[0] }[0]
  #   end
  #   Here.new.place.label # => "Here#place"
  #   Here.new.inner.label # => "block in Here#inner"
  def label() end

  # :call-seq:
  #   lineno -> integer
  #
  # Returns the number of the line.
  #
  #   eval("\n\ncaller_locations(0)[0]", nil, "a.rb", 10).lineno # => 12
  def lineno() end

  # :call-seq:
  #   path -> string
  #
  # Returns the file as it was loaded.
  #
  #   eval("caller_locations(0)[0]", nil, "a.rb").path # => "a.rb"
  def path() end

  # :call-seq:
  #   to_s -> string
  #
  # Returns file, line and label as a line of Kernel#caller shows them.
  #
  #   class Here
  #     class_eval("def place = caller_locations(0)[0]", "a.rb", 5)
  #   end
  #   Here.new.place.to_s # => "a.rb:5:in 'Here#place'"
  def to_s() end
end
