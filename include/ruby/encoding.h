/*
 * ruby/encoding.h - encodings of strings, characters, code ranges, and transcoding.
 *
 * ENCAPI-1  An encoding has an index, forever. Strings, symbols and regexps carry it; rb_enc_get_index gives -1 for others.
 * ENCAPI-2  A code range is a cached fact about a string's bytes; whoever changes bytes behind the VM's back calls
 *      ENC_CODERANGE_CLEAR.
 * ENCAPI-3  Character functions take [p, e) and an encoding; a length is in bytes and never 0.
 */
#ifndef RUBY_ENCODING_H
#define RUBY_ENCODING_H 1

#include "ruby/ruby.h"
#include "ruby/onigmo.h"

typedef const OnigEncodingType rb_encoding;

enum ruby_encoding_consts {
    RUBY_ENCODING_INLINE_MAX = 127,
    RUBY_ENCODING_SHIFT = RUBY_FL_USHIFT + 10,
    RUBY_ENCODING_MASK = RUBY_ENCODING_INLINE_MAX << RUBY_ENCODING_SHIFT,
    RUBY_ENCODING_MAXNAMELEN = 42
};
#define ENCODING_INLINE_MAX RUBY_ENCODING_INLINE_MAX
#define ENCODING_SHIFT RUBY_ENCODING_SHIFT
#define ENCODING_MASK (((VALUE)RUBY_ENCODING_INLINE_MAX) << RUBY_ENCODING_SHIFT)
#define ENCODING_MAXNAMELEN RUBY_ENCODING_MAXNAMELEN

enum ruby_coderange_type {
    RUBY_ENC_CODERANGE_UNKNOWN = 0,
    RUBY_ENC_CODERANGE_7BIT = RUBY_FL_USER8,
    RUBY_ENC_CODERANGE_VALID = RUBY_FL_USER9,
    RUBY_ENC_CODERANGE_BROKEN = RUBY_FL_USER8 | RUBY_FL_USER9,
    RUBY_ENC_CODERANGE_MASK = RUBY_ENC_CODERANGE_BROKEN
};
#define ENC_CODERANGE_MASK RUBY_ENC_CODERANGE_MASK
#define ENC_CODERANGE_UNKNOWN RUBY_ENC_CODERANGE_UNKNOWN
#define ENC_CODERANGE_7BIT RUBY_ENC_CODERANGE_7BIT
#define ENC_CODERANGE_VALID RUBY_ENC_CODERANGE_VALID
#define ENC_CODERANGE_BROKEN RUBY_ENC_CODERANGE_BROKEN

RBIMPL_SYMBOL_EXPORT_BEGIN()

/* ---- finding ---- */
int rb_define_dummy_encoding(const char *name);
int rb_enc_dummy_p(rb_encoding *enc);
int rb_enc_to_index(rb_encoding *enc);
rb_encoding *rb_enc_from_index(int index); /* null if there is none */
int rb_enc_find_index(const char *name);   /* -1 if unknown; may load the encoding */
rb_encoding *rb_enc_find(const char *name);
int rb_enc_alias(const char *alias, const char *orig);
int rb_to_encoding_index(VALUE enc);    /* -1 if unknown */
rb_encoding *rb_to_encoding(VALUE enc); /* raises ArgumentError, "unknown encoding name - X" */
rb_encoding *rb_find_encoding(VALUE enc);
VALUE rb_enc_from_encoding(rb_encoding *enc); /* the Encoding object */
rb_encoding *rb_ascii8bit_encoding(void);
rb_encoding *rb_utf8_encoding(void);
rb_encoding *rb_usascii_encoding(void);
rb_encoding *rb_locale_encoding(void);
rb_encoding *rb_filesystem_encoding(void);
rb_encoding *rb_default_external_encoding(void);
rb_encoding *rb_default_internal_encoding(void); /* null if unset */
int rb_ascii8bit_encindex(void);
int rb_utf8_encindex(void);
int rb_usascii_encindex(void);
int rb_locale_encindex(void);
int rb_filesystem_encindex(void);
VALUE rb_enc_default_external(void);
VALUE rb_enc_default_internal(void);
void rb_enc_set_default_external(VALUE enc);
void rb_enc_set_default_internal(VALUE enc);
VALUE rb_locale_charmap(VALUE klass);

