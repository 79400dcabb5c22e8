require_relative "lib/test_helper"
require "fileutils"
require "tmpdir"
load File.expand_path("../tool/check/provenance", __dir__)

# tool/check/provenance finds what was planted: a copied function, one whose names were changed, copied lines, a copied sentence.
class TestProvenance < Minitest::Test
  THEIRS_C = <<~C
    static VALUE
    measure_all(VALUE self, VALUE list, long limit)
    {
        long i, total = 0;
        if (NIL_P(list)) return INT2FIX(0);
        for (i = 0; i < RARRAY_LEN(list); i++) {
            VALUE item = rb_ary_entry(list, i);
            if (!RB_TYPE_P(item, T_STRING)) rb_raise(rb_eTypeError, "no string");
            total += RSTRING_LEN(item) * 3 + 17;
            if (limit > 0 && total > limit) break;
        }
        return LONG2NUM(total);
    }
  C
  RENAMED_C = THEIRS_C.gsub("measure_all", "sum_of_sizes").gsub(/\btotal\b/, "n").gsub(/\bitem\b/, "v").gsub(/\blist\b/, "a").gsub(/\blimit\b/, "top")
  OWN_C = <<~C
    static VALUE
    total_bytes(VALUE self, VALUE strings)
    {
        size_t bytes = 0;
        struct walk w = walk_begin(strings);
        while (walk_next(&w)) {
            const char *text = walk_text(&w);
            bytes = bytes + strlen(text);
            if (bytes == SIZE_MAX) return walk_stop(&w, Qnil);
            walk_note(&w, text, bytes);
        }
        walk_end(&w);
        return rb_uint2inum(bytes ? bytes : (size_t)0);
    }
  C
  RUBY = (1..25).map { |i| "def method_number_#{i} = @values.fetch(#{i}) + other_#{i}\n" }.join
  SENTENCE = "The pelican of the estuary counts its fish twice before it sleeps at noon."

  def rows(ours, theirs)
    Dir.mktmpdir do |folder|
      { "ours" => ours, "theirs" => theirs }.each do |tree, files|
        files.each do |name, text|
          FileUtils.mkdir_p(File.dirname("#{folder}/#{tree}/#{name}"))
          File.write("#{folder}/#{tree}/#{name}", text)
        end
      end
      yield Provenance.rows("#{folder}/ours", ["#{folder}/theirs"]), "#{folder}/ours" if block_given?
    end
  end

  def kinds(ours, theirs)
    found = nil
    rows(ours, theirs) { |list,| found = list.map { |row| [row.kind, row.place.name || File.basename(row.place.file)] } }
    found
  end

  # Enough other functions that the planted ones' runs are rare.
  FILLER = (1..12).map { |i| OWN_C.gsub(/walk|total_bytes/) { "#{$&}#{i}" } }.join("\n")

  def test_copied_function
    assert_includes kinds({ "a.c" => THEIRS_C }, { "b.c" => THEIRS_C + FILLER }), ["function", "measure_all"]
  end

  def test_renamed_function
    assert_includes kinds({ "a.c" => RENAMED_C }, { "b.c" => THEIRS_C + FILLER }), ["function", "sum_of_sizes"]
  end

  def test_function_of_ones_own
    assert_empty kinds({ "a.c" => OWN_C }, { "b.c" => THEIRS_C })
  end

  def test_lines
    assert_includes kinds({ "lib/a.rb" => RUBY }, { "lib/b.rb" => "x = 1\n" + RUBY }), ["lines", "a.rb"]
    assert_empty kinds({ "lib/a.rb" => RUBY }, { "lib/b.rb" => RUBY.gsub("number", "other") })
  end

  def test_sentence
    words = "the pelican of the estuary counts its fish"
    assert_includes kinds({ "doc/a.md" => "# Birds\n\n#{SENTENCE}\n" }, { "b.c" => "/* #{SENTENCE} */\n" }), ["sentence", words]
    assert_empty kinds({ "doc/a.md" => "```\n#{SENTENCE}\n```\n" }, { "b.c" => "/* #{SENTENCE} */\n" })
  end

  def test_run_of_tokens
    assert_includes kinds({ "a.c" => "int x[] = {#{(1..60).to_a.join(", ")}};" }, { "b.c" => "long y[] = {#{(1..60).to_a.join(", ")}};" }), ["run", "a.c"]
  end

  def test_accepted_rows
    rows({ "a.c" => THEIRS_C }, { "b.c" => THEIRS_C + FILLER }) do |list, tree|
      row = list.find { |r| r.kind == "function" }
      assert_equal "a.c measure_all", Provenance.key(row, tree)
      accept = list.map { |r| Provenance::Accepted.new(r.kind, Provenance.key(r, tree), "planted") }
      assert_output(/0 failed/) { assert Provenance.run(tree, [tree.sub("ours", "theirs")], accept) }
      assert_output(/found no longer/) { refute Provenance.run(tree, [tree.sub("ours", "theirs")], accept + [Provenance::Accepted.new("run", "gone.c", "old")]) }
      assert_output(/[1-9] failed/) { refute Provenance.run(tree, [tree.sub("ours", "theirs")], []) }
    end
  end

  # Each row that may stay has a reason.
  def test_list
    list = Provenance.accepted(File.expand_path("../tool/check/provenance_accepted.tsv", __dir__))
    refute_empty list
    list.each { |row| assert_operator row.reason.to_s.size, :>, 10, row.place }
  end
end
