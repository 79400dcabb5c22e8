/*
 * cont/continuation.c - Continuation (callcc): a context's two stacks, copied, to be put back any number of times.
 *
 * callcc copies the value stack with its side records, and the machine stack from a scratch stack on which nothing of it is in
 * use.  A call copies them back the same way and arrives where callcc returns.  All later runs share the locals, as
 * in CRuby.  Each Ruby frame is captured, so its locals lie in an environment when the frame ends.  A frame that is put back takes
 * them from there.
 *
 * Owns      struct rcont.
 * Uses      cont, vm, env.
 * CALLCC-1  A continuation is called in the fiber that made it: the stacks are put back at their own addresses.
 * CALLCC-2  Between the copying and the arrival nothing allocates, raises or runs Ruby.
 * Threads   Under the VM lock.
 * Checked   test/test_continuation.rb
 */
#include "internal/compiler.h"
#include <stdlib.h>
#include <string.h>
#include "internal/cont.h"
#include "internal/cont/switch.h"
#include "internal/memcheck.h"
#include "internal/thread.h"
#include "internal/vm/call.h"
#include "internal/vm/stack.h"
#include "ruby/ruby.h"

enum {
    SCRATCH_BYTES = 16 * 1024,
    CELLS_ABOVE = 64,          /* of the value stack above sp, which a call in progress may use */
    MACHINE_BELOW_BYTES = 4096 /* the frames between callcc and the copy */
};

struct rcont {
    VALUE fiber, value; /* value: what a call hands over */
    ec_t state;         /* the fields that belong to the stacks */
    VALUE *cells;
    size_t cell_count;
    struct frame_side *sides;
    void *sp; /* of the machine stack, when copied */
    char *machine;
    size_t machine_bytes;
    bool called; /* it is not callcc that returns, but a call */
};

static VALUE cContinuation;
static struct rcont *under_way;
static _Alignas(16) char scratch[SCRATCH_BYTES];

static void
cont_mark(void *p)
{
    const struct rcont *k = p;
    const ec_t *s = &k->state;
    const VALUE held[] = {k->fiber, k->value,   s->errinfo,  s->recursion_guard,
                          s->body,  s->backref, s->lastline, (VALUE)s->c_me};
    for (size_t i = 0; i < lengthof(held); i++) gc_mark(held[i]);
    if (!k->machine_bytes) return; /* not yet copied */
    gc_mark_maybe(k->cells, k->cells + k->cell_count);
    gc_mark_maybe((VALUE *)k->machine, (VALUE *)(k->machine + k->machine_bytes));
    for (uint32_t i = 0; i < s->side_count; i++) {
        const struct frame_side *side = &k->sides[i];
        const VALUE kept[] = {side->env, side->cref, side->backref, side->lastline, side->svar};
        for (size_t j = 0; j < lengthof(kept); j++) gc_mark(kept[j]);
    }
}

static void
cont_free(void *p)
{
    struct rcont *k = p;
    free(k->cells);
    free(k->sides);
    free(k->machine);
    free(k);
}

static size_t
cont_memsize(const void *p)
{
    const struct rcont *k = p;
    return sizeof *k + k->cell_count * sizeof(VALUE) + k->state.side_count * sizeof *k->sides + k->machine_bytes;
}

static const rb_data_type_t cont_type = {
    "continuation", {cont_mark, cont_free, cont_memsize, NULL, {0}}, NULL, NULL, RUBY_TYPED_FREE_IMMEDIATELY};

/* ---- copying, on the scratch stack (CALLCC-2) ---- */

static void
copy_out(void)
{
    struct rcont *k = under_way;
    void *here;
    k->machine_bytes = (size_t)(vm_ec->machine_base - (char *)k->sp);
    memcpy(k->machine, k->sp, k->machine_bytes);
    cont_swap(&here, k->sp);
}

static void
copy_in(void)
{
    struct rcont *k = under_way;
    void *here;
    MEMCHECK_PAGES(k->sp, k->machine_bytes);
    memcpy(k->sp, k->machine, k->machine_bytes);
    cont_swap(&here, k->sp);
}

/* Copies the machine stack.  Returns after the copy, and again each time the stack is put back. */
static NOINLINE void
save_machine(struct rcont *k)
{
    under_way = k;
    cont_swap(&k->sp, cont_prepare(scratch + SCRATCH_BYTES, copy_out));
}

/* ---- making ---- */

/* All frames get an environment: from now on their locals outlive them (the Procs of their blocks too). */
static void
capture_frames(ec_t *ec)
{
    for (VALUE *fp = ec->fp;;) {
        if (frame_ruby_p(fp)) env_capture(ec, fp);
        VALUE *prev = frame_prev(fp);
        if (prev == fp) return;
        fp = prev;
    }
}

