/*
 * st.c - st_table: an insertion-ordered hash table over machine words.
 *
 * Owns      the layout of struct st_table and st_table_entry.
 * Uses      gc_raw_malloc and related functions, rb_memerror, and rb_raise for st_foreach_safe; nothing else of the VM.
 * STIDX-1   entries[entries_start .. entries_bound) hold the live entries and holes, in order of insertion; all before
 *           are holes, all after unused. A hole has hash HOLE and keeps its birth.
 * STIDX-2   Births rise along the array, through holes too. An iterator that finds the array rebuilt continues with
 *           the first entry born after the one it visited (binary search).  If a callback inserts, deletes, clears or
 *           rehashes, the iterator visits every remaining entry, each once.
 * STIDX-3   Up to SMALL_ENTRIES there are no bins and hashes are scanned. Above, a bin holds an entry's position plus 1,
 *           0 if empty; bins are probed linearly, and there are twice as many as entries fit. A bin of a deleted entry
 *           goes on pointing at the hole, which matches nothing, until the next rebuild.
 * STIDX-4   rebuilds changes whenever an entry's position or the arrays' addresses do.
 * Threads   Under the VM lock; a table of an extension, under the extension's.
 * Checked   test/internal/test_st.c
 *
 * A rebuild happens when the array is full: it drops the holes if they make up a quarter of it, else doubles it.
 * Memory is not the collector's, so that nothing here starts a collection: a mark function may walk a table at any time.
 */
#include "internal/compiler.h"
#include "internal/gc.h"
#include "ruby/ruby.h"
#include "ruby/st.h"

#include <stdlib.h>
#include <string.h>

struct st_table_entry {
    uint32_t hash;
    uint32_t birth;
    st_data_t key;
    st_data_t record;
};

enum {
    MIN_ENTRY_POWER = 2,
    SMALL_ENTRY_POWER = LIMIT(3, 2), /* at most 8 entries are scanned: three lines */
    MAX_ENTRY_POWER = 31,            /* births have 32 bits; 48 GiB */
};

#define HOLE UINT32_MAX
#define NOT_FOUND (~(st_index_t)0)

typedef struct st_table_entry entry_t;

/* ---- hash functions ------------------------------------------------------------------------------------------- */

/* Multiply to 128 bits and fold: each input bit reaches every output bit (as in Wang Yi, wyhash). */
static inline uint64_t
fold_multiply(uint64_t a, uint64_t b)
{
    unsigned __int128 p = (unsigned __int128)a * b;
    return (uint64_t)p ^ (uint64_t)(p >> 64);
}

/* Odd, half of the bits set, taken from the fraction of pi in hexadecimal. */
#define MIX_A UINT64_C(0x243f6a8885a308d3)
#define MIX_B UINT64_C(0x13198a2e03707345)
#define MIX_C UINT64_C(0xa4093822299f31d1)

static inline uint64_t
load64(const unsigned char *p)
{
    uint64_t v;
    memcpy(&v, p, sizeof v);
    return v;
}

static inline uint64_t
load32(const unsigned char *p)
{
    uint32_t v;
    memcpy(&v, p, sizeof v);
    return v;
}

/* Loads the last n bytes, 0 to 16, into two words.  Each byte is in one of them; some bytes are in both. */
static inline void
load_tail(const unsigned char *p, size_t n, uint64_t *a, uint64_t *b)
{
    if (n >= 8) {
        *a = load64(p);
        *b = load64(p + n - 8);
    } else if (n >= 4) {
        *a = load32(p);
        *b = load32(p + n - 4);
    } else if (n > 0) {
        *a = ((uint64_t)p[0] << 16) | ((uint64_t)p[n >> 1] << 8) | p[n - 1];
        *b = 0;
    } else {
        *a = *b = 0;
    }
}

st_index_t
st_hash(const void *ptr, size_t len, st_index_t seed)
{
    const unsigned char *p = ptr;
    uint64_t h = seed ^ MIX_C, a, b;
    size_t n = len;
    for (; n > 16; n -= 16, p += 16) h = fold_multiply(load64(p) ^ MIX_A ^ h, load64(p + 8) ^ MIX_B);
    load_tail(p, n, &a, &b);
    h = fold_multiply(a ^ MIX_A, b ^ MIX_B ^ h);
    return fold_multiply(h ^ MIX_C, len ^ MIX_A);
}

st_index_t
st_hash_uint(st_index_t h, st_index_t i)
{
    return fold_multiply(h ^ MIX_A, i ^ MIX_B) + (h << 1);
}

