/*
 * compile/lit.c - literals: numbers, strings and their interpolation, symbols, regexps, ranges, arrays, hashes.
 *
 * A node that has the same immutable value at each evaluation is compiled to that value (literal_value).  Arrays and hashes of
 * such values are kept once and copied.  All other literals are built from their parts.
 */
#include "internal/compile.h"
#include "internal/vm_insnhelper.h"
#include "internal/array.h"
#include "internal/hash.h"
#include "internal/numeric.h"
#include "internal/regexp.h"

#include <string.h>

/* ---- numbers ---------------------------------------------------------------------------------------------------------- */

static VALUE
compile_integer_value(const pm_integer_t *integer)
{
    if (!integer->values) {
        VALUE v = int_fix((intptr_t)integer->value);
        return integer->negative ? int_fix(-fix_int(v)) : v;
    }
    int flags = INTEGER_PACK_LSWORD_FIRST | INTEGER_PACK_NATIVE_BYTE_ORDER | (integer->negative ? INTEGER_PACK_NEGATIVE : 0);
    return rb_integer_unpack(integer->values, integer->length, sizeof(uint32_t), 0, flags);
}

static VALUE
compile_number_value(struct scope *s, const pm_node_t *node)
{
    switch (PM_NODE_TYPE(node)) {
    case PM_INTEGER_NODE: return keep(s->c, compile_integer_value(&((const pm_integer_node_t *)node)->value));
    case PM_FLOAT_NODE: return keep(s->c, float_new(((const pm_float_node_t *)node)->value));
    case PM_RATIONAL_NODE: {
        const pm_rational_node_t *rational = (const pm_rational_node_t *)node;
        VALUE num = keep(s->c, compile_integer_value(&rational->numerator));
        VALUE den = keep(s->c, compile_integer_value(&rational->denominator));
        return keep(s->c, rb_rational_new(num, den));
    }
    default: {
        VALUE part = compile_number_value(s, ((const pm_imaginary_node_t *)node)->numeric);
        return keep(s->c, rb_complex_raw(INT2FIX(0), part));
    }
    }
}

/* ---- strings as values -------------------------------------------------------------------------------------------------- */

static int
compile_text_encoding(struct scope *s, pm_node_flags_t flags)
{
    _Static_assert((int)PM_STRING_FLAGS_FORCED_UTF8_ENCODING == (int)PM_ENCODING_FLAGS_FORCED_UTF8_ENCODING,
                   "one test for both");
    _Static_assert((int)PM_STRING_FLAGS_FORCED_BINARY_ENCODING == (int)PM_SYMBOL_FLAGS_FORCED_BINARY_ENCODING,
                   "one test for both");
    if (flags & PM_STRING_FLAGS_FORCED_BINARY_ENCODING) return ENCI_BINARY;
    if (flags & PM_STRING_FLAGS_FORCED_UTF8_ENCODING) return ENCI_UTF8;
    return s->c->enc_index;
}

static VALUE
compile_fstring(struct scope *s, const char *p, size_t length, int enc_index)
{
    return keep(s->c, str_fstring_cstr(p, length, enc_index));
}

static bool
compile_located_p(const struct compiler *c)
{
    return compile_located_literals || c->opt->located_literals;
}

/* Returns the object for the literal `text` at node.  Literals of the same bytes share one.  With --debug-frozen-string-literal, a
 * literal that is frozen or warns of changes has an object of its own, which holds its place. */
static VALUE
compile_located(struct scope *s, const pm_node_t *node, VALUE text, pm_node_flags_t flags)
{
    if (!compile_located_p(s->c) || (flags & PM_STRING_FLAGS_MUTABLE)) return keep(s->c, str_fstring(text));
    return keep(s->c, str_new_located(text, s->c->opt->path_str, line_of(s->c, node->location.start)));
}

VALUE
string_value(struct scope *s, const pm_node_t *node, const pm_string_t *text, pm_node_flags_t flags)
{
    if (UNLIKELY(compile_located_p(s->c)) && PM_NODE_TYPE_P(node, PM_STRING_NODE)) {
        VALUE own = keep(
            s->c, str_new((const char *)pm_string_source(text), pm_string_length(text), compile_text_encoding(s, flags)));
        return compile_located(s, node, own, flags);
    }
    return compile_fstring(s, (const char *)pm_string_source(text), pm_string_length(text), compile_text_encoding(s, flags));
}

static VALUE
compile_symbol_value(struct scope *s, const pm_symbol_node_t *node)
{
    const char *text = (const char *)pm_string_source(&node->unescaped);
    int enc = compile_text_encoding(s, node->base.flags);

    if (node->base.flags & PM_SYMBOL_FLAGS_FORCED_US_ASCII_ENCODING) enc = ENCI_USASCII;
    return keep(s->c, sym_from_id(id_intern(text, pm_string_length(&node->unescaped), enc)));
}

