/*
 * ractor/share.c - which objects several Ractors may see: those that are frozen, and all they refer to.
 *
 * An object found shareable is marked (HDR_SHAREABLE) and not looked at again.
 */
#include "internal/compiler.h"
#include "internal/array.h"
#include "internal/hash.h"
#include "internal/object.h"
#include "internal/vm.h"
#include "internal/ractor/parts.h"
#include "ruby/ractor.h"

/* ---- shareable: frozen all the way down ---- */

enum { SHAREABLE_TEST, SHAREABLE_MAKE, DATA_SHAREABLE = RUBY_TYPED_FROZEN_SHAREABLE | RUBY_TYPED_FROZEN_SHAREABLE_NO_REC };

struct sharing {
    int mode;
    bool ok;
    VALUE seen; /* identity Hash */
};

static bool
always_shareable(VALUE v)
{
    if (!val_heap_p(v)) return true;
    switch (obj_type(v)) {
    case T_CLASS:
    case T_MODULE:
    case T_ICLASS:
    case T_FLOAT:
    case T_BIGNUM:
    case T_SYMBOL: return true;
    default: return (obj_flags(v) & HDR_SHAREABLE) != 0;
    }
}

static bool run(VALUE v, int mode);

NORETURN static void
cannot_share(VALUE v, const char *why)
{
    rb_raise(ractor_eError, "can not make shareable object for %" PRIsVALUE "%s", rb_inspect(v), why);
}

/* Returns whether an object that C made may be shared once it is frozen.  The flags of its type determine that, except for Procs and
 * Methods. */
static bool
holds_shareable(struct sharing *s, VALUE v)
{
    const char *why = "";
    bool may = rb_data_object_typed_p(v) && (RTYPEDDATA_TYPE(v)->flags & DATA_SHAREABLE);
    if (val_proc_p(v)) {
        if (s->mode == SHAREABLE_MAKE) ractor_share_proc(v);
        return s->mode == SHAREABLE_MAKE;
    }
    if (val_truthy(rb_obj_is_method(v))) {
        may = !val_truthy(rb_obj_is_kind_of(v, rb_cMethod)) || ractor_shareable_p(rb_funcall(v, rb_intern("receiver"), 0));
        why = " because it refers unshareable objects";
    }
    if (!may && s->mode == SHAREABLE_MAKE) cannot_share(v, why);
    return may;
}

static void
share(struct sharing *s, VALUE v)
{
    if (!s->ok || always_shareable(v) || obj_type(v) == T_IMEMO || !obj_class(v) || backtrace_object_p(v)) return;
    if (hash_get(s->seen, v) != Qundef) return;
    hash_set(s->seen, v, Qtrue);
    if (obj_type(v) == T_DATA && !holds_shareable(s, v)) {
        s->ok = false;
        return;
    }
    if (!obj_frozen(v)) {
        if (s->mode == SHAREABLE_TEST) {
            s->ok = false;
            return;
        }
        rb_funcall(v, rb_intern("freeze"), 0);
        if (!obj_frozen(v)) rb_raise(ractor_eError, "#freeze does not freeze object correctly");
    }
    VALUE list = ractor_references(v);
    for (size_t i = 0; i < ary_len(list); i++) share(s, ary_at(list, i));
}

static int
mark_shareable(VALUE v, VALUE yes, VALUE unused)
{
    (void)yes, (void)unused;
    obj_hdr(v)->flags |= HDR_SHAREABLE;
    return ST_CONTINUE;
}

static bool
run(VALUE v, int mode)
{
    if (always_shareable(v)) return true;
    if (mode == SHAREABLE_TEST && !obj_frozen(v)) return false;
    struct sharing s = {mode, true, rb_hash_new()};
    rb_funcall(s.seen, rb_intern("compare_by_identity"), 0);
    share(&s, v);
    if (s.ok) hash_each(s.seen, mark_shareable, Qnil);
    return s.ok;
}

bool
ractor_shareable_p(VALUE v)
{
    return always_shareable(v) || run(v, SHAREABLE_TEST);
}

/* Marks v as shareable.  The caller guarantees that all objects reachable from v are shareable. */
VALUE
rb_obj_set_shareable(VALUE v)
{
    if (val_heap_p(v)) obj_hdr(v)->flags |= HDR_SHAREABLE;
    return v;
}

bool
rb_ractor_shareable_p_continue(VALUE v)
{
    return run(v, SHAREABLE_TEST);
}

VALUE
rb_ractor_make_shareable(VALUE v)
{
    run(v, SHAREABLE_MAKE);
    return v;
}

VALUE
rb_ractor_make_shareable_copy(VALUE v)
{
    if (run(v, SHAREABLE_TEST)) return v;
    return rb_ractor_make_shareable(ractor_pass(v, false));
}

static VALUE
ractor_s_make_shareable(int argc, VALUE *argv, VALUE klass)
{
    (void)klass;
    VALUE v, opts;
    rb_scan_args(argc, argv, "1:", &v, &opts);
    VALUE copy = opts == Qnil ? Qundef : hash_get(opts, ID2SYM(rb_intern("copy")));
    return copy != Qundef && val_truthy(copy) ? rb_ractor_make_shareable_copy(v) : rb_ractor_make_shareable(v);
}

static VALUE
ractor_s_shareable_p(VALUE klass, VALUE v)
{
    (void)klass;
    return val_bool(always_shareable(v) || run(v, SHAREABLE_TEST));
}

void
ractor_share_init(void)
{
    rb_define_singleton_method(rb_cRactor, "make_shareable", ractor_s_make_shareable, -1);
    rb_define_singleton_method(rb_cRactor, "shareable?", ractor_s_shareable_p, 1);
}
