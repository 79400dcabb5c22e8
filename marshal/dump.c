/*
 * marshal/dump.c - Marshal.dump: objects to bytes.
 *
 * One recursive writer.  Its tables (objects' and symbols' numbers, marshal.h MARSH-1 and MARSH-2) live in a T_DATA, so that an
 * exception from a method of the program leaves nothing behind.  Every object with a number is kept alive to the end:
 * another object must not get the address of a stand-in or of a result of marshal_dump.
 */
#include "internal/compiler.h"
#include <math.h>
#include <string.h>
#include "internal/array.h"
#include "internal/numeric/bignum.h"
#include "internal/numeric/dtoa.h"
#include "internal/encoding.h"
#include "internal/hash.h"
#include "internal/id_table.h"
#include "internal/marshal.h"
#include "internal/numeric.h"
#include "internal/object.h"
#include "internal/regexp/object.h"
#include "internal/string.h"
#include "internal/struct.h"
#include "internal/vm.h"
#include "ruby/ruby.h"
#include "ruby/st.h"

/* An object whose _dump has answered with a String of variables, which are not all written yet. */
struct open_dump {
    VALUE obj;
    const struct open_dump *up;
};

struct dumper {
    char *buf;
    size_t len, capa;
    st_table *objects;            /* object -> number */
    st_table *symbols;            /* Symbol -> number */
    VALUE kept;                   /* Array */
    const struct open_dump *open; /* what _dump made is being written */
    VALUE standin, real;          /* what a dumper of the compatibility table made last, and of what */
    VALUE last_class;             /* class_id's one-entry cache */
    ID last_class_id;
    unsigned object_count;
    VALUE io;                /* nil: all bytes stay in buf */
    int encname_at[ENC_MAX]; /* number of the String that names an encoding; -1 */
};

static void
dumper_mark(void *p)
{
    struct dumper *d = p;
    rb_gc_mark(d->kept);
    rb_gc_mark(d->standin);
    rb_gc_mark(d->real);
    rb_gc_mark(d->last_class);
    rb_gc_mark(d->io);
    rb_mark_set(d->objects); /* by address */
    rb_mark_set(d->symbols);
}

static void
dumper_release(struct dumper *d)
{
    xfree(d->buf);
    if (d->objects) st_free_table(d->objects);
    if (d->symbols) st_free_table(d->symbols);
    d->buf = NULL;
    d->objects = d->symbols = NULL;
    d->len = d->capa = 0;
}

static void
dumper_free(void *p)
{
    dumper_release(p);
    xfree(p);
}

static const rb_data_type_t dumper_type = {
    "marshal/dump", {.dmark = dumper_mark, .dfree = dumper_free}, 0, 0, RUBY_TYPED_FREE_IMMEDIATELY};

static void write_object(struct dumper *d, VALUE obj, int limit);
static void write_symbol(struct dumper *d, VALUE sym);

static void
write_id(struct dumper *d, ID id)
{
    write_symbol(d, sym_from_id(id));
}

/* ---- bytes ---- */

enum { FLUSH_BYTES = LIMIT(8192, 8) };

static void
flush(struct dumper *d)
{
    VALUE bytes = str_new(d->buf, d->len, ENCI_BINARY);
    d->len = 0;
    rb_io_write(d->io, bytes);
}

static void
put(struct dumper *d, const void *p, size_t n)
{
    if (d->capa - d->len < n) {
        size_t capa = (d->len + n) * 2;
        d->buf = xrealloc(d->buf, capa);
        d->capa = capa;
    }
    memcpy(d->buf + d->len, p, n);
    d->len += n;
    if (UNLIKELY(d->len >= FLUSH_BYTES) && !NIL_P(d->io)) flush(d);
}

static inline void
put_byte(struct dumper *d, int c)
{
    char b = (char)c;
    put(d, &b, 1);
}

/* Writes x.  0 and -123..122 take one byte, the latter moved five away from zero.  Other numbers are a count of bytes, negative for a
 * negative number, and the bytes. */
