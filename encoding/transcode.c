/*
 * encoding/transcode.c - finding a chain of direct conversions, and running it.
 *
 * A chain is run from its end: each stage takes input from the stage before it when it needs some, and the first one from the
 * source.  So no input is read before it is needed.  An error of an early stage is reported only after all earlier text has
 * left the last stage, so that a replacement is inserted in the right place.
 */
#include "internal/compiler.h"
#include "internal/encoding/transcode.h"
#include "internal/encoding/unicode.h"
#include <ctype.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

/* ---- the table of direct conversions ---- */

enum { CONV_MAX = 256 };
static struct converter table[CONV_MAX];
static struct {
    uint8_t from, to; /* encoding indexes of the same entry of table */
} edges[CONV_MAX];
static size_t table_count;
/* The entries that lead to and from UTF-8 by the generic steps, by encoding index; NULL. */
static struct converter *decoder_of[ENC_MAX], *encoder_of[ENC_MAX];

static int
index_of(const char *name)
{
    return *name ? enc_find_index(name, strlen(name)) : -1;
}

static void
register_conv(const struct converter *c)
{
    struct converter *own = &table[table_count];
    *own = *c;
    edges[table_count].from = (uint8_t)index_of(c->from);
    edges[table_count].to = (uint8_t)index_of(c->to);
    if (c->step == conv_step_decode && edges[table_count].to == ENCI_UTF8 && !c->cs)
        decoder_of[edges[table_count].from] = own;
    if (c->step == conv_step_encode && edges[table_count].from == ENCI_UTF8 && !c->cs)
        encoder_of[edges[table_count].to] = own;
    table_count++;
}

static void
register_charset(const char *name, enum conv_kind in, enum conv_kind out)
{
    register_conv(&(struct converter){name, "UTF-8", in, conv_step_decode, NULL, NULL});
    register_conv(&(struct converter){"UTF-8", name, out, conv_step_encode, NULL, NULL});
}

/* CRuby's tables spell these in capitals, and its messages show it. */
static const char *
table_name(const char *name)
{
    if (strncmp(name, "Windows", 7) != 0 && strncmp(name, "mac", 3) != 0) return name;
    char *upper = ruby_strdup(name);
    for (char *p = upper; *p; p++) *p = (char)toupper((unsigned char)*p);
    return upper;
}

static void
fill_table(void)
{
    static const char *const wide[] = {"UTF-16BE", "UTF-16LE", "UTF-32BE", "UTF-32LE"};
    static const char *const plain[] = {"US-ASCII", "CESU-8", "ISO-8859-1", "ASCII-8BIT"};
    if (table_count) return;
    for (size_t i = 0; i < conv_japanese_count; i++) register_conv(&conv_japanese[i]);
    for (size_t i = 0; i < conv_unicode_count; i++) register_conv(&conv_unicode[i]);
    for (size_t i = 0; i < lengthof(wide); i++) register_charset(wide[i], CONV_DECODER, CONV_ENCODER);
    for (size_t i = 0; i < lengthof(plain); i++) register_charset(plain[i], CONV_PLAIN, CONV_PLAIN);
    for (int i = 0; i < enc_count; i++) {
        const struct enc *e = enc_at(i);
        if (e->single && strcmp(e->name, "ISO-8859-1") != 0) register_charset(table_name(e->name), CONV_PLAIN, CONV_PLAIN);
    }
    for (size_t i = 0; i < conv_emoji_count; i++) register_conv(&conv_emoji[i]);
    for (size_t i = 0; i < charset_mb_count; i++) register_charset(charset_mb_names[i], CONV_PLAIN, CONV_PLAIN);
}

const struct converter *
conv_decorator(const char *name)
{
    for (size_t i = 0; i < conv_decorators_count; i++) {
        if (strcmp(conv_decorators[i].to, name) == 0) return &conv_decorators[i];
    }
    return NULL;
}

static bool
same_name(const char *a, const char *b)
{
    return strcasecmp(a, b) == 0;
}

/* The name under which an encoding is in the table: aliases resolved. */
static const char *
canonical(const char *name)
{
    int i = *name ? enc_find_index(name, strlen(name)) : -1;
    return i < 0 ? name : enc_at(i)->name;
}

