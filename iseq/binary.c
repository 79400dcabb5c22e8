/*
 * iseq/binary.c - writes iseqs as bytes; internal/iseq/binary.h has the format.
 *
 * The iseqs are numbered first, breadth first, so that a parent comes before its blocks.  Each is then written into one
 * buffer, and whatever name or object it mentions for the first time into another; the buffers are put together at the end.
 */
#include "internal/iseq/binary.h"
#include "internal/array.h"
#include "internal/encoding.h"
#include "internal/hash.h"
#include "internal/numeric.h"
#include "internal/range.h"
#include "internal/string.h"
#include "internal/vm.h"
#include "internal/vm/core.h"
#include "internal/vm_insnhelper.h"
#include "ruby/re.h"
#include "ruby/version.h"

#include <string.h>

/* ---- what a file leans on -------------------------------------------------------------------------------------------------- */

static uint64_t
binary_mix_bytes(uint64_t h, const void *bytes, size_t n)
{
    const unsigned char *p = bytes;
    while (n--) h = (h ^ *p++) * UINT64_C(0x100000001B3); /* FNV-1a */
    return h;
}

static uint64_t
binary_mix_text(uint64_t h, const char *text)
{
    return binary_mix_bytes(h, text, strlen(text) + 1);
}

uint64_t
iseq_binary_machine(void)
{
    static uint64_t known;
    uint64_t h = UINT64_C(0xCBF29CE484222325);
    uint32_t numbers[] = {ISEQ_BINARY_FORMAT, sizeof(VALUE),   sizeof(cell), INSN__PLAIN_COUNT,
                          CORE__COUNT,        DEFINED_BACKREF, ISEQ_CLASS,   PARAM_IT,
                          CI_ATTRASGN,        FRAME_CELLS,     SITE_CELLS,   (uint32_t)vm_primitive_count(),
                          0x01020304};

    if (known) return known;
    h = binary_mix_bytes(h, numbers, sizeof numbers);
    for (int id = 0; id < INSN__PLAIN_COUNT; id++)
        h = binary_mix_text(binary_mix_text(h, insn_name(id)), insn_operand_types(id));
    for (int n = 0; n < vm_primitive_count(); n++) h = binary_mix_text(h, vm_primitive_name(n));
    return known = h;
}

uint32_t
iseq_binary_crc(uint32_t crc, const void *bytes, size_t n)
{
    static uint32_t table[256];
    const unsigned char *p = bytes;

    if (!table[1]) {
        for (uint32_t i = 0; i < 256; i++) {
            uint32_t c = i;
            for (int bit = 0; bit < 8; bit++) c = c & 1 ? c >> 1 ^ 0xEDB88320 : c >> 1;
            table[i] = c;
        }
    }
    for (crc = ~crc; n--; p++) crc = table[(crc ^ *p) & 0xff] ^ crc >> 8;
    return ~crc;
}

/* ---- buffers ------------------------------------------------------------------------------------------------------------------ */

struct writer {
    VALUE encodings, ids, objects, iseqs;        /* Strings */
    VALUE list;                                  /* all iseqs in order */
    st_table *id_refs, *object_refs, *iseq_refs; /* from 1 */
    uint32_t encoding_count;
    uint8_t encoding_at[ENC_MAX]; /* by index, from 1 */
    VALUE root, extra, result;
};

static void
binary_put_byte(VALUE to, unsigned byte)
{
    char c = (char)byte;
    str_append_bytes(to, &c, 1);
}

static void
binary_put_u(VALUE to, uint64_t n)
{
    char bytes[10];
    size_t length = 0;

    for (; n >= 0x80; n >>= 7) bytes[length++] = (char)(n | 0x80);
    bytes[length++] = (char)n;
    str_append_bytes(to, bytes, length);
}

static void
binary_put_z(VALUE to, int64_t n)
{
    binary_put_u(to, (uint64_t)n << 1 ^ (uint64_t)(n >> 63));
}

static void
binary_put_text(VALUE to, const char *text, size_t length)
{
    binary_put_u(to, length);
    str_append_bytes(to, text, length);
}

/* ---- names ---------------------------------------------------------------------------------------------------------------------- */

static unsigned
binary_encoding_of(struct writer *w, int index)
{
    if (!w->encoding_at[index]) {
        const char *name = enc_at(index)->name;
        binary_put_text(w->encodings, name, strlen(name));
        w->encoding_at[index] = (uint8_t)++w->encoding_count;
    }
    return w->encoding_at[index] - 1u;
}

