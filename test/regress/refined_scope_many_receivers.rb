require "test_helper"

# Sends of refined code to many receivers go by the shared table as long as no refinement of the program has a method of their name.
class TestRefinedScopeManyReceivers < Minitest::Test
  KINDS = Array.new(12) { |i| Class.new { define_method(:kind) { i }; attr_accessor :place; def each_kind = yield(kind) } }

  module Other
    refine(String) { def unrelated_name = :unrelated }
  end

  module Scope
    module Late
      refine(KINDS[3]) { def first_name = :refined }
    end
    using Other
    using Late

    def self.kinds(all) = all.map { |o| o.kind }
    def self.blocks(all) = all.map { |o| o.each_kind { |k| k + 1 } }
    def self.sent(all) = all.map { |o| o.send(:kind) }
    def self.symbols(all) = all.map(&:kind)
    def self.places(all) = all.each_with_index.map { |o, i| o.place = i; o.place }
    def self.unrelated = ["".unrelated_name, ("".respond_to?(:unrelated_name))]
    def self.all(all) = [kinds(all), blocks(all), sent(all), symbols(all), places(all)]
  end

  def unrefined(all) = [all.map { |o| o.kind }, all.map { |o| o.each_kind { |k| k + 1 } }, all.map { |o| o.send(:kind) }, all.map(&:kind)]

  def test_name_that_becomes_refined
    all = KINDS.map(&:new)
    n = (0..11).to_a
    20.times { assert_equal [n, n.map { |i| i + 1 }, n, n, n], Scope.all(all) }
    Scope::Late.send(:refine, KINDS[3]) { def kind = -1 }
    r = n.dup.tap { |a| a[3] = -1 }
    20.times do
      assert_equal [n, n.map { |i| i + 1 }, n, n], unrefined(all)
      assert_equal [r, n.map { |i| i + 1 }, r, r, n], Scope.all(all)
    end
    Scope::Late.send(:refine, KINDS[3]) { remove_method :kind }
    20.times { assert_equal [n, n.map { |i| i + 1 }, n, n, n], Scope.all(all) }
    assert_equal [:unrelated, true], Scope.unrelated
  end
end