/* ---- of objects ---- */
int rb_enc_capable(VALUE obj);
rb_encoding *rb_enc_get(VALUE obj);
int rb_enc_get_index(VALUE obj);
void rb_enc_set_index(VALUE obj, int index);
VALUE rb_enc_associate(VALUE obj, rb_encoding *enc); /* returns obj; forgets the code range if need be */
VALUE rb_enc_associate_index(VALUE obj, int index);
void rb_enc_copy(VALUE dst, VALUE src);
rb_encoding *rb_enc_compatible(VALUE a, VALUE b); /* null if they are not */
rb_encoding *rb_enc_check(VALUE a, VALUE b);      /* raises Encoding::CompatibilityError */
VALUE rb_obj_encoding(VALUE obj);

/* ---- strings ---- */
VALUE rb_enc_str_new(const char *ptr, long len, rb_encoding *enc);
VALUE rb_enc_str_new_cstr(const char *ptr, rb_encoding *enc);
VALUE rb_enc_str_new_static(const char *ptr, long len, rb_encoding *enc);
VALUE rb_enc_interned_str(const char *ptr, long len, rb_encoding *enc);
VALUE rb_enc_interned_str_cstr(const char *ptr, rb_encoding *enc);
VALUE rb_external_str_new_with_enc(const char *ptr, long len, rb_encoding *enc);
VALUE rb_enc_str_buf_cat(VALUE dst, const char *ptr, long len, rb_encoding *enc);
VALUE rb_enc_uint_chr(unsigned int code, rb_encoding *enc);
VALUE rb_enc_reg_new(const char *ptr, long len, rb_encoding *enc, int options);
VALUE rb_str_export_to_enc(VALUE str, rb_encoding *enc);
/* str itself if it cannot or need not be converted. */
VALUE rb_str_conv_enc(VALUE str, rb_encoding *from, rb_encoding *to);
VALUE rb_str_conv_enc_opts(VALUE str, rb_encoding *from, rb_encoding *to, int ecflags, VALUE ecopts);
int rb_enc_str_coderange(VALUE str); /* computed if unknown */
long rb_str_coderange_scan_restartable(const char *s, const char *e, rb_encoding *enc, int *cr);
int rb_enc_str_asciionly_p(VALUE str);
long rb_enc_strlen(const char *p, const char *e, rb_encoding *enc);
int rb_enc_symname_p(const char *name, rb_encoding *enc);
int rb_enc_symname2_p(const char *name, long len, rb_encoding *enc);
RBIMPL_ATTR_FORMAT(RBIMPL_PRINTF_FORMAT, 2, 3) VALUE rb_enc_sprintf(rb_encoding *enc, const char *fmt, ...);
RBIMPL_ATTR_FORMAT(RBIMPL_PRINTF_FORMAT, 2, 0) VALUE rb_enc_vsprintf(rb_encoding *enc, const char *fmt, va_list ap);
RBIMPL_ATTR_NORETURN()
RBIMPL_ATTR_FORMAT(RBIMPL_PRINTF_FORMAT, 3, 4) void rb_enc_raise(rb_encoding *enc, VALUE klass, const char *fmt, ...);

/* ---- characters ---- */
int rb_enc_mbclen(const char *p, const char *e, rb_encoding *enc); /* 1 for a broken one */
int rb_enc_fast_mbclen(const char *p, const char *e, rb_encoding *enc);
int rb_enc_precise_mbclen(const char *p, const char *e, rb_encoding *enc);                   /* see MBCLEN_* */
int rb_enc_ascget(const char *p, const char *e, int *len, rb_encoding *enc);                 /* -1 if not ASCII */
unsigned int rb_enc_codepoint_len(const char *p, const char *e, int *len, rb_encoding *enc); /* raises ArgumentError */
unsigned int rb_enc_codepoint(const char *p, const char *e, rb_encoding *enc);
int rb_enc_codelen(int code, rb_encoding *enc);
int rb_enc_toupper(int c, rb_encoding *enc);
int rb_enc_tolower(int c, rb_encoding *enc);
char *rb_enc_nth(const char *p, const char *e, long nth, rb_encoding *enc);
int rb_enc_unicode_p(rb_encoding *enc);
/* The inline functions below call these. */
OnigCodePoint rb_enc_mbc_to_codepoint_fn(const char *p, const char *e, rb_encoding *enc);
int rb_enc_code_to_mbclen_fn(int code, rb_encoding *enc);
int rb_enc_mbcput_fn(unsigned int code, void *buf, rb_encoding *enc);
char *rb_enc_left_char_head_fn(const char *s, const char *p, const char *e, rb_encoding *enc);
int rb_enc_is_ctype_fn(OnigCodePoint code, OnigCtype ctype, rb_encoding *enc);
int rb_enc_is_newline_fn(const char *p, const char *e, rb_encoding *enc);