static uint64_t
binary_ref_of_id(struct writer *w, ID id)
{
    st_data_t ref;

    if (!id) return 0;
    if (st_lookup(w->id_refs, (st_data_t)id, &ref)) return ref;
    VALUE name = id_name(id);
    binary_put_u(w->ids, binary_encoding_of(w, str_enc_index(name)));
    binary_put_text(w->ids, str_ptr(name), str_len(name));
    ref = (st_data_t)w->id_refs->num_entries + 1;
    st_insert(w->id_refs, (st_data_t)id, ref);
    return ref;
}

/* ---- objects -------------------------------------------------------------------------------------------------------------------- */

static uint64_t binary_ref_of(struct writer *w, VALUE v);

static void
binary_put_bignum(struct writer *w, VALUE v)
{
    size_t length = rb_absint_size(v, NULL);
    VALUE bytes = str_new(NULL, length, ENCI_BINARY);

    rb_integer_pack(v, str_ptr(bytes), length, 1, 0, INTEGER_PACK_LITTLE_ENDIAN);
    binary_put_byte(w->objects, TAG_BIGNUM);
    binary_put_byte(w->objects, val_truthy(rb_funcall(v, rb_intern("<"), 1, INT2FIX(0))));
    binary_put_text(w->objects, str_ptr(bytes), length);
    RB_GC_GUARD(bytes);
}

/* A tag and two references, whose objects are written first (BINARY-5). */
static void
binary_put_pair(struct writer *w, enum binary_tag tag, int flag, VALUE a, VALUE b)
{
    uint64_t ra = binary_ref_of(w, a), rb = binary_ref_of(w, b);

    binary_put_byte(w->objects, tag);
    if (flag >= 0) binary_put_byte(w->objects, (unsigned)flag);
    binary_put_u(w->objects, ra);
    binary_put_u(w->objects, rb);
}

static void
binary_put_list(struct writer *w, unsigned tag, VALUE list)
{
    VALUE refs = str_buf_new(ary_len(list) + 1);

    for (size_t i = 0; i < ary_len(list); i++) binary_put_u(refs, binary_ref_of(w, ary_at(list, i)));
    binary_put_byte(w->objects, tag);
    binary_put_u(w->objects, ary_len(list));
    str_append_bytes(w->objects, str_ptr(refs), str_len(refs));
    RB_GC_GUARD(refs);
}

static VALUE
binary_pairs_of(VALUE hash)
{
    VALUE list = ary_new_capa(hash_size(hash) * 2), key, value;
    size_t pos = 0;

    while (hash_next(hash, &pos, &key, &value)) {
        ary_push(list, key);
        ary_push(list, value);
    }
    return list;
}

static void
binary_put_float(struct writer *w, VALUE v)
{
    double d = float_value(v);
    binary_put_byte(w->objects, TAG_FLOAT);
    str_append_bytes(w->objects, (const char *)&d, sizeof d);
}

static void
binary_put_regexp(struct writer *w, VALUE v)
{
    VALUE source = str_new(RREGEXP_SRC_PTR(v), (size_t)RREGEXP_SRC_LEN(v), rb_enc_get_index(v));
    uint64_t ref = binary_ref_of(w, str_fstring(source));

    binary_put_byte(w->objects, TAG_REGEXP);
    binary_put_u(w->objects, (uint64_t)rb_reg_options(v));
    binary_put_u(w->objects, ref);
}

NORETURN static void
cannot_dump(VALUE v)
{
    rb_raise(rb_eRuntimeError, "can't dump %s of an instruction sequence", rb_obj_classname(v));
}

