/*
 * regexp/onig.c - the engine's interface for extensions (ruby/onigmo.h): onig_match and related functions.
 *
 * Uses      internal/regexp/engine.h's functions; no type of the engine's.
 * ONIGC-1   A regex_t of the C API is one of our programs (struct re_prog) under another name; a Regexp owns it.
 * ONIGC-2   A region's arrays come from malloc and are freed by onig_region_free.  Elements of beg and end past num_regs
 *           are undefined.
 * Threads   Under the VM lock.
 * Checked   strscan's own tests
 */
#include "internal/compiler.h"
#include "internal/encoding.h"
#include "internal/regexp/tables.h"
#include "internal/regexp/object.h"
#include "internal/regexp/engine.h"
#include "ruby/re.h"
#include "ruby/ruby.h"

#include <stdlib.h>
#include <string.h>

enum { INVALID_ARGUMENT = -30 };

static inline struct re_prog *
onig_prog_of(const OnigRegexType *pattern)
{
    return (struct re_prog *)(uintptr_t)pattern;
}

static inline OnigRegexType *
onig_pattern_of(struct re_prog *prog)
{
    return (OnigRegexType *)prog;
}

/* ---- regions -------------------------------------------------------------------------------------------------- */

void
onig_region_init(OnigRegion *r)
{
    memset(r, 0, sizeof *r);
}

OnigRegion *
onig_region_new(void)
{
    return calloc(1, sizeof(OnigRegion));
}

int
onig_region_resize(OnigRegion *r, int n)
{
    if (n > r->allocated) {
        OnigPosition *beg = realloc(r->beg, sizeof *beg * (size_t)n);
        if (beg) r->beg = beg;
        OnigPosition *end = realloc(r->end, sizeof *end * (size_t)n);
        if (end) r->end = end;
        if (!beg || !end) return ONIGERR_MEMORY;
        r->allocated = n;
    }
    r->num_regs = n;
    return ONIG_NORMAL;
}

void
onig_region_clear(OnigRegion *r)
{
    for (int i = 0; i < r->num_regs; i++) r->beg[i] = r->end[i] = ONIG_REGION_NOTPOS;
}

int
onig_region_set(OnigRegion *r, int at, int beg, int end)
{
    if (at < 0) return INVALID_ARGUMENT;
    if (at >= r->allocated && onig_region_resize(r, at + 1)) return ONIGERR_MEMORY;
    r->beg[at] = beg;
    r->end[at] = end;
    return ONIG_NORMAL;
}

void
onig_region_free(OnigRegion *r, int free_self)
{
    if (!r) return;
    free(r->beg);
    free(r->end);
    memset(r, 0, sizeof *r);
    if (free_self) free(r);
}

size_t
onig_region_memsize(const OnigRegion *r)
{
    return r ? (size_t)r->allocated * 2 * sizeof(OnigPosition) : 0;
}

void
onig_region_copy(OnigRegion *dst, const OnigRegion *src)
{
    if (rb_reg_region_copy(dst, src)) rb_memerror();
}

int
rb_reg_region_copy(struct re_registers *dst, const struct re_registers *src)
{
    if (dst == src) return 0;
    if (onig_region_resize(dst, src->num_regs)) return ONIGERR_MEMORY;
    memcpy(dst->beg, src->beg, sizeof *src->beg * (size_t)src->num_regs);
    memcpy(dst->end, src->end, sizeof *src->end * (size_t)src->num_regs);
    return 0;
}

/* ---- matching ------------------------------------------------------------------------------------------------- */

static struct re_offsets offsets;

static void
onig_take_offsets(OnigRegion *region)
{
    if (!region) return;
    if (onig_region_resize(region, offsets.count)) rb_memerror();
    for (int i = 0; i < offsets.count; i++) {
        region->beg[i] = offsets.beg[i];
        region->end[i] = offsets.end[i];
    }
}

struct running {
    struct re_text text; /* first */
    int state;
};

static VALUE
onig_pause_body(VALUE unused)
{
    rb_thread_check_ints();
    return unused;
}

