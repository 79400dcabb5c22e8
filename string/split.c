/*
 * string/split.c - String#split.
 *
 * There are four ways to split: at white space (awk), at a String, at a Regexp, at every character.  Each finds the next field
 * as byte offsets and passes it to one sink.  The sink pushes or yields it, and holds empty fields back until another follows.
 */
#include "internal/compiler.h"
#include "internal/array.h"
#include "internal/encoding.h"
#include "internal/regexp.h"
#include "internal/string.h"
#include "internal/string/methods.h"
#include <string.h>

VALUE rb_fs;

struct fields {
    VALUE str;
    VALUE out;      /* Array; 0: yield */
    size_t empties; /* fields held back: empty ones that may be trailing */
    bool trim;      /* drop trailing empty fields */
    long limit;     /* <= 0: none */
    long count;     /* fields so far, plus 1 */
    VALUE given;    /* the receiver while a block runs, which must not change it */
    const char *ptr;
    size_t len;
};

static void
deliver(struct fields *f, VALUE field)
{
    if (f->out) {
        ary_push(f->out, field);
        return;
    }
    rb_yield(field);
    if (f->given && (str_ptr(f->given) != f->ptr || str_len(f->given) != f->len))
        rb_raise(rb_eRuntimeError, "string modified");
}

static void
flush_empties(struct fields *f)
{
    for (; f->empties > 0; f->empties--) deliver(f, str_new(NULL, 0, str_enc_index(f->str)));
}

static ALWAYS_INLINE void
field(struct fields *f, size_t from, size_t len)
{
    if (len == 0 && f->trim) {
        f->empties++;
        return;
    }
    if (UNLIKELY(f->empties)) flush_empties(f);
    deliver(f, str_subseq(f->str, from, len));
}

/* Another field was cut; is the next one the last that may be? */
static inline bool
last_field(struct fields *f)
{
    return f->limit > 0 && f->limit <= ++f->count;
}

/* ---- the ways; each returns where the rest begins ---- */

static size_t
split_awk_bytes(struct fields *f, bool *rest)
{
    const char *p = str_ptr(f->str);
    size_t len = str_len(f->str), i = 0;
    for (;;) {
        while (i < len && ascii_space_p((uint8_t)p[i])) i++;
        if (i == len) return len; /* white space ended it: an empty field may follow */
        if (f->limit > 0 && f->limit <= f->count) return i;
        size_t from = i;
        while (i < len && !ascii_space_p((uint8_t)p[i])) i++;
        field(f, from, i - from);
        p = str_ptr(f->str);
        f->count++;
        if (i == len) {
            *rest = false;
            return len;
        }
        i++;
    }
}

static size_t
split_awk_chars(struct fields *f)
{
    const struct enc *enc = str_enc(f->str);
    size_t from = 0, i = 0, len = str_len(f->str);
    bool skip = true;
    while (i < len) {
        int n;
        const char *p = str_ptr(f->str);
        uint32_t c = enc_codepoint_len(enc, p + i, p + len, &n);
        bool space = c < 0x80 && ascii_space_p(c);
        i += (size_t)n;
        if (skip) {
            if (space) from = i;
            else {
                skip = false;
                if (f->limit > 0 && f->limit <= f->count) return from;
            }
        } else if (space) {
            field(f, from, i - (size_t)n - from);
            skip = true;
            from = i;
            if (f->limit > 0) f->count++;
        }
    }
    return from;
}

static size_t
split_at_string(struct fields *f, VALUE sep)
{
    size_t from = 0, sep_len = str_len(sep);
    for (;;) {
        intptr_t at = str_index(f->str, sep, from);
        if (at < 0) return from;
        field(f, from, (size_t)at - from);
        from = (size_t)at + sep_len;
        if (last_field(f)) return from;
    }
}

/* The hot case: plain bytes, any encoding in which a hit is a hit. */
static size_t
split_at_bytes(struct fields *f, VALUE sep)
{
    size_t from = 0, sep_len = str_len(sep), len = str_len(f->str);
    for (;;) {
        const char *p = str_ptr(f->str), *at = mem_find(p + from, len - from, str_ptr(sep), sep_len);
        if (!at) return from;
        size_t pos = (size_t)(at - p);
        field(f, from, pos - from);
        from = pos + sep_len;
        if (last_field(f)) return from;
    }
}

static size_t
split_chars(struct fields *f)
{
    const struct enc *enc = str_enc(f->str);
    size_t from = 0, len = str_len(f->str);
    bool single = str_single_byte_p(f->str);
    while (from < len) {
        const char *p = str_ptr(f->str);
        size_t n = single ? 1 : (size_t)enc_char_len(enc, p + from, p + len);
        field(f, from, n);
        from += n;
        if (last_field(f)) break;
    }
    return from;
}

static void
push_groups(struct fields *f, VALUE match, unsigned groups)
{
    for (unsigned g = 1; g <= groups; g++) {
        struct re_span span;
        if (re_group_span(match, (int)g, &span)) field(f, span.begin, span.end - span.begin);
    }
}

/*
 * Searches on from `at`.  A match that the program may see in $~ (in its block, or afterwards if a limit ends the search)
 * is published; a search that fails clears $~.
 */
