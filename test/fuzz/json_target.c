/*
 * json_target.c - the JSON parser and generator as libFuzzer's guests, inside a running VM.
 *
 * Linked into ruby-fuzz-json (make fuzz-json), where it stands before Init_json: `require "json"` also defines
 * FuzzJSON.run(arguments), which hands the process to libFuzzer, and FuzzJSON.replay(bytes, times).
 *
 * An input's first byte says whose it is, even: the parser, odd: the generator; two bytes of options follow.
 *   parser      the rest is the text.  It raises a ParserError (EncodingError for Symbols), or its value is generated,
 *               parsed and generated again: the two texts are the same.  For every eighth, by its bytes, the same of its
 *               pretty text; for every fourth without options plain C says what vector code says.
 *   generator   the rest is a program that builds an object (make_value).  It raises a StandardError and leaves no Hash
 *               held, or its text is a String whose recorded code range is true, which parses, unless something in
 *               it was inserted unchecked, to what generates the same text again.
 * Every 20000th input, by its bytes, is run with a collection at each allocation.  What is not so ends the process.
 */
#include "internal/compiler.h"

#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "ext/json/json.h"
#include "internal/gc.h"
#include "internal/hash.h"
#include "internal/string.h"
#include "ruby/encoding.h"
#include "ruby/ruby.h"

int LLVMFuzzerRunDriver(int *argc, char ***argv, int (*one)(const uint8_t *data, size_t size));
size_t __sanitizer_get_current_allocated_bytes(void);
void __real_Init_json(void);
void __wrap_Init_json(void);

static VALUE parse_options, generate_options, helper, built; /* built: the Hashes of the object at hand */
static bool unchecked;                                        /* the object has text that is inserted as it is */
static uint64_t runs_parser, runs_generator, accepted, generated;

NORETURN static void
wrong(const char *what, VALUE text)
{
    fprintf(stderr, "FuzzJSON: %s\n", what);
    if (text && RB_TYPE_P(text, T_STRING)) {
        VALUE shown = rb_str_inspect(text);
        fprintf(stderr, "%.*s\n", (int)RSTRING_LEN(shown), RSTRING_PTR(shown));
    } else if (text) {
        fprintf(stderr, "%s\n", rb_obj_classname(text));
    }
    abort();
}

/* ---- options: a Hash for each set of bits, made once ---- */

static void
set(VALUE options, const char *name, VALUE value)
{
    rb_hash_aset(options, ID2SYM(rb_intern(name)), value);
}

static VALUE
options_of_parser(unsigned bits)
{
    VALUE o = rb_hash_lookup(parse_options, UINT2NUM(bits));
    if (!NIL_P(o)) return o;
    o = rb_hash_new();
    if (bits & 1) set(o, "symbolize_names", Qtrue);
    if (bits & 2) set(o, "freeze", Qtrue);
    if (bits & 4) set(o, "allow_nan", Qtrue);
    if (bits & 8) set(o, "allow_trailing_comma", Qtrue);
    if (bits & 16) set(o, "allow_control_characters", Qtrue);
    if (bits & 32) set(o, "allow_invalid_escape", Qtrue);
    if (bits & 64) set(o, "allow_duplicate_key", bits & 128 ? Qtrue : Qfalse);
    if (bits & 256) set(o, "max_nesting", INT2FIX(bits & 512 ? 0 : 3));
    if ((bits & 0xc00) == 0x400) set(o, "decimal_class", rb_cString);
    if ((bits & 0xc00) == 0x800) set(o, "on_load", rb_ivar_get(helper, rb_intern("@on_load")));
    if ((bits & 0x3000) == 0x1000) set(o, "object_class", rb_ivar_get(helper, rb_intern("@hash_class")));
    if ((bits & 0x3000) == 0x2000) set(o, "array_class", rb_ivar_get(helper, rb_intern("@array_class")));
    if (bits & 0x4000) set(o, "allow_comments", Qfalse);
    if (bits & 0x8000) set(o, "create_additions", Qtrue);
    rb_hash_aset(parse_options, UINT2NUM(bits), o);
    return o;
}

