/*
 * regexp/search.c - where a match may begin, and the pauses of a long one.
 */
#include "internal/regexp/machine.h"

#include <stdlib.h>
#include <string.h>

enum {
    FUEL = LIMIT(8192, 7),        /* steps between two pauses: some ten microseconds */
    MEMO_STEPS = LIMIT(8192, 16), /* steps, and per byte of text, after which failures are kept */
    MEMO_STEPS_BYTE = LIMIT(8, 1),
    SPARE_ENTRIES = LIMIT(4096, 8), /* a stack that grew beyond is given back */
};

enum { RE_HOPELESS = -10 }; /* no place further on will do either */

static struct re_machine *spare;
static uint64_t last_steps;

static struct re_machine *
re_machine_take(const struct re_prog *p)
{
    struct re_machine *m = spare;
    if (m) spare = m->next;
    else if (!(m = calloc(1, sizeof *m))) return NULL;
    if (m->slots_capa < (size_t)p->slots) {
        int64_t *slots = realloc(m->slots, (size_t)p->slots * sizeof *slots);
        if (slots) {
            m->slots = slots;
            m->slots_capa = (size_t)p->slots;
        }
    }
    if (m->slots_capa < (size_t)p->slots || (!m->stack && !re_stack_grow(m))) {
        m->next = spare;
        spare = m;
        return NULL;
    }
    m->p = p;
    return m;
}

static void
re_machine_give(struct re_machine *m)
{
    re_memo_stop(m);
    last_steps = m->steps;
    if (m->room - m->stack > SPARE_ENTRIES) {
        free(m->stack);
        m->stack = m->top = m->room = NULL;
    }
    m->next = spare;
    spare = m;
}

uint64_t
re_engine_steps(void)
{
    return last_steps;
}

/* Looked at once a match takes long: a text that every match has, and that is not here. */
static bool
re_hopeless(const struct re_machine *m, size_t at)
{
    const struct re_prog *p = m->p;
    return p->needed_n && !memmem(m->str + at, m->len - at, p->lits + p->needed, (size_t)p->needed_n);
}

/* One place.  RE_NONE, RE_HOPELESS, RE_STOPPED, RE_NO_MEMORY, or where the match ends. */
static intptr_t
re_attempt(struct re_machine *m, struct re_text *text, size_t at)
{
    int groups = 2 * (m->p->groups + 1);
    for (int i = 2; i < groups; i++) m->slots[i] = -1;
    m->slots[0] = (int64_t)at;
    m->top = m->stack;
    m->frame = -1;
    m->depth = 0;
    m->limit = m->len;
    for (bool resume = false;; resume = true) {
        switch (re_run(m, 0, at, resume)) {
        case RUN_MATCH: return (intptr_t)m->slots[1];
        case RUN_FAIL: return RE_NONE;
        case RUN_NO_MEMORY: return RE_NO_MEMORY;
        case RUN_PAUSE: break;
        }
        if (m->steps == 0 && re_hopeless(m, at)) return RE_HOPELESS;
        m->steps += (uint64_t)(FUEL -
                               m->fuel); /* a loop over one kind of character may have taken more fuel than was left */
        m->fuel = FUEL;
        if (m->steps > MEMO_STEPS + MEMO_STEPS_BYTE * m->len) re_memo_start(m);
        if (text->check && !text->check(text)) return RE_STOPPED;
        m->str = (const uint8_t *)text->str;
    }
}

/* ---- candidates ---- */

enum { NOWHERE = -1 };

static intptr_t
re_next_of_sets(const struct re_start *st, const uint8_t *str, size_t at, size_t len)
{
    if (st->n == 1) {
        for (; at < len; at++)
            if (st->mask[str[at]]) return (intptr_t)at;
        return NOWHERE;
    }
    unsigned state = 0, goal = 1u << (st->n - 1);
    for (size_t i = at; i < len; i++) {
        state = (state << 1 | 1) & st->mask[str[i]];
        if (state & goal) return (intptr_t)(i + 1 - st->n);
    }
    return NOWHERE;
}

static intptr_t
re_next_line(const uint8_t *str, size_t at, size_t len)
{
    if (at == 0) return 0;
    if (at > len) return NOWHERE;
    const uint8_t *p = memchr(str + at - 1, '\n', len - at + 1);
    return p && (size_t)(p + 1 - str) < len ? p + 1 - str : NOWHERE;
}

static intptr_t
re_found(const uint8_t *str, const void *p)
{
    return p ? (const uint8_t *)p - str : NOWHERE;
}

/* Searches by bytes, in an encoding that shows in each byte whether a character begins there. */
static intptr_t
re_next_by_bytes(const struct re_machine *m, const struct re_start *st, size_t at)
{
    const uint8_t *str = m->str;
    intptr_t hit;
    switch ((enum re_start_kind)st->kind) {
    case START_BYTE: return re_found(str, memchr(str + at, st->bytes[0], m->len - at));
    case START_STRING: return re_found(str, memmem(str + at, m->len - at, st->bytes, st->n));
    case START_SETS:
        do hit = re_next_of_sets(st, str, at, m->len), at = (size_t)hit + 1;
        while (hit >= 0 && m->p->utf8 && (str[hit] & 0xc0) == 0x80);
        return hit;
    case START_LINE: return re_next_line(str, at, m->len);
    default: return (intptr_t)at;
    }
}

