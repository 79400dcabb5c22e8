/*
 * vm.c - contexts, roots, interrupts, redefinition of basic operations, and the order in which the machine comes up.
 */
#include "internal/compiler.h"
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/auxv.h>
#include <sys/mman.h>
#include <sys/resource.h>
#include <sys/syscall.h>
#include <unistd.h>
#include <pthread.h>
#include "internal/numeric/complex.h"
#include "internal/object/compare.h"
#include "internal/vm/call.h"
#include "internal/vm/crash.h"
#include "internal/vm/stack.h"
#include "internal/inits.h"
#include "internal/thread.h"
#include "internal/vm.h"

ec_t *vm_ec;
VALUE vm_top_self, vm_top_cref, vm_stack_error, vm_memory_error, vm_empty_array;

cell vm_finish_cell[2];

void
vm_bug_at(const char *file, int line, const char *what)
{
    char headline[1200];
    fflush(stdout);
    if (line) snprintf(headline, sizeof headline, "%s:%d: %s", file, line, what);
    else snprintf(headline, sizeof headline, "%s", what); /* rb_bug's */
    vm_crash_report(headline, NULL);
    abort();
}

/* ---- contexts ---- */

static ec_t **contexts; /* every context, each at its context_at */
static unsigned context_count, context_capa;

enum { CONTEXT_BYTES = 8192 }; /* what one takes of memory at least: its struct, a page of its stack */

static void
vm_contexts_grow(ec_t *waiting)
{
    unsigned capa = context_capa ? context_capa * 2 : 8;
    ec_t **p = gc_raw_try_realloc(contexts, capa * sizeof *p);
    if (!p) {
        free(waiting);
        rb_memerror();
    }
    contexts = p;
    context_capa = capa;
}

ec_t *
ec_new(size_t stack_cells)
{
    ec_t *ec = gc_raw_calloc(1, sizeof *ec);
    size_t bytes = (stack_cells * sizeof(VALUE) + 4095) & ~(size_t)4095;
    if (context_count == context_capa) vm_contexts_grow(ec);
    ec->stack = vm_stack_map(bytes, 0);
    if (!ec->stack) {
        free(ec);
        rb_memerror();
    }
    gc_account(CONTEXT_BYTES);
    ec->stack_end = ec->stack + bytes / sizeof(VALUE);
    ec->stack_real_limit = ec->stack_end - STACK_RESERVE;
    ec->stack_limit = ec->stack_real_limit;
    ec->errinfo = ec->errinfo_outer = Qnil;
    /* the bottom ENTRY frame: links to itself, so that walks end */
    VALUE *fp = ec->stack;
    fp[ENTRY_LINK] = frame_link(fp, fp, FRAME_ENTRY);
    fp[ENTRY_PC] = (VALUE)vm_finish_cell;
    fp[ENTRY_SP] = (VALUE)(fp + ENTRY_CELLS);
    ec->pc = vm_finish_cell;
    ec->fp = fp;
    ec->sp = fp + ENTRY_CELLS;
    ec->context_at = context_count;
    contexts[context_count++] = ec;
    return ec;
}

/* A context whose fiber ended, as if new. */
void
ec_reset(ec_t *ec)
{
    VALUE *stack = ec->stack, *end = ec->stack_end, *limit = ec->stack_real_limit;
    struct frame_side *sides = ec->sides;
    uint32_t capa = ec->side_capa, at = ec->context_at;
    memset(ec, 0, sizeof *ec);
    ec->context_at = at;
    ec->stack = stack;
    ec->stack_end = end;
    ec->stack_real_limit = ec->stack_limit = limit;
    ec->sides = sides;
    ec->side_capa = capa;
    ec->errinfo = ec->errinfo_outer = Qnil;
    ec->pc = vm_finish_cell;
    ec->fp = stack;
    ec->sp = stack + ENTRY_CELLS;
}

void
ec_free(ec_t *ec)
{
    contexts[ec->context_at] = contexts[--context_count];
    contexts[ec->context_at]->context_at = ec->context_at;
    gc_account(-CONTEXT_BYTES);
    munmap(ec->stack, (size_t)((char *)ec->stack_end - (char *)ec->stack));
    free(ec->sides);
    free(ec);
}

