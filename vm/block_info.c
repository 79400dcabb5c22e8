/*
 * vm/block_info.c - parameters of the block that a C method was given.
 *
 * Uses      vm.h, iseq.h
 * Checked   test/test_block.rb
 */
#include "internal/compiler.h"
#include "internal/vm/block_info.h"
#include "internal/array.h"
#include "internal/vm.h"

struct block_shape {
    VALUE iseq; /* 0: not Ruby code */
    bool lambda;
    int min, max; /* valid without iseq */
};

static void
block_set_arity(struct block_shape *s, int arity)
{
    s->min = arity < 0 ? -arity - 1 : arity;
    s->max = arity < 0 ? UNLIMITED_ARGUMENTS : arity;
}

static struct block_shape
block_handler_shape(VALUE h)
{
    struct block_shape s = {0, false, 0, 0};
    if (h == BH_NONE || h == Qnil) return s;
    if (bh_literal_p(h)) {
        s.iseq = frame_literal(bh_home(h));
        return s;
    }
    if (bh_ifunc_p(h)) {
        const struct ifunc *f = bh_ifunc(h);
        s.min = f->min_argc;
        s.max = f->max_argc;
        return s;
    }
    if (RB_SYMBOL_P(h)) {
        s.lambda = true;
        block_set_arity(&s, -2);
        return s;
    }
    const struct rproc *p = proc_ptr(h);
    s.lambda = p->lambda;
    if (p->kind == PROC_ISEQ) s.iseq = p->code;
    else block_set_arity(&s, rb_proc_arity(h));
    return s;
}

static struct block_shape
block_shape(void)
{
    return block_handler_shape(vm_block_handler(vm_ec));
}

int
block_arity(void)
{
    struct block_shape s = block_shape();
    if (!s.iseq) return s.min == s.max ? s.min : -s.min - 1;
    return s.lambda ? iseq_arity(s.iseq) : iseq_proc_arity(s.iseq);
}

int
block_min_max(int *max)
{
    struct block_shape s = block_shape();
    if (!s.iseq) {
        *max = s.max;
        return s.min;
    }
    const struct iseq_params *p = &iseq_body(s.iseq)->params;
    *max = (p->flags & PARAM_REST) ? UNLIMITED_ARGUMENTS : p->lead + p->opt + p->post;
    return p->lead + p->post;
}

bool
block_takes_pair(void)
{
    return block_handler_takes_pair(vm_block_handler(vm_ec));
}

bool
block_handler_takes_pair(VALUE handler)
{
    struct block_shape s = block_handler_shape(handler);
    if (s.lambda) return false;
    if (!s.iseq) return s.min > 1;
    const struct iseq_params *p = &iseq_body(s.iseq)->params;
    return p->lead + p->post > 1;
}

VALUE
block_yield_pair(VALUE a, VALUE b, bool takes_pair)
{
    return takes_pair ? rb_yield_values(2, a, b) : rb_yield(rb_assoc_new(a, b));
}

VALUE
block_yield_spread(VALUE v)
{
    if (val_type_p(v, T_ARRAY)) {
        struct block_shape s = block_shape();
        if (s.lambda && s.iseq && iseq_arity(s.iseq) != 1 && iseq_arity(s.iseq) != -1) return rb_yield_splat(v);
    }
    return rb_yield(v);
}
