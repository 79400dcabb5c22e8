/*
 * tokens.c - calls the parser and takes down its tokens.
 *
 * No Ruby code runs here, and no object is allocated.  struct ripper owns the memory from malloc.
 */
#include "ext/ripper/ripper.h"
#include "internal/vm/stack.h"

#include <stdlib.h>
#include <string.h>

struct taker {
    struct rp_lexeme *raw;
    uint32_t count, capa;
    bool full; /* malloc gave no more */
};

static void
take(void *data, pm_parser_t *parser, pm_token_t *token)
{
    struct taker *t = data;
    if (t->count == t->capa) {
        uint32_t capa = t->capa ? t->capa * 2 : 256;
        struct rp_lexeme *raw = realloc(t->raw, capa * sizeof *raw);
        if (!raw) {
            t->full = true;
            return;
        }
        t->raw = raw;
        t->capa = capa;
    }
    t->raw[t->count++] = (struct rp_lexeme){.start = (uint32_t)(token->start - parser->start),
                                            .end = (uint32_t)(token->end - parser->start),
                                            .state = (uint16_t)parser->lex_state,
                                            .type = (uint8_t)token->type};
}

struct parse {
    struct ripper *r;
    struct taker taker;
};

/* Stack for trees as deep as prism makes them: bytes a byte of text, `most` at most. */
static size_t
stack_for(const struct ripper *r, size_t each, size_t most)
{
    size_t bytes = (1 << 20) + r->size * each;
    return bytes < most ? bytes : most;
}

/* Leaves by r->memory.failed where memory ends. */
static void
run_parser(void *p)
{
    struct parse *parse = p;
    struct ripper *r = parse->r;
    pm_lex_callback_t callback = {.data = &parse->taker, .callback = take};

    if (setjmp(r->memory.failed) != 0) {
        parse->taker.full = true;
        return;
    }
    r->parser->lex_callback = &callback;
    r->root = pm_parse(r->parser);
    r->parser->lex_callback = NULL;
    rp_collect_regexps(r);
    if (!parse->taker.full && !rp_order_tokens(r, parse->taker.raw, parse->taker.count)) parse->taker.full = true;
}

static bool
set_up(struct ripper *r, pm_options_t *options)
{
    if (setjmp(r->memory.failed) != 0) return false;
    pm_options_version_set(options, "4.0", 3);
    pm_options_line_set(options, r->first_line);
    pm_options_encoding_set(options, rb_enc_name(r->enc));
    pm_parser_init(r->parser, r->text, r->size, options);
    return true;
}

void
rp_tokenize(struct ripper *r)
{
    pm_options_t options = {0};
    struct parse parse = {.r = r};

    parse_memory_init(&r->memory);
    r->parser = calloc(1, sizeof *r->parser);
    if (!r->parser) rb_memerror();
    parse_memory_enter(&r->memory);
    bool done = set_up(r, &options) &&
                vm_stack_try_call(stack_for(r, 1024, VM_ASAN ? 256 << 20 : 32 << 20), run_parser, &parse) &&
                !parse.taker.full;
    parse_memory_leave();
    free(parse.taker.raw);
    if (!done) rb_memerror();
}

void
rp_release_tree(struct ripper *r)
{
    if (r->parser) parse_memory_free(&r->memory);
    free(r->parser);
    r->root = NULL;
    r->parser = NULL;
}
