/*
 * dump.c - objects, roots and shapes as lines of JSON: ObjectSpace.dump, .dump_all, .dump_shapes.
 *
 * A line is written from the object alone, without a call, into memory outside the heap.  A walk over all objects thus sees the
 * heap as it was when the walk began.  The complete text is then written to the String or IO.
 *
 * Uses      objspace.h, the layouts of the built-in types
 * DUMP-1    Between the first and the last line of a dump nothing is allocated and nothing is called.
 * DUMP-2    Keys and their order are those of CRuby's dumps, so that the same tools read both.  "age" counts to 2 (old).  An
 *           object's "references" are those that marking follows, except its class.
 * Checked   test/test_objspace_library.rb
 */
#include "internal/compiler.h"

#include "ext/objspace/objspace.h"
#include "internal/array.h"
#include "internal/encoding.h"
#include "internal/hash.h"
#include "internal/io.h"
#include "internal/iseq.h"
#include "internal/numeric.h"
#include "internal/string.h"

#include <math.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

/* ---- text ---- */

struct out {
    char *text; /* malloc */
    size_t length, room;
    bool failed; /* no memory: raised at the end */
};

static bool
out_room(struct out *o, size_t more)
{
    if (o->room - o->length >= more) return true;
    size_t want = o->room * 2 > o->length + more ? o->room * 2 : o->length + more + 4096;
    char *p = o->failed ? NULL : realloc(o->text, want);
    o->failed = !p;
    if (!p) return false;
    o->text = p;
    o->room = want;
    return true;
}

static void
put(struct out *o, const char *bytes, size_t length)
{
    if (!out_room(o, length)) return;
    memcpy(o->text + o->length, bytes, length);
    o->length += length;
}

static void
put_text(struct out *o, const char *text)
{
    put(o, text, strlen(text));
}

PRINTF_LIKE(2, 3) static void putf(struct out *o, const char *format, ...)
{
    char text[256]; /* numbers and short names only */
    va_list args;
    va_start(args, format);
    int n = vsnprintf(text, sizeof text, format, args);
    va_end(args);
    put(o, text, (size_t)n < sizeof text ? (size_t)n : sizeof text - 1);
}

static void
put_json(struct out *o, const char *p, size_t length)
{
    static const char *const short_forms[32] = {
        ['\b'] = "\\b", ['\t'] = "\\t", ['\n'] = "\\n", ['\f'] = "\\f", ['\r'] = "\\r"};
    put(o, "\"", 1);
    for (const char *end = p + length; p < end; p++) {
        unsigned char c = (unsigned char)*p;
        if (c == '"' || c == '\\') putf(o, "\\%c", c);
        else if (c < 32 && short_forms[c]) put_text(o, short_forms[c]);
        else if (c < 32 || c == 0x7f) putf(o, "\\u%04x", c);
        else put(o, p, 1);
    }
    put(o, "\"", 1);
}

static void
put_json_str(struct out *o, VALUE str)
{
    put_json(o, str_ptr(str), str_len(str));
}

static void
put_address(struct out *o, VALUE v)
{
    putf(o, "\"0x%" PRIxPTR "\"", (uintptr_t)v);
}

static void
put_ref(struct out *o, const char *key, VALUE v)
{
    putf(o, ", \"%s\":", key);
    put_address(o, v);
}

/* Only what is ASCII throughout is shown. */
static void
put_value(struct out *o, VALUE str)
{
    const char *p = str_ptr(str);
    size_t n = str_len(str);
    if (!n || !enc_ascii_compat_p(str_enc(str))) return;
    for (size_t i = 0; i < n; i++)
        if (p[i] & 0x80) return;
    put_text(o, ", \"value\":");
    put_json(o, p, n);
}

/* ---- by type ---- */

