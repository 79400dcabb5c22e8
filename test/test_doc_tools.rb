# What tools put into pages of doc/: marks and tables (tool/draw/doc_page.rb), pictures (svg_bars, svg_chart, page_charts), JSON's report.
require_relative "lib/test_helper"
require "tmpdir"
require_relative "../tool/draw/doc_page"
require_relative "../tool/measure/json_report"
require_relative "../tool/draw/page_charts"
require_relative "../tool/draw/svg_chart"

class TestDocPage < Minitest::Test
  PAGE = "before\n<!-- a -->\nold\n<!-- /a -->\nbetween\n<!-- a b -->\n<!-- /a b -->\nafter\n"

  def test_fill_replaces_what_stands_between_its_marks_only
    filled = DocPage.fill(PAGE, "a", "new \\1 \\0\nlines\n\n")
    assert_equal "before\n<!-- a -->\nnew \\1 \\0\nlines\n<!-- /a -->\nbetween\n<!-- a b -->\n<!-- /a b -->\nafter\n", filled
    assert_equal PAGE, DocPage.fill(DocPage.fill(PAGE, "a b", "x"), "a b", "").sub("<!-- a b -->\n\n", "<!-- a b -->\n")
  end

  def test_between
    assert_equal "old\n", DocPage.between(PAGE, "a")
    assert_equal "", DocPage.between(PAGE, "a b")
    assert_nil DocPage.between(PAGE, "b")
    error = assert_raises(IndexError) { DocPage.fill(PAGE, "b", "x") }
    assert_includes error.message, "<!-- b -->"
  end

  def test_table_is_read_as_it_was_written
    heads = ["row", "here", "", "ratio"]
    rows = [["a b", "1.5", "", "**0.9**"], ["c", "", "x", ""]]
    [true, false].each do |right|
      text = "Words first.\n\n#{DocPage.table(heads, rows, right: right)}\n| not | this | one | too |\n"
      assert_equal rows.map { |row| heads.zip(row).to_h }, DocPage.read_table(text)
    end
    assert_equal "| a | b |\n|---|--:|\n| 1 | 2 |\n", DocPage.table(%w[a b], [[1, 2]], right: true)
  end
end

class TestJSONReport < Minitest::Test
  def times(**rows)
    rows.flat_map { |row, cells| cells.map { |column, ns| [[row.to_s, column.to_s], ns] } }.to_h
  end

  def report(ours: ["here"])
    JSONReport.new(times("generate twitter": { here: 1000.0, none: 2000.0, p: 4000.0, q: 6000.0 },
                         "generate canada": { here: 4000.0, none: 5000.0, p: 4000.0 },
                         "generate few escapes": { here: 10.0, none: 10.0, q: 25.0 },
                         "parse twitter": { here: 123_456.0, none: 200_000.0, p: 300_000.0, q: 190_000.0 }), ours: ours, peers: %w[p q])
  end

  def test_table
    rows = DocPage.read_table(report.table("generate"))
    assert_equal({ "generate" => "twitter", "here" => "1.0", "p" => "4.0", "q" => "6.0", "ratio" => "4.0", "goal" => "3.2" }, rows[0])
    assert_equal({ "generate" => "canada", "here" => "4.0", "p" => "4.0", "q" => "", "ratio" => "**1.0**", "goal" => "2.0" }, rows[1])
    assert_equal ["few escapes", "0.01", "", "0.025", "2.5", ""], rows[2].values
    assert_nil JSONReport.new(times("parse a": { here: 1.0 }), ours: ["here"], peers: []).table("generate")
  end

  def test_summary
    assert_equal "The geometric mean is 2.0 over the 2 documents (aim 2.8) and 2.15 over all 3 rows. 1 of 2 goals are reached. " \
                 "Rows below 1.2 are canada (1.0). These rows miss their goal: canada (1.0 of 2.0).", report.summary("generate", "here")
    assert_equal "The geometric mean is 1.54 over the 1 documents (aim 2.0) and 1.54 over all 1 rows. 0 of 1 goals are reached. " \
                 "No row is below 1.2. These rows miss their goal: twitter (1.54 of 2.1).", report.summary("parse", "here")
    assert_match(/\Anone: the geometric mean .*Rows below 1.2 are canada \(0.8\)/, report(ours: %w[here none]).summary("generate", "none"))
  end

  # A build without vector code: aims of 1.2 for three documents, 1.0 for the rest.
  def test_short
    text = report.short("none")
    rows = DocPage.read_table(text)
    assert_equal %w[twitter canada] + ["few escapes"], rows.map { |row| row[""] }
    assert_includes text, "| twitter | 2.0 | 4.0 | 2.0 | 200 | 190 | **0.95** |"
    assert_includes text, "| canada | 5.0 | 4.0 | **0.8** |  |  |  |"
    assert_includes text.tr("\n", " "), "Below their aim: generate canada (0.8 of 1.0), parse twitter (0.95 of 1.2)."
  end

  def test_documents
    corpora = File.expand_path("../benchmark/json_corpora.rb", __dir__)
    had = ENV.delete("JSON_CORPORA")
    assert_equal "Look-alikes of `benchmark/json_corpora.rb`.", report.documents(corpora)
    Dir.mktmpdir do |dir|
      ENV["JSON_CORPORA"] = dir
      File.write(File.join(dir, "twitter.json"), "{}")
      assert_equal "Real documents; canada: look-alikes of `benchmark/json_corpora.rb`.", report.documents(corpora)
      File.write(File.join(dir, "canada.json"), "{}")
      assert_equal "Real documents.", report.documents(corpora)
    end
  ensure
    ENV["JSON_CORPORA"] = had
  end

  def test_limits
    text = report.limit_tables
    assert_includes text, "| twitter | 1.0 | 4.0 | 6.0 | 0.25 |"
    assert_includes text, "Geometric mean of here / best over the documents 0.5, over all 3 rows 0.46."
  end
