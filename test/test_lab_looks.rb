# Looks into programs in the laboratory: pages of the VM under test, and runs whose "ruby" writes pages, or fails to.
require_relative "lib/test_helper"
require_relative "lib/lab_tree"
require_relative "../tool/lab/looks"

class TestLabLooks < Minitest::Test
  include LabTree

  # ---- one process ----

  # Returns the Outcome of a look into a source on the VM under test; options: those of Looks.take, and words before the source.
  def look(source, name, ruby: [RbConfig.ruby], **options)
    Dir.mktmpdir do |folder|
      File.write("#{folder}/p.rb", source)
      outcome = Lab::Looks.take(ruby, ["--disable=gems", "#{folder}/p.rb"], name, folder: folder, **options)
      assert_equal ["p.rb"], Dir.children(folder)
      return outcome
    end
  end

  def test_a_heap_map_of_the_vm_under_test
    seen = look("$kept = Array.new(1000) { Object.new }", :heap_map)
    assert_nil seen.error
    assert_match(/<title>Heap map<\/title>/, seen.page)
    assert_match(/<canvas [^>]*tabindex="0"/, seen.page) # the keyboard reaches the map
    assert_match(/--heap-map=\S+ --disable=gems/, seen.command)
  end

  def test_a_flame_graph_of_the_vm_under_test
    seen = look(<<~'RUBY', :flame_graph, loops: true)
      def planted(n) = n < 2 ? n : planted(n - 1) + planted(n - 2)
      planted(15) while Process.clock_gettime(Process::CLOCK_PROCESS_CPUTIME_ID) < 0.3
      raise "the loops are missing" unless defined?(lab_tick)
      File.write(ENV["LAB_OUT"], "x")
    RUBY
    assert_nil seen.error
    assert_match(/<title>Profile<\/title>/, seen.page)
    assert_includes seen.page, "planted"
    assert_match(/createElement\("button"\)/, seen.page) # the frames of the graph are buttons, which the keyboard reaches
  end

  def test_processes_that_fail
    assert_match(/status 1: .*planted/, look("raise 'planted'", :heap_map).error)
    assert_equal "wrote no page", look("Process.exit!(0)", :heap_map).error
    assert_match(/took longer than 0\.2 s/, look("sleep", :flame_graph, limit: 0.2).error)
    assert_match(/cannot be started/, look("nil", :heap_map, ruby: ["/none/ruby"]).error)
    assert_match(/\Awrote a page of \d+ bytes; the report takes 1000\z/, look("nil", :heap_map, most: 1000).error)
    assert_nil look("raise 'planted'", :heap_map).page
  end

  def test_pages_that_are_refused
    Dir.mktmpdir do |folder|
      { "<!DOCTYPE html>\n<html><a href=\"#here\">x</a></html>\n" => nil, "<!DOCTYPE html><html>" => /not whole HTML/, "<html></html>" => /not whole HTML/,
        "<!DOCTYPE html>\xff</html>" => /not UTF-8/, "<!DOCTYPE html><script src='//host/x.js'></script></html>" => /needs the network \(src='\/\/\)/,
        "<!DOCTYPE html><a href=ftp://host>x</a></html>" => /needs the network/ }.each do |page, sentence|
        File.binwrite("#{folder}/page", page)
        found = Lab::Looks.fault("#{folder}/page", 1000)
        sentence ? assert_match(sentence, found) : assert_nil(found)
      end
    end
  end

  # ---- runs ----

  PAGES = PROGRAM.sub("cost=100", <<~'SH')
    case "$1" in
      --heap-map=*|--profile=*)
        [ "SWITCHES ${1%%=*}" != "--same --profile" ] || { echo "fake: no profile here" >&2; exit 4; }
        printf '<!DOCTYPE html>\n<html><p class="x">%s &amp; %s</p></html>\n' "${1%%=*}" SWITCHES > "${1#*=}"
        echo "${1%%=*} SWITCHES" >> "${0%/*}/../../looks"
        exit ;;
    esac
    cost=100
  SH
  LOOKING = EXPERIMENTS.sub("measure :own", "measure :own\n    looks :heap_map, :flame_graph, programs: [\"work\"]")

  # Yields a tree whose flame graph of "other" fails if it was built with --same.
  def looking
    tree(LOOKING) do |folder|
      File.write("#{folder}/program", PAGES)
      commit(folder, "a program that can be looked into")
      yield folder
    end
  end

  def report(folder)
    _, err, status = lab(folder, "report", "#{folder}/build/page.html")
    assert_equal 0, status, err
    File.read("#{folder}/build/page.html")
  end

  def test_the_report_has_the_looks
    looking do |folder|
      out, err, status = lab(folder, "run", "slow")
      assert_equal 0, status, err
      assert_match(/^\| work \| cost \| other \|/, out)
      page = report(folder)
      ["heap map of work on first", "flame graph of work on first", "heap map of work on other", "flame graph of work on other"].each do |name|
        # A fold that the keyboard opens, and in it a frame with a name and a page of its own.
        assert_match(%r{<details><summary>The #{name}, in the quick size</summary><p><code>[^<]+</code></p><iframe title="#{name}" loading="lazy" sandbox="allow-scripts" srcdoc="&lt;!DOCTYPE html}, page)
      end
      assert_equal 4, page.scan("<iframe").size
      assert_includes page, 'srcdoc="&lt;!DOCTYPE html&gt;' "\n" '&lt;html&gt;&lt;p class=&quot;x&quot;&gt;--heap-map &amp;amp; --slow&lt;/p&gt;'
      refute_match(/<script|tabindex="-|(?:src|href)="(?!#)/, page)
      assert_equal 4, File.readlines("#{folder}/build/lab/looks").size, "the second run of the first variant has no look"
    end
  end

  def test_a_look_that_fails_leaves_the_figures
    looking do |folder|
      out, err, status = lab(folder, "run", "same")
      assert_equal 1, status
      assert_match(/^script\/lab: same: the flame graph of work on other failed: status 4: fake: no profile here$/, err)
      assert_match(/^\| work \| cost \| other \|.*no difference \|$/, out)
      assert_match(/^## same, run 1$/, out, "the run is finished")
      page = report(folder)
      assert_includes page, "<p class=\"more\">failed: the flame graph of work on other: status 4: fake: no profile here</p>"
      assert_equal 3, page.scan("<iframe").size
      assert_match(%r{<td>work</td><td>other</td>.*no difference}, page)
      assert_equal [nil, nil, nil, nil], store(folder, "store.samples(1).first(4).map { |s| s[:error] }")
    end
  end

  def test_looks_are_exported_and_imported
    looking do |folder|
      lab(folder, "run", "slow")
      lab(folder, "export", "#{folder}/build/copy.db")
      other = { "LAB_STORE" => "#{folder}/build/other.db" }
      2.times { lab(folder, "import", "#{folder}/build/copy.db", environment: other) }
      lab(folder, "report", "#{folder}/build/other.html", environment: other)
      assert_equal report(folder), File.read("#{folder}/build/other.html")
    end
  end

  def test_experiments_that_name_what_does_not_exist
    tree(LOOKING.sub(":flame_graph", ":crystal_ball")) do |folder|
      assert_refused(/experiment same: there is no look crystal_ball: heap_map, flame_graph\./, lab(folder, "run", "same"))
    end
    tree(LOOKING.sub('programs: ["work"]', 'programs: ["rest"]')) do |folder|
      assert_refused(/experiment same: a look is into rest, which is not a program\./, lab(folder, "run", "same"))
    end
  end
end
