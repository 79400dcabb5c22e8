# answers.rb - the sections of test/answers: what a Ruby prints for them, and where it differs from the reference.
#
# Owns     the form of the files: NAME.rb prints lines "label: answer", NAME.out has CRuby 4.0.1's, NAME.accepted has "label: reason".
# Invariant  A label names one line of a section.  An accepted label must differ.
# Checked  test/test_answers_*.rb by way of answers_test.rb; test/test_answers_beside.rb for the tool.
require "tmpdir"

module Answers
  FOLDER = File.expand_path("../answers", __dir__)
  class Failure < StandardError; end

  module_function

  # Returns the names of all sections.
  def names = (Dir["#{FOLDER}/*.rb"].map { |file| File.basename(file, ".rb") } - ["common"]).sort

  # Returns what RUBY prints for the section, a Hash by label.
  def run(ruby, name)
    raise Failure, "no section #{name} in test/answers" unless File.exist?("#{FOLDER}/#{name}.rb")
    raise Failure, "no Ruby at #{ruby}" unless File.executable?(ruby)
    Dir.mktmpdir do |folder|
      text = IO.popen({ "RUBYOPT" => nil }, [File.expand_path(ruby), "-W0", "#{FOLDER}/#{name}.rb", chdir: folder], &:read)
      raise Failure, "#{ruby} ends #{name}.rb with #{$?}" unless $?.success?
      parse(text)
    end
  end

  def recorded(name) = lines("#{name}.out")
  def accepted(name) = lines("#{name}.accepted")
  def lines(file) = File.exist?("#{FOLDER}/#{file}") ? parse(File.binread("#{FOLDER}/#{file}")) : {}

  # Writes the answers of the reference.
  def record(name, answers) = File.binwrite("#{FOLDER}/#{name}.out", answers.map { |label, answer| "#{label}: #{answer}\n" }.join)

  # Returns the lines of TEXT by label; the empty lines and comments of a list fall away.
  def parse(text)
    pairs = text.b.lines(chomp: true).reject { |line| line.empty? || line.start_with?("#") }.map { |line| line.split(": ", 2) }
    twice = pairs.map(&:first).tally.select { |_, count| count > 1 }
    raise Failure, "labels used twice: #{twice.keys}" unless twice.empty?
    pairs.to_h
  end

  # Returns a line for each label that differs and is not accepted, or is accepted and does not differ.
  def complaints(ours, theirs, accepted)
    (ours.keys | theirs.keys | accepted.keys).filter_map do |label|
      if ours[label] == theirs[label]
        "#{label}: does not differ, remove it from the accepted ones" if accepted.key?(label)
      elsif !accepted.key?(label)
        "#{label}: #{ours[label] || "missing"}, CRuby #{theirs[label] || "has none"}"
      end
    end
  end
end
