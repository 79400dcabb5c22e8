/*
 * marshal/load.c - Marshal.load: bytes to objects.
 *
 * One recursive reader over a String or over an object with getbyte and read.  An object gets its number before its
 * parts are read (marshal.h MARSH-1), so that they can mention it; it is partial until then, and the proc does not see it.
 * An object whose class is dumped as another one is read into a stand-in of that class.  The table's loader then fills the real
 * object from the complete stand-in, and the real object takes its number.
 */
#include "internal/compiler.h"
#include <math.h>
#include <string.h>
#include "internal/array.h"
#include "internal/numeric/bignum.h"
#include "internal/encoding.h"
#include "internal/hash.h"
#include "internal/marshal.h"
#include "internal/numeric.h"
#include "internal/object.h"
#include "internal/regexp/object.h"
#include "internal/string.h"
#include "internal/struct.h"
#include "ruby/ruby.h"

struct loader {
    VALUE source; /* String, or the object to read from */
    size_t at;    /* String: next byte */
    bool from_io, freeze;
    VALUE proc;    /* nil: none */
    VALUE symbols; /* Array: by number; a String while its encoding is being read */
    VALUE objects; /* Array: by number */
    VALUE partial; /* identity Hash: objects not yet complete -> true; -> false: mentions of it are never the proc's */
    VALUE reals;   /* identity Hash: stand-in -> real object */
};

/* How an object is embedded in what surrounds it. */
struct context {
    bool partial;   /* the surrounding part completes it */
    bool *tail;     /* in 'I': true while variables follow, set to false by the code that reads them */
    VALUE extended; /* Array of modules from 'e', or 0 */
    VALUE klass;    /* from 'C', or 0 */
    bool identity;  /* a Hash that compares by identity */
};

static void
loader_mark(void *p)
{
    struct loader *l = p;
    rb_gc_mark(l->source);
    rb_gc_mark(l->proc);
    rb_gc_mark(l->symbols);
    rb_gc_mark(l->objects);
    rb_gc_mark(l->partial);
    rb_gc_mark(l->reals);
}

static const rb_data_type_t loader_type = {
    "marshal/load", {.dmark = loader_mark, .dfree = RUBY_DEFAULT_FREE}, 0, 0, RUBY_TYPED_FREE_IMMEDIATELY};

static VALUE read_object(struct loader *l, struct context *c);
static VALUE read_symbol(struct loader *l);

static VALUE
read_value(struct loader *l)
{
    struct context c = {0};
    return read_object(l, &c);
}

/* ---- bytes ---- */

NORETURN COLD static void
too_short(void)
{
    rb_raise(rb_eArgError, "marshal data too short");
}

NORETURN COLD static void
bad_format(void)
{
    rb_raise(rb_eArgError, "dump format error");
}

NORETURN COLD static void
bad_user_class(void)
{
    rb_raise(rb_eArgError, "dump format error (user class)");
}

static int
read_byte(struct loader *l)
{
    if (!l->from_io) {
        if (l->at >= str_len(l->source)) too_short();
        return (uint8_t)str_ptr(l->source)[l->at++];
    }
    VALUE v = rb_funcallv(l->source, marshal_id.getbyte, 0, NULL);
    if (NIL_P(v)) rb_eof_error();
    return (uint8_t)NUM2INT(v);
}

static long
read_long(struct loader *l)
{
    int c = (int8_t)read_byte(l);
    if (c == 0) return 0;
    if (c > 4) return c - 5;
    if (c < -4) return c + 5;
    long x = c < 0 ? -1 : 0;
    for (int i = 0; i < (c < 0 ? -c : c); i++) {
        x &= ~(0xffL << i * 8);
        x |= (long)read_byte(l) << i * 8;
    }
    return x;
}

/* A BINARY String of n bytes. */
static VALUE
read_raw(struct loader *l, long n)
{
    if (n == 0) return str_new("", 0, ENCI_BINARY);
    if (n < 0) rb_raise(rb_eArgError, "negative string size (or size too big)");
    if (!l->from_io) {
        if ((size_t)n > str_len(l->source) - l->at) too_short();
        VALUE s = str_new(str_ptr(l->source) + l->at, (size_t)n, ENCI_BINARY);
        l->at += (size_t)n;
        return s;
    }
    VALUE size = LONG2NUM(n), s = rb_funcallv(l->source, marshal_id.read, 1, &size);
    if (NIL_P(s)) too_short();
    StringValue(s);
    if (str_len(s) != (size_t)n) too_short();
    VALUE copy = str_new(str_ptr(s), (size_t)n, ENCI_BINARY);
    RB_GC_GUARD(s);
    return copy;
}