/* ---- path and regexp helpers ---- */
char *rb_enc_path_next(const char *path, const char *end, rb_encoding *enc);
char *rb_enc_path_skip_prefix(const char *path, const char *end, rb_encoding *enc);
char *rb_enc_path_last_separator(const char *path, const char *end, rb_encoding *enc);
char *rb_enc_path_end(const char *path, const char *end, rb_encoding *enc);
const char *ruby_enc_find_basename(const char *name, long *base_len, long *all_len, rb_encoding *enc);
const char *ruby_enc_find_extname(const char *name, long *len, rb_encoding *enc);
RBIMPL_SYMBOL_EXPORT_END()

#define MBCLEN_CHARFOUND_P(r) ONIGENC_MBCLEN_CHARFOUND_P(r)
#define MBCLEN_CHARFOUND_LEN(r) ONIGENC_MBCLEN_CHARFOUND_LEN(r)
#define MBCLEN_INVALID_P(r) ONIGENC_MBCLEN_INVALID_P(r)
#define MBCLEN_NEEDMORE_P(r) ONIGENC_MBCLEN_NEEDMORE_P(r)
#define MBCLEN_NEEDMORE_LEN(r) ONIGENC_MBCLEN_NEEDMORE_LEN(r)

static inline const char *
rb_enc_name(rb_encoding *enc)
{
    return enc->name;
}

static inline int
rb_enc_mbminlen(rb_encoding *enc)
{
    return enc->min_enc_len;
}

static inline int
rb_enc_mbmaxlen(rb_encoding *enc)
{
    return enc->max_enc_len;
}

static inline bool
rb_enc_asciicompat(rb_encoding *enc)
{
    return rb_enc_mbminlen(enc) == 1 && !rb_enc_dummy_p(enc);
}

static inline bool
rb_enc_str_asciicompat_p(VALUE str)
{
    return rb_enc_asciicompat(rb_enc_get(str));
}

static inline OnigCodePoint
rb_enc_mbc_to_codepoint(const char *p, const char *e, rb_encoding *enc)
{
    return rb_enc_mbc_to_codepoint_fn(p, e, enc);
}

static inline int
rb_enc_code_to_mbclen(int code, rb_encoding *enc)
{
    return rb_enc_code_to_mbclen_fn(code, enc);
}

static inline int
rb_enc_mbcput(unsigned int code, void *buf, rb_encoding *enc)
{
    return rb_enc_mbcput_fn(code, buf, enc);
}

static inline char *
rb_enc_left_char_head(const char *s, const char *p, const char *e, rb_encoding *enc)
{
    return rb_enc_left_char_head_fn(s, p, e, enc);
}

static inline char *
rb_enc_prev_char(const char *s, const char *p, const char *e, rb_encoding *enc)
{
    return p <= s ? 0 : rb_enc_left_char_head_fn(s, p - 1, e, enc);
}

/* The first character boundary at or after p. */
static inline char *
rb_enc_right_char_head(const char *s, const char *p, const char *e, rb_encoding *enc)
{
    char *head = rb_enc_left_char_head_fn(s, p, e, enc);
    return head < p ? head + rb_enc_mbclen(head, e, enc) : head;
}

static inline char *
rb_enc_step_back(const char *s, const char *p, const char *e, int n, rb_encoding *enc)
{
    while (n-- > 0 && p) p = rb_enc_prev_char(s, p, e, enc);
    return (char *)(uintptr_t)p;
}

static inline bool
rb_enc_isctype(OnigCodePoint c, OnigCtype t, rb_encoding *enc)
{
    return rb_enc_is_ctype_fn(c, t, enc) != 0;
}

static inline bool
rb_enc_is_newline(const char *p, const char *e, rb_encoding *enc)
{
    return rb_enc_is_newline_fn(p, e, enc) != 0;
}

static inline bool
rb_enc_isascii(OnigCodePoint c, rb_encoding *enc)
{
    (void)enc;
    return c < 128;
}