static void
put_long(struct dumper *d, long x)
{
    char b[5];
    if (x < -0x80000000L || x > 0x7fffffffL) rb_raise(rb_eArgError, "long too big to dump");
    if (x == 0) {
        put_byte(d, 0);
    } else if (0 < x && x < 123) {
        put_byte(d, (int)x + 5);
    } else if (-124 < x && x < 0) {
        put_byte(d, (int)x - 5);
    } else {
        int n = 0;
        for (long rest = x; rest != 0 && rest != -1; rest >>= 8) b[++n] = (char)rest;
        if (n == 0) b[++n] = (char)x;
        b[0] = (char)(x < 0 ? -n : n);
        put(d, b, (size_t)n + 1);
    }
}

static void
put_bytes(struct dumper *d, const char *p, size_t n)
{
    put_long(d, (long)n);
    put(d, p, n);
}

static void
put_str(struct dumper *d, VALUE s)
{
    put_bytes(d, str_ptr(s), str_len(s));
    RB_GC_GUARD(s);
}

/* ---- numbers of objects ---- */

static void
remember(struct dumper *d, VALUE obj)
{
    st_insert(d->objects, obj, d->object_count++);
    if (val_heap_p(obj)) rb_ary_push(d->kept, obj);
}

/* ---- symbols and encodings ---- */

/* Writes the pair of a variable list for the encoding `index`, which is > 0. */
static void
write_encoding(struct dumper *d, int index)
{
    if (index == ENCI_USASCII || index == ENCI_UTF8) {
        write_id(d, marshal_id.e);
        put_byte(d, index == ENCI_UTF8 ? M_TRUE : M_FALSE);
        return;
    }
    write_id(d, marshal_id.encoding);
    if (d->encname_at[index] >= 0) {
        put_byte(d, M_LINK);
        put_long(d, d->encname_at[index]);
        return;
    }
    const char *name = enc_at(index)->name;
    d->encname_at[index] = (int)d->object_count++;
    put_byte(d, M_STRING);
    put_bytes(d, name, strlen(name));
}

static void
write_symbol(struct dumper *d, VALUE sym)
{
    st_data_t number;
    if (st_lookup(d->symbols, sym, &number)) {
        put_byte(d, M_SYMLINK);
        put_long(d, (long)number);
        return;
    }
    VALUE name = sym_name(sym);
    int index = str_ascii_only(name) ? 0 : str_enc_index(name);
    if (index) put_byte(d, M_IVAR);
    put_byte(d, M_SYMBOL);
    put_str(d, name);
    st_insert(d->symbols, sym, d->symbols->num_entries);
    if (index) {
        put_long(d, 1);
        write_encoding(d, index);
    }
}

/* ---- classes ---- */

/* The name under which it can be found again. */
static VALUE
dumpable_path(VALUE klass)
{
    VALUE path = rb_class_path(klass);
    if (str_len(path) == 0 || str_ptr(path)[0] == '#') {
        rb_raise(rb_eTypeError, "can't dump anonymous %s %" PRIsVALUE, RB_TYPE_P(klass, T_CLASS) ? "class" : "module", path);
    }
    if (rb_path_to_class(path) != (RB_TYPE_P(klass, T_CLASS) ? class_real(klass) : klass))
        rb_raise(rb_eTypeError, "%" PRIsVALUE " can't be referred to", path);
    return path;
}

static void
write_class_name(struct dumper *d, VALUE klass)
{
    if (klass != d->last_class) {
        ID id = rb_intern_str(dumpable_path(klass));
        d->last_class = klass;
        d->last_class_id = id;
    }
    write_id(d, d->last_class_id);
}

static void
write_module_name(struct dumper *d, VALUE m)
{
    VALUE path = rb_class_path(m);
    if (str_len(path) == 0 || str_ptr(path)[0] == '#')
        rb_raise(rb_eTypeError, "can't dump anonymous class %" PRIsVALUE, path);
    put_byte(d, M_EXTENDED);
    write_class_name(d, m);
}

