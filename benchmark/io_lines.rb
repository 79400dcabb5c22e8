# frozen_string_literal: true
# io_lines - writing and reading a file by lines, by bytes and at once; StringIO.
require "tempfile"
require "stringio"
sum = 0
Tempfile.create("bench") do |file|
  200_000.times { |i| file.puts "line #{i} of the file" }
  file.flush
  3.times do
    file.rewind
    file.each_line { |line| sum += line.size }
    file.rewind
    while (line = file.gets(chomp: true))
      sum += line.size
    end
    sum += File.read(file.path).count("\n") + File.foreach(file.path).count + File.readlines(file.path).size
  end
  file.rewind
  sum += file.each_byte.sum { |byte| byte & 1 }
end
out = StringIO.new
200_000.times { |i| out << "n" << i << "\n" }
out.rewind
out.each_line { |line| sum += line.size }
raise "io_lines: #{sum}" unless sum == 32622230