static void
binary_put_heap_object(struct writer *w, VALUE v)
{
    unsigned frozen = obj_frozen(v) ? BINARY_FROZEN : 0;

    switch (obj_type(v)) {
    case T_STRING:
        binary_put_byte(w->objects, TAG_STRING);
        binary_put_u(w->objects, binary_encoding_of(w, str_enc_index(v)));
        binary_put_text(w->objects, str_ptr(v), str_len(v));
        return;
    case T_BIGNUM: binary_put_bignum(w, v); return;
    case T_FLOAT: binary_put_float(w, v); return;
    case T_RATIONAL: binary_put_pair(w, TAG_RATIONAL, -1, rb_rational_num(v), rb_rational_den(v)); return;
    case T_COMPLEX: binary_put_pair(w, TAG_COMPLEX, -1, rb_complex_real(v), rb_complex_imag(v)); return;
    case T_REGEXP: binary_put_regexp(w, v); return;
    case T_ARRAY: binary_put_list(w, TAG_ARRAY | frozen, v); return;
    case T_HASH: binary_put_list(w, TAG_HASH | frozen, binary_pairs_of(v)); return;
    default: break;
    }
    if (val_range_p(v)) binary_put_pair(w, TAG_RANGE, range_excl(v), range_beg(v), range_end(v));
    else if (v == rb_cObject) binary_put_byte(w->objects, TAG_OBJECT);
    else if (v == rb_eStandardError) binary_put_byte(w->objects, TAG_STANDARD_ERROR);
    else if (rb_obj_is_kind_of(v, rb_cEncoding) == Qtrue) {
        binary_put_byte(w->objects, TAG_ENCODING);
        binary_put_u(w->objects, binary_encoding_of(w, rb_enc_to_index(rb_to_encoding(v))));
    } else cannot_dump(v);
}

static void
binary_put_object(struct writer *w, VALUE v)
{
    if (val_symbol_p(v)) {
        uint64_t ref = binary_ref_of_id(w, sym_to_id(v));
        binary_put_byte(w->objects, TAG_SYMBOL);
        binary_put_u(w->objects, ref);
    } else if (val_fix_p(v)) {
        binary_put_byte(w->objects, TAG_FIXNUM);
        binary_put_z(w->objects, fix_int(v));
    } else if (val_float_p(v)) binary_put_float(w, v);
    else if (val_heap_p(v)) binary_put_heap_object(w, v);
    else if (v == Qnil || v == Qtrue || v == Qfalse)
        binary_put_byte(w->objects, v == Qnil ? TAG_NIL : v == Qtrue ? TAG_TRUE : TAG_FALSE);
    else cannot_dump(v);
}

static uint64_t
binary_ref_of(struct writer *w, VALUE v)
{
    st_data_t ref;

    vm_check_machine_stack(vm_ec);                   /* literals nest */
    if (val_type_p(v, T_STRING)) v = str_fstring(v); /* what the reader makes of it: equal ones are one */
    if (st_lookup(w->object_refs, (st_data_t)v, &ref)) return ref;
    binary_put_object(w, v);
    ref = (st_data_t)w->object_refs->num_entries + 1;
    st_insert(w->object_refs, (st_data_t)v, ref);
    ary_push(w->list, v); /* an address is good as a key while its object lives */
    return ref;
}

static void
binary_put_ref(struct writer *w, VALUE v)
{
    binary_put_u(w->iseqs, binary_ref_of(w, v));
}

static void
binary_put_id(struct writer *w, ID id)
{
    binary_put_u(w->iseqs, binary_ref_of_id(w, id));
}

/* ---- code ------------------------------------------------------------------------------------------------------------------------ */

static void
put_iseq_ref(struct writer *w, VALUE iseq)
{
    st_data_t ref = 0;

    if (iseq && !st_lookup(w->iseq_refs, (st_data_t)iseq, &ref)) rb_raise(rb_eRuntimeError, "an iseq outside of the file");
    binary_put_u(w->iseqs, ref);
}

static void
binary_put_site(struct writer *w, ci_word ci)
{
    const struct ci_kwarg *kw = ci_kwarg(ci);

    binary_put_id(w, ci_mid(ci));
    binary_put_u(w->iseqs, ci_flags(ci));
    binary_put_u(w->iseqs, ci_argc(ci));
    if (!kw) return;
    binary_put_u(w->iseqs, kw->count);
    for (uint32_t i = 0; i < kw->count; i++) binary_put_id(w, kw->names[i]);
}

static void
binary_put_insn(struct writer *w, int id, const cell *at)
{
    binary_put_byte(w->iseqs, (unsigned)id);
    for (int n = 0; n < insn_operand_count(id); n++) {
        int64_t op = insn_get_operand(at, n);
        switch (insn_operand_type(id, n)) {
        case OPERAND_VALUE: binary_put_ref(w, (VALUE)op); break;
        case OPERAND_ID: binary_put_id(w, (ID)op); break;
        case OPERAND_ISEQ: put_iseq_ref(w, (VALUE)op); break;
        case OPERAND_CALLSITE: binary_put_site(w, (ci_word)op); break;
        case OPERAND_CACHE:
        case OPERAND_CACHE2:
        case OPERAND_CACHE4: break;
        default: binary_put_z(w->iseqs, op);
        }
    }
}