#define rb_enc_isalpha(c, enc) rb_enc_isctype((c), ONIGENC_CTYPE_ALPHA, (enc))
#define rb_enc_islower(c, enc) rb_enc_isctype((c), ONIGENC_CTYPE_LOWER, (enc))
#define rb_enc_isupper(c, enc) rb_enc_isctype((c), ONIGENC_CTYPE_UPPER, (enc))
#define rb_enc_isalnum(c, enc) rb_enc_isctype((c), ONIGENC_CTYPE_ALNUM, (enc))
#define rb_enc_isprint(c, enc) rb_enc_isctype((c), ONIGENC_CTYPE_PRINT, (enc))
#define rb_enc_isspace(c, enc) rb_enc_isctype((c), ONIGENC_CTYPE_SPACE, (enc))
#define rb_enc_isdigit(c, enc) rb_enc_isctype((c), ONIGENC_CTYPE_DIGIT, (enc))
#define rb_enc_iscntrl(c, enc) rb_enc_isctype((c), ONIGENC_CTYPE_CNTRL, (enc))
#define rb_enc_ispunct(c, enc) rb_enc_isctype((c), ONIGENC_CTYPE_PUNCT, (enc))

#define rb_enc_asciicompat rb_enc_asciicompat
#define rb_enc_name rb_enc_name
#define rb_enc_mbminlen rb_enc_mbminlen
#define rb_enc_mbmaxlen rb_enc_mbmaxlen
#define rb_enc_str_new_lit(str, enc) rb_enc_str_new_static((str), rb_strlen_lit(str), (enc))
#define rb_enc_str_new_literal(str, enc) rb_enc_str_new_lit((str), (enc))

/* ---- an object's index and code range; functions, for where they lie is private ---- */
RBIMPL_SYMBOL_EXPORT_BEGIN()
int rb_enc_coderange_get(VALUE str); /* as cached, RUBY_ENC_CODERANGE_UNKNOWN if not */
void rb_enc_coderange_set(VALUE str, int cr);
RBIMPL_SYMBOL_EXPORT_END()

#define RB_ENCODING_GET_INLINED(obj) rb_enc_get_index(obj)
#define RB_ENCODING_GET(obj) rb_enc_get_index(obj)
#define RB_ENCODING_SET_INLINED(obj, i) rb_enc_set_index((obj), (i))
#define RB_ENCODING_SET(obj, i) rb_enc_set_index((obj), (i))
#define RB_ENCODING_IS_ASCII8BIT(obj) (rb_enc_get_index(obj) == rb_ascii8bit_encindex())
#define RB_ENC_CODERANGE(obj) ((enum ruby_coderange_type)rb_enc_coderange_get(obj))
#define RB_ENC_CODERANGE_SET(obj, cr) rb_enc_coderange_set((obj), (int)(cr))
#define RB_ENC_CODERANGE_CLEAR(obj) RB_ENC_CODERANGE_SET((obj), RUBY_ENC_CODERANGE_UNKNOWN)
#define RB_ENC_CODERANGE_ASCIIONLY(obj) (RB_ENC_CODERANGE(obj) == RUBY_ENC_CODERANGE_7BIT)
#define RB_ENC_CODERANGE_CLEAN_P(cr) ((cr) == RUBY_ENC_CODERANGE_7BIT || (cr) == RUBY_ENC_CODERANGE_VALID)
#define RB_ENCODING_CODERANGE_SET(obj, index, cr)   \
    do {                                            \
        VALUE rbimpl_enc_obj = (obj);               \
        RB_ENCODING_SET(rbimpl_enc_obj, (index));   \
        RB_ENC_CODERANGE_SET(rbimpl_enc_obj, (cr)); \
    } while (0)

static inline enum ruby_coderange_type
RB_ENC_CODERANGE_AND(enum ruby_coderange_type a, enum ruby_coderange_type b)
{
    if (a == RUBY_ENC_CODERANGE_7BIT) return b;
    if (a != RUBY_ENC_CODERANGE_VALID) return RUBY_ENC_CODERANGE_UNKNOWN;
    return b == RUBY_ENC_CODERANGE_7BIT ? RUBY_ENC_CODERANGE_VALID : b;
}

