require "test_helper"

# A look-up by a String's name gave the name an ID, and with it an entry that stayed for ever.
class TestSymbolNamesCollected < Minitest::Test
  class Missing
    def method_missing(name, *) = name
    def respond_to_missing?(*) = true
    def self.const_missing(name) = name
  end
  Pair = Struct.new(:left)

  LOOKS = {
    send: ->(s) { 1.send(s) },
    public_send: ->(s) { 1.public_send(s) },
    send_of_symbol: ->(s) { 1.send(s.to_sym) },
    send_to_missing: ->(s) { Missing.new.send(s) },
    respond_to: ->(s) { 1.respond_to?(s) || Missing.new.respond_to?(s) },
    method: ->(s) { 1.method(s) },
    instance_method: ->(s) { Object.instance_method(s) },
    block: ->(s) { [1].each(&s.to_sym) },
    instance_variable_get: ->(s) { 1.instance_variable_get("@#{s}") },
    instance_variable_defined: ->(s) { Object.new.instance_variable_defined?("@#{s}") },
    remove_instance_variable: ->(s) { Object.new.remove_instance_variable("@#{s}") },
    const_get: ->(s) { Object.const_get(s.capitalize) },
    const_missing: ->(s) { Missing.const_get(s.capitalize) },
    const_get_path: ->(s) { Object.const_get("Process::#{s.capitalize}") },
    const_defined: ->(s) { Object.const_defined?(s.capitalize) },
    const_source_location: ->(s) { Object.const_source_location(s.capitalize) },
    remove_const: ->(s) { Object.send(:remove_const, s.capitalize) },
    class_variable_get: ->(s) { Missing.class_variable_get("@@#{s}") },
    class_variable_defined: ->(s) { Missing.class_variable_defined?("@@#{s}") },
    thread_aref: ->(s) { Thread.current[s] },
    thread_key: ->(s) { Thread.current.key?(s) },
    thread_variable: ->(s) { Thread.current.thread_variable?(s) },
    fiber_aref: ->(s) { Fiber[s.to_sym] },
    local_variable_defined: ->(s) { binding.local_variable_defined?(s) },
    local_variable_get: ->(s) { binding.local_variable_get(s) },
    marshal: ->(s) { Marshal.load(Marshal.dump([s.to_sym, Pair.new(s.to_sym)])) },
    struct_aref: ->(s) { Pair.new(1)[s] },
    match_data: ->(s) { /(?<a>a)/.match("a")[s.to_sym] },
    to_sym: ->(s) { s.to_sym.inspect },
  }

  def names_with(prefix) = Symbol.all_symbols.count { |s| s.name.downcase.include?(prefix) }

  LOOKS.each do |name, look|
    define_method("test_#{name}") do
      prefix = "gone_#{name.to_s.delete("_")}_"
      200.times { |i| look.call("#{prefix}#{i}") rescue NameError }
      GC.start
      # what the machine's stack still shows of the last ones
      assert_operator names_with(prefix), :<, 20
    end
  end

  # What such a look-up says is what it said.
  def test_errors
    assert_equal :never_heard_of, assert_raises(NoMethodError) { 1.public_send("never_heard_of") }.name
    assert_equal :never_heard_a, assert_raises(NameError) { 1.method("never_heard_a") }.name
    assert_equal "undefined method 'never_heard_b' for class 'Integer'",
                 assert_raises(NameError) { Integer.instance_method("never_heard_b") }.message
    assert_equal "uninitialized constant Process::NeverHeard", assert_raises(NameError) { Process.const_get("NeverHeard") }.message
    assert_equal "wrong constant name never", assert_raises(NameError) { Object.const_get("never") }.message
    assert_equal "uninitialized class variable @@never_heard in #{Missing}",
                 assert_raises(NameError) { Missing.class_variable_get("@@never_heard") }.message
    assert_equal "'never heard' is not allowed as an instance variable name",
                 assert_raises(NameError) { 1.instance_variable_get("never heard") }.message
    assert_match(/\Alocal variable 'never_heard_d' is not defined for #<Binding/,
                 assert_raises(NameError) { binding.local_variable_get("never_heard_d") }.message)
    assert_match(/\Awrong local variable name 'Never' for #<Binding/,
                 assert_raises(NameError) { binding.local_variable_defined?("Never") }.message)
    assert_equal "constant Object::NeverHeardC not defined",
                 assert_raises(NameError) { Object.send(:remove_const, "NeverHeardC") }.message
    assert_equal "can't modify frozen Integer: 1",
                 assert_raises(FrozenError) { 1.remove_instance_variable("@never_heard_e") }.message
  end
end
