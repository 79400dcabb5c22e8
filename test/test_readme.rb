# The front page: its commands print what it shows, its files, switches and targets exist, its figures stand in the pages it links.
require_relative "lib/test_helper"
require_relative "lib/readme_page"

class TestReadme < Minitest::Test
  ROOT = File.expand_path("..", __dir__)
  TEXT = File.read("#{ROOT}/README.md")

  def page(text) = ReadmePage.new(text, root: ROOT, ruby: RbConfig.ruby)

  def test_every_promise_holds
    readme = page(TEXT)
    assert_equal [], readme.faults
    least = { commands: 4, files: 20, switches: 15, experiments: 10, targets: 10, figures: 3 }
    least.each { |kind, number| assert_operator readme.checked[kind], :>=, number, "#{kind} were looked up" }
  end

  # The drawing is of bytes: each rule is as long as the lines of text between it and the next.
  def test_drawings_have_straight_edges
    boxes = TEXT.scan(/^(\+[-+]+\+)\n(\|.*\|)[^|\n]*\n(\+[-+]+\+)$/)
    assert_equal 2, boxes.size
    boxes.each do |top, middle, bottom|
      assert_equal top, bottom
      assert_equal top.size, middle.size
      assert_equal top.size.times.select { top[it] == "+" }, middle.size.times.select { middle[it] == "|" }
    end
  end

  # Every relative link of the other pages leads to a file.
  def dead_links(path, text)
    text.gsub(/^```.*?^```$/m, "").gsub(/`[^`\n]*`/, "").scan(/\]\(([\w.\/-]+\.\w+)(?:#[^)]*)?\)/).flatten.reject { File.exist?(File.expand_path(_1, File.dirname(path))) }
  end

  def test_links_of_pages_lead_to_files
    pages = Dir["#{ROOT}/doc/*.md", "#{ROOT}/doc/{internals,experiments,core}/*.md", "#{ROOT}/CONTRIBUTING.md"]
    links = pages.sum { File.read(_1).scan(/\]\([\w.\/-]+\.\w+/).size }
    assert_operator links, :>, 30
    assert_equal [], pages.flat_map { |path| dead_links(path, File.read(path)).map { "#{path}: #{_1}" } }
    assert_equal ["none.md"], dead_links("#{ROOT}/doc/README.md", "[a](none.md#x), [b](status.md), [c](../README.md)")
  end

  # ---- a page with one false promise each: the checks above find it ----

  def plant(true_text, false_text)
    assert TEXT.include?(true_text), "README.md does not have #{true_text.inspect}"
    TEXT.sub(true_text, false_text)
  end

  def faults_of(kind, text) = page(text).public_send(kind)

  def test_a_false_output_is_found
    planted = plant("\n2870\n", "\n2871\n")
    assert_match(/prints "2870\\n", not "2871\\n"/, faults_of(:commands, planted).join)
  end

  def test_a_false_command_is_found
    planted = plant("(1..5).sum", "(1..5).summ")
    assert_match(/exit 1.*summ/m, faults_of(:commands, planted).join)
    assert_equal ["not a command of build/ruby: true"], faults_of(:commands, "```console\n$ true\n```\n")
  end

  def test_a_missing_file_is_found
    assert_equal ["no such file: doc/none.md", "no such file: gc/none.c"], faults_of(:files, "[a](doc/none.md), [b](doc/README.md#x), `gc/none.c`, `gc.c`\n")
  end

  def test_an_unknown_switch_is_found
    assert_equal ["no such switch: --with-nothing", "no such switch: --ji"], faults_of(:switches, "`--with-nothing` `--ji` `--jit` `--disable-jit`\n")
    assert_equal ["no such switch: --gems"], faults_of(:switches, "script/setup --gems\nscript/build --gems\n")
  end

  def test_a_false_row_of_experiments_is_found
    assert_equal ["--with-header=8|32: configure lists other values"], faults_of(:experiments, "| `--with-header=8\\|32` | a question |\n")
    assert_equal ["--enable-debug: ruby -v --switches does not print debug"], faults_of(:experiments, "| `--enable-debug` | a question |\n")
  end

  def test_an_unknown_target_is_found
    assert_equal ["no such target: make nothing"], faults_of(:targets, "`make nothing`, `make insn-cost`, and words that make sense\n")
  end

  def test_a_false_figure_is_found
    row = "| 99.9 % | of it | `make test-spec`, 5aa8ac0 | [c](doc/conformance.md) |\n"
    assert_equal [], faults_of(:figures, row)
    assert_equal ["doc/conformance.md does not have the figure of 98.7 %"], faults_of(:figures, row.sub("99.9", "98.7"))
    assert_equal ["doc/conformance.md does not have the command of 99.9 %"], faults_of(:figures, row.sub("test-spec", "test-specs"))
    assert_equal ["doc/conformance.md does not have the commit of 99.9 %"], faults_of(:figures, row.sub("5aa8ac0", "5aa8ac1"))
  end
end
