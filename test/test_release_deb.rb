# tool/release/deb on a planted installation: which file goes into which package, what the scripts do, and that the bytes are equal.
require_relative "lib/test_helper"
require_relative "lib/release_tree"

class TestReleaseDeb < Minitest::Test
  include ReleaseTree
  TOOL = "#{ReleaseTree::ROOT}/tool/release/deb"
  SCRIPTS = "#{ReleaseTree::ROOT}/packaging/debian"
  GEM = "lib/ruby/gems/4.0.0+facet/gems/alpha-1.0"
  FILES = %W[
    bin/irb include/ruby-4.0.0+facet/ruby.h lib/libruby-facet-static.a lib/libruby-facet.so.4.0.1 lib/ruby/4.0.0+facet/mkmf.rb
    lib/ruby/4.0.0+facet/set.rb lib/ruby/4.0.0+facet/rubygems/defaults/ruby.rb share/ri/4.0.0+facet/system/cache.ri
    share/doc/facet/notices/one.txt share/man/man1/ruby.1 #{GEM}/lib/a.rb #{GEM}/test/t.rb #{GEM}/.gitignore
  ].freeze

  def setup
    super
    %w[dpkg-deb dpkg-shlibdeps objcopy cc].each { |name| skip "#{name} is missing" unless system("command -v #{name} > /dev/null") }
    @prefix = "#{@folder}/stage/usr/lib/facet-ruby"
    FILES.each { |path| stage(path, "#{path}\n") }
    stage("lib/pkgconfig/ruby-4.0.pc", "prefix=${pcfiledir}/../..\nName: Ruby\n")
    stage("lib/ruby/4.0.0+facet/x86_64-linux/rbconfig.rb", "C = { \"LIBRUBY_RELATIVE\" => \"yes\", \"sysconfdir\" => \"$(prefix)/etc\" }\n")
    stage("#{GEM}/exe/alpha", "#!/usr/bin/env ruby\nputs 1\n")
    FileUtils.rm_f(["#{@prefix}/lib/libruby-facet-static.a", "#{@prefix}/lib/libruby-facet.so.4.0.1"])
    File.write("#{@folder}/main.c", "int main(void) { return 0; }\n")
    assert system("cc -g -Wl,--build-id -o #{@prefix}/bin/ruby #{@folder}/main.c && cc -shared -fPIC -o #{@prefix}/lib/libruby-facet.so.4.0.1 #{@folder}/main.c")
    File.symlink("libruby-facet.so.4.0.1", "#{@prefix}/lib/libruby-facet.so")
    plant("LICENSE" => "The licence.\n", "doc/ruby.1" => ".TH ruby 1\n", **Dir.children(SCRIPTS).to_h { |name| ["packaging/debian/#{name}", File.read("#{SCRIPTS}/#{name}")] })
    commit
  end

  def stage(path, text)
    FileUtils.mkdir_p(File.dirname("#{@prefix}/#{path}"))
    File.write("#{@prefix}/#{path}", text)
  end

  def deb(out = @out)
    text, err, status = Open3.capture3({ "DEB_MAINTAINER" => "A <a@b>" }, RbConfig.ruby, TOOL, "#{@folder}/stage", @repo, "7.8.9", out)
    assert_predicate status, :success?, text + err
    text.lines.map(&:chomp)
  end

  def contents(file) = IO.popen(["dpkg-deb", "--fsys-tarfile", file]) { |tar| IO.popen(%w[tar -tf -], in: tar, &:readlines) }.map { |line| line.chomp.delete_prefix("./") }
  def field(file, name) = IO.popen(["dpkg-deb", "-f", file, name], &:read).chomp

  # Installs a gem with a command into two folders, as Bundler does, and prints the first line of the command: the system's folder, another.
  COMMANDS = <<~'RUBY'
    require "fileutils"
    require "rubygems/package"
    require "rubygems/installer"
    RbConfig::CONFIG["LIBRUBY_RELATIVE"] = "no" # as in the package
    Dir.mkdir("exe")
    File.write("exe/planted", "#!/usr/bin/env ruby\nputs 1\n", perm: 0o755)
    gem = Gem::Specification.new do |spec|
      spec.name, spec.version, spec.summary, spec.authors, spec.files = "planted", "1", "one command", ["A"], ["exe/planted"]
      spec.bindir, spec.executables = "exe", ["planted"]
    end
    Gem::DefaultUserInteraction.use_ui(Gem::SilentUI.new) { Gem::Package.build(gem, true) }
    load ARGV[0]
    Gem.define_singleton_method(:default_bindir) { "#{Dir.pwd}/system" }
    %w[system own].each do |name|
      Gem::Installer.at("planted-1.gem", env_shebang: true, install_dir: "#{Dir.pwd}/gems", bin_dir: "#{Dir.pwd}/#{name}", wrappers: true).install
      puts File.open("#{name}/planted", &:gets)
    end
  RUBY

  def test_commands_of_bundler
    out, err, status = Open3.capture3({ "RUBYOPT" => nil, "GEM_HOME" => nil }, RbConfig.ruby, "-e", COMMANDS, "#{SCRIPTS}/operating_system.rb", chdir: @folder)
    assert_predicate status, :success?, err
    system, own = out.lines.map(&:chomp)
    assert_match(%r{\A#!/.*/#{RbConfig::CONFIG["ruby_install_name"]}}, system)
    refute_match(%r{/env }, system)
    assert_match(%r{\A#!\S*/env ruby}, own)
  end

  def test_division
    files = deb.to_h { |file| [File.basename(file)[/\A[^_]+/], contents(file)] }
    assert_equal %w[facet-ruby facet-ruby-dbgsym facet-ruby-dev facet-ruby-doc libfacet-ruby], files.keys.sort
    home = "usr/lib/facet-ruby"
    { "facet-ruby" => %W[#{home}/bin/ruby usr/bin/facet-irb #{home}/lib/ruby/4.0.0+facet/set.rb usr/share/man/man1/facet-ruby.1.gz
                         #{home}/lib/ruby/4.0.0+facet/rubygems/defaults/operating_system.rb #{home}/#{GEM}/lib/a.rb usr/share/doc/facet-ruby/copyright],
      "facet-ruby-dev" => %W[#{home}/include/ruby-4.0.0+facet/ruby.h #{home}/lib/ruby/4.0.0+facet/mkmf.rb #{home}/lib/libruby-facet.so],
      "libfacet-ruby" => %W[#{home}/lib/libruby-facet.so.4.0.1],
      "facet-ruby-doc" => %w[usr/share/facet-ruby/ri/4.0.0+facet/system/cache.ri usr/lib/facet-ruby/share/ri] }.each do |package, paths|
      paths.each { |path| assert_equal [package], files.select { |_, list| list.include?(path) }.keys, path }
    end
    assert_empty files.values.flatten.grep(%r{/test/|\.gitignore|share/doc/facet/})
    assert_equal 1, files["facet-ruby-dbgsym"].grep(%r{/\.build-id/\h\h/\h+\.debug\z}).size
  end

  def test_control_and_texts
    file = deb.first
    assert_equal "A <a@b>", field(file, "Maintainer")
    assert_match(/\Alibc6 \(>= /, field(file, "Depends"))
    assert_equal "7.8.9", field(file, "Version")
    folder = "#{@folder}/unpacked"
    assert system("dpkg-deb", "-x", file, folder)
    home = "#{folder}/usr/lib/facet-ruby"
    assert_equal "#!/usr/bin/facet-ruby\nputs 1\n", File.read("#{home}/#{GEM}/exe/alpha")
    assert_equal [0o100755, 0o100644], ["#{GEM}/exe/alpha", "#{GEM}/lib/a.rb"].map { |path| File.stat("#{home}/#{path}").mode }
    assert_equal "C = { \"LIBRUBY_RELATIVE\" => \"no\", \"sysconfdir\" => \"/etc\" }\n", File.read("#{home}/lib/ruby/4.0.0+facet/x86_64-linux/rbconfig.rb")
    copyright = File.read("#{folder}/usr/share/doc/facet-ruby/copyright")
    ["The licence.", "share/doc/facet/notices/one.txt"].each { |text| assert_includes copyright, text }
    refute_includes IO.popen(["readelf", "-SW", "#{home}/bin/ruby"], &:read), ".debug_info"
  end

  def test_equal_bytes
    one = deb
    Dir["#{@folder}/stage/**/*"].each { |path| File.utime(Time.now, Time.now + 60, path) unless File.symlink?(path) }
    two = deb("#{@folder}/again")
    assert_equal one.map { |path| File.binread(path).hash }, two.map { |path| File.binread(path).hash }
  end

  def test_scripts_are_shell
    Dir["#{SCRIPTS}/p*"].each do |path|
      assert_match(/\A#!\/bin\/sh\n/, File.read(path))
      assert system("sh", "-n", path), path
    end
  end

  # Runs postinst with planted tools: dpkg-query finds an owner for the names in +owned+.  Returns the output and the calls.
  def configure(owned)
    tools = "#{@folder}/tools"
    FileUtils.mkdir_p(tools)
    File.write("#{tools}/dpkg-query", "#!/bin/sh\ncase \" #{owned.join(" ")} \" in *\" ${2##*/} \"*) exit 0 ;; esac\nexit 1\n", perm: 0o755)
    File.write("#{tools}/update-alternatives", "#!/bin/sh\n[ \"$1\" = --install ] || exit 2\necho \"$@\" >> #{@folder}/calls\n", perm: 0o755)
    script = File.read("#{SCRIPTS}/postinst").sub("@COMMANDS@", "gem irb ruby")
    out, status = Open3.capture2e({ "PATH" => "#{tools}:#{ENV["PATH"]}" }, "sh", "-s", "configure", stdin_data: script)
    assert_predicate status, :success?, out
    calls = File.exist?("#{@folder}/calls") ? File.readlines("#{@folder}/calls") : []
    FileUtils.rm_f("#{@folder}/calls")
    [out, calls]
  end

  def test_alternatives
    out, calls = configure([])
    assert_empty out
    assert_equal 1, calls.size
    %w[gem irb].each { |name| assert_includes calls[0], "--slave /usr/bin/#{name} #{name} /usr/lib/facet-ruby/bin/#{name}" }
    assert_equal calls, configure([])[1]
    refute_includes configure(%w[irb])[1][0], "irb"
  end

  def test_alternatives_beside_another_ruby
    out, calls = configure(%w[ruby])
    assert_equal "facet-ruby: /usr/bin/ruby belongs to another package and stays as it is. Facet's command is facet-ruby.\n", out
    assert_empty calls
  end

  def test_no_installation
    _, err, status = Open3.capture3(RbConfig.ruby, TOOL, @repo, @repo, "7.8.9", @out)
    assert_equal [1, "deb: #{@repo}/usr/lib/facet-ruby/bin/ruby is missing: STAGE must be an installation with prefix=/usr/lib/facet-ruby.\n"], [status.exitstatus, err]
    assert_empty Dir.children(@out)
  end
end