/* Writes the modules prepended to obj's singleton class, then its class: modules before a class's name are prepended ones. */
static void
write_prepended(struct dumper *d, VALUE singleton, VALUE origin)
{
    for (VALUE k = class_super(singleton); k != origin; k = class_super(k))
        if (!(obj_flags(k) & CLASS_ICLASS_ORIGIN)) write_module_name(d, class_module_of(k));
    put_byte(d, M_EXTENDED);
    write_class_name(d, class_real(singleton));
}

/* Modules that obj was extended with; check: it may have nothing else of its own. */
static void
write_extended(struct dumper *d, VALUE klass, bool check)
{
    if (check && class_singleton_p(klass)) {
        VALUE origin = class_origin(klass);
        if (id_table_size(rclass(origin)->m_tbl) || rb_ivar_count(klass))
            rb_raise(rb_eTypeError, "singleton can't be dumped");
        if (origin != klass) write_prepended(d, klass, origin);
        klass = class_super(origin);
    }
    for (; klass && obj_type(klass) == T_ICLASS; klass = class_super(klass)) {
        if (!(obj_flags(klass) & CLASS_ICLASS_ORIGIN)) write_module_name(d, class_module_of(klass));
    }
}

/* The class that obj is to have when loaded. */
static VALUE
class_to_write(struct dumper *d, VALUE obj)
{
    return class_of(obj == d->standin ? d->real : obj);
}

static void
write_class(struct dumper *d, enum marshal_type type, VALUE obj, bool check)
{
    VALUE klass = class_to_write(d, obj);
    write_extended(d, klass, check);
    put_byte(d, type);
    write_class_name(d, class_real(klass));
}

/* For types whose byte names a class already: only another one is written. */
static void
write_user_class(struct dumper *d, VALUE obj, VALUE base)
{
    VALUE klass = class_of(obj);
    write_extended(d, klass, true);
    klass = class_real(klass);
    if (klass != base) {
        put_byte(d, M_UCLASS);
        write_class_name(d, klass);
    }
}

/* ---- instance variables ---- */

struct variables {
    struct dumper *d;
    VALUE obj;
    VALUE backtrace; /* exceptions: as Array; Qundef */
    int limit;
    long count;
};

/* Returns whether name is one that a dump uses for encodings and keywords.  A variable of C code with such a name is not written. */
static bool
reserved_p(ID name)
{
    return name == marshal_id.e || name == marshal_id.k || name == marshal_id.encoding;
}

static bool
skipped_p(VALUE obj, ID name)
{
    return reserved_p(name) || !rb_id2str(name) || (val_type_p(obj, T_OBJECT) && exc_internal_ivar_p(name)) ||
           ((name == marshal_id.associated || name == str_place_id()) && val_type_p(obj, T_STRING));
}

static int
count_variable(ID name, VALUE v UNUSED_OK, uintptr_t arg)
{
    struct variables *w = (struct variables *)arg;
    if (!skipped_p(w->obj, name)) w->count++;
    return ST_CONTINUE;
}

static long
variable_count(VALUE obj)
{
    if (!val_heap_p(obj) || rb_ivar_count(obj) == 0) return 0;
    struct variables w = {.obj = obj};
    rb_ivar_foreach(obj, count_variable, (uintptr_t)&w);
    return w.count;
}

/* Both bt and bt_locations of an exception are one Array of Strings to the reader. */
static VALUE
backtrace_to_write(struct variables *w, ID name, VALUE v)
{
    if (w->backtrace == Qundef) w->backtrace = exc_backtrace(w->obj);
    return name == marshal_id.bt || (!NIL_P(v) && !RB_TYPE_P(v, T_ARRAY)) ? w->backtrace : v;
}

NORETURN COLD static void
variable_added(VALUE obj)
{
    rb_raise(rb_eRuntimeError, "instance variable added to %" PRIsVALUE " instance", rb_obj_class(obj));
}

