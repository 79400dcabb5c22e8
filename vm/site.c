/*
 * vm/site.c - the arenas of call-site records, and unlinking them when methods change.
 *
 * Records come from 64 KiB blocks in the order in which sites first run, so that sites which warm up together lie together.
 * Linked caches are found by the class and the name they were linked through, in a table beside: 64 bytes are full.
 */
#include "internal/compiler.h"
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include "internal/jit.h"
#include "internal/vm/callstats.h"
#include "internal/object.h"
#include "internal/vm/call.h"
#include "internal/vm/shared_sites.h"

enum { ARENA_BYTES = LIMIT(1 << 16, 4096) };

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
callsite_arena_take(struct arena *a)
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
callsite_arena_give(struct arena *a, void *record)
{
    memcpy(record, &a->free, sizeof a->free);
    a->free = record;
    a->live--;
}

static size_t pic_count;

/* A cache that was linked through a class and a name; both are in `key`, hashed: two pairs with one key are unlinked together. */
struct site_link {
    struct call_cache *cc; /* NULL: gone */
    uint32_t key, next;    /* next: index + 1 in the chain of its head; 0: none */
};
static struct {
    struct site_link *at;
    uint32_t count, capa, gone, mask;
    uint32_t *heads; /* mask + 1 of them: index + 1 */
    bool unsettled;  /* SITE-13 */
} links;

void
callsite_refers(VALUE v)
{
    if (!links.unsettled && v && !gc_old_p(v)) links.unsettled = true;
}

void
callsite_key_refers(shape_id_t key)
{
    if (key) callsite_refers(shape_get(key)->klass);
}

void
callsite_set_me(struct call_cache *cc, const struct method_entry *me)
{
    cc->to.me = me;
    callsite_refers((VALUE)me);
}

static bool
callsite_pic_p(const struct call_cache *cc)
{
    return cc->pic && !(cc->bits & (CACHE_KWARG | CACHE_SHAPES));
}

enum { SHAPES = SITE_SHAPE_ROWS * SITE_SHAPE_WAYS };

/* Returns the shapes of a site that has CACHE_SHAPES, one after the other. */
static shape_id_t *
callsite_shapes_of(const struct call_cache *cc)
{
    return ((struct site_shapes *)(void *)cc->pic)->at[0];
}

/* ---- life: the only part that knows how a site reaches its records ---- */

#if CALL_DATA_MERGED

static struct call_info *
callsite_make_info(cell *at)
{
    struct call_site *cs = callsite_arena_take(&site_arena);
    *at = (cell)(uintptr_t)cs;
    return &cs->info;
}

static bool
callsite_site_made_p(const cell *at)
{
    return !ci_packed_p(*at);
}

static void
callsite_make_cache(cell *at)
{
    (void)at;
}

static void
callsite_give_info(struct call_site *cs)
{
    (void)cs;
}

static void
callsite_give_cache(struct call_cache *cc)
{
    callsite_arena_give(&site_arena, cc);
}

#else

static struct call_info *
callsite_make_info(cell *at)
{
    struct call_info *ci = callsite_arena_take(&info_arena);
    *at = (cell)(uintptr_t)ci;
    return ci;
}

static bool
callsite_site_made_p(const cell *at)
{
    return at[1] != 0;
}

static void
callsite_make_cache(cell *at)
{
    struct call_cache *cc = callsite_arena_take(&cache_arena);
    at[1] = (cell)(uintptr_t)cc;
    if (ci_flags(at[0]) & CI_KWARG) cc->bits = CACHE_KWARG;
}

static void
callsite_give_info(struct call_site *cs)
{
    callsite_arena_give(&info_arena, cs->info);
}

static void
callsite_give_cache(struct call_cache *cc)
{
    callsite_arena_give(&cache_arena, cc);
}

#endif

struct call_site *
callsite_at(cell *at)
{
    if (UNLIKELY(!callsite_site_made_p(at))) {
        ci_word w = at[0];
        if (ci_packed_p(w)) {
            struct call_info *ci = callsite_make_info(at);
            *ci = (struct call_info){
                .mid = (uint32_t)ci_mid(w), .flags = (uint16_t)ci_flags(w), .argc0 = (uint16_t)ci_argc(w)};
        }
        callsite_make_cache(at);
    }
    return site_made_at(at);
}

