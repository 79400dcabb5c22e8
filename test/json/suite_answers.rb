# suite_answers.rb - what JSON.parse says of each file of JSONTestSuite and jsonchecker, as a list of lines.
#
#   JSON_TEST_SUITE=DIR ruby test/json/suite_answers.rb > test/json/suite_answers.txt     (on the Ruby whose answers count)
#
# DIR is nst/JSONTestSuite (test_parsing, test_transform), jsonchecker its neighbour; or both lie in DIR.  The lists in the tree are those of CRuby 4.0.1
# with json 2.18.0.
require "json"

module SuiteAnswers
  FOLDERS = %w[JSONTestSuite/test_parsing JSONTestSuite/test_transform jsonchecker].freeze
  def self.files(dir)
    FOLDERS.flat_map do |f|
      folder = ["#{dir}/#{f}", "#{dir}/../#{f}"].find { |path| File.directory?(path) } || "#{dir}/#{File.basename(f)}"
      Dir["#{folder}/*.json"].sort.map { |path| ["#{f}/#{File.basename(path)}", path] }
    end
  end

  def self.show(v)
    case v
    when Hash then "{#{v.map { |k, w| "#{show(k)}=>#{show(w)}" }.join(",")}}"
    when Array then "[#{v.map { |w| show(w) }.join(",")}]"
    when String then "#{v.encoding}#{v.valid_encoding?}#{v.b.inspect}"
    when Float then v.to_s
    else v.inspect
    end
  end

  def self.short(text)
    return text if text.bytesize <= 120
    "#{text.byteslice(0, 80).b.inspect}... #{text.bytesize} bytes, sum #{text.each_byte.inject(0) { |s, b| (s * 31 + b) & 0xffffffff }}"
  end

  def self.answer(text)
    short("ok #{show(JSON.parse(text))}")
  rescue JSON::ParserError => e
    short("#{e.class} #{e.message.b.inspect} #{e.line.inspect} #{e.column.inspect}")
  rescue StandardError => e
    short("#{e.class} #{e.message.b.inspect}")
  end
end

if $0 == __FILE__
  Warning[:deprecated] = false
  SuiteAnswers.files(ENV.fetch("JSON_TEST_SUITE")).each do |name, path|
    puts "#{name}\t#{SuiteAnswers.answer(File.read(path, encoding: "UTF-8"))}"
  end
end
