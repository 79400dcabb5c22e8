/*
 * block_info.c - parameters of the block that a C method was given.
 *
 * Uses      vm.h, iseq.h
 * Checked   test/test_block.rb
 */
#include "internal/compiler.h"
#include "internal/block.h"
#include "internal/array.h"
#include "internal/vm.h"

struct block_shape {
    VALUE iseq;   /* 0: not Ruby code */
    bool lambda;
    int arity;    /* valid without iseq */
};

static struct block_shape
block_shape(void)
{
    VALUE h = vm_block_handler(vm_ec);
    struct block_shape s = {0, false, 0};
    if (h == BH_NONE) return s;
    if ((h & 3) == BH_ISEQ) {
        s.iseq = ((const VALUE *)(h - BH_ISEQ))[4];
        return s;
    }
    if ((h & 3) == BH_IFUNC) {
        const struct ifunc *f = (const struct ifunc *)(h - BH_IFUNC);
        s.arity = f->min_argc == f->max_argc ? f->min_argc : -f->min_argc - 1;
        return s;
    }
    if (RB_SYMBOL_P(h)) {
        s.lambda = true;
        s.arity = -2;
        return s;
    }
    const struct rproc *p = proc_ptr(h);
    s.lambda = p->lambda;
    if (p->kind == PROC_ISEQ) s.iseq = p->code;
    else s.arity = rb_proc_arity(h);
    return s;
}

int
block_arity(void)
{
    struct block_shape s = block_shape();
    if (!s.iseq) return s.arity;
    return s.lambda ? iseq_arity(s.iseq) : iseq_proc_arity(s.iseq);
}

bool
block_lambda_p(void)
{
    return block_shape().lambda;
}

bool
block_takes_pair(void)
{
    struct block_shape s = block_shape();
    if (s.lambda || !s.iseq) return false;
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
