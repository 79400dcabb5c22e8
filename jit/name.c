/*
 * jit/name.c - the names of stencils, and their numbers.
 *
 * Owns      the form of each name that the translator uses, and the numbers found so far.
 * Uses      jit/table.c, which finds a name among all; jit/fact.h, which has the letters
 * A name has up to three parts that vary: a height of the stack (or another cell's slot), an instruction (or a variant of one), a
 * fact.  Printing it and searching for it took a third of the time of compiling, so a number is found once and kept in a hash table
 * by its parts.
 * NAME-1    Equal parts have one name, and a name has one number as long as the process lives.
 * Threads   All under the VM lock.
 * Checked   test/internal/test_jit_name.c; all tests with --jit-call-threshold=1
 */
#include "internal/compiler.h"
#include "internal/jit/translate.h"

/* %h: height; %s: fact, as a second slot; %f: the letter of a fact; %i: name of an instruction; %v: name and types of a variant. */
static const char *const forms[] = {
#define FORM(name, form) [NAME_##name] = form,
    JIT_NAMES(FORM)
#undef FORM
};

enum { NAME_BYTES = 96 };

static char *
jit_append(char *at, const char *end, const char *text)
{
    while (*text && at < end) *at++ = *text++;
    return at;
}

/* Prints a name to out, which has NAME_BYTES. */
static void
jit_print_name(char *out, enum jit_name name, unsigned height, unsigned what, unsigned fact)
{
    const char *end = out + NAME_BYTES - 1;
    for (const char *f = forms[name]; *f && out < end; f++) {
        if (*f != '%') {
            *out++ = *f;
            continue;
        }
        switch (*++f) {
        case 'h': *out++ = (char)('0' + height); break;
        case 's': *out++ = (char)('0' + fact); break;
        case 'f': *out++ = jit_fact_letter((enum jit_fact)fact); break;
        case 'i': out = jit_append(out, end, insn_name((int)what)); break;
        case 'v':
            out = jit_append(out, end, insn_name(jit_variant_at(what)->insn));
            out = jit_append(out, end, "__");
            out = jit_append(out, end, jit_variant_at(what)->types);
            break;
        default: vm_bug_at(__FILE__, __LINE__, "a stencil's name has a part of no kind");
        }
    }
    *out = '\0';
}

/* The numbers found so far, an open hash table by their parts; a name that is not in the table of stencils has -1. */
struct numbered {
    uint32_t key; /* 0: free */
    int stencil;
};
enum { NUMBERED_SIZE = 1 << 13, NUMBERED_MAX = NUMBERED_SIZE / 2, HEIGHTS = 10 };
static struct numbered numbered[NUMBERED_SIZE];
static unsigned numbered_count;

int
jit_numbered_of(enum jit_name name, unsigned height, unsigned what, unsigned fact)
{
    VM_ASSERT(height < HEIGHTS && what < 1u << 16 && fact < 16);
    uint32_t key = (uint32_t)(name + 1) << 24 | what << 8 | height << 4 | fact;
    uint32_t at = (key * UINT32_C(0x9E3779B1)) >> 19;
    _Static_assert(NUMBERED_SIZE == 1 << (32 - 19) && NAME__COUNT < 255, "the hash and the key fit");
    while (numbered[at].key && numbered[at].key != key) at = (at + 1) & (NUMBERED_SIZE - 1);
    if (LIKELY(numbered[at].key)) return numbered[at].stencil;
    char text[NAME_BYTES];
    jit_print_name(text, name, height, what, fact);
    int stencil = jit_stencil(text);
    if (numbered_count == NUMBERED_MAX) return stencil;
    numbered_count++;
    numbered[at] = (struct numbered){key, stencil};
    return stencil;
}
