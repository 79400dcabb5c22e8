/*
 * compile.c - from prism's tree to iseqs: the way in, scopes, and the assembler.
 *
 * Each scope of the program (method, block, class, the top) collects a doubly linked list of instructions and labels while
 * its nodes are compiled.  After the whole tree, the lists are cleaned (dead code, jumps to jumps), laid out and written into
 * cells.  The place of a scope's locals depends on the number of its temporaries, which is complete only then.
 * The nodes themselves are compiled in compile/; compile_node() below selects the function for a node.
 */
#include "internal/compile.h"
#include "internal/array.h"
#include "internal/gc.h"
#include "internal/hash.h"
#include "internal/jit.h"
#include "internal/string.h"
#include "internal/vm/trace.h"

#include <stdlib.h>
#include <string.h>

/* ---- the arena ---------------------------------------------------------------------------------------------------- */

struct arena_chunk {
    struct arena_chunk *next;
    uint64_t room[];
};
enum { ARENA_CHUNK_BYTES = LIMIT(32 * 1024, 256) };

void *
arena_alloc(struct compiler *c, size_t bytes)
{
    bytes = (bytes + 7) & ~(size_t)7;
    if ((size_t)(c->arena_end - c->arena_at) < bytes) {
        size_t room = bytes > ARENA_CHUNK_BYTES ? bytes : ARENA_CHUNK_BYTES;
        struct arena_chunk *chunk = gc_malloc(sizeof *chunk + room);
        chunk->next = c->arena;
        c->arena = chunk;
        c->arena_at = (char *)chunk->room;
        c->arena_end = c->arena_at + room;
    }
    void *p = c->arena_at;
    c->arena_at += bytes;
    return memset(p, 0, bytes);
}

static void
compile_arena_free(struct compiler *c, struct arena_chunk *until)
{
    while (c->arena != until) {
        struct arena_chunk *chunk = c->arena;
        c->arena = chunk->next;
        gc_free(chunk, 0);
    }
}

VALUE
keep(struct compiler *c, VALUE v)
{
    if (val_heap_p(v)) ary_push(c->keep, v);
    return v;
}

/* ---- names and lines ------------------------------------------------------------------------------------------------ */

ID
const_id(struct compiler *c, pm_constant_id_t id)
{
    if (!c->ids[id]) {
        const pm_constant_t *name = pm_constant_pool_id_to_constant(&c->parse.parser.constant_pool, id);
        c->ids[id] = id_intern((const char *)name->start, name->length, c->enc_index);
    }
    return c->ids[id];
}

int32_t
line_of(struct compiler *c, const uint8_t *at)
{
    const pm_newline_list_t *lines = &c->parse.parser.newline_list;

    if (at >= c->line_start && at < c->line_end) return c->line; /* nodes come in lines: saves most searches */
    c->line = pm_newline_list_line(lines, at, c->parse.parser.start_line);
    size_t i = (size_t)(c->line - c->parse.parser.start_line);
    c->line_start = lines->start + lines->offsets[i];
    c->line_end = i + 1 < lines->size ? lines->start + lines->offsets[i + 1] : c->parse.parser.end;
    return c->line;
}

/* ---- scopes ----------------------------------------------------------------------------------------------------------- */

static void
compile_set_position(struct compiler *c, struct iseq_body *body, const pm_node_t *node)
{
    const pm_newline_list_t *lines = &c->parse.parser.newline_list;
    pm_line_column_t start = pm_newline_list_line_column(lines, node->location.start, c->parse.parser.start_line);
    pm_line_column_t end = pm_newline_list_line_column(lines, node->location.end, c->parse.parser.start_line);
    body->first_line = start.line;
    body->first_column = (int32_t)start.column;
    body->last_line = end.line;
    body->last_column = (int32_t)end.column;
    body->node_id = (int32_t)node->node_id;
}

static void
compile_set_origin(struct scope *s, VALUE name)
{
    struct compiler *c = s->c;
    struct iseq_body *body = s->body;

    RB_OBJ_WRITE(s->iseq, &body->parent, s->up ? s->up->iseq : 0);
    RB_OBJ_WRITE(s->iseq, &body->method_iseq, s->method->iseq);
    RB_OBJ_WRITE(s->iseq, &body->name, name);
    RB_OBJ_WRITE(s->iseq, &body->base_label, s->method == s ? name : s->method->body->base_label);
    RB_OBJ_WRITE(s->iseq, &body->path, c->opt->path_str);
    RB_OBJ_WRITE(s->iseq, &body->realpath, c->opt->realpath ? c->opt->realpath : Qnil);
    RB_OBJ_WRITE(s->iseq, &body->script_lines, c->script_lines);
    body->is_core = c->opt->core;
    body->plain_sends = compile_plain_sends_p(c);
    body->frozen_string_literal = c->parse.parser.frozen_string_literal == PM_OPTIONS_FROZEN_STRING_LITERAL_ENABLED;
}

static void
scope_init(struct scope *s, struct compiler *c, struct scope *up, enum iseq_type type)
{
    s->c = c;
    s->up = up;
    s->method = up ? up->method : s;
    s->level = up ? up->level + 1 : 0;
    s->type = type;
    s->it_local = -1;
    s->code.next = s->code.prev = &s->code;
    s->last_catch = &s->catches;
}

struct scope *
scope_new(struct compiler *c, struct scope *up, enum iseq_type type, const pm_node_t *node, VALUE name)
{
    struct scope *s = arena_alloc(c, sizeof *s);

    scope_init(s, c, up, type);
    s->iseq = keep(c, iseq_alloc());
    s->body = iseq_body(s->iseq);
    s->body->type = (uint8_t)type;
    s->body->frame_cells = 5;
    compile_set_position(c, s->body, node);
    compile_set_origin(s, keep(c, name));
    s->line = s->body->first_line;
    s->node_id = s->body->node_id;
    *c->last_scope = s;
    c->last_scope = &s->next;
    return s;
}

/* A scope that stands for an iseq compiled before: what eval sees. */
static struct scope *
scope_given(struct compiler *c, VALUE iseq)
{
    struct iseq_body *body = iseq_body(iseq);
    struct scope *up = body->parent ? scope_given(c, body->parent) : NULL;
    struct scope *s = arena_alloc(c, sizeof *s);

    scope_init(s, c, up, (enum iseq_type)body->type);
    s->given = true;
    s->iseq = iseq;
    s->body = body;
    s->locals = body->locals;
    s->local_count = s->local_capa = body->local_count;
    return s;
}

int
scope_find_local(const struct scope *s, ID name)
{
    for (uint32_t i = 0; i < s->local_count; i++)
        if (s->locals[i] == name) return (int)i;
    return -1;
}

int
scope_add_local(struct scope *s, ID name)
{
    if (s->local_count == s->local_capa) {
        uint32_t capa = s->local_capa ? s->local_capa * 2 : 8;
        ID *locals = arena_alloc(s->c, capa * sizeof *locals);
        if (s->local_count) memcpy(locals, s->locals, s->local_count * sizeof *locals);
        s->locals = locals;
        s->local_capa = capa;
    }
    s->locals[s->local_count] = name;
    return (int)s->local_count++;
}

