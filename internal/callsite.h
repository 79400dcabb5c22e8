/*
 * callsite.h - what one call site knows: its call information, its cache and its way in, in one cache line; the only
 * reader of CALL_DATA_MERGED and CALL_DATA_FLAT.
 *
 * Owns      struct call_site, the packed call information it starts from, and the arena of lines.
 * L1        Until a site first runs, its operand word is a packed call info (bit 0 set); then a pointer to a line.
 *           A site with keyword arguments has its line from the start.
 * L2        key0 is a shape id; 0 (SHAPE_HIDDEN) never belongs to a receiver, so a line with key0 0 never hits.
 * L3        The handler cell of the instruction is the kind: a line's kind is for the slow path and for printing.
 * L4        `me` is weak: a sweep after marking unlinks lines whose entry or class died.
 * L5        A linked line is on the list of its mid; callsite_invalidate(module, mid) zeroes the keys of those whose
 *           receiver class descends from the module.
 * L6        A site that met up to four shapes with different targets keeps one pic_entry for each (pic); one that met more
 *           asks the table shared by all (mega_entry), which any change of a method empties.
 * L7        A site of yield: klass is the block's iseq, argc the cells from its parent's fp down to self, aux how many
 *           arguments the block does not take.  A site of super: aux is the entry of the method that calls.
 * Checked   test/test_callsite.rb
 */
/* 0      4      8        16      24     26      28    30   31    32     40    48    52     54     56     64 */
/* +------+------+--------+-------+------+-------+-----+----+-----+------+-----+-----+------+------+------+  */
/* | key0 | key1 | target |  me   | argc |nclear |need |kind|state|klass | pic | mid |flags |argc0 | aux  |  */
/* +------+------+--------+-------+------+-------+-----+----+-----+------+-----+-----+------+------+------+  */
#ifndef FACET_INTERNAL_CALLSITE_H
#define FACET_INTERNAL_CALLSITE_H

#include "internal/class.h"
#include "internal/insn.h"

/* Call information flags (16 bits). */
enum {
    CI_SPLAT = 1 << 0,        /* f(*a): one Array of positional arguments lies last before keywords and block */
    CI_BLOCKARG = 1 << 1,     /* f(&b): the block is on top of the stack */
    CI_FCALL = 1 << 2,        /* receiver is self, written implicitly (or `self.foo`: private allowed) */
    CI_VCALL = 1 << 3,        /* a bare name: NameError instead of NoMethodError */
    CI_KWARG = 1 << 4,        /* f(k: v): literal symbol keys; the values lie last; aux has the names */
    CI_KW_SPLAT = 1 << 5,     /* f(**h): one Hash lies last (before the block) */
    CI_KW_SPLAT_MUT = 1 << 6, /* ... which is fresh and may be taken over */
    CI_SPLAT_MUT = 1 << 7,    /* the splatted Array is fresh */
    CI_SUPER = 1 << 8,
    CI_ZSUPER = 1 << 9,
    CI_FORWARDING = 1 << 10,  /* f(...) */
    CI_SAFE_NAV = 1 << 11,
    CI_BLOCK_LITERAL = 1 << 12, /* the instruction has a block iseq */
    CI_ATTRASGN = 1 << 13,    /* x.y = v: private allowed on self; value of the expression is v */
    CI_SIMPLE_MASK = CI_SPLAT | CI_BLOCKARG | CI_KWARG | CI_KW_SPLAT | CI_FORWARDING,
};

struct ci_kwarg { /* malloc; owned by the iseq */
    uint32_t count;
    uint32_t refs;
    ID names[];
};

enum site_kind {
    SITE_UNLINKED, SITE_ISEQ, SITE_ISEQ_SLOW /* rest, post, kwrest, ...: vm_args.c */, SITE_ISEQ_KW, SITE_C0, SITE_C1, SITE_C2,
    SITE_C3, SITE_CN, SITE_LEAF0, SITE_LEAF1, SITE_LEAF2, SITE_ATTR_GET, SITE_ATTR_SET, SITE_STRUCT_GET, SITE_STRUCT_SET,
    SITE_BMETHOD, SITE_NEW, SITE_NEW0, SITE_PROC_CALL, SITE_LINKED /* entry known, arguments not */, SITE_YIELD, SITE_SUPER_ISEQ,
    SITE_SUPER_C, SITE_OTHER, SITE_MEGA,
};

