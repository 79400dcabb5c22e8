/*
 * jit/table.c - the table of stencils of this processor, and the functions that stencils call.
 */
#include "internal/compiler.h"
#include <string.h>
#include "internal/jit/compiler.h"
#include "internal/vm/shared_sites.h"
#include "internal/jit/layout.h"
#include "internal/vm/coverage.h"

#if VM_JIT && defined(__x86_64__)
#include "jit/table_x86_64.inc"
#else
/* No table fits, so jit_start() stops before any other function of this file is called. */
#define JIT_TABLE_LAYOUT UINT64_C(0)
static const uint8_t jit_code[1];
static const struct jit_reloc jit_relocs[1];
static const struct jit_stencil jit_stencils[1], jit_short_stencils[1];
static const char *const jit_stencil_names[] = {""};
static const struct jit_variant jit_variants[1];
#define JIT_FUNCTIONS(X) \
    X(jit_stub_interpret) X(jit_stub_cut) X(jit_stub_resume) X(jit_stub_run) X(jit_stub_yes) X(jit_stub_no)
#endif

const uint16_t jit_slot_sizes[SLOT_OPEN_CLASSES + 1] = {SLOT_SIZES, SLOT_FIXED_BYTES};

/* tool/jit/stencils also makes these: they are code of the JIT itself, not functions. */
static char jit_stub_interpret, jit_stub_cut, jit_stub_resume, jit_stub_run, jit_stub_yes, jit_stub_no;
extern bool jit_slow(ec_t *ec, bool (*fn)(ec_t *), const cell *next);
extern void jit_throw(ec_t *ec), jit_hit(ec_t *ec, uint32_t id);
extern VALUE jit_run(ec_t *ec, VALUE *fp);
extern bool jit_site_shape_p(const struct call_cache *cc, VALUE v);
extern const void *jit_code_at(ec_t *ec, const VALUE *fp), *jit_enter_special(ec_t *ec, struct jit_door *d);
#define ADDRESS(name) (const void *)&name,
static const void *functions[] = {JIT_FUNCTIONS(ADDRESS)};
static const void *near[lengthof(functions)];
static const void *const *got;

bool
jit_table_fits(void)
{
    return JIT_TABLE_LAYOUT == JIT_LAYOUT;
}

/* Returns the address that a call reaches: that of the function, or of a jump to it if its library is too far away. */
static const void *
jit_within_reach(const void *function)
{
    intptr_t d = (const uint8_t *)function - jit_cold;
    if (d > -ARCH_REACH && d < ARCH_REACH) return function;
    uint8_t *at = jit_take(&jit_cold, ARCH_FAR_JUMP_BYTES);
    arch_write_far_jump(at, function);
    return at;
}

/* The variants of one instruction follow each other. */
static struct {
    uint8_t first, count;
} variants[INSN__COUNT];

static void
jit_index_variants(void)
{
    _Static_assert(lengthof(jit_variants) < 256, "a variant's number is a byte");
    for (unsigned i = lengthof(jit_variants); i-- > 0;) {
        variants[jit_variants[i].insn].first = (uint8_t)i;
        variants[jit_variants[i].insn].count++;
    }
}

/* A second copy of the addresses, within reach of native code. */
void
jit_table_init(void)
{
    jit_write_begin();
    uint8_t *at = jit_take(&jit_cold, sizeof functions);
    got = (const void *const *)at;
    memcpy(jit_writable(at), functions, sizeof functions);
    for (unsigned i = 0; i < lengthof(functions); i++) near[i] = jit_within_reach(functions[i]);
    jit_write_end();
    jit_index_variants();
}

const void *
jit_function(unsigned n)
{
    return functions[n];
}

const void *
jit_function_near(unsigned n)
{
    return near[n];
}

const void *const *
jit_got(unsigned n)
{
    return got + n;
}

void
jit_set_stub(const char *name, const void *code)
{
    static const struct {
        const char *name;
        const void *placeholder;
    } stubs[] = {{"interpret", &jit_stub_interpret},
                 {"cut", &jit_stub_cut},
                 {"resume", &jit_stub_resume},
                 {"run", &jit_stub_run},
                 {"yes", &jit_stub_yes},
                 {"no", &jit_stub_no}};
    const void *placeholder = NULL;
    for (unsigned i = 0; i < lengthof(stubs); i++)
        if (strcmp(name, stubs[i].name) == 0) placeholder = stubs[i].placeholder;
    VM_ASSERT(placeholder);
    for (unsigned i = 0; i < lengthof(functions); i++)
        if (functions[i] == placeholder) {
            functions[i] = near[i] = code;
            memcpy(jit_writable((const uint8_t *)&got[i]), &code, sizeof code);
        }
}

int
jit_stencil(const char *name)
{
    int low = 0, high = (int)lengthof(jit_stencils) - 1;
    while (low <= high) {
        int mid = (low + high) / 2, c = strcmp(name, jit_stencil_names[mid]);
        if (c == 0) return mid;
        if (c < 0) high = mid - 1;
        else low = mid + 1;
    }
    return -1;
}

const struct jit_stencil *
jit_stencil_at(int n)
{
    return &jit_stencils[n];
}

const struct jit_stencil *
jit_short_stencil_at(int n)
{
    return jit_short_stencils[n].relocs ? &jit_short_stencils[n] : NULL;
}

const char *
jit_stencil_name(int n)
{
    return jit_stencil_names[n];
}

const uint8_t *
jit_stencil_code(const struct jit_stencil *s)
{
    return jit_code + s->code;
}

const struct jit_reloc *
jit_stencil_relocs(const struct jit_stencil *s)
{
    return jit_relocs + s->relocs;
}

const struct jit_variant *
jit_variants_of(int insn, int *count)
{
    *count = variants[insn].count;
    return &jit_variants[variants[insn].first];
}

unsigned
jit_variant_number(const struct jit_variant *v)
{
    return (unsigned)(v - jit_variants);
}

const struct jit_variant *
jit_variant_at(unsigned number)
{
    return &jit_variants[number];
}