int
temp_new(struct scope *s)
{
    if (s->free_temp_count) return s->free_temps[--s->free_temp_count];
    return scope_add_local(s, 0);
}

void
temp_free(struct scope *s, int local)
{
    if (s->free_temp_count < lengthof(s->free_temps)) s->free_temps[s->free_temp_count++] = local;
}

struct scope *
scope_at_depth(struct scope *s, uint32_t depth, unsigned *level)
{
    *level = 0;
    for (;;) {
        while (s->transparent) {
            s = s->up;
            ++*level;
        }
        if (depth-- == 0) return s;
        s = s->up;
        ++*level;
    }
}

VALUE
scope_block_name(struct scope *up)
{
    int levels = 1;
    VALUE base = up->method->body->name;

    for (; up != up->method; up = up->up) levels += up->type == ISEQ_BLOCK; /* through evals */
    return levels == 1 ? rb_sprintf("block in %" PRIsVALUE, base)
                       : rb_sprintf("block (%d levels) in %" PRIsVALUE, levels, base);
}

/* ---- the list --------------------------------------------------------------------------------------------------------- */

static void
compile_link_append(struct scope *s, struct link *link)
{
    link->prev = s->code.prev;
    link->next = &s->code;
    s->code.prev->next = link;
    s->code.prev = link;
}

static void
compile_link_remove(struct link *link)
{
    link->prev->next = link->next;
    link->next->prev = link->prev;
}

static struct insn *
compile_insn_of(struct link *link)
{
    return link->kind == LINK_INSN ? (struct insn *)link : NULL;
}

struct label *
label_new(struct scope *s)
{
    struct label *label = arena_alloc(s->c, sizeof *label);
    label->link.kind = LINK_LABEL;
    label->sp = -1;
    return label;
}

void
label_place(struct scope *s, struct label *label)
{
    VM_ASSERT(!label->placed);
    VM_ASSERT(label->boundary || label->sp < 0 || label->sp == s->sp); /* COMP-2 */
    label->sp = s->sp;
    label->placed = true;
    compile_link_append(s, &label->link);
}

static struct insn *
emit(struct scope *s, int id)
{
    if (s->cover_due) cover_line(s);
    struct insn *insn = arena_alloc(s->c, sizeof *insn);
    insn->link.kind = LINK_INSN;
    insn->id = (short)id;
    insn->line = s->leftover && (s->pending_events & EVENT_LINE) && id == INSN_seterrinfo ? s->event_line : s->line;
    s->leftover = false;
    insn->node_id = s->node_id;
    insn->events = s->pending_events;
    s->pending_events = 0;
    compile_link_append(s, &insn->link);
    return insn;
}

/* Puts an instruction without operands, on the first line, in front of `link`; it leaves the stack alone. */
void
insn_put_before(struct scope *s, struct link *link, int id, uint32_t events)
{
    struct insn *insn = arena_alloc(s->c, sizeof *insn);
    insn->link = (struct link){.next = link, .prev = link->prev, .kind = LINK_INSN};
    insn->id = (short)id;
    insn->line = s->body->first_line;
    insn->events = events;
    link->prev->next = &insn->link;
    link->prev = &insn->link;
}

static struct insn *
compile_moved(struct scope *s, struct insn *insn)
{
    s->sp += insn_comptime_sp_inc(insn->id, insn->ops);
    VM_ASSERT(s->sp >= 0);
    if (s->sp > s->sp_max) s->sp_max = s->sp;
    return insn;
}

static void
compile_insn_undo(struct scope *s, struct insn *insn)
{
    s->pending_events |= insn->events;
    compile_link_remove(&insn->link);
}

/* A pop that takes back what was just pushed. */
static bool
emit_pop_folded(struct scope *s)
{
    struct insn *last = compile_insn_of(s->code.prev);

    if (!last) return false;
    if (insn_pure_p(last->id)) {
        compile_insn_undo(s, last);
        s->sp--;
        return true;
    }
    struct insn *before = compile_insn_of(last->link.prev);
    bool set = last->id == INSN_setlocal || last->id == INSN_setlocal1 || last->id == INSN_setlocaln;
    if (set && before && before->id == INSN_dup) {
        last->events |= before->events;
        compile_link_remove(&before->link);
        s->sp--;
        return true;
    }
    return false;
}

struct insn *
emit0(struct scope *s, int id)
{
    if (id == INSN_pop && emit_pop_folded(s)) return NULL;
    return compile_moved(s, emit(s, id));
}

struct insn *
emit1(struct scope *s, int id, int64_t a)
{
    struct insn *insn = emit(s, id);
    insn->ops[0] = a;
    return compile_moved(s, insn);
}

struct insn *
emit2(struct scope *s, int id, int64_t a, int64_t b)
{
    struct insn *insn = emit(s, id);
    insn->ops[0] = a;
    insn->ops[1] = b;
    return compile_moved(s, insn);
}

struct insn *
emit3(struct scope *s, int id, int64_t a, int64_t b, int64_t c)
{
    struct insn *insn = emit(s, id);
    insn->ops[0] = a;
    insn->ops[1] = b;
    insn->ops[2] = c;
    return compile_moved(s, insn);
}

/* A jump of the given kind; backwards it becomes the kind that can be interrupted. */
void
emit_jump(struct scope *s, int id, struct label *to)
{
    if (to->placed) {
        VM_ASSERT(id != INSN_branchnil);
        id = id == INSN_jump ? INSN_jumpback : id == INSN_branchif ? INSN_branchif_back : INSN_branchunless_back;
    }
    emit1(s, id, (int64_t)(intptr_t)to);
    VM_ASSERT(to->sp < 0 || to->sp == s->sp); /* COMP-2 */
    to->sp = s->sp;
    to->refs++;
}

void
emit_getlocal(struct scope *s, int local, unsigned level)
{
    if (level < 2) emit1(s, level ? INSN_getlocal1 : INSN_getlocal, local);
    else emit2(s, INSN_getlocaln, local, level);
}

void
emit_setlocal(struct scope *s, int local, unsigned level)
{
    if (level < 2) emit1(s, level ? INSN_setlocal1 : INSN_setlocal, local);
    else emit2(s, INSN_setlocaln, local, level);
}

void
emit_putself(struct scope *s)
{
    emit1(s, INSN_putself, -1);
}

void
emit_putint(struct scope *s, intptr_t i)
{
    if (i >= INT32_MIN && i <= INT32_MAX) emit1(s, INSN_putint, i);
    else emit1(s, INSN_putobject, (int64_t)keep(s->c, LONG2NUM(i)));
}

void
emit_putobject(struct scope *s, VALUE v)
{
    if (v == Qnil) emit0(s, INSN_putnil);
    else if (val_fix_p(v) && fix_int(v) >= INT32_MIN && fix_int(v) <= INT32_MAX) emit1(s, INSN_putint, fix_int(v));
    else emit1(s, INSN_putobject, (int64_t)v);
}

void
emit_pops(struct scope *s, int n)
{
    if (n == 1) emit0(s, INSN_pop);
    else if (n > 1) emit1(s, INSN_adjuststack, n);
}

