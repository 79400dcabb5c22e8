/*
 * api.c - an extension that calls the C API; api.rb says with what, api.out what comes of it (in CRuby 4.0.1 too).
 */
#include <ruby.h>
#include <ruby/debug.h>
#include <ruby/encoding.h>
#include <ruby/io.h>
#include <ruby/memory_view.h>
#include <ruby/re.h>
#include <ruby/st.h>
#include <ruby/thread.h>
#include <ruby/util.h>

#define DEF(name, argc) rb_define_singleton_method(mod, #name, capi_##name, argc)

static VALUE log_ary;

static void
note(VALUE v)
{
    rb_ary_push(log_ary, v);
}

/* sets a variable of the process by ruby_setenv; nil unsets */
static VALUE
capi_setenv(VALUE mod, VALUE name, VALUE value)
{
    ruby_setenv(StringValueCStr(name), NIL_P(value) ? NULL : StringValueCStr(value));
    return value;
}

/* ---- walking ---- */

/* as the debug gem does: each instruction sequence of the heap is wrapped and yielded; how many */
VALUE rb_iseqw_new(const struct rb_iseq_struct *iseq);
void rb_objspace_each_objects(int (*callback)(void *start, void *end, size_t stride, void *data), void *data);

static int
each_iseq(void *start, void *end, size_t stride, void *count)
{
    enum { IMEMO_ISEQ = 7 };
    for (VALUE v = (VALUE)start; v != (VALUE)end; v += stride) {
        if (RB_BUILTIN_TYPE(v) != RUBY_T_IMEMO) continue;
        if (((RBASIC(v)->flags >> RUBY_FL_USHIFT) & 15) != IMEMO_ISEQ) continue;
        rb_yield(rb_iseqw_new((const struct rb_iseq_struct *)v));
        ++*(long *)count;
    }
    return 0;
}

static VALUE
capi_each_iseq(VALUE mod)
{
    long count = 0;
    rb_objspace_each_objects(each_iseq, &count);
    return LONG2NUM(count);
}

/* ---- arguments ---- */

static VALUE
capi_scan_11(int argc, VALUE *argv, VALUE self)
{
    VALUE a, b;
    int n = rb_scan_args(argc, argv, "11", &a, &b);
    return rb_ary_new_from_args(3, INT2FIX(n), a, b);
}

static VALUE
capi_scan_all(int argc, VALUE *argv, VALUE self)
{
    VALUE a, b, rest, last, opts, block;
    int n = rb_scan_args(argc, argv, "11*1:&", &a, &b, &rest, &last, &opts, &block);
    return rb_ary_new_from_args(7, INT2FIX(n), a, b, rest, last, opts, NIL_P(block) ? Qfalse : Qtrue);
}

static VALUE
capi_scan_hash(int argc, VALUE *argv, VALUE self)
{
    VALUE a, opts;
    rb_scan_args(argc, argv, "1:", &a, &opts);
    return rb_assoc_new(a, opts);
}

static VALUE
capi_kwargs(int argc, VALUE *argv, VALUE self)
{
    VALUE opts, v[3];
    ID names[3];
    names[0] = rb_intern("a");
    names[1] = rb_intern("b");
    names[2] = rb_intern("c");
    rb_scan_args(argc, argv, ":", &opts);
    int n = rb_get_kwargs(opts, names, 1, 2, v);
    for (int i = 0; i < 3; i++)
        if (v[i] == Qundef) v[i] = ID2SYM(rb_intern("none"));
    return rb_ary_new_from_args(4, INT2FIX(n), v[0], v[1], v[2]);
}

static VALUE
capi_kwargs_rest(VALUE self, VALUE opts)
{
    VALUE v[1];
    ID name = rb_intern("a");
    opts = rb_hash_dup(opts);
    int n = rb_get_kwargs(opts, &name, 0, -2, v);
    return rb_ary_new_from_args(3, INT2FIX(n), v[0] == Qundef ? Qnil : v[0], opts);
}

static VALUE
capi_extract(VALUE self, VALUE hash)
{
    VALUE symbols = rb_extract_keywords(&hash);
    return rb_assoc_new(symbols ? symbols : Qnil, hash ? hash : Qnil);
}

/* ---- numbers ---- */

static VALUE
capi_num2int(VALUE self, VALUE v)
{
    return INT2NUM(NUM2INT(v));
}

static VALUE
capi_num2long(VALUE self, VALUE v)
{
    return LONG2NUM(NUM2LONG(v));
}

static VALUE
capi_num2ulong(VALUE self, VALUE v)
{
    return ULONG2NUM(NUM2ULONG(v));
}

static VALUE
capi_num2short(VALUE self, VALUE v)
{
    return INT2NUM(NUM2SHORT(v));
}

static VALUE
capi_num2ull(VALUE self, VALUE v)
{
    return ULL2NUM(NUM2ULL(v));
}

static VALUE
capi_num2dbl(VALUE self, VALUE v)
{
    return DBL2NUM(NUM2DBL(v));
}

static VALUE
capi_num2chr(VALUE self, VALUE v)
{
    return INT2FIX(NUM2CHR(v));
}