static VALUE
compile_file_value(struct scope *s)
{
    return keep(s->c, str_fstring(s->c->opt->path_str));
}

/* ---- regexps ------------------------------------------------------------------------------------------------------------ */

enum { RE_IGNORECASE = 1, RE_EXTENDED = 2, RE_MULTILINE = 4, RE_FIXEDENCODING = 16, RE_NOENCODING = 32 };

static int
compile_regexp_options(pm_node_flags_t flags)
{
    int opt = 0;

    if (flags & PM_REGULAR_EXPRESSION_FLAGS_IGNORE_CASE) opt |= RE_IGNORECASE;
    if (flags & PM_REGULAR_EXPRESSION_FLAGS_EXTENDED) opt |= RE_EXTENDED;
    if (flags & PM_REGULAR_EXPRESSION_FLAGS_MULTI_LINE) opt |= RE_MULTILINE;
    if (flags & PM_REGULAR_EXPRESSION_FLAGS_ASCII_8BIT) opt |= RE_NOENCODING;
    else if (flags & (PM_REGULAR_EXPRESSION_FLAGS_EUC_JP | PM_REGULAR_EXPRESSION_FLAGS_WINDOWS_31J |
                      PM_REGULAR_EXPRESSION_FLAGS_UTF_8)) {
        opt |= RE_FIXEDENCODING;
    }
    return opt;
}

static int
compile_regexp_encoding(struct scope *s, pm_node_flags_t flags)
{
    if (flags & PM_REGULAR_EXPRESSION_FLAGS_EUC_JP) return rb_enc_find_index("EUC-JP");
    if (flags & PM_REGULAR_EXPRESSION_FLAGS_WINDOWS_31J) return rb_enc_find_index("Windows-31J");
    if (flags & PM_REGULAR_EXPRESSION_FLAGS_UTF_8) return ENCI_UTF8;
    if (flags & PM_REGULAR_EXPRESSION_FLAGS_FORCED_BINARY_ENCODING) return ENCI_BINARY;
    if (flags & PM_REGULAR_EXPRESSION_FLAGS_FORCED_UTF8_ENCODING) return ENCI_UTF8;
    if (flags & PM_REGULAR_EXPRESSION_FLAGS_ASCII_8BIT) return ENCI_BINARY;
    return s->c->enc_index; /* of ASCII alone: Regexp itself settles whether that matters */
}

struct regexp_source {
    VALUE text;
    int options;
    const char *path;
    int line;
};

static VALUE
compile_regexp_make(VALUE arg)
{
    const struct regexp_source *source = (const struct regexp_source *)arg;
    return regexp_new_literal(source->text, source->options, source->path, source->line);
}

/* A RegexpError of a literal is a SyntaxError of the file. */
static VALUE
compile_regexp_failed(VALUE arg, VALUE error)
{
    struct scope *s = (struct scope *)arg;
    VALUE text = rb_sprintf("%s:%d: %" PRIsVALUE, s->c->opt->path, (int)s->line, rb_obj_as_string(error));
    vm_ec->errinfo = Qnil; /* not the cause: the RegexpError is no exception of the program */
    rb_exc_raise(rb_exc_new_str(rb_eSyntaxError, text));
}

static VALUE
compile_regexp_part(VALUE arg)
{
    const struct regexp_source *source = (const struct regexp_source *)arg;
    regexp_check_part(source->text, source->options);
    return Qnil;
}

/* A piece of an interpolated literal: no escape goes over its end. */
static void
compile_check_regexp_part(struct scope *s, const char *p, size_t length, pm_node_flags_t own, pm_node_flags_t flags)
{
    int options = compile_regexp_options(flags),
        enc = options & RE_FIXEDENCODING ? compile_regexp_encoding(s, flags) : compile_text_encoding(s, own);
    if (enc == ENCI_USASCII) enc = ENCI_BINARY;
    struct regexp_source source = {keep(s->c, str_new(p, length, enc)), options, s->c->opt->path, (int)s->line};
    rb_rescue2(compile_regexp_part, (VALUE)&source, compile_regexp_failed, (VALUE)s, rb_eRegexpError, (VALUE)0);
}

static VALUE
compile_regexp_from(struct scope *s, const char *text, size_t length, pm_node_flags_t flags)
{
    int enc = compile_regexp_encoding(s, flags);
    struct regexp_source source = {keep(s->c, str_new(text, length, enc)), compile_regexp_options(flags), s->c->opt->path,
                                   (int)s->line};
    if (enc == ENCI_UTF8 && s->c->enc_index != ENCI_UTF8 && !(flags & PM_REGULAR_EXPRESSION_FLAGS_UTF_8) &&
        !str_ascii_only(source.text)) {
        rb_raise(rb_eSyntaxError, "%s:%d: non ASCII character in UTF-8 regexp: /%" PRIsVALUE "/", s->c->opt->path,
                 (int)s->line, source.text);
    }
    VALUE re = rb_rescue2(compile_regexp_make, (VALUE)&source, compile_regexp_failed, (VALUE)s, rb_eRegexpError, (VALUE)0);

    return keep(s->c, rb_obj_freeze(re));
}

