/*
 * vm/shared_sites.h - the table of callees that all sites with many receivers share (SITE-6).
 *
 * Owns      sets of references, by shape, name and form of the call, and the callees that they refer to.
 * Uses      vm/site.h: a callee is a struct pic_entry, as a polymorphic site has four.
 * SHARE-1   A set is one cache line: eight shapes and the numbers of their callees.  A look-up compares all shapes of the set that its
 *           key chooses, then name and form with those of the callee.  Each key prefers one place of its set, which is compared
 *           first; the reference entered last for that place lies there.  A large program has some ten times as many pairs of shape and name as it has callees.
 * SHARE-2   The sets in use are a power of two.  Twice as many are taken once as many references have been replaced as they hold, up
 *           to SHARED_SETS_MAX.  With n sets before, each reference of set i stays in it or goes to the
 *           same place of set i + n.
 * SHARE-3   References and callees are weak: shared_sites_sweep() runs after marking and drops those whose class or method died.  A
 *           change of a method makes the callees of its name match nothing; their references are dropped by the next sweep, and until
 *           then their numbers are not given again.  Callee 0 matches nothing.
 * Threads   All under the VM lock.
 * Checked   test/test_callsite_invalidation.rb, test/regress/shared_sites_grow.rb, test/regress/shared_sites_kinds.rb
 */
#ifndef FACET_INTERNAL_VM_SHARED_SITES_H
#define FACET_INTERNAL_VM_SHARED_SITES_H

#include "internal/vm/site.h"

enum {
    SHARED_WAYS = 8,
    SHARED_SETS_MIN = LIMIT(256, 1),
    SHARED_SETS_MAX = LIMIT(8192, 4),
    SHARED_CALLEES = LIMIT(8192, 12),
};
struct shared_set {
    shape_id_t key[SHARED_WAYS]; /* 0: no reference */
    uint32_t callee[SHARED_WAYS];
} ALIGNED(64);
_Static_assert(sizeof(struct shared_set) == 64 && sizeof(shape_id_t) == 4, "SHARE-1");

extern struct shared_set shared_sets[SHARED_SETS_MAX];
extern uint32_t shared_mask; /* sets in use, less one */
extern struct pic_entry shared_callees[SHARED_CALLEES];

static ALWAYS_INLINE uint32_t
shared_hash(shape_id_t key, uint32_t mid, unsigned form)
{
    return ((key * 0x9E3779B1u) ^ (mid * 0x85EBCA6Bu) ^ form) >> 7;
}

/* Returns the place that is compared first. */
static ALWAYS_INLINE unsigned
shared_preferred(uint32_t hash)
{
    return hash >> 16 & (SHARED_WAYS - 1);
}

/* Compares all places of the set.  Otherwise as shared_site_find(). */
const struct pic_entry *shared_site_search(const struct shared_set *s, shape_id_t key, uint32_t mid, unsigned form);

/* Returns the callee of a call of this form (callsite_form) of mid to a receiver of shape key, or NULL if the table
 * has none. */
static ALWAYS_INLINE const struct pic_entry *
shared_site_find(shape_id_t key, uint32_t mid, unsigned form)
{
    uint32_t hash = shared_hash(key, mid, form);
    const struct shared_set *s = &shared_sets[hash & shared_mask];
    unsigned i = shared_preferred(hash);
    const struct pic_entry *e = &shared_callees[s->callee[i]];
    if (LIKELY(s->key[i] == key && e->mid == mid && e->to.form == form)) return e;
    return shared_site_search(s, key, mid, form);
}

/* Enters what cs is linked to now, for every site of its form.  Takes the place of another reference where a set is full. */
void shared_site_add(const struct call_site *cs, bool block);

void shared_sites_forget(ID mid); /* a method of that name changed */
void shared_sites_clear(void);
void shared_sites_sweep(void);  /* SHARE-3 */
bool shared_sites_dead_p(void); /* Returns whether the table refers to what has died.  Between marking and sweeping. */

#endif
