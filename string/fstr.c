/*
 * string/fstr.c - the table of fstrings: frozen Strings of which there is one for each content and encoding.
 *
 * One open-addressing table serves deduplication (-"str", literals, hash keys) and names: an entry also holds the Symbol
 * of its string, so that interning is one probe.  Both are weak; between mark and sweep the dead leave by backward-shift
 * deletion, which needs no memory and leaves no tombstones.
 *
 * FSTR-1  While recent_kept is set, `recent` has each fstring that is not old, and each whose Symbol is an object that is not old.  A minor
 *         collection frees nothing that is old, so it looks at these only.  Otherwise a collection looks at the whole table and begins
 *         the list: there is none before the first collection, nor while it would be long, nor after memory ran out.
 */
#include "internal/compiler.h"
#include "internal/encoding.h"
#include "internal/hash.h"
#include "internal/string.h"
#include <string.h>

static struct fstr_entry *table;
static size_t capa; /* a power of two */
static size_t count;

static VALUE *recent; /* FSTR-1; an fstring may be there twice */
static size_t recent_count, recent_capa;
static bool recent_kept;

/* Returns false if the list would have more than a quarter of the table's places, or if there is no memory. */
static bool
recent_enlarge(void)
{
    size_t n = recent_capa ? recent_capa * 2 : 1024;
    if (n * 4 > capa) return false;
    VALUE *more = realloc(recent, n * sizeof *more); /* not gc_raw_try_realloc(), which may collect */
    if (!more) return false;
    recent = more;
    recent_capa = n;
    return true;
}

/* Puts fstr on the list. */
void
fstr_watch(VALUE fstr)
{
    if (recent_kept && recent_count == recent_capa) recent_kept = recent_enlarge();
    if (recent_kept) recent[recent_count++] = fstr;
}

/* Returns the table's hash, from what obj_hash() returns for these bytes in UTF-8. */
static inline uint32_t
hash_in_encoding(uint64_t bytes_hash, int enc_index)
{
    uint64_t h = (bytes_hash | 1) + (uint64_t)enc_index * 0x9e3779b97f4a7c15ull;
    return (uint32_t)(h ^ h >> 32);
}
static inline uint32_t
content_hash(const char *p, size_t len, int enc_index)
{
    return hash_in_encoding(hash_bytes(p, len, 0), enc_index);
}
static inline uint32_t
str_content_hash(VALUE s, uint64_t obj_hash)
{
    int enc = str_enc_index(s);
    return obj_hash && enc == ENCI_UTF8 ? hash_in_encoding(obj_hash, enc) : content_hash(str_ptr(s), str_len(s), enc);
}

static inline size_t
home(uint32_t hash)
{
    return hash & (capa - 1);
}
static inline uint64_t
word_of(VALUE v, uint32_t hash_half)
{
    VM_ASSERT(v >> 48 == 0);
    return (uint64_t)v << FSTR_HASH_BITS | (hash_half & 0xffff);
}

static struct fstr_entry *
put_entry(struct fstr_entry e)
{
    size_t i = home(fstr_hash(&e));
    while (table[i].str_word) i = (i + 1) & (capa - 1);
    table[i] = e;
    return &table[i];
}

/* The table lies in pages of its own: they come cleared, are given back at once, and large ones when the table is large. */
static void
enlarge(void)
{
    size_t new_capa = capa ? capa * 2 : 4096;
    struct fstr_entry *fresh = gc_pages_resize(
        NULL, 0, new_capa * sizeof(*fresh)); /* may sweep, and the sweeper shrink the old table */
    if (!fresh) rb_memerror();
    struct fstr_entry *old = table;
    size_t old_capa = capa;
    table = fresh;
    capa = new_capa;
    for (size_t i = 0; i < old_capa; i++) {
        if (old[i].str_word) put_entry(old[i]);
    }
    if (old) gc_pages_resize(old, old_capa * sizeof(*old), 0);
}

static struct fstr_entry *
probe(const char *p, size_t len, int enc_index, uint32_t hash)
{
    if (!capa) return NULL;
    for (size_t i = home(hash); table[i].str_word; i = (i + 1) & (capa - 1)) {
        if (fstr_hash(&table[i]) != hash) continue;
        VALUE s = fstr_str(&table[i]);
        if (str_len(s) == len && str_enc_index(s) == enc_index && (len == 0 || memcmp(str_ptr(s), p, len) == 0))
            return &table[i];
    }
    return NULL;
}

static struct fstr_entry *
insert(VALUE fstr, uint32_t hash)
{
    if (count * 4 >= capa * 3) enlarge();
    obj_hdr(fstr)->flags |= STR_FSTR;
    count++;
    fstr_watch(fstr);
    return put_entry((struct fstr_entry){word_of(fstr, hash), word_of(0, hash >> FSTR_HASH_BITS)});
}