void
vm_mark_ec(ec_t *ec)
{
    gc_mark_maybe(ec->stack, ec->sp);
    gc_mark(ec->throw_value);
    gc_mark(ec->errinfo_outer);
    gc_mark(ec->errinfo);
    gc_mark(ec->caught_errinfo);
    gc_mark(ec->errinfo_before);
    gc_mark(ec->local_storage);
    gc_mark(ec->storage);
    gc_mark(ec->recursion_guard);
    gc_mark(ec->body);
    gc_mark(ec->backref);
    gc_mark(ec->lastline);
    gc_mark((VALUE)ec->c_me);
    for (uint32_t i = 0; i < ec->side_count; i++) {
        struct frame_side *s = &ec->sides[i];
        gc_mark(s->env);
        gc_mark(s->cref);
        gc_mark(s->backref);
        gc_mark(s->lastline);
        gc_mark(s->svar);
    }
}

static void
mark_vm(void *unused)
{
    (void)unused;
    thread_mark_all();
    gc_mark(vm_top_self);
    gc_mark(vm_top_cref);
    gc_mark(vm_stack_error);
    gc_mark(vm_empty_array);
    gc_mark(vm_memory_error);
}

ec_t *
vm_context_of(const VALUE *fp)
{
    for (unsigned i = 0; i < context_count; i++) {
        ec_t *ec = contexts[i];
        if (fp >= ec->stack && fp < ec->stack_end) return ec;
    }
    return NULL;
}

void
vm_each_context(void (*fn)(ec_t *ec))
{
    for (unsigned i = 0; i < context_count; i++) fn(contexts[i]);
}

void
vm_close_all(ec_t *ec)
{
    while (ec->side_count) {
        struct frame_side *s = &ec->sides[ec->side_count - 1];
        if (s->env) env_close(s);
        ec->side_count--;
    }
}

/* ---- interrupts and the stack's end ---- */

bool
vm_check_interrupts(ec_t *ec)
{
    if (ec->stack_limit != ec->stack_real_limit) {
        ec->stack_limit = ec->stack_real_limit;
        uint32_t pending = __atomic_exchange_n(&ec->interrupt_pending, 0, __ATOMIC_ACQ_REL);
        if (pending) vm_run_interrupts(ec, pending);
        return true;
    }
    vm_raise_stack_error(ec);
}

void
rb_thread_check_ints(void)
{
    ec_t *ec = vm_ec;
    if (ec->stack_limit != ec->stack_real_limit) vm_check_interrupts(ec);
}

/* ---- redefinition of basic operations ---- */

static bool basic_ready; /* the core is defined: from now on a definition is a redefinition */

struct patch {
    int from, to;
};

static void
vm_patch_iseq(VALUE v, void *arg)
{
    struct patch *p = arg;
    if (obj_type(v) != T_IMEMO || imemo_kind(v) != IMEMO_ISEQ) return;
    struct iseq_body *body = iseq_body(v);
    if (!body || !body->code || body->is_core) return;
    for (uint32_t at = 0; at < body->code_len; at += (uint32_t)insn_length_at(body->code + at)) {
        int id = insn_at(body->code + at);
        if (!insn_has_part(id, p->from)) continue;
        insn_set_handler(body->code + at, insn_base(id) == p->from ? p->to : insn_base(id));
    }
}

static bool redefined_insn[INSN__COUNT];

bool
vm_insn_redefined_p(int id) /* if true, the compiler must not emit the specialised form */
{
    return redefined_insn[id];
}

/* The methods whose redefinition is reported under -W:performance.  The list is CRuby 4.0.1's, which differs from the methods that
 * our instructions assume. */
