/*
 * vm/backtrace.c - where execution is: Thread::Backtrace, its locations, caller, caller_locations.
 *
 * A raise records (what, pc) pairs only; labels and lines are made when the backtrace is read.
 */
#include "internal/compiler.h"
#include <string.h>
#include "internal/object.h"
#include "internal/vm/call.h"
#include "internal/vm/site.h"
#include "internal/vm.h"

/* One level.  me: the entry of a Ruby or C method, or 0.  iseq: the code, 0 for a C method.  pc: an address in that code. */
struct bt_entry {
    VALUE me;
    VALUE iseq;
    const cell *pc;
};
struct backtrace {
    uint32_t count;  /* levels shown */
    uint32_t total;  /* and those below that give the last ones, if C, their line */
    VALUE strings;   /* Array, once made; 0 */
    VALUE locations; /* Array, once made; 0 */
    struct bt_entry e[];
};

static void
bt_mark(void *p)
{
    struct backtrace *bt = p;
    gc_mark(bt->strings);
    gc_mark(bt->locations);
    for (uint32_t i = 0; i < bt->total; i++) {
        gc_mark(bt->e[i].me);
        gc_mark(bt->e[i].iseq);
    }
}

static size_t
bt_memsize(const void *p)
{
    size_t bytes = sizeof(struct backtrace) + ((const struct backtrace *)p)->total * sizeof(struct bt_entry);
    return bytes + sizeof(struct RTypedData) <= SLOT_MAX_BYTES ? 0 : bytes;
}

static const rb_data_type_t bt_type = {"backtrace",
                                       {bt_mark, RUBY_DEFAULT_FREE, bt_memsize, NULL, {0}},
                                       NULL,
                                       NULL,
                                       RUBY_TYPED_FREE_IMMEDIATELY | RUBY_TYPED_EMBEDDABLE | RUBY_TYPED_WB_PROTECTED};

struct location {
    VALUE bt;
    uint32_t index;
};
static void
loc_mark(void *p)
{
    gc_mark(((struct location *)p)->bt);
}
static const rb_data_type_t loc_type = {
    "backtrace_location", {loc_mark, RUBY_DEFAULT_FREE, NULL, NULL, {0}}, NULL, NULL, RUBY_TYPED_FREE_IMMEDIATELY};
static VALUE cBacktrace, cLocation;

/* ---- walking ---- */

struct walk {
    ec_t *ec;
    VALUE *fp;
    const cell *pc;
    const struct method_entry *c_me; /* C method running above fp, not yet visited */
    const struct method_entry *last; /* the C method shown just before */
};

/* Returns whether me ran above fp as a C block only: the method that made the block is a level of its own further down. */
static bool
backtrace_of_c_block_p(const VALUE *fp, const struct method_entry *me)
{
    return !frame_ruby_p(fp) && (frame_flags(fp) & FRAME_IFUNC) && ((const struct ifunc *)fp[ENTRY_IFUNC])->me == me;
}

static void
backtrace_walk_start(struct walk *w, ec_t *ec)
{
    w->ec = ec;
    w->fp = ec->fp;
    w->pc = ec->pc;
    w->c_me = ec->hide_c || backtrace_of_c_block_p(ec->fp, ec->c_me) ? NULL : ec->c_me;
    w->last = NULL;
}

/* Returns the entry of the method that a frame's code belongs to, also for a block in it, or 0. */
static VALUE
backtrace_frame_me(ec_t *ec, VALUE *fp)
{
    if (ep_method_p(fp)) return ep_code(fp);
    if (!ep_up(fp)) return 0;
    return (VALUE)vm_frame_method(ec, fp);
}

/* Returns whether the path of the code begins with <internal:, as that of RubyGems' Kernel#require does. */
static bool
backtrace_internal_p(VALUE iseq)
{
    struct iseq_body *body = iseq_body(iseq);
    if (UNLIKELY(!body->internal)) {
        VALUE path = body->path;
        bool is = path && val_type_p(path, T_STRING) && str_len(path) > 10 && memcmp(str_ptr(path), "<internal:", 10) == 0;
        body->internal = is ? 2 : 1;
    }
    return body->internal == 2;
}

