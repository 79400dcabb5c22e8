/*
 * vm/args.c - from the arguments of a call to the parameters of what is called.
 *
 * Everything given is first collected (splat expanded, keywords told apart) into a C array, where the conservative scan of
 * the machine stack sees it; then the locals are written in place.  Nothing of the operand stack is read after that.
 */
#include "internal/compiler.h"
#include <string.h>
#include "internal/vm/call.h"

enum { SPLAT_IN_PLACE_MAX = LIMIT(128, 4) }; /* more are not spread out on the stack, but where they lie */

struct given {
    VALUE *pos; /* positional arguments */
    int n;
    const struct ci_kwarg *kw; /* literal keywords and their values, or NULL */
    VALUE *kw_values;
    VALUE kw_hash; /* from **h or a flagged splat; 0 */
    bool kw_hash_fresh;
    VALUE bare_hash; /* an empty **h with a class, default or variables of its own, which **rest takes over; 0 */
    bool flagged;    /* the splat ends with a Hash that counts as keywords: it is not among pos */
};

/* Ends an ALLOCV_N, which seldom had to allocate. */
static ALWAYS_INLINE void
args_free(VALUE hold)
{
    if (UNLIKELY(hold)) ALLOCV_END(hold);
}

/* Puts the keywords of a linked call into the order of the parameters. */
VALUE *
vm_shuffle_keywords(const struct kw_link *k, VALUE *sp)
{
    VALUE given[KW_MAX], *at = sp - k->given;
    for (unsigned i = 0; i < k->given; i++) given[i] = at[i];
    for (unsigned i = 0; i < k->params; i++) {
        VALUE v = k->values[i];
        at[i] = (v & 0xff) == KW_FROM_STACK ? given[v >> 32] : v;
    }
    at += k->params;
    if (k->has_bits) *at++ = k->bits;
    return vm_clear_locals(at, k->clear);
}

static int
args_kw_cells(const struct calling *c)
{
    return c->kw ? (int)c->kw->count : (c->flags & CI_KW_SPLAT) ? 1 : 0;
}

static VALUE
args_splat_of(const struct calling *c)
{
    return (c->flags & CI_SPLAT) ? c->base[c->argc - args_kw_cells(c)] : 0;
}

/* A Hash of the literal keywords. */
static VALUE
args_kw_to_hash(const struct ci_kwarg *kw, const VALUE *values)
{
    VALUE h = hash_new_capa(kw->count);
    for (uint32_t i = 0; i < kw->count; i++) hash_set(h, sym_from_id(kw->names[i]), values[i]);
    return h;
}

static bool
args_flagged_hash_p(VALUE v)
{
    return val_type_p(v, T_HASH) && (obj_flags(v) & HASH_KW_SPLAT);
}

/* How many cells `given` needs. */
static size_t
args_given_size(const struct calling *c)
{
    VALUE splat = args_splat_of(c);
    return (size_t)c->argc + (splat ? ary_len(splat) : 0) + 1;
}

/* Returns whether h has no more than its pairs: no class, default or variables of its own. */
static bool
args_plain_hash_p(VALUE h)
{
    return obj_class(h) == rb_cHash && hash_default(h) == Qnil && !(obj_flags(h) & (HASH_IDENTITY | HDR_EXIVAR));
}

static void
args_collect(struct given *g, const struct calling *c, VALUE *buf)
{
    int kwn = args_kw_cells(c), n = c->argc - kwn;
    VALUE splat = args_splat_of(c);
    g->pos = buf;
    g->kw_hash = g->bare_hash = 0;
    g->kw_hash_fresh = g->flagged = false;
    g->kw = NULL;
    g->kw_values = NULL;
    if (splat) n--;
    memcpy(buf, c->base + 1, sizeof(VALUE) * (size_t)n);
    if (splat) {
        size_t len = ary_len(splat);
        memcpy(buf + n, ary_ptr(splat), sizeof(VALUE) * len);
        n += (int)len;
    }
    g->n = n;
    const VALUE *kwat = c->base + 1 + (c->argc - kwn);
    if (c->kw) {
        if (c->kw->count) {
            g->kw = c->kw;
            g->kw_values = buf + n + 1;
            memcpy(g->kw_values, kwat, sizeof(VALUE) * (size_t)kwn);
        }
    } else if (c->flags & CI_KW_SPLAT) {
        VALUE h = *kwat;
        if (h != Qnil) {
            if (!val_type_p(h, T_HASH)) h = rb_convert_type(h, T_HASH, "Hash", "to_hash");
            if (hash_size(h)) {
                g->kw_hash = h;
                g->kw_hash_fresh = (c->flags & CI_KW_SPLAT_MUT) != 0;
            } else if (!(c->flags & CI_KW_SPLAT_MUT) && !args_plain_hash_p(h)) g->bare_hash = h;
        }
    } else if (splat && n > 0 && args_flagged_hash_p(buf[n - 1])) {
        g->n = n - 1;
        g->flagged = true;
        if (hash_size(buf[n - 1])) g->kw_hash = buf[n - 1];
    }
}

