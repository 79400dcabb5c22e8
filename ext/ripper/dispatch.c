/*
 * dispatch.c - calls the handlers of events, in their order.
 *
 * Ripper's own handlers are not called.  That of a token would return its text, which is made only if the walk uses it.  That of
 * a parser's event would return its first argument.
 *
 * Uses      ripper.h, internal/class.h
 */
#include "ext/ripper/ripper.h"

#include "internal/class.h"

static ID parser_ids[PE_COUNT], scanner_ids[SE_COUNT];

void
rp_dispatch_init(void){
#define X(name, argc) parser_ids[PE_##name] = rb_intern("on_" #name);
    RIPPER_PARSER_EVENTS(X)
#undef X
#define X(name) scanner_ids[SE_##name] = rb_intern("on_" #name);
        RIPPER_SCANNER_EVENTS(X)
#undef X
}

VALUE rp_scanner_symbol(unsigned event)
{
    return ID2SYM(scanner_ids[event]);
}

/* Returns whether the program defines the handler. */
static bool
own_p(VALUE klass, ID id)
{
    const struct method_entry *me = method_lookup(klass, id);
    return !me || (me->owner != rp_class && !rp_lexer_handler_p(me->owner)) || me->def->kind != METHOD_CFUNC;
}

/* Returns whether the event needs no walk over the tree. */
static bool
problem_event_p(int event)
{
    switch (event) {
    case PE_alias_error:
    case PE_arg_ambiguous:
    case PE_assign_error:
    case PE_class_name_error:
    case PE_magic_comment:
    case PE_operator_ambiguous:
    case PE_param_error:
    case PE_parse_error: return true;
    default: return false;
    }
}

void
rp_dispatch_start(struct ripper *r)
{
    VALUE klass = CLASS_OF(r->self);
    r->walk = false;
    for (int i = 0; i < PE_COUNT; i++)
        if ((r->own_parser[i] = own_p(klass, parser_ids[i])) && !problem_event_p(i)) r->walk = true;
    for (int i = 0; i < SE_COUNT; i++) r->own_scanner[i] = own_p(klass, scanner_ids[i]);
    VALUE values = r->walk ? rb_ary_new_capa(r->tok_count) : Qnil;
    RB_OBJ_WRITE(r->self, &r->values, values);
    r->next = 0;
    r->last = -1;
    r->now_token = -1;
    r->detached = r->primary = r->operand = NULL;
    rp_lexer_start(r);
}

VALUE
rp_event(struct ripper *r, enum ripper_parser_event event, int argc, const VALUE *argv)
{
    if (!r->own_parser[event]) return argc ? argv[0] : Qnil;
    return rb_funcallv(r->self, parser_ids[event], argc, argv);
}

/* ---- places ---- */

/* Line as counted from first_line, column in bytes. */
void
rp_position(struct ripper *r, uint32_t offset, int *line, int *column)
{
    const pm_newline_list_t *lines = &r->parser->newline_list;
    size_t at = r->line_cursor;

    if (at >= lines->size || lines->offsets[at] > offset) at = 0;
    if (at == 0 && offset > 4096) { /* far off: halve */
        size_t low = 0, high = lines->size;
        while (high - low > 1) {
            size_t middle = (low + high) / 2;
            if (lines->offsets[middle] <= offset) low = middle;
            else high = middle;
        }
        at = low;
    }
    while (at + 1 < lines->size && lines->offsets[at + 1] <= offset) at++;
    r->line_cursor = (uint32_t)at;
    *line = (int)at + r->first_line;
    uint32_t start = (uint32_t)lines->offsets[at];
    if (at == 0 && r->size >= 3 && memcmp(r->text, "\xEF\xBB\xBF", 3) == 0) start = 3;
    *column = offset > start ? (int)(offset - start) : 0;
}

