/*
 * compile.h - what the compiler's files share: scopes, the assembler's lists, regions.
 *
 * Owns      struct compiler, struct scope, struct region and the instruction lists; all of it lies in one arena and is gone
 *           when compile_string() returns.
 * Uses      prism_face, iseq, insn.  Only compile*.c include this header.
 * COMP-1    compile_node(s, node, popped) leaves the operand stack one cell higher, or level if `popped`; scope.sp is
 *           its height, also after a jump (code after a jump is unreachable, but its height is still counted).
 * COMP-2    A label has one sp: that of each jump to it and of its place.
 * COMP-3    A Local operand is a number in its scope's table until encoding: temporaries may still be added.
 * COMP-4    Each VALUE the compiler makes is in compiler.keep until the iseqs hold it.
 * COMP-5    A region's catch ranges are closed while code runs on its way out of the region (copies of ensure clauses), so
 *           that no exception there is seen by a clause that was left.
 * COMP-6    Code of scopes is written after all lists are made, parents and children in any order.  A method or class
 *           sees no scope around it, so at its end the code of its own scopes is written and their part of the arena
 *           is freed (alone_begin).
 */
#ifndef FACET_INTERNAL_COMPILE_H
#define FACET_INTERNAL_COMPILE_H

#include "internal/iseq/insn.h"
#include "internal/vm/site.h"
#include "internal/iseq.h"
#include "internal/compile/prism_face.h"
#include "internal/vm/core.h"

/* ---- the lists ---- */
enum link_kind { LINK_HEAD, LINK_INSN, LINK_LABEL };
struct link {
    struct link *next, *prev;
    enum link_kind kind;
};
struct label {
    struct link link;
    int32_t sp;    /* COMP-2; -1 unknown */
    uint32_t pos;  /* cells, after layout */
    uint32_t refs; /* jumps, handlers and entries that come here */
    bool placed;
    bool boundary; /* an end of a catch range: no fusion across */
};
enum { INSN_MAX_OPS = 4 };
struct insn {
    struct link link;
    short id;
    uint32_t events;
    int32_t line, node_id;
    int64_t ops[INSN_MAX_OPS]; /* COMP-3; an offset is a struct label *, a call site is packed or a struct kw_site * */
    struct case_table *table;  /* opt_case_dispatch */
};
/* A call with keyword arguments: becomes a struct call_site at encoding. */
struct kw_site {
    ID mid;
    unsigned flags, argc, count;
    ID *names;
};
struct case_table {
    unsigned count;
    VALUE *keys;
    struct label **labels;
};

/* ---- regions: what a jump out of here crosses, innermost first ---- */
enum region_kind {
    REGION_LOOP,   /* while, until */
    REGION_RESCUE, /* the body of begin/rescue */
    REGION_CLAUSE, /* a rescue clause, or an ensure clause after a throw: $! must be restored */
    REGION_ENSURE, /* all that an ensure clause guards */
};
struct catch_range {
    struct catch_range *next;
    struct label *start, *end;
};
struct region {
    struct region *prev;
    enum region_kind kind;
    /* RESCUE, ENSURE */
    struct label *open; /* start of the range being covered */
    struct catch_range *ranges, **last_range;
    const pm_statements_node_t *ensure_body;
    /* LOOP */
    struct label *next_label, *redo_label, *break_label;
    int loop_sp;
    bool loop_popped;
    /* CLAUSE */
    struct label *retry_label; /* NULL: an ensure clause */
    int retry_sp;
    int saved;            /* local that holds $!; -1: not yet used */
    struct label *anchor; /* where $! is read in that case */
};

struct scope {
    struct compiler *c;
    struct scope *up;     /* whose locals we see */
    struct scope *method; /* the method-level scope at the end of `up` */
    struct scope *next;   /* compiler.scopes */
    enum iseq_type type;
    VALUE iseq;
    struct iseq_body *body;
    bool transparent; /* prism does not count it in depths: for, once, END */
    bool given;       /* compiled before: what eval sees */
    uint8_t jumps;    /* CLASS: bits of the jump_kinds that leave it */
    ID *locals;
    uint32_t local_count, local_capa;
    uint32_t level;   /* hops to the method-level scope */
    int32_t it_local; /* index of the implicit `it`; -1 */
    int32_t free_temps[32];
    uint32_t free_temp_count;
    struct link code; /* LINK_HEAD of the list */
    int sp, sp_max;
    struct region *region;
    struct catch_entry_draft *catches, **last_catch;
    struct label **opt_labels;
    struct label *body_start; /* for redo */
    int32_t line, node_id, last_line;
    uint32_t pending_events;
    int32_t event_line; /* of the LINE among them */
    bool leftover;      /* which is of a statement that made no code */
    bool cover_due;     /* the next instruction is a statement's first: its line is counted */
    struct flip_flop *flip_flops;
    const pm_parameters_node_t *params; /* METHOD: for zsuper */
};
struct catch_entry_draft {
    struct catch_entry_draft *next;
    struct label *start, *end, *handler;
    uint16_t depth, type;
};
struct flip_flop {
    struct flip_flop *next;
    const pm_node_t *node;
    int32_t local;
};