static int
write_variable(ID name, VALUE v, uintptr_t arg)
{
    struct variables *w = (struct variables *)arg;
    if (reserved_p(name)) {
        rb_warn("instance variable '%s' on class %" PRIsVALUE " is not dumped", rb_id2name(name),
                rb_class_path(rb_obj_class(w->obj)));
    }
    if (skipped_p(w->obj, name)) return ST_CONTINUE;
    if (w->count-- <= 0) variable_added(w->obj);
    write_id(w->d, name);
    if ((name == marshal_id.bt || name == marshal_id.bt_locations) && exc_p(w->obj)) v = backtrace_to_write(w, name, v);
    write_object(w->d, v, w->limit);
    return ST_CONTINUE;
}

static void
write_variables(struct dumper *d, VALUE obj, long count, int limit)
{
    if (!count) return;
    struct variables w = {d, obj, Qundef, limit, count};
    rb_ivar_foreach(obj, write_variable, (uintptr_t)&w);
    long now = variable_count(obj);
    if (now > count) variable_added(obj);
    if (w.count || now < count)
        rb_raise(rb_eRuntimeError, "instance variable removed from %" PRIsVALUE " instance", rb_obj_class(obj));
}

/* The data after an object in 'I': encoding, the mark of ruby2_keywords, instance variables */
struct tail {
    int encoding; /* index; 0: none is written */
    bool keywords;
    long variables;
};

static struct tail
tail_of(VALUE obj)
{
    struct tail t = {0};
    if (!val_heap_p(obj)) return t;
    unsigned type = obj_type(obj);
    if (type == T_STRING) t.encoding = str_enc_index(obj);
    else if (type == T_REGEXP) t.encoding = rb_enc_get_index(obj);
    else if (type == T_HASH) t.keywords = (obj_flags(obj) & HASH_KW_SPLAT) != 0;
    if (type != T_OBJECT && type != T_CLASS && type != T_MODULE) t.variables = variable_count(obj);
    return t;
}

static bool
tail_p(struct tail t)
{
    return t.encoding || t.keywords || t.variables;
}

static void
write_tail(struct dumper *d, VALUE obj, struct tail t, int limit)
{
    put_long(d, t.variables + (t.encoding != 0) + t.keywords);
    if (t.encoding) write_encoding(d, t.encoding);
    if (t.keywords) {
        write_id(d, marshal_id.k);
        put_byte(d, M_TRUE);
    }
    write_variables(d, obj, t.variables, limit);
}

/* ---- the types ---- */

/* Sign, count of 16-bit words, their bytes from the lowest. */
static void
write_bignum(struct dumper *d, VALUE v)
{
    struct int_view w;
    int_view(v, &w);
    size_t bytes = w.n * sizeof(limb_t);
    put_byte(d, M_BIGNUM);
    put_byte(d, w.neg ? '-' : '+');
    while (bytes && !(w.p[(bytes - 1) / sizeof(limb_t)] >> (bytes - 1) % sizeof(limb_t) * 8)) bytes--;
    bytes = (bytes + 1) & ~(size_t)1;
    put_long(d, (long)(bytes / 2));
    for (size_t i = 0; i < bytes; i++) put_byte(d, (int)(w.p[i / sizeof(limb_t)] >> i % sizeof(limb_t) * 8 & 0xff));
    RB_GC_GUARD(v);
}

