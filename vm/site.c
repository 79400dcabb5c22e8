/*
 * vm/site.c - the arenas of call-site records, and unlinking them when methods change.
 *
 * Records come from 64 KiB blocks in the order in which sites first run, so that sites which warm up together lie together.
 * A linked cache is chained by its mid through a side vector, not through the line: 64 bytes are full.
 */
#include "internal/compiler.h"
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include "internal/jit.h"
#include "internal/vm/callstats.h"
#include "internal/object.h"
#include "internal/vm/call.h"

enum { ARENA_BYTES = 1 << 16 };

/* Records of one size; free ones are chained through their first word. */
struct arena {
    unsigned size, used; /* bytes; bytes of the newest block */
    char *block;
    void *free;
    size_t blocks, live;
};
#if CALL_DATA_MERGED
static struct arena site_arena = {.size = sizeof(struct call_site), .used = ARENA_BYTES};
#else
static struct arena info_arena = {.size = sizeof(struct call_info), .used = ARENA_BYTES};
static struct arena cache_arena = {.size = sizeof(struct call_cache), .used = ARENA_BYTES};
#endif

static void *
arena_take(struct arena *a)
{
    void *record = a->free;
    if (record) {
        memcpy(&a->free, record, sizeof a->free);
    } else {
        if (a->used + a->size > ARENA_BYTES) {
            a->block = gc_raw_try_aligned(ARENA_BYTES, ARENA_BYTES);
            if (!a->block) rb_memerror();
            a->used = 0;
            a->blocks++;
        }
        record = a->block + a->used;
        a->used += a->size;
    }
    a->live++;
    return memset(record, 0, a->size);
}

static void
arena_give(struct arena *a, void *record)
{
    memcpy(record, &a->free, sizeof a->free);
    a->free = record;
    a->live--;
}

static size_t pic_count;

/* Linked caches by mid: vectors, keyed in an id_table by mid -> index + 1 into lists. */
struct site_list {
    uint32_t count, capa;
    struct call_cache **at;
};
static struct id_table *lists_by_mid;
static struct site_list *lists;
static uint32_t list_count, list_capa;

static bool
pic_p(const struct call_cache *cc)
{
    return cc->pic && !(cc->bits & CACHE_KWARG);
}

/* ---- life: the only part that knows how a site reaches its records ---- */

#if CALL_DATA_MERGED

static struct call_info *
make_info(cell *at)
{
    struct call_site *cs = arena_take(&site_arena);
    *at = (cell)(uintptr_t)cs;
    return &cs->info;
}

static bool
made_p(const cell *at)
{
    return !ci_packed_p(*at);
}

static void
make_cache(cell *at)
{
    (void)at;
}

static void
give_info(struct call_site *cs)
{
    (void)cs;
}

static void
give_cache(struct call_cache *cc)
{
    arena_give(&site_arena, cc);
}

#else

static struct call_info *
make_info(cell *at)
{
    struct call_info *ci = arena_take(&info_arena);
    *at = (cell)(uintptr_t)ci;
    return ci;
}

static bool
made_p(const cell *at)
{
    return at[1] != 0;
}

static void
make_cache(cell *at)
{
    struct call_cache *cc = arena_take(&cache_arena);
    at[1] = (cell)(uintptr_t)cc;
    if (ci_flags(at[0]) & CI_KWARG) cc->bits = CACHE_KWARG;
}

static void
give_info(struct call_site *cs)
{
    arena_give(&info_arena, cs->info);
}

static void
give_cache(struct call_cache *cc)
{
    arena_give(&cache_arena, cc);
}

#endif

struct call_site *
callsite_at(cell *at)
{
    if (UNLIKELY(!made_p(at))) {
        ci_word w = at[0];
        if (ci_packed_p(w)) {
            struct call_info *ci = make_info(at);
            *ci = (struct call_info){
                .mid = (uint32_t)ci_mid(w), .flags = (uint16_t)ci_flags(w), .argc0 = (uint16_t)ci_argc(w)};
        }
        make_cache(at);
    }
    return site_made_at(at);
}

ci_word
callsite_new_kw(ID mid, unsigned flags, unsigned argc, struct ci_kwarg *kw)
{
    cell at[SITE_CELLS] = {0};
    struct call_info *ci = make_info(at);
    *ci = (struct call_info){.mid = (uint32_t)mid, .flags = (uint16_t)flags, .argc0 = (uint16_t)argc, .kw = kw};
    if (made_p(at)) site_cache(site_made_at(at))->bits = CACHE_KWARG;
    return at[0];
}

