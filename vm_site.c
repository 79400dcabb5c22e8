/*
 * vm_site.c - the arena of call-site lines, and unlinking them when methods change.
 *
 * Lines come from 64 KiB blocks in the order in which sites first run, so that sites which warm up together lie together.
 * A linked line is chained by its mid through a side vector, not through the line: 64 bytes are full.
 */
#include "internal/compiler.h"
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include "internal/callsite.h"
#include "internal/vm.h"

enum { ARENA_BYTES = 1 << 16, SITES_PER_BLOCK = ARENA_BYTES / sizeof(struct call_site) };

struct site_block {
    struct call_site *sites;
    struct site_block *next;
};
static struct site_block *blocks;
static struct call_site *free_sites; /* chained through aux */
static unsigned block_used = SITES_PER_BLOCK;

/* Linked sites by mid: open chains of (site) vectors, keyed in an id_table by mid -> index + 1 into lists. */
struct site_list {
    uint32_t count, capa;
    struct call_site **at;
};
static struct id_table *lists_by_mid;
static struct site_list *lists;
static uint32_t list_count, list_capa;

struct call_site *
callsite_new(ID mid, unsigned flags, unsigned argc, struct ci_kwarg *kw)
{
    struct call_site *cs = free_sites;
    if (cs) {
        free_sites = (struct call_site *)cs->aux;
    }
    else {
        if (block_used == SITES_PER_BLOCK) {
            struct site_block *b = malloc(sizeof *b);
            void *mem = b ? aligned_alloc(ARENA_BYTES, ARENA_BYTES) : NULL;
            if (!mem) rb_memerror();
            b->sites = mem;
            b->next = blocks;
            blocks = b;
            block_used = 0;
        }
        cs = &blocks->sites[block_used++];
    }
    memset(cs, 0, sizeof *cs);
    cs->mid = (uint32_t)mid;
    cs->flags = (uint16_t)flags;
    cs->argc0 = (uint16_t)argc;
    cs->argc = (uint16_t)argc;
    cs->aux = kw;
    return cs;
}

static bool
pic_p(const struct call_site *cs)
{
    return cs->pic && !(cs->flags & CI_KWARG);
}

void
callsite_unlink(struct call_site *cs)
{
    cs->key0 = cs->key1 = SHAPE_HIDDEN;
    cs->klass = 0;
    cs->me = NULL;
    if (pic_p(cs)) memset(cs->pic, 0, sizeof *cs->pic);
}

void
callsite_free(struct call_site *cs)
{
    if (ci_packed_p(cs) || !cs) return;
    if ((cs->flags & CI_KWARG) && cs->aux) {
        struct ci_kwarg *kw = (struct ci_kwarg *)cs->aux;
        if (--kw->refs == 0) free(kw);
    }
    callsite_unlink(cs);
    free(cs->pic);
    cs->pic = NULL;
    if (cs->state & 0x80) { /* listed: the list still points here; callsite_sweep lets go of it */
        cs->kind = SITE_UNLINKED;
        cs->mid = 0;
        return;
    }
    cs->aux = free_sites;
    free_sites = cs;
}

/* Remembers that cs is linked, once. */
void
callsite_linked(struct call_site *cs)
{
    if (cs->state & 0x80) return;
    cs->state |= 0x80;
    if (!lists_by_mid) lists_by_mid = id_table_new(0);
    VALUE idx = id_table_get(lists_by_mid, cs->mid);
    if (!idx) {
        if (list_count == list_capa) {
            list_capa = list_capa ? list_capa * 2 : 64;
            lists = realloc(lists, list_capa * sizeof *lists);
            if (!lists) rb_memerror();
        }
        lists[list_count] = (struct site_list){0};
        idx = ++list_count;
        id_table_set(lists_by_mid, cs->mid, idx);
    }
    struct site_list *l = &lists[idx - 1];
    if (l->count == l->capa) {
        l->capa = l->capa ? l->capa * 2 : 2;
        l->at = realloc(l->at, l->capa * sizeof *l->at);
        if (!l->at) rb_memerror();
    }
    l->at[l->count++] = cs;
}

/* Could a change of `module` concern objects of this shape? */
static bool
shape_concerned(shape_id_t key, VALUE module)
{
    VALUE k = shape_get(key)->klass;
    return !k || class_inherited_p(k, module);
}

/* Could a change of `module` concern what this site cached? */
static bool
site_concerned(const struct call_site *cs, VALUE module)
{
    if ((!cs->key0 && !cs->klass) || cs->kind == SITE_YIELD) return false;
    if (!module) return true;
    if (cs->klass && class_inherited_p(cs->klass, module)) return true;
    if (cs->key0 && shape_concerned(cs->key0, module)) return true;
    for (unsigned i = 0; pic_p(cs) && i < PIC_ENTRIES; i++) {
        if (cs->pic->at[i].key && shape_concerned(cs->pic->at[i].key, module)) return true;
    }
    return false;
}

