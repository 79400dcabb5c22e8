/*
 * iseq/insn.c - questions about instructions, answered from the generated tables.
 *
 * The way back from a handler is an open-addressed table at a quarter of its capacity: walkers (marking, the
 * disassembler, patching) ask it once for each instruction they pass.
 */
#include "internal/iseq/insn.h"
#include "internal/vm/site.h" /* ci_argc() and its like, for sp_inc expressions */

#include <stdlib.h>
#include <string.h>

enum {
    INSN_F_LEAF = 1,
    INSN_F_JUMP = 2,
    INSN_F_CONTROL = 4,
    INSN_F_VARIABLE = 8,
    INSN_F_COLD = 16,
    INSN_F_PURE = 32,
    INSN_F_COMPILED = 64,
    INSN_F_BACK = 128,
    INSN_F_POINT = 256,
    INSN_F_SEVERAL = 512,
};

struct insn_operand_info {
    const char *name;
    char type;
    uint8_t offset, kind;
    char writes;
};

struct insn_record {
    const char *name, *types;
    short first_operand;
    uint8_t length, operand_count, packed_count;
    short base, family;
    uint8_t parts, inputs, site_form, link : 4, branch : 4;
    uint16_t flags;
};

struct insn_fusion {
    int id, count;
    int parts[4];
};

#include "insns_info.inc"

enum { SLOTS = INSN__COUNT <= 256 ? 1024 : 4096 };
_Static_assert(INSN__COUNT * 4 <= SLOTS, "a quarter full, opening comment");

static const void *const *handler_table;
static struct {
    const void *handler;
    int id;
} by_handler[SLOTS];

static unsigned
insn_slot_of(const void *handler)
{
    uint64_t bits = (uint64_t)(uintptr_t)handler;
    return (unsigned)((bits * UINT64_C(0x9E3779B97F4A7C15)) >> 32) % SLOTS;
}

void
insn_init(const void *const *handlers)
{
    handler_table = handlers;
    memset(by_handler, 0, sizeof by_handler);
    for (int id = 0; id < INSN__COUNT; id++) {
        unsigned slot = insn_slot_of(handlers[id]);
        for (; by_handler[slot].handler; slot = (slot + 1) % SLOTS) {
            if (by_handler[slot].handler == handlers[id]) vm_bug_at(__FILE__, __LINE__, insn_infos[id].name);
        }
        by_handler[slot].handler = handlers[id];
        by_handler[slot].id = id;
    }
}

const void *
insn_handler(int id)
{
    return handler_table[id];
}

int
insn_from_handler(const void *handler)
{
    unsigned slot = insn_slot_of(handler);

    for (; by_handler[slot].handler; slot = (slot + 1) % SLOTS) {
        if (by_handler[slot].handler == handler) return by_handler[slot].id;
    }
    return -1;
}

/* ---- the tracer: own handlers by address, an open-addressed table at most half full ---- */

static const void *tracer; /* NULL: never equal to a handler */
static struct {
    const cell *at;
    const void *own;
} *traced;
static size_t traced_count, traced_slots; /* slots: 0 or a power of two */

void
insn_set_tracer(const void *handler)
{
    tracer = handler;
}

static size_t
insn_traced_slot(const cell *at)
{
    uint64_t bits = (uint64_t)(uintptr_t)at >> 3;
    size_t slot = (size_t)((bits * UINT64_C(0x9E3779B97F4A7C15)) >> 20) & (traced_slots - 1);

    while (traced[slot].at && traced[slot].at != at) slot = (slot + 1) & (traced_slots - 1);
    return slot;
}

static void
insn_traced_grow(void)
{
    size_t old_slots = traced_slots;
    typeof(traced) old = traced;

    size_t slots = old_slots ? old_slots * 2 : 256;
    traced = gc_raw_calloc(slots, sizeof *traced);
    traced_slots = slots;
    for (size_t i = 0; i < old_slots; i++)
        if (old[i].at) traced[insn_traced_slot(old[i].at)] = old[i];
    free(old);
}

static const void
    *entries[4]; /* handlers of the JIT that cover another one, as the tracer does; the first two are at the start of code */

static bool
insn_covered_p(const cell *at)
{
    const void *handler = (const void *)at[0];
    return tracer && (handler == tracer || handler == entries[0] || handler == entries[1] || handler == entries[2] ||
                      handler == entries[3]);
}

/* Keeps the own handler where an entry at the start of code looks for it (INSN-6). */
static void
insn_note_own(const cell *at, const void *own)
{
    const void *handler = (const void *)at[0];
    if (handler == entries[0] || handler == entries[1]) insn_code_head(at)->own = own;
}

bool
insn_traced_p(const cell *at)
{
    return tracer && (const void *)at[0] == tracer;
}

void
insn_set_entry_handlers(const void *first, const void *first_native, const void *more, const void *more_native)
{
    entries[0] = first;
    entries[1] = first_native;
    entries[2] = more;
    entries[3] = more_native;
}

void
insn_set_entry(cell *at, int id)
{
    if (insn_traced_p(at)) return;
    if (!insn_covered_p(at)) insn_trace_on(at);
    at[0] = (cell)(uintptr_t)handler_table[id];
    insn_note_own(at, traced[insn_traced_slot(at)].own);
}