static VALUE
capi_pack(VALUE self, VALUE v)
{
    unsigned char buf[12];
    int sign = rb_integer_pack(v, buf, sizeof buf, 1, 0, INTEGER_PACK_BIG_ENDIAN | INTEGER_PACK_2COMP);
    return rb_ary_new_from_args(3, INT2FIX(sign), rb_str_new((char *)buf, sizeof buf),
                                rb_integer_unpack(buf, sizeof buf, 1, 0, INTEGER_PACK_BIG_ENDIAN | INTEGER_PACK_2COMP));
}

/* ---- strings ---- */

static VALUE
capi_sprintf(VALUE self, VALUE v)
{
    return rb_sprintf("%d %5.2f %s %" PRIsVALUE " %+" PRIsVALUE " %c %lx %-4d| %05ld %p", 42, 3.14159, "str", v, v, 'x',
                      255UL, 7, -12L, (void *)0);
}

static VALUE
capi_string(VALUE self, VALUE s)
{
    VALUE t = rb_str_new_cstr("abc");
    rb_str_cat(t, "\0def", 4);
    rb_str_append(t, s);
    rb_str_catf(t, "<%d>", 5);
    rb_str_resize(t, RSTRING_LEN(t) - 1);
    return rb_ary_new_from_args(4, t, INT2NUM(RSTRING_LEN(t)), rb_str_substr(t, 1, 3),
                                rb_str_split(rb_str_new_cstr("a,b"), ","));
}

static VALUE
capi_cstr(VALUE self, VALUE s)
{
    return rb_str_new_cstr(StringValueCStr(s));
}

static VALUE
capi_terminated(VALUE self, VALUE s)
{
    return RSTRING_PTR(s)[RSTRING_LEN(s)] == 0 ? Qtrue : Qfalse;
}

static VALUE
capi_encoding(VALUE self, VALUE s)
{
    int n;
    const char *p = RSTRING_PTR(s), *e = RSTRING_END(s);
    rb_encoding *enc = rb_enc_get(s);
    unsigned int c = rb_enc_codepoint_len(p, e, &n, enc);
    return rb_ary_new_from_args(7, rb_str_new_cstr(rb_enc_name(enc)), UINT2NUM(c), INT2NUM(n),
                                LONG2NUM(rb_enc_strlen(p, e, enc)), INT2NUM(rb_enc_mbmaxlen(enc)),
                                rb_enc_asciicompat(enc) ? Qtrue : Qfalse, rb_enc_uint_chr(0x20ac, rb_utf8_encoding()));
}

static VALUE
capi_coderange(VALUE self, VALUE s)
{
    switch (rb_enc_str_coderange(s)) {
    case ENC_CODERANGE_7BIT: return ID2SYM(rb_intern("ascii"));
    case ENC_CODERANGE_VALID: return ID2SYM(rb_intern("valid"));
    case ENC_CODERANGE_BROKEN: return ID2SYM(rb_intern("broken"));
    }
    return Qnil;
}

/* ---- arrays, hashes, structs ---- */

static VALUE
capi_case_fold(VALUE self, VALUE str)
{
    OnigUChar fold[ONIGENC_GET_CASE_FOLD_CODES_MAX_NUM];
    const OnigUChar *start = (const OnigUChar *)RSTRING_PTR(str), *p = start, *end = start + RSTRING_LEN(str);
    rb_encoding *enc = rb_enc_get(str);
    int n = ONIGENC_MBC_CASE_FOLD(enc, ONIGENC_CASE_FOLD, &p, end, fold);
    return rb_ary_new_from_args(3, rb_enc_str_new((char *)fold, n, enc), LONG2NUM(p - start),
                                ONIGENC_IS_UNICODE(enc) ? Qtrue : Qfalse);
}

static VALUE
capi_maybe_wait(VALUE self, VALUE error, VALUE io)
{
    return rb_ary_new_from_args(2, rb_io_maybe_wait(NUM2INT(error), io, INT2FIX(RUBY_IO_WRITABLE), Qnil),
                                INT2NUM(rb_io_maybe_wait_writable(NUM2INT(error), io, Qnil)));
}

static VALUE
capi_beg_len_step(VALUE self, VALUE range, VALUE len, VALUE err)
{
    long from = -1, count = -1, step = -1;
    VALUE r = rb_arithmetic_sequence_beg_len_step(range, &from, &count, &step, NUM2LONG(len), NUM2INT(err));
    return RTEST(r) ? rb_ary_new_from_args(3, LONG2NUM(from), LONG2NUM(count), LONG2NUM(step)) : r;
}

static VALUE
capi_array(VALUE self)
{
    VALUE a = rb_ary_new_capa(2), b;
    for (int i = 0; i < 5; i++) rb_ary_push(a, INT2FIX(i));
    rb_ary_store(a, 7, ID2SYM(rb_intern("seven")));
    rb_ary_unshift(a, Qtrue);
    b = rb_ary_subseq(a, 1, 3);
    rb_ary_concat(b, rb_ary_new_from_args(2, Qnil, Qfalse));
    VALUE popped = rb_ary_pop(b), shifted = rb_ary_shift(b);
    return rb_ary_new_from_args(6, a, b, rb_ary_entry(a, -1), popped, shifted, rb_ary_join(b, rb_str_new_cstr("-")));
}