/* Writes the shortest digits of x: plain if the point is among them or at most three zeros precede them, else d.ddde10. */
static size_t
float_text(double x, char *to)
{
    char digits[DTOA_SHORTEST_MAX + 1], *p = to;
    if (isnan(x)) return (size_t)sprintf(to, "nan");
    if (isinf(x)) return (size_t)sprintf(to, x < 0 ? "-inf" : "inf");
    if (x == 0) return (size_t)sprintf(to, signbit(x) ? "-0" : "0");
    if (x < 0) *p++ = '-';
    int point, n = dtoa_shortest(fabs(x), digits, &point);
    if (point < -3 || point > n) {
        p += sprintf(p, n > 1 ? "%c." : "%c", digits[0]);
        p += sprintf(p, "%.*se%d", n - 1, digits + 1, point - 1);
    } else if (point > 0) {
        p += sprintf(p, point < n ? "%.*s." : "%.*s", point, digits);
        p += sprintf(p, "%.*s", n - point, digits + point);
    } else {
        p += sprintf(p, "0.%.*s%.*s", -point, "000", n, digits);
    }
    return (size_t)(p - to);
}

static void
write_float(struct dumper *d, VALUE v)
{
    char text[FLO_TEXT_MAX + 8];
    put_byte(d, M_FLOAT);
    put_bytes(d, text, float_text(RFLOAT_VALUE(v), text));
}

static void
write_array(struct dumper *d, VALUE a, int limit)
{
    long n = RARRAY_LEN(a);
    write_user_class(d, a, rb_cArray);
    put_byte(d, M_ARRAY);
    put_long(d, n);
    for (long i = 0; i < n; i++) {
        write_object(d, RARRAY_AREF(a, i), limit);
        if (n != RARRAY_LEN(a)) rb_raise(rb_eRuntimeError, "array modified during dump");
    }
}

struct pairs {
    struct dumper *d;
    int limit;
};

static int
write_pair(VALUE key, VALUE v, VALUE arg)
{
    struct pairs *w = (struct pairs *)arg;
    write_object(w->d, key, w->limit);
    write_object(w->d, v, w->limit);
    return ST_CONTINUE;
}

static void
write_hash(struct dumper *d, VALUE h, int limit)
{
    write_user_class(d, h, rb_cHash);
    if (hash_identity_p(h)) {
        put_byte(d, M_UCLASS);
        write_id(d, rb_intern("Hash"));
    }
    if (obj_flags(h) & HASH_PROC_DEFAULT) rb_raise(rb_eTypeError, "can't dump hash with default proc");
    VALUE ifnone = hash_default(h);
    put_byte(d, NIL_P(ifnone) ? M_HASH : M_HASH_DEF);
    put_long(d, (long)hash_size(h));
    struct pairs w = {d, limit};
    rb_hash_foreach(h, write_pair, (VALUE)&w);
    if (!NIL_P(ifnone)) write_object(d, ifnone, limit);
}

static void
write_struct(struct dumper *d, VALUE s, int limit)
{
    write_class(d, M_STRUCT, s, true);
    long n = (long)struct_len(s);
    VALUE members = rb_struct_members(s);
    put_long(d, n);
    for (long i = 0; i < n; i++) {
        write_symbol(d, RARRAY_AREF(members, i));
        write_object(d, struct_get(s, (uint32_t)i), limit);
    }
}

static void
write_module(struct dumper *d, VALUE m)
{
    bool class_p = RB_TYPE_P(m, T_CLASS);
    if (class_p && class_singleton_p(m)) rb_raise(rb_eTypeError, "singleton class can't be dumped");
    VALUE path = dumpable_path(m);
    int index = str_ascii_only(path) ? 0 : str_enc_index(path);
    if (index) put_byte(d, M_IVAR);
    put_byte(d, class_p ? M_CLASS : M_MODULE);
    put_str(d, path);
    if (index) {
        put_long(d, 1);
        write_encoding(d, index);
    }
}

static void
write_data(struct dumper *d, VALUE obj, int limit)
{
    if (!rb_obj_respond_to(obj, marshal_id.dump_data, true)) {
        rb_raise(rb_eTypeError, "no _dump_data is defined for class %" PRIsVALUE, rb_obj_class(obj));
    }
    VALUE v = rb_funcallv(obj, marshal_id.dump_data, 0, NULL);
    write_class(d, M_DATA, obj, true);
    write_object(d, v, limit);
}

