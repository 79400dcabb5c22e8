# table_test.rb - tests that are a list: each line of test/tables/NAME.txt is an expression, "  #=> ", and what #inspect
# says of its value, or "Class: message" of what it raises.  The answers are CRuby 4.0.1's under a UTF-8 locale.
require_relative "test_helper"

module TableTest
  # A block computes the answer of a line that is not an expression alone.  The lines of `sized` follow the size of a buffer.
  def self.define(test_class, name, sized: [], &answer)
    answer ||= method(:answer)
    File.readlines("#{__dir__}/../tables/#{name}.txt", chomp: true, encoding: "UTF-8").each_with_index do |line, i|
      at = line.rindex("  #=> ")
      source, expected = line[0, at], line[(at + 6)..]
      test_class.define_method("test_#{name}_#{i + 1}") do
        skip "small limits: the buffer has another size: #{source}" if small_limits? && sized.include?(source)
        assert_equal expected, instance_exec(source, &answer), source
      end
    end
  end

  # Returns text without addresses and without the file and line of an eval.
  def self.without_places(text) = text.gsub(/0x\h{8,}/, "0x").gsub(/\(eval at [^)]*\)/, "(eval)")

  def self.answer(source)
    Warning[:deprecated] = false # literals are changed here
    eval(source).inspect
  rescue Exception => e
    "#{e.class}: #{e.message}"
  end
end