static int
collect_pair(VALUE k, VALUE v, VALUE to)
{
    rb_ary_push(to, k);
    if (k == INT2FIX(2)) return ST_DELETE;
    return v == Qnil ? ST_STOP : ST_CONTINUE;
}

static VALUE
capi_hash(VALUE self)
{
    VALUE h = rb_hash_new(), seen = rb_ary_new();
    for (int i = 1; i <= 3; i++) rb_hash_aset(h, INT2FIX(i), INT2FIX(i * i));
    rb_hash_aset(h, ID2SYM(rb_intern("stop")), Qnil);
    rb_hash_aset(h, ID2SYM(rb_intern("never")), Qtrue);
    rb_hash_foreach(h, collect_pair, seen);
    VALUE deleted = rb_hash_delete(h, INT2FIX(1));
    return rb_ary_new_from_args(5, h, seen, rb_hash_lookup(h, INT2FIX(2)), deleted, SIZET2NUM(RHASH_SIZE(h)));
}

static VALUE
capi_struct(VALUE self)
{
    VALUE klass = rb_struct_define(NULL, "a", "b", NULL), s = rb_struct_new(klass, INT2FIX(1), INT2FIX(2));
    RSTRUCT_SET(s, 1, rb_str_new_cstr("two"));
    return rb_ary_new_from_args(4, rb_struct_aref(s, ID2SYM(rb_intern("a"))), RSTRUCT_GET(s, 1), LONG2NUM(RSTRUCT_LEN(s)),
                                rb_funcall(s, rb_intern("members"), 0));
}

static VALUE
capi_range(VALUE self, VALUE r)
{
    long beg, len;
    VALUE a, b, got = rb_range_beg_len(r, &beg, &len, 10, 0);
    int excl;
    if (!RTEST(got)) return got;
    rb_range_values(r, &a, &b, &excl);
    return rb_ary_new_from_args(5, LONG2NUM(beg), LONG2NUM(len), a, b, INT2FIX(excl));
}

/* ---- control ---- */

static VALUE
body(VALUE arg)
{
    note(ID2SYM(rb_intern("body")));
    return rb_yield(arg);
}

static VALUE
ensured(VALUE arg)
{
    note(ID2SYM(rb_intern("ensure")));
    return Qnil;
}

static VALUE
rescued(VALUE arg, VALUE exc)
{
    note(rb_obj_class(exc));
    return rb_sprintf("%" PRIsVALUE "!%" PRIsVALUE, arg, exc);
}

static VALUE
capi_ensure(VALUE self, VALUE v)
{
    return rb_ensure(body, v, ensured, Qnil);
}

static VALUE
capi_rescue(VALUE self, VALUE v)
{
    return rb_rescue(body, v, rescued, v);
}

static VALUE
capi_rescue2(VALUE self, VALUE v)
{
    return rb_rescue2(body, v, rescued, v, rb_eTypeError, rb_eKeyError, (VALUE)0);
}

static VALUE
capi_protect(VALUE self, VALUE v)
{
    int state;
    VALUE r = rb_protect(body, v, &state), exc = rb_errinfo();
    rb_set_errinfo(Qnil);
    return rb_ary_new_from_args(3, state ? Qnil : r, state ? Qtrue : Qfalse, RB_TYPE_P(exc, T_OBJECT) ? exc : Qnil);
}

static VALUE
capi_protect_jump(VALUE self, VALUE v)
{
    int state;
    VALUE r = rb_protect(body, v, &state);
    note(state ? Qtrue : Qfalse);
    if (state) rb_jump_tag(state);
    return r;
}

static VALUE
thrower(RB_BLOCK_CALL_FUNC_ARGLIST(tag, data))
{
    rb_throw_obj(tag, data);
    return Qnil;
}

static VALUE
capi_catch(VALUE self, VALUE v)
{
    return rb_catch_obj(rb_obj_alloc(rb_cObject), thrower, v);
}

static VALUE
each_block(RB_BLOCK_CALL_FUNC_ARGLIST(v, data))
{
    note(rb_ary_new_from_values(argc, argv));
    if (v == data) rb_iter_break_value(rb_assoc_new(v, data));
    return Qnil;
}

static VALUE
capi_block_call(VALUE self, VALUE enumerable, VALUE stop)
{
    return rb_block_call(enumerable, rb_intern("each"), 0, 0, each_block, stop);
}

static VALUE
capi_iter_break(VALUE self, VALUE v)
{
    rb_iter_break_value(v);
}

static VALUE
capi_yields(VALUE self)
{
    VALUE argv[2] = {INT2FIX(3), INT2FIX(4)};
    rb_need_block();
    VALUE got = rb_ary_new();
    rb_ary_push(got, rb_yield(INT2FIX(1)));
    rb_ary_push(got, rb_yield_values(2, INT2FIX(1), INT2FIX(2)));
    rb_ary_push(got, rb_yield_values2(2, argv));
    return rb_ary_push(got, rb_yield_splat(rb_ary_new_from_values(2, argv)));
}

static VALUE
capi_proc(VALUE self)
{
    VALUE p = rb_proc_new(each_block, INT2FIX(-1));
    return rb_ary_new_from_args(3, rb_proc_call(p, rb_ary_new_from_args(2, INT2FIX(8), INT2FIX(9))),
                                INT2FIX(rb_proc_arity(p)), rb_obj_is_proc(p));
}

