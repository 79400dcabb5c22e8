/*
 * iseq/load.c - reads iseqs from bytes; internal/iseq/binary.h has the format and what is checked.
 *
 * Objects are made in the order of the file: encodings, names, objects, then the iseqs.  All iseqs exist, empty, before the
 * first is filled.  An iseq refers to its parts as soon as they are allocated, so that a file with an error in the middle
 * leaves only garbage for the collector.
 */
#include "internal/iseq/binary.h"
#include "internal/array.h"
#include "internal/encoding.h"
#include "internal/hash.h"
#include "internal/jit.h"
#include "internal/numeric.h"
#include "internal/range.h"
#include "internal/string.h"
#include "internal/vm.h"
#include "internal/vm_insnhelper.h"
#include "ruby/version.h"

#include <stdlib.h>
#include <string.h>

struct reader {
    const uint8_t *at, *end; /* of the body */
    struct binary_header h;
    bool core;            /* our own bytes */
    uint8_t *encodings;   /* indexes, h.encoding_count */
    ID *ids;              /* h.id_count */
    VALUE objects, iseqs; /* Arrays */
};

NORETURN COLD static void
broken(void)
{
    rb_raise(rb_eRuntimeError, "broken binary format");
}

/* ---- numbers ----------------------------------------------------------------------------------------------------------------- */

static unsigned
load_get_byte(struct reader *r)
{
    if (UNLIKELY(r->at >= r->end)) broken();
    return *r->at++;
}

static uint64_t
load_get_u_long(struct reader *r, uint64_t n)
{
    for (unsigned shift = 7; shift < 64; shift += 7) {
        uint64_t byte = load_get_byte(r);
        n |= (byte & 0x7f) << shift;
        if (byte < 0x80) return n;
    }
    broken();
}

static uint64_t
load_get_u(struct reader *r)
{
    uint64_t byte = load_get_byte(r);
    return LIKELY(byte < 0x80) ? byte : load_get_u_long(r, byte & 0x7f);
}

static int64_t
load_get_z(struct reader *r)
{
    uint64_t n = load_get_u(r);
    return (int64_t)(n >> 1) ^ -(int64_t)(n & 1);
}

/* A number of at most `most`. */
static uint64_t
load_get_below(struct reader *r, uint64_t most)
{
    uint64_t n = load_get_u(r);
    if (UNLIKELY(n > most)) broken();
    return n;
}

static int32_t
load_get_i32(struct reader *r)
{
    int64_t n = load_get_z(r);
    if (UNLIKELY(n < INT32_MIN || n > INT32_MAX)) broken();
    return (int32_t)n;
}

/* How many follow, each of at least one byte. */
static uint32_t
load_get_count(struct reader *r)
{
    return (uint32_t)load_get_below(r, (uint64_t)(r->end - r->at));
}

/* `length` bytes of the file. */
static const char *
load_get_bytes(struct reader *r, uint64_t length)
{
    const char *bytes = (const char *)r->at;
    if (length > (uint64_t)(r->end - r->at)) broken();
    r->at += length;
    return bytes;
}

/* ---- names ----------------------------------------------------------------------------------------------------------------------- */

static void
load_get_encodings(struct reader *r)
{
    for (uint32_t i = 0; i < r->h.encoding_count; i++) {
        uint32_t length = load_get_count(r);
        int index = enc_find_index(load_get_bytes(r, length), length);
        if (index < 0) broken();
        r->encodings[i] = (uint8_t)index;
    }
}

static int
load_get_encoding(struct reader *r)
{
    uint64_t n = load_get_u(r);
    if (n >= r->h.encoding_count) broken();
    return r->encodings[n];
}

static void
load_get_ids(struct reader *r)
{
    for (uint32_t i = 0; i < r->h.id_count; i++) {
        int encoding = load_get_encoding(r);
        uint32_t length = load_get_count(r);
        r->ids[i] = id_intern(load_get_bytes(r, length), length, encoding);
    }
}

static ID
load_get_id(struct reader *r)
{
    uint64_t ref = load_get_below(r, r->h.id_count);
    return ref ? r->ids[ref - 1] : 0;
}

static ID
load_get_name(struct reader *r)
{
    ID id = load_get_id(r);
    if (!id) broken();
    return id;
}

/* ---- objects ---------------------------------------------------------------------------------------------------------------------- */

/* Reads a reference to an object.  Returns Qundef if there is none. */
static VALUE
load_get_ref(struct reader *r)
{
    uint64_t ref = load_get_below(r, ary_len(r->objects));
    return ref ? ary_at(r->objects, ref - 1) : Qundef;
}