static VALUE
compile_regexp_value(struct scope *s, const pm_node_t *node, const pm_string_t *text)
{
    return compile_regexp_from(s, (const char *)pm_string_source(text), pm_string_length(text), node->flags);
}

/* ---- values ------------------------------------------------------------------------------------------------------------- */

static bool
compile_range_end_p(const pm_node_t *node)
{
    return !node || PM_NODE_TYPE_P(node, PM_INTEGER_NODE) || PM_NODE_TYPE_P(node, PM_NIL_NODE);
}

/* Returns whether the compiler makes the Range.  The ends of other ranges may be incomparable, which is an error at run time. */
static bool
compile_range_literal_p(const pm_range_node_t *range)
{
    return compile_range_end_p(range->left) && compile_range_end_p(range->right);
}

/* Two Strings, too, make one Range, unless a label stands right before: CRuby's optimizer joins three instructions. */
static bool
compile_range_of_strings_p(const struct scope *s, const pm_range_node_t *range)
{
    if (!range->left || !range->right || !PM_NODE_TYPE_P(range->left, PM_STRING_NODE) ||
        !PM_NODE_TYPE_P(range->right, PM_STRING_NODE))
        return false;
    const struct link *last = s->code.prev;
    if (last == &s->code || last->kind == LINK_INSN) return true;
    return last->prev == &s->code && s->type != ISEQ_BLOCK; /* the label at a method's start is ours alone */
}

bool
literal_p(const pm_node_t *node)
{
    switch (PM_NODE_TYPE(node)) {
    case PM_NIL_NODE:
    case PM_TRUE_NODE:
    case PM_FALSE_NODE:
    case PM_INTEGER_NODE:
    case PM_FLOAT_NODE:
    case PM_RATIONAL_NODE:
    case PM_IMAGINARY_NODE:
    case PM_SYMBOL_NODE:
    case PM_SOURCE_LINE_NODE:
    case PM_SOURCE_ENCODING_NODE:
    case PM_REGULAR_EXPRESSION_NODE: return true;
    case PM_STRING_NODE:
    case PM_SOURCE_FILE_NODE: return PM_NODE_FLAG_P(node, PM_STRING_FLAGS_FROZEN);
    case PM_RANGE_NODE: return compile_range_literal_p((const pm_range_node_t *)node);
    default: return false;
    }
}

VALUE
literal_value(struct scope *s, const pm_node_t *node)
{
    switch (PM_NODE_TYPE(node)) {
    case PM_NIL_NODE: return Qnil;
    case PM_TRUE_NODE: return Qtrue;
    case PM_FALSE_NODE: return Qfalse;
    case PM_SYMBOL_NODE: return compile_symbol_value(s, (const pm_symbol_node_t *)node);
    case PM_STRING_NODE: return string_value(s, node, &((const pm_string_node_t *)node)->unescaped, node->flags);
    case PM_SOURCE_FILE_NODE: return compile_file_value(s);
    case PM_SOURCE_LINE_NODE: return int_fix(line_of(s->c, node->location.start));
    case PM_SOURCE_ENCODING_NODE: return rb_enc_from_encoding(rb_enc_from_index(s->c->enc_index));
    case PM_REGULAR_EXPRESSION_NODE:
        return compile_regexp_value(s, node, &((const pm_regular_expression_node_t *)node)->unescaped);
    case PM_RANGE_NODE: {
        const pm_range_node_t *range = (const pm_range_node_t *)node;
        VALUE low = range->left ? literal_value(s, range->left) : Qnil;
        VALUE high = range->right ? literal_value(s, range->right) : Qnil;
        return keep(s->c, rb_range_new(low, high, PM_NODE_FLAG_P(node, PM_RANGE_FLAGS_EXCLUDE_END)));
    }
    default: return compile_number_value(s, node);
    }
}

void
compile_literal(struct scope *s, const pm_node_t *node, bool popped)
{
    if (!popped) emit_putobject(s, literal_value(s, node));
}

void
compile_symbol(struct scope *s, const pm_node_t *node, bool popped)
{
    compile_literal(s, node, popped);
}