bool
insn_entries_fit_p(size_t n)
{
    return (traced_count + n) * 2 < traced_slots;
}

void
insn_clear_entry(cell *at)
{
    if (!insn_traced_p(at)) insn_trace_off(at);
}

const void *
insn_own_handler(const cell *at)
{
    return LIKELY(!insn_covered_p(at)) ? (const void *)at[0] : traced[insn_traced_slot(at)].own;
}

void (*insn_changed_hook)(const cell *at);

void
insn_set_handler(const cell *at, int id)
{
    if (UNLIKELY(insn_changed_hook != NULL)) insn_changed_hook(at);
    if (LIKELY(!insn_covered_p(at))) {
        *(cell *)at = (cell)(uintptr_t)handler_table[id];
    } else {
        traced[insn_traced_slot(at)].own = handler_table[id];
        insn_note_own(at, handler_table[id]);
    }
}

void
insn_trace_on(cell *at)
{
    if (insn_covered_p(at)) {
        at[0] = (cell)(uintptr_t)tracer;
        return;
    }
    if (traced_count * 2 >= traced_slots) insn_traced_grow();
    size_t slot = insn_traced_slot(at);
    traced[slot].at = at;
    traced[slot].own = (const void *)at[0];
    traced_count++;
    at[0] = (cell)(uintptr_t)tracer;
}

/* Closes the gap: entries after it move up while they are not at home. */
static void
insn_traced_delete(size_t gap)
{
    traced[gap].at = NULL;
    traced_count--;
    for (size_t i = (gap + 1) & (traced_slots - 1); traced[i].at; i = (i + 1) & (traced_slots - 1)) {
        typeof(*traced) entry = traced[i];
        traced[i].at = NULL;
        traced[insn_traced_slot(entry.at)] = entry;
    }
}

void
insn_trace_off(cell *at)
{
    if (!insn_covered_p(at)) return;
    size_t slot = insn_traced_slot(at);
    at[0] = (cell)(uintptr_t)traced[slot].own;
    insn_traced_delete(slot);
}

const char *
insn_name(int id)
{
    return insn_infos[id].name;
}

int
insn_length(int id)
{
    return insn_infos[id].length;
}

int
insn_operand_count(int id)
{
    return insn_infos[id].operand_count;
}

const char *
insn_operand_types(int id)
{
    return insn_infos[id].types;
}

static const struct insn_operand_info *
iseq_insn_operand_info(int id, int n)
{
    VM_ASSERT(n >= 0 && n < insn_infos[id].operand_count);
    return &insn_operands[insn_infos[id].first_operand + n];
}

enum insn_operand_type
insn_operand_type(int id, int n)
{
    return (enum insn_operand_type)iseq_insn_operand_info(id, n)->type;
}

enum insn_operand_kind
insn_operand_kind(int id, int n)
{
    return (enum insn_operand_kind)iseq_insn_operand_info(id, n)->kind;
}

int
insn_find_operand(int id, enum insn_operand_kind kind)
{
    for (int n = 0; n < insn_operand_count(id); n++)
        if (insn_operand_kind(id, n) == kind) return n;
    return -1;
}

char
insn_writes(int id, int n)
{
    return iseq_insn_operand_info(id, n)->writes;
}

int64_t
insn_local_level(int id, int n, const int64_t *ops)
{
    switch (insn_operand_kind(id, n)) {
    case KIND_local: return 0;
    case KIND_local1: return 1;
    case KIND_localn: return ops[insn_find_operand(id, KIND_level)];
    default: return -1;
    }
}

const char *
insn_operand_name(int id, int n)
{
    return iseq_insn_operand_info(id, n)->name;
}

int
insn_operand_offset(int id, int n)
{
    return iseq_insn_operand_info(id, n)->offset;
}

int
insn_packed_count(int id)
{
    return insn_infos[id].packed_count;
}

bool
insn_leaf_p(int id)
{
    return (insn_infos[id].flags & INSN_F_LEAF) != 0;
}

enum insn_link
insn_link(int id)
{
    return (enum insn_link)insn_infos[id].link;
}

enum insn_branch
insn_branch(int id)
{
    return (enum insn_branch)insn_infos[id].branch;
}

bool
insn_back_p(int id)
{
    return (insn_infos[id].flags & INSN_F_BACK) != 0;
}

bool
insn_point_p(int id)
{
    return (insn_infos[id].flags & INSN_F_POINT) != 0;
}

bool
insn_several_p(int id)
{
    return (insn_infos[id].flags & INSN_F_SEVERAL) != 0;
}

int
insn_call_depth(const cell *at)
{
    int id = insn_base(insn_at(at)), n = insn_find_operand(id, KIND_depth);
    if (n >= 0) return (int)insn_get_operand(at, n);
    return insn_find_operand(id, KIND_operator) >= 0 ? insn_input_count(id) - 1 : -1;
}

bool
insn_jump_p(int id)
{
    return (insn_infos[id].flags & INSN_F_JUMP) != 0;
}

