/*
 * vm/shared_sites.c - the table of callees that sites with many receivers share.
 */
#include "internal/compiler.h"
#include <string.h>
#if defined(__SSE2__)
#include <emmintrin.h>
#endif
#include "internal/object.h"
#include "internal/vm/shared_sites.h"
#include "internal/vm/call.h"

struct shared_set shared_sets[SHARED_SETS_MAX];
uint32_t shared_mask = SHARED_SETS_MIN - 1;
struct pic_entry shared_callees[SHARED_CALLEES];
static uint32_t replaced; /* references, since the sets in use were doubled or all were cleared */
static bool used;

/* ---- callees: found again by what they are, so that receivers share them ---- */

enum { CALLEE_SLOTS = 2 * SHARED_CALLEES };
static uint16_t callee_slots[CALLEE_SLOTS]; /* numbers, open-addressed, at most half full; 0: free */
static uint32_t callee_count = 1;           /* numbers given; 0 is no callee */
_Static_assert(SHARED_CALLEES <= UINT16_MAX, "numbers fit");

/* Returns whether number n matches nothing: its method changed or died. */
static bool
shared_site_callee_gone_p(uint32_t n)
{
    return !shared_callees[n].mid;
}

static uint32_t
shared_site_callee_slot(const struct pic_entry *e)
{
    uint64_t h = ((uintptr_t)e->to.me >> 3) * UINT64_C(0x9E3779B97F4A7C15) + e->mid * UINT64_C(0xC2B2AE3D27D4EB4F) +
                 e->to.form;
    uint32_t at = (uint32_t)(h >> 32) % CALLEE_SLOTS;
    while (callee_slots[at] && memcmp(&shared_callees[callee_slots[at]], e, sizeof *e) != 0) at = (at + 1) % CALLEE_SLOTS;
    return at;
}

/* Returns the number of the callee; 0: there is no room. */
static uint32_t
shared_site_callee_number(const struct pic_entry *e)
{
    uint32_t at = shared_site_callee_slot(e);
    if (callee_slots[at]) return callee_slots[at];
    if (callee_count == SHARED_CALLEES) return 0;
    shared_callees[callee_count] = *e;
    callee_slots[at] = (uint16_t)callee_count;
    return callee_count++;
}

/* Renumbers the callees, so that the numbers of those that are gone are free.  moved: the new number of each. */
static void
shared_site_callees_pack(uint16_t *moved)
{
    uint32_t kept = 1;
    memset(callee_slots, 0, sizeof callee_slots);
    for (uint32_t n = 1; n < callee_count; n++) {
        moved[n] = 0;
        if (shared_site_callee_gone_p(n)) continue;
        struct pic_entry e = shared_callees[n];
        callee_slots[shared_site_callee_slot(&e)] = (uint16_t)kept;
        shared_callees[kept] = e;
        moved[n] = (uint16_t)kept++;
    }
    memset(&shared_callees[kept], 0, (callee_count - kept) * sizeof *shared_callees);
    callee_count = kept;
}

/* ---- references ---- */

/* Returns a bit for each place of the set that has this shape. */
static ALWAYS_INLINE unsigned
shared_site_shared_ways(const struct shared_set *s, shape_id_t key)
{
#if defined(__SSE2__)
    __m128i k = _mm_set1_epi32((int)key);
    __m128i low = _mm_cmpeq_epi32(k, _mm_load_si128((const __m128i *)&s->key[0]));
    __m128i high = _mm_cmpeq_epi32(k, _mm_load_si128((const __m128i *)&s->key[4]));
    return (unsigned)(_mm_movemask_ps(_mm_castsi128_ps(low)) | _mm_movemask_ps(_mm_castsi128_ps(high)) << 4);
#else
    unsigned ways = 0;
    for (unsigned i = 0; i < SHARED_WAYS; i++) ways |= (unsigned)(s->key[i] == key) << i;
    return ways;
#endif
}

const struct pic_entry *
shared_site_search(const struct shared_set *s, shape_id_t key, uint32_t mid, unsigned form)
{
    for (unsigned ways = shared_site_shared_ways(s, key); ways; ways &= ways - 1) {
        const struct pic_entry *e = &shared_callees[s->callee[__builtin_ctz(ways)]];
        if (e->mid == mid && e->to.form == form) return e;
    }
    return NULL;
}

static void
shared_site_drop(struct shared_set *s, unsigned i)
{
    s->key[i] = 0;
    s->callee[i] = 0;
}

/* Doubles the sets in use (SHARE-2).  Sets above the mask are empty. */
static void
shared_site_widen(void)
{
    uint32_t sets = shared_mask + 1;
    replaced = 0;
    if (sets == SHARED_SETS_MAX) return;
    shared_mask = sets * 2 - 1;
    for (uint32_t k = 0; k < sets * SHARED_WAYS; k++) {
        struct shared_set *s = &shared_sets[k / SHARED_WAYS];
        unsigned i = k % SHARED_WAYS;
        const struct pic_entry *e = &shared_callees[s->callee[i]];
        if (!s->key[i]) continue;
        if (!shared_site_callee_gone_p(s->callee[i])) {
            if (!(shared_hash(s->key[i], e->mid, e->to.form) & sets)) continue;
            s[sets].key[i] = s->key[i];
            s[sets].callee[i] = s->callee[i];
        }
        shared_site_drop(s, i);
    }
}

