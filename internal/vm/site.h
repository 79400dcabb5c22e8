/*
 * vm/site.h - one call site: its call information, its cache and its way into the callee.
 *
 * Owns      struct call_site, the packed call information it starts from, and the arenas of its records.  This header is, with site.c,
 *           which makes the records, the only reader of CALL_DATA_MERGED and CALL_DATA_FLAT.
 * SITE-1    Until a site first runs, its operand word is a packed call info (bit 0 set); then a pointer to a line.
 *           A site with keyword arguments has its line from the start.
 * SITE-2    key0 is a shape id; 0 (SHAPE_HIDDEN) never belongs to a receiver, so a line with key0 0 never hits.
 * SITE-3    The handler cell of the instruction is the kind: a line's kind is for the slow path and for printing.
 * SITE-4    `me` is weak: a sweep after marking unlinks lines whose entry or class died.
 * SITE-5    A linked line is listed under each class and name that it was linked through (a yield under none);
 *           callsite_unlink_class() zeroes the keys of those of one class and name.
 * SITE-6    A site that met up to four shapes with different targets keeps one pic_entry for each (pic).  A site with more shapes uses the
 *           table that all sites share (internal/vm/shared_sites.h).
 * SITE-7    In a site of yield, klass is the block's iseq, and form counts the cells from its parent's fp down to
 *           self.  The field drop counts the arguments that the block does not take.  In a site of super, caller is the
 *           entry of the calling method.  The callee follows from it alone, without self's class.
 * SITE-8    Two switches give four layouts, which only this header and vm/site.c distinguish:
 *             merged   the operand is one cell, a pointer to one aligned line with cache and information (drawing)
 *             split    the operand is two cells, pointers to a call_info of 16 bytes and a call_cache of 48, each from an
 *                      array of its own, as CRuby had it before Misc #16258; the number of arguments is then read
 *                      from the information, not from the instruction
 *             flat     target, nclear, need are in the cache
 *             not flat they are read through me -> def -> iseq at each call (of yields: through the block's iseq)
 * SITE-9    Some kinds depend on the receiver's class alone.  A site of such a kind that met a second layout of its class has the
 *           class in klass.  A receiver of a shape other than key0 then misses only if its class differs, too.
 * SITE-10   A site of such a kind, or of a plain Ruby method, may meet other classes that inherit the same entry.  It
 *           then keeps the shapes of its receivers (CACHE_SHAPES): pic is a struct site_shapes.  A receiver of one of
 *           these shapes hits.  The site is listed under each class.  The first receiver with another entry ends the
 *           set, and SITE-6 applies from then on.
 * SITE-11   A fact about methods that is kept by class or shape outside of a site holds while vm_call_epoch stays, or
 *           callsite_invalidate() and callsite_sweep() clear it (exc_classes of error.c, plain_eqq of vm/core.c).
 * SITE-12   A method of Ruby code, made by def or by define_method, may be called without a frame.  Its body is one immediate value,
 *           self or its one parameter, or it reads or writes one instance variable.  The site keeps the value in callee_offset, or is
 *           linked as for attr_reader and attr_writer.  Such a body calls nothing, and no backtrace contains it.  A write that
 *           would raise is called with a frame.  Hooks need a frame, too (TRACE-6).
 * SITE-13   The sites are unsettled from the time when a site or the shared table comes to refer to a class, an entry or an iseq that is not
 *           old (callsite_refers()), until a sweep finds none.  Minor collections free nothing that is old.  They skip settled sites.
 * Checked   test/test_callsite.rb, test/test_trivial_methods.rb, test/test_site_layouts.rb, test/regress/site_shapes.rb
 */
