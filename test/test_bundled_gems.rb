# test_bundled_gems.rb - bundled gems with a C part: laid out by tool/build/mkstdlib, compiled by tool/build/mkext, found by RubyGems.
require_relative "lib/test_helper"
require "open3"
require "tmpdir"

class TestBundledGems < Minitest::Test
  # Tests run without RubyGems; the programs run with it.
  def assert_prints(expected, program)
    assert_equal [expected, "", 0], run_ruby(program)
  end

  def test_bigdecimal
    assert_prints <<~'OUT', <<~'RUBY'
      1.772453850905515
      0.142857142857142857142857142857
      [true, true]
      bigdecimal-4.0.1
    OUT
      require "bigdecimal"
      require "bigdecimal/util"
      a = BigDecimal("3.14159265358979")
      puts a.sqrt(16).round(16).to_s("F"), (BigDecimal(1) / 7).round(30).to_s("F")
      p ["1.5".to_d == 3.to_d / 2, Marshal.load(Marshal.dump(a)) == a]
      puts Gem.loaded_specs["bigdecimal"].full_name
    RUBY
  end

  def test_racc = assert_prints("c\n", 'require "racc/parser"; puts Racc::Parser::Racc_Runtime_Type')
  def test_nkf = assert_prints("あ\n", 'require "nkf"; puts NKF.nkf("-w -m0", "\xa4\xa2".b)')
  def test_syslog = assert_prints("false\n", 'require "syslog"; p Syslog.opened?')

  # The gem's extension, compiled beside ours, would be loaded in its place: the laboratory once measured it so.
  def test_an_extension_that_is_built_in_is_not_compiled
    root = File.expand_path("..", __dir__)
    Dir.mktmpdir do |folder|
      out, status = Open3.capture2e({ "REPLACED" => nil }, "#{root}/tool/build/mkext", RbConfig.ruby, root, folder, "#{folder}/out", "#{folder}/arch", "json")
      assert_equal ["mkext: json is part of the ruby already; the gem's own extension would take its place.\n", 1], [out, status.exitstatus]
      assert_empty Dir["#{folder}/*/*"]
    end
  end

  # rdoc's plugin writes the pages of a gem that is installed, and removes them with the gem.
  def test_rdoc_plugin
    assert_prints "[false, false]\n[true, true]\n", <<~'RUBY'
      hooks = -> { [Gem.done_installing_hooks.any?, Gem.pre_uninstall_hooks.any?] }
      p hooks[]
      Gem.load_plugins
      p hooks[]
    RUBY
  end

  # A newer version of a bundled or default gem may replace its command; another gem may not.
  def test_commands_of_newer_versions
    assert_prints <<~'OUT', <<~'RUBY'
      "rake" from other conflicts with installed executable from rake
    OUT
      require "rubygems/installer"
      Gem::DefaultUserInteraction.ui = Gem::SilentUI.new
      install = lambda do |gem, command|
        Gem::Installer.for_spec(Gem::Specification.new(gem, "99")).check_executable_overwrite(command)
      rescue Gem::InstallError => error
        puts error.message.sub(%r{/.*/}, "")
      end
      { rake: "rake", rbs: "rbs", racc: "racc", irb: "irb", rdoc: "ri", debug: "rdbg", bundler: "bundle", erb: "erb", other: "rake" }
        .each { |gem, command| install.(gem.to_s, command) }
    RUBY
  end

  def test_fiddle
    assert_prints "5\n42\n", <<~'RUBY'
      require "fiddle"
      strlen = Fiddle::Function.new(Fiddle.dlopen(nil)["strlen"], [Fiddle::TYPE_VOIDP], Fiddle::TYPE_LONG)
      p strlen.call("hello")
      up = Fiddle::Closure::BlockCaller.new(Fiddle::TYPE_INT, [Fiddle::TYPE_INT]) { |n| n + 1 }
      p Fiddle::Function.new(up, [Fiddle::TYPE_INT], Fiddle::TYPE_INT).call(41)
    RUBY
  end
end
