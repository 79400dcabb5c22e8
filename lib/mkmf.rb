# frozen_string_literal: false
#
# mkmf.rb - makes the Makefile of an extension: probes of the C world, and what an extconf.rb says.
#
# Owns      the global variables below; an extconf.rb reads and changes them, create_makefile writes them out.
# MKMF-1        A probe compiles conftest.c in the current folder, says "checking for ..." on stdout, and writes the command,
#           the compiler's words and the program to mkmf.log.
# MKMF-2        A probe that succeeds adds its -DHAVE_... to $defs, or what it found to $libs, $LIBPATH, $INCFLAGS.
# MKMF-3        Linking probes see Ruby's names through a library that has nothing but the names (LIBRUBYARG_NAMES), so that
#           have_func("rb_...") answers for this Ruby.
# MKMF-4        Paths stay in terms of make variables ($(srcdir), $(hdrdir)); probes expand them.
# Checked   test/capi/

require "rbconfig"
require "fileutils"
require "shellwords"
require "mkmf/installed_compiler"

class String # :nodoc:
  # For the shell, if it needs it.
  def quote
    /[\s"']/.match?(self) ? "\"#{gsub(/["\\]/) { "\\#{$&}" }}\"" : self
  end

  def unspace
    gsub(/\s/) { "\\#{$&}" }
  end

  # The C macro that stands for this name: "sys/un.h" is SYS_UN_H, "char *" CHAR_P.
  def tr_cpp
    strip.upcase.tr_s("^A-Z0-9_*", "_").tr_s("*", "P")
  end

  def funcall_style
    end_with?(")") ? dup : "#{self}()"
  end

  def sans_arguments
    self[/\A[^()]+/]
  end
end

class Array # :nodoc:
  def quote
    map { |word| word.quote }
  end
end

