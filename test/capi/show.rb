# show.rb - prints one line for each call: its label, and what #inspect says of the value or what was raised.
require File.expand_path(ARGV[0]) # the extension that is called
$stdout.sync = true

# Takes the text that differs from run to run out of a line.
def shown(value) = value.inspect

def show(label)
  value = begin
    yield
  rescue Exception => e
    "#{e.class}: #{e.message}"
  end
  puts "#{label}: #{shown(value)}"
end
