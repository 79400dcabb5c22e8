# tool/lab/: the experiments of the tree, experiments that are not whole, and the figures of one process.
require_relative "lib/test_helper"
require_relative "../tool/lab/experiment"
require_relative "../tool/lab/measures"
require_relative "../tool/lab/results"
require "fileutils"
require "open3"
require "tmpdir"

class TestLab < Minitest::Test
  ROOT = File.expand_path("..", __dir__)

  # ---- experiments ----

  def test_the_experiments_of_the_tree_are_whole
    catalogue = Lab::Catalogue.new(ROOT, environment: { "REFERENCE" => "ruby" })
    assert_operator catalogue.experiments.size, :>=, 5
    assert_equal catalogue.experiments.keys.sort, catalogue.pick(["all"]).map(&:name).sort
    assert_equal %w[geometry call-data embed-hash json-buffer json-simd], catalogue.pick(["sources"]).map(&:name)
  end

  # Every program of the tree, with its smallest counts, runs on the VM under test.
  def test_the_programs_of_the_tree_run
    Dir.mktmpdir do |folder|
      Lab::Catalogue.new(ROOT, environment: {}).pick(["all"]).flat_map(&:programs).reject { |program| program.name.start_with?("rdoc", "nbody", "fib") }.each do |program|
        words = program.words(:counted, folder)
        out, status = Open3.capture2e({ "LAB_OUT" => "#{folder}/out" }, RbConfig.ruby, "-r", Lab::Measures::LOOPS, *words)
        assert status.success?, "#{program.name}: #{out}"
      end
    end
  end

  def test_claims
    claim = Lab::Claim.new(bound: 1.0, over: true)
    verdicts = [[1.1, 1.2], [0.9, 1.0], [0.9, 1.1], [nil, nil]].map { |low, high| claim.verdict(Lab::Interval.new(1, low, high, 5)) }
    assert_equal %w[refuted stands open open], verdicts
  end

  # Returns what the catalogue of one file complains about.
  def complaint(text)
    Dir.mktmpdir do |folder|
      FileUtils.mkdir_p(["#{folder}/lab", "#{folder}/benchmark"])
      File.write("#{folder}/lab/one.rb", text)
      File.write("#{folder}/configure.ac", "FACET_YESNO([embed-hash], [EMBED_HASH], [x])\n")
      File.write("#{folder}/benchmark/b.rb", "10.times { }\n")
      return assert_raises(Lab::Stop) { Lab::Catalogue.new(folder, environment: {}).pick(["x"]) }.message
    end
  end

  def whole(more) = "experiment('x') { question 'q'; refuted_by 'r'; build 'a'; #{more} }"

  def test_experiments_that_are_not_whole
    rest = "program 'p', text: 'nil'; measure :time"
    assert_match(/it has no question/, complaint("experiment('x') { build 'a'; build 'b'; #{rest} }"))
    assert_match(/nothing would refute it/, complaint("experiment('x') { question 'q'; build 'a'; build 'b'; #{rest} }"))
    assert_match(/it has 1 variant; a comparison needs two/, complaint(whole(rest)))
    assert_match(/1 variant \(left out: reference \(REFERENCE is not set\)\)/, complaint(whole("reference; #{rest}")))
    assert_match(/configure has no switch --with-pink/, complaint(whole("build 'b', '--with-pink=1'; #{rest}")))
    assert_match(/two variants are called a/, complaint(whole("build 'a'; #{rest}")))
    assert_match(/there is no measure charm/, complaint(whole("build 'b'; measure :charm")))
    assert_match(/there is no benchmark\/none\.rb/, complaint(whole("build 'b'; program 'p', file: 'none.rb'")))
    assert_match(/does not contain "11"/, complaint(whole("build 'b'; program 'p', file: 'b.rb', sizes: { '11' => %w[1 1 1] }")))
    assert_match(/a claim is about c, which is not a variant/, complaint(whole("build 'b', '--disable-embed-hash'; refuted_if 't', program: 'p', figure: 'time', variant: 'c', over: 1; #{rest}")))
    assert_match(/one\.rb: SyntaxError|one\.rb: .*syntax/, complaint("experiment("))
    assert_match(/one\.rb: NameError|one\.rb: NoMethodError/, complaint("experiment('x') { qestion 'q' }"))
  end

  def test_builds_of_full_runs_only
    catalogue = Lab::Catalogue.new(ROOT, environment: {})
    geometry = catalogue.pick(["geometry"]).first
    all = geometry.variants.map(&:name)
    geometry.make_quick
    assert_equal ["words=8", "line-h16"], all - geometry.variants.map(&:name)
    assert_match(/build a is the base of all ratios/, complaint("experiment('x') { question 'q'; refuted_by 'r'; build 'a', quick: false }"))
  end

  # ---- measures ----

  def test_time_and_memory_of_a_real_ruby
    Dir.mktmpdir do |folder|
      take = lambda do |source, **more|
        File.write("#{folder}/p.rb", source)
        Lab::Measures.take([RbConfig.ruby], ["--disable=gems", "#{folder}/p.rb"], kind: :run, names: %i[time peak private], folder: folder, **more)
      end
      small = take.("nil")
      assert_nil small.error
      assert_equal %w[time peak private], small.figures.map(&:first)
      large = take.("$kept = 'x' * 64_000_000", padding: 1000)
      peaks = [small, large].map { |sample| sample.figures.assoc("peak")[1] }
      assert_operator peaks[1] - peaks[0], :>, 50_000
      assert_equal 1000, large.environment_bytes - small.environment_bytes
      assert_match(/status 1: .*planted/, take.("raise 'planted'").error)
      assert_match(/left no figure of peak and private/, take.("exit!(0)").error)
      assert_match(/signal 9/, take.("Process.kill(:KILL, $$)").error)
      assert_nil take.("exit 3 if ENV['SECRET']").error, "nothing of the caller's environment"
    end
  end
end