static VALUE
read_bytes(struct loader *l)
{
    return read_raw(l, read_long(l));
}

/* A count of parts, and how many to make room for: not more than bytes are left. */
static long
read_count(struct loader *l, const char *what, long *room)
{
    long n = read_long(l);
    if (n < 0) rb_raise(rb_eArgError, "negative %s size (or size too big)", what);
    *room = n;
    long left = l->from_io ? 1024 : (long)(str_len(l->source) - l->at);
    if (*room > left) *room = left;
    return n;
}

/* ---- numbers, completion ---- */

/* A number whose object is not made yet: a link to it is an error. */
static long
reserve(struct loader *l)
{
    rb_ary_push(l->objects, Qundef);
    return RARRAY_LEN(l->objects) - 1;
}

/* v has this number from now on, and is partial. */
static VALUE
enter_at(struct loader *l, VALUE v, long number)
{
    VALUE real = hash_get(l->reals, v);
    rb_ary_store(l->objects, number, real == Qundef ? v : real);
    if (!NIL_P(l->proc)) hash_set(l->partial, real == Qundef ? v : real, Qtrue);
    return v;
}

static VALUE
enter(struct loader *l, VALUE v)
{
    return enter_at(l, v, reserve(l));
}

static VALUE
call_proc(struct loader *l, VALUE v)
{
    return NIL_P(l->proc) ? v : rb_funcallv(l->proc, marshal_id.call, 1, &v);
}

/* The real object behind a complete stand-in. */
static VALUE
settle(struct loader *l, VALUE v)
{
    VALUE real = hash_size(l->reals) ? hash_delete(l->reals, v) : Qundef;
    if (real == Qundef) return v;
    return marshal_compat_of(class_of(real))->loader(real, v);
}

/* Freezes v for `freeze: true`.  Returns v, or the shared interned String for a plain String. */
static VALUE
frozen(struct loader *l, VALUE v, long number)
{
    if (RB_TYPE_P(v, T_CLASS) || RB_TYPE_P(v, T_MODULE)) return v;
    if (RB_TYPE_P(v, T_STRING) && obj_class(v) == rb_cString && rb_ivar_count(v) == 0) {
        v = rb_str_to_interned_str(v);
        if (number < RARRAY_LEN(l->objects)) rb_ary_store(l->objects, number, v);
    } else if (!OBJ_FROZEN(v)) {
        OBJ_FREEZE(v);
    }
    return v;
}

static VALUE
leave(struct loader *l, VALUE v, long number, bool partial)
{
    if (partial) return v;
    v = settle(l, v);
    if (!NIL_P(l->proc) && hash_get(l->partial, v) == Qtrue) hash_delete(l->partial, v);
    if (l->freeze) v = frozen(l, v, number);
    return call_proc(l, v);
}

/* ---- symbols, classes ---- */

/* Returns the encoding that a variable represents, or -1 if it is another variable. */
static int
encoding_of_variable(VALUE name, VALUE v)
{
    if (sym_id_if_any(name) == marshal_id.encoding)
        return RB_TYPE_P(v, T_STRING) ? enc_find_index(str_ptr(v), str_len(v)) : -1;
    if (sym_id_if_any(name) != marshal_id.e) return -1;
    return v == Qtrue ? ENCI_UTF8 : v == Qfalse ? ENCI_USASCII : -1;
}

static VALUE
read_new_symbol(struct loader *l, bool tail)
{
    VALUE s = read_bytes(l);
    long number = RARRAY_LEN(l->symbols);
    int index = -1;
    rb_ary_push(l->symbols, s);
    for (long n = tail ? read_long(l) : 0; n > 0; n--) {
        VALUE name = read_symbol(l);
        index = encoding_of_variable(name, read_value(l));
    }
    if (index > 0) {
        str_set_enc_index(s, index);
        str_set_cr(s, STR_CR_UNKNOWN);
        if (str_scan_cr(s) == STR_CR_BROKEN) {
            rb_raise(rb_eArgError, "invalid byte sequence in %s: %+" PRIsVALUE, enc_at(index)->name, s);
        }
    } else if (enc_bytes_ascii_p(str_ptr(s), str_len(s))) {
        str_set_enc_index(s, ENCI_USASCII);
    }
    VALUE sym = rb_str_intern(s);
    rb_ary_store(l->symbols, number, sym);
    return sym;
}