struct fstr_entry *
fstr_lookup(const char *p, size_t len, int enc_index, bool create)
{
    uint32_t hash = content_hash(p, len, enc_index);
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
fstr_entry_hashed(VALUE fstr, uint32_t hash)
{
    size_t i = home(hash);
    while (table[i].str_word && fstr_str(&table[i]) != fstr) i = (i + 1) & (capa - 1);
    return table[i].str_word ? &table[i] : NULL;
}

VALUE
str_fstring_cstr(const char *p, size_t len, int enc_index)
{
    return fstr_str(fstr_lookup(p, len, enc_index, true));
}

VALUE
str_fstring(VALUE s)
{
    return str_fstring_hashed(s, 0);
}

void
fstr_prefetch(VALUE s, uint64_t obj_hash)
{
    if (capa && str_enc_index(s) <= ENCI_USASCII) __builtin_prefetch(&table[home(str_content_hash(s, obj_hash))], 1);
}

VALUE
str_fstring_hashed(VALUE s, uint64_t obj_hash)
{
    uint32_t f = obj_flags(s);
    if (f & STR_FSTR) return s;
    const char *p = str_ptr(s);
    size_t len = str_len(s);
    uint32_t hash = str_content_hash(s, obj_hash);
    struct fstr_entry *e = probe(p, len, str_enc_index(s), hash);
    if (e) return fstr_str(e);
    bool as_it_is = (f & HDR_FROZEN) && !(f & (STR_SHARED | HDR_EXIVAR)) && obj_class(s) == rb_cString;
    VALUE fstr = s;
    if (!as_it_is) {
        uint32_t own = f & (STR_HEAP | STR_SHARED | STR_FOREIGN | HDR_EXIVAR);
        if (own == STR_HEAP && obj_class(s) == rb_cString) fstr = str_new_frozen(s); /* the body goes over, s shares it */
        else fstr = str_new(p, len, str_enc_index(s));
        obj_hdr(fstr)->flags |= HDR_FROZEN;
    }
    str_scan_cr(fstr);
    VALUE r = fstr_str(insert(fstr, hash));
    RB_GC_GUARD(s);
    return r;
}

void
fstr_each(void (*fn)(VALUE, void *), void *arg)
{
    for (size_t i = 0; i < capa; i++) {
        if (table[i].str_word) fn(fstr_str(&table[i]), arg);
    }
}

/* Empties slot i and moves up what had been pushed past it. */
static void
delete_at(size_t i)
{
    size_t hole = i;
    for (size_t j = (i + 1) & (capa - 1); table[j].str_word; j = (j + 1) & (capa - 1)) {
        size_t h = home(fstr_hash(&table[j]));
        bool stays = hole <= j ? (hole < h && h <= j) : (hole < h || h <= j);
        if (stays) continue;
        table[hole] = table[j];
        hole = j;
    }
    table[hole] = (struct fstr_entry){0, 0};
    count--;
}

/* Removes the entry if its String is dead, or its reference to a dead Symbol.  Puts what is not old on the list again.  Returns whether the
 * entry is gone; another may have moved to its place. */
static bool
sweep_entry(struct fstr_entry *e)
{
    VALUE fstr = fstr_str(e), sym = fstr_sym(e);
    if (!gc_live_p(fstr)) {
        delete_at((size_t)(e - table));
        return true;
    }
    bool object = sym && val_heap_p(sym);
    if (object && !gc_live_p(sym)) fstr_set_sym(e, 0), object = false;
    if (!gc_old_p(fstr) || (object && !gc_old_p(sym))) fstr_watch(fstr);
    return false;
}

static void
sweep_all(void)
{
    recent_count = 0;
    recent_kept = true;
    for (size_t i = 0; i < capa;) {
        if (!table[i].str_word || !sweep_entry(&table[i])) i++;
    }
}

/* Looks at the fstrings of the list (FSTR-1).  The list needs no room here, because each goes back to it after it was taken off. */
static void
sweep_recent(void)
{
    size_t n = recent_count;
    recent_count = 0;
    for (size_t i = 0; i < n; i++) {
        struct fstr_entry *e = fstr_entry_of(recent[i]); /* NULL: removed when it was met before */
        if (e) sweep_entry(e);
    }
}

/* Checks that each String and Symbol that the table refers to is alive (FSTR-1). */
static void
verify_live(void)
{
    for (size_t i = 0; i < capa; i++) {
        if (!table[i].str_word) continue;
        VALUE sym = fstr_sym(&table[i]);
        if (!gc_live_p(fstr_str(&table[i])) || (sym && val_heap_p(sym) && !gc_live_p(sym)))
            vm_bug_at(__FILE__, __LINE__, "the table of fstrings refers to what is dead (FSTR-1)");
    }
}

/* Removes the dead Strings, and the references to dead Symbols.  Called between mark and sweep. */
static void
sweep_dead(void)
{
    if (gc_minor_p() && recent_kept) sweep_recent();
    else sweep_all();
    if (VM_CHECK_LEVEL >= 2) verify_live();
}

/* Names stay, fstrings may move. */
static void
update_moved(void)
{
    for (size_t i = 0; i < capa; i++) {
        struct fstr_entry *e = &table[i];
        if (e->str_word) e->str_word = word_of(gc_moved(fstr_str(e)), fstr_hash(e));
    }
    for (size_t i = 0; recent_kept && i < recent_count; i++) recent[i] = gc_moved(recent[i]);
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
