# programs.rb - which programs a checkout of ruby-bench has: benchmarks/NAME.rb and benchmarks/NAME/benchmark.rb; a folder
# without benchmark.rb has one program a file, NAME-FILE.

module RubyBench
  # gemfile: whether the program asks for gems.
  Program = Struct.new(:name, :file, :gemfile)

  # Returns all programs, sorted by name, or those with the given names.  Raises ArgumentError if a name is not there.
  def self.programs(bench, names)
    folders = Dir["#{bench}/benchmarks/*/"].map { |folder| folder.chomp("/") }
    all = Dir["#{bench}/benchmarks/*.rb"].map { |file| Program.new(File.basename(file, ".rb"), File.expand_path(file), false) }
    folders.each { |folder| all.concat(in_folder(folder)) }
    strange = names - all.map(&:name)
    raise ArgumentError, "there is no program #{strange.join(", ")} in #{bench}" if strange.any?
    all.select { |program| names.empty? || names.include?(program.name) }.sort_by(&:name)
  end

  def self.in_folder(folder)
    name = File.basename(folder)
    gemfile = File.exist?("#{folder}/Gemfile")
    main = "#{folder}/benchmark.rb"
    return [Program.new(name, File.expand_path(main), gemfile)] if File.exist?(main)
    Dir["#{folder}/*.rb"].map { |file| Program.new("#{name}-#{File.basename(file, ".rb")}", File.expand_path(file), gemfile) }
  end
end