static struct rcont *
cont_new(ec_t *ec, VALUE *self)
{
    struct rcont *k = calloc(1, sizeof *k);
    if (!k) rb_memerror();
    k->fiber = k->value = Qnil;
    k->state.errinfo = Qnil;
    *self = TypedData_Wrap_Struct(cContinuation, &cont_type, k);
    gc_code_may_return_twice = true;
    k->fiber = rb_fiber_current();
    capture_frames(ec);
    size_t room = (size_t)(ec->machine_base - (char *)__builtin_frame_address(0)) + MACHINE_BELOW_BYTES;
    VALUE *top = ec->sp + CELLS_ABOVE < ec->stack_end ? ec->sp + CELLS_ABOVE : ec->stack_end;
    k->cell_count = (size_t)(top - ec->stack);
    k->cells = malloc(k->cell_count * sizeof *k->cells);
    k->sides = malloc((ec->side_count + 1) * sizeof *k->sides);
    k->machine = malloc(room);
    if (!k->cells || !k->sides || !k->machine) rb_memerror();
    rb_gc_adjust_memory_usage((ssize_t)(room + k->cell_count * sizeof *k->cells));
    memcpy(k->cells, ec->stack, k->cell_count * sizeof *k->cells);
    memcpy(k->sides, ec->sides, ec->side_count * sizeof *k->sides);
    k->state = *ec;
    return k;
}

static VALUE
kernel_m_callcc(VALUE self)
{
    (void)self;
    VALUE cont;
    if (VM_ASAN) rb_raise(rb_eNotImpError, "callcc under AddressSanitizer");
    if (!rb_block_given_p()) rb_raise(rb_eLocalJumpError, "no block given");
    struct rcont *volatile k = cont_new(vm_ec, &cont);
    save_machine(k);
    if (!k->called) return rb_yield(cont);
    VALUE value = k->value;
    k->called = false;
    k->value = Qnil;
    rb_thread_check_ints();
    return value;
}

/* ---- calling ---- */

static void
put_back_cells(ec_t *ec, const struct rcont *k)
{
    const ec_t *s = &k->state;
    vm_close_all(ec);
    memcpy(ec->stack, k->cells, k->cell_count * sizeof *k->cells);
    memcpy(ec->sides, k->sides, s->side_count * sizeof *k->sides);
    ec->side_count = s->side_count;
    for (uint32_t i = 0; i < ec->side_count; i++)
        if (ec->sides[i].env) env_reopen(&ec->sides[i]);
    ec->pc = s->pc, ec->sp = s->sp, ec->fp = s->fp;
    ec->c_me = s->c_me, ec->c_block = s->c_block;
    ec->tag = s->tag;
    ec->throw_kind = THROW_NONE, ec->throw_value = Qnil, ec->throw_target = NULL;
    ec->errinfo = s->errinfo;
    ec->recursion_guard = s->recursion_guard;
    ec->body = s->body, ec->backref = s->backref, ec->lastline = s->lastline;
    ec->trace_arg = s->trace_arg;
    ec->root = s->root;
    ec->catches = s->catches;
    ec->hide_c = false;
}

static VALUE
cont_m_call(int argc, VALUE *argv, VALUE self)
{
    struct rcont *k = rb_check_typeddata(self, &cont_type);
    ec_t *ec = vm_ec;
    if (k->state.thread != ec->thread) rb_raise(rb_eRuntimeError, "continuation called across threads");
    if (k->fiber != rb_fiber_current()) rb_raise(rb_eRuntimeError, "continuation called across fiber");
    k->value = argc == 0 ? Qnil : argc == 1 ? argv[0] : rb_ary_new_from_values(argc, argv);
    k->called = true;
    VM_ASSERT(ec->side_capa >= k->state.side_count); /* the array only grows while the context lives */
    put_back_cells(ec, k);
    under_way = k;
    void *here;
    cont_swap(&here, cont_prepare(scratch + SCRATCH_BYTES, copy_in));
    VM_UNREACHABLE("the stack that called is gone");
}

void
Init_continuation(void)
{
    cContinuation = rb_define_class("Continuation", rb_cObject);
    rb_undef_alloc_func(cContinuation);
    rb_undef_method(rb_singleton_class(cContinuation), "new");
    rb_define_method(cContinuation, "call", cont_m_call, -1);
    rb_define_method(cContinuation, "[]", cont_m_call, -1);
    rb_define_module_function(rb_mKernel, "callcc", kernel_m_callcc, 0);
    rb_warn("callcc is obsolete; use Fiber instead");
}
