# table.rb - every loop of loops.rb, each in a process of its own: bytes a turn that stay, which are megabytes a million turns.
#
#   ruby test/leaks/table.rb [--turns N] [--report PAGE] RUBY [REFERENCE]
#
# Ends with status 1 if a loop leaks more than the reference's and a fifth, and more than what is not told from nothing: pages
# that one leg happens to fill, which the smallest of three legs seldom shows.
turns = 20_000
report = nil
while ARGV[0]&.start_with?("--")
  case ARGV.shift
  when "--turns" then turns = Integer(ARGV.shift)
  when "--report" then report = ARGV.shift
  else abort "usage: table.rb [--turns N] [--report PAGE] RUBY [REFERENCE]"
  end
end
rubies = ARGV.map { |path| File.expand_path(path) }
abort "usage: table.rb [--turns N] [--report PAGE] RUBY [REFERENCE]" unless rubies.size.between?(1, 2)

NOISE_BYTES = 200_000 # of a leg
script = File.join(__dir__, "measure.rb")

# [bytes a turn, turns of a leg]; nil if it failed
measure = lambda do |ruby, name|
  out = IO.popen([ruby, script, name, turns.to_s], err: %i[child out], &:read)
  numbers = out.lines.last.to_s.split
  next [numbers[0].to_f, numbers[1].to_i] if $?.success? && numbers.size == 2
  warn "#{ruby} #{name}: #{out.lines.last}"
  nil
end

names = IO.popen([rubies[0], script], &:read).split
rows = []
failed = []
names.each do |name|
  ours, reference = rubies.map { |ruby| measure.call(ruby, name) }
  rows << [name, ours, reference]
  failed << name if ours.nil? || ours[0] > (reference ? reference[0] * 1.2 : 0) + NOISE_BYTES / ours[1].to_f
  puts format("%-24s %10s %10s", name, ours ? ours[0] : "failed", reference && reference[0])
  $stdout.flush
end

if report
  File.open(report, "w") do |page|
    page.puts <<~TEXT
      # What stays

      `test/leaks/loops.rb` has loops that long-running programs repeat without end.  Each runs in a process of its own, and warms up first.  The
      table has the bytes a turn by which resident memory grows after `GC.start`, the smallest of three legs.  One byte a turn is a megabyte a million turns.
      Growth below #{NOISE_BYTES / 1000} kB a leg counts as none, which is many bytes a turn if a leg has few turns.

      `make leaks REFERENCE=ruby TURNS=#{turns} REPORT=doc/leaks.md` writes this page.  The rows are of #{RUBY_PLATFORM}, #{Time.now.utc.strftime("%F")},
      #{rubies.map { |ruby| IO.popen([ruby, "-v"], &:read).strip }.join(" and ")}.

      | loop | turns of a leg | bytes a turn | #{"reference |" if rubies[1]}
      |---|---:|---:|#{"---:|" if rubies[1]}
    TEXT
    rows.each do |name, ours, reference|
      page.puts "| #{name} | #{ours ? ours[1] : "-"} | #{ours ? ours[0] : "failed"} |#{" #{reference ? reference[0] : "failed"} |" if rubies[1]}"
    end
  end
end
puts "leaks: #{rows.size - failed.size} passed, #{failed.size} failed#{": #{failed.join(" ")}" unless failed.empty?}"
exit failed.empty?
