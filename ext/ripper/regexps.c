/*
 * regexps.c - literal regular expressions that do not compile are problems of the program.
 *
 * prism checks only some of them.  Each one that is not plain text is compiled, and its messages are kept.
 */
#include "ext/ripper/ripper.h"

#include <stdlib.h>
#include <string.h>

struct finder {
    const pm_regular_expression_node_t **nodes;
    size_t count, capa;
};

/* Nothing in it can be wrong. */
static bool
plain_p(const pm_regular_expression_node_t *node)
{
    const uint8_t *p = pm_string_source(&node->unescaped);
    for (size_t i = 0, n = pm_string_length(&node->unescaped); i < n; i++) /* p is NULL where n is 0 */
        if (p[i] >= 0x80 || strchr("\\()[]{}*+?", p[i])) return false;
    return true;
}

static bool
find(const pm_node_t *node, void *data)
{
    struct finder *f = data;
    if (!PM_NODE_TYPE_P(node, PM_REGULAR_EXPRESSION_NODE) && !PM_NODE_TYPE_P(node, PM_MATCH_LAST_LINE_NODE)) return true;
    const pm_regular_expression_node_t *regexp = (const pm_regular_expression_node_t *)node;
    if (plain_p(regexp)) return true;
    if (f->count == f->capa) {
        size_t capa = f->capa ? f->capa * 2 : 16;
        void *p = realloc(f->nodes, capa * sizeof *f->nodes);
        if (!p) return true;
        f->nodes = p;
        f->capa = capa;
    }
    f->nodes[f->count++] = regexp;
    return true;
}

void
rp_collect_regexps(struct ripper *r)
{
    struct finder f = {0};
    pm_visit_node(r->root, find, &f);
    r->regexps = f.nodes;
    r->regexp_count = f.count;
}

enum { FIXED_ENCODING = 16, NO_ENCODING = 32 }; /* of Regexp */

struct regexp_source {
    struct ripper *r;
    const pm_regular_expression_node_t *node;
};

static VALUE
compile(VALUE arg)
{
    const struct regexp_source *s = (const struct regexp_source *)arg;
    unsigned flags = s->node->base.flags;
    int options = 0;
    rb_encoding *enc = s->r->enc;

    if (flags & PM_REGULAR_EXPRESSION_FLAGS_IGNORE_CASE) options |= 1;
    if (flags & PM_REGULAR_EXPRESSION_FLAGS_EXTENDED) options |= 2;
    if (flags & PM_REGULAR_EXPRESSION_FLAGS_MULTI_LINE) options |= 4;
    if (flags & PM_REGULAR_EXPRESSION_FLAGS_ASCII_8BIT) options |= NO_ENCODING, enc = rb_ascii8bit_encoding();
    if (flags & PM_REGULAR_EXPRESSION_FLAGS_UTF_8) options |= FIXED_ENCODING, enc = rb_utf8_encoding();
    if (flags & PM_REGULAR_EXPRESSION_FLAGS_EUC_JP) options |= FIXED_ENCODING, enc = rb_enc_find("EUC-JP");
    if (flags & PM_REGULAR_EXPRESSION_FLAGS_WINDOWS_31J) options |= FIXED_ENCODING, enc = rb_enc_find("Windows-31J");
    VALUE source = rb_enc_str_new((const char *)pm_string_source(&s->node->unescaped), pm_string_length(&s->node->unescaped),
                                  enc);
    return rb_reg_new_str(source, options);
}

VALUE
rp_regexp_flaw(struct ripper *r, size_t index)
{
    struct regexp_source source = {r, r->regexps[index]};
    VALUE verbose = *rb_ruby_verbose_ptr();
    int state = 0;

    *rb_ruby_verbose_ptr() = Qnil; /* its warnings are for the one who runs the program */
    rb_protect(compile, (VALUE)&source, &state);
    *rb_ruby_verbose_ptr() = verbose;
    if (!state) return Qnil;
    VALUE error = rb_errinfo();
    if (!RTEST(rb_obj_is_kind_of(error, rb_eRegexpError)) && !RTEST(rb_obj_is_kind_of(error, rb_eArgError)))
        rb_jump_tag(state);
    rb_set_errinfo(Qnil);
    return rb_funcallv(error, rb_intern("message"), 0, NULL);
}