/* Breadth first; each encoding is entered once, by the conversion that first reached it. */
int
conv_search(const char *from, const char *to, const struct converter ***path)
{
    int16_t via[ENC_MAX]; /* conversion by which an encoding was reached */
    uint8_t queue[ENC_MAX];
    size_t head = 0, tail = 0;
    fill_table();
    int start = index_of(from), goal = index_of(to), n = 0;
    if (start < 0 || goal < 0 || start == goal) return -1;
    memset(via, 0xff, sizeof(via));
    for (queue[tail++] = (uint8_t)start; head < tail && via[goal] < 0; head++) {
        for (size_t i = 0; i < table_count; i++) {
            if (edges[i].from != queue[head] || via[edges[i].to] >= 0 || edges[i].to == start) continue;
            via[edges[i].to] = (int16_t)i;
            queue[tail++] = edges[i].to;
        }
    }
    if (via[goal] < 0) return -1;
    for (int at = goal; at != start; at = edges[via[at]].from) n++;
    *path = gc_malloc((size_t)n * sizeof(**path));
    for (int at = goal, i = n - 1; i >= 0; at = edges[via[at]].from, i--) (*path)[i] = &table[via[at]];
    return n;
}

int
conv_decorator_names(int flags, const char *names[DECORATORS_MAX])
{
    static const struct {
        int flag;
        const char *name;
    } all[] = {
        {ECONV_XML_TEXT_DECORATOR, "xml_text_escape"},
        {ECONV_XML_ATTR_CONTENT_DECORATOR, "xml_attr_content_escape"},
        {ECONV_XML_ATTR_QUOTE_DECORATOR, "xml_attr_quote"},
        {ECONV_CRLF_NEWLINE_DECORATOR, "crlf_newline"},
        {ECONV_CR_NEWLINE_DECORATOR, "cr_newline"},
        {ECONV_LF_NEWLINE_DECORATOR, "lf_newline"},
        {ECONV_UNIVERSAL_NEWLINE_DECORATOR, "universal_newline"},
    };
    int newline = flags & ECONV_NEWLINE_DECORATOR_WRITE_MASK, n = 0;
    if (newline & (newline - 1)) return -1; /* two ways to write */
    if (newline && (flags & ECONV_UNIVERSAL_NEWLINE_DECORATOR)) return -1;
    if ((flags & ECONV_XML_TEXT_DECORATOR) && (flags & ECONV_XML_ATTR_CONTENT_DECORATOR)) return -1;
    for (size_t i = 0; i < lengthof(all) && n < DECORATORS_MAX; i++) {
        if (flags & all[i].flag) names[n++] = all[i].name;
    }
    return n;
}

/* ---- making a chain ---- */

static const struct charset *
charset_of(struct converter *c, const char *name)
{
    if (c && !c->cs) c->cs = charset_find(name);
    return c ? c->cs : NULL;
}

rb_econv_t *
econv_new(const char *from, const char *to)
{
    rb_econv_t *ec = gc_calloc(1, sizeof(*ec));
    ec->source_name = ruby_strdup(from);
    ec->destination_name = ruby_strdup(to);
    ec->last_conv = -1;
    ec->error.result = econv_source_buffer_empty;
    return ec;
}

bool
econv_add(rb_econv_t *ec, const struct converter *conv, int at)
{
    struct converter *own = NULL;
    if ((conv->step == conv_step_decode || conv->step == conv_step_encode) && !conv->cs) {
        own = &table[conv - table];
        if (!charset_of(own, conv->step == conv_step_decode ? conv->from : conv->to)) return false;
    }
    ec->stages = gc_realloc(ec->stages, 0, (size_t)(ec->count + 1) * sizeof(*ec->stages));
    memmove(&ec->stages[at + 1], &ec->stages[at], (size_t)(ec->count - at) * sizeof(*ec->stages));
    memset(&ec->stages[at], 0, sizeof(*ec->stages));
    ec->stages[at].conv = conv;
    ec->count++;
    ec->last_conv = -1;
    for (int i = 0; i < ec->count; i++) {
        if (ec->stages[i].conv->kind != CONV_DECORATOR) ec->last_conv = i;
    }
    return true;
}

