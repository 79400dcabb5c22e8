/*
 * test_jit_name.c - jit/name.c by itself: the names that it prints, and that it prints each once.
 *
 * The table of stencils is stubbed: jit_stencil() records the name and gives each name a new number.
 */
#include "internal/compiler.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <cmocka.h>
#include <string.h>

#include "internal/jit/translate.h"

static char asked[96];
static int searches;

int
jit_stencil(const char *name)
{
    snprintf(asked, sizeof asked, "%s", name);
    return strcmp(name, "nops") == 0 ? -1 : searches++;
}

const char *
insn_name(int insn)
{
    static char text[16];
    snprintf(text, sizeof text, "insn%d", insn);
    return text;
}

const struct jit_variant *
jit_variant_at(unsigned number)
{
    static struct jit_variant v = {.types = "af"};
    v.insn = (int)number + 100;
    return &v;
}

NORETURN void
vm_bug_at(const char *file, int line, const char *what)
{
    fail_msg("%s:%d: %s", file, line, what);
    abort();
}

static void
expect_name(enum jit_name name, unsigned height, unsigned what, unsigned fact, const char *expected)
{
    asked[0] = '\0';
    int number = jit_numbered_of(name, height, what, fact);
    assert_string_equal(asked, expected);
    asked[0] = '\0';
    assert_int_equal(jit_numbered_of(name, height, what, fact), number);
    assert_string_equal(asked, ""); /* found without a search */
}

static void
test_names_of_each_form(void **state)
{
    (void)state;
    expect_name(NAME_FILL, 0, 0, 0, "fill");
    expect_name(NAME_LOAD, 3, 0, 0, "load3");
    expect_name(NAME_MOVE, 2, 0, 1, "move2_1");
    expect_name(NAME_GUARD, 1, 0, FACT_ARRAY, "guard_a1");
    expect_name(NAME_LEAF, 4, 7, 0, "r4__insn7");
    expect_name(NAME_CALL, 2, 9, FACT_SHAPE, "call2__insn9__k");
    expect_name(NAME_TYPED_CONSTANT_UNLESS, 1, 5, 0, "k1__insn105__af__unless");
}

static void
test_other_parts_are_another_name(void **state)
{
    (void)state;
    int numbers[] = {jit_numbered_of(NAME_GUARD, 1, 0, FACT_HASH), jit_numbered_of(NAME_GUARD, 0, 0, FACT_HASH),
                     jit_numbered_of(NAME_GUARD, 1, 0, FACT_STRING), jit_numbered_of(NAME_FRAMELESS, 1, 0, FACT_HASH),
                     jit_numbered_of(NAME_FRAMELESS, 1, 1, FACT_HASH)};
    for (unsigned i = 0; i < lengthof(numbers); i++)
        for (unsigned k = 0; k < i; k++) assert_int_not_equal(numbers[i], numbers[k]);
}

static void
test_missing_stencil_is_remembered(void **state)
{
    (void)state;
    expect_name(NAME_NOPS, 0, 0, 0, "nops");
    assert_int_equal(jit_numbered(NAME_NOPS), -1);
}

/* Asks for more names than are kept: those that were kept stay right, and the others are searched for each time. */
static void
test_full_table(void **state)
{
    (void)state;
    int first = jit_numbered_of(NAME_LEAF, 0, 1000, 0);
    for (unsigned i = 0; i < 10000; i++) jit_numbered_of(NAME_LEAF, 1, i, 0);
    assert_int_equal(jit_numbered_of(NAME_LEAF, 0, 1000, 0), first);
    jit_numbered_of(NAME_LEAF, 2, 9999, 0);
    assert_string_equal(asked, "r2__insn9999");
}

int
main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_names_of_each_form),
        cmocka_unit_test(test_other_parts_are_another_name),
        cmocka_unit_test(test_missing_stencil_is_remembered),
        cmocka_unit_test(test_full_table),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
