#!/bin/sh
# use.sh PREFIX WORK - use the Ruby in PREFIX as somebody does who has nothing else of it: prints what fails, and a count.
#
#   WORK    an empty folder that the caller may write to
set -u
prefix=$1 work=$2
passed=0 failed=0
export HOME="$work/home" GEM_HOME="$work/gems" LC_ALL=C.UTF-8 GEMRC=/dev/null
PATH=$prefix/bin:$PATH
unset RUBYOPT RUBYLIB GEM_PATH
mkdir -p "$HOME" && cd "$work" || exit 1

# check NAME EXPECTED COMMAND...: what the command prints has EXPECTED (a pattern of case) in it
check() {
    name=$1 expected=$2
    shift 2
    said=$("$@" 2>&1 < /dev/null)
    case $said in
        *$expected* | *"$expected"*) passed=$((passed + 1)) ;;
        *) failed=$((failed + 1)); printf 'FAIL install: %s: wanted %s, got\n%s\n' "$name" "$expected" "$said" ;;
    esac
}

check version "ruby 4.0" ruby -v
for library in stringio socket zlib psych date digest strscan etc openssl io/console pty bigdecimal prism ripper json fiddle \
    objspace coverage readline reline nkf syslog racc/parser rbs debug/session net/http yaml erb minitest/test rake mkmf; do
    check "require $library" "there" ruby -e 'require ARGV[0]; puts "there"' "$library"
done
for command in bundle bundler erb gem irb minitest racc rake rbs rdbg rdoc ri syntax_suggest test-unit typeprof; do
    check "$command --version" "[0-9].[0-9]" "$command" --version
done
check "ruby -S gem" "4.0" ruby -S gem --version
check "a link to a command" "13." sh -c "ln -sf $prefix/bin/rake $work/linked && $work/linked --version"
check "-r of a bundled gem" "13." ruby -rrake -e 'puts Rake::VERSION'
check "folders that RbConfig names" "all there" ruby -e '
    c = RbConfig::CONFIG
    %w[bindir libdir rubylibdir rubyarchdir rubyhdrdir rubyarchhdrdir mandir].each { |k| File.directory?(c[k]) or abort "no #{k}: #{c[k]}" }
    [RbConfig.ruby, "#{c["libdir"]}/#{c["LIBRUBY_SO"]}", "#{c["libdir"]}/#{c["LIBRUBY_A"]}"].each { |f| File.file?(f) or abort "no #{f}" }
    puts "all there"'
check "folders that etc names" "$(readlink -f "$prefix")/etc /tmp" ruby -retc -e 'puts "#{Etc.sysconfdir} #{Etc.systmpdir}"'
check "gem list" "rake (13" gem list

# a gem with a compiled part, from its source
mkdir -p gem/ext gem/lib gem/exe
cat > gem/made.gemspec <<'END'
Gem::Specification.new("made", "1.0") { |s|
  s.summary = "made"
  s.authors = ["nobody"]
  s.files = %w[lib/made.rb ext/made.c ext/extconf.rb exe/made]
  s.extensions = ["ext/extconf.rb"]
  s.bindir = "exe"
  s.executables = ["made"]
}
END
echo 'require "made.so"' > gem/lib/made.rb
echo 'require "made"; puts "made of #{Made.c}"' > gem/exe/made
echo 'require "mkmf"; create_makefile "made"' > gem/ext/extconf.rb
cat > gem/ext/made.c <<'END'
#include <ruby.h>
static VALUE made_c(VALUE self) { return rb_str_new_cstr("C"); }
void Init_made(void) { rb_define_singleton_method(rb_define_module("Made"), "c", made_c, 0); }
END
check "gem build" "Successfully built" sh -c 'cd gem && gem build made.gemspec'
check "gem install" "1 gem installed" gem install --local --no-document gem/made-1.0.gem
check "gem install with documentation" "Done installing documentation for made" gem install --local gem/made-1.0.gem
check "its command" "made of C" "$GEM_HOME/bin/made"
check "-r of an installed gem" "C" ruby -rmade -e 'puts Made.c'
echo 'gem "made"' > Gemfile
check "bundle install" "Bundle complete" bundle install --local
check "bundle exec" "made of C" bundle exec made

echo 'task(:t) { puts "task" }' > Rakefile
check rake "task" rake t
check irb "3" sh -c 'echo "1 + 2" | irb -f'
check erb "<3>" sh -c 'echo "<<%= 1 + 2 %>>" | erb'
printf '# A thing.\nclass Thing\nend\n' > thing.rb
check rdoc "1 (0 undocumented)" rdoc -q -V thing.rb -o html
check "ri String#upcase" "# String#upcase" ri -T -f markdown String#upcase
check "ri Array" "Enumerable" ri -T -f markdown Array
check "ri of the library" "# FileUtils.mkdir_p" ri -T -f markdown FileUtils.mkdir_p
check "ri of what is not there" "Nothing known about Nowhere" ri -T -f markdown Nowhere
check "irb's documentation" "by Unicode's rules" sh -c 'echo "show_doc \"String#upcase\"" | irb -f'
printf 'class P\nrule\n  s: A { puts "parsed"; 1 }\nend\n---- inner\ndef next_token = @n ? nil : (@n = [:A, 1])\n' > p.y
check racc "parsed" sh -c 'racc -o p.rb p.y && ruby -r./p -e "P.new.do_parse"'
check "stop in a debugger" "=>#0" sh -c 'printf "def a\n  1\nend\na\n" > d.rb && NO_COLOR=1 rdbg -e "b 2 ;; c ;; bt ;; q!" d.rb'

# a program that has Ruby inside
if command -v pkg-config > /dev/null; then
    flags=$(PKG_CONFIG_PATH=$prefix/lib/pkgconfig pkg-config --cflags --libs ruby-4.0)
    check "compile what embeds" "" sh -c "cc -o embed $prefix.embed.c $flags"
    check "embedded" 'deep
-e 4.0.1 ["arg"]
[1]
0, once more 1' ./embed
fi
echo "install: $passed passed, $failed failed"
[ "$failed" -eq 0 ]
