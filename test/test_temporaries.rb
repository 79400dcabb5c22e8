# frozen_string_literal: true
#
# Objects that only C code knew of, collected while their bytes were being read: each method here makes one, with a collection at
# every allocation.
require "tempfile"

class TestTemporaries < Minitest::Test
  def stressed
    GC.stress = true
    yield
  ensure
    GC.stress = false
  end

  def to_path(path) = Object.new.tap { |o| o.define_singleton_method(:to_path) { path.dup } }

  def test_array_of_a_splat
    letters = stressed { [*"a".."z", *"A".."Z", *"0".."9"] }
    assert_equal 62, letters.size
    assert_equal [*97..122].pack("c*"), letters.first(26).join
  end

  def test_array_sample
    all = (1..40).map(&:to_s)
    8.times { assert_empty stressed { all.sample(20) } - all }
  end

  def test_string_succ
    assert_equal (1..30).map { |i| "a string that lies outside of its slot #{i.to_s.rjust(40, "0")}" },
                 stressed { ("a string that lies outside of its slot #{"1".rjust(40, "0")}".."a string that lies outside of its slot #{"30".rjust(40, "0")}").to_a }
  end

  def test_paths
    long = "/#{"x" * 200}/../#{"y" * 200}"
    assert_equal "/#{"y" * 200}", stressed { File.expand_path(to_path(long)) }
    assert_equal "/#{"y" * 200}", stressed { File.expand_path(to_path("/#{"y" * 200}")) }
    assert_equal "/#{"x" * 200}/..", stressed { File.dirname(to_path(long)) }
    assert_equal "y" * 200, stressed { File.basename(to_path(long)) }
  end

  def test_regexps
    parts = (1..5).map { |i| "[#{i}]" * 60 }
    assert_equal parts.map { |s| s.gsub(/[\[\]]/) { "\\#{_1}" } }.join("|"), stressed { Regexp.union(*parts).source }
    assert_equal "/#{"a" * 200}/", stressed { Regexp.new("a" * 200).inspect }
  end

  def test_marshal_from_io
    big = 3**2000
    words = ["a" * 500, big, { "k" * 300 => "v" * 300 }]
    Tempfile.create("temporaries") do |f|
      f.binmode
      f.write(Marshal.dump(words))
      f.rewind
      assert_equal words, stressed { Marshal.load(f) }
    end
  end

  def test_encode_with_a_fallback
    assert_equal "<20ac>" * 3, stressed { ("\u20ac" * 3).encode("ISO-8859-1", fallback: ->(c) { "<#{c.ord.to_s(16)}>" }) }
    assert_equal "??" * 40, stressed { ("\u20ac" * 40).encode("ISO-8859-1", undef: :replace, replace: "?" * 2) }
  end

  def test_copy_stream_of_what_was_read_ahead
    Tempfile.create("temporaries") do |f|
      f.write("line\n" * 1000)
      f.rewind
      f.gets
      Tempfile.create("temporaries") do |to|
        stressed { IO.copy_stream(f, to) }
        to.rewind
        assert_equal "line\n" * 999, to.read
      end
    end
  end

  def test_instructions
    iseq = RubyVM::InstructionSequence.compile("[#{2**200}, 'text' * 3, {a: 1.5}, /#{"a" * 100}/]")
    assert_includes stressed { iseq.disasm }, (2**200).to_s
    assert_equal iseq.eval, RubyVM::InstructionSequence.load_from_binary(stressed { iseq.to_binary }).eval
  end
end