/* Is the nearest Ruby code at or below fp internal? */
static bool
backtrace_under_internal_p(VALUE *fp)
{
    for (VALUE *prev = frame_prev(fp); prev != fp; fp = prev, prev = frame_prev(fp)) {
        if (frame_ruby_p(fp) && !iseq_body(frame_iseq(fp))->is_core) return backtrace_internal_p(frame_iseq(fp));
    }
    return false;
}

/* Is there no Ruby code below fp? */
static bool
backtrace_outermost_p(VALUE *fp)
{
    for (VALUE *prev = frame_prev(fp); prev != fp; fp = prev, prev = frame_prev(fp))
        if (frame_ruby_p(fp) && !iseq_body(frame_iseq(fp))->is_core) return false;
    return true;
}

/* Class#new, the level below an initialize that ran in its place. */
static VALUE me_class_new;

/* Returns whether the call that ends at `ret` is a call of new from Ruby code, without a block other than that of `...`.  CRuby carries out such a
 * call without a level of its own. */
static bool
backtrace_plain_new_p(const VALUE *caller, const cell *ret)
{
    const cell *at = ret - INSN_LEN_send, *site = ret - SITE_CELLS;
    if (!frame_ruby_p(caller)) return false;
    int id = insn_at(at);
    if (id < 0 || insn_family(id) != INSN_send || ci_mid(site[0]) != rb_intern("new")) return false;
    return !(ci_flags(site[0]) & CI_BLOCKARG) || (ci_flags(site[0]) & CI_FORWARDING);
}

/* The next level, innermost first; false at the end.  Frames of core iterators written in Ruby show as C methods; internal
 * methods too, and of what internal code calls nothing is shown. */
static bool
backtrace_walk_next(struct walk *w, struct bt_entry *out)
{
    for (;;) {
        if (w->c_me && backtrace_under_internal_p(w->fp)) w->c_me = NULL;
        if (w->c_me) {
            *out = (struct bt_entry){(VALUE)w->c_me, 0, NULL};
            w->last = w->c_me;
            w->c_me = NULL;
            return true;
        }
        VALUE *fp = w->fp, *prev = frame_prev(fp);
        if (!frame_ruby_p(fp)) {
            if (prev == fp) return false;
            w->pc = entry_pc(fp);
            w->c_me = backtrace_of_c_block_p(prev, entry_me(fp)) ? NULL : entry_me(fp);
            w->fp = prev;
            continue;
        }
        VALUE iseq = frame_iseq(fp);
        const cell *pc = w->pc;
        w->pc = frame_return(fp) - 1;
        w->fp = prev;
        if ((frame_flags(fp) & FRAME_NEW) && !backtrace_plain_new_p(prev, frame_return(fp)))
            w->c_me = (const struct method_entry *)me_class_new;
        if (iseq_body(iseq)->is_core) {
            if (!ep_method_p(fp) || backtrace_under_internal_p(fp)) continue;   /* a block inside a core method */
            if (w->last && iseq_body(iseq)->native == (VALUE)w->last) continue; /* Primitive.native: shown already */
            *out = (struct bt_entry){ep_code(fp), 0, NULL};
            return true;
        }
        if (UNLIKELY(backtrace_internal_p(iseq))) {
            if (!ep_method_p(fp) || backtrace_under_internal_p(prev)) continue;
            bool lines = backtrace_outermost_p(
                prev); /* no frame below can lend it a line: C called it, for example for `ruby -r` */
            *out = (struct bt_entry){ep_code(fp), lines ? iseq : 0, lines ? pc : NULL};
            return true;
        }
        *out = (struct bt_entry){backtrace_frame_me(w->ec, fp), iseq, pc};
        return true;
    }
}

/* With room for `total` entries, none there yet: in the slot if one is large enough. */
static VALUE
bt_alloc(size_t total)
{
    size_t size = sizeof(struct backtrace) + total * sizeof(struct bt_entry), bytes = sizeof(struct RTypedData) + size;
    if (bytes > SLOT_MAX_BYTES) return rb_data_typed_object_zalloc(cBacktrace, size, &bt_type);
    VALUE v = obj_new(cBacktrace, T_DATA, bytes);
    struct backtrace *bt = (struct backtrace *)(RTYPEDDATA(v) + 1);
    RTYPEDDATA(v)->type = &bt_type;
    RTYPEDDATA(v)->data = bt;
    *bt = (struct backtrace){0};
    return v;
}

