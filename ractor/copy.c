/*
 * ractor/copy.c - what passes from one Ractor to another: shareable objects as they are, others copied or moved.
 *
 * A copy and a move visit all reachable objects that are not shareable.  A copy is a clone whose references are replaced by
 * their copies.  A move makes a new object with the old one's body, and the old one becomes a Ractor::MovedObject.  All objects
 * are checked before the first is moved, so that an object that cannot be moved leaves the others unchanged.
 */
#include "internal/compiler.h"
#include <string.h>
#include "internal/array.h"
#include "internal/gc.h"
#include "internal/hash.h"
#include "internal/io.h"
#include "internal/object.h"
#include "internal/ractor/parts.h"
#include "ruby/ractor.h"

struct passing {
    bool move;
    VALUE done; /* object -> what takes its place; identity Hash */
    VALUE list; /* ivar_foreach: Array */
};

static VALUE cMovedObject;

static VALUE pass(struct passing *p, VALUE v);

static VALUE
identity_hash(void)
{
    VALUE h = hash_new();
    rb_funcall(h, rb_intern("compare_by_identity"), 0);
    return h;
}

/* ---- references ---- */

static int
add_pair(VALUE k, VALUE v, VALUE list)
{
    ary_push(list, k);
    ary_push(list, v);
    return ST_CONTINUE;
}

static int
add_ivar(ID name, VALUE v, void *arg)
{
    (void)name;
    ary_push((VALUE)arg, v);
    return ST_CONTINUE;
}

VALUE
ractor_references(VALUE v)
{
    VALUE list = ary_new();
    switch (obj_type(v)) {
    case T_ARRAY:
        for (size_t i = 0; i < ary_len(v); i++) ary_push(list, ary_at(v, i));
        break;
    case T_HASH:
        hash_each(v, add_pair, list);
        ary_push(list, hash_default(v));
        break;
    case T_STRUCT:
        for (long i = 0, n = RSTRUCT_LEN(v); i < n; i++) ary_push(list, rb_struct_aref(v, int_fix(i)));
        break;
    case T_RATIONAL:
        ary_push(list, rb_rational_num(v));
        ary_push(list, rb_rational_den(v));
        break;
    case T_COMPLEX:
        ary_push(list, rb_complex_real(v));
        ary_push(list, rb_complex_imag(v));
        break;
    default: break;
    }
    ivar_foreach(v, add_ivar, (void *)list);
    return list;
}

/* Returns whether v is passed as it is: an immediate, a shareable object, or an internal part such as a backtrace. */
static bool
stays_p(VALUE v)
{
    return !val_heap_p(v) || obj_type(v) == T_IMEMO || !obj_class(v) || backtrace_object_p(v) || ractor_shareable_p(v);
}

static int
add_name(ID name, VALUE v, void *arg)
{
    if (!stays_p(v)) {
        ary_push((VALUE)arg, sym_from_id(name));
        ary_push((VALUE)arg, v);
    }
    return ST_CONTINUE;
}

/* Passes the instance variables of `to`.  Every name can be kept as a Symbol, because a hidden name is an ordinary ID. */
static void
pass_ivars(struct passing *p, VALUE to)
{
    VALUE list = ary_new();
    ivar_foreach(to, add_name, (void *)list);
    for (size_t i = 0; i < ary_len(list); i += 2) {
        VALUE v = pass(p, ary_at(list, i + 1));
        ivar_set(to, sym_to_id(ary_at(list, i)), v);
    }
}

static void
pass_pairs(struct passing *p, VALUE to)
{
    VALUE list = ary_new();
    bool same = true;
    hash_each(to, add_pair, list);
    for (size_t i = 0; i < ary_len(list); i++) {
        VALUE v = pass(p, ary_at(list, i));
        same &= v == ary_at(list, i);
        ary_store(list, (intptr_t)i, v);
    }
    if (same) return;
    hash_clear(to);
    for (size_t i = 0; i < ary_len(list); i += 2) hash_set(to, ary_at(list, i), ary_at(list, i + 1));
}

static void
pass_references(struct passing *p, VALUE to)
{
    uint32_t frozen = obj_flags(to) & HDR_FROZEN;
    obj_hdr(to)->flags &= ~(uint32_t)HDR_FROZEN;
    switch (obj_type(to)) {
    case T_ARRAY:
        for (size_t i = 0; i < ary_len(to); i++) {
            VALUE v = pass(p, ary_at(to, i));
            if (v != ary_at(to, i)) ary_store(to, (intptr_t)i, v);
        }
        break;
    case T_HASH: pass_pairs(p, to); break;
    case T_STRUCT:
        for (long i = 0, n = RSTRUCT_LEN(to); i < n; i++) {
            VALUE old = rb_struct_aref(to, int_fix(i)), v = pass(p, old);
            if (v != old) rb_struct_aset(to, int_fix(i), v);
        }
        break;
    default: break;
    }
    pass_ivars(p, to);
    obj_hdr(to)->flags |= frozen;
}