void
compile_range(struct scope *s, const pm_node_t *node, bool popped)
{
    const pm_range_node_t *range = (const pm_range_node_t *)node;

    if (literal_p(node) || compile_range_of_strings_p(s, range)) {
        compile_literal(s, node, popped);
        return;
    }
    compile_or_nil(s, range->left, popped);
    compile_or_nil(s, range->right, popped);
    if (!popped) emit1(s, INSN_newrange, PM_NODE_FLAG_P(node, PM_RANGE_FLAGS_EXCLUDE_END));
}

/* ---- strings ------------------------------------------------------------------------------------------------------------ */

static void
emit_string(struct scope *s, VALUE text, pm_node_flags_t flags)
{
    if (flags & PM_STRING_FLAGS_FROZEN) emit_putobject(s, text);
    else emit1(s, flags & PM_STRING_FLAGS_MUTABLE ? INSN_putstring : INSN_putchilledstring, (int64_t)text);
}

void
compile_string_literal(struct scope *s, const pm_node_t *node, bool popped)
{
    if (popped) return;
    if (PM_NODE_TYPE_P(node, PM_SOURCE_FILE_NODE)) emit_string(s, compile_file_value(s), node->flags);
    else emit_string(s, string_value(s, node, &((const pm_string_node_t *)node)->unescaped, node->flags), node->flags);
}

void
compile_embedded(struct scope *s, const pm_node_t *node, bool popped)
{
    compile_statements(s, ((const pm_embedded_statements_node_t *)node)->statements, popped);
}

/* The parts of an interpolation, flattened: literal text gathered while it has one encoding. */
struct gather {
    struct scope *s;
    VALUE text; /* String being gathered, or 0 */
    unsigned count;
    bool regexp;  /* literal parts take the regexp's encoding */
    bool strings; /* values become Strings; otherwise concatstrings accepts immediates too */
    pm_node_flags_t flags;
};

static void
compile_gather_flush(struct gather *g)
{
    if (!g->text) return;
    emit_putobject(g->s, keep(g->s->c, str_fstring(g->text)));
    g->text = 0;
    g->count++;
}

static void
compile_gather_text(struct gather *g, const pm_string_t *text, pm_node_flags_t flags)
{
    const char *p = (const char *)pm_string_source(text);
    size_t length = pm_string_length(text);
    int enc = compile_text_encoding(g->s, flags);

    if (g->regexp) compile_check_regexp_part(g->s, p, length, flags, g->flags);
    if (g->text && str_enc_index(g->text) != enc) compile_gather_flush(g);
    if (!g->text) g->text = keep(g->s->c, str_new(p, length, enc));
    else str_append_bytes(g->text, p, length);
}

static void
compile_gather_value(struct gather *g, const pm_node_t *node)
{
    struct scope *s = g->s;

    compile_gather_flush(g);
    compile_node(s, node, false);
    int insn = g->strings || vm_insn_redefined_p(INSN_objtopart) ? INSN_objtostring : INSN_objtopart;
    emit1(s, insn, (int64_t)ci_pack(rb_intern("to_s"), CI_FCALL, 0));
    g->count++;
}

static void
compile_gather_parts(struct gather *g, const pm_node_list_t *parts)
{
    for (size_t i = 0; i < parts->size; i++) {
        const pm_node_t *part = parts->nodes[i];
        switch (PM_NODE_TYPE(part)) {
        case PM_STRING_NODE: compile_gather_text(g, &((const pm_string_node_t *)part)->unescaped, part->flags); break;
        case PM_INTERPOLATED_STRING_NODE:
            compile_gather_parts(g, &((const pm_interpolated_string_node_t *)part)->parts);
            break;
        case PM_EMBEDDED_STATEMENTS_NODE: {
            /* #{"literal"} is text */
            const pm_statements_node_t *body = ((const pm_embedded_statements_node_t *)part)->statements;
            if (body && body->body.size == 1 && PM_NODE_TYPE_P(body->body.nodes[0], PM_STRING_NODE)) {
                compile_gather_text(g, &((const pm_string_node_t *)body->body.nodes[0])->unescaped,
                                    body->body.nodes[0]->flags);
            } else compile_gather_value(g, part);
            break;
        }
        default: compile_gather_value(g, part);
        }
    }
}

/* Pushes the parts, as Strings or as concatstrings takes them; returns how many (at least 1). */
static unsigned
emit_gathered(struct gather g, const pm_node_list_t *parts)
{
    struct scope *s = g.s;

    const pm_node_list_t *first = parts;
    if (parts->size && PM_NODE_TYPE_P(parts->nodes[0], PM_INTERPOLATED_STRING_NODE)) { /* "#{a}" "#{b}" */
        first = &((const pm_interpolated_string_node_t *)parts->nodes[0])->parts;
    }
    bool text_first = first->size && PM_NODE_TYPE_P(first->nodes[0], PM_STRING_NODE);
    bool binary = g.regexp && s->c->enc_index == ENCI_USASCII;         /* escapes are bytes there, unless parts come first */
    if ((first->size == 1 && !text_first) || (binary && text_first)) { /* gives the encoding: "#{nil}" is UTF-8 */
        g.text = keep(s->c, str_new("", 0, binary ? ENCI_BINARY : s->c->enc_index));
    }
    compile_gather_parts(&g, parts);
    if (!g.text && g.count == 0) g.text = keep(s->c, str_new("", 0, s->c->enc_index));
    compile_gather_flush(&g);
    return g.count;
}

