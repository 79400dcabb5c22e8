/*
 * regexp/parse.h - what the files of the parser share: regexp/parse.c, parse_escape.c, parse_class.c, parse_name.c.
 *
 * Owns      struct re_parser.
 * Uses      tree.h
 */
#ifndef FACET_INTERNAL_RE_PARSE_H
#define FACET_INTERNAL_RE_PARSE_H

#include "internal/regexp/tree.h"

enum re_charset { SET_DEFAULT, SET_ASCII, SET_UNICODE }; /* (?d) (?a) (?u) */

struct re_modes {
    bool icase, extended, multiline;
    uint8_t charset;
    bool behind; /* inside a look-behind: one character matches one character */
};
/* An open parenthesis, or the part from (?i) until its group closes. */
struct re_frame {
    struct re_node *open; /* the node that it makes; NULL: the whole pattern, or (?i) */
    bool implied;         /* (?i): closes with what is around it */
    struct re_node *alts, *alts_last, *seq, *seq_last;
    struct re_modes outer;
};
/* A reference by name or number, settled when all groups are known. */
struct re_reference {
    struct re_node *node;
    const char *name; /* NULL: by number */
    size_t len;
    int number, groups_before;
    bool relative;
};
struct re_parser {
    struct re_tree *t;
    const uint64_t *begin, *p, *e;
    struct re_modes modes;
    struct re_frame *frames;
    size_t depth, frames_capa;
    struct re_reference *refs;
    size_t refs_n, refs_capa;
    struct re_name **table; /* open addressing; a power of two */
    size_t table_size;
    int captures_capa, all_groups; /* all_groups: before unnamed ones are dropped next to named ones */
    int class_depth;
    bool numbered_refs, named;
    bool begun; /* something other than blanks and comments was read */
};

/* Returns the character as syntax, or 0 for one that an escape made literal or that is beyond ASCII. */
static inline unsigned
re_peek(const struct re_parser *x, ptrdiff_t ahead)
{
    if (x->e - x->p <= ahead) return 0;
    uint64_t c = x->p[ahead];
    return c < 0x80 ? (unsigned)c : 0;
}

/* ---- regexp/parse_name.c ---- */
enum re_name_kind { NAME_OF_GROUP, NAME_OF_REF, NAME_OF_CALL, NAME_OF_COND };
/* Reads a name or number up to `close`, p behind the opening delimiter; a level (+1) for a reference. */
struct re_reference re_parse_name(struct re_parser *x, unsigned close, enum re_name_kind kind, int *level, bool *has_level);
void re_name_add(struct re_parser *x, const char *name, size_t len, int group);
struct re_name *re_name_find(const struct re_parser *x, const char *name, size_t len);
/* Returns the group name of r, or fails if no group before has it. */
struct re_name *re_name_must_exist(struct re_parser *x, const struct re_reference *r);
void re_reference_add(struct re_parser *x, struct re_reference ref);
void re_settle_references(struct re_parser *x);

/* ---- regexp/parse_escape.c ---- */
struct re_node *re_parse_escape(struct re_parser *x); /* p behind the backslash */
/* Reads an escape that means a set (\d \p{...}) and adds it to s.  Returns false, and leaves p unchanged, if it is
 * another escape. */
bool re_escape_set(struct re_parser *x, struct re_cset *s);
/* Reads an escape for one character: \n, \101. */
uint32_t re_escape_char(struct re_parser *x);

/* ---- regexp/parse_class.c ---- */
struct re_node *re_parse_class(struct re_parser *x); /* p behind the bracket */
struct re_node *re_char_node(struct re_parser *x, uint32_t c);

#endif