static VALUE
read_symlink(struct loader *l)
{
    long n = read_long(l);
    if (n < 0 || n >= RARRAY_LEN(l->symbols)) rb_raise(rb_eArgError, "bad symbol");
    VALUE s = RARRAY_AREF(l->symbols, n);
    return SYMBOL_P(s) ? s : rb_str_intern(s);
}

static VALUE
read_symbol(struct loader *l)
{
    int type = read_byte(l);
    bool tail = type == M_IVAR;
    if (tail) type = read_byte(l);
    if (type == M_SYMBOL) return read_new_symbol(l, tail);
    if (type != M_SYMLINK) rb_raise(rb_eArgError, "dump format error for symbol(0x%x)", type);
    if (tail) rb_raise(rb_eArgError, "dump format error (symlink with encoding)");
    return read_symlink(l);
}

static VALUE
class_at_path(VALUE path)
{
    VALUE k = rb_path_to_class(path);
    if (!RB_TYPE_P(k, T_CLASS)) rb_raise(rb_eArgError, "%" PRIsVALUE " does not refer to class", path);
    return k;
}

/* The name as it was written may be an alias of the class's own; messages show the former. */
static VALUE
read_class(struct loader *l, VALUE *path)
{
    VALUE name = rb_sym2str(read_symbol(l));
    if (path) *path = name;
    return class_at_path(name);
}

/* Returns a new object to read an object of klass into.  It is a stand-in if the class is dumped as another one. */
static VALUE
allocate(struct loader *l, VALUE klass)
{
    const struct marshal_compat *c = marshal_compat_of(klass);
    VALUE real = rb_obj_alloc(klass);
    if (!c || !c->loader) return real;
    VALUE standin = rb_obj_alloc(c->oldclass);
    hash_set(l->reals, standin, real);
    return standin;
}

/* ---- instance variables ---- */

static void
set_encoding(VALUE obj, int index)
{
    if (RB_TYPE_P(obj, T_STRING)) {
        str_set_enc_index(obj, index);
        str_set_cr(obj, STR_CR_UNKNOWN);
    } else if (RB_TYPE_P(obj, T_REGEXP) || SYMBOL_P(obj)) {
        rb_enc_associate_index(obj, index);
    } else {
        rb_raise(rb_eArgError, "%" PRIsVALUE " is not enc_capable", obj);
    }
}

NORETURN COLD static void
class_variables_refused(VALUE m)
{
    rb_raise(rb_eTypeError, "can't override instance variable of %s '%" PRIsVALUE "'",
             RB_TYPE_P(m, T_CLASS) ? "class" : "module", m);
}

/* Reads the variables of obj.  Returns whether one was an encoding. */
static bool
read_variables(struct loader *l, VALUE obj)
{
    bool encoding = false;
    for (long n = read_long(l); n > 0; n--) {
        VALUE name = read_symbol(l), v = read_value(l);
        int index = encoding_of_variable(name, v);
        if (index >= 0) {
            set_encoding(obj, index);
            encoding = true;
        } else if (sym_id_if_any(name) == marshal_id.k) {
            if (!RB_TYPE_P(obj, T_HASH))
                rb_raise(rb_eArgError, "ruby2_keywords flag is given but %" PRIsVALUE " is not a Hash", obj);
            obj_hdr(obj)->flags |= HASH_KW_SPLAT;
        } else if (sym_id_if_any(name) == marshal_id.bt_locations && exc_p(obj)) {
            rb_ivar_set(obj, SYM2ID(name), Qnil); /* text is all there is left of it */
        } else if (sym_id_if_any(name) == marshal_id.cause && exc_p(obj)) {
            exc_check_cause(obj, v);
            if (v == obj) rb_raise(rb_eArgError, "circular causes");
            rb_ivar_set(obj, SYM2ID(name), v);
        } else if (RB_TYPE_P(obj, T_CLASS) || RB_TYPE_P(obj, T_MODULE)) { /* by a link */
            class_variables_refused(obj);
        } else {
            rb_ivar_set(obj, SYM2ID(name), v);
        }
    }
    return encoding;
}

/* Variables that lie behind an object: a stand-in's are the real object's. */
static void
read_tail(struct loader *l, VALUE obj)
{
    VALUE real = hash_get(l->reals, obj);
    read_variables(l, real == Qundef ? obj : real);
}

