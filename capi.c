/*
 * capi.c - pieces of the C API that belong to no class: the ABI's name, formatting, failed assertions.
 *
 * A1        An extension's every object refers to ruby_abi_facet1 (ruby/ruby.h). Whatever changes the meaning of compiled
 *           extensions (a struct, a flag, an inline function of include/) takes the next number.
 * Checked   test/capi/
 */
#include "internal/compiler.h"
#include "ruby/ruby.h"
#include "ruby/st.h"

#include <stdio.h>

__attribute__((visibility("default"))) extern const char ruby_abi_facet1;
const char ruby_abi_facet1 = 1;

/* printf's meaning is ISO C's in every libc we build on. */
int
ruby_vsnprintf(char *buf, size_t size, const char *fmt, va_list ap)
{
    return vsnprintf(buf, size, fmt, ap);
}

int
ruby_snprintf(char *buf, size_t size, const char *fmt, ...)
{
    va_list ap;
    va_start(ap, fmt);
    int n = vsnprintf(buf, size, fmt, ap);
    va_end(ap);
    return n;
}

void
rb_assert_failure(const char *file, int line, const char *function, const char *expr)
{
    rb_bug("Assertion Failed: %s:%d:%s%s%s", file, line, function ? function : "", function ? ":" : "", expr);
}

/* Every method of an extension may run in any Ractor, as far as the VM is concerned: it keeps no list of those that
 * asked for it. */
void
rb_ext_ractor_safe(bool safe)
{
    (void)safe;
}

/* recv.mid(*args). */
VALUE
rb_apply(VALUE recv, ID mid, VALUE args)
{
    VALUE copy = rb_ary_dup(rb_Array(args)), result;
    result = rb_funcallv(recv, mid, (int)RARRAY_LENINT(copy), RARRAY_CONST_PTR(copy));
    RB_GC_GUARD(copy);
    return result;
}

/* The backtrace to stderr, one "\tfrom" a line. */
void
rb_backtrace(void)
{
    VALUE lines = rb_make_backtrace();
    for (long i = 0; i < RARRAY_LEN(lines); i++) {
        VALUE line = rb_ary_entry(lines, i);
        fprintf(stderr, "\tfrom %s\n", StringValueCStr(line));
    }
}

/* ---- a Hash as a table ---------------------------------------------------------------------------------------- */

static int
keys_differ(st_data_t a, st_data_t b)
{
    return a != b && !rb_eql((VALUE)a, (VALUE)b);
}

static st_index_t
key_hash(st_data_t key)
{
    return rb_any_hash((VALUE)key);
}

static const struct st_hash_type by_eql = {keys_differ, key_hash};

static void
table_mark(void *table)
{
    rb_mark_hash(table);
}

static void
table_free(void *table)
{
    st_free_table(table);
}

static size_t
table_memsize(const void *table)
{
    return st_memsize(table);
}

static const rb_data_type_t table_type = {
    "hash_table", {table_mark, table_free, table_memsize, NULL, {NULL}}, NULL, NULL, RUBY_TYPED_FREE_IMMEDIATELY,
};

static int
add_pair(VALUE key, VALUE v, VALUE table)
{
    st_insert((st_table *)table, key, v);
    return ST_CONTINUE;
}

/* Our Hashes are no st_tables: RHASH_TBL gets a copy, to read. It lives as long as the Hash, or to the next call. */
struct st_table *
rb_hash_tbl(VALUE hash, const char *file, int line)
{
    ID holder_ivar = rb_intern("__table__");
    VALUE holder = rb_ivar_get(hash, holder_ivar);
    (void)file, (void)line;
    if (NIL_P(holder)) {
        holder = rb_data_typed_object_wrap(0, st_init_table(&by_eql), &table_type);
        bool frozen = RB_OBJ_FROZEN(hash);
        if (frozen) RB_FL_UNSET_RAW(hash, RUBY_FL_FREEZE);
        rb_ivar_set(hash, holder_ivar, holder);
        if (frozen) RB_FL_SET_RAW(hash, RUBY_FL_FREEZE);
    }
    st_table *table = RTYPEDDATA(holder)->data;
    st_clear(table);
    rb_hash_foreach(hash, add_pair, (VALUE)table);
    return table;
}