static VALUE
capi_calls(VALUE self, VALUE obj)
{
    VALUE str = rb_str_new_cstr("x");
    return rb_ary_new_from_args(
        6, rb_funcall(obj, rb_intern("+"), 1, INT2FIX(1)),
        rb_check_funcall(obj, rb_intern("nope"), 0, 0) == Qundef ? Qtrue : Qfalse,
        rb_respond_to(obj, rb_intern("abs")) ? Qtrue : Qfalse, rb_obj_is_kind_of(obj, rb_cNumeric),
        rb_eval_string("[__FILE__.class, 1 + 1]"),
        rb_funcall_with_block(rb_ary_new_from_args(1, str), rb_intern("map"), 0, 0, rb_block_proc()));
}

static VALUE
recursion(VALUE obj, VALUE arg, int recursive)
{
    if (recursive) return rb_str_new_cstr("[...]");
    return rb_funcall(rb_mKernel, rb_intern("format"), 2, rb_str_new_cstr("<%s>"),
                      rb_exec_recursive(recursion, rb_ary_entry(obj, 0), arg));
}

static VALUE
capi_recursive(VALUE self)
{
    VALUE a = rb_ary_new(), b = rb_ary_new_from_args(1, a);
    rb_ary_push(a, b);
    return rb_exec_recursive(recursion, a, Qnil);
}

static VALUE
capi_raise(VALUE self, VALUE klass, VALUE n)
{
    switch (NUM2INT(n)) {
    case 0: rb_raise(klass, "told %" PRIsVALUE " %d", n, 1);
    case 1: rb_sys_fail_str(rb_str_new_cstr("gone"));
    case 2: errno = ENOENT; rb_sys_fail("gone");
    case 3: rb_name_error(rb_intern("nm"), "no name %s", "nm");
    case 4: rb_frozen_error_raise(klass, "cold");
    case 5: rb_notimplement();
    case 6: rb_check_arity(4, 1, 3);
    case 7: rb_check_arity(0, 1, UNLIMITED_ARGUMENTS);
    case 8: Check_Type(klass, T_STRING);
    case 9: Check_Type(Qnil, T_ARRAY);
    case 10: rb_check_frozen(rb_obj_freeze(rb_str_new_cstr("ice")));
    case 11: rb_exc_raise(rb_exc_new_cstr(klass, "made"));
    case 12: rb_cmperr(klass, Qnil);
    case 13: rb_syserr_fail(EAGAIN, NULL);
    }
    return Qnil;
}

/* ---- data ---- */

struct counter {
    int n;
    VALUE held;
};

static int freed, marked;

static void
counter_mark(void *p)
{
    marked++;
    rb_gc_mark(((struct counter *)p)->held);
}

static void
counter_free(void *p)
{
    freed++;
    xfree(p);
}

static size_t
counter_size(const void *p)
{
    return sizeof(struct counter);
}

static const rb_data_type_t base_type = {"base", {counter_mark, counter_free, counter_size}, 0, 0, 0};
static const rb_data_type_t counter_type = {
    "counter",
    {counter_mark, counter_free, counter_size},
    &base_type,
    0,
    RUBY_TYPED_FREE_IMMEDIATELY | RUBY_TYPED_WB_PROTECTED,
};
static const rb_data_type_t other_type = {"other", {0, RUBY_DEFAULT_FREE, 0}, 0, 0, RUBY_TYPED_FREE_IMMEDIATELY};

static VALUE
counter_alloc(VALUE klass)
{
    struct counter *c;
    VALUE obj = TypedData_Make_Struct(klass, struct counter, &counter_type, c);
    c->held = Qnil;
    return obj;
}

static VALUE
counter_hold(VALUE self, VALUE v)
{
    struct counter *c;
    TypedData_Get_Struct(self, struct counter, &base_type, c);
    c->n++;
    RB_OBJ_WRITE(self, &c->held, v);
    return INT2FIX(c->n);
}

static VALUE
counter_held(VALUE self)
{
    struct counter *c;
    TypedData_Get_Struct(self, struct counter, &counter_type, c);
    return c->held;
}

static VALUE
counter_other(VALUE self)
{
    return rb_check_typeddata(self, &other_type) ? Qtrue : Qfalse;
}

static VALUE
capi_old_data(VALUE self)
{
    struct counter *c, *d;
    VALUE obj = Data_Make_Struct(rb_cObject, struct counter, counter_mark, counter_free, c);
    c->n = 5;
    c->held = rb_str_new_cstr("kept");
    rb_gc_start();
    Data_Get_Struct(obj, struct counter, d);
    return rb_ary_new_from_args(4, INT2FIX(d->n), d->held, RTYPEDDATA_P(obj) ? Qtrue : Qfalse, rb_obj_class(obj));
}

static VALUE
capi_freed(VALUE self)
{
    int before = freed;
    for (int i = 0; i < 2000; i++) counter_alloc(rb_const_get(self, rb_intern("Counter")));
    rb_gc_start();
    return freed - before > 1000 && marked ? Qtrue : Qfalse;
}

/* ---- variables, constants ---- */

static VALUE global = Qnil;

