/*
 * ripper.c - `require "ripper.so"`: class Ripper, its events' default handlers, its constants.
 *
 * Uses      ripper.h
 * Checked   test/test_ripper.rb
 */
#include "ext/ripper/ripper.h"

#include <stdlib.h>

VALUE rp_class;

static void
rp_mark(void *p)
{
    struct ripper *r = p;
    rb_gc_mark(r->self);
    rb_gc_mark(r->source);
    rb_gc_mark(r->filename);
    rb_gc_mark(r->values);
    rb_gc_mark(r->lexed);
    rb_gc_mark(r->messages);
    rb_gc_mark(r->debug_output);
}

/* Frees the memory of a parse. */
static void
rp_release(struct ripper *r)
{
    rp_release_tree(r);
    free(r->text);
    free(r->tok);
    free(r->by_pos);
    free(r->heredocs);
    free(r->problems);
    free(r->regexps);
    r->regexps = NULL;
    r->regexp_count = 0;
    r->text = NULL;
    r->tok = NULL;
    r->by_pos = NULL;
    r->heredocs = NULL;
    r->problems = NULL;
    r->tok_count = r->tok_capa = r->heredoc_count = r->heredoc_capa = r->problem_count = r->problem_next = 0;
}

static void
rp_free(void *p)
{
    rp_release(p);
    free(((struct ripper *)p)->places);
    free(p);
}

static size_t
rp_memsize(const void *p)
{
    const struct ripper *r = p;
    return sizeof *r + r->size + r->tok_capa * sizeof *r->tok;
}

static const rb_data_type_t rp_type = {
    .wrap_struct_name = "ripper",
    .flags = RUBY_TYPED_WB_PROTECTED | RUBY_TYPED_FREE_IMMEDIATELY,
    .function = {.dmark = rp_mark, .dfree = rp_free, .dsize = rp_memsize},
};

static VALUE
rp_s_alloc(VALUE klass)
{
    struct ripper *r = calloc(1, sizeof *r);
    if (!r) rb_memerror();
    r->source = r->filename = r->values = r->lexed = r->messages = r->debug_output = r->self = Qnil;
    r->now_token = -1;
    r->first_line = 1;
    return TypedData_Wrap_Struct(klass, &rp_type, r);
}

struct ripper *
rp_raw(VALUE self)
{
    struct ripper *r;
    TypedData_Get_Struct(self, struct ripper, &rp_type, r);
    return r;
}

static struct ripper *
rp_get(VALUE self)
{
    struct ripper *r = rp_raw(self);
    if (NIL_P(r->self)) rb_raise(rb_eArgError, "method called for uninitialized object");
    return r;
}

static VALUE
rp_m_initialize(int argc, VALUE *argv, VALUE self)
{
    struct ripper *r = rp_raw(self);
    VALUE source, filename, line;

    rb_scan_args(argc, argv, "12", &source, &filename, &line);
    if (r->parsing) rb_raise(rb_eArgError, "Ripper#initialize called while parsing");
    if (!rb_respond_to(source, rb_intern("gets"))) {
        StringValue(source);
        source = rb_str_new_frozen(source);
    }
    if (NIL_P(filename)) filename = rb_str_freeze(rb_str_new_cstr("(ripper)"));
    else {
        StringValueCStr(filename);
        filename = rb_str_new_frozen(filename);
    }
    r->first_line = NIL_P(line) ? 1 : NUM2INT(line);
    RB_OBJ_WRITE(self, &r->source, source);
    RB_OBJ_WRITE(self, &r->filename, filename);
    RB_OBJ_WRITE(self, &r->self, self);
    r->enc = RB_TYPE_P(source, T_STRING) ? rb_enc_get(source) : rb_utf8_encoding();
    return Qnil;
}

/* ---- parse ---- */

static VALUE
parse_body(VALUE self)
{
    struct ripper *r = rp_raw(self);
    VALUE result;

    rp_read_source(r);
    rp_tokenize(r);
    rb_encoding *enc = rb_enc_find((const char *)r->parser->encoding->name);
    if (enc) r->enc = enc;
    r->error = r->parser->error_list.size > 0;
    rp_find_problems(r); /* may set error */
    rp_dispatch_start(r);
    result = r->walk ? rp_walk(r) : Qnil;
    rp_dispatch_rest(r);
    return result;
}

static VALUE
parse_done(VALUE self)
{
    struct ripper *r = rp_raw(self);
    rp_release(r);
    r->values = r->messages = Qnil;
    r->parsing = false;
    r->parsed = true;
    return Qnil;
}