st_index_t
st_hash_uint32(st_index_t h, uint32_t i)
{
    return st_hash_uint(h, i);
}

st_index_t
rb_st_hash_start(st_index_t h)
{
    return h;
}

st_index_t
st_hash_end(st_index_t h)
{
    return fold_multiply(h ^ MIX_B, MIX_C);
}

st_index_t
st_numhash(st_data_t n)
{
    return fold_multiply(n ^ MIX_A, MIX_C);
}

int
st_numcmp(st_data_t a, st_data_t b)
{
    return a != b;
}

static int
str_compare(st_data_t a, st_data_t b)
{
    return strcmp((const char *)a, (const char *)b);
}

static st_index_t
str_hash_key(st_data_t key)
{
    const char *s = (const char *)key;
    return st_hash(s, strlen(s), MIX_B);
}

static inline int
ascii_lower(unsigned char c)
{
    return 'A' <= c && c <= 'Z' ? c + ('a' - 'A') : c;
}

static int
strcase_compare(st_data_t a, st_data_t b)
{
    return st_locale_insensitive_strcasecmp((const char *)a, (const char *)b);
}

static st_index_t
strcase_hash_key(st_data_t key)
{
    uint64_t h = MIX_B;
    for (const unsigned char *p = (const unsigned char *)key; *p; p++) h = (h ^ (uint64_t)ascii_lower(*p)) * MIX_A;
    return st_hash_end(h);
}

int
st_locale_insensitive_strcasecmp(const char *a, const char *b)
{
    for (;; a++, b++) {
        int x = ascii_lower((unsigned char)*a), y = ascii_lower((unsigned char)*b);
        if (x != y) return x < y ? -1 : 1;
        if (!x) return 0;
    }
}

int
st_locale_insensitive_strncasecmp(const char *a, const char *b, size_t n)
{
    for (; n; a++, b++, n--) {
        int x = ascii_lower((unsigned char)*a), y = ascii_lower((unsigned char)*b);
        if (x != y) return x < y ? -1 : 1;
        if (!x) return 0;
    }
    return 0;
}

static const struct st_hash_type type_num = {st_numcmp, st_numhash};
static const struct st_hash_type type_str = {str_compare, str_hash_key};
static const struct st_hash_type type_strcase = {strcase_compare, strcase_hash_key};

/* A caller's 64-bit hash, perhaps a poor one, to the 32 bits kept: the upper half of a Fibonacci product. */
static inline uint32_t
hash_shorten(st_index_t h)
{
    uint32_t s = (uint32_t)((h * UINT64_C(0x9e3779b97f4a7c15)) >> 32);
    return s == HOLE ? 0 : s;
}

static inline uint32_t
key_hash(const st_table *tab, st_data_t key)
{
    return hash_shorten(tab->type == &type_num ? st_numhash(key) : tab->type->hash(key));
}

/* ---- arrays --------------------------------------------------------------------------------------------------- */

static inline st_index_t
entry_room(const st_table *tab)
{
    return tab->entries ? (st_index_t)1 << tab->entry_power : 0;
}

static inline size_t
bins_size(const st_table *tab)
{
    return tab->bins ? (size_t)tab->bin_bytes << tab->bin_power : 0;
}

static inline st_index_t
bin_get(const st_table *tab, st_index_t i)
{
    switch (tab->bin_bytes) {
    case 1: return ((uint8_t *)tab->bins)[i];
    case 2: return ((uint16_t *)tab->bins)[i];
    default: return ((uint32_t *)tab->bins)[i];
    }
}

static inline void
bin_set(st_table *tab, st_index_t i, st_index_t v)
{
    switch (tab->bin_bytes) {
    case 1: ((uint8_t *)tab->bins)[i] = (uint8_t)v; break;
    case 2: ((uint16_t *)tab->bins)[i] = (uint16_t)v; break;
    default: ((uint32_t *)tab->bins)[i] = (uint32_t)v; break;
    }
}

static inline st_index_t
bin_mask(const st_table *tab)
{
    return ((st_index_t)1 << tab->bin_power) - 1;
}

/* Where probing for hash starts: its upper bits. */
static inline st_index_t
bin_first(const st_table *tab, uint32_t hash)
{
    return hash >> (32 - tab->bin_power);
}

static inline void
bin_add(st_table *tab, uint32_t hash, st_index_t at)
{
    st_index_t mask = bin_mask(tab), i = bin_first(tab, hash);
    while (bin_get(tab, i)) i = (i + 1) & mask;
    bin_set(tab, i, at + 1);
}

