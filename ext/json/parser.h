/*
 * parser.h - what the files of the JSON parser share: its state, its configuration, its steps.
 *
 * Owns      struct json_parser (one document being read), struct json_config (the options).
 *           parser.c: the loop.  parser_string.c: escapes.  parser_key.c: the caches of keys and frozen strings.
 *           parser_number.c: numbers.  parser_hook.c: values that Ruby code makes.  parser_config.c: options, and the
 *           classes Parser and ParserConfig.  parser_error.c: messages.  scan_*.h: vector code.
 * Uses      string.h, array.h, hash.h, numeric.h; json.h (errors)
 * JPARSE-1  The text ends in NUL and SLOT_TAIL_BYTES (16) more bytes may be read: whoever looks ahead stops at the NUL.
 *           A NUL within the text ends nothing: it is a character that no rule of the grammar takes.
 * JPARSE-2  Values not yet in a container lie on the value stack, [values, *top_at).  While it is in the C frame of
 *           json_run the collector finds it there; grown, its holder marks it.  *top_at is true at each allocation.
 * JPARSE-3  An object's pairs lie on the stack as hash, key, value: the hash has its lowest bit set, a Fixnum to the
 *           collector.  Keys are fstrings or Symbols, so that equal keys are the same object.
 * JPARSE-4  Where Ruby code may run (hooks, a warning) the text is a frozen String's that nobody else can change.
 * JPARSE-5  No C recursion: depth is bounded by max_nesting and memory.
 * Checked   test/json/test_parser*.rb, test/fuzz/json_*
 */
#ifndef FACET_EXT_JSON_PARSER_H
#define FACET_EXT_JSON_PARSER_H

#include "ext/json/json.h"
#include "internal/numeric/dtoa_inline.h"
#include "internal/gc.h"
#include "internal/string.h"

enum json_duplicates { JSON_DUP_WARN, JSON_DUP_ALLOW, JSON_DUP_RAISE };
enum json_additions { JSON_ADD_NONE, JSON_ADD_YES, JSON_ADD_IMPLICIT /* create_additions: nil; warns */ };

/* PLAIN: none of hooks, decimal, symbolize, freeze, allow_control, allow_invalid_escape.  SYMBOLS: symbolize alone of these;
 * FROZEN: freeze alone. */
enum json_form { JSON_FORM_PLAIN, JSON_FORM_SYMBOLS, JSON_FORM_FROZEN, JSON_FORM_ANY };

struct json_config {
    int max_nesting; /* 0: none */
    uint8_t duplicates, additions;
    bool allow_nan, allow_trailing_comma, allow_control, allow_invalid_escape, no_comments;
    bool symbolize, freeze;
    bool hooks;                      /* some value goes through json_hook */
    uint8_t form;                    /* enum json_form: which form of the loop runs */
    VALUE on_load;                   /* a Proc; 0: none */
    VALUE object_class, array_class; /* 0: Hash, Array */
    VALUE match_string;              /* 0: none */
    VALUE decimal_receiver;          /* 0: Floats; else its method makes an object of a decimal's text */
    ID decimal_method;
};

/* A container under way. */
struct json_frame {
    size_t first; /* index of its first value on the stack */
    size_t open;  /* offset of its bracket in the text, times 2; + 1: an object */
};

enum { JSON_STACK_LOCAL = 384, JSON_FRAMES_LOCAL = 104 };

struct json_parser {
    const char *start, *end; /* JPARSE-1 */
    VALUE *values, *limit;   /* JPARSE-2 */
    VALUE **top_at;
    VALUE *top; /* *top_at while the stack is local */
    struct json_frame *frames;
    size_t frame_capa;
    const struct json_config *config;
    VALUE source;
    VALUE holder; /* of grown stacks; 0: none yet */
};

/* ---- parser.c ---- */
void json_parser_init(void);
VALUE json_run(VALUE source, const struct json_config *config);
/* Keeps the text as it is from now on, whatever Ruby code does to the String it came from (JPARSE-4); start and end may
 * change.  allocates. */
void json_hold_text(struct json_parser *ps);

/* ---- parser_error.c: none of them returns ---- */
/* format: the message; %s in it stands for the excerpt at `at`.  The position is at's. */
NORETURN COLD void json_fail(const struct json_parser *ps, const char *format, const char *at);
NORETURN COLD void json_fail_nesting(size_t depth);
/* Warns or raises, as configured, about an object at offset `open` whose n pairs (JPARSE-3) repeat a key. */
COLD void json_duplicate_key(struct json_parser *ps, const VALUE *pairs, size_t n, size_t open);

/* ---- parser_string.c ---- */
void json_parser_string_init(void);
/* The String (or fstring, if `intern`) whose text begins at from and has a backslash or a control character first at
 * stop; high: some byte before that is not ASCII.  Returns the address of its closing quote.  allocates, raises. */
const char *json_string_escaped(const struct json_parser *ps, const char *from, const char *stop, bool high, VALUE *v,
                                bool intern);
/* Does what json_string_escaped() does, for a key; *hash as in struct json_key. */
const char *json_key_escaped(const struct json_parser *ps, const char *from, const char *stop, bool high, VALUE *key,
                             uint64_t *hash);
