# script/lab on a small tree whose "ruby" is a shell script that reports its own cost, so that no test depends on a clock.
require_relative "lib/test_helper"
require_relative "lib/lab_tree"
require "etc"

class TestLabCommands < Minitest::Test
  include LabTree

  # ---- runs ----

  def test_a_build_against_itself_shows_no_difference
    tree do |folder|
      out, err, status = lab(folder, "run", "same")
      assert_equal 0, status, err
      assert_match(/^\| work \| cost \| other \|.*no difference \|$/, out)
      assert_match(/^A\/A: 0 of 1 rows differ\.$/, out)
      refute_match(/^refuted/, out)
    end
  end

  def test_a_planted_slowdown_is_found
    tree do |folder|
      out, err, status = lab(folder, "run", "slow")
      assert_equal 0, status, err
      assert_match(/^\| work \| cost \| other \|.* [23]\.\d % more \|$/, out)
      assert_match(/^\| work \| cost \| first again \|.*no difference \|$/, out)
      assert_match(/^refuted: It costs nothing$/, out)
    end
  end

  def test_a_run_that_was_killed_continues
    tree do |folder|
      slow = PROGRAM.sub("cost=100", "cost=100; [ ! -e \"${0%/*}/../../hold\" ] || { touch \"${0%/*}/../../held\"; sleep 600 & echo $! > \"${0%/*}/../../sleeper\"; wait; }")
      File.write("#{folder}/program", slow)
      commit(folder, "a program that can be held")
      lab(folder, "run", "same", "--budget", "0.0001") # builds, and takes nothing or little
      before = keys(folder).size
      FileUtils.touch("#{folder}/build/lab/hold")
      pid = Process.spawn({ "LAB_TOP" => folder, "RUBYOPT" => nil, "RUBYLIB" => nil }, LAB, "run", "same", %i[out err] => File::NULL)
      sleep 0.02 until File.size?("#{folder}/build/lab/sleeper")
      Process.kill(:KILL, pid)
      Process.wait(pid)
      Process.kill(:KILL, Integer(File.read("#{folder}/build/lab/sleeper")))
      FileUtils.rm_f("#{folder}/build/lab/hold")
      assert_equal before, keys(folder).size

      out, err, status = lab(folder, "run", "same")
      assert_equal 0, status, err
      assert_match(/^## same, run 1$/, out)
      taken = keys(folder)
      assert_equal taken.uniq, taken
      rounds = taken.group_by(&:first)
      assert_operator rounds.size, :>=, 5
      rounds.each_value { |list| assert_equal ["first", "first again", "other"], list.map { |key| key[2] }.sort }
    end
  end

  def test_a_kill_in_the_middle_keeps_every_sample
    tree do |folder|
      # the first process after three takes the laboratory, its parent, with it
      text = PROGRAM.sub("cost=100", 'cost=100; t="${0%/*}/../../total"; echo x >> "$t"; [ "$(wc -l < "$t")" != 5 ] || { kill -9 $PPID; exit; }')
      File.write("#{folder}/program", text)
      commit(folder, "a program that kills")
      _, _, status = lab(folder, "run", "same")
      assert_nil status # a signal
      assert_equal 4, keys(folder).size
      out, err, status = lab(folder, "run", "same")
      assert_equal 0, status, err
      assert_match(/^## same, run 1$/, out)
      assert_equal keys(folder).uniq, keys(folder)
    end
  end

  def test_an_interrupt_ends_the_process_and_keeps_the_samples
    tree do |folder|
      reader, writer = IO.pipe
      pid = Process.spawn({ "LAB_TOP" => folder, "RUBYOPT" => nil, "RUBYLIB" => nil }, LAB, "run", "waits", out: File::NULL, err: writer)
      writer.close
      sleep 0.02 while Dir["#{folder}/build/lab/tree/*/ruby.held"].empty?
      Process.kill(:INT, pid)
      assert_equal 130, Process.wait2(pid).last.exitstatus
      assert_match(/^script\/lab: interrupted; the same command continues where it was\.$/, reader.read)
      assert(keys(folder).all? { |key| key[2].start_with?("first") })
    end
  end

  def test_an_interrupt_ends_a_build
    tree do |folder|
      File.write("#{folder}/lab/build", "#!/bin/sh\nsleep 600 & echo $! > #{folder}/build/sleeper\nwait\n")
      pid = Process.spawn({ "LAB_TOP" => folder, "RUBYOPT" => nil, "RUBYLIB" => nil }, LAB, "run", "same", %i[out err] => File::NULL)
      sleep 0.02 until File.size?("#{folder}/build/sleeper")
      sleeper = Integer(File.read("#{folder}/build/sleeper"))
      Process.kill(:INT, pid)
      assert_equal 130, Process.wait2(pid).last.exitstatus
      running = -> { File.exist?("/proc/#{sleeper}") && File.read("/proc/#{sleeper}/stat")[/\) (\w)/, 1] != "Z" }
      600.times { running.() ? sleep(0.05) : break }
      refute running.(), "the build went on"
    ensure
      Process.kill(:KILL, sleeper) if sleeper && running&.()
    end
  end

  def test_two_runs_at_once_are_refused
    tree do |folder|
      FileUtils.mkdir_p("#{folder}/build/lab")
      File.open("#{folder}/build/lab/lock.#{Etc.uname[:nodename]}", "w") do |lock|
        lock.flock(File::LOCK_EX)
        assert_refused(/another run of the laboratory is under way/, lab(folder, "run", "same"))
      end
    end
  end

  def test_changes_and_seed_are_recorded
    tree do |folder|
      lab(folder, "run", "same")
      File.write("#{folder}/program", "#{PROGRAM}\n# changed\n")
      lab(folder, "run", "same")
      builds = [1, 2].map { |run| store(folder, "store.builds_of(#{run})")["other"] }
      assert_equal [git(folder, "rev-parse", "HEAD")] * 2, builds.map { |b| b["commit_id"] }
      assert_nil builds[0]["dirty"]
      refute_nil builds[1]["dirty"]
      assert_equal "--same", builds[0]["switches"]
      history = lab(folder, "history", "work").first
      assert_match(/\| #{git(folder, "rev-parse", "--short=10", "HEAD")} \| --same \| full \| cost \|/, history)
      assert_equal 2, history.lines.size - 2, "a row for each set of switches, none of the changed tree"
      assert_refused(/no run has a program rest; there are work\./, lab(folder, "history", "rest"))
      sample = store(folder, "store.samples(1).last")
      assert_operator sample["environment_bytes"], :>, 50
      refute_nil sample["load"]
      sides = store(folder, "store.samples(1).group_by { |s| s[:round] }.values.map { |l| l.map { |s| s[:environment_bytes] }.uniq.size }")
      assert_equal [1], sides.uniq, "a round has one size of environment"
    end
  end

  # ---- comparing ----

  def test_compare_and_bisect_find_the_planted_commit
    tree do |folder|
      good = git(folder, "rev-parse", "HEAD")
      (2..7).each do |i|
        File.write("#{folder}/program", PROGRAM.sub("cost=100", i >= 5 ? "cost=103" : "cost=100"))
        File.write("#{folder}/notes", i.to_s)
        i == 3 ? File.write("#{folder}/broken", "") : FileUtils.rm_f("#{folder}/broken")
        commit(folder, "change #{i}")
      end
      out, err, status = lab(folder, "compare", good, "HEAD", "--experiment", "same", "--switches=--same")
      assert_equal 0, status, err
      assert_match(/ [23]\.\d % more \|$/, out)
      out, err, status = lab(folder, "bisect", good, "HEAD", "--experiment", "same", "--figure", "cost")
      assert_equal 0, status, err
      assert_match(/^\h{10} change 5: cost changes here\.$/, out)
      out, = lab(folder, "bisect", "HEAD~1", "HEAD", "--experiment", "same", "--figure", "cost")
      assert_match(/show no difference in cost/, out)
      out, = lab(folder, "history", "work")
      assert_operator out.lines.grep(/\| full \| cost \|/).size, :>=, 4
    end
  end

  def test_runs_compare
    tree do |folder|
      lab(folder, "run", "both")
      out, _, status = lab(folder, "compare", "1", "2")
      assert_equal 0, status
      assert_match(/^\| work \| cost \| first \|.*no difference \|$/, out)
      assert_match(/^\| work \| cost \| other \|.* [23]\.\d % more \|$/, out)
      assert_refused(/there is no run 9; the store has 1, 2\./, lab(folder, "compare", "1", "9"))
    end
  end

  # ---- the store ----

  def test_export_and_import
    tree do |folder|
      lab(folder, "run", "same")
      _, err, status = lab(folder, "export", "#{folder}/build/copy.db")
      assert_equal 0, status, err
      other = { "LAB_STORE" => "#{folder}/build/other.db" }
      lab(folder, "run", "slow", environment: other)
      out, = lab(folder, "import", "#{folder}/build/copy.db", environment: other)
      assert_equal "imported 1 runs and #{keys(folder).size} samples\n", out
      assert_equal "imported 0 runs and 0 samples\n", lab(folder, "import", "#{folder}/build/copy.db", environment: other).first
      assert_equal lab(folder, "show", "1").first.sub("run 1", "run 2"), lab(folder, "show", "2", environment: other).first
      assert_refused(/exists already/, lab(folder, "export", "#{folder}/build/copy.db"))
    end
  end

  def test_wrong_stores
    tree do |folder|
      File.write("#{folder}/lab.db", "no database" * 200)
      assert_refused(/lab\.db is not a store of the laboratory/, lab(folder, "run", "same"))
      File.delete("#{folder}/lab.db")
      assert_refused(/there is no store .*lab\.db/, lab(folder, "report"))
      assert_refused(/there is no store/, lab(folder, "import", "#{folder}/none"))
    end
  end

  # A limit on the size of files stands in for a full disk.
  def test_a_full_disk
    tree do |folder|
      lab(folder, "run", "same")
      before = keys(folder).size
      blocks = File.size("#{folder}/lab.db") / 512
      out, status = Open3.capture2e({ "LAB_TOP" => folder, "RUBYOPT" => nil, "RUBYLIB" => nil }, "/bin/sh", "-c", "trap '' XFSZ; ulimit -f #{blocks}; exec \"$0\" run both --new --width 0.01 --budget 0.5", LAB)
      assert_equal 1, status.exitstatus, out
      assert_match(/^script\/lab: .*the store .*lab\.db cannot be read or written \(.*\); every sample taken before is in it\.$/, out)
      assert_equal before, keys(folder).size
      _, err, status = lab(folder, "run", "slow")
      assert_equal 0, status, err
    end
  end

  # ---- wrong inputs ----

  def test_a_ruby_without_sqlite3
    Dir.mktmpdir do |folder|
      File.write("#{folder}/ruby", "#!/bin/sh\nexit 1\n")
      File.chmod(0o755, "#{folder}/ruby")
      assert_refused(/none of .*ruby is a Ruby with sqlite3: run script\/setup/, lab(ROOT, "list", environment: { "LAB_RUBY" => "#{folder}/ruby" }))
    end
  end

  def test_wrong_words
    tree do |folder|
      assert_refused(/there is no command frob/, lab(folder, "frob"), status: 2)
      assert_refused(/a command is missing/, lab(folder), status: 2)
      assert_refused(/compare takes 2 arguments/, lab(folder, "compare", "1"), status: 2)
      assert_refused(/invalid option: --wide/, lab(folder, "run", "same", "--wide"), status: 2)
      assert_refused(/--width must be above zero/, lab(folder, "run", "same", "--width", "0"), status: 2)
      assert_refused(/there is no experiment other/, lab(folder, "run", "other"))
      assert_refused(/there is no commit nowhere/, lab(folder, "compare", "nowhere", "HEAD"))
      assert_refused(/has no program rest/, lab(folder, "run", "same", "--program", "rest"))
      refute File.exist?("#{folder}/build/lab/tree")
    end
  end

  def test_a_build_that_fails
    tree do |folder|
      FileUtils.touch("#{folder}/broken")
      assert_refused(/same: build first failed: cc: error: this does not compile \(.*lab\.log\)/, lab(folder, "run", "same"))
    end
  end

  def test_a_program_that_raises_or_does_not_end
    tree do |folder|
      out, err, status = lab(folder, "run", "raises")
      assert_equal 1, status
      assert_match(/^script\/lab: raises: work failed on other: status 3: fake: raised on purpose$/, err)
      assert_match(/^\| work \| cost \| first again \|/, out, "the other variants are measured")
      _, err, status = lab(folder, "run", "waits", "--limit", "0.3")
      assert_equal 1, status
      assert_match(/work failed on other: took longer than 0\.3 s/, err)
    end
  end

  # ---- the page ----

  def test_the_page_is_well_formed_and_escaped
    tree do |folder|
      lab(folder, "run", "both")
      _, err, status = lab(folder, "report", "#{folder}/build/page.html")
      assert_equal 0, status, err
      page = File.read("#{folder}/build/page.html")
      assert_equal [], faults(page)
      assert_includes page, "cost &lt;more&gt; &amp; more"
      refute_match(/(?:src|href)="(?!#)|url\(|@import|<script/, page)
      targets = page.scan(/href="#([^"]+)"/).flatten
      ids = page.scan(/ id="([^"]+)"/).flatten
      assert_equal [], targets.uniq - ids
      assert_equal ids.uniq, ids
      assert_match(/prefers-color-scheme: dark/, page)
      assert_match(/@media print/, page)
      assert_operator page.scan("<svg").size, :>=, 2
      assert_refused(/cannot be written/, lab(folder, "report", "#{folder}/none/page.html"))
    end
  end

  # The program of this tree counts gaps and has a figure of memory.
  def test_pauses_and_samples_of_memory_are_drawn
    tree do |folder|
      File.write("#{folder}/program", PROGRAM.sub('echo "cost', 'echo "gaps-below-2^20-ns 7 gaps" >> "$LAB_OUT"; echo "gaps-below-2^23-ns 2 gaps" >> "$LAB_OUT"; echo "room $(( 2048 + n % 100 )) KiB" >> "$LAB_OUT"; echo "cost'))
      commit(folder, "a program with pauses")
      out, err, status = lab(folder, "run", "same")
      assert_equal 0, status, err
      refute_match(/gaps/, out)
      lab(folder, "report", "#{folder}/build/page.html")
      page = File.read("#{folder}/build/page.html")
      assert_equal [], faults(page)
      assert_equal 6, page.scan("<rect").size, "two bars for each variant"
      assert_match(%r{<title>first again: 7 gaps of 524 us to 1\.05 ms in a process</title>}, page)
      rounds = store(folder, "store.samples(1).size") / 3
      assert_equal 3 * rounds, page[/Each sample of room.*?<\/details>/m].scan("<circle").size
    end
  end

  # Returns the tags of a page that are not closed in order, and characters that need an escape.
  def faults(page)
    open, found = [], []
    page.sub(/\A<!DOCTYPE html>/, "").gsub(%r{<style>.*?</style>}m, "").scan(%r{<(/?)([a-z][a-z0-9]*)((?:\s+[\w:-]+="[^"<]*")*)\s*(/?)>|(<)|(&(?!(?:amp|lt|gt|quot);))}) do |close, name, _, empty, bare, ampersand|
      if bare || ampersand then found << "a bare #{bare || ampersand}"
      elsif close == "/"
        last = open.pop
        found << "</#{name}> closes #{last}" if last != name
      elsif empty != "/" then open << name
      end
    end
    found + open
  end

  def test_a_page_that_is_not_well_formed_is_found
    assert_equal ["</a> closes b", "a"], faults("<a><b></a>")
    assert_equal ["a bare &"], faults("<a>x & y</a>")
    assert_equal ["a bare <"], faults("<a>x < y</a>")
  end
end
