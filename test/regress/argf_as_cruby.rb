require "test_helper"
require "tempfile"

# What ARGF does with $., in-place editing and the end of its files.  Expected: CRuby 4.0.1.
class TestArgfAsCruby < Minitest::Test
  def run_ruby(code, *args, stdin: "")
    IO.popen([RbConfig.ruby, *args.take_while { |a| a.start_with?("-") && a != "-" }, "-e", code, *args.drop_while { |a| a.start_with?("-") && a != "-" }, err: [:child, :out]], "r+") { |io|
      io.write stdin
      io.close_write
      io.read
    }
  end

  def with_files(*texts)
    files = texts.map { |t| Tempfile.create("argf").tap { |f| f.write(t); f.close } }
    yield(*files.map(&:path))
  ensure
    files.each { |f| [f.path, "#{f.path}.bak"].each { |p| File.unlink(p) if File.exist?(p) } }
  end

  def test_line_numbers
    with_files("1\n2\n", "3\n4\n") do |a, b|
      assert_equal "[3, 3, 3]\n", run_ruby("3.times { gets }; p [$., (ARGF.rewind; $.), (ARGF.gets; $.)]", a, b)
      assert_equal "[1, 2, 1]\n", run_ruby("x = ARGF.dup; p Array.new(3) { x.gets; $. }", a, b)
      assert_equal "2001\n", run_ruby("gets; $. = 2000; gets; p $.", a, b)
    end
  end

  def test_edges
    with_files("a\nb\n") do |a|
      assert_equal "\"a\"\ntrue\nnil\n", run_ruby("p gets(chomp: true), ARGF.external_encoding.is_a?(Encoding); p ARGF.internal_encoding", a)
      assert_equal "true\n", run_ruby("p ARGF.internal_encoding.is_a?(Encoding)", a)
      assert_equal "nil\n\"\"\n", run_ruby("nil while gets; p ARGF.read, ARGF.read(3, +'x')", a)
      assert_match(/invalid limit: 0 for each_line/, run_ruby("ARGF.each_line(0) {}", a))
    end
  end

  def test_in_place
    with_files("foo\n") do |a|
      assert_match(/stdio; skipping/, run_ruby("puts 1 while gets", "-i.bak", "-", a))
      assert_equal ["1\n", "foo\n"], [File.read(a), File.read("#{a}.bak")]
      assert_match(/Can't rename .*, skipping file/, run_ruby("ARGF.inplace_mode = '/nowhere/x'; while gets; puts 2; end", a))
      assert_equal "1\n", File.read(a)
    end
  end
end
