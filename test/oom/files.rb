path = "#{ENV["TMPDIR"] || "/tmp"}/oom-#{$$}"
begin
  File.write(path, "line\n" * 500)
  File.foreach(path).with_index.map { |l, i| l * (i % 3) }.size
  File.open(path, "r:utf-8:utf-16le") { |f| f.gets; f.read.size; f.rewind; f.each_line.first(3) }
  File.open(path, "a+b") { |f| f << "more"; f.seek(0); f.readpartial(10); f.ungetc("x"); f.getc; f.pread(5, 2) }
  File.stat(path).then { |s| [s.size, s.mtime, s.inspect.size] }
  Dir.children(File.dirname(path)).size
  Dir.glob("#{path}*").map { |f| File.basename(f, ".*") + File.extname(f) }
  File.expand_path("~/../a/./b").then { |x| File.join(x, "c", ["d"]) }
  IO.copy_stream(path, File::NULL)
  r, w = IO.pipe
  w.puts "through a pipe", [1, [2]]
  w.close
  r.readlines
  r.close
  IO.select([$stdin], nil, nil, 0)
  ENV["OOM_TEST"] = "x" * 100
  ENV.to_h.size
  Process.wait(spawn({"A" => "b"}, "exit 0", out: File::NULL))
  load(path.tap { |x| File.write(x, "class OomLoaded; A = [1, 'b'].freeze; end") })
  $stderr.sync
ensure
  File.delete(path) if File.exist?(path)
end
puts "end"
