/*
 * vm_insnhelper.c - what instruction bodies do in C and that belongs to no other vm_ file: literals, splats, multiple
 * assignment, case dispatch.
 */
#include "internal/compiler.h"
#include "internal/object/compare.h"
#include "internal/vm/trace.h"
#include "internal/regexp.h"
#include "internal/vm_insnhelper.h"
#include "ruby/re.h"

VALUE
vm_backref_part(ec_t *ec, int type)
{
    VALUE m = vm_svar_get(ec, 1);
    if (type == 0) return m;
    if (m == Qnil) return Qnil;
    if (type & 1) return rb_reg_nth_match(type >> 1, m);
    switch (type >> 8) {
    case '&': return rb_reg_last_match(m);
    case '`': return rb_reg_match_pre(m);
    case '\'': return rb_reg_match_post(m);
    case '+': return rb_reg_match_last(m);
    }
    VM_UNREACHABLE("backref");
}

VALUE
vm_new_hash(const VALUE *kv, unsigned n)
{
    return hash_new_from(kv, n);
}

void
vm_hash_add(VALUE hash, const VALUE *kv, unsigned n)
{
    for (unsigned i = 0; i < n; i += 2) hash_set(hash, kv[i], kv[i + 1]);
}

/* The first of a literal's splats is copied as it is: it may fit a slot that the empty Hash does not have.  More pairs are
 * likely to follow (f(**h, k: v)). */
enum { PAIRS_AFTER_SPLAT = 2 };
VALUE
vm_hash_merge(VALUE hash, VALUE other)
{
    if (other == Qnil) return hash == Qnil ? hash_new() : hash;
    if (!val_type_p(other, T_HASH)) other = rb_convert_type(other, T_HASH, "Hash", "to_hash");
    if (hash == Qnil) {
        if (!hash_identity_p(other)) return hash_dup_room(other, PAIRS_AFTER_SPLAT);
        hash = hash_new();
    }
    hash_merge_into(hash, other);
    return hash;
}

VALUE
vm_new_regexp(const VALUE *parts, unsigned n, int opt)
{
    return re_new_from_parts(parts, n, opt);
}

VALUE
vm_splat_array(ec_t *ec, VALUE obj, int fresh)
{
    (void)ec;
    if (val_type_p(obj, T_ARRAY)) return fresh ? ary_dup(obj) : obj;
    if (obj == Qnil) return fresh ? ary_new() : vm_empty_array;
    VALUE a = rb_check_convert_type(obj, T_ARRAY, "Array", "to_a");
    if (a == Qnil) return ary_new_from(&obj, 1);
    return fresh ? ary_dup(a) : a;
}

void
vm_ary_push_n(VALUE ary, const VALUE *elts, unsigned n)
{
    rb_ary_cat(ary, elts, (long)n);
}

void
vm_ary_concat_splat(ec_t *ec, VALUE ary, VALUE obj)
{
    ary_concat(ary, vm_splat_array(ec, obj, false));
}

/* See insns.def: expandarray. */
void
vm_expand_array(ec_t *ec, VALUE *sp, unsigned num, unsigned flag)
{
    VALUE obj = sp[-1], single = obj, ary = val_type_p(obj, T_ARRAY) ? obj : rb_check_array_type(obj);
    (void)ec;
    size_t len;
    const VALUE *p;
    if (ary == Qnil) {
        len = 1;
        p = &single;
    } else {
        len = ary_len(ary);
        p = ary_ptr(ary);
    }
    bool rest = flag & 1;
    VALUE *out = sp - 1;
    if (flag & 2) { /* the last num, first of them on top; then the rest Array above */
        size_t before = len > num ? len - num : 0;
        for (unsigned i = 0; i < num; i++) {
            size_t at = before + (num - 1 - i);
            out[i] = at < len ? p[at] : Qnil;
        }
        if (rest) out[num] = ary == Qnil ? ary_new_from(p, before) : ary_new_from(ary_ptr(ary), before);
    } else {
        VALUE *first = out + (rest ? 1 : 0);
        for (unsigned i = 0; i < num; i++) {
            size_t at = num - 1 - i;
            first[i] = at < len ? p[at] : Qnil;
        }
        if (rest) {
            out[0] = len <= num    ? ary_new()
                     : ary == Qnil ? ary_new_from(p + num, len - num)
                                   : ary_new_from(ary_ptr(ary) + num, len - num);
        }
    }
    RB_GC_GUARD(ary);
}