VALUE
rp_m_parse(VALUE self)
{
    struct ripper *r = rp_get(self);
    if (r->parsing) rb_raise(rb_eArgError, "Ripper#parse is not reentrant");
    r->parsing = true;
    r->error = r->end_seen = r->syntax_error = false;
    return rb_ensure(parse_body, self, parse_done, self);
}

/* ---- where it is ---- */

static VALUE
rp_m_lineno(VALUE self)
{
    struct ripper *r = rp_get(self);
    int line, column;
    if (!r->parsing || !r->parser) return Qnil;
    rp_position(r, r->now_offset - r->now_line_before, &line, &column);
    return INT2FIX(line + (int)r->now_lines);
}

static VALUE
rp_m_column(VALUE self)
{
    struct ripper *r = rp_get(self);
    int line, column;
    if (!r->parsing || !r->parser) return Qnil;
    rp_position(r, r->now_offset - r->now_line_before, &line, &column);
    return INT2FIX(column + r->now_line_before);
}

static VALUE
rp_m_state(VALUE self)
{
    struct ripper *r = rp_get(self);
    if (!r->parsing || !r->parser) return Qnil;
    return INT2FIX(r->now_state);
}

static VALUE
rp_m_token(VALUE self)
{
    struct ripper *r = rp_get(self);
    if (!r->parsing || r->now_token < 0 || r->now_token >= r->tok_count) return Qnil;
    const struct rp_token *t = &r->tok[r->now_token];
    return rb_enc_str_new((const char *)r->text + t->start, t->end - t->start, r->enc);
}

static VALUE
rp_m_filename(VALUE self)
{
    return rp_get(self)->filename;
}

static VALUE
rp_m_encoding(VALUE self)
{
    return rb_enc_from_encoding(rp_get(self)->enc);
}

static VALUE
rp_m_error_p(VALUE self)
{
    return rp_get(self)->error ? Qtrue : Qfalse;
}

static VALUE
rp_m_end_seen_p(VALUE self)
{
    return rp_get(self)->end_seen ? Qtrue : Qfalse;
}

static VALUE
rp_m_debug(VALUE self)
{
    return rp_get(self)->debug ? Qtrue : Qfalse;
}

static VALUE
rp_m_set_debug(VALUE self, VALUE flag)
{
    rp_get(self)->debug = RTEST(flag);
    return flag;
}

static VALUE
rp_m_debug_output(VALUE self)
{
    VALUE out = rp_get(self)->debug_output;
    return NIL_P(out) ? rb_stdout : out;
}

static VALUE
rp_m_set_debug_output(VALUE self, VALUE out)
{
    struct ripper *r = rp_get(self);
    RB_OBJ_WRITE(self, &r->debug_output, out);
    return out;
}

/* ---- class methods ---- */

static VALUE
rp_s_lex_state_name(VALUE self, VALUE state)
{
    static const char *const names[] = {"BEG",   "END", "ENDARG", "ENDFN", "ARG",     "CMDARG", "MID",
                                        "FNAME", "DOT", "CLASS",  "LABEL", "LABELED", "FITEM"};
    int bits = NUM2INT(state);
    VALUE text = rb_utf8_str_new(NULL, 0);

    for (unsigned i = 0; i < lengthof(names); i++) {
        if (!(bits >> i & 1)) continue;
        if (RSTRING_LEN(text)) rb_str_cat_cstr(text, "|");
        rb_str_cat_cstr(text, names[i]);
    }
    return RSTRING_LEN(text) ? text : rb_str_new_cstr("NONE");
}

/* ---- default handlers ---- */

static VALUE
rp_m_first(int argc, VALUE *argv, VALUE self)
{
    return argc ? argv[0] : Qnil;
}

static VALUE
rp_m_nothing(VALUE self)
{
    return Qnil;
}
static VALUE
rp_m_first1(VALUE self, VALUE a)
{
    return a;
}
static VALUE
rp_m_first2(VALUE self, VALUE a, VALUE b)
{
    return a;
}
static VALUE
rp_m_first3(VALUE self, VALUE a, VALUE b, VALUE c)
{
    return a;
}
static VALUE
rp_m_first4(VALUE self, VALUE a, VALUE b, VALUE c, VALUE d)
{
    return a;
}
static VALUE
rp_m_first5(VALUE self, VALUE a, VALUE b, VALUE c, VALUE d, VALUE e)
{
    return a;
}
static VALUE
rp_m_first7(VALUE self, VALUE a, VALUE b, VALUE c, VALUE d, VALUE e, VALUE f, VALUE g)
{
    return a;
}