/* Newlines and escapes are bytes of an ASCII-compatible encoding: after a decoder, before an encoder. */
bool
econv_decorate(rb_econv_t *ec, const char *name, bool first)
{
    const struct converter *d = conv_decorator(name);
    int at = first ? 0 : ec->count;
    if (!d) return false;
    if (ec->count && first && ec->stages[0].conv->kind == CONV_DECODER) at = 1;
    if (ec->count && !first && ec->stages[ec->count - 1].conv->kind == CONV_ENCODER) at = ec->count - 1;
    return econv_add(ec, d, at);
}

rb_econv_t *
rb_econv_open(const char *from, const char *to, int flags)
{
    const char *decorators[DECORATORS_MAX];
    const struct converter **path = NULL;
    int n = 0, d = conv_decorator_names(flags, decorators);
    if (d < 0) return NULL;
    const char *alone = !*from && conv_decorator(to) ? to : NULL; /* a decorator's name in a destination's place */
    if (alone) to = "";
    if (*from || *to) {
        n = conv_search(from, to, &path);
        if (n < 0) return NULL;
    }
    rb_econv_t *ec = econv_new(canonical(from), canonical(to));
    bool ok = true;
    for (int i = 0; i < n && ok; i++) ok = econv_add(ec, path[i], i);
    gc_free(path, 0);
    if (alone) ok = econv_decorate(ec, alone, false);
    for (int i = 0; i < d && ok; i++) ok = econv_decorate(ec, decorators[i], false);
    ec->flags = flags;
    if (ok) return ec;
    rb_econv_close(ec);
    return NULL;
}

void
rb_econv_close(rb_econv_t *ec)
{
    for (int i = 0; i < ec->count; i++) {
        gc_free(ec->stages[i].in, ec->stages[i].in_capa);
        gc_free(ec->stages[i].out, ec->stages[i].out_capa);
    }
    gc_free(ec->stages, 0);
    gc_free(ec->replacement, 0);
    gc_free(ec->inserted, 0);
    gc_free((void *)(uintptr_t)ec->source_name, 0);
    gc_free((void *)(uintptr_t)ec->destination_name, 0);
    gc_free(ec, sizeof(*ec));
}

int
rb_econv_has_convpath_p(const char *from, const char *to)
{
    const struct converter **path = NULL;
    int n = conv_search(from, to, &path);
    if (n >= 0) gc_free(path, 0);
    return n >= 0;
}

const char *
rb_econv_asciicompat_encoding(const char *name)
{
    fill_table();
    int index = index_of(name);
    for (size_t i = 0; i < table_count; i++) {
        if (table[i].kind == CONV_DECODER && edges[i].from == index) return table[i].to;
    }
    return NULL;
}

int
rb_econv_decorate_at_first(rb_econv_t *ec, const char *name)
{
    return econv_decorate(ec, name, true) ? 0 : -1;
}

int
rb_econv_decorate_at_last(rb_econv_t *ec, const char *name)
{
    return econv_decorate(ec, name, false) ? 0 : -1;
}

/* Drops the newline decorators: the stream is binary from now on. */
void
rb_econv_binmode(rb_econv_t *ec)
{
    int w = 0;
    for (int i = 0; i < ec->count; i++) {
        const char *name = ec->stages[i].conv->to;
        bool newline = ec->stages[i].conv->kind == CONV_DECORATOR && strstr(name, "newline");
        if (newline) {
            gc_free(ec->stages[i].in, ec->stages[i].in_capa);
            gc_free(ec->stages[i].out, ec->stages[i].out_capa);
        } else ec->stages[w++] = ec->stages[i];
    }
    ec->count = w;
    ec->flags &= ~ECONV_NEWLINE_DECORATOR_MASK;
    ec->last_conv = -1;
    for (int i = 0; i < w; i++) {
        if (ec->stages[i].conv->kind != CONV_DECORATOR) ec->last_conv = i;
    }
}

/* ---- buffers ---- */

static void
buffer_add(uint8_t **buf, size_t *len, size_t *capa, const uint8_t *p, size_t n)
{
    if (*len + n > *capa) {
        size_t want = (*len + n) * 2 < 64 ? 64 : (*len + n) * 2;
        *buf = gc_realloc(*buf, *capa, want);
        *capa = want;
    }
    if (n) memcpy(*buf + *len, p, n);
    *len += n;
}

static void
stage_give(struct conv_stage *st, const uint8_t *p, size_t n)
{
    buffer_add(&st->in, &st->in_len, &st->in_capa, p, n);
}

