# events.rb - what a Ripper subclass is told about a program: tokens and events of the parser in their order, one line.
#
# A token is its text; an event NUMBER:name(arguments), an argument that an event made is that one's number.  Run by itself it
# prints this for each program in the files named (programs are separated by lines of ----), in the form of events.txt; with
# --files each file is a program, and each event has a line with its place.
require "ripper"

class EventLog < Ripper
  Value = Struct.new(:text)

  attr_reader :lines

  def self.of(source, places: false)
    log = new(source)
    log.places = places
    log.parse
    log.lines
  end

  attr_writer :places

  def initialize(...)
    super
    @lines, @events = [], 0
  end

  SCANNER_EVENT_TABLE.each_key do |name|
    define_method("on_#{name}") do |text|
      place = "#{lineno}:#{column}"
      if @places then @lines << "#{name} #{text.inspect} #{place} #{state}"
      elsif name != :sp then @lines << text.inspect[1..-2]
      end
      Value.new(@places ? "@#{place}" : text.strip.inspect[1..-2])
    end
  end

  PARSER_EVENT_TABLE.each_key do |name|
    define_method("on_#{name}") do |*arguments|
      @events += 1
      @lines << "#{@events}:#{name}(#{arguments.map { |a| show(a) }.join(" ")})#{" #{lineno}:#{column}" if @places}"
      Value.new(@events.to_s)
    end
  end

  private

  def show(value)
    case value
    when Array then "[#{value.map { |v| show(v) }.join(" ")}]"
    when Value then value.text
    when nil then "-"
    else value.inspect
    end
  end

  def compile_error(message) = @lines << "compile_error(#{message})"
end

if $PROGRAM_NAME == __FILE__
  if ARGV.first == "--files"
    ARGV.drop(1).each do |file|
      puts "== #{file}", EventLog.of(File.binread(file).force_encoding("UTF-8"), places: true)
    end
  else
    ARGV.each do |file|
      File.read(file).split(/^----\n/).each { |source| puts source, "=> #{EventLog.of(source).join(" ")}", "----" }
    end
  end
end
