/*
 * problems.c - errors and warnings, in the words and at the tokens of a lexer and a bottom-up parser.
 *
 * Problems are kept in the order of the tokens before which they are reported.  Errors that prism words in its own way are all
 * "syntax error, unexpected ...": the first of them is reported, for the others follow from prism's way to go on.
 *
 * RERR-1    An error that has a value next to its message (assign_error, param_error, class_name_error, alias_error) is reported
 *           by the walk, if there is one (rp_flaw).
 */
#include "ext/ripper/ripper.h"

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

/* ---- what is said how ---- */

enum how {
    HOW_SYNTAX,  /* syntax error, unexpected the token there */
    HOW_PARSE,   /* on_parse_error(message) */
    HOW_COMPILE, /* compile_error(message) */
    HOW_ASSIGN,  /* on_assign_error(message, target) */
    HOW_PARAM,
    HOW_CLASS,
    HOW_ALIAS,
    HOW_WARN,    /* warn(format, ...) */
    HOW_WARNING, /* warning(format, ...) */
    HOW_NEVER,
};
enum when {
    AT_TOKEN,   /* before the token */
    AFTER,      /* after the token that its place ends with */
    AFTER_NEXT, /* after the one that follows */
};
struct wording {
    uint16_t id;
    uint8_t how, when;
    const char *text; /* NULL: prism's */
};

