/*
 * regexp/extent.c - how much text a part of a pattern takes, and whether a match has to end where the text ends.
 *
 * A pattern that ends in \z and takes at most n bytes can only begin in the last n bytes of a text.  A search skips the
 * places before them (EXTENT-1).  The answers are bounds: a minimum may be too small and a maximum too large.
 */
#include "internal/regexp/extent.h"
#include "internal/regexp/emit.h"

enum {
    CHAR_BYTES_MAX = 8,   /* no encoding has a longer character (CESU-8 has six bytes) */
    FOLD_CHARS_MAX = 3,   /* characters that equal one, ignoring case */
    EXTENT_MAX = 1 << 20, /* bytes: a larger maximum is RE_EXTENT_UNKNOWN */
};

/* Returns the least number of characters that one of the nodes n, n->next, ... takes. */
static int64_t
re_least_of(const struct re_node *n)
{
    int64_t least = -1;
    for (; n; n = n->next) {
        int64_t chars = re_min_chars(n);
        if (least < 0 || chars < least) least = chars;
    }
    return least;
}

int64_t
re_min_chars(const struct re_node *n)
{
    int64_t sum = 0;
    switch ((enum re_node_type)n->type) {
    case N_CHAR:
    case N_SET:
    case N_ANY:
    case N_CLUSTER: return 1;
    case N_SEQ:
        for (const struct re_node *k = n->child; k; k = k->next) sum += re_min_chars(k);
        return sum;
    case N_ALT:
    case N_COND: return re_least_of(n->child);
    case N_CAPTURE:
    case N_GROUP:
    case N_ATOMIC: return re_min_chars(n->child);
    case N_REPEAT: return n->n ? re_min_chars(n->child) : 0;
    default: return 0;
    }
}

static int64_t re_max_bytes(const struct re_node *n);

/* Returns the sum, or for alternatives the largest, of what n, n->next, ... take at most. */
static int64_t
re_max_bytes_of_list(const struct re_node *n, bool alternatives)
{
    int64_t most = 0;
    for (; n; n = n->next) {
        int64_t bytes = re_max_bytes(n);
        if (bytes == RE_EXTENT_UNKNOWN) return bytes;
        if (!alternatives) most += bytes;
        else if (bytes > most) most = bytes;
        if (most > EXTENT_MAX) return RE_EXTENT_UNKNOWN;
    }
    return most;
}

/* Returns the bytes that n takes at most. */
static int64_t
re_max_bytes(const struct re_node *n)
{
    switch ((enum re_node_type)n->type) {
    case N_EMPTY:
    case N_ASSERT:
    case N_LOOK:
    case N_KEEP: return 0;
    case N_CHAR:
    case N_SET: return CHAR_BYTES_MAX * FOLD_CHARS_MAX;
    case N_ANY: return CHAR_BYTES_MAX;
    case N_SEQ: return re_max_bytes_of_list(n->child, false);
    case N_ALT:
    case N_COND: return re_max_bytes_of_list(n->child, true);
    case N_CAPTURE:
    case N_GROUP:
    case N_ATOMIC: return re_max_bytes(n->child);
    case N_REPEAT: {
        int64_t once = re_max_bytes(n->child);
        if (once <= 0) return once;
        return n->m < 0 || n->m > EXTENT_MAX / once ? RE_EXTENT_UNKNOWN : n->m * once;
    }
    case N_BACKREF:
    case N_CALL:
    case N_ABSENT:
    case N_CLUSTER: return RE_EXTENT_UNKNOWN;
    }
    return RE_EXTENT_UNKNOWN;
}

static int64_t re_bytes_left(const struct re_node *n);

/* Returns what re_bytes_left() answers for the last node of a sequence that takes text or is bound to a place. */
static int64_t
re_bytes_left_of_sequence(const struct re_node *n)
{
    const struct re_node *last = NULL;
    for (const struct re_node *k = n->child; k; k = k->next)
        if (k->type != N_EMPTY && k->type != N_KEEP && k->type != N_LOOK) last = k;
    return last ? re_bytes_left(last) : RE_EXTENT_UNKNOWN;
}

/* Returns how many bytes of the text a match of n leaves behind it at most; unknown if n may end anywhere. */
static int64_t
re_bytes_left(const struct re_node *n)
{
    int64_t most = RE_EXTENT_UNKNOWN;
    switch ((enum re_node_type)n->type) {
    case N_ASSERT: return n->mode == AT_TEXT_END ? 0 : n->mode == AT_LAST_LINE ? CHAR_BYTES_MAX : RE_EXTENT_UNKNOWN;
    case N_SEQ: return re_bytes_left_of_sequence(n);
    case N_CAPTURE:
    case N_GROUP:
    case N_ATOMIC: return re_bytes_left(n->child);
    case N_ALT:
        for (const struct re_node *k = n->child; k; k = k->next) {
            int64_t bytes = re_bytes_left(k);
            if (bytes == RE_EXTENT_UNKNOWN) return bytes;
            if (bytes > most) most = bytes;
        }
        return most;
    default: return RE_EXTENT_UNKNOWN;
    }
}

int32_t
re_bytes_before_end(const struct re_node *root)
{
    int64_t left = re_bytes_left(root), taken = left == RE_EXTENT_UNKNOWN ? left : re_max_bytes(root);
    return taken == RE_EXTENT_UNKNOWN ? RE_EXTENT_UNKNOWN : (int32_t)(taken + left);
}