enum { BT_FIRST = LIMIT(32, 1) }; /* levels kept from the walk that counts */

static VALUE
bt_new(ec_t *ec, long skip, long max)
{
    struct walk w, rest;
    struct bt_entry e, first[BT_FIRST];
    size_t shown = 0, total = 0;
    bool ruby = false; /* the last one taken */
    backtrace_walk_start(&w, ec);
    for (long i = 0; backtrace_walk_next(&w, &e); i++) {
        if (i < skip) continue;
        bool more = max < 0 || shown < (size_t)max;
        if (!more && (ruby || total == 0)) break;
        shown += more;
        if (total < BT_FIRST) first[total] = e;
        if (++total == BT_FIRST) rest = w;
        ruby = e.iseq != 0;
    }
    VALUE v = bt_alloc(total);
    struct backtrace *bt = RTYPEDDATA(v)->data;
    bt->count = (uint32_t)shown;
    bt->total = (uint32_t)total;
    for (size_t i = 0; i < total && i < BT_FIRST; i++) bt->e[i] = first[i];
    for (size_t i = BT_FIRST; i < total; i++) backtrace_walk_next(&rest, &bt->e[i]);
    return v;
}

VALUE
backtrace_capture(ec_t *ec)
{
    VALUE bt = bt_new(ec, 0, -1);
    ec->hide_c = false;
    return bt;
}

size_t
vm_levels(ec_t *ec, struct vm_level *levels, size_t room)
{
    static const char *const kinds[] = {
        [ISEQ_TOP] = "TOP",       [ISEQ_MAIN] = "EVAL",   [ISEQ_EVAL] = "EVAL",
        [ISEQ_METHOD] = "METHOD", [ISEQ_BLOCK] = "BLOCK", [ISEQ_CLASS] = "CLASS",
    };
    struct walk w;
    struct bt_entry e;
    size_t n = 0, lent = 0; /* lent: C levels from there on take the place of the Ruby level below them */
    backtrace_walk_start(&w, ec);
    for (; n < room && backtrace_walk_next(&w, &e); n++) {
        struct vm_level *l = &levels[n];
        *l = (struct vm_level){.ruby = e.iseq != 0, .kind = "CFUNC"};
        if (e.me && !e.iseq) l->name = id_name(((const struct method_entry *)e.me)->def->original_id);
        if (!e.iseq) continue;
        struct iseq_body *body = iseq_body(e.iseq);
        l->name = body->name;
        l->kind = kinds[body->type];
        for (; lent <= n; lent++) {
            levels[lent].path = body->path;
            levels[lent].line = iseq_line_at(e.iseq, e.pc);
        }
    }
    return n;
}

/* ---- texts ---- */

/* C levels take file and line of the Ruby level below them. */
static const struct bt_entry *
backtrace_ruby_level(const struct backtrace *bt, uint32_t i)
{
    while (i < bt->total && !bt->e[i].iseq) i++;
    return i < bt->total ? &bt->e[i] : NULL;
}

static VALUE
backtrace_level_path(const struct backtrace *bt, uint32_t i)
{
    const struct bt_entry *e = backtrace_ruby_level(bt, i);
    return e ? iseq_body(e->iseq)->path : Qnil;
}

static int
backtrace_level_line(const struct backtrace *bt, uint32_t i)
{
    const struct bt_entry *e = backtrace_ruby_level(bt, i);
    return e ? iseq_line_at(e->iseq, e->pc) : 0;
}

/* nil: no name, or one that may change yet (below an anonymous module) */
static VALUE
backtrace_lasting_name(VALUE klass)
{
    return (obj_flags(klass) & CLASS_TEMP_NAME) ? Qnil : class_name_or_nil(klass);
}

/* Returns "Foo#bar", "Foo.bar", or "bar" for an anonymous owner. */
static VALUE
backtrace_method_label(VALUE mev, VALUE name)
{
    const struct method_entry *me = (const struct method_entry *)mev;
    VALUE owner = me->owner;
    if (obj_type(owner) == T_ICLASS) owner = class_module_of(owner);
    if (class_singleton_p(owner)) {
        VALUE obj = class_attached(owner);
        if (val_type_p(obj, T_CLASS) || val_type_p(obj, T_MODULE)) {
            VALUE path = backtrace_lasting_name(obj);
            if (path != Qnil) return rb_sprintf("%" PRIsVALUE ".%" PRIsVALUE, path, name);
        }
        return name;
    }
    VALUE path = backtrace_lasting_name(owner);
    return path == Qnil ? name : rb_sprintf("%" PRIsVALUE "#%" PRIsVALUE, path, name);
}