static int
copy_variable(ID name, VALUE v, uintptr_t to)
{
    rb_ivar_set((VALUE)to, name, v);
    return ST_CONTINUE;
}

static void
copy_variables(VALUE to, VALUE from)
{
    if (val_heap_p(from) && rb_ivar_count(from)) rb_ivar_foreach(from, copy_variable, (uintptr_t)to);
}

static void
extend(VALUE obj, VALUE modules)
{
    while (modules && RARRAY_LEN(modules) > 0) rb_extend_object(obj, rb_ary_pop(modules));
}

/* ---- the types ---- */

/* An empty object of the class that 'C' named, which must be one of `type`; else 0. */
static VALUE
allocate_user_class(struct context *c, unsigned type)
{
    if (!c->klass) return 0;
    VALUE v = rb_obj_alloc(c->klass);
    if (!RB_TYPE_P(v, (int)type)) bad_user_class();
    return v;
}

static VALUE
read_float(struct loader *l)
{
    VALUE s = read_bytes(l);
    const char *p = str_ptr(s); /* ends in NUL; older versions put more digits behind a NUL of their own */
    if (!strcmp(p, "nan")) return DBL2NUM(NAN);
    if (!strcmp(p, "inf")) return DBL2NUM(INFINITY);
    if (!strcmp(p, "-inf")) return DBL2NUM(-INFINITY);
    VALUE v = DBL2NUM(rb_cstr_to_dbl(p, 0));
    RB_GC_GUARD(s);
    return v;
}

static VALUE
read_bignum(struct loader *l)
{
    int sign = read_byte(l);
    long words = read_long(l);
    VALUE s = read_raw(l, words < 0 ? 0 : words * 2); /* a negative length means 0, as in CRuby */
    VALUE v = rb_integer_unpack(str_ptr(s), str_len(s), 1, 0,
                                INTEGER_PACK_LITTLE_ENDIAN | (sign == '-' ? INTEGER_PACK_NEGATIVE : 0));
    RB_GC_GUARD(s);
    return v;
}

static VALUE
read_string(struct loader *l, struct context *c)
{
    VALUE s = read_bytes(l), v = allocate_user_class(c, T_STRING);
    if (v) {
        str_set_enc_index(v, ENCI_BINARY);
        rb_str_buf_append(v, s);
        s = v;
    }
    return enter(l, s);
}

/* A pattern without an encoding is Ruby 1.8's: a backslash before a letter that had no meaning there goes away. */
static VALUE
regexp_text_of_1_8(VALUE source)
{
    static const char plain[] = "EFHIJKLNOPQRSTUVXYghijklmopquy";
    VALUE text = str_new(NULL, str_len(source), ENCI_BINARY);
    const char *p = str_ptr(source), *end = str_end(source);
    char *to = str_ptr(text);
    bool escaped = false;
    for (; p < end; p++) {
        if (escaped && *p && strchr(plain, *p)) to--;
        escaped = *p == '\\' && !escaped;
        *to++ = *p;
    }
    str_resize(text, (size_t)(to - str_ptr(text)));
    RB_GC_GUARD(source);
    return text;
}

static VALUE
read_regexp(struct loader *l, struct context *c)
{
    VALUE source = read_bytes(l);
    int options = read_byte(l);
    long number = reserve(l);
    bool encoding = false;
    if (c->tail) {
        encoding = read_variables(l, source);
        *c->tail = false;
    }
    VALUE text = encoding ? source : regexp_text_of_1_8(source);
    VALUE re = c->klass ? allocate_user_class(c, T_REGEXP) : rb_reg_alloc();
    rb_reg_init_str(re, text, options);
    copy_variables(re, source);
    return enter_at(l, re, number);
}

static VALUE
read_array(struct loader *l, struct context *c)
{
    long room, n = read_count(l, "array", &room);
    VALUE a = allocate_user_class(c, T_ARRAY);
    if (!a) a = rb_ary_new_capa(room);
    enter(l, a);
    for (long i = 0; i < n; i++) rb_ary_push(a, read_value(l));
    return a;
}

