# rubies.rb - the commands that are compared: NAME=COMMAND, with ; between them.  Words VARIABLE=value in front of the program are
# its environment, as in a shell: "jit=GEM_HOME=/gems ./ruby --jit".
require "shellwords"

module RubyBench
  Ruby = Struct.new(:name, :environment, :program, :switches) do
    def command = [program, *switches]

    # Returns whether the program has a folder of gems.
    def gems? = !(environment["GEM_HOME"] || ENV["GEM_HOME"]).to_s.empty?

    # Returns what `ruby -v` prints with the switches: a JIT shows there.
    def version = IO.popen([environment, *command, "-v", { err: %i[child out] }], &:read).strip
  end

  # Raises ArgumentError for an entry without a name or a command, for a name that is there twice, and for a program that does not run.
  def self.rubies(text)
    list = text.split(";").map do |entry|
      name, command = entry.strip.split("=", 2)
      words = Shellwords.split(command.to_s)
      variables = words.take_while { |word| word.match?(/\A[A-Z_]+=/) }
      program, *switches = words.drop(variables.size)
      raise ArgumentError, "#{entry.inspect} is not NAME=COMMAND" unless program
      program = File.expand_path(program) if program.include?("/")
      environment = variables.to_h { |word| word.split("=", 2) }
      environment["GEM_HOME"] &&= File.expand_path(environment["GEM_HOME"]) # a program changes its folder
      Ruby.new(name, environment, program, switches)
    end
    raise ArgumentError, "two commands of one name in #{text}" if list.map(&:name).uniq!
    list.each do |ruby|
      system(ruby.environment, *ruby.command, "-e", "0", out: File::NULL) or raise ArgumentError, "#{ruby.name}: #{ruby.command.join(" ")} does not run"
    end
  end
end