/* The jump for key, or 0 to fall through to the tests. */
int
vm_case_dispatch(VALUE table, int otherwise, VALUE key)
{
    if (UNLIKELY(vm_case_redefined)) return 0;
    if (val_float_p(key)) {
        double d = float_value(key);
        if (d > -4e18 && d < 4e18 && d == (double)(int64_t)d) key = rb_int2inum((int64_t)d);
    } else if (val_heap_p(key) && !val_type_p(key, T_STRING) && !val_type_p(key, T_SYMBOL) && !val_type_p(key, T_BIGNUM)) {
        return 0;
    }
    if (obj_type(table) == T_ARRAY) {
        return vm_case_linear(table, otherwise, key);
    }
    VALUE to = hash_get(table, key);
    return to == Qundef ? otherwise : (int)fix_int(to);
}
bool vm_case_redefined;

/* Returns whether Array#max (fn 0) or #min (fn 1) is the core's.  The result is kept until a method changes. */
static bool
newarray_basic_p(int fn)
{
    static unsigned epoch[2];
    static bool basic[2];
    if (UNLIKELY(epoch[fn] != vm_call_epoch)) {
        basic[fn] = method_basic_p(rb_cArray, rb_intern(fn ? "min" : "max"));
        epoch[fn] = vm_call_epoch;
    }
    return basic[fn];
}

/* Calls recv.mid for an instruction in place of a call, under the refinements of the running code. */
static VALUE
send_refined(ec_t *ec, VALUE recv, ID mid, int argc, const VALUE *argv)
{
    VALUE refs = vm_active_refinements(ec);
    const struct method_entry *me = refs ? method_lookup_refined(refs, class_of(recv), mid) : NULL;
    if (me) return vm_call0(ec, recv, mid, me, argc, argv, BH_NONE, 0);
    return vm_send(ec, recv, mid, argc, argv, BH_NONE, 0, 1);
}

VALUE
vm_newarray_send(ec_t *ec, unsigned n, const VALUE *elts, int fn)
{
    static const char *const names[] = {"max", "min", "hash", "include?"};
    if (fn == 3) {
        ID mid = rb_intern(names[fn]);
        VALUE x = elts[n - 1];
        if (!method_basic_p(rb_cArray, mid) || vm_tracing_calls || vm_active_refinements(ec))
            return send_refined(ec, ary_new_from(elts, n - 1), mid, 1, &x);
        for (unsigned i = 0; i + 1 < n; i++)
            if (obj_equal(elts[i], x)) return Qtrue;
        return Qfalse;
    }
    if (fn < 2 && n > 0 && LIKELY(!vm_tracing_calls) && newarray_basic_p(fn) && !vm_active_refinements(ec)) {
        VALUE best = elts[0];
        unsigned basic = cmp_basic();
        for (unsigned i = 1; i < n;
             i++) { /* <=> is sent to the later element, unlike in Array#max: messages show the difference */
            int c = obj_cmp(elts[i], best, basic);
            if (fn == 0 ? c > 0 : c < 0) best = elts[i];
        }
        return best;
    }
    return send_refined(ec, ary_new_from(elts, n), rb_intern(names[fn]), 0, NULL);
}

VALUE
vm_send_literal(ec_t *ec, VALUE literal, ID mid, int argc, const VALUE *argv)
{
    VALUE copy = val_type_p(literal, T_STRING)  ? rb_str_dup(literal)
                 : val_type_p(literal, T_ARRAY) ? ary_dup(literal)
                                                : hash_dup(literal);
    return send_refined(ec, copy, mid, argc, argv);
}