static const struct wording wordings[] = {
    {PM_ERR_ALIAS_ARGUMENT_NUMBERED_REFERENCE, HOW_ALIAS, AFTER, "can't make alias for the number variables"},
    {PM_ERR_ARGUMENT_FORMAL_CLASS, HOW_PARAM, AT_TOKEN, "formal argument cannot be a class variable"},
    {PM_ERR_ARGUMENT_FORMAL_CONSTANT, HOW_PARAM, AT_TOKEN, "formal argument cannot be a constant"},
    {PM_ERR_ARGUMENT_FORMAL_GLOBAL, HOW_PARAM, AT_TOKEN, "formal argument cannot be a global variable"},
    {PM_ERR_ARGUMENT_FORMAL_IVAR, HOW_PARAM, AT_TOKEN, "formal argument cannot be an instance variable"},
    {PM_ERR_INVALID_LOCAL_VARIABLE_WRITE, HOW_PARAM, AT_TOKEN, "formal argument must be local variable"},
    {PM_ERR_PARAMETER_METHOD_NAME, HOW_PARAM, AT_TOKEN, "formal argument must be local variable"},
    {PM_ERR_ARGUMENT_NO_FORWARDING_AMPERSAND, HOW_COMPILE, AFTER_NEXT, "no anonymous block parameter"},
    {PM_ERR_ARGUMENT_NO_FORWARDING_ELLIPSES, HOW_COMPILE, AFTER_NEXT, "unexpected ..."},
    {PM_ERR_ARGUMENT_NO_FORWARDING_STAR, HOW_COMPILE, AFTER_NEXT, "no anonymous rest parameter"},
    {PM_ERR_ARGUMENT_NO_FORWARDING_STAR_STAR, HOW_COMPILE, AFTER_NEXT, "no anonymous keyword rest parameter"},
    {PM_ERR_BEGIN_UPCASE_TOPLEVEL, HOW_PARSE, AFTER, "BEGIN is permitted only at toplevel"},
    {PM_ERR_CLASS_IN_METHOD, HOW_PARSE, AFTER, "class definition in method body"},
    {PM_ERR_CLASS_NAME, HOW_CLASS, AFTER, "class/module name must be CONSTANT"},
    {PM_ERR_MODULE_NAME, HOW_CLASS, AFTER, "class/module name must be CONSTANT"},
    {PM_ERR_MODULE_IN_METHOD, HOW_PARSE, AFTER, "module definition in method body"},
    {PM_ERR_CLASS_VARIABLE_BARE, HOW_COMPILE, AT_TOKEN, "'@@' without identifiers is not allowed as a class variable name"},
    {PM_ERR_INSTANCE_VARIABLE_BARE, HOW_COMPILE, AT_TOKEN,
     "'@' without identifiers is not allowed as an instance variable name"},
    {PM_ERR_GLOBAL_VARIABLE_BARE, HOW_COMPILE, AT_TOKEN, "'$' without identifiers is not allowed as a global variable name"},
    {PM_ERR_INCOMPLETE_VARIABLE_CLASS, HOW_COMPILE, AT_TOKEN, NULL},
    {PM_ERR_INCOMPLETE_VARIABLE_INSTANCE, HOW_COMPILE, AT_TOKEN, NULL},
    {PM_ERR_INVALID_VARIABLE_GLOBAL, HOW_COMPILE, AT_TOKEN, NULL},
    {PM_ERR_DEF_ENDLESS_SETTER, HOW_PARSE, AT_TOKEN, "setter method cannot be defined in an endless method definition"},
    {PM_ERR_EMBDOC_TERM, HOW_COMPILE, AFTER, "embedded document meets end of file"},
    {PM_ERR_ESCAPE_INVALID_CONTROL, HOW_PARSE, AT_TOKEN, "Invalid escape character syntax"},
    {PM_ERR_ESCAPE_INVALID_CONTROL_REPEAT, HOW_PARSE, AT_TOKEN, "Invalid escape character syntax"},
    {PM_ERR_ESCAPE_INVALID_META, HOW_PARSE, AT_TOKEN, "Invalid escape character syntax"},
    {PM_ERR_ESCAPE_INVALID_META_REPEAT, HOW_PARSE, AT_TOKEN, "Invalid escape character syntax"},
    {PM_ERR_INVALID_ESCAPE_CHARACTER, HOW_PARSE, AT_TOKEN, "Invalid escape character syntax"},
    {PM_ERR_ESCAPE_INVALID_HEXADECIMAL, HOW_PARSE, AT_TOKEN, "invalid hex escape"},
    {PM_ERR_ESCAPE_INVALID_UNICODE, HOW_PARSE, AT_TOKEN, "invalid Unicode escape"},
    {PM_ERR_ESCAPE_INVALID_UNICODE_SHORT, HOW_PARSE, AT_TOKEN, "invalid Unicode escape"},
    {PM_ERR_ESCAPE_INVALID_UNICODE_LIST, HOW_PARSE, AT_TOKEN, "invalid Unicode escape"},
    {PM_ERR_ESCAPE_INVALID_UNICODE_LONG, HOW_PARSE, AT_TOKEN, "invalid Unicode codepoint (too large)"},
    {PM_ERR_ESCAPE_INVALID_UNICODE_TERM, HOW_PARSE, AT_TOKEN, "unterminated Unicode escape"},
    {PM_ERR_ESCAPE_INVALID_UNICODE_LITERAL, HOW_PARSE, AT_TOKEN, "Multiple codepoints at single character literal"},
    {PM_ERR_EXPRESSION_NOT_WRITABLE, HOW_SYNTAX, AT_TOKEN, NULL},
    {PM_ERR_EXPRESSION_NOT_WRITABLE_ENCODING, HOW_ASSIGN, AFTER_NEXT, "Can't assign to __ENCODING__"},
    {PM_ERR_EXPRESSION_NOT_WRITABLE_FALSE, HOW_ASSIGN, AFTER_NEXT, "Can't assign to false"},
    {PM_ERR_EXPRESSION_NOT_WRITABLE_FILE, HOW_ASSIGN, AFTER_NEXT, "Can't assign to __FILE__"},
    {PM_ERR_EXPRESSION_NOT_WRITABLE_LINE, HOW_ASSIGN, AFTER_NEXT, "Can't assign to __LINE__"},
    {PM_ERR_EXPRESSION_NOT_WRITABLE_NIL, HOW_ASSIGN, AFTER_NEXT, "Can't assign to nil"},
    {PM_ERR_EXPRESSION_NOT_WRITABLE_NUMBERED, HOW_ASSIGN, AFTER_NEXT, NULL},
    {PM_ERR_EXPRESSION_NOT_WRITABLE_SELF, HOW_ASSIGN, AFTER_NEXT, "Can't change the value of self"},
    {PM_ERR_EXPRESSION_NOT_WRITABLE_TRUE, HOW_ASSIGN, AFTER_NEXT, "Can't assign to true"},
    {PM_ERR_WRITE_TARGET_IN_METHOD, HOW_ASSIGN, AFTER_NEXT, "dynamic constant assignment"},
    {PM_ERR_WRITE_TARGET_READONLY, HOW_ASSIGN, AFTER_NEXT, NULL},
    {PM_ERR_HEREDOC_IDENTIFIER, HOW_PARSE, AT_TOKEN, "unterminated here document identifier"},
    {PM_ERR_HEREDOC_TERM, HOW_COMPILE, AFTER, NULL},
    {PM_ERR_INVALID_BLOCK_EXIT, HOW_PARSE, AFTER_NEXT, NULL},
    {PM_ERR_INVALID_RETRY_AFTER_ELSE, HOW_PARSE, AFTER, NULL},
    {PM_ERR_INVALID_RETRY_AFTER_ENSURE, HOW_PARSE, AFTER, NULL},
    {PM_ERR_INVALID_RETRY_WITHOUT_RESCUE, HOW_PARSE, AFTER, NULL},
    {PM_ERR_INVALID_YIELD, HOW_PARSE, AFTER, "Invalid yield"},
    {PM_ERR_INVALID_CHARACTER, HOW_COMPILE, AT_TOKEN, NULL},
    {PM_ERR_INVALID_PRINTABLE_CHARACTER, HOW_COMPILE, AT_TOKEN, NULL},
    {PM_ERR_INVALID_MULTIBYTE_CHAR, HOW_COMPILE, AT_TOKEN, NULL},
    {PM_ERR_INVALID_MULTIBYTE_CHARACTER, HOW_COMPILE, AT_TOKEN, NULL},
    {PM_ERR_INVALID_NUMBER_BINARY, HOW_PARSE, AT_TOKEN, "numeric literal without digits"},
    {PM_ERR_INVALID_NUMBER_DECIMAL, HOW_PARSE, AT_TOKEN, "numeric literal without digits"},
    {PM_ERR_INVALID_NUMBER_HEXADECIMAL, HOW_PARSE, AT_TOKEN, "numeric literal without digits"},
    {PM_ERR_INVALID_NUMBER_OCTAL, HOW_PARSE, AT_TOKEN, "numeric literal without digits"},
    {PM_ERR_INVALID_NUMBER_UNDERSCORE_INNER, HOW_COMPILE, AT_TOKEN, "trailing '_' in number"},
    {PM_ERR_INVALID_NUMBER_UNDERSCORE_TRAILING, HOW_COMPILE, AT_TOKEN, "trailing '_' in number"},
    {PM_ERR_LIST_I_LOWER_TERM, HOW_COMPILE, AFTER, "unterminated list meets end of file"},
    {PM_ERR_LIST_I_UPPER_TERM, HOW_COMPILE, AFTER, "unterminated list meets end of file"},
    {PM_ERR_LIST_W_LOWER_TERM, HOW_COMPILE, AFTER, "unterminated list meets end of file"},
    {PM_ERR_LIST_W_UPPER_TERM, HOW_COMPILE, AFTER, "unterminated list meets end of file"},
    {PM_ERR_NO_LOCAL_VARIABLE, HOW_COMPILE, AFTER, NULL},
    {PM_ERR_NUMBERED_PARAMETER_INNER_BLOCK, HOW_COMPILE, AFTER_NEXT, NULL},
    {PM_ERR_NUMBERED_PARAMETER_OUTER_BLOCK, HOW_COMPILE, AFTER_NEXT, NULL},
    {PM_ERR_NUMBERED_PARAMETER_ORDINARY, HOW_COMPILE, AFTER_NEXT, "ordinary parameter is defined"},
    {PM_ERR_PARAMETER_NAME_DUPLICATED, HOW_PARSE, AFTER, "duplicated argument name"},
    {PM_ERR_PATTERN_CAPTURE_DUPLICATE, HOW_PARSE, AFTER, "duplicated variable name"},
    {PM_ERR_PATTERN_CAPTURE_IN_ALTERNATIVE, HOW_PARSE, AFTER, "variable capture in alternative pattern"},
    {PM_ERR_PATTERN_HASH_KEY_DUPLICATE, HOW_PARSE, AFTER, "duplicated key name"},
    {PM_ERR_REGEXP_TERM, HOW_COMPILE, AFTER, "unterminated regexp meets end of file"},
    {PM_ERR_REGEXP_UNKNOWN_OPTIONS, HOW_COMPILE, AFTER, NULL},
    {PM_ERR_REGEXP_PARSE_ERROR, HOW_COMPILE, AFTER, NULL},
    {PM_ERR_REGEXP_ENCODING_OPTION_MISMATCH, HOW_COMPILE, AFTER, NULL},
    {PM_ERR_REGEXP_INCOMPAT_CHAR_ENCODING, HOW_COMPILE, AFTER, NULL},
    {PM_ERR_REGEXP_INVALID_UNICODE_RANGE, HOW_COMPILE, AFTER, NULL},
    {PM_ERR_REGEXP_NON_ESCAPED_MBC, HOW_COMPILE, AFTER, NULL},
    {PM_ERR_STRING_INTERPOLATED_TERM, HOW_COMPILE, AFTER, "unterminated string meets end of file"},
    {PM_ERR_STRING_LITERAL_EOF, HOW_COMPILE, AFTER, "unterminated string meets end of file"},
    {PM_ERR_STRING_LITERAL_TERM, HOW_COMPILE, AFTER, "unterminated string meets end of file"},
    {PM_ERR_SYMBOL_TERM_DYNAMIC, HOW_COMPILE, AFTER, "unterminated string meets end of file"},
    {PM_ERR_SYMBOL_TERM_INTERPOLATED, HOW_COMPILE, AFTER, "unterminated string meets end of file"},
    {PM_ERR_XSTRING_TERM, HOW_COMPILE, AFTER, "unterminated string meets end of file"},
    {PM_ERR_UNEXPECTED_SAFE_NAVIGATION, HOW_PARSE, AFTER, "&. inside multiple assignment destination"},
    {PM_ERR_VOID_EXPRESSION, HOW_PARSE, AFTER_NEXT, "void value expression"},

    {PM_WARN_AMBIGUOUS_PREFIX_AMPERSAND, HOW_WARNING, AT_TOKEN, "'&' interpreted as argument prefix"},
    {PM_WARN_AMBIGUOUS_PREFIX_STAR, HOW_WARNING, AT_TOKEN, "'*' interpreted as argument prefix"},
    {PM_WARN_AMBIGUOUS_PREFIX_STAR_STAR, HOW_WARNING, AT_TOKEN, "'**' interpreted as argument prefix"},
    {PM_WARN_COMPARISON_AFTER_COMPARISON, HOW_WARNING, AFTER_NEXT, NULL},
    {PM_WARN_DOT_DOT_DOT_EOL, HOW_WARN, AT_TOKEN, NULL},
    {PM_WARN_EQUAL_IN_CONDITIONAL, HOW_WARN, AFTER_NEXT, NULL},
    {PM_WARN_EQUAL_IN_CONDITIONAL_3_3, HOW_WARN, AFTER_NEXT, "found '= literal' in conditional, should be =="},
    {PM_WARN_END_IN_METHOD, HOW_WARN, AFTER_NEXT, NULL},
    {PM_WARN_INTEGER_IN_FLIP_FLOP, HOW_WARN, AFTER_NEXT, NULL},
    {PM_WARN_LITERAL_IN_CONDITION_DEFAULT, HOW_WARN, AFTER_NEXT, NULL},
    {PM_WARN_LITERAL_IN_CONDITION_VERBOSE, HOW_WARNING, AFTER_NEXT, NULL},
    {PM_WARN_SHAREABLE_CONSTANT_VALUE_LINE, HOW_WARNING, AT_TOKEN, NULL},
    {PM_WARN_UNREACHABLE_STATEMENT, HOW_WARNING, AFTER_NEXT, "statement not reached"},
    {PM_WARN_KEYWORD_EOL, HOW_WARNING, AT_TOKEN, NULL},
    {PM_WARN_UNUSED_LOCAL_VARIABLE, HOW_NEVER, AT_TOKEN, NULL},
    {PM_WARN_VOID_STATEMENT, HOW_NEVER, AT_TOKEN, NULL},
    {PM_WARN_INVALID_CHARACTER, HOW_WARN, AT_TOKEN, NULL},
};