/* 0      4     6     8        16      24      26    28    30   31    32     40    48    52     54     56     64 */
/* +------+-----+-----+--------+-------+-------+-----+-----+----+-----+------+-----+-----+------+------+------+  */
/* | key0 |drop |bits | target |  me   |nclear |need |form |kind|state|klass | pic | mid |flags |argc0 |  kw  |  */
/* +------+-----+-----+--------+-------+-------+-----+-----+----+-----+------+-----+-----+------+------+------+  */
/* | call_cache (not flat: target, nclear, need are not there: 40 bytes)           | call_info                |  */
#ifndef FACET_INTERNAL_CALLSITE_H
#define FACET_INTERNAL_CALLSITE_H

#include "internal/class.h"
#include "internal/iseq/insn.h"
#include "internal/iseq.h"

/* Call information flags (16 bits). */
enum {
    CI_SPLAT = 1 << 0,        /* f(*a): one Array of positional arguments lies last before keywords and block */
    CI_BLOCKARG = 1 << 1,     /* f(&b): the block is on top of the stack */
    CI_FCALL = 1 << 2,        /* receiver is self, written implicitly (or `self.foo`: private allowed) */
    CI_VCALL = 1 << 3,        /* a bare name: NameError instead of NoMethodError */
    CI_KWARG = 1 << 4,        /* f(k: v): literal symbol keys, whose values lie last; aux has the names */
    CI_KW_SPLAT = 1 << 5,     /* f(**h): one Hash lies last (before the block) */
    CI_KW_SPLAT_MUT = 1 << 6, /* ... which is fresh and may be taken over */
    CI_SPLAT_MUT = 1 << 7,    /* the splatted Array is fresh */
    CI_SUPER = 1 << 8,
    CI_ZSUPER = 1 << 9,
    CI_FORWARDING = 1 << 10, /* f(...) */
    CI_SAFE_NAV = 1 << 11,
    CI_BLOCK_LITERAL = 1 << 12, /* the instruction has a block iseq */
    CI_ATTRASGN = 1 << 13,      /* x.y = v: private allowed on self; value of the expression is v */
    CI_SIMPLE_MASK = CI_SPLAT | CI_BLOCKARG | CI_KWARG | CI_KW_SPLAT | CI_FORWARDING,
};

/* How the two switches lay a site out; code made outside of this header tests for the layout it was made for. */
enum { SITE_LAYOUT_ONE_LINE = 3, SITE_LAYOUT = CALL_DATA_MERGED * 2 + CALL_DATA_FLAT };

enum site_kind {
    SITE_UNLINKED,
    SITE_ISEQ,
    SITE_ISEQ_KW,
    SITE_ISEQ_BLOCK /* with a block, for a &parameter */,
    SITE_ISEQ_REST,
    SITE_C0,
    SITE_C1,
    SITE_C2,
    SITE_CN,
    SITE_LEAF0,
    SITE_LEAF1,
    SITE_LEAF2,
    SITE_VALUE0,
    SITE_VALUE1 /* a method whose body is the immediate callee_offset, without arguments and with one */,
    SITE_SELF0 /* a method without parameters whose body is self */,
    SITE_PARAM1 /* a method whose body is its one parameter */,
    SITE_RESPOND_TO /* callee_answer */,
    SITE_ATTR_GET,
    SITE_ATTR_GET_EXT /* callee_block_at, callee_block_index */,
    SITE_ATTR_GET_CLASS /* the reader of a class's or module's own field: callee_offset is its index */,
    SITE_ATTR_SET,
    SITE_ATTR_ADD /* the writer of a field that comes after those of the shape: callee_field_at, callee_next_shape */,
    SITE_ATTR_ANY /* the reader of a field that lies elsewhere, or nowhere */,
    SITE_STRUCT_GET,
    SITE_STRUCT_SET,
    SITE_BMETHOD,
    SITE_NAMED /* send and public_send: the first argument is the name */,
    SITE_NEW,
    SITE_NEW0,
    SITE_NEW_KW,
    SITE_PROC_CALL,
    SITE_LINKED /* entry known, arguments not */,
    SITE_YIELD,
    SITE_SUPER_ISEQ,
    SITE_SUPER_C,
    SITE_OTHER,
};

/* ---- the records ---- */