static VALUE
load_get_object_ref(struct reader *r)
{
    VALUE v = load_get_ref(r);
    if (v == Qundef) broken();
    return v;
}

static VALUE
load_get_string(struct reader *r)
{
    VALUE v = load_get_object_ref(r);
    if (!val_type_p(v, T_STRING)) broken();
    return v;
}

static bool
load_integer_p(VALUE v)
{
    return val_fix_p(v) || val_type_p(v, T_BIGNUM);
}

static bool
load_real_p(VALUE v)
{
    return load_integer_p(v) || val_float_p(v) || val_type_p(v, T_RATIONAL);
}

static VALUE
load_get_bignum(struct reader *r)
{
    int flags = INTEGER_PACK_LITTLE_ENDIAN | (load_get_byte(r) ? INTEGER_PACK_NEGATIVE : 0);
    uint32_t length = load_get_count(r);
    return rb_integer_unpack(load_get_bytes(r, length), length, 1, 0, flags);
}

static VALUE
load_get_float(struct reader *r)
{
    double d;
    memcpy(&d, load_get_bytes(r, sizeof d), sizeof d);
    return float_new(d);
}

static VALUE
load_get_rational(struct reader *r)
{
    VALUE num = load_get_object_ref(r), den = load_get_object_ref(r);
    if (!load_integer_p(num) || !load_integer_p(den) || den == INT2FIX(0)) broken();
    return rb_rational_raw(num, den);
}

static VALUE
load_get_complex(struct reader *r)
{
    VALUE real = load_get_object_ref(r), imaginary = load_get_object_ref(r);
    if (!load_real_p(real) || !load_real_p(imaginary)) broken();
    return rb_complex_raw(real, imaginary);
}

static VALUE
load_get_literal_string(struct reader *r)
{
    int encoding = load_get_encoding(r);
    uint32_t length = load_get_count(r);
    return str_fstring_cstr(load_get_bytes(r, length), length, encoding);
}

static VALUE
load_get_regexp(struct reader *r)
{
    int options = (int)load_get_below(r, 63);
    VALUE source = load_get_string(r);
    return rb_obj_freeze(rb_reg_new_str(source, options));
}

static VALUE
load_get_range(struct reader *r)
{
    unsigned exclusive = load_get_byte(r);
    VALUE low = load_get_object_ref(r), high = load_get_object_ref(r);
    bool strings = val_type_p(low, T_STRING) && val_type_p(high, T_STRING);
    if (!strings && ((low != Qnil && !load_real_p(low)) || (high != Qnil && !load_real_p(high)))) broken();
    return rb_range_new(low, high, exclusive != 0);
}

static VALUE
load_get_array(struct reader *r)
{
    uint32_t n = load_get_count(r);
    VALUE list = ary_new_capa(n);

    while (n--) ary_push(list, load_get_object_ref(r));
    return list;
}

static VALUE
load_get_hash(struct reader *r)
{
    uint32_t n = load_get_count(r);
    VALUE hash = hash_new_capa(n / 2);

    if (n & 1) broken();
    for (; n; n -= 2) {
        VALUE key = load_get_object_ref(r);
        hash_set(hash, key, load_get_object_ref(r));
    }
    return hash;
}

static VALUE
load_get_object(struct reader *r)
{
    unsigned tag = load_get_byte(r);
    VALUE v;

    switch (tag & ~(unsigned)BINARY_FROZEN) {
    case TAG_NIL: return Qnil;
    case TAG_TRUE: return Qtrue;
    case TAG_FALSE: return Qfalse;
    case TAG_FIXNUM: {
        int64_t n = load_get_z(r);
        if (!val_fixable(n)) broken();
        return int_fix(n);
    }
    case TAG_BIGNUM: return load_get_bignum(r);
    case TAG_FLOAT: return load_get_float(r);
    case TAG_RATIONAL: return load_get_rational(r);
    case TAG_COMPLEX: return load_get_complex(r);
    case TAG_SYMBOL: return sym_from_id(load_get_name(r));
    case TAG_STRING: return load_get_literal_string(r);
    case TAG_REGEXP: return load_get_regexp(r);
    case TAG_RANGE: return load_get_range(r);
    case TAG_ARRAY: v = load_get_array(r); break;
    case TAG_HASH: v = load_get_hash(r); break;
    case TAG_ENCODING: return rb_enc_from_encoding(rb_enc_from_index(load_get_encoding(r)));
    case TAG_OBJECT: return rb_cObject;
    case TAG_STANDARD_ERROR: return rb_eStandardError;
    default: broken();
    }
    return tag & BINARY_FROZEN ? rb_obj_freeze(v) : v;
}