static VALUE
read_hash(struct loader *l, struct context *c, bool has_default)
{
    long room, n = read_count(l, "hash", &room);
    VALUE h = allocate_user_class(c, T_HASH);
    if (!h) h = hash_new_capa((size_t)room);
    if (c->identity) hash_make_identity(h);
    enter(l, h);
    for (long i = 0; i < n; i++) {
        VALUE key = read_value(l), v = read_value(l);
        rb_hash_aset(h, key, v);
    }
    if (has_default) hash_set_default(h, read_value(l), false);
    return h;
}

static VALUE
read_struct(struct loader *l)
{
    long number = reserve(l); /* the name of the class may bring the name of an encoding */
    VALUE klass = read_class(l, NULL);
    long n = read_long(l);
    if (!RTEST(rb_class_inherited_p(klass, rb_cStruct)) &&
        !RTEST(rb_class_inherited_p(klass, rb_const_get(rb_cObject, rb_intern("Data"))))) {
        rb_raise(rb_eTypeError, "class %" PRIsVALUE " not a struct", klass);
    }
    VALUE members = rb_struct_s_members(klass);
    if (RARRAY_LEN(members) != n) {
        rb_raise(rb_eTypeError, "struct %" PRIsVALUE " not compatible (struct size differs)", rb_class_name(klass));
    }
    VALUE s = rb_obj_alloc(klass);
    enter_at(l, s, number);
    for (long i = 0; i < n; i++) {
        VALUE name = read_symbol(l), member = RARRAY_AREF(members, i);
        if (name != member) {
            rb_raise(rb_eTypeError, "struct %" PRIsVALUE " not compatible (:%" PRIsVALUE " for :%" PRIsVALUE ")",
                     rb_class_name(klass), rb_sym2str(name), rb_sym2str(member));
        }
        VALUE v = read_value(l);
        RB_OBJ_WRITE(s, &struct_ptr(s)[i], v);
    }
    if (!RTEST(rb_class_inherited_p(klass, rb_cStruct))) OBJ_FREEZE(s);
    return s;
}

static VALUE
read_plain_object(struct loader *l)
{
    long number = reserve(l);
    VALUE v = allocate(l, read_class(l, NULL));
    if (!RB_TYPE_P(v, T_OBJECT)) bad_format();
    enter_at(l, v, number);
    read_variables(l, v);
    return v;
}

static VALUE
read_data(struct loader *l)
{
    VALUE path, klass = read_class(l, &path), v = allocate(l, klass);
    if (!RB_TYPE_P(v, T_DATA)) bad_format();
    enter(l, v);
    if (!rb_obj_respond_to(v, marshal_id.load_data, true)) {
        rb_raise(rb_eTypeError, "class %" PRIsVALUE " needs to have instance method '_load_data'", path);
    }
    VALUE arg = read_value(l);
    rb_funcallv(v, marshal_id.load_data, 1, &arg);
    return v;
}

/* The proc sees an object that its own class loads once only. */
static void
hide_mentions(struct loader *l, VALUE v)
{
    VALUE real = hash_get(l->reals, v);
    if (!NIL_P(l->proc)) hash_set(l->partial, real == Qundef ? v : real, Qfalse);
}

/* Class.new(...)._load: complete as it comes back. */
static VALUE
read_user_dump(struct loader *l, struct context *c)
{
    VALUE path, klass = read_class(l, &path);
    if (!rb_obj_respond_to(klass, marshal_id.load, true)) {
        rb_raise(rb_eTypeError, "class %" PRIsVALUE " needs to have method '_load'", path);
    }
    VALUE data = read_bytes(l);
    if (c->tail) {
        read_variables(l, data);
        *c->tail = false;
    }
    VALUE v = rb_funcallv(klass, marshal_id.load, 1, &data);
    enter(l, v);
    hide_mentions(l, v);
    return v;
}

static int
add_variable(ID name, VALUE v, uintptr_t to)
{
    return rb_ivar_defined((VALUE)to, name) == Qtrue ? ST_CONTINUE : copy_variable(name, v, to);
}

/* The variables of what marshal_load was given are the object's too, unless it has set its own. */
static VALUE
read_marshal_load(struct loader *l, struct context *c)
{
    VALUE path, klass = read_class(l, &path), v = allocate(l, klass);
    extend(v, c->extended);
    if (!rb_obj_respond_to(v, marshal_id.marshal_load, true)) {
        rb_raise(rb_eTypeError, "instance of %" PRIsVALUE " needs to have method 'marshal_load'", path);
    }
    enter(l, v);
    hide_mentions(l, v);
    VALUE data = read_value(l);
    rb_funcallv(v, marshal_id.marshal_load, 1, &data);
    if (val_heap_p(data) && rb_ivar_count(data)) rb_ivar_foreach(data, add_variable, (uintptr_t)v);
    return v;
}

