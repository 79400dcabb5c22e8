/*
 * compile/prism_face.c - calls the parser: options, errors, warnings.
 *
 * A message shows each line with errors and two lines around it.  Below the line, each error has a mark and a text.  Long lines
 * are cut around the marks.  Columns are characters where marks are placed, and bytes where lines are cut.
 */
#include "internal/compile/prism_face.h"
#include "internal/encoding.h"
#include "internal/array.h"
#include "internal/vm/binding.h"
#include "internal/string.h"
#include "internal/vm/stack.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* ---- options ---------------------------------------------------------------------------------------------------------------- */

static unsigned
parse_count_scopes(VALUE iseq)
{
    unsigned n = 0;
    for (; iseq; iseq = iseq_body(iseq)->parent) n++;
    return n;
}

/* Returns whether eval can use the local, which excludes numbered parameters. */
static bool
parse_visible_p(ID local)
{
    return local && id_local_p(local) && !name_numbered_p(id_name(local));
}

static void
parse_set_scope(pm_options_scope_t *scope, const struct iseq_body *body)
{
    unsigned flags = body->params.flags, n = 0;
    uint8_t forwarding = 0;

    for (unsigned i = 0; i < body->local_count; i++)
        if (parse_visible_p(body->locals[i])) n++;
    pm_options_scope_init(scope, n);
    n = 0;
    for (unsigned i = 0; i < body->local_count; i++) {
        if (!parse_visible_p(body->locals[i])) continue;
        VALUE name = id_name(body->locals[i]);
        pm_string_constant_init(&scope->locals[n++], str_ptr(name), str_len(name));
    }
    if (flags & PARAM_FORWARD) forwarding |= PM_OPTIONS_SCOPE_FORWARDING_ALL;
    if (flags & PARAM_ANON_REST) forwarding |= PM_OPTIONS_SCOPE_FORWARDING_POSITIONALS;
    if (flags & PARAM_ANON_KWREST) forwarding |= PM_OPTIONS_SCOPE_FORWARDING_KEYWORDS;
    if (flags & PARAM_ANON_BLOCK) forwarding |= PM_OPTIONS_SCOPE_FORWARDING_BLOCK;
    pm_options_scope_forwarding_set(scope, forwarding);
}

/* Outermost first; the last is the eval's own. */
static void
parse_set_scopes(pm_options_t *options, VALUE parent)
{
    unsigned n = parse_count_scopes(parent);

    pm_options_scopes_init(options, n + 1);
    pm_options_scope_init(&options->scopes[n], 0);
    for (VALUE iseq = parent; iseq; iseq = iseq_body(iseq)->parent) parse_set_scope(&options->scopes[--n], iseq_body(iseq));
}

int compile_frozen_literals = -1;
bool compile_located_literals;
bool compile_plain_sends;

static void
parse_set_options(struct parse *parse, enum iseq_type type, const struct compile_options *opt)
{
    pm_options_t *options = &parse->options;

    pm_options_version_set(options, "4.0", 3);
    pm_options_filepath_set(options, opt->path);
    pm_options_line_set(options, opt->line);
    int frozen = opt->frozen_string_literal >= 0 ? opt->frozen_string_literal : compile_frozen_literals;
    if (frozen >= 0) pm_options_frozen_string_literal_set(options, frozen);
    if (opt->main_script) pm_options_main_script_set(options, true);
    pm_options_command_line_set(options, (uint8_t)opt->command_line_flags);
    if (opt->encoding) pm_options_encoding_set(options, opt->encoding);
    else if (type == ISEQ_EVAL) pm_options_encoding_set(options, rb_enc_name(rb_enc_get(parse->source)));
    if (type == ISEQ_EVAL) parse_set_scopes(options, opt->parent);
}

/* ---- errors ------------------------------------------------------------------------------------------------------------------ */

struct flaw {
    const pm_diagnostic_t *diagnostic;
    int32_t line;
    uint32_t column, end; /* bytes from the start of the line */
};

/* Returns whether `later` is shown before `earlier`: by line and column, and at the same place before it. */
static bool
parse_flaw_before_p(const struct flaw *later, const struct flaw *earlier)
{
    if (later->line != earlier->line) return later->line < earlier->line;
    return later->column <= earlier->column;
}

struct excerpt {
    const pm_parser_t *parser;
    VALUE out;
    int width; /* digits of line numbers */
    bool marks_only;
};

static void
parse_out_text(struct excerpt *e, const char *text)
{
    str_append_bytes(e->out, text, strlen(text));
}

static void
parse_out_repeat(struct excerpt *e, const char *text, int n)
{
    while (n-- > 0) parse_out_text(e, text);
}