ci_word
callsite_new_kw(ID mid, unsigned flags, unsigned argc, struct ci_kwarg *kw)
{
    cell at[SITE_CELLS] = {0};
    struct call_info *ci = callsite_make_info(at);
    *ci = (struct call_info){.mid = (uint32_t)mid, .flags = (uint16_t)flags, .argc0 = (uint16_t)argc, .kw = kw};
    if (callsite_site_made_p(at)) site_cache(site_made_at(at))->bits = CACHE_KWARG;
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
        pic_count -= callsite_pic_p(cc);
        free(cc->pic);
        cc->pic = NULL;
        if (cc->to.state & 0x80) { /* listed: callsite_sweep lets go of it */
            cc->bits |= CACHE_FREED;
            links.unsettled = true;
        } else callsite_give_cache(cc);
    }
    callsite_give_info(cs);
}

void
callsite_unlink(struct call_cache *cc)
{
    if (UNLIKELY(jit_on)) jit_site_changed(cc);
    cc->key0 = SHAPE_HIDDEN;
    cc->klass = 0;
    cc->to.me = NULL;
    if (callsite_pic_p(cc)) memset(cc->pic, 0, sizeof *cc->pic);
    else callsite_shapes_end(cc);
}

/* ---- linked caches by class and name ---- */

static uint32_t
callsite_link_key(VALUE klass, ID mid)
{
    uint64_t h = (klass >> 3) * UINT64_C(0x9E3779B97F4A7C15) + mid * UINT64_C(0xC2B2AE3D27D4EB4F);
    return (uint32_t)(h >> 32);
}

static int
callsite_by_key_and_cache(const void *a, const void *b)
{
    const struct site_link *x = a, *y = b;
    if (x->key != y->key) return x->key < y->key ? -1 : 1;
    return (x->cc > y->cc) - (x->cc < y->cc);
}

/* Drops what is gone, second entries, and caches that were unlinked since, which then are listed no longer. */
static void
callsite_links_pack(void)
{
    uint32_t kept = 0;
    if (links.count) qsort(links.at, links.count, sizeof *links.at, callsite_by_key_and_cache);
    for (uint32_t i = 0; i < links.count; i++) {
        const struct site_link *l = &links.at[i], *before = kept ? &links.at[kept - 1] : NULL;
        if (!l->cc || (before && before->key == l->key && before->cc == l->cc)) continue;
        if (!l->cc->key0 && !l->cc->klass && !(l->cc->bits & CACHE_FREED)) {
            l->cc->to.state &= 0x7f;
            continue;
        }
        links.at[kept++] = *l;
    }
    links.count = kept;
    links.gone = 0;
}

static void
callsite_links_index(void)
{
    memset(links.heads, 0, (links.mask + 1) * sizeof *links.heads);
    for (uint32_t i = 0; i < links.count; i++) {
        uint32_t *head = &links.heads[links.at[i].key & links.mask];
        links.at[i].next = *head;
        *head = i + 1;
    }
}

/* Unlinks everything: a table that cannot grow starts again.  Freed lines stay, since callsite_sweep() gives them back. */
static void
callsite_links_forget(void)
{
    for (uint32_t i = 0; i < links.count; i++) {
        struct site_link *l = &links.at[i];
        if (l->cc && !(l->cc->bits & CACHE_FREED)) callsite_unlink(l->cc);
    }
    callsite_links_pack();
}

/* Makes room for one more entry.  Returns false if every entry is of a freed line, and there is no memory. */
static bool
callsite_links_make_room(void)
{
    callsite_links_pack();
    if (links.count * 4 >= links.capa * 3) {
        uint32_t capa = links.capa ? links.capa * 2 : 1024;
        struct site_link *at = gc_raw_try_calloc(capa, sizeof *at);
        uint32_t *heads = at ? gc_raw_try_calloc(capa, sizeof *heads) : NULL;
        if (heads) {
            if (links.count) memcpy(at, links.at, links.count * sizeof *at);
            free(links.at);
            free(links.heads);
            links.at = at;
            links.heads = heads;
            links.capa = capa;
            links.mask = capa - 1;
        } else {
            free(at);
            callsite_links_forget();
        }
    }
    if (links.heads) callsite_links_index();
    return links.count < links.capa;
}

bool
callsite_linked(struct call_site *cs, VALUE klass, ID mid)
{
    struct call_cache *cc = site_cache(cs);
    uint32_t key = callsite_link_key(klass, mid), *head;
    if (klass && !method_kept_p(klass, mid)) return false; /* METHC-3 */
    if (links.count == links.capa && !callsite_links_make_room()) return false;
    head = &links.heads[key & links.mask];
    cc->to.state |= 0x80;
    callsite_refers(klass);
    if (*head && links.at[*head - 1].cc == cc && links.at[*head - 1].key == key) return true;
    links.at[links.count] = (struct site_link){cc, key, *head};
    *head = ++links.count;
    return true;
}

size_t callsite_steps;