static unsigned
emit_parts(struct scope *s, const pm_node_list_t *parts)
{
    return emit_gathered((struct gather){.s = s}, parts);
}

static bool
compile_all_text_p(const pm_node_list_t *parts)
{
    for (size_t i = 0; i < parts->size; i++) {
        const pm_node_t *part = parts->nodes[i];
        if (PM_NODE_TYPE_P(part, PM_INTERPOLATED_STRING_NODE)) {
            if (!compile_all_text_p(&((const pm_interpolated_string_node_t *)part)->parts)) return false;
        } else if (!PM_NODE_TYPE_P(part, PM_STRING_NODE)) return false;
    }
    return true;
}

static void
compile_text_of_parts(struct scope *s, const pm_node_list_t *parts, VALUE *text)
{
    for (size_t i = 0; i < parts->size; i++) {
        const pm_node_t *part = parts->nodes[i];
        if (PM_NODE_TYPE_P(part, PM_INTERPOLATED_STRING_NODE)) {
            compile_text_of_parts(s, &((const pm_interpolated_string_node_t *)part)->parts, text);
            continue;
        }
        const pm_string_t *unescaped = &((const pm_string_node_t *)part)->unescaped;
        VALUE piece = keep(s->c, str_new((const char *)pm_string_source(unescaped), pm_string_length(unescaped),
                                         compile_text_encoding(s, part->flags)));
        if (*text) str_append(*text, piece);
        else *text = piece;
    }
}

void
compile_interpolated_string(struct scope *s, const pm_node_t *node, bool popped)
{
    const pm_interpolated_string_node_t *string = (const pm_interpolated_string_node_t *)node;

    if (compile_all_text_p(&string->parts)) { /* "a" "b", and heredocs of several lines */
        if (popped) return;
        VALUE text = 0;
        compile_text_of_parts(s, &string->parts, &text);
        if (!text) text = keep(s->c, str_new("", 0, s->c->enc_index));
        _Static_assert(
            (int)PM_INTERPOLATED_STRING_NODE_FLAGS_FROZEN == 4 && (int)PM_INTERPOLATED_STRING_NODE_FLAGS_MUTABLE == 8, "");
        int frozen = node->flags & PM_INTERPOLATED_STRING_NODE_FLAGS_FROZEN ? PM_STRING_FLAGS_FROZEN : 0;
        int mutable_flag = node->flags & PM_INTERPOLATED_STRING_NODE_FLAGS_MUTABLE ? PM_STRING_FLAGS_MUTABLE : 0;
        VALUE whole = frozen ? compile_located(s, node, text, (pm_node_flags_t)frozen) : keep(s->c, str_fstring(text));
        emit_string(s, whole, (pm_node_flags_t)(frozen | mutable_flag));
        return;
    }
    unsigned count = emit_parts(s, &string->parts);
    emit1(s, INSN_concatstrings, count);
    if (popped) emit0(s, INSN_pop);
}

void
compile_interpolated_symbol(struct scope *s, const pm_node_t *node, bool popped)
{
    unsigned count = emit_parts(s, &((const pm_interpolated_symbol_node_t *)node)->parts);

    emit1(s, INSN_concatstrings, count);
    emit0(s, INSN_intern);
    if (popped) emit0(s, INSN_pop);
}

static void
emit_backquote(struct scope *s, bool popped)
{
    emit_call(s, rb_intern("`"), 1, CI_FCALL);
    if (popped) emit0(s, INSN_pop);
}

void
compile_xstring(struct scope *s, const pm_node_t *node, bool popped)
{
    VALUE text = string_value(s, node, &((const pm_x_string_node_t *)node)->unescaped, node->flags);

    emit_putself(s);
    emit_putobject(s, text);
    emit_backquote(s, popped);
}

void
compile_interpolated_xstring(struct scope *s, const pm_node_t *node, bool popped)
{
    emit_putself(s);
    unsigned count = emit_parts(s, &((const pm_interpolated_x_string_node_t *)node)->parts);
    emit1(s, INSN_concatstrings, count);
    emit_backquote(s, popped);
}

/* ---- regexps ------------------------------------------------------------------------------------------------------------ */

