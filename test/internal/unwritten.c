/*
 * unwritten.c - reads memory that nothing has written: tool/check/check_uninitialized has to find it.
 */
#include <ruby.h>
#include <stdlib.h>

static void
    *volatile escaped; /* read again, so that the compiler cannot tell what it refers to: it may leave out the read of a fresh block */

/* Returns a word of a local array. */
static VALUE
unwritten_local(VALUE self)
{
    unsigned long words[8];
    escaped = words;
    return ULONG2NUM(((unsigned long *)escaped)[5]);
}

/* Returns a word of a block from malloc. */
static VALUE
unwritten_block(VALUE self)
{
    unsigned long *words = malloc(8 * sizeof *words);
    escaped = words;
    VALUE word = ULONG2NUM(((unsigned long *)escaped)[5]);
    free(words);
    return word;
}

void Init_unwritten(void);
__attribute__((visibility("default"))) void
Init_unwritten(void)
{
    VALUE m = rb_define_module("Unwritten");
    rb_define_module_function(m, "local", unwritten_local, 0);
    rb_define_module_function(m, "block", unwritten_block, 0);
}
