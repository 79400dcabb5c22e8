/*
 * capi/args.c - how C methods take their arguments apart: rb_scan_args, keywords, arity errors.
 *
 * Uses      Hash, Array and the block of the current C frame, all through the C API.
 * ARGS-1    A Hash is taken as keywords only if the call passed keywords, or if the argument kw_flag requires it.  Since Ruby 3
 *           a braced Hash is an ordinary argument.
 * ARGS-2    The Hash of keyword arguments is a copy; rb_get_kwargs empties it.
 * Checked   test/capi/
 */
#include "internal/compiler.h"
#include "internal/hash.h"
#include "ruby/ruby.h"

/* ---- arity ---------------------------------------------------------------------------------------------------- */

/* Raises ArgumentError, "wrong number of arguments (given 1, expected 2..3)". */
void
rb_error_arity(int argc, int min, int max)
{
    if (min == max) rb_raise(rb_eArgError, "wrong number of arguments (given %d, expected %d)", argc, min);
    if (max == UNLIMITED_ARGUMENTS) rb_raise(rb_eArgError, "wrong number of arguments (given %d, expected %d+)", argc, min);
    rb_raise(rb_eArgError, "wrong number of arguments (given %d, expected %d..%d)", argc, min, max);
}

/* ---- rb_scan_args --------------------------------------------------------------------------------------------- */

struct scan_format {
    int lead, optional, trail;
    bool rest, keywords, block;
};

void
rb_bad_scan_args(const char *fmt)
{
    rb_fatal("bad scan arg format: %s", fmt);
}

static bool
take_digit(const char **p, int *n)
{
    if (!ISDIGIT(**p)) return false;
    *n = *(*p)++ - '0';
    return true;
}

static inline bool
take_char(const char **p, char c)
{
    if (**p != c) return false;
    ++*p;
    return true;
}

static struct scan_format
scan_format_read(const char *fmt)
{
    struct scan_format f = {0, 0, 0, false, false, false};
    const char *p = fmt;
    if (take_digit(&p, &f.lead) && take_digit(&p, &f.optional)) take_digit(&p, &f.trail);
    if (take_char(&p, '*')) {
        f.rest = true;
        if (!f.trail) take_digit(&p, &f.trail);
    }
    f.keywords = take_char(&p, ':');
    f.block = take_char(&p, '&');
    if (*p) rb_bad_scan_args(fmt);
    return f;
}

/* Whether the last argument is the keywords. */
static bool
last_is_keywords(int kw_flag, VALUE last)
{
    switch (kw_flag) {
    case RB_SCAN_ARGS_PASS_CALLED_KEYWORDS: return rb_keyword_given_p();
    case RB_SCAN_ARGS_KEYWORDS: return true;
    case RB_SCAN_ARGS_LAST_HASH_KEYWORDS: return RB_TYPE_P(last, T_HASH);
    default: return false;
    }
}

static inline void
give(va_list *vars, VALUE v)
{
    VALUE *var = va_arg(*vars, VALUE *);
    if (var) *var = v;
}

static int
scan_args(int kw_flag, int argc, const VALUE *argv, const char *fmt, va_list *vars)
{
    struct scan_format f = scan_format_read(fmt);
    VALUE keywords = Qnil;
    int i = 0, need = f.lead + f.trail, most = f.rest ? UNLIMITED_ARGUMENTS : need + f.optional;
    if (f.keywords && argc > 0 && last_is_keywords(kw_flag, argv[argc - 1])) keywords = rb_hash_dup(argv[--argc]);
    if (argc < need || (most != UNLIMITED_ARGUMENTS && argc > most)) rb_error_arity(argc, need, most);

    while (i < f.lead) give(vars, argv[i++]);
    for (int n = 0; n < f.optional; n++) give(vars, i < argc - f.trail ? argv[i++] : Qnil);
    if (f.rest) {
        int n = argc - f.trail - i;
        VALUE *var = va_arg(*vars, VALUE *);
        if (var) *var = rb_ary_new_from_values(n, argv + i);
        i += n;
    }
    while (i < argc) give(vars, argv[i++]);
    if (f.keywords) give(vars, keywords);
    if (f.block) {
        VALUE *var = va_arg(*vars, VALUE *);
        if (var) *var = rb_block_given_p() ? rb_block_proc() : Qnil;
    }
    return argc;
}

