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

  ACTION = YAML.load_file("#{ROOT}/packaging/action/action.yml")

  # Returns +text+ with each expression ${{ inputs.NAME }} and ${{ steps.ID.outputs.NAME }} replaced by its value.
  def expand(text, inputs, outputs = {})
    text.gsub(/\$\{\{ *([\w.-]+) *\}\}/) do
      case $1.split(".")
      in ["inputs", name] then inputs.fetch(name)
      in ["steps", id, "outputs", name] then outputs.fetch(id).fetch(name)
      end
    end
  end

  # Runs the action's only step in the folder +dir+, as GitHub runs one with `shell: bash`: the text of action.yml in a file.
  def act(dir, more = {}, **inputs)
    inputs = ACTION["inputs"].transform_values { |input| input["default"] }.merge(inputs.transform_keys(&:to_s))
    step = ACTION["runs"]["steps"].fetch(0)
    env = { "GITHUB_PATH" => "#{dir}/path", "GITHUB_OUTPUT" => "#{dir}/output", "RUNNER_TEMP" => "#{dir}/temp", "GITHUB_ACTION_PATH" => "#{ROOT}/packaging/action" }
          .merge(step["env"].transform_values { |text| expand(text, inputs) }, more)
    File.write("#{dir}/step.sh", expand(step["run"], inputs))
    Open3.capture3(env, "bash", "--noprofile", "--norc", "-e", "-o", "pipefail", "#{dir}/step.sh", chdir: dir)
  end

  # Returns the value of the action's output +name+ after act().
  def output(dir, name)
    values = File.readlines("#{dir}/output", chomp: true).to_h { |line| line.split("=", 2) }
    expand(ACTION["outputs"][name]["value"], {}, { ACTION["runs"]["steps"][0]["id"] => values })
  end

  # The keys that GitHub's metadata syntax defines for a composite action.
  KEYS = { "action" => %w[name author description inputs outputs runs branding], "input" => %w[description required default deprecationMessage],
           "output" => %w[description value], "runs" => %w[using steps],
           "step" => %w[id name if run shell env working-directory uses with continue-on-error] }.freeze

  # Returns a sentence for each violation of the metadata syntax in +action+.
  def faults(action)
    steps = action["runs"]["steps"]
    inputs, outputs = action["inputs"], action["outputs"]
    faults = [["action", action], ["runs", action["runs"]], *inputs.values.map { |map| ["input", map] }, *outputs.values.map { |map| ["output", map] }, *steps.map { |map| ["step", map] }]
             .flat_map { |kind, map| (map.keys - KEYS[kind]).map { |key| "#{kind} has the unknown key #{key}" } }
    faults += (%w[name description runs] - action.keys).map { |key| "action lacks #{key}" }
    faults += [*inputs, *outputs].filter_map { |name, map| "#{name} lacks a description" unless map["description"] }
    faults << "#{action["runs"]["using"]} is not composite" unless action["runs"]["using"] == "composite"
    inputs.each { |name, map| faults << "#{name} is not required and has no default" unless map["required"] || map.key?("default") }
    steps.each do |step|
      faults << "a step has not exactly one of run and uses" unless step.key?("run") ^ step.key?("uses")
      faults << "a step with run lacks shell" if step.key?("run") && !step.key?("shell")
    end
    action.to_s.scan(/\$\{\{(.*?)\}\}/) do |(text)|
      known = case text.strip.split(".")
              in ["inputs", name] then inputs.key?(name)
              in ["steps", id, "outputs", _] then steps.any? { |step| step["id"] == id }
              else false
              end
      faults << "#{text.strip} has no value" unless known
    end
    faults
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
    assert_empty faults(ACTION)
    used = ACTION["runs"]["steps"].flat_map { |step| step["env"].values }.map { |value| value[/inputs\.(\w+)/, 1] }
    assert_equal ACTION["inputs"].keys.sort, used.sort
  end

  def test_planted_faults_of_the_action
    { "using: composite" => ["using: node", "node is not composite"], "    - id: install\n      shell: bash" => ["    - id: install", "a step with run lacks shell"],
      "inputs.sha256 }" => ["inputs.sum }", "inputs.sum has no value"], "- id: install" => ["- id: other", "steps.install.outputs.prefix has no value"],
      "    required: true" => ["    mandatory: true", "input has the unknown key mandatory", "tarball is not required and has no default"],
      "description: Installs" => ["summary: Installs", "action has the unknown key summary", "action lacks description"] }.each do |old, (new, *words)|
      text = File.read("#{ROOT}/packaging/action/action.yml")
      assert_includes text, old
      assert_equal words, faults(YAML.load(text.sub(old, new)))
    end
  end

  def test_action_installs
    Dir.mktmpdir do |dir|
      file = tarball(dir)
      sum = IO.popen(["sha256sum", file], &:read).split.first
      out, err, status = act(dir, tarball: file, sha256: sum, configure: "--disable-jit")
      assert_predicate status, :success?, out + err
      assert_equal "--prefix=#{dir}/temp/facet --disable-jit\n", File.read("#{dir}/temp/facet/bin/ruby")
      assert_equal ["#{dir}/temp/facet/bin\n", "#{dir}/temp/facet"], [File.read("#{dir}/path"), output(dir, "prefix")]
    end
  end

  # The folder is a relative name, which apt-get would take for a package's. Root calls apt-get itself, since images of containers often lack sudo; another account calls it by sudo.
  def test_action_installs_packages
    [[0, ""], [1000, "sudo "]].each do |account, prefix|
      Dir.mktmpdir do |dir|
        FileUtils.mkdir_p(["#{dir}/bin", "#{dir}/packages"])
        %w[facet-ruby libfacet-ruby facet-ruby-dev facet-ruby-doc].each { |name| File.write("#{dir}/packages/#{name}_1_amd64.deb", "") }
        { "id" => "echo #{account}", "apt-get" => "echo apt-get \"$@\"", "sudo" => "echo sudo \"$@\"" }.each do |name, line|
          File.write("#{dir}/bin/#{name}", "#!/bin/sh\n#{line}\n", perm: 0o755)
        end
        out, err, status = act(dir, { "PATH" => "#{dir}/bin:#{ENV["PATH"]}" }, tarball: "packages")
        assert_predicate status, :success?, err
        files = %w[facet-ruby libfacet-ruby facet-ruby-dev].map { |name| "#{File.realpath(dir)}/packages/#{name}_1_amd64.deb" }
        assert_equal "#{prefix}apt-get install -y #{files.join(" ")}\n", out
        assert_equal ["/usr/lib/facet-ruby/bin\n", "/usr/lib/facet-ruby"], [File.read("#{dir}/path"), output(dir, "prefix")]
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