static void
binary_put_code(struct writer *w, VALUE iseq)
{
    _Static_assert(INSN__PLAIN_COUNT <= 256, "a byte for each instruction");
    const struct iseq_body *b = iseq_body(iseq);

    binary_put_u(w->iseqs, b->code_len);
    binary_put_u(w->iseqs, b->value_count);
    binary_put_u(w->iseqs, b->site_count);
    for (uint32_t at = 0; at < b->code_len;) {
        int id = iseq_plain_insn(iseq, at);
        cell plain[16];
        memcpy(plain, b->code + at, (size_t)insn_length(id) * sizeof(cell));
        plain[0] = (cell)(uintptr_t)insn_handler(id);
        binary_put_insn(w, id, plain);
        at += (uint32_t)insn_length(id);
    }
}

static void
binary_put_lines(struct writer *w, const struct iseq_body *b)
{
    uint32_t at = 0;
    int32_t line = b->first_line, node_id = b->node_id;

    binary_put_u(w->iseqs, b->info_count);
    for (uint32_t i = 0; i < b->info_count; i++) {
        const struct insn_info *info = &b->infos[i];
        binary_put_u(w->iseqs, info->at - at);
        binary_put_z(w->iseqs, (int64_t)info->line - line);
        binary_put_u(w->iseqs, info->events);
        binary_put_z(w->iseqs, (int64_t)info->node_id - node_id);
        at = info->at;
        line = info->line;
        node_id = info->node_id;
    }
}

static void
binary_put_catches(struct writer *w, const struct iseq_body *b)
{
    binary_put_u(w->iseqs, b->catch_count);
    for (uint32_t i = 0; i < b->catch_count; i++) {
        const struct catch_entry *e = &b->catches[i];
        binary_put_u(w->iseqs, e->start);
        binary_put_u(w->iseqs, e->end);
        binary_put_u(w->iseqs, e->handler);
        binary_put_u(w->iseqs, e->depth);
        binary_put_u(w->iseqs, e->type);
    }
}

static void
binary_put_params(struct writer *w, const struct iseq_params *p)
{
    const uint16_t numbers[] = {p->lead,     p->opt,         p->post,          p->rest_index,   p->post_index, p->kw_index,
                                p->kw_count, p->kw_required, p->kw_bits_index, p->kwrest_index, p->block_index};

    binary_put_u(w->iseqs, p->flags);
    if (!p->flags) {
        binary_put_u(w->iseqs, p->lead);
        return;
    }
    for (unsigned i = 0; i < lengthof(numbers); i++) binary_put_u(w->iseqs, numbers[i]);
    for (int i = 0; p->opt && i <= p->opt; i++) binary_put_u(w->iseqs, p->opt_pc[i]);
    for (int i = 0; i < p->kw_count; i++) binary_put_id(w, p->kw_names[i]);
    for (int i = 0; i < p->kw_count - p->kw_required; i++)
        binary_put_u(w->iseqs, p->kw_defaults[i] == Qundef ? 0 : binary_ref_of(w, p->kw_defaults[i]));
}

static void
put_iseq(struct writer *w, VALUE iseq)
{
    const struct iseq_body *b = iseq_body(iseq);

    binary_put_byte(w->iseqs, b->type);
    binary_put_byte(w->iseqs, (b->uses_block ? BINARY_USES_BLOCK : 0) |
                                  (b->frozen_string_literal ? BINARY_FROZEN_STRINGS : 0) | (b->attr_leaf ? BINARY_LEAF : 0) |
                                  (b->is_core ? BINARY_CORE : 0) | (b->attr_ruby ? BINARY_RUBY : 0));
    put_iseq_ref(w, b->parent);
    binary_put_ref(w, b->name);
    binary_put_ref(w, b->base_label);
    binary_put_ref(w, b->path);
    binary_put_ref(w, b->realpath);
    binary_put_z(w->iseqs, b->first_line);
    binary_put_z(w->iseqs, b->first_column);
    binary_put_z(w->iseqs, b->last_line);
    binary_put_z(w->iseqs, b->last_column);
    binary_put_z(w->iseqs, b->node_id);
    binary_put_id(w, b->mid);
    binary_put_u(w->iseqs, b->local_count);
    binary_put_u(w->iseqs, b->stack_max);
    for (unsigned i = 0; i < b->local_count; i++) binary_put_id(w, b->locals[i]);
    binary_put_params(w, &b->params);
    binary_put_code(w, iseq);
    binary_put_lines(w, b);
    binary_put_catches(w, b);
}

