/*
 * jit/verify.c - the walker of native code: versions, points, stubs and doors lead to where code is.
 *
 * Owns      nothing; it reads the tables of jit/context.c and jit/stub.c, and the doors of each iseq.
 * Uses      jit/compiler.h, gc_expect()
 * What is checked are JITC-6 to JITC-9.  A wrong address in these tables shows as a crash far away: a point is written when a handler
 * changes, and a door's calls when its entry does.
 * Threads   All under the VM lock.
 * Checked   test/internal/test_jit_verify.c, test/internal/test_verify.rb
 */
#include "internal/compiler.h"
#include <stdlib.h>
#include "internal/jit/compiler.h"

/* Returns whether `bytes` bytes at `at` have been written in the hot half. */
static bool
jit_hot_p(const uint8_t *at, size_t bytes)
{
    return at >= jit_hot_base && at + bytes <= jit_hot;
}

static bool
jit_cold_p(const uint8_t *at, size_t bytes)
{
    return at >= jit_hot_base + jit_memory_limit && at + bytes <= jit_cold;
}

static bool
jit_code_p(const void *at)
{
    return jit_hot_p(at, 0) || jit_cold_p(at, 0);
}

/* ---- versions and points ---- */

static void
jit_verify_block(const struct jit_block *b, void *unused)
{
    (void)unused;
    gc_expect(jit_hot_p(b->code, 0), "a version does not begin in the hot half of code memory (JITC-6)", (VALUE)b->code);
    gc_expect(b->context < jit_context_count(), "a version has a context that does not exist (JITC-2)", (VALUE)b->code);
}

struct jit_verify_points {
    const uint8_t **at; /* NULL: count only */
    size_t count, reserved;
};

static void
jit_verify_point(const struct jit_point *p, void *arg)
{
    struct jit_verify_points *all = arg;
    bool inside = jit_hot_p(p->code, ARCH_JUMP_BYTES);
    if (all->at) all->at[all->count] = p->code;
    all->count++;
    if (all->at) return;
    all->reserved += p->reserved;
    gc_expect(inside, "a point does not lie in the hot half of code memory (JITC-6)", (VALUE)p->code);
    gc_expect(p->context < jit_context_count(), "a point has a context that does not exist (JITC-2)", (VALUE)p->code);
    if (!inside || !arch_jump_p(p->code)) return;
    gc_expect(jit_code_p(arch_target(p->code + ARCH_JUMP_BYTES - ARCH_DISPLACEMENT_BYTES)),
              "a point jumps out of code memory (JITC-6)", (VALUE)p->code);
}

static int
jit_by_address(const void *a, const void *b)
{
    const uint8_t *x = *(const uint8_t *const *)a, *y = *(const uint8_t *const *)b;
    return (x > y) - (x < y);
}

/* Reports points that have some, but not all, of their bytes in common. */
static void
jit_verify_overlap(size_t count)
{
    struct jit_verify_points all = {.at = malloc((count + 1) * sizeof *all.at)};
    if (!all.at) return;
    jit_each_point(jit_verify_point, &all);
    qsort(all.at, all.count, sizeof *all.at, jit_by_address);
    for (size_t i = 1; i < all.count; i++) {
        ptrdiff_t apart = all.at[i] - all.at[i - 1];
        gc_expect(apart == 0 || apart >= ARCH_JUMP_BYTES, "two points overlap (JITC-6)", (VALUE)all.at[i]);
    }
    free(all.at);
}

/* ---- stubs ---- */