/* ---- moving ---- */

static bool
movable_p(VALUE v)
{
    if (obj_type(v) != T_DATA) return true;
    return RTYPEDDATA_P(v) && !RTYPEDDATA_TYPE(v)->function.dmark;
}

static void
check_movable(VALUE seen, VALUE v)
{
    if (stays_p(v) || exc_late_message_p(v) || hash_get(seen, v) != Qundef) return;
    if (!movable_p(v)) rb_raise(ractor_eError, "can not move %" PRIsVALUE " object.", rb_obj_class(v));
    hash_set(seen, v, Qtrue);
    VALUE list = ractor_references(v);
    for (size_t i = 0; i < ary_len(list); i++) check_movable(seen, ary_at(list, i));
}

/* Updates the pointers of a moved object into itself. */
static void
settle_body(VALUE to, VALUE from)
{
    unsigned type = obj_type(to);
    if (type == T_FILE && RFILE(to)->fptr) RFILE(to)->fptr->self = to;
    if (type != T_DATA) return;
    uintptr_t at = (uintptr_t)RTYPEDDATA(to)->data - (uintptr_t)from;
    if (at < gc_slot_bytes(from)) RTYPEDDATA(to)->data = (char *)to + at;
    gc_unprotect(to);
}

/* A new object with v's body; v becomes a MovedObject. */
static VALUE
object_steal(VALUE v)
{
    uint32_t own = HDR_OLD_CLEAN | HDR_TOLD | HDR_FINALIZE | HDR_HAS_ID | HDR_SHAREABLE;
    unsigned cls = gc_slot_class(v);
    size_t bytes = gc_slot_bytes(v);
    VALUE to = gc_new0(cls, T_OBJECT, class_root_shape(cMovedObject, cls));
    memcpy((char *)to + OBJ_HEADER_BYTES, (char *)v + OBJ_HEADER_BYTES, bytes - OBJ_HEADER_BYTES);
    uint32_t flags = obj_flags(v);
    obj_hdr(to)->flags = flags & ~own;
    obj_set_shape(to, obj_shape(v));
    obj_hdr(v)->flags = (flags & (own & ~(uint32_t)HDR_SHAREABLE)) | T_OBJECT;
    if (flags & HDR_EXIVAR) ivar_moved(v, to);
    gc_own(to);
    gc_disown(v);
    settle_body(to, v);
    memset((char *)v + OBJ_HEADER_BYTES, 0, bytes - OBJ_HEADER_BYTES);
    obj_set_shape(v, class_root_shape(cMovedObject, cls));
    gc_wb(to);
    return to;
}

/* ---- both ---- */

static VALUE
pass(struct passing *p, VALUE v)
{
    if (stays_p(v)) return v;
    if (exc_late_message_p(v)) return rb_funcall(v, rb_intern("to_str"), 0); /* it holds the receiver */
    VALUE to = hash_get(p->done, v);
    if (to != Qundef) return to;
    if (p->move) {
        VALUE key = v;
        to = object_steal(v);
        hash_set(p->done, key, to);
    } else {
        if (val_type_p(v, T_DATA) && !val_truthy(rb_obj_is_proc(v)) && val_truthy(rb_obj_is_kind_of(v, rb_cEnumerator)))
            rb_raise(ractor_eError, "can not copy %" PRIsVALUE " object.", rb_obj_class(v));
        to = rb_obj_clone(v);
        hash_set(p->done, v, to);
    }
    pass_references(p, to);
    return to;
}

VALUE
ractor_pass(VALUE v, bool move)
{
    if (stays_p(v)) return v;
    if (move) check_movable(identity_hash(), v);
    struct passing p = {.move = move, .done = identity_hash()};
    VALUE to = pass(&p, v);
    RB_GC_GUARD(p.done);
    return to;
}

/* ---- Ractor::MovedObject ---- */

static VALUE
moved_m_any(int argc, VALUE *argv, VALUE self)
{
    (void)argc, (void)argv, (void)self;
    rb_raise(ractor_eMovedError, "can not send any methods to a moved object");
}

void
ractor_copy_init(void)
{
    static const char *const names[] = {"method_missing", "==",    "!", "!=", "__send__", "__id__", "instance_eval",
                                        "instance_exec",  "equal?"};
    cMovedObject = rb_define_class_under(rb_cRactor, "MovedObject", rb_cBasicObject);
    for (size_t i = 0; i < lengthof(names); i++) rb_define_method(cMovedObject, names[i], moved_m_any, -1);
}
