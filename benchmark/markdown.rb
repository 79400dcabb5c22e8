# frozen_string_literal: true
# markdown - text with headings, lists, emphasis, code and links to HTML: regular expressions with groups, gsub, each_line.
class Markdown
  ENTITIES = { "&" => "&amp;", "<" => "&lt;", ">" => "&gt;" }.freeze

  def render(text)
    @out = +""
    @open = nil
    @paragraph = []
    text.each_line(chomp: true) { |line| line(line) }
    finish
    @out
  end

  private

  def line(line)
    if @open == "pre"
      line.start_with?("```") ? close : @out << escape(line) << "\n"
      return
    end
    case line
    when /\A```(\w*)/
      finish
      @open = "pre"
      @out << "<pre class=\"#{$1}\">"
    when /\A(\#{1,6}) +(.*?) *#*\z/
      finish
      level = $1.size
      @out << "<h#{level}>#{inline($2)}</h#{level}>\n"
    when /\A[-*] +(.*)/ then item("ul", $1)
    when /\A\d+\. +(.*)/ then item("ol", $1)
    when /\A\s*\z/ then finish
    else
      close if @open
      @paragraph << inline(line)
    end
  end

  def item(list, text)
    unless @open == list
      finish
      @open = list
      @out << "<#{list}>\n"
    end
    @out << "<li>" << inline(text) << "</li>\n"
  end

  def close
    @out << "</#{@open}>\n" if @open
    @open = nil
  end

  def finish
    close
    return if @paragraph.empty?
    @out << "<p>" << @paragraph.join("\n") << "</p>\n"
    @paragraph.clear
  end

  def escape(text)
    text.gsub(/[&<>]/, ENTITIES)
  end

  def inline(text)
    escape(text)
      .gsub(/`([^`]+)`/) { "<code>#{$1}</code>" }
      .gsub(/\*\*(.+?)\*\*/, '<b>\1</b>')
      .gsub(/\*([^*]+)\*/, '<i>\1</i>')
      .gsub(/\[([^\]]+)\]\((\S+?)\)/) { |_| "<a href=\"#{$2}\">#{$1}</a>" }
  end
end

page = <<~TEXT
  # A *heading* with `code`

  Some text with **bold**, *slanted* and `raw <tags>` words, and a
  [link](https://example.org/page?a=1&b=2) & more on the second line.

  - first thing
  - second **thing**
  - third [thing](#here)

  1. one
  2. two < three

  ```ruby
  puts "<html>" if a && b
  ```
  ## Smaller ##
  The last paragraph goes on and on, without anything in it that would need a second look at all.
TEXT
html = Markdown.new.render(page * 8000)
result = [html.size, html.scan("<li>").size, html.sum]
raise "markdown: #{result}" unless result == [4528000, 40000, 49920]
