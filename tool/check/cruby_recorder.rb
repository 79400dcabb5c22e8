# cruby_recorder.rb - one file of CRuby's test/ on the Ruby that runs this; each test's start and end go to a file.
#
#   ruby cruby_recorder.rb TREE RECORD FILE [SWITCHES of the tree's runner...]
#
# TREE is CRuby's source tree, whose own test/unit (tool/lib) runs FILE.  RECORD is appended to, a line per event and
# each written at once, so that it tells the test that was running when the process hung or died:
#   start <tab> Class#method
#   end <tab> Class#method <tab> . F E or S <tab> first lines of the failure
#   done
# A test whose teardown fails ends twice.  Children that a test forks record nothing.
tree, record, file, *switches = ARGV
$stdout.sync = true
require "#{tree}/tool/test/init"

module CRubyRecorder
  class << self
    attr_accessor :path

    def write(*cells)
      return unless Process.pid == @pid ||= Process.pid
      File.open(path, "ab") { |f| f.syswrite("#{cells.map { |cell| cell.b.gsub(/[\t\n]/, " ") }.join("\t")}\n") }
    end
  end

  def _start_method(inst)
    CRubyRecorder.write("start", "#{inst.class}##{inst.__name__}")
    super
  end

  def record(suite, method, assertions, time, error, *rest)
    state =
      case error
      when nil then "."
      when Test::Unit::PendedError then "S"
      when Test::Unit::AssertionFailedError then "F"
      else "E"
      end
    said = state == "E" ? "#{error.class}: #{error.message}" : error&.message
    CRubyRecorder.write("end", "#{suite}##{method}", state, said.to_s[0, 400])
    super
  end
end

CRubyRecorder.path = record
CRubyRecorder.write("load", file)
Test::Unit::AutoRunner::Runner.prepend(CRubyRecorder)
at_exit { CRubyRecorder.write("done") } # runs last: test/unit's own handler ends the process by exit
ARGV.replace([*switches, file])
exit Test::Unit::AutoRunner.run(true, "#{tree}/test")