void
callsite_free(cell *at)
{
    if (ci_packed_p(at[0]) || !at[0]) return;
    struct call_site *cs = site_made_at(at);
    struct call_cache *cc = site_cache(cs);
    const struct ci_kwarg *kw = ci_kwarg(at[0]);
    if (kw && --((struct ci_kwarg *)kw)->refs == 0) free((struct ci_kwarg *)kw);
    if (cc) {
        callsite_unlink(cc);
        pic_count -= pic_p(cc);
        free(cc->pic);
        cc->pic = NULL;
        if (cc->to.state & 0x80) cc->bits |= CACHE_FREED; /* listed: callsite_sweep lets go of it */
        else give_cache(cc);
    }
    give_info(cs);
}

void
callsite_unlink(struct call_cache *cc)
{
    if (UNLIKELY(jit_on)) jit_site_changed(cc);
    cc->key0 = SHAPE_HIDDEN;
    cc->klass = 0;
    cc->to.me = NULL;
    if (pic_p(cc)) memset(cc->pic, 0, sizeof *cc->pic);
}

/* Remembers that cs is linked, once. */
void
callsite_linked(struct call_site *cs)
{
    struct call_cache *cc = site_cache(cs);
    uint32_t mid = site_info(cs)->mid;
    if (cc->to.state & 0x80) return;
    if (!lists_by_mid) lists_by_mid = id_table_new(0);
    VALUE idx = id_table_get(lists_by_mid, mid);
    if (!idx) {
        if (list_count == list_capa) {
            uint32_t capa = list_capa ? list_capa * 2 : 64;
            lists = gc_raw_realloc(lists, capa * sizeof *lists);
            list_capa = capa;
        }
        lists[list_count] = (struct site_list){0};
        id_table_set(lists_by_mid, mid, list_count + 1);
        idx = ++list_count;
    }
    struct site_list *l = &lists[idx - 1];
    if (l->count == l->capa) {
        uint32_t capa = l->capa ? l->capa * 2 : 2;
        l->at = gc_raw_realloc(l->at, capa * sizeof *l->at);
        l->capa = capa;
    }
    l->at[l->count++] = cc;
    cc->to.state |= 0x80;
}

static bool
super_p(const struct call_cache *cc)
{
    return cc->to.kind == SITE_SUPER_ISEQ || cc->to.kind == SITE_SUPER_C;
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
site_concerned(const struct call_cache *cc, VALUE module)
{
    if ((!cc->key0 && !cc->klass) || cc->to.kind == SITE_YIELD) return false;
    if (!module) return true;
    if (cc->klass && !super_p(cc) && class_inherited_p(cc->klass, module)) return true;
    if (cc->key0 && shape_concerned(cc->key0, module)) return true;
    for (unsigned i = 0; pic_p(cc) && i < PIC_ENTRIES; i++) {
        if (cc->pic->at[i].key && shape_concerned(cc->pic->at[i].key, module)) return true;
    }
    return false;
}

/* ---- several receivers ---- */

struct pic_entry mega_entries[MEGA_SLOTS];
static bool mega_used;

static struct pic_entry
entry_of(const struct call_cache *cc)
{
    struct pic_entry e = {.key = cc->key0, .to = cc->to};
    e.to.state = 0;
    return e;
}

unsigned
callsite_pic_count(const struct call_cache *cc)
{
    unsigned n = 0;
    for (unsigned i = 0; pic_p(cc) && i < PIC_ENTRIES; i++) n += cc->pic->at[i].key != 0;
    return n;
}

bool
callsite_pic_add(struct call_cache *cc)
{
    if (!cc->pic) {
        cc->pic = gc_raw_try_aligned(64, sizeof *cc->pic);
        if (!cc->pic) return false;
        pic_count++;
        memset(cc->pic, 0, sizeof *cc->pic);
    }
    for (unsigned i = 0; i < PIC_ENTRIES; i++) {
        struct pic_entry *e = &cc->pic->at[i];
        if (e->key && e->key != cc->key0) continue;
        *e = entry_of(cc);
        return true;
    }
    return false;
}

void
callsite_mega_add(const struct call_site *cs, bool block)
{
    const struct call_cache *cc = site_cache(cs);
    unsigned form = callsite_form(site_info(cs), block);
    struct pic_entry *e = mega_entry(cc->key0, site_info(cs)->mid, form);
    *e = entry_of(cc);
    e->mid = site_info(cs)->mid;
    e->to.form = (uint16_t)form;
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
        struct call_cache *cc = l->at[i];
        if (new_concerned(cc->to.kind, cc->key0, module)) {
            callsite_unlink(cc);
            continue;
        }
        for (unsigned e = 0; pic_p(cc) && e < PIC_ENTRIES; e++) {
            if (!new_concerned(cc->pic->at[e].to.kind, cc->pic->at[e].key, module)) continue;
            callsite_unlink(cc);
            break;
        }
    }
}