struct compiler {
    struct parse parse;
    const struct compile_options *opt;
    enum iseq_type type;
    VALUE keep; /* COMP-4 */
    VALUE source;
    VALUE result;
    VALUE script_lines;
    int enc_index;
    ID *ids;      /* by pm_constant_id_t; 0: not yet asked for */
    int32_t line; /* the last result of line_of(): bytes line_start to line_end */
    const uint8_t *line_start, *line_end;
    struct scope *scopes, **last_scope;
    struct arena_chunk *arena;
    char *arena_at, *arena_end;
    VALUE coverage;    /* the record of vm/coverage.h; nil */
    uint8_t shareable; /* shareable_constant_value in force: PM_SHAREABLE_CONSTANT_NODE_FLAGS_ */
};
/* Returns whether calls of operators, and of methods of literals, compile to plain sends. */
static inline bool
compile_plain_sends_p(const struct compiler *c)
{
    return (compile_plain_sends || c->opt->plain_sends) && !c->opt->core;
}

/* ---- compile.c: the arena, scopes, the assembler ---- */
void *arena_alloc(struct compiler *c, size_t bytes); /* zeroed */
VALUE keep(struct compiler *c, VALUE v);             /* COMP-4; returns v */
ID const_id(struct compiler *c, pm_constant_id_t id);
int32_t line_of(struct compiler *c, const uint8_t *at);

/* COMP-6.  Between the two nothing may be allocated that a scope around keeps. */
struct alone {
    struct scope **last_scope;
    struct arena_chunk *arena;
    char *arena_at, *arena_end;
};
struct alone alone_begin(struct compiler *c);
void alone_end(struct compiler *c, struct alone *before);

struct scope *scope_new(struct compiler *c, struct scope *up, enum iseq_type type, const pm_node_t *node, VALUE name);
int scope_add_local(struct scope *s, ID name);
int scope_find_local(const struct scope *s, ID name); /* -1 */
int temp_new(struct scope *s);
void temp_free(struct scope *s, int local);
/* Returns the scope `depth` prism scopes up, and stores the number of iseqs up to it in *level. */
struct scope *scope_at_depth(struct scope *s, uint32_t depth, unsigned *level);
VALUE scope_block_name(struct scope *up);
void scope_uses_block(struct scope *s); /* the method's block, in its own code or in a block's */

struct label *label_new(struct scope *s);
void label_place(struct scope *s, struct label *label);
void insn_put_before(struct scope *s, struct link *link, int id, uint32_t events);
struct insn *emit0(struct scope *s, int id);
struct insn *emit1(struct scope *s, int id, int64_t a);
struct insn *emit2(struct scope *s, int id, int64_t a, int64_t b);
struct insn *emit3(struct scope *s, int id, int64_t a, int64_t b, int64_t c);
void emit_jump(struct scope *s, int id, struct label *to);
void emit_getlocal(struct scope *s, int local, unsigned level);
void emit_setlocal(struct scope *s, int local, unsigned level);
void emit_putself(struct scope *s);
void emit_putobject(struct scope *s, VALUE v);
void emit_putint(struct scope *s, intptr_t i);
void emit_pops(struct scope *s, int n); /* drop n values */
void emit_core(struct scope *s, enum vm_core_fn fn, unsigned argc);
void emit_leave(struct scope *s);
void add_catch(struct scope *s, enum catch_type type, struct catch_range *ranges, struct label *handler, int depth);
static inline bool
reachable_p(struct scope *s) /* may the next instruction run? */
{
    struct link *last = s->code.prev;
    return last->kind != LINK_INSN || !insn_jump_p(((struct insn *)last)->id);
}

void compile_node(struct scope *s, const pm_node_t *node, bool popped);
void compile_or_nil(struct scope *s, const pm_node_t *node, bool popped); /* node may be NULL */
void compile_statements(struct scope *s, const pm_statements_node_t *node, bool popped);
NORETURN void compile_error(struct scope *s, const pm_node_t *node, const char *what); /* SyntaxError */
/* Body of a method, block or class: BeginNode or StatementsNode or NULL, then leave. */
void compile_body(struct scope *s, const pm_node_t *body, int32_t last_line, uint32_t event);
void body_end(struct scope *s, int32_t last_line, uint32_t event); /* its second half: the value is there */

typedef void compile_fn(struct scope *s, const pm_node_t *node, bool popped);

