require "test_helper"
require "tmpdir"

# The use that loads a constant took it although the file made it private.
class TestAutoloadPrivateConstant < Minitest::Test
  def test_first_use
    Dir.mktmpdir do |dir|
      File.write("#{dir}/autoload_private.rb", "class TestAutoloadPrivateConstant::Here; ZZZ = 1; private_constant :ZZZ; YYY = 2; deprecate_constant :YYY; end")
      self.class.const_set(:Here, Class.new)
      %i[ZZZ YYY].each { |name| Here.autoload(name, "#{dir}/autoload_private.rb") }
      assert_raises(NameError) { Here::ZZZ }
      assert_raises(NameError) { Here::ZZZ }
    end
  end
end