/* ---- code -------------------------------------------------------------------------------------------------------------------------- */

/* Reads an operand that is an iseq after number i (a block or a body).  Returns 0 if there is none. */
static VALUE
load_get_child(struct reader *r, uint32_t i)
{
    uint64_t ref = load_get_below(r, r->h.iseq_count);
    if (ref && ref <= i + 1) broken();
    return ref ? ary_at(r->iseqs, ref - 1) : 0;
}

static cell
load_get_site(struct reader *r)
{
    ID mid = load_get_id(r);
    unsigned flags = (unsigned)load_get_below(r, CI_ATTRASGN * 2 - 1), argc = (unsigned)load_get_below(r, 0x7fff);

    if (!(flags & CI_KWARG)) return (cell)ci_pack(mid, flags, argc);
    uint32_t n = (uint32_t)load_get_below(r, argc);
    if (n > (uint64_t)(r->end - r->at)) broken();
    const uint8_t *names = r->at;
    for (uint32_t i = 0; i < n; i++) load_get_name(r); /* a look ahead: from here on nothing raises */
    r->at = names;
    struct ci_kwarg *kw = xmalloc(sizeof *kw + n * sizeof(ID));
    kw->count = n;
    kw->refs = 1;
    kw->kept = NULL;
    for (uint32_t i = 0; i < n; i++) kw->names[i] = load_get_name(r);
    return callsite_new_kw(mid, flags, argc, kw);
}

struct room { /* of the tables that list cells */
    uint32_t values, sites;
};

static int64_t
load_get_operand(struct reader *r, uint32_t i, int id, int n)
{
    switch (insn_operand_type(id, n)) {
    case OPERAND_VALUE: return (int64_t)load_get_object_ref(r);
    case OPERAND_ID: return (int64_t)load_get_name(r);
    case OPERAND_ISEQ: return (int64_t)load_get_child(r, i);
    case OPERAND_CALLSITE: return (int64_t)load_get_site(r);
    case OPERAND_CACHE:
    case OPERAND_CACHE2:
    case OPERAND_CACHE4: return 0;
    default: return load_get_z(r);
    }
}

/* Returns whether the compiler writes this instruction. */
static bool
load_plain_p(int id)
{
    if (id == INSN_trace || id == INSN_enter || id == INSN_enter_native || id == INSN_enter_more ||
        id == INSN_enter_more_native)
        return false;
    return insn_compiled_p(id);
}

/*
 * Records that cell `where` of the code holds the heap object v.  The writer's count of such cells is only an estimate.  A
 * Symbol that was an immediate for the writer is a heap object here if String#to_sym has made it.
 */
static void
load_keep_value(struct iseq_body *b, uint32_t where, VALUE v, struct room *room)
{
    if (b->value_count == room->values) {
        uint32_t wider = room->values * 2 + 4;
        b->value_cells = gc_realloc(b->value_cells, room->values * sizeof *b->value_cells, wider * sizeof *b->value_cells);
        room->values = wider;
    }
    b->code[where] = (cell)v;
    b->value_cells[b->value_count++] = where;
}

static uint32_t
load_get_insn(struct reader *r, uint32_t i, struct iseq_body *b, uint32_t at, struct room *room)
{
    int id = (int)load_get_byte(r);
    int64_t ops[8] = {0};

    if (id >= INSN__PLAIN_COUNT || !load_plain_p(id) || (uint32_t)insn_length(id) > b->code_len - at) broken();
    if (vm_insn_redefined_p(id) && !b->is_core && insn_length(insn_family(id)) == insn_length(id)) id = insn_family(id);
    b->code[at] = (cell)(uintptr_t)insn_handler(id);
    if (insn_back_p(id)) b->loops = 1;
    for (int n = 0; n < insn_operand_count(id); n++) {
        uint32_t where = at + (uint32_t)insn_operand_offset(id, n) / (uint32_t)sizeof(cell);
        enum insn_operand_type type = insn_operand_type(id, n);
        ops[n] = load_get_operand(r, i, id, n);
        if (type == OPERAND_CALLSITE) {
            b->code[where] = (cell)ops[n]; /* the iseq owns the line from here on */
            if (b->site_count >= room->sites) broken();
            b->site_cells[b->site_count++] = where;
        } else if ((type == OPERAND_VALUE || type == OPERAND_ISEQ) && val_heap_p((VALUE)ops[n])) {
            load_keep_value(b, where, (VALUE)ops[n], room);
        }
    }
    if (insn_verify(id, ops)) broken();
    return (uint32_t)insn_write(b->code + at, id, ops);
}