void
callsite_unlink_class(VALUE klass, ID mid)
{
    uint32_t key = callsite_link_key(klass, mid);
    if (!links.heads) return;
    for (uint32_t *at = &links.heads[key & links.mask]; *at;) {
        struct site_link *l = &links.at[*at - 1];
        callsite_steps++;
        if (l->cc && l->key != key) {
            at = &l->next;
            continue;
        }
        if (l->cc && !(l->cc->bits & CACHE_FREED)) {
            callsite_unlink(l->cc);
            l->cc = NULL;
            links.gone++;
        }
        if (!l->cc) *at = l->next;
        else at = &l->next;
    }
}

static bool
callsite_super_p(const struct call_cache *cc)
{
    return cc->to.kind == SITE_SUPER_ISEQ || cc->to.kind == SITE_SUPER_C;
}

/* Could a change of `module` concern objects of this shape? */
static bool
callsite_shape_concerned(shape_id_t key, VALUE module)
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
    if (cc->klass && !callsite_super_p(cc) && class_inherited_p(cc->klass, module)) return true;
    if (cc->key0 && callsite_shape_concerned(cc->key0, module)) return true;
    for (unsigned i = 0; callsite_pic_p(cc) && i < PIC_ENTRIES; i++) {
        if (cc->pic->at[i].key && callsite_shape_concerned(cc->pic->at[i].key, module)) return true;
    }
    for (unsigned i = 0; (cc->bits & CACHE_SHAPES) && i < SHAPES; i++) {
        shape_id_t key = callsite_shapes_of(cc)[i];
        if (key && callsite_shape_concerned(key, module)) return true;
    }
    return false;
}

/* ---- several receivers ---- */

struct pic_entry
callsite_entry(const struct call_cache *cc)
{
    struct pic_entry e = {.key = cc->key0, .to = cc->to};
    e.to.state = 0;
    return e;
}

unsigned
callsite_pic_count(const struct call_cache *cc)
{
    unsigned n = 0;
    for (unsigned i = 0; callsite_pic_p(cc) && i < PIC_ENTRIES; i++) n += cc->pic->at[i].key != 0;
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
        *e = callsite_entry(cc);
        return true;
    }
    return false;
}

/* Puts one shape into its row.  Returns false if the row is full. */
static bool
callsite_shapes_put(struct call_cache *cc, shape_id_t key)
{
    shape_id_t *row = site_shape_row(cc, key);
    for (unsigned i = 0; i < SITE_SHAPE_FILL; i++) {
        if (row[i] && row[i] != key) continue;
        row[i] = key;
        return true;
    }
    return false;
}

static bool
callsite_shapes_add(struct call_cache *cc, shape_id_t key)
{
    if (cc->bits & CACHE_SHAPES) return callsite_shapes_put(cc, key);
    if (cc->pic) return false;
    cc->pic = gc_raw_try_aligned(64, sizeof *cc->pic);
    if (!cc->pic) return false;
    memset(cc->pic, 0, sizeof *cc->pic);
    if (UNLIKELY(jit_on)) jit_site_changed(cc);
    cc->bits |= CACHE_SHAPES;
    cc->klass = 0;
    return callsite_shapes_put(cc, cc->key0) && callsite_shapes_put(cc, key);
}

bool
callsite_shape_linked(struct call_site *cs, VALUE recv)
{
    struct call_cache *cc = site_cache(cs);
    if (!callsite_linked(cs, class_of_inline(recv), site_info(cs)->mid)) return false;
    return cc->key0 && callsite_shapes_add(cc, val_shape(recv)); /* making room in the list may have unlinked every site */
}

void
callsite_shapes_end(struct call_cache *cc)
{
    if (!(cc->bits & CACHE_SHAPES)) return;
    if (UNLIKELY(jit_on)) jit_site_changed(cc);
    free(cc->pic);
    cc->pic = NULL;
    cc->bits &= (uint16_t)~CACHE_SHAPES;
}

/* Lets go of the shapes whose class died.  Holds between marking and sweeping. */
static void
callsite_shapes_sweep(struct call_cache *cc)
{
    for (unsigned i = 0; i < SHAPES; i++)
        if (callsite_key_dead_p(callsite_shapes_of(cc)[i])) callsite_shapes_of(cc)[i] = 0;
}

unsigned vm_call_epoch = 1;

/* Clears what is known of classes and shapes outside of sites (doc/internals: facts by shape). */
static void
callsite_clear_facts(void)
{
    vm_call_epoch++;
    exc_classes_clear();
    vm_plain_eqq_clear();
}

void
callsite_facts_changed(ID mid)
{
    callsite_clear_facts();
    shared_sites_forget(mid);
}

