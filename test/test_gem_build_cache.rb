# test_gem_build_cache.rb - compiled parts of gems that are kept, taken again, refused, pushed and pulled.
require_relative "lib/test_helper"
require "fileutils"
require "open3"
require "socket"
require "tmpdir"

# One small gem is built in setup; its extconf.rb writes a line to $BUILDS at each compilation.
class TestGemBuildCache < Minitest::Test
  EXTCONF = <<~RUBY
    require "fileutils"
    FileUtils.mkdir_p(%w[tmp/build ../ports/lib])
    File.write("tmp/build/text", Dir.pwd)
    File.write("../ports/lib/libplanted.a", "")
    File.write("../lib/made.rb", "MADE = 1\n")
    File.write("../lib/where.rb", Dir.pwd) if ENV["PLANTED_WHERE"]
    File.symlink("made.rb", "../lib/link.rb") if ENV["PLANTED_LINK"]
    File.write(ENV.fetch("BUILDS"), "built\\n", mode: "a")
    require "mkmf"
    create_makefile("planted/planted")
  RUBY
  SOURCE = <<~C
    #include <ruby.h>
    void Init_planted(void) { rb_define_global_const("PLANTED", INT2FIX(%d)); }
  C
  GEM = [RbConfig.ruby, "-rrubygems/gem_runner", "-e", "begin; Gem::GemRunner.new.run(ARGV); rescue Gem::SystemExitException => e; exit e.exit_code; end"].freeze
  ABI = "#{RbConfig::CONFIG["arch"]}-#{RbConfig::CONFIG["ruby_version"]}"

  def setup
    skip "gems are not compiled with sanitizers here" if sanitized?
    skip "no C compiler" unless system("command -v cc > /dev/null")
    @folder = Dir.mktmpdir
    @cache = "#{@folder}/cache"
    @env = { "BUILDS" => "#{@folder}/builds", "FACET_GEM_CACHE" => @cache, "GEM_PATH" => nil, "HOME" => @folder, "XDG_CACHE_HOME" => nil, "RUBYOPT" => nil }
    @file = package(7)
  end

  def teardown = @folder && FileUtils.rm_rf(@folder)

  # Returns the file of a gem whose extension defines PLANTED as +value+.
  def package(value)
    @value = value
    tree = "#{@folder}/tree"
    FileUtils.mkdir_p(["#{tree}/ext", "#{tree}/lib"])
    File.write("#{tree}/ext/extconf.rb", EXTCONF)
    File.write("#{tree}/ext/planted.c", format(SOURCE, value))
    File.write("#{tree}/lib/planted.rb", "require 'planted/planted'\n")
    File.write("#{tree}/planted.gemspec", <<~RUBY)
      Gem::Specification.new do |s|
        s.name, s.version, s.summary, s.authors = "planted", "1.0", "planted", ["a"]
        s.files = %w[ext/extconf.rb ext/planted.c lib/planted.rb]
        s.extensions = ["ext/extconf.rb"]
      end
    RUBY
    out, status = Open3.capture2e(@env, *GEM, "build", "-q", "planted.gemspec", chdir: tree)
    assert_predicate status, :success?, out
    "#{tree}/planted-1.0.gem"
  end

  # Installs the gem into a folder of its own.  Returns what `gem` printed.
  def install(home, *arguments, env: {})
    out, status = Open3.capture2e(@env.merge("GEM_HOME" => "#{@folder}/#{home}").merge(env), *GEM, "install", "--local", "--no-document", @file, *arguments)
    assert_predicate status, :success?, out
    assert_equal @value, value(home)
    out
  end

  def value(home)
    out, = Open3.capture2e(@env.merge("GEM_HOME" => "#{@folder}/#{home}"), RbConfig.ruby, "-e", "require 'planted'; puts PLANTED")
    Integer(out, exception: false) || out
  end

  def command(*arguments, env: {})
    out, status = Open3.capture2e(@env.merge("GEM_HOME" => "#{@folder}/none").merge(env), *GEM, "build-cache", *arguments)
    [out, status.exitstatus]
  end

  def builds = File.readlines("#{@folder}/builds").size
  def entries(cache = @cache) = Dir["#{cache}/#{ABI}/*.build"]

  def test_second_installation_compiles_nothing
    install("one")
    assert_equal [1, 1], [builds, entries.size]
    assert_match(/comes from the build cache/, install("two"))
    assert_equal 1, builds
    lib, other = %w[one two].map { |home| Dir.glob("**/*", base: "#{@folder}/#{home}").grep_v(/mkmf\.log|gem_make\.out|Makefile|tmp|ports/).sort }
    assert_equal lib, other
    assert_includes other, "gems/planted-1.0/lib/made.rb"
    assert_empty other.grep(/libplanted|text/)
  end

  def test_switched_off
    install("one", env: { "FACET_GEM_CACHE" => "off" })
    install("two", env: { "FACET_GEM_CACHE" => "off" })
    assert_equal [2, []], [builds, entries]
    assert_equal ["ERROR:  build-cache: the cache is off (FACET_GEM_CACHE=off).\n", 1], command("list", env: { "FACET_GEM_CACHE" => "off" })
  end

  def test_default_folder_is_the_users
    install("one", env: { "FACET_GEM_CACHE" => nil })
    assert_equal 1, entries("#{@folder}/.cache/facet/gems").size
  end

  # Other sources under the same name and version, other arguments, another variable: each is another build.
  def test_what_makes_another_build
    install("one")
    install("two", "--", "--with-some-switch")
    install("three", env: { "PLANTED_LEVEL" => "3" })
    install("four", env: { "CFLAGS" => "-O0" })
    assert_equal [4, 4], [builds, entries.size]
    @file = package(8)
    install("five")
    assert_equal 5, builds
  end

  # A text with the folder's name, or a link, is good in one place only.
  def test_builds_that_are_not_kept
    %w[PLANTED_WHERE PLANTED_LINK].each { |name| install(name, env: { name => "1" }) }
    assert_equal [2, []], [builds, entries]
  end

  def test_damaged_and_foreign_entries_are_ignored
    install("one")
    file = entries.first
    good = File.binread(file)
    require "zlib"
    text = Zlib.inflate(good)
    { "damaged" => good.byteslice(0, good.bytesize / 2), "not an entry" => Zlib.deflate("facet gem build 0\n\n"), "another SHA-256" => Zlib.deflate(text.b.sub(/.\z/mn, "!")),
      "line about a file is short" => Zlib.deflate(text.b.sub(/^(file\t.*)\t.*$/n, "\\1")), "another build" => Zlib.deflate(text.b.sub("gem\tplanted\t1.0", "gem\tplanted\t1.1")), "leaves the gem" => Zlib.deflate(text.b.gsub("\textension/", "\textension/../")) }.each_with_index do |(reason, bytes), i|
      File.binwrite(file, bytes)
      assert_match(/^gem build-cache: #{Regexp.escape(file)} is ignored: .*#{reason}/, install("home#{i}"))
      assert_equal i + 2, builds
      refute_equal bytes, File.binread(file), "the new build replaces the entry"
    end
  end

  def test_missing_library
    skip "no ldd" unless system("command -v ldd > /dev/null")
    install("one")
    File.write("#{@folder}/empty.c", "int planted_empty(void) { return 1; }\n")
    Dir.chdir(@folder) do
      assert system("cc -shared -fPIC -o libplanted_lost.so empty.c && cc -shared -fPIC -o needs.so empty.c -Wl,--no-as-needed -L. -lplanted_lost && rm libplanted_lost.so")
    end
    rewritten = <<~RUBY
      require "rubygems/build_cache"
      path, library = ARGV
      entry = Gem::BuildCache::Entry.load(File.binread(path))
      entry.files.each { |file| file.bytes = File.binread(library) if file.path.end_with?(".so") }
      File.binwrite(path, entry.dump)
    RUBY
    assert system(RbConfig.ruby, "-e", rewritten, entries.first, "#{@folder}/needs.so")
    assert_match(/the entry of planted-1\.0 is ignored: libplanted_lost\.so is missing\./, install("two"))
    assert_equal 2, builds
  end

  def test_folder_that_cannot_be_written_is_no_failure
    File.write("#{@folder}/file", "")
    assert_match(/^gem build-cache: planted-1\.0 is not kept: /, install("one", env: { "FACET_GEM_CACHE" => "#{@folder}/file/below" }))
  end

  def test_concurrent_writers
    4.times.map { |i| Thread.new { install("home#{i}") } }.each(&:join)
    assert_equal 1, entries.size
    assert_empty Dir["#{@cache}/**/*.new"]
    install("last")
    assert_operator builds, :<=, 4
  end

  def test_push_and_pull_by_a_folder
    install("one")
    store = "#{@folder}/store"
    assert_equal ["push: 1 entry\n", 0], command("push", store)
    assert_equal ["push: 0 entries\n", 0], command("push", store)
    name = File.basename(entries.first)
    other = { "FACET_GEM_CACHE" => "#{@folder}/cache2" }
    assert_equal ["pull: 0 entries\n", 0], command("pull", store, "another", env: other)
    assert_equal ["pull: 1 entry\n", 0], command("pull", store, "planted", env: other)
    assert_equal ["#{name}\n", 0], command("list", env: other)
    install("two", env: other)
    assert_equal 1, builds
    assert_equal ["", 0], command("clean", env: other)
    assert_equal ["", 0], command("list", env: other)
    File.binwrite("#{store}/#{ABI}/#{name}", "damaged")
    out, status = command("pull", store, env: other)
    assert_equal 1, status
    assert_match(/#{Regexp.escape(name)} is skipped: its SHA-256 sum is not that of the index/, out)
    assert_empty entries("#{@folder}/cache2")
  end

  # A site that keeps what it is sent, and answers 404 for the rest.
  def test_push_and_pull_by_a_site
    install("one")
    kept = {}
    server = TCPServer.new("127.0.0.1", 0)
    thread = Thread.new do
      loop do
        socket = server.accept
        method, path = socket.gets.split
        size = 0
        while (line = socket.gets.chomp) != ""
          size = line[/\d+/].to_i if line.match?(/\Acontent-length:/i)
        end
        kept[path] = socket.read(size) if method == "PUT"
        body = method == "PUT" ? "" : kept[path]
        socket.write("HTTP/1.1 #{body ? "200 OK" : "404 Not Found"}\r\nContent-Length: #{body.to_s.bytesize}\r\nConnection: close\r\n\r\n#{body}")
        socket.close
      end
    end
    site = "http://127.0.0.1:#{server.addr[1]}/gems/"
    none = { "no_proxy" => "127.0.0.1", "http_proxy" => nil }
    assert_equal ["push: 1 entry\n", 0], command("push", site, env: none)
    assert_equal 2, kept.size
    other = none.merge("FACET_GEM_CACHE" => "#{@folder}/cache2")
    assert_equal ["pull: 1 entry\n", 0], command("pull", site, env: other)
    assert_equal [1, entries.map { |file| File.binread(file) }], [builds, entries("#{@folder}/cache2").map { |file| File.binread(file) }]
  ensure
    thread&.kill
    server&.close
  end

  def test_bundle_install
    install("one")
    Dir.mkdir("#{@folder}/app")
    FileUtils.mkdir_p("#{@folder}/app/vendor/cache")
    FileUtils.cp(@file, "#{@folder}/app/vendor/cache/")
    File.write("#{@folder}/app/Gemfile", "source \"http://127.0.0.1:9/\"\ngem \"planted\"\n")
    env = @env.merge("GEM_HOME" => "#{@folder}/bundle", "BUNDLE_APP_CONFIG" => "#{@folder}/bundle-config", "BUNDLE_GEMFILE" => nil)
    out, status = Open3.capture2e(env, RbConfig.ruby, "-rrubygems", "-e", "require 'bundler'; require 'bundler/cli'; Bundler::CLI.start(%w[install --local])", chdir: "#{@folder}/app")
    assert_predicate status, :success?, out
    assert_equal [1, 7], [builds, value("bundle")]
  end
end
