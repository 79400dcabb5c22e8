# frozen_string_literal: true

# heap_map.rb - ObjectSpace.heap_map: the heap as a page for a browser, which needs no network.
#
#   ObjectSpace.heap_map                       # => the page, a String
#   ObjectSpace.heap_map("heap.html")          # writes it; => "heap.html".  An IO will do, too
#   ObjectSpace.heap_map(io, collect: false)   # without a collection before, so that garbage is drawn as well
#   ruby --heap-map=heap.html program.rb       # as it is when the program ends
#
# The page (heap_map.html beside this file) draws every page of the heap and every slot of it on a canvas, by type, age, slot
# size or Ruby class; it sums up fill, fragmentation, and slots that lie across two cache lines.  What it draws is packed as
# objspace/heap_map.c says.
module ObjectSpace
  module HeapMap
    TYPES = %w[free Object Class Module Float String Regexp Array Hash Struct Bignum IO Data MatchData Complex Rational 16 17 18 19 Symbol
               21 22 23 24 25 internal 27 included\ module zombie moved 31].freeze
    TEMPLATE = File.join(__dir__, "heap_map.html")

    module_function

    def make(to = nil, collect: true)
      GC.start if collect
      text = page(ObjectSpace.__send__(:heap_map_data), collect)
      return text unless to
      to.respond_to?(:write) ? to.write(text) : File.binwrite(to, text)
      to
    end

    def page(data, collected)
      pages, slots = data.delete(:pages), data.delete(:slots)
      facts = data.merge(types: TYPES, collected: collected, ruby: RUBY_DESCRIPTION, program: $0.to_s.scrub)
      File.read(TEMPLATE, encoding: "UTF-8").sub("/*FACTS*/null") { literal(facts) }
          .sub("<!--PAGES-->") { [pages].pack("m0") }.sub("<!--SLOTS-->") { [slots].pack("m0") }
    end

    # As a JavaScript literal inside <script>; JSON itself is left unloaded, so as not to be in the picture.
    def literal(v)
      case v
      when Hash then "{#{v.map { |k, w| "#{literal(k.to_s)}:#{literal(w)}" }.join(",")}}"
      when Array then "[#{v.map { |w| literal(w) }.join(",")}]"
      when String then "\"#{v.encode("UTF-8", invalid: :replace, undef: :replace).gsub(/[^ !#-;=?-\[\]-~]/) { |c| c.encode("UTF-16BE").unpack("n*").map { |u| format("\\u%04x", u) }.join }}\""
      else v.inspect
      end
    end
  end
end