module MakeMakefile
  CONFIG = RbConfig::MAKEFILE_CONFIG
  ORIG_LIBPATH = ENV["LIBPATH"]

  C_EXT = %w[c m].freeze
  CXX_EXT = %w[cc mm cxx cpp C].freeze
  SRC_EXT = (C_EXT + CXX_EXT + %w[S]).freeze
  HDR_EXT = %w[h hpp].freeze

  NULLCMD = CONFIG["NULLCMD"]
  OUTFLAG = CONFIG["OUTFLAG"]
  COUTFLAG = CONFIG["COUTFLAG"]
  CSRCFLAG = CONFIG["CSRCFLAG"]
  CPPOUTFILE = "-o conftest.i"
  CONFTEST = "conftest#{CONFIG["EXEEXT"]}".freeze
  CONFTEST_C = "conftest.c".freeze

  # FACET_NO_ABI_SYMBOL: a probe refers to Ruby only where it says so.
  COMMON_HEADERS = %[#define FACET_NO_ABI_SYMBOL 1\n#include "ruby.h"\n]
  COMMON_LIBS = [].freeze
  DOES_NOTHING = "int main(void)\n{\n  return 0;\n}\n"
  UNIVERSAL_INTS = ["int", "short", "long", "long long"].freeze

  COMPILE_C = "$(CC) $(INCFLAGS) $(CPPFLAGS) $(CFLAGS) $(COUTFLAG)$@ -c $(CSRCFLAG)$<"
  COMPILE_CXX = "$(CXX) $(INCFLAGS) $(CPPFLAGS) $(CXXFLAGS) $(COUTFLAG)$@ -c $(CSRCFLAG)$<"
  ASSEMBLE_C = "$(CC) $(ARCH_FLAG) -D_GNU_SOURCE -S $(INCFLAGS) $(CPPFLAGS) $(CFLAGS) $(COUTFLAG)$@ $(CSRCFLAG)$<"
  LINK_SO = "$(LDSHARED) $(OUTFLAG)$@ $(OBJS) $(LIBPATH) $(DLDFLAGS) $(LOCAL_LIBS) $(LIBS)"
  DIR_VARIABLES = {
    "commondir" => "RUBYCOMMONDIR", "sitedir" => "RUBYCOMMONDIR", "vendordir" => "RUBYCOMMONDIR",
    "rubylibdir" => "RUBYLIBDIR", "sitelibdir" => "RUBYLIBDIR", "vendorlibdir" => "RUBYLIBDIR",
    "archdir" => "RUBYARCHDIR", "sitearchdir" => "RUBYARCHDIR", "vendorarchdir" => "RUBYARCHDIR", "bindir" => "BINDIR"
  }.freeze

  MAIN_DOES_NOTHING = DOES_NOTHING
  RbConfig = ::RbConfig
  ASSEMBLE_CXX = ASSEMBLE_C.sub("$(CC)", "$(CXX)").sub("$(CFLAGS)", "$(CXXFLAGS)")
  TRY_LINK = "$(CC) #{OUTFLAG}#{CONFTEST} $(INCFLAGS) $(CPPFLAGS) $(CFLAGS) $(src) $(LIBPATH) $(LDFLAGS) $(ARCH_FLAG) $(LOCAL_LIBS) $(LIBS)"
  TRY_LINK_CXX = TRY_LINK.sub("$(CC)", "$(CXX)").sub("$(CFLAGS)", "$(CXXFLAGS)")
  CONFTEST_CXX = "conftest.cc"
  LIBARG = "-l%s"
  LIBPATHFLAG = CONFIG["LIBPATHFLAG"]
  RPATHFLAG = CONFIG["RPATHFLAG"]
  EXPORT_PREFIX = CONFIG["EXPORT_PREFIX"].to_s
  COMPILE_RULES = CONFIG["COMPILE_RULES"] || %w[.%s.%s:]
  RULE_SUBST = CONFIG["RULE_SUBST"]
  LANGUAGE = {} # filled when the languages are there
  FailedMessage = <<~WORDS
    Could not create Makefile due to some reason, probably lack of necessary
    libraries and/or headers.  Check the mkmf.log file for more details.  You may
    need configuration options.

    Provided configuration options:
  WORDS
  INSTALL_DIRS = [
    [%w[BINDIR $(bindir)]], [%w[RUBYCOMMONDIR $(rubylibdir)]], [%w[RUBYLIBDIR $(rubylibdir)]], [%w[RUBYARCHDIR $(archdir)]],
    [%w[HDRDIR $(rubyhdrdir)/ruby$(target_prefix)]], [%w[ARCHHDRDIR $(rubyhdrdir)/$(arch)/ruby$(target_prefix)]]
  ].flatten(1).freeze

  # A format that has a word for nil.
  class ResultFormat # :nodoc:
    def initialize(format, failed = "failed")
      @format = format
      @failed = failed
    end

    def %(value)
      value ? @format % [value] : @failed
    end
  end
  STRING_OR_FAILED_FORMAT = ResultFormat.new("%s")

  # mkmf.log, begun by the first word.
  module Logging
    @file = "mkmf.log"
    @quiet = false
    class << self
      attr_accessor :quiet
      attr_reader :file

      def log
        return @log if @log
        File.write(@file, "")
        @log = File.open(@file, "ab")
        @log.sync = true
        @log
      end

      def logfile(file)
        log_close
        @file = file
      end

      def log_close
        @log.close if @log
        @log = nil
      end

      def message(*words)
        log.print(*words)
      end

      # Runs the block with its stdout and stderr in the log.
      def open
        out, err = $stdout.dup, $stderr.dup
        $stdout.reopen(log)
        $stderr.reopen(log)
        yield
      ensure
        $stdout.reopen(out)
        $stderr.reopen(err)
        out.close
        err.close
      end

      # What the block returns stands in the log before what is logged while it runs.
      def postpone
        log
        start = File.size(@file)
        head = yield
        details = File.binread(@file, nil, start)
        File.truncate(@file, start)
        message(head, details, "--------------------\n\n")
      end
    end
  end

  # ---- the world an extconf.rb sees -----------------------------------------------------------------------------------

  module_function

  # Reads the arguments of extconf.rb and those that configure had: --with-x, --enable-x and NAME=value, which is kept as --name.
  def parse_args # :nodoc:
    words = Shellwords.shellwords(RbConfig::CONFIG["configure_args"].to_s) + ARGV
    $configure_args = {}
    words.each do |word|
      name, value = word.split("=", 2)
      next unless name
      name = name.tr("_", "-")
      unless name.start_with?("--")
        next unless value
        name = "--#{name.downcase}"
      end
      $configure_args[name] = value || true
    end
    ARGV.delete("--vendor") && ($configure_args["--vendor"] = true)
  end

  def init_mkmf(config = CONFIG, rbconfig = RbConfig::CONFIG)
    parse_args
    $arg_config = []
    $config_dirs = {}
    $makefile_created = false
    $extmk = false
    $static = nil
    $mswin = $mingw = $cygwin = $beos = $haiku = $netbsd = $universal = $darwin = $solaris = nil
    $ignore_error = ""
    $curdir = arg_value("--curdir", Dir.pwd)
    $srcdir = arg_value("--srcdir", File.dirname($0 == "-e" ? "./-e" : $0))
    $topdir = $hdrdir = rbconfig["rubyhdrdir"]
    $arch_hdrdir = rbconfig["rubyarchhdrdir"]
    $top_srcdir = $topdir
    [config, rbconfig].each { |conf| conf["srcdir"], conf["topdir"] = $srcdir, $topdir } # "$(srcdir)" is for RbConfig.expand too
    $ruby = arg_value("--ruby", RbConfig.ruby)
    $make = arg_value("--make", ENV["MAKE"] || "make")
    $ruby_version = rbconfig["ruby_version"]
    $cleanfiles = config_list("CLEANFILES") << "mkmf.log"
    $distcleanfiles = config_list("DISTCLEANFILES")
    $distcleandirs = config_list("DISTCLEANDIRS")
    $target = nil
    $OBJEXT, $EXEEXT, $LIBEXT, $DLEXT = rbconfig.values_at("OBJEXT", "EXEEXT", "LIBEXT", "DLEXT")

    # the flags of the configuration, unless --with-NAME gives others
    $LDFLAGS, $DLDFLAGS, $CPPFLAGS = %w[ldflags dldflags cppflags].map { |name| with_config(name, arg_config(name.upcase, config[name.upcase])).dup }
    $CFLAGS, $ARCH_FLAG = %w[cflags arch_flag].map { |name| with_config(name, arg_config(name.upcase, config[name.upcase])).dup }
    $CXXFLAGS = with_config("cxxflags", config["CXXFLAGS"]).to_s.dup
    $optflags, $debugflags, $warnflags, $strict_warnflags = config.values_at("optflags", "debugflags", "warnflags", "strict_warnflags").map { |f| f.to_s.dup }
    $INCFLAGS = "-I$(arch_hdrdir) -I$(hdrdir)/ruby/backward -I$(hdrdir) -I$(srcdir)"
    $LIBRUBYARG = ""
    $enable_shared = config["ENABLE_SHARED"] == "yes"
    $LIBRUBYARG_STATIC = config["LIBRUBYARG_NAMES"].dup
    $LIBRUBYARG_SHARED = +"" # the interpreter that loads an extension has the names
    $LIBS = "#{config["LIBS"]} #{config["DLDLIBS"]}"
    $DEFLIBPATH = ["$(libdir)"]
    $LIBPATH = []
    $LOCAL_LIBS = ""
    $libs = ""
    $defs = []
    $srcs = $objs = nil
    $headers = [] # those of the folder, unless an extconf.rb names some
    $config_h = "$(arch_hdrdir)/ruby/config.h"
    $dest_prefix_pattern = %r{\A#{Regexp.quote(rbconfig["DESTDIR"].to_s)}}
    $extout = $extout_prefix = $default_static = nil
    $ASMEXT = rbconfig["ASMEXT"]
    $nmake = nil
    $libdir, $rubylibdir, $archdir, $sitedir, $sitelibdir, $sitearchdir, $vendordir, $vendorlibdir, $vendorarchdir =
      rbconfig.values_at("libdir", "rubylibdir", "archdir", "sitedir", "sitelibdir", "sitearchdir", "vendordir", "vendorlibdir", "vendorarchdir")
    $VPATH = []
    $INSTALLFILES = []
    $NONINSTALLFILES = [/\A(?:\.#|#.*#\z)/, /(?:~|\.(?i:bak)|\.(?:orig|rej))\z/, /\.(?:la|lo|o)\z/] # editors', patch's, compilers'
    $extconf_h = nil
    $installed_list = nil
    $preload = nil
    $quiet = false
  end

  def config_list(name) # :nodoc:
    CONFIG[name].to_s.split
  end

  def arg_value(name, default) # :nodoc:
    value = $configure_args[name]
    value.is_a?(String) ? value : default
  end

  # ---- words on the way -----------------------------------------------------------------------------------------------

  def message(*words)
    return if Logging.quiet
    $stdout.printf(*words)
    $stdout.flush
  end

  # Says "checking for MESSAGE... ", runs the block, says its result ("yes", "no", or by format), and returns it.
  def checking_for(message, format = nil)
    caller_name = caller_locations(1, 1)[0].base_label
    words = "checking #{"for " unless caller_name.start_with?("check")}#{message}... "
    message("%s", words)
    result = nil
    Logging.postpone do
      result = yield
      said = format ? format % result : (result ? "yes" : "no")
      message("%s\n", said)
      "#{caller_name}: #{words}-------------------- #{said}\n\n"
    end
    result
  end

  def checking_message(target, place = nil, opt = nil)
    words = target.to_s.dup
    [["in", place], ["with", opt]].each do |preposition, noun|
      noun = noun.is_a?(Array) ? noun.flatten.join(",") : noun.to_s
      words << " #{preposition} #{noun}" unless noun.strip.empty?
    end
    words
  end

  def log_src(src, heading = "checked program was")
    Logging.message("#{heading}:\n/* begin */\n")
    width = src.count("\n").to_s.size
    src.each_line.with_index(1) { |line, n| Logging.message(format("%#{width}d: %s", n, line.chomp), "\n") }
    Logging.message("/* end */\n\n")
  end

  # ---- running commands -----------------------------------------------------------------------------------------------

  def expand_command(commands, env = ::ENV.to_hash) # :nodoc:
    Array(commands).map { |command| RbConfig.expand(command.dup, RbConfig::CONFIG.merge(env)) }.join(" ")
  end

  def libpath_env # :nodoc:
    env = CONFIG["LIBPATHENV"]
    dirs = ($DEFLIBPATH | $LIBPATH).map { |dir| RbConfig.expand(dir.dup, expansion) }
    dirs << ENV[env] if ENV[env]
    {env => dirs.join(File::PATH_SEPARATOR)}
  end

  # Runs a command with its output in the log; true if it succeeded.
  def xsystem(command, werror: false)
    command = expand_command(command)
    Logging.message(libpath_env.map { |name, dirs| "#{name}=#{dirs} " }.join, command.inspect, "\n")
    system(libpath_env, "{ #{command}; } >> #{Logging.file.quote} 2>&1") == true
  end

  def xpopen(command, *mode, &block)
    Logging.message("| #{command}\n")
    IO.popen(libpath_env, command, *mode, &block)
  end

  # What a command prints, or nil if it fails.
  def words_of(command) # :nodoc:
    Logging.message("| #{command.join(" ")}\n")
    words = `#{Shellwords.join(command)} 2> /dev/null`
    $?.success? ? words.strip : nil
  end

  # ---- probes: the program and its compilation ------------------------------------------------------------------------

  # What $(NAME) means in a probe's command.
  def expansion # :nodoc:
    RbConfig::CONFIG.merge("hdrdir" => $hdrdir.quote, "srcdir" => $srcdir.quote, "arch_hdrdir" => $arch_hdrdir.quote,
                           "top_srcdir" => $top_srcdir.quote, "INCFLAGS" => $INCFLAGS, "CPPFLAGS" => $CPPFLAGS,
                           "CFLAGS" => $CFLAGS, "CXXFLAGS" => $CXXFLAGS, "ARCH_FLAG" => $ARCH_FLAG,
                           "optflags" => $optflags, "debugflags" => $debugflags, "warnflags" => $warnflags)
  end

  def conftest_source
    CONFTEST_C
  end

  def compiler # :nodoc:
    "$(CC)"
  end

  def compiler_flags # :nodoc:
    $CFLAGS
  end

  def cc_config(opt = "") # :nodoc:
    "#{compiler} #{$INCFLAGS} #{$CPPFLAGS} #{compiler_flags} #{opt} #{$ARCH_FLAG}"
  end

  def cc_command(opt = "")
    RbConfig.expand("#{cc_config(opt)} -c #{conftest_source}", expansion)
  end

  def cpp_command(outfile, opt = "")
    RbConfig.expand("#{compiler} -E #{$INCFLAGS} #{$CPPFLAGS} #{compiler_flags} #{opt} #{conftest_source} #{outfile}", expansion)
  end

  def link_command(ldflags, opt = "", libpath = $DEFLIBPATH | $LIBPATH)
    RbConfig.expand("#{compiler} #{OUTFLAG}#{CONFTEST} #{$INCFLAGS} #{$CPPFLAGS} #{compiler_flags} #{conftest_source} " \
                    "#{libpathflag(libpath)} #{$LDFLAGS} #{ldflags} #{$ARCH_FLAG} #{$LOCAL_LIBS} #{$libs} " \
                    "#{opt} #{$LIBRUBYARG_STATIC} #{$LIBS}", expansion)
  end

  def libpathflag(libpath = $DEFLIBPATH | $LIBPATH)
    libpath.map do |dir|
      if dir.start_with?(".", "$(topdir)", "$(libdir)") then CONFIG["LIBPATHFLAG"] % dir.quote
      else "#{CONFIG["LIBPATHFLAG"] % dir.quote} #{CONFIG["RPATHFLAG"] % dir.quote}"
      end
    end.join(" ")
  end

  # Headers as #include lines; a header may be nil or a list.
  def cpp_include(header)
    case header
    when nil, "" then ""
    when Array then header.map { |h| cpp_include(h) }.join
    else header.start_with?("#") ? header : "#include <#{header}>\n"
    end
  end

  # Writes the program, as the block (if given) changes it; returns it.
  def create_tmpsrc(src)
    src = "#{COMMON_HEADERS}\n#{src}"
    src = yield(src) if block_given?
    src = src.lines.map(&:rstrip).reject(&:empty?).push("").join("\n")
    File.write(conftest_source, src)
    src
  end

  # C in which the headers are followed by text.
  def behind(headers, text) # :nodoc:
    "#{cpp_include(headers)}\n#{text}\n"
  end

  # A declaration that compiles if the constant expression is not zero.
  def assertion(expr) # :nodoc:
    "struct mkmf_assertion { int holds : (#{expr}) ? 1 : -1; };"
  end

  # The program that does nothing, as code; with headers, after them.
  def MAIN_DOES_NOTHING(*headers)
    headers.empty? ? DOES_NOTHING : behind(headers, DOES_NOTHING)
  end

  # Words for a shell in which env holds.
  def env_quote(env)
    env.to_h { |name, value| [name, value.to_s.quote] }
  end

  def link_config(ldflags, opt = "", libpath = $DEFLIBPATH | $LIBPATH)
    expansion.merge("src" => conftest_source, "LIBPATH" => libpathflag(libpath), "LDFLAGS" => "#{$LDFLAGS} #{ldflags}",
                    "LOCAL_LIBS" => "#{$LOCAL_LIBS} #{$libs}", "LIBS" => "#{opt} #{$LIBRUBYARG_STATIC} #{$LIBS}")
  end

  def have_devel?
    true
  end

  # Compiles by the command that the block gives for the options, with the program logged; true if it worked.
  def try_do(src, command, **opts, &block)
    src = create_tmpsrc(src, &block)
    xsystem(command, **opts)
  ensure
    log_src(src)
  end

  def opt_string(opt) # :nodoc:
    opt.is_a?(Array) ? opt.flatten.join(" ") : opt.to_s
  end

  def try_link0(src, opt = "", ldflags: "", **opts, &block) # :nodoc:
    try_do(src, link_command(ldflags, opt_string(opt)), **opts, &block)
  end

  def try_link(src, opt = "", **opts, &block)
    try_link0(src, opt, **opts, &block)
  ensure
    remove_conftest
  end

  def try_compile(src, opt = "", werror: false, **opts, &block)
    with_werror(opt_string(opt), werror: werror) do |flags|
      try_do(src, cc_command(flags), werror: werror, **opts, &block)
    end
  ensure
    remove_conftest
  end

  def try_cpp(src, opt = "", **opts, &block)
    try_do(src, cpp_command(CPPOUTFILE, opt_string(opt)), **opts, &block)
  ensure
    remove_conftest
  end

  def try_header(src, opt = "", **opts, &block)
    try_cpp(src, opt, **opts, &block)
  end

  # Links and runs; nil if it does not link.
  def try_run(src, opt = "", &block)
    return nil unless try_link0(src, opt, &block)
    xsystem("./#{CONFTEST}")
  ensure
    remove_conftest
  end

  def remove_conftest # :nodoc:
    FileUtils.rm_rf(Dir["conftest*"])
  end

  def rm_f(*files)
    FileUtils.rm_f(files.flatten.flat_map { |f| Dir.exist?(f) || File.exist?(f) ? [f] : Dir[f] })
  end

  def rm_rf(*files)
    FileUtils.rm_rf(files.flatten.flat_map { |f| File.exist?(f) ? [f] : Dir[f] })
  end

  def werror_flag(opt = nil) # :nodoc:
    flag = CONFIG["WERRORFLAG"].to_s
    flag.empty? ? opt : "#{opt} #{flag}".strip
  end

  def with_werror(opt, opts = nil, werror: opts && opts[:werror])
    yield(werror ? werror_flag(opt) : opt)
  end

  # ---- probes: flags --------------------------------------------------------------------------------------------------

  # With a flag variable changed while the block runs; a true result keeps nothing: callers append themselves.
  def with_cflags(flags)
    old, $CFLAGS = $CFLAGS, flags
    result = yield
  ensure
    $CFLAGS = old unless result
  end

  def with_cppflags(flags)
    old, $CPPFLAGS = $CPPFLAGS, flags
    result = yield
  ensure
    $CPPFLAGS = old unless result
  end

  def with_ldflags(flags)
    old, $LDFLAGS = $LDFLAGS, flags
    result = yield
  ensure
    $LDFLAGS = old unless result
  end

  def try_cflags(flags, werror: true, **opts)
    try_compile(DOES_NOTHING, flags, werror: werror, **opts)
  end

  def try_cppflags(flags, werror: true, **opts)
    try_compile(DOES_NOTHING, flags, werror: werror, **opts)
  end

  def try_ldflags(flags, werror: true, **opts)
    try_link(DOES_NOTHING, werror ? werror_flag : "", ldflags: flags, werror: werror, **opts)
  end

  def append_cflags(flags, *opts)
    each_flag(flags) { |flag| $CFLAGS << " #{flag}" if checking_for("whether #{flag} is accepted as CFLAGS") { try_cflags(flag, **(opts[0] || {})) } }
  end

  def append_cppflags(flags, *opts)
    each_flag(flags) { |flag| $CPPFLAGS << " #{flag}" if checking_for("whether #{flag} is accepted as CPPFLAGS") { try_cppflags(flag, **(opts[0] || {})) } }
  end

  def append_ldflags(flags, *opts)
    each_flag(flags) { |flag| $LDFLAGS << " #{flag}" if checking_for("whether #{flag} is accepted as LDFLAGS") { try_ldflags(flag, **(opts[0] || {})) } }
  end

  def each_flag(flags, &block) # :nodoc:
    Array(flags).each(&block)
  end

  # ---- probes: names in headers ---------------------------------------------------------------------------------------

  def macro_defined?(macro, src, opt = "", &block)
    try_compile("#{src.chomp}\n#ifdef #{macro}\nint mkmf_macro;\n#else\n#error #{macro} is no macro here\n#endif\n", opt, &block)
  end

  # Says that it looks for the macro, and returns whether the headers define it.
  def have_macro(macro, headers = nil, opt = "", &block)
    what = checking_message(macro, headers, opt)
    checking_for(what) do
      source = cpp_include(headers)
      macro_defined?(macro, source, opt, &block)
    end
  end

  def have_header(header, preheaders = nil, opt = "", &block)
    checking_for(header) do
      found = try_header(cpp_include(preheaders) + cpp_include(header), opt, &block)
      $defs.push("-DHAVE_#{header.tr_cpp}") if found
      found
    end
  end

  # As have_header; failing that, in each of the folders, whose -I then stays in $INCFLAGS.
  def find_header(header, *paths)
    src = cpp_include(header)
    checking_for(checking_message(header, paths)) do
      found = try_header(src)
      found || paths.any? { |path| try_header(src, flag = "-I#{path}".quote) && $INCFLAGS << " " << flag }
    end
  end

  def try_static_assert(expr, headers = nil, opt = "", &block)
    try_compile(behind(headers, assertion(expr)), opt, &block)
  end

  # The value of an integer constant expression, read out of the object file: nothing is run, so that cross-compiling
  # works. nil if it does not compile.
  def try_constant(const, headers = nil, opt = "", &block)
    src = create_tmpsrc("#{cpp_include(headers)}\n" \
                        "const struct { char mark[16]; unsigned char negative, byte[8]; } mkmf_value = {\n" \
                        "  \"mkmf constant: \", (#{const}) < 0,\n" \
                        "  {#{8.times.map { |i| "(unsigned char)((unsigned long long)(#{const}) >> #{8 * i})" }.join(", ")}}\n};\n",
                        &block)
    compiled = xsystem(cc_command(opt_string(opt)))
    log_src(src)
    return nil unless compiled
    object = File.binread("conftest.#{$OBJEXT}")
    at = object.index("mkmf constant: \0") or return nil
    negative, *bytes = object.byteslice(at + 16, 9).bytes
    value = bytes.reverse.inject(0) { |sum, byte| sum << 8 | byte }
    negative == 1 ? value - (1 << 64) : value
  ensure
    remove_conftest
  end

  def try_const(const, headers = nil, opt = "", &block)
    const, type = *const
    try_compile(behind(headers, type ? "#{type} const mkmf_constant = #{const};" : "int const mkmf_constant = (int)(#{const});"), opt, &block)
  end

  def have_const(const, headers = nil, opt = "", &block)
    checking_for(checking_message([*const].compact.join(" "), headers, opt)) do
      found = try_const(const, headers, opt, &block)
      $defs.push("-DHAVE_CONST_#{Array(const)[0].tr_cpp}") if found
      found
    end
  end

  def try_type(type, headers = nil, opt = "", &block)
    try_compile(behind(headers, "typedef #{type} mkmf_type;\n#{assertion("sizeof(mkmf_type)")}"), opt, &block)
  end

  def have_type(type, headers = nil, opt = "", &block)
    checking_for(checking_message(type, headers, opt)) do
      found = try_type(type, headers, opt, &block)
      $defs.push("-DHAVE_TYPE_#{type.tr_cpp}") if found
      found
    end
  end

  # The first of the header lists with which the type is known.
  def find_type(type, opt, *headers, &block)
    opt ||= ""
    format = ResultFormat.new("%s")
    checking_for(checking_message(type, nil, opt), format) do
      headers.find { |h| try_type(type, h, opt, &block) }.tap { |h| $defs.push("-DHAVE_TYPE_#{type.tr_cpp}") if h }
    end
  end

  def have_struct_member(type, member, headers = nil, opt = "", &block)
    checking_for(checking_message("#{type}.#{member}", headers)) do
      address = "const void *mkmf_member(#{type} *whole)"
      found = try_compile(behind(headers, "#{address};\n#{address}\n{\n  return (const void *)&whole->#{member};\n}"), opt, &block)
      $defs.push("-DHAVE_#{type.tr_cpp}_#{member.tr_cpp}", "-DHAVE_ST_#{member.tr_cpp}") if found
      found
    end
  end

  def check_sizeof(type, headers = nil, opts = "", &block)
    typename, member = type.split(".", 2)
    expr = member ? "sizeof(((#{typename}*)0)->#{member})" : "sizeof(#{type})"
    checking_for(checking_message("size of #{type}", headers), STRING_OR_FAILED_FORMAT) do
      size = try_constant(expr, headers, opts, &block)
      $defs.push("-DSIZEOF_#{type.tr_cpp}=#{size}") if size
      size
    end
  end

  def try_signedness(type, member = nil, headers = nil, opts = nil)
    raise ArgumentError, "don't know how to tell signedness of members" if member
    negative = try_constant("(#{type})-1 < 0 ? 1 : 0", headers, opts.to_s)
    negative && (negative == 1 ? -1 : +1)
  end

  # The declaration of type under a name of its own, and that name.
  def typedef_expr(type, headers)
    [behind(headers, "typedef #{type} mkmf_type;"), "mkmf_type"]
  end

  # "signed" or "unsigned", nil if it is no integer type.
  def check_signedness(type, headers = nil, opts = nil, &block)
    checking_for("signedness of #{type}", STRING_OR_FAILED_FORMAT) do
      negative = try_constant("(#{type})-1 < 0 ? 1 : 0", headers, opts.to_s, &block)
      $defs.push("-DSIGNEDNESS_OF_#{type.tr_cpp}=#{negative == 1 ? "-1" : "+1"}") if negative
      negative && (negative == 1 ? "signed" : "unsigned")
    end
  end

  # Which of C's integer types is type: its conversions to VALUE and back, its size and its printf prefix become macros.
  def convertible_int(type, headers = nil, opts = nil, &block)
    type, macname = *type
    checking_for("convertible type of #{type}", STRING_OR_FAILED_FORMAT) do
      size = try_constant("sizeof(#{type})", headers, opts.to_s, &block)
      negative = size && try_constant("(#{type})-1 < 0 ? 1 : 0", headers, opts.to_s, &block)
      int = negative && {2 => "short", 4 => "int", 8 => "long"}[size]
      next unless int
      sign, name = negative == 1 ? ["", int.upcase] : ["unsigned ", "U#{int.upcase}"]
      macro = (macname || type.sub(/\Astruct\s+/, "").sub(/_t\z/, "")).tr_cpp
      $defs.push("-DSIZEOF_#{type.tr_cpp}=SIZEOF_#{int.upcase}", "-DTYPEOF_#{type.tr_cpp}=#{"#{sign}#{int}".quote}",
                 "-DPRI_#{macro}T_PREFIX=PRI_#{int.upcase}_PREFIX", "-D#{macro}T2NUM=#{name}2NUM", "-DNUM2#{macro}T=NUM2#{name}")
      "#{sign}#{int}"
    end
  end

  def scalar_type?(type, member = nil, headers = nil, opt = "", &block) # :nodoc:
    expr = member ? "((#{type}*)0)->#{member}" : "(#{type})0"
    try_compile(behind(headers, "int mkmf_number(void);\nint mkmf_number(void)\n{\n  return (int)+(#{expr});\n}"), opt, &block)
  end

  def scalar_ptr_type?(type, member = nil, headers = nil, opt = "", &block) # :nodoc:
    expr = member ? "((#{type}*)0)->#{member}" : "(#{type})0"
    try_compile(behind(headers, "int mkmf_number(void);\nint mkmf_number(void)\n{\n  return (int)+*(#{expr});\n}"), opt, &block)
  end

  def what_type?(type, member = nil, headers = nil, &block) # :nodoc:
    name = member ? "#{type}.#{member}" : type
    checking_for(checking_message(name, headers), STRING_OR_FAILED_FORMAT) do
      if scalar_ptr_type?(type, member, headers, &block) then "pointer"
      elsif scalar_type?(type, member, headers, &block)
        expr = member ? "sizeof(((#{type}*)0)->#{member})" : "sizeof(#{type})"
        {1 => "char", 2 => "short", 4 => "int", 8 => "long"}[try_constant(expr, headers, &block)]
      end
    end
  end

  def have_typeof?
    unless defined?($typeof)
      $typeof = %w[__typeof__ typeof].find { |word| try_compile("long mkmf_one;\n#{word}(mkmf_one) mkmf_other;\n") }
    end
    $typeof
  end

  def egrep_cpp(pattern, src, opt = "", &block)
    src = create_tmpsrc(src, &block)
    words = `#{cpp_command("", opt_string(opt))} 2> /dev/null`
    words.match?(pattern.is_a?(Regexp) ? pattern : Regexp.new(pattern))
  ensure
    remove_conftest
    log_src(src)
  end

  # ---- probes: names in libraries -------------------------------------------------------------------------------------

  # func is a name, a call with arguments, or "&name".
  def try_func(func, libs, headers = nil, opt = "", &block)
    func, opt = func.to_s, "#{opt_string(opt)} #{libs}"
    return try_link(behind(headers, DOES_NOTHING), opt, &block) if func.empty?
    return true if !func.end_with?(")") && try_link(behind(headers, <<~C), opt, &block)
      int main(void)
      {
        void (*volatile address)(void) = (void (*)(void))#{func};
        return address == 0;
      }
    C
    return false if func.start_with?("&")
    call = func.end_with?(")") ? func : "#{func}()"
    try_link(behind(headers, <<~C), opt, &block)
      #{"void #{func}();" if call != func}
      static volatile int never;
      int main(void)
      {
        if (never) { #{call}; }
        return never;
      }
    C
  end

  # Returns whether a program that takes the address of var can be linked.  The pointer is volatile, so that no compiler omits it.
  def try_var(var, headers = nil, opt = "", &block)
    try_link("#{cpp_include(headers)}\nconst volatile void *volatile address_of_it;\n" \
             "int main(void)\n{\n  address_of_it = (const volatile void *)&#{var};\n  return address_of_it == 0;\n}\n", opt, &block)
  end

  def have_func(func, headers = nil, opt = "", &block)
    checking_for(checking_message(func.funcall_style, headers, opt)) do
      found = try_func(func, $libs, headers, opt, &block)
      $defs.push("-DHAVE_#{func.sans_arguments.tr_cpp}") if found
      found
    end
  end

  def have_var(var, headers = nil, opt = "", &block)
    checking_for(checking_message(var, headers, opt)) do
      found = try_var(var, headers, opt, &block)
      $defs.push("-DHAVE_#{var.tr_cpp}") if found
      found
    end
  end

  def append_library(libs, lib)
    "#{format(lib_argument, lib)} #{libs}"
  end

  def lib_argument # :nodoc:
    "-l%s"
  end

  # True if linking func with -llib works; then the library is in $libs. func "" or nil: main.
  def have_library(lib, func = nil, headers = nil, opt = "", &block)
    lib = with_config("#{lib}lib", lib)
    place = lib && "-l#{lib}"
    checking_for(checking_message(func && !func.empty? ? func.funcall_style : place, func && !func.empty? ? place : nil, opt)) do
      libs = append_library($libs, lib)
      next true if place && $libs.split.include?(place)
      found = func && !func.empty? ? try_func(func, libs, headers, opt, &block) : try_func("", libs, headers, opt, &block)
      $libs = libs if found
      found
    end
  end

  # As have_library; failing that, in each of the folders, which then stays in $LIBPATH.
  def find_library(lib, func, *paths, &block)
    dirs = paths.flat_map { |path| path.split(File::PATH_SEPARATOR) }
    lib = with_config("#{lib}lib", lib)
    checking_for(checking_message(func ? func.funcall_style : "-l#{lib}", func && "-l#{lib}")) do
      libs, before = append_library($libs, lib), $LIBPATH
      found = try_func(func, libs, &block) || dirs.any? do |dir|
        $LIBPATH = before | [dir]
        try_func(func, libs, &block)
      end
      found ? $libs = libs : $LIBPATH = before
      found
    end
  end

  def have_framework(framework, &block)
    checking_for("framework #{framework}") { false }
  end

  # ---- options --------------------------------------------------------------------------------------------------------

  # The value of an option of extconf.rb as it was written: true if it had none; else the block's, or default.
  def arg_config(config, default = nil, &block)
    $arg_config << [config, default]
    $configure_args.fetch(config.tr("_", "-")) { block ? block.call(*(block.arity.zero? ? [] : [config, default].first(block.arity.abs))) : default }
  end

  # --with-X[=value], --without-X: value, true or false; else the block's (given X and default), or default.
  def with_config(config, default = nil, &block)
    config = config.sub(/\A--with[-_]/, "")
    value = option_value(%w[with without], config)
    return value unless value.nil?
    block ? yield_some(block, config, default) : default
  end

  # --enable-X, --disable-X: true or false (or the value); else the block's, or default.
  def enable_config(config, default = nil, &block)
    value = option_value(%w[enable disable], config)
    return value unless value.nil?
    block ? yield_some(block, config, default) : default
  end

  def option_value(prefixes, config) # :nodoc:
    yes, no = prefixes.map { |prefix| "--#{prefix}-#{config.tr("_", "-")}" }
    $arg_config << [yes, nil] << [no, nil]
    return false if $configure_args.key?(no)
    value = $configure_args[yes]
    value == "no" ? false : value == "yes" ? true : value
  end

  def yield_some(block, *args) # :nodoc:
    block.call(*(block.lambda? ? args.first(block.arity.abs) : args))
  end

  # [include folder, library folder] of a package, from --with-X-dir, --with-X-include, --with-X-lib or the defaults;
  # both are added to what probes and the Makefile use.
  def dir_config(target, idefault = nil, ldefault = nil)
    return $config_dirs[target] if $config_dirs.key?(target)
    if idefault && !ldefault
      idefault, ldefault = "#{idefault}/include", "#{idefault}/#{libdir_basename}"
    end
    dir = with_config("#{target}-dir")
    dir = nil unless dir.is_a?(String)
    dirs = dir&.split(File::PATH_SEPARATOR)
    idir = with_config("#{target}-include", dirs ? dirs.map { |d| "#{d}/include" } : idefault)
    ldir = with_config("#{target}-lib", dirs ? dirs.map { |d| "#{d}/#{libdir_basename}" } : ldefault)
    idirs, ldirs = [idir, ldir].map { |d| d.is_a?(Array) ? d : d.is_a?(String) ? d.split(File::PATH_SEPARATOR) : [] }
    flags = idirs.map { |d| "-I#{d}".quote } - Shellwords.shellwords($CPPFLAGS)
    $CPPFLAGS = (flags + [$CPPFLAGS]).join(" ") unless flags.empty?
    $LIBPATH = ldirs | $LIBPATH
    $config_dirs[target] = [idirs, ldirs].map { |list| list.empty? ? nil : list.join(File::PATH_SEPARATOR) }
  end

  def libdir_basename # :nodoc:
    "lib"
  end

  def _libdir_basename # :nodoc:
    libdir_basename
  end

  # With options: what pkg-config says to them. Without: [cflags, ldflags, libs], which are added to the variables. nil
  # if there is no such package. --with-PKG-config names a program that is asked instead.
  def pkg_config(pkg, *options)
    dir_config(pkg)
    ask = pkg_asker(pkg)
    checking_for("pkg-config for #{pkg}", ResultFormat.new("%p", "not found")) do
      next unless ask
      next ask.call(options.map { |o| o.start_with?("-") ? o : "--#{o}" }) unless options.empty?
      includes, cflags = Shellwords.shellwords(ask.call(%w[--cflags]).to_s).partition { |word| word.start_with?("-I") }
      libs, ldflags = Shellwords.shellwords(ask.call(%w[--libs]).to_s).partition { |word| word.start_with?("-l") }
      includes, cflags, libs, ldflags = [includes, cflags, libs, ldflags].map { |list| list.quote.join(" ") }
      $CFLAGS += " #{cflags}" unless cflags.empty?
      $CXXFLAGS += " #{cflags}" unless cflags.empty?
      $INCFLAGS += " #{includes}" unless includes.empty?
      $LDFLAGS = "#{$LDFLAGS} #{ldflags}" unless ldflags.empty?
      $libs += " #{libs}" unless libs.empty?
      ["#{includes} #{cflags}", ldflags, libs]
    end
  end

  def pkg_asker(pkg) # :nodoc:
    own = with_config("#{pkg}-config")
    own = own.is_a?(String) && find_executable0(own)
    return ->(opts) { words_of([own, *opts]) } if own
    tool = with_config("pkg-config", ENV["PKG_CONFIG"] || CONFIG["PKG_CONFIG"] || "pkg-config")
    tool = tool.is_a?(String) && find_executable0(tool)
    return unless tool && words_of([tool, "--exists", pkg])
    ->(opts) { words_of([tool, *opts, pkg]) }
  end

  def find_executable0(bin, path = nil) # :nodoc:
    return (File.executable?(bin) && !File.directory?(bin) ? bin : nil) if File.expand_path(bin) == bin
    path = (path || ENV["PATH"] || "/usr/local/bin:/usr/ucb:/usr/bin:/bin").split(File::PATH_SEPARATOR) unless path.is_a?(Array)
    path.map { |dir| File.join(dir, bin) }.find { |file| File.executable?(file) && !File.directory?(file) }
  end

  def find_executable(bin, path = nil)
    checking_for(checking_message(bin, path)) { find_executable0(bin, path) }
  end

  # ---- writing --------------------------------------------------------------------------------------------------------

  # extconf.h from $defs, which the Makefile then leaves out.
  def create_header(header = "extconf.h")
    message("creating %s\n", header)
    guard = header.tr_cpp
    text = "#ifndef #{guard}\n#define #{guard}\n"
    $defs.each do |define|
      case define
      when /\A-D([^=]+)(?:=(.*))?/m then text << "#define #{$1} #{$2 ? Shellwords.shellwords($2)[0].to_s.gsub(/(?=\t+)/, "\\\n") : 1}\n"
      when /\A-U(.*)/ then text << "#undef #{$1}\n"
      end
    end
    text << "#endif\n"
    log_src(text, "#{header} is")
    File.write(header, text) unless File.exist?(header) && File.read(header) == text
    $extconf_h = header
  end

  # Folders named by variables of the Makefile have $(DESTDIR) already.
  def with_destdir(dir)
    dir.start_with?("/") ? "$(DESTDIR)#{dir}" : dir
  end

  # Returns path as seen from base: an absolute one, or one of a home folder, stays.
  def relative_from(path, base) = path.start_with?("/", "~") ? path : "#{base.chomp("/")}/#{path}" # :nodoc:

  def mkintpath(path) # :nodoc:
    path
  end

  def winsep(path) # :nodoc:
    path
  end

  def modified?(target, times) # :nodoc:
    (time = File.mtime(target)) && Array(times).all? { |t| t <= time } ? time : nil
  rescue SystemCallError
    nil
  end

  def split_libs(*strings)
    strings.flat_map { |string| string.split(/\s+(?=-|\z)/) }
  end

  # One list that has each list in its order; what two lists order differently comes twice.
  def merge_libs(*libs)
    libs.inject do |merged, list|
      rest = merged.dup
      list.flat_map { |lib| (at = rest.index(lib)) ? rest.shift(at + 1) : [lib] } + rest
    end || []
  end

  # A reference to the Makefile's variable dir, with or without what follows from target_prefix.
  def dir_re(dir)
    Regexp.new("\\$(?:\\(#{dir}\\)|\\{#{dir}\\})(?:\\$(?:\\(target_prefix\\)|\\{target_prefix\\}))?")
  end

  def install_dirs(target_prefix = nil)
    place = $configure_args["--vendor"] ? "vendor" : "site"
    dirs = ["bindir", "#{place}dir", "#{place}libdir", "#{place}archdir", "#{place}hdrdir", "#{place}archhdrdir"]
    names = %w[BINDIR RUBYCOMMONDIR RUBYLIBDIR RUBYARCHDIR HDRDIR ARCHHDRDIR]
    names.zip(dirs).map { |name, dir| [name, "$(#{dir})#{"$(target_prefix)" unless name == "BINDIR"}"] }
  end

  # A folder of rbconfig as the Makefile's own variable for it, which says where this extension goes.
  def map_dir(dir, map = nil)
    (map || DIR_VARIABLES).inject(dir) do |mapped, (name, variable)|
      mapped.sub(/\$(?:\(#{name}\)|\{#{name}\})(?:\$[({]target_prefix[)}])?/) { "$(#{variable})" }
    end
  end

  # [source, destination folder, source below the prefix] of each file that mfile's install rules copy.
  def install_files(mfile, ifiles, map = nil, srcprefix = nil)
    srcprefix ||= "$(srcdir)"
    folder = RbConfig.expand(srcprefix.dup, expansion)
    ifiles.flat_map do |pattern, dir, prefix|
      Dir.glob(pattern, base: folder).sort.filter_map do |file|
        next if File.directory?(File.join(folder, file)) || $NONINSTALLFILES.any? { |re| re === File.basename(file) }
        below = prefix ? file.delete_prefix(prefix).delete_prefix("/") : File.basename(file)
        sub = File.dirname(below)
        ["#{srcprefix}/#{file}", sub == "." ? map_dir(dir, map) : "#{map_dir(dir, map)}/#{sub}", below]
      end
    end
  end

  # Writes the rules that install the Ruby files below lib/ into dest.
  def install_rb(mfile, dest, srcdir = nil)
    ruby_files = ["lib/**/*.rb", dest, "lib"]
    write_install(mfile, "install-rb", install_files(mfile, [ruby_files], nil, srcdir))
  end

  def write_install(mfile, target, files) # :nodoc:
    files.each do |from, dir, _|
      mfile.print "#{target}: do-#{target}-#{(n = @installs = (@installs || 0) + 1)}\n" \
                  "do-#{target}-#{n}: #{from}\n" \
                  "\t$(Q) $(MAKEDIRS) #{with_destdir(dir)}\n" \
                  "\t$(Q) $(INSTALL_DATA) #{from} #{with_destdir(dir)}\n"
    end
  end

  def config_string(key, config = CONFIG)
    string = config[key]
    string unless string.nil? || string.empty?
  end

  # The head of a Makefile: each variable of rbconfig that rules may want, and the flags.
  def configuration(srcdir)
    srcdir = srcdir.gsub(" ", "\\ ")
    folders = CONFIG.select { |key, value| /prefix\z|dir\z/.match?(key) && !%w[srcdir topdir].include?(key) }
    [<<~HEAD, folders.map { |key, value| "#{key} = #{with_destdir(value)}\n" }.join, <<~FLAGS, <<~TOOLS]
      # Written by mkmf.
      SHELL = #{CONFIG["SHELL"]}

      # V=0 quiet, V=1 verbose.
      NULLCMD = #{NULLCMD}
      V = #{CONFIG["MKMF_VERBOSE"] || 0}
      ECHO1 = $(V:1=@ #{NULLCMD})
      Q1 = $(V:1=)
      ECHO = $(ECHO1:0=@ echo)
      Q = $(Q1:0=@)
      V0 = $(V:0=)

      srcdir = #{srcdir}
      topdir = #{$topdir.quote}
      hdrdir = #{$hdrdir.quote}
      arch_hdrdir = #{$arch_hdrdir.quote}
      PATH_SEPARATOR = #{CONFIG["PATH_SEPARATOR"]}
      DESTDIR = #{CONFIG["DESTDIR"]}
      VPATH = #{["$(srcdir)", "$(arch_hdrdir)/ruby", "$(hdrdir)/ruby", *$VPATH].join(CONFIG["PATH_SEPARATOR"])}
    HEAD

      empty =
      CSRCFLAG = #{CSRCFLAG}$(empty)
      COUTFLAG = #{COUTFLAG}$(empty)
      OUTFLAG = #{OUTFLAG}$(empty)
      LIBRUBYARG_STATIC = #{$LIBRUBYARG_STATIC}
      LIBRUBYARG_SHARED = #{$LIBRUBYARG_SHARED}
#{%w[LIBRUBY_A LIBRUBY CXX CC CC_WRAPPER].map { |name| "      #{name} = #{CONFIG[name]}" }.join("\n")}

      RUBY_EXTCONF_H = #{$extconf_h}
      cflags = #{CONFIG["cflags"]}
      cxxflags = #{CONFIG["cxxflags"]}
      optflags = #{$optflags}
      debugflags = #{$debugflags}
      hardenflags = #{CONFIG["hardenflags"]}
      warnflags = #{$warnflags}
      cppflags = #{CONFIG["cppflags"]}
      CCDLFLAGS = #{$static ? "" : CONFIG["CCDLFLAGS"]}
      CFLAGS = $(CCDLFLAGS) #{$CFLAGS} $(ARCH_FLAG)
      INCFLAGS = -I. #{$INCFLAGS}
      DEFS = #{CONFIG["DEFS"]}
      CPPFLAGS = #{"-DRUBY_EXTCONF_H=\\\"$(RUBY_EXTCONF_H)\\\" " if $extconf_h}#{$defs.join(" ") unless $extconf_h} #{$CPPFLAGS}
      CXXFLAGS = $(CCDLFLAGS) #{$CXXFLAGS.strip.empty? ? "$(CFLAGS)" : $CXXFLAGS} $(ARCH_FLAG)
      ldflags = #{$LDFLAGS}
      dldflags = #{$DLDFLAGS} #{CONFIG["EXTDLDFLAGS"]}
      ARCH_FLAG = #{$ARCH_FLAG}
      DLDFLAGS = $(ldflags) $(dldflags) $(ARCH_FLAG)
      LDSHARED = #{CONFIG["LDSHARED"]}
      LDSHAREDXX = #{config_string("LDSHAREDXX") || "$(LDSHARED)"}
      AR = #{CONFIG["AR"]}
      LD = #{CONFIG["LD"]}
      EXEEXT = #{CONFIG["EXEEXT"]}
    FLAGS

      RUBY_INSTALL_NAME = #{CONFIG["RUBY_INSTALL_NAME"]}
      RUBY_SO_NAME = #{CONFIG["RUBY_SO_NAME"]}
      RUBYW_INSTALL_NAME = #{CONFIG["RUBYW_INSTALL_NAME"]}
      RUBY_VERSION_NAME = #{CONFIG["RUBY_VERSION_NAME"]}
      RUBY_BASE_NAME = #{CONFIG["RUBY_BASE_NAME"]}
      arch = #{CONFIG["arch"]}
      sitearch = #{CONFIG["sitearch"]}
      ruby_version = #{CONFIG["ruby_version"]}
      ruby = #{$ruby.quote}
      RUBY = $(ruby)
      BUILTRUBY = $(ruby)
      ruby_headers = $(hdrdir)/ruby.h $(hdrdir)/ruby/ruby.h $(hdrdir)/ruby/defines.h $(arch_hdrdir)/ruby/config.h#{" $(RUBY_EXTCONF_H)" if $extconf_h}

      RM = #{CONFIG["RM"]}
      RM_RF = #{CONFIG["RMALL"]}
      RMDIRS = #{CONFIG["RMDIRS"]}
      MAKEDIRS = #{CONFIG["MAKEDIRS"]}
      INSTALL = #{CONFIG["INSTALL"]}
      INSTALL_PROG = $(INSTALL) -m 0755
      INSTALL_DATA = #{CONFIG["INSTALL_DATA"]}
      COPY = #{CONFIG["CP"]}
      TOUCH = touch
      CP = #{CONFIG["CP"]}

      preload = #{Array($preload).join(" ")}
    TOOLS
  end

  def timestamp_file(name, target_prefix = nil) # :nodoc:
    ".#{name.gsub(/[()$]/, "").gsub("/", ".-.")}.time"
  end

  # What a "depend" file says, in GNU make's words. Headers of Ruby that this one does not have are left out.
  def depend_rules(depend)
    lines = depend.is_a?(String) ? depend.each_line : depend
    lines.map do |line|
      line = line.gsub(%r{\$\((?:arch_)?hdrdir\)/\S+}) { |file| File.exist?(RbConfig.expand(file.dup, expansion)) ? file : "" }
      line.gsub(/\.o(bj)?\b/, ".#{$OBJEXT}").gsub(/\{[^{}]*\$\([^()]*(?:srcdir|VPATH)\)[^{}]*\}/, "").gsub("$(OBJEXT)", $OBJEXT)
    end
  end

  def each_compile_rules
    (C_EXT + CXX_EXT).uniq.each { |ext| yield ".#{ext}.#{$OBJEXT}:" }
  end

  # A Makefile whose targets do nothing, as a list of strings.
  def dummy_makefile(srcdir)
    made, removed = %w[all static install install-so install-rb], %w[clean clean-so clean-static clean-rb distclean realclean]
    lists = { "CLEANFILES" => $cleanfiles, "DISTCLEANFILES" => $distcleanfiles, ".PHONY:" => made + removed }
    configuration(srcdir) + lists.map { |name, words| "#{name.end_with?(":") ? name : "#{name} ="} #{words.join(" ")}\n" } +
      ["\n#{made.join(" ")}: Makefile\n\t@$(NULLCMD)\n\n", cleaning_rules]
  end

  # Each part of a build (so, static, rb) has rules of its own that `clean` and `distclean` run first; a depend file may add to them.
  CLEANINGS = %w[clean distclean].map { |name|
    parts = %w[so rb rb-default static].map { |part| "#{name}-#{part}" }
    "#{parts.map { |part| "#{part}::\n" }.join}#{name}: #{"clean " if name == "distclean"}#{parts.join(" ")}\n" +
      { "clean" => "\t-$(Q)$(RM_RF) .*.time $(CLEANFILES) $(CLEANOBJS) $(CLEANLIBS)\n\n",
        "distclean" => "\t-$(Q)$(RM) mkmf.log conftest.* $(RUBY_EXTCONF_H) Makefile\n" \
                       "\t-$(Q)$(RM) $(DISTCLEANFILES) *~ ruby$(EXEEXT)\n" \
                       "\t-$(Q)$(RMDIRS) $(DISTCLEANDIRS) 2> /dev/null || true\n\n" }.fetch(name)
  }.join + "realclean: distclean\n"

  def cleaning_rules # :nodoc:
    CLEANINGS
  end

  # The sources: $srcs, or what $objs names, or all of the folder; sets $srcs and $objs.
  def find_sources(srcdir) # :nodoc:
    folder = RbConfig.expand(srcdir.dup, expansion)
    unless $srcs
      pattern = File.join("*.{#{SRC_EXT.join(",")}}")
      $srcs = [folder, "."].uniq.flat_map { |dir| Dir.glob(pattern, base: dir) }.uniq.sort
      $srcs.select! { |src| $objs.any? { |obj| File.basename(obj, ".*") == File.basename(src, ".*") } } if $objs
    end
    return if $objs
    bases = $srcs.group_by { |src| File.basename(src, ".*") }
    doubled = bases.values.reject { |sources| sources.map { |s| File.basename(s) }.uniq.one? }
    raise "source files duplication - #{doubled.map { |list| list.join(", ") }.join("; ")}" unless doubled.empty?
    $objs = bases.keys.map { |base| "#{base}.#{$OBJEXT}" }
  end

  # Write the Makefile of extension `target` ("foo" or "foo/bar": bar.so in the folder foo). The block, if any, may change
  # the list of strings that is its head.
  def create_makefile(target, srcprefix = nil)
    $target = target
    target_prefix = ""
    target_prefix, target = "/#{File.dirname(target)}", File.basename(target) if target.include?("/")
    srcprefix ||= $srcdir || "$(srcdir)"
    srcdir = RbConfig.expand(srcprefix.dup, expansion)
    srcdir = "." if File.identical?(srcdir, ".")
    find_sources(srcdir)
    $headers = Dir.glob("*.{#{HDR_EXT.join(",")}}", base: srcdir).sort.map { |header| "$(srcdir)/#{header}" } if $headers.empty?
    made = srcdir == "." ? [] : Dir.glob("*.{#{HDR_EXT.join(",")}}").sort
    $libs = $libs.to_s
    libpath = libpathflag($LIBPATH)
    dllib = $objs.empty? ? "" : "$(TARGET).#{$DLEXT}"

    message("creating Makefile\n")
    conf = configuration(srcdir)
    conf << <<~HEAD
      libpath = #{($DEFLIBPATH | $LIBPATH).join(" ")}
      LIBPATH = -L. #{libpath}
      DEFFILE =

      CLEANFILES = #{$cleanfiles.join(" ")}
      DISTCLEANFILES = #{$distcleanfiles.join(" ")}
      DISTCLEANDIRS = #{$distcleandirs.join(" ")}

      extout =
      extout_prefix =
      target_prefix = #{target_prefix}
      LOCAL_LIBS = #{$LOCAL_LIBS}
      LIBS = $(LIBRUBYARG_SHARED) #{$libs} #{$LIBS}
      ORIG_SRCS = #{$srcs.map { |src| File.basename(src) }.join(" ")}
      SRCS = $(ORIG_SRCS)
      OBJS = #{$objs.join(" ")}
      HDRS = #{($headers + made).uniq.join(" ")}
      LOCAL_HDRS =
      TARGET = #{target}
      TARGET_NAME = #{target[/\A\w+/]}
      TARGET_ENTRY = Init_$(TARGET_NAME)
      DLLIB = #{dllib}
      EXTSTATIC = #{$static}
      STATIC_LIB = #{"$(TARGET).#{$LIBEXT}" unless $objs.empty?}
      #{install_dirs.map { |name, dir| "#{name} = #{dir}" }.join("\n")}

      TARGET_SO_DIR =
      TARGET_SO = $(TARGET_SO_DIR)$(DLLIB)
      CLEANLIBS = #{"$(TARGET_SO)" unless $objs.empty?} #{"$(STATIC_LIB)" unless $objs.empty?}
      CLEANOBJS = #{$objs.empty? ? "" : "*.#{$OBJEXT} *.bak"} $(OBJS)
    HEAD
    conf = yield(conf) if block_given?
    File.open("Makefile", "wb") do |mfile|
      mfile.puts(conf)
      write_rules(mfile, srcdir)
    end
    $makefile_created = true
  end

  def write_rules(mfile, srcdir) # :nodoc:
    built = $objs.empty? ? "Makefile" : "$(TARGET_SO)"
    mfile.print <<~RULES

      all: #{built}
      static: #{$objs.empty? ? "Makefile" : "$(STATIC_LIB)"}
      .PHONY: all install static install-so install-rb
      .PHONY: clean clean-so clean-static clean-rb distclean realclean

    RULES
    mfile.print cleaning_rules
    mfile.print <<~RULES

      install: install-so install-rb

      install-so: #{built}
    RULES
    mfile.print "\t$(Q) $(MAKEDIRS) $(RUBYARCHDIR)\n\t$(INSTALL_PROG) $(TARGET_SO) $(RUBYARCHDIR)\n" unless $objs.empty?
    mfile.print "\ninstall-rb: pre-install-rb do-install-rb\npre-install-rb: Makefile\n\t@$(NULLCMD)\ndo-install-rb:\n"
    mfile.print "site-install: install\nsite-install-so: install-so\nsite-install-rb: install-rb\n\n"
    prefix = srcdir == "." ? "." : "$(srcdir)"
    write_install(mfile, "do-install-rb", install_files(mfile, [["lib/**/*.rb", "$(RUBYLIBDIR)", "lib"], *$INSTALLFILES], nil, prefix))
    write_compilation(mfile) unless $objs.empty?
    depend = File.join(srcdir, "depend")
    if File.exist?(depend)
      mfile.puts("###", *depend_rules(File.read(depend)))
    else
      mfile.print "$(OBJS): $(HDRS) $(ruby_headers)\n" unless $objs.empty?
    end
  end

  def write_compilation(mfile) # :nodoc:
    mfile.print "\n.SUFFIXES: #{SRC_EXT.map { |ext| ".#{ext}" }.join(" ")} .#{$OBJEXT}\n\n"
    (CXX_EXT + C_EXT).each do |ext|
      command = CXX_EXT.include?(ext) ? COMPILE_CXX : COMPILE_C
      mfile.print ".#{ext}.#{$OBJEXT}:\n\t$(ECHO) compiling $(<)\n\t$(Q) #{command}\n\n"
    end
    mfile.print ".S.#{$OBJEXT}:\n\t$(ECHO) assembling $(<)\n\t$(Q) #{COMPILE_C}\n\n"
    link = $srcs.any? { |src| CXX_EXT.include?(File.extname(src).delete_prefix(".")) } ? LINK_SO.sub("$(LDSHARED)", "$(LDSHAREDXX)") : LINK_SO
    link = link.strip.gsub(/\n\s*/, "\n\t") # a further line, as sassc adds, is a command of the rule too
    mfile.print "$(TARGET_SO): $(OBJS) Makefile\n\t$(ECHO) linking shared-object $(target_prefix:/%=%/)$(DLLIB)\n" \
                "\t-$(Q)$(RM) $(@)\n\t$(Q) #{link}\n\n" \
                "$(STATIC_LIB): $(OBJS)\n\t-$(Q)$(RM) $(@)\n\t$(ECHO) linking static-library $(@)\n" \
                "\t$(Q) $(AR) #{CONFIG["ARFLAGS"] || "rcu "}$@ $(OBJS)\n\n"
  end

  def mkmf_failed(path)
    return if $makefile_created
    command = File.exist?(path) ? "ruby #{path}" : path
    warn "*** #{path} failed ***", FailedMessage
    $arg_config.uniq { |name, _| name }.each { |name, default| warn "\t#{name}#{"=#{default}" if default && default != true}" }
    command
  end

  # What an extconf.rb calls is public here, for modules of its own; the main object's are private.
  own = %i[MAIN_DOES_NOTHING _libdir_basename arg_value assertion behind cleaning_rules compiler compiler_flags config_list config_string
           dir_re each_flag expansion find_sources lib_argument libdir_basename opt_string
           option_value parse_args pkg_asker remove_conftest rm_f rm_rf words_of write_compilation write_install write_rules
           yield_some]
  public(*(private_instance_methods(false) - own))

  # The same probes with the C++ compiler: MakeMakefile["C++"].try_compile(...).
  module CXX # :nodoc:
    include MakeMakefile
    extend self
    public(*MakeMakefile.private_instance_methods(false))

    def conftest_source
      "conftest.cc"
    end

    def compiler
      "$(CXX)"
    end

    def compiler_flags
      $CXXFLAGS
    end
  end

  LANGUAGE.update("C" => self, "C++" => CXX).freeze
  LANGUAGES = LANGUAGE

  def self.[](name)
    LANGUAGES.fetch(name)
  end
end

include(Module.new do
  include MakeMakefile
  private(*MakeMakefile.public_instance_methods(false))
end)
MakeMakefile.init_mkmf

# An extconf.rb that ends without a Makefile says why.
if /\A(extconf|makefile)\.rb\z/i.match?(File.basename($0))
  END { mkmf_failed($0) }
end
