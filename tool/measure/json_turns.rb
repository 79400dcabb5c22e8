# json_turns - processes that measure rows of JSON and take turns: what tool/measure/json_table and tool/measure/json_limits have in common.
#
#   column = JSONTurns::Column.new(name, command words, environment)    answers as tool/measure/json_rows.rb does
#   JSONTurns.measure(columns, processes:, samples:) { |column| {row => what `prepare` is to be told} }
#       => {[row, column's name] => nanoseconds a call, the median over processes of the medians of samples}
module JSONTurns
  Column = Struct.new(:name, :command, :environment) do
    def open
      @io = IO.popen([environment || {}, *command], "r+")
    end

    def ask(text)
      @io.puts text
      @io.gets&.chomp or abort "#{$PROGRAM_NAME}: #{name} stopped at `#{text}`"
    end

    def close
      @io.close_write
      @io.close
    end
  end

  class << self
    def median(list) = list.sort[list.size / 2]

    def geomean(list) = list.empty? ? nil : Math.exp(list.sum { |x| Math.log(x) } / list.size)

    # Microseconds, three digits.
    def digits(nanoseconds)
      return "" unless nanoseconds
      us = nanoseconds / 1000.0
      us >= 100 ? us.round.to_s : us >= 10 ? us.round(1).to_s : us >= 1 ? us.round(2).to_s : us.round(3).to_s
    end

    # A sample of each column after the other, so that what else the machine does meets all of them.
    def measure(columns, processes:, samples:)
      times = Hash.new { |h, k| h[k] = [] }
      processes.times do
        columns.each(&:open)
        tasks = columns.to_h { |column| [column, yield(column)] }
        tasks.values.flat_map(&:keys).uniq.each do |row|
          able = columns.select { |column| tasks[column].key?(row) }
          able.each { |column| column.ask("prepare #{tasks[column][row]}") }
          taken = able.to_h { |column| [column, []] }
          samples.times { able.each { |column| taken[column] << column.ask("go").to_f } }
          taken.each { |column, list| times[[row, column.name]] << median(list) }
          $stderr.print "."
        end
        columns.each(&:close)
      end
      $stderr.puts
      times.transform_values { |list| median(list) }
    end

    # What the machine is and does, for a report.
    def machine
      flags = File.exist?("/proc/cpuinfo") ? File.read("/proc/cpuinfo")[/^(?:flags|Features)\s*:(.*)/, 1].to_s.split : []
      vector = %w[avx512_vbmi2 avx512bw avx2 sse4_2 asimd].find { |flag| flags.include?(flag) }
      load = File.exist?("/proc/loadavg") ? ", load #{File.read("/proc/loadavg")[/\S+/].to_f.round(1)} at the end" : ""
      "#{RUBY_PLATFORM[/\A[^-]+/]}#{" with #{vector}" if vector}#{load}"
    end
  end
end