void
compile_regexp(struct scope *s, const pm_node_t *node, bool popped)
{
    VALUE re = literal_value(s, node); /* made in any case: it may be wrong */
    if (!popped) emit_putobject(s, re);
}

/* A part that is text, or #{"text"}; else NULL. */
static const pm_string_node_t *
compile_text_of_part(const pm_node_t *part)
{
    if (PM_NODE_TYPE_P(part, PM_EMBEDDED_STATEMENTS_NODE)) {
        const pm_statements_node_t *body = ((const pm_embedded_statements_node_t *)part)->statements;
        if (!body || body->body.size != 1) return NULL;
        part = body->body.nodes[0];
    }
    return PM_NODE_TYPE_P(part, PM_STRING_NODE) ? (const pm_string_node_t *)part : NULL;
}

/* A Regexp of literal parts only, or 0. */
static VALUE
compile_constant_regexp(struct scope *s, const pm_node_t *node, const pm_node_list_t *parts)
{
    VALUE text = 0;

    for (size_t i = 0; i < parts->size; i++) {
        if (!compile_text_of_part(parts->nodes[i])) return 0;
    }
    for (size_t i = 0; i < parts->size; i++) {
        const pm_string_node_t *piece = compile_text_of_part(parts->nodes[i]);
        const char *p = (const char *)pm_string_source(&piece->unescaped);
        size_t length = pm_string_length(&piece->unescaped);
        VALUE part = keep(s->c, str_new(p, length, compile_text_encoding(s, piece->base.flags)));
        compile_check_regexp_part(s, p, length, piece->base.flags, node->flags);
        if (text) rb_enc_check(text, part);
        if (text) str_append(text, part);
        else text = part;
    }
    if (!text) return compile_regexp_from(s, "", 0, node->flags);
    bool bytes = PM_NODE_TYPE_P(parts->nodes[0], PM_STRING_NODE) || str_enc_index(text) == ENCI_BINARY;
    int binary = s->c->enc_index == ENCI_USASCII && bytes ? PM_REGULAR_EXPRESSION_FLAGS_FORCED_BINARY_ENCODING : 0;
    VALUE re = compile_regexp_from(s, str_ptr(text), str_len(text), (pm_node_flags_t)(node->flags | binary));
    RB_GC_GUARD(text);
    return re;
}

static int
compile_runtime_options(struct scope *s, pm_node_flags_t flags)
{
    int options = compile_regexp_options(flags);

    /* toregexp takes the encoding from the parts; /e, /s, /u say it in bits 8 and up, one more than its index */
    if (options & RE_FIXEDENCODING) options |= (compile_regexp_encoding(s, flags) + 1) << 8;
    return options;
}

static void
emit_regexp_parts(struct scope *s, const pm_node_t *node, const pm_node_list_t *parts)
{
    unsigned count = emit_gathered((struct gather){.s = s, .strings = true, .regexp = true, .flags = node->flags}, parts);
    emit2(s, INSN_toregexp, compile_runtime_options(s, node->flags), count);
}

static void
emit_interpolated_regexp(struct scope *s, const pm_node_t *node, const pm_node_list_t *parts)
{
    VALUE re = compile_constant_regexp(s, node, parts);

    if (re) emit_putobject(s, re);
    else if (node->flags & PM_REGULAR_EXPRESSION_FLAGS_ONCE) {
        struct scope *once = scope_new(s->c, s, ISEQ_BLOCK, node, scope_block_name(s));
        once->transparent = true;
        emit_regexp_parts(once, node, parts);
        emit_leave(once);
        emit1(s, INSN_once, (int64_t)once->iseq);
    } else emit_regexp_parts(s, node, parts);
}

void
compile_interpolated_regexp(struct scope *s, const pm_node_t *node, bool popped)
{
    emit_interpolated_regexp(s, node, &((const pm_interpolated_regular_expression_node_t *)node)->parts);
    if (popped) emit0(s, INSN_pop);
}

/* if /re/: the last line read */
void
compile_match_last_line(struct scope *s, const pm_node_t *node, bool popped)
{
    emit_putobject(s, compile_regexp_value(s, node, &((const pm_match_last_line_node_t *)node)->unescaped));
    emit_core(s, CORE_LAST_LINE_MATCH, 1);
    if (popped) emit0(s, INSN_pop);
}

void
compile_interpolated_match_last_line(struct scope *s, const pm_node_t *node, bool popped)
{
    emit_interpolated_regexp(s, node, &((const pm_interpolated_match_last_line_node_t *)node)->parts);
    emit_core(s, CORE_LAST_LINE_MATCH, 1);
    if (popped) emit0(s, INSN_pop);
}

/* ---- arrays --------------------------------------------------------------------------------------------------------------- */

enum { CHUNK = LIMIT(256, 4) }; /* elements on the stack at once */

