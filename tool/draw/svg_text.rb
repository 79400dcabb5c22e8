# svg_text - the common parts of our pictures: one look, on light and on dark pages, and words for readers who cannot see them.
#
#   SVGText.document(width, height, title:, description:, body:)    the file; body: a list of elements
#   SVGText.text(x, y, string, ...)                                 one line of text, which stays text
#
# Colours are classes, so that a page in dark mode (prefers-color-scheme) gets the dark ones; what knows no CSS media query shows
# the light ones on their own white card.  c0 is the accent, c1 ... what it is compared with.
module SVGText
  LIGHT = { "card" => "#ffffff", "ink" => "#1f2328", "muted" => "#57606a", "grid" => "#e4e7eb",
            "c0" => "#1f77b4", "c1" => "#8c959f", "c2" => "#d62728", "c3" => "#2ca02c", "c4" => "#9467bd", "c5" => "#ff7f0e", "c6" => "#8c564b",
            "c7" => "#17becf" }.freeze
  DARK = { "card" => "#16191d", "ink" => "#e6edf3", "muted" => "#9aa4af", "grid" => "#30363d",
           "c0" => "#58a6e8", "c1" => "#7d8590", "c2" => "#ff7b72", "c3" => "#56d364", "c4" => "#bc8cff", "c5" => "#ffa657", "c6" => "#c69a86",
           "c7" => "#56d4dd" }.freeze
  COLOURS = LIGHT.keys.grep(/\Ac\d/).freeze

  class << self
    def document(width, height, title:, description:, body:)
      [%(<svg xmlns="http://www.w3.org/2000/svg" width="#{width}" height="#{height}" viewBox="0 0 #{width} #{height}" ) +
       %(role="img" aria-labelledby="title description" font-family="sans-serif" font-size="12">),
       %(<title id="title">#{escape(title)}</title>), %(<desc id="description">#{escape(description)}</desc>),
       "<style>", *rules(LIGHT), "@media (prefers-color-scheme: dark) {", *rules(DARK), "}", "</style>",
       %(<rect width="100%" height="100%" class="card"/>), *body, "</svg>"].join("\n") << "\n"
    end

    def escape(string) = string.to_s.gsub(/[&<>"]/, "&" => "&amp;", "<" => "&lt;", ">" => "&gt;", '"' => "&quot;")

    def text(x, y, string, size: 12, anchor: "start", colour: "ink", bold: false)
      %(<text x="#{x}" y="#{y}" font-size="#{size}" text-anchor="#{anchor}" class="#{colour}"#{' font-weight="600"' if bold}>#{escape(string)}</text>)
    end

    def rect(x, y, width, height, colour) = %(<rect x="#{x}" y="#{y}" width="#{width}" height="#{height}" class="#{colour}"/>)

    def line(x1, y1, x2, y2, colour, more = "") = %(<path d="M#{x1} #{y1}L#{x2} #{y2}" class="#{colour} line" #{more}/>)

    private

    # A class is a filled shape; with `line` beside it, a stroke of the same colour.
    def rules(colours)
      colours.map { |name, colour| ".#{name} { fill: #{colour} } .#{name}.line { fill: none; stroke: #{colour} }" }
    end
  end
end