/* Makes one Hash of literal keywords or of a **hash without a splat, all below sp.  The arguments before them stay in place.
 * Returns whether there are keywords. */
static bool
args_flatten_keywords(ec_t *ec, struct calling *c, int kwn, const VALUE **argv)
{
    VALUE *at = c->base + 1 + (c->argc - kwn), given = *at, h = 0;
    if (c->kw) {
        h = args_kw_to_hash(c->kw, at);
    } else if (given != Qnil) {
        if (!val_type_p(given, T_HASH)) given = rb_convert_type(given, T_HASH, "Hash", "to_hash");
        if (hash_size(given)) h = (c->flags & CI_KW_SPLAT_MUT) ? given : hash_dup(given);
    }
    c->argc -= kwn;
    *argv = c->base + 1;
    c->moved = true;
    vm_need_stack(ec, at, STACK_SLACK_ARGS);
    if (!h) return false;
    *at = h;
    c->argc++;
    return true;
}

/* Lays out keywords, and a splat of many values or one that ends in a Hash of keywords. */
static NOINLINE bool
args_flatten_any(ec_t *ec, struct calling *c, const VALUE **argv)
{
    VALUE splat = args_splat_of(c);
    int kwn = args_kw_cells(c);
    if (!splat && kwn && ec->sp >= c->base + 1 + c->argc) return args_flatten_keywords(ec, c, kwn, argv);
    /* A long splat: its elements are handed out where they lie, behind the others if there are any. */
    if (splat && !kwn && ary_len(splat) > SPLAT_IN_PLACE_MAX && !args_flagged_hash_p(ary_at(splat, ary_len(splat) - 1))) {
        VALUE held = splat;
        if (c->argc > 1) {
            held = ary_new_capa((size_t)c->argc + ary_len(splat));
            ary_append_values(held, c->base + 1, (size_t)c->argc - 1);
            ary_concat(held, splat);
        } else if (!(c->flags & CI_SPLAT_MUT)) {
            held = ary_dup(splat);
        }
        c->base[1] = held;
        c->argc = (int)ary_len(held);
        *argv = ary_ptr(held);
        c->moved = true;
        /* argc cells need not exist on the stack: the ENTRY frame goes right above base[1] */
        return false;
    }
    size_t size = args_given_size(c) + (size_t)kwn;
    if (size <= VM_ARGS_STACK_MAX) vm_need_stack(ec, c->base + 1, size + STACK_SLACK_ARGS);
    VALUE hold = 0, *buf = ALLOCV_N(VALUE, hold, size + 1);
    struct given g;
    args_collect(&g, c, buf);
    VALUE h = 0;
    if (g.kw) h = args_kw_to_hash(g.kw, g.kw_values);
    else if (g.kw_hash) h = g.kw_hash_fresh ? g.kw_hash : hash_dup(g.kw_hash);
    c->moved = true;
    c->argc = g.n + (h != 0);
    if (size <= VM_ARGS_STACK_MAX) {
        memcpy(c->base + 1, g.pos, sizeof(VALUE) * (size_t)g.n);
        if (h) c->base[1 + g.n] = h;
        *argv = c->base + 1;
    } else {
        if (h) g.pos[g.n] = h; /* buf has a cell to spare */
        VALUE held = ary_new_from(g.pos, (size_t)c->argc);
        c->base[1] = held;
        *argv = ary_ptr(held);
    }
    args_free(hold);
    return h != 0;
}

/* Keywords that are none? */
static inline bool
args_no_pairs_p(VALUE v)
{
    return v == Qnil || (val_type_p(v, T_HASH) && hash_size(v) == 0);
}

bool
vm_args_flatten(ec_t *ec, struct calling *c, const VALUE **argv)
{
    unsigned kinds = c->flags & (CI_SPLAT | CI_KWARG | CI_KW_SPLAT);
    bool empty = kinds == (CI_SPLAT | CI_KW_SPLAT) && args_no_pairs_p(c->base[c->argc]);
    if (kinds != CI_SPLAT && !empty) return args_flatten_any(ec, c, argv);
    VALUE *at = c->base + c->argc - empty, splat = *at;
    size_t len = ary_len(splat);
    const VALUE *from = ary_ptr(splat);
    if (len > SPLAT_IN_PLACE_MAX) return args_flatten_any(ec, c, argv);
    if (len && !empty && args_flagged_hash_p(from[len - 1])) {
        if (hash_size(from[len - 1])) return args_flatten_any(ec, c, argv);
        len--;
    }
    vm_need_stack(ec, at, len + STACK_SLACK_ARGS);
    c->argc += (int)len - 1 - empty;
    c->moved = true;
    *argv = c->base + 1;
    if (LIKELY(len == 1)) *at = *from; /* they take its place on the stack */
    else memcpy(at, from, sizeof(VALUE) * len);
    return false;
}

