# frozen_string_literal: true

# A block that is called at certain events while the program runs: lines, calls, returns, exceptions and others.
#
# The block gets the TracePoint, which it asks what happened; outside the block those questions raise RuntimeError.  While a
# block runs no other event calls one in this thread (but see TracePoint.allow_reentry).  The events:
#
# - +:line+: a line begins;
# - +:call+, +:return+: of a method in Ruby; +:c_call+, +:c_return+: of one in C; +:b_call+, +:b_return+: of a block;
# - +:a_call+, +:a_return+: all three;
# - +:class+, +:end+: of the body of a class or a module;
# - +:raise+, +:rescue+: an exception is raised or rescued;
# - +:thread_begin+, +:thread_end+, +:fiber_switch+: threads and fibers;
# - +:script_compiled+: code was compiled by +require+, +eval+ and the like.
class TracePoint
  # :call-seq:
  #   TracePoint.allow_reentry { ... } -> object
  #
  # Runs the block, in a block of a TracePoint, so that events in it call such blocks again.  Raises RuntimeError elsewhere.
  #
  #   TracePoint.allow_reentry { } # raises RuntimeError: No need to allow reentrance.
  def self.allow_reentry() end

  # :call-seq:
  #   TracePoint.new(*events) {|trace| ... } -> trace
  #
  # Returns one for the events, or for all that are meant for programs if none is given; it begins with #enable.  Raises
  # ArgumentError for an event that is none, or without a block.
  #
  #   seen = []
  #   def double(n) = n * 2
  #   TracePoint.new(:call) { |t| seen << t.method_id }.enable { double(1) } # => 2
  #   seen                                                                  # => [:double]
  #   TracePoint.new(:such) { }                                             # raises ArgumentError: unknown event: such
  #   TracePoint.new(:line)                                                 # raises ArgumentError
  def self.new(*events) end

  # :call-seq:
  #   TracePoint.stat -> hash
  #
  # Returns numbers about what is traced, for those who work on the VM.
  #
  #   TracePoint.stat.class # => Hash
  def self.stat() end

  # :call-seq:
  #   TracePoint.trace(*events) {|trace| ... } -> trace
  #
  # Does what TracePoint.new does and enables it.
  #
  #   t = TracePoint.trace(:class) { }
  #   t.enabled?                       # => true
  #   t.disable
  def self.trace(*events) end

  # :call-seq:
  #   binding -> binding or nil
  #
  # Returns the binding of what runs; +nil+ for methods in C.
  #
  #   values = []
  #   def double(n) = n * 2
  #   TracePoint.new(:call) { |t| values << t.binding.local_variable_get(:n) }.enable { double(4) }
  #   values # => [4]
  def binding() end

  # :call-seq:
  #   callee_id -> symbol or nil
  #
  # Returns the name by which the method was called, which an alias lets differ from #method_id; +nil+ outside of methods.
  #
  #   class Twice
  #     def double(n) = n * 2
  #     alias times_two double
  #   end
  #   names = []
  #   TracePoint.new(:call) { |t| names << t.callee_id << t.method_id }.enable { Twice.new.times_two(1) }
  #   names # => [:times_two, :double]
  def callee_id() end

  # :call-seq:
  #   defined_class -> class or nil
  #
  # Returns the class or module that has the method, the singleton class for a method of one object; +nil+ outside of
  # methods.
  #
  #   owners = []
  #   TracePoint.new(:c_call) { |t| owners << t.defined_class }.enable { [3, 4].each_slice(2) }
  #   owners.first # => Enumerable
  def defined_class() end

  # :call-seq:
  #   disable -> true or false
  #   disable { ... } -> object
  #
  # Stops calling the block and tells whether it was enabled.  With a block it does so during that alone, and returns what
  # it returned.
  #
  #   t = TracePoint.new(:class) { }
  #   t.disable                      # => false
  #   t.enable
  #   t.disable { t.enabled? }       # => false
  #   t.disable                      # => true
  def disable() end

  # :call-seq:
  #   enable(target: nil, target_line: nil, target_thread: nil) -> true or false
  #   enable(target: nil, target_line: nil, target_thread: current) { ... } -> object
  #
  # Begins calling the block at events and tells whether it was enabled.  With a block it does so during that alone, in this
  # thread, and returns what it returned.  +target+ (a Method, UnboundMethod, Proc or InstructionSequence), +target_line+ and
  # +target_thread+ restrict it.  Raises ArgumentError if nothing in +target+ can give such an event.
  #
  #   t = TracePoint.new(:call) { }
  #   t.enable { t.enabled? }        # => true
  #   t.enable                       # => false
  #   t.enable                       # => true
  #   t.disable
  #   t.enable(target: 1)            # raises ArgumentError: specified target is not supported
  def enable(target: nil, target_line: nil, target_thread: nil) end

  # :call-seq:
  #   enabled? -> true or false
  #
  # Tells whether events call the block.
  #
  #   TracePoint.new(:line) { }.enabled? # => false
  def enabled?() end

  # :call-seq:
  #   eval_script -> string or nil
  #
  # Returns the source that was compiled, at +:script_compiled+ for code of +eval+; +nil+ for files.
  #
  #   sources = []
  #   TracePoint.new(:script_compiled) { |t| sources << t.eval_script }.enable { eval("1 + 1") }
  #   sources # => ["1 + 1"]
  def eval_script() end

  # :call-seq:
  #   event -> symbol
  #
  # Returns the event.
  #
  #   events = []
  #   TracePoint.new(:class, :end) { |t| events << t.event }.enable { eval("class Twice; end") }
  #   events # => [:class, :end]
  def event() end

  # :call-seq:
  #   inspect -> string
  #
  # Returns the class and the event with where it happened; outside the block whether it is enabled.
  #
  #   TracePoint.new(:line) { }.inspect # => "#<TracePoint:disabled>"
  def inspect() end

  # :call-seq:
  #   instruction_sequence -> iseq
  #
  # Returns the RubyVM::InstructionSequence that was compiled, at +:script_compiled+.
  #
  #   made = []
  #   TracePoint.new(:script_compiled) { |t| made << t.instruction_sequence.class }.enable { eval("1 + 1") }
  #   made # => [RubyVM::InstructionSequence]
  def instruction_sequence() end

  # :call-seq:
  #   lineno -> integer
  #
  # Returns the number of the line.
  #
  #   lines = []
  #   TracePoint.new(:class) { |t| lines << t.lineno }.enable { eval("\n\nclass Twice; end", nil, "a.rb", 1) }
  #   lines                                # => [3]
  #   TracePoint.new(:line) { }.lineno     # raises RuntimeError: access from outside
  def lineno() end

  # :call-seq:
  #   method_id -> symbol or nil
  #
  # Returns the name by which the method was defined; +nil+ outside of methods.
  #
  #   names = []
  #   def double(n) = n * 2
  #   TracePoint.new(:return) { |t| names << t.method_id }.enable { double(1) }
  #   names # => [:double]
  def method_id() end

  # :call-seq:
  #   parameters -> array
  #
  # Returns the parameters of the method or block, as Method#parameters does, at events of calls and returns.
  #
  #   found = []
  #   def double(n, *more) = n * 2
  #   TracePoint.new(:call) { |t| found << t.parameters }.enable { double(1) }
  #   found # => [[[:req, :n], [:rest, :more]]]
  def parameters() end

  # :call-seq:
  #   path -> string
  #
  # Returns the path of the file.
  #
  #   paths = []
  #   TracePoint.new(:class) { |t| paths << t.path }.enable { eval("class Twice; end", nil, "a.rb") }
  #   paths # => ["a.rb"]
  def path() end

  # :call-seq:
  #   raised_exception -> exception
  #
  # Returns the exception, at +:raise+ and +:rescue+.  Raises RuntimeError at other events.
  #
  #   raised = []
  #   TracePoint.new(:raise) { |t| raised << t.raised_exception }.enable { Integer("x") rescue nil }
  #   raised.map(&:class) # => [ArgumentError]
  def raised_exception() end

  # :call-seq:
  #   return_value -> object
  #
  # Returns what the method or block returned, at events of returns.  Raises RuntimeError at others.
  #
  #   values = []
  #   def double(n) = n * 2
  #   TracePoint.new(:return) { |t| values << t.return_value }.enable { double(4) }
  #   values # => [8]
  def return_value() end

  # :call-seq:
  #   self -> object
  #
  # Returns what +self+ is there.
  #
  #   found = []
  #   TracePoint.new(:class) { |t| found << t.self.name }.enable { eval("class Twice; end") }
  #   found # => ["Twice"]
  def self() end
end