#define ENCODING_GET(obj) RB_ENCODING_GET(obj)
#define ENCODING_GET_INLINED(obj) RB_ENCODING_GET_INLINED(obj)
#define ENCODING_SET(obj, i) RB_ENCODING_SET((obj), (i))
#define ENCODING_SET_INLINED(obj, i) RB_ENCODING_SET_INLINED((obj), (i))
#define ENCODING_IS_ASCII8BIT(obj) RB_ENCODING_IS_ASCII8BIT(obj)
#define ENCODING_CODERANGE_SET(obj, i, cr) RB_ENCODING_CODERANGE_SET((obj), (i), (cr))
#define ENC_CODERANGE(obj) RB_ENC_CODERANGE(obj)
#define ENC_CODERANGE_SET(obj, cr) RB_ENC_CODERANGE_SET((obj), (cr))
#define ENC_CODERANGE_CLEAR(obj) RB_ENC_CODERANGE_CLEAR(obj)
#define ENC_CODERANGE_ASCIIONLY(obj) RB_ENC_CODERANGE_ASCIIONLY(obj)
#define ENC_CODERANGE_CLEAN_P(cr) RB_ENC_CODERANGE_CLEAN_P(cr)
#define ENC_CODERANGE_AND(a, b) RB_ENC_CODERANGE_AND((a), (b))

/* ---- transcoding ---------------------------------------------------------------------------------------------- */

typedef enum {
    econv_invalid_byte_sequence,
    econv_undefined_conversion,
    econv_destination_buffer_full,
    econv_source_buffer_empty,
    econv_finished,
    econv_after_output,
    econv_incomplete_input
} rb_econv_result_t;

typedef struct rb_econv_t rb_econv_t;

enum ruby_econv_flag_type {
    RUBY_ECONV_INVALID_MASK = 0x0000000f,
    RUBY_ECONV_INVALID_REPLACE = 0x00000002,
    RUBY_ECONV_UNDEF_MASK = 0x000000f0,
    RUBY_ECONV_UNDEF_REPLACE = 0x00000020,
    RUBY_ECONV_UNDEF_HEX_CHARREF = 0x00000030,
    RUBY_ECONV_ERROR_HANDLER_MASK = 0x000000ff,
    RUBY_ECONV_UNIVERSAL_NEWLINE_DECORATOR = 0x00000100,
    RUBY_ECONV_CRLF_NEWLINE_DECORATOR = 0x00001000,
    RUBY_ECONV_CR_NEWLINE_DECORATOR = 0x00002000,
    RUBY_ECONV_LF_NEWLINE_DECORATOR = 0x00004000,
    RUBY_ECONV_XML_TEXT_DECORATOR = 0x00008000,
    RUBY_ECONV_XML_ATTR_CONTENT_DECORATOR = 0x00010000,
    RUBY_ECONV_XML_ATTR_QUOTE_DECORATOR = 0x00100000,
    RUBY_ECONV_DEFAULT_NEWLINE_DECORATOR = 0,
    RUBY_ECONV_NEWLINE_DECORATOR_READ_MASK = 0x00000f00,
    RUBY_ECONV_NEWLINE_DECORATOR_WRITE_MASK = 0x00007000,
    RUBY_ECONV_NEWLINE_DECORATOR_MASK = 0x00007f00,
    RUBY_ECONV_STATEFUL_DECORATOR_MASK = 0x00f00000,
    RUBY_ECONV_DECORATOR_MASK = 0x0011ff00,
    /* of rb_econv_convert */
    RUBY_ECONV_PARTIAL_INPUT = 0x00020000,
    RUBY_ECONV_AFTER_OUTPUT = 0x00040000
};
#define ECONV_ERROR_HANDLER_MASK RUBY_ECONV_ERROR_HANDLER_MASK
#define ECONV_INVALID_MASK RUBY_ECONV_INVALID_MASK
#define ECONV_INVALID_REPLACE RUBY_ECONV_INVALID_REPLACE
#define ECONV_UNDEF_MASK RUBY_ECONV_UNDEF_MASK
#define ECONV_UNDEF_REPLACE RUBY_ECONV_UNDEF_REPLACE
#define ECONV_UNDEF_HEX_CHARREF RUBY_ECONV_UNDEF_HEX_CHARREF
#define ECONV_DECORATOR_MASK RUBY_ECONV_DECORATOR_MASK
#define ECONV_NEWLINE_DECORATOR_MASK RUBY_ECONV_NEWLINE_DECORATOR_MASK
#define ECONV_NEWLINE_DECORATOR_READ_MASK RUBY_ECONV_NEWLINE_DECORATOR_READ_MASK
#define ECONV_NEWLINE_DECORATOR_WRITE_MASK RUBY_ECONV_NEWLINE_DECORATOR_WRITE_MASK
#define ECONV_UNIVERSAL_NEWLINE_DECORATOR RUBY_ECONV_UNIVERSAL_NEWLINE_DECORATOR
#define ECONV_CRLF_NEWLINE_DECORATOR RUBY_ECONV_CRLF_NEWLINE_DECORATOR
#define ECONV_CR_NEWLINE_DECORATOR RUBY_ECONV_CR_NEWLINE_DECORATOR
#define ECONV_LF_NEWLINE_DECORATOR RUBY_ECONV_LF_NEWLINE_DECORATOR
#define ECONV_XML_TEXT_DECORATOR RUBY_ECONV_XML_TEXT_DECORATOR
#define ECONV_XML_ATTR_CONTENT_DECORATOR RUBY_ECONV_XML_ATTR_CONTENT_DECORATOR
#define ECONV_XML_ATTR_QUOTE_DECORATOR RUBY_ECONV_XML_ATTR_QUOTE_DECORATOR
#define ECONV_STATEFUL_DECORATOR_MASK RUBY_ECONV_STATEFUL_DECORATOR_MASK
#define ECONV_DEFAULT_NEWLINE_DECORATOR RUBY_ECONV_DEFAULT_NEWLINE_DECORATOR
#define ECONV_PARTIAL_INPUT RUBY_ECONV_PARTIAL_INPUT
#define ECONV_AFTER_OUTPUT RUBY_ECONV_AFTER_OUTPUT