static const struct told {
    const char *klass, *ops; /* each op with a blank on both sides */
} told_list[] = {
    {"Integer", " -@ <=> <= === >= == << >> [] % & * + - / < > succ size | "},
    {"Float", " -@ <=> <= >= == === % * + - hash / < > "},
    {"String", " % * + -@ <=> << == === =~ [] []= empty? hash freeze length size succ "},
    {"Array", " & * + - | <=> << == [] []= include? empty? max hash freeze min length size pack "},
    {"Hash", " == [] []= <= >= empty? hash freeze < length size > default "},
    {"Symbol", " succ size <=> == === =~ [] empty? length "},
    {"Regexp", " == === hash =~ "},
    {"NilClass", " & === =~ nil? | "},
    {"TrueClass", " | === & "},
    {"FalseClass", " | === & "},
    {"Proc", " << === hash == [] call "},
};

static void
vm_tell_redefined(const char *klass, const char *op, ID mid)
{
    static struct id_table *told[lengthof(told_list)];
    char word[32];
    if (snprintf(word, sizeof word, " %s ", op) >= (int)sizeof word) return;
    for (size_t i = 0; i < lengthof(told_list); i++) {
        if (strcmp(told_list[i].klass, klass) || !strstr(told_list[i].ops, word)) continue;
        if (!told[i]) told[i] = id_table_new(0);
        if (id_table_find(told[i], mid)) return;
        id_table_set(told[i], mid, 1);
        rb_category_warn(RB_WARN_CATEGORY_PERFORMANCE, "Redefining '%s#%s' disables interpreter and JIT optimizations",
                         klass, op);
        return;
    }
}

/* Returns whether literals of klass are keys of opt_case_dispatch.  Range is none, whose === ActiveSupport redefines. */
static bool
case_literal_class_p(VALUE klass)
{
    return klass == rb_cInteger || klass == rb_cFloat || klass == rb_cSymbol || klass == rb_cString ||
           klass == rb_cNilClass || klass == rb_cTrueClass || klass == rb_cFalseClass;
}

void
vm_basic_op_redefined(VALUE klass, ID mid)
{
    if (!basic_ready) return;
    VALUE kname = class_name_or_nil(klass), mname = id_name(mid);
    if (kname == Qnil) return;
    const char *k = StringValueCStr(kname), *m = StringValueCStr(mname);
    if (strcmp(m, "===") == 0 && case_literal_class_p(klass)) vm_case_redefined = true;
    if (strcmp(m, "==") == 0) obj_eq_redefined = true;
    if ((klass == rb_cInteger || klass == rb_cFloat || klass == rb_cRational) && strchr("+-*", *m) && !m[1])
        real_arith_redefined = true;
    for (const struct insn_watch *w = insn_watch_list(); w->id >= 0; w++) {
        if (strcmp(w->klass, k) || strcmp(w->op, m) || redefined_insn[w->id]) continue;
        redefined_insn[w->id] = true;
        struct patch p = {w->id, insn_family(w->id)};
        gc_each_object(vm_patch_iseq, &p);
    }
    vm_tell_redefined(k, m, mid);
}

/* ---- start ---- */

/* Returns the end of the mapping of the main thread's stack, from which the kernel counts the limit.  The program's path lies at that
 * end, before a word of zeros.  pthread_getattr_np would read /proc/self/maps. */
static char *
vm_main_stack_end(char *base)
{
    const char *path = (const char *)getauxval(AT_EXECFN);
    uintptr_t page = (uintptr_t)sysconf(_SC_PAGESIZE);
    uintptr_t end = path ? ((uintptr_t)path + strlen(path) + 1 + sizeof(void *) + page - 1) & ~(page - 1) : 0;

    return end > (uintptr_t)base && end - (uintptr_t)base < 16u << 20 ? (char *)end : base;
}

enum { STACK_MARGIN = VM_ASAN ? 512 * 1024 : 192 * 1024 };

static void
vm_init_main_stack(ec_t *ec)
{
    struct rlimit limit;
    const size_t most = 64u << 20;
    size_t usable = getrlimit(RLIMIT_STACK, &limit) == 0 && limit.rlim_cur < most ? limit.rlim_cur : most;
    char *high = (char *)gc_thread_stack_base();

    vm_stack_bounds(ec, vm_main_stack_end(high) - usable, high, STACK_MARGIN, true);
}

