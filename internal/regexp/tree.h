/*
 * regexp/tree.h - a pattern as a tree: what regexp/parse.c makes, regexp/compile.c and regexp/linear.c read.
 *
 * Owns      struct re_node, struct re_cset, the arena they live in.
 * Uses      encoding.h, engine.h
 * TREE-1    Nodes and sets live in the arena of their struct re_tree and go with it; nothing is freed alone.
 * TREE-2    A set's ranges are sorted, apart, and none touches the next once cset_settle() has run.
 * TREE-3    Code points are the encoding's own (enc_decode), not Unicode's.
 * TREE-4    Any failure leaves by longjmp to re_tree.fail with re_tree.error set; malloc's failure is RE_NO_MEMORY.
 * Threads   One pattern at a time under the VM lock; no Ruby code runs meanwhile.
 * Checked   test/test_regexp.rb
 */
#ifndef FACET_INTERNAL_RE_TREE_H
#define FACET_INTERNAL_RE_TREE_H

#include "internal/encoding.h"
#include "internal/regexp/engine.h"
#include "internal/regexp/tables.h"

#include <setjmp.h>

enum re_node_type {
    N_EMPTY,
    N_CHAR,    /* code n */
    N_SET,     /* set */
    N_ANY,     /* any character but a newline; n: newlines too */
    N_SEQ,     /* children one after another */
    N_ALT,     /* children, the first that goes */
    N_CAPTURE, /* group n: child */
    N_GROUP,   /* child */
    N_REPEAT,  /* child, n to m times (m -1: no end), mode */
    N_ATOMIC,  /* child */
    N_LOOK,    /* child ahead or behind: mode */
    N_ASSERT,  /* mode: enum re_assert */
    N_BACKREF, /* the last of groups[0, n) that took part; m: level, if flag RE_LEVEL */
    N_CALL,    /* group n once settled; name */
    N_COND,    /* if groups[0, n): child, else child->next */
    N_ABSENT,  /* child */
    N_KEEP,    /* \K */
    N_CLUSTER, /* \X */
};
enum re_mode { RE_GREEDY, RE_LAZY, RE_POSSESSIVE };
enum re_look { LOOK_AHEAD, LOOK_AHEAD_NOT, LOOK_BEHIND, LOOK_BEHIND_NOT };
enum re_assert {
    AT_TEXT_BEGIN, /* \A */
    AT_TEXT_END,   /* \z */
    AT_LAST_LINE,  /* \Z */
    AT_LINE_BEGIN, /* ^ */
    AT_LINE_END,   /* $ */
    AT_START,      /* \G */
    AT_WORD,       /* \b */
    AT_NOT_WORD,   /* \B */
};
enum {
    RE_ICASE = 1,
    RE_LEVEL = 2,
    RE_ASCII = 4,
    RE_MULTI_FOLD = 8,
    RE_NAMED = 16,
    RE_WORD = 32 /* \w \W */,
    RE_APART = 64 /* [s]: no text with what is before */
};

struct re_cset {
    uint32_t *at; /* pairs: first, last */
    size_t n, capa;
};
struct re_node {
    uint8_t type, mode, flags;
    int32_t n, m;
    struct re_node *next, *child;
    union {
        struct re_cset *set;
        int *groups;
        struct re_name *name;
    };
    uint32_t where; /* index in the pattern, for messages */
};

struct re_name {
    const char *p; /* in the arena */
    size_t len;
    uint32_t hash;
    int n, capa;
    int *groups;
};
struct re_arena {
    struct re_chunk *chunks;
    size_t used;
};
struct re_tree {
    struct re_arena arena;
    const struct enc *enc;
    struct re_node *root;
    struct re_node **captures; /* by group number, 1 on */
    int groups;                /* groups that capture */
    struct re_name **names;    /* in order of first appearance */
    int names_n;
    bool has_calls, has_backrefs, has_levels; /* levels: \k<name+1> */
    struct re_warnings *warnings;             /* NULL: not wanted */
    char error[256];                          /* what went wrong */
    bool no_memory;
    jmp_buf fail;
};

/* Returns bytes from the arena, zeroed. */
void *re_alloc(struct re_tree *t, size_t bytes);
/* Returns a copy of old_bytes of `old` in a block of `bytes`. */
void *re_regrow(struct re_tree *t, const void *old, size_t old_bytes, size_t bytes);
struct re_node *re_node_new(struct re_tree *t, enum re_node_type type);
NORETURN void re_fail(struct re_tree *t, const char *format, ...) PRINTF_LIKE(2, 3);
NORETURN void re_fail_memory(struct re_tree *t);
void re_warn(struct re_tree *t, const char *format, ...) PRINTF_LIKE(2, 3);
bool re_verbose_p(const struct re_tree *t); /* whether to collect the warnings of $VERBOSE */
/* Returns a name for messages, at most 47 bytes. */
const char *re_shown(struct re_tree *t, const char *name, size_t len);
void re_tree_free(struct re_tree *t);

/* The pattern's characters: code points, those that an escape made literal marked. */
#define RE_LITERAL ((uint64_t)1 << 32)
struct re_chars {
    uint64_t *at;
    size_t n;
};
/* regexp/chars.c */
void re_read(struct re_tree *t, const char *src, size_t len, unsigned options, struct re_chars *out, struct re_facts *facts);
/* Fills t->root, captures and names. */
void re_parse(struct re_tree *t, const struct re_chars *chars, unsigned options);

uint32_t re_name_hash(const char *name, size_t len); /* regexp/parse_name.c */
bool re_linear_p(struct re_tree *t, bool ascii);     /* regexp/linear.c: for Regexp.linear_time? */
const char *re_stack_limit(void);                    /* regexp.c: C code should not go below this address */

/* ---- sets (regexp/set.c) ---- */

struct re_cset *cset_new(struct re_tree *t);
void cset_add(struct re_tree *t, struct re_cset *s, uint32_t from, uint32_t to);
void cset_add_set(struct re_tree *t, struct re_cset *s, const struct re_cset *other);
void cset_settle(struct re_cset *s);
void cset_invert(struct re_tree *t, struct re_cset *s);                           /* settles first */
void cset_intersect(struct re_tree *t, struct re_cset *s, struct re_cset *other); /* settles both */
bool cset_has(const struct re_cset *s, uint32_t c);                               /* settled */
/* Characters of a type (ONIGENC_CTYPE_), ASCII's alone if ascii. */
void cset_add_ctype(struct re_tree *t, struct re_cset *s, unsigned ctype, bool ascii, bool not_);
/* Adds \p{name} to s.  Returns false if there is no such property. */
bool cset_add_property(struct re_tree *t, struct re_cset *s, const char *name, size_t len);

/* Returns the type of that name (ONIGENC_CTYPE_), or -1. */
int cset_type_named(const char *name, size_t len);

/* ---- letter case (regexp/fold.c) ---- */

/* Adds all characters that equal c ignoring case, c included. */
void fold_add(struct re_tree *t, struct re_cset *s, uint32_t c);
/* Closes a set under equality ignoring case; between ASCII and the rest, only for members of `across`.  Both are
 * settled. */
void fold_set(struct re_tree *t, struct re_cset *s, const struct re_cset *across);
/* Stores the foldings of codes[0, n) that do not map one character to one, at most `max`.  Returns how many. */
int fold_strings(struct re_tree *t, const uint32_t *codes, size_t n, struct re_fold *out, int max);
/* Calls fn for each character of s that is, ignoring case, a string of several. */
void fold_each_string(struct re_tree *t, const struct re_cset *s, void (*fn)(const uint32_t *codes, int n, void *arg),
                      void *arg);

#endif