/* Returns whether a fusion must not cross this cell, because a catch range ends there or an event is there (compile.c). */
static bool
load_fusion_ends_p(const struct iseq_body *b, uint32_t at)
{
    for (uint32_t k = 0; k < b->catch_count; k++)
        if (b->catches[k].start == at || b->catches[k].end == at) return true;
    for (uint32_t k = 0; k < b->info_count && b->infos[k].at <= at; k++)
        if (b->infos[k].at == at) return b->infos[k].events != 0;
    return false;
}

void
iseq_fuse(struct iseq_body *b)
{
    uint32_t length;

    if ((int)INSN__COUNT == (int)INSN__PLAIN_COUNT) return;
    for (uint32_t at = 0; at < b->code_len; at += length) {
        int ids[4] = {insn_base(insn_at(b->code + at))}, n = 1;
        length = (uint32_t)insn_length(ids[0]);
        if (!insn_fusible_p(ids[0])) continue;
        for (uint32_t k = at + (uint32_t)insn_length(ids[0]); n < 4 && k < b->code_len && !load_fusion_ends_p(b, k);
             k += (uint32_t)insn_length_at(b->code + k))
            ids[n++] = insn_base(insn_at(b->code + k));
        int fused = insn_fuse(ids, n);
        if (fused >= 0) insn_set_handler(b->code + at, fused);
    }
}

static void *
load_table_new(size_t count, size_t bytes)
{
    return gc_calloc(count ? count : 1, bytes);
}

static void
load_get_code(struct reader *r, uint32_t i, struct iseq_body *b)
{
    enum { LONGEST = 8 }; /* cells of an instruction, of which the file has at least one byte */
    uint32_t cells = (uint32_t)load_get_below(r, (uint64_t)(r->end - r->at) * LONGEST);
    struct room room;

    room.values = load_get_count(r);
    room.sites = load_get_count(r);
    b->code = iseq_code_new(cells);
    b->value_cells = load_table_new(room.values, sizeof *b->value_cells);
    b->site_cells = load_table_new(room.sites, sizeof *b->site_cells);
    b->code_len = cells;
    for (uint32_t at = 0; at < cells;) at += load_get_insn(r, i, b, at, &room);
}

static void
load_get_lines(struct reader *r, struct iseq_body *b)
{
    uint32_t n = load_get_count(r), at = 0;
    int64_t line = b->first_line, node_id = b->node_id;

    b->infos = load_table_new(n, sizeof *b->infos);
    for (uint32_t i = 0; i < n; i++) {
        struct insn_info *info = &b->infos[i];
        info->at = at += (uint32_t)load_get_below(r, b->code_len);
        info->line = (int32_t)(line += load_get_i32(r));
        info->events = (uint32_t)load_get_below(r, 0xffff);
        info->node_id = (int32_t)(node_id += load_get_i32(r));
    }
    b->info_count = n;
}

static void
load_get_catches(struct reader *r, struct iseq_body *b)
{
    uint32_t n = load_get_count(r);

    b->catches = n ? load_table_new(n, sizeof *b->catches) : NULL;
    for (uint32_t i = 0; i < n; i++) {
        struct catch_entry *e = &b->catches[i];
        e->start = (uint32_t)load_get_below(r, b->code_len);
        e->end = (uint32_t)load_get_below(r, b->code_len);
        e->handler = (uint32_t)load_get_below(r, b->code_len);
        e->depth = (uint16_t)load_get_below(r, 0x7fff);
        e->type = (uint16_t)load_get_below(r, CATCH_CLAUSE);
    }
    b->catch_count = n;
}

static void
load_get_param_tables(struct reader *r, VALUE iseq, struct iseq_params *p)
{
    if (p->opt) {
        p->opt_pc = load_table_new(p->opt + 1u, sizeof *p->opt_pc);
        for (int i = 0; i <= p->opt; i++) p->opt_pc[i] = (uint32_t)load_get_below(r, UINT32_MAX);
    }
    if (!p->kw_count) return;
    if (p->kw_required > p->kw_count) broken();
    p->kw_names = load_table_new(p->kw_count, sizeof *p->kw_names);
    p->kw_defaults = load_table_new(p->kw_count, sizeof *p->kw_defaults);
    for (int i = 0; i < p->kw_count; i++) p->kw_names[i] = load_get_name(r);
    for (int i = 0; i < p->kw_count - p->kw_required; i++) {
        RB_OBJ_WRITE(iseq, &p->kw_defaults[i], load_get_ref(r));
    }
}

