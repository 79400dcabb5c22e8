/*
 * version.c - what this Ruby is, and the values of the experiments' switches.
 *
 * RUBY_ENGINE is "ruby": with another name, common gems build no extension. Facet's own name and version are in the
 * description and in RubyVM.
 */
#include <inttypes.h>
#include "internal/version.h"
#include "internal/iseq/binary.h"
#include "internal/vm/crash.h"
#include "internal/vm/stack.h"
#include "build_config.h"
#include "internal/compiler.h"
#include "ruby/ruby.h"
#include "ruby/version.h"

#define VERSION "4.0.1"
#define RELEASE_DATE "2026-01-13" /* of the language level */
#define DESCRIPTION "ruby " VERSION " (facet " FACET_VERSION ") [" RUBY_PLATFORM "]"
#define COPYRIGHT "ruby - Copyright (C) 1993-2026 " RUBY_AUTHOR

const int ruby_api_version[3] = {RUBY_API_VERSION_MAJOR, RUBY_API_VERSION_MINOR, RUBY_API_VERSION_TEENY};
const char ruby_version[] = VERSION;
const char ruby_release_date[] = RELEASE_DATE;
const char ruby_platform[] = RUBY_PLATFORM;
const int ruby_patchlevel = 0;
const char ruby_description[] = DESCRIPTION;
const char ruby_copyright[] = COPYRIGHT;
const char ruby_engine[] = "ruby";

/* Returns RUBY_REVISION: Facet's version, and a number that differs where saved instruction sequences do.  Caches of compiled code, such as
 * bootsnap's, have it or the description in their keys: another build of the same version finds only code that it can load. */
static const char *
version_revision(void)
{
    static char text[sizeof "facet " FACET_VERSION "-" + 10];
    if (!*text)
        snprintf(text, sizeof text, "facet " FACET_VERSION "-%010" PRIx64, iseq_binary_machine() & UINT64_C(0xffffffffff));
    return text;
}

const char *
version_description(void)
{
    static char text[sizeof DESCRIPTION + 40];
    if (!*text) snprintf(text, sizeof text, "ruby " VERSION " (%s) [" RUBY_PLATFORM "]", version_revision());
    return text;
}

/* ---- switches; names and values are configure's ---- */

static const char *const slot_schemes[] = {
    [SLOT_SCHEME_LINE] = "line",   [SLOT_SCHEME_LINE80] = "line80", [SLOT_SCHEME_POW2] = "pow2",
    [SLOT_SCHEME_WORDS] = "words", [SLOT_SCHEME_VWA40] = "vwa40",
};
static const char *const json_buffers[] = {
    [JSON_BUFFER_STRING] = "string",
    [JSON_BUFFER_STACK] = "stack",
    [JSON_BUFFER_HEAP] = "heap",
};
static const char *const simd_levels[] = {
    [SIMD_AUTO] = "auto", [SIMD_NONE] = "none",     [SIMD_SSE2] = "sse2",
    [SIMD_AVX2] = "avx2", [SIMD_AVX512] = "avx512", [SIMD_NEON] = "neon",
};

/* Calls fn with each switch's name and its value as text. */
static void
each_switch(void (*fn)(const char *name, const char *value, void *arg), void *arg)
{
    char text[32];
    if (SLOT_SCHEME == SLOT_SCHEME_WORDS) snprintf(text, sizeof text, "words=%d", SLOT_WORDS);
    else snprintf(text, sizeof text, "%s", slot_schemes[SLOT_SCHEME]);
    fn("slot-classes", text, arg);
    snprintf(text, sizeof text, "%d", HEADER_BYTES);
    fn("header", text, arg);
    snprintf(text, sizeof text, "%d", CACHE_LINE_BYTES);
    fn("cache-line", text, arg);
    fn("embed-hash", EMBED_HASH ? "yes" : "no", arg);
    fn("call-data", CALL_DATA_MERGED ? "yes" : "no", arg);
    fn("call-flat", CALL_DATA_FLAT ? "yes" : "no", arg);
    fn("json-buffer", json_buffers[JSON_BUFFER], arg);
    fn("simd", simd_levels[SIMD_LEVEL], arg);
    fn("jit", VM_JIT ? "yes" : "no", arg);
    fn("tailcall", VM_TAILCALL ? "yes" : "no", arg);
    fn("small-limits", SMALL_LIMITS ? "yes" : "no", arg);
    fn("incremental-gc", GC_INCREMENTAL ? "yes" : "no", arg);
    snprintf(text, sizeof text, "%d", GC_MARK_RING);
    fn("mark-ring", text, arg);
    snprintf(text, sizeof text, "%d", GC_MARK_PREFETCH_LINES);
    fn("mark-prefetch-lines", text, arg);
    snprintf(text, sizeof text, "%d", GC_HUGE_FROM);
    fn("huge-pages-from", text, arg);
    snprintf(text, sizeof text, "%d", VM_CHECK_LEVEL);
    fn("check-level", text, arg);
}