/* The first place at or after `at`, which begins a character, where a match may begin. */
static intptr_t
re_next_start(const struct re_machine *m, const struct re_start *st, size_t at)
{
    const struct re_prog *p = m->p;
    if (st->kind == START_TEXT) return at == 0 ? 0 : NOWHERE;
    if (st->kind == START_G) return at <= m->begin ? (intptr_t)m->begin : NOWHERE;
    if (st->not_at_end && at >= m->len) return NOWHERE;
    if (p->utf8 || enc_single_p(p->enc)) return re_next_by_bytes(m, st, at);
    if (st->kind < START_BYTE) return (intptr_t)at;
    while (at < m->len && !(st->mask[m->str[at]] & 1)) at += re_char_bytes(p, m->str + at, m->str + m->len);
    return at < m->len ? (intptr_t)at : NOWHERE;
}

/* Returns the first character at or after `from` where a match may begin that has to reach the end of the text (EXTENT-1). */
static size_t
re_skip_to_end(const struct re_machine *m, size_t from)
{
    const struct re_prog *p = m->p;
    if (p->before_end < 0 || m->len - from <= (size_t)p->before_end) return from;
    const char *str = (const char *)m->str;
    size_t at = (size_t)(enc_left_adjust(p->enc, str, str + m->len - p->before_end, str + m->len) - str);
    return at > from ? at : from;
}

static intptr_t
search_forward(struct re_machine *m, struct re_text *text, size_t from)
{
    const struct re_start *st = m->p->start;
    from = re_skip_to_end(m, from);
    for (size_t at = from;;) {
        intptr_t start = re_next_start(m, st, at);
        if (start < 0) return RE_NONE;
        intptr_t end = re_attempt(m, text, (size_t)start);
        if (end != RE_NONE) return end;
        at = (size_t)start;
        if (at >= m->len || st->dot_all) return RE_NONE;
        if (st->dot_star) { /* behind the next newline */
            const uint8_t *nl = memchr(m->str + at, '\n', m->len - at);
            if (!nl) return RE_NONE;
            at = (size_t)(nl + 1 - m->str);
        } else at += re_char_bytes(m->p, m->str + at, m->str + m->len);
    }
}

static intptr_t
search_back(struct re_machine *m, struct re_text *text, size_t from)
{
    const struct re_prog *p = m->p;
    size_t at = (size_t)(enc_left_adjust(p->enc, text->str, text->str + from, text->str + m->len) - text->str);
    for (;;) {
        intptr_t end = re_attempt(m, text, at);
        if (end != RE_NONE && end != RE_HOPELESS) return end; /* in what is before there may be hope */
        if (at == 0) return RE_NONE;
        at = (size_t)(re_char_before(p, m->str, m->str + at, m->str + m->len) - m->str);
    }
}

/* ---- results ---- */

static bool
re_write_out(const struct re_machine *m, struct re_offsets *out)
{
    int n = m->p->groups + 1;
    if (out->capa < n) {
        intptr_t *beg = realloc(out->beg, sizeof *beg * (size_t)n);
        if (beg) out->beg = beg;
        intptr_t *end = realloc(out->end, sizeof *end * (size_t)n);
        if (end) out->end = end;
        if (!beg || !end) return false;
        out->capa = n;
    }
    out->count = n;
    for (int i = 0; i < n; i++) {
        bool part = m->slots[2 * i + 1] >= 0;
        out->beg[i] = part ? (intptr_t)m->slots[2 * i] : -1;
        out->end[i] = part ? (intptr_t)m->slots[2 * i + 1] : -1;
    }
    return true;
}

enum how { FORWARD, BACK, ANCHORED };

static intptr_t
search(struct re_prog *p, struct re_text *text, size_t from, enum how how, struct re_offsets *out)
{
    if (!p->start && !(p->start = re_start_new(p))) return RE_NO_MEMORY;
    struct re_machine *m = re_machine_take(p);
    if (!m) return RE_NO_MEMORY;
    m->str = (const uint8_t *)text->str;
    m->len = text->len;
    m->begin = from;
    m->fuel = FUEL;
    m->steps = 0;
    p->users++;
    intptr_t end = how == FORWARD ? search_forward(m, text, from)
                   : how == BACK  ? search_back(m, text, from)
                                  : re_attempt(m, text, from);
    m->steps += (uint64_t)(FUEL - m->fuel);
    if (m->fuel < 0 && end >= RE_NONE && text->check && !text->check(text)) end = RE_STOPPED; /* long without a pause */
    intptr_t result = end == RE_HOPELESS ? RE_NONE : end;
    if (end >= 0) result = how == ANCHORED ? end - (intptr_t)from : (intptr_t)m->slots[0];
    if (end >= 0 && out && !re_write_out(m, out)) result = RE_NO_MEMORY;
    re_machine_give(m);
    if (--p->users == 0 && p->dead) re_engine_free(p);
    return result;
}

intptr_t
re_engine_search(struct re_prog *p, struct re_text *text, size_t from, bool back, struct re_offsets *out)
{
    return search(p, text, from, back ? BACK : FORWARD, out);
}

intptr_t
re_engine_match(struct re_prog *p, struct re_text *text, size_t at, struct re_offsets *out)
{
    return search(p, text, at, ANCHORED, out);
}