static void
stage_emit(struct conv_stage *st, const uint8_t *p, size_t n)
{
    if (st->out_from == st->out_len) st->out_from = st->out_len = 0;
    buffer_add(&st->out, &st->out_len, &st->out_capa, p, n);
}

static void
stage_drop(struct conv_stage *st, size_t n)
{
    memmove(st->in, st->in + n, st->in_len - n);
    st->in_len -= n;
}

/* ---- running ---- */

enum pull { PULL_OUT, PULL_EMPTY, PULL_DONE, PULL_ERROR };

struct source {
    const uint8_t *p, *e;
    bool last;
};

static void
stage_fail(struct conv_stage *st, const struct step_io *io, enum step err, bool incomplete)
{
    size_t len = incomplete ? (size_t)(io->e - io->p) : io->used, again = incomplete ? 0 : io->again;
    if (len > STEP_OUT_MAX / 2) len = STEP_OUT_MAX / 2;
    st->err = err;
    st->incomplete = incomplete;
    memcpy(st->err_bytes, io->p, len + again);
    st->err_len = len;
    st->err_again = again;
}

/* One step on the bytes p..e.  Returns bytes used; *more when they are too few. */
static size_t
stage_step(struct conv_stage *st, const uint8_t *p, const uint8_t *e, bool last, bool *more)
{
    struct step_io io = {.p = p, .e = e, .last = last};
    enum step r = st->conv->step(st, &io);
    if (io.out_len) stage_emit(st, io.out, io.out_len);
    *more = false;
    if (r == STEP_OK) return io.used;
    if ((r == STEP_MORE || r == STEP_CUT) && !last) {
        *more = true;
        return 0;
    }
    if (r == STEP_CUT) io.used = (size_t)(e - p), r = STEP_INVALID;
    stage_fail(st, &io, r == STEP_MORE ? STEP_INVALID : r, r == STEP_MORE);
    return r == STEP_MORE ? (size_t)(e - p) : io.used;
}

static void
stage_finish(struct conv_stage *st)
{
    struct step_io io = {.last = true};
    if (st->conv->finish) st->conv->finish(st, &io);
    if (io.out_len) stage_emit(st, io.out, io.out_len);
    st->done = true;
}

static enum pull
report(rb_econv_t *ec, struct conv_stage *st)
{
    ec->error.result = st->incomplete          ? econv_incomplete_input
                       : st->err == STEP_UNDEF ? econv_undefined_conversion
                                               : econv_invalid_byte_sequence;
    ec->error.source = st->conv->from;
    ec->error.destination = st->conv->to;
    memcpy(ec->error.bytes, st->err_bytes, st->err_len + st->err_again);
    ec->error.len = st->err_len;
    ec->error.again = st->err_again;
    ec->putbackable = st == ec->stages ? st->err_again : 0;
    st->err = STEP_OK;
    st->incomplete = false;
    return PULL_ERROR;
}

static enum pull pull(rb_econv_t *ec, int i, struct source *src, size_t want);

/* More input for stage i from the one before, or for the first from the source: false if there is none now. */
static enum pull
refill(rb_econv_t *ec, int i, struct source *src)
{
    struct conv_stage *st = &ec->stages[i];
    if (i == 0) {
        if (src->p == src->e) {
            if (!src->last) return PULL_EMPTY;
            st->input_over = true;
            return PULL_DONE;
        }
        stage_give(st, src->p++, 1);
        return PULL_OUT;
    }
    struct conv_stage *before = &ec->stages[i - 1];
    enum pull r = pull(ec, i - 1, src, 1); /* no further than need be: the rest stays in the caller's hands */
    if (r == PULL_OUT) {
        stage_give(st, before->out + before->out_from, before->out_len - before->out_from);
        before->out_from = before->out_len = 0;
    }
    if (r == PULL_DONE) st->input_over = true;
    return r;
}

/* Steps the first stage straight over the source while its own queue is empty. */
static void
run_on_source(rb_econv_t *ec, struct source *src, size_t want)
{
    struct conv_stage *st = ec->stages;
    bool more = false;
    while (src->p < src->e && st->err == STEP_OK && st->out_len - st->out_from < want) {
        size_t used = stage_step(st, src->p, src->e, src->last, &more);
        if (more) {
            stage_give(st, src->p, (size_t)(src->e - src->p));
            src->p = src->e;
            return;
        }
        src->p += used;
        if (st->err != STEP_OK && st->err_again) { /* looked at: taken in, to be read again or put back */
            stage_give(st, src->p, st->err_again);
            src->p += st->err_again;
        }
    }
}

