# looks.rb - maps of the heap and flame graphs of programs, each a page of HTML that a process of its own writes.
#
# Owns      Lab::Looks, the table of looks.
# Uses      measures.rb (one process and its limit), the options --heap-map and --profile of the builds
# LK-1      A look is no sample: its process measures nothing, and its failure leaves the figures of the program as they are.
# LK-2      A page is whole HTML that needs no network, of at most MOST bytes; anything else is a failure with one line of reason.
# LK-3      A look is of the quick size, because the report contains its page.  A variant with a fixed heap and an outside Ruby have none.
# Checked   test/test_lab_looks.rb
require_relative "measures"

module Lab
  module Looks
    Look = Struct.new(:option, :text)
    ALL = { heap_map: Look.new("--heap-map", "heap map"), flame_graph: Look.new("--profile", "flame graph") }.freeze
    MOST = 8 << 20
    # What begins a reference that a browser would follow to another place.
    OUTSIDE = %r{(?:src|href)\s*=\s*["']?\s*(?:\w+:)?//|@import|url\(\s*["']?\s*(?:\w+:)?//}i

    # The outcome of one process; page: its text, or nil with an error of one line.
    Outcome = Struct.new(:page, :error, :command, keyword_init: true)

    module_function

    # Returns whether a Variant can be looked into.
    def possible?(variant) = variant.command.nil? && variant.heap.nil?

    # Runs ruby (a list of words) with `words` and returns the Outcome.
    #   name    a key of ALL
    #   loops   whether the program calls lab_tick or lab_iterate
    def take(ruby, words, name, folder:, environment: {}, loops: false, limit: 600, most: MOST)
      file, out = File.join(folder, "look.#{Process.pid}.html"), File.join(folder, "out.#{Process.pid}")
      Programs.with_folder(words, folder) do |own,|
        command = [*ruby, "#{ALL.fetch(name).option}=#{file}", *(["-r", Measures::LOOPS] if loops), *own]
        status, _, _, text = Measures.spawn(command, Measures::ENVIRONMENT.merge("LAB_OUT" => out, **environment), folder, limit)
        error = Measures.fault(status, text, limit) || fault(file, most)
        Outcome.new(page: error ? nil : File.read(file, encoding: "UTF-8"), error: error, command: command.join(" "))
      end
    ensure
      [file, out].each { |name| File.delete(name) if File.exist?(name) }
    end

    # Returns what is wrong with the page, nil if nothing is.
    def fault(file, most)
      bytes = File.size?(file) or return "wrote no page"
      return "wrote a page of #{bytes} bytes; the report takes #{most}" if bytes > most
      page = File.read(file, encoding: "UTF-8")
      return "wrote a page that is not UTF-8" unless page.valid_encoding?
      return "wrote a page that is not whole HTML" unless page.match?(/\A\s*<!DOCTYPE html>/i) && page.match?(%r{</html>\s*\z})
      "wrote a page that needs the network (#{page[OUTSIDE]})" if page.match?(OUTSIDE)
    end
  end
end
