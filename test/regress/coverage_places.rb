require "test_helper"
require "coverage"
require "open3"
require "tmpdir"

# Where Coverage says that branches and lines are, and how often code of `ensure` counts.
class TestCoveragePlaces < Minitest::Test
  def cover(source, **modes)
    Dir.mktmpdir do |dir|
      path = "#{dir}/covered.rb"
      File.write(path, source)
      Coverage.start(**modes)
      load path
      Coverage.result.fetch(path)
    end
  end

  def branches(source) = cover(source, branches: true)[:branches].values.flat_map(&:to_a).to_h { |k, n| [[k[0], *k[2..]], n] }

  def test_safe_navigation_without_its_block
    { "1&.then do break end\n" => 7, "1&.then(){}\n" => 7, "1&.then()\n" => 7, "1&.then(&:succ)\n" => 7,
      "1&.respond_to?(:a) {}\n" => 18, "1&.respond_to? :a do end\n" => 17, "1&.respond_to?(:a, &:succ)\n" => 26 }.each do |source, column|
      assert_equal({[:then, 1, 0, 1, column] => 1, [:else, 1, 0, 1, column] => 0}, branches(source), source)
    end
  end

  def test_ways_without_code
    assert_equal({[:then, 2, 4, 2, 4] => 1, [:else, 3, 0, 4, 3] => 0}, branches("x=1\nif x\nelse\nend\n"))
    assert_equal({[:then, 2, 4, 2, 4] => 1, [:else, 2, 0, 3, 3] => 0}, branches("x=1\nif x\nend\n"))
    assert_equal({[:else, 2, 0, 5, 3] => 1, [:then, 3, 1, 3, 2] => 0}, branches("x=1\nunless x\n 3\nelse\nend\n"))
    assert_equal({[:else, 4, 1, 4, 2] => 1, [:then, 2, 0, 5, 3] => 0}, branches("x=1\nunless x\nelse\n 2\nend\n"))
  end

  def test_ensure_counts_every_way
    assert_equal({[:then, 4, 2, 4, 5] => 1, [:else, 4, 2, 4, 11] => 1},
                 branches("def foo\n  yield\nensure\n  :ok if $!\nend\nfoo {}\nfoo { raise } rescue nil\n"))
    assert_equal({[:then, 3, 7, 3, 7] => 0, [:else, 5, 4, 5, 10] => 1},
                 branches("def flush\nensure\n  if $!\n  else\n    return\n  end\nend\nflush\n"))
  end

  def test_line_of_an_endless_loop
    assert_equal [1, 1, 1, nil], cover("raise if 1 == 2\nwhile true\n  break\nend\n", lines: true)[:lines]
    assert_equal [1, 1, 3, nil, 1], cover("i=0\nwhile i < 3\n i+=1\nend\nwhile true do break end\n", lines: true)[:lines]
  end

  def test_main_script
    Dir.mktmpdir do |dir|
      File.write("#{dir}/first.rb", "require 'coverage'\nCoverage.start(lines: true)\n")
      File.write("#{dir}/main.rb", "p Coverage.peek_result[__FILE__]\n")
      assert_equal ["{lines: [1]}\n", "", true], Open3.capture3(RbConfig.ruby, "-r", "#{dir}/first.rb", "#{dir}/main.rb").then { |o, e, s| [o, e, s.success?] }
    end
  end
end
