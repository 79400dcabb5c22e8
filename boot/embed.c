/*
 * boot/embed.c - Ruby inside another program: the parts of main() as functions of the C API.
 *
 * A program calls ruby_sysinit, ruby_setup (or ruby_init) and ruby_init_loadpath, and then evaluates code.  It may instead pass
 * a command line to ruby_options, and the result to ruby_run_node.  ruby_cleanup ends Ruby.
 *
 * EMBED-1   A process has one Ruby.  ruby_setup of a living one does nothing; of one that ended it fails.
 * EMBED-2   A "node" is the program's iseq, or a Fixnum: the exit status of a command line that leaves nothing to run.
 * Threads   The thread that calls ruby_setup is Ruby's main thread.
 * Checked   test/install/embed.c
 */
#include "internal/compiler.h"
#include <locale.h>
#include <stdio.h>
#include <stdlib.h>
#include "internal/array.h"
#include "internal/object.h"
#include "internal/process.h"
#include "internal/boot/exit.h"
#include "internal/load.h"
#include "internal/ruby.h"
#include "internal/vm/binding.h"
#include "ruby/vm.h"

static enum { NOT_YET, ALIVE, ENDED } life;

/* ---- beginning ---- */

void
ruby_sysinit(int *argc, char ***argv)
{
    (void)argc, (void)argv;
    setlocale(LC_CTYPE, "");
}

/* Ignores the address from RUBY_INIT_STACK: the bounds of the stack come from the system. */
void
ruby_init_stack(void *address)
{
    (void)address;
}

int
ruby_setup(void)
{
    if (life == ENDED) return 1;
    if (life == ALIVE || vm_ec) return 0; /* main began it */
    ruby_boot();
    ruby_set_argv(0, NULL);
    life = ALIVE;
    return 0;
}

void
ruby_init(void)
{
    if (ruby_setup() == 0) return;
    fputs("ruby_init: this process has had its Ruby\n", stderr);
    exit(EXIT_FAILURE);
}

void
ruby_init_loadpath(void)
{
    static bool done;
    if (!done) ruby_push_load_path();
    done = true;
}

void
ruby_incpush(const char *path)
{
    VALUE load_path = rb_get_load_path();
    while (*path) {
        size_t n = strcspn(path, ":");
        if (n) ary_push(load_path, rb_file_expand_path(rb_str_new(path, (long)n), Qnil));
        path += n;
        if (*path) path++;
    }
}

/* The variables that ruby_options fills are there from the start. */
void
ruby_prog_init(void)
{
}

void
ruby_set_script_name(VALUE name)
{
    ruby_script_name = rb_str_new_frozen(rb_str_dup(name));
}

void
ruby_script(const char *name)
{
    if (name) ruby_set_script_name(rb_enc_associate(rb_str_new_cstr(name), rb_locale_encoding()));
}

/* ---- a command line ---- */

static void *
status_node(int status)
{
    return (void *)INT2FIX(status);
}

void *
ruby_options(int argc, char **argv)
{
    VALUE iseq;
    int status = ruby_read_program(argc, argv, &iseq);
    if (iseq == Qnil) return status_node(status);
    rb_gc_register_mark_object(iseq);
    return (void *)iseq;
}

void *
ruby_process_options(int argc, char **argv)
{
    return ruby_options(argc, argv);
}

int
ruby_executable_node(void *n, int *status)
{
    if (!FIXNUM_P((VALUE)n)) {
        if (status) *status = EXIT_SUCCESS;
        return 1;
    }
    int st = FIX2INT((VALUE)n);
    if (status) *status = st < 0 ? EXIT_FAILURE : st;
    return 0;
}

int
ruby_exec_node(void *n)
{
    int state;
    rb_protect(ruby_run_main, (VALUE)n, &state);
    return state;
}

int
ruby_run_node(void *n)
{
    int status = FIXNUM_P((VALUE)n) ? FIX2INT((VALUE)n) : ruby_protect_main(ruby_run_main, (VALUE)n);
    life = ENDED;
    return ruby_finish(status);
}

/* ---- files ---- */

static VALUE
load_file(VALUE path)
{
    VALUE iseq = load_main_from_file(path);
    rb_gc_register_mark_object(iseq);
    return iseq;
}

void *
rb_load_file_str(VALUE path)
{
    return (void *)load_file(rb_get_path(path));
}

void *
rb_load_file(const char *path)
{
    return rb_load_file_str(rb_str_new_cstr(path));
}

/* ---- the end ---- */

int
ruby_cleanup(int state)
{
    if (life == ENDED) return state;
    life = ENDED;
    return ruby_finish(state ? -1 : EXIT_SUCCESS);
}

static VALUE
run_blocks(VALUE unused)
{
    (void)unused;
    vm_run_at_exit();
    return Qnil;
}

void
ruby_finalize(void)
{
    int state;
    rb_protect(run_blocks, Qnil, &state);
    if (state) error_print(rb_errinfo());
}

void
ruby_stop(int state)
{
    exit(ruby_cleanup(state));
}

int
ruby_vm_destruct(ruby_vm_t *vm)
{
    (void)vm;
    return ruby_cleanup(0);
}

/* ---- the C stack ---- */

int
ruby_stack_check(void)
{
    char here;
    return &here < vm_ec->machine_limit;
}

size_t
ruby_stack_length(VALUE **base)
{
    char *here = __builtin_frame_address(0);
    if (base) *base = (VALUE *)vm_ec->machine_base;
    return (size_t)(vm_ec->machine_base - here) / sizeof(VALUE);
}