static unsigned char
bin_bytes_for(unsigned entry_power)
{
    return entry_power < 8 ? 1 : entry_power < 16 ? 2 : 4;
}

static unsigned
power_for(st_index_t size)
{
    unsigned power = MIN_ENTRY_POWER;
    while (power <= MAX_ENTRY_POWER && ((st_index_t)1 << power) < size) power++;
    return power;
}

/* Moves the live entries to an array of 1 << power, without holes, and makes bins for it.  Before births run out, at most once in
 * two thousand million insertions, they are numbered again.  Only then does an iteration in progress end early. */
static bool
rebuild_try(st_table *tab, unsigned power)
{
    if (power > MAX_ENTRY_POWER) return false;
    entry_t *to = gc_raw_try_malloc(sizeof(entry_t) << power), *from = tab->entries;
    void *bins = NULL;
    if (!to) return false;
    if (power > SMALL_ENTRY_POWER && !(bins = gc_raw_try_calloc((size_t)2 << power, bin_bytes_for(power)))) {
        free(to);
        return false;
    }
    bool renumber = tab->next_birth > UINT32_MAX / 2;
    st_index_t n = 0;
    for (st_index_t i = tab->entries_start; i < tab->entries_bound; i++) {
        if (from[i].hash == HOLE) continue;
        to[n] = from[i];
        if (renumber) to[n].birth = (uint32_t)n + 1;
        n++;
    }
    if (renumber) tab->next_birth = (uint32_t)n + 1;
    free(from);
    free(tab->bins);
    tab->entries = to;
    tab->bins = bins;
    tab->entry_power = (unsigned char)power;
    tab->bin_power = (unsigned char)(power + 1);
    tab->bin_bytes = bin_bytes_for(power);
    tab->entries_start = 0;
    tab->entries_bound = n;
    tab->rebuilds++;
    if (bins)
        for (st_index_t i = 0; i < n; i++) bin_add(tab, to[i].hash, i);
    return true;
}

static void
rebuild(st_table *tab, unsigned power)
{
    if (!rebuild_try(tab, power)) rb_memerror();
}

/* Room for one entry more at the end. */
static inline void
make_room(st_table *tab)
{
    st_index_t room = entry_room(tab);
    if (LIKELY(tab->entries_bound < room)) return;
    if (!room) rebuild(tab, MIN_ENTRY_POWER);
    else rebuild(tab, tab->num_entries <= room - room / 4 ? tab->entry_power : tab->entry_power + 1u);
}

static inline void
append(st_table *tab, uint32_t hash, st_data_t key, st_data_t record)
{
    make_room(tab);
    st_index_t at = tab->entries_bound++;
    entry_t *e = &tab->entries[at];
    e->hash = hash;
    e->birth = tab->next_birth++;
    e->key = key;
    e->record = record;
    tab->num_entries++;
    if (tab->bins) bin_add(tab, hash, at);
}

/* ---- search --------------------------------------------------------------------------------------------------- */

static st_index_t
find_scan(const st_table *tab, uint32_t hash, st_data_t key, bool *moved)
{
    uint32_t rebuilds = tab->rebuilds;
    for (st_index_t i = tab->entries_start; i < tab->entries_bound; i++) {
        const entry_t *e = &tab->entries[i];
        if (e->hash != hash) continue;
        if (e->key == key) return i;
        if (tab->type == &type_num) continue;
        int differ = tab->type->compare(key, e->key);
        if (UNLIKELY(rebuilds != tab->rebuilds)) {
            *moved = true;
            return NOT_FOUND;
        }
        if (!differ) return i;
    }
    return NOT_FOUND;
}

static st_index_t
find_binned(const st_table *tab, uint32_t hash, st_data_t key, bool *moved)
{
    uint32_t rebuilds = tab->rebuilds;
    st_index_t mask = bin_mask(tab);
    for (st_index_t i = bin_first(tab, hash);; i = (i + 1) & mask) {
        st_index_t at = bin_get(tab, i);
        if (!at) return NOT_FOUND;
        const entry_t *e = &tab->entries[at - 1];
        if (e->hash != hash) continue;
        if (e->key == key) return at - 1;
        if (tab->type == &type_num) continue;
        int differ = tab->type->compare(key, e->key);
        if (UNLIKELY(rebuilds != tab->rebuilds)) {
            *moved = true;
            return NOT_FOUND;
        }
        if (!differ) return at - 1;
    }
}