static void
dump_string(struct out *o, VALUE s)
{
    uint32_t flags = obj_flags(s);
    bool shared = flags & STR_HEAP && flags & STR_SHARED;

    if (!(flags & STR_HEAP)) put_text(o, ", \"embedded\":true");
    if (shared) put_text(o, ", \"shared\":true");
    if (flags & STR_FSTR) put_text(o, ", \"fstring\":true");
    if (flags & STR_CHILLED) put_text(o, ", \"chilled\":true");
    if (!shared) {
        putf(o, ", \"bytesize\":%zu", (size_t)str_len(s));
        if (flags & STR_HEAP && str_capa(s) != (size_t)str_len(s)) putf(o, ", \"capacity\":%zu", str_capa(s));
        put_value(o, s);
    }
    if (ENCODING_GET(s) != ENCI_BINARY) putf(o, ", \"encoding\":\"%s\"", rb_enc_name(rb_enc_get(s)));
    uint32_t cr = str_cr(s);
    putf(o, ", \"coderange\":\"%s\"",
         cr == STR_CR_7BIT     ? "7bit"
         : cr == STR_CR_VALID  ? "valid"
         : cr == STR_CR_BROKEN ? "broken"
                               : "unknown");
    if (cr == STR_CR_BROKEN) put_text(o, ", \"broken\":true");
}

static void
dump_class(struct out *o, VALUE k)
{
    if (obj_type(k) == T_CLASS) put_text(o, ", \"variation_count\":0");
    if (obj_type(k) != T_MODULE && class_super(k)) put_ref(o, "superclass", class_super(k));
    if (obj_type(k) == T_ICLASS) return;
    if (class_singleton_p(k)) {
        VALUE real = class_real(k), name = real ? class_name_or_nil(real) : Qnil;
        if (name != Qnil) {
            put_text(o, ", \"real_class_name\":");
            put_json_str(o, name);
        }
        put_text(o, ", \"singleton\":true");
    } else if (class_name_or_nil(k) != Qnil) {
        put_text(o, ", \"name\":");
        put_json_str(o, class_name_or_nil(k));
    }
}

static void
put_float(struct out *o, double d)
{
    if (isfinite(d)) putf(o, "%#g", d);
    else put_text(o, isnan(d) ? "NaN" : d < 0 ? "-Inf" : "Inf");
}

static void
dump_details(struct out *o, VALUE v)
{
    switch (obj_type(v)) {
    case T_STRING: dump_string(o, v); break;
    case T_CLASS:
    case T_MODULE:
    case T_ICLASS: dump_class(o, v); break;
    case T_FLOAT:
        put_text(o, ", \"value\":\"");
        put_float(o, float_value(v));
        put_text(o, "\"");
        break;
    case T_OBJECT:
        if (ivar_memsize(v) == 0) put_text(o, ", \"embedded\":true");
        putf(o, ", \"ivars\":%u", ivar_count(v));
        break;
    case T_ARRAY:
        putf(o, ", \"length\":%zu", (size_t)ary_len(v));
        if (!(obj_flags(v) & ARY_HEAP)) put_text(o, ", \"embedded\":true");
        else if (obj_flags(v) & ARY_SHARED) put_text(o, ", \"shared\":true");
        break;
    case T_HASH:
        putf(o, ", \"size\":%zu", hash_size(v));
        if (obj_flags(v) & HASH_PROC_DEFAULT) put_ref(o, "default", hash_default(v));
        break;
    case T_SYMBOL: {
        VALUE name = ((struct dyn_symbol *)v)->fstr;
        putf(o, ", \"bytesize\":%zu", (size_t)str_len(name));
        put_value(o, name);
        break;
    }
    case T_DATA:
        if (RTYPEDDATA_P(v)) {
            put_text(o, ", \"struct\":");
            put_json(o, RTYPEDDATA_TYPE(v)->wrap_struct_name, strlen(RTYPEDDATA_TYPE(v)->wrap_struct_name));
        }
        break;
    case T_FILE:
        if (RFILE(v)->fptr) putf(o, ", \"fd\":%d", RFILE(v)->fptr->fd);
        break;
    case T_IMEMO: {
        const char *kind = objspace_imemo_name(imemo_kind(v));
        if (kind) putf(o, ", \"imemo_type\":\"%s\"", kind);
        break;
    }
    }
}

struct references {
    struct out *out;
    size_t count;
};

static void
put_reference(VALUE v, void *p)
{
    struct references *r = p;
    if (r->count++) put_text(r->out, ", ");
    put_address(r->out, v);
}