static void
write_body(struct dumper *d, VALUE obj, int limit)
{
    switch (obj_type(obj)) {
    case T_CLASS:
    case T_MODULE: write_module(d, obj); break;
    case T_FLOAT: write_float(d, obj); break;
    case T_BIGNUM: write_bignum(d, obj); break;
    case T_STRING:
        write_user_class(d, obj, rb_cString);
        put_byte(d, M_STRING);
        put_str(d, obj);
        break;
    case T_REGEXP:
        write_user_class(d, obj, rb_cRegexp);
        put_byte(d, M_REGEXP);
        put_str(d, rregexp(obj)->source);
        put_byte(d, (int)regexp_options(obj));
        break;
    case T_ARRAY: write_array(d, obj, limit); break;
    case T_HASH: write_hash(d, obj, limit); break;
    case T_STRUCT: write_struct(d, obj, limit); break;
    case T_OBJECT: {
        write_class(d, M_OBJECT, obj, true);
        long n = variable_count(obj);
        put_long(d, n);
        write_variables(d, obj, n, limit);
        break;
    }
    case T_FILE:
    case T_MATCH: rb_raise(rb_eTypeError, "can't dump %" PRIsVALUE, rb_obj_class(obj));
    default: write_data(d, obj, limit); break;
    }
}

/* ---- objects ---- */

/* Raises if the dump has ended: with callcc a method may return a second time. */
static void
check_open(const struct dumper *d, ID called)
{
    if (UNLIKELY(!d->objects)) rb_raise(rb_eRuntimeError, "Marshal.dump reentered at %" PRIsVALUE, id_name(called));
}

/* Raises if v, which the method `called` of obj returned, has the class of obj: it would be dumped by the same method. */
static void
check_other_class(VALUE v, VALUE obj, ID called)
{
    if (val_heap_p(v) && class_of(v) == class_of(obj) && !RB_TYPE_P(obj, T_COMPLEX)) {
        rb_raise(rb_eRuntimeError, "%" PRIsVALUE "#%" PRIsVALUE " returned same class instance", class_of(obj),
                 id_name(called));
    }
}

static void
write_marshal_dump(struct dumper *d, VALUE obj, int limit)
{
    remember(d, obj);
    VALUE v = rb_funcallv(obj, marshal_id.marshal_dump, 0, NULL);
    check_open(d, marshal_id.marshal_dump);
    check_other_class(v, obj, marshal_id.marshal_dump);
    write_class(d, M_USRMARSHAL, obj, false);
    write_object(d, v, limit);
}

static void
check_recursive_user_dump(const struct dumper *d, VALUE obj)
{
    for (const struct open_dump *o = d->open; o; o = o->up)
        if (o->obj == obj) rb_raise(rb_eRuntimeError, "can't dump recursive object using _dump()");
}

static void
write_user_dump(struct dumper *d, VALUE obj, int limit)
{
    struct open_dump open = {obj, d->open};
    check_recursive_user_dump(d, obj);
    VALUE arg = INT2NUM(limit);
    VALUE v = rb_funcallv(obj, marshal_id.dump, 1, &arg);
    check_open(d, marshal_id.dump);
    check_other_class(v, obj, marshal_id.dump);
    if (!RB_TYPE_P(v, T_STRING)) rb_raise(rb_eTypeError, "_dump() must return string");
    struct tail t = tail_of(v);
    if (tail_p(t)) put_byte(d, M_IVAR);
    write_class(d, M_USERDEF, obj, false);
    put_str(d, v);
    d->open = &open;
    if (tail_p(t)) write_tail(d, v, t, limit);
    d->open = open.up;
    remember(d, obj);
}

static void
write_plain(struct dumper *d, VALUE obj, int limit)
{
    remember(d, obj);
    struct tail t = tail_of(obj);
    const struct marshal_compat *c = marshal_compat_of(class_of(obj));
    if (c && c->dumper) {
        VALUE standin = c->dumper(obj);
        rb_ary_push(d->kept, standin);
        d->real = obj;
        d->standin = standin;
        if (tail_p(t)) put_byte(d, M_IVAR);
        write_body(d, standin, limit);
    } else {
        if (tail_p(t)) put_byte(d, M_IVAR);
        write_body(d, obj, limit);
    }
    if (tail_p(t)) write_tail(d, obj, t, limit);
}

