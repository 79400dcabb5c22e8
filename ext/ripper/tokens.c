/*
 * tokens.c - calls the parser and takes down its tokens.
 *
 * Nothing of Ruby's runs or is allocated here; what malloc gave is struct ripper's.
 */
#include "ext/ripper/ripper.h"

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

/* false: memory ended.  All that libprism allocates is in r->memory. */
static bool
parse(struct ripper *r, pm_options_t *options, pm_lex_callback_t *callback)
{
    parse_memory_init(&r->memory);
    bool done = setjmp(r->memory.failed) == 0;
    if (done) {
        parse_memory_enter(&r->memory);
        pm_options_version_set(options, "4.0", 3);
        pm_options_line_set(options, r->first_line);
        pm_options_encoding_set(options, rb_enc_name(r->enc));
        pm_parser_init(r->parser, r->text, r->size, options);
        r->parser->lex_callback = callback;
        r->root = pm_parse(r->parser);
        r->parser->lex_callback = NULL;
    }
    parse_memory_leave();
    return done;
}

void
rp_tokenize(struct ripper *r)
{
    pm_options_t options = {0};
    struct taker taker = {0};
    pm_lex_callback_t callback = {.data = &taker, .callback = take};

    r->parser = calloc(1, sizeof *r->parser);
    if (!r->parser) rb_memerror();
    bool parsed = parse(r, &options, &callback);
    if (parsed) rp_order_tokens(r, taker.raw, taker.count);
    free(taker.raw);
    if (!parsed || taker.full) rb_memerror();
}
