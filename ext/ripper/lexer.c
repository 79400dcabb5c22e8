/*
 * lexer.c - the C half of Ripper::Lexer: tokens taken down as they are dispatched (lib/ripper/lexer.rb has the rest).
 *
 * rp_lexer_take replaces the call of each handler that a subclass has not redefined.
 *
 * RLEX-1    `lexed` has what was taken down in the order of dispatch; `places` its offsets, one for each.
 * RLEX-2    States are shared: one frozen Ripper::Lexer::State for each value (`states`).
 */
#include "ext/ripper/ripper.h"

#include <stdlib.h>

static VALUE lexer_class, elem_class, state_class, states;
static ID id_pos, id_event, id_tok, id_state, id_message, id_new;

bool
rp_lexer_handler_p(VALUE owner)
{
    return owner == lexer_class;
}

void
rp_lexer_start(struct ripper *r)
{
    VALUE lexed = RTEST(rb_obj_is_kind_of(r->self, lexer_class)) ? rb_ary_new_capa(r->tok_count) : Qnil;
    RB_OBJ_WRITE(r->self, &r->lexed, lexed);
    r->place_count = 0;
}

static VALUE
shared_state(unsigned bits)
{
    VALUE key = INT2FIX(bits), state = rb_hash_lookup2(states, key, Qundef);
    if (state != Qundef) return state;
    state = rb_funcallv(state_class, id_new, 1, &key);
    rb_hash_aset(states, key, state);
    return state;
}

static VALUE
position(struct ripper *r, uint32_t offset)
{
    int line, column;
    rp_position(r, offset, &line, &column);
    return rb_assoc_new(INT2FIX(line), INT2FIX(column));
}

static VALUE
make(struct ripper *r, unsigned event, VALUE text, uint32_t start, unsigned state)
{
    if (r->lexed_as == LEXED_TEXTS) return text;
    VALUE pos = position(r, start), name = rp_scanner_symbol(event), shared = shared_state(state);
    if (r->lexed_as == LEXED_ARRAYS) {
        VALUE parts[] = {pos, name, text, shared};
        return rb_ary_new_from_values(4, parts);
    }
    VALUE elem = rb_obj_alloc(elem_class);
    rb_ivar_set(elem, id_pos, pos);
    rb_ivar_set(elem, id_event, name);
    rb_ivar_set(elem, id_tok, text);
    rb_ivar_set(elem, id_state, shared);
    rb_ivar_set(elem, id_message, Qnil);
    return elem;
}

static void
take(struct ripper *r, unsigned event, VALUE text, uint32_t start, unsigned state)
{
    if (r->place_count == r->place_capa) {
        uint32_t capa = r->place_capa ? r->place_capa * 2 : r->tok_count + 16;
        uint32_t *places = realloc(r->places, capa * sizeof *places);
        if (!places) rb_memerror();
        r->places = places;
        r->place_capa = capa;
    }
    rb_ary_push(r->lexed, make(r, event, text, start, state));
    r->places[r->place_count++] = start;
}

static VALUE
piece(const struct ripper *r, uint32_t start, uint32_t end)
{
    return rb_enc_str_new((const char *)r->text + start, end - start, r->enc);
}

void
rp_lexer_take(struct ripper *r, uint32_t index)
{
    struct rp_token t = r->tok[index];

    if (t.indent) {
        take(r, SE_ignored_sp, piece(r, t.start, t.start + t.indent), t.start, t.state);
        t.start += t.indent;
        if (t.start == t.end) return;
    }
    take(r, t.event, piece(r, t.start, t.end), t.start, t.state);
}

/* The handler of a token, called by a subclass's: the token that is being dispatched, with the text given. */
static VALUE
lexer_m_push_token(VALUE self, VALUE text)
{
    struct ripper *r = rp_raw(self);

    if (!r->parsing || NIL_P(r->lexed) || r->now_token < 0 || r->now_token >= r->tok_count) return text;
    const struct rp_token *t = &r->tok[r->now_token];
    if (RB_TYPE_P(text, T_STRING) && (uint32_t)RSTRING_LEN(text) == t->end - t->start)
        rp_lexer_take(r, (uint32_t)r->now_token);
    else take(r, t->event, text, t->start, t->state);
    return text;
}

struct place {
    uint32_t offset, index;
};

static int
compare_places(const void *a, const void *b)
{
    const struct place *x = a, *y = b;
    if (x->offset != y->offset) return x->offset < y->offset ? -1 : 1;
    return x->index < y->index ? -1 : x->index > y->index;
}

static VALUE
in_order_of_text(VALUE lexed, const uint32_t *places, uint32_t n)
{
    uint32_t i = 1;
    while (i < n && places[i - 1] <= places[i]) i++;
    if (i >= n || n != (uint32_t)RARRAY_LEN(lexed)) return lexed;
    VALUE buffer;
    struct place *sorted = ALLOCV_N(struct place, buffer, n);
    for (i = 0; i < n; i++) sorted[i] = (struct place){places[i], i};
    qsort(sorted, n, sizeof *sorted, compare_places);
    VALUE order = rb_ary_new_capa(n);
    for (i = 0; i < n; i++) rb_ary_push(order, rb_ary_entry(lexed, sorted[i].index));
    ALLOCV_END(buffer);
    return order;
}

/* Parses, and returns what was taken down.
 *   kind    :elems in the order of dispatch, :sorted_elems, :arrays or :texts in the order of the text */
static VALUE
lexer_m_take_down(VALUE self, VALUE kind)
{
    struct ripper *r = rp_raw(self);
    ID id = rb_sym2id(kind);
    bool sorted = id != rb_intern("elems");

    r->lexed_as = id == rb_intern("arrays") ? LEXED_ARRAYS : id == rb_intern("texts") ? LEXED_TEXTS : LEXED_ELEMS;
    rp_m_parse(self);
    VALUE lexed = r->lexed;
    r->lexed = Qnil;
    if (NIL_P(lexed)) return rb_ary_new();
    if (sorted) lexed = in_order_of_text(lexed, r->places, r->place_count);
    free(r->places);
    r->places = NULL;
    r->place_count = r->place_capa = 0;
    return lexed;
}

void
Init_ripper_lexer(void)
{
    lexer_class = rb_define_class_under(rp_class, "Lexer", rp_class);
    elem_class = rb_define_class_under(lexer_class, "Elem", rb_cObject);
    state_class = rb_define_class_under(lexer_class, "State", rb_cObject);
    states = rb_hash_new();
    rb_gc_register_mark_object(lexer_class);
    rb_gc_register_mark_object(elem_class);
    rb_gc_register_mark_object(state_class);
    rb_gc_register_mark_object(states);
    id_pos = rb_intern("@pos");
    id_event = rb_intern("@event");
    id_tok = rb_intern("@tok");
    id_state = rb_intern("@state");
    id_message = rb_intern("@message");
    id_new = rb_intern("new");
    rb_define_private_method(lexer_class, "_push_token", lexer_m_push_token, 1);
    rb_define_private_method(lexer_class, "take_down", lexer_m_take_down, 1);
#define X(name) rb_define_private_method(lexer_class, "on_" #name, lexer_m_push_token, 1);
    RIPPER_SCANNER_EVENTS(X)
#undef X
}