static struct wording
wording_of(const pm_diagnostic_t *d)
{
    for (size_t i = 0; i < lengthof(wordings); i++)
        if (wordings[i].id == d->diag_id) return wordings[i];
    return (struct wording){d->diag_id, d->diag_id >= PM_WARN_AMBIGUOUS_BINARY_OPERATOR ? HOW_WARNING : HOW_SYNTAX, AT_TOKEN,
                            NULL};
}

/* ---- finding them ---- */

static int
compare_problems(const void *a, const void *b)
{
    const struct rp_problem *x = a, *y = b;
    if (x->at != y->at) return x->at < y->at ? -1 : 1;
    return x->start < y->start ? -1 : x->start > y->start;
}

static uint32_t
token_before(const struct ripper *r, struct wording w, uint32_t start, uint32_t end)
{
    if (!r->tok_count) return 0;
    if (w.when == AT_TOKEN) {
        uint32_t index = rp_find(r, start < r->size ? start : (uint32_t)r->size);
        if (w.how == HOW_SYNTAX && (start >= r->size || r->tok[index].end <= start)) index = r->tok_count;
        return index;
    }
    uint32_t index = rp_find(r, end > start ? end - 1 : start);
    if (w.when == AFTER_NEXT) index = rp_next_significant(r, index);
    return index < r->tok_count ? index + 1 : r->tok_count;
}