end

class TestPictures < Minitest::Test
  JSON_PAGE = <<~PAGE
    <!-- json_table generate -->
    | generate | here | a & b | ratio | goal |
    |---|---|---|---|---|
    | x<y | 2.0 | 4.0 | 2.0 | 2.5 |
    | slow | 2.0 | 1.0 | **0.5** |  |

    Geometric mean.
    <!-- /json_table generate -->
    <!-- json_table parse -->
    <!-- /json_table parse -->
  PAGE

  # Elements are closed in the order they were opened, attributes are quoted, and nothing but known entities has an ampersand.
  def assert_well_formed(svg)
    open = []
    rest = svg.gsub(%r{<(/?)(\w+)((?: [\w:-]+="[^"<]*")*) ?(/?)>}) do
      if $1 == "/" then assert_equal open.pop, $2
      elsif $4 != "/" then open << $2
      end
      ""
    end
    assert_empty open
    refute_match(/[<>]/, rest)
    refute_match(/&(?!amp;|lt;|gt;|quot;)/, rest)
  end

  def test_bars
    svg = PageCharts.json(JSON_PAGE)
    assert_well_formed svg
    assert_includes svg, "<title id=\"title\">"
    assert_includes svg, "generate: from 0.5 (slow) to 2.0 (x&lt;y)"
    assert_includes svg, ">x&lt;y</text>"
    assert_includes svg, ">2.00 (2.0 µs)</text>"
    # Twice as fast goes as far to the right of 1 as half as fast to its left.
    bars = svg.scan(/<rect x="([\d.]+)" y="[\d.]+" width="([\d.]+)" height="8" class="c0"/).map { |bar| bar.map(&:to_f) }
    assert_equal 2, bars.size
    assert_in_delta bars[0][1], bars[1][1], 0.2
    assert_in_delta bars[0][0], bars[1].sum, 0.2
    # One goal, to the right of its bar's end; and the one in the legend.
    goals = svg.scan(/<path d="M([\d.]+) [^"]*" class="ink line" stroke-width="2"/).map { |x,| x.to_f }
    assert_equal 2, goals.size
    assert_operator goals[1], :>, bars[0].sum
  end

  def test_nothing_to_draw
    assert_nil PageCharts.json("no marks")
    assert_nil PageCharts.json(JSON_PAGE.sub("ratio", "other"))
    assert_nil PageCharts.heap(JSON_PAGE)
    assert_raises(ArgumentError) { SVGBars.new(title: "", description: "").panel("", [], axis: "") { |panel| panel.bars("a", []) } }
    assert_raises(ArgumentError) { SVGChart.stack([SVGChart.new(title: "", x: "", y: "")], title: "", description: "") }
  end

  def test_two_panels_of_two_series
    svg = PageCharts.heap(<<~PAGE)
      <!-- heap_speed -->
      Medians.

      | program | ours, ms | cruby / ours | table / ours | wanted | peak MB | ours / cruby | ours / table |  |
      |---|--:|--:|--:|--:|--:|--:|--:|---|
      | a | 1.0 | 4.00 | 2.00 | 2.5 | 10.0 | 0.50 | 1.10 |  |
      | a: each | 1.0 | 1.10 | 0.90 | 2.5 |  |  |  | missed |
      <!-- /heap_speed -->
    PAGE
    assert_well_formed svg
    # the legend's two, four of time, two of memory
    assert_equal 8, svg.scan(/<rect [^>]*class="c[01]"/).size
    assert_includes svg, "cruby's time over ours: from 1.1 (a: each) to 4.0 (a)"
    assert_includes svg, "our peak of memory over table's: from 1.1 (a) to 1.1 (a)"
  end

  def test_lines_one_below_the_other
    charts = %w[time memory].map { |name| SVGChart.new(title: name, x: "bytes & more", y: name, height: 200).series("s", [[1, 2], [3, 4, "p"]]).level("l", 3) }
    svg = SVGChart.stack(charts, title: "both", description: "two")
    assert_well_formed svg
    assert_includes svg, 'width="860" height="400"'
    assert_includes svg, 'translate(0 200)'
  end

  # `make charts` after a table was changed by hand.
  def test_pictures_of_the_pages_show_their_tables
    %w[json embedded-hash].each do |name|
      page = File.expand_path("../doc/experiments/#{name}.md", __dir__)
      text = File.read(page)
      assert_equal PageCharts.json(text) || PageCharts.heap(text), File.read(page.sub(/md\z/, "svg")), "#{name}.svg is older than its table"
    end
  end
end