struct ci_kwarg { /* malloc; owned by the iseq, or (refs 0) never freed: vm_kept_names() */
    uint32_t count;
    uint32_t refs;
    struct ci_kwarg
        *kept; /* the same names in a record that is never freed, or NULL; in such a record: the next of its bucket */
    ID names[];
};

struct call_info {
    uint32_t mid;
    uint16_t flags;            /* CI_ */
    uint16_t argc0;            /* arguments as written: keyword values counted, block argument not */
    const struct ci_kwarg *kw; /* CI_KWARG: the names */
};

/* The cached facts about one callee. */
struct callee {
#if CALL_DATA_FLAT
    const void *target; /* its code cell or C function; attr: field offset in bytes */
    const struct method_entry *me;
    uint16_t nclear; /* locals to set to nil after the arguments */
    uint16_t need;   /* cells that it needs above the caller's sp */
#else
    const struct method_entry *me;
    uint32_t offset; /* attr: of the field, in bytes: the receiver's fact more than the callee's */
#endif
    uint16_t form; /* yield: SITE-7; block or rest parameter: cells from the last argument, or from the first, to it;
                                       * entry of the shared table: argc0, with PIC_BLOCK and PIC_FCALL */
    uint8_t kind;  /* enum site_kind */
    uint8_t state; /* bit 7: listed (SITE-5); bits 0-6: misses, saturating */
};

/* One receiver's way in, of a polymorphic site or of the shared table. */
struct pic_entry {
    shape_id_t key; /* 0: none */
    uint32_t mid;   /* shared table */
    struct callee to;
};
enum { PIC_ROOM = 4, PIC_ENTRIES = LIMIT(PIC_ROOM, 2), PIC_BLOCK = 1 << 14, PIC_FCALL = 1 << 15 };
struct call_pic {
    struct pic_entry at[PIC_ROOM];
} ALIGNED(64);
_Static_assert(sizeof(struct call_pic) == 128, "two lines");

/* Shapes whose receivers inherit one entry: a shape may lie anywhere in the row that its number chooses. */
/* SITE_SHAPE_FILL of a row's places are used.  Native code compares all of them, so a build with small limits has as many. */
enum { SITE_SHAPE_ROWS = 4, SITE_SHAPE_WAYS = 8, SITE_SHAPE_FILL = LIMIT(SITE_SHAPE_WAYS, 2) };
struct site_shapes {
    shape_id_t at[SITE_SHAPE_ROWS][SITE_SHAPE_WAYS]; /* 0: free */
};
_Static_assert(sizeof(struct site_shapes) <= sizeof(struct call_pic), "they lie in the memory of entries");

enum {
    CACHE_KWARG = 1 << 0,  /* pic is a struct kw_link */
    CACHE_FREED = 1 << 1,  /* the iseq is gone, the line is still listed */
    CACHE_SHAPES = 1 << 2, /* pic is a struct site_shapes (SITE-10) */
};
struct call_cache {
    shape_id_t key0; /* the receiver's shape; SITE-2 */
    uint16_t drop;   /* yield: SITE-7 */
    uint16_t bits;   /* CACHE_ */
    struct callee to;
    union {
        VALUE klass;                       /* the class whose shapes all hit (SITE-9), or a yield's block iseq; 0: neither */
        const struct method_entry *caller; /* super: SITE-7 */
    };
    struct call_pic *pic; /* polymorphic entries, or (CACHE_KWARG) struct kw_link; malloc; NULL */
};

#if CALL_DATA_MERGED
struct call_site { /* the operand is its address */
    struct call_cache cache;
    struct call_info info;
} ALIGNED(64);
_Static_assert(sizeof(struct call_site) == 64, "one line");
enum { SITE_CELLS = 1 };
#else
struct call_site {            /* the operand itself */
    struct call_info *info;   /* or packed */
    struct call_cache *cache; /* NULL until it first runs */
};
enum { SITE_CELLS = 2 };
#endif
_Static_assert(INSN_LEN_send == 2 + SITE_CELLS, "insngen was told the same (configure)");
_Static_assert(sizeof(struct call_info) == 16 && sizeof(struct call_cache) == (CALL_DATA_FLAT ? 48 : 40), "drawing");