/* The Array of the rest parameter: n of the collected arguments, pos[from] the first.  A splat (0: none) that the caller made
 * for this call becomes it. */
static VALUE
args_rest_array(const struct iseq_params *p, const struct calling *c, VALUE splat, const VALUE *pos, size_t from, size_t n)
{
    bool unnamed = (p->flags & PARAM_ANON_REST) != 0; /* can only be handed on, so it never changes */
    if (unnamed && n == 0) return vm_empty_array;
    if (!splat || !(c->flags & CI_SPLAT_MUT || unnamed)) return ary_new_from(pos + from, n);
    size_t before = (size_t)(c->argc - args_kw_cells(c) - 1), end = before + ary_len(splat), to = from + n;
    if (!(c->flags & CI_SPLAT_MUT)) return from == before && to == end ? splat : ary_new_from(pos + from, n);
    if (to < before || from > end) return ary_new_from(pos + from, n);
    if (to < end) ary_truncate(splat, to - before);
    else if (to > end) ary_append_values(splat, pos + end, to - end);
    if (from > before) ary_splice(splat, 0, from - before, NULL, 0);
    else if (from < before) ary_splice(splat, 0, 0, pos + from, before - from);
    return splat;
}

/* Returns the *rest Array of a call without arguments. */
VALUE
vm_empty_rest(const struct method_entry *me)
{
    const struct iseq_params *p = &iseq_body(me->def->as.iseq.iseq)->params;
    return (p->flags & PARAM_ANON_REST) ? vm_empty_array : ary_new();
}

VALUE
vm_args_shift(struct calling *c, const VALUE *argv, bool kw, VALUE *rest)
{
    VALUE first = argv[0], hash = kw ? argv[c->argc - 1] : 0;
    *rest = ary_new_from(argv + 1, (size_t)c->argc - 1 - kw);
    c->base[1] = *rest;
    if (kw) c->base[2] = hash;
    c->argc = 1 + kw;
    c->flags |= CI_SPLAT | CI_SPLAT_MUT | (kw ? CI_KW_SPLAT : 0);
    return first;
}

/* ---- errors, raised with the callee's frame on top ---- */

static void
args_show_callee(ec_t *ec, struct iseq_body *body, struct calling *c, VALUE fp2, VALUE fp3)
{
    VALUE *locals = c->base + 1;
    for (unsigned i = 0; i < body->local_count; i++) locals[i] = Qnil;
    vm_push_frame(ec, c, locals, body, 0, fp2, fp3, 0);
    ec->pc = body->code - 1;         /* before every catch entry; the line is the definition's */
    frame_flag(ec->fp, FRAME_TRACE); /* its call was not reported, so its end is not either */
}

static VALUE
args_required_kw_text(const struct iseq_params *p)
{
    VALUE s = rb_str_new_cstr(p->kw_required == 1 ? "; required keyword: " : "; required keywords: ");
    for (unsigned i = 0; i < p->kw_required; i++) {
        if (i) rb_str_cat_cstr(s, ", ");
        rb_str_append(s, id_name(p->kw_names[i]));
    }
    return s;
}

NORETURN static void
arity_error(ec_t *ec, struct iseq_body *body, struct calling *c, VALUE fp2, VALUE fp3, int given)
{
    const struct iseq_params *p = &body->params;
    int min = p->lead + p->post, max = (p->flags & PARAM_REST) ? -1 : min + p->opt;
    VALUE msg = min == max ? rb_sprintf("wrong number of arguments (given %d, expected %d", given, min)
                : max < 0  ? rb_sprintf("wrong number of arguments (given %d, expected %d+", given, min)
                           : rb_sprintf("wrong number of arguments (given %d, expected %d..%d", given, min, max);
    if ((p->flags & PARAM_KW) && p->kw_required) rb_str_append(msg, args_required_kw_text(p));
    rb_str_cat_cstr(msg, ")");
    args_show_callee(ec, body, c, fp2, fp3);
    rb_exc_raise(rb_exc_new_str(rb_eArgError, msg));
}