static void
jit_verify_stub(const struct jit_stub *s)
{
    bool sound = s->hit && jit_cold_p(s->hit, ARCH_JUMP_BYTES) && jit_cold_p(s->tail, ARCH_DISPLACEMENT_BYTES);
    gc_expect(sound, "a stub does not lie in the cold half of code memory (JITC-7)", (VALUE)s->hit);
    gc_expect(s->context < jit_context_count(), "a stub has a context that does not exist (JITC-2)", (VALUE)s->hit);
    if (sound) gc_expect(jit_code_p(arch_target(s->tail)), "a stub jumps out of code memory (JITC-7)", (VALUE)s->hit);
    if (!s->jump) return;
    bool inside = jit_hot_p(s->jump, ARCH_DISPLACEMENT_BYTES) || jit_cold_p(s->jump, ARCH_DISPLACEMENT_BYTES);
    gc_expect(inside && jit_code_p(arch_target(s->jump)), "a jump to a stub lies or leads outside code memory (JITC-7)",
              (VALUE)s->hit);
}

void
jit_verify(void)
{
    struct jit_verify_points all = {.at = NULL};
    jit_each_block(jit_verify_block, NULL);
    jit_each_point(jit_verify_point, &all);
    gc_expect(jit_cold + all.reserved <= jit_hot_base + 2 * jit_memory_limit,
              "the stubs of all points do not fit in code memory (JMEM-4)", 0);
    jit_verify_overlap(all.count);
    for (uint32_t i = 0; i < jit_stub_count(); i++) jit_verify_stub(jit_stub_at(i));
}

/* ---- doors ---- */

static void
jit_verify_door(const struct jit_door *d, const struct iseq_body *body, VALUE iseq)
{
    gc_expect((!d->entry || jit_code_p(d->entry)) && (!d->start || jit_code_p(d->start)) &&
                  (!d->code || jit_code_p(d->code)),
              "a door leads out of code memory", iseq);
    gc_expect(d->pc >= body->code && d->pc < body->code + body->code_len, "a door is of no instruction of its iseq", iseq);
    for (const struct jit_caller *c = d->callers; c; c = c->next) {
        bool inside = jit_hot_p(c->displacement, ARCH_DISPLACEMENT_BYTES);
        gc_expect(inside && arch_target(c->displacement) == d->entry,
                  "a machine call does not call its door's entry (JITC-8)", iseq);
    }
}

void
jit_verify_doors(VALUE iseq)
{
    const struct iseq_body *body = iseq_body(iseq);
    const struct jit_iseq *j = body->jit;
    jit_verify_door(&j->first, body, iseq);
    for (uint32_t i = 0; i < j->more_count; i++) jit_verify_door(&j->more[i], body, iseq);
    for (const struct jit_door *d = j->special; d; d = d->next) jit_verify_door(d, body, iseq);
}

/* ---- contexts at exits ---- */

static void
jit_expect_fact(enum jit_fact f, VALUE v, const char *what)
{
    if (f != FACT_NONE && !jit_fact_holds_p(f, v)) vm_bug_at(__FILE__, __LINE__, what);
}

void
jit_verify_exit(const struct jit_stub *s, const VALUE *fp)
{
    const struct jit_context *c = jit_context(s->context);
    const struct iseq_body *body = iseq_body(frame_iseq(fp));
    unsigned flags = frame_flags(fp);
    if (s->kind == STUB_DEAD || (flags & FRAME_CANCEL)) return; /* a throw may have ended the frame (JIT-5) */
    for (unsigned i = 0; i < c->height && i < JIT_SLOTS; i++)
        jit_expect_fact(c->type[i], fp[FRAME_CELLS + i], "a cell is not of its context's type (JITC-9)");
    VALUE self = frame_self_in(fp, body);
    jit_expect_fact(c->self, self, "self is not of its context's type (JITC-9)");
    if (c->self == FACT_SHAPE && obj_shape(self) != c->self_shape)
        vm_bug_at(__FILE__, __LINE__, "self has another shape than its context (JITC-9)");
    if (flags & FRAME_SIDE) return;
    for (unsigned i = 0; i < body->local_count && i < JIT_LOCALS; i++)
        jit_expect_fact(c->local[i], fp[(intptr_t)i - body->local_count], "a local is not of its context's type (JITC-9)");
}
