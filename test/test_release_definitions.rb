# The definitions of packaging/: their version is configure's, their scripts run, and what they leave out of place stops them.
require_relative "lib/test_helper"
require "fileutils"
require "json"
require "open3"
require "tmpdir"
require "yaml"

class TestReleaseDefinitions < Minitest::Test
  ROOT = File.expand_path("..", __dir__)
  VERSION = File.read("#{ROOT}/configure.ac")[/facet_version\], \[([\d.]+)\]/, 1]
  DEFINITION = "#{ROOT}/packaging/ruby-build/facet-#{VERSION}"

  # A tarball whose configure and make write down how they were called, and install a program.
  def tarball(dir)
    source = "#{dir}/facet-ruby-#{VERSION}"
    FileUtils.mkdir_p(source)
    File.write("#{source}/configure", "#!/bin/sh\necho \"$@\" > words\n", perm: 0o755)
    File.write("#{source}/Makefile", "all:\ninstall:\n\tp=$$(sed 's/.*--prefix=\\([^ ]*\\).*/\\1/' words); mkdir -p $$p/bin && cp words $$p/bin/ruby\n")
    assert system("tar", "-C", dir, "-czf", "#{dir}/t.tar.gz", File.basename(source))
    "#{dir}/t.tar.gz"
  end

  def act(dir, more = {}, **env)
    env = { "GITHUB_PATH" => "#{dir}/path", "GITHUB_OUTPUT" => "#{dir}/output", "RUNNER_TEMP" => "#{dir}/temp", "FACET_SHA256" => "", "FACET_CONFIGURE" => "" }
          .merge(env.transform_keys { |key| "FACET_#{key.upcase}" }, more)
    Open3.capture3(env, "sh", "#{ROOT}/packaging/action/install.sh")
  end

  def test_versions
    assert_path_exists DEFINITION
    assert_includes File.read(DEFINITION), "facet-ruby-#{VERSION}"
    assert_includes File.read("#{ROOT}/packaging/mise/mise.toml"), "facet-#{VERSION}"
  end

  # install_package here does what ruby-build's does: it unpacks, enters the folder and calls the function that the last word names.
  def test_ruby_build
    Dir.mktmpdir do |dir|
      file = tarball(dir)
      shell = "install_package() { test \"${2#file://}\" = #{file} || exit 3; cd #{dir} && tar -xzf #{file} && cd $1 && build_package_$3; }; " \
              "PREFIX_PATH=#{dir}/prefix; exec 4>#{dir}/log; . #{DEFINITION}"
      out, status = Open3.capture2e({ "FACET_TARBALL" => file, "RUBY_CONFIGURE_OPTS" => "--disable-jit" }, "bash", "-eu", "-c", shell)
      assert_predicate status, :success?, out
      assert_equal "--prefix=#{dir}/prefix --disable-jit\n", File.read("#{dir}/prefix/bin/ruby")
      _, err, status = Open3.capture3({ "FACET_TARBALL" => nil }, "bash", "-c", ". #{DEFINITION}")
      assert_equal [1, "facet-#{VERSION}: set FACET_TARBALL to the path or the address of facet-ruby-#{VERSION}.tar.gz.\n"], [status.exitstatus, err]
    end
  end

  def test_action
    action = YAML.load_file("#{ROOT}/packaging/action/action.yml")
    assert_equal "composite", action["runs"]["using"]
    used = action["runs"]["steps"].flat_map { |step| step["env"].values }.map { |value| value[/inputs\.(\w+)/, 1] }
    assert_equal action["inputs"].keys.sort, used.sort
  end

  def test_action_installs
    Dir.mktmpdir do |dir|
      file = tarball(dir)
      sum = IO.popen(["sha256sum", file], &:read).split.first
      out, err, status = act(dir, tarball: file, sha256: sum, configure: "--disable-jit")
      assert_predicate status, :success?, out + err
      assert_equal "--prefix=#{dir}/temp/facet --disable-jit\n", File.read("#{dir}/temp/facet/bin/ruby")
      assert_equal ["#{dir}/temp/facet/bin\n", "prefix=#{dir}/temp/facet\n"], %w[path output].map { |name| File.read("#{dir}/#{name}") }
    end
  end

  # Root calls apt-get itself, since images of containers often lack sudo; another account calls it by sudo.
  def test_action_installs_packages
    [[0, ""], [1000, "sudo "]].each do |account, prefix|
      Dir.mktmpdir do |dir|
        FileUtils.mkdir_p(["#{dir}/bin", "#{dir}/packages"])
        %w[facet-ruby libfacet-ruby facet-ruby-dev facet-ruby-doc].each { |name| File.write("#{dir}/packages/#{name}_1_amd64.deb", "") }
        { "id" => "echo #{account}", "apt-get" => "echo apt-get \"$@\"", "sudo" => "echo sudo \"$@\"" }.each do |name, line|
          File.write("#{dir}/bin/#{name}", "#!/bin/sh\n#{line}\n", perm: 0o755)
        end
        out, err, status = act(dir, { "PATH" => "#{dir}/bin:#{ENV["PATH"]}" }, tarball: "#{dir}/packages")
        assert_predicate status, :success?, err
        files = %w[facet-ruby libfacet-ruby facet-ruby-dev].map { |name| "#{dir}/packages/#{name}_1_amd64.deb" }
        assert_equal "#{prefix}apt-get install -y #{files.join(" ")}\n", out
        assert_equal ["/usr/lib/facet-ruby/bin\n", "prefix=/usr/lib/facet-ruby\n"], %w[path output].map { |name| File.read("#{dir}/#{name}") }
      end
    end
  end

  def test_action_refuses
    Dir.mktmpdir do |dir|
      file = tarball(dir)
      { { tarball: file, sha256: "0" * 64 } => "the SHA-256 of #{file} is not #{"0" * 64}.", { tarball: "#{dir}/absent" } => "#{dir}/absent does not exist." }.each do |inputs, words|
        _, err, status = act(dir, **inputs)
        assert_equal [1, "facet: #{words}\n"], [status.exitstatus, err]
        refute_path_exists "#{dir}/temp"
      end
    end
  end

  # Each switch of the matrix is one that configure.ac defines, and each compiler one that it looks for or the pages name.
  def test_matrix
    text = File.read("#{ROOT}/configure.ac")
    JSON.parse(File.read("#{ROOT}/packaging/action/matrix.json"))["include"].each do |row|
      assert_equal %w[compiler configure machine system], row.keys.sort
      assert_match(/#{row["machine"]}/, text)
      row["configure"].split.each { |switch| assert_match(/\[#{Regexp.escape(switch[/--(?:en|dis)able-([\w-]+)/, 1])}\]/, text) }
    end
  end
end
