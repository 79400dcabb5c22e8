/*
 * ruby/st.h - st_table: an insertion-ordered hash table over machine words.
 *
 * ST-1      Entries keep the order of insertion.  A foreach allows any entry to be deleted or added, and visits added ones.
 * ST-2      The table's fields but num_entries and type are private (st.c).
 * ST-3      Callbacks may raise; the table stays valid.
 * The functions carry the prefix rb_, so that a program may link another st.c; macros give the plain names.
 */
#ifndef RUBY_ST_H
#define RUBY_ST_H 1

#include "ruby/defines.h"

typedef unsigned long st_data_t;
typedef st_data_t st_index_t;
typedef st_data_t st_hash_t;

#define ST_DATA_COMPATIBLE_P(type) (sizeof(type) == sizeof(st_data_t))
#define SIZEOF_ST_INDEX_T SIZEOF_LONG
#define ST_INDEX_BITS (SIZEOF_ST_INDEX_T * CHAR_BIT)
#define MAX_ST_INDEX_VAL (~(st_index_t)0)

typedef struct st_table st_table;
typedef struct st_table_entry st_table_entry;

typedef int st_compare_func(st_data_t a, st_data_t b); /* 0 when equal */
typedef st_index_t st_hash_func(st_data_t key);
typedef char st_check_for_sizeof_st_index_t[SIZEOF_VOIDP == (int)sizeof(st_index_t) ? 1 : -1];

struct st_hash_type {
    int (*compare)(st_data_t a, st_data_t b);
    st_index_t (*hash)(st_data_t key);
};

struct st_table {
    const struct st_hash_type *type;
    st_index_t num_entries; /* live ones; the rest is st.c's */
    st_index_t entries_start;
    st_index_t entries_bound;
    st_table_entry *entries;
    void *bins;
    uint32_t next_birth;
    uint32_t rebuilds;
    unsigned char entry_power;
    unsigned char bin_power;
    unsigned char bin_bytes;
};

#define st_table_size rb_st_table_size
#define st_is_member(table, key) st_lookup((table), (key), (st_data_t *)0)

enum st_retval { ST_CONTINUE, ST_STOP, ST_DELETE, ST_CHECK, ST_REPLACE };

typedef int st_update_callback_func(st_data_t *key, st_data_t *value, st_data_t arg, int existing);
typedef int st_foreach_callback_func(st_data_t key, st_data_t value, st_data_t arg);
typedef int st_foreach_check_callback_func(st_data_t key, st_data_t value, st_data_t arg, int error);

#define st_init_table rb_st_init_table
#define st_init_table_with_size rb_st_init_table_with_size
#define st_init_existing_table_with_size rb_st_init_existing_table_with_size
#define st_init_numtable rb_st_init_numtable
#define st_init_numtable_with_size rb_st_init_numtable_with_size
#define st_init_strtable rb_st_init_strtable
#define st_init_strtable_with_size rb_st_init_strtable_with_size
#define st_init_strcasetable rb_st_init_strcasetable
#define st_init_strcasetable_with_size rb_st_init_strcasetable_with_size
#define st_delete rb_st_delete
#define st_delete_safe rb_st_delete_safe
#define st_shift rb_st_shift
#define st_insert rb_st_insert
#define st_insert2 rb_st_insert2
#define st_lookup rb_st_lookup
#define st_get_key rb_st_get_key
#define st_update rb_st_update
#define st_foreach rb_st_foreach
#define st_foreach_safe rb_st_foreach_safe
#define st_foreach_check rb_st_foreach_check
#define st_foreach_with_replace rb_st_foreach_with_replace
#define st_keys rb_st_keys
#define st_keys_check rb_st_keys_check
#define st_values rb_st_values
#define st_values_check rb_st_values_check
#define st_add_direct rb_st_add_direct
#define st_add_direct_with_hash rb_st_add_direct_with_hash
#define st_free_table rb_st_free_table
#define st_cleanup_safe rb_st_cleanup_safe
#define st_clear rb_st_clear
#define st_replace rb_st_replace
#define st_copy rb_st_copy
#define st_numcmp rb_st_numcmp
#define st_numhash rb_st_numhash
#define st_memsize rb_st_memsize
#define st_hash rb_st_hash
#define st_hash_uint32 rb_st_hash_uint32
#define st_hash_uint rb_st_hash_uint
#define st_hash_end rb_st_hash_end
#define st_locale_insensitive_strcasecmp rb_st_locale_insensitive_strcasecmp
#define st_locale_insensitive_strncasecmp rb_st_locale_insensitive_strncasecmp
#define st_strcasecmp st_locale_insensitive_strcasecmp
#define st_strncasecmp st_locale_insensitive_strncasecmp
#define STRCASECMP(a, b) st_locale_insensitive_strcasecmp((a), (b))
#define STRNCASECMP(a, b, n) st_locale_insensitive_strncasecmp((a), (b), (n))