static VALUE
backtrace_level_label(const struct bt_entry *e)
{
    if (!e->iseq) return backtrace_method_label(e->me, id_name(((const struct method_entry *)e->me)->def->original_id));
    struct iseq_body *body = iseq_body(e->iseq);
    if (!e->me) return body->name;
    if (body->type == ISEQ_METHOD) return backtrace_method_label(e->me, body->name);
    bool in_method = body->method_iseq && iseq_body(body->method_iseq)->type == ISEQ_METHOD;
    if (body->type == ISEQ_EVAL && in_method && strncmp(str_ptr(body->name), "block ", 6) != 0)
        return backtrace_method_label(e->me, iseq_body(body->method_iseq)->name);
    if (!in_method) return body->name; /* also of a method that define_method made of a block */
    /* "block (2 levels) in foo": the method's full label after " in " */
    VALUE name = body->name;
    const char *p = str_ptr(name), *in = memmem(p, str_len(name), " in ", 4);
    if (!in) return name;
    VALUE s = rb_str_new(p, in + 4 - p);
    rb_enc_associate_index(s, ENCI_UTF8);
    return rb_str_append(s, backtrace_method_label(e->me, iseq_body(body->method_iseq)->name));
}

static VALUE
backtrace_level_string(const struct backtrace *bt, uint32_t i)
{
    VALUE path = backtrace_level_path(bt, i), label = backtrace_level_label(&bt->e[i]);
    if (path == Qnil) path = rb_gv_get("$0"); /* no Ruby code is below: the first level of a Fiber or a Thread */
    rb_encoding *enc = str_enc_index(path) == ENCI_BINARY ? rb_utf8_encoding() : rb_enc_get(path);
    int line = backtrace_level_line(bt, i);
    if (line == 0) return rb_enc_sprintf(enc, "%" PRIsVALUE ":in '%" PRIsVALUE "'", path, label);
    return rb_enc_sprintf(enc, "%" PRIsVALUE ":%d:in '%" PRIsVALUE "'", path, line, label);
}

bool
backtrace_object_p(VALUE v)
{
    return rb_typeddata_is_kind_of(v, &bt_type);
}

static struct backtrace *
bt_ptr(VALUE v)
{
    return rb_check_typeddata(v, &bt_type);
}

VALUE
backtrace_strings(VALUE v)
{
    struct backtrace *bt = bt_ptr(v);
    if (bt->strings) return bt->strings;
    VALUE a = ary_new_capa(bt->count);
    for (uint32_t i = 0; i < bt->count; i++) ary_push(a, backtrace_level_string(bt, i));
    RB_OBJ_WRITE(v, &bt->strings, a);
    RB_GC_GUARD(v);
    return a;
}

VALUE
backtrace_locations(VALUE v, long skip, long n)
{
    struct backtrace *bt = bt_ptr(v);
    if (!bt->locations) {
        VALUE a = ary_new_capa(bt->count);
        for (uint32_t i = 0; i < bt->count; i++) {
            struct location *l;
            VALUE loc = TypedData_Make_Struct(cLocation, struct location, &loc_type, l);
            l->bt = v;
            l->index = i;
            ary_push(a, loc);
        }
        RB_OBJ_WRITE(v, &bt->locations, a);
    }
    RB_GC_GUARD(v);
    if (skip == 0 && n < 0) return bt->locations;
    size_t len = ary_len(bt->locations), from = (size_t)skip < len ? (size_t)skip : len;
    size_t left = len - from;
    return ary_subseq(bt->locations, from, n >= 0 && (size_t)n < left ? (size_t)n : left);
}

/* ---- Thread::Backtrace::Location ---- */