static void
load_get_params(struct reader *r, VALUE iseq, struct iseq_body *b)
{
    struct iseq_params *p = &b->params, new = {0};
    uint16_t *const numbers[] = {&new.lead,          &new.opt,          &new.post,       &new.rest_index,
                                 &new.post_index,    &new.kw_index,     &new.kw_count,   &new.kw_required,
                                 &new.kw_bits_index, &new.kwrest_index, &new.block_index};

    new.flags = (uint32_t)load_get_below(r, PARAM_IT * 2 - 1);
    unsigned n = new.flags ? lengthof(numbers) : 1;
    for (unsigned i = 0; i < n; i++) *numbers[i] = (uint16_t)load_get_below(r, 0x7fff);
    uint16_t kw_count = new.kw_count;
    *p = new;
    p->kw_count = 0; /* no marking before the tables are there */
    if ((uint64_t)p->opt + kw_count > (uint64_t)(r->end - r->at)) broken();
    p->kw_count = kw_count;
    load_get_param_tables(r, iseq, p);
    b->simple = !(p->flags & PARAM_COMPLEX_MASK);
}

static void
load_get_origin(struct reader *r, uint32_t i, VALUE iseq)
{
    struct iseq_body *b = iseq_body(iseq);
    uint64_t parent = load_get_below(r, i);

    RB_OBJ_WRITE(iseq, &b->parent, parent ? ary_at(r->iseqs, parent - 1) : 0);
    RB_OBJ_WRITE(iseq, &b->method_iseq, b->parent ? iseq_body(b->parent)->method_iseq : iseq);
    RB_OBJ_WRITE(iseq, &b->name, load_get_string(r));
    RB_OBJ_WRITE(iseq, &b->base_label, load_get_string(r));
    RB_OBJ_WRITE(iseq, &b->path, load_get_string(r));
    VALUE realpath = load_get_object_ref(r);
    if (realpath != Qnil && !val_type_p(realpath, T_STRING)) broken();
    RB_OBJ_WRITE(iseq, &b->realpath, realpath);
}

static void
load_get_bits(struct reader *r, struct iseq_body *b)
{
    unsigned bits = load_get_byte(r);

    if (bits & ~(unsigned)BINARY_KNOWN_BITS || (bits & BINARY_CORE && !r->core)) broken();
    b->uses_block = (bits & BINARY_USES_BLOCK) != 0;
    b->frozen_string_literal = (bits & BINARY_FROZEN_STRINGS) != 0;
    b->attr_leaf = (bits & BINARY_LEAF) != 0;
    b->is_core = (bits & BINARY_CORE) != 0;
    b->attr_ruby = (bits & BINARY_RUBY) != 0;
}

static void
get_iseq(struct reader *r, uint32_t i)
{
    VALUE iseq = ary_at(r->iseqs, i);
    struct iseq_body *b = iseq_body(iseq);

    b->type = (uint8_t)load_get_byte(r);
    b->frame_cells = FRAME_CELLS;
    load_get_bits(r, b);
    load_get_origin(r, i, iseq);
    b->first_line = load_get_i32(r);
    b->first_column = load_get_i32(r);
    b->last_line = load_get_i32(r);
    b->last_column = load_get_i32(r);
    b->node_id = load_get_i32(r);
    b->mid = load_get_id(r);
    uint32_t locals = load_get_count(r);
    b->stack_max = (uint16_t)load_get_below(r, 0x7fff);
    if (locals > 0x7ff0) broken();
    b->locals = load_table_new(locals, sizeof *b->locals);
    b->local_count = (uint16_t)locals;
    for (uint32_t k = 0; k < locals; k++) b->locals[k] = load_get_id(r);
    load_get_params(r, iseq, b);
    load_get_code(r, i, b);
    load_get_lines(r, b);
    load_get_catches(r, b);
    gc_wb(iseq);
}

/* ---- the whole ----------------------------------------------------------------------------------------------------------------------- */