static void
define_handler(const char *name, int argc)
{
    switch (argc) {
    case 0: rb_define_private_method(rp_class, name, rp_m_nothing, 0); break;
    case 1: rb_define_private_method(rp_class, name, rp_m_first1, 1); break;
    case 2: rb_define_private_method(rp_class, name, rp_m_first2, 2); break;
    case 3: rb_define_private_method(rp_class, name, rp_m_first3, 3); break;
    case 4: rb_define_private_method(rp_class, name, rp_m_first4, 4); break;
    case 5: rb_define_private_method(rp_class, name, rp_m_first5, 5); break;
    case 7: rb_define_private_method(rp_class, name, rp_m_first7, 7); break;
    }
}

static void
define_events(void)
{
    VALUE parser = rb_hash_new(), scanner = rb_hash_new();
#define X(name, argc)                  \
    define_handler("on_" #name, argc); \
    rb_hash_aset(parser, ID2SYM(rb_intern(#name)), INT2FIX(argc));
    RIPPER_PARSER_EVENTS(X)
#undef X
#define X(name)                     \
    define_handler("on_" #name, 1); \
    rb_hash_aset(scanner, ID2SYM(rb_intern(#name)), INT2FIX(1));
    RIPPER_SCANNER_EVENTS(X)
#undef X
    rb_define_const(rp_class, "PARSER_EVENT_TABLE", rb_obj_freeze(parser));
    rb_define_const(rp_class, "SCANNER_EVENT_TABLE", rb_obj_freeze(scanner));
}

static void
define_states(void)
{
    static const struct {
        const char *name;
        int bits;
    } states[] = {
        {"EXPR_BEG", EXPR_BEG},
        {"EXPR_END", EXPR_END},
        {"EXPR_ENDARG", EXPR_ENDARG},
        {"EXPR_ENDFN", EXPR_ENDFN},
        {"EXPR_ARG", EXPR_ARG},
        {"EXPR_CMDARG", EXPR_CMDARG},
        {"EXPR_MID", EXPR_MID},
        {"EXPR_FNAME", EXPR_FNAME},
        {"EXPR_DOT", EXPR_DOT},
        {"EXPR_CLASS", EXPR_CLASS},
        {"EXPR_LABEL", EXPR_LABEL},
        {"EXPR_LABELED", EXPR_LABELED},
        {"EXPR_FITEM", EXPR_FITEM},
        {"EXPR_VALUE", EXPR_BEG},
        {"EXPR_BEG_ANY", EXPR_BEG | EXPR_MID | EXPR_CLASS},
        {"EXPR_ARG_ANY", EXPR_ARG | EXPR_CMDARG},
        {"EXPR_END_ANY", EXPR_END | EXPR_ENDARG | EXPR_ENDFN},
        {"EXPR_NONE", 0},
    };
    for (unsigned i = 0; i < lengthof(states); i++) rb_define_const(rp_class, states[i].name, INT2FIX(states[i].bits));
}

void
Init_ripper(void)
{
    rp_class = rb_define_class("Ripper", rb_cObject);
    rb_gc_register_mark_object(rp_class);
    rb_define_const(rp_class, "Version", rb_obj_freeze(rb_str_new_cstr("0.1.0")));
    rb_define_alloc_func(rp_class, rp_s_alloc);
    rb_define_private_method(rp_class, "initialize", rp_m_initialize, -1);
    rb_define_method(rp_class, "parse", rp_m_parse, 0);
    rb_define_method(rp_class, "lineno", rp_m_lineno, 0);
    rb_define_method(rp_class, "column", rp_m_column, 0);
    rb_define_method(rp_class, "state", rp_m_state, 0);
    rb_define_method(rp_class, "token", rp_m_token, 0);
    rb_define_method(rp_class, "filename", rp_m_filename, 0);
    rb_define_method(rp_class, "encoding", rp_m_encoding, 0);
    rb_define_method(rp_class, "error?", rp_m_error_p, 0);
    rb_define_method(rp_class, "end_seen?", rp_m_end_seen_p, 0);
    rb_define_method(rp_class, "yydebug", rp_m_debug, 0);
    rb_define_method(rp_class, "yydebug=", rp_m_set_debug, 1);
    rb_define_method(rp_class, "debug_output", rp_m_debug_output, 0);
    rb_define_method(rp_class, "debug_output=", rp_m_set_debug_output, 1);
    rb_define_private_method(rp_class, "warn", rp_m_first, -1);
    rb_define_private_method(rp_class, "warning", rp_m_first, -1);
    rb_define_private_method(rp_class, "compile_error", rp_m_first1, 1);
    rb_define_singleton_method(rp_class, "lex_state_name", rp_s_lex_state_name, 1);
    define_events();
    define_states();
    rp_dispatch_init();
    Init_ripper_heredoc();
    Init_ripper_lexer();
}