static void
print_switch(const char *name, const char *value, void *out)
{
    fprintf(out, "%s=%s\n", name, value);
}

static void
add_switch(const char *name, const char *value, void *hash)
{
    rb_hash_aset((VALUE)hash, rb_interned_str_cstr(name), rb_interned_str_cstr(value));
}

void
version_print(FILE *out)
{
    fprintf(out, "%s\n", version_description());
}

void
version_print_switches(FILE *out)
{
    each_switch(print_switch, out);
}

void
version_print_copyright(FILE *out)
{
    fprintf(out, "%s\n", ruby_copyright);
}

void
ruby_show_version(void)
{
    version_print(stdout);
    fflush(stdout);
}

void
ruby_show_copyright(void)
{
    version_print_copyright(stdout);
    fflush(stdout);
}

/* RUBY_NAME and Ruby::NAME */
static void
define_text(VALUE ruby, const char *name, const char *value)
{
    VALUE s = rb_obj_freeze(rb_usascii_str_new_cstr(value));
    rb_define_global_const(name, s);
    rb_define_const(ruby, name + 5, s);
}

/* RubyVM::DEFAULT_PARAMS */
static VALUE
stack_sizes(void)
{
    const struct {
        const char *name;
        size_t bytes;
    } sizes[] = {
        {"thread_vm_stack_size", vm_stack_sizes.thread_vm},
        {"thread_machine_stack_size", vm_stack_sizes.thread_machine},
        {"fiber_vm_stack_size", vm_stack_sizes.fiber_vm},
        {"fiber_machine_stack_size", vm_stack_sizes.fiber_machine},
    };
    VALUE h = rb_hash_new();
    for (unsigned i = 0; i < lengthof(sizes); i++)
        rb_hash_aset(h, ID2SYM(rb_intern(sizes[i].name)), SIZET2NUM(sizes[i].bytes));
    return rb_obj_freeze(h);
}

void
Init_Version(void)
{
    VALUE ruby = rb_define_module("Ruby"), vm = rb_define_class("RubyVM", rb_cObject), switches = rb_hash_new();
    define_text(ruby, "RUBY_VERSION", ruby_version);
    define_text(ruby, "RUBY_RELEASE_DATE", ruby_release_date);
    define_text(ruby, "RUBY_PLATFORM", ruby_platform);
    define_text(ruby, "RUBY_REVISION", version_revision());
    define_text(ruby, "RUBY_COPYRIGHT", ruby_copyright);
    define_text(ruby, "RUBY_ENGINE", ruby_engine);
    define_text(ruby, "RUBY_ENGINE_VERSION", ruby_version);
    define_text(ruby, "RUBY_DESCRIPTION", version_description());
    vm_crash_version = version_description();
    rb_define_global_const("RUBY_PATCHLEVEL", INT2FIX(ruby_patchlevel));
    rb_define_const(ruby, "PATCHLEVEL", INT2FIX(ruby_patchlevel));
    rb_define_const(vm, "FACET_VERSION", rb_obj_freeze(rb_usascii_str_new_cstr(FACET_VERSION)));
    rb_define_const(vm, "DEFAULT_PARAMS", stack_sizes());
    each_switch(add_switch, (void *)switches);
    rb_define_const(vm, "FACET_SWITCHES", rb_obj_freeze(switches));
}
