# documentation - RDoc's HTML of pages and of a class with methods of many kinds of tokens, and ri's store of them.
require "digest"
require "rdoc"
require "tmpdir"

SOURCE = <<'RUBY'
# encoding: utf-8
##
# A shelf of _things_, see Shelf#put and {the page}[rdoc-ref:notes.rdoc].
#
# [first]  one
# [second] two +code+
#
#   shelf = Shelf.new(3)
#   shelf << "é"   # => shelf
class Shelf < Struct.new(:size)
  include Enumerable

  # How many at most.
  LIMIT = 10

  attr_reader :things   # what is on it
  attr_accessor :name

  # :section: Changing

  ##
  # Puts +thing+ on the shelf.
  # * of any kind
  # * with a label:
  #   1. inner
  def put(thing, label: nil, **rest, &block)
    text = <<~A
      #{thing} on it
        indented
    A
    text += "x" \
      "y".to_s
    words = %w[a  b
      c]
    @things&.push(thing) if thing =~ /a#{label}b+/mi && thing !~ %r{x}
    case thing
    in {a: Integer => n, **nil} then n ** 2
    in [*, ^label, *] then ->(x) { x <=> 1r }
    else ?x
    end
    yield self, `true`, :"dyn#{1}", %i[a b], 0x1f, 1.5e3 rescue nil
  end
  alias << put
  alias_method :add, :put

  # call-seq:
  #   each {|thing| ... } -> self
  #   each -> enumerator
  def each = block_given? ? @things.each { yield _1 } : to_enum

  class << self
    # Shelf of all +things+.
    def of(*things) = new(things.size).tap { |s| things.each { |t| s << t } }
  end

  # Not seen. :nodoc:
  def hidden; end # :nodoc:

  private def secret = 1

=begin rdoc
Errors of shelves, as https://example.org says.
=end
  class Full < StandardError; end

  # A module in it.
  module Deep; def self.of; end; end
end
__END__
class Nothing; end
RUBY

PAGE = <<'TEXT'
= Notes

Text with *bold*, _em_ and <tt>tt</tt> about Shelf.

== List

label:: text of the label
  verbatim  here

1. one
2. two

---
TEXT

MARKDOWN = <<'TEXT'
# Read me

A `code`, **strong** [link](https://example.org) and a table:

| a | b |
|---|--:|
| 1 | 2 |

```ruby
puts "x #{1 + 1}"
```

> quote

* item[^1]

[^1]: note
TEXT

Dir.mktmpdir do |folder|
  Dir.chdir(folder) do
    {"shelf.rb" => SOURCE, "notes.rdoc" => PAGE, "README.md" => MARKDOWN}.each { |name, text| File.write(name, text) }
    RDoc::RDoc.new.document(%w[--quiet --main README.md --title Shelves --output html shelf.rb notes.rdoc README.md])
    files = Dir.glob("html/**/*").select { |file| File.file?(file) && File.basename(file) != "created.rid" }
    files.sort.each { |file| puts "#{Digest::SHA256.file(file).hexdigest[0, 16]} #{file}" }
    puts File.read("html/Shelf.html")[%r{<main.*</main>}m].lines.map(&:strip).reject(&:empty?)
    RDoc::RDoc.new.document(%w[--quiet --ri --output store shelf.rb])
    store = RDoc::RI::Store.new(RDoc::Options.new, path: "store")
    store.load_cache
    p store.module_names.sort, store.instance_methods, store.class_methods
    method = store.load_method("Shelf", "#put")
    puts method.params, method.comment.parse.accept(RDoc::Markup::ToRdoc.new)
    puts store.load_class("Shelf").comment.parse.accept(RDoc::Markup::ToRdoc.new)
    puts RDoc::Markup::ToAnsi.new.convert(PAGE)
  end
end