/* These return the records of a site that has them. */
static ALWAYS_INLINE struct call_cache *
site_cache(const struct call_site *cs)
{
#if CALL_DATA_MERGED
    return (struct call_cache *)&cs->cache;
#else
    return cs->cache;
#endif
}
static ALWAYS_INLINE struct call_info *
site_info(const struct call_site *cs)
{
#if CALL_DATA_MERGED
    return (struct call_info *)&cs->info;
#else
    return cs->info;
#endif
}
/* Returns the number of arguments.  It is the instruction's argc, but a split site reads it from its information
 * (SITE-8). */
static ALWAYS_INLINE int
site_argc(const struct call_site *cs, unsigned argc)
{
#if CALL_DATA_MERGED
    (void)cs;
    return (int)argc;
#else
    (void)argc;
    return cs->info->argc0;
#endif
}
/* Returns the number of arguments, a block argument included. */
static ALWAYS_INLINE int
site_depth(const struct call_site *cs, unsigned depth)
{
#if CALL_DATA_MERGED
    (void)cs;
    return (int)depth;
#else
    (void)depth;
    return cs->info->argc0 + ((cs->info->flags & CI_BLOCKARG) != 0);
#endif
}
/* Returns the site of an operand that is made already. */
static ALWAYS_INLINE struct call_site *
site_made_at(const cell *at)
{
#if CALL_DATA_MERGED
    return (struct call_site *)(uintptr_t)*at;
#else
    return (struct call_site *)at;
#endif
}

/* ---- call information, packed or not: by the first cell of the operand ---- */

typedef cell ci_word;

/* Packed: bit 0 = 1, bits 1-15 argc0, 16-31 flags, 32-63 mid. */
static inline ci_word
ci_pack(ID mid, unsigned flags, unsigned argc)
{
    return ((uint64_t)(uint32_t)mid << 32) | ((uint64_t)flags << 16) | ((uint64_t)argc << 1) | 1;
}
static inline bool
ci_packed_p(ci_word w)
{
    return (w & 1) != 0;
}
static inline const struct call_info *
ci_record(ci_word w)
{
#if CALL_DATA_MERGED
    return &((const struct call_site *)(uintptr_t)w)->info;
#else
    return (const struct call_info *)(uintptr_t)w;
#endif
}
static inline unsigned
ci_argc(ci_word w)
{
    return ci_packed_p(w) ? (unsigned)(w >> 1) & 0x7fff : ci_record(w)->argc0;
}
static inline unsigned
ci_flags(ci_word w)
{
    return ci_packed_p(w) ? (unsigned)(w >> 16) & 0xffff : ci_record(w)->flags;
}
static inline ID
ci_mid(ci_word w)
{
    return ci_packed_p(w) ? (ID)(w >> 32) : ci_record(w)->mid;
}
static inline const struct ci_kwarg *
ci_kwarg(ci_word w)
{
    return ci_packed_p(w) ? NULL : ci_record(w)->kw;
}
/* Returns the first cell of the operand of a site with keywords.  The site owns kw from then on. */
ci_word callsite_new_kw(ID mid, unsigned flags, unsigned argc, struct ci_kwarg *kw);

/* ---- life of a site ---- */

/* Returns the site whose operand is at `at`; makes its records if it has none.  They never move, and are freed with
 * their iseq. */
struct call_site *callsite_at(cell *at);
void callsite_free(cell *at);
/* Makes me the method that the site calls.  The only way to write to.me (SITE-13). */
void callsite_set_me(struct call_cache *cc, const struct method_entry *me);
/* Notes that a site or the shared table now refers to v: a class, an entry or an iseq; 0: none (SITE-13). */
void callsite_refers(VALUE v);
void callsite_key_refers(shape_id_t key); /* the same, for the class of a shape; 0: none */
/* Lists cs under the class and the name that its callee follows from (class 0: none), before it is linked.  Returns
 * false if there is no memory, or if the class keeps no result (a refinement). cs is then unchanged and must not be
 * linked. */
