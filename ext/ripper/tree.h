/*
 * tree.h - what the parts of the walk share (tree.c, tree_*.c).
 *
 * rp_node goes over a node's tokens from left to right and dispatches its events bottom up; it returns the value of the last one.
 * Each part owns a family of nodes; rp_node selects the part.
 *
 * RTREE-1   After rp_node the last token gone over is the node's last one (heredocs: the end of the heredoc).
 * RTREE-2   EV(event, ...) dispatches at once.  Where the grammar has to look ahead before it reduces, rp_look comes before it.
 * RTREE-3   rp_node calls vm_check_machine_stack, because it recurs.
 */
#ifndef FACET_EXT_RIPPER_TREE_H
#define FACET_EXT_RIPPER_TREE_H

#include "ext/ripper/ripper.h"

/* Arguments are evaluated once, left to right; at least one of them. */
#define EV(event, ...) rp_event(r, PE_##event, (int)(sizeof((VALUE[]){__VA_ARGS__}) / sizeof(VALUE)), (VALUE[]){__VA_ARGS__})
#define EV0(event) rp_event(r, PE_##event, 0, NULL)
#define NODE(type, name, from) const pm_##type##_node_t *name = (const pm_##type##_node_t *)(from)

typedef const pm_node_t *node_t;

/* ---- tree.c ---- */
VALUE rp_node(struct ripper *r, node_t node);
/* Statements, or void_stmt if there are none.  terms: `;` or line ends may come first and make a void_stmt of their own. */
VALUE rp_statements(struct ripper *r, const pm_statements_node_t *statements);
VALUE rp_body(struct ripper *r, node_t body); /* the same for Statements, Begin (implicit) or one node */
/* A body with rescue and so on; `end` is where its `end` begins. */
VALUE rp_bodystmt(struct ripper *r, node_t body, const uint8_t *end);
void rp_skip_term(struct ripper *r);       /* a line end or `;` that a rule takes before the statements */
void rp_look_past_terms(struct ripper *r); /* the same, all of them, and reads what follows */
VALUE rp_var_ref(struct ripper *r, const uint8_t *start);
static inline bool
loc_p(const pm_location_t *loc)
{
    return loc->start != NULL && loc->end > loc->start;
}
static inline VALUE
rp_tok_opt(struct ripper *r, const pm_location_t *loc)
{
    return loc_p(loc) ? rp_tok(r, loc->start) : Qnil;
}
VALUE rp_operator(const pm_location_t *loc); /* as a Symbol */

/* ---- tree_call.c ---- */
VALUE rp_call_node(struct ripper *r, node_t node);
/* Arguments of a call; nil: there are none.  array: of a literal, without the block. */
VALUE rp_arguments(struct ripper *r, const pm_arguments_node_t *arguments, node_t block, const pm_location_t *closing);
VALUE rp_list(struct ripper *r, const pm_node_list_t *list);           /* args_add of args_new; nil: empty */
VALUE rp_jump(struct ripper *r, node_t node);                          /* return, break, next, yield, super */
bool rp_block_call_p(node_t node);                                     /* a command with a `do` block, a call on its value */
bool rp_command_p(node_t node);                                        /* a call with arguments and without parentheses */
VALUE rp_assoc_list(struct ripper *r, const pm_node_list_t *elements); /* Array of values */

/* ---- tree_block.c ---- */
VALUE rp_block(struct ripper *r, const pm_block_node_t *block);
VALUE rp_lambda(struct ripper *r, const pm_lambda_node_t *lambda);
/* block: defaults are primaries */
VALUE rp_parameters(struct ripper *r, const pm_parameters_node_t *parameters, bool block);
VALUE rp_empty_parameters(struct ripper *r);

/* ---- tree_def.c ---- */
VALUE rp_definition(struct ripper *r, node_t node);

/* ---- tree_flow.c ---- */
VALUE rp_flow(struct ripper *r, node_t node);

/* ---- tree_assign.c ---- */
VALUE rp_assignment(struct ripper *r, node_t node);
VALUE rp_target(struct ripper *r, node_t node);
VALUE rp_mrhs(struct ripper *r, const pm_node_list_t *list); /* at least two values, or one with a `*` */
VALUE rp_call_assignment(struct ripper *r, const pm_call_node_t *call);
VALUE rp_multi_target(struct ripper *r, const pm_node_list_t *lefts, node_t rest, const pm_node_list_t *rights);

/* ---- tree_literal.c ---- */
VALUE rp_literal(struct ripper *r, node_t node);
/* A key.  *text: it is `"...":`, whose dyna_symbol comes with its pair. */
VALUE rp_label(struct ripper *r, node_t node, bool *text);

/* ---- tree_pattern.c ---- */
VALUE rp_case_in(struct ripper *r, const pm_case_match_node_t *node);
VALUE rp_match(struct ripper *r, node_t node);
VALUE rp_pattern(struct ripper *r, node_t node);

#endif