static bool
compile_literal_array_p(const pm_node_list_t *elements)
{
    for (size_t i = 0; i < elements->size; i++) {
        const pm_node_t *element = elements->nodes[i];
        if (!literal_p(element)) return false;
    }
    return true;
}

static VALUE
compile_literal_array(struct scope *s, const pm_node_list_t *elements)
{
    VALUE ary = keep(s->c, ary_new_capa(elements->size));

    for (size_t i = 0; i < elements->size; i++) ary_push(ary, literal_value(s, elements->nodes[i]));
    rb_obj_freeze(ary);
    ary_prepare_dup(ary);
    return ary;
}

static void
compile_splatted(struct scope *s, const pm_node_t *splat)
{
    const pm_node_t *expression = ((const pm_splat_node_t *)splat)->expression;

    if (expression) compile_node(s, expression, false);
    else emit_anonymous(s, "*");
}

/* [1, **h]: an empty h adds nothing. */
static bool
compile_double_splat_p(const pm_node_t *element)
{
    if (!PM_NODE_TYPE_P(element, PM_KEYWORD_HASH_NODE)) return false;
    const pm_node_list_t *pairs = &((const pm_keyword_hash_node_t *)element)->elements;
    for (size_t i = 0; i < pairs->size; i++)
        if (!PM_NODE_TYPE_P(pairs->nodes[i], PM_ASSOC_SPLAT_NODE)) return false;
    return true;
}

static void
compile_push_hash_unless_empty(struct scope *s, const pm_node_t *element)
{
    struct label *empty = label_new(s), *end = label_new(s);

    compile_node(s, element, false);
    emit0(s, INSN_dup);
    emit_call(s, rb_intern("empty?"), 0, 0);
    emit_jump(s, INSN_branchif, empty);
    emit1(s, INSN_pushtoarray, 1);
    emit_jump(s, INSN_jump, end);
    s->sp++;
    label_place(s, empty);
    emit0(s, INSN_pop);
    label_place(s, end);
}

/* Pushes a fresh Array of the elements (splats and keywords too), and of `more` if given. */
void
compile_array_elements(struct scope *s, const pm_node_list_t *elements, const pm_node_t *more)
{
    size_t total = elements->size + (more ? 1 : 0);
    unsigned pending = 0;
    bool made = false;

    for (size_t i = 0; i < total; i++) {
        const pm_node_t *element = i < elements->size ? elements->nodes[i] : more;
        if (PM_NODE_TYPE_P(element, PM_SPLAT_NODE)) {
            if (pending || made) {
                if (pending) emit1(s, made ? INSN_pushtoarray : INSN_newarray, pending);
                compile_splatted(s, element);
                emit0(s, INSN_concattoarray);
            } else {
                compile_splatted(s, element);
                emit1(s, INSN_splatarray, 1);
            }
            pending = 0;
            made = true;
            continue;
        }
        if (compile_double_splat_p(element)) {
            if (pending || !made) emit1(s, made ? INSN_pushtoarray : INSN_newarray, pending);
            compile_push_hash_unless_empty(s, element);
            pending = 0;
            made = true;
            continue;
        }
        compile_node(s, element, false);
        if (++pending == CHUNK && i + 1 < total) {
            emit1(s, made ? INSN_pushtoarray : INSN_newarray, pending);
            pending = 0;
            made = true;
        }
    }
    if (pending || !made) emit1(s, made ? INSN_pushtoarray : INSN_newarray, pending);
}

static bool
compile_contains_splat_p(const pm_node_list_t *elements)
{
    for (size_t i = 0; i < elements->size; i++)
        if (PM_NODE_TYPE_P(elements->nodes[i], PM_SPLAT_NODE)) return true;
    return false;
}

void
compile_array(struct scope *s, const pm_node_t *node, bool popped)
{
    const pm_array_node_t *array = (const pm_array_node_t *)node;

    if (popped && !compile_contains_splat_p(&array->elements)) {
        for (size_t i = 0; i < array->elements.size; i++) compile_node(s, array->elements.nodes[i], true);
        return;
    }
    if (array->elements.size && compile_literal_array_p(&array->elements)) {
        emit1(s, INSN_duparray, (int64_t)compile_literal_array(s, &array->elements));
    } else compile_array_elements(s, &array->elements, NULL);
    if (popped) emit0(s, INSN_pop);
}

/* ---- hashes --------------------------------------------------------------------------------------------------------------- */

bool
literal_hash_p(const pm_node_list_t *elements)
{
    for (size_t i = 0; i < elements->size; i++) {
        if (!PM_NODE_TYPE_P(elements->nodes[i], PM_ASSOC_NODE)) return false;
        const pm_assoc_node_t *assoc = (const pm_assoc_node_t *)elements->nodes[i];
        bool string_key = PM_NODE_TYPE_P(assoc->key, PM_STRING_NODE); /* copied and frozen as a key anyway */
        if (!(literal_p(assoc->key) || string_key) || !literal_p(assoc->value)) return false;
    }
    return true;
}