bool callsite_linked(struct call_site *cs, VALUE klass, ID mid);
void callsite_unlink(struct call_cache *cc);
/* Unlinks the sites that were linked through klass and mid, when klass drops the result of a lookup
 * (class/method_cache.c). */
void callsite_unlink_class(VALUE klass, ID mid);
/* Clears the shared table's entries and the facts kept by shape, after a class dropped its lookup result for mid. */
void callsite_facts_changed(ID mid);
/* Unlinks the sites for objects of module and below; module 0: all sites. */
void callsite_invalidate(VALUE module);
void callsite_sweep(void);    /* between mark and sweep */
extern size_t callsite_steps; /* listed lines that invalidations looked at, so far */

/* ---- the way in: where a hit reads the callee's facts ---- */

enum { KW_ROOM = 36 }; /* more cells while keywords are put in order */

/* Cells that body needs above argc arguments on the stack. */
static ALWAYS_INLINE unsigned
body_need(const struct iseq_body *body, unsigned argc)
{
    return body->local_count - argc + FRAME_CELLS + body->stack_max + STACK_SLACK;
}
/* Returns the code of body at which a call of argc arguments (required, optional) starts. */
static ALWAYS_INLINE const cell *
body_entry(const struct iseq_body *body, unsigned argc)
{
    return LIKELY(body->simple) || !body->params.opt_pc ? body->code
                                                        : body->code + body->params.opt_pc[argc - body->params.lead];
}

/* Cells from argc arguments to the local of the &parameter. */
static ALWAYS_INLINE unsigned
callee_block_local(const struct method_entry *me, unsigned argc)
{
    return iseq_body(me->def->as.iseq.iseq)->params.block_index - argc;
}

/* way_t w: a Ruby callee's facts, by callee_way() of a method, block_way() of a block.  argc: the arguments that lie on the
 * stack; the flat layouts have used it at linking.  callee_set_* are linking's half. */