static VALUE
capi_variables(VALUE self, VALUE obj)
{
    rb_ivar_set(obj, rb_intern("@seen"), Qtrue);
    rb_ivar_set(obj, rb_intern("hidden"), INT2FIX(9));
    rb_iv_set(obj, "@named", INT2FIX(3));
    global = rb_str_new_cstr("g");
    rb_gv_set("$capi_other", INT2FIX(4));
    return rb_ary_new_from_args(7, rb_obj_instance_variables(obj), rb_ivar_get(obj, rb_intern("hidden")),
                                rb_ivar_get(obj, rb_intern("@no")), rb_gv_get("$capi_global"),
                                rb_const_get(rb_cObject, rb_intern("Comparable")), rb_path2class("File::Stat"),
                                rb_const_defined(self, rb_intern("Nope")) ? Qtrue : Qfalse);
}

static VALUE
capi_names(VALUE self)
{
    VALUE name = rb_str_new_cstr("surely_no_symbol_yet");
    ID id = rb_check_id(&name);
    return rb_ary_new_from_args(
        6, id ? Qtrue : Qfalse, rb_sym2str(ID2SYM(rb_intern("+"))), rb_class_name(rb_singleton_class(self)),
        rb_str_new_cstr(rb_class2name(rb_cHash)), rb_str_new_cstr(rb_id2name(rb_to_id(rb_str_new_cstr("abc")))),
        rb_is_const_id(rb_intern("Abc")) && rb_is_local_id(rb_intern("abc")) && rb_is_instance_id(rb_intern("@a")) ? Qtrue
                                                                                                                   : Qfalse);
}

/* ---- recursion that asks nobody ---- */

static VALUE
deep_plain(VALUE n)
{
    volatile char room[64];
    room[0] = (char)n;
    VALUE r = deep_plain(n + 1);
    room[63] = room[0];
    return r + (VALUE)room[63];
}

static VALUE
deep_allocating(VALUE n)
{
    volatile char room[200];
    room[0] = (char)n;
    VALUE r = rb_ary_new();
    rb_ary_push(r, deep_allocating(n + 1));
    room[199] = room[0];
    return r;
}

static VALUE
capi_deep(VALUE self, VALUE allocating)
{
    return RTEST(allocating) ? deep_allocating(0) : deep_plain(0);
}

/* ---- the rest ---- */

static void *
without_lock(void *p)
{
    ++*(int *)p;
    return p;
}

static VALUE
capi_without_gvl(VALUE self)
{
    int n = 41;
    rb_thread_call_without_gvl(without_lock, &n, RUBY_UBF_IO, NULL);
    return INT2FIX(n);
}

static void *
ask_lock(void *p)
{
    *(int *)p = ruby_thread_has_gvl_p();
    return p;
}

static VALUE
capi_threads(VALUE self)
{
    static char datum;
    int held = 5;
    rb_internal_thread_specific_key_t key = rb_internal_thread_specific_key_create();
    VALUE th = rb_thread_current();
    void *before = rb_internal_thread_specific_get(th, key);
    rb_internal_thread_specific_set(th, key, &datum);
    rb_thread_call_without_gvl(ask_lock, &held, NULL, NULL);
    return rb_ary_new_from_args(5, before ? Qtrue : Qfalse,
                                rb_internal_thread_specific_get(th, key) == &datum ? Qtrue : Qfalse,
                                INT2FIX(ruby_thread_has_gvl_p()), INT2FIX(held), INT2FIX(ruby_native_thread_p()));
}

static VALUE
twice(RB_BLOCK_CALL_FUNC_ARGLIST(v, data))
{
    note(INT2FIX(FIX2INT(v) + FIX2INT(data)));
    return Qnil;
}

static int
note_variable(ID name, VALUE v, st_data_t arg)
{
    rb_ary_push((VALUE)arg, rb_assoc_new(ID2SYM(name), v));
    return RARRAY_LEN((VALUE)arg) == 3 ? ST_STOP : ST_CONTINUE;
}

/* The first three variables of obj, and whether each of them is defined for rb_cvar_defined. */
static VALUE
capi_class_variables(VALUE self, VALUE obj)
{
    VALUE seen = rb_ary_new(), defined = rb_ary_new();
    rb_ivar_foreach(obj, note_variable, (st_data_t)seen);
    for (long i = 0; i < RARRAY_LEN(seen); i++)
        rb_ary_push(defined, rb_cvar_defined(obj, SYM2ID(rb_ary_entry(rb_ary_entry(seen, i), 0))));
    rb_ary_push(defined, rb_cvar_defined(obj, rb_intern("@@none")));
    rb_ary_push(defined, rb_cvar_defined(obj, rb_intern("@none")));
    return rb_assoc_new(seen, defined);
}

static VALUE
capi_iterate(VALUE self)
{
    return rb_iterate(rb_each, rb_ary_new_from_args(2, INT2FIX(1), INT2FIX(2)), twice, INT2FIX(40));
}

static VALUE
length_then_each(VALUE list)
{
    rb_funcall(list, rb_intern("length"), 0);
    return rb_funcall(list, rb_intern("each"), 0);
}

static VALUE
each_public(VALUE list)
{
    return rb_funcallv_public(list, rb_intern("each"), 0, NULL);
}

static VALUE
map_if_there(VALUE list)
{
    return rb_check_funcall(list, rb_intern("map"), 0, NULL);
}