static VALUE
read_module(struct loader *l, struct context *c, int type)
{
    VALUE path = read_bytes(l);
    if (c->tail) {
        read_variables(l, path);
        *c->tail = false;
    }
    if (str_enc_index(path) == ENCI_BINARY) str_set_enc_index(path, str_ascii_only(path) ? ENCI_USASCII : ENCI_UTF8);
    VALUE m = rb_path_to_class(path);
    if (type == M_CLASS && !RB_TYPE_P(m, T_CLASS)) rb_raise(rb_eArgError, "%" PRIsVALUE " does not refer to class", path);
    if (type == M_MODULE && !RB_TYPE_P(m, T_MODULE)) rb_raise(rb_eArgError, "%" PRIsVALUE " does not refer to module", path);
    if (rb_ivar_count(path)) class_variables_refused(m);
    return enter(l, m);
}

/* ---- wrappers ---- */

static VALUE
read_link(struct loader *l)
{
    long n = read_long(l);
    if (n < 0 || n >= RARRAY_LEN(l->objects)) rb_raise(rb_eArgError, "dump format error (unlinked)");
    VALUE v = RARRAY_AREF(l->objects, n);
    if (v == Qundef) rb_raise(rb_eArgError, "dump format error (bad link)");
    if (!NIL_P(l->proc) && hash_get(l->partial, v) == Qundef) v = call_proc(l, v);
    return v;
}

static VALUE
read_with_tail(struct loader *l, struct context *c)
{
    bool tail = true;
    long number = RARRAY_LEN(l->objects);
    struct context inner = *c;
    inner.partial = true;
    inner.tail = &tail;
    VALUE v = read_object(l, &inner);
    if (tail) read_tail(l, v);
    return SYMBOL_P(v) ? v : leave(l, v, number, c->partial);
}

static VALUE
read_extended(struct loader *l, struct context *c)
{
    long number = RARRAY_LEN(l->objects);
    VALUE path = rb_sym2str(read_symbol(l)), m = rb_path_to_class(path);
    struct context inner = *c;
    inner.partial = true;
    if (RB_TYPE_P(m, T_CLASS)) {
        inner.extended = 0;
        VALUE v = read_object(l, &inner);
        if (class_of(v) != m) {
            rb_raise(rb_eArgError, "prepended class %" PRIsVALUE " differs from class %" PRIsVALUE, path,
                     rb_class_name(rb_obj_class(v)));
        }
        while (c->extended && RARRAY_LEN(c->extended) > 0) rb_prepend_module(rb_singleton_class(v), rb_ary_pop(c->extended));
        return leave(l, v, number, c->partial);
    }
    if (!RB_TYPE_P(m, T_MODULE)) rb_raise(rb_eArgError, "%" PRIsVALUE " does not refer to module", path);
    if (!inner.extended) inner.extended = rb_ary_new();
    rb_ary_push(inner.extended, m);
    VALUE v = read_object(l, &inner);
    extend(v, inner.extended);
    return leave(l, v, number, c->partial);
}

static VALUE
read_user_class(struct loader *l, struct context *c)
{
    VALUE klass = read_class(l, NULL);
    if (class_singleton_p(klass)) rb_raise(rb_eTypeError, "singleton can't be loaded");
    struct context inner = *c;
    if (klass == rb_cHash) inner.identity = true; /* a plain Hash needs no 'C' */
    else inner.klass = klass;
    return read_object(l, &inner);
}

/* ---- objects ---- */

static VALUE
read_of_type(struct loader *l, struct context *c, int type)
{
    switch (type) {
    case M_FLOAT: return enter(l, read_float(l));
    case M_BIGNUM: return enter(l, read_bignum(l));
    case M_STRING: return read_string(l, c);
    case M_REGEXP: return read_regexp(l, c);
    case M_ARRAY: return read_array(l, c);
    case M_HASH: return read_hash(l, c, false);
    case M_HASH_DEF: return read_hash(l, c, true);
    case M_STRUCT: return read_struct(l);
    case M_USERDEF: return read_user_dump(l, c);
    case M_USRMARSHAL: return read_marshal_load(l, c);
    case M_OBJECT: return read_plain_object(l);
    case M_DATA: return read_data(l);
    case M_MODULE_OLD:
    case M_CLASS:
    case M_MODULE: return read_module(l, c, type);
    default: rb_raise(rb_eArgError, "dump format error(0x%x)", type);
    }
}