#if CALL_DATA_FLAT
typedef const struct callee *way_t;
static ALWAYS_INLINE way_t
callee_way(const struct callee *to)
{
    return to;
}
static ALWAYS_INLINE way_t
block_way(const struct callee *to, VALUE iseq)
{
    (void)iseq;
    return to;
}
static ALWAYS_INLINE const cell *
way_target(way_t w, unsigned argc)
{
    (void)argc;
    return w->target;
}
static ALWAYS_INLINE unsigned
way_nclear(way_t w, unsigned argc)
{
    (void)argc;
    return w->nclear;
}
static ALWAYS_INLINE unsigned
way_need(way_t w, unsigned argc)
{
    (void)argc;
    return w->need;
}
static ALWAYS_INLINE unsigned
way_need_kw(way_t w)
{
    return w->need;
}
static ALWAYS_INLINE unsigned
yield_drop(const struct call_cache *cc, way_t w, unsigned argc)
{
    (void)w, (void)argc;
    return cc->drop;
}
static ALWAYS_INLINE unsigned
yield_self(const struct call_cache *cc, way_t w)
{
    (void)w;
    return cc->to.form;
}
static ALWAYS_INLINE const void *
callee_function(const struct callee *to)
{
    return to->target;
}
static ALWAYS_INLINE const void *
callee_leaf(const struct callee *to)
{
    return to->target;
}
static ALWAYS_INLINE uintptr_t
callee_offset(const struct callee *to)
{
    return (uintptr_t)to->target;
}
static ALWAYS_INLINE uint32_t /* respond_to?: the name's ID << 1 | whether the receiver responds */
callee_answer(const struct callee *to)
{
    return (uint32_t)(uintptr_t)to->target;
}
static inline bool /* false: the numbers do not fit */
callee_set_body(struct callee *to, const struct iseq_body *body, unsigned argc, unsigned room)
{
    unsigned need = body_need(body, argc) + room;
    if (need > UINT16_MAX) return false;
    to->target = body_entry(body, argc);
    to->nclear = (uint16_t)(body->local_count - argc);
    to->need = (uint16_t)need;
    return true;
}
static inline void
callee_set_function(struct callee *to, const void *function)
{
    to->target = function;
}
static inline void
callee_set_offset(struct callee *to, unsigned offset)
{
    to->target = (const void *)(uintptr_t)offset;
}
#else
typedef const struct iseq_body *way_t;
static ALWAYS_INLINE way_t
callee_way(const struct callee *to)
{
    return iseq_body(to->me->def->as.iseq.iseq);
}
static ALWAYS_INLINE way_t
block_way(const struct callee *to, VALUE iseq)
{
    (void)to;
    return iseq_body(iseq);
}
static ALWAYS_INLINE const cell *
way_target(way_t w, unsigned argc)
{
    return body_entry(w, argc);
}
static ALWAYS_INLINE unsigned
way_nclear(way_t w, unsigned argc)
{
    return w->local_count - argc;
}
static ALWAYS_INLINE unsigned
way_need(way_t w, unsigned argc)
{
    return body_need(w, argc);
}
static ALWAYS_INLINE unsigned
way_need_kw(way_t w)
{
    return body_need(w, 0) + KW_ROOM;
}
static ALWAYS_INLINE unsigned
yield_drop(const struct call_cache *cc, way_t w, unsigned argc)
{
    (void)cc;
    return argc > w->params.lead ? argc - w->params.lead : 0;
}
static ALWAYS_INLINE unsigned
yield_self(const struct call_cache *cc, way_t w)
{
    (void)cc;
    return iseq_body(w->parent)->local_count + 1u;
}
static ALWAYS_INLINE const void *
callee_function(const struct callee *to)
{
    return (const void *)to->me->def->as.cfunc.fn;
}
static ALWAYS_INLINE const void *
callee_leaf(const struct callee *to)
{
    return (const void *)to->me->def->as.cfunc.leaf;
}
static ALWAYS_INLINE uintptr_t
callee_offset(const struct callee *to)
{
    return to->offset;
}
static ALWAYS_INLINE uint32_t
callee_answer(const struct callee *to)
{
    return to->offset;
}
static inline bool
callee_set_body(struct callee *to, const struct iseq_body *body, unsigned argc, unsigned room)
{
    (void)to, (void)body, (void)argc, (void)room;
    return true;
}
static inline void
callee_set_function(struct callee *to, const void *function)
{
    (void)to, (void)function;
}
static inline void
callee_set_offset(struct callee *to, unsigned offset)
{
    to->offset = offset;
}
#endif

/* Return the bytes to the extension block's pointer, and the field's index in the block, for a reader (SHAPE-7). */
static ALWAYS_INLINE uintptr_t
callee_block_at(const struct callee *to)
{
    return callee_offset(to) & 0xffff;
}
static ALWAYS_INLINE uintptr_t
callee_block_index(const struct callee *to)
{
    return callee_offset(to) >> 16;
}

/* Return the bytes to a new field, and the object's shape with it, for a writer that adds the field.  Both are in the
 * offset's 32 bits. */
static ALWAYS_INLINE uintptr_t
callee_field_at(const struct callee *to)
{
    return (callee_offset(to) >> SHAPE_ID_BITS) * sizeof(VALUE);
}
static ALWAYS_INLINE shape_id_t
callee_next_shape(const struct callee *to)
{
    return (shape_id_t)(callee_offset(to) & (((uintptr_t)1 << SHAPE_ID_BITS) - 1));
}

static ALWAYS_INLINE shape_id_t *
site_shape_row(const struct call_cache *cc, shape_id_t key)
{
    return ((struct site_shapes *)(void *)cc->pic)->at[key & (SITE_SHAPE_ROWS - 1)];
}