static void
dump_references(struct out *o, VALUE v)
{
    struct references r = {.out = o};
    size_t before = o->length;
    put_text(o, ", \"references\":[");
    gc_visit_references(v, put_reference, &r);
    put_text(o, "]");
    if (!r.count) o->length = before;
}

static void
dump_site(struct out *o, const struct alloc_site *site)
{
    if (!site) return;
    if (site->path) {
        put_text(o, ", \"file\":");
        put_json_str(o, site->path);
        putf(o, ", \"line\":%d", site->line);
    }
    if (site->mid) {
        put_text(o, ", \"method\":");
        put_json_str(o, id_name(site->mid));
    }
    putf(o, ", \"generation\":%" PRIu64, site->generation);
}

static void
dump_flags(struct out *o, VALUE v)
{
    struct gc_bit at = gc_bit_of(v);
    bool old = at.bits->old & at.bit;

    put_text(o, ", \"flags\":{");
    if (!(at.bits->unprotected & at.bit)) put_text(o, "\"wb_protected\":true, ");
    putf(o, "\"age\":%d", old ? 2 : at.bits->aged & at.bit ? 1 : 0);
    if (old) put_text(o, ", \"old\":true, \"uncollectible\":true");
    if (at.bits->mark & at.bit) put_text(o, ", \"marked\":true");
    put_text(o, "}");
}

static void
dump_object(struct out *o, VALUE v)
{
    const char *type = objspace_type_name(obj_type(v));

    put_text(o, "{\"address\":");
    put_address(o, v);
    putf(o, ", \"type\":\"%s\"", type ? type + 2 : "NONE");
    if (obj_type(v) != T_IMEMO) putf(o, ", \"shape_id\":%u", (unsigned)obj_shape(v));
    putf(o, ", \"slot_size\":%zu", gc_slot_bytes(v));
    if (obj_type(v) == T_ICLASS) put_ref(o, "class", class_module_of(v));
    else if (obj_class(v)) put_ref(o, "class", obj_class(v));
    if (obj_type(v) != T_IMEMO && OBJ_FROZEN_RAW(v)) put_text(o, ", \"frozen\":true");
    dump_details(o, v);
    dump_references(o, v);
    dump_site(o, alloc_site_of(v));
    putf(o, ", \"memsize\":%zu", rb_obj_memsize_of(v));
    dump_flags(o, v);
    put_text(o, "}");
}

static void
dump_immediate(struct out *o, VALUE v)
{
    if (v == Qnil) put_text(o, "null");
    else if (v == Qtrue || v == Qfalse) put_text(o, v == Qtrue ? "true" : "false");
    else if (val_fix_p(v)) putf(o, "%ld", FIX2LONG(v));
    else if (val_float_p(v)) put_float(o, float_value(v));
    else {
        put_text(o, "{\"type\":\"SYMBOL\", \"value\":");
        put_json_str(o, sym_name(v));
        put_text(o, "}");
    }
}

/* ---- all ---- */

struct dump {
    struct out *out;
    bool since_given;
    uint64_t since;
};

static void
dump_line(VALUE v, void *p)
{
    struct dump *d = p;
    const struct alloc_site *site = d->since_given ? alloc_site_of(v) : NULL;
    if (d->since_given && (!site || site->generation < d->since)) return;
    dump_object(d->out, v);
    put_text(d->out, "\n");
}

/* full: slots that hold no object. */
static void
dump_free_slots(struct gc_page *page, void *out)
{
    for (unsigned i = 0; i < page->slot_count; i++) {
        if (page->bits[i >> 6].alloc >> (i & 63) & 1) continue;
        put_text(out, "{\"address\":");
        put_address(out, gc_slot_at(page, i));
        putf(out, ", \"type\":\"NONE\", \"slot_size\":%u}\n", (unsigned)page->slot_bytes);
    }
}

static void
dump_roots(struct out *o)
{
    for (unsigned kind = 0; kind < GC_ROOTS_COUNT; kind++) {
        struct references r = {.out = o};
        size_t before = o->length;
        putf(o, "{\"type\":\"ROOT\", \"root\":\"%s\", \"references\":[", objspace_root_names[kind]);
        gc_visit_roots(kind, put_reference, &r);
        put_text(o, "]}\n");
        if (!r.count) o->length = before;
    }
}