NORETURN static void
kw_error(ec_t *ec, struct iseq_body *body, struct calling *c, VALUE fp2, VALUE fp3, const char *what, VALUE names)
{
    size_t n = ary_len(names);
    VALUE msg = rb_sprintf("%s keyword%s: ", what, n == 1 ? "" : "s");
    for (size_t i = 0; i < n; i++) {
        if (i) rb_str_cat_cstr(msg, ", ");
        rb_str_append(msg, rb_inspect(ary_at(names, i)));
    }
    args_show_callee(ec, body, c, fp2, fp3);
    rb_exc_raise(rb_exc_new_str(rb_eArgError, msg));
}

/* ---- keywords ---- */

struct kw_result {
    VALUE *values; /* kw_count of them */
    VALUE bits;    /* the hidden local */
    VALUE rest;    /* for **rest; nil */
};

static VALUE
args_given_kw(const struct given *g, ID name, bool *used)
{
    if (g->kw) {
        for (uint32_t i = 0; i < g->kw->count; i++) {
            if (g->kw->names[i] == name) {
                used[i] = true;
                return g->kw_values[i];
            }
        }
        return Qundef;
    }
    return g->kw_hash ? hash_get(g->kw_hash, sym_from_id(name)) : Qundef;
}

static bool
args_kw_name_p(const struct iseq_params *p, VALUE key)
{
    for (unsigned i = 0; i < p->kw_count; i++) {
        if (key == sym_from_id(p->kw_names[i])) return true;
    }
    return false;
}

/* Returns a copy of the Hash that was given as `**h` alone: as in CRuby, it keeps the class, the default and the variables. */
static VALUE
args_splatted_hash_dup(VALUE h)
{
    if (LIKELY(args_plain_hash_p(h))) return hash_dup(h);
    VALUE copy = rb_hash_dup(h);
    obj_hdr(copy)->flags &= ~HASH_KW_SPLAT;
    return copy;
}

/* Returns the keywords that no parameter took: the Hash of **rest, or the names for an error. */
static VALUE
args_leftover_hash(const struct given *g, const struct iseq_params *p, const bool *used, int found)
{
    VALUE h;
    if (g->kw) {
        h = hash_new_capa(hash_capa_hint(g->kw->count - (unsigned)found));
        for (uint32_t i = 0; i < g->kw->count; i++) {
            if (!used[i]) hash_set(h, sym_from_id(g->kw->names[i]), g->kw_values[i]);
        }
        return h;
    }
    if (!g->kw_hash && !g->bare_hash) return hash_new();
    if (!g->kw_hash) return (p->flags & PARAM_ANON_KWREST) ? g->bare_hash : args_splatted_hash_dup(g->bare_hash);
    size_t left = hash_size(g->kw_hash) - (size_t)found;
    bool plain = args_plain_hash_p(g->kw_hash);
    if (!left && !g->kw_hash_fresh && plain) return hash_new();
    if (found && left <= HASH_EMBED_MAX && !g->kw_hash_fresh && plain) {
        size_t pos = 0;
        VALUE key, val;
        h = hash_new_capa(left);
        while (hash_next(g->kw_hash, &pos, &key, &val)) {
            if (!args_kw_name_p(p, key)) hash_set(h, key, val);
        }
        return h;
    }
    bool handed_on = (p->flags & PARAM_ANON_KWREST) && !found && !g->flagged; /* ** without a name never changes */
    h = g->kw_hash_fresh || handed_on ? g->kw_hash : args_splatted_hash_dup(g->kw_hash);
    if (found && (p->flags & PARAM_KW)) {
        for (unsigned i = 0; i < p->kw_count; i++) hash_delete(h, sym_from_id(p->kw_names[i]));
    }
    return h;
}

static VALUE
args_bits_new(const struct iseq_params *p)
{
    unsigned opt = (unsigned)p->kw_count - p->kw_required;
    if (opt <= 60) return int_fix(0);
    VALUE a = ary_new_capa(opt);
    for (unsigned i = 0; i < opt; i++) ary_push(a, Qfalse);
    return a;
}

static VALUE
args_bits_set(VALUE bits, unsigned i)
{
    if (val_fix_p(bits)) return int_fix(fix_int(bits) | (intptr_t)1 << i);
    ary_store(bits, i, Qtrue);
    return bits;
}

bool
vm_keyword_given_p(VALUE bits, unsigned i)
{
    if (val_fix_p(bits)) return !(fix_int(bits) >> i & 1);
    return ary_get(bits, i) != Qtrue;
}