/* ---- the whole --------------------------------------------------------------------------------------------------------------------- */

static void
number_iseq(struct writer *w, VALUE iseq)
{
    if (st_lookup(w->iseq_refs, (st_data_t)iseq, NULL)) return;
    st_insert(w->iseq_refs, (st_data_t)iseq, (st_data_t)w->iseq_refs->num_entries + 1);
    ary_push(w->list, iseq);
    if (val_truthy(iseq_body(iseq)->coverage)) rb_raise(rb_eRuntimeError, "should not compile with coverage");
}

static void
binary_number_iseqs(struct writer *w)
{
    number_iseq(w, w->root);
    for (size_t i = 0; i < ary_len(w->list); i++) {
        const struct iseq_body *b = iseq_body(ary_at(w->list, i));
        for (uint32_t k = 0; k < b->value_count; k++) {
            VALUE v = (VALUE)b->code[b->value_cells[k]];
            if (val_type_p(v, T_IMEMO) && imemo_kind(v) == IMEMO_ISEQ) number_iseq(w, v);
        }
    }
}

static VALUE
binary_put_together(struct writer *w)
{
    const VALUE parts[] = {w->encodings, w->ids, w->objects, w->iseqs};
    struct binary_header h = {{'F', 'C', 'T', 'B'},
                              RUBY_API_VERSION_MAJOR,
                              RUBY_API_VERSION_MINOR,
                              sizeof h,
                              0,
                              0,
                              iseq_binary_machine(),
                              (uint32_t)w->id_refs->num_entries,
                              (uint32_t)w->object_refs->num_entries,
                              (uint32_t)w->iseq_refs->num_entries,
                              w->encoding_count};
    uint64_t size = sizeof h, extra = w->extra ? str_len(w->extra) : 0;

    for (unsigned i = 0; i < lengthof(parts); i++) size += str_len(parts[i]);
    if (size + extra > UINT32_MAX) rb_raise(rb_eRuntimeError, "instruction sequence too big");
    h.size = (uint32_t)size;
    h.extra_size = (uint32_t)extra;
    VALUE file = str_buf_new(size + extra);
    str_append_bytes(file, (const char *)&h, sizeof h);
    for (unsigned i = 0; i < lengthof(parts); i++) str_append_bytes(file, str_ptr(parts[i]), str_len(parts[i]));
    if (extra) str_append_bytes(file, str_ptr(w->extra), extra);
    uint32_t crc = iseq_binary_crc(0, str_ptr(file), offsetof(struct binary_header, crc));
    size_t after = offsetof(struct binary_header, crc) + sizeof crc;
    crc = iseq_binary_crc(crc, str_ptr(file) + after, str_len(file) - after);
    memcpy(str_ptr(file) + offsetof(struct binary_header, crc), &crc, sizeof crc);
    return file;
}

static VALUE
binary_write_file(VALUE arg)
{
    struct writer *w = (struct writer *)arg;

    binary_number_iseqs(w);
    size_t n = ary_len(w->list);
    for (size_t i = 0; i < n; i++) put_iseq(w, ary_at(w->list, i));
    return w->result = binary_put_together(w);
}

static VALUE
binary_write_end(VALUE arg)
{
    struct writer *w = (struct writer *)arg;

    st_free_table(w->id_refs);
    st_free_table(w->object_refs);
    st_free_table(w->iseq_refs);
    return Qnil;
}

VALUE
iseq_dump(VALUE iseq, VALUE extra)
{
    const struct iseq_body *b = iseq_body(iseq);
    struct writer w = {.root = iseq, .extra = extra};

    if (b->parent || b->type == ISEQ_CLASS) rb_raise(rb_eRuntimeError, "should be top of iseq");
    w.encodings = str_buf_new(64);
    w.ids = str_buf_new(1024);
    w.objects = str_buf_new(1024);
    w.iseqs = str_buf_new(4096);
    w.list = ary_tmp_new(64);
    w.id_refs = st_init_numtable();
    w.object_refs = st_init_numtable();
    w.iseq_refs = st_init_numtable();
    return rb_ensure(binary_write_file, (VALUE)&w, binary_write_end, (VALUE)&w);
}
