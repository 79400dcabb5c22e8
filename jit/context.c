/*
 * jit/context.c - contexts by number, versions and patch points by address.
 */
#include "internal/compiler.h"
#include <stdlib.h>
#include <string.h>
#include "internal/jit/compiler.h"

static struct jit_context *contexts;
static uint32_t context_count, context_capa;
static uint32_t *context_slots; /* number + 1 */
static uint32_t context_slot_count;

static uint64_t
hash_context(const void *p, size_t n)
{
    uint64_t h = UINT64_C(0xcbf29ce484222325);
    for (size_t i = 0; i < n; i++) h = (h ^ ((const uint8_t *)p)[i]) * UINT64_C(0x100000001b3);
    return h ^ h >> 29;
}

static void *
jit_grow(void *p, size_t bytes)
{
    p = realloc(p, bytes);
    if (!p) vm_bug_at(__FILE__, __LINE__, "no memory for the JIT");
    return p;
}

static uint32_t *
jit_context_slot_of(const struct jit_context *c)
{
    uint32_t i = (uint32_t)hash_context(c, sizeof *c) & (context_slot_count - 1);
    while (context_slots[i] && memcmp(&contexts[context_slots[i] - 1], c, sizeof *c) != 0)
        i = (i + 1) & (context_slot_count - 1);
    return &context_slots[i];
}

uint32_t
jit_context_id(const struct jit_context *c)
{
    if (context_count * 2 >= context_slot_count) {
        context_slot_count = context_slot_count ? context_slot_count * 2 : 256;
        free(context_slots);
        context_slots = calloc(context_slot_count, sizeof *context_slots);
        if (!context_slots) vm_bug_at(__FILE__, __LINE__, "no memory for the JIT");
        for (uint32_t i = 0; i < context_count; i++) *jit_context_slot_of(&contexts[i]) = i + 1;
    }
    uint32_t *slot = jit_context_slot_of(c);
    if (*slot) return *slot - 1;
    if (context_count == context_capa) {
        context_capa = context_capa ? context_capa * 2 : 64;
        contexts = jit_grow(contexts, context_capa * sizeof *contexts);
    }
    contexts[context_count] = *c;
    *slot = ++context_count;
    return context_count - 1;
}

const struct jit_context *
jit_context(uint32_t id)
{
    return &contexts[id];
}

/* ---- versions and points ---- */

enum { BUCKETS = 1 << 14 };
static struct jit_block *blocks[BUCKETS];
static struct jit_point *points[BUCKETS];

static unsigned
jit_bucket(const void *p)
{
    return (unsigned)(((uintptr_t)p >> 3) * UINT64_C(0x9E3779B97F4A7C15) >> 50) & (BUCKETS - 1);
}

struct jit_block *
jit_block_find(const cell *pc, uint32_t context, unsigned *versions)
{
    struct jit_block *found = NULL;
    uint32_t block = contexts[context].block;
    *versions = 0;
    for (struct jit_block *b = blocks[jit_bucket(pc)]; b; b = b->next) {
        if (b->pc != pc) continue;
        if (b->context == context) found = b;
        *versions += contexts[b->context].block == block;
    }
    return found;
}

struct jit_block *
jit_block_add(struct jit_iseq *j, const cell *pc, uint32_t context, const uint8_t *code)
{
    struct jit_block *b = jit_grow(NULL, sizeof *b);
    *b = (struct jit_block){blocks[jit_bucket(pc)], pc, context, code};
    blocks[jit_bucket(pc)] = b;
    jit_stat_iseqs += !j->compiled;
    j->compiled = true;
    jit_stat_blocks++;
    return b;
}

uint32_t jit_code_epoch = 1;

void
jit_blocks_drop(const cell *pc)
{
    jit_code_epoch++;
    for (struct jit_block **at = &blocks[jit_bucket(pc)], *b; (b = *at) != NULL;) {
        if (b->pc == pc) *at = b->next, free(b);
        else at = &b->next;
    }
}

/* The number of times that an instruction's code was left for another form: an open hash table by the instruction's address.  The
 * entries of a freed iseq stay, and cost at worst a general form. */
struct changes {
    const cell *pc;
    uint32_t count;
};
static struct changes *changes;
static uint32_t changes_size, changes_used;
enum { CHANGES_MAX = LIMIT(10, 2) };

