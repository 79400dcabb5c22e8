/*
 * class/method_cache.c - what lookups from a class found, and taking it back when a method changes.
 *
 * Each class keeps the results of its lookups, misses too.  For each name there is a list of the classes that keep one.
 * A change of a name in a module concerns the classes below the module that keep that name.  There are two ways to find them:
 * down from the module through its subclasses, and along the name's list with a test whether each class descends from the module.
 * The way down is tried first and abandoned after as many classes as the list has.  The cost of a definition is thus that of the
 * shorter way, and does not depend on the number of classes and call sites of the program.
 *
 * METHC-1   mc_tbl of a class has the entry that a lookup of the name finds, or NEGATIVE, or STALE, or nothing.
 * METHC-2   A class is on a name's list, once, if and only if its mc_tbl has the name.  STALE keeps the name after its result was
 *           taken back, while the class is still on the list.  mc_tbl of a dead class has the names of all lists that must drop
 *           it.  `gone` of a list counts the classes with STALE.  The list holds its classes weakly.
 * METHC-3   A call site is linked through a class and a name that the class keeps.  Code that removes the name from mc_tbl
 *           unlinks those sites (callsite_unlink_class).
 * METHC-4   `recent` is a hash table by class and name in front of the classes' own tables.  An entry of it is what mc_tbl of its
 *           class has.  Taking a result back removes its entry, and a sweep empties the table.
 * METHC-5   `supers` has what lookups from iclasses found.  An entry holds while vm_call_epoch stays (SITE-11), since the class that
 *           the iclass belongs to keeps the name: a change above it takes that result back.
 * Checked   method_cache_verify(), test/regress/method_cache_dead_class.rb, test/test_method_table.rb, test/test_callsite_invalidation.rb, test/regress/method_definition_cost.rb
 */
#include "internal/class.h"

#include <stdlib.h>
#include <string.h>

#include "internal/gc.h"
#include "internal/id_table.h"
#include "internal/vm/call.h"
#include "internal/vm/site.h"

enum {
    NEGATIVE = 1,              /* in mc_tbl: no such method */
    STALE = 3,                 /* in mc_tbl: the result was taken back; look it up again */
    DEPTH_MAX = LIMIT(1000, 4) /* of the way down */
};

/* The classes that keep one name. */
struct keepers {
    uint32_t count, capa, gone; /* gone: classes whose result is STALE */
    bool dead;                  /* a class on the list has died in this collection */
    VALUE *at;
};
size_t method_cache_steps;

static struct id_table *keepers_by_name; /* ID -> index + 1 into all */
static struct keepers *all;
static uint32_t all_count, all_capa;

static struct keepers *
keepers_of(ID mid)
{
    VALUE i = id_table_get(keepers_by_name, mid);
    return i ? &all[i - 1] : NULL;
}

/* Returns the list of a name, made if need be, or NULL if there is no memory. */
static struct keepers *
keepers_made(ID mid)
{
    struct keepers *l = keepers_of(mid);
    if (l) return l;
    if (!keepers_by_name) keepers_by_name = id_table_new(0);
    if (all_count == all_capa) {
        uint32_t capa = all_capa ? all_capa * 2 : 256;
        struct keepers *wider = gc_raw_try_realloc(all, capa * sizeof *all);
        if (!wider) return NULL;
        all = wider;
        all_capa = capa;
    }
    if (!id_table_try_reserve(keepers_by_name)) return NULL;
    all[all_count] = (struct keepers){0};
    id_table_set(keepers_by_name, mid, all_count + 1);
    return &all[all_count++];
}

/* Drops the classes that died and those whose result is STALE. */
static void
keepers_pack(struct keepers *l, ID mid)
{
    uint32_t kept = 0;
    for (uint32_t i = 0; i < l->count; i++) {
        VALUE k = l->at[i];
        if (l->dead && !gc_live_p(k)) continue;
        if (id_table_get(class_ext(k)->mc_tbl, mid) == STALE) id_table_delete(class_ext(k)->mc_tbl, mid, NULL);
        else l->at[kept++] = k;
    }
    l->count = kept;
    l->gone = 0;
    l->dead = false;
}

/* Puts klass on the list.  Returns false if there is no memory. */
static bool
keepers_add(struct keepers *l, VALUE klass, ID mid)
{
    if (l->count == l->capa) {
        method_cache_steps += l->count;
        keepers_pack(l, mid);
        if (l->count * 4 >= l->capa * 3) {
            uint32_t capa = l->capa ? l->capa * 2 : 2;
            VALUE *wider = gc_raw_try_realloc(l->at, capa * sizeof *l->at);
            if (!wider) return false;
            l->at = wider;
            l->capa = capa;
        }
    }
    l->at[l->count++] = klass;
    return true;
}

