/*
 * vm/shared_sites.h - the table of callees that all sites with many receivers share (SITE-6).
 *
 * Owns      the lines of the table: by shape, name and form of the call, what such a call is linked to.
 * Uses      vm/site.h: a line holds two struct pic_entry, as a polymorphic site has four.
 * SHARE-1   An entry lies in one of the two places of the line that its key chooses, so that a look-up reads one cache line.
 * SHARE-2   The lines in use are a power of two.  Twice as many are taken once entries have been replaced four times as often as
 *           there are lines, up to SHARED_LINES_MAX.  An entry then stays where it is, or goes to the same place of the line that
 *           lies as many lines further up as there were.
 * SHARE-3   Entries are weak: shared_sites_sweep() runs after marking and empties those whose class or method died.  A change of a
 *           method empties those of its name; shared_names has a bit for each name that was ever entered.
 * Threads   All under the VM lock.
 * Checked   test/test_callsite_invalidation.rb, test/regress/shared_sites_grow.rb
 */
#ifndef FACET_INTERNAL_VM_SHARED_SITES_H
#define FACET_INTERNAL_VM_SHARED_SITES_H

#include "internal/vm/site.h"

enum { SHARED_LINES_MIN = LIMIT(1024, 2), SHARED_LINES_MAX = LIMIT(16384, 16) };
struct shared_line {
    struct pic_entry at[2]; /* the one entered last is first */
} ALIGNED(64);
_Static_assert(sizeof(struct shared_line) == 64, "one line");

extern struct shared_line shared_lines[SHARED_LINES_MAX];
extern uint32_t shared_mask; /* lines in use, less one */

static ALWAYS_INLINE uint32_t
shared_hash(shape_id_t key, uint32_t mid, unsigned form)
{
    return ((key * 0x9E3779B1u) ^ (mid * 0x85EBCA6Bu) ^ form) >> 7;
}

/* Returns the callee of a call of this form (callsite_form) of mid to a receiver of shape key; NULL: the table has none. */
static ALWAYS_INLINE const struct pic_entry *
shared_site_find(shape_id_t key, uint32_t mid, unsigned form)
{
    const struct pic_entry *e = shared_lines[shared_hash(key, mid, form) & shared_mask].at;
    if (e->key == key && e->mid == mid && e->to.form == form) return e;
    e++;
    return e->key == key && e->mid == mid && e->to.form == form ? e : NULL;
}

/* Enters what cs is linked to now, for every site of its form.  Takes the place of an older entry where a line is full. */
void shared_site_add(const struct call_site *cs, bool block);

void shared_sites_forget(ID mid); /* a method of that name changed */
void shared_sites_clear(void);
void shared_sites_sweep(void); /* SHARE-3 */

/* The number of lines in use.  For tests and `--call-stats`. */
unsigned shared_sites_lines(void);

#endif
