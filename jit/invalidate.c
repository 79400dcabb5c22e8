/*
 * jit/invalidate.c - discards native code when a handler or site it was made from changes.
 *
 * A point is ARCH_JUMP_BYTES where such code begins.  A jump to a stub is written over them, and the stub compiles the code
 * again from what it finds then.  Code that has passed the point continues: the facts it was made from held when it passed.  The
 * bytes of the stub were reserved when the point was made (JMEM-4), so a point can be left when the memory is full.
 */
#include "internal/compiler.h"
#include <stdlib.h>
#include <string.h>
#include "internal/jit/compiler.h"

static void
jit_redirect(const void *key)
{
    struct jit_point *p = jit_points_take(key);
    if (!p) return;
    jit_write_begin();
    const cell *noted = NULL;
    while (p) {
        struct jit_point *next = p->next;
        jit_unreserve(p->reserved); /* for the stub below */
        jit_blocks_drop(p->pc);
        if (p->pc != noted) jit_note_change(p->pc); /* once, whatever the number of its versions */
        jit_stat_invalidations += p->pc != noted;
        noted = p->pc;
        VALUE constants[JIT_SLOTS];
        const struct jit_context c = *jit_context(p->context);
        jit_point_constants(p->constant, &c, constants);
        uint8_t *code;
        uint32_t id = jit_stub_new(STUB_BRANCH, p->pc, &c, constants, &code);
        arch_write_jump(p->code, code);
        jit_stub_at(id)->jump = NULL;
        free(p);
        p = next;
    }
    jit_write_end();
}

void
jit_insn_changed(const cell *at)
{
    jit_redirect(at);
}

void
jit_site_changed(const struct call_cache *cc)
{
    jit_redirect(cc);
}

/* ---- all of it ---- */

static void
jit_cancel_frames(ec_t *ec)
{
    for (VALUE *fp = ec->fp; fp; fp = frame_prev(fp)) {
        if (frame_ruby_p(fp)) frame_flag(fp, FRAME_CANCEL);
        if (frame_prev(fp) == fp) break;
    }
}

static void
jit_cancel_iseq(VALUE v, void *arg)
{
    (void)arg;
    if (obj_type(v) != T_IMEMO || imemo_kind(v) != IMEMO_ISEQ) return;
    struct iseq_body *body = iseq_body(v);
    if (!body || !body->jit) return;
    bool gave_up = body->jit->gave_up;
    jit_close(body);
    body->jit->gave_up = gave_up;
    jit_recount(body);
}

void
jit_cancel_all(void)
{
    vm_each_context(jit_cancel_frames);
    jit_write_begin();
    gc_each_object(jit_cancel_iseq, NULL);
    jit_stubs_kill();
    jit_write_end();
    jit_forget_all();
}