/* Makes stage i produce at least a byte, want of them if it comes cheap. */
static enum pull
pull(rb_econv_t *ec, int i, struct source *src, size_t want)
{
    struct conv_stage *st = &ec->stages[i];
    for (;;) {
        size_t ready = st->out_len - st->out_from;
        if (ready && (ready >= want || st->err != STEP_OK || (st->in_len == 0 && i > 0))) return PULL_OUT;
        if (st->err != STEP_OK) return report(ec, st);
        if (st->done) return ready ? PULL_OUT : PULL_DONE;
        if (i == 0 && st->in_len == 0 && src->p < src->e) {
            run_on_source(ec, src, want);
            continue;
        }
        bool more = true;
        if (st->in_len) {
            size_t from = 0;
            more = false;
            while (from < st->in_len && !more && st->err == STEP_OK && st->out_len - st->out_from < want)
                from += stage_step(st, st->in + from, st->in + st->in_len, st->input_over, &more);
            if (from) stage_drop(st, from);
        }
        if (!more) continue;
        if (st->input_over) {
            stage_finish(st);
            continue;
        }
        if (ready || st->out_len > st->out_from) return PULL_OUT;
        enum pull r = refill(ec, i, src);
        if (r == PULL_EMPTY || r == PULL_ERROR) return r;
    }
}

/* Writes the bytes of rb_econv_insert_output as far as there is room.  Returns whether all are written. */
static bool
write_inserted(rb_econv_t *ec, uint8_t **out, uint8_t *out_end)
{
    size_t room = (size_t)(out_end - *out), n = ec->inserted_len < room ? ec->inserted_len : room;
    if (!n) return !ec->inserted_len;
    memcpy(*out, ec->inserted, n);
    *out += n;
    ec->inserted_len -= n;
    memmove(ec->inserted, ec->inserted + n, ec->inserted_len);
    return !ec->inserted_len;
}

static rb_econv_result_t
run_identity(rb_econv_t *ec, struct source *src, uint8_t **out, uint8_t *out_end, int flags)
{
    if (!write_inserted(ec, out, out_end)) return econv_destination_buffer_full;
    size_t n = (size_t)(src->e - src->p), room = (size_t)(out_end - *out);
    bool stop = (flags & ECONV_AFTER_OUTPUT) && n && room;
    if (n > room) n = room;
    if (stop) n = 1;
    memcpy(*out, src->p, n);
    src->p += n;
    *out += n;
    if (stop) return econv_after_output;
    if (src->p < src->e) return econv_destination_buffer_full;
    return src->last ? econv_finished : econv_source_buffer_empty;
}

static rb_econv_result_t
run(rb_econv_t *ec, struct source *src, uint8_t **out, uint8_t *out_end, int flags)
{
    bool wrote = false;
    if (ec->count == 0) return run_identity(ec, src, out, out_end, flags);
    struct conv_stage *st = &ec->stages[ec->count - 1];
    for (;;) {
        size_t n = st->out_len - st->out_from, room = (size_t)(out_end - *out);
        if (n) {
            size_t k = n < room ? n : room;
            memcpy(*out, st->out + st->out_from, k);
            *out += k;
            st->out_from += k;
            wrote |= k > 0;
            if (k < n) return econv_destination_buffer_full;
        }
        if (wrote && (flags & ECONV_AFTER_OUTPUT)) return econv_after_output;
        size_t want = (flags & ECONV_AFTER_OUTPUT) || room < 2 ? 1 : room - n;
        switch (pull(ec, ec->count - 1, src, want ? want : 1)) {
        case PULL_OUT: continue;
        case PULL_EMPTY: return econv_source_buffer_empty;
        case PULL_DONE: return econv_finished;
        case PULL_ERROR: return ec->error.result;
        }
    }
}

static int replace_broken(rb_econv_t *ec);
static int write_charref(rb_econv_t *ec);