void
emit_core(struct scope *s, enum vm_core_fn fn, unsigned argc)
{
    emit2(s, INSN_corecall, fn, argc);
}

void
emit_leave(struct scope *s)
{
    emit1(s, INSN_leave, -1);
}

void
add_catch(struct scope *s, enum catch_type type, struct catch_range *ranges, struct label *handler, int depth)
{
    for (; ranges; ranges = ranges->next) {
        struct catch_entry_draft *draft = arena_alloc(s->c, sizeof *draft);
        draft->start = ranges->start;
        draft->end = ranges->end;
        draft->handler = handler;
        draft->depth = (uint16_t)depth;
        draft->type = (uint16_t)type;
        handler->refs++;
        *s->last_catch = draft;
        s->last_catch = &draft->next;
    }
}

/* ---- cleaning --------------------------------------------------------------------------------------------------------- */

static struct label *
compile_jump_target(const struct insn *insn)
{
    int n = insn_find_operand(insn->id, KIND_offset);
    return n < 0 ? NULL : (struct label *)(intptr_t)insn->ops[n];
}

static void
compile_drop_refs(const struct insn *insn)
{
    struct label *to = compile_jump_target(insn);
    if (to) to->refs--;
    for (unsigned i = 0; insn->table && i < insn->table->count; i++) insn->table->labels[i]->refs--;
}

/* The instruction that runs when control comes to this link. */
static struct insn *
compile_insn_from(struct scope *s, struct link *link)
{
    while (link != &s->code && link->kind == LINK_LABEL) link = link->next;
    return link == &s->code ? NULL : (struct insn *)link;
}

static void
compile_retarget(struct insn *insn, struct label *to)
{
    compile_jump_target(insn)->refs--;
    insn->ops[0] = (int64_t)(intptr_t)to;
    to->refs++;
}

/* Leads the test of a&.b in a&.b&.c to where the test of the result leads: nil is on the stack there, too. */
static bool
compile_thread_nil_check(struct scope *s, struct insn *insn, struct insn *there)
{
    struct insn *before = compile_insn_of(insn->link.prev);

    if (insn->id != INSN_branchnil || !before || before->id != INSN_dup || there->id != INSN_dup) return false;
    struct insn *next = compile_insn_from(s, there->link.next);
    if (!next || next->id != INSN_branchnil || there->events || next->events) return false;
    compile_retarget(insn, compile_jump_target(next));
    return true;
}

static bool
compile_thread_jump(struct scope *s, struct insn *insn)
{
    struct insn *there = compile_insn_from(s, &compile_jump_target(insn)->link);

    if (!there || there == insn) return false;
    if (compile_thread_nil_check(s, insn, there)) return true;
    if (there->id == INSN_jump && !there->events && compile_jump_target(there) != compile_jump_target(insn)) {
        compile_retarget(insn, compile_jump_target(there));
        return true;
    }
    if (insn->id == INSN_jump && there->id == INSN_leave && !insn->events) {
        compile_jump_target(insn)->refs--;
        insn->id = INSN_leave;
        insn->ops[0] = -1;
        insn->events = there->events;
        insn->line = there->line;
        insn->node_id = there->node_id;
        return true;
    }
    return false;
}

/* A jump to what follows anyway. */
static bool
compile_needless_jump_p(struct scope *s, struct insn *insn)
{
    if (insn->id != INSN_jump || insn->events) return false;
    for (struct link *l = insn->link.next; l != &s->code && l->kind == LINK_LABEL; l = l->next)
        if (l == &compile_jump_target(insn)->link) return true;
    return false;
}

/* branchif A; jump B; A:  is  branchunless B; A: */
static bool
compile_turn_branch(struct scope *s, struct insn *insn)
{
    struct insn *next = compile_insn_of(insn->link.next);

    if (insn->id != INSN_branchif && insn->id != INSN_branchunless) return false;
    if (!next || next->id != INSN_jump || next->events) return false;
    for (struct link *l = next->link.next; l != &s->code && l->kind == LINK_LABEL; l = l->next) {
        if (l != &compile_jump_target(insn)->link) continue;
        insn->id = insn->id == INSN_branchif ? INSN_branchunless : INSN_branchif;
        compile_retarget(insn, compile_jump_target(next));
        compile_drop_refs(next);
        compile_link_remove(&next->link);
        return true;
    }
    return false;
}

static bool
compile_clean_jumps(struct scope *s)
{
    bool changed = false;

    for (struct link *l = s->code.next; l != &s->code; l = l->next) {
        struct insn *insn = compile_insn_of(l);
        if (!insn || !compile_jump_target(insn) || insn->id == INSN_opt_case_dispatch) continue;
        for (int hops = 0; hops < 8 && compile_jump_target(insn) && compile_thread_jump(s, insn); hops++) changed = true;
        if (!compile_jump_target(insn)) continue;
        if (compile_turn_branch(s, insn)) changed = true;
        if (compile_needless_jump_p(s, insn)) {
            compile_drop_refs(insn);
            compile_link_remove(&insn->link);
            changed = true;
        }
    }
    return changed;
}

/* Removes what no way leads to, except a leave at the end: code ends in one, also behind an endless loop. */
static bool
compile_clean_dead_code(struct scope *s)
{
    bool changed = false, dead = false, left = false;

    for (struct link *l = s->code.next, *next; l != &s->code; l = next) {
        next = l->next;
        if (l->kind == LINK_LABEL) {
            if (((struct label *)l)->refs) dead = false;
            continue;
        }
        struct insn *insn = (struct insn *)l;
        if (dead && (left || insn->id != INSN_leave || next != &s->code)) {
            compile_drop_refs(insn);
            compile_link_remove(l);
            changed = true;
            continue;
        }
        dead = insn_jump_p(insn->id);
        left = insn->id == INSN_leave;
    }
    return changed;
}

static bool
compile_empty_range_p(struct scope *s, const struct catch_entry_draft *draft)
{
    for (struct link *l = &draft->start->link; l != &draft->end->link; l = l->next) {
        if (l == &s->code) return true;
        if (l->kind == LINK_INSN) return false;
    }
    return true;
}

static bool
compile_clean_catches(struct scope *s)
{
    bool changed = false;
    struct catch_entry_draft **at = &s->catches;

    while (*at) {
        if (compile_empty_range_p(s, *at)) {
            (*at)->handler->refs--;
            *at = (*at)->next;
            changed = true;
        } else at = &(*at)->next;
    }
    return changed;
}

static void
compile_clean(struct scope *s)
{
    for (;;) {
        bool changed = compile_clean_jumps(s);
        changed |= compile_clean_dead_code(s);
        changed |= compile_clean_catches(s);
        if (!changed) return;
    }
}

/* ---- writing ---------------------------------------------------------------------------------------------------------- */

struct layout {
    uint32_t cells, values, sites, infos, catches;
};

static struct scope *
scope_up(struct scope *s, int64_t level)
{
    while (level-- > 0) s = s->up;
    return s;
}

static int64_t
compile_local_operand(struct scope *s, const struct insn *insn, int n)
{
    return insn->ops[n] - (int64_t)scope_up(s, insn_local_level(insn->id, n, insn->ops))->local_count;
}