static void
args_match_keywords(ec_t *ec, struct iseq_body *body, struct calling *c, VALUE fp2, VALUE fp3, const struct given *g,
                    struct kw_result *r)
{
    const struct iseq_params *p = &body->params;
    VALUE hold = 0;
    bool *use = NULL;
    if (g->kw) {
        use = (bool *)ALLOCV_N(char, hold, g->kw->count);
        memset(use, 0, g->kw->count);
    }
    VALUE missing = 0;
    int found = 0;
    r->bits = args_bits_new(p);
    r->rest = Qnil;
    for (unsigned i = 0; i < p->kw_count; i++) {
        VALUE v = args_given_kw(g, p->kw_names[i], use);
        if (v != Qundef) {
            r->values[i] = v;
            found++;
        } else if (i < p->kw_required) {
            if (!missing) missing = ary_new();
            ary_push(missing, sym_from_id(p->kw_names[i]));
            r->values[i] = Qnil;
        } else {
            VALUE d = p->kw_defaults[i - p->kw_required];
            if (d == Qundef) {
                r->bits = args_bits_set(r->bits, i - p->kw_required);
                d = Qnil;
            }
            r->values[i] = d;
        }
    }
    if (missing) kw_error(ec, body, c, fp2, fp3, "missing", missing);
    size_t total = g->kw ? g->kw->count : g->kw_hash ? hash_size(g->kw_hash) : 0;
    if (p->flags & PARAM_KWREST) {
        r->rest = (p->flags & PARAM_ANON_KWREST) && !total && !g->bare_hash ? Qnil : args_leftover_hash(g, p, use, found);
    } else if ((size_t)found < total) {
        VALUE h = args_leftover_hash(g, p, use, found);
        if (hash_size(h)) kw_error(ec, body, c, fp2, fp3, "unknown", rb_hash_keys(h));
    }
    args_free(hold);
}

/* ---- the whole ---- */

/* A lone Array given to a proc of several parameters is spread over them. */
static bool
args_spreads_p(const struct iseq_params *p)
{
    if (p->flags & PARAM_AMBIGUOUS0) return false;
    int min = p->lead + p->post;
    if ((p->flags & (PARAM_KW | PARAM_KWREST)) && min + p->opt == 1 && !(p->flags & (PARAM_REST | PARAM_EXCESS_COMMA)))
        return false;
    if (min == 1 && p->opt == 0 && !(p->flags & PARAM_REST) && p->lead == 1) return (p->flags & PARAM_EXCESS_COMMA) != 0;
    return min > 0 || p->opt > 1; /* so |a = 1, *b| takes the Array whole */
}

static VALUE
args_block_param_value(ec_t *ec, struct iseq_body *body, struct calling *c)
{
    if (!c->block || c->block == Qnil) return Qnil;
    if (body->type == ISEQ_METHOD) return Qundef; /* made when asked for */
    return proc_from_handler(ec, c->block, false);
}

static void
args_write_locals(struct iseq_body *body, VALUE *l, const VALUE *pos, int n, VALUE rest, const struct kw_result *kw,
                  VALUE block)
{
    const struct iseq_params *p = &body->params;
    int post = p->post, lead = p->lead;
    for (unsigned i = 0; i < body->local_count; i++) l[i] = Qnil;
    int avail = n < lead ? n : lead;
    memcpy(l, pos, sizeof(VALUE) * (size_t)avail);
    int after = n - lead - post; /* what optionals and rest share */
    int opts = after < 0 ? 0 : after < p->opt ? after : p->opt;
    if (opts) memcpy(l + lead, pos + lead, sizeof(VALUE) * (size_t)opts);
    if (p->flags & PARAM_REST) l[p->rest_index] = rest;
    if (post) {
        int from = (p->flags & PARAM_REST) ? (after > 0 ? n - post : lead) : lead + opts;
        for (int i = 0; i < post; i++) l[p->post_index + i] = from + i < n ? pos[from + i] : Qnil;
    }
    if (p->flags & PARAM_KW) {
        memcpy(l + p->kw_index, kw->values, sizeof(VALUE) * p->kw_count);
        if (p->kw_count > p->kw_required) l[p->kw_bits_index] = kw->bits;
    }
    if (p->flags & PARAM_KWREST) l[p->kwrest_index] = kw->rest;
    if (p->flags & PARAM_BLOCK) l[p->block_index] = block;
}

/* ---- `...` ---- */

enum { KEPT_BUCKETS = 256 };
static struct ci_kwarg *kept_names[KEPT_BUCKETS];

/* Returns a record with the names of kw that is never freed: a frame that keeps it may outlive the site of the call.  There is
 * one for each list of names.  Returns NULL if there is no memory. */