/* Returns whether prism's next diagnostic has the same message. */
static bool
twice_p(const pm_diagnostic_t *d)
{
    const pm_diagnostic_t *next = (const pm_diagnostic_t *)d->node.next;
    return next && next->diag_id == d->diag_id && next->location.start == d->location.start;
}

static void
add_problems(struct ripper *r, const pm_list_t *list)
{
    for (const pm_diagnostic_t *d = (const pm_diagnostic_t *)list->head; d; d = (const pm_diagnostic_t *)d->node.next) {
        struct wording w = wording_of(d);
        if (w.how == HOW_NEVER || twice_p(d)) continue;
        struct rp_problem *p = &r->problems[r->problem_count++];
        p->start = (uint32_t)(d->location.start - r->text);
        p->end = (uint32_t)(d->location.end - r->text);
        p->diagnostic = d;
        p->at = token_before(r, w, p->start, p->end);
    }
}

static void
add_magic_comments(struct ripper *r)
{
    for (const pm_magic_comment_t *m = (const pm_magic_comment_t *)r->parser->magic_comment_list.head; m;
         m = (const pm_magic_comment_t *)m->node.next) {
        struct rp_problem *p = &r->problems[r->problem_count++];
        p->start = (uint32_t)(m->key_start - r->text);
        p->end = p->start + m->key_length;
        p->magic = m;
        p->at = r->tok_count ? rp_find(r, p->start) : 0;
    }
}

