require_relative "lib/test_helper"
require "rbconfig"
require "tempfile"

# test/fuzz/compare_properties finds a name that matches other characters, and one that is missing.
class TestCompareProperties < Minitest::Test
  SCRIPT = File.expand_path("fuzz/compare_properties", __dir__)

  # Compares this Ruby with one whose answers pass through a line of sed.
  def compare(sed)
    Tempfile.create("reference") do |file|
      file.write("#!/bin/sh\n\"#{RbConfig.ruby}\" \"$@\" | sed '#{sed}'\n")
      file.close
      File.chmod(0o755, file.path)
      out = IO.popen([RbConfig.ruby, SCRIPT, RbConfig.ruby, file.path, "--only", "kawi,L,age=6.0,nonsense"], err: [:child, :out], &:read)
      return out, $?.exitstatus
    end
  end

  def test_equal
    assert_equal ["properties: 8 lines equal, 0 differ\n", 0], compare("s/a/a/")
  end

  def test_other_characters
    out, status = compare("s/^kawi: [0-9]*/kawi: 9/")
    assert_equal 1, status
    assert_match(/^reference: kawi: 9 .*\nhere:      kawi: \d+ .*\nproperties: 7 lines equal, 1 differ$/, out)
  end

  def test_missing_name
    out, status = compare("s/^L: .*/L: no such name/")
    assert_equal 1, status
    assert_match(/^reference: L: no such name\nhere:      L: \d/, out)
  end
end