static VALUE
options_of_generator(unsigned bits)
{
    if ((bits & 4096) && (bits & 8192)) bits &= ~(64u | 256 | 512); /* without end: no indents, which are quadratic */
    VALUE o = rb_hash_lookup(generate_options, UINT2NUM(bits));
    if (!NIL_P(o)) return o;
    o = rb_hash_new();
    if (bits & 1) set(o, "allow_nan", Qtrue);
    if (bits & 2) set(o, "ascii_only", Qtrue);
    if (bits & 4) set(o, "script_safe", Qtrue);
    if (bits & 8) set(o, "strict", Qtrue);
    if (bits & 16) set(o, "allow_duplicate_key", bits & 32 ? Qtrue : Qfalse);
    if (bits & 64) set(o, "indent", rb_str_new_cstr(bits & 128 ? "  " : " \t"));
    if (bits & 256) set(o, "object_nl", rb_str_new_cstr(bits & 128 ? "\n" : "\r\n                  "));
    if (bits & 512) set(o, "array_nl", rb_str_new_cstr("\n"));
    if (bits & 1024) set(o, "space", rb_str_new_cstr(" "));
    if (bits & 2048) set(o, "space_before", rb_str_new_cstr(bits & 128 ? "\t" : "                    "));
    if (bits & 4096) set(o, "max_nesting", INT2FIX(bits & 8192 ? 0 : 4));
    if (bits & 16384) set(o, "as_json", rb_ivar_get(helper, rb_intern("@as_json")));
    if (bits & 32768) set(o, "depth", INT2FIX(2));
    rb_hash_aset(generate_options, UINT2NUM(bits), o);
    return o;
}

/* ---- calls under protection ---- */

struct call {
    VALUE (*fn)(VALUE, VALUE);
    VALUE a, b;
};

static VALUE
call_it(VALUE arg)
{
    struct call *c = (struct call *)arg;
    return c->fn(c->a, c->b);
}

/* fn(a, b), or Qundef and *error. */
static VALUE
guarded(VALUE (*fn)(VALUE, VALUE), VALUE a, VALUE b, VALUE *error)
{
    struct call c = {fn, a, b};
    int state = 0;
    VALUE v = rb_protect(call_it, (VALUE)&c, &state);
    *error = Qnil;
    if (!state) return v;
    *error = rb_errinfo();
    rb_set_errinfo(Qnil);
    return Qundef;
}

static VALUE
generate_lax(VALUE v, VALUE pretty)
{
    return rb_funcall(helper, rb_intern(RTEST(pretty) ? "pretty" : "plain"), 1, v);
}

static VALUE
parse_lax(VALUE text, VALUE unused)
{
    (void)unused;
    return json_parse(text, options_of_parser(4 | 64 | 128 | 256 | 512));
}

/* ---- the recorded code range of a String is that of its bytes ---- */

static void
check_string(VALUE s, const char *what)
{
    unsigned recorded = str_cr(s);
    if (str_enc_index(s) != ENCI_UTF8) wrong("not UTF-8", s);
    if (recorded == STR_CR_UNKNOWN) return;
    VALUE copy = rb_utf8_str_new(RSTRING_PTR(s), RSTRING_LEN(s));
    if (str_cr_known(copy) != recorded && !(recorded == STR_CR_VALID && str_cr_known(copy) == STR_CR_7BIT)) wrong(what, s);
    if (RSTRING_PTR(s)[RSTRING_LEN(s)] != 0) wrong("no NUL behind a text", s);
}

/* text is the generator's: it parses, and what it parses to has a text that stays the same. */
static void
check_round_trip(VALUE text, bool same)
{
    VALUE error, v = guarded(parse_lax, text, Qnil, &error);
    if (v == Qundef) wrong("the generator's text does not parse", text);
    VALUE again = guarded(generate_lax, v, Qfalse, &error);
    if (again == Qundef) wrong("what was generated once is not generated again", text);
    if (same && !RTEST(rb_str_equal(text, again))) {
        fprintf(stderr, "FuzzJSON: once %s\n", RSTRING_PTR(rb_str_inspect(text)));
        wrong("another text the second time", again);
    }
    check_string(again, "code range of a text made from parsed values");
}

