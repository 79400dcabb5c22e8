/*
 * usage.c - the public macros in the ways that extensions use them; C99 and C++11, no warning.
 *
 * Compiled, not run: test/capi/compile_headers.sh.
 */
#include <ruby.h>
#include <ruby/atomic.h>
#include <ruby/debug.h>
#include <ruby/encoding.h>
#include <ruby/io.h>
#include <ruby/ractor.h>
#include <ruby/re.h>
#include <ruby/st.h>
#include <ruby/thread.h>
#include <ruby/version.h>

#ifdef __cplusplus
extern "C" {
#endif

#if RUBY_API_VERSION_CODE < 40000 || SIZEOF_LONG != 8
#error "wrong headers"
#endif

struct point {
    int x;
    VALUE name;
};

static void
point_mark(void *p)
{
    rb_gc_mark(((struct point *)p)->name);
}

static size_t
point_size(const void *p)
{
    return p ? sizeof(struct point) : 0;
}

static const rb_data_type_t point_type = {
    "point",
    {point_mark, RUBY_TYPED_DEFAULT_FREE, point_size, 0, {0}},
    0,
    0,
    RUBY_TYPED_FREE_IMMEDIATELY | RUBY_TYPED_WB_PROTECTED | RUBY_TYPED_FROZEN_SHAREABLE,
};

static VALUE
point_alloc(VALUE klass)
{
    struct point *p;
    VALUE obj = TypedData_Make_Struct(klass, struct point, &point_type, p);
    p->x = 1;
    RB_OBJ_WRITE(obj, &p->name, rb_utf8_str_new_lit("origin"));
    return obj;
}

static VALUE
old_alloc(VALUE klass)
{
    struct point *p;
    VALUE obj = Data_Make_Struct(klass, struct point, 0, RUBY_DEFAULT_FREE, p);
    DATA_PTR(obj) = p;
    RTYPEDDATA_DATA(obj) = p;
    Data_Get_Struct(obj, struct point, p);
    return p ? Data_Wrap_Struct(klass, point_mark, -1, p) : obj;
}

static VALUE
point_plus(VALUE self, VALUE other)
{
    struct point *a, *b;
    TypedData_Get_Struct(self, struct point, &point_type, a);
    TypedData_Get_Struct(other, struct point, &point_type, b);
    RBASIC(self)->flags |= FL_USER3;
    if (FL_TEST(self, FL_USER3)) FL_UNSET(self, FL_USER3);
    rb_check_frozen(self);
    return INT2NUM(a->x + b->x);
}

static VALUE
point_init(int argc, VALUE *argv, VALUE self)
{
    VALUE a, b, rest, opts, block, kw[2];
    static ID names[2];
    rb_scan_args(argc, argv, "11*:&", &a, &b, &rest, &opts, &block);
    if (!names[0]) {
        CONST_ID(names[0], "x");
        names[1] = rb_intern("y");
    }
    rb_get_kwargs(opts, names, 1, 1, kw);
    rb_check_arity(argc, 1, UNLIMITED_ARGUMENTS);
    Check_Type(a, T_STRING);
    StringValue(a);
    if (RB_TYPE_P(b, T_ARRAY) && RARRAY_LEN(b) > 0) rb_ary_push(rest, RARRAY_AREF(b, 0));
    switch (TYPE(a)) {
    case T_STRING: break;
    case T_FIXNUM: rb_raise(rb_eArgError, "%" PRIsVALUE " is %d of %s", a, 1, rb_obj_classname(a));
    default: Check_Type(a, T_HASH);
    }
    return self;
}

static VALUE
each_value(RB_BLOCK_CALL_FUNC_ARGLIST(v, data))
{
    (void)argc, (void)argv, (void)blockarg;
    return rb_funcall(v, rb_intern("+"), 1, data);
}

static int
each_pair(VALUE key, VALUE v, VALUE arg)
{
    rb_ary_push(arg, rb_assoc_new(key, v));
    return ST_CONTINUE;
}

static int
each_entry(st_data_t key, st_data_t v, st_data_t arg)
{
    *(st_data_t *)arg += key + v;
    return ST_DELETE;
}

static VALUE
protected_body(VALUE arg)
{
    VALUE tmp = 0;
    long n = NUM2LONG(arg);
    VALUE *buf = ALLOCV_N(VALUE, tmp, n);
    char *bytes = ALLOC_N(char, 10);
    MEMZERO(buf, VALUE, n);
    REALLOC_N(bytes, char, 20);
    xfree(bytes);
    ALLOCV_END(tmp);
    RB_GC_GUARD(arg);
    return rb_block_call(arg, rb_intern("each"), 0, 0, each_value, Qnil);
}

static VALUE
rescued(VALUE arg, VALUE exc)
{
    return rb_sprintf("%" PRIsVALUE ": %+" PRIsVALUE, arg, exc);
}

static VALUE
point_each(VALUE self)
{
    int state;
    st_table *t = st_init_numtable();
    st_data_t sum = 0;
    VALUE pairs = rb_ary_new();
    RETURN_ENUMERATOR(self, 0, 0);
    st_insert(t, 1, 2);
    st_foreach(t, each_entry, (st_data_t)&sum);
    st_free_table(t);
    rb_hash_foreach(rb_hash_new(), each_pair, pairs);
    rb_protect(protected_body, self, &state);
    if (state) rb_jump_tag(state);
    rb_ensure(protected_body, self, protected_body, Qnil);
    rb_rescue2(protected_body, self, rescued, Qnil, rb_eStandardError, (VALUE)0);
    return rb_yield(ULL2NUM(sum));
}

static VALUE
io_fd(VALUE self, VALUE io)
{
    rb_io_t *fptr;
    char c = NUM2CHR(INT2FIX(65));
    (void)c;
    GetOpenFile(io, fptr);
    rb_io_check_readable(fptr);
    return rb_enc_associate(rb_str_new2(rb_enc_name(rb_enc_get(self))), rb_utf8_encoding());
}

static void *
without(void *arg)
{
    return arg;
}

static VALUE
point_wait(VALUE self)
{
    rb_atomic_t a = 0;
    int data = 0;
    RUBY_ATOMIC_INC(a);
    rb_thread_call_without_gvl(without, &data, RUBY_UBF_IO, 0);
    return RTEST(self) && !NIL_P(self) ? DBL2NUM(NUM2DBL(self) + RFLOAT_VALUE(self)) : SIZET2NUM(RHASH_SIZE(self));
}

static VALUE table[] = {INT2FIX(1), Qnil, LONG2FIX(-2), Qundef};

static VALUE
constants(VALUE v)
{
    switch (v) {
    case INT2FIX(0): return table[0];
    case Qnil: return table[1];
    case LONG2FIX(-1): return table[2];
    }
    return Qnil;
}

void Init_usage(void);
void
Init_usage(void)
{
    VALUE c = rb_define_class("Point", rb_cObject);
    rb_ext_ractor_safe(true);
    rb_global_variable(&c);
    rb_define_alloc_func(c, point_alloc);
    rb_define_alloc_func(rb_singleton_class(c), old_alloc);
    rb_define_method(c, "initialize", point_init, -1);
    rb_define_method(c, "+", point_plus, 1);
    rb_define_method(c, "each", RUBY_METHOD_FUNC(point_each), 0);
    rb_define_private_method(c, "fd", io_fd, 1);
    rb_define_singleton_method(c, "wait", point_wait, 0);
    rb_define_module_function(rb_mKernel, "wait", point_wait, 0);
    rb_define_method(c, "constants", constants, 0);
    rb_define_const(c, "ZERO", INT2FIX(0));
    rb_struct_define("Pair", "a", "b", NULL);
    rb_warn("deprecated: %s", rb_id2name(SYM2ID(ID2SYM(rb_intern("x")))));
}

#ifdef __cplusplus
}
#endif
