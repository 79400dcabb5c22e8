# pathname.rb - what Pathname (file/pathname.c) has only after require "pathname": walks and removals, which lean on find.rb,
# fileutils.rb and tmpdir.rb.
class Pathname
  # Yields self and all below it, as Find.find does; names below "." lose the "./".
  def find(ignore_error: true)
    return to_enum(__method__, ignore_error: ignore_error) unless block_given?
    require "find"
    here = @path == "."
    Find.find(@path, ignore_error: ignore_error) { |name| yield self.class.new(here ? name.delete_prefix("./") : name) }
  end

  # Removes self and all below it; what is not there is no error.
  def rmtree(noop: nil, verbose: nil, secure: nil)
    require "fileutils"
    tap { FileUtils.rm_rf(@path, noop:, verbose:, secure:) }
  end

  # A new folder for temporary files; given a block, it is removed when the block ends.
  def self.mktmpdir
    require "tmpdir"
    return new(Dir.mktmpdir) unless block_given?
    Dir.mktmpdir { |name| yield new(name) }
  end

  private

  # Of the text of a path: separators at its end, but for a root's.
  def has_trailing_separator?(path) = path.match?(%r{[^/]/+\z})
  def add_trailing_separator(path) = path.end_with?("/") ? path : "#{path}/"
  def del_trailing_separator(path) = path.sub(%r{([^/])/+\z|\A/+\z}) { $1 || "/" }
end