/* ---- the parser ---- */

static void
parse_one(const uint8_t *data, size_t size, unsigned bits, uint32_t lot)
{
    VALUE text = rb_utf8_str_new((const char *)data, (long)size), error;
    VALUE v = guarded(json_parse, text, bits ? options_of_parser(bits) : Qnil, &error);
    runs_parser++;
    if (bits == 0 && lot % 4 == 0) {
        enum simd_level level = simd_level_now;
        VALUE other_error;
        simd_level_now = SIMD_L_NONE;
        VALUE other = guarded(json_parse, text, Qnil, &other_error);
        simd_level_now = level;
        if ((v == Qundef) != (other == Qundef)) wrong("plain C and vector code differ", text);
        if (v == Qundef) {
            VALUE a = rb_funcall(error, rb_intern("message"), 0), b = rb_funcall(other_error, rb_intern("message"), 0);
            if (!RTEST(rb_str_equal(a, b))) wrong("plain C and vector code differ in the error", text);
        } else if (!RTEST(rb_equal(rb_inspect(v), rb_inspect(other)))) {
            wrong("plain C and vector code give two values", text);
        }
    }
    if (v == Qundef) {
        if (rb_obj_is_kind_of(error, json_parser_error_class)) return;
        if ((bits & 1) && rb_obj_is_kind_of(error, rb_eEncodingError)) return;
        if ((bits & 0xb800) && rb_obj_is_kind_of(error, rb_eStandardError)) return;
        fprintf(stderr, "%s\n", rb_obj_classname(error));
        wrong("the parser raised", rb_funcall(error, rb_intern("message"), 0));
    }
    accepted++;
    VALUE once = guarded(generate_lax, v, Qfalse, &error);
    if (once == Qundef) {
        if (rb_obj_is_kind_of(error, json_generator_error_class)) return; /* ill-formed UTF-8 */
        wrong("a parsed value is not generated", rb_funcall(error, rb_intern("message"), 0));
    }
    check_string(once, "code range of a text");
    if (!(bits & 0xbc00)) check_round_trip(once, true);
    if (lot % 8) return;
    VALUE pretty = guarded(generate_lax, v, Qtrue, &error);
    if (pretty == Qundef) wrong("generated, but not pretty", text);
    if (!(bits & 0xbc00)) check_round_trip(pretty, false);
}

/* ---- the generator's objects ---- */

struct source {
    const uint8_t *p, *end;
    VALUE outer; /* the Array of the containers under way */
    int depth;
    unsigned made, twice;
};

static unsigned
next_byte(struct source *s)
{
    return s->p < s->end ? *s->p++ : 0;
}

static uint64_t
next_word(struct source *s, int n)
{
    uint64_t w = 0;
    while (n--) w = w << 8 | next_byte(s);
    return w;
}

static VALUE
make_string(struct source *s, rb_encoding *enc)
{
    unsigned n = next_byte(s), times = n >= 0xe0 ? n - 0xdf : 1;
    if (n >= 0xe0) n = next_byte(s) & 31;
    if (n > (size_t)(s->end - s->p)) n = (unsigned)(s->end - s->p);
    VALUE v = rb_enc_str_new((const char *)s->p, n, enc);
    for (unsigned i = 1; i < times; i++) rb_str_cat(v, (const char *)s->p, n);
    s->p += n;
    return v;
}

static VALUE make_value(struct source *s);

static VALUE
make_key(struct source *s)
{
    unsigned op = next_byte(s);
    if (op < 160) return make_string(s, rb_utf8_encoding());
    if (op < 200) return rb_to_symbol(rb_utf8_str_new((const char *)"key\xc3\xa9 0123456789abcdef", op % 20 + 2));
    return make_value(s);
}

static VALUE
make_array(struct source *s)
{
    VALUE a = rb_ary_new();
    unsigned n = next_byte(s) & 15;
    rb_ary_push(s->outer, a);
    while (n-- && s->p < s->end) rb_ary_push(a, make_value(s));
    rb_ary_pop(s->outer);
    return a;
}

