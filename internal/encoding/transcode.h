/*
 * encoding/transcode.h - conversion between encodings: stages, and the chain that runs them.
 *
 * Owns      the table of direct conversions, struct rb_econv_t.
 * Uses      encoding.h, encoding/unicode.h
 * TRANSC-1  A stage reads one unit (a character, an escape sequence) at a time and writes at most STEP_OUT_MAX bytes for it.
 * TRANSC-2  A stage never looks further than it must: bytes looked at when an error shows are reported as such (readagain)
 *           and read again by the next step.
 * TRANSC-3  Errors name the stage that found them, by its own from and to.
 * Checked   test/test_transcode.rb
 */
#ifndef FACET_INTERNAL_TRANSCODE_H
#define FACET_INTERNAL_TRANSCODE_H

#include "internal/encoding.h"
#include "ruby/util.h"

enum step {
    STEP_OK,
    STEP_MORE,    /* the unit is not whole; at the end of input: incomplete */
    STEP_CUT,     /* the unit is not whole and wrong already; at the end of input: invalid */
    STEP_INVALID, /* `used` bytes are wrong, `again` after them were looked at */
    STEP_UNDEF,   /* `used` bytes are a character that the target does not have */
};
enum { STEP_OUT_MAX = 32 };

struct step_io {
    const uint8_t *p, *e;
    bool last; /* nothing follows e */
    size_t used, again, out_len;
    uint8_t out[STEP_OUT_MAX];
};

/* A coded character set: between bytes and code points. */
struct charset {
    const char *name;
    /* One character at p < e; on STEP_OK writes 1 or 2 code points and how many. */
    enum step (*decode)(const struct charset *cs, const uint8_t *p, const uint8_t *e, uint32_t *cp, int *count, size_t *used,
                        size_t *again);
    int (*encode)(const struct charset *cs, uint32_t c, uint8_t *to); /* bytes; 0: no such character */
    const struct enc_single *single;
    const void *data;
};

enum conv_kind {
    CONV_PLAIN,
    CONV_DECODER,   /* from something not ASCII compatible to something that is */
    CONV_ENCODER,   /* the other way */
    CONV_DECORATOR, /* newlines, XML escapes: bytes to bytes */
};

struct conv_stage;
/* A direct conversion. */
struct converter {
    const char *from, *to; /* a decorator: "" and its name */
    enum conv_kind kind;
    enum step (*step)(struct conv_stage *st, struct step_io *io);
    void (*finish)(struct conv_stage *st, struct step_io *io); /* what remains to be written; may be NULL */
    const struct charset *cs;                                  /* for the two generic steps */
};

struct conv_stage {
    const struct converter *conv;
    uint32_t state[2];
    uint8_t *in; /* bytes given, not yet read */
    size_t in_len, in_capa;
    uint8_t *out; /* bytes written, not yet taken */
    size_t out_from, out_len, out_capa;
    bool input_over; /* no more will be given */
    bool done;
    /* an error found after the bytes in out, reported once those are taken */
    enum step err;
    bool incomplete;
    uint8_t err_bytes[STEP_OUT_MAX];
    size_t err_len, err_again;
};

struct rb_econv_t {
    int flags;
    bool started;
    const char *source_name, *destination_name; /* as encodings are called; "" for none */
    const struct enc *source, *destination;     /* what Encoding::Converter was asked for; may be NULL */
    struct conv_stage *stages;
    int count, last_conv; /* stages; index of the last that is no decorator, or -1 */
    uint8_t *replacement; /* NULL: the default */
    size_t replacement_len;
    const char *replacement_enc;
    uint8_t *inserted; /* output put into a converter without stages, which its next run writes first */
    size_t inserted_len;
    size_t putbackable; /* bytes at the end of the first stage's input that may be taken back */
    struct {
        rb_econv_result_t result;
        const char *source, *destination; /* of the stage */
        uint8_t bytes[STEP_OUT_MAX * 2];  /* wrong bytes, then those looked at */
        size_t len, again;
    } error;
};

/* Returns the charset of an encoding that the generic steps convert to and from UTF-8, or NULL. */
const struct charset *charset_find(const char *name);

/* generic steps (encoding/transcode_unicode.c) */
enum step conv_step_decode(struct conv_stage *st, struct step_io *io); /* charset to UTF-8 */
enum step conv_step_encode(struct conv_stage *st, struct step_io *io); /* UTF-8 to charset */
/* Finds what is wrong at p with a structure: the longest beginning of a character, or a byte. */
enum step conv_bad_bytes(int (*len)(const uint8_t *, const uint8_t *), const uint8_t *p, const uint8_t *e, size_t *used,
                         size_t *again);
extern const struct converter conv_unicode[], conv_japanese[], conv_emoji[], conv_decorators[];
extern const size_t conv_unicode_count, conv_japanese_count, conv_emoji_count, conv_decorators_count;
/* Multibyte charsets, their tables made on first use; NULL if this machine has no such tables (encoding/transcode_mb.c). */
const struct charset *charset_mb(const char *name);
extern const char *const charset_mb_names[];
extern const size_t charset_mb_count;

/* Carriers that have pictograms of their own (encoding/transcode_emoji.c). */
enum emoji_carrier { EMOJI_DOCOMO, EMOJI_KDDI, EMOJI_SOFTBANK, EMOJI_CARRIER_COUNT };
/* Returns the code point of the pictogram that the carrier has at the Shift_JIS code, or 0 if that is Windows-31J's. */
uint32_t emoji_of_sjis(enum emoji_carrier carrier, uint32_t code);
enum { KDDI_UNDOCUMENTED = 0x700 }; /* from KDDI's undocumented code points to Shift_JIS */

/* Finds a path of direct conversions.  Returns their number and sets *path (malloc'ed), or returns -1. */
int conv_search(const char *from, const char *to, const struct converter ***path);
const struct converter *conv_decorator(const char *name);
/* Stores the names of the decorators in flags, in order.  Returns their number, or -1 if two of them exclude each
 * other. */
enum { DECORATORS_MAX = 4 };
int conv_decorator_names(int flags, const char *names[DECORATORS_MAX]);

rb_econv_t *econv_new(const char *from, const char *to);
bool econv_add(rb_econv_t *ec, const struct converter *conv, int at); /* false: its tables are missing */
bool econv_decorate(rb_econv_t *ec, const char *name, bool first);
const char *econv_insert_enc(const rb_econv_t *ec);
/* Makes the replacement if there is none.  Returns false if it cannot be made. */
bool econv_make_replacement(rb_econv_t *ec);
/* Returns a hidden object that closes ec when it dies. */
VALUE econv_holder(rb_econv_t *ec);

/* Reports a failed opening.  raises Encoding::ConverterNotFoundError. */
NORETURN COLD void econv_not_found(const char *from, const char *to, int flags);
/* Converts a whole valid String directly, encodings by index.  Returns Qundef if that is not possible. */
VALUE econv_direct(VALUE str, int from, int to);

/* String#encode's options: flags; *opts the Hash rb_econv_open_opts takes (replace, fallback), or nil. */
int econv_flags_from_hash(VALUE hash, VALUE *opts, int flags);
/* Two encodings from arguments of encode or Converter.new: names always, entries where known. */
void econv_encoding_arg(VALUE v, const char **name, const struct enc **enc);

extern VALUE rb_eUndefinedConversionError, rb_eInvalidByteSequenceError, rb_eConverterNotFoundError;

#endif
