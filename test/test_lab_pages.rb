# tool/lab/pages.rb: sections of Markdown pages from stores that the tests make, and the pages that it refuses.
require_relative "lib/test_helper"
require_relative "lib/lab_tree"

class TestLabPages < Minitest::Test
  include LabTree

  # Writes a page of sections into the tree, calls `script/lab pages`, and returns its result and the page's text afterwards.
  # Git ignores the page, which would make the next run one of a tree with changes.
  def pages(folder, text, *options)
    FileUtils.mkdir_p("#{folder}/doc/experiments")
    File.write("#{folder}/.git/info/exclude", "/doc/\n")
    File.write("#{folder}/doc/experiments/page.md", text)
    result = lab(folder, "pages", *options)
    [result, File.read("#{folder}/doc/experiments/page.md")]
  end

  def section(name, text = "old\n") = "# Page\n\n<!-- lab: #{name} -->\n#{text}<!-- end -->\n\nafter\n"

  # Yields a tree with a finished run of "same" and its commit.
  def measured
    tree(EXPERIMENTS.sub('build "first"', 'refuted_by "It costs <a little>"; build "first"')) do |folder|
      _, err, status = lab(folder, "run", "same")
      assert_equal 0, status, err
      yield folder, git(folder, "rev-parse", "--short=10", "HEAD")
    end
  end

  def assert_unchanged(sentence, text, result)
    assert_refused(sentence, result[0])
    assert_equal text, result[1]
  end

  # ---- what a section has ----

  def test_a_section_is_written
    measured do |folder, commit|
      (out, err, status), text = pages(folder, section("same"))
      assert_equal 0, status, err
      assert_match(/^wrote .*page\.md\.$/, out)
      assert_match(/\A# Page\n\n<!-- lab: same -->\nCommit `#{commit}`/, text)
      assert_match(/<!-- end -->\n\nafter\n\z/, text)
      assert_match(/^- `script\/lab run same --seed 7` of \d{4}-\d\d-\d\d .*\d+ cores, \d+ MiB, kernel .*; load [\d.]+(?: to [\d.]+)?; \d+(?: to \d+)? rounds; A\/A: 0 of 1 rows differ\.$/, text)
      assert_match(/^\| first \| the default \|$/, text)
      assert_match(/^\| other \| `--same` \|$/, text)
      assert_match(/^\| work \| cost \| other \| .*\| [\d.]+ to [\d.]+ \| \d+ \| no difference \|$/, text)
      assert_match(/^- (?:stands|open): It costs nothing$/, text)
      assert_match(/^- to be judged by the reader: It costs &lt;a little>$/, text)
      refute_includes text, "old"
      %w[README.md doc/performance.md doc/other.md].each { |name| File.write("#{folder}/#{name}", section("same")) }
      out, = lab(folder, "pages")
      assert_match(/page\.md has the figures of the store\.$/, out)
      assert_equal 2, out.scan(/^wrote .*(?:README|performance)\.md\.$/).size
      assert_equal [text, text, section("same")], %w[README.md doc/performance.md doc/other.md].map { |name| File.read("#{folder}/#{name}") }
      assert_equal text, File.read("#{folder}/doc/experiments/page.md")
    end
  end

  def test_one_figure_of_two
    tree do |folder|
      File.write("#{folder}/program", PROGRAM.sub('echo "cost', 'echo "room 2048 KiB" >> "$LAB_OUT"; echo "cost'))
      commit(folder, "a program with two figures")
      lab(folder, "run", "same")
      _, text = pages(folder, section("same, room"))
      assert_match(/^\| work \| room \|/, text)
      refute_match(/^\| work \| cost \|/, text)
      assert_unchanged(/page\.md:3: same has no figure charm\.$/, section("same, room, charm"), pages(folder, section("same, room, charm")))
    end
  end

  # An older laboratory kept neither failed builds nor looks.
  def test_a_store_of_an_older_laboratory
    measured do |folder, commit|
      store(folder, "%w[failed_builds looks].each { |name| store.instance_variable_get(:@db).execute('DROP TABLE ' + name) }")
      (_, err, status), text = pages(folder, section("same"))
      assert_equal 0, status, err
      assert_includes text, "Commit `#{commit}`"
      assert_equal 0, lab(folder, "report", "#{folder}/build/page.html").last
    end
  end

  def test_a_program_that_failed_is_named
    tree do |folder|
      lab(folder, "run", "raises")
      _, text = pages(folder, section("raises"))
      assert_match(/^- failed: work on other: status 3: fake: raised on purpose$/, text)
      refute_match(/^\| work \| cost \| other \|/, text)
    end
  end

  # Jobs on other machines leave one run for each program.
  def test_runs_of_one_commit_complete_each_other
    tree(EXPERIMENTS.sub('program "work", text: "nil"', 'program "work", text: "nil"; program "rest", text: "nil"; program "more", text: "nil"')) do |folder|
      %w[work rest].each { |name| lab(folder, "run", "same", "--program", name) }
      _, text = pages(folder, section("same"))
      assert_equal %w[rest work], text.scan(/^\| (\w+) \| cost \| other \|/).flatten.sort
      assert_equal 2, text.scan(/^- `script\/lab run/).size
      assert_match(/^- not measured: more$/, text)
    end
  end

  # ---- sections that stay ----

  def test_sections_without_a_run_stay
    measured do |folder, commit|
      (out, _, status), text = pages(folder, section("same") + section("slow", "kept\n"))
      assert_equal 0, status
      assert_match(/page\.md:10: slow stays as it is: the store has no run of it\.$/, out)
      assert_includes text, "<!-- lab: slow -->\nkept\n<!-- end -->"
      assert_includes text, "Commit `#{commit}`"
      lab(folder, "run", "slow", "--quick")
      assert_match(/slow stays as it is: it ran with --quick only\.$/, pages(folder, section("slow"))[0][0])
      store(folder, "store.instance_variable_get(:@db).execute('UPDATE runs SET quick = 0, finished = NULL WHERE experiment = ?', ['slow']).size")
      assert_match(/slow stays as it is: no run of it is finished\.$/, pages(folder, section("slow"))[0][0])
      store(folder, "store.finish_run(2).size")
      File.write("#{folder}/program", "#{PROGRAM}\n# changed\n")
      lab(folder, "run", "waits", "--program", "work", "--limit", "0.3")
      lab(folder, "run", "raises")
      assert_match(/raises stays as it is: its runs are of trees with changes\.$/, pages(folder, section("raises"))[0][0])
    end
  end

  # ---- refusals ----

  def test_a_planted_mix_of_commits_in_a_page
    measured do |folder, first|
      second = commit(folder, "second")[0, 10]
      lab(folder, "run", "slow")
      text = section("same") + section("slow")
      assert_unchanged(/page\.md:10: slow is of commit #{second} and same of #{first}; a page has figures of one commit/, text, pages(folder, text))
      # A section that stays as it is has a commit, too.
      text = section("same") + section("raises", "Commit `#{second}`, cc. Old figures.\n")
      assert_unchanged(/page\.md:10: raises is of commit #{second} and same of #{first};/, text, pages(folder, text))
      lab(folder, "run", "same")
      (_, err, status), after = pages(folder, section("same") + section("slow"))
      assert_equal 0, status, err
      assert_equal [second], after.scan(/^Commit `(\h+)`/).flatten.uniq
      _, after = pages(folder, section("same"), "--commit", first)
      assert_includes after, "Commit `#{first}`"
      assert_match(/slow stays as it is: none of its runs is of commit #{first}\.$/, pages(folder, section("slow"), "--commit", first)[0][0])
    end
  end

  def test_a_planted_mix_of_commits_in_a_run
    measured do |folder, first|
      store(folder, "store.instance_variable_get(:@db).execute('UPDATE builds SET commit_id = ? WHERE switches = ?', ['f' * 40, '--same']).size")
      assert_unchanged(/page\.md:3: run 1 of same mixes commits (?:#{first} and f{10}|f{10} and #{first})\.$/, section("same"), pages(folder, section("same")))
    end
  end

  # The run is of a time at which the configuration was built; a later build of the same commit fails.
  def test_a_planted_failed_build
    measured do |folder, first|
      broken = BUILD.sub("\n", "\n[ \"$3\" != --same ] || { echo 'cc: error: planted'; exit 1; }\n")
      FileUtils.rm_rf("#{folder}/build/lab/tree")
      File.write("#{folder}/lab/build", broken)
      git(folder, "update-index", "--assume-unchanged", "lab/build")
      assert_refused(/build other failed: cc: error: planted/, lab(folder, "run", "same"))
      assert_unchanged(/page\.md:3: same: other does not build on #{first}: build other failed: cc: error: planted/, section("same"), pages(folder, section("same")))
      File.write("#{folder}/lab/build", BUILD)
      _, err, status = lab(folder, "run", "same")
      assert_equal 0, status, err
      (out, err), = pages(folder, section("same"))
      assert_match(/^wrote /, out, err)
    end
  end

  def test_a_switch_that_configure_lacks
    measured do |folder,|
      File.write("#{folder}/configure.ac", "FACET_YESNO([other], [OTHER], [x])\n")
      assert_unchanged(/page\.md:3: same: other does not build: configure has no switch --same\.$/, section("same"), pages(folder, section("same")))
    end
  end

  def test_wrong_pages
    measured do |folder,|
      # The first section is right, and is not written either.
      text = section("same") + section("nothing")
      assert_unchanged(/page\.md:10: there is no experiment nothing; script\/lab list prints the names\.$/, text, pages(folder, text))
      open = "<!-- lab: same -->\nold\n"
      assert_unchanged(/page\.md:1: the section of same has no <!-- end -->\.$/, open, pages(folder, open))
      nested = "#{open}<!-- lab: same -->\n<!-- end -->\n"
      assert_unchanged(/page\.md:3: a section begins inside the one of line 1\.$/, nested, pages(folder, nested))
      fenced = "```\n<!-- lab: same -->\n<!-- end -->\n```\n"
      assert_unchanged(/no page has a section of the laboratory/, fenced, pages(folder, fenced))
      assert_refused(/none\.md cannot be read: No such file/, lab(folder, "pages", "#{folder}/none.md"))
      assert_refused(/there is no commit nowhere/, lab(folder, "pages", "--commit", "nowhere"))
    end
  end
end