static VALUE
make_hash(struct source *s)
{
    VALUE h = rb_hash_new();
    unsigned n = next_byte(s) & 15;
    rb_ary_push(s->outer, h);
    rb_ary_push(built, h);
    while (n-- && s->p < s->end) {
        VALUE key = make_key(s);
        rb_hash_aset(h, key, make_value(s));
    }
    rb_ary_pop(s->outer);
    return h;
}

static VALUE
make_helper(struct source *s, const char *method)
{
    unsigned kind = next_byte(s);
    unchecked = true;
    return rb_funcall(helper, rb_intern(method), 3, UINT2NUM(kind), make_value(s), rb_ary_entry(s->outer, -1));
}

static VALUE
make_value(struct source *s)
{
    static const char *const encodings[] = {"ASCII-8BIT", "US-ASCII", "UTF-16LE", "EUC-JP", "ISO-8859-1", "UTF-32BE"};
    unsigned op = next_byte(s);
    if (s->p >= s->end || s->depth > 300 || ++s->made > 4000) return INT2FIX(op);
    VALUE v;
    double d;
    uint64_t bits;
    s->depth++;
    switch (op % 24) {
      case 0: v = Qnil; break;
      case 1: v = op & 32 ? Qtrue : Qfalse; break;
      case 2: v = INT2FIX((int8_t)next_byte(s)); break;
      case 3: v = LL2NUM((int64_t)next_word(s, 8)); break;
      case 4: v = LL2NUM((int32_t)next_word(s, 4)); break;
      case 5: v = rb_funcall(ULL2NUM(next_word(s, 8)), '*', 1, LL2NUM((int64_t)next_word(s, 8))); break;
      case 6:
        bits = next_word(s, 8);
        memcpy(&d, &bits, 8);
        v = rb_float_new(d);
        break;
      case 7: v = rb_float_new((double)(int32_t)next_word(s, 4) / 1000); break;
      case 8: case 9: case 10: v = make_string(s, rb_utf8_encoding()); break;
      case 11: {
        rb_encoding *enc = rb_enc_find(encodings[next_byte(s) % 6]);
        v = make_string(s, enc);
        break;
      }
      case 12: v = rb_str_intern(rb_utf8_str_new((const char *)"\"symbol\" \xe2\x80\xa8", 1 + op % 11)); break;
      case 13: case 14: case 15: v = make_array(s); break;
      case 16: case 17: case 18: v = make_hash(s); break;
      case 19: v = rb_obj_freeze(make_value(s)); break;
      case 20: v = make_helper(s, "subclass"); break;
      case 21: v = make_helper(s, "object"); break;
      case 22: /* a container within itself, or one value twice */
        v = rb_ary_entry(s->outer, next_byte(s) & 1 ? 0 : -1);
        if (op & 128 && !NIL_P(v)) break;
        v = make_value(s);
        if (s->twice++ < 5) v = rb_ary_new_from_args(2, v, v);
        break;
      default: v = make_helper(s, "fragment"); break;
    }
    s->depth--;
    return v;
}

static VALUE
make_object(VALUE arg, VALUE unused)
{
    (void)unused;
    return make_value((struct source *)arg);
}

static VALUE
add_key(VALUE h, VALUE key)
{
    return rb_hash_aset(h, key, Qtrue);
}

static VALUE
text_of(VALUE v, VALUE options)
{
    return rb_funcall(helper, rb_intern("generate"), 2, v, options);
}

