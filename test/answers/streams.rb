# streams.rb - newlines, escapes and encodings that the options of open and set_encoding ask for.  streams.out holds the answers of CRuby 4.0.1.
require_relative "common"

def shown(options) = options.map { |name, value| "#{name}=#{value.inspect}" }.join(" ")
File.binwrite("read.txt", "a\r\nb\r\n")
READ = [{ universal_newline: true }, { universal_newline: false }, { textmode: true }, { textmode: true, universal_newline: false }, { mode: "rt", universal_newline: false },
        { mode: "rt", newline: :lf }, { newline: :universal }, { newline: :crlf }, { crlf_newline: true }, { textmode: true, crlf_newline: true }, { textmode: true, crlf_newline: false },
        { textmode: true, universal_newline: nil }, { textmode: true, newline: nil }, { mode: "rb", universal_newline: true }, { textmode: true, cr_newline: false }, { mode: "rt", xml: :text },
        { mode: "rt:euc-jp:utf-8", universal_newline: false }, { mode: "r:euc-jp:utf-8", universal_newline: true }]
READ.each do |options|
  t("streams read #{shown(options)}") { File.open("read.txt", **options) { |f| [f.gets, f.read] } }
end
WRITE = [{ xml: :attr }, { xml: :text }, { xml: :attr, mode: "wb" }, { xml: :text, mode: "wb" }, { xml: :attr, mode: "w:utf-8" }, { xml: :attr, mode: "w:us-ascii" }, { xml: :text, mode: "wb:us-ascii" },
         { xml: :attr, mode: "wb:utf-16be" }, { xml: :attr, mode: "wb:iso-2022-jp" }, { xml: :text, crlf_newline: true }, { mode: "wt", crlf_newline: true }, { mode: "wb", crlf_newline: true },
         { universal_newline: true }, { newline: :crlf }, { mode: "wt" }, { xml: :attr, mode: "a" }, { xml: :attr, mode: "w+" }, { xml: :attr, external_encoding: "ISO-8859-1" }, { xml: :text, newline: :cr }]
WRITE.map { |options| { mode: "w" }.merge(options) }.each do |options|
  texts = { text: ["&<>\"'", "\u4e02\u3042\n", "x\ny", "&"], bytes: ["\xff<".b], latin: ["é".encode("ISO-8859-1")], wide: ["a<".encode("UTF-16LE")], nothing: [] }
  texts.each { |name, parts| t("streams write #{shown(options)} #{name}") { File.open("write.txt", **options) { |f| parts.each { |part| f.print part } }; File.binread("write.txt") } }
end
t("streams File.write") { File.write("write.txt", "<\n", xml: :attr); File.binread("write.txt") }
[[nil], [nil, nil], ["utf-8"], ["utf-8", nil], ["utf-8", "euc-jp"], ["utf-8:euc-jp"], [Encoding::UTF_8], [Encoding::BINARY], ["iso-8859-1"]].each do |names|
  [{ xml: :text }, { crlf_newline: true }, { undef: :replace }, { newline: :cr }, { xml: :attr }].each do |options|
    t("streams set_encoding #{names} #{shown(options)}") do
      [{}, { external_encoding: "utf-8", crlf_newline: true }].map do |opened|
        File.open("write.txt", "w", **opened) { |f| f.set_encoding(*names, **options); f.print "<\n"; f.print "é\u3042" }
        File.binread("write.txt")
      rescue => e
        e.message
      end
    end
  end
end