static VALUE
read_object(struct loader *l, struct context *c)
{
    int type = read_byte(l);
    switch (type) {
    case M_NIL: return leave(l, Qnil, 0, false);
    case M_TRUE: return leave(l, Qtrue, 0, false);
    case M_FALSE: return leave(l, Qfalse, 0, false);
    case M_FIXNUM:
        if (c->klass) bad_user_class();
        return leave(l, LONG2FIX(read_long(l)), 0, false);
    case M_LINK: return read_link(l);
    case M_SYMLINK: return read_symlink(l);
    case M_SYMBOL: {
        bool tail = c->tail && *c->tail;
        if (tail) *c->tail = false;
        return call_proc(l, read_new_symbol(l, tail));
    }
    case M_IVAR: return read_with_tail(l, c);
    case M_EXTENDED: return read_extended(l, c);
    case M_UCLASS: return read_user_class(l, c);
    }
    long number = RARRAY_LEN(l->objects);
    if (c->klass && (type == M_OBJECT || type == M_CLASS || type == M_MODULE || type == M_MODULE_OLD)) bad_user_class();
    VALUE v = read_of_type(l, c, type);
    return leave(l, v, number, c->partial);
}

/* ---- the methods ---- */

static void
check_version(struct loader *l)
{
    int major = read_byte(l), minor = read_byte(l);
    if (major != MARSHAL_MAJOR || minor > MARSHAL_MINOR) {
        rb_raise(rb_eTypeError,
                 "incompatible marshal file format (can't be read)\n\tformat version %d.%d required; %d.%d given",
                 MARSHAL_MAJOR, MARSHAL_MINOR, major, minor);
    }
    if (RTEST(ruby_verbose) && minor != MARSHAL_MINOR) {
        rb_warn("incompatible marshal file format (can be read)\n\tformat version %d.%d required; %d.%d given",
                MARSHAL_MAJOR, MARSHAL_MINOR, major, minor);
    }
}

static VALUE
load(VALUE source, VALUE proc, bool freeze)
{
    struct loader *l;
    VALUE s = rb_check_string_type(source);
    bool from_io = NIL_P(s);
    if (from_io) {
        if (!rb_obj_respond_to(source, marshal_id.getbyte, true) || !rb_obj_respond_to(source, marshal_id.read, true))
            marshal_io_needed();
        if (rb_obj_respond_to(source, marshal_id.binmode, true)) rb_funcallv(source, marshal_id.binmode, 0, NULL);
        s = source;
    }
    VALUE holder = TypedData_Make_Struct(rb_cObject, struct loader, &loader_type, l);
    rb_obj_hide(holder);
    l->from_io = from_io;
    l->freeze = freeze;
    RB_OBJ_WRITE(holder, &l->source, s);
    RB_OBJ_WRITE(holder, &l->proc, Qnil);
    RB_OBJ_WRITE(holder, &l->symbols, rb_ary_new());
    RB_OBJ_WRITE(holder, &l->objects, rb_ary_new());
    RB_OBJ_WRITE(holder, &l->partial, rb_ident_hash_new());
    RB_OBJ_WRITE(holder, &l->reals, rb_ident_hash_new());
    check_version(l);
    RB_OBJ_WRITE(holder, &l->proc, proc);
    VALUE v = read_value(l);
    RB_GC_GUARD(holder);
    return v;
}

VALUE
rb_marshal_load(VALUE source)
{
    return load(source, Qnil, false);
}

/* Marshal.load(source [, proc], freeze: false) */
static VALUE
marshal_s_load(int argc, VALUE *argv, VALUE self UNUSED_OK)
{
    static ID keywords[1];
    VALUE source, proc, options, freeze = Qundef;
    if (!keywords[0]) keywords[0] = rb_intern("freeze");
    rb_scan_args(argc, argv, "11:", &source, &proc, &options);
    if (!NIL_P(options)) rb_get_kwargs(options, keywords, 0, 1, &freeze);
    return load(source, proc, freeze != Qundef && RTEST(freeze));
}

void
marshal_define_load(VALUE module)
{
    rb_define_singleton_method(module, "load", marshal_s_load, -1);
    rb_define_alias(rb_singleton_class(module), "restore", "load");
}
