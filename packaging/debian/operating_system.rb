# frozen_string_literal: true
#
# rubygems/defaults/operating_system.rb - where gems go if Facet is a Debian package.
#
# dpkg owns everything below /usr/lib/facet-ruby, so `gem install` as root writes below /var/lib/facet-ruby, and commands of gems go to
# /usr/local/bin, which is on the PATH.  The default and the bundled gems stay where the package put them and are found there.
#
# DEB-4     Each command in /usr/local/bin names Facet's interpreter, also one that Bundler writes, whose option is `#!/usr/bin/env ruby`.
#           Then the command runs if `ruby` is another Ruby, and a purge (postrm) finds it.
# Uses      Gem.default_dir and its neighbours, which RubyGems lets a distribution redefine in this file.
# Checked   test/test_release_deb.rb, script/release
module Gem
  FACET_PACKAGED_DIR = default_dir
  FACET_LOCAL_DIR = "/var/lib/facet-ruby/gems/#{RbConfig::CONFIG["ruby_version"]}"

  class << self
    %i[default_dir default_path default_bindir default_specifications_dir].each { |name| alias_method name, name } # -w: redefined on purpose

    def default_dir = FACET_LOCAL_DIR

    def default_path = [user_dir, FACET_LOCAL_DIR, FACET_PACKAGED_DIR]

    def default_bindir = "/usr/local/bin"

    def default_specifications_dir = File.join(FACET_PACKAGED_DIR, "specifications", "default")
  end

  pre_install do |installer|
    installer.instance_variable_set(:@env_shebang, false) if installer.bin_dir == default_bindir
    true # false would stop the installation
  end
end