/* Whether prism has said something of it already. */
static bool
told_p(const struct ripper *r, uint32_t start, uint32_t end)
{
    for (uint32_t i = 0; i < r->problem_count; i++)
        if (r->problems[i].start >= start && r->problems[i].end <= end && r->problems[i].diagnostic) return true;
    return false;
}

static void
add_regexps(struct ripper *r)
{
    for (size_t i = 0; i < r->regexp_count; i++) {
        const pm_location_t *place = &r->regexps[i]->base.location;
        uint32_t start = (uint32_t)(place->start - r->text), end = (uint32_t)(place->end - r->text);
        if (r->error && told_p(r, start, end)) continue;
        VALUE message = rp_regexp_flaw(r, i);
        if (NIL_P(message)) continue;
        if (NIL_P(r->messages)) {
            VALUE messages = rb_ary_new();
            RB_OBJ_WRITE(r->self, &r->messages, messages);
        }
        rb_ary_push(r->messages, message);
        struct rp_problem *p = &r->problems[r->problem_count++];
        p->start = start;
        p->end = end;
        p->message = RARRAY_LEN(r->messages);
        p->at = rp_find(r, end ? end - 1 : 0) + 1;
        r->error = true;
    }
}

void
rp_find_problems(struct ripper *r)
{
    size_t n = r->regexp_count + r->parser->error_list.size + r->parser->warning_list.size +
               r->parser->magic_comment_list.size;
    if (!n) return;
    r->problems = calloc(n, sizeof *r->problems);
    if (!r->problems) rb_memerror();
    add_problems(r, &r->parser->error_list);
    add_problems(r, &r->parser->warning_list);
    add_magic_comments(r);
    add_regexps(r);
    qsort(r->problems, r->problem_count, sizeof *r->problems, compare_problems);
}

