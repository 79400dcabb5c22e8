# doc_page - what tools write into pages of doc/, between marks `<!-- NAME -->` and `<!-- /NAME -->`, and tables of Markdown.
#
#   DocPage.fill(text, name, inside)    the text with `inside` between the marks; IndexError when they are not there
#   DocPage.between(text, name)         what stands between them, nil when they are not there
#   DocPage.table(heads, rows)          Markdown; every column but the first is aligned to the right when `right: true`
#   DocPage.read_table(text)            the first table in the text as a list of Hashes, one a row, by the heads
#   DocPage.commit(folder)              the short name of the commit checked out, with "+" when files differ from it
module DocPage
  class << self
    def marks(name) = ["<!-- #{name} -->", "<!-- /#{name} -->"]

    def between(text, name)
      from, to = marks(name)
      text[/#{Regexp.escape(from)}\n(.*?)#{Regexp.escape(to)}/m, 1]
    end

    def fill(text, name, inside)
      from, to = marks(name)
      raise IndexError, "there are no marks #{from} and #{to}" unless between(text, name)
      text.sub(/#{Regexp.escape(from)}\n.*?#{Regexp.escape(to)}/m) { "#{from}\n#{inside.rstrip}\n#{to}" }
    end

    def table(heads, rows, right: false)
      line = right ? "|---#{"|--:" * (heads.size - 1)}|" : "|#{"---|" * heads.size}"
      ["| #{heads.join(" | ")} |", line, *rows.map { |row| "| #{row.join(" | ")} |" }].join("\n") << "\n"
    end

    def read_table(text)
      lines = text.lines(chomp: true).drop_while { |line| !line.start_with?("|") }.take_while { |line| line.start_with?("|") }
      heads, _, *rows = lines.map { |line| line.delete_prefix("|").delete_suffix("|").split("|", -1).map(&:strip) }
      rows.map { |cells| heads.zip(cells).to_h }
    end

    def commit(folder)
      name = IO.popen(%w[git rev-parse --short HEAD], chdir: folder, err: File::NULL, &:read).strip
      changed = IO.popen(%w[git status --porcelain -uno], chdir: folder, err: File::NULL, &:read)
      # The page that is being written is no part of what was measured.
      changed.lines.all? { |line| line.end_with?(".md\n", ".svg\n") } ? name : "#{name}+"
    end
  end
end