/* ---- looking up ---- */

enum { RECENT_MAX = LIMIT(1024, 2) };
static struct {
    VALUE klass; /* 0: none */
    ID mid;
    const struct method_entry *me;
} recent[RECENT_MAX];

static ALWAYS_INLINE unsigned
recent_at(VALUE klass, ID mid)
{
    return (unsigned)((klass >> 6) ^ (klass >> 16) ^ (mid * UINT64_C(0x9E3779B97F4A7C15) >> 40)) & (RECENT_MAX - 1);
}

static NOINLINE const struct method_entry *
lookup_and_keep(VALUE klass, ID mid)
{
    const struct method_entry *me = method_lookup_uncached(klass, mid);
    struct class_ext *x = class_ext(klass);
    /* a module has no receivers; changes of a refined class do not come to its refinements */
    if (UNLIKELY(obj_type(klass) != T_CLASS || (obj_flags(klass) & CLASS_REFINEMENT))) return me;
    struct keepers *l = keepers_made(mid);
    if (!x->mc_tbl) x->mc_tbl = gc_raw_try_calloc(1, sizeof *x->mc_tbl);
    if (!l || !x->mc_tbl) return me; /* no memory: looked up again next time */
    if (id_table_find(x->mc_tbl, mid)) l->gone--;
    else if (!id_table_try_reserve(x->mc_tbl) || !keepers_add(l, klass, mid)) return me;
    id_table_set(x->mc_tbl, mid, me ? (VALUE)me : NEGATIVE);
    gc_wb(klass);
    return me;
}

const struct method_entry *
method_lookup(VALUE klass, ID mid)
{
    unsigned at = recent_at(klass, mid);
    if (LIKELY(recent[at].klass == klass && recent[at].mid == mid)) return recent[at].me;
    struct id_entry *e = id_table_find(class_ext(klass)->mc_tbl, mid);
    if (UNLIKELY(!e || e->val == STALE)) return lookup_and_keep(klass, mid); /* the next look-up puts it into the table */
    recent[at].klass = klass;
    recent[at].mid = mid;
    recent[at].me = e->val == NEGATIVE ? NULL : (const struct method_entry *)e->val;
    return recent[at].me;
}

bool
method_kept_p(VALUE klass, ID mid)
{
    method_lookup(klass, mid);
    VALUE found = id_table_get(class_ext(klass)->mc_tbl, mid);
    return found && found != STALE;
}

enum { SUPERS_MAX = LIMIT(256, 2) };
static struct {
    VALUE from; /* an iclass; 0: none */
    ID mid;
    const struct method_entry *me;
    unsigned epoch;
} supers[SUPERS_MAX];

/* Looks up a name from an iclass on, as `super` in a method of a module does. */
static const struct method_entry *
lookup_from_iclass(VALUE from, ID mid)
{
    typeof(supers[0]) *known = &supers[recent_at(from, mid) % SUPERS_MAX];
    if (LIKELY(known->from == from && known->mid == mid && known->epoch == vm_call_epoch)) return known->me;
    VALUE klass = class_ext(from)->includer;
    const struct method_entry *me = method_lookup_uncached(from, mid);
    if (!klass || obj_type(klass) != T_CLASS || !method_kept_p(klass, mid)) return me;
    *known = (typeof(supers[0])){from, mid, me, vm_call_epoch};
    return me;
}

const struct method_entry *
method_lookup_super(VALUE defined_class, ID mid)
{
    VALUE from = class_super(class_origin(defined_class));
    if (!from) return NULL;
    return obj_type(from) == T_CLASS ? method_lookup(from, mid) : lookup_from_iclass(from, mid);
}

/* ---- taking back ---- */

/* Makes the result that klass keeps STALE, and unlinks the sites that were linked through it.  Returns whether klass kept one. */
static bool
take_back(VALUE klass, ID mid)
{
    struct id_entry *e = id_table_find(class_ext(klass)->mc_tbl, mid);
    if (!e || e->val == STALE) return false;
    e->val = STALE;
    unsigned at = recent_at(klass, mid);
    if (recent[at].klass == klass && recent[at].mid == mid) recent[at].klass = 0;
    callsite_unlink_class(klass, mid);
    return true;
}

struct way_down {
    struct keepers *list;
    ID mid;
    uint32_t left, found; /* classes that may still be met; that kept the name */
    unsigned depth;
};