static const struct ci_kwarg *
vm_kept_names(const struct ci_kwarg *kw)
{
    if (!kw->refs) return kw;
    if (LIKELY(kw->kept)) return kw->kept;
    size_t bytes = sizeof(ID) * kw->count;
    uint64_t h = kw->count;
    for (uint32_t i = 0; i < kw->count; i++) h = (h ^ (uint64_t)kw->names[i]) * UINT64_C(0x9e3779b97f4a7c15);
    struct ci_kwarg **bucket = &kept_names[h >> 32 & (KEPT_BUCKETS - 1)], *k = *bucket;
    while (k && (k->count != kw->count || memcmp(k->names, kw->names, bytes) != 0)) k = k->kept;
    if (!k) {
        k = gc_raw_try_calloc(1, sizeof *k + bytes);
        if (!k) return NULL;
        k->count = kw->count;
        k->kept = *bucket;
        memcpy(k->names, kw->names, bytes);
        *bucket = k;
    }
    ((struct ci_kwarg *)kw)->kept = k;
    return k;
}

/* Returns the names in the cell kwrest_index; NULL if there are no literal keywords. */
static const struct ci_kwarg *
args_names_in(VALUE cell_value)
{
    return val_fix_p(cell_value) ? (const struct ci_kwarg *)(cell_value - 1) : NULL;
}

/* The arguments of a call that a method with `...` keeps: its splat and its keywords. */
struct forwarded {
    const VALUE *more; /* elements of the splat */
    size_t len;
    VALUE kw_hash; /* for kwrest_index */
};

/* Returns false if the keywords of c must be converted. */
static bool
args_find_forwarded(const struct calling *c, struct forwarded *f)
{
    VALUE splat = args_splat_of(c);
    *f = (struct forwarded){.kw_hash = Qnil};
    if (splat) {
        f->more = ary_ptr(splat);
        f->len = ary_len(splat);
    }
    if (c->kw) return true;
    if (c->flags & CI_KW_SPLAT) {
        VALUE h = c->base[c->argc];
        if (h == Qnil) return true;
        if (!val_type_p(h, T_HASH)) return false;
        if (hash_size(h) || (!(c->flags & CI_KW_SPLAT_MUT) && !args_plain_hash_p(h))) f->kw_hash = h;
    } else if (f->len && args_flagged_hash_p(f->more[f->len - 1])) {
        VALUE h = f->more[--f->len];
        if (hash_size(h)) f->kw_hash = h;
    }
    return true;
}

/* Lays out the locals of a method with `...` that keeps its arguments as they are given.  Returns false and does nothing if
 * they are too many, too few, or to be converted.  The caller asked for the stack. */
static bool
args_forward_in_place(ec_t *ec, struct iseq_body *body, struct calling *c, uint32_t *start)
{
    const struct iseq_params *p = &body->params;
    VALUE *l = c->base + 1, kept[FORWARD_ROOM], splat = args_splat_of(c);
    size_t n = (size_t)(c->argc - args_kw_cells(c)) - (splat != 0), pairs = c->kw ? c->kw->count : 0;
    const VALUE *values = l + n + (splat != 0);
    struct forwarded f;
    if (!args_find_forwarded(c, &f)) return false;
    size_t total = n + f.len, max = (size_t)p->lead + p->opt, have = total < max ? total : max, k = 0;
    if (total < p->lead || total - have + pairs > FORWARD_ROOM) return false;
    if (pairs) {
        const struct ci_kwarg *names = vm_kept_names(c->kw);
        if (!names) return false;
        f.kw_hash = (VALUE)names | 1;
    }
    for (size_t i = have; i < total; i++) kept[k++] = i < n ? l[i] : f.more[i - n];
    for (size_t i = 0; i < pairs; i++) kept[k++] = values[i];
    for (size_t i = n; i < have; i++) l[i] = f.more[i - n];
    for (size_t i = have; i < body->local_count; i++) l[i] = Qnil;
    l[p->rest_index] = int_fix((intptr_t)(total - have));
    l[p->kwrest_index] = f.kw_hash;
    l[p->block_index] = args_block_param_value(ec, body, c);
    memcpy(l + p->block_index + 1, kept, sizeof(VALUE) * k);
    if (p->opt) *start = p->opt_pc[have - p->lead];
    RB_GC_GUARD(splat);
    return true;
}

