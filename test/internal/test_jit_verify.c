/*
 * test_jit_verify.c - jit/verify.c against planted faults, by itself.
 *
 * Code memory is an array of this file, written and run at one address.  The tables of versions, points and stubs have one or two
 * entries, which each test breaks in one way.
 */
#include "internal/compiler.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <cmocka.h>
#include <string.h>

#include "internal/jit/compiler.h"

enum { HALF = 256 };
static uint8_t memory[2 * HALF];
uint8_t *jit_hot, *jit_cold;
const uint8_t *jit_hot_base = memory;
size_t jit_memory_limit = HALF;
ptrdiff_t jit_write_distance;

static struct jit_block block;
static struct jit_point points[2];
static struct jit_stub stub;
static char found[512]; /* the findings passed to gc_expect(), in order */

void
gc_expect(bool holds, const char *what, VALUE v)
{
    (void)v;
    if (!holds) snprintf(found + strlen(found), sizeof found - strlen(found), "%s\n", what);
}

NORETURN void
vm_bug_at(const char *file, int line, const char *what)
{
    fail_msg("%s:%d: %s", file, line, what);
    abort();
}

uint32_t
jit_context_count(void)
{
    return 1;
}

const struct jit_context *
jit_context(uint32_t id)
{
    static const struct jit_context none;
    (void)id;
    return &none;
}

void
jit_each_block(void (*each)(const struct jit_block *, void *), void *arg)
{
    each(&block, arg);
}

void
jit_each_point(void (*each)(const struct jit_point *, void *), void *arg)
{
    for (unsigned i = 0; i < lengthof(points); i++) each(&points[i], arg);
}

uint32_t
jit_stub_count(void)
{
    return 1;
}

struct jit_stub *
jit_stub_at(uint32_t id)
{
    (void)id;
    return &stub;
}

bool
jit_fact_holds_p(enum jit_fact f, VALUE v)
{
    (void)v;
    return f == FACT_ANY;
}

/* Makes tables without a fault: two points, the second of which was redirected to the stub. */
static int
setup(void **state)
{
    (void)state;
    memset(memory, 0x90, sizeof memory);
    found[0] = '\0';
    jit_hot = memory + 64;
    jit_cold = memory + HALF + 64;
    block = (struct jit_block){.code = memory};
    points[0] = (struct jit_point){.code = memory, .reserved = 32};
    points[1] = (struct jit_point){.code = memory + 16, .reserved = 32};
    stub = (struct jit_stub){.kind = STUB_BRANCH, .hit = memory + HALF + 8};
    stub.tail = arch_write_jump(memory + HALF + 24, memory);
    stub.jump = arch_write_jump(points[1].code, memory + HALF);
    return 0;
}

static void
expect_only(const char *what)
{
    char line[160];
    jit_verify();
    snprintf(line, sizeof line, "%s%s", what, *what ? "\n" : "");
    assert_string_equal(found, line);
}

static void
test_sound_tables_pass(void **state)
{
    (void)state;
    expect_only("");
}

static void
test_version_outside(void **state)
{
    (void)state;
    block.code = memory + HALF;
    expect_only("a version does not begin in the hot half of code memory (JITC-6)");
}

static void
test_version_without_context(void **state)
{
    (void)state;
    block.context = 1;
    expect_only("a version has a context that does not exist (JITC-2)");
}

static void
test_point_outside(void **state)
{
    (void)state;
    points[0].code = memory + HALF;
    expect_only("a point does not lie in the hot half of code memory (JITC-6)");
}

static void
test_point_at_the_end(void **state)
{
    (void)state;
    points[0].code = jit_hot - ARCH_JUMP_BYTES;
    expect_only("");
    points[0].code++; /* its last byte is not written yet */
    expect_only("a point does not lie in the hot half of code memory (JITC-6)");
}

static void
test_point_jumps_outside(void **state)
{
    (void)state;
    arch_write_jump(points[0].code, memory + HALF + 65);
    expect_only("a point jumps out of code memory (JITC-6)");
}

static void
test_points_overlap(void **state)
{
    (void)state;
    points[0].code = points[1].code;
    expect_only("");
    points[0].code -= ARCH_JUMP_BYTES - 1;
    expect_only("two points overlap (JITC-6)");
}

static void
test_points_without_room(void **state)
{
    (void)state;
    points[0].reserved = HALF - 64 - points[1].reserved;
    expect_only("");
    points[0].reserved++;
    expect_only("the stubs of all points do not fit in code memory (JMEM-4)");
}

static void
test_stub_outside(void **state)
{
    (void)state;
    stub.hit = memory + 8;
    expect_only("a stub does not lie in the cold half of code memory (JITC-7)");
}

static void
test_stub_jumps_outside(void **state)
{
    (void)state;
    arch_set_target(stub.tail, memory + 65);
    expect_only("a stub jumps out of code memory (JITC-7)");
}

static void
test_jump_to_stub_outside(void **state)
{
    (void)state;
    stub.jump = memory + HALF + 62;
    expect_only("a jump to a stub lies or leads outside code memory (JITC-7)");
}

int
main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup(test_sound_tables_pass, setup),
        cmocka_unit_test_setup(test_version_outside, setup),
        cmocka_unit_test_setup(test_version_without_context, setup),
        cmocka_unit_test_setup(test_point_outside, setup),
        cmocka_unit_test_setup(test_point_at_the_end, setup),
        cmocka_unit_test_setup(test_point_jumps_outside, setup),
        cmocka_unit_test_setup(test_points_overlap, setup),
        cmocka_unit_test_setup(test_points_without_room, setup),
        cmocka_unit_test_setup(test_stub_outside, setup),
        cmocka_unit_test_setup(test_stub_jumps_outside, setup),
        cmocka_unit_test_setup(test_jump_to_stub_outside, setup),
    };
    if (!ARCH_HAS_JIT) return 0; /* no jumps can be written */
    return cmocka_run_group_tests(tests, NULL, NULL);
}
