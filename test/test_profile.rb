# test_profile.rb - ruby --profile (vm/profile.c, vm/debug.c, lib/profile_report.rb, lib/profile_report.html): what is sampled, each file's format,
# threads, fork, and each way to end.  CHROMIUM=<browser> also opens the page, without a window.
require_relative "lib/test_helper"
require "json"
require "open3"
require "tmpdir"
require "zlib"

class TestProfile < Minitest::Test
  # The programs run without VM_STRESS, which makes collections of its own.
  def setup = @stress = ENV.delete("VM_STRESS")

  def teardown = ENV["VM_STRESS"] = @stress

  WORK = "def hot(n) = (x = 0; x += 1 while x < n; x)\n"
  PROGRAM = "#{WORK}class Foo; def self.run = yield; def bar = hot(20_000_000); end\ndef cold = nil\nFoo.run { cold; Foo.new.bar }\n"

  def profile(source, name = "p.txt", *options, mode: "")
    Dir.mktmpdir do |dir|
      @out, @err, @status = run_ruby(source.gsub("DIR", dir), "--disable=gems", "--profile=#{mode}#{dir}/#{name}", *options)
      files = Dir.children(dir).sort
      @files = files.to_h { |f| [f, File.binread("#{dir}/#{f}")] }
      yield "#{dir}/#{name}" if block_given?
      @files[name]
    end
  end

  # Stack to microseconds, without the places of the frames.
  def stacks(text)
    text.force_encoding("UTF-8").lines.to_h do |line|
      assert_match(/\A\S.* \d+\n\z/, line)
      frames, _, us = line.rpartition(" ")
      [frames.gsub(/ \((?!deeper|garbage)[^;() ]*\)/, "").split(";"), us.to_i]
    end
  end

  def own(stacks) = stacks.each_with_object(Hash.new(0)) { |(frames, us), sum| sum[frames.last] += us }

  def test_the_hot_method
    [[], ["--jit"]].each do |options|
      found = stacks(profile(PROGRAM, "p.txt", *options))
      assert_equal ["", "", 0], [@out, @err, @status]
      assert_equal "Object#hot", own(found).max_by(&:last).first
      assert_includes found.keys, ["<main>", "Foo.run", "block in <main>", "Foo#bar", "Object#hot"]
    end
  end

  # A method without a call and a loop has no safe point of its own.  Native code is sampled at safe points only (profiling.md), so this
  # holds for the interpreter.
  def test_a_leaf_method
    found = own(stacks(profile("def leaf(a) = #{(["a * 3 - a"] * 40).join(" + ")}\n1_000_000.times { leaf(3) }", "p.txt", "--disable=jit")))
    assert_equal "Object#leaf", found.max_by(&:last).first
  end

  def test_c_methods_and_the_collector
    found = own(stacks(profile("a = Array.new(600_000) { |i| (i * 7919) % 100_003 }; 2.times { a.sort }; 5.times { GC.start }")))
    assert_operator found["Array#sort"], :>, 0
    assert_operator found["(garbage collection)"], :>, 0
  end

  def test_deep_stacks_keep_the_innermost_frames
    text = profile("#{WORK}def deep(n) = n == 0 ? hot(20_000_000) : deep(n - 1)\ndeep(4000)")
    frames = stacks(text).max_by(&:last).first
    assert_equal ["(deeper frames)", "Object#deep", "Object#hot"], frames.uniq
    assert_equal 2001, frames.size
  end

  def test_threads_and_fibers
    found = stacks(profile("#{WORK}def a = hot(15_000_000)\ndef b = hot(15_000_000)\nt = Thread.new { a }\nFiber.new { b }.resume\nt.join"))
    assert_empty [["block in <main>", "Object#a", "Object#hot"], ["block in <main>", "Object#b", "Object#hot"]] - found.keys
  end

  def test_by_the_clock_waiting_counts
    source = "#{WORK}def nap = sleep(0.2)\nnap; Thread.new { hot(15_000_000) }.join"
    assert_operator own(stacks(profile(source, mode: "wall:"))).fetch("Kernel#sleep"), :>=, 100_000
    by_processor = own(stacks(profile(source, mode: "cpu:")))
    assert_operator by_processor["Kernel#sleep"], :<, by_processor.fetch("Object#hot")
  end

  # The two classes take turns, as do the slots of a fresh page.
  def test_allocations
    source = "class A; end\nclass B; end\ndef site = 200_000.times { A.new; B.new }\ndef text = 100_000.times { |i| i.to_s }\nsite; text"
    [[], ["--jit"]].each do |options|
      found = own(stacks(profile(source, "p.txt", *options, mode: "alloc:")))
      assert_equal ["", 0], [@err, @status]
      assert_in_delta 200_000, found["new A"], 80_000
      assert_in_delta 400_000, found["new A"] + found["new B"], 20_000
      assert_in_delta 100_000, found["new String"], 10_000
    end
    text = stacks(profile(source, mode: "alloc:"))
    assert_equal ["Object#text"], text.keys.select { |frames| frames.last == "new String" && frames.size > 2 }.map { |frames| frames[1] }.uniq
    %w[p.json p.html p.pb.gz].each { |name| assert_operator profile(source, name, mode: "alloc:").bytesize, :>, 100 }
    profile("fork { }; Process.wait; GC.start; exec 'true'", mode: "alloc:")
    assert_equal ["", 0], [@err, @status]
  end

  def test_a_child_leaves_the_file_alone
    source = "#{WORK}def child = hot(20_000_000)\nfork { child }\nProcess.wait\nhot(20_000_000)"
    refute_includes stacks(profile(source)).keys.flatten, "Object#child"
    assert_equal ["p.txt"], @files.keys
  end

  def test_a_child_with_a_file_of_its_own
    profile("#{WORK}def child = hot(20_000_000)\npid = fork { child }\nProcess.wait\nhot(20_000_000)\nputs $$, pid", "p-%p.txt")
    parent, child = @out.split.map { |pid| stacks(@files.fetch("p-#{pid}.txt")).keys.flatten }
    assert_equal 2, @files.size
    refute_includes parent, "Object#child"
    assert_includes child, "Object#child"
  end

  def test_each_way_to_end
    work = "#{WORK}hot(20_000_000)\n"
    { "" => 0, "exit 3" => 3, "exit! 4" => 4, "abort" => 1, "raise 'x'" => 1, "exec('exit 5')" => 5, "Process.kill(:TERM, $$); sleep" => 128 + 15,
      "Thread.new { exit! 6 }.join" => 6 }.each do |ending, status|
      text = profile(work + ending)
      assert_equal [ending, status], [ending, @status]
      assert_operator own(stacks(text))["Object#hot"], :>, 0, ending
    end
  end

  def test_names_that_would_break_a_line
    found = stacks(profile("#{WORK}define_method(\"a;b c\\nd\") { hot(20_000_000) }\nsend(\"a;b c\\nd\")"))
    assert_includes found.keys.flatten, "Object#a,b c d"
  end

  def test_code_that_is_collected_keeps_its_name
    found = stacks(profile("#{WORK}6.times { |i| eval(\"def self.made\#{i} = hot(5_000_000)\"); send(\"made\#{i}\"); singleton_class.undef_method(\"made\#{i}\"); GC.start }"))
    assert_operator found.keys.flatten.grep(/made\d/).uniq.size, :>=, 4
  end

  def test_firefox
    data = JSON.parse(profile("#{PROGRAM}Thread.new { Thread.current.name = 'second'; hot(20_000_000) }.join", "p.json"))
    assert_equal 46, data["meta"]["preprocessedProfileVersion"]
    assert_equal %w[main second], data["threads"].map { |t| t["name"] }
    data["threads"].each do |t|
      %w[samples stackTable frameTable funcTable markers resourceTable nativeSymbols].each do |name|
        columns = t[name].reject { |key, _| %w[length weightType].include?(key) }
        assert_equal [t[name]["length"]], columns.values.map(&:size).uniq, name
      end
      samples, stack, frame, func = t.values_at("samples", "stackTable", "frameTable", "funcTable")
      assert_operator samples["length"], :>, 0
      assert_equal samples["time"].sort, samples["time"]
      hot = Hash.new(0)
      samples["stack"].each_with_index { |s, i| hot[s && t["stringArray"][func["name"][frame["func"][stack["frame"][s]]]]] += samples["weight"][i] }
      assert_equal "Object#hot", hot.max_by(&:last).first
      stack["prefix"].each_with_index { |prefix, i| assert(prefix.nil? || prefix < i) }
    end
  end

  # Fields of a message: [[number, value], ...].
  def fields(bytes)
    at = 0
    number = lambda do
      n = shift = 0
      loop do
        b = bytes.getbyte(at)
        at += 1
        n |= (b & 127) << shift
        shift += 7
        return n if b < 128
      end
    end
    found = []
    while at < bytes.bytesize
      key = number.call
      if key & 7 == 2
        size = number.call
        found << [key >> 3, bytes.byteslice(at, size)]
        at += size
      else
        assert_equal 0, key & 7
        found << [key >> 3, number.call]
      end
    end
    found
  end

  def numbers(bytes) = fields(bytes.unpack("C*").slice_when { |a, _| a < 128 }.map { |n| "\0".b + n.pack("C*") }.join).map(&:last)

  def check_pprof(bytes)
    all = fields(bytes).group_by(&:first).transform_values { |list| list.map(&:last) }
    strings = all[6]
    assert_equal "", strings[0]
    assert_equal [%w[samples count], %w[cpu nanoseconds]], all[1].map { |t| fields(t).to_h.values_at(1, 2).map { |i| strings[i] } }
    functions = all[5].to_h { |f| h = fields(f).to_h; [h[1], strings[h[2]]] }
    locations = all[4].to_h { |l| h = fields(l).to_h; [h[1], functions.fetch(fields(h[4]).to_h[1])] }
    own = Hash.new(0)
    all[2].each do |s|
      h = fields(s).to_h
      own[locations.fetch(numbers(h[1]).first)] += numbers(h[2])[1]
    end
    assert_equal "Object#hot", own.max_by(&:last).first
  end

  def test_pprof
    zipped = profile(PROGRAM, "p.pb.gz")
    check_pprof(Zlib.gunzip(zipped))
  end

  # A sample before the first frame is one of the root, in each format.
  def test_an_empty_stack
    require "profile_report"
    facts = { mode: "cpu", interval_ns: 1, began_ns: 0, began_wall_ns: 0, duration_ns: 9, pid: 1, threads: ["main"], lost: 0, frames: [["(all)", nil, 0]],
              nodes: [[nil, 0, 0, 1, 5000]], samples: [0, 1, 7, 5000].pack("LLQQ") }
    assert_equal "(all) 5\n", ProfileReport.collapsed(facts)
    assert_equal [nil], JSON.parse(ProfileReport::Firefox.new(facts).text)["threads"][0]["samples"]["stack"]
    sample = fields(ProfileReport::Pprof.new(facts).text).find { |n, _| n == 2 }.last
    assert_equal [[1], [1, 5000]], fields(sample).map { |_, list| numbers(list) }
    [facts.merge(nodes: [], samples: "")].each do |none|
      assert_equal "", ProfileReport.collapsed(none)
      assert_equal [], JSON.parse(ProfileReport::Firefox.new(none).text)["threads"]
      assert_operator ProfileReport::Pprof.new(none).text.bytesize, :>, 0
      assert_includes ProfileReport.page(none), "\"nodes\":[]"
    end
  end

  def test_gzip_without_zlib
    require "profile_report"
    ["", "a", "xyz" * 50_000].each { |data| assert_equal data, Zlib.gunzip(ProfileReport.stored_gzip(data.b)) }
  end

  def test_page
    page = profile(PROGRAM, "p.html").force_encoding("UTF-8")
    assert page.start_with?("<!DOCTYPE html>")
    refute_match(%r{https?://|<link|@import|src=}, page) # no network
    facts = JSON.parse(page[/const facts = (.*);$/, 1])
    assert_equal "cpu", facts["mode"]
    frame, = facts["nodes"].map { |_, f, _, ns| [f, ns] }.max_by(&:last)
    assert_match(/\AObject#hot /, facts["frames"][frame])
    facts["nodes"].each_with_index { |(parent, *), i| assert_equal i == 0, parent.nil? || parent >= i }
  end

  def test_names_cannot_end_the_script
    page = profile("#{WORK}define_method('</script>') { hot(20_000_000) }\nsend('</script>')", "p.html")
    assert_equal 1, page.scan("</script>").size
  end

  def test_page_in_a_browser
    skip "CHROMIUM is not set: the page was not opened" unless ENV["CHROMIUM"]
    profile(PROGRAM, "p.html") do |page|
      dom, = Open3.capture2e(ENV.fetch("CHROMIUM"), "--headless=new", "--no-sandbox", "--disable-gpu", "--virtual-time-budget=10000", "--dump-dom", "file://#{page}")
      assert_operator dom[/data-drawn="(\d+)"/, 1].to_i, :>=, 5
      assert_match(/<td>Object#hot /, dom)
    end
  end

  def test_a_file_that_cannot_be_written
    out, err, status = run_ruby("puts 1", "--disable=gems", "--profile=/nonexistent/folder/p.txt")
    assert_equal ["", 1], [out, status]
    assert_match(%r{\A\S*: --profile: cannot write /nonexistent/folder/p.txt: No such file or directory \(RuntimeError\)\n\z}, err)
  end

  def test_interval
    assert_operator profile(PROGRAM, "p.txt", "--profile-interval=100").size, :>, 0
    ["0", "x", "49", "1000001", "-5"].each do |wrong|
      _, err, status = run_ruby("1", "--profile-interval=#{wrong}")
      assert_equal 1, status
      assert_match(/wrong --profile-interval: #{wrong} \(50 to 1000000 microseconds\)/, err)
    end
  end

  def test_without_a_name
    Dir.mktmpdir do |dir|
      err, status = Open3.capture2e(RbConfig.ruby, "--disable=gems", "--profile", "-e", "Dir.chdir('/')", chdir: dir)
      assert status.success?
      assert_equal "ruby: --profile: wrote #{File.realpath(dir)}/profile-#{status.pid}.txt\n", err
      assert_equal ["profile-#{status.pid}.txt"], Dir.children(dir)
    end
  end

  # The handler interrupts everything that the VM does, so the program must print what it prints without it.
  def test_a_program_does_the_same
    source = <<~'RUBY'
      q = Queue.new
      t = Thread.new { 2000.times { |i| q << i.to_s }; q << nil }
      sum = 0
      while (s = q.pop) do sum += s.to_i; end
      t.join
      e = Enumerator.new { |y| 500.times { |i| y << [i, { i => i.to_s * 3 }] } }
      sum += e.next[0] + e.next[0]
      sum += 300.times.sum { |i| begin; Integer("x#{i}"); rescue ArgumentError => x; x.message.size; end }
      GC.compact if GC.respond_to?(:compact)
      sum += (1..3000).map { |i| "#{i}".sub(/(\d)$/) { $1.to_i.to_s }.hash & 0 }.sum
      sum += catch(:x) { [1, 2].each { |i| throw :x, i } }
      sleep 0.01
      print sum
    RUBY
    want, = run_ruby(source, "--disable=gems")
    [[], ["--jit"]].each do |options|
      profile(source, "p.txt", "--profile-interval=50", *options, mode: "wall:")
      assert_equal [want, "", 0], [@out, @err, @status]
    end
  end
end
