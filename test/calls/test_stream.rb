# Each method of IO and File on streams of every state: at the end, closed, half closed, full, without a reader.
require "socket"
require "tmpdir"
require_relative "../lib/call_table"

FOLDER = Dir.mktmpdir
Dir.chdir(FOLDER)

# What #inspect says of a stream here: its state, without its descriptor.
module StreamState
  def inspect
    "#<#{self.class} #{closed? ? "closed" : [lineno, (pos rescue $!.class), external_encoding, internal_encoding].join(" ")}>"
  rescue SystemCallError, IOError => e
    "#<#{e.class}>"
  end
end

# A stream of an earlier call may be collected now, and writes what it still had into its own file.
def fresh(mode, text = "one\ntwo\n\nthree é\n")
  File.unlink("stream") if File.exist?("stream")
  File.binwrite("stream", text)
  File.open("stream", mode).extend(StreamState)
end

def reader(text) = IO.pipe.then { |r, w| w.write(text) && w.close || r.extend(StreamState) }
def writer = IO.pipe.then { |r, w| r.close || w.extend(StreamState) }
def pair = UNIXSocket.pair.then { |a, b| b.write("one\ntwo") && b.close || a.extend(StreamState) }
def closed_below = fresh("r").tap { |f| f.autoclose = false }.tap { |f| IO.for_fd(f.fileno).close }

class TestStreamCalls < Minitest::Test
  LEFT_OUT = %i[fileno to_i inspect fcntl ioctl pid wait wait_readable wait_writable wait_priority stat lstat atime mtime ctime birthtime to_io path to_path pathconf
                nonblock? nonblock= nonblock ready? nread flock print].freeze
  CallTable.new("stream",
                receivers: ['fresh("r")', 'fresh("w")', 'fresh("a+")', 'fresh("r:EUC-JP:UTF-8", "\xA4\xA2\n\xFF")', 'fresh("r").tap { |f| f.ungetc("ü") }', 'fresh("r+").tap(&:close)',
                            'File.open("/dev/full", "w").extend(StreamState).tap { |f| f << "x" }', "reader(\"one\\ntwo\")", "writer", "pair"],
                args: ["0", "1", "-1", "nil", '"x"', '"\n"', '""', "[1, 'a']", "true", "Odd.new(to_str: 'y')", "Odd.new(to_int: 2)", "2**64", '"EUC-JP"', '"o"', ":END"],
                pairs: ["1", "nil", '"o"', "+''"],
                calls: ["chomp: true", "2, chomp: true", "'o', chomp: true", "nope: 1", "2, exception: false", "2, +'', exception: false", "'x', exception: false", "'EUC-JP:UTF-8'", "'UTF-8', 'EUC-JP', invalid: :replace", "'EUC-JP', 'UTF-8', newline: :crlf", "1, 2, +'z'", "2, 1, 3",
                        ":normal, 0, 0", ":nope, 0, 0", "0, :CUR", "-1, :END", "-99, IO::SEEK_CUR", "0, 9", "'%d', 5", "'stream', 'r'", "'none/x'", "'stream', 'zz'", "'a', 1, nil, ['b', [nil]]"],
                blocks: %w[id], block_args: ["'o'"],
                small: {'File.open("/dev/full", "w").extend(StreamState).tap { |f| f << "x" }' => "Errno::ENOSPC: No space left on device @ rb_sys_fail_on_write - /dev/full"},
                methods: IO.instance_methods(false) + File.instance_methods(false) - LEFT_OUT,
                except: /Object|\.(read|sysread|readpartial|read_nonblock|pread|truncate|gets|readline|each_line|readlines|each)\(2\*\*64/).define(self)
end

Minitest.after_run { Dir.chdir("/") && FileUtils.rm_rf(FOLDER) }