enum { CASE_LINEAR_MAX = LIMIT(12, 1) }; /* so many immediates are compared faster than looked up */

static bool
compile_linear_case_p(const struct case_table *table)
{
    if (table->count > CASE_LINEAR_MAX) return false;
    for (unsigned i = 0; i < table->count; i++)
        if (val_heap_p(table->keys[i])) return false;
    return true;
}

/* Returns the table of opt_case_dispatch: a Hash, or an Array of key, offset, key ... for few keys without bodies. */
static VALUE
compile_case_value(const struct insn *insn, uint32_t from)
{
    if (compile_linear_case_p(insn->table)) {
        VALUE list = ary_new_capa(insn->table->count * 2);
        for (unsigned i = 0; i < insn->table->count; i++) {
            ary_push(list, insn->table->keys[i]);
            ary_push(list, int_fix((intptr_t)insn->table->labels[i]->pos - (intptr_t)from));
        }
        return list;
    }
    VALUE hash = hash_new();

    for (unsigned i = 0; i < insn->table->count; i++) {
        VALUE key = insn->table->keys[i];
        if (hash_get(hash, key) == Qundef)
            hash_set(hash, key, int_fix((intptr_t)insn->table->labels[i]->pos - (intptr_t)from));
    }
    return hash;
}

static int64_t
compile_site_of(struct scope *s, int64_t op)
{
    if (op & 1) return op;
    const struct kw_site *site = (const struct kw_site *)(intptr_t)op;
    struct ci_kwarg *kw = xmalloc(sizeof *kw + site->count * sizeof(ID));
    kw->count = site->count;
    kw->refs = 1;
    kw->kept = NULL;
    memcpy(kw->names, site->names, site->count * sizeof(ID));
    return (int64_t)callsite_new_kw(site->mid, site->flags, site->argc, kw);
}

/* One pass of layout: positions, and how much of everything there is. */
static struct layout
compile_lay_out(struct scope *s)
{
    struct layout at = {0};

    for (struct link *l = s->code.next; l != &s->code; l = l->next) {
        if (l->kind == LINK_LABEL) {
            ((struct label *)l)->pos = at.cells;
            continue;
        }
        int id = ((struct insn *)l)->id;
        for (int n = 0; n < insn_operand_count(id); n++) {
            enum insn_operand_type type = insn_operand_type(id, n);
            if (type == OPERAND_VALUE || type == OPERAND_ISEQ) at.values++;
            else if (type == OPERAND_CALLSITE) at.sites++;
        }
        at.infos++;
        at.cells += (uint32_t)insn_length(id);
    }
    for (struct catch_entry_draft *draft = s->catches; draft; draft = draft->next) at.catches++;
    return at;
}

static void
compile_write_operands(struct scope *s, struct insn *insn, uint32_t pos, int64_t *ops)
{
    struct iseq_body *body = s->body;

    for (int n = 0; n < insn_operand_count(insn->id); n++) {
        uint32_t where = pos + (uint32_t)insn_operand_offset(insn->id, n) / (uint32_t)sizeof(cell);
        ops[n] = insn->ops[n];
        switch (insn_operand_type(insn->id, n)) {
        case OPERAND_LINDEX: ops[n] = compile_local_operand(s, insn, n); break;
        case OPERAND_OFFSET: ops[n] = (int64_t)((struct label *)(intptr_t)insn->ops[n])->pos - pos; break;
        case OPERAND_VALUE:
            if (insn->id == INSN_coverage) cover_written(s, insn);
            if (insn->table) ops[n] = (int64_t)keep(s->c, compile_case_value(insn, pos));
            /* fall through */
        case OPERAND_ISEQ:
            if (val_heap_p((VALUE)ops[n])) body->value_cells[body->value_count++] = where;
            break;
        case OPERAND_CALLSITE:
            ops[n] = compile_site_of(s, insn->ops[n]);
            body->site_cells[body->site_count++] = where;
            break;
        default: break;
        }
    }
}

static void
compile_write_info(struct scope *s, const struct insn *insn, uint32_t pos)
{
    struct iseq_body *body = s->body;
    struct insn_info *last = body->info_count ? &body->infos[body->info_count - 1] : NULL;

    if (last && !insn->events) {
        if (insn_leaf_p(insn->id)) return;
        if (last->line == insn->line && last->node_id == insn->node_id) return;
    }
    body->infos[body->info_count++] = (struct insn_info){pos, insn->line, insn->events, insn->node_id};
}

static void
compile_write_catches(struct scope *s, uint32_t count)
{
    struct catch_entry *entry = count ? gc_calloc(count, sizeof *entry) : NULL;

    s->body->catches = entry;
    s->body->catch_count = count;
    for (struct catch_entry_draft *draft = s->catches; draft; draft = draft->next) {
        *entry++ = (struct catch_entry){draft->start->pos, draft->end->pos, draft->handler->pos, draft->depth, draft->type};
    }
}

enum { FUSION_PARTS = 4 };

/* The longest run from here that a fusion may span: no end of a catch range and no event inside. */
static int
compile_fused_id(struct scope *s, struct insn *insn)
{
    int ids[FUSION_PARTS] = {insn->id}, n = 1;

    for (struct link *l = insn->link.next; n < FUSION_PARTS && l != &s->code; l = l->next) {
        if (l->kind == LINK_LABEL) {
            if (((struct label *)l)->boundary) break;
            continue;
        }
        if (((struct insn *)l)->events) break;
        ids[n++] = ((struct insn *)l)->id;
    }
    return insn_fuse(ids, n);
}

static void
compile_write_code(struct scope *s, uint32_t cells)
{
    struct iseq_body *body = s->body;
    uint32_t pos = 0;

    body->code = iseq_code_new(cells);
    body->code_len = cells;
    for (struct link *l = s->code.next; l != &s->code; l = l->next) {
        struct insn *insn = compile_insn_of(l);
        int64_t ops[8] = {0};
        if (!insn) continue;
        compile_write_operands(s, insn, pos, ops);
        compile_write_info(s, insn, pos);
        if (insn_back_p(insn->id)) body->loops = 1;
        uint32_t length = (uint32_t)insn_write(body->code + pos, insn->id, ops);
        int fused = compile_fused_id(s, insn);
        if (fused >= 0) body->code[pos] = (cell)(uintptr_t)insn_handler(fused);
        pos += length;
    }
}

static void
compile_write_params(struct scope *s)
{
    struct iseq_params *p = &s->body->params;

    if (s->opt_labels) {
        p->opt_pc = gc_calloc(p->opt + 1u, sizeof *p->opt_pc);
        for (int i = 0; i <= p->opt; i++) p->opt_pc[i] = s->opt_labels[i]->pos;
    }
    s->body->simple = !(p->flags & PARAM_COMPLEX_MASK);
    s->body->plain_block = s->body->simple && s->body->type == ISEQ_BLOCK && s->body->parent &&
                           !(p->flags & PARAM_EXCESS_COMMA);
}

