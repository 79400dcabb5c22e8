# programs.rb - which programs a checkout of ruby-bench has: benchmarks/NAME.rb and benchmarks/NAME/benchmark.rb.

module RubyBench
  # gemfile: whether the program asks for gems.
  Program = Struct.new(:name, :file, :gemfile)

  # Returns all programs, sorted by name, or those with the given names.  Raises ArgumentError if a name is not there.
  def self.programs(bench, names)
    files = Dir["#{bench}/benchmarks/*.rb", "#{bench}/benchmarks/*/benchmark.rb"]
    all = files.map do |file|
      folder = File.basename(file) == "benchmark.rb" && File.dirname(file)
      Program.new(File.basename(folder || file, ".rb"), File.expand_path(file), folder && File.exist?("#{folder}/Gemfile"))
    end
    strange = names - all.map(&:name)
    raise ArgumentError, "there is no program #{strange.join(", ")} in #{bench}" if strange.any?
    all.select { |program| names.empty? || names.include?(program.name) }.sort_by(&:name)
  end
end