RBIMPL_SYMBOL_EXPORT_BEGIN()
st_table *st_init_table(const struct st_hash_type *type);
st_table *st_init_table_with_size(const struct st_hash_type *type, st_index_t size);
st_table *st_init_existing_table_with_size(st_table *tab, const struct st_hash_type *type, st_index_t size);
st_table *st_init_numtable(void);
st_table *st_init_numtable_with_size(st_index_t size);
st_table *st_init_strtable(void);
st_table *st_init_strtable_with_size(st_index_t size);
st_table *st_init_strcasetable(void);
st_table *st_init_strcasetable_with_size(st_index_t size);
int st_delete(st_table *tab, st_data_t *key, st_data_t *value); /* 1 and the pair, or 0 */
int st_delete_safe(st_table *tab, st_data_t *key, st_data_t *value, st_data_t never);
int st_shift(st_table *tab, st_data_t *key, st_data_t *value); /* the first one */
int st_insert(st_table *tab, st_data_t key, st_data_t value);  /* 1 if the key was there */
int st_insert2(st_table *tab, st_data_t key, st_data_t value, st_data_t (*key_to_store)(st_data_t));
int st_lookup(st_table *tab, st_data_t key, st_data_t *value);
int st_get_key(st_table *tab, st_data_t key, st_data_t *stored);
/* func may change *key (to an equal one) and *value; its ST_DELETE removes, others store. Returns `existing`. */
int st_update(st_table *tab, st_data_t key, st_update_callback_func *func, st_data_t arg);
int st_foreach_with_replace(st_table *tab, st_foreach_check_callback_func *func, st_update_callback_func *replace,
                            st_data_t arg);
int st_foreach(st_table *tab, st_foreach_callback_func *func, st_data_t arg);
int st_foreach_check(st_table *tab, st_foreach_check_callback_func *func, st_data_t arg, st_data_t never);
void st_foreach_safe(st_table *tab, st_foreach_callback_func *func, st_data_t arg); /* raises if func inserts */
st_index_t st_keys(st_table *tab, st_data_t *keys, st_index_t size);
st_index_t st_keys_check(st_table *tab, st_data_t *keys, st_index_t size, st_data_t never);
st_index_t st_values(st_table *tab, st_data_t *values, st_index_t size);
st_index_t st_values_check(st_table *tab, st_data_t *values, st_index_t size, st_data_t never);
void st_add_direct(st_table *tab, st_data_t key, st_data_t value); /* the key is known to be absent */
void st_add_direct_with_hash(st_table *tab, st_data_t key, st_data_t value, st_hash_t hash);
void st_free_table(st_table *tab);
void st_cleanup_safe(st_table *tab, st_data_t never);
void st_clear(st_table *tab);
st_table *st_replace(st_table *dst, st_table *src);
st_table *st_copy(st_table *tab);
size_t st_memsize(const st_table *tab);
size_t rb_st_table_size(const st_table *tab); /* entries */
st_index_t rb_st_hash_start(st_index_t h);
int st_numcmp(st_data_t a, st_data_t b);
st_index_t st_numhash(st_data_t key);
st_index_t st_hash(const void *ptr, size_t len, st_index_t seed);
st_index_t st_hash_uint32(st_index_t h, uint32_t i);
st_index_t st_hash_uint(st_index_t h, st_index_t i);
st_index_t st_hash_end(st_index_t h);
int st_locale_insensitive_strcasecmp(const char *a, const char *b);
int st_locale_insensitive_strncasecmp(const char *a, const char *b, size_t n);
RBIMPL_SYMBOL_EXPORT_END()

#define st_hash_start(h) ((st_index_t)(h))

#endif
