# lab_tree.rb - a small tree for tests of script/lab, whose "ruby" is a shell script that reports its own cost, so that no test depends on a clock.
#
# Owns      LabTree: the tree, the command, and what tests assert about both.
# Used by   test_lab_commands.rb, test_lab_jobs.rb
require "fileutils"
require "json"
require "open3"
require "tmpdir"

module LabTree
  ROOT = File.expand_path("../..", __dir__)
  LAB = "#{ROOT}/script/lab"

  BUILD = <<~'SH'
    #!/bin/sh
    [ ! -e "$1/broken" ] || { echo "cc: error: this does not compile"; exit 1; }
    sed "s/SWITCHES/$3/" "$1/program" > "$2/ruby" && chmod +x "$2/ruby"
  SH
  # Costs vary by up to one percent, by a generator of its own that every build starts equal.
  PROGRAM = <<~'SH'
    #!/bin/sh
    [ "$1" != -v ] || { echo "fake 1"; exit; }
    n=$(cat "$0.n" 2> /dev/null || echo 42)
    n=$(( (n * 1103515245 + 12345) % 2147483648 ))
    echo $n > "$0.n"
    cost=100
    case "SWITCHES" in --raise) echo "fake: raised on purpose" >&2; exit 3 ;; --slow) cost=103 ;; --wait) touch "$0.held"; exec sleep 600 ;; esac
    echo "cost $(( cost * (1000 + n / 65536 % 21 - 10) )) ns" >> "$LAB_OUT"
  SH
  EXPERIMENTS = <<~'RUBY'
    make = lambda do |name, switch|
      experiment name do
        question "Does #{switch} cost <more> & more?"
        refuted_if "It costs nothing", program: "work", figure: "cost", variant: "other", over: 1.0
        build "first"
        build "other", *switch
        program "work", text: "nil"
        measure :own
      end
    end
    make.("same", "--same")
    make.("slow", "--slow")
    make.("raises", "--raise")
    make.("waits", "--wait")
    group "both", "same", "slow"
  RUBY

  def git(folder, *words)
    out, status = Open3.capture2e("git", "-C", folder, "-c", "user.name=a", "-c", "user.email=a@b", *words)
    assert status.success?, out
    out.chomp
  end

  # Yields a folder with a tree of one commit.
  def tree(experiments = EXPERIMENTS)
    skip "no Ruby has sqlite3" unless Open3.capture2e(LAB, "list").last.success?
    skip "git is missing" unless system("git", "--version", out: File::NULL, err: File::NULL)
    Dir.mktmpdir do |folder|
      FileUtils.mkdir_p("#{folder}/lab")
      { "lab/build" => BUILD, "lab/all.rb" => experiments, "program" => PROGRAM, ".gitignore" => "/build/\n/lab.db*\n" }.each { |name, text| File.write("#{folder}/#{name}", text) }
      File.chmod(0o755, "#{folder}/lab/build")
      git(folder, "init", "-q")
      commit(folder, "first")
      yield folder
    end
  end

  def commit(folder, subject)
    git(folder, "add", "-A")
    git(folder, "commit", "-q", "--allow-empty", "-m", subject)
    git(folder, "rev-parse", "HEAD")
  end

  # Returns [standard output, standard error, status].  The order of runs has a given seed: by another one, one A/A comparison in
  # twenty would differ.
  def lab(folder, *words, environment: {})
    words += ["--seed", "7"] if %w[run compare bisect].include?(words[0])
    out, err, status = Open3.capture3({ "LAB_TOP" => folder, "RUBYOPT" => nil, "RUBYLIB" => nil, **environment }, LAB, *words)
    [out, err, status.exitstatus]
  end

  def assert_refused(sentence, result, status: 1)
    out, err, code = result
    assert_match sentence, err, out
    assert_equal status, code, err
    refute_match(/\.rb:\d+:in /, err)
  end

  # The store is read by its own class, on the Ruby of the laboratory.
  def store(folder, expression)
    source = "require 'json'; require #{"#{ROOT}/tool/lab/store".dump}; Lab::Store.open(ARGV[0], existing: true) { |store| print JSON.generate(#{expression}) }"
    rubies = [ENV["LAB_RUBY"], "ruby", "/usr/bin/ruby"].compact
    ruby = rubies.find { |name| system(name, "-e", "require 'sqlite3'", %i[out err] => File::NULL) }
    out, status = Open3.capture2({ "RUBYOPT" => nil, "RUBYLIB" => nil }, ruby, "-e", source, "#{folder}/lab.db")
    assert status.success?
    JSON.parse(out)
  end

  def keys(folder, run = 1) = store(folder, "store.samples(#{run}).map { |s| s.values_at(:round, :program, :variant, :kind) }")
end
