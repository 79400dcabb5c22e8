# frozen_string_literal: true
#
# mkmf/installed_compiler.rb - replaces the compilers of RbConfig, if this machine lacks them, by compilers that it has.
#
# Facet is often built on one machine and used on another: the build's clang-19 may be missing where a gem is compiled.
#
# Owns      the choice of CC, CXX, AR and NM in RbConfig::MAKEFILE_CONFIG and RbConfig::CONFIG.
# MKMF-5        A compiler that exists is never replaced; each replacement is printed on one line of standard output.
# MKMF-6        A -Wno-error=NAME in cflags stays only if the replacement accepts it: gcc refuses names that it does not define.
# Checked   test/test_mkmf_compiler.rb
module MakeMakefile
  module InstalledCompiler # :nodoc:
    CLANGS = [20, 19, 18, 17, 16, 15, 14].freeze
    CANDIDATES = {
      "CC" => ["cc", "gcc", "clang", *CLANGS.map { |n| "clang-#{n}" }], "CXX" => ["c++", "g++", "clang++", *CLANGS.map { |n| "clang++-#{n}" }],
      "AR" => ["ar", *CLANGS.map { |n| "llvm-ar-#{n}" }], "NM" => ["nm", *CLANGS.map { |n| "llvm-nm-#{n}" }]
    }.freeze

    module_function

    # Returns whether the command +words+ begins with a program of the PATH.
    def exist?(words)
      program = words.to_s.split.first or return false
      return File.executable?(program) if program.include?("/")
      ENV.fetch("PATH", "").split(":").any? { |folder| File.file?(path = File.join(folder, program)) && File.executable?(path) }
    end

    # Replaces each tool that is missing.  Exits if there is no C compiler; without a C++ compiler, C extensions still compile.
    def choose
      replaced = CANDIDATES.filter_map do |key, names|
        before = RbConfig::CONFIG[key]
        next if exist?(before)
        name = names.find { |candidate| exist?(candidate) }
        abort "mkmf: no C compiler is installed: apt-get install build-essential, dnf install gcc make, apk add build-base or xcode-select --install." if !name && key == "CC"
        next unless name
        RbConfig.fire_update!(key, name)
        drop_refused_warnings(name) if key == "CC"
        "#{before} by #{name}"
      end
      puts "mkmf: replaced #{replaced.join(", ")}: the former is not installed." unless replaced.empty?
    end

    def drop_refused_warnings(compiler)
      lenient = RbConfig::MAKEFILE_CONFIG["cflags"].split.grep(/\A-Wno-error=/)
      refused = lenient.reject { |flag| system(*compiler.split, "-Werror", flag, "-fsyntax-only", "-x", "c", File::NULL, out: File::NULL, err: File::NULL) }
      RbConfig.fire_update!("cflags", RbConfig::MAKEFILE_CONFIG["cflags"].split.difference(refused).join(" ")) unless refused.empty?
    end
  end
end
MakeMakefile::InstalledCompiler.choose
