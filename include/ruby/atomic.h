/*
 * ruby/atomic.h - atomic operations on words, sequentially consistent. FETCH and EXCHANGE return the old value.
 */
#ifndef RUBY_ATOMIC_H
#define RUBY_ATOMIC_H 1

#include "ruby/internal/value.h"

typedef unsigned int rb_atomic_t;

static inline rb_atomic_t
rbimpl_atomic_cas(volatile rb_atomic_t *p, rb_atomic_t oldv, rb_atomic_t newv)
{
    __atomic_compare_exchange_n(p, &oldv, newv, 0, __ATOMIC_SEQ_CST, __ATOMIC_SEQ_CST);
    return oldv;
}

static inline size_t
rbimpl_atomic_size_cas(volatile size_t *p, size_t oldv, size_t newv)
{
    __atomic_compare_exchange_n(p, &oldv, newv, 0, __ATOMIC_SEQ_CST, __ATOMIC_SEQ_CST);
    return oldv;
}

static inline void *
rbimpl_atomic_ptr_cas(void *volatile *p, const void *oldv, const void *newv)
{
    void *seen = (void *)(uintptr_t)oldv;
    __atomic_compare_exchange_n(p, &seen, (void *)(uintptr_t)newv, 0, __ATOMIC_SEQ_CST, __ATOMIC_SEQ_CST);
    return seen;
}

static inline VALUE
rbimpl_atomic_value_cas(volatile VALUE *p, VALUE oldv, VALUE newv)
{
    __atomic_compare_exchange_n(p, &oldv, newv, 0, __ATOMIC_SEQ_CST, __ATOMIC_SEQ_CST);
    return oldv;
}

#define RUBY_ATOMIC_FETCH_ADD(var, v) __atomic_fetch_add(&(var), (v), __ATOMIC_SEQ_CST)
#define RUBY_ATOMIC_FETCH_SUB(var, v) __atomic_fetch_sub(&(var), (v), __ATOMIC_SEQ_CST)
#define RUBY_ATOMIC_OR(var, v) ((void)__atomic_fetch_or(&(var), (v), __ATOMIC_SEQ_CST))
#define RUBY_ATOMIC_EXCHANGE(var, v) __atomic_exchange_n(&(var), (v), __ATOMIC_SEQ_CST)
#define RUBY_ATOMIC_CAS(var, o, n) rbimpl_atomic_cas(&(var), (o), (n))
#define RUBY_ATOMIC_LOAD(var) __atomic_load_n(&(var), __ATOMIC_SEQ_CST)
#define RUBY_ATOMIC_SET(var, v) __atomic_store_n(&(var), (v), __ATOMIC_SEQ_CST)
#define RUBY_ATOMIC_ADD(var, v) ((void)RUBY_ATOMIC_FETCH_ADD(var, v))
#define RUBY_ATOMIC_SUB(var, v) ((void)RUBY_ATOMIC_FETCH_SUB(var, v))
#define RUBY_ATOMIC_INC(var) RUBY_ATOMIC_ADD(var, 1)
#define RUBY_ATOMIC_DEC(var) RUBY_ATOMIC_SUB(var, 1)

#define RUBY_ATOMIC_SIZE_FETCH_ADD(var, v) RUBY_ATOMIC_FETCH_ADD(var, v)
#define RUBY_ATOMIC_SIZE_INC(var) RUBY_ATOMIC_ADD(var, 1)
#define RUBY_ATOMIC_SIZE_DEC(var) RUBY_ATOMIC_SUB(var, 1)
#define RUBY_ATOMIC_SIZE_ADD(var, v) RUBY_ATOMIC_ADD(var, v)
#define RUBY_ATOMIC_SIZE_SUB(var, v) RUBY_ATOMIC_SUB(var, v)
#define RUBY_ATOMIC_SIZE_EXCHANGE(var, v) RUBY_ATOMIC_EXCHANGE(var, v)
#define RUBY_ATOMIC_SIZE_CAS(var, o, n) rbimpl_atomic_size_cas(&(var), (o), (n))
#define RUBY_ATOMIC_SIZE_LOAD(var) RUBY_ATOMIC_LOAD(var)
#define RUBY_ATOMIC_PTR_EXCHANGE(var, v) RUBY_ATOMIC_EXCHANGE(var, v)
#define RUBY_ATOMIC_PTR_CAS(var, o, n) rbimpl_atomic_ptr_cas((void *volatile *)&(var), (o), (n))
#define RUBY_ATOMIC_PTR_LOAD(var) RUBY_ATOMIC_LOAD(var)
#define RUBY_ATOMIC_PTR_SET(var, v) RUBY_ATOMIC_SET(var, v)
#define RUBY_ATOMIC_VALUE_EXCHANGE(var, v) RUBY_ATOMIC_EXCHANGE(var, v)
#define RUBY_ATOMIC_VALUE_CAS(var, o, n) rbimpl_atomic_value_cas(&(var), (o), (n))
#define RUBY_ATOMIC_VALUE_LOAD(var) RUBY_ATOMIC_LOAD(var)
#define RUBY_ATOMIC_VALUE_SET(var, v) RUBY_ATOMIC_SET(var, v)

#endif
