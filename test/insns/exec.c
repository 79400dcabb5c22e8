/*
 * exec.c - runs what the generator makes of exec.def, on the back end it is compiled for.
 *
 * Built twice by test/insns/run (VM_TAILCALL 1 and 0).  Prints one line for each fact that does not hold.
 */
#include "internal/iseq/insn.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

typedef uint64_t VALUE, ID;
enum { Qundef = 36 };
typedef struct ec {
    const cell *pc;
    VALUE *sp, *fp;
    int published, slow, thrown;
} ec_t;

static int failures;
#define CHECK(c) ((c) ? (void)0 : (void)(failures++, printf("%s:%d: %s\n", __FILE__, __LINE__, #c)))

void
vm_bug_at(const char *file, int line, const char *what)
{
    printf("%s:%d: bug: %s\n", file, line, what);
    exit(1);
}

void *
gc_raw_calloc(size_t n, size_t bytes)
{
    return calloc(n, bytes);
}

static bool
slow_add(ec_t *ec)
{
    ec->slow++;
    ec->sp[-2] = ec->sp[-2] + ec->sp[-1] + 1000;
    ec->sp--;
    ec->pc += insn_length_at(ec->pc);
    return ec->sp[-1] != 2999;
}

static bool
vm_throw(ec_t *ec)
{
    ec->thrown++;
    return false;
}

#define PUBLISH() (ec->pc = pc, ec->sp = sp, ec->fp = fp, ec->published++)
#define FINISH(v) return (v)

#if VM_TAILCALL
typedef VALUE(PRESERVE_NONE *handler_t)(const cell *pc, VALUE *sp, VALUE *fp, ec_t *ec);
#define DISPATCH() MUSTTAIL return ((handler_t)pc[0])(pc, sp, fp, ec)
#include "vm_tail.inc"
static const void *const table[] = {
#define INSN_HANDLER_LINES
#include "vm_tail.inc"
};
static VALUE
run(ec_t *ec)
{
    return ((handler_t)ec->pc[0])(ec->pc, ec->sp, ec->fp, ec);
}
#else
#define DISPATCH() goto *(void *)pc[0]
static const void *const *table;
static VALUE
run(ec_t *ec)
{
    static const void *const labels[] = {
#define INSN_HANDLER_LINES
#include "vm_goto.inc"
    };
    if (!ec) {
        table = labels;
        return 0;
    }
    const cell *pc = ec->pc;
    VALUE *sp = ec->sp, *fp = ec->fp;
    DISPATCH();
#include "vm_goto.inc"
}
#endif

static cell code[64];
static VALUE stack[16];

static VALUE
go(ec_t *ec, VALUE a, VALUE b)
{
    stack[0] = a;
    stack[1] = b;
    *ec = (ec_t){code, stack + 2, stack + 2, 0, 0, 0};
    return run(ec);
}

#define WRITE(at, id, ...) ((at) + insn_write((at), INSN_##id, (int64_t[]){__VA_ARGS__}))

/* local -2 plus local -1, plain or through the fusion of all three */
static void
test_add(bool fused)
{
    ec_t ec;
    cell *at = code;

    at = WRITE(at, getlocal, -2);
    at = WRITE(at, getlocal, -1);
    at = WRITE(at, add, 7);
    insn_write(at, INSN_leave, NULL);
    if (fused) {
        int ids[] = {INSN_getlocal, INSN_getlocal, INSN_add, INSN_leave};
        int id = insn_fuse(ids, 4);
        CHECK(id == INSN_getlocal_getlocal_add);
        CHECK(insn_fuse(ids, 2) == INSN_getlocal_getlocal);
        CHECK(insn_fuse(ids + 1, 2) == -1);
        code[0] = (cell)insn_handler(id);
        CHECK(insn_at(code) == id && insn_base(id) == INSN_getlocal && insn_fused_count(id) == 3);
    }
    CHECK(insn_length_at(code) == 2 && insn_get_operand(code, 0) == -2);
    CHECK(go(&ec, 3, 4) == 7 && ec.slow == 0);
    CHECK(go(&ec, 1000, 4) == 2004 && ec.slow == 1);
    CHECK(go(&ec, 1000, 999) == Qundef && ec.thrown == 1);
}

static void
test_operands(void)
{
    ec_t ec;
    int64_t ops[] = {-5, 65535, -100000, 99, 0x1234567890, (int64_t)(intptr_t)stack};
    cell *at = code + insn_write(code, INSN_lanes, ops);

    CHECK(at - code == INSN_LEN_lanes && INSN_LEN_lanes == 6);
    CHECK(code[2] == 0 && code[3] == 0);
    for (int n = 0; n < 6; n++) {
        if (n != 3) CHECK(insn_get_operand(code, n) == ops[n]);
        insn_set_operand(code, n, insn_get_operand(code, n));
    }
    insn_write(at, INSN_leave, NULL);
    CHECK(go(&ec, 0, 0) == (VALUE)(-5 + 65535 - 100000) + 0x1234567890 && code[2] == 1 && code[3] == 2);
    CHECK(ec.published == 2);
    CHECK(strcmp(insn_operand_types(INSN_lanes), "suw2IP") == 0 && insn_packed_count(INSN_lanes) == 3);
    CHECK(strcmp(insn_operand_name(INSN_lanes, 4), "id") == 0 && insn_operand_offset(INSN_lanes, 5) == 40);
}

static void
test_verify(void)
{
    CHECK(insn_verify(INSN_getlocal, (int64_t[]){-1}) == NULL);
    CHECK(strcmp(insn_verify(INSN_getlocal, (int64_t[]){0}), "getlocal: idx is not the index of a local") == 0);
    CHECK(insn_verify(INSN_lanes, (int64_t[]){40000, 0, 0, 0, 0, 0}) != NULL);
    CHECK(insn_verify(INSN_lanes, (int64_t[]){4000, -1, 0, 0, 0, 0}) != NULL);
    CHECK(insn_verify(INSN__COUNT, NULL) != NULL);
}

static void
test_facts(void)
{
    CHECK(insn_sp_inc(INSN_send, (int64_t[]){3, 5}) == -3);
    CHECK(insn_comptime_sp_inc(INSN_send, (int64_t[]){3, 5}) == -15);
    CHECK(insn_sp_inc(INSN_add, (int64_t[]){0}) == -1);
    CHECK(insn_family(INSN_add_fix) == INSN_add && insn_family(INSN_add) == INSN_add);
    CHECK(insn_leaf_p(INSN_getlocal) && !insn_leaf_p(INSN_lanes) && insn_jump_p(INSN_leave) && insn_cold_p(INSN_lanes));
    CHECK(insn_variable_p(INSN_send) && insn_control_p(INSN_send));
    CHECK(insn_from_handler(code) == -1);
    const struct insn_watch *watch = insn_watch_list();
    CHECK(watch->id == INSN_add_fix && strcmp(watch->klass, "Integer") == 0 && strcmp(watch->op, "+") == 0);
    CHECK(watch[1].id == INSN_add_fix && strcmp(watch[1].klass, "Array") == 0 && strcmp(watch[1].op, "[]") == 0);
    CHECK(watch[2].id == -1);
}

int
main(void)
{
#if !VM_TAILCALL
    run(NULL);
#endif
    insn_init(table);
    for (int id = 0; id < INSN__COUNT; id++) CHECK(insn_from_handler(insn_handler(id)) == id);
    test_add(false);
    test_add(true);
    test_operands();
    test_verify();
    test_facts();
    return failures != 0;
}
