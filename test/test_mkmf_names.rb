# test_mkmf_names.rb - what an extconf.rb may name of CRuby's mkmf is there.
require_relative "lib/test_helper"
require "open3"
require "tmpdir"

class TestMkmfNames < Minitest::Test
  CONSTANTS = %w[
    ASSEMBLE_C ASSEMBLE_CXX CLEANINGS COMMON_HEADERS COMMON_LIBS COMPILE_C COMPILE_CXX COMPILE_RULES CONFIG CONFTEST CONFTEST_C CONFTEST_CXX
    COUTFLAG CPPOUTFILE CSRCFLAG CXX_EXT C_EXT EXPORT_PREFIX FailedMessage HDR_EXT INSTALL_DIRS LANGUAGE LIBARG LIBPATHFLAG LINK_SO
    MAIN_DOES_NOTHING NULLCMD ORIG_LIBPATH OUTFLAG RPATHFLAG RULE_SUBST SRC_EXT STRING_OR_FAILED_FORMAT TRY_LINK TRY_LINK_CXX UNIVERSAL_INTS
  ].freeze
  VARIABLES = %w[
    $ARCH_FLAG $ASMEXT $CFLAGS $CPPFLAGS $CXXFLAGS $DEFLIBPATH $DLDFLAGS $INCFLAGS $INSTALLFILES $LDFLAGS $LIBPATH $LIBRUBYARG_SHARED
    $LIBRUBYARG_STATIC $LIBS $LOCAL_LIBS $NONINSTALLFILES $VPATH $arch_hdrdir $archdir $config_h $default_static $defs $dest_prefix_pattern
    $extout $extout_prefix $hdrdir $headers $libdir $libs $nmake $objs $rubylibdir $sitearchdir $sitedir $sitelibdir $srcs $topdir
    $vendorarchdir $vendordir $vendorlibdir
  ].freeze
  METHODS = %w[
    MAIN_DOES_NOTHING append_cflags append_cppflags append_ldflags arg_config check_signedness check_sizeof checking_for convertible_int
    create_header create_makefile depend_rules dir_config dir_re dummy_makefile egrep_cpp enable_config env_quote find_executable
    find_header find_library find_type have_const have_devel? have_framework have_func have_header have_library have_macro
    have_struct_member have_type have_typeof? have_var install_files link_config link_command log_src macro_defined? map_dir mkintpath
    pkg_config scalar_ptr_type? scalar_type? split_libs try_compile try_const try_constant try_cpp try_func try_header try_link try_run
    try_signedness try_static_assert try_type try_var typedef_expr what_type? with_cflags with_config with_cppflags with_destdir
    with_ldflags with_werror winsep xpopen xsystem
  ].freeze

  # In a process and a folder of its own: requiring mkmf changes global variables.
  def in_mkmf(program, *args)
    Dir.mktmpdir do |dir|
      out, status = Open3.capture2e(RbConfig.ruby, "-rmkmf", "-e", program, *args, chdir: dir)
      assert status.success?, out
      out
    end
  end

  def test_constants
    assert_equal "", in_mkmf("puts ARGV.reject { |name| MakeMakefile.const_defined?(name) }", *CONSTANTS)
  end

  def test_global_variables
    assert_equal "", in_mkmf("puts ARGV - global_variables.map(&:to_s)", *VARIABLES)
  end

  def test_methods
    assert_equal "", in_mkmf("puts ARGV.reject { |name| respond_to?(name, true) }", *METHODS)
  end

  def test_headers_may_be_added_to
    assert_equal "[]\n", in_mkmf("p $headers")
  end

  def test_program_that_does_nothing
    assert_equal "true\ntrue\n", in_mkmf('p try_compile(MAIN_DOES_NOTHING), try_compile(MAIN_DOES_NOTHING("stdio.h"))')[/true\ntrue\n/]
  end

  def test_create_header_reaches_the_sources
    out = in_mkmf(<<~'RUBY')
      $defs << "-DHAVE_THIS_HEADER=42"
      create_header
      File.write("made.c", "#include <ruby.h>\nvoid Init_made(void) { rb_define_global_const(\"MADE\", INT2FIX(HAVE_THIS_HEADER)); }\n")
      $srcs = ["made.c"]
      create_makefile("made")
      system("make", out: File::NULL) or abort "make failed"
      require "./made"
      p MADE
    RUBY
    assert_equal "42", out.lines.last.chomp
  end

  def test_older_c_compiles
    assert_equal "true", in_mkmf("p try_compile('void g(void (*f)(int)); int *h(void); void k(char *); void t(void) { g(k); }')").lines.last.chomp
  end

  # NAME=value is kept as --name and changes no variable; --with-NAME does.  What configure was given comes after the usual words.
  def test_arguments_of_configure
    program = 'p $CFLAGS.include?("-O9"), arg_config("CFLAGS"), arg_config("--cflags"), arg_config("--Foo-bar"), $configure_args.key?("--bar")'
    assert_equal "false\nnil\n\"-O9\"\n\"1\"\nfalse\n", in_mkmf(program, "--", "CFLAGS=-O9", "--Foo_bar=1", "bar")
    assert_equal "\"-O8\"\n\"-Dc\"\n", in_mkmf("p $CFLAGS, $CXXFLAGS", "--", "--with-cflags=-O8", "--with-cxxflags=-Dc")
    given = in_mkmf('require "shellwords"; words = Shellwords.split(RbConfig::CONFIG["configure_args"]); ' \
                    '%w[CFLAGS CPPFLAGS LDFLAGS].each { |n| puts n if (w = words.reverse.find { _1.start_with?("#{n}=") }) && !RbConfig::CONFIG[n].rstrip.end_with?(w.split("=", 2)[1].rstrip) }')
    assert_equal "", given
  end

  # Quotes, backslashes and the words of sed in what configure was given reach RbConfig as they are.
  def test_flags_with_quotes
    tree = File.expand_path("..", __dir__)
    build = [File.dirname(RbConfig.ruby), File.dirname(RbConfig.ruby, 2)].find { File.exist?("#{_1}/Makefile") } or skip "no build folder"
    flags = %q(-DA=\"x\" -DB='y|z&' -DC='@\\1')
    text, status = Open3.capture2("make", "-s", "--no-print-directory", "-C", build, "--eval", "show: ; @$(SUBSTITUTE) #{tree}/tool/build/rbconfig.rb.in", "show", "CFLAGS=#{flags}", "LDFLAGS=#{flags}")
    assert status.success?
    out, status = Open3.capture2(RbConfig.ruby, "--disable=gems", "-e", "Object.send(:remove_const, :RbConfig) if defined?(RbConfig); eval(ARGV[0]); puts RbConfig::CONFIG.values_at('CFLAGS', 'LDFLAGS')", text)
    assert status.success?
    assert_equal [flags, flags], out.lines(chomp: true).map { _1[/-DA=.*/] }
  end

  # What an extconf.rb adds to the command that links is another command of the rule (sassc strips its library).
  def test_second_command_of_linking
    out = in_mkmf('File.write("a.c", "void Init_a(void) {}"); MakeMakefile::LINK_SO << "\necho linked $@"; create_makefile("a"); system("make", exception: true)')
    assert_includes out, "linked a.so"
  end

  # The name belongs to extensions that export by it (rinku): the library is ours all the same.
  def test_an_extension_that_defines_ruby_export
    out = in_mkmf('File.write("a.c", "#define RUBY_EXPORT\n#include <ruby.h>\nRUBY_EXPORT void Init_a(void) { puts(\"loaded\"); fflush(stdout); }"); ' \
                  'create_makefile("a"); system("make", exception: true); require "./a"')
    assert_includes out, "loaded"
  end
end