static void
load_check_iseqs(const struct reader *r)
{
    uint32_t at;

    for (uint32_t i = 0; i < r->h.iseq_count; i++) {
        VALUE iseq = ary_at(r->iseqs, i);
        if (i == 0 && (iseq_body(iseq)->parent || iseq_body(iseq)->type == ISEQ_CLASS)) broken();
        if (iseq_check(iseq, &at)) broken();
    }
}

static VALUE
load_read_body(struct reader *r)
{
    VALUE hold_encodings, hold_ids;

    if (!r->h.iseq_count) broken();
    r->encodings = ALLOCV_N(uint8_t, hold_encodings, r->h.encoding_count + 1);
    r->ids = ALLOCV_N(ID, hold_ids, r->h.id_count + 1);
    load_get_encodings(r);
    load_get_ids(r);
    r->objects = ary_tmp_new(r->h.object_count);
    for (uint32_t i = 0; i < r->h.object_count; i++) ary_push(r->objects, load_get_object(r));
    r->iseqs = ary_tmp_new(r->h.iseq_count);
    for (uint32_t i = 0; i < r->h.iseq_count; i++) ary_push(r->iseqs, iseq_alloc());
    for (uint32_t i = 0; i < r->h.iseq_count; i++) get_iseq(r, i);
    if (r->at != r->end) broken();
    if (!r->core || VM_CHECK_LEVEL >= 1) load_check_iseqs(r);
    for (uint32_t i = 0; i < r->h.iseq_count; i++) {
        VALUE iseq = ary_at(r->iseqs, i);
        iseq_made(iseq);
        iseq_fuse(iseq_body(iseq));
    }
    for (uint32_t i = 0; jit_on && i < r->h.iseq_count; i++) jit_new_iseq(iseq_body(ary_at(r->iseqs, i)));
    VALUE top = ary_at(r->iseqs, 0);
    ALLOCV_END(hold_encodings);
    ALLOCV_END(hold_ids);
    RB_GC_GUARD(r->objects);
    RB_GC_GUARD(r->iseqs);
    return top;
}

/* BINARY-1, BINARY-3; r is set to the body. */
static void
load_read_header(struct reader *r, const void *bytes, size_t length)
{
    const size_t crc_at = offsetof(struct binary_header, crc), after = crc_at + sizeof r->h.crc;

    if (length < sizeof r->h) broken();
    memcpy(&r->h, bytes, sizeof r->h);
    if (memcmp(r->h.magic, "FCTB", 4) != 0) broken();
    if (r->h.major != RUBY_API_VERSION_MAJOR || r->h.minor != RUBY_API_VERSION_MINOR) {
        rb_raise(rb_eRuntimeError, "unmatched version file (%u.%u for %u.%u)", (unsigned)r->h.major, (unsigned)r->h.minor,
                 RUBY_API_VERSION_MAJOR, RUBY_API_VERSION_MINOR);
    }
    if (r->h.size < sizeof r->h || (uint64_t)r->h.size + r->h.extra_size != length) broken();
    if (!r->core) {
        uint32_t crc = iseq_binary_crc(iseq_binary_crc(0, bytes, crc_at), (const char *)bytes + after, length - after);
        if (crc != r->h.crc) broken();
    }
    if (r->h.machine != iseq_binary_machine()) rb_raise(rb_eRuntimeError, "unmatched platform");
    uint32_t body = r->h.size - (uint32_t)sizeof r->h;
    if (r->h.id_count > body || r->h.object_count > body || r->h.iseq_count > body || r->h.encoding_count > body) broken();
    r->at = (const uint8_t *)bytes + sizeof r->h;
    r->end = (const uint8_t *)bytes + r->h.size;
}

VALUE
iseq_load(VALUE binary)
{
    struct reader r = {0};
    VALUE copy = str_new_frozen(binary); /* the bytes stay, whatever a warning's handler does */

    load_read_header(&r, str_ptr(copy), str_len(copy));
    VALUE top = load_read_body(&r);
    RB_GC_GUARD(copy);
    return top;
}

VALUE
iseq_load_extra(VALUE binary)
{
    struct reader r = {0};

    load_read_header(&r, str_ptr(binary), str_len(binary));
    VALUE extra = str_new(str_ptr(binary) + r.h.size, r.h.extra_size, ENCI_BINARY);
    RB_GC_GUARD(binary);
    return extra;
}

VALUE
iseq_load_core(const void *bytes, size_t length)
{
    struct reader r = {.core = true};

    load_read_header(&r, bytes, length);
    return load_read_body(&r);
}