static void
compile_check_limits(struct scope *s)
{
    if (s->local_count > 0x7ff0 || s->sp_max > 0x7ff0)
        rb_raise(rb_eSyntaxError, "%s:%d: too many local variables or operands", s->c->opt->path, s->body->first_line);
}

static void
scope_write(struct scope *s)
{
    struct iseq_body *body = s->body;

    compile_clean(s);
    compile_check_limits(s);
    if (s->c->coverage != Qnil) RB_OBJ_WRITE(s->iseq, &body->coverage, s->c->coverage);
    struct layout at = compile_lay_out(s);
    body->local_count = (uint16_t)s->local_count;
    body->locals = gc_calloc(s->local_count ? s->local_count : 1, sizeof(ID));
    if (s->local_count) memcpy(body->locals, s->locals, s->local_count * sizeof(ID));
    body->stack_max = (uint16_t)(s->sp_max + 1); /* a throw pushes its state on top of a catch entry's depth */
    body->value_cells = gc_calloc(at.values ? at.values : 1, sizeof *body->value_cells);
    body->site_cells = gc_calloc(at.sites ? at.sites : 1, sizeof *body->site_cells);
    body->infos = gc_calloc(at.infos ? at.infos : 1, sizeof *body->infos);
    compile_write_code(s, at.cells);
    compile_write_catches(s, at.catches);
    compile_write_params(s);
    iseq_made(s->iseq);
    if (UNLIKELY(jit_on)) jit_new_iseq(iseq_body(s->iseq));
    if (vm_trace_armed) trace_new_code(s->iseq);
    if (VM_CHECK_LEVEL >= 1) iseq_must_be_sound(s->iseq);
}

static void
compile_scopes_write(struct scope *s)
{
    for (; s; s = s->next) scope_write(s);
}

struct alone
alone_begin(struct compiler *c)
{
    return (struct alone){c->last_scope, c->arena, c->arena_at, c->arena_end};
}

void
alone_end(struct compiler *c, struct alone *before)
{
    compile_scopes_write(*before->last_scope);
    *before->last_scope = NULL;
    c->last_scope = before->last_scope;
    compile_arena_free(c, before->arena);
    c->arena_at = before->arena_at;
    c->arena_end = before->arena_end;
}

/* ---- nodes ------------------------------------------------------------------------------------------------------------ */

void
compile_error(struct scope *s, const pm_node_t *node, const char *what)
{
    rb_raise(rb_eSyntaxError, "%s:%d: %s", s->c->opt->path, (int)line_of(s->c, node->location.start), what);
}

void
compile_or_nil(struct scope *s, const pm_node_t *node, bool popped)
{
    if (node) compile_node(s, node, popped);
    else if (!popped) emit0(s, INSN_putnil);
}

void
compile_statements(struct scope *s, const pm_statements_node_t *node, bool popped)
{
    if (!node || node->body.size == 0) {
        if (!popped) emit0(s, INSN_putnil);
        return;
    }
    for (size_t i = 0; i + 1 < node->body.size; i++) compile_node(s, node->body.nodes[i], true);
    compile_node(s, node->body.nodes[node->body.size - 1], popped);
}

void
compile_body(struct scope *s, const pm_node_t *body, int32_t last_line, uint32_t event)
{
    compile_or_nil(s, body, false);
    body_end(s, last_line, event);
}

void
body_end(struct scope *s, int32_t last_line, uint32_t event)
{
    struct insn *last = compile_insn_of(s->code.prev);

    if (last && last->id == INSN_leave) {
        s->sp--;
        return;
    }
    s->line = last_line;
    s->pending_events |= event;
    emit_leave(s);
}

static void
compile_statements_node(struct scope *s, const pm_node_t *node, bool popped)
{
    compile_statements(s, (const pm_statements_node_t *)node, popped);
}

static void
compile_else(struct scope *s, const pm_node_t *node, bool popped)
{
    compile_statements(s, ((const pm_else_node_t *)node)->statements, popped);
}

static void
compile_self(struct scope *s, const pm_node_t *node, bool popped)
{
    if (!popped) emit_putself(s);
}

static void
emit_local_get(struct scope *s, ID name, uint32_t depth)
{
    unsigned level;
    struct scope *at = scope_at_depth(s, depth, &level);
    int local = scope_find_local(at, name);

    VM_ASSERT(local >= 0);
    const struct iseq_params *p = &at->body->params;
    if (at->type == ISEQ_METHOD && (p->flags & PARAM_BLOCK) && local == p->block_index)
        emit2(s, INSN_getblockparam, local, level);
    else emit_getlocal(s, local, level);
}

static void
compile_local_read(struct scope *s, const pm_node_t *node, bool popped)
{
    const pm_local_variable_read_node_t *read = (const pm_local_variable_read_node_t *)node;
    if (!popped) emit_local_get(s, const_id(s->c, read->name), read->depth);
}

static void
compile_it_read(struct scope *s, const pm_node_t *node, bool popped)
{
    unsigned level;
    struct scope *at = scope_at_depth(s, 0, &level);

    VM_ASSERT(at->it_local >= 0);
    if (!popped) emit_getlocal(s, at->it_local, level);
}

static void
compile_ivar_read(struct scope *s, const pm_node_t *node, bool popped)
{
    if (popped) return;
    emit2(s, INSN_getivar, -1, (int64_t)const_id(s->c, ((const pm_instance_variable_read_node_t *)node)->name));
}

static void
compile_cvar_read(struct scope *s, const pm_node_t *node, bool popped)
{
    if (popped) return; /* not even looked for */
    emit1(s, INSN_getcvar, (int64_t)const_id(s->c, ((const pm_class_variable_read_node_t *)node)->name));
}

static void
compile_gvar_read(struct scope *s, const pm_node_t *node, bool popped)
{
    emit1(s, INSN_getgvar, (int64_t)const_id(s->c, ((const pm_global_variable_read_node_t *)node)->name));
    if (popped) emit0(s, INSN_pop);
}

static void
compile_back_reference(struct scope *s, const pm_node_t *node, bool popped)
{
    /* $& and so on: the character after the $ */
    if (!popped) emit1(s, INSN_getbackref, node->location.start[1] << 8);
}

static void
compile_numbered_reference(struct scope *s, const pm_node_t *node, bool popped)
{
    uint32_t number = ((const pm_numbered_reference_read_node_t *)node)->number;

    if (popped) return;
    if (number == 0 || number > 0x3fff) emit0(s, INSN_putnil); /* out of range: prism warned */
    else emit1(s, INSN_getbackref, number << 1 | 1);
}

/* A, A::B, ::A as one Array of Symbols, or 0 if an expression comes first. */
static VALUE
compile_const_path_value(struct scope *s, const pm_node_t *node)
{
    VALUE path;

    if (PM_NODE_TYPE_P(node, PM_CONSTANT_READ_NODE)) {
        path = keep(s->c, ary_new());
        return ary_push(path, sym_from_id(const_id(s->c, ((const pm_constant_read_node_t *)node)->name)));
    }
    if (!PM_NODE_TYPE_P(node, PM_CONSTANT_PATH_NODE)) return 0;
    const pm_constant_path_node_t *cpath = (const pm_constant_path_node_t *)node;
    if (cpath->parent) {
        path = compile_const_path_value(s, cpath->parent);
        if (!path) return 0;
    } else path = ary_push(keep(s->c, ary_new()), Qnil);
    return ary_push(path, sym_from_id(const_id(s->c, cpath->name)));
}

