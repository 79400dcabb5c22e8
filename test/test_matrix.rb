# The builds of `make check-matrix` (tool/check/matrix.rb): each pair of switches meets in one of them.
require_relative "lib/test_helper"
require_relative "../tool/check/matrix"

class TestMatrix < Minitest::Test
  def test_each_pair_is_covered
    assert_empty Matrix.missing
  end

  def test_builds
    assert_operator Matrix.builds.size, :<=, 12
    assert_equal Matrix.builds.size, Matrix.builds.values.uniq.size
    assert_equal 10 * 3**3 * 2**5, Matrix.product.size
  end

  # A switch of configure that chooses between ways to build the VM is one of the factors.
  def test_switches_of_configure
    configure = File.read(File.expand_path("../configure.ac", __dir__))
    switches = configure.scan(/AC_ARG_WITH\(\[([a-z-]+)\]|FACET_YESNO\(\[([a-z-]+)\]/).flatten.compact
    given = Matrix.product.values.flatten.join(" ")
    others = %w[check-level gperftools prism-dir]
    assert_empty((switches - others).reject { |name| given.include?("-#{name}") })
  end
end