RBIMPL_SYMBOL_EXPORT_BEGIN()
VALUE rb_str_encode(VALUE str, VALUE to, int ecflags, VALUE ecopts);
int rb_econv_has_convpath_p(const char *from, const char *to);
int rb_econv_prepare_opts(VALUE opthash, VALUE *ecopts); /* the flags */
int rb_econv_prepare_options(VALUE opthash, VALUE *ecopts, int ecflags);
rb_econv_t *rb_econv_open(const char *from, const char *to, int ecflags);
rb_econv_t *rb_econv_open_opts(const char *from, const char *to, int ecflags, VALUE ecopts);
VALUE rb_econv_open_exc(const char *from, const char *to, int ecflags);
/* Move as much as goes; *in and *out advance. */
rb_econv_result_t rb_econv_convert(rb_econv_t *ec, const unsigned char **in, const unsigned char *in_end,
                                   unsigned char **out, unsigned char *out_end, int flags);
void rb_econv_close(rb_econv_t *ec);
int rb_econv_set_replacement(rb_econv_t *ec, const unsigned char *str, size_t len, const char *encname);
int rb_econv_decorate_at_first(rb_econv_t *ec, const char *decorator);
int rb_econv_decorate_at_last(rb_econv_t *ec, const char *decorator);
VALUE rb_econv_make_exception(rb_econv_t *ec);
void rb_econv_check_error(rb_econv_t *ec); /* raises what rb_econv_make_exception makes */
const char *rb_econv_encoding_to_insert_output(rb_econv_t *ec);
int rb_econv_insert_output(rb_econv_t *ec, const unsigned char *str, size_t len, const char *str_encoding);
int rb_econv_putbackable(rb_econv_t *ec);
void rb_econv_putback(rb_econv_t *ec, unsigned char *p, int n);
const char *rb_econv_asciicompat_encoding(const char *encname);
VALUE rb_econv_str_convert(rb_econv_t *ec, VALUE src, int flags);
VALUE rb_econv_substr_convert(rb_econv_t *ec, VALUE src, long offset, long len, int flags);
VALUE rb_econv_str_append(rb_econv_t *ec, VALUE src, VALUE dst, int flags);
VALUE rb_econv_substr_append(rb_econv_t *ec, VALUE src, long offset, long len, VALUE dst, int flags);
VALUE rb_econv_append(rb_econv_t *ec, const char *bytes, long len, VALUE dst, int flags);
void rb_econv_binmode(rb_econv_t *ec);
RBIMPL_SYMBOL_EXPORT_END()

#endif
