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
    assert_equal 10 * 3**3 * 2**6, Matrix.product.size
  end

  # The quick form has each value of each switch, the four call-data layouts, and no build twice.
  def test_quick
    quick = Matrix.quick
    assert_equal quick.size, quick.values.uniq.size
    given = quick.values.flatten
    Matrix.product.values.flatten.uniq.each { |word| assert_includes given, word unless word == "--with-slot-classes=line" }
    flat = quick.values.map { |words| %w[--disable-call-data --disable-call-flat].map { |word| words.include?(word) } }
    assert_equal 4, flat.uniq.size
  end

  # The ring of marking and the heap's huge pages depend on no other switch, so their values stand in the quick form alone.
  def test_switches_of_the_quick_form
    words = Matrix.quick.values.flatten
    %w[--with-mark-ring=0 --with-mark-ring=32 --with-mark-prefetch-lines=2].each { |word| assert_includes words, word }
    [0, 1, 2].each { |n| assert_includes words, "--with-huge-pages-from=#{n}" }
  end

  # A switch of configure that chooses between ways to build the VM is one of the factors.
  def test_switches_of_configure
    configure = File.read(File.expand_path("../configure.ac", __dir__))
    switches = configure.scan(/AC_ARG_WITH\(\[([a-z-]+)\]|FACET_YESNO\(\[([a-z-]+)\]/).flatten.compact
    given = Matrix.product.values.flatten.join(" ")
    others = %w[check-level gperftools prism-dir mark-ring mark-prefetch-lines huge-pages-from]
    assert_includes configure, "AC_ARG_ENABLE([jit]"
    switches << "jit"
    assert_empty((switches - others).reject { |name| given.include?("-#{name}") })
  end
end
