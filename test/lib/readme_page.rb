# readme_page.rb - what a front page promises, each promise looked up: commands, files, switches, targets, figures.
#
#   page = ReadmePage.new(text, root: folder of the sources, ruby: the VM under test)
#   page.faults    an Array of sentences, one for each promise that does not hold; empty if all do
#   page.checked   how many promises of each kind were looked up, so that a test can refuse a page on which nothing was found
require "open3"

class ReadmePage
  CONSOLE = /^```console\n(.*?)^```$/m
  FILE = %r{\A(?:[\w.-]+/)*[\w-]+\.(?:c|h|rb|def|md|svg)\z|\Ascript/\w+\z}
  WORD = ->(name) { /(?<![\w-])#{Regexp.escape(name)}(?![\w-])/ }

  attr_reader :checked

  def initialize(text, root:, ruby:)
    @text, @root, @ruby = text, root, ruby
    @checked = Hash.new(0)
  end

  def faults = commands + files + switches + experiments + targets + figures

  # Runs each "$ build/ruby ..." and compares what it prints to standard output with the lines below it.
  def commands
    prompts.flat_map do |command, wanted|
      next ["not a command of build/ruby: #{command}"] unless command.start_with?("build/ruby ")
      # The words become positional parameters: a path with blanks is one word.
      out, err, status = Open3.capture3("sh", "-c", command.sub("build/ruby", '"$0"'), @ruby)
      count(:commands)
      next [] if status.success? && out == wanted
      ["#{command}: prints #{out.inspect}, not #{wanted.inspect} (#{status}) #{err.lines.last(3).join}"]
    end
  end

  # Each link and each file in backticks is in the tree.
  def files
    named = @text.scan(/\]\(([^)#]+)(?:#[^)]*)?\)/).flatten.reject { _1.include?("://") } + words.grep(FILE)
    named.uniq.filter_map do |path|
      count(:files)
      "no such file: #{path}" unless File.exist?(File.join(@root, path))
    end
  end

  # Each switch is one of configure, of ruby, or of the script that is named before it on the same line.
  def switches
    @text.lines.flat_map do |line|
      line.scan(/(?<![\w-])--[a-z][a-z0-9-]*/).uniq.filter_map do |switch|
        count(:switches)
        scripts = line.scan(%r{\bscript/\w+}).map { File.join(@root, _1) }.select { File.file?(_1) }
        "no such switch: #{switch}" unless [configure_help, ruby_help, *scripts.map { File.read(_1) }].any? { WORD[switch].match?(_1) }
      end
    end
  end

  # A row of the table of experiments has values that configure lists, and a name that `ruby -v --switches` prints.
  def experiments
    printed = IO.popen([@ruby, "-v", "--switches"], &:read).scan(/^([\w-]+)=/).flatten
    @text.scan(/^\| (`--.*?) \|(?= [^|])/).flatten.flat_map { _1.scan(/`(.*?)`/).flatten }.flat_map do |cell|
      switch = cell.gsub("\\|", "|")
      name = switch[/\A--(?:with|disable|enable)-([\w-]+)/, 1]
      count(:experiments)
      [("#{switch}: configure lists other values" unless configure_help.include?("#{switch}\n") || configure_help.include?("#{switch} ")),
       ("#{switch}: ruby -v --switches does not print #{name}" unless printed.include?(name))].compact
    end
  end

  # Each `make TARGET` is a target.
  def targets
    rules = File.read(File.join(@root, "Makefile.in"))
    @text.scan(/\bmake ([a-z][\w-]*)/).flatten.uniq.filter_map do |target|
      next unless words.any? { _1.include?("make #{target}") } || @text.match?(/^script.*make #{target}/)
      count(:targets)
      "no such target: make #{target}" unless rules.match?(/^(?:[\w-]+ )*#{Regexp.escape(target)}(?: [\w-]+)*:(?!=)/)
    end
  end

  # A row "| figure | text | `command`, commit | [page](path) |": the page has all three.
  def figures
    @text.scan(/^\| ([\d.]+)( %)? \|.*\| `([^`]+)`, ([0-9a-f]{7}) \| \[[^\]]*\]\(([^)]+)\) \|$/).flat_map do |number, percent, command, commit, path|
      count(:figures)
      page = File.file?(File.join(@root, path)) ? File.read(File.join(@root, path)) : ""
      { "figure" => /(?<![\d.])#{Regexp.escape(number + percent.to_s)}(?![\d.]*\d)/, "command" => WORD[command], "commit" => WORD[commit] }.filter_map do |what, pattern|
        "#{path} does not have the #{what} of #{number}#{percent}" unless page.match?(pattern)
      end
    end
  end

  private

  def count(kind) = @checked[kind] += 1

  def prompts
    @text.scan(CONSOLE).flatten.flat_map { |block| block.split(/^\$ /).drop(1) }.map { |part| part.split("\n", 2) }
  end

  def words = @text.gsub(/^```.*?^```$/m, "").scan(/`([^`\n]+)`/).flatten

  def configure_help = @configure_help ||= IO.popen(["sh", File.join(@root, "configure"), "--help"], err: File::NULL, &:read)

  def ruby_help = @ruby_help ||= IO.popen([@ruby, "--help"], &:read)
end