void
vm_args_forward(ec_t *ec, struct calling *c)
{
    VALUE *at = c->base + c->argc - 1, hash = at[1];
    if (!val_fix_p(at[0])) return;
    const struct iseq_body *body = iseq_body(frame_iseq(ec->fp));
    const struct ci_kwarg *names = args_names_in(hash);
    size_t n = (size_t)fix_int(at[0]) + (names ? names->count : 0);
    VM_ASSERT((body->params.flags & PARAM_FORWARD) && n <= FORWARD_ROOM);
    vm_need_stack(ec, at, FORWARD_ROOM + 1 + STACK_SLACK_ARGS);
    c->flags &= ~(unsigned)(CI_SPLAT | CI_KW_SPLAT);
    memcpy(at, ec->fp - body->local_count + body->params.block_index + 1, sizeof(VALUE) * n);
    at += n;
    if (names) {
        c->kw = names;
        c->flags |= CI_KWARG;
    } else if (hash != Qnil) {
        *at++ = hash;
        c->flags |= CI_KW_SPLAT;
    }
    c->argc = (int)(at - c->base) - 1;
    if (at > ec->sp) c->moved = true;
}

void
vm_reify_forward(ec_t *ec, unsigned level, int idx)
{
    const VALUE *ep = vm_ep_up(ec->fp, level);
    if (!val_fix_p(ep[idx])) return;
    size_t n = (size_t)fix_int(ep[idx]);
    const struct ci_kwarg *names = args_names_in(ep[idx + 1]);
    VALUE given[FORWARD_ROOM]; /* ep may move while objects are made */
    memcpy(given, ep + idx + 3, sizeof given);
    VALUE rest = n ? ary_new_from(given, n) : vm_empty_array;
    if (names) vm_ep_set(ec->fp, level, idx + 1, args_kw_to_hash(names, given + n));
    vm_ep_set(ec->fp, level, idx, rest);
}

enum { IN_PLACE = PARAM_OPT | PARAM_REST | PARAM_KW | PARAM_KWREST | PARAM_FORWARD | PARAM_BLOCK };

/* No keyword was given: literal defaults, and a note of those to be computed. */
static void
args_default_keywords(const struct iseq_params *p, VALUE *l)
{
    VALUE bits = args_bits_new(p);
    for (unsigned i = 0; i < p->kw_count; i++) {
        VALUE d = p->kw_defaults[i];
        if (d == Qundef) bits = args_bits_set(bits, i);
        else l[p->kw_index + i] = d;
    }
    if (p->kw_count) l[p->kw_bits_index] = bits;
}

/* Lays out plain arguments for (a, b, *rest).  The caller has checked the stack. */
static ALWAYS_INLINE void
args_rest_in_place(ec_t *ec, const struct iseq_body *body, VALUE *l, size_t n)
{
    const struct iseq_params *p = &body->params;
    VALUE *sp = ec->sp;
    if (UNLIKELY(l + n > sp)) ec->sp = l + n; /* what was spread out is seen by a collection */
    bool none = n == p->lead && (p->flags & PARAM_ANON_REST);
    VALUE rest = none ? vm_empty_array : ary_new_from(l + p->lead, n - p->lead);
    ec->sp = sp;
    for (unsigned i = p->lead; i < body->local_count; i++) l[i] = Qnil;
    l[p->rest_index] = rest;
}

bool
vm_args_positional(ec_t *ec, struct iseq_body *body, struct calling *c, uint32_t *start)
{
    const struct iseq_params *p = &body->params;
    if ((p->flags & (PARAM_COMPLEX_MASK | PARAM_RUBY2_KW)) == PARAM_REST &&
        !(c->flags & (CI_SPLAT | CI_KWARG | CI_KW_SPLAT)) && (size_t)c->argc >= p->lead) {
        args_rest_in_place(ec, body, c->base + 1, (size_t)c->argc);
        return true;
    }
    if ((p->flags & PARAM_FORWARD) && args_forward_in_place(ec, body, c, start)) return true;
    if ((p->flags & PARAM_COMPLEX_MASK & ~(unsigned)IN_PLACE) || (p->flags & PARAM_RUBY2_KW) || p->kw_required ||
        p->kw_count > 60)
        return false;
    if (c->flags & CI_KWARG) return false;
    VALUE *l = c->base + 1, splat = 0;
    size_t n = (size_t)c->argc, len = 0;
    if (c->flags & CI_KW_SPLAT) {
        if (l[n - 1] != Qnil) return false;
        n--;
    }
    if ((p->flags & PARAM_KWREST) && !(p->flags & PARAM_ANON_KWREST)) return false; /* an empty Hash is to be made */
    if (c->flags & CI_SPLAT) {
        splat = l[--n];
        len = ary_len(splat);
        if (len > SPLAT_IN_PLACE_MAX || (len && args_flagged_hash_p(ary_at(splat, len - 1)))) return false;
        n += len;
    }
    size_t max = (size_t)p->lead + p->opt;
    if (n < p->lead || (n > max && !(p->flags & PARAM_REST))) return false;
    vm_need_stack(ec, l, n + body_need(body, 0));
    if (splat) memcpy(l + n - len, ary_ptr(splat), sizeof(VALUE) * len);
    unsigned opts = (unsigned)((n < max ? n : max) - p->lead), have = p->lead + opts;
    if (p->flags & PARAM_REST) {
        VALUE *sp = ec->sp;
        ec->sp = l + n > sp ? l + n : sp; /* what was spread out is seen by a collection */
        VALUE rest = args_rest_array(p, c, splat, l, have, n - have);
        ec->sp = sp;
        for (unsigned i = have; i < body->local_count; i++) l[i] = Qnil;
        l[p->rest_index] = rest;
    } else {
        for (unsigned i = have; i < body->local_count; i++) l[i] = Qnil;
    }
    if (p->flags & PARAM_BLOCK) l[p->block_index] = args_block_param_value(ec, body, c);
    if (p->flags & PARAM_KW) args_default_keywords(p, l);
    if (p->opt) *start = p->opt_pc[opts];
    RB_GC_GUARD(splat);
    return true;
}