bool
insn_control_p(int id)
{
    return (insn_infos[id].flags & INSN_F_CONTROL) != 0;
}

bool
insn_variable_p(int id)
{
    return (insn_infos[id].flags & INSN_F_VARIABLE) != 0;
}

bool
insn_pure_p(int id)
{
    return (insn_infos[id].flags & INSN_F_PURE) != 0;
}

bool
insn_compiled_p(int id)
{
    return id == insn_infos[id].family || (insn_infos[id].flags & INSN_F_COMPILED);
}

enum insn_site_form
insn_site_form(int id)
{
    return (enum insn_site_form)insn_infos[id].site_form;
}

bool
insn_cold_p(int id)
{
    return (insn_infos[id].flags & INSN_F_COLD) != 0;
}

int
insn_base(int id)
{
    return (unsigned)id < INSN__COUNT ? insn_infos[id].base : id;
}

int
insn_family(int id)
{
    return insn_infos[id].family;
}

int
insn_fused_count(int id)
{
    return insn_infos[id].parts;
}

int
insn_input_count(int id)
{
    return insn_infos[id].inputs;
}

int
insn_length_at(const cell *at)
{
    return insn_infos[insn_at(at)].length;
}

static int64_t
insn_read_operand(const struct insn_operand_info *operand, const cell *at)
{
    const char *place = (const char *)at + operand->offset;

    switch ((enum insn_operand_type)operand->type) {
    case OPERAND_I16:
    case OPERAND_LINDEX: return *(const int16_t *)place;
    case OPERAND_U16: return *(const uint16_t *)place;
    case OPERAND_I32:
    case OPERAND_OFFSET: return *(const int32_t *)place;
    case OPERAND_U32: return *(const uint32_t *)place;
    default: return *(const int64_t *)place;
    }
}

static void
insn_write_operand(const struct insn_operand_info *operand, cell *at, int64_t value)
{
    char *place = (char *)at + operand->offset;

    switch ((enum insn_operand_type)operand->type) {
    case OPERAND_I16:
    case OPERAND_LINDEX: *(int16_t *)place = (int16_t)value; break;
    case OPERAND_U16: *(uint16_t *)place = (uint16_t)value; break;
    case OPERAND_I32:
    case OPERAND_OFFSET: *(int32_t *)place = (int32_t)value; break;
    case OPERAND_U32: *(uint32_t *)place = (uint32_t)value; break;
    default: *(int64_t *)place = value; break;
    }
}

int64_t
insn_get_operand(const cell *at, int n)
{
    return insn_read_operand(iseq_insn_operand_info(insn_at(at), n), at);
}

int64_t
insn_local_level_at(const cell *at, int n)
{
    int id = insn_base(insn_at(at)), level = insn_find_operand(id, KIND_level);
    int64_t ops[8] = {0};

    if (level >= 0) ops[level] = insn_get_operand(at, level);
    return insn_local_level(id, n, ops);
}

void
insn_set_operand(cell *at, int n, int64_t value)
{
    insn_write_operand(iseq_insn_operand_info(insn_at(at), n), at, value);
}

static bool
insn_cache_type_p(char type)
{
    return type == OPERAND_CACHE || type == OPERAND_CACHE2 || type == OPERAND_CACHE4;
}

int
insn_write(cell *at, int id, const int64_t *ops)
{
    const struct insn_record *info = &insn_infos[id];

    VM_ASSERT(insn_verify(id, ops) == NULL);
    memset(at, 0, info->length * sizeof *at);
    at[0] = (cell)(uintptr_t)handler_table[id];
    for (int n = 0; n < info->operand_count; n++) {
        const struct insn_operand_info *operand = iseq_insn_operand_info(id, n);
        if (!insn_cache_type_p(operand->type)) insn_write_operand(operand, at, ops[n]);
    }
    return info->length;
}

static bool
insn_fusion_matches(const struct insn_fusion *fusion, const int *ids, int n)
{
    if (fusion->count > n) return false;
    for (int k = 0; k < fusion->count; k++) {
        if (fusion->parts[k] != ids[k]) return false;
    }
    return true;
}

bool
insn_fusible_p(int id)
{
    return id >= 0 && id < INSN__PLAIN_COUNT && insn_fusion_start[id] != insn_fusion_start[id + 1];
}

int
insn_fuse(const int *ids, int n)
{
    if (n < 2 || ids[0] < 0 || ids[0] >= INSN__PLAIN_COUNT) return -1;
    for (int k = insn_fusion_start[ids[0]]; k < insn_fusion_start[ids[0] + 1]; k++) {
        if (insn_fusion_matches(&insn_fusions[k], ids, n)) return insn_fusions[k].id;
    }
    return -1;
}

bool
insn_has_part(int id, int part)
{
    if (id < INSN__PLAIN_COUNT) return id == part;
    const struct insn_fusion *f = insn_fusions;
    while (f->id != id) f++;
    for (int k = 0; k < f->count; k++) {
        if (f->parts[k] == part) return true;
    }
    return false;
}

const struct insn_watch *
insn_watch_list(void)
{
    return insn_watches;
}
