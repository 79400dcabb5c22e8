# jobs.rb - a run beyond one machine: splits experiments into jobs, gives them to hosts by ssh or to Slurm, and fetches their stores.
#
# Owns      Lab::Job, Lab::Hosts, Lab::Slurm, and the folder build/lab/jobs.
# Uses      ssh, git and tar for hosts; sbatch and a folder that the nodes share for Slurm
# JO-1      A job is one program of one experiment with all its variants: a ratio never compares two machines.
# JO-2      A host measures a commit, which it gets by git push; a tree with changes is refused.
# JO-3      A store is fetched after each job, failed or not.  The same command again continues the runs that are unfinished over there.
# JO-4      A host that cannot be reached gets no more jobs; another host takes the job.  Jobs that no host took are failures.
# JO-5      When the connection ends, so does the run on the host.
# Checked   test/test_lab_jobs.rb, with a real sshd, slurmctld and slurmd
require "digest"
require "fileutils"
require "open3"
require "shellwords"
require_relative "stop"

module Lab
  Job = Struct.new(:experiment, :program) do
    # Returns the words of script/lab for this job.
    def words(options) = ["run", experiment, "--program", program, *options]

    def to_s = "#{program} of #{experiment}"

    # Returns the jobs of some Experiments.
    def self.of(experiments) = experiments.flat_map { |one| one.programs.map { |program| new(one.name, program.name) } }

    # Returns the commit that is checked out; raises Stop if the tree has changes.
    def self.commit(top)
      changed, status = Open3.capture2("git", "-C", top, "status", "--porcelain", err: File::NULL)
      raise Stop, "#{top} is no git tree, and another machine measures commits only." unless status.success?
      raise Stop, "the tree has changes that are not committed, and another machine measures commits only." unless changed.empty?
      Open3.capture2("git", "-C", top, "rev-parse", "HEAD").first.chomp
    end
  end

  # Machines that ssh reaches: each measures one job at a time, in a clone of its own.
  class Hosts
    FOLDER = "facet-lab"

    # names: "HOST" or "HOST:FOLDER"; options: words for each job; the environment's LAB_SSH: the command in the place of ssh
    def initialize(top, names, options:, folder:, progress:)
      @top, @options, @folder, @progress = top, options, folder, progress
      @ssh = (ENV["LAB_SSH"] || "ssh").shellsplit
      @hosts = names.map { |name| name.split(":", 2).then { |host, own| [host, own || FOLDER] } }
      wrong = @hosts.empty? || @hosts.flatten.any? { |word| word.empty? || word.start_with?("-") }
      raise Stop, "--on needs names of hosts: HOST or HOST:FOLDER, with commas between them." if wrong
      @mutex = Mutex.new
    end

    # Runs the jobs; yields the file of each store that was fetched.  Returns a sentence for each failure.
    def run(jobs, &fetched)
      @commit = Job.commit(@top)
      FileUtils.mkdir_p(@folder)
      @open, @failures, @lost = jobs.dup, [], []
      threads = @hosts.map { |host, own| Thread.new { serve(host, own, fetched) } }
      threads.each { |thread| thread.report_on_exception = false }
      threads.each(&:join)
      # without a job left over, a lost host is no failure of the run
      @lost.each { |text| @progress.call(text) } if @open.empty?
      @failures + (@open.empty? ? [] : @lost + @open.map { |job| "#{job} was measured on no host." })
    ensure
      threads&.each(&:kill)
    end

    private

    def serve(host, own, fetched)
      send_tree(host, own)
      while (job = @mutex.synchronize { @open.shift })
        begin
          one_job(host, own, job, fetched)
        rescue Lost
          @mutex.synchronize { @open.unshift(job) }
          raise
        end
      end
    rescue Lost => e
      @mutex.synchronize { @lost << e.message }
    end

    # A host that takes no more jobs.
    class Lost < StandardError; end

    def send_tree(host, own)
      @progress.call("sending #{@commit[0, 10]} to #{host}")
      at = own.shellescape
      remote(host, "mkdir -p #{at} && cd #{at} && { [ -e .git ] || git init -q .; }")
      push = ["git", "-C", @top, "push", "-q", "--force", "#{host}:#{own}", "#{@commit}:refs/lab/sent"]
      out, status = Open3.capture2e({ "GIT_SSH_COMMAND" => [*@ssh, "-o", "BatchMode=yes"].shelljoin }, *push)
      lose(host, out) unless status.success?
      remote(host, "cd #{at} && git checkout -q --detach --force #{@commit}")
      send_gems(host, at) if File.directory?(File.join(@top, "gems/cache"))
    end

    # Sends the unpacked gems, which the build and RDoc need and git does not keep.
    def send_gems(host, at)
      return if remote(host, "[ -d #{at}/gems/cache ] && echo there || echo absent").strip == "there"
      pack = ["tar", "-C", @top, "-chf", "-", "gems/cache"].shelljoin
      out, status = Open3.capture2e("/bin/sh", "-c", "#{pack} | #{command(host, "tar -C #{at} -xf -").shelljoin}")
      lose(host, out) unless status.success?
    end

    def one_job(host, own, job, fetched)
      @progress.call("#{host}: #{job}")
      reference = ENV["REFERENCE"].to_s.empty? ? "" : "REFERENCE=#{ENV["REFERENCE"].shellescape} "
      # The input stays open while the job runs: its end is the end of the connection.
      text = "cd #{own.shellescape} || exit; exec 3<&0; #{reference}script/lab #{job.words(@options).shelljoin} > /dev/null & job=$!; " \
             "{ cat > /dev/null; kill $job; } <&3 2> /dev/null & watch=$!; wait $job; status=$?; kill $watch 2> /dev/null; exit $status"
      err, status = held(command(host, text))
      lose(host, err) if status.exitstatus == 255 || status.signaled?
      fetch(host, own, fetched)
      @mutex.synchronize { @failures << "#{job} failed on #{host}: #{last_line(err)}" } unless status.success?
    end

    # Runs a command with an open input; returns what it wrote to its standard error, and its status.
    def held(words)
      Open3.popen3(*words) do |input, output, error, thread|
        output.close
        text = error.read
        status = thread.value
        input.close
        return text, status
      end
    end

    def fetch(host, own, fetched)
      file = File.join(@folder, "#{host.gsub(/\W+/, "-")}.#{Process.pid}.#{Thread.current.object_id}.db")
      copy = "cd #{own.shellescape} && [ -e lab.db ] || exit 0; copy=lab.db.sent.$$ && script/lab export $copy >&2 && cat $copy; status=$?; rm -f $copy; exit $status"
      reader, writer = IO.pipe
      pid = Process.spawn(*command(host, copy), in: File::NULL, out: [file, "wb"], err: writer)
      writer.close
      err = reader.read
      status = Process.wait2(pid).last
      lose(host, err) unless status.success?
      @mutex.synchronize { fetched.call(file) } if File.size?(file)
    ensure
      File.delete(file) if file && File.exist?(file)
    end

    # Returns the words that run a text of /bin/sh on a host, whatever the login shell is.
    def command(host, text) = [*@ssh, "-o", "BatchMode=yes", host, "exec /bin/sh -c #{text.shellescape}"]

    def remote(host, text)
      out, err, status = Open3.capture3(*command(host, text), stdin_data: "")
      status.success? ? out : lose(host, err)
    rescue SystemCallError => e
      lose(host, e.message)
    end

    def lose(host, text) = raise(Lost, "host #{host} takes no jobs: #{last_line(text)}")

    def last_line(text) = text.lines.map { |line| line.strip.delete_prefix("script/lab: ") }.reject(&:empty?).last || "it wrote nothing"
  end

  # Slurm: the jobs are one array, whose nodes share the tree.
  class Slurm
    LAB = File.expand_path("../../script/lab", __dir__)

    def initialize(top, options:, folder:, progress:)
      @top, @options, @folder, @progress = top, options, folder, progress
    end

    # Runs the jobs, whose builds of `commit` are made already; yields the file of each store.  Returns a sentence for each failure.
    def run(jobs, commit)
      options = [*@options, "--commit", commit]
      @own = File.join(@folder, Digest::SHA256.hexdigest([commit, options, jobs.map(&:to_a)].inspect)[0, 12])
      FileUtils.mkdir_p(@own)
      FileUtils.rm_f(Dir[File.join(@own, "*.status")])
      File.write(File.join(@own, "list"), jobs.each_with_index.map { |job, i| "#{line(job, i, options)}\n" }.join)
      File.write(File.join(@own, "script"), script)
      @progress.call("#{jobs.size} jobs are with Slurm; their logs are in #{@own}")
      places = ["--output=#{@own}/%a.log", "--chdir=#{@top}"]
      out, = Open3.capture2e("sbatch", "--wait", "--exclusive", "--job-name=lab", "--array=0-#{jobs.size - 1}", *places, File.join(@own, "script"))
      jobs.each_index { |i| File.size?(store(i)) && yield(store(i)) }
      jobs.each_with_index.filter_map { |job, i| failure(job, i, out) }
    rescue Errno::ENOENT
      raise Stop, "--slurm needs sbatch, which is not installed."
    end

    private

    def store(number) = File.join(@own, "#{number}.db")

    def line(job, number, options) = "LAB_STORE=#{store(number).shellescape} #{[LAB, *job.words(options)].shelljoin}"

    # The script of a task: runs its line of the list, and leaves the status.
    def script
      own = @own.shellescape
      <<~SH
        #!/bin/sh
        eval "$(sed -n "$((SLURM_ARRAY_TASK_ID + 1))p" #{own}/list)"
        status=$?
        echo $status > #{own}/$SLURM_ARRAY_TASK_ID.status
        exit $status
      SH
    end

    def failure(job, number, out)
      file = File.join(@own, "#{number}.status")
      log = File.join(@own, "#{number}.log")
      return if File.exist?(file) && File.read(file).strip == "0"
      words = File.exist?(log) ? File.read(log, encoding: "BINARY") : out
      reason = words.lines.map(&:strip).reject(&:empty?).reverse.find { |text| text.start_with?("script/lab: ") } || words.lines.last.to_s.strip
      "#{job} #{File.exist?(file) ? "failed" : "did not end"} in Slurm: #{reason.delete_prefix("script/lab: ")}"
    end
  end
end