static void
generate_one(const uint8_t *data, size_t size, unsigned bits)
{
    struct source s = {.p = data, .end = data + size, .outer = rb_ary_new()};
    VALUE error, v;
    runs_generator++;
    built = rb_ary_new();
    unchecked = (bits & 16384) != 0;
    v = guarded(make_object, (VALUE)&s, Qnil, &error);
    if (v == Qundef) return;
    VALUE text = guarded(text_of, v, bits ? options_of_generator(bits) : Qnil, &error);
    if (text == Qundef) {
        bool endless = unchecked || ((bits & 4096) && (bits & 8192)); /* a to_json may generate its own container anew */
        if (!rb_obj_is_kind_of(error, rb_eStandardError) && !(endless && rb_obj_is_kind_of(error, rb_eSysStackError)))
            wrong("the generator raised", error);
    } else if (!NIL_P(text)) {
        generated++;
        check_string(text, "code range of a generated text");
        if (!unchecked) check_round_trip(text, false);
    }
    for (long i = 0; i < RARRAY_LEN(built); i++) {
        VALUE h = rb_ary_entry(built, i);
        if (OBJ_FROZEN(h)) continue;
        if (guarded(add_key, h, Qfalse, &error) == Qundef) wrong("a Hash is still held after generating", error);
    }
}

/* ---- libFuzzer's side ---- */

static int
one(const uint8_t *data, size_t size)
{
    if (size < 3) return 0;
    unsigned bits = (unsigned)data[1] | (unsigned)data[2] << 8;
    uint32_t sum = 2166136261u;
    for (size_t i = 0; i < size; i++) sum = (sum ^ data[i]) * 16777619u;
    bool stress = size < 200 && sum % 20000 == 0;
    if (data[0] & 2) bits = 0;
    gc_stress = stress;
    if ((data[0] & 1) && sum % 64) bits &= ~8192u; /* walks without end are slow */
    if (data[0] & 1) generate_one(data + 3, size - 3, bits);
    else parse_one(data + 3, size - 3, bits, sum >> 8);
    gc_stress = false;
    return 0;
}

static VALUE
fuzz_s_run(VALUE self, VALUE arguments)
{
    int argc = (int)RARRAY_LEN(arguments);
    char **argv = calloc((size_t)argc + 1, sizeof *argv);
    (void)self;
    signal(SIGALRM, SIG_DFL); /* the VM's handlers stand in the way of libFuzzer's */
    signal(SIGINT, SIG_DFL);
    signal(SIGTERM, SIG_DFL);
    for (int i = 0; i < argc; i++) argv[i] = strdup(RSTRING_PTR(rb_ary_entry(arguments, i)));
    return INT2FIX(LLVMFuzzerRunDriver(&argc, &argv, one));
}

/* Runs an input so many times.  Returns the growth of malloc'ed memory, in bytes, over the second half of them. */
static VALUE
fuzz_s_replay(VALUE self, VALUE input, VALUE times)
{
    long n = NUM2LONG(times);
    size_t before = 0;
    (void)self;
    for (long i = 0; i < n; i++) {
        one((const uint8_t *)RSTRING_PTR(input), (size_t)RSTRING_LEN(input));
        if (i + 1 != n / 2) continue;
        gc_collect(true, true);
        before = __sanitizer_get_current_allocated_bytes();
    }
    gc_collect(true, true);
    return LL2NUM((long long)(__sanitizer_get_current_allocated_bytes() - before));
}

static VALUE
fuzz_s_counts(VALUE self)
{
    (void)self;
    return rb_ary_new_from_args(4, ULL2NUM(runs_parser), ULL2NUM(accepted), ULL2NUM(runs_generator), ULL2NUM(generated));
}

/* helper: the object of json_libfuzzer.rb that knows what is easier said in Ruby. */
static VALUE
fuzz_s_set_helper(VALUE self, VALUE object)
{
    (void)self;
    return helper = object;
}

void
__wrap_Init_json(void)
{
    bool first = !json_module;
    __real_Init_json();
    if (!first) return;
    VALUE fuzz = rb_define_module("FuzzJSON");
    rb_define_singleton_method(fuzz, "run", fuzz_s_run, 1);
    rb_define_singleton_method(fuzz, "replay", fuzz_s_replay, 2);
    rb_define_singleton_method(fuzz, "counts", fuzz_s_counts, 0);
    rb_define_singleton_method(fuzz, "helper=", fuzz_s_set_helper, 1);
    parse_options = rb_hash_new();
    generate_options = rb_hash_new();
    rb_gc_register_address(&parse_options);
    rb_gc_register_address(&generate_options);
    rb_gc_register_address(&helper);
    rb_gc_register_address(&built);
}
