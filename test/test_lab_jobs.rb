# script/lab run --on and --slurm: real daemons on this machine, each with files of its own in a temporary folder.
require_relative "lib/test_helper"
require_relative "lib/lab_tree"
require "etc"
require "shellwords"
require "socket"

class TestLabJobs < Minitest::Test
  include LabTree

  # A second program, so that two machines have something to share.
  TWO = EXPERIMENTS.sub('program "work", text: "nil"', 'program "work", text: "nil"; program "more work", text: "nil"')

  # Yields a port of 127.0.0.1 that nothing listens on.
  def free_port = TCPServer.open("127.0.0.1", 0) { |server| server.addr[1] }

  # Waits until the block returns a true value, at most half a minute.
  def wait_for(what, log = nil)
    600.times { (found = yield) ? (return found) : sleep(0.05) }
    flunk "#{what} did not happen: #{log && File.exist?(log) ? File.readlines(log).last : ""}"
  end

  def program(name) = %w[/usr/sbin /usr/bin /sbin /bin /usr/local/sbin /usr/local/bin].map { |folder| "#{folder}/#{name}" }.find { |file| File.executable?(file) } || skip("#{name} is not installed")

  # Ends a daemon that this test started.
  def stop(pid)
    return unless pid
    Process.kill(:TERM, pid)
    Process.wait(pid)
  end

  # ---- ssh ----

  # Yields the command that reaches a fresh sshd of this user, as text for LAB_SSH.
  def sshd
    daemon = program("sshd")
    skip "sshd as root needs /run/sshd" if Process.uid.zero? && !File.directory?("/run/sshd") && !(Dir.mkdir("/run/sshd") rescue nil)
    Dir.mktmpdir do |folder|
      %w[host user].each { |name| assert system(program("ssh-keygen"), "-q", "-t", "ed25519", "-N", "", "-f", "#{folder}/#{name}") }
      FileUtils.cp("#{folder}/user.pub", "#{folder}/allowed")
      port = free_port
      File.write("#{folder}/config", <<~TEXT)
        ListenAddress 127.0.0.1:#{port}
        HostKey #{folder}/host
        AuthorizedKeysFile #{folder}/allowed
        PidFile none
        StrictModes no
        UsePAM no
        PasswordAuthentication no
        PermitRootLogin prohibit-password
      TEXT
      pid = Process.spawn(daemon, "-D", "-e", "-f", "#{folder}/config", %i[out err] => "#{folder}/log")
      ssh = ["ssh", "-p", port.to_s, "-i", "#{folder}/user", "-F", "none", "-o", "StrictHostKeyChecking=accept-new", "-o", "UserKnownHostsFile=#{folder}/known"].shelljoin
      wait_for("an answer of sshd", "#{folder}/log") { system(*ssh.shellsplit, "-o", "BatchMode=yes", "127.0.0.1", "true", err: File::NULL) }
      yield ssh, folder
    ensure
      stop(pid)
    end
  end

  # Yields a tree that has the laboratory, for hosts run their own.
  def whole_tree(experiments = TWO)
    tree(experiments) do |folder|
      %w[script tool/lab tool/measure].each { |name| FileUtils.mkdir_p("#{folder}/#{name}") }
      FileUtils.cp(LAB, "#{folder}/script/lab")
      FileUtils.cp(Dir["#{ROOT}/tool/lab/*"], "#{folder}/tool/lab")
      FileUtils.cp(Dir["#{ROOT}/tool/measure/{programs,huge_pages}.rb"], "#{folder}/tool/measure")
      commit(folder, "with a laboratory")
      yield folder
    end
  end

  def test_two_hosts_share_the_programs
    sshd do |ssh, remote|
      whole_tree do |folder|
        environment = { "LAB_SSH" => ssh }
        out, err, status = lab(folder, "run", "slow", "--quick", "--on", "127.0.0.1:#{remote}/one,127.0.0.1:#{remote}/two", environment: environment)
        assert_equal 0, status, err
        assert_match(/^\| work \| cost \| other \|/, out)
        assert_match(/^\| more work \| cost \| other \|/, out)
        assert_equal ["more work", "work"], store(folder, "store.programs")
        assert_equal [1, 1], store(folder, "store.runs.map { |run| store.samples(run[:id]).map { |s| s[:program] }.uniq.size }")
        assert(store(folder, "store.runs.map { |run| run[:finished] }").all?)
        head = git(folder, "rev-parse", "HEAD")
        assert_equal [head], store(folder, "store.commits.keys")
        assert_equal head, git("#{remote}/one", "rev-parse", "HEAD")
        # The same command again takes new runs, and no sample twice.
        before = keys(folder)
        _, err, status = lab(folder, "run", "slow", "--quick", "--on", "127.0.0.1:#{remote}/one", environment: environment)
        assert_equal 0, status, err
        assert_equal before, keys(folder)
        assert_equal 4, store(folder, "store.runs.size")
      end
    end
  end

  def test_a_host_that_is_lost
    sshd do |ssh, remote|
      whole_tree do |folder|
        # The second host's folder cannot be made.
        File.write("#{remote}/file", "")
        environment = { "LAB_SSH" => ssh }
        _, err, status = lab(folder, "run", "same", "--quick", "--on", "127.0.0.1:#{remote}/one,127.0.0.1:#{remote}/file/two", environment: environment)
        assert_equal 0, status, err
        assert_match(/host 127\.0\.0\.1 takes no jobs: mkdir: /, err)
        assert_equal ["more work", "work"], store(folder, "store.programs")
        assert_refused(/host 127\.0\.0\.1 takes no jobs: .*\nscript\/lab: work of same was measured on no host\.$/,
                       lab(folder, "run", "same", "--quick", "--on", "127.0.0.1:#{remote}/file/two", environment: environment))
      end
    end
  end

  def test_a_program_that_fails_on_a_host
    sshd do |ssh, remote|
      whole_tree do |folder|
        result = lab(folder, "run", "raises", "--program", "work", "--quick", "--on", "127.0.0.1:#{remote}/one", environment: { "LAB_SSH" => ssh })
        assert_refused(/^script\/lab: work of raises failed on 127\.0\.0\.1: raises: work failed on other: status 3: fake: raised on purpose$/, result)
        assert_match(/^\| work \| cost \| first again \|/, result[0], "the other variants came back")
      end
    end
  end

  def test_the_end_of_the_connection_ends_the_run
    sshd do |ssh, remote|
      whole_tree do |folder|
        pid = Process.spawn({ "LAB_TOP" => folder, "LAB_SSH" => ssh, "RUBYOPT" => nil, "RUBYLIB" => nil }, LAB, "run", "waits", "--program", "work", "--quick", "--on", "127.0.0.1:#{remote}/one", %i[out err] => File::NULL)
        wait_for("a program that is held") { Dir["#{remote}/one/build/lab/tree/*/ruby.held"].any? }
        lock = Dir["#{remote}/one/build/lab/lock.*"].first
        held = -> { File.open(lock) { |file| !file.flock(File::LOCK_EX | File::LOCK_NB) } }
        assert held.()
        Process.kill(:KILL, pid)
        Process.wait(pid)
        wait_for("the end of the run on the host") { !held.() }
      end
    end
  end

  # ---- Slurm ----

  # Yields the variables of a cluster of one node.
  def slurm
    daemons = %w[slurmctld slurmd].map { |name| program(name) }
    program("sbatch")
    skip "a slurmd that starts jobs needs root" unless Process.uid.zero?
    Dir.mktmpdir do |folder|
      name = Etc.uname[:nodename][/\A[^.]+/]
      File.write("#{folder}/slurm.conf", <<~TEXT)
        ClusterName=lab
        SlurmctldHost=#{name}(127.0.0.1)
        SlurmctldPort=#{free_port}
        SlurmdPort=#{free_port}
        AuthType=auth/none
        CredType=cred/none
        SlurmUser=root
        StateSaveLocation=#{folder}/state
        SlurmdSpoolDir=#{folder}/spool
        SlurmctldPidFile=#{folder}/slurmctld.pid
        SlurmdPidFile=#{folder}/slurmd.pid
        ProctrackType=proctrack/linuxproc
        TaskPlugin=task/none
        SwitchType=switch/none
        MpiDefault=none
        SchedulerType=sched/builtin
        SelectType=select/linear
        ReturnToService=2
        NodeName=#{name} NodeAddr=127.0.0.1 CPUs=1 State=UNKNOWN
        PartitionName=lab Nodes=ALL Default=YES MaxTime=INFINITE State=UP
      TEXT
      FileUtils.mkdir_p(%w[state spool].map { |one| "#{folder}/#{one}" })
      environment = { "SLURM_CONF" => "#{folder}/slurm.conf" }
      pids = []
      pids << Process.spawn(environment, daemons[0], "-D", "-c", %i[out err] => "#{folder}/slurmctld.log")
      wait_for("an answer of slurmctld", "#{folder}/slurmctld.log") { system(environment, "sinfo", %i[out err] => File::NULL) }
      pids << Process.spawn(environment, daemons[1], "-D", "-N", name, %i[out err] => "#{folder}/slurmd.log")
      wait_for("an idle node", "#{folder}/slurmd.log") { Open3.capture2e(environment, "sinfo", "-h", "-o", "%t").first.strip == "idle" }
      yield environment
    ensure
      pids&.reverse_each { |pid| stop(pid) }
    end
  end

  def test_slurm_runs_a_job_array
    slurm do |environment|
      tree(TWO) do |folder|
        out, err, status = lab(folder, "run", "slow", "--quick", "--slurm", environment: environment)
        assert_equal 0, status, err
        assert_match(/^\| work \| cost \| other \|/, out)
        assert_match(/^\| more work \| cost \| other \|/, out)
        assert_equal [git(folder, "rev-parse", "HEAD")], store(folder, "store.commits.keys")
        _, err, status = lab(folder, "run", "raises", "--program", "work", "--quick", "--slurm", environment: environment)
        assert_equal 1, status
        assert_match(/^script\/lab: work of raises failed in Slurm: raises: work failed on other: status 3: fake: raised on purpose$/, err)
        assert_equal 3, store(folder, "store.runs.size")
      end
    end
  end

  # ---- wrong inputs ----

  def test_wrong_words
    tree do |folder|
      assert_refused(/--on and --slurm exclude each other/, lab(folder, "run", "same", "--on", "a", "--slurm"))
      assert_refused(/--on needs names of hosts/, lab(folder, "run", "same", "--on", ","))
      assert_refused(/--on needs names of hosts/, lab(folder, "run", "same", "--on", "a,-oProxyCommand=x"))
      assert_refused(/host a takes no jobs: .*none.*\n.*work of same was measured on no host\./, lab(folder, "run", "same", "--on", "a", environment: { "LAB_SSH" => "#{folder}/none" }))
      File.write("#{folder}/program", "#{PROGRAM}\n# changed\n")
      assert_refused(/the tree has changes that are not committed, and another machine measures commits only\./, lab(folder, "run", "same", "--on", "a"))
      assert_refused(/the tree has changes that are not committed/, lab(folder, "run", "same", "--slurm"))
      git(folder, "checkout", "-q", ".")
      path = "#{folder}/build/bin"
      FileUtils.mkdir_p(path)
      %w[ruby git sh sed cat nproc chmod env dirname].each { |name| (file = program(name)) && File.symlink(file, "#{path}/#{name}") }
      assert_refused(/--slurm needs sbatch, which is not installed\./, lab(folder, "run", "same", "--slurm", environment: { "PATH" => path }))
    end
  end

  def test_a_commit_in_the_place_of_the_tree
    tree do |folder|
      first = git(folder, "rev-parse", "HEAD")
      commit(folder, "second")
      _, err, status = lab(folder, "run", "same", "--commit", "HEAD~1")
      assert_equal 0, status, err
      assert_equal [first], store(folder, "store.commits.keys")
      assert_refused(/there is no commit none/, lab(folder, "run", "same", "--commit", "none"))
    end
  end
end