/* The closing quote of the text that goes on at q.  *escaped is set if there is a backslash.  raises. */
const char *json_string_end(const struct json_parser *ps, const char *q, bool *escaped);

/* ---- parser_key.c ---- */
struct json_key {
    uint64_t head, tail; /* the first 8 bytes and the next, zero padded; of a long key: the last 8 */
    VALUE key;           /* fstring or Symbol; 0: an empty entry */
    const char *text;    /* the key's bytes */
    uint64_t hash;       /* as Hash has it, lowest bit set */
    uint32_t len;
    uint32_t next; /* the entry of the key that last followed this one; it may hold another key now */
};
enum { JSON_KEY_BITS = 11, JSON_KEYS = 1 << JSON_KEY_BITS, JSON_KEY_INLINE = 16 };
extern struct json_key json_keys[2][JSON_KEYS]; /* Strings, Symbols */
/* Returns the entry of a key that is not in e: the neighbour of e, or e with the new key.  from..from+len is the key, without
 * escapes, len at most UINT32_MAX.  allocates, raises (EncodingError). */
struct json_key *json_key_miss(struct json_key *e, const char *from, size_t len, uint64_t head, uint64_t tail, bool symbol);
/* Returns the fstring of these bytes in UTF-8.  8 bytes are readable at from, even if n is less.  flags: its code range, if it is
 * known.  allocates. */
VALUE json_frozen_string(const char *from, size_t n, uint32_t flags);
void json_key_init(void);

/* ---- parser_number.c ---- */
/* The number at p ('-' or a digit) that is not a plain Integer of at most 18 digits.  Returns its end.
 * allocates, calls (decimal_class), raises. */
const char *json_number(struct json_parser *ps, const char *p, VALUE *v);
/* digits * 10**exp10, rounded once. */
double json_decimal_far(uint64_t digits, int64_t exp10);
static ALWAYS_INLINE double
json_decimal(uint64_t digits, int64_t exp10)
{
    static const double exact[] = {1e0,  1e1,  1e2,  1e3,  1e4,  1e5,  1e6,  1e7,  1e8,  1e9,  1e10, 1e11,
                                   1e12, 1e13, 1e14, 1e15, 1e16, 1e17, 1e18, 1e19, 1e20, 1e21, 1e22};
    if (LIKELY(digits <= (uint64_t)1 << 53)) { /* both exact: one rounding */
        if (exp10 <= 0 && exp10 >= -22) return (double)(int64_t)digits / exact[-exp10];
        if (exp10 > 0 && exp10 <= 22) return (double)(int64_t)digits * exact[exp10];
    }
    return json_decimal_far(digits, exp10);
}

/* digits / 10**decimals, decimals from 1 to 19: as parser_number.c does it, less what cannot be at these powers. */
static ALWAYS_INLINE double
json_decimal_near(uint64_t digits, unsigned decimals)
{
    enum { MANTISSA = 52, BIAS = 1023, KEPT = 64 - MANTISSA - 3 };
    static const double exact[] = {1e0,  1e1,  1e2,  1e3,  1e4,  1e5,  1e6,  1e7,  1e8,  1e9,
                                   1e10, 1e11, 1e12, 1e13, 1e14, 1e15, 1e16, 1e17, 1e18, 1e19};
    /* Up to 2**53 it would be exact; numbers of 16 digits lie on both sides of that, those of 15 rarely of this. */
    if (digits < (uint64_t)1000000000000000) return (double)(int64_t)digits / exact[decimals];
    int q = -(int)decimals, lz = __builtin_clzll(digits);
    unsigned __int128 product = (unsigned __int128)(digits << lz) * dtoa_pow10[q - DTOA_POW10_MIN][0];
    uint64_t high = (uint64_t)(product >> 64), low = (uint64_t)product;
    if (UNLIKELY((high & ((1u << KEPT) - 1)) == (1u << KEPT) - 1 || low <= 1)) return json_decimal_far(digits, q);
    unsigned upper = (unsigned)(high >> 63);
    uint64_t m = high >> (upper + KEPT);
    uint64_t e = (uint64_t)(((217706 * q) >> 16) + 62 - lz + BIAS) + upper;
    m = ((m + (m & 1)) >> 1) + (e << MANTISSA); /* the mantissa's highest bit, and a carry, add to the exponent */
    double d;
    memcpy(&d, &m, sizeof d);
    return d;
}

/* ---- parser_hook.c: Ruby code runs ---- */
VALUE json_hook(const struct json_config *config, VALUE v);
VALUE json_decimal_call(const struct json_config *config, const char *p, size_t len);
/* An object of pairs whose keys any code made. */
VALUE json_hash_any(const VALUE *pairs, size_t n);

/* ---- parser_config.c ---- */
extern const struct json_config json_config_default;
/* opts: nil or a Hash (else TypeError).  whole: object_class, array_class and additions count too (JSON.parse), else
 * they are ignored (Parser).  calls, raises. */
void json_config_set(struct json_config *config, VALUE opts, bool whole);

#endif
