# fuzz_answers.rb - documents that make fuzz-json found to reach code that others do not, and what JSON.parse says of them.
#
#   ruby test/json/fuzz_answers.rb FOLDER [BYTES [EVERY]] > test/json/fuzz_documents.txt
#
# FOLDER is a corpus of libFuzzer's (sanitizers/fuzz-corpus); of its inputs for the parser those of at most BYTES count, and
# of them each of EVERY.  Run it on the Ruby whose answers count: those in the tree are CRuby 4.0.1's, json 2.18.0.  Two
# kinds of document are left out because json 2.18.0 is wrong there: exponents of more than four digits, which it cuts to 32
# bits, and a text that ends in a backslash, where its column depends on the byte after the text.
require_relative "suite_answers"

module FuzzAnswers
  def self.documents(folder)
    Dir["#{folder}/*"].filter_map do |path|
      input = File.binread(path)
      input.byteslice(3..).force_encoding("UTF-8") if input.bytesize > 3 && input.getbyte(0).even?
    end.uniq.reject { |text| text.end_with?("\\") || text.b.match?(/e[-+]?\d{5}/i) }.sort_by { |text| [text.bytesize, text.b] }
  end
end

if $0 == __FILE__
  Warning[:deprecated] = false
  folder, bytes, every = ARGV
  FuzzAnswers.documents(folder).select { |text| text.bytesize <= (bytes || 80).to_i }.each_slice((every || 1).to_i) do |text,|
    puts "#{text.b.dump}\t#{SuiteAnswers.answer(text)}"
  end
end
