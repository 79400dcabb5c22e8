/*
 * test_jit_fact.c - the laws of the lattice of facts (jit/fact.h), over all facts.
 */
#include "internal/compiler.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>

#include "internal/jit/fact.h"

#define EACH_FACT(f) for (enum jit_fact f = FACT_ANY; f < FACT__COUNT; f++)

static void
test_implies_is_a_partial_order(void **state)
{
    (void)state;
    EACH_FACT(a)
    {
        assert_true(jit_fact_implies(a, a));
        assert_true(jit_fact_implies(a, FACT_ANY));
        EACH_FACT(b)
        {
            if (a != b) assert_false(jit_fact_implies(a, b) && jit_fact_implies(b, a));
            EACH_FACT(c)
            if (jit_fact_implies(a, b) && jit_fact_implies(b, c)) assert_true(jit_fact_implies(a, c));
        }
    }
}

/* Checks some pairs by hand: the laws hold of a relation without pairs, too. */
static void
test_implies_pairs(void **state)
{
    (void)state;
    for (enum jit_fact f = FACT_ARRAY; f <= FACT_SHAPE; f++) assert_true(jit_fact_implies(f, FACT_OBJECT));
    for (enum jit_fact f = FACT_FIXNUM; f <= FACT_BOOL; f++) assert_false(jit_fact_implies(f, FACT_OBJECT));
    assert_false(jit_fact_implies(FACT_ARRAY, FACT_HASH));
    assert_false(jit_fact_implies(FACT_OBJECT, FACT_STRING));
}

static void
test_none_is_no_fact(void **state)
{
    (void)state;
    EACH_FACT(f)
    {
        assert_false(jit_fact_implies(FACT_NONE, f));
        assert_false(jit_fact_implies(f, FACT_NONE));
    }
}

static void
test_a_fact_is_above_what_it_implies(void **state)
{
    (void)state;
    EACH_FACT(a)
    EACH_FACT(b)
    if (jit_fact_implies(a, b)) assert_true(a >= b);
}

static void
test_join_laws(void **state)
{
    (void)state;
    EACH_FACT(a)
    {
        assert_int_equal(jit_fact_join(a, a), a);
        EACH_FACT(b)
        {
            assert_int_equal(jit_fact_join(a, b), jit_fact_join(b, a));
            EACH_FACT(c)
            assert_int_equal(jit_fact_join(a, jit_fact_join(b, c)), jit_fact_join(jit_fact_join(a, b), c));
        }
    }
}

static void
test_join_is_the_least_upper_bound(void **state)
{
    (void)state;
    EACH_FACT(a)
    EACH_FACT(b)
    {
        enum jit_fact join = jit_fact_join(a, b);
        assert_true(jit_fact_implies(a, join) && jit_fact_implies(b, join));
        EACH_FACT(bound)
        if (jit_fact_implies(a, bound) && jit_fact_implies(b, bound)) assert_true(jit_fact_implies(join, bound));
    }
}

static void
test_lasting_facts(void **state)
{
    (void)state;
    EACH_FACT(f)
    {
        enum jit_fact left = jit_fact_lasting(f);
        assert_true(jit_fact_stable_p(left));
        assert_true(jit_fact_implies(f, left));
        if (jit_fact_stable_p(f)) assert_int_equal(left, f);
    }
    assert_int_equal(jit_fact_lasting(FACT_HASH), FACT_OBJECT);
    assert_int_equal(jit_fact_lasting(FACT_SHAPE), FACT_OBJECT);
}

static void
test_letters_are_different(void **state)
{
    (void)state;
    EACH_FACT(f) assert_int_equal(jit_fact_of_letter(jit_fact_letter(f)), f);
    assert_int_equal(jit_fact_of_letter('a'), FACT_ARRAY);
    assert_int_equal(jit_fact_of_letter('d'), FACT_FLONUM);
}

int
main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_implies_is_a_partial_order),
        cmocka_unit_test(test_implies_pairs),
        cmocka_unit_test(test_none_is_no_fact),
        cmocka_unit_test(test_a_fact_is_above_what_it_implies),
        cmocka_unit_test(test_join_laws),
        cmocka_unit_test(test_join_is_the_least_upper_bound),
        cmocka_unit_test(test_lasting_facts),
        cmocka_unit_test(test_letters_are_different),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
