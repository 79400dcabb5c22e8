# test_miniruby.rb - the methods that core/*.rb defines have a form in C for miniruby, which builds the library before core/ is compiled.
# Both forms give the same answers.
require_relative "lib/test_helper"

class TestMiniruby < Minitest::Test
  MINIRUBY = File.expand_path("../miniruby", File.dirname(RbConfig.ruby)) # bin/ is a folder of the build
  PROGRAM = <<~'RUBY'
    p [1, 2].map { |x| x + 1 }, [].collect { 1 }
    p [1, 2].map.size, [1, 2].each_index.size, [1, 2].select.size, [1].reject.size, 3.times.size, (-1).times.size, 1.then.size
    p [4, 5].each_index { |i| print i }
    p [1, 2, 3].select { |x| x > 1 }, [1, 2, 3].filter { |x| x > 1 }, [1, 2, 3].reject { |x| x > 1 }
    p 3.times { |i| print i }, 0.times { raise }, 2.upto(4).to_a, 2.downto(1).to_a
    p 1.tap { |x| p x }, 2.then { |x| x * 2 }, 3.yield_self { |x| x + 1 }
    p Float("1.5"), Float("x", exception: false), (Float("x") rescue $!.class), Float(nil, exception: false), Float(2, exception: false)
    p "a".unpack1("C"), "abc".unpack1("@1a")
    h = {a: 1, b: 2}
    p h.each { |k, v| print k, v }
    h.each_pair { |k| p k }
    h.each_key { |k| p k }
    h.each_value { |v| p v }
    p h.each.size, h.each_key.size, h.each_value.size, h.each_pair.size, h.each(&:first)
    p({}.each {}, {}.each_key {}, {}.each_value {})
    p (1..3).each { |x| print x }
    h.each { |k, v| h.delete(k) }
    p h, [3, 4].each { |x| print x }, (h.each_key { h[:new] = 1; break 5 })
    begin
      {a: 1}.each { |k, v| raise IOError, "out" }
    rescue IOError => e
      p e.message
    end
    i = {x: 1}
    begin
      i.each_key { i[:y] = 2 }
    rescue => e
      p e.class, e.message
    end
  RUBY

  def answers_of(command)
    IO.popen([*command, "-", err: %i[child out]], "r+") do |io|
      io.write(PROGRAM)
      io.close_write
      io.read
    end
  end

  def test_answers
    skip "no miniruby: an installed tree" unless File.exist?(MINIRUBY)
    mini, full = [[MINIRUBY], [RbConfig.ruby, "--disable=gems"]].map { |command| answers_of(command) }
    assert_equal full, mini
    assert_includes full, "[2, 3]\n[]\n"
    refute_includes full, "NoMethodError"
  end
end