VALUE
literal_hash(struct scope *s, const pm_node_list_t *elements)
{
    VALUE hash = keep(s->c, hash_new_capa(elements->size));

    for (size_t i = 0; i < elements->size; i++) {
        const pm_assoc_node_t *assoc = (const pm_assoc_node_t *)elements->nodes[i];
        VALUE key = literal_value(s, assoc->key), value = literal_value(s, assoc->value);
        hash_set(hash, key, value);
    }
    return rb_obj_freeze(hash);
}

VALUE
literal_array_or_hash(struct scope *s, const pm_node_t *node)
{
    const pm_node_list_t *elements;
    if (PM_NODE_TYPE_P(node, PM_ARRAY_NODE)) {
        elements = &((const pm_array_node_t *)node)->elements;
        return compile_literal_array_p(elements) ? compile_literal_array(s, elements) : 0;
    }
    if (!PM_NODE_TYPE_P(node, PM_HASH_NODE)) return 0;
    elements = &((const pm_hash_node_t *)node)->elements;
    return literal_hash_p(elements) ? literal_hash(s, elements) : 0;
}

/* Returns a Hash of the keys with nil values, if all keys are different literals.  Returns 0 otherwise. */
static VALUE
compile_literal_keys(struct scope *s, const pm_node_list_t *elements)
{
    if (!elements->size || elements->size > CHUNK / 2) return 0;
    for (size_t i = 0; i < elements->size; i++) {
        if (!PM_NODE_TYPE_P(elements->nodes[i], PM_ASSOC_NODE)) return 0;
        const pm_node_t *key = ((const pm_assoc_node_t *)elements->nodes[i])->key;
        if (!literal_p(key) && !PM_NODE_TYPE_P(key, PM_STRING_NODE)) return 0;
    }
    VALUE hash = keep(s->c, hash_new_capa(elements->size));
    for (size_t i = 0; i < elements->size; i++) {
        hash_set(hash, literal_value(s, ((const pm_assoc_node_t *)elements->nodes[i])->key), Qnil);
    }
    return hash_size(hash) == elements->size ? rb_obj_freeze(hash) : 0;
}

static void
emit_key(struct scope *s, const pm_node_t *key)
{
    /* a literal String would be copied and frozen: give the frozen one */
    if (PM_NODE_TYPE_P(key, PM_STRING_NODE)) emit_putobject(s, literal_value(s, key));
    else compile_node(s, key, false);
}

static void
compile_flush_pairs(struct scope *s, unsigned *pending, bool *made)
{
    if (*pending || !*made) emit1(s, *made ? INSN_hash_add : INSN_newhash, *pending);
    *pending = 0;
    *made = true;
}

void
compile_hash_elements(struct scope *s, const pm_node_list_t *elements)
{
    unsigned pending = 0;
    bool made = false;

    for (size_t i = 0; i < elements->size; i++) {
        const pm_node_t *element = elements->nodes[i];
        if (PM_NODE_TYPE_P(element, PM_ASSOC_SPLAT_NODE)) {
            const pm_node_t *value = ((const pm_assoc_splat_node_t *)element)->value;
            if (pending || made) compile_flush_pairs(s, &pending, &made);
            else emit0(s, INSN_putnil); /* the merge makes the Hash */
            made = true;
            if (value) compile_node(s, value, false);
            else emit_anonymous(s, "**");
            emit0(s, INSN_hash_merge);
            continue;
        }
        const pm_assoc_node_t *assoc = (const pm_assoc_node_t *)element;
        emit_key(s, assoc->key);
        compile_node(s, assoc->value, false);
        pending += 2;
        if (pending >= CHUNK) compile_flush_pairs(s, &pending, &made);
    }
    compile_flush_pairs(s, &pending, &made);
}

void
compile_hash(struct scope *s, const pm_node_t *node, bool popped)
{
    const pm_node_list_t *elements = &((const pm_hash_node_t *)node)->elements;

    if (elements->size && literal_hash_p(elements)) {
        if (!popped) emit1(s, INSN_duphash, (int64_t)literal_hash(s, elements));
        return;
    }
    VALUE keys = compile_literal_keys(s, elements);
    if (keys) {
        for (size_t i = 0; i < elements->size; i++)
            compile_node(s, ((const pm_assoc_node_t *)elements->nodes[i])->value, popped);
        if (popped) return;
        emit2(s, INSN_fillhash, (int64_t)keys, (int64_t)elements->size);
    } else {
        compile_hash_elements(s, elements);
    }
    if (popped) emit0(s, INSN_pop);
}