/* Returns a place in s for one more reference: a free one, or one that others take in turn. */
static unsigned
shared_site_place_in(const struct shared_set *s)
{
    unsigned unused = shared_site_shared_ways(s, 0);
    return unused ? (unsigned)__builtin_ctz(unused) : replaced++ % SHARED_WAYS;
}

/* Drops the reference for calls of this form, if there is one. */
static void
shared_site_drop_old(struct shared_set *s, shape_id_t key, uint32_t mid, unsigned form)
{
    for (unsigned ways = shared_site_shared_ways(s, key); ways; ways &= ways - 1) {
        unsigned i = (unsigned)__builtin_ctz(ways);
        const struct pic_entry *e = &shared_callees[s->callee[i]];
        if (e->mid == mid && e->to.form == form) shared_site_drop(s, i);
    }
}

void
shared_site_add(const struct call_site *cs, bool block)
{
    const struct call_info *ci = site_info(cs);
    struct pic_entry e = callsite_entry(site_cache(cs));
    shape_id_t key = e.key;
    callsite_refers((VALUE)e.to.me);
    callsite_key_refers(key);
    e.key = 0; /* a callee is of no shape */
    e.mid = ci->mid;
    e.to.form = (uint16_t)callsite_form(ci, block);
    uint32_t n = shared_site_callee_number(&e);
    if (!n) {
        shared_sites_clear();
        n = shared_site_callee_number(&e);
    }
    if (replaced >= SHARED_WAYS * (shared_mask + 1)) shared_site_widen();
    uint32_t hash = shared_hash(key, e.mid, e.to.form);
    struct shared_set *s = &shared_sets[hash & shared_mask];
    unsigned i = shared_preferred(hash);
    shared_site_drop_old(s, key, e.mid, e.to.form);
    if (s->key[i]) {
        unsigned other = shared_site_place_in(s);
        s->key[other] = s->key[i];
        s->callee[other] = s->callee[i];
    }
    s->key[i] = key;
    s->callee[i] = n;
    used = true;
}

void
shared_sites_clear(void)
{
    if (!used) return;
    memset(shared_sets, 0, (shared_mask + 1) * sizeof *shared_sets);
    memset(shared_callees, 0, callee_count * sizeof *shared_callees);
    memset(callee_slots, 0, sizeof callee_slots);
    callee_count = 1;
    used = false;
}

void
shared_sites_forget(ID mid)
{
    if (!used) return;
    bool init = mid == rb_intern("initialize");
    for (uint32_t n = 1; n < callee_count; n++) {
        struct pic_entry *e = &shared_callees[n];
        bool makes = init && (e->to.kind == SITE_NEW || e->to.kind == SITE_NEW0);
        if (e->mid == mid || makes) *e = (struct pic_entry){0};
    }
}

/* Forgets the callees whose method died.  Returns whether any is gone since the numbers were given. */
static bool
shared_site_callees_sweep(void)
{
    bool gone = false;
    for (uint32_t n = 1; n < callee_count; n++) {
        struct pic_entry *e = &shared_callees[n];
        if (e->to.me && !gc_live_p((VALUE)e->to.me)) *e = (struct pic_entry){0};
        callsite_refers((VALUE)e->to.me);
        gone |= shared_site_callee_gone_p(n);
    }
    return gone;
}

void
shared_sites_sweep(void)
{
    static uint16_t moved[SHARED_CALLEES];
    if (!used) return;
    bool gone = shared_site_callees_sweep();
    if (gone) shared_site_callees_pack(moved);
    for (uint32_t k = 0; k < (shared_mask + 1) * SHARED_WAYS; k++) {
        struct shared_set *s = &shared_sets[k / SHARED_WAYS];
        unsigned i = k % SHARED_WAYS;
        if (!s->key[i]) continue;
        if (gone) s->callee[i] = moved[s->callee[i]];
        if (!s->callee[i] || callsite_key_dead_p(s->key[i])) shared_site_drop(s, i);
        callsite_key_refers(s->key[i]);
    }
}

bool
shared_sites_dead_p(void)
{
    for (uint32_t n = 1; used && n < callee_count; n++)
        if (shared_callees[n].to.me && !gc_live_p((VALUE)shared_callees[n].to.me)) return true;
    for (uint32_t k = 0; used && k < (shared_mask + 1) * SHARED_WAYS; k++)
        if (callsite_key_dead_p(shared_sets[k / SHARED_WAYS].key[k % SHARED_WAYS])) return true;
    return false;
}
