/*
 * regexp/emit.h - what the files that write a program share: regexp/compile.c, emit.c, emit_look.c.
 *
 * Owns      struct re_emitter: the program's parts while they grow, in the tree's arena.
 * Uses      tree.h, prog.h
 */
#ifndef FACET_INTERNAL_RE_EMIT_H
#define FACET_INTERNAL_RE_EMIT_H

#include "internal/regexp/prog.h"
#include "internal/regexp/tree.h"

#define RE_VECTOR(type) \
    struct {            \
        type *at;       \
        size_t n, capa; \
    }
/* Adds a last element.  Its value (the rest of the arguments) is computed before the vector grows: it may read the
 * vector. */
#define RE_PUSH(t, v, ...)                                                                      \
    do {                                                                                        \
        __typeof__(*(v).at) pushed_ = (__VA_ARGS__);                                            \
        if ((v).n == (v).capa) {                                                                \
            (v).capa = (v).capa ? (v).capa * 2 : 8;                                             \
            (v).at = re_regrow((t), (v).at, (v).n * sizeof pushed_, (v).capa * sizeof pushed_); \
        }                                                                                       \
        (v).at[(v).n++] = pushed_;                                                              \
    } while (0)

struct re_emitter {
    struct re_tree *t;
    struct re_prog p; /* its counts and flags; the arrays are below */
    RE_VECTOR(struct re_insn) code;
    RE_VECTOR(struct re_set) sets;
    RE_VECTOR(uint32_t) ranges;
    RE_VECTOR(struct re_loop) loops;
    RE_VECTOR(struct re_counter) counters;
    RE_VECTOR(uint16_t) counter_lists;
    RE_VECTOR(struct re_point) points;
    RE_VECTOR(int) refs;
    RE_VECTOR(char) lits;
    RE_VECTOR(uint16_t) around;     /* counters of the loops that are open */
    RE_VECTOR(int32_t) look_points; /* points of the look-around that is open, of all its depth */
    int look_depth;
    bool look_captures;
    uint8_t *recurs; /* by group: bit 0: it is called, bit 1: it may run within itself */
    int32_t *entry;  /* by group: where a call goes; -1 */
    const char *stack_limit;
};

int32_t emit(struct re_emitter *w, enum re_op op, int32_t x, int32_t y); /* its index */
int32_t emit_choice(struct re_emitter *w, enum re_op op, int32_t x);     /* with a point */
void emit_node(struct re_emitter *w, const struct re_node *n);
void emit_look(struct re_emitter *w, const struct re_node *n); /* regexp/emit_look.c */
int32_t emit_local(struct re_emitter *w);
int32_t emit_set_of(struct re_emitter *w, const struct re_cset *s); /* its index in sets */
static inline int32_t
emit_here(const struct re_emitter *w)
{
    return (int32_t)w->code.n;
}

#endif