/* Handles interrupts in a pause of a search; the caller keeps the text in its place.  Returns false if one raised. */
static bool
onig_pause_search(struct re_text *text)
{
    struct running *r = (struct running *)text;
    rb_protect(onig_pause_body, Qnil, &r->state);
    return r->state == 0;
}

static OnigPosition
onig_answer(intptr_t at, const struct running *r, OnigRegion *region)
{
    if (at == RE_STOPPED) rb_jump_tag(r->state);
    if (at == RE_NO_MEMORY) return ONIGERR_MEMORY;
    if (at < 0) return ONIG_MISMATCH;
    onig_take_offsets(region);
    return at;
}

OnigPosition
onig_match(OnigRegex pattern, const OnigUChar *str, const OnigUChar *end, const OnigUChar *at, OnigRegion *region,
           OnigOptionType option)
{
    (void)option;
    struct running r = {{(const char *)str, (size_t)(end - str), onig_pause_search, NULL}, 0};
    return onig_answer(re_engine_match(onig_prog_of(pattern), &r.text, (size_t)(at - str), &offsets), &r, region);
}

OnigPosition
onig_search(OnigRegex pattern, const OnigUChar *str, const OnigUChar *end, const OnigUChar *start, const OnigUChar *range,
            OnigRegion *region, OnigOptionType option)
{
    (void)option;
    struct running r = {{(const char *)str, (size_t)(end - str), onig_pause_search, NULL}, 0};
    intptr_t at = re_engine_search(onig_prog_of(pattern), &r.text, (size_t)(start - str), range < start, &offsets);
    if (at >= 0 && (range < start ? str + at < range : str + at > range)) at = RE_NONE;
    return onig_answer(at, &r, region);
}

regex_t *
rb_reg_prepare_re(VALUE re, VALUE str)
{
    regexp_check(re);
    return onig_pattern_of(regexp_prog_for(re, str));
}

OnigPosition
rb_reg_onig_match(VALUE re, VALUE str,
                  OnigPosition (*match)(regex_t *pattern, VALUE str, struct re_registers *regs, void *args), void *args,
                  struct re_registers *regs)
{
    OnigPosition at = match(rb_reg_prepare_re(re, str), str, regs, args);
    if (at < 0 && regs) onig_region_free(regs, 0);
    RB_GC_GUARD(re);
    return at;
}

long
rb_reg_adjust_startpos(VALUE re, VALUE str, long pos, int backward)
{
    rb_encoding *enc = rb_enc_get(str);
    const char *s = RSTRING_PTR(str), *e = RSTRING_END(str), *p = s + pos;
    (void)re;
    if (pos <= 0 || p >= e || rb_enc_mbmaxlen(enc) == 1) return pos;
    return (backward ? rb_enc_left_char_head(s, p, e, enc) : rb_enc_right_char_head(s, p, e, enc)) - s;
}

/* ---- groups and names ----------------------------------------------------------------------------------------- */

int
onig_name_to_group_numbers(OnigRegex pattern, const OnigUChar *name, const OnigUChar *name_end, int **numbers)
{
    const int *groups = NULL;
    int n = re_engine_name_groups(onig_prog_of(pattern), (const char *)name, (size_t)(name_end - name), &groups);
    *numbers = (int *)(uintptr_t)groups;
    return n ? n : ONIGERR_UNDEFINED_NAME_REFERENCE;
}

/* Returns the last of the groups with that name that took part in region, or else the last of them. */
int
onig_name_to_backref_number(OnigRegex pattern, const OnigUChar *name, const OnigUChar *name_end, const OnigRegion *region)
{
    int *groups, n = onig_name_to_group_numbers(pattern, name, name_end, &groups);
    if (n < 0) return n;
    for (int i = n; region && i-- > 0;)
        if (groups[i] < region->num_regs && region->beg[groups[i]] != ONIG_REGION_NOTPOS) return groups[i];
    return groups[n - 1];
}