/* A program may begin its Ruby in a thread of its own: the guard is then the low end of that thread's stack. */
static void
vm_init_thread_stack(ec_t *ec)
{
    pthread_attr_t attr;
    void *low;
    size_t bytes;
    if (pthread_getattr_np(pthread_self(), &attr) != 0) return;
    pthread_attr_getstack(&attr, &low, &bytes);
    pthread_attr_destroy(&attr);
    mprotect(low, VM_STACK_GUARD_BYTES, PROT_NONE);
    vm_stack_bounds(ec, (char *)low + VM_STACK_GUARD_BYTES, (char *)low + bytes, STACK_MARGIN, false);
}

static void
vm_init_machine_stack(ec_t *ec)
{
    if (syscall(SYS_gettid) == getpid()) vm_init_main_stack(ec);
    else vm_init_thread_stack(ec);
    vm_stack_learn_code((const void *)vm_init_machine_stack);
}

/* Makes the next minor collection look at the weak references to v (SITE-13, FSTR-1). */
static void
vm_old_no_longer(VALUE v)
{
    if (val_type_p(v, T_CLASS) || val_type_p(v, T_MODULE)) callsite_refers(v);
    else if (val_type_p(v, T_STRING) && (obj_flags(v) & STR_FSTR)) fstr_watch(v);
    else if (val_type_p(v, T_SYMBOL)) fstr_watch(rb_sym2str(v));
}

/* Prepares the VM to run.  Called before the first object is made. */
void
vm_boot(void)
{
    vm_exec_init();
    vm_finish_cell[0] = (cell)insn_handler(INSN_finish);
    insn_set_tracer(insn_handler(INSN_trace));
    insn_set_entry_handlers(insn_handler(INSN_enter), insn_handler(INSN_enter_native), insn_handler(INSN_enter_more),
                            insn_handler(INSN_enter_more_native));
    vm_stack_read_sizes();
    vm_ec = ec_new(vm_stack_sizes.thread_vm / sizeof(VALUE));
    vm_init_machine_stack(vm_ec);
    thread_boot(vm_ec);
    gc_add_root(mark_vm, NULL);
    gc_add_weak_sweeper(callsite_sweep);
    gc_add_weak_sweeper(vm_const_sweep);
    gc_add_weak_sweeper(vm_ivar_sweep);
    gc_old_no_longer = vm_old_no_longer;
    Init_vm_env();
    Init_vm_cref();
    Init_vm_block();
    Init_vm_throw();
}

static VALUE
vm_main_to_s(VALUE self)
{
    (void)self;
    return rb_usascii_str_new_cstr("main");
}

VALUE rb_cProc, rb_cMethod, rb_cUnboundMethod, rb_cBinding, rb_cThread;

/* The C method that runs; 0. */
ID
rb_frame_this_func(void)
{
    return vm_ec->c_me ? vm_ec->c_me->def->original_id : 0;
}

ID
rb_frame_callee(void)
{
    return vm_ec->c_me ? vm_ec->c_me->called_id : 0;
}

/* Defines the classes of the VM and the top-level self.  Called after the class tree exists. */
void
Init_VM(void)
{
    rb_cProc = rb_define_class("Proc", rb_cObject);
    rb_cMethod = rb_define_class("Method", rb_cObject);
    rb_cUnboundMethod = rb_define_class("UnboundMethod", rb_cObject);
    rb_cBinding = rb_define_class("Binding", rb_cObject);
    rb_cThread = rb_define_class("Thread", rb_cObject);
    vm_top_cref = cref_new(rb_cObject, 0, false);
    cref_of(vm_top_cref)->visi = VISI_PRIVATE;
    vm_top_self = rb_obj_alloc(rb_cObject);
    rb_define_singleton_method(vm_top_self, "to_s", vm_main_to_s, 0);
    rb_define_singleton_method(vm_top_self, "inspect", vm_main_to_s, 0);
    vm_empty_array = rb_obj_freeze(ary_new());
    vm_stack_error = rb_exc_new_cstr(rb_eSysStackError, "stack level too deep");
    vm_memory_error = rb_exc_new_str(rb_eNoMemError, str_fstring_cstr("failed to allocate memory", 25, ENCI_USASCII));
}

void
vm_core_defined(void)
{
    basic_ready = true;
}
