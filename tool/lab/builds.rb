# builds.rb - the rubies of an experiment: builds what is missing and describes what is there.
#
# Owns      Lab::Builds, the folders build/lab/COMMIT/NAME (tree: the tree as it is) and their stamps.
# Uses      lab/build, the recipe: a program that takes a source folder, a build folder and switches, and leaves FOLDER/ruby
# BU-1      A commit is built from a worktree of its own, which nobody edits; a build with a stamp of the same words is finished.
# BU-2      The tree as it is goes through the recipe on every run: make finds out what has changed.
# BU-3      A build has a description of commit, changes, switches, compiler and version, by which the store knows it.
# BU-4      A build ends with the laboratory: an interrupt leaves no make behind.
# Checked   test/test_lab.rb
require "digest"
require "fileutils"
require "open3"
require_relative "stop"

module Lab
  # ruby: a list of words; description: what the store keeps of the build.
  Build = Struct.new(:ruby, :description)

  # A configuration did not build.
  class FailedBuild < Stop; end

  class Builds
    # folder: build/lab of the tree; progress: is called with a line before something long
    def initialize(top, folder, progress: ->(_) {})
      @top, @folder, @progress = top, folder, progress
      @made = {}
    end

    # Returns the Build of a variant; raises Stop with the log's name if it fails.
    def make(variant, extensions = [])
      @made[[variant.command, variant.commit, variant.switches, extensions]] ||= variant.command ? outside(variant) : inside(variant, extensions)
    end

    # Returns the columns by which the store finds the configuration of a variant that is built here.
    def configuration(variant)
      { commit_id: variant.commit || git("rev-parse", "HEAD"), dirty: variant.commit ? nil : changes, switches: variant.switches.join(" ") }
    end

    # Returns the full name of a commit; raises Stop if there is none.
    def commit(name)
      git("rev-parse", "--verify", "--quiet", "--end-of-options", "#{name}^{commit}") or raise Stop, "there is no commit #{name}."
    end

    # Returns the commits after `good` up to `bad`, the oldest first.
    def between(good, bad)
      list = git("rev-list", "--reverse", "--first-parent", "#{good}..#{bad}").to_s.split
      raise Stop, "#{good[0, 10]} is not an ancestor of #{bad[0, 10]}." if list.empty? || !system("git", "-C", @top, "merge-base", "--is-ancestor", good, bad)
      list
    end

    # Returns the subject of a commit.
    def subject(commit) = git("show", "-s", "--format=%s", commit)

    private

    def inside(variant, extensions)
      commit = variant.commit
      source = commit ? checkout(commit) : @top
      folder = File.join(@folder, commit ? commit[0, 10] : "tree", "with-#{name_of(variant.switches)}")
      words = [*variant.switches, "EXTENSIONS=#{extensions.join(" ")}"]
      stamp = File.join(folder, "lab.stamp")
      unless commit && File.exist?(stamp) && File.read(stamp) == words.join("\n")
        recipe(variant, source, folder, extensions)
        File.write(stamp, words.join("\n"))
      end
      Build.new([File.join(folder, "ruby")], describe(variant, folder))
    end

    # A folder's name must tell switches apart and be short.
    def name_of(switches)
      return "defaults" if switches.empty?
      "#{switches.join(" ").gsub(/--(?:with-|enable-)?/, "").gsub(/[^\w.]+/, "-")[0, 40]}-#{Digest::SHA256.hexdigest(switches.join("\n"))[0, 6]}"
    end

    def recipe(variant, source, folder, extensions)
      @progress.call("building #{variant.name}#{" (#{variant.switches.join(" ")})" if variant.switches.any?}")
      FileUtils.mkdir_p(folder)
      log = File.join(folder, "lab.log")
      command = [File.join(@top, "lab", "build"), source, folder, *variant.switches]
      return if group({ "EXTENSIONS" => extensions.join(" ") }, command, log) && File.executable?(File.join(folder, "ruby"))
      lines = File.readlines(log, encoding: "BINARY").map { |line| line.strip.encode("UTF-8", invalid: :replace, undef: :replace) }.reject(&:empty?)
      reason = lines.grep(/error/i).first || lines.last || "it left no ruby"
      raise FailedBuild, "build #{variant.name} failed: #{reason[0, 200]} (#{log})"
    end

    # Runs a command as a group of processes, and ends the group if an exception comes; returns whether it succeeded.
    def group(variables, command, log)
      pid = Process.spawn(variables, *command, in: File::NULL, %i[out err] => log, pgroup: true)
      status = Process.wait2(pid).last
      pid = nil
      status.success?
    rescue SystemCallError => e
      File.write(log, e.message)
      false
    ensure
      if pid # an exception interrupted the wait
        Process.kill(:TERM, -pid)
        Process.wait(pid)
      end
    end

    # A worktree of a commit, with the gems of the tree.
    def checkout(commit)
      source = File.join(@folder, commit[0, 10], "source")
      unless File.exist?(File.join(source, ".git"))
        git("worktree", "prune")
        out, status = Open3.capture2e("git", "-C", @top, "worktree", "add", "--detach", "--force", source, commit)
        raise Stop, "commit #{commit[0, 10]} cannot be checked out: #{out.lines.last.to_s.strip}" unless status.success?
      end
      gems = File.join(@top, "gems", "cache")
      if File.directory?(gems) && File.directory?(File.join(source, "gems")) && !File.exist?(File.join(source, "gems", "cache"))
        File.symlink(gems, File.join(source, "gems", "cache"))
      end
      source
    end

    def describe(variant, folder)
      own = configuration(variant)
      commit = own[:commit_id]
      version, switches = versions([File.join(folder, "ruby")])
      { commit_id: commit, commit_time: commit && git("show", "-s", "--format=%ct", commit).to_i, dirty: own[:dirty],
        switches: own[:switches], compiler: switches[/^compiler=(.*)/, 1] || compiler(folder), version: version, command: nil, in_force: switches }
    end

    # The name of the compiler that configure chose.
    def compiler(folder)
      makefile = File.join(folder, "Makefile")
      name = File.exist?(makefile) && File.read(makefile)[/^CC = (?:ccache )?(\S+)/, 1]
      name ? Open3.capture2e(name, "--version").first.lines.first.to_s.strip : nil
    rescue SystemCallError
      name
    end

    # A digest of what the tree has that its commit has not; nil for a clean tree.
    def changes
      difference = git("diff", "HEAD").to_s + git("ls-files", "--others", "--exclude-standard").to_s
      difference.empty? ? nil : Digest::SHA256.hexdigest(difference)[0, 12]
    end

    def outside(variant)
      version, = versions(variant.command)
      Build.new(variant.command, { commit_id: nil, commit_time: nil, dirty: nil, switches: nil, compiler: nil, version: version, command: variant.command.join(" ") })
    end

    # Returns the version of a ruby and its switches in force.
    def versions(ruby)
      out, status = Open3.capture2(*ruby, "-v", err: File::NULL)
      raise Stop, "#{ruby.join(" ")} does not print a version." unless status.success? && !out.empty?
      all, known = Open3.capture2(*ruby, "-v", "--switches", err: File::NULL)
      [out.lines.first.chomp, known.success? ? all.lines.drop(1).join : ""]
    rescue SystemCallError => e
      raise Stop, "#{ruby.join(" ")} cannot be started: #{e.message}."
    end

    def git(*words)
      out, status = Open3.capture2("git", "-C", @top, *words, err: File::NULL)
      status.success? ? out.chomp : nil
    rescue Errno::ENOENT
      nil
    end
  end
end