/* ---- telling them ---- */

static VALUE
text_of(const char *text)
{
    return rb_enc_str_new_cstr(text, rb_utf8_encoding());
}

static VALUE
source_text(struct ripper *r, uint32_t start, uint32_t end)
{
    if (end > r->size) end = (uint32_t)r->size;
    return rb_enc_str_new((const char *)r->text + start, end > start ? end - start : 0, r->enc);
}

/* Returns the name of a token in messages, or NULL if it is its text. */
static const char *
token_name(const struct ripper *r, const struct rp_token *t)
{
    switch (t->event) {
    case SE_int: return "integer literal";
    case SE_float: return "float literal";
    case SE_rational: return "rational literal";
    case SE_imaginary: return "imaginary literal";
    case SE_ident: return r->text[t->end - 1] == '?' || r->text[t->end - 1] == '!' ? "method" : "local variable or method";
    case SE_const: return "constant";
    case SE_ivar: return "instance variable";
    case SE_gvar: return "global variable";
    case SE_cvar: return "class variable";
    case SE_label: return "label";
    case SE_backref:
        return r->text[t->start + 1] >= '1' && r->text[t->start + 1] <= '9' ? "numbered reference" : "back reference";
    case SE_tstring_beg:
    case SE_heredoc_beg: return "string literal";
    case SE_tstring_content: return "literal content";
    case SE_symbeg: return "symbol literal";
    case SE_regexp_beg: return "regexp literal";
    case SE_backtick: return "backtick literal";
    case SE_CHAR: return "char literal";
    case SE_words_beg:
    case SE_qwords_beg: return "word list";
    case SE_symbols_beg:
    case SE_qsymbols_beg: return "symbol list";
    case SE_nl:
    case SE_NONE: return "'\\n'";
    default: return NULL;
    }
}

static VALUE
unexpected(struct ripper *r, const struct rp_problem *p)
{
    uint32_t index = p->at;
    while (index < r->tok_count && !(r->tok[index].flags & RT_SIGNIFICANT)) index++;
    if (index >= r->tok_count) return text_of("syntax error, unexpected end-of-input");
    const struct rp_token *t = &r->tok[index];
    const char *name = token_name(r, t);
    VALUE message = text_of("syntax error, unexpected ");
    if (name) return rb_str_cat_cstr(message, name);
    rb_str_cat_cstr(message, "'");
    rb_str_cat(message, (const char *)r->text + t->start, t->end - t->start);
    return rb_str_cat_cstr(message, "'");
}

void
rp_debug_token(struct ripper *r, uint32_t index)
{
    const struct rp_token *t = &r->tok[index];
    const char *name = token_name(r, t);
    int line, column, end_line, end_column;

    rp_position(r, t->start, &line, &column);
    rp_position(r, t->end, &end_line, &end_column);
    VALUE text = rb_enc_str_new((const char *)r->text + t->start, t->end - t->start, r->enc);
    VALUE shown = name ? rb_sprintf("\"%s\"", name) : rb_sprintf("\"'%" PRIsVALUE "'\"", text);
    VALUE message = rb_sprintf("Reading a token\nNext token is token %" PRIsVALUE " (%d.%d-%d.%d: %" PRIsVALUE ")\n", shown,
                               line, column, end_line, end_column, text);
    rb_funcallv(NIL_P(r->debug_output) ? rb_stdout : r->debug_output, rb_intern("<<"), 1, &message);
}

/* The first number after `from` in prism's message. */
static int
number_in(const char *from)
{
    while (*from && (*from < '0' || *from > '9')) from++;
    return atoi(from);
}

static void
call(struct ripper *r, const char *method, int argc, const VALUE *argv)
{
    rb_funcallv(r->self, rb_intern(method), argc, argv);
}

static void
warn_with(struct ripper *r, bool verbose, const char *format, int argc, VALUE a, VALUE b, VALUE c)
{
    VALUE argv[] = {text_of(format), a, b, c};
    call(r, verbose ? "warning" : "warn", argc + 1, argv);
}

