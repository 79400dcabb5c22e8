# frozen_string_literal: true

# The methods that every object has, but for those of a BasicObject.
#
# There are two kinds: what asks or changes the receiver (#dup, #frozen?, #send), and functions such as #puts and
# #require, which are private and called without a receiver; most of the latter can also be called as methods of
# Kernel itself (<tt>Kernel.puts</tt>).
module Kernel
  # :call-seq:
  #   self !~ object -> true or false
  #
  # Returns the opposite of <tt>=~</tt>.
  #
  #   "a" !~ /b/ # => true
  def !~(object) end

  # :call-seq:
  #   self <=> other -> 0 or nil
  #
  # Returns 0 if the two are the same object or equal by <tt>==</tt>, else +nil+.  Classes whose objects have an order
  # define it anew.
  #
  #   nil <=> nil # => 0
  #   nil <=> 1   # => nil
  def <=>(other) end

  # :call-seq:
  #   self === other -> true or false
  #
  # Tells whether the two are the same object or equal by <tt>==</tt>; <tt>case</tt> asks it.  Classes, ranges and
  # patterns define it anew.
  #
  #   nil === nil # => true
  def ===(other) end

  # :call-seq:
  #   Array(object) -> array
  #
  # Returns what +to_ary+ or +to_a+ of the object gives, an empty array for +nil+, else an array of the object alone.
  #
  #   Array([1])  # => [1]
  #   Array(1..3) # => [1, 2, 3]
  #   Array(nil)  # => []
  #   Array("a")  # => ["a"]
  def Array(object) end

  # :call-seq:
  #   Complex(real, imaginary = 0, exception: true) -> complex or nil
  #   Complex(string, exception: true) -> complex or nil
  #
  # Returns the complex number of the two parts, or the one that the string says.  What cannot be converted raises
  # TypeError or ArgumentError, or gives +nil+ with <tt>exception: false</tt>.
  #
  #   Complex(1, 2)                  # => (1+2i)
  #   Complex("3-4i")                # => (3-4i)
  #   Complex("x")                   # raises ArgumentError
  #   Complex("x", exception: false) # => nil
  def Complex(real, imaginary = 0, exception: true) end

  # :call-seq:
  #   Float(object, exception: true) -> float or nil
  #
  # Returns the number, or the one that the whole string says, as a Float.  What cannot be converted raises TypeError
  # or ArgumentError, or gives +nil+ with <tt>exception: false</tt>.
  #
  #   Float(-3)                   # => -3.0
  #   Float("1.5e2")              # => 150.0
  #   Float("1.5x")               # raises ArgumentError
  #   Float(nil)                  # raises TypeError
  #   Float("", exception: false) # => nil
  def Float(object, exception: true) end

  # :call-seq:
  #   Hash(object) -> hash
  #
  # Returns what +to_hash+ of the object gives, an empty hash for +nil+ and an empty array.  Raises TypeError for
  # others.
  #
  #   Hash({a: 1}) # => {a: 1}
  #   Hash(nil)    # => {}
  #   Hash([1])    # raises TypeError
  def Hash(object) end

  # :call-seq:
  #   Integer(object, base = 0, exception: true) -> integer or nil
  #
  # Returns the number without its fraction, or the one that the whole string says in the base; with 0 a prefix such
  # as <tt>0x</tt> says the base.  What cannot be converted raises TypeError or ArgumentError, or gives +nil+ with
  # <tt>exception: false</tt>.
  #
  #   Integer(2.9)                   # => 2
  #   Integer("0x1f")                # => 31
  #   Integer("11", 2)               # => 3
  #   Integer("1_000")               # => 1000
  #   Integer("12a")                 # raises ArgumentError
  #   Integer(nil)                   # raises TypeError
  #   Integer("z", exception: false) # => nil
  def Integer(object, base = 0, exception: true) end

  # :call-seq:
  #   Pathname(path) -> pathname
  #
  # Returns a Pathname of the path, the object itself if it is one.
  #
  #   Pathname("a/b").basename.to_s # => "b"
  def Pathname(path) end

  # :call-seq:
  #   Rational(numerator, denominator = 1, exception: true) -> rational or nil
  #
  # Returns the fraction of the two numbers, which may be strings.  What cannot be converted raises TypeError or
  # ArgumentError, or gives +nil+ with <tt>exception: false</tt>; a denominator of 0 raises ZeroDivisionError.
  #
  #   Rational(2, 6)                  # => (1/3)
  #   Rational("0.75")                # => (3/4)
  #   Rational(1, 0)                  # raises ZeroDivisionError
  #   Rational("x", exception: false) # => nil
  def Rational(numerator, denominator = 1, exception: true) end

  # :call-seq:
  #   String(object) -> string
  #
  # Returns what +to_str+ or +to_s+ of the object gives.  Raises TypeError if that is no string.
  #
  #   String(nil)     # => ""
  #   String([1, :a]) # => "[1, :a]"
  def String(object) end

  # :call-seq:
  #   __callee__ -> symbol or nil
  #
  # Returns the name by which the running method was called, which for an alias is the alias; +nil+ outside of
  # methods.
  #
  #   def original = __callee__
  #   alias other original
  #   other # => :other
  def __callee__() end

  # :call-seq:
  #   __dir__ -> string or nil
  #
  # Returns the folder of the running file as an absolute path, +nil+ in a string that #eval runs.
  #
  #   eval("__dir__") # => nil
  def __dir__() end

  # :call-seq:
  #   __method__ -> symbol or nil
  #
  # Returns the name with which the running method was defined, +nil+ outside of methods.
  #
  #   def original = __method__
  #   alias other original
  #   other # => :original
  def __method__() end

  # :call-seq:
  #   `command` -> string
  #
  # Runs the command in a shell and returns what it writes on its standard output; <tt>$?</tt> has its status.  Raises
  # Errno::ENOENT if there is no such program.
  #
  #   `echo one`  # => "one\n"
  #   $?.success? # => true
  def `(command) end

  # :call-seq:
  #   abort(message = nil)
  #
  # Writes the message, or that of the exception in <tt>$!</tt>, on standard error and raises SystemExit with status
  # 1.
  #
  #   abort("bad") # raises SystemExit: bad
  def abort(message = nil) end

  # :call-seq:
  #   at_exit { ... } -> proc
  #
  # Has the block called when the program ends, the last registered first.  Returns the block as a proc.
  #
  #   # (not run)
  #   at_exit { puts "second" }
  #   at_exit { puts "first" }
  def at_exit() end

  # :call-seq:
  #   autoload(name, path) -> nil
  #
  # Has the file +path+ loaded with #require when the constant +name+ is used the first time, in the module where this
  # is called.
  #
  #   autoload :NotYetThere, "not/yet/there" # => nil
  #   autoload?(:NotYetThere)                # => "not/yet/there"
  def autoload(name, path) end

  # :call-seq:
  #   autoload?(name, inherit = true) -> string or nil
  #
  # Returns the path that #autoload has registered for the constant, +nil+ if there is none or it is loaded.
  #
  #   autoload?(:String) # => nil
  def autoload?(name, inherit = true) end

  # :call-seq:
  #   binding -> binding
  #
  # Returns a Binding with the local variables, the methods and +self+ of where it is called.
  #
  #   x = 3
  #   binding.local_variable_get(:x) # => 3
  def binding() end

  # :call-seq:
  #   block_given? -> true or false
  #
  # Tells whether the running method was called with a block.
  #
  #   def block? = block_given?
  #   block?    # => false
  #   block? {} # => true
  def block_given?() end

  # :call-seq:
  #   caller(start = 1, length = nil) -> array or nil
  #   caller(range) -> array or nil
  #
  # Returns the calls that led here as strings <tt>file:line:in 'method'</tt>, the latest first, without +start+ of
  # them, at most +length+; +nil+ if there are fewer than +start+.
  #
  #   def where = caller(1, 1).size
  #   where # => 1
  def caller(start = 1, length = nil) end

  # :call-seq:
  #   caller_locations(start = 1, length = nil) -> array or nil
  #   caller_locations(range) -> array or nil
  #
  # Returns what #caller does as objects of Thread::Backtrace::Location.
  #
  #   def here = caller_locations(0, 1).first.base_label
  #   here # => "here"
  def caller_locations(start = 1, length = nil) end

  # :call-seq:
  #   catch(tag = Object.new) {|tag| ... } -> object
  #
  # Calls the block and returns its value, or what #throw with the same tag, called within, has as its value.
  #
  #   catch(:found) { [1, 2, 3].each {|n| throw :found, n if n > 1 }; :none } # => 2
  #   catch(:found) { 7 }                                                     # => 7
  def catch(tag = Object.new) end

  # :call-seq:
  #   class -> class
  #
  # Returns the class of the object, never its singleton class.
  #
  #   12.class      # => Integer
  #   Integer.class # => Class
  def class() end

  # :call-seq:
  #   clone(freeze: nil) -> object
  #
  # Returns a copy with the same instance variables, the singleton methods too.  It is frozen if the object is, or as
  # +freeze+ says.  Calls +initialize_clone+ of the copy.
  #
  #   "a".freeze.clone.frozen?                # => true
  #   "a".freeze.clone(freeze: false).frozen? # => false
  #   1.clone(freeze: false)                  # raises ArgumentError
  def clone(freeze: nil) end

  # :call-seq:
  #   define_singleton_method(name, method) -> symbol
  #   define_singleton_method(name) { ... } -> symbol
  #
  # Defines a method that this object alone has, of a Method, a Proc or the block.
  #
  #   o = Object.new
  #   o.define_singleton_method(:double) {|n| n * 2 } # => :double
  #   o.double(4)                                     # => 8
  def define_singleton_method(name, method = nil) end

  # :call-seq:
  #   display(port = $stdout) -> nil
  #
  # Writes the object, as +to_s+ gives it, to +port+.
  #
  #   12.display # prints "12"
  def display(port = $stdout) end

  # :call-seq:
  #   dup -> object
  #
  # Returns a copy with the same instance variables, not frozen and without singleton methods.  Calls +initialize_dup+
  # of the copy.
  #
  #   "a".freeze.dup.frozen? # => false
  #   nil.dup                # => nil
  def dup() end

  # :call-seq:
  #   to_enum(method = :each, *args) -> enumerator
  #   to_enum(method = :each, *args) {|*args| ... } -> enumerator
  #
  # Returns an Enumerator that calls the method with the arguments; the block gives its size.
  #
  #   "ab".to_enum(:each_char).to_a # => ["a", "b"]
  #   3.to_enum(:times) { 3 }.size  # => 3
  def to_enum(method = :each, *args) end
  alias enum_for to_enum

  # :call-seq:
  #   eql?(other) -> true or false
  #
  # Tells whether the two are the same object; numbers, strings and others define it anew as equality without
  # conversion.
  #
  #   Object.new.eql?(Object.new) # => false
  #   6.eql?(6.0)                 # => false
  def eql?(other) end

  # :call-seq:
  #   eval(string, binding = nil, file = nil, line = nil) -> object
  #
  # Runs the string as a program where it is called or in the binding, and returns its value.  Raises SyntaxError if
  # it is none.
  #
  #   x = 2
  #   eval("x + 1") # => 3
  #   eval("1 +")   # raises SyntaxError
  def eval(string, binding = nil, file = nil, line = nil) end

  # :call-seq:
  #   exec(env = {}, command, *args, **options)
  #
  # Replaces the process by the command; a single string with special characters is run by a shell.  Environment and
  # options are those of #spawn.  Raises Errno::ENOENT if there is no such program.
  #
  #   exec("/no/such/program") # raises Errno::ENOENT
  def exec(command, *args, **options) end

  # :call-seq:
  #   exit(status = true)
  #
  # Raises SystemExit with the status: +true+ is success, +false+ failure, or a number.  What #at_exit has registered
  # is called.
  #
  #   exit(3)                                               # raises SystemExit
  #   begin; exit(3); rescue SystemExit => e; e.status; end # => 3
  def exit(status = true) end

  # :call-seq:
  #   exit!(status = false)
  #
  # Ends the process at once; neither <tt>ensure</tt> nor #at_exit is run.
  #
  #   # (not run)
  #   exit!(1)
  def exit!(status = false) end

  # :call-seq:
  #   extend(*modules) -> self
  #
  # Adds the methods of the modules to this object alone.
  #
  #   o = Object.new.extend(Comparable)
  #   o.is_a?(Comparable) # => true
  #   o.extend(String)    # raises TypeError
  def extend(*modules) end

  # :call-seq:
  #   raise
  #   raise(message)
  #   raise(exception, message = nil, backtrace = nil, cause: $!)
  #
  # Raises an exception: a RuntimeError with the message; a class, of which +exception+ makes an object; or an object.
  # Without arguments, that in <tt>$!</tt> again, else a RuntimeError.  Raises TypeError for what is no exception.
  #
  #   raise "bad"               # raises RuntimeError: bad
  #   raise ArgumentError, "no" # raises ArgumentError: no
  #   raise 1                   # raises TypeError
  def raise(exception = nil, message = nil, backtrace = nil, cause: $!) end
  alias fail raise

  # :call-seq:
  #   fork -> integer or nil
  #   fork { ... } -> integer
  #
  # Copies the process.  Returns the id of the new one in the old, +nil+ in the new; with a block, the new process
  # runs it and ends.
  #
  #   Process.wait(fork { exit!(0) })
  #   $?.exitstatus # => 0
  def fork() end

  # :call-seq:
  #   sprintf(template, *objects) -> string
  #
  # Returns the template with each <tt>%</tt> and what follows replaced by an object, written as it says: <tt>%d</tt>
  # an integer, <tt>%x</tt> hexadecimal, <tt>%f</tt>, <tt>%e</tt> and <tt>%g</tt> a float, <tt>%s</tt> +to_s+,
  # <tt>%p</tt> +inspect+, <tt>%c</tt> a character, <tt>%b</tt> binary.  Between come flags, a width and a precision;
  # <tt>%<name>d</tt> and <tt>%{name}</tt> take the value from a hash.  Raises ArgumentError if objects are missing.
  #
  #   sprintf("%05d|%-4s|%+.2f", 42, "ab", 1.5) # => "00042|ab  |+1.50"
  #   sprintf("%#x %08b %p", 255, 5, nil)       # => "0xff 00000101 nil"
  #   format("%<a>d %{b}", a: 1, b: 2)          # => "1 2"
  #   format("%d")                              # raises ArgumentError
  def sprintf(template, *objects) end
  alias format sprintf

  # :call-seq:
  #   freeze -> self
  #
  # Makes that the object cannot be changed any more.
  #
  #   s = +"a"
  #   s.freeze
  #   s << "b" # raises FrozenError
  def freeze() end

  # :call-seq:
  #   frozen? -> true or false
  #
  # Tells whether the object is frozen.  Numbers, symbols, +nil+, +true+ and +false+ always are.
  #
  #   1.frozen?          # => true
  #   Object.new.frozen? # => false
  def frozen?() end

  # :call-seq:
  #   gets(separator = $/, limit = nil, chomp: false) -> string or nil
  #
  # Reads a line of the files named in ARGV, else of standard input, and sets <tt>$_</tt>; +nil+ at the end.
  #
  #   # (not run)
  #   print "Name? "
  #   name = gets(chomp: true)
  def gets(separator = $/, limit = nil, chomp: false) end

  # :call-seq:
  #   global_variables -> array
  #
  # Returns the names of the global variables.
  #
  #   global_variables.include?(:$stdout) # => true
  def global_variables() end

  # :call-seq:
  #   hash -> integer
  #
  # Returns a number that is the same for objects that are +eql?+; hashes find their keys with it.
  #
  #   "a".hash == "a".hash # => true
  def hash() end

  # :call-seq:
  #   inspect -> string
  #
  # Returns a string for people who look for faults: the class and the instance variables, those that
  # #instance_variables_to_inspect names.
  #
  #   class Point; def initialize = @x = 1; end
  #   Point.new.inspect.sub(/0x\h+/, "0x") # => "#<Point:0x @x=1>"
  def inspect() end

  # :call-seq:
  #   instance_of?(class) -> true or false
  #
  # Tells whether the object is of the class itself, not of a subclass.
  #
  #   1.instance_of?(Integer) # => true
  #   1.instance_of?(Numeric) # => false
  def instance_of?(class_) end

  # :call-seq:
  #   instance_variable_defined?(name) -> true or false
  #
  # Tells whether the object has the instance variable.  Raises NameError if +name+ is no such name.
  #
  #   o = Object.new
  #   o.instance_variable_defined?(:@a) # => false
  #   o.instance_variable_defined?("a") # raises NameError
  def instance_variable_defined?(name) end

  # :call-seq:
  #   instance_variable_get(name) -> object or nil
  #
  # Returns the value of the instance variable, +nil+ if there is none.  Raises NameError if +name+ is no such name.
  #
  #   o = Object.new
  #   o.instance_variable_set(:@a, 1)
  #   o.instance_variable_get(:@a) # => 1
  #   o.instance_variable_get(:@b) # => nil
  def instance_variable_get(name) end

  # :call-seq:
  #   instance_variable_set(name, value) -> value
  #
  # Sets the instance variable.  Raises FrozenError if the object is frozen.
  #
  #   Object.new.instance_variable_set(:@a, 1)        # => 1
  #   Object.new.freeze.instance_variable_set(:@a, 1) # raises FrozenError
  def instance_variable_set(name, value) end

  # :call-seq:
  #   instance_variables -> array
  #
  # Returns the names of the instance variables.
  #
  #   o = Object.new
  #   o.instance_variable_set(:@a, 1)
  #   o.instance_variables # => [:@a]
  def instance_variables() end

  # :call-seq:
  #   instance_variables_to_inspect -> array or nil
  #
  # Returns the names of the instance variables that #inspect shows; +nil+, as here, means all.  A class defines it
  # anew, private as well, to keep some back.
  #
  #   class Login
  #     def initialize = (@user, @password = "me", "secret")
  #     private def instance_variables_to_inspect = [:@user]
  #   end
  #   Login.new.inspect.sub(/0x\h+/, "0x") # => "#<Login:0x @user=\"me\">"
  def instance_variables_to_inspect() end

  # :call-seq:
  #   is_a?(module) -> true or false
  #
  # Tells whether the class of the object is the class, inherits from it or includes the module.
  #
  #   1.is_a?(Comparable) # => true
  #   1.is_a?(Float)      # => false
  #   1.is_a?(2)          # raises TypeError
  def is_a?(module_) end
  alias kind_of? is_a?

  # :call-seq:
  #   itself -> self
  #
  # Returns the object.
  #
  #   [1, 2, 1].group_by(&:itself) # => {1 => [1, 1], 2 => [2]}
  def itself() end

  # :call-seq:
  #   lambda {|...| ... } -> proc
  #
  # Returns the block as a lambda: a Proc that insists on the number of arguments and from which <tt>return</tt>
  # leaves only itself.
  #
  #   lambda {|a| a }.call(1) # => 1
  #   lambda {|a| a }.call    # raises ArgumentError
  def lambda() end

  # :call-seq:
  #   load(file, wrap = false) -> true
  #
  # Runs the file, each time anew, unlike #require; looks for it in <tt>$LOAD_PATH</tt> too.  With +wrap+ its
  # constants and methods go into a new module, or into that given.  Raises LoadError if there is none.
  #
  #   File.write("three.rb", "$three = 3")
  #   load("./three.rb") # => true
  #   $three             # => 3
  #   load("no/such.rb") # raises LoadError
  def load(file, wrap = false) end

  # :call-seq:
  #   local_variables -> array
  #
  # Returns the names of the local variables.
  #
  #   a = 1
  #   local_variables.include?(:a) # => true
  def local_variables() end

  # :call-seq:
  #   loop { ... } -> object
  #   loop -> enumerator
  #
  # Calls the block again and again until <tt>break</tt>.  A StopIteration ends it too; then its result is returned.
  #
  #   n = 0
  #   loop { break n if (n += 1) > 3 } # => 4
  #   e = [1].each
  #   loop { e.next }                  # => [1]
  def loop() end

  # :call-seq:
  #   method(name) -> method
  #
  # Returns the Method with the name, private ones too.  Raises NameError if there is none.
  #
  #   [1, 2].method(:push).call(3) # => [1, 2, 3]
  #   1.method(:none)              # raises NameError
  def method(name) end

  # :call-seq:
  #   methods(all = true) -> array
  #
  # Returns the names of the public and protected methods; without +all+ those of the object alone.
  #
  #   1.methods.include?(:+)    # => true
  #   Object.new.methods(false) # => []
  def methods(all = true) end

  # :call-seq:
  #   nil? -> true or false
  #
  # Tells whether the object is +nil+.
  #
  #   nil.nil?   # => true
  #   false.nil? # => false
  def nil?() end

  # :call-seq:
  #   object_id -> integer
  #
  # Returns a number that no other object has at the same time.
  #
  #   1.object_id                     # => 3
  #   "a".object_id == +"a".object_id # => false
  def object_id() end

  # :call-seq:
  #   open(path, mode = "r", permissions = 0666, **options) -> io
  #   open(path, mode = "r", permissions = 0666, **options) {|io| ... } -> object
  #
  # Opens the file as File.open does, or what +to_open+ of the object gives.  A path that begins with <tt>|</tt> is a
  # file as any other.
  #
  #   open("file", "w") {|io| io.write("text") } # => 4
  #   open("file", &:read)                       # => "text"
  #   open("none")                               # raises Errno::ENOENT
  def open(path, mode = "r", permissions = 0o666, **options) end

  # :call-seq:
  #   p(*objects) -> object or array or nil
  #
  # Writes the +inspect+ of each object and a line end.  Returns the object, an array of several, or +nil+.
  #
  #   p 1, "a" # prints "1\n\"a\"\n"
  #   p        # => nil
  def p(*objects) end

  # :call-seq:
  #   pp(*objects) -> object or array or nil
  #
  # Does what #p does, but breaks long output into lines.
  #
  #   pp({a: 1}) # prints "{a: 1}\n"
  def pp(*objects) end

  # :call-seq:
  #   print(*objects) -> nil
  #
  # Writes the objects as +to_s+ gives them, without a line end; <tt>$_</tt> if there are none.
  #
  #   print 1, nil, "a" # prints "1a"
  def print(*objects) end

  # :call-seq:
  #   printf(template, *objects) -> nil
  #   printf(io, template, *objects) -> nil
  #
  # Writes what #sprintf gives.
  #
  #   printf("%03d", 7) # prints "007"
  def printf(template, *objects) end

  # :call-seq:
  #   private_methods(all = true) -> array
  #
  # Returns the names of the private methods; without +all+ those of its class and singleton class.
  #
  #   1.private_methods.include?(:puts) # => true
  def private_methods(all = true) end

  # :call-seq:
  #   proc {|...| ... } -> proc
  #
  # Returns the block as a Proc.
  #
  #   proc {|up, down| [down, up] }.call(9) # => [nil, 9]
  #   proc                                  # raises ArgumentError
  def proc() end

  # :call-seq:
  #   protected_methods(all = true) -> array
  #
  # Returns the names of the protected methods.
  #
  #   1.protected_methods # => []
  def protected_methods(all = true) end

  # :call-seq:
  #   public_method(name) -> method
  #
  # Returns the public Method with the name.  Raises NameError if there is none.
  #
  #   3.public_method(:+).call(4) # => 7
  #   3.public_method(:puts)      # raises NameError
  def public_method(name) end

  # :call-seq:
  #   public_methods(all = true) -> array
  #
  # Returns the names of the public methods.
  #
  #   1.public_methods.include?(:puts) # => false
  def public_methods(all = true) end

  # :call-seq:
  #   public_send(name, *args) -> object
  #
  # Calls the public method with the name.  Raises NoMethodError if there is none.
  #
  #   3.public_send(:+, 4)      # => 7
  #   3.public_send(:puts, "a") # raises NoMethodError
  def public_send(name, *args) end

  # :call-seq:
  #   putc(object) -> object
  #
  # Writes the first character of a string, or the byte of a number.
  #
  #   putc "abc" # prints "a"
  #   putc 66    # prints "B"
  def putc(object) end

  # :call-seq:
  #   puts(*objects) -> nil
  #
  # Writes each object as +to_s+ gives it and a line end if it has none; the elements of an array one by one.
  #
  #   puts "a", [1, [nil]] # prints "a\n1\n\n"
  #   puts                 # prints "\n"
  def puts(*objects) end

  # :call-seq:
  #   rand(max = 0) -> integer or float
  #   rand(range) -> integer or float or nil
  #
  # Returns a random number: a float from 0 to 1 if +max+ is 0 or +nil+, else an integer below its absolute value, or
  # one of the range.
  #
  #   rand.between?(0, 1) # => true
  #   rand(1)             # => 0
  #   rand(5..5)          # => 5
  def rand(max = 0) end

  # :call-seq:
  #   readline(separator = $/, limit = nil, chomp: false) -> string
  #
  # Does what #gets does, but raises EOFError at the end.
  #
  #   # (not run)
  #   first = readline
  def readline(separator = $/, limit = nil, chomp: false) end

  # :call-seq:
  #   readlines(separator = $/, limit = nil, chomp: false) -> array
  #
  # Reads all lines that #gets would.
  #
  #   # (not run)
  #   lines = readlines(chomp: true)
  def readlines(separator = $/, limit = nil, chomp: false) end

  # :call-seq:
  #   remove_instance_variable(name) -> object
  #
  # Removes the instance variable and returns its value.  Raises NameError if there is none.
  #
  #   o = Object.new
  #   o.instance_variable_set(:@a, 1)
  #   o.remove_instance_variable(:@a) # => 1
  #   o.remove_instance_variable(:@a) # raises NameError
  def remove_instance_variable(name) end

  # :call-seq:
  #   require(name) -> true or false
  #
  # Loads the library from <tt>$LOAD_PATH</tt> or a gem, or the file of an absolute path.  Returns +false+ if it is
  # loaded already.  Raises LoadError if there is none.
  #
  #   require "set"         # => false
  #   require "no/such/lib" # raises LoadError
  def require(name) end

  # :call-seq:
  #   require_relative(name) -> true or false
  #
  # Does what #require does with a path that is relative to the running file.
  #
  #   require_relative "no_such_file" # raises LoadError
  def require_relative(name) end

  # :call-seq:
  #   respond_to?(name, all = false) -> true or false
  #
  # Tells whether the object has the public method, with +all+ also a protected or private one; else what
  # #respond_to_missing? says.
  #
  #   1.respond_to?(:+)          # => true
  #   1.respond_to?(:puts)       # => false
  #   1.respond_to?(:puts, true) # => true
  def respond_to?(name, all = false) end

  # :call-seq:
  #   respond_to_missing?(name, all) -> true or false
  #
  # Is asked by #respond_to? and #method about a method that is not defined.  It is +false+; a class with
  # +method_missing+ defines it anew.
  #
  #   class Echo
  #     def respond_to_missing?(name, all) = name == :echo
  #   end
  #   Echo.new.respond_to?(:echo) # => true
  def respond_to_missing?(name, all) end

  # :call-seq:
  #   select(readers, writers = nil, errors = nil, timeout = nil) -> array or nil
  #
  # Does what IO.select does: waits until some of the IOs are ready and returns three arrays of them, +nil+ if the
  # time in seconds is over.
  #
  #   reader, writer = IO.pipe
  #   select([reader], nil, nil, 0)                # => nil
  #   writer.write("a")
  #   select([reader], nil, nil, 9)[0] == [reader] # => true
  def select(readers, writers = nil, errors = nil, timeout = nil) end

  # :call-seq:
  #   send(name, *args) -> object
  #
  # Calls the method with the name, private ones too.
  #
  #   3.send(:+, 4)  # => 7
  #   3.send("none") # raises NoMethodError
  def send(name, *args) end

  # :call-seq:
  #   set_trace_func(proc) -> proc
  #
  # Has the proc called at each event of the program; +nil+ ends it.  TracePoint does it better.
  #
  #   set_trace_func(nil) # => nil
  def set_trace_func(proc) end

  # :call-seq:
  #   singleton_class -> class
  #
  # Returns the class that holds the methods of this object alone.  Raises TypeError for numbers and symbols.
  #
  #   Range.singleton_class # => #<Class:Range>
  #   true.singleton_class  # => TrueClass
  #   :east.singleton_class # raises TypeError
  def singleton_class() end

  # :call-seq:
  #   singleton_method(name) -> method
  #
  # Returns the Method with the name that this object alone has.  Raises NameError if there is none.
  #
  #   o = Object.new
  #   def o.hi = :hi
  #   o.singleton_method(:hi).call # => :hi
  #   o.singleton_method(:dup)     # raises NameError
  def singleton_method(name) end

  # :call-seq:
  #   singleton_methods(all = true) -> array
  #
  # Returns the names of the public and protected methods that this object alone has, with +all+ also those of modules
  # that extend it.
  #
  #   o = Object.new
  #   def o.hi = :hi
  #   o.singleton_methods # => [:hi]
  def singleton_methods(all = true) end

  # :call-seq:
  #   sleep(seconds = nil) -> integer
  #
  # Stops the thread for that time, or until it is woken, and returns the time in whole seconds.  Raises ArgumentError
  # if it is negative.
  #
  #   sleep(0.001) # => 0
  #   sleep(-1)    # raises ArgumentError
  def sleep(seconds = nil) end

  # :call-seq:
  #   spawn(env = {}, command, *args, **options) -> integer
  #
  # Runs the command in another process and returns its id at once.  A single string with special characters is run by
  # a shell.  Options redirect (<tt>out: "file"</tt>), set the folder (<tt>chdir:</tt>) and more.  Raises
  # Errno::ENOENT if there is no such program.
  #
  #   Process.wait(spawn({"A" => "1"}, "echo $A", out: "file"))
  #   File.read("file")         # => "1\n"
  #   spawn("/no/such/program") # raises Errno::ENOENT
  def spawn(command, *args, **options) end

  # :call-seq:
  #   srand(seed = Random.new_seed) -> integer
  #
  # Sets where the random numbers of #rand begin and returns the seed before.
  #
  #   srand(5)
  #   a = rand(1000)
  #   srand(5)        # => 5
  #   rand(1000) == a # => true
  def srand(seed = Random.new_seed) end

  # :call-seq:
  #   syscall(number, *args) -> integer
  #
  # Calls the operating system's function of that number; it warns, and depends on the machine.
  #
  #   # (not run)
  #   syscall(39)
  def syscall(number, *args) end

  # :call-seq:
  #   system(env = {}, command, *args, exception: false, **options) -> true, false or nil
  #
  # Runs the command as #spawn does and waits.  Returns +true+ if its status is 0, +false+ if not, +nil+ if it could
  # not be run; with <tt>exception: true</tt> it raises instead of the latter two.
  #
  #   system("exit 3")                  # => false
  #   system("/no/such/program")        # => nil
  #   system("exit 3", exception: true) # raises RuntimeError
  def system(command, *args, exception: false, **options) end

  # :call-seq:
  #   tap {|object| ... } -> self
  #
  # Calls the block with the object and returns the object.
  #
  #   [1, 2].tap {|a| a << 3 } # => [1, 2, 3]
  def tap() end

  # :call-seq:
  #   test(question, file, other = nil) -> object
  #
  # Answers a question of a character about the file: <tt>"e"</tt> whether it exists, <tt>"f"</tt> whether it is a
  # plain file, <tt>"d"</tt> a folder, <tt>"r"</tt> readable, <tt>"s"</tt> its size, <tt>"M"</tt> when it was changed.
  #
  #   test("d", ".")    # => true
  #   test("e", "none") # => false
  #   test("!", ".")    # raises ArgumentError
  def test(question, file, other = nil) end

  # :call-seq:
  #   then {|object| ... } -> object
  #   then -> enumerator
  #
  # Calls the block with the object and returns what it returns.
  #
  #   3.then {|n| n + 1 } # => 4
  def then() end
  alias yield_self then

  # :call-seq:
  #   throw(tag, value = nil)
  #
  # Leaves the #catch with the same tag, which returns +value+.  Raises UncaughtThrowError if there is none.
  #
  #   catch(:done) { throw :done, 5 } # => 5
  #   throw :none                     # raises UncaughtThrowError
  def throw(tag, value = nil) end

  # :call-seq:
  #   to_s -> string
  #
  # Returns the class of the object and a number of it.
  #
  #   Object.new.to_s.sub(/0x\h+/, "0x") # => "#<Object:0x>"
  def to_s() end

  # :call-seq:
  #   trace_var(name, proc) -> nil
  #   trace_var(name) {|value| ... } -> nil
  #
  # Has the block called with the new value each time the global variable is assigned.
  #
  #   trace_var(:$traced) {|value| print value }
  #   $traced = 8 # prints "8"
  def trace_var(name, proc = nil) end

  # :call-seq:
  #   trap(signal, command) -> object
  #   trap(signal) {|number| ... } -> object
  #
  # Does what Signal.trap does: says what happens when the signal comes, and returns what was set before.
  #
  #   trap("USR1") { print "got it" }
  #   Process.kill("USR1", Process.pid); sleep 0.01 # prints "got it"
  def trap(signal, command = nil) end

  # :call-seq:
  #   untrace_var(name, proc = nil) -> array or nil
  #
  # Ends what #trace_var has set for the global variable, all or that proc, and returns an array of what is removed.
  #
  #   trace_var(:$untraced, proc { })
  #   untrace_var(:$untraced).size # => 1
  def untrace_var(name, proc = nil) end

  # :call-seq:
  #   warn(*messages, uplevel: nil, category: nil) -> nil
  #
  # Writes the messages, a line each, on standard error, by Warning.warn; nothing if <tt>$VERBOSE</tt> is +nil+ or the
  # category is switched off.  +uplevel+ puts the place of that caller in front.
  #
  #   warn "careful", "twice" # warns "careful\ntwice\n"
  def warn(*messages, uplevel: nil, category: nil) end
end