uint32_t
rp_find(const struct ripper *r, uint32_t offset)
{
    uint32_t low = 0, high = r->tok_count;

    if (!r->by_pos && r->last >= 0 && r->last < r->tok_count && r->tok[r->last].start <= offset) {
        low = (uint32_t)r->last;
        for (uint32_t step = 0; step < 8 && low + 1 < high && r->tok[low + 1].start <= offset; step++) low++;
        if (low + 1 >= high || r->tok[low + 1].start > offset) goto found;
    }
    while (high - low > 1) {
        uint32_t middle = (low + high) / 2;
        uint32_t index = r->by_pos ? r->by_pos[middle] : middle;
        if (r->tok[index].start <= offset) low = middle;
        else high = middle;
    }
found:
    if (!r->tok_count) return 0;
    for (;;) { /* of tokens without text at one place the first with text */
        uint32_t index = r->by_pos ? r->by_pos[low] : low;
        if (r->tok[index].event != SE_NONE || low == 0) return index;
        low--;
    }
}

uint32_t
rp_next_significant(const struct ripper *r, int64_t index)
{
    for (uint32_t i = (uint32_t)(index + 1); i < r->tok_count; i++)
        if (r->tok[i].flags & RT_SIGNIFICANT) return i;
    return r->tok_count;
}

/* ---- tokens ---- */

static VALUE
token_text(const struct ripper *r, const struct rp_token *t)
{
    return rb_enc_str_new((const char *)r->text + t->start, t->end - t->start, r->enc);
}

static void
dispatch_token(struct ripper *r, uint32_t index)
{
    const struct rp_token *t = &r->tok[index];

    rp_report_problems(r, index);
    r->next = index + 1;
    r->now_token = index;
    r->now_offset = t->start;
    r->now_line_before = false;
    r->now_lines = 0;
    if (t->event != SE_NONE) r->now_state = t->state;
    if (r->debug && t->flags & RT_SIGNIFICANT) rp_debug_token(r, index);
    if (t->event != SE_NONE && r->own_scanner[t->event]) {
        VALUE text = token_text(r, t);
        VALUE value = rb_funcallv(r->self, scanner_ids[t->event], 1, &text);
        if (r->walk && t->flags & RT_SIGNIFICANT) rb_ary_store(r->values, index, value);
    } else if (!NIL_P(r->lexed) && t->event != SE_NONE) rp_lexer_take(r, index);
    r->now_offset = r->tok[index].after;
    r->now_lines = r->tok[index].lines;
    t = &r->tok[index];
    r->now_line_before = r->now_offset > 0 && !(t->event == SE_tstring_content &&
                                                !(t->flags & RT_HEREDOC)); /* behind a line end is still its line */
}

static void
dispatch_through(struct ripper *r, int64_t index)
{
    while (r->next < r->tok_count && (int64_t)r->next <= index) dispatch_token(r, r->next);
}

VALUE
rp_tok_value(struct ripper *r, uint32_t index)
{
    if (index >= r->tok_count) return Qnil;
    if (r->own_scanner[r->tok[index].event]) return rb_ary_entry(r->values, index);
    return token_text(r, &r->tok[index]);
}

void
rp_shift_index(struct ripper *r, uint32_t index)
{
    if (index >= r->tok_count) index = r->tok_count - 1;
    dispatch_through(r, index);
    if (index > r->last) r->last = index;
}

VALUE
rp_tok(struct ripper *r, const uint8_t *p)
{
    if (!r->tok_count || !p) return Qnil;
    uint32_t index = rp_find(r, (uint32_t)(p - r->text));
    rp_shift_index(r, index);
    return rp_tok_value(r, index);
}

void
rp_shift(struct ripper *r, const uint8_t *p)
{
    if (!r->tok_count || p <= r->text) return;
    rp_shift_index(r, rp_find(r, (uint32_t)(p - 1 - r->text)));
}

void
rp_look(struct ripper *r)
{
    dispatch_through(r, rp_next_significant(r, r->last));
}

void
rp_dispatch_rest(struct ripper *r)
{
    dispatch_through(r, r->tok_count);
    rp_report_problems(r, r->tok_count);
}