/* key's position, or NOT_FOUND. A compare function that changes the table makes it start again.
 * Identical words are taken to be equal: no compare function of a hash table says otherwise. */
static inline st_index_t
find(const st_table *tab, uint32_t hash, st_data_t key)
{
    for (;;) {
        bool moved = false;
        st_index_t at = tab->bins ? find_binned(tab, hash, key, &moved) : find_scan(tab, hash, key, &moved);
        if (LIKELY(!moved)) return at;
    }
}

/* The first position whose entry or hole was born at or after birth (STIDX-2). */
static st_index_t
find_birth(const st_table *tab, uint32_t birth)
{
    st_index_t lo = tab->entries_start, hi = tab->entries_bound;
    while (lo < hi) {
        st_index_t mid = lo + (hi - lo) / 2;
        if (tab->entries[mid].birth < birth) lo = mid + 1;
        else hi = mid;
    }
    return lo;
}

static void
remove_at(st_table *tab, st_index_t at)
{
    tab->entries[at].hash = HOLE;
    tab->num_entries--;
    if (at != tab->entries_start) return;
    while (tab->entries_start < tab->entries_bound && tab->entries[tab->entries_start].hash == HOLE) tab->entries_start++;
}

/* ---- making and freeing --------------------------------------------------------------------------------------- */

st_table *
st_init_existing_table_with_size(st_table *tab, const struct st_hash_type *type, st_index_t size)
{
    memset(tab, 0, sizeof *tab);
    tab->type = type;
    tab->next_birth = 1;
    if (size) rebuild(tab, power_for(size));
    return tab;
}

st_table *
st_init_table_with_size(const struct st_hash_type *type, st_index_t size)
{
    st_table *tab = st_init_existing_table_with_size(gc_raw_malloc(sizeof(st_table)), type, 0);
    if (size && !rebuild_try(tab, power_for(size))) {
        free(tab);
        rb_memerror();
    }
    return tab;
}

st_table *
st_init_table(const struct st_hash_type *type)
{
    return st_init_table_with_size(type, 0);
}

st_table *
st_init_numtable(void)
{
    return st_init_table(&type_num);
}

st_table *
st_init_numtable_with_size(st_index_t size)
{
    return st_init_table_with_size(&type_num, size);
}

st_table *
st_init_strtable(void)
{
    return st_init_table(&type_str);
}

st_table *
st_init_strtable_with_size(st_index_t size)
{
    return st_init_table_with_size(&type_str, size);
}

st_table *
st_init_strcasetable(void)
{
    return st_init_table(&type_strcase);
}

st_table *
st_init_strcasetable_with_size(st_index_t size)
{
    return st_init_table_with_size(&type_strcase, size);
}

void
st_clear(st_table *tab)
{
    tab->num_entries = tab->entries_start = tab->entries_bound = 0;
    tab->rebuilds++;
    if (tab->bins) memset(tab->bins, 0, bins_size(tab));
}

void
st_free_table(st_table *tab)
{
    free(tab->entries);
    free(tab->bins);
    free(tab);
}

static void *
memory_copy(const void *p, size_t bytes)
{
    return p ? memcpy(gc_raw_malloc(bytes), p, bytes) : NULL;
}

st_table *
st_replace(st_table *dst, st_table *src)
{
    if (dst == src) return dst;
    entry_t *entries = memory_copy(src->entries, sizeof(entry_t) << src->entry_power);
    void *bins = src->bins ? gc_raw_try_malloc(bins_size(src)) : NULL;
    if (src->bins && !bins) {
        free(entries);
        rb_memerror();
    }
    if (bins) memcpy(bins, src->bins, bins_size(src));
    free(dst->entries);
    free(dst->bins);
    uint32_t rebuilds = dst->rebuilds + 1;
    *dst = *src;
    dst->entries = entries;
    dst->bins = bins;
    dst->rebuilds = rebuilds;
    return dst;
}

st_table *
st_copy(st_table *src)
{
    return st_replace(st_init_table(src->type), src);
}

size_t
rb_st_table_size(const st_table *tab)
{
    return tab->num_entries;
}

size_t
st_memsize(const st_table *tab)
{
    return sizeof *tab + entry_room(tab) * sizeof(entry_t) + bins_size(tab);
}

/* ---- one key -------------------------------------------------------------------------------------------------- */