static VALUE
yield_first(VALUE list)
{
    return rb_yield(rb_ary_entry(list, 0));
}

/* The block of rb_iterate belongs to the first call, and rb_yield has the caller's. */
static VALUE
capi_iterate_first(VALUE self, VALUE list)
{
    VALUE late = rb_iterate(length_then_each, list, twice, INT2FIX(50));
    VALUE first = rb_iterate(each_public, list, twice, INT2FIX(60));
    VALUE checked = rb_iterate(map_if_there, list, twice, INT2FIX(80));
    return rb_ary_new_from_args(4, rb_obj_class(late), first, rb_iterate(yield_first, list, twice, INT2FIX(70)), checked);
}

/* The methods of obj that a call from C may reach if it respects visibility. */
static VALUE
capi_reach(VALUE self, VALUE obj, VALUE name)
{
    ID mid = SYM2ID(name);
    return rb_ary_new_from_args(3, rb_funcallv_public(obj, mid, 0, NULL), rb_funcall_passing_block(obj, mid, 0, NULL),
                                rb_funcall_with_block(obj, mid, 0, NULL, Qnil));
}

static VALUE
capi_cstr2inum(VALUE self, VALUE str, VALUE base)
{
    return rb_cstr2inum(StringValueCStr(str), NUM2INT(base));
}

static VALUE
capi_str2inum(VALUE self, VALUE str, VALUE base)
{
    return rb_str2inum(str, NUM2INT(base));
}

/* Returns the texts of snprintf and rb_sprintf for the same arguments, and the result of snprintf with a buffer that is too small. */
static VALUE
capi_printf(VALUE self)
{
    void *at = (void *)0x1f, *none = NULL;
    double inf = 1.0 / 0;
    char all[300], few[8], *null = NULL;
    int n = snprintf(all, sizeof all, "%p|%20p|%-22p|%p|%f|%-6f|%s|%5s|%d", at, at, at, none, inf, -inf, null, "a", 3);
    int m = snprintf(few, sizeof few, "ab%600d", 7);
    return rb_ary_new_from_args(6, rb_str_new_cstr(all), INT2FIX(n), rb_str_new_cstr(few), INT2FIX(m),
                                INT2FIX(snprintf(NULL, 0, "%s-%.300f", "xy", 1.5)), rb_sprintf("%p|%20p|%f", at, at, inf));
}

static VALUE
capi_scanner(VALUE self, VALUE re, VALUE str)
{
    long at = rb_reg_search(re, str, 0, 0);
    VALUE m = rb_backref_get();
    return rb_ary_new_from_args(5, LONG2NUM(at), rb_reg_nth_match(0, m), rb_reg_nth_match(1, m), rb_reg_match_pre(m),
                                rb_reg_match_post(m));
}

static int
sum_entry(st_data_t k, st_data_t v, st_data_t arg)
{
    *(st_data_t *)arg += k * v;
    return ST_CONTINUE;
}

static VALUE
capi_table(VALUE self)
{
    st_table *t = st_init_strtable();
    st_data_t v = 0, sum = 0;
    st_table *n = st_init_numtable();
    st_insert(t, (st_data_t) "one", 1);
    int there = st_lookup(t, (st_data_t) "one", &v), not_there = st_lookup(t, (st_data_t) "two", 0);
    for (st_data_t i = 0; i < 100; i++) st_insert(n, i, 2);
    st_foreach(n, sum_entry, (st_data_t)&sum);
    st_free_table(t);
    st_free_table(n);
    return rb_ary_new_from_args(4, INT2FIX(there), INT2FIX(not_there), ULONG2NUM(v), ULONG2NUM(sum));
}

static VALUE
capi_format(VALUE self, VALUE format)
{
    rb_memory_view_item_component_t *m = NULL;
    size_t n = 0;
    const char *err = NULL;
    ssize_t size = rb_memory_view_parse_item_format(StringValueCStr(format), &m, &n, &err);
    VALUE a = rb_ary_new_from_args(2, SSIZET2NUM(size), err ? rb_str_new_cstr(err) : Qnil);
    for (size_t i = 0; i < n; i++)
        rb_ary_push(a, rb_sprintf("%c%d%d:%d+%dx%d", m[i].format, m[i].native_size_p, m[i].little_endian_p, (int)m[i].offset,
                                  (int)m[i].size, (int)m[i].repeat));
    xfree(m);
    return a;
}

static VALUE
capi_members(VALUE self, VALUE bytes, VALUE format)
{
    rb_memory_view_item_component_t *m = NULL;
    size_t n = 0;
    rb_memory_view_parse_item_format(StringValueCStr(format), &m, &n, NULL);
    VALUE v = rb_memory_view_extract_item_members(RSTRING_PTR(bytes), m, n);
    xfree(m);
    return v;
}

static VALUE
capi_strtod(VALUE self, VALUE s)
{
    char *end;
    double d = ruby_strtod(StringValueCStr(s), &end);
    return rb_assoc_new(DBL2NUM(d), rb_str_new_cstr(end));
}

/* ---- events ---- */