int
onig_foreach_name(OnigRegex pattern,
                  int (*func)(const OnigUChar *name, const OnigUChar *name_end, int n, int *groups, OnigRegex pattern,
                              void *arg),
                  void *arg)
{
    const char *name;
    size_t len;
    const int *groups;
    int stopped = 0;
    for (int i = 0, n; !stopped && re_engine_name(onig_prog_of(pattern), i, &name, &len, &groups, &n); i++) {
        const OnigUChar *p = (const OnigUChar *)name;
        stopped = func(p, p + len, n, (int *)(uintptr_t)groups, pattern, arg);
    }
    return stopped;
}

int
onig_number_of_names(const OnigRegexType *pattern)
{
    const char *name;
    size_t len;
    const int *groups;
    int i = 0, n;
    while (re_engine_name(onig_prog_of(pattern), i, &name, &len, &groups, &n)) i++;
    return i;
}

int
onig_number_of_captures(const OnigRegexType *pattern)
{
    return re_engine_groups(onig_prog_of(pattern));
}

/* ---- Regexp and MatchData ------------------------------------------------------------------------------------- */

struct re_pattern_buffer *
rb_regexp_pattern(VALUE re)
{
    regexp_check(re);
    return onig_pattern_of(rregexp(re)->prog);
}

VALUE
rb_regexp_source(VALUE re)
{
    regexp_check(re);
    return rregexp(re)->source;
}

/* match may be nil: what rb_backref_get gave. */
void
rb_match_busy(VALUE match)
{
    if (val_type_p(match, T_MATCH)) rmatch(match)->busy = 1;
}

static void
onig_registers_free(void *p)
{
    onig_region_free(p, 1);
}

static size_t
onig_registers_memsize(const void *p)
{
    return sizeof(OnigRegion) + onig_region_memsize(p);
}

static const rb_data_type_t registers_type = {
    "match_registers",           {NULL, onig_registers_free, onig_registers_memsize, NULL, {NULL}}, NULL, NULL,
    RUBY_TYPED_FREE_IMMEDIATELY,
};

/* Returns a copy of the offsets, which a MatchData keeps in another form.  The copy lives as long as the MatchData. */
struct re_registers *
rb_match_registers(VALUE match)
{
    ID holder_ivar = rb_intern("__registers__");
    VALUE holder = rb_ivar_get(match, holder_ivar);
    struct rmatch *m = rmatch(match);
    if (NIL_P(holder)) {
        OnigRegion *fresh = onig_region_new();
        if (!fresh) rb_memerror();
        holder = rb_data_typed_object_wrap(0, fresh, &registers_type);
        rb_ivar_set(match, holder_ivar, holder);
    }
    OnigRegion *r = RTYPEDDATA(holder)->data;
    if (onig_region_resize(r, m->count)) rb_memerror();
    for (int i = 0; i < m->count; i++) {
        r->beg[i] = (OnigPosition)match_at(match)[2 * i];
        r->end[i] = (OnigPosition)match_at(match)[2 * i + 1];
    }
    return r;
}

/* ---- encodings ------------------------------------------------------------------------------------------------ */

int
onigenc_unicode_p(OnigEncoding encoding)
{
    return enc_unicode_p(enc_of_pub(encoding));
}

int
onigenc_mbc_case_fold(OnigCaseFoldType flag UNUSED_OK, const OnigUChar **pp, const OnigUChar *end, OnigUChar *to,
                      OnigEncoding encoding)
{
    const struct enc *enc = enc_of_pub(encoding);
    const char *p = (const char *)*pp, *e = (const char *)end;
    if (p >= e) return 0;
    int used = enc_char_len(enc, p, e), written = 0;
    *pp += used;
    if (enc_precise_len(enc, p, e) <= 0) { /* a broken character is its own fold */
        memcpy(to, p, (size_t)used);
        return used;
    }
    uint32_t folded[3];
    int n = re_fold_code(enc, enc_decode(enc, p, e), folded);
    for (int i = 0; i < n; i++) written += enc_encode(enc, folded[i], (char *)to + written);
    return written;
}