VALUE
backtrace_add_reversed(VALUE text)
{
    VALUE v = bt_new(vm_ec, 0, -1);
    const struct backtrace *bt = bt_ptr(v);
    for (uint32_t i = bt->count; i-- > 0;) {
        const struct bt_entry *e = &bt->e[i];
        VALUE name = e->iseq ? iseq_body(e->iseq)->name : id_name(((const struct method_entry *)e->me)->def->original_id);
        rb_str_catf(text, "\tfrom %" PRIsVALUE ":%d:in  '%" PRIsVALUE "'\n", backtrace_level_path(bt, i),
                    backtrace_level_line(bt, i), name);
    }
    RB_GC_GUARD(v);
    return text;
}

static struct location *
loc_ptr(VALUE v)
{
    return rb_check_typeddata(v, &loc_type);
}

static VALUE
loc_m_lineno(VALUE self)
{
    struct location *l = loc_ptr(self);
    return INT2FIX(backtrace_level_line(bt_ptr(l->bt), l->index));
}

static VALUE
loc_m_label(VALUE self)
{
    struct location *l = loc_ptr(self);
    return backtrace_level_label(&bt_ptr(l->bt)->e[l->index]);
}

static VALUE
loc_m_base_label(VALUE self)
{
    struct location *l = loc_ptr(self);
    const struct bt_entry *e = &bt_ptr(l->bt)->e[l->index];
    if (e->me) return id_name(((const struct method_entry *)e->me)->def->original_id);
    return iseq_body(iseq_body(e->iseq)->method_iseq ? iseq_body(e->iseq)->method_iseq : e->iseq)->base_label;
}

static VALUE
loc_m_path(VALUE self)
{
    struct location *l = loc_ptr(self);
    return backtrace_level_path(bt_ptr(l->bt), l->index);
}

static VALUE
loc_m_absolute_path(VALUE self)
{
    struct location *l = loc_ptr(self);
    const struct bt_entry *e = backtrace_ruby_level(bt_ptr(l->bt), l->index);
    return e ? iseq_body(e->iseq)->realpath : Qnil;
}

static VALUE
loc_m_to_s(VALUE self)
{
    struct location *l = loc_ptr(self);
    return backtrace_level_string(bt_ptr(l->bt), l->index);
}

static VALUE
loc_m_inspect(VALUE self)
{
    return rb_inspect(loc_m_to_s(self));
}

/* node_id of the instruction, for error_highlight; nil */
VALUE
location_node_id(VALUE self)
{
    struct location *l = loc_ptr(self);
    const struct bt_entry *e = backtrace_ruby_level(bt_ptr(l->bt), l->index);
    return e ? INT2FIX(iseq_node_id_at(e->iseq, e->pc)) : Qnil;
}

VALUE
location_iseq(VALUE v)
{
    if (!rb_typeddata_is_kind_of(v, &loc_type)) return 0;
    struct location *l = loc_ptr(v);
    const struct bt_entry *e = backtrace_ruby_level(bt_ptr(l->bt), l->index);
    return e ? e->iseq : 0;
}

/* ---- caller ---- */

/* caller(start = 1, length = nil) or caller(range); skip0: levels that are the asker's own. */
static VALUE
backtrace_caller_args(int argc, VALUE *argv, long default_skip, bool locations)
{
    ec_t *ec = vm_ec;
    VALUE a, b;
    long skip = default_skip, n = -1;
    rb_scan_args(argc, argv, "02", &a, &b);
    VALUE bt = bt_new(ec, 1, -1); /* without the C method that calls */
    long total = (long)bt_ptr(bt)->count;
    if (argc == 1 && val_truthy(rb_obj_is_kind_of(a, rb_cRange))) {
        long beg, len;
        VALUE r = rb_range_beg_len(a, &beg, &len, total, 0);
        if (r == Qnil || r == Qfalse) return Qnil;
        skip = beg;
        n = len;
    } else {
        if (argc > 0) skip = NUM2LONG(a);
        if (skip < 0) rb_raise(rb_eArgError, "negative level (%ld)", skip);
        if (b != Qnil && argc > 1) {
            n = NUM2LONG(b);
            if (n < 0) rb_raise(rb_eArgError, "negative size (%ld)", n);
            if (n == 0) return ary_new();
        }
    }
    if (skip > total) return Qnil;
    VALUE sub = bt_new(ec, 1 + skip, n);
    return locations ? backtrace_locations(sub, 0, -1) : backtrace_strings(sub);
}