static void
on_event(VALUE tp, void *data)
{
    rb_trace_arg_t *arg = rb_tracearg_from_tracepoint(tp);
    rb_event_flag_t flag = rb_tracearg_event_flag(arg);
    VALUE value = flag == RUBY_EVENT_RETURN ? rb_tracearg_return_value(arg) : rb_tracearg_self(arg);
    rb_ary_push((VALUE)data, rb_ary_new_from_args(4, rb_tracearg_event(arg), rb_tracearg_method_id(arg),
                                                  rb_tracearg_defined_class(arg), value));
}

static VALUE
capi_tracepoint(VALUE self)
{
    VALUE list = rb_ary_new(), tp = rb_tracepoint_new(Qnil, RUBY_EVENT_CALL | RUBY_EVENT_RETURN, on_event, (void *)list);
    rb_ary_push(list, rb_tracepoint_enabled_p(tp));
    rb_tracepoint_enable(tp);
    rb_ary_push(list, rb_tracepoint_enabled_p(tp));
    rb_yield(Qnil);
    rb_tracepoint_disable(tp);
    rb_yield(Qnil);
    return list;
}

static void
on_hook(rb_event_flag_t event, VALUE data, VALUE self, ID mid, VALUE klass)
{
    rb_ary_push(data, rb_ary_new_from_args(4, UINT2NUM(event), self, mid ? ID2SYM(mid) : Qnil, klass ? klass : Qfalse));
}

static VALUE
capi_event_hook(VALUE self)
{
    VALUE list = rb_ary_new();
    rb_add_event_hook(on_hook, RUBY_EVENT_CALL | RUBY_EVENT_RAISE, list);
    rb_yield(Qnil);
    rb_ary_push(list, INT2FIX(rb_remove_event_hook(on_hook)));
    rb_thread_add_event_hook(rb_thread_current(), on_hook, RUBY_EVENT_CALL, list);
    rb_yield(Qnil);
    rb_ary_push(list, INT2FIX(rb_thread_remove_event_hook_with_data(rb_thread_current(), on_hook, list)));
    rb_ary_push(list, INT2FIX(rb_remove_event_hook(on_hook)));
    return list;
}

static void
on_job(void *data)
{
    ++*(int *)data;
}

static VALUE
capi_postponed(VALUE self)
{
    static int runs;
    rb_postponed_job_handle_t h = rb_postponed_job_preregister(0, on_job, &runs);
    int before = runs;
    rb_postponed_job_trigger(h);
    rb_postponed_job_trigger(h);
    rb_thread_check_ints();
    return rb_assoc_new(INT2FIX(before), INT2FIX(runs));
}

static VALUE
capi_profile(VALUE self)
{
    VALUE frames[8], list = rb_ary_new();
    int lines[8], n = rb_profile_frames(0, 3, frames, lines);
    for (int i = 0; i < n; i++) {
        rb_ary_push(list, rb_ary_new_from_args(
                              6, rb_profile_frame_label(frames[i]), rb_profile_frame_base_label(frames[i]),
                              rb_profile_frame_full_label(frames[i]), rb_profile_frame_method_name(frames[i]),
                              rb_profile_frame_classpath(frames[i]), rb_profile_frame_singleton_method_p(frames[i])));
    }
    return list;
}

static VALUE
inspect_frames(const rb_debug_inspector_t *dc, void *data)
{
    VALUE list = rb_ary_new();
    for (long i = 0; i < 3; i++) {
        VALUE binding = rb_debug_inspector_frame_binding_get(dc, i), iseq = rb_debug_inspector_frame_iseq_get(dc, i);
        VALUE locals = NIL_P(binding)
                           ? Qnil
                           : rb_funcall(rb_funcall(binding, rb_intern("local_variables"), 0), rb_intern("first"), 0);
        rb_ary_push(list, rb_ary_new_from_args(4, rb_debug_inspector_frame_self_get(dc, i),
                                               rb_debug_inspector_frame_class_get(dc, i), locals,
                                               NIL_P(iseq) ? Qnil : rb_funcall(iseq, rb_intern("label"), 0)));
    }
    long n = RARRAY_LEN(rb_debug_inspector_backtrace_locations(dc));
    long depth = FIX2LONG(rb_debug_inspector_frame_depth(dc, 0));
    rb_ary_push(list,
                rb_assoc_new(n > 2 ? Qtrue : Qfalse, LONG2FIX(depth - FIX2LONG(rb_debug_inspector_frame_depth(dc, 1)))));
    rb_ary_push(list, LONG2FIX(depth - FIX2LONG(rb_debug_inspector_current_depth())));
    return list;
}

static VALUE
capi_inspector(VALUE self)
{
    return rb_debug_inspector_open(inspect_frames, NULL);
}

/* ---- compaction: a holder that follows what it holds, one that declares it, and one that pins it ---- */

struct followed {
    VALUE object, declared;
    st_table *values;
};

static void
followed_mark(void *p)
{
    struct followed *f = p;
    rb_gc_mark_movable(f->object);
    if (f->values) rb_mark_tbl_no_pin(f->values);
}

static void
followed_compact(void *p)
{
    struct followed *f = p;
    f->object = rb_gc_location(f->object);
    if (f->values) rb_gc_update_tbl_refs(f->values);
}

static void
followed_free(void *p)
{
    struct followed *f = p;
    if (f->values) st_free_table(f->values);
    xfree(f);
}

static void
followed_pin(void *p)
{
    rb_gc_mark(((struct followed *)p)->object);
}