static void
compile_constant(struct scope *s, const pm_node_t *node, bool popped)
{
    VALUE path = compile_const_path_value(s, node);

    if (path) emit1(s, INSN_getconst, (int64_t)rb_obj_freeze(path));
    else {
        const pm_constant_path_node_t *cpath = (const pm_constant_path_node_t *)node;
        compile_node(s, cpath->parent, false);
        s->line = line_of(s->c, cpath->name_loc.start);
        emit1(s, INSN_getconst_from, (int64_t)const_id(s->c, cpath->name));
    }
    if (popped) emit0(s, INSN_pop);
}

/* A name of alias and undef. */
static void
compile_name(struct scope *s, const pm_node_t *node)
{
    compile_node(s, node, false);
}

static void
compile_alias_method(struct scope *s, const pm_node_t *node, bool popped)
{
    const pm_alias_method_node_t *alias = (const pm_alias_method_node_t *)node;

    compile_name(s, alias->new_name);
    compile_name(s, alias->old_name);
    emit_core(s, CORE_ALIAS_METHOD, 2);
    if (popped) emit0(s, INSN_pop);
}

static void
emit_gvar_name(struct scope *s, const pm_node_t *node)
{
    const char *start = (const char *)node->location.start;
    size_t length = (size_t)(node->location.end - node->location.start);
    emit_putobject(s, sym_from_id(id_intern(start, length, s->c->enc_index)));
}

static void
compile_alias_gvar(struct scope *s, const pm_node_t *node, bool popped)
{
    const pm_alias_global_variable_node_t *alias = (const pm_alias_global_variable_node_t *)node;

    emit_gvar_name(s, alias->new_name);
    emit_gvar_name(s, alias->old_name);
    emit_core(s, CORE_ALIAS_GVAR, 2);
    if (popped) emit0(s, INSN_pop);
}

static void
compile_undef(struct scope *s, const pm_node_t *node, bool popped)
{
    const pm_node_list_t *names = &((const pm_undef_node_t *)node)->names;

    for (size_t i = 0; i < names->size; i++) {
        compile_name(s, names->nodes[i]);
        emit_core(s, CORE_UNDEF, 1);
        if (popped || i + 1 < names->size) emit0(s, INSN_pop);
    }
}

static void
compile_implicit(struct scope *s, const pm_node_t *node, bool popped)
{
    compile_node(s, ((const pm_implicit_node_t *)node)->value, popped);
}

static void
compile_embedded_variable(struct scope *s, const pm_node_t *node, bool popped)
{
    compile_node(s, ((const pm_embedded_variable_node_t *)node)->variable, popped);
}

static void
compile_splat(struct scope *s, const pm_node_t *node, bool popped)
{
    const pm_splat_node_t *splat = (const pm_splat_node_t *)node;

    compile_or_nil(s, splat->expression, false);
    emit1(s, INSN_splatarray, 1);
    if (popped) emit0(s, INSN_pop);
}

static void
compile_keyword_hash(struct scope *s, const pm_node_t *node, bool popped)
{
    compile_hash_elements(s, &((const pm_keyword_hash_node_t *)node)->elements);
    if (popped) emit0(s, INSN_pop);
}

static void
compile_arguments(struct scope *s, const pm_node_t *node, bool popped)
{
    /* the value of return, break, next: one argument as it is, several as an Array */
    const pm_node_list_t *list = &((const pm_arguments_node_t *)node)->arguments;

    if (list->size == 1 && !PM_NODE_TYPE_P(list->nodes[0], PM_SPLAT_NODE)) compile_node(s, list->nodes[0], popped);
    else {
        compile_array_elements(s, list, NULL);
        if (popped) emit0(s, INSN_pop);
    }
}

static void
compile_target(struct scope *s, const pm_node_t *node, bool popped)
{
    compile_target_from_top(s, node);
    if (!popped) emit0(s, INSN_putnil);
}

/* Parts that their parents compile: parameters, whens, rescues ... */
static void
compile_part(struct scope *s, const pm_node_t *node, bool popped)
{
    rb_raise(rb_eNotImpError, "%s:%d: %s outside of its place", s->c->opt->path, (int)s->line,
             pm_node_type_to_str(PM_NODE_TYPE(node)));
}