static struct changes *
jit_changes_find(const cell *pc)
{
    uint32_t at = (uint32_t)(((uintptr_t)pc >> 3) * UINT64_C(0x9E3779B97F4A7C15) >> 32) & (changes_size - 1);
    while (changes[at].pc && changes[at].pc != pc) at = (at + 1) & (changes_size - 1);
    return &changes[at];
}

static void
jit_changes_widen(void)
{
    struct changes *old = changes;
    uint32_t size = changes_size;
    changes_size = size ? size * 2 : 256;
    changes = jit_grow(NULL, changes_size * sizeof *changes);
    memset(changes, 0, changes_size * sizeof *changes);
    for (uint32_t i = 0; i < size; i++)
        if (old[i].pc) *jit_changes_find(old[i].pc) = old[i];
    free(old);
}

void
jit_note_change(const cell *pc)
{
    if (changes_used * 2 >= changes_size) jit_changes_widen();
    struct changes *c = jit_changes_find(pc);
    changes_used += !c->pc;
    c->pc = pc;
    c->count++;
}

bool
jit_changed_often_p(const cell *pc)
{
    return changes_size && jit_changes_find(pc)->count >= CHANGES_MAX;
}

bool
jit_restless_p(const cell *pc)
{
    return jit_changed_often_p(pc) && !jit_stress;
}

void
jit_block_drop_at(const cell *pc, const uint8_t *code)
{
    jit_code_epoch++;
    for (struct jit_block **at = &blocks[jit_bucket(pc)], *b; (b = *at) != NULL;) {
        if (b->pc == pc && b->code == code) *at = b->next, free(b);
        else at = &b->next;
    }
}

void
jit_point_constants(VALUE constant, const struct jit_context *c, VALUE *constants)
{
    for (unsigned i = 0; i < JIT_SLOTS; i++) constants[i] = Qundef;
    if (c->height && c->height <= JIT_SLOTS) constants[c->height - 1] = constant;
}

void
jit_point_add(const void *key, const cell *pc, uint8_t *code, uint32_t context, VALUE constant)
{
    struct jit_point *p = jit_grow(NULL, sizeof *p);
    VALUE constants[JIT_SLOTS];
    jit_point_constants(constant, &contexts[context], constants);
    size_t bytes = jit_stub_bytes(&contexts[context], constants);
    *p = (struct jit_point){points[jit_bucket(key)], key, pc, code, context, (uint32_t)bytes, constant};
    points[jit_bucket(key)] = p;
    jit_reserve(bytes);
}

struct jit_point *
jit_points_take(const void *key)
{
    struct jit_point **at = &points[jit_bucket(key)], *taken = NULL, *p;
    while ((p = *at) != NULL) {
        if (p->key != key) {
            at = &p->next;
            continue;
        }
        *at = p->next;
        p->next = taken;
        taken = p;
    }
    return taken;
}

static bool
jit_inside_p(const struct iseq_body *body, const cell *pc)
{
    return !body || (pc >= body->code && pc < body->code + body->code_len);
}

static void
jit_forget(struct iseq_body *body)
{
    for (unsigned i = 0; i < BUCKETS; i++) {
        for (struct jit_block **at = &blocks[i], *b; (b = *at) != NULL;) {
            if (jit_inside_p(body, b->pc)) *at = b->next, free(b);
            else at = &b->next;
        }
        for (struct jit_point **at = &points[i], *p; (p = *at) != NULL;) {
            if (jit_inside_p(body, p->pc)) *at = p->next, jit_unreserve(p->reserved), free(p);
            else at = &p->next;
        }
    }
}

void
jit_forget_iseq(struct iseq_body *body)
{
    if (body->jit->compiled) jit_forget(body);
}

void
jit_forget_all(void)
{
    jit_code_epoch++;
    jit_forget(NULL);
}

char
jit_type_of(VALUE v)
{
    if (val_fix_p(v)) return 'f';
    if (val_flonum_p(v)) return 'd';
    if (!val_heap_p(v)) return 'v';
    if (val_plain_array_p(v)) return 'a';
    if (val_plain_hash_p(v)) return 'h';
    if (val_plain_string_p(v)) return 's';
    return 'o';
}