int
st_lookup(st_table *tab, st_data_t key, st_data_t *value)
{
    if (!tab->num_entries) return 0;
    st_index_t at = find(tab, key_hash(tab, key), key);
    if (at == NOT_FOUND) return 0;
    if (value) *value = tab->entries[at].record;
    return 1;
}

int
st_get_key(st_table *tab, st_data_t key, st_data_t *stored)
{
    if (!tab->num_entries) return 0;
    st_index_t at = find(tab, key_hash(tab, key), key);
    if (at == NOT_FOUND) return 0;
    if (stored) *stored = tab->entries[at].key;
    return 1;
}

int
st_insert(st_table *tab, st_data_t key, st_data_t value)
{
    uint32_t hash = key_hash(tab, key);
    st_index_t at = find(tab, hash, key);
    if (at != NOT_FOUND) {
        tab->entries[at].record = value;
        return 1;
    }
    append(tab, hash, key, value);
    return 0;
}

int
st_insert2(st_table *tab, st_data_t key, st_data_t value, st_data_t (*key_to_store)(st_data_t))
{
    uint32_t hash = key_hash(tab, key);
    st_index_t at = find(tab, hash, key);
    if (at != NOT_FOUND) {
        tab->entries[at].record = value;
        return 1;
    }
    append(tab, hash, key_to_store(key), value);
    return 0;
}

void
st_add_direct(st_table *tab, st_data_t key, st_data_t value)
{
    append(tab, key_hash(tab, key), key, value);
}

void
st_add_direct_with_hash(st_table *tab, st_data_t key, st_data_t value, st_hash_t hash)
{
    append(tab, hash_shorten(hash), key, value);
}

int
st_delete(st_table *tab, st_data_t *key, st_data_t *value)
{
    st_index_t at = tab->num_entries ? find(tab, key_hash(tab, *key), *key) : NOT_FOUND;
    if (at == NOT_FOUND) {
        if (value) *value = 0;
        return 0;
    }
    *key = tab->entries[at].key;
    if (value) *value = tab->entries[at].record;
    remove_at(tab, at);
    return 1;
}

int
st_delete_safe(st_table *tab, st_data_t *key, st_data_t *value, st_data_t never)
{
    (void)never;
    return st_delete(tab, key, value);
}

int
st_shift(st_table *tab, st_data_t *key, st_data_t *value)
{
    for (st_index_t i = tab->entries_start; i < tab->entries_bound; i++) {
        entry_t *e = &tab->entries[i];
        if (e->hash == HOLE) continue;
        *key = e->key;
        if (value) *value = e->record;
        remove_at(tab, i);
        return 1;
    }
    if (value) *value = 0;
    return 0;
}

int
st_update(st_table *tab, st_data_t key, st_update_callback_func *func, st_data_t arg)
{
    uint32_t hash = key_hash(tab, key);
    st_index_t at = find(tab, hash, key);
    int existing = at != NOT_FOUND;
    st_data_t value = existing ? tab->entries[at].record : 0;
    uint32_t birth = existing ? tab->entries[at].birth : tab->next_birth, rebuilds = tab->rebuilds;
    if (existing) key = tab->entries[at].key;
    int ret = func(&key, &value, arg, existing);
    if (!existing) {
        if (ret != ST_CONTINUE) return 0;
        if (birth == tab->next_birth) append(tab, hash, key, value);
        else st_insert(tab, key, value); /* func has inserted: perhaps this very key */
        return 0;
    }
    if (rebuilds != tab->rebuilds) at = find_birth(tab, birth);
    if (at >= tab->entries_bound || tab->entries[at].birth != birth || tab->entries[at].hash == HOLE) return 1;
    if (ret == ST_DELETE) remove_at(tab, at);
    else if (ret == ST_CONTINUE) tab->entries[at].key = key, tab->entries[at].record = value;
    return 1;
}

/* ---- all entries ---------------------------------------------------------------------------------------------- */

/* A walk over the entries during which callbacks may do anything to the table but free it. */
struct walk {
    st_table *tab;
    st_index_t at;
    uint32_t birth; /* of the entry at `at`, the one being visited; 0 at the start */
    uint32_t rebuilds;
};

/* Whether the visited entry still lives; at is its position then. */
static bool
walk_here(struct walk *w)
{
    st_table *tab = w->tab;
    if (w->rebuilds != tab->rebuilds) {
        w->at = find_birth(tab, w->birth);
        w->rebuilds = tab->rebuilds;
    }
    return w->at < tab->entries_bound && tab->entries[w->at].birth == w->birth && tab->entries[w->at].hash != HOLE;
}