int
rb_scan_args(int argc, const VALUE *argv, const char *fmt, ...)
{
    va_list vars;
    va_start(vars, fmt);
    int n = scan_args(RB_SCAN_ARGS_PASS_CALLED_KEYWORDS, argc, argv, fmt, &vars);
    va_end(vars);
    return n;
}

int
rb_scan_args_kw(int kw_flag, int argc, const VALUE *argv, const char *fmt, ...)
{
    va_list vars;
    va_start(vars, fmt);
    int n = scan_args(kw_flag, argc, argv, fmt, &vars);
    va_end(vars);
    return n;
}

/* ---- keywords ------------------------------------------------------------------------------------------------- */

/* raises ArgumentError, "missing keyword: :a" or "unknown keywords: :a, :b". */
NORETURN static void
keyword_error(const char *what, VALUE keys)
{
    VALUE names = rb_str_new_cstr("");
    long n = RARRAY_LEN(keys);
    for (long i = 0; i < n; i++) rb_str_catf(names, "%s%+" PRIsVALUE, i ? ", " : "", rb_ary_entry(keys, i));
    rb_raise(rb_eArgError, "%s keyword%s: %" PRIsVALUE, what, n == 1 ? "" : "s", names);
}

NORETURN static void
unknown_keyword_error(VALUE hash, const ID *table, int known)
{
    VALUE rest = rb_hash_dup(hash);
    for (int i = 0; i < known; i++) rb_hash_delete(rest, ID2SYM(table[i]));
    keyword_error("unknown", rb_hash_keys(rest));
}

/* Those found leave the hash: all at once if there are no others. */
static void
take_keywords(VALUE hash, const ID *table, int known, const VALUE *values, int found)
{
    if (RHASH_SIZE(hash) == (size_t)found) {
        rb_hash_clear(hash);
        return;
    }
    for (int i = 0; i < known; i++) {
        if (!UNDEF_P(values[i])) rb_hash_delete(hash, ID2SYM(table[i]));
    }
}

int
rb_get_kwargs(VALUE hash, const ID *table, int required, int optional, VALUE *values)
{
    bool others = optional < 0;
    int found = 0, known = required + (others ? -1 - optional : optional);
    VALUE missing = Qnil;
    for (int i = 0; i < known; i++) {
        VALUE v = NIL_P(hash) ? Qundef : hash_get(hash, ID2SYM(table[i]));
        if (values) values[i] = v;
        if (!UNDEF_P(v)) {
            found++;
            continue;
        }
        if (i >= required) continue;
        if (NIL_P(missing)) missing = rb_ary_new();
        rb_ary_push(missing, ID2SYM(table[i]));
    }
    if (values && found) take_keywords(hash, table, known, values, found);
    if (!NIL_P(missing)) keyword_error("missing", missing);
    if (!others && !NIL_P(hash) && RHASH_SIZE(hash) > (size_t)(values ? 0 : found))
        unknown_keyword_error(hash, table, known);
    return found;
}

struct pairs { /* 0: none */
    VALUE by_symbol, others;
};

static int
sort_pair(VALUE key, VALUE v, VALUE arg)
{
    struct pairs *p = (struct pairs *)arg;
    VALUE *to = SYMBOL_P(key) ? &p->by_symbol : &p->others;
    rb_hash_aset(*to ? *to : (*to = rb_hash_new()), key, v);
    return ST_CONTINUE;
}

/* Returns the pairs of *hash whose keys are Symbols, and leaves the others in *hash; 0 stands for none. */
VALUE
rb_extract_keywords(VALUE *hash)
{
    struct pairs p = {0};
    if (RHASH_EMPTY_P(*hash)) p.by_symbol = *hash; /* without a copy */
    else rb_hash_foreach(*hash, sort_pair, (VALUE)&p);
    *hash = p.others;
    return p.by_symbol;
}

/* Returns the keyword `exception:` of opts as 1 or 0, or default_value if it is absent.  opts is nil if there are no keywords. */
int
rb_opts_exception_p(VALUE opts, int default_value)
{
    ID table[1] = {rb_intern("exception")};
    VALUE v;
    if (NIL_P(opts)) return default_value;
    rb_get_kwargs(opts, table, 0, 1, &v);
    if (UNDEF_P(v)) return default_value;
    if (v != Qtrue && v != Qfalse) rb_raise(rb_eArgError, "expected true or false as exception: %+" PRIsVALUE, v);
    return v == Qtrue;
}