rb_econv_result_t
rb_econv_convert(rb_econv_t *ec, const unsigned char **in, const unsigned char *in_end, unsigned char **out,
                 unsigned char *out_end, int flags)
{
    static const unsigned char nothing[1];
    const unsigned char *none = nothing;
    struct source src;
    ec->started = true;
    if (!in) {
        in = &none;
        in_end = nothing;
    }
    for (;;) {
        src = (struct source){*in, in_end, !(flags & ECONV_PARTIAL_INPUT)};
        ec->putbackable = 0;
        rb_econv_result_t r = run(ec, &src, out, out_end, flags);
        *in = src.p;
        if (r == econv_invalid_byte_sequence || r == econv_incomplete_input) {
            if ((ec->flags & ECONV_INVALID_MASK) == ECONV_INVALID_REPLACE && replace_broken(ec) == 0) continue;
        } else if (r == econv_undefined_conversion) {
            int how = ec->flags & ECONV_UNDEF_MASK;
            if (how == ECONV_UNDEF_REPLACE && replace_broken(ec) == 0) continue;
            if (how == ECONV_UNDEF_HEX_CHARREF && write_charref(ec) == 0) continue;
        } else {
            ec->error.result = r;
            ec->error.source = ec->error.destination = NULL;
            ec->error.len = ec->error.again = 0;
        }
        return r;
    }
}

/* ---- putting bytes into the output ---- */

/* Returns the encoding in which text can be inserted: before the last encoder, or at the end. */
const char *
econv_insert_enc(const rb_econv_t *ec)
{
    if (ec->last_conv < 0) return "";
    const struct converter *c = ec->stages[ec->last_conv].conv;
    return c->kind == CONV_ENCODER ? c->from : c->to;
}

const char *
rb_econv_encoding_to_insert_output(rb_econv_t *ec)
{
    return econv_insert_enc(ec);
}

/* Converts whole bytes without replacing anything; a malloc'ed result or NULL. */
static uint8_t *
convert_bytes(const char *from, const char *to, const uint8_t *p, size_t len, size_t *result_len)
{
    rb_econv_t *ec = rb_econv_open(from, to, 0);
    if (!ec) return NULL;
    size_t capa = len * 4 + 32;
    uint8_t *buf = gc_malloc(capa), *w = buf;
    rb_econv_result_t r = rb_econv_convert(ec, &p, p + len, &w, buf + capa, 0);
    rb_econv_close(ec);
    if (r != econv_finished) {
        gc_free(buf, capa);
        return NULL;
    }
    *result_len = (size_t)(w - buf);
    return buf;
}

static void
insert_bytes(rb_econv_t *ec, const uint8_t *p, size_t len)
{
    if (ec->count == 0) {
        if (!len) return;
        ec->inserted = gc_realloc(ec->inserted, ec->inserted_len, ec->inserted_len + len);
        memcpy(ec->inserted + ec->inserted_len, p, len);
        ec->inserted_len += len;
        return;
    }
    struct conv_stage *st = &ec->stages[ec->count - 1]; /* past the escapes; but before the quotes around it all */
    if (st->conv->kind != CONV_ENCODER && !st->conv->finish) {
        stage_emit(st, p, len);
        return;
    }
    /* in front of what the encoder has yet to read */
    uint8_t *rest = gc_malloc(st->in_len + 1);
    size_t rest_len = st->in_len;
    if (rest_len) memcpy(rest, st->in, rest_len);
    st->in_len = 0;
    stage_give(st, p, len);
    stage_give(st, rest, rest_len);
    gc_free(rest, 0);
    st->done = false;
}

int
rb_econv_insert_output(rb_econv_t *ec, const unsigned char *str, size_t len, const char *str_enc)
{
    const char *to = econv_insert_enc(ec);
    if (!*to || same_name(canonical(str_enc), to) || (same_name(str_enc, "US-ASCII") && strcmp(to, "UTF-16") != 0)) {
        insert_bytes(ec, str, len);
        return 0;
    }
    size_t n;
    uint8_t *converted = convert_bytes(str_enc, to, str, len, &n);
    if (!converted) return -1;
    insert_bytes(ec, converted, n);
    gc_free(converted, 0);
    return 0;
}