/* Bytes of a line, its end excluded.  line: as counted from the first, 0. */
static const uint8_t *
parse_line_text(const pm_parser_t *parser, int32_t line, size_t *length)
{
    const pm_newline_list_t *lines = &parser->newline_list;
    const uint8_t *start = parser->start + lines->offsets[line];
    const uint8_t *end = (size_t)line + 1 < lines->size ? parser->start + lines->offsets[line + 1] : parser->end;

    if (end > start && end[-1] == '\n') end--;
    *length = (size_t)(end - start);
    return start;
}

static int32_t
parse_line_count(const pm_parser_t *parser)
{
    size_t n = parser->newline_list.size;
    /* what follows the last newline is a line only if there is something */
    if (n > 1 && parser->start + parser->newline_list.offsets[n - 1] >= parser->end) n--;
    return (int32_t)n;
}

static size_t
parse_char_width(const pm_parser_t *parser, const uint8_t *at, const uint8_t *end)
{
    size_t n = at < end ? parser->encoding->char_width(at, end - at) : 0;
    return n ? n : 1;
}

static void
parse_out_number(struct excerpt *e, int32_t line, bool bad)
{
    char text[32];
    snprintf(text, sizeof text, "%s%*d | ", bad ? "> " : "  ", e->width, (int)(line + e->parser->start_line));
    parse_out_text(e, text);
}

static void
parse_out_line(struct excerpt *e, int32_t line)
{
    size_t length;
    const uint8_t *text = parse_line_text(e->parser, line, &length);

    parse_out_number(e, line, false);
    str_append_bytes(e->out, (const char *)text, length);
    parse_out_text(e, "\n");
}

enum { CUT = 30 }; /* bytes shown before and after what is wrong */

static uint32_t
parse_flaw_end(const struct excerpt *e, const struct flaw *flaw)
{
    size_t length;

    parse_line_text(e->parser, flaw->line, &length);
    uint32_t end = flaw->end;
    if (end > length) end = (uint32_t)length;
    return end > flaw->column ? end : flaw->column + 1;
}

/* The text of a wrong line, cut; returns the column it starts at. */
static uint32_t
parse_out_bad_text(struct excerpt *e, const struct flaw *flaws, size_t n)
{
    size_t length, at = 0;
    const uint8_t *text = parse_line_text(e->parser, flaws[0].line, &length);
    uint32_t from = flaws[0].column >= CUT ? flaws[0].column : 0, last = 0;

    for (size_t i = 0; i < n; i++)
        if (parse_flaw_end(e, &flaws[i]) > last) last = parse_flaw_end(e, &flaws[i]);
    if (from) parse_out_text(e, "... ");
    for (at = from; at < length;) {
        size_t width = parse_char_width(e->parser, text + at, text + length);
        if (at + width > last + CUT) break;
        at += width;
    }
    if (from < at) str_append_bytes(e->out, (const char *)text + from, at - from);
    if (length >= last + CUT) parse_out_text(e, " ...");
    parse_out_text(e, "\n");
    return from;
}

static void
parse_out_mark(struct excerpt *e, const struct flaw *flaw, uint32_t from)
{
    size_t length;
    const uint8_t *text = parse_line_text(e->parser, flaw->line, &length);
    size_t at = from, end = parse_flaw_end(e, flaw);

    parse_out_repeat(e, " ", e->width + 2);
    parse_out_text(e, " | ");
    if (from) parse_out_text(e, "    ");
    for (; at < flaw->column; at += parse_char_width(e->parser, text + at, text + length)) parse_out_text(e, " ");
    parse_out_text(e, "^");
    if (at < end) at += parse_char_width(e->parser, text + at, text + length);
    for (; at < end; at += parse_char_width(e->parser, text + at, text + length)) parse_out_text(e, "~");
    if (!e->marks_only) {
        parse_out_text(e, " ");
        parse_out_text(e, flaw->diagnostic->message);
    }
    parse_out_text(e, "\n");
}

static int
parse_digits(int32_t n)
{
    char text[16];
    return snprintf(text, sizeof text, "%d", (int)n);
}

