# store.rb - every sample with all that describes it, in one SQLite file.
#
# Owns      Lab::Store, its tables and their version.  No other file contains SQL or names sqlite3.
# ST-4      A sample and its figures are one transaction: a kill at any moment loses at most the process that was being measured.
# ST-5      A run has a random name (uuid), so stores merge: an import adds the runs and samples that are missing, and changes no sample.
#           A run that is finished in one of both stores is finished.
# ST-6      A file of another version is refused.
# Checked   test/test_lab.rb (kill, import, a full disk)
require "json"
require "securerandom"
require "zlib"
require_relative "stop"
begin
  require "sqlite3"
rescue LoadError
  raise Lab::Stop, "this Ruby (#{RUBY_VERSION}) has no sqlite3: run script/setup, which installs ruby-sqlite3 for Debian's Ruby."
end

module Lab
  class Store
    VERSION = 1
    TABLES = <<~SQL
      CREATE TABLE machines (id INTEGER PRIMARY KEY, description TEXT NOT NULL UNIQUE);
      CREATE TABLE builds (
        id INTEGER PRIMARY KEY, description TEXT NOT NULL UNIQUE,
        commit_id TEXT, commit_time INTEGER, dirty TEXT, switches TEXT, compiler TEXT, version TEXT, command TEXT);
      CREATE TABLE runs (
        id INTEGER PRIMARY KEY, uuid TEXT NOT NULL UNIQUE, experiment TEXT NOT NULL, digest TEXT NOT NULL, definition TEXT NOT NULL,
        question TEXT, statistic TEXT NOT NULL, seed INTEGER NOT NULL, quick INTEGER NOT NULL, width REAL NOT NULL,
        started TEXT NOT NULL, finished TEXT, machine_id INTEGER NOT NULL REFERENCES machines(id), words TEXT NOT NULL);
      CREATE TABLE samples (
        id INTEGER PRIMARY KEY, run_id INTEGER NOT NULL REFERENCES runs(id), round INTEGER NOT NULL, program TEXT NOT NULL,
        variant TEXT NOT NULL, kind TEXT NOT NULL, build_id INTEGER NOT NULL REFERENCES builds(id), taken TEXT NOT NULL, load REAL,
        objects INTEGER NOT NULL, environment_bytes INTEGER NOT NULL, wall REAL, tool TEXT, command TEXT NOT NULL, error TEXT,
        UNIQUE (run_id, round, program, variant, kind));
      CREATE TABLE figures (
        sample_id INTEGER NOT NULL REFERENCES samples(id), figure TEXT NOT NULL, value REAL NOT NULL, unit TEXT NOT NULL,
        PRIMARY KEY (sample_id, figure));
      CREATE INDEX samples_of_programs ON samples (program);
    SQL
    # Tables that were added later: an older laboratory ignores them, so they need no other version.
    ADDED = <<~SQL
      CREATE TABLE IF NOT EXISTS failed_builds (
        commit_id TEXT NOT NULL, dirty TEXT NOT NULL, switches TEXT NOT NULL, reason TEXT NOT NULL, taken TEXT NOT NULL,
        PRIMARY KEY (commit_id, dirty, switches));
      CREATE TABLE IF NOT EXISTS looks (
        run_id INTEGER NOT NULL REFERENCES runs(id), program TEXT NOT NULL, variant TEXT NOT NULL, look TEXT NOT NULL,
        page BLOB, error TEXT, command TEXT NOT NULL, taken TEXT NOT NULL, PRIMARY KEY (run_id, program, variant, look));
    SQL
    SAMPLE = %i[run_id round program variant kind build_id taken load objects environment_bytes wall tool command error].freeze
    RUN = %i[uuid experiment digest definition question statistic seed quick width started finished machine_id words].freeze
    BUILD = %i[commit_id commit_time dirty switches compiler version command].freeze
    Row = Struct.new(:run, :round, :program, :variant, :kind, :figure, :value, :unit, :commit, :dirty, :switches, :sample, keyword_init: true)

    # Opens the file; creates it unless `existing`.
    def self.open(path, existing: false)
      raise Stop, "there is no store #{path}: script/lab run makes one." if existing && !File.exist?(path)
      store = guard(path) { new(path) }
      return store unless block_given?
      begin
        yield store
      ensure
        store.close
      end
    end

    # Turns errors of SQLite and of the file system into a Stop.
    def self.guard(path)
      yield
    rescue SQLite3::NotADatabaseException
      raise Stop, "#{path} is not a store of the laboratory."
    rescue SQLite3::Exception, Errno::ENOSPC, Errno::EFBIG, Errno::EACCES, Errno::ENOENT, Errno::EROFS => e
      raise Stop, "the store #{path} cannot be read or written (#{e.message}); every sample taken before is in it."
    end

    attr_reader :path

    def initialize(path)
      @path = path
      @db = SQLite3::Database.new(path)
      @db.busy_timeout(10_000)
      @db.execute("PRAGMA foreign_keys = ON")
      # A log before the file: a commit waits for no disk, and survives a kill of the process, though not a loss of power.
      @db.execute("PRAGMA journal_mode = WAL")
      @db.execute("PRAGMA synchronous = NORMAL")
      version = @db.get_first_value("PRAGMA user_version")
      if version.zero? && @db.get_first_value("SELECT count(*) FROM sqlite_master").zero?
        transaction { @db.execute_batch("#{TABLES}PRAGMA user_version = #{VERSION};") }
      elsif version != VERSION
        raise Stop, "#{path} is not a store of version #{VERSION}."
      end
      @db.execute_batch(ADDED)
    end

    def close = @db.close

    # Returns the id of a machine, a Hash.
    def machine(description) = described("machines", JSON.generate(description), {})

    # Returns the id of a build, a Hash with the keys of BUILD.
    def build(description) = described("builds", JSON.generate(description), description.slice(*BUILD))

    # Keeps why a configuration did not build; a dirty tree has another digest with each change.
    def build_failed(reason, commit_id:, dirty:, switches:)
      guarded { @db.execute("INSERT OR REPLACE INTO failed_builds VALUES (?, ?, ?, ?, ?)", [commit_id.to_s, dirty.to_s, switches, reason, now]) }
    end

    # Drops the failure of a configuration that builds now.
    def build_made(commit_id:, dirty:, switches:)
      guarded { @db.execute("DELETE FROM failed_builds WHERE commit_id = ? AND dirty = ? AND switches = ?", [commit_id.to_s, dirty.to_s, switches]) }
    end

    # Returns why a configuration of a commit did not build, or nil.
    def failed_build(commit_id:, switches:)
      rows("SELECT reason FROM failed_builds WHERE commit_id = ? AND dirty = '' AND switches = ?", [commit_id, switches]).first&.fetch(:reason)
    end

    # Returns the failed builds, each a Hash.
    def failed_builds = rows("SELECT * FROM failed_builds ORDER BY taken")

    # Keeps a page, deflated, or the error of its process.
    def add_look(page, run_id:, program:, variant:, look:, command:, error:)
      insert("looks", { run_id: run_id, program: program, variant: variant, look: look, command: command, error: error, taken: now,
                        page: page && SQLite3::Blob.new(Zlib.deflate(page)) })
    end

    # Returns {[program, variant, look] => error or nil} of a run.
    def looked(run) = rows("SELECT program, variant, look, error FROM looks WHERE run_id = ?", [run]).to_h { |row| [row.values_at(:program, :variant, :look), row[:error]] }

    # Returns the looks of a run, each a Hash; its :page is nil if its process failed.
    def looks(run)
      rows("SELECT * FROM looks WHERE run_id = ? ORDER BY program, look, rowid", [run]).each do |row|
        row[:page] &&= Zlib.inflate(row[:page]).force_encoding("UTF-8")
      end
    end

    # Returns the id of a new run; columns: a Hash with the keys of RUN except uuid and started.
    def start_run(**columns)
      insert("runs", { uuid: SecureRandom.uuid, started: now, finished: nil, **columns })
    end

    def finish_run(id) = guarded { @db.execute("UPDATE runs SET finished = ? WHERE id = ?", [now, id]) }

    # Returns the newest unfinished run, a Hash, that has these columns and only these builds; nil if there is none.
    def unfinished(builds, **columns)
      where = columns.keys.map { |name| "#{name} = ?" }.join(" AND ")
      rows("SELECT * FROM runs WHERE finished IS NULL AND #{where} ORDER BY id DESC", columns.values).find do |run|
        (rows("SELECT DISTINCT build_id FROM samples WHERE run_id = ?", [run[:id]]).map { |row| row[:build_id] } - builds).empty?
      end
    end

    # Writes one sample with its figures, [[name, value, unit], ...].
    def add_sample(figures, **columns)
      guarded do
        transaction do
          id = insert("samples", columns)
          figures.each { |name, value, unit| insert("figures", { sample_id: id, figure: name, value: value, unit: unit }) }
        end
      end
    end

    # Returns {[round, program, variant, kind] => error or nil} of a run.
    def taken(run)
      rows("SELECT round, program, variant, kind, error FROM samples WHERE run_id = ?", [run]).to_h { |row| [row.values_at(:round, :program, :variant, :kind), row[:error]] }
    end

    def run(id) = rows("SELECT runs.*, machines.description AS machine FROM runs JOIN machines ON machines.id = machine_id WHERE runs.id = ?", [id]).first

    def runs = rows("SELECT runs.*, machines.description AS machine FROM runs JOIN machines ON machines.id = machine_id ORDER BY runs.id")

    # Returns the Rows of a run, or of all runs with a program of a name.
    def figures(run: nil, program: nil)
      where, value = run ? ["samples.run_id = ?", run] : ["samples.program = ?", program]
      rows(<<~SQL, [value]).map { |row| Row.new(**row) }
        SELECT run_id AS run, round, program, variant, kind, figure, value, unit, commit_id AS "commit", dirty, switches, samples.id AS sample
        FROM figures JOIN samples ON samples.id = sample_id JOIN builds ON builds.id = build_id WHERE #{where} ORDER BY samples.id
      SQL
    end

    # Returns the samples of a run without their figures, each a Hash.
    def samples(run) = rows("SELECT * FROM samples WHERE run_id = ? ORDER BY id", [run])

    # Returns the builds of a run's samples by the variant's name.
    def builds_of(run)
      rows("SELECT DISTINCT variant, builds.* FROM samples JOIN builds ON builds.id = build_id WHERE run_id = ? ORDER BY samples.id", [run]).to_h { |row| [row[:variant], row] }
    end

    # Returns names of the programs that have samples.
    def programs = rows("SELECT DISTINCT program FROM samples ORDER BY program").map { |row| row[:program] }

    # Returns {commit => time of the commit}.
    def commits = rows("SELECT DISTINCT commit_id, commit_time FROM builds WHERE commit_id IS NOT NULL").to_h { |row| [row[:commit_id], row[:commit_time]] }

    # Writes a whole copy to another file.
    def export(file)
      raise Stop, "#{file} exists already." if File.exist?(file)
      guarded(file) { @db.execute("VACUUM INTO ?", [file]) }
    end

    # Adds what another store has; returns [runs, samples] that are new.  Yields the id here of each run that has new samples.
    def import(file, &changed)
      Store.open(file, existing: true) { |other| guarded { transaction { merge(other, &changed) } } }
    end

    private

    def merge(other)
      runs = samples = 0
      other.failed_builds.each { |row| guarded { @db.execute("INSERT OR IGNORE INTO failed_builds VALUES (?, ?, ?, ?, ?)", row.values_at(:commit_id, :dirty, :switches, :reason, :taken)) } }
      other.runs.each do |run|
        mine = rows("SELECT id FROM runs WHERE uuid = ?", [run[:uuid]]).first&.fetch(:id)
        mine ||= insert("runs", { **run.slice(*RUN), machine_id: machine(JSON.parse(run[:machine])) }).tap { runs += 1 }
        @db.execute("UPDATE runs SET finished = ? WHERE id = ? AND finished IS NULL", [run[:finished], mine])
        fresh = merge_samples(other, run[:id], mine)
        merge_looks(other, run[:id], mine)
        samples += fresh
        yield mine if block_given? && fresh.positive?
      end
      [runs, samples]
    end

    def merge_samples(other, theirs, mine)
      known = taken(mine)
      builds = other.builds_of(theirs)
      figures = other.figures(run: theirs).group_by(&:sample)
      fresh = other.samples(theirs).reject { |sample| known.key?(sample.values_at(:round, :program, :variant, :kind)) }
      fresh.each do |sample|
        build = described("builds", builds.fetch(sample[:variant])[:description], builds.fetch(sample[:variant]).slice(*BUILD))
        id = insert("samples", { **sample.slice(*SAMPLE), run_id: mine, build_id: build })
        figures.fetch(sample[:id], []).each { |row| insert("figures", { sample_id: id, figure: row.figure, value: row.value, unit: row.unit }) }
      end
      fresh.size
    end

    def merge_looks(other, theirs, mine)
      known = looked(mine)
      other.looks(theirs).reject { |look| known.key?(look.values_at(:program, :variant, :look)) }.each do |look|
        insert("looks", { **look, run_id: mine, page: look[:page] && SQLite3::Blob.new(Zlib.deflate(look[:page])) })
      end
    end

    def described(table, description, columns)
      found = guarded { @db.get_first_value("SELECT id FROM #{table} WHERE description = ?", [description]) }
      found || insert(table, { description: description, **columns })
    end

    def insert(table, columns)
      guarded { @db.execute("INSERT INTO #{table} (#{columns.keys.join(", ")}) VALUES (#{(["?"] * columns.size).join(", ")})", columns.values) }
      @db.last_insert_row_id
    end

    def rows(sql, values = [])
      guarded do
        names, *lines = @db.execute2(sql, values)
        keys = names.map(&:to_sym)
        lines.map { |line| keys.zip(line).to_h }
      end
    end

    def transaction
      @db.execute("BEGIN IMMEDIATE")
      result = yield
      @db.execute("COMMIT")
      result
    rescue Exception
      begin
        @db.execute("ROLLBACK") if @db.transaction_active?
      rescue SQLite3::Exception
        nil # the first error is the one to print
      end
      raise
    end

    def guarded(path = @path, &block) = Store.guard(path, &block)
    def now = Time.now.utc.strftime("%Y-%m-%dT%H:%M:%SZ")
  end
end