void
callsite_invalidate(VALUE module)
{
    callsite_clear_facts();
    shared_sites_clear();
    callsite_steps += links.count;
    for (uint32_t i = 0; i < links.count; i++) {
        struct call_cache *cc = links.at[i].cc;
        if (cc && site_concerned(cc, module)) callsite_unlink(cc);
    }
}

bool
callsite_key_dead_p(shape_id_t key)
{
    VALUE k = key ? shape_get(key)->klass : 0;
    return k && !gc_live_p(k);
}

static bool
site_dead_p(const struct call_cache *cc)
{
    if (cc->to.me && !gc_live_p((VALUE)cc->to.me)) return true;
    if (cc->klass && !gc_live_p(cc->klass)) return true; /* or caller */
    for (unsigned i = 0; callsite_pic_p(cc) && i < PIC_ENTRIES; i++) {
        const struct pic_entry *e = &cc->pic->at[i];
        if ((e->to.me && !gc_live_p((VALUE)e->to.me)) || callsite_key_dead_p(e->key)) return true;
    }
    return callsite_key_dead_p(cc->key0);
}

static bool
site_shapes_dead_p(struct call_cache *cc)
{
    for (unsigned i = 0; (cc->bits & CACHE_SHAPES) && i < SHAPES; i++)
        if (callsite_key_dead_p(callsite_shapes_of(cc)[i])) return true;
    return false;
}

/* Checks that settled sites and the shared table refer to live objects only, and that the line of no freed iseq is listed (SITE-13). */
static void
callsite_verify_live(void)
{
    bool dead = shared_sites_dead_p();
    for (uint32_t i = 0; i < links.count; i++) {
        struct call_cache *cc = links.at[i].cc;
        if (cc) dead |= (cc->bits & CACHE_FREED) || site_dead_p(cc) || site_shapes_dead_p(cc);
    }
    if (dead) vm_bug_at(__FILE__, __LINE__, "the sites are settled and refer to what is dead (SITE-13)");
}

/* Notes what the links of a site that stays refer to (SITE-13). */
static void
site_all_refer(struct call_cache *cc)
{
    if (links.unsettled) return;
    callsite_refers((VALUE)cc->to.me);
    callsite_refers(cc->klass); /* or caller */
    callsite_key_refers(cc->key0);
    for (unsigned i = 0; callsite_pic_p(cc) && i < PIC_ENTRIES; i++) {
        callsite_refers((VALUE)cc->pic->at[i].to.me);
        callsite_key_refers(cc->pic->at[i].key);
    }
    for (unsigned i = 0; (cc->bits & CACHE_SHAPES) && i < SHAPES; i++) callsite_key_refers(callsite_shapes_of(cc)[i]);
}

/* SITE-4.  Also recycles the lines of freed iseqs: each is chained through `pic` (which is NULL by then) when it is first met,
 * and given back when no entry has it any more. */
void
callsite_sweep(void)
{
    struct call_cache *freed = NULL;
    callsite_clear_facts();
    if (gc_minor_p() && !links.unsettled) {
        if (VM_CHECK_LEVEL >= 2) callsite_verify_live();
        return;
    }
    links.unsettled = false;
    shared_sites_sweep();
    for (uint32_t i = 0; i < links.count; i++) {
        struct site_link *l = &links.at[i];
        if (!l->cc) continue;
        if (l->cc->bits & CACHE_FREED) {
            if (l->cc->to.state & 0x80) {
                l->cc->to.state = 0;
                l->cc->pic = (struct call_pic *)freed;
                freed = l->cc;
            }
            l->cc = NULL;
            links.gone++;
        } else if (site_dead_p(l->cc)) {
            callsite_unlink(l->cc);
        } else {
            if (l->cc->bits & CACHE_SHAPES) callsite_shapes_sweep(l->cc);
            site_all_refer(l->cc);
        }
    }
    while (freed) {
        struct call_cache *cc = freed;
        freed = (struct call_cache *)cc->pic;
        cc->pic = NULL;
        callsite_give_cache(cc);
    }
    if (links.gone * 4 > links.count) {
        callsite_links_pack();
        callsite_links_index();
    }
}

/* ---- what is told of sites ---- */

bool
callsite_made_p(const cell *at)
{
    return callsite_site_made_p(at) && site_cache(site_made_at(at))->to.kind != SITE_UNLINKED;
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
    if (cc->pic) n += cc->bits & CACHE_KWARG ? sizeof(struct kw_link) : sizeof(struct call_pic);
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
                               .list_bytes = links.capa * sizeof *links.at + (links.mask + 1) * sizeof *links.heads};
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
    return u;
}