static entry_t *
walk_next(struct walk *w)
{
    st_table *tab = w->tab;
    st_index_t i;
    if (w->birth == 0) i = tab->entries_start;
    else if (w->rebuilds != tab->rebuilds) i = find_birth(tab, w->birth + 1);
    else i = w->at + 1;
    w->rebuilds = tab->rebuilds;
    for (; i < tab->entries_bound; i++) {
        if (tab->entries[i].hash == HOLE) continue;
        w->at = i;
        w->birth = tab->entries[i].birth;
        return &tab->entries[i];
    }
    return NULL;
}

int
st_foreach_with_replace(st_table *tab, st_foreach_check_callback_func *func, st_update_callback_func *replace, st_data_t arg)
{
    struct walk w = {tab, 0, 0, tab->rebuilds};
    entry_t *e;
    while ((e = walk_next(&w))) {
        int ret = func(e->key, e->record, arg, 0);
        if (ret == ST_STOP || ret == ST_CHECK) return 0;
        if (ret == ST_DELETE && walk_here(&w)) remove_at(tab, w.at);
        if (ret == ST_REPLACE && walk_here(&w)) {
            st_data_t key = tab->entries[w.at].key, value = tab->entries[w.at].record;
            replace(&key, &value, arg, 1);
            if (walk_here(&w)) tab->entries[w.at].key = key, tab->entries[w.at].record = value;
        }
    }
    return 0;
}

int
st_foreach(st_table *tab, st_foreach_callback_func *func, st_data_t arg)
{
    struct walk w = {tab, 0, 0, tab->rebuilds};
    entry_t *e;
    while ((e = walk_next(&w))) {
        int ret = func(e->key, e->record, arg);
        if (ret == ST_STOP || ret == ST_CHECK) return 0;
        if (ret == ST_DELETE && walk_here(&w)) remove_at(tab, w.at);
    }
    return 0;
}

/* Does what st_foreach does.  If func rebuilds the table, removes its entry and returns ST_CHECK, calls it again with error and
 * returns 1. */
int
st_foreach_check(st_table *tab, st_foreach_check_callback_func *func, st_data_t arg, st_data_t never)
{
    (void)never;
    struct walk w = {tab, 0, 0, tab->rebuilds};
    entry_t *e;
    while ((e = walk_next(&w))) {
        int ret = func(e->key, e->record, arg, 0);
        bool rebuilt = w.rebuilds != tab->rebuilds;
        if (ret == ST_STOP) return 0;
        if (ret == ST_DELETE && walk_here(&w)) remove_at(tab, w.at);
        if (ret == ST_CHECK && rebuilt && !walk_here(&w)) {
            func(0, 0, arg, 1);
            return 1;
        }
    }
    return 0;
}

void
st_foreach_safe(st_table *tab, st_foreach_callback_func *func, st_data_t arg)
{
    struct walk w = {tab, 0, 0, tab->rebuilds};
    uint32_t next_birth = tab->next_birth;
    entry_t *e;
    while ((e = walk_next(&w))) {
        int ret = func(e->key, e->record, arg);
        if (tab->next_birth != next_birth) rb_raise(rb_eRuntimeError, "hash modified during iteration");
        if (ret == ST_STOP) return;
        if (ret == ST_DELETE && walk_here(&w)) remove_at(tab, w.at);
    }
}

st_index_t
st_keys(st_table *tab, st_data_t *keys, st_index_t size)
{
    st_index_t n = 0;
    for (st_index_t i = tab->entries_start; i < tab->entries_bound && n < size; i++)
        if (tab->entries[i].hash != HOLE) keys[n++] = tab->entries[i].key;
    return n;
}

st_index_t
st_values(st_table *tab, st_data_t *values, st_index_t size)
{
    st_index_t n = 0;
    for (st_index_t i = tab->entries_start; i < tab->entries_bound && n < size; i++)
        if (tab->entries[i].hash != HOLE) values[n++] = tab->entries[i].record;
    return n;
}

st_index_t
st_keys_check(st_table *tab, st_data_t *keys, st_index_t size, st_data_t never)
{
    (void)never;
    return st_keys(tab, keys, size);
}

st_index_t
st_values_check(st_table *tab, st_data_t *values, st_index_t size, st_data_t never)
{
    (void)never;
    return st_values(tab, values, size);
}

/* Has no effect, because a deletion removes its entry at once. */
void
st_cleanup_safe(st_table *tab, st_data_t never)
{
    (void)tab, (void)never;
}
