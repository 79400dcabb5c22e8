/*
 * string/scrub.c - scrub: replacing what is not a character.
 *
 * A broken place is the longest run of bytes that could have begun a character (so a truncated one is replaced once), or
 * one byte, or one unit of a wide encoding.
 */
#include "internal/compiler.h"
#include "internal/encoding.h"
#include "internal/string.h"
#include "internal/string/methods.h"
#include <string.h>

/* Bytes of the broken place at p. */
static size_t
broken_len(const struct enc *enc, const char *p, const char *e)
{
    size_t left = (size_t)(e - p), most = enc->max_len - 1u < left ? enc->max_len - 1u : left;
    if (enc_precise_len(enc, p, e) < ENC_INVALID) return left; /* cut off by the end */
    for (size_t n = most; n > enc->min_len; n--) {
        if (n % enc->min_len == 0 && enc_precise_len(enc, p, p + n) < ENC_INVALID) return n;
    }
    return enc->min_len < left ? enc->min_len : left;
}

/* The replacement, in a String of s's encoding: as given, or U+FFFD, or "?". */
static VALUE
replacement_for(VALUE s, VALUE repl)
{
    const struct enc *enc = str_enc(s);
    if (repl != Qnil) {
        repl = str_of(repl);
        if (str_cr_known(repl) == STR_CR_BROKEN)
            rb_raise(rb_eArgError, "replacement must be valid byte sequence '%+" PRIsVALUE "'", repl);
        enc_check_str(s, repl);
        return repl;
    }
    char buf[8];
    int n = enc_encode(enc, enc_unicode_p(enc) ? 0xfffd : '?', buf);
    VALUE r = str_new(buf, (size_t)n, enc->index);
    str_scan_cr(r);
    return r;
}

static VALUE
block_replacement(VALUE s, size_t from, size_t len)
{
    const char *text = str_ptr(s);
    size_t whole = str_len(s);
    VALUE r = rb_yield(str_subseq(s, from, len));
    if (str_ptr(s) != text || str_len(s) != whole) rb_raise(rb_eRuntimeError, "string modified");
    r = str_of(r);
    if (str_cr_known(r) == STR_CR_BROKEN)
        rb_raise(rb_eArgError, "replacement must be valid byte sequence '%+" PRIsVALUE "'", r);
    enc_check_str(s, r);
    return r;
}

static VALUE
scrub(VALUE s, VALUE repl, bool to_block)
{
    if (to_block && repl != Qnil) rb_raise(rb_eArgError, "both of block and replacement given");
    if (str_cr_known(s) != STR_CR_BROKEN) return Qnil;
    const struct enc *enc = str_enc(s);
    if (!to_block) repl = replacement_for(s, repl);
    size_t len = str_len(s), good = 0, i = 0;
    VALUE out = str_buf_new_class(rb_cString, len, enc->index);
    while (i < len) {
        const char *p = str_ptr(s);
        if (enc_ascii_compat_p(enc) && (int8_t)p[i] >= 0) {
            i = (size_t)(enc_find_non_ascii(p + i, p + len) - p);
            continue;
        }
        int n = enc_precise_len(enc, p + i, p + len);
        if (n > 0) {
            i += (size_t)n;
            continue;
        }
        str_append_bytes(out, p + good, i - good);
        size_t bad = broken_len(enc, p + i, p + len);
        VALUE r = to_block ? block_replacement(s, i, bad) : repl;
        str_append_bytes(out, str_ptr(r), str_len(r));
        if (!enc_ascii_compat_p(str_enc(r)) || !str_ascii_only(r)) str_set_enc_index(out, str_enc_index(r));
        i += bad;
        good = i;
    }
    str_append_bytes(out, str_ptr(s) + good, len - good);
    str_set_cr(out, STR_CR_UNKNOWN);
    RB_GC_GUARD(s);
    return out;
}

VALUE
str_scrub_with(VALUE s, VALUE repl)
{
    return scrub(s, repl, false);
}

VALUE
rb_str_scrub(VALUE s, VALUE repl)
{
    return scrub(s, repl, rb_block_given_p());
}

static VALUE
scrub_arg(int argc, VALUE *argv)
{
    return rb_check_arity(argc, 0, 1) ? argv[0] : Qnil;
}

static VALUE
str_m_scrub(int argc, VALUE *argv, VALUE self)
{
    VALUE r = rb_str_scrub(self, scrub_arg(argc, argv));
    return r == Qnil ? str_dup_plain(self) : r;
}

static VALUE
str_m_scrub_bang(int argc, VALUE *argv, VALUE self)
{
    VALUE r = rb_str_scrub(self, scrub_arg(argc, argv));
    if (r == Qnil) return self;
    str_modify(self);
    return str_become(self, r);
}

void
str_init_scrub(VALUE c)
{
    rb_define_method(c, "scrub", str_m_scrub, -1);
    rb_define_method(c, "scrub!", str_m_scrub_bang, -1);
}