/* Lines that are bad, two around each, and a bar where some are left out. */
static void
parse_out_excerpt(struct excerpt *e, const struct flaw *flaws, size_t n)
{
    int32_t lines = parse_line_count(e->parser), shown = -1;

    e->width = parse_digits(flaws[n - 1].line + e->parser->start_line); /* numbers of lines below may stand out */
    for (size_t i = 0; i < n;) {
        size_t same = i;
        while (same < n && flaws[same].line == flaws[i].line) same++;
        int32_t line = flaws[i].line;
        int32_t first = line - 2 > shown ? line - 2 : shown + 1;
        if (shown >= 0 && first > shown + 1) {
            parse_out_text(e, "  ");
            parse_out_repeat(e, "~", e->width + 4);
            parse_out_text(e, "\n");
        }
        for (int32_t k = first < 0 ? 0 : first; k < line; k++) parse_out_line(e, k);
        parse_out_number(e, line, true);
        uint32_t from = parse_out_bad_text(e, flaws + i, same - i);
        for (; i < same; i++) parse_out_mark(e, &flaws[i], from);
        shown = line;
        int32_t until = line + 2 < lines ? line + 2 : lines - 1;
        if (i < n && until >= flaws[i].line) until = flaws[i].line - 1;
        for (; shown < until; shown++) parse_out_line(e, shown + 1);
    }
}

static struct flaw *
parse_collect_flaws(const pm_parser_t *parser, size_t *count, VALUE *hold)
{
    size_t n = parser->error_list.size, i = 0;
    struct flaw *flaws = rb_alloc_tmp_buffer(hold, (long)(n * sizeof *flaws));

    for (const pm_list_node_t *at = parser->error_list.head; at; at = at->next) {
        const pm_diagnostic_t *d = (const pm_diagnostic_t *)at;
        pm_line_column_t start = pm_newline_list_line_column(&parser->newline_list, d->location.start, 0);
        pm_line_column_t end = pm_newline_list_line_column(&parser->newline_list, d->location.end, 0);
        struct flaw flaw = {d, start.line, start.column, end.line == start.line ? end.column : UINT32_MAX};
        size_t k = i++;
        while (k > 0 && parse_flaw_before_p(&flaw, &flaws[k - 1])) {
            flaws[k] = flaws[k - 1];
            k--;
        }
        flaws[k] = flaw;
    }
    *count = n;
    return flaws;
}

/* Returns whether the line is UTF-8, whatever the encoding of the source is. */
static bool
parse_line_valid_p(const pm_parser_t *parser, int32_t line)
{
    size_t length;
    const uint8_t *text = parse_line_text(parser, line, &length);

    for (size_t at = 0; at < length;) {
        int n = enc_utf8_len(text + at, text + length);
        if (n <= 0) return false;
        at += (size_t)n;
    }
    return true;
}

/* Writes a plain line for each error, in the order in which they were found: excerpts would put invalid bytes into the message. */
static void
parse_out_plain(struct excerpt *e)
{
    const pm_parser_t *parser = e->parser;
    for (const pm_list_node_t *at = parser->error_list.head; at; at = at->next) {
        const pm_diagnostic_t *d = (const pm_diagnostic_t *)at;
        char text[32];
        if (at != parser->error_list.head) parse_out_text(e, "\n");
        str_append_bytes(e->out, (const char *)pm_string_source(&parser->filepath), pm_string_length(&parser->filepath));
        snprintf(text, sizeof text,
                 ":%d: ", (int)pm_newline_list_line(&parser->newline_list, d->location.start, parser->start_line));
        parse_out_text(e, text);
        parse_out_text(e, d->message);
    }
}

static VALUE
parse_message_start(const pm_parser_t *parser, int32_t line)
{
    VALUE out = str_new_utf8((const char *)pm_string_source(&parser->filepath), pm_string_length(&parser->filepath));
    char text[32];

    snprintf(text, sizeof text, ":%d: ", (int)(line + parser->start_line));
    return str_append_bytes(out, text, strlen(text));
}

VALUE
parse_error_message(const struct parse *parse, bool highlight)
{
    const pm_parser_t *parser = &parse->parser;
    size_t n;
    VALUE hold;
    struct flaw *flaws = parse_collect_flaws(parser, &n, &hold);
    const pm_diagnostic_t *first = (const pm_diagnostic_t *)parser->error_list.head; /* as found, not as sorted */
    int32_t line = pm_newline_list_line(&parser->newline_list, first->location.start, 0);
    struct excerpt e = {.parser = parser, .out = parse_message_start(parser, line)};
    bool valid = true;

    for (size_t i = 0; i < n && valid; i++) valid = parse_line_valid_p(parser, flaws[i].line);
    for (size_t i = 0; i < n; i++) {
        if (flaws[i].diagnostic->level == PM_ERROR_LEVEL_SYNTAX) continue;
        if (flaws[i].diagnostic->level == PM_ERROR_LEVEL_LOAD) { /* -x without a #! line: the message has no place */
            e.out = rb_utf8_str_new_cstr(flaws[i].diagnostic->message);
            rb_free_tmp_buffer(&hold);
            return e.out;
        }
        /* the encoding comment: no syntax error, and the marks have no text */
        parse_out_text(&e, flaws[i].diagnostic->message);
        parse_out_text(&e, "\n");
        e.marks_only = true;
        parse_out_excerpt(&e, flaws + i, 1);
        rb_free_tmp_buffer(&hold);
        return e.out;
    }
    parse_out_text(&e, n == 1 ? "syntax error found\n" : "syntax errors found\n");
    if (valid) parse_out_excerpt(&e, flaws, n);
    else parse_out_plain(&e);
    rb_free_tmp_buffer(&hold);
    int enc = rb_enc_find_index(parser->encoding->name);
    if (enc >= 0) str_associate(e.out, enc);
    return e.out;
}