/* ---- several receivers ---- */

struct pic_entry mega_entries[MEGA_SLOTS];
static bool mega_used;

static struct pic_entry
entry_of(const struct call_site *cs)
{
    return (struct pic_entry){.key = cs->key0, .target = cs->target, .me = cs->me, .nclear = cs->nclear, .need = cs->need, .kind = cs->kind};
}

unsigned
callsite_pic_count(const struct call_site *cs)
{
    unsigned n = 0;
    for (unsigned i = 0; pic_p(cs) && i < PIC_ENTRIES; i++) n += cs->pic->at[i].key != 0;
    return n;
}

bool
callsite_pic_add(struct call_site *cs)
{
    if (!cs->pic) {
        cs->pic = aligned_alloc(64, sizeof *cs->pic);
        if (!cs->pic) return false;
        memset(cs->pic, 0, sizeof *cs->pic);
    }
    for (unsigned i = 0; i < PIC_ENTRIES; i++) {
        struct pic_entry *e = &cs->pic->at[i];
        if (e->key && e->key != cs->key0) continue;
        *e = entry_of(cs);
        return true;
    }
    return false;
}

void
callsite_mega_add(const struct call_site *cs, bool block)
{
    unsigned form = callsite_form(cs, block);
    struct pic_entry *e = mega_entry(cs->key0, cs->mid, form);
    *e = entry_of(cs);
    e->mid = cs->mid;
    e->form = (uint16_t)form;
    mega_used = true;
}

static void
mega_clear(void)
{
    if (!mega_used) return;
    memset(mega_entries, 0, sizeof mega_entries);
    mega_used = false;
}

static void
list_invalidate(struct site_list *l, VALUE module)
{
    for (uint32_t i = 0; i < l->count; i++) {
        if (site_concerned(l->at[i], module)) callsite_unlink(l->at[i]);
    }
}

static bool
new_concerned(unsigned kind, shape_id_t key, VALUE module)
{
    if ((kind != SITE_NEW && kind != SITE_NEW0) || !key) return false;
    VALUE meta = shape_get(key)->klass, klass = meta ? class_attached(meta) : 0;
    return !klass || !module || class_inherited_p(klass, module);
}

/* Sites of `new` that run an initialize of their own. */
static void
new_sites_invalidate(VALUE module)
{
    VALUE idx = id_table_get(lists_by_mid, rb_intern("new"));
    struct site_list *l = idx ? &lists[idx - 1] : NULL;
    for (uint32_t i = 0; l && i < l->count; i++) {
        struct call_site *cs = l->at[i];
        if (new_concerned(cs->kind, cs->key0, module)) {
            callsite_unlink(cs);
            continue;
        }
        for (unsigned e = 0; pic_p(cs) && e < PIC_ENTRIES; e++) {
            if (!new_concerned(cs->pic->at[e].kind, cs->pic->at[e].key, module)) continue;
            callsite_unlink(cs);
            break;
        }
    }
}

void
callsite_invalidate(VALUE module, ID mid)
{
    if (!lists_by_mid) return;
    mega_clear();
    if (!mid || mid == rb_intern("initialize")) new_sites_invalidate(module);
    if (mid) {
        VALUE idx = id_table_get(lists_by_mid, mid);
        if (idx) list_invalidate(&lists[idx - 1], module);
        return;
    }
    for (uint32_t i = 0; i < list_count; i++) list_invalidate(&lists[i], module);
}

static bool
key_dead_p(shape_id_t key)
{
    VALUE k = key ? shape_get(key)->klass : 0;
    return k && !gc_live_p(k);
}

static bool
site_dead_p(const struct call_site *cs)
{
    if (cs->me && !gc_live_p((VALUE)cs->me)) return true;
    if (cs->klass && !gc_live_p(cs->klass)) return true;
    if ((cs->kind == SITE_SUPER_ISEQ || cs->kind == SITE_SUPER_C) && cs->aux && !gc_live_p((VALUE)cs->aux)) return true;
    for (unsigned i = 0; pic_p(cs) && i < PIC_ENTRIES; i++) {
        const struct pic_entry *e = &cs->pic->at[i];
        if ((e->me && !gc_live_p((VALUE)e->me)) || key_dead_p(e->key)) return true;
    }
    return key_dead_p(cs->key0) || key_dead_p(cs->key1);
}

/* L4: also recycles lines of freed iseqs. */
void
callsite_sweep(void)
{
    mega_clear();
    for (uint32_t i = 0; i < list_count; i++) {
        struct site_list *l = &lists[i];
        uint32_t w = 0;
        for (uint32_t r = 0; r < l->count; r++) {
            struct call_site *cs = l->at[r];
            if (cs->mid == 0) {
                memset(cs, 0, sizeof *cs);
                cs->aux = free_sites;
                free_sites = cs;
                continue;
            }
            if (site_dead_p(cs)) callsite_unlink(cs);
            l->at[w++] = cs;
        }
        l->count = w;
    }
}