static compile_fn *const compilers[] = {
    [PM_ALIAS_GLOBAL_VARIABLE_NODE] = compile_alias_gvar,
    [PM_ALIAS_METHOD_NODE] = compile_alias_method,
    [PM_ALTERNATION_PATTERN_NODE] = compile_part,
    [PM_AND_NODE] = compile_and,
    [PM_ARGUMENTS_NODE] = compile_arguments,
    [PM_ARRAY_NODE] = compile_array,
    [PM_ARRAY_PATTERN_NODE] = compile_part,
    [PM_ASSOC_NODE] = compile_part,
    [PM_ASSOC_SPLAT_NODE] = compile_part,
    [PM_BACK_REFERENCE_READ_NODE] = compile_back_reference,
    [PM_BEGIN_NODE] = compile_begin,
    [PM_BLOCK_ARGUMENT_NODE] = compile_part,
    [PM_BLOCK_LOCAL_VARIABLE_NODE] = compile_part,
    [PM_BLOCK_NODE] = compile_part,
    [PM_BLOCK_PARAMETER_NODE] = compile_part,
    [PM_BLOCK_PARAMETERS_NODE] = compile_part,
    [PM_BREAK_NODE] = compile_break,
    [PM_CALL_AND_WRITE_NODE] = compile_op_write,
    [PM_CALL_NODE] = compile_call,
    [PM_CALL_OPERATOR_WRITE_NODE] = compile_op_write,
    [PM_CALL_OR_WRITE_NODE] = compile_op_write,
    [PM_CALL_TARGET_NODE] = compile_target,
    [PM_CAPTURE_PATTERN_NODE] = compile_part,
    [PM_CASE_MATCH_NODE] = compile_case_match,
    [PM_CASE_NODE] = compile_case,
    [PM_CLASS_NODE] = compile_class,
    [PM_CLASS_VARIABLE_AND_WRITE_NODE] = compile_op_write,
    [PM_CLASS_VARIABLE_OPERATOR_WRITE_NODE] = compile_op_write,
    [PM_CLASS_VARIABLE_OR_WRITE_NODE] = compile_op_write,
    [PM_CLASS_VARIABLE_READ_NODE] = compile_cvar_read,
    [PM_CLASS_VARIABLE_TARGET_NODE] = compile_target,
    [PM_CLASS_VARIABLE_WRITE_NODE] = compile_cvar_write,
    [PM_CONSTANT_AND_WRITE_NODE] = compile_op_write,
    [PM_CONSTANT_OPERATOR_WRITE_NODE] = compile_op_write,
    [PM_CONSTANT_OR_WRITE_NODE] = compile_op_write,
    [PM_CONSTANT_PATH_AND_WRITE_NODE] = compile_op_write,
    [PM_CONSTANT_PATH_NODE] = compile_constant,
    [PM_CONSTANT_PATH_OPERATOR_WRITE_NODE] = compile_op_write,
    [PM_CONSTANT_PATH_OR_WRITE_NODE] = compile_op_write,
    [PM_CONSTANT_PATH_TARGET_NODE] = compile_target,
    [PM_CONSTANT_PATH_WRITE_NODE] = compile_const_path_write,
    [PM_CONSTANT_READ_NODE] = compile_constant,
    [PM_CONSTANT_TARGET_NODE] = compile_target,
    [PM_CONSTANT_WRITE_NODE] = compile_const_write,
    [PM_DEF_NODE] = compile_def,
    [PM_DEFINED_NODE] = compile_defined,
    [PM_ELSE_NODE] = compile_else,
    [PM_EMBEDDED_STATEMENTS_NODE] = compile_embedded,
    [PM_EMBEDDED_VARIABLE_NODE] = compile_embedded_variable,
    [PM_ENSURE_NODE] = compile_part,
    [PM_FALSE_NODE] = compile_literal,
    [PM_FIND_PATTERN_NODE] = compile_part,
    [PM_FLIP_FLOP_NODE] = compile_flip_flop,
    [PM_FLOAT_NODE] = compile_literal,
    [PM_FOR_NODE] = compile_for,
    [PM_FORWARDING_ARGUMENTS_NODE] = compile_part,
    [PM_FORWARDING_PARAMETER_NODE] = compile_part,
    [PM_FORWARDING_SUPER_NODE] = compile_forwarding_super,
    [PM_GLOBAL_VARIABLE_AND_WRITE_NODE] = compile_op_write,
    [PM_GLOBAL_VARIABLE_OPERATOR_WRITE_NODE] = compile_op_write,
    [PM_GLOBAL_VARIABLE_OR_WRITE_NODE] = compile_op_write,
    [PM_GLOBAL_VARIABLE_READ_NODE] = compile_gvar_read,
    [PM_GLOBAL_VARIABLE_TARGET_NODE] = compile_target,
    [PM_GLOBAL_VARIABLE_WRITE_NODE] = compile_gvar_write,
    [PM_HASH_NODE] = compile_hash,
    [PM_HASH_PATTERN_NODE] = compile_part,
    [PM_IF_NODE] = compile_if,
    [PM_IMAGINARY_NODE] = compile_literal,
    [PM_IMPLICIT_NODE] = compile_implicit,
    [PM_IMPLICIT_REST_NODE] = compile_part,
    [PM_IN_NODE] = compile_part,
    [PM_INDEX_AND_WRITE_NODE] = compile_op_write,
    [PM_INDEX_OPERATOR_WRITE_NODE] = compile_op_write,
    [PM_INDEX_OR_WRITE_NODE] = compile_op_write,
    [PM_INDEX_TARGET_NODE] = compile_target,
    [PM_INSTANCE_VARIABLE_AND_WRITE_NODE] = compile_op_write,
    [PM_INSTANCE_VARIABLE_OPERATOR_WRITE_NODE] = compile_op_write,
    [PM_INSTANCE_VARIABLE_OR_WRITE_NODE] = compile_op_write,
    [PM_INSTANCE_VARIABLE_READ_NODE] = compile_ivar_read,
    [PM_INSTANCE_VARIABLE_TARGET_NODE] = compile_target,
    [PM_INSTANCE_VARIABLE_WRITE_NODE] = compile_ivar_write,
    [PM_INTEGER_NODE] = compile_literal,
    [PM_INTERPOLATED_MATCH_LAST_LINE_NODE] = compile_interpolated_match_last_line,
    [PM_INTERPOLATED_REGULAR_EXPRESSION_NODE] = compile_interpolated_regexp,
    [PM_INTERPOLATED_STRING_NODE] = compile_interpolated_string,
    [PM_INTERPOLATED_SYMBOL_NODE] = compile_interpolated_symbol,
    [PM_INTERPOLATED_X_STRING_NODE] = compile_interpolated_xstring,
    [PM_IT_LOCAL_VARIABLE_READ_NODE] = compile_it_read,
    [PM_IT_PARAMETERS_NODE] = compile_part,
    [PM_KEYWORD_HASH_NODE] = compile_keyword_hash,
    [PM_KEYWORD_REST_PARAMETER_NODE] = compile_part,
    [PM_LAMBDA_NODE] = compile_lambda,
    [PM_LOCAL_VARIABLE_AND_WRITE_NODE] = compile_op_write,
    [PM_LOCAL_VARIABLE_OPERATOR_WRITE_NODE] = compile_op_write,
    [PM_LOCAL_VARIABLE_OR_WRITE_NODE] = compile_op_write,
    [PM_LOCAL_VARIABLE_READ_NODE] = compile_local_read,
    [PM_LOCAL_VARIABLE_TARGET_NODE] = compile_target,
    [PM_LOCAL_VARIABLE_WRITE_NODE] = compile_local_write,
    [PM_MATCH_LAST_LINE_NODE] = compile_match_last_line,
    [PM_MATCH_PREDICATE_NODE] = compile_match_predicate,
    [PM_MATCH_REQUIRED_NODE] = compile_match_required,
    [PM_MATCH_WRITE_NODE] = compile_match_write,
    [PM_MISSING_NODE] = compile_part,
    [PM_MODULE_NODE] = compile_module,
    [PM_MULTI_TARGET_NODE] = compile_target,
    [PM_MULTI_WRITE_NODE] = compile_multi_write,
    [PM_NEXT_NODE] = compile_next,
    [PM_NIL_NODE] = compile_literal,
    [PM_NO_KEYWORDS_PARAMETER_NODE] = compile_part,
    [PM_NUMBERED_PARAMETERS_NODE] = compile_part,
    [PM_NUMBERED_REFERENCE_READ_NODE] = compile_numbered_reference,
    [PM_OPTIONAL_KEYWORD_PARAMETER_NODE] = compile_part,
    [PM_OPTIONAL_PARAMETER_NODE] = compile_part,
    [PM_OR_NODE] = compile_or,
    [PM_PARAMETERS_NODE] = compile_part,
    [PM_PARENTHESES_NODE] = compile_parentheses,
    [PM_PINNED_EXPRESSION_NODE] = compile_part,
    [PM_PINNED_VARIABLE_NODE] = compile_part,
    [PM_POST_EXECUTION_NODE] = compile_post_execution,
    [PM_PRE_EXECUTION_NODE] = compile_pre_execution,
    [PM_PROGRAM_NODE] = compile_part,
    [PM_RANGE_NODE] = compile_range,
    [PM_RATIONAL_NODE] = compile_literal,
    [PM_REDO_NODE] = compile_redo,
    [PM_REGULAR_EXPRESSION_NODE] = compile_regexp,
    [PM_REQUIRED_KEYWORD_PARAMETER_NODE] = compile_part,
    [PM_REQUIRED_PARAMETER_NODE] = compile_part,
    [PM_RESCUE_MODIFIER_NODE] = compile_rescue_modifier,
    [PM_RESCUE_NODE] = compile_part,
    [PM_REST_PARAMETER_NODE] = compile_part,
    [PM_RETRY_NODE] = compile_retry,
    [PM_RETURN_NODE] = compile_return,
    [PM_SELF_NODE] = compile_self,
    [PM_SHAREABLE_CONSTANT_NODE] = compile_shareable,
    [PM_SINGLETON_CLASS_NODE] = compile_sclass,
    [PM_SOURCE_ENCODING_NODE] = compile_literal,
    [PM_SOURCE_FILE_NODE] = compile_string_literal,
    [PM_SOURCE_LINE_NODE] = compile_literal,
    [PM_SPLAT_NODE] = compile_splat,
    [PM_STATEMENTS_NODE] = compile_statements_node,
    [PM_STRING_NODE] = compile_string_literal,
    [PM_SUPER_NODE] = compile_super,
    [PM_SYMBOL_NODE] = compile_symbol,
    [PM_TRUE_NODE] = compile_literal,
    [PM_UNDEF_NODE] = compile_undef,
    [PM_UNLESS_NODE] = compile_unless,
    [PM_UNTIL_NODE] = compile_while,
    [PM_WHEN_NODE] = compile_part,
    [PM_WHILE_NODE] = compile_while,
    [PM_X_STRING_NODE] = compile_xstring,
    [PM_YIELD_NODE] = compile_yield,
};