/* limit: levels that may still be written; negative: any number. */
static void
write_object(struct dumper *d, VALUE obj, int limit)
{
    vm_check_machine_stack(vm_ec);
    st_data_t number;
    if (limit == 0) rb_raise(rb_eArgError, "exceed depth limit");
    if (NIL_P(obj)) {
        put_byte(d, M_NIL);
    } else if (obj == Qtrue) {
        put_byte(d, M_TRUE);
    } else if (obj == Qfalse) {
        put_byte(d, M_FALSE);
    } else if (FIXNUM_P(obj)) {
        long n = FIX2LONG(obj);
        if (n >= -(1L << 30) && n < 1L << 30) {
            put_byte(d, M_FIXNUM);
            put_long(d, n);
        } else {
            d->object_count++;
            write_bignum(d, obj);
        }
    } else if (SYMBOL_P(obj)) {
        write_symbol(d, obj);
    } else if (st_lookup(d->objects, obj, &number)) {
        put_byte(d, M_LINK);
        put_long(d, (long)number);
    } else if (!val_heap_p(obj)) {
        remember(d, obj);
        write_float(d, obj);
    } else {
        if (limit > 0) limit--;
        if (rb_obj_respond_to(obj, marshal_id.marshal_dump, true)) write_marshal_dump(d, obj, limit);
        else if (rb_obj_respond_to(obj, marshal_id.dump, true)) write_user_dump(d, obj, limit);
        else write_plain(d, obj, limit);
    }
}

/* ---- the methods ---- */

static VALUE
dump(VALUE obj, VALUE io, int limit)
{
    struct dumper *d;
    if (!NIL_P(io)) {
        if (!rb_obj_respond_to(io, marshal_id.write, true)) marshal_io_needed();
        if (rb_obj_respond_to(io, marshal_id.binmode, true)) rb_funcallv(io, marshal_id.binmode, 0, NULL);
    }
    VALUE holder = TypedData_Make_Struct(rb_cObject, struct dumper, &dumper_type, d);
    rb_obj_hide(holder);
    d->objects = st_init_numtable();
    d->symbols = st_init_numtable();
    RB_OBJ_WRITE(holder, &d->kept, rb_ary_new());
    d->io = io;
    for (int i = 0; i < ENC_MAX; i++) d->encname_at[i] = -1;
    put_byte(d, MARSHAL_MAJOR);
    put_byte(d, MARSHAL_MINOR);
    write_object(d, obj, limit);
    VALUE result = io;
    if (NIL_P(io)) result = str_new(d->buf, d->len, ENCI_BINARY);
    else if (d->len) flush(d);
    dumper_release(d);
    RB_GC_GUARD(holder);
    return result;
}

VALUE
rb_marshal_dump(VALUE obj, VALUE io)
{
    return dump(obj, io, -1);
}

/* Marshal.dump(obj [, io] [, limit]) */
static VALUE
marshal_s_dump(int argc, VALUE *argv, VALUE self UNUSED_OK)
{
    int limit = -1;
    VALUE io = Qnil;
    rb_check_arity(argc, 1, 3);
    if (argc == 3) {
        if (!NIL_P(argv[2])) limit = NUM2INT(argv[2]);
        if (NIL_P(argv[1])) marshal_io_needed();
        io = argv[1];
    } else if (argc == 2) {
        if (FIXNUM_P(argv[1])) limit = NUM2INT(argv[1]);
        else if (NIL_P(argv[1])) marshal_io_needed();
        else io = argv[1];
    }
    return dump(argv[0], io, limit);
}

void
marshal_define_dump(VALUE module)
{
    rb_define_module_function(module, "dump", marshal_s_dump, -1);
}