/* One receiver's way in, of a polymorphic site or of the shared table. */
struct pic_entry {
    shape_id_t key;                   /* 0: none */
    uint32_t mid;                     /* shared table */
    const void *target;
    const struct method_entry *me;
    uint16_t nclear, need;
    uint16_t kind;
    uint16_t form;                    /* shared table: argc0, with PIC_BLOCK and PIC_FCALL */
};
enum { PIC_ENTRIES = 4, PIC_BLOCK = 1 << 14, PIC_FCALL = 1 << 15 };
struct call_pic {
    struct pic_entry at[PIC_ENTRIES];
} ALIGNED(64);
_Static_assert(sizeof(struct call_pic) == 128, "two lines");

struct call_site {
    shape_id_t key0, key1;            /* receivers seen: shape ids with the same target */
    const void *target;               /* callee's code cell; C function; attr: field offset in bytes */
    const struct method_entry *me;
    uint16_t argc;                    /* cells of arguments on the stack, block argument not counted */
    uint16_t nclear;                  /* locals to set to nil after the arguments */
    uint16_t need;                    /* cells that the callee needs above the caller's sp */
    uint8_t kind;                     /* enum site_kind */
    uint8_t state;                    /* bit 7: on its mid's list; bits 0-6: misses, saturating */
    VALUE klass;                      /* class-keyed form: any shape of this class; 0 otherwise */
    struct call_pic *pic;             /* polymorphic entries, or (SITE_ISEQ_KW) struct kw_link; malloc; NULL */
    uint32_t mid;
    uint16_t flags;                   /* CI_ */
    uint16_t argc0;                   /* arguments as written: keyword values counted, block argument not */
    const void *aux;                  /* struct ci_kwarg *; permutations: see vm_args.c */
} ALIGNED(64);
_Static_assert(sizeof(struct call_site) == 64, "one line");

/* Packed: bit 0 = 1, bits 1-15 argc0, 16-31 flags, 32-63 mid. */
static inline uint64_t
ci_pack(ID mid, unsigned flags, unsigned argc)
{
    return ((uint64_t)(uint32_t)mid << 32) | ((uint64_t)flags << 16) | ((uint64_t)argc << 1) | 1;
}
static inline bool
ci_packed_p(const struct call_site *cs)
{
    return ((uintptr_t)cs & 1) != 0;
}
static inline unsigned
ci_argc(const struct call_site *cs)
{
    return ci_packed_p(cs) ? (unsigned)((uintptr_t)cs >> 1) & 0x7fff : cs->argc0;
}
static inline unsigned
ci_flags(const struct call_site *cs)
{
    return ci_packed_p(cs) ? (unsigned)((uintptr_t)cs >> 16) & 0xffff : cs->flags;
}
static inline ID
ci_mid(const struct call_site *cs)
{
    return ci_packed_p(cs) ? (ID)((uintptr_t)cs >> 32) : cs->mid;
}
static inline const struct ci_kwarg *
ci_kwarg(const struct call_site *cs)
{
    return (ci_flags(cs) & CI_KWARG) ? (const struct ci_kwarg *)cs->aux : NULL;
}

/* A zeroed line with its call information, from the arena; never moves; freed with its iseq. */
struct call_site *callsite_new(ID mid, unsigned flags, unsigned argc, struct ci_kwarg *kw);
void callsite_free(struct call_site *cs);
void callsite_linked(struct call_site *cs);  /* L5; once is enough */
void callsite_unlink(struct call_site *cs);
/* Method mid of module changed (mid 0: any).  Unlinks what is concerned. */
void callsite_invalidate(VALUE module, ID mid);
void callsite_sweep(void); /* between mark and sweep */

/* ---- several receivers (L6) ---- */
/* Puts what cs is linked to now among its entries.  false: they are full. */
bool callsite_pic_add(struct call_site *cs);
/* How many entries are alive. */
unsigned callsite_pic_count(const struct call_site *cs);

enum { MEGA_SLOTS = 1024 };
extern struct pic_entry mega_entries[MEGA_SLOTS];
static ALWAYS_INLINE struct pic_entry *
mega_entry(shape_id_t key, uint32_t mid, unsigned form)
{
    return &mega_entries[((key * 0x9E3779B1u) ^ (mid * 0x85EBCA6Bu) ^ form) >> 7 & (MEGA_SLOTS - 1)];
}
static ALWAYS_INLINE unsigned
callsite_form(const struct call_site *cs, bool block)
{
    return cs->argc0 | (block ? PIC_BLOCK : 0u) | ((cs->flags & CI_FCALL) ? PIC_FCALL : 0u);
}
/* What cs is linked to now, for every site of its form. */
void callsite_mega_add(const struct call_site *cs, bool block);

#endif