void
compile_node(struct scope *s, const pm_node_t *node, bool popped)
{
    int32_t line = s->line, node_id = s->node_id;
    UNUSED_OK int sp = s->sp;

    vm_check_machine_stack(vm_ec); /* the tree may be deep */
    s->line = line_of(s->c, node->location.start);
    s->node_id = (int32_t)node->node_id;
    bool begin = PM_NODE_TYPE_P(node, PM_BEGIN_NODE); /* its statements have lines of their own */
    if (PM_NODE_FLAG_P(node, PM_NODE_FLAG_NEWLINE) && s->line != s->last_line && !begin) {
        s->last_line = s->line;
        s->pending_events |= EVENT_LINE;
        s->event_line = s->line;
        s->leftover = false;
        s->cover_due = s->c->coverage != Qnil;
        compilers[PM_NODE_TYPE(node)](s, node, popped);
        s->leftover = s->pending_events & EVENT_LINE;
        s->cover_due = false;
    } else compilers[PM_NODE_TYPE(node)](s, node, popped);
    VM_ASSERT(s->sp == sp + !popped); /* COMP-1 */
    s->line = line;
    s->node_id = node_id;
}

/* ---- source lines ----------------------------------------------------------------------------------------------------- */

static VALUE
compile_lines_of(struct compiler *c)
{
    VALUE source = c->parse.source;
    const char *at = str_ptr(source), *end = at + str_len(source);
    VALUE lines = ary_new();

    while (at < end) {
        const char *newline = memchr(at, '\n', (size_t)(end - at));
        const char *next = newline ? newline + 1 : end;
        ary_push(lines, str_new(at, (size_t)(next - at), c->enc_index));
        at = next;
    }
    RB_GC_GUARD(source);
    return rb_obj_freeze(lines);
}

/* Stores the lines of the source where RubyVM.keep_script_lines and SCRIPT_LINES__ require them. */
static void
compile_keep_lines(struct compiler *c)
{
    ID name = rb_intern("SCRIPT_LINES__");

    if (iseq_keep_script_lines) c->script_lines = keep(c, compile_lines_of(c));
    if (c->type == ISEQ_EVAL || !rb_const_defined_at(rb_cObject, name)) return;
    VALUE table = rb_const_get_at(rb_cObject, name);
    if (val_type_p(table, T_HASH)) hash_set(table, c->opt->path_str, compile_lines_of(c));
}

/* ---- the way in ------------------------------------------------------------------------------------------------------- */

static VALUE
compile_top_name(struct compiler *c, struct scope *up)
{
    if (c->opt->label) return rb_utf8_str_new_cstr(c->opt->label);
    switch (c->type) {
    case ISEQ_MAIN: return rb_utf8_str_new_cstr("<main>");
    case ISEQ_EVAL: return up ? up->body->name : rb_utf8_str_new_cstr("<main>");
    default: return rb_utf8_str_new_cstr("<top (required)>");
    }
}

/* Compiles each BEGIN { } of node's statements, in order of appearance, each after those in it: they run before the rest.  The loop that -n and -p put around a program
   is the only one in which the grammar allows them. */
static void
compile_pre_executions(struct scope *s, const pm_statements_node_t *node)
{
    for (size_t i = 0; node && i < node->body.size; i++) {
        const pm_node_t *child = node->body.nodes[i];
        if (PM_NODE_TYPE_P(child, PM_WHILE_NODE)) compile_pre_executions(s, ((const pm_while_node_t *)child)->statements);
        if (!PM_NODE_TYPE_P(child, PM_PRE_EXECUTION_NODE)) continue;
        const pm_statements_node_t *statements = ((const pm_pre_execution_node_t *)child)->statements;
        compile_pre_executions(s, statements);
        compile_statements(s, statements, true);
    }
}

static struct scope *
compile_program(struct compiler *c)
{
    const pm_program_node_t *program = (const pm_program_node_t *)c->parse.root;
    struct scope *up = c->opt->parent ? scope_given(c, c->opt->parent) : NULL;
    struct scope *s = scope_new(c, up, c->type, c->parse.root, compile_top_name(c, up));

    s->line = s->last_line = -1;
    if (c->opt->local) scope_add_local(s, c->opt->local);
    add_locals(s, &program->locals);
    compile_pre_executions(s, program->statements);
    compile_body(s, (const pm_node_t *)program->statements, s->body->last_line, 0);
    return s;
}

static VALUE
compile_run(VALUE arg)
{
    struct compiler *c = (struct compiler *)arg;

    parse_begin(&c->parse, c->source, c->type, c->opt);
    if (c->opt->data_offset) *c->opt->data_offset = parse_data_offset(&c->parse);
    c->enc_index = rb_enc_find_index(c->parse.parser.encoding->name);
    compile_keep_lines(c);
    cover_begin(c);
    c->ids = arena_alloc(c, (c->parse.parser.constant_pool.size + 1) * sizeof *c->ids);
    struct scope *top = compile_program(c);
    compile_scopes_write(c->scopes);
    c->result = top->iseq;
    return c->result;
}

static VALUE
compile_end(VALUE arg)
{
    struct compiler *c = (struct compiler *)arg;

    parse_end(&c->parse);
    compile_arena_free(c, NULL);
    return Qnil;
}

VALUE
compile_string(VALUE source, enum iseq_type type, const struct compile_options *opt)
{
    if (!rb_enc_str_asciicompat_p(source)) rb_raise(rb_eArgError, "invalid source encoding");
    struct compiler c = {
        .opt = opt, .type = type, .source = source, .keep = ary_tmp_new(64), .script_lines = Qnil, .coverage = Qnil};

    c.last_scope = &c.scopes;
    return rb_ensure(compile_run, (VALUE)&c, compile_end, (VALUE)&c);
}