static int
parse_error_level(const pm_parser_t *parser)
{
    for (const pm_list_node_t *at = parser->error_list.head; at; at = at->next) {
        int level = ((const pm_diagnostic_t *)at)->level;
        if (level != PM_ERROR_LEVEL_SYNTAX) return level;
    }
    return PM_ERROR_LEVEL_SYNTAX;
}

static void
parse_raise_errors(const struct parse *parse, const struct compile_options *opt)
{
    VALUE message = parse_error_message(parse, false), error;

    switch (parse_error_level(&parse->parser)) {
    case PM_ERROR_LEVEL_ARGUMENT: error = rb_exc_new_str(rb_eArgError, message); break;
    case PM_ERROR_LEVEL_LOAD: error = rb_exc_new_str(rb_eLoadError, message); break;
    default: error = rb_exc_new_str(rb_eSyntaxError, message); rb_iv_set(error, "@path", opt->path_str);
    }
    rb_exc_raise(error);
}

/* ---- warnings ------------------------------------------------------------------------------------------------------------------ */

static void
parse_print_warnings(const struct parse *parse, const struct compile_options *opt)
{
    const pm_parser_t *parser = &parse->parser;

    for (const pm_list_node_t *at = parser->warning_list.head; at; at = at->next) {
        const pm_diagnostic_t *d = (const pm_diagnostic_t *)at;
        int line = pm_newline_list_line(&parser->newline_list, d->location.start, parser->start_line);
        if (d->level == PM_WARNING_LEVEL_VERBOSE) rb_compile_warning(opt->path, line, "%s", d->message);
        else rb_compile_warn(opt->path, line, "%s", d->message);
    }
}

/* ---- the way in ------------------------------------------------------------------------------------------------------------------ */

/* The parser recurses to a fixed depth without asking how much stack is left, and the end of a tree has no limit of depth
 * at all ("a.b.c" is as deep as it is long).  So a long text gets a stack that it cannot fill. */
static size_t
parse_stack_for(const struct parse *parse, size_t bytes_per_char, size_t most)
{
    size_t bytes = (size_t)str_len(parse->source) * bytes_per_char * (VM_ASAN ? 8 : 1);
    return bytes < 64 * 1024 ? 64 * 1024 : bytes < most ? bytes : most;
}

/* Runs on a stack of its own perhaps: what fails jumps no further than here. */
static void
parse_tree(void *p)
{
    struct parse *parse = p;
    if (setjmp(parse->memory.failed) == 0) parse->root = pm_parse(&parse->parser);
    else parse->failed = true;
}

static void
parse_make_parser(struct parse *parse, enum iseq_type type, const struct compile_options *opt)
{
    if (setjmp(parse->memory.failed) == 0) {
        parse_set_options(parse, type, opt);
        pm_parser_init(&parse->parser, (const uint8_t *)str_ptr(parse->source), str_len(parse->source), &parse->options);
    } else {
        parse->failed = true;
    }
}

void
parse_begin(struct parse *parse, VALUE source, enum iseq_type type, const struct compile_options *opt)
{
    parse_memory_init(&parse->memory);
    parse->source = rb_str_new_frozen(source);
    size_t stack_bytes = parse_stack_for(parse, 1024, VM_ASAN ? 256 << 20 : 32 << 20);
    parse_memory_enter(&parse->memory);
    parse_make_parser(parse, type, opt);
    if (!parse->failed && !vm_stack_try_call(stack_bytes, parse_tree, parse)) parse->failed = true;
    parse_memory_leave();
    if (parse->failed) rb_memerror();
    parse_print_warnings(parse, opt);
    if (parse->parser.error_list.size) parse_raise_errors(parse, opt);
}

void
parse_end(struct parse *parse)
{
    parse_memory_free(&parse->memory);
    parse->root = NULL;
}

long
parse_data_offset(const struct parse *parse)
{
    const pm_parser_t *parser = &parse->parser;
    const uint8_t *at = parser->data_loc.start;

    if (!at) return -1;
    while (at < parser->end && *at != '\n') at++;
    if (at < parser->end) at++;
    return at - parser->start;
}
