/*
 * ruby/internal/cxxanyargs.hpp - C++ callers whose callbacks are typed VALUE (*)(...), as RUBY_METHOD_FUNC gives them.
 *
 * Each overload casts and calls the C function of the same name.  They are templates, so that a null pointer still means
 * the C function.
 */
#ifndef RUBY_INTERNAL_CXXANYARGS_HPP
#define RUBY_INTERNAL_CXXANYARGS_HPP 1

extern "C++" { /* templates have no C linkage, though a program may include ruby.h under extern "C" */

template <typename Value, typename Other>
static inline VALUE
rb_ensure(Value (*body)(...), VALUE body_arg, Other (*ensure)(...), VALUE ensure_arg)
{
    return rb_ensure((VALUE (*)(VALUE))(void (*)(void))body, body_arg, (VALUE (*)(VALUE))(void (*)(void))ensure,
                     ensure_arg);
}

template <typename Value, typename Other>
static inline VALUE
rb_rescue(Value (*body)(...), VALUE body_arg, Other (*rescue)(...), VALUE rescue_arg)
{
    return rb_rescue((VALUE (*)(VALUE))(void (*)(void))body, body_arg,
                     (VALUE (*)(VALUE, VALUE))(void (*)(void))rescue, rescue_arg);
}

template <typename Value>
static inline VALUE
rb_protect(Value (*body)(...), VALUE arg, int *state)
{
    return rb_protect((VALUE (*)(VALUE))(void (*)(void))body, arg, state);
}

template <typename Value>
static inline VALUE
rb_catch(const char *tag, Value (*func)(...), VALUE data)
{
    return rb_catch(tag, (rb_block_call_func_t)(void (*)(void))func, data);
}

template <typename Value>
static inline VALUE
rb_block_call(VALUE obj, ID mid, int argc, const VALUE *argv, Value (*func)(...), VALUE data)
{
    return rb_block_call(obj, mid, argc, argv, (rb_block_call_func_t)(void (*)(void))func, data);
}

template <typename Value>
static inline VALUE
rb_proc_new(Value (*func)(...), VALUE data)
{
    return rb_proc_new((rb_block_call_func_t)(void (*)(void))func, data);
}

template <typename Value>
static inline VALUE
rb_fiber_new(Value (*func)(...), VALUE data)
{
    return rb_fiber_new((rb_block_call_func_t)(void (*)(void))func, data);
}

template <typename Value>
static inline VALUE
rb_thread_create(Value (*func)(...), void *arg)
{
    return rb_thread_create((VALUE (*)(void *))(void (*)(void))func, arg);
}

template <typename Value>
static inline VALUE
rb_catch_obj(VALUE tag, Value (*func)(...), VALUE data)
{
    return rb_catch_obj(tag, (rb_block_call_func_t)(void (*)(void))func, data);
}

template <typename Value, typename Other, typename... Classes>
static inline VALUE
rb_rescue2(Value (*body)(...), VALUE body_arg, Other (*rescue)(...), VALUE rescue_arg, Classes... classes)
{
    return rb_rescue2((VALUE (*)(VALUE))(void (*)(void))body, body_arg,
                      (VALUE (*)(VALUE, VALUE))(void (*)(void))rescue, rescue_arg, classes...);
}

template <typename Int>
static inline void
rb_ivar_foreach(VALUE obj, Int (*func)(...), uintptr_t arg)
{
    rb_ivar_foreach(obj, (int (*)(ID, VALUE, uintptr_t))(void (*)(void))func, arg);
}

template <typename Value>
static inline void
rb_define_virtual_variable(const char *name, Value (*getter)(...), void (*setter)(...))
{
    rb_define_virtual_variable(name, (rb_gvar_getter_t *)(void (*)(void))getter, (rb_gvar_setter_t *)(void (*)(void))setter);
}

template <typename Value>
static inline void
rb_define_hooked_variable(const char *name, VALUE *var, Value (*getter)(...), void (*setter)(...))
{
    rb_define_hooked_variable(name, var, (rb_gvar_getter_t *)(void (*)(void))getter,
                              (rb_gvar_setter_t *)(void (*)(void))setter);
}

template <typename Int>
static inline void
rb_hash_foreach(VALUE hash, Int (*func)(...), VALUE arg)
{
    rb_hash_foreach(hash, (int (*)(VALUE, VALUE, VALUE))(void (*)(void))func, arg);
}

template <typename Value>
static inline VALUE
rb_iterate(VALUE (*func)(VALUE), VALUE data, Value (*block)(...), VALUE block_data)
{
    return rb_iterate(func, data, (rb_block_call_func_t)(void (*)(void))block, block_data);
}

template <typename Value, typename Other>
static inline VALUE
rb_iterate(Value (*func)(...), VALUE data, Other (*block)(...), VALUE block_data)
{
    return rb_iterate((VALUE (*)(VALUE))(void (*)(void))func, data, (rb_block_call_func_t)(void (*)(void))block, block_data);
}

template <typename Int>
static inline int
st_foreach(st_table *table, Int (*func)(...), st_data_t arg)
{
    return st_foreach(table, (st_foreach_callback_func *)(void (*)(void))func, arg);
}

template <typename Int>
static inline int
st_foreach_check(st_table *table, Int (*func)(...), st_data_t arg, st_data_t never)
{
    return st_foreach_check(table, (st_foreach_check_callback_func *)(void (*)(void))func, arg, never);
}

template <typename Int>
static inline void
st_foreach_safe(st_table *table, Int (*func)(...), st_data_t arg)
{
    st_foreach_safe(table, (st_foreach_callback_func *)(void (*)(void))func, arg);
}

} /* extern "C++" */

#endif