/* ---- compile/call.c ---- */
struct call_args { /* what was pushed */
    unsigned depth, argc, flags;
    unsigned kw_count;
    ID *kw_names;
};
void compile_args(struct scope *s, const pm_arguments_node_t *args, const pm_node_t *block, struct call_args *out);
void emit_send(struct scope *s, ID mid, const struct call_args *args, VALUE block);
void emit_call(struct scope *s, ID mid, unsigned argc, unsigned flags); /* plain positional arguments */
int64_t site_operand(struct scope *s, ID mid, const struct call_args *args);
VALUE compile_block_iseq(struct scope *s, const pm_node_t *block);
void emit_anonymous(struct scope *s, const char *name); /* the anonymous parameter "*", "**" or "&" */
void emit_binary(struct scope *s, ID mid);
compile_fn compile_call, compile_super, compile_forwarding_super, compile_yield, compile_lambda, compile_match_write;

/* ---- compile/assign.c ---- */
compile_fn compile_local_write, compile_ivar_write, compile_gvar_write, compile_cvar_write, compile_const_write,
    compile_const_path_write, compile_op_write, compile_multi_write, compile_shareable;
void compile_target_from_top(struct scope *s, const pm_node_t *target); /* pops the top into a target */
void emit_local_set(struct scope *s, pm_constant_id_t name, uint32_t depth);
void emit_const_cbase(struct scope *s, const pm_constant_path_node_t *path);

/* ---- compile/def.c ---- */
compile_fn compile_def, compile_class, compile_module, compile_sclass;
/* Compiles the parameters and the other locals of a scope, and the code before the body. params: NULL for none. */
void compile_block_params(struct scope *s, const pm_node_t *params, const pm_constant_id_list_t *locals);
void add_locals(struct scope *s, const pm_constant_id_list_t *locals);

/* ---- compile/flow.c ---- */
enum jump_kind { JUMP_BREAK, JUMP_NEXT, JUMP_REDO };
/* A class body with jumps out of it (scope.jumps) ends by emit_class_end, by `kind` or (-1) at its end.
 * jumps_from_class then takes the definition's value apart and continues the jump.  One value stays on the stack. */
void emit_class_end(struct scope *k, int kind);
void jumps_from_class(struct scope *s, const pm_node_t *node, unsigned jumps);
compile_fn compile_if, compile_unless, compile_while, compile_for, compile_case, compile_and, compile_or, compile_begin,
    compile_rescue_modifier, compile_break, compile_next, compile_redo, compile_retry, compile_return, compile_flip_flop,
    compile_pre_execution, compile_post_execution, compile_parentheses;
void compile_condition(struct scope *s, const pm_node_t *node, struct label *yes, struct label *no);
struct region *region_push(struct scope *s, enum region_kind kind);
void range_open(struct scope *s, struct region *r);
void range_close(struct scope *s, struct region *r);
int region_saved(struct scope *s, struct region *r);

/* ---- compile/cover.c: nothing, unless the file is covered ---- */
void cover_begin(struct compiler *c);
void cover_line(struct scope *s);
void cover_written(struct scope *s, const struct insn *insn);
VALUE cover_base(struct scope *s, const char *type, const pm_node_t *node);              /* nil: off */
int cover_declare(struct scope *s, VALUE base, const char *type, const pm_node_t *node); /* -1: off */
void cover_branch(struct scope *s, int n);                                               /* emits the counting */

/* ---- compile/defined.c ---- */
compile_fn compile_defined;

/* ---- compile/pattern.c ---- */
compile_fn compile_case_match, compile_match_required, compile_match_predicate;

/* ---- compile/lit.c ---- */
compile_fn compile_string_literal, compile_interpolated_string, compile_symbol, compile_interpolated_symbol, compile_xstring,
    compile_interpolated_xstring, compile_regexp, compile_interpolated_regexp, compile_match_last_line,
    compile_interpolated_match_last_line, compile_array, compile_hash, compile_range, compile_embedded;
compile_fn compile_literal;                                          /* numbers, nil, true ... */
bool literal_p(const pm_node_t *node);                               /* literal_value() will do */
VALUE literal_value(struct scope *s, const pm_node_t *node);         /* kept */
VALUE literal_array_or_hash(struct scope *s, const pm_node_t *node); /* frozen, kept; 0: has more than literals */
bool literal_hash_p(const pm_node_list_t *elements);                 /* every key and value is a literal */
VALUE literal_hash(struct scope *s, const pm_node_list_t *elements); /* frozen, kept */
VALUE string_value(struct scope *s, const pm_node_t *node, const pm_string_t *text, pm_node_flags_t flags);
void compile_hash_elements(struct scope *s, const pm_node_list_t *elements); /* pushes one fresh Hash */
void compile_array_elements(struct scope *s, const pm_node_list_t *elements, const pm_node_t *more);

#endif
