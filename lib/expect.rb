# frozen_string_literal: true
#
# expect.rb - IO#expect: wait for a text, on a terminal (pty.rb) or any stream.

# true: what is read is shown on the standard output
$expect_verbose = false

class IO
  # Reads until what was read matches: [all of it, *groups]; nil after `timeout` seconds without a byte, or at the end.  What did
  # not match is kept for the next call.  With a block, the result goes there.
  def expect(pattern, timeout = 9999999)
    pattern = Regexp.new(Regexp.quote(pattern)) if String === pattern
    raise TypeError, "unsupported pattern class: #{pattern.class}" unless Regexp === pattern
    waiting = @expect_unused
    @expect_unused = nil
    seen = +""
    found = nil
    until found
      char = waiting.slice!(0) if waiting && !waiting.empty?
      char ||= (getc if IO.select([self], nil, nil, timeout) && !eof?)
      unless char
        @expect_unused = seen
        break
      end
      seen << char
      print_expected(char) if $expect_verbose
      match = pattern.match(seen)
      found = [seen, *match.captures] if match
      char = nil
    end
    @expect_unused = waiting if found && waiting && !waiting.empty?
    block_given? ? yield(found) : found
  rescue Errno::EIO # a terminal whose other side is gone
    @expect_unused = seen
    block_given? ? yield(nil) : nil
  end

  private def print_expected(char)
    $stdout.print(char)
    $stdout.flush
  end
end