unsigned vm_call_epoch = 1;

void
callsite_invalidate(VALUE module, ID mid)
{
    vm_call_epoch++;
    exc_classes_clear();
    vm_plain_eqq_clear();
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
site_dead_p(const struct call_cache *cc)
{
    if (cc->to.me && !gc_live_p((VALUE)cc->to.me)) return true;
    if (cc->klass && !gc_live_p(cc->klass)) return true; /* or caller */
    for (unsigned i = 0; pic_p(cc) && i < PIC_ENTRIES; i++) {
        const struct pic_entry *e = &cc->pic->at[i];
        if ((e->to.me && !gc_live_p((VALUE)e->to.me)) || key_dead_p(e->key)) return true;
    }
    return key_dead_p(cc->key0);
}

/* SITE-4: also recycles lines of freed iseqs. */
void
callsite_sweep(void)
{
    vm_call_epoch++;
    mega_clear();
    exc_classes_clear();
    vm_plain_eqq_clear();
    for (uint32_t i = 0; i < list_count; i++) {
        struct site_list *l = &lists[i];
        uint32_t w = 0;
        for (uint32_t r = 0; r < l->count; r++) {
            struct call_cache *cc = l->at[r];
            if (cc->bits & CACHE_FREED) {
                give_cache(cc);
                continue;
            }
            if (site_dead_p(cc)) callsite_unlink(cc);
            l->at[w++] = cc;
        }
        l->count = w;
    }
}

/* ---- what is told of sites ---- */

bool
callsite_made_p(const cell *at)
{
    return made_p(at) && site_cache(site_made_at(at))->to.kind != SITE_UNLINKED;
}

unsigned
callsite_misses(const cell *at)
{
    return callsite_made_p(at) ? site_cache(site_made_at(at))->to.state & 0x7fu : 0;
}

size_t
callsite_memsize(const cell *at)
{
    size_t n = 0;

    if (ci_packed_p(at[0]) || !at[0]) return 0;
    if (ci_kwarg(at[0])) n += sizeof(struct ci_kwarg) + ci_kwarg(at[0])->count * sizeof(ID);
    if (!CALL_DATA_MERGED) n += sizeof(struct call_info);
    const struct call_cache *cc = site_cache(site_made_at(at));
    if (!cc) return n;
    if (cc->pic) n += pic_p(cc) ? sizeof(struct call_pic) : sizeof(struct kw_link);
    return n + (CALL_DATA_MERGED ? sizeof(struct call_site) : sizeof(struct call_cache));
}

const char *
callsite_layout(void)
{
    if (CALL_DATA_MERGED) return CALL_DATA_FLAT ? "merged, flat" : "merged, not flat";
    return CALL_DATA_FLAT ? "split, flat" : "split, not flat";
}

struct callsite_usage
callsite_usage(void)
{
    struct callsite_usage u = {.polymorphic_bytes = pic_count * sizeof(struct call_pic),
                               .list_bytes = list_capa * sizeof *lists};
#if CALL_DATA_MERGED
    const struct arena *arenas[] = {&site_arena};
#else
    const struct arena *arenas[] = {&cache_arena, &info_arena};
#endif
    u.records = arenas[0]->live;
    for (unsigned i = 0; i < lengthof(arenas); i++) {
        u.record_bytes += arenas[i]->live * arenas[i]->size;
        u.arena_bytes += arenas[i]->blocks * ARENA_BYTES;
    }
    for (uint32_t i = 0; i < list_count; i++) u.list_bytes += lists[i].capa * sizeof *lists[i].at;
    return u;
}