bool
econv_make_replacement(rb_econv_t *ec)
{
    if (ec->replacement) return true;
    bool unicode = strcmp(econv_insert_enc(ec), "UTF-8") == 0;
    const char *text = unicode ? "\xef\xbf\xbd" : "?";
    size_t len = strlen(text);
    ec->replacement = gc_malloc(len + 1);
    memcpy(ec->replacement, text, len);
    ec->replacement_len = len;
    ec->replacement_enc = unicode ? "UTF-8" : "US-ASCII";
    return true;
}

int
rb_econv_set_replacement(rb_econv_t *ec, const unsigned char *str, size_t len, const char *encname)
{
    const char *to = econv_insert_enc(ec);
    uint8_t *bytes;
    size_t n = len;
    if (!*to || same_name(canonical(encname), to)) {
        bytes = gc_malloc(len + 1);
        memcpy(bytes, str, len);
        to = canonical(encname);
    } else {
        bytes = convert_bytes(encname, to, str, len, &n);
        if (!bytes) return -1;
    }
    gc_free(ec->replacement, 0);
    ec->replacement = bytes;
    ec->replacement_len = n;
    ec->replacement_enc = to;
    return 0;
}

static int
replace_broken(rb_econv_t *ec)
{
    if (!econv_make_replacement(ec)) return -1;
    return rb_econv_insert_output(ec, ec->replacement, ec->replacement_len, ec->replacement_enc);
}

/* &#xHEX; for the character that has no counterpart. */
static int
write_charref(rb_econv_t *ec)
{
    uint8_t utf32[STEP_OUT_MAX * 4], *p = utf32;
    size_t len = ec->error.len;
    if (same_name(ec->error.source, "UTF-32BE")) memcpy(utf32, ec->error.bytes, len);
    else {
        p = convert_bytes(ec->error.source, "UTF-32BE", ec->error.bytes, len, &len);
        if (!p || len > sizeof(utf32)) return -1;
        memcpy(utf32, p, len);
        gc_free(p, 0);
    }
    for (size_t i = 0; i + 4 <= len; i += 4) {
        char text[16];
        int n = snprintf(text, sizeof(text), "&#x%X;", (unsigned)enc_ops_utf32be.decode(utf32 + i, utf32 + i + 4));
        if (rb_econv_insert_output(ec, (uint8_t *)text, (size_t)n, "US-ASCII") != 0) return -1;
    }
    return 0;
}

int
rb_econv_putbackable(rb_econv_t *ec)
{
    return (int)ec->putbackable;
}

void
rb_econv_putback(rb_econv_t *ec, unsigned char *p, int n)
{
    if (n <= 0 || ec->count == 0) return;
    struct conv_stage *st = ec->stages;
    st->in_len -= (size_t)n;
    memcpy(p, st->in + st->in_len, (size_t)n);
    ec->putbackable -= (size_t)n;
}

/* ---- the fast way ---- */

/* Returns whether there is a conversion that does not lead through UTF-8. */
static bool
special_way(int from, int to)
{
    for (size_t i = 0; i < conv_japanese_count; i++) {
        if (edges[i].from == from && edges[i].to == to) return true;
    }
    return false;
}

VALUE
econv_direct(VALUE str, int from, int to)
{
    fill_table();
    const struct charset *a, *b;
    a = from == ENCI_UTF8 ? charset_find("UTF-8") : charset_of(decoder_of[from], enc_at(from)->name);
    b = to == ENCI_UTF8 ? charset_find("UTF-8") : charset_of(encoder_of[to], enc_at(to)->name);
    if (!a || !b || from == to || special_way(from, to)) return Qundef;
    size_t len = str_len(str), i = 0;
    VALUE s = str_buf_new_class(rb_cString, len + len / 2, to);
    char *w = str_ptr(s);
    size_t capa = str_capa(s), done = 0;
    while (i < len) {
        uint32_t cp[2];
        int count = 0;
        size_t used = 0, again = 0;
        const uint8_t *p = (const uint8_t *)str_ptr(str);
        if (capa - done < 16) {
            str_set_len(s, done);
            str_modify_expand(s, done + 64);
            w = str_ptr(s);
            capa = str_capa(s);
        }
        if (a->decode(a, p + i, p + len, cp, &count, &used, &again) != STEP_OK) return Qundef;
        for (int k = 0; k < count; k++) {
            int put = b->encode(b, cp[k], (uint8_t *)w + done);
            if (!put) return Qundef;
            done += (size_t)put;
        }
        i += used;
    }
    str_set_len(s, done);
    return s;
}
