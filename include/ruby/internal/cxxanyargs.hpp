/*
 * ruby/internal/cxxanyargs.hpp - C++ callers whose callbacks are typed VALUE (*)(...), as RUBY_METHOD_FUNC gives them.
 *
 * Each overload casts and calls the C function of the same name.
 */
#ifndef RUBY_INTERNAL_CXXANYARGS_HPP
#define RUBY_INTERNAL_CXXANYARGS_HPP 1

typedef VALUE rb_cxx_any_func(...);

static inline VALUE
rb_ensure(rb_cxx_any_func *body, VALUE body_arg, rb_cxx_any_func *ensure, VALUE ensure_arg)
{
    return rb_ensure((VALUE (*)(VALUE))(void (*)(void))body, body_arg, (VALUE (*)(VALUE))(void (*)(void))ensure,
                     ensure_arg);
}

static inline VALUE
rb_rescue(rb_cxx_any_func *body, VALUE body_arg, rb_cxx_any_func *rescue, VALUE rescue_arg)
{
    return rb_rescue((VALUE (*)(VALUE))(void (*)(void))body, body_arg,
                     (VALUE (*)(VALUE, VALUE))(void (*)(void))rescue, rescue_arg);
}

static inline VALUE
rb_protect(rb_cxx_any_func *body, VALUE arg, int *state)
{
    return rb_protect((VALUE (*)(VALUE))(void (*)(void))body, arg, state);
}

static inline VALUE
rb_catch(const char *tag, rb_cxx_any_func *func, VALUE data)
{
    return rb_catch(tag, (rb_block_call_func_t)(void (*)(void))func, data);
}

static inline VALUE
rb_block_call(VALUE obj, ID mid, int argc, const VALUE *argv, rb_cxx_any_func *func, VALUE data)
{
    return rb_block_call(obj, mid, argc, argv, (rb_block_call_func_t)(void (*)(void))func, data);
}

static inline VALUE
rb_proc_new(rb_cxx_any_func *func, VALUE data)
{
    return rb_proc_new((rb_block_call_func_t)(void (*)(void))func, data);
}

static inline VALUE
rb_fiber_new(rb_cxx_any_func *func, VALUE data)
{
    return rb_fiber_new((rb_block_call_func_t)(void (*)(void))func, data);
}

static inline VALUE
rb_thread_create(rb_cxx_any_func *func, void *arg)
{
    return rb_thread_create((VALUE (*)(void *))(void (*)(void))func, arg);
}

static inline VALUE
rb_catch_obj(VALUE tag, rb_cxx_any_func *func, VALUE data)
{
    return rb_catch_obj(tag, (rb_block_call_func_t)(void (*)(void))func, data);
}

template <typename... Classes>
static inline VALUE
rb_rescue2(rb_cxx_any_func *body, VALUE body_arg, rb_cxx_any_func *rescue, VALUE rescue_arg, Classes... classes)
{
    return rb_rescue2((VALUE (*)(VALUE))(void (*)(void))body, body_arg,
                      (VALUE (*)(VALUE, VALUE))(void (*)(void))rescue, rescue_arg, classes...);
}

static inline void
rb_ivar_foreach(VALUE obj, int (*func)(...), uintptr_t arg)
{
    rb_ivar_foreach(obj, (int (*)(ID, VALUE, uintptr_t))(void (*)(void))func, arg);
}

static inline void
rb_define_virtual_variable(const char *name, rb_cxx_any_func *getter, void (*setter)(...))
{
    rb_define_virtual_variable(name, (rb_gvar_getter_t *)(void (*)(void))getter, (rb_gvar_setter_t *)(void (*)(void))setter);
}

static inline void
rb_define_hooked_variable(const char *name, VALUE *var, rb_cxx_any_func *getter, void (*setter)(...))
{
    rb_define_hooked_variable(name, var, (rb_gvar_getter_t *)(void (*)(void))getter,
                              (rb_gvar_setter_t *)(void (*)(void))setter);
}

static inline void
rb_hash_foreach(VALUE hash, int (*func)(...), VALUE arg)
{
    rb_hash_foreach(hash, (int (*)(VALUE, VALUE, VALUE))(void (*)(void))func, arg);
}

#endif
