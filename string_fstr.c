/*
 * string_fstr.c - the table of fstrings: frozen Strings of which there is one for each content and encoding.
 *
 * One open-addressing table serves deduplication (-"str", literals, hash keys) and names: an entry also holds the Symbol
 * of its string, so that interning is one probe.  Both are weak; between mark and sweep the dead leave by backward-shift
 * deletion, which needs no memory and leaves no tombstones.
 */
#include "internal/compiler.h"
#include "internal/encoding.h"
#include "internal/hash.h"
#include "internal/string.h"
#include <string.h>

static struct fstr_entry *table;
static size_t capa;  /* a power of two */
static size_t count;

static inline uint64_t
content_hash(const char *p, size_t len, int enc_index)
{
    return hash_bytes(p, len, 0) + (uint64_t)enc_index * 0x9e3779b97f4a7c15ull;
}

static inline size_t
home(uint64_t hash)
{
    return (size_t)(hash ^ hash >> 32) & (capa - 1);
}

static struct fstr_entry *
put_new(VALUE str, VALUE sym, uint64_t hash)
{
    size_t i = home(hash);
    while (table[i].str) i = (i + 1) & (capa - 1);
    table[i] = (struct fstr_entry){str, sym, hash};
    return &table[i];
}

static void
enlarge(void)
{
    struct fstr_entry *old = table;
    size_t old_capa = capa, new_capa = capa ? capa * 2 : 4096;
    struct fstr_entry *fresh = gc_calloc(new_capa, sizeof(*fresh)); /* may collect, and the sweeper shrink the old table */
    table = fresh;
    capa = new_capa;
    for (size_t i = 0; i < old_capa; i++) {
        if (old[i].str) put_new(old[i].str, old[i].sym, old[i].hash);
    }
    gc_free(old, old_capa * sizeof(*old));
}

static struct fstr_entry *
probe(const char *p, size_t len, int enc_index, uint64_t hash)
{
    if (!capa) return NULL;
    for (size_t i = home(hash); table[i].str; i = (i + 1) & (capa - 1)) {
        VALUE s = table[i].str;
        if (table[i].hash == hash && str_len(s) == len && str_enc_index(s) == enc_index && (len == 0 || memcmp(str_ptr(s), p, len) == 0))
            return &table[i];
    }
    return NULL;
}

static struct fstr_entry *
insert(VALUE fstr, uint64_t hash)
{
    if (count * 4 >= capa * 3) enlarge();
    obj_hdr(fstr)->flags |= STR_FSTR;
    count++;
    return put_new(fstr, 0, hash);
}

struct fstr_entry *
fstr_lookup(const char *p, size_t len, int enc_index, bool create)
{
    uint64_t hash = content_hash(p, len, enc_index);
    struct fstr_entry *e = probe(p, len, enc_index, hash);
    if (e || !create) return e;
    VALUE s = str_new(p, len, enc_index);
    str_scan_cr(s);
    obj_hdr(s)->flags |= HDR_FROZEN;
    return insert(s, hash);
}

struct fstr_entry *
fstr_entry_of(VALUE fstr)
{
    return fstr_entry_hashed(fstr, content_hash(str_ptr(fstr), str_len(fstr), str_enc_index(fstr)));
}

struct fstr_entry *
fstr_entry_hashed(VALUE fstr, uint64_t hash)
{
    size_t i = home(hash);
    while (table[i].str && table[i].str != fstr) i = (i + 1) & (capa - 1);
    return table[i].str ? &table[i] : NULL;
}

VALUE
str_fstring_cstr(const char *p, size_t len, int enc_index)
{
    return fstr_lookup(p, len, enc_index, true)->str;
}

VALUE
str_fstring(VALUE s)
{
    uint32_t f = obj_flags(s);
    if (f & STR_FSTR) return s;
    const char *p = str_ptr(s);
    size_t len = str_len(s);
    uint64_t hash = content_hash(p, len, str_enc_index(s));
    struct fstr_entry *e = probe(p, len, str_enc_index(s), hash);
    if (e) return e->str;
    bool as_it_is = (f & HDR_FROZEN) && !(f & (STR_SHARED | HDR_EXIVAR)) && obj_class(s) == rb_cString;
    VALUE fstr = s;
    if (!as_it_is) {
        fstr = str_new(p, len, str_enc_index(s));
        obj_hdr(fstr)->flags |= HDR_FROZEN;
    }
    str_scan_cr(fstr);
    VALUE r = insert(fstr, hash)->str;
    RB_GC_GUARD(s);
    return r;
}

void
fstr_each(void (*fn)(VALUE, void *), void *arg)
{
    for (size_t i = 0; i < capa; i++) {
        if (table[i].str) fn(table[i].str, arg);
    }
}

/* Empties slot i and moves up what had been pushed past it. */
static void
delete_at(size_t i)
{
    size_t hole = i;
    for (size_t j = (i + 1) & (capa - 1); table[j].str; j = (j + 1) & (capa - 1)) {
        size_t h = home(table[j].hash);
        bool stays = hole <= j ? (hole < h && h <= j) : (hole < h || h <= j);
        if (stays) continue;
        table[hole] = table[j];
        hole = j;
    }
    table[hole] = (struct fstr_entry){0, 0, 0};
    count--;
}

/* Between mark and sweep. */
static void
sweep_dead(void)
{
    for (size_t i = 0; i < capa;) {
        struct fstr_entry *e = &table[i];
        if (e->str && !gc_live_p(e->str)) {
            delete_at(i); /* whatever moved here is looked at next */
            continue;
        }
        if (e->sym && val_heap_p(e->sym) && !gc_live_p(e->sym)) e->sym = 0;
        i++;
    }
}

/* Names stay, fstrings may move. */
static void
update_moved(void)
{
    for (size_t i = 0; i < capa; i++) table[i].str = table[i].str ? gc_moved(table[i].str) : 0;
}

void
Init_fstring_early(void)
{
    static bool done;
    if (!done) {
        gc_add_weak_sweeper(sweep_dead);
        gc_add_weak_updater(update_moved);
    }
    done = true;
}
