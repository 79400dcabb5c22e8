# lend_extensions - the compiled extensions of one build, for another of the same commit.  They do not depend on slots or call
# sites (include/ has no geometry), and their compilation takes as long as the VM's.
require "fileutils"

# from, to: build folders; `to` has its ruby and its library, and no .ext.
def lend_extensions(from, to)
  # no chdir: threads lend at once
  files = Dir.glob(["lib/ruby/**/*.so", "lib/ruby/gems/*/{extensions,specifications}/**/*"], base: from).select { |file| File.file?("#{from}/#{file}") }
  files.uniq.reject { |file| file.include?("libruby_names") }.each do |file|
    FileUtils.mkdir_p("#{to}/#{File.dirname(file)}")
    FileUtils.cp("#{from}/#{file}", "#{to}/#{file}")
  end
  # last: where it is, the others are
  FileUtils.cp_r("#{from}/.ext", to)
  FileUtils.touch(Dir["#{to}/.ext/*/done"])
end