static VALUE
backtrace_kernel_m_caller(int argc, VALUE *argv, VALUE self)
{
    (void)self;
    return backtrace_caller_args(argc, argv, 1, false);
}

VALUE
vm_caller_locations(int argc, VALUE *argv)
{
    return backtrace_caller_args(argc, argv, 1, true);
}

/* --backtrace-limit; -1: none */
static VALUE
backtrace_s_limit(VALUE klass)
{
    (void)klass;
    return LONG2NUM(error_backtrace_limit);
}

static VALUE
backtrace_kernel_m_caller_locations(int argc, VALUE *argv, VALUE self)
{
    (void)self;
    return backtrace_caller_args(argc, argv, 1, true);
}

VALUE
vm_caller_iseq(ec_t *ec)
{
    struct walk w;
    struct bt_entry e;
    backtrace_walk_start(&w, ec);
    while (backtrace_walk_next(&w, &e)) {
        if (e.iseq) return e.iseq;
    }
    return 0;
}

VALUE
vm_caller_path(ec_t *ec)
{
    VALUE iseq = vm_caller_iseq(ec);
    return iseq ? iseq_body(iseq)->path : Qnil;
}

int
vm_caller_line(ec_t *ec)
{
    struct walk w;
    struct bt_entry e;
    backtrace_walk_start(&w, ec);
    while (backtrace_walk_next(&w, &e)) {
        if (e.iseq) return iseq_line_at(e.iseq, e.pc);
    }
    return 0;
}

struct vm_place
vm_running_place(ec_t *ec)
{
    struct vm_place place = {0};
    struct walk w;
    struct bt_entry e;
    if (!ec || !ec->fp) return place;
    backtrace_walk_start(&w, ec);
    for (bool first = true; backtrace_walk_next(&w, &e); first = false) {
        if (first) place.me = (const struct method_entry *)e.me;
        if (!e.iseq) continue;
        place.path = iseq_body(e.iseq)->path;
        place.line = iseq_line_at(e.iseq, e.pc);
        break;
    }
    return place;
}

const char *
rb_sourcefile(void)
{
    VALUE p = vm_caller_path(vm_ec);
    return p == Qnil ? NULL : str_ptr(p);
}

int
rb_sourceline(void)
{
    return vm_caller_line(vm_ec);
}

const char *
rb_source_location_cstr(int *line)
{
    if (line) *line = rb_sourceline();
    return rb_sourcefile();
}

VALUE
rb_make_backtrace(void)
{
    return backtrace_strings(backtrace_capture(vm_ec));
}

/* Returns __method__ or __callee__ of the Ruby code that calls, or 0. */
ID
vm_current_method_id(ec_t *ec, bool callee)
{
    VALUE *fp = vm_ruby_frame(ec);
    VALUE me = fp ? backtrace_frame_me(ec, fp) : 0;
    if (!me) return 0;
    return callee ? ((const struct method_entry *)me)->called_id : ((const struct method_entry *)me)->def->original_id;
}

void
Init_vm_backtrace(void)
{
    cBacktrace = rb_define_class_under(rb_cThread, "Backtrace", rb_cObject);
    rb_define_singleton_method(cBacktrace, "limit", backtrace_s_limit, 0);
    rb_undef_alloc_func(cBacktrace);
    rb_undef_method(CLASS_OF(cBacktrace), "new");
    cLocation = rb_define_class_under(cBacktrace, "Location", rb_cObject);
    rb_undef_alloc_func(cLocation);
    rb_undef_method(CLASS_OF(cLocation), "new");
    rb_define_method(cLocation, "lineno", loc_m_lineno, 0);
    rb_define_method(cLocation, "label", loc_m_label, 0);
    rb_define_method(cLocation, "base_label", loc_m_base_label, 0);
    rb_define_method(cLocation, "path", loc_m_path, 0);
    rb_define_method(cLocation, "absolute_path", loc_m_absolute_path, 0);
    rb_define_method(cLocation, "to_s", loc_m_to_s, 0);
    rb_define_method(cLocation, "inspect", loc_m_inspect, 0);
    me_class_new = (VALUE)method_lookup(rb_cClass, rb_intern("new"));
    gc_register_global(&me_class_new);
    rb_define_global_function("caller", backtrace_kernel_m_caller, -1);
    rb_define_global_function("caller_locations", backtrace_kernel_m_caller_locations, -1);
}
