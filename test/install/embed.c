/*
 * embed.c - a program that has Ruby inside: begins it twice, defines a method, evaluates, fails, and runs a command line.
 */
#include <ruby.h>
#include <stdio.h>

static VALUE
hello(VALUE self, VALUE x)
{
    return rb_sprintf("C got %" PRIsVALUE, x);
}

int
main(int argc, char **argv)
{
    char *words[] = {"embed", "-e", "puts \"#{$0} #{RUBY_VERSION} #{ARGV}\"; require 'json'; puts JSON.generate([1])",
                     "arg"};
    int state;

    ruby_sysinit(&argc, &argv);
    RUBY_INIT_STACK;
    if (ruby_setup() || ruby_setup()) return 2;
    ruby_init();
    ruby_init_loadpath();
    ruby_script("embed");
    rb_define_global_function("hello", hello, 1);
    VALUE v = rb_eval_string_protect("hello(1 + 2)", &state);
    printf("%d %s\n", state, StringValueCStr(v));
    rb_eval_string_protect("raise 'boom'", &state);
    v = rb_funcall(rb_errinfo(), rb_intern("message"), 0);
    printf("%d %s\n", state != 0, StringValueCStr(v));
    rb_set_errinfo(Qnil);
    rb_eval_string_protect("def deep = deep; begin; deep; rescue SystemStackError; puts 'deep'; end", &state);
    fflush(stdout);
    int status = ruby_run_node(ruby_options(4, words));
    printf("%d, once more %d\n", status, ruby_setup());
    return status;
}