/* Returns whether key is among the shapes of a site that has CACHE_SHAPES. */
static ALWAYS_INLINE bool
site_shape_p(const struct call_cache *cc, shape_id_t key)
{
    const shape_id_t *row = site_shape_row(cc, key);
    uint32_t found = 0;
    for (unsigned i = 0; i < SITE_SHAPE_WAYS; i++) found |= row[i] == key; /* one or two vector comparisons */
    return found;
}

/* Returns whether an operator's site is linked for receivers of this shape. */
static ALWAYS_INLINE bool
site_operator_p(const struct call_cache *cc, shape_id_t key)
{
    if (LIKELY(cc->key0 == key)) return true;
    return (cc->bits & CACHE_SHAPES) && site_shape_p(cc, key);
}

/* Returns whether recv, whose shape is not key0, hits nevertheless.  It hits if it is of the class that cc serves for
 * every layout (SITE-9), or of a class that inherits the same entry (SITE-10). */
static ALWAYS_INLINE bool
site_class_p(const struct call_cache *cc, VALUE recv)
{
    if (cc->bits & CACHE_SHAPES) return site_shape_p(cc, val_shape(recv));
    return cc->klass && val_heap_p(recv) && obj_class(recv) == cc->klass;
}

/* ---- several receivers (SITE-6) ---- */

/* Adds the current callee of cc to its entries.  Returns false if they are full or there is no memory. */
bool callsite_pic_add(struct call_cache *cc);
/* Lists cs, which is linked to the method of recv, under recv's class, too, and puts recv's shape among those that hit (SITE-10).  Returns false if the
 * shapes are full, cs keeps something else in pic, or there is no memory; cs may be unlinked then. */
bool callsite_shape_linked(struct call_site *cs, VALUE recv);
/* Ends the set of shapes: cc serves key0 alone. */
void callsite_shapes_end(struct call_cache *cc);
/* Returns an entry with the key and the callee of cc. */
struct pic_entry callsite_entry(const struct call_cache *cc);
/* Returns whether the class of that shape has died.  Holds between marking and sweeping. */
bool callsite_key_dead_p(shape_id_t key);
/* Returns the number of live entries. */
unsigned callsite_pic_count(const struct call_cache *cc);

/* Returns the facts about a call that select an entry of the shared table: the number of arguments, whether there is
 * a block, whether the receiver is self. */
static ALWAYS_INLINE unsigned
callsite_form(const struct call_info *ci, bool block)
{
    return ci->argc0 | (block ? PIC_BLOCK : 0u) | ((ci->flags & CI_FCALL) ? PIC_FCALL : 0u);
}
/* Returns the leaf method of an operator for recv if the site is linked to it, or NULL. pure */
static ALWAYS_INLINE const struct callee *
site_leaf(const struct call_site *cs, VALUE recv, unsigned kind)
{
#if CALL_DATA_MERGED
    if (ci_packed_p((ci_word)(uintptr_t)cs)) return NULL;
#else
    if (!cs->cache) return NULL;
#endif
    const struct call_cache *cc = site_cache(cs);
    return val_heap_p(recv) && cc->to.kind == kind && site_operator_p(cc, obj_shape(recv)) ? &cc->to : NULL;
}
static ALWAYS_INLINE VALUE
site_leaf0(const struct call_site *cs, VALUE recv)
{
    const struct callee *to = site_leaf(cs, recv, SITE_LEAF0);
    return to ? ((VALUE(*)(VALUE))callee_leaf(to))(recv) : Qundef;
}
static ALWAYS_INLINE VALUE
site_leaf1(const struct call_site *cs, VALUE recv, VALUE arg)
{
    const struct callee *to = site_leaf(cs, recv, SITE_LEAF1);
    return to ? ((VALUE(*)(VALUE, VALUE))callee_leaf(to))(recv, arg) : Qundef;
}

#endif