/* Takes the name back in klass and below.  Returns false if the way is too long. */
static bool
go_down(VALUE klass, struct way_down *w)
{
    if (w->left == 0 || w->depth == DEPTH_MAX) return false;
    w->left--;
    method_cache_steps++;
    const struct class_ext *x = class_ext(klass);
    if (x->mc_tbl && take_back(klass, w->mid)) {
        w->found++;
        w->list->gone++;
    }
    w->depth++;
    for (uint32_t i = 0; i < x->subclass_count; i++) {
        VALUE k = x->subclasses[i];
        if (obj_type(k) == T_ICLASS) {
            k = class_ext(k)->includer;
            if (obj_type(k) != T_CLASS) continue; /* classes that have that module have an iclass on this list, too */
        }
        if (!go_down(k, w)) return false;
    }
    w->depth--;
    return true;
}

static bool
go_along(struct keepers *l, VALUE module, ID mid)
{
    uint32_t kept = 0;
    bool found = false;
    method_cache_steps += l->count;
    for (uint32_t i = 0; i < l->count; i++) {
        VALUE k = l->at[i];
        if (!class_inherited_p(k, module)) {
            l->at[kept++] = k;
            continue;
        }
        if (take_back(k, mid)) found = true;
        else l->gone--;
        id_table_delete(class_ext(k)->mc_tbl, mid, NULL);
    }
    l->count = kept;
    return found;
}

bool
method_cache_take_back(VALUE module, ID mid)
{
    struct keepers *l = keepers_of(mid);
    if (!l || !l->count) return false;
    struct way_down w = {.list = l, .mid = mid, .left = l->count + 1};
    if (!go_down(module, &w)) return go_along(l, module, mid) || w.found;
    if (l->gone * 2 > l->count) {
        method_cache_steps += l->count;
        keepers_pack(l, mid);
    }
    return w.found != 0;
}

void
method_cache_clear(VALUE klass)
{
    struct id_table *t = class_ext(klass)->mc_tbl;
    uint32_t pos = 0;
    ID mid;
    VALUE me;
    if (!t || obj_type(klass) != T_CLASS) return;
    while (id_table_next(t, &pos, &mid, &me)) {
        struct keepers *l = keepers_of(mid);
        if (take_back(klass, mid) && l) l->gone++;
    }
}

/* ---- between mark and sweep ---- */

static bool any_dead;

void
method_cache_class_died(VALUE klass)
{
    const struct id_table *t = class_ext(klass)->mc_tbl;
    uint32_t pos = 0;
    ID mid;
    VALUE me;
    if (!t || obj_type(klass) != T_CLASS) return;
    while (id_table_next(t, &pos, &mid, &me)) {
        struct keepers *l = keepers_of(mid);
        if (l) l->dead = any_dead = true;
    }
}

void
method_cache_sweep(void)
{
    uint32_t pos = 0;
    ID mid;
    VALUE i;
    memset(recent, 0, sizeof recent);
    if (!any_dead) return;
    any_dead = false;
    while (id_table_next(keepers_by_name, &pos, &mid, &i))
        if (all[i - 1].dead) keepers_pack(&all[i - 1], mid);
}

/* METHC-4 */
static void
verify_recent(void)
{
    for (unsigned i = 0; i < RECENT_MAX; i++) {
        VALUE k = recent[i].klass;
        if (!k || !gc_expect_live(k, "a dead class is in the table of recent look-ups (METHC-4)", rb_cBasicObject)) continue;
        VALUE kept = id_table_get(class_ext(k)->mc_tbl, recent[i].mid);
        gc_expect(kept == (recent[i].me ? (VALUE)recent[i].me : NEGATIVE),
                  "a recent look-up is not what its class keeps (METHC-4)", k);
    }
}

/* METHC-2, for all names, and METHC-4. */
void
method_cache_verify(void)
{
    verify_recent();
    uint32_t pos = 0;
    ID mid;
    VALUE i;
    while (keepers_by_name && id_table_next(keepers_by_name, &pos, &mid, &i)) {
        const struct keepers *l = &all[i - 1];
        uint32_t gone = 0;
        for (uint32_t j = 0; j < l->count; j++) {
            VALUE k = l->at[j];
            if (!gc_expect_live(k, "a dead class is on the list of a method's name (METHC-2)", rb_cBasicObject)) continue;
            VALUE kept = id_table_get(class_ext(k)->mc_tbl, mid);
            gc_expect(kept != 0, "a class is on the list of a name that it does not keep (METHC-2)", k);
            gone += kept == STALE;
        }
        gc_expect(gone == l->gone, "the list of a method's name miscounts its stale classes (METHC-2)", rb_cBasicObject);
    }
}

size_t
method_cache_memsize(void)
{
    size_t n = all_capa * sizeof *all + id_table_memsize(keepers_by_name);
    for (uint32_t i = 0; i < all_count; i++) n += all[i].capa * sizeof *all[i].at;
    return n;
}
