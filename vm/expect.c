/*
 * vm/expect.c - how many instance variables a class's instances will have, before there is one.
 *
 * Uses      iseq, class
 * Algorithm The code of initialize is read for the names it assigns, then that of the methods it calls on self and of its
 *           super.  A class without an initialize has the code of its methods read.  A class with one instance for the
 *           whole program gets all its names into the slot of that instance.  class_learn in shape.c learns from the
 *           instances that exist.
 * Invariant A wrong guess costs room or a block outside the slot, nothing else.
 * Checked   test/test_shape.rb
 */
#include "internal/compiler.h"
#include "internal/class.h"
#include "internal/id_table.h"
#include "internal/iseq.h"
#include "internal/iseq/insn.h"
#include "internal/vm/site.h"

enum {
    EXPECT_METHODS = LIMIT(32, 2),
    EXPECT_NAMES = LIMIT(250, 3),
    EXPECT_NAMES_LOOSE = 7 /* a slot of 64 bytes: not every instance gets them */
};

struct expectation {
    VALUE klass;
    struct id_table *names;
    const struct method_entry *read[EXPECT_METHODS];
    unsigned reads;
};

static void
expect_method(struct expectation *x, const struct method_entry *me)
{
    if (!me || me->def->kind != METHOD_ISEQ || x->reads == EXPECT_METHODS) return;
    for (unsigned i = 0; i < x->reads; i++) {
        if (x->read[i] == me) return;
    }
    x->read[x->reads++] = me;
}

static void
expect_code(struct expectation *x, const struct method_entry *me, VALUE iseq)
{
    const struct iseq_body *body = iseq_body(iseq);
    for (uint32_t at = 0; at < body->code_len; at += (uint32_t)insn_length_at(body->code + at)) {
        const cell *pc = body->code + at;
        int family = insn_family(insn_base(insn_at(pc)));
        if (family == INSN_setivar) {
            id_table_set(x->names, (ID)insn_get_operand(pc, 1), 1);
        } else if (family == INSN_send || family == INSN_send_block) {
            ci_word w = (ci_word)insn_get_operand(pc, 1);
            if (ci_flags(w) & CI_FCALL) expect_method(x, method_lookup(x->klass, ci_mid(w)));
        } else if (family == INSN_invokesuper && me->defined_class) {
            expect_method(x, method_lookup_super(me->defined_class, me->called_id));
        }
    }
}

/* Without an initialize: whatever the class's methods assign. */
static void
expect_all_methods(struct expectation *x, VALUE klass)
{
    for (; klass && klass != rb_cObject; klass = class_superclass(klass)) {
        uint32_t pos = 0;
        ID mid;
        VALUE me;
        while (id_table_next(rclass(klass)->m_tbl, &pos, &mid, &me)) expect_method(x, (const struct method_entry *)me);
    }
}

unsigned
vm_named_ivars(VALUE klass)
{
    struct expectation x = {.klass = klass, .names = id_table_new(0)};
    const struct method_entry *me = method_lookup(klass, rb_intern("initialize"));
    size_t most = EXPECT_NAMES;
    expect_method(&x, me);
    if (me && me->owner == rb_cBasicObject) {
        expect_all_methods(&x, klass);
        most = EXPECT_NAMES_LOOSE;
    }
    for (unsigned i = 0; i < x.reads; i++) expect_code(&x, x.read[i], x.read[i]->def->as.iseq.iseq);
    size_t n = id_table_size(x.names);
    id_table_free(x.names);
    return (unsigned)(n < most ? n : most);
}