/* Returns the key of a problem for its message: a Symbol, or the source text of a String or a number. */
static VALUE
hash_key(struct ripper *r, const struct rp_problem *p)
{
    const char *s = (const char *)r->text + p->start;
    size_t n = p->end - p->start;
    if (n > 1 && s[n - 1] == ':') return ID2SYM(rb_intern2(s, n - 1));
    if (n > 1 && s[0] == ':') return ID2SYM(rb_intern2(s + 1, n - 1));
    return source_text(r, p->start, p->end);
}

static void
report_warning(struct ripper *r, const struct rp_problem *p, struct wording w)
{
    const pm_diagnostic_t *d = p->diagnostic;
    const char *message = w.text ? w.text : d->message;

    switch (d->diag_id) {
    case PM_WARN_AMBIGUOUS_FIRST_ARGUMENT_MINUS:
    case PM_WARN_AMBIGUOUS_FIRST_ARGUMENT_PLUS:
    case PM_WARN_AMBIGUOUS_SLASH: {
        VALUE text = source_text(r, p->start, p->start + 1);
        rp_event(r, PE_arg_ambiguous, 1, &text);
        break;
    }
    case PM_WARN_AMBIGUOUS_BINARY_OPERATOR: {
        const char *end = strchr(message + 1, '\''), *like = strstr(message, "seems like ");
        if (!end || !like) break;
        VALUE argv[] = {ID2SYM(rb_intern2(message + 1, end - message - 1)), text_of(like + 11)};
        rp_event(r, PE_operator_ambiguous, 2, argv);
        break;
    }
    case PM_WARN_DUPLICATED_HASH_KEY: {
        const char *line = strstr(message, "on line ");
        warn_with(r, false, "key %+li\v is duplicated and overwritten on line %d", 2, hash_key(r, p),
                  INT2FIX(line ? number_in(line) : 0), Qnil);
        break;
    }
    case PM_WARN_DUPLICATED_WHEN_CLAUSE: {
        const char *line = strstr(message, "duplicates");
        warn_with(r, true, "'when' clause on line %d duplicates 'when' clause on line %d and is ignored", 2,
                  INT2FIX(number_in(message)), INT2FIX(line ? number_in(line) : 0), Qnil);
        break;
    }
    case PM_WARN_UNEXPECTED_CARRIAGE_RETURN: warn_with(r, false, message, 0, Qnil, Qnil, Qnil); break;
    case PM_WARN_IGNORED_FROZEN_STRING_LITERAL:
        warn_with(r, true, "'%s' is ignored after any tokens", 1, text_of("frozen_string_literal"), Qnil, Qnil);
        break;
    case PM_WARN_INVALID_MAGIC_COMMENT_VALUE: {
        const char *key = strstr(message, "for "), *colon = key ? strstr(key, ": ") : NULL;
        if (!colon) break;
        VALUE name = rb_enc_str_new(key + 4, colon - key - 4, r->enc);
        for (char *s = RSTRING_PTR(name), *e = s + RSTRING_LEN(name); s < e; s++)
            if (*s == '-') *s = '_';
        warn_with(r, true, "invalid value for %s: %s", 2, name, rb_enc_str_new_cstr(colon + 2, r->enc), Qnil);
        break;
    }
    case PM_WARN_INDENTATION_MISMATCH: {
        if (!RTEST(*rb_ruby_verbose_ptr())) break;
        const char *with = strstr(message, "' with '"), *at = strstr(message, "at '"),
                   *close = with ? strstr(with + 8, "' at ") : NULL;
        if (!with || !at || !close) break;
        warn_with(r, false, "mismatched indentations at '%s' with '%s' at %d", 3,
                  rb_enc_str_new(at + 4, with - at - 4, r->enc), rb_enc_str_new(with + 8, close - with - 8, r->enc),
                  INT2FIX(number_in(close)));
        break;
    }
    default: warn_with(r, w.how == HOW_WARNING, message, 0, Qnil, Qnil, Qnil);
    }
}