/* parent: the shape that `id` came from by adding `name`; 0 for a root. */
static void
dump_shape(struct out *o, shape_id_t id, const struct shape *parent, shape_id_t parent_id, ID name)
{
    const struct shape *s = shape_get(id);
    uint32_t pos = 0;
    unsigned edges = 0;
    for (ID edge; shape_next_edge(s, &pos, &edge, &(shape_id_t){0});) edges++;
    put_text(o, "{\"address\":");
    put_address(o, (VALUE)s);
    putf(o, ", \"type\":\"SHAPE\", \"id\":%u", (unsigned)id);
    if (parent) putf(o, ", \"parent_id\":%u", (unsigned)parent_id);
    putf(o, ", \"depth\":%u, \"shape_type\":\"%s\"", s->field_count + 1u, s->is_dict ? "COMPLEX" : parent ? "IVAR" : "ROOT");
    if (name) {
        put_text(o, ", \"edge_name\":");
        put_json_str(o, id_name(name));
    }
    if (s->klass) put_ref(o, "class", s->klass);
    putf(o, ", \"edges\":%u, \"memsize\":%zu}\n", edges, sizeof *s);
}

static void
dump_shapes(struct out *o, uint64_t since)
{
    for (shape_id_t id = 0; id < shape_id_limit(); id++) {
        const struct shape *s = shape_get(id);
        uint32_t pos = 0;
        ID name;
        shape_id_t child;
        if (!s->klass && id != SHAPE_HIDDEN) continue;
        if (s->root == id && id >= since) dump_shape(o, id, NULL, 0, 0);
        while (shape_next_edge(s, &pos, &name, &child))
            if (child >= since) dump_shape(o, child, s, id, name);
    }
}

/* ---- where it goes ---- */

static VALUE
deliver(VALUE pack)
{
    struct {
        struct out *o;
        VALUE to;
    } *p = (void *)pack;
    enum { PIECE = 1 << 20 };
    if (p->o->failed) rb_memerror();
    if (RB_TYPE_P(p->to, T_STRING)) {
        rb_str_cat(p->to, p->o->text, (long)p->o->length);
        return p->to;
    }
    for (size_t at = 0; at < p->o->length; at += PIECE)
        rb_io_write(p->to, rb_utf8_str_new(p->o->text + at, (long)(p->o->length - at < PIECE ? p->o->length - at : PIECE)));
    return rb_io_flush(p->to);
}

static VALUE
release(VALUE out)
{
    free(((struct out *)out)->text);
    return Qnil;
}

static VALUE
finish(struct out *o, VALUE to)
{
    struct {
        struct out *o;
        VALUE to;
    } pack = {o, to};
    return rb_ensure(deliver, (VALUE)&pack, release, (VALUE)o);
}

static VALUE
objspace_m_dump(VALUE self, VALUE obj, VALUE to)
{
    struct out o = {0};
    if (val_heap_p(obj)) dump_object(&o, obj);
    else dump_immediate(&o, obj);
    return finish(&o, to);
}

static VALUE
objspace_m_dump_all(VALUE self, VALUE to, VALUE full, VALUE since, VALUE shapes)
{
    struct out o = {0};
    struct dump d = {.out = &o, .since_given = !NIL_P(since)};
    uint64_t shapes_since = RTEST(shapes) ? NUM2SIZET(shapes) : 0;
    if (d.since_given) d.since = NUM2SIZET(since);
    if (!d.since_given) dump_roots(&o);
    if (RTEST(shapes)) dump_shapes(&o, shapes_since);
    gc_each_object(dump_line, &d);
    if (RTEST(full)) gc_each_page(dump_free_slots, &o);
    return finish(&o, to);
}

static VALUE
objspace_m_dump_shapes(VALUE self, VALUE to, VALUE since)
{
    struct out o = {0};
    dump_shapes(&o, NUM2SIZET(since));
    return finish(&o, to);
}

void
Init_objspace_dump(VALUE m)
{
    rb_define_module_function(m, "_dump", objspace_m_dump, 2);
    rb_define_module_function(m, "_dump_all", objspace_m_dump_all, 4);
    rb_define_module_function(m, "_dump_shapes", objspace_m_dump_shapes, 2);
}