static const size_t followed_refs[] = {RUBY_REF_EDGE(struct followed, declared), RUBY_REF_END};
static const rb_data_type_t following_type = {
    "following", {followed_mark, followed_free, 0, followed_compact}, 0, 0, RUBY_TYPED_FREE_IMMEDIATELY};
static const rb_data_type_t declaring_type = {"declaring",
                                              {RUBY_REFS_LIST_PTR(followed_refs), followed_free, 0},
                                              0,
                                              0,
                                              RUBY_TYPED_FREE_IMMEDIATELY | RUBY_TYPED_DECL_MARKING};
static const rb_data_type_t pinning_type = {"pinning", {followed_pin, followed_free, 0}, 0, 0, RUBY_TYPED_FREE_IMMEDIATELY};

static VALUE
followed_new(const rb_data_type_t *type, VALUE object)
{
    struct followed *f;
    VALUE v = TypedData_Make_Struct(rb_cObject, struct followed, type, f);
    f->object = f->declared = object;
    if (type != &following_type) return v;
    f->values = st_init_numtable();
    st_insert(f->values, 1, (st_data_t)object);
    return v;
}

/* Returns a holder of a copy for each String.  The three kinds of holders alternate. */
static VALUE
capi_hold_moving(VALUE self, VALUE list)
{
    VALUE out = rb_ary_new();
    for (long i = 0; i < RARRAY_LEN(list); i++) {
        static const rb_data_type_t *const types[] = {&following_type, &declaring_type, &pinning_type};
        rb_ary_push(out, followed_new(types[i % 3], rb_str_dup(RARRAY_AREF(list, i))));
    }
    return out;
}

static VALUE
capi_held_moving(VALUE self, VALUE holders)
{
    VALUE out = rb_ary_new();
    for (long i = 0; i < RARRAY_LEN(holders); i++) {
        struct followed *f = RTYPEDDATA_GET_DATA(RARRAY_AREF(holders, i));
        st_data_t value = 0;
        VALUE held = i % 3 == 1 ? f->declared : f->object;
        if (f->values && (!st_lookup(f->values, 1, &value) || (VALUE)value != held)) held = Qnil;
        rb_ary_push(out, held);
    }
    return out;
}

static VALUE
capi_log(VALUE self)
{
    VALUE v = rb_ary_dup(log_ary);
    rb_ary_clear(log_ary);
    return v;
}

void Init_api(void);
void
Init_api(void)
{
    VALUE mod = rb_define_module("CAPI"), counter = rb_define_class_under(mod, "Counter", rb_cObject);
    log_ary = rb_ary_new();
    rb_gc_register_mark_object(log_ary);
    rb_define_variable("$capi_global", &global);
    rb_define_alloc_func(counter, counter_alloc);
    rb_define_method(counter, "hold", counter_hold, 1);
    rb_define_method(counter, "held", counter_held, 0);
    rb_define_method(counter, "other", counter_other, 0);
    DEF(scan_11, -1);
    DEF(scan_all, -1);
    DEF(scan_hash, -1);
    DEF(kwargs, -1);
    DEF(kwargs_rest, 1);
    DEF(extract, 1);
    DEF(num2int, 1);
    DEF(num2long, 1);
    DEF(num2ulong, 1);
    DEF(num2short, 1);
    DEF(num2ull, 1);
    DEF(num2dbl, 1);
    DEF(num2chr, 1);
    DEF(pack, 1);
    DEF(sprintf, 1);
    DEF(string, 1);
    DEF(cstr, 1);
    DEF(terminated, 1);
    DEF(encoding, 1);
    DEF(coderange, 1);
    DEF(case_fold, 1);
    DEF(maybe_wait, 2);
    DEF(beg_len_step, 3);
    DEF(array, 0);
    DEF(hash, 0);
    DEF(struct, 0);
    DEF(range, 1);
    DEF(ensure, 1);
    DEF(rescue, 1);
    DEF(rescue2, 1);
    DEF(protect, 1);
    DEF(protect_jump, 1);
    DEF(catch, 1);
    DEF(block_call, 2);
    DEF(iter_break, 1);
    DEF(yields, 0);
    DEF(proc, 0);
    DEF(calls, 1);
    DEF(recursive, 0);
    DEF(raise, 2);
    DEF(old_data, 0);
    DEF(freed, 0);
    DEF(variables, 1);
    DEF(names, 0);
    DEF(deep, 1);
    DEF(without_gvl, 0);
    DEF(table, 0);
    DEF(format, 1);
    DEF(members, 2);
    DEF(strtod, 1);
    DEF(log, 0);
    DEF(threads, 0);
    DEF(class_variables, 1);
    DEF(iterate, 0);
    DEF(iterate_first, 1);
    DEF(printf, 0);
    DEF(cstr2inum, 2);
    DEF(str2inum, 2);
    rb_define_method(rb_cObject, "capi_reach", capi_reach, 2);
    DEF(scanner, 2);
    DEF(tracepoint, 0);
    DEF(event_hook, 0);
    DEF(postponed, 0);
    DEF(profile, 0);
    DEF(inspector, 0);
    DEF(hold_moving, 1);
    DEF(held_moving, 1);
    DEF(setenv, 2);
    DEF(each_iseq, 0);
}
