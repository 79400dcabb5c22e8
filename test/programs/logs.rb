# logs - logger with levels, formatters, rotation by size; StringIO; English; pstore.
require "logger"
require "stringio"
require "English"
require "tmpdir"
require "pstore"

out = StringIO.new
logger = Logger.new(out, progname: "prog", level: :info)
logger.debug("hidden")
logger.info("shown")
logger.warn { "from a block" }
logger.error(ArgumentError.new("bad"))
logger.fatal("other") { "with a program name" }
logger.unknown([1, { a: nil }])
logger.add(Logger::WARN, nil, "added")
logger << "raw\n"
puts out.string.gsub(/\d{4}-\d\d-\d\dT[\d:.]+ #\d+/, "TIME #PID")
p logger.info?, logger.debug?, logger.level, logger.progname
logger.level = Logger::ERROR
p logger.warn?, logger.level
logger.level = "debug"
p logger.debug?
logger.with_level(:fatal) { p logger.error? }
begin
  logger.level = :loud
rescue ArgumentError => e
  puts e.message
end

out = StringIO.new
logger = Logger.new(out)
logger.formatter = proc { |severity, time, name, message| "#{severity[0]}|#{time.class}|#{name.inspect}|#{message}\n" }
logger.info("one")
logger.warn("name") { "two" }
logger.formatter = Logger::Formatter.new
logger.datetime_format = "%H"
logger.info("three")
puts out.string.sub(/\[\S+ #\d+\]/, "[HH #PID]")
p Logger.new(nil).info("nowhere"), Logger::Severity.constants.sort

Dir.mktmpdir do |folder|
  path = File.join(folder, "app.log")
  rotating = Logger.new(path, 3, 400)
  20.times { |i| rotating.info("message number #{i}") }
  rotating.close
  p Dir.children(folder).sort, File.size(path) <= 500, File.foreach(path).first.start_with?("# Logfile created on")
  reopened = Logger.new(path)
  reopened.info("x")
  reopened.reopen
  reopened.info("y")
  reopened.close
  p File.read(path).lines.last(2).map { |line| line[/: (.*)/, 1] }

  store = PStore.new(File.join(folder, "data.pstore"))
  store.transaction { store[:list] = [1, 2]; store["name"] = { deep: "x" } }
  store.transaction { store[:list] << 3; store.abort }
  store.transaction { store.delete("name"); store.commit; puts "not reached" }
  store.transaction(true) { p store.keys, store[:list], store.key?("name"), store.fetch(:list) }
  begin
    store.transaction(true) { store[:x] = 1 }
  rescue PStore::Error => e
    puts e.message
  end
  begin
    store.transaction { store.fetch(:none) }
  rescue PStore::Error => e
    puts e.message
  end
  begin
    store[:list]
  rescue PStore::Error => e
    puts e.message
  end
end

io = StringIO.new("one\ntwo\r\nthree")
p io.gets, io.lineno, io.read(3), io.getc, io.ungetc("X"), io.gets(chomp: true), io.eof?, io.read, io.eof?, io.gets, io.rewind, io.each_line(chomp: true).to_a, io.pos
io = StringIO.new(+"")
io.puts [1, [2]], nil
io.print "a", "b"
io.printf("%03d", 7)
io << :c << 1.5
io.putc 65
io.write("x", "y")
p io.string, io.pos
io.seek(2)
io.write("##")
io.truncate(10)
p io.string, io.closed?, io.close_write, io.closed_write?
begin
  io.write("z")
rescue IOError => e
  puts e.message
end
begin
  StringIO.new("frozen".freeze).write("x")
rescue IOError => e
  puts e.message
end
"some text" =~ /e (t)/
p $LAST_MATCH_INFO[1], $PREMATCH, $POSTMATCH, $PROGRAM_NAME == $0, $PID == Process.pid, $ERROR_INFO, $INPUT_RECORD_SEPARATOR