/* Returns whether name is a magic comment of the parser.  While it is reported, the position is that of its value. */
static bool
known_magic_p(VALUE name)
{
    static const char *const names[] = {"coding", "encoding", "frozen_string_literal", "shareable_constant_value",
                                        "warn_indent"};
    for (size_t i = 0; i < lengthof(names); i++)
        if ((size_t)RSTRING_LEN(name) == strlen(names[i]) && strncasecmp(RSTRING_PTR(name), names[i], strlen(names[i])) == 0)
            return true;
    return false;
}

static void
report_magic(struct ripper *r, const pm_magic_comment_t *m)
{
    VALUE argv[2] = {rb_enc_str_new((const char *)m->key_start, m->key_length, r->enc),
                     rb_enc_str_new((const char *)m->value_start, m->value_length, r->enc)};
    for (char *s = RSTRING_PTR(argv[0]), *e = s + RSTRING_LEN(argv[0]); s < e; s++)
        if (*s == '-') *s = '_';
    if (known_magic_p(argv[0])) r->now_offset = (uint32_t)(m->value_start - r->text);
    rp_event(r, PE_magic_comment, 2, argv);
}

static void
report(struct ripper *r, const struct rp_problem *p)
{
    if (p->magic) {
        report_magic(r, p->magic);
        return;
    }
    if (p->message) {
        VALUE message = rb_ary_entry(r->messages, p->message - 1);
        call(r, "compile_error", 1, &message);
        return;
    }
    struct wording w = wording_of(p->diagnostic);
    VALUE argv[2] = {Qnil, Qnil};

    if (w.how == HOW_WARN || w.how == HOW_WARNING) {
        report_warning(r, p, w);
        return;
    }
    if (w.how == HOW_SYNTAX) {
        if (r->syntax_error) return;
        r->syntax_error = true;
        argv[0] = unexpected(r, p);
        rp_event(r, PE_parse_error, 1, argv);
        return;
    }
    argv[0] = text_of(w.text ? w.text : p->diagnostic->message);
    switch (w.how) {
    case HOW_PARSE: rp_event(r, PE_parse_error, 1, argv); break;
    case HOW_COMPILE: call(r, "compile_error", 1, argv); break;
    default:
        if (r->walk) break; /* RERR-1 */
        argv[1] = source_text(r, p->start, p->end);
        rp_event(r,
                 w.how == HOW_ASSIGN  ? PE_assign_error
                 : w.how == HOW_PARAM ? PE_param_error
                 : w.how == HOW_CLASS ? PE_class_name_error
                                      : PE_alias_error,
                 2, argv);
    }
}

void
rp_report_problems(struct ripper *r, uint32_t index)
{
    while (r->problem_next < r->problem_count && r->problems[r->problem_next].at <= index) {
        const struct rp_problem *p = &r->problems[r->problem_next++];
        uint32_t token = p->diagnostic && wording_of(p->diagnostic).when != AT_TOKEN && index ? index - 1 : index;
        if (token >= r->tok_count && r->tok_count) token = r->tok_count - 1;
        if (token < r->tok_count) {
            r->now_token = token;
            r->now_offset = r->tok[token].start;
            r->now_line_before = false;
            r->now_lines = 0;
            r->now_state = r->tok[token].state;
        }
        report(r, p);
    }
}

/* ---- what the walk reports ---- */

VALUE
rp_flaw(struct ripper *r, enum ripper_parser_event event, const uint8_t *start, VALUE value)
{
    enum how how = event == PE_assign_error       ? HOW_ASSIGN
                   : event == PE_param_error      ? HOW_PARAM
                   : event == PE_class_name_error ? HOW_CLASS
                                                  : HOW_ALIAS;
    uint32_t offset = (uint32_t)(start - r->text);

    if (!r->error) return value;
    uint32_t next = rp_next_significant(r, r->last); /* prism reports some errors at the `=` */
    for (uint32_t i = 0; i < r->problem_count; i++) {
        const struct rp_problem *p = &r->problems[i];
        if (!p->diagnostic || (p->start != offset && !(next < r->tok_count && p->start == r->tok[next].start))) continue;
        struct wording w = wording_of(p->diagnostic);
        if (w.how != how) continue;
        VALUE argv[2] = {text_of(w.text ? w.text : p->diagnostic->message), value};
        return rp_event(r, event, 2, argv);
    }
    return value;
}
