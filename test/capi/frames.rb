# frames.rb - what frames.c is called with. Prints one line for each call.
require_relative "show"

# Returns frames, each without the folder of its file.
def short(frames) = frames.map { |f| f.map { |part| part.is_a?(String) ? File.basename(part) : part } }
def shown(value) = value.inspect.gsub(/0x\h+/, "0x")
def here(n = 2, start = 1) = short(Frames.here(start + 1, n))

class Outer
  class << self
    def single = here(1)
  end
  def plain = here(1)
  def block = [1].map { here(2) }.first
  def nested = [1].map { [2].each { |x| break here(1) } }
  def rescued = (raise "x" rescue here(1))
  def ensured
  ensure
    $ensured = here(1)
  end
  define_method(:defined) { here(1) }
  alias other plain
  def method_missing(name) = here(1)
  def respond_to_missing?(*) = true
  def evaluated = eval("here(2)")
  def kept = binding
  def initialize_at = here(1)
  BODY = here(1)
  module Inner
    def self.at = here(1)
    BODY = here(1)
  end
end

object = Outer.new
show("plain") { object.plain }
show("single") { Outer.single }
show("block") { object.block }
show("nested") { object.nested }
show("rescued") { object.rescued }
show("ensured") { object.ensured; $ensured }
show("define_method") { object.defined }
show("alias") { object.other }
show("method_missing") { object.unknown }
show("eval") { object.evaluated }
show("eval binding") { object.kept.eval("here(1)") }
show("class body") { [Outer::BODY, Outer::Inner::BODY] }
show("module") { Outer::Inner.at }
show("lambda") { -> { here(1) }.call }
show("method object") { object.method(:plain).unbind.bind(object).call }
show("singleton of an object") { o = Object.new; def o.single = here(1); o.single }
show("anonymous class") { Class.new { def at = here(1) }.new.at }
show("instance_exec") { 3.instance_exec { Object.send(:here, 1) } }
show("C functions") { [3].map { short(Frames.here(0, 3)) }.first.map { |f| f.values_at(1, 4, 6, 8) } }
show("no frames") { [Frames.here(0, 0), Frames.here(1000, 3)] }
show("this thread") { short(Frames.of_thread(Thread.current, 2)) }
show("a thread that sleeps") { t = Thread.new { sleep }; Thread.pass until t.stop?; short(Frames.of_thread(t, 2)).map { |f| f.values_at(4, 6, 8) }.tap { t.kill.join } }
show("a thread that ended") { t = Thread.new {}.join; [Frames.of_thread(t, 3), Frames.count(t)] }
show("no lines") { Frames.count(Thread.current) > 2 }
show("inspector") { [Frames.inspect_at(0), Frames.inspect_at(1).drop(1)] }
show("inspector past the end") { Frames.inspect_at(1000) }
show("inspector before the start") { Frames.inspect_at(-1) }
show("depth past the end") { Frames.depth(1000) }
show("depth") { Frames.depth(0) - Frames.depth(1) }
show("current") { Frames.current }