static bool
next_match(const struct fields *f, VALUE re, size_t at, struct re_span *span, VALUE *match)
{
    bool seen = !f->out || f->limit > 0, groups = re_group_count(re) > 0, blank = re_blank_p(re);

    if (seen && !blank) *match = 0; /* the one before is the program's */
    bool found = at <= str_len(f->str) && re_search(re, f->str, at, false, span, (groups || seen) && !blank ? match : NULL);
    if (blank) return found;
    if (!found) re_publish_nil();
    else if (seen) re_publish(*match);
    return found;
}

static size_t
split_at_regexp(struct fields *f, VALUE re)
{
    const struct enc *enc = str_enc(f->str);
    unsigned groups = re_group_count(re);
    size_t from = 0, at = 0, len = str_len(f->str);
    bool after_empty = false;
    VALUE match = 0;
    struct re_span span;
    while (next_match(f, re, at, &span, &match)) {
        const char *p = str_ptr(f->str);
        if (span.begin == span.end && at == span.end) { /* an empty match where we stand */
            if (after_empty) {
                size_t n = (size_t)enc_char_len(enc, p + from, p + len);
                field(f, from, n);
                from = at;
            } else {
                at += at == len ? 1 : (size_t)enc_char_len(enc, p + at, p + len);
                after_empty = true;
                continue;
            }
        } else {
            field(f, from, span.begin - from);
            from = at = span.end;
        }
        after_empty = false;
        if (groups) push_groups(f, match, groups);
        if (last_field(f)) break;
    }
    return from;
}

/* ---- the method ---- */

static void
must_be_whole(VALUE s)
{
    if (str_cr_known(s) == STR_CR_BROKEN) rb_raise(rb_eArgError, "invalid byte sequence in %s", str_enc(s)->name);
}

static size_t
split_by(struct fields *f, VALUE sep, bool *rest)
{
    bool regexp = val_regexp_p(sep);
    if (regexp && !re_empty_p(sep)) return split_at_regexp(f, sep);
    if (regexp || str_len(sep) == 0) {
        must_be_whole(f->str);
        return split_chars(f);
    }
    const struct enc *enc = str_enc(sep);
    int n = enc_precise_len(enc, str_ptr(sep), str_end(sep));
    if (n == (int)str_len(sep) && enc_decode(enc, str_ptr(sep), str_end(sep)) == ' ')
        return str_single_byte_p(f->str) ? split_awk_bytes(f, rest) : split_awk_chars(f);
    must_be_whole(f->str);
    const struct enc *both = enc_at(enc_check_str(f->str, sep));
    return enc_utf8_p(both) || str_single_byte_p(f->str) ? split_at_bytes(f, sep) : split_at_string(f, sep);
}

static VALUE
split(VALUE self, VALUE sep, long limit, bool has_limit, bool to_block)
{
    struct fields f = {self, to_block ? 0 : rb_ary_new(), 0, !has_limit || limit == 0, limit, 1, 0, NULL, 0};
    bool rest = true;
    if (limit == 1) {
        if (str_len(self) > 0) deliver(&f, str_dup_plain(self));
        return to_block ? self : f.out;
    }
    if (to_block) {
        f.str = str_new_frozen(self);
        f.given = self;
        f.ptr = str_ptr(self);
        f.len = str_len(self);
    }
    if (!val_regexp_p(sep)) must_be_whole(sep);
    size_t from = split_by(&f, sep, &rest), len = str_len(f.str);
    if (rest && len > 0 && (!f.trim || len > from)) {
        if (from >= len) {
            flush_empties(&f);
            deliver(&f, str_new(NULL, 0, str_enc_index(f.str)));
        } else field(&f, from, len - from);
    }
    return to_block ? self : f.out;
}

static VALUE
str_m_split(int argc, VALUE *argv, VALUE self)
{
    rb_check_arity(argc, 0, 2);
    long limit = argc == 2 ? NUM2INT(argv[1]) : 0;
    VALUE sep = argc >= 1 ? argv[0] : Qnil;
    if (sep == Qnil) {
        sep = rb_fs;
        if (sep && sep != Qnil) rb_category_warn(RB_WARN_CATEGORY_DEPRECATED, "$; is set to non-nil value");
        else sep = str_fstring_cstr(" ", 1, ENCI_USASCII);
    }
    return split(self, str_pattern(sep), limit, argc == 2, rb_block_given_p());
}

VALUE
rb_str_split(VALUE s, const char *separator)
{
    return split(s, rb_str_new_cstr(separator), 0, false, false);
}

static void
fs_setter(VALUE v, ID id, VALUE *var)
{
    if (v != Qnil && !val_type_p(v, T_STRING) && !val_regexp_p(v))
        rb_raise(rb_eTypeError, "value of %" PRIsVALUE " must be String or Regexp", id_name(id));
    if (v != Qnil) rb_category_warn(RB_WARN_CATEGORY_DEPRECATED, "non-nil '%" PRIsVALUE "' is deprecated", id_name(id));
    *var = v;
}

void
str_init_split(VALUE c)
{
    rb_fs = Qnil;
    rb_define_hooked_variable("$;", &rb_fs, 0, fs_setter);
    rb_define_hooked_variable("$-F", &rb_fs, 0, fs_setter);
    gc_register_global(&rb_fs);
    rb_define_method(c, "split", str_m_split, -1);
}