uint32_t
vm_args_setup(ec_t *ec, struct iseq_body *body, struct calling *c, enum args_mode mode, VALUE fp2, VALUE fp3)
{
    const struct iseq_params *p = &body->params;
    size_t size = args_given_size(c) + (size_t)args_kw_cells(c) + 2;
    VALUE hold = 0, *buf = ALLOCV_N(VALUE, hold, size);
    struct given g;
    args_collect(&g, c, buf);
    bool takes_kw = (p->flags & (PARAM_KW | PARAM_KWREST)) != 0;
    bool kw_given = g.kw || g.kw_hash;

    if (kw_given && !takes_kw) {
        if (p->flags & PARAM_NO_KW) {
            args_show_callee(ec, body, c, fp2, fp3);
            rb_raise(rb_eArgError, "no keywords accepted");
        }
        VALUE h = g.kw ? args_kw_to_hash(g.kw, g.kw_values) : g.kw_hash_fresh ? g.kw_hash : hash_dup(g.kw_hash);
        if (p->flags & PARAM_RUBY2_KW) obj_hdr(h)->flags |= HASH_KW_SPLAT;
        g.pos[g.n++] = h; /* buf has a cell to spare: kw_values lie one further */
    }

    VALUE spread = Qnil, hold2 = 0;
    bool empty_kw = ((c->flags & CI_KW_SPLAT) || g.flagged) && !kw_given && !(c->flags & CI_FORWARDING) &&
                    (p->flags & PARAM_COMPLEX_MASK); /* |a, *b| given (array, **{}); f(...) has an empty ** of its own */
    if (mode == ARGS_PROC && g.n == 1 && !(kw_given && takes_kw) && !empty_kw && args_spreads_p(p))
        spread = rb_check_array_type(g.pos[0]);
    if (spread != Qnil) { /* |a, b| given one Array: a copy of its elements are the arguments */
        g.n = (int)ary_len(spread);
        g.pos = memcpy(ALLOCV_N(VALUE, hold2, (size_t)g.n + 1), ary_ptr(spread), sizeof(VALUE) * (size_t)g.n);
    }

    int min = p->lead + p->post, max = (p->flags & PARAM_REST) ? INT32_MAX : min + p->opt;
    if (mode != ARGS_PROC) {
        if (g.n < min || g.n > max) arity_error(ec, body, c, fp2, fp3, g.n);
    } else if (g.n > max) {
        g.n = max;
    }

    VALUE kw_buf[32];
    VALUE hold3 = 0;
    struct kw_result kw = {p->kw_count <= 32 ? kw_buf : ALLOCV_N(VALUE, hold3, p->kw_count), Qnil, Qnil};
    if (takes_kw) args_match_keywords(ec, body, c, fp2, fp3, &g, &kw);

    int after = g.n - min;
    int opts = after < 0 ? 0 : after < p->opt ? after : p->opt;
    VALUE rest = Qnil;
    if (p->flags & PARAM_REST) {
        int rest_n = after > p->opt ? after - p->opt : 0;
        size_t from = (size_t)(p->lead + opts);
        rest = spread != Qnil || g.flagged ? ary_new_from(g.pos + from, (size_t)rest_n)
                                           : args_rest_array(p, c, args_splat_of(c), g.pos, from, (size_t)rest_n);
    }
    VALUE block = (p->flags & PARAM_BLOCK) ? args_block_param_value(ec, body, c) : Qnil;
    vm_need_stack(ec, c->base + 1, body_need(body, 0));
    args_write_locals(body, c->base + 1, g.pos, g.n, rest, &kw, block);
    RB_GC_GUARD(spread);
    args_free(hold3);
    args_free(hold2);
    args_free(hold);
    return p->opt ? p->opt_pc[opts] : 0;
}
