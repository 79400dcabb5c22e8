/*
 * symbol.c - names: IDs, and the Symbols that stand for them.
 *
 * Names are entries of the fstring table, each with a reference to its Symbol.  A name that the VM or a C extension uses as an
 * ID is permanent.  Its string is in an array of names by serial.  A Symbol made by a program (String#to_sym) is a T_SYMBOL that
 * dies with its last reference.  A request for its ID makes it permanent (string.h STRING-6).
 * Names of ASCII characters only are US-ASCII, whatever the encoding they came in.
 */
#include "internal/compiler.h"
#include "internal/array.h"
#include "internal/encoding.h"
#include "internal/string.h"
#include <string.h>

/* Names by serial, in chunks that are old arrays soon and then cost the collector nothing: fstrings, and Symbols for
 * those IDs that have ID_DYN. */
enum { NAME_CHUNK = LIMIT(1024, 16), NAME_CHUNKS = LIMIT(1 << 16, 1 << 18) };
static VALUE *name_chunks; /* hidden Arrays */
static VALUE *sym_chunks;  /* the T_SYMBOLs of pinned names; 0 or hidden Arrays */
static size_t chunk_count, chunk_room;
static ID next_serial = ID_FIRST_SERIAL;
static VALUE operator_names[ID_LAST_OP + 1];

static const struct {
    ID id;
    const char *name;
} operators[] = {
    {'+', "+"},       {'-', "-"},     {'*', "*"},        {'/', "/"},         {'%', "%"},      {'<', "<"},
    {'>', ">"},       {'!', "!"},     {'~', "~"},        {'^', "^"},         {'&', "&"},      {'|', "|"},
    {'`', "`"},       {idPow, "**"},  {idUPlus, "+@"},   {idUMinus, "-@"},   {idCmp, "<=>"},  {idEq, "=="},
    {idEqq, "==="},   {idNeq, "!="},  {idEqTilde, "=~"}, {idNeqTilde, "!~"}, {idGE, ">="},    {idLE, "<="},
    {idLTLT, "<<"},   {idGTGT, ">>"}, {idAREF, "[]"},    {idASET, "[]="},    {idANDOP, "&&"}, {idOROP, "||"},
    {idAnddot, "&."}, {idDot2, ".."}, {idDot3, "..."},   {idColon2, "::"},
};

/* ---- what kind of name ---- */

static inline bool
ident_start_p(uint8_t c)
{
    return c >= 0x80 || (unsigned)((c | 32) - 'a') < 26 || c == '_';
}

static inline bool
ident_p(uint8_t c)
{
    return ident_start_p(c) || (unsigned)(c - '0') < 10;
}

/* Bytes of the identifier at p (its first byte is one); stops at a bad character. */
static const char *
ident_end(const char *p, const char *e, const struct enc *enc)
{
    while (p < e && ident_p((uint8_t)*p)) {
        if ((int8_t)*p >= 0) {
            p++;
            continue;
        }
        int n = enc_precise_len(enc, p, e);
        if (n <= 0) break;
        p += n;
    }
    return p;
}

static bool
const_start_p(const char *p, const char *e, const struct enc *enc)
{
    uint8_t c = (uint8_t)*p;
    if (c < 0x80) return (unsigned)(c - 'A') < 26;
    if (enc_precise_len(enc, p, e) <= 0) return false;
    return enc_capital_p(enc, enc_decode(enc, p, e));
}

/* $name, $1, $~, $-w: p is past the dollar. */
static bool
gvar_p(const char *p, const char *e, const struct enc *enc)
{
    if (p >= e) return false;
    if (strchr("~*$?!@/\\;,.=:<>\"&`'+_0", *p) && *p && e - p == 1) return true;
    if (*p == '-') {
        const char *q = p + 1;
        if (q >= e || !ident_p((uint8_t)*q)) return false;
        int n = (int8_t)*q >= 0 ? 1 : enc_precise_len(enc, q, e);
        return n > 0 && q + n == e;
    }
    if (*p >= '0' && *p <= '9') {
        if (*p == '0') return false;
        while (p < e && *p >= '0' && *p <= '9') p++;
        return p == e;
    }
    return ident_start_p((uint8_t)*p) && ident_end(p, e, enc) == e;
}

static bool
operator_p(const char *p, size_t len)
{
    for (size_t i = 0; i < lengthof(operators); i++) {
        if (operators[i].id >= idANDOP) break; /* the rest are syntax, not methods */
        if (strlen(operators[i].name) == len && memcmp(operators[i].name, p, len) == 0) return true;
    }
    return false;
}

bool
sym_plain_p(const char *p, size_t len, const struct enc *enc, enum id_class *cls)
{
    const char *e = p + len;
    *cls = ID_JUNK;
    if (len == 0 || !enc_ascii_compat_p(enc)) return false;
    switch (*p) {
    case '$': *cls = ID_GVAR; return gvar_p(p + 1, e, enc);
    case '@':
        *cls = len > 1 && p[1] == '@' ? ID_CVAR : ID_IVAR;
        p += *cls == ID_CVAR ? 2 : 1;
        return p < e && ident_start_p((uint8_t)*p) && ident_end(p, e, enc) == e;
    default: break;
    }
    if (!ident_start_p((uint8_t)*p)) return operator_p(p, len);
    const char *q = ident_end(p, e, enc);
    if (q == p) return false;
    *cls = const_start_p(p, e, enc) ? ID_CONST : ID_LOCAL;
    if (q == e) return true;
    if (e - q != 1 || !(*q == '?' || *q == '!' || *q == '=')) return false;
    *cls = *q == '=' ? ID_ATTRSET : ID_JUNK;
    return true;
}

/* The class that a new name's ID carries. */
static enum id_class
classify(const char *p, size_t len, const struct enc *enc)
{
    enum id_class cls;
    if (sym_plain_p(p, len, enc, &cls)) return cls;
    /* @a= and the like are attribute writers to the tables, though not to the syntax */
    if (len > 1 && p[len - 1] == '=' && sym_plain_p(p, len - 1, enc, &cls) && cls != ID_ATTRSET) return ID_ATTRSET;
    return ID_JUNK;
}

enum id_class
name_class(VALUE name)
{
    if ((name & 0xff) == SYMBOL_FLAG) return id_class(name >> 8);
    VALUE text = val_symbol_p(name) ? sym_name(name) : name;
    return classify(str_ptr(text), str_len(text), str_enc(text));
}

/* ---- serials ---- */

static void
mark_chunks(void *arg)
{
    (void)arg;
    for (size_t i = 0; i < chunk_count; i++) {
        gc_mark(name_chunks[i]);
        gc_mark(sym_chunks[i]);
    }
    gc_mark_range(operator_names, lengthof(operator_names));
}

static void
add_chunk(void)
{
    if (chunk_count == chunk_room) {
        size_t room = chunk_room ? chunk_room * 2 : 16;
        name_chunks = gc_realloc(name_chunks, chunk_room * sizeof(VALUE), room * sizeof(VALUE));
        sym_chunks = gc_realloc(sym_chunks, chunk_room * sizeof(VALUE), room * sizeof(VALUE));
        chunk_room = room;
    }
    VALUE a = ary_tmp_new(NAME_CHUNK);
    name_chunks[chunk_count] = a;
    sym_chunks[chunk_count] = 0;
    chunk_count++;
}

/* Records the name of a new serial; returns the ID.  sym: its T_SYMBOL, or 0. */
static ID
new_id(VALUE fstr, enum id_class cls, VALUE sym)
{
    ID serial = next_serial;
    size_t chunk = serial / NAME_CHUNK;
    while (chunk >= chunk_count) add_chunk();
    if (sym && !sym_chunks[chunk]) sym_chunks[chunk] = ary_tmp_new(NAME_CHUNK);
    next_serial++;
    ary_store(name_chunks[chunk], (intptr_t)(serial % NAME_CHUNK), fstr);
    if (sym) ary_store(sym_chunks[chunk], (intptr_t)(serial % NAME_CHUNK), sym);
    return serial << ID_SERIAL_SHIFT | (sym ? ID_DYN : 0) | cls;
}

VALUE
id_name(ID id)
{
    if (id <= ID_LAST_OP) return operator_names[id];
    ID serial = id >> ID_SERIAL_SHIFT;
    if (serial < ID_FIRST_SERIAL || serial >= next_serial) return 0;
    return ary_at(name_chunks[serial / NAME_CHUNK], serial % NAME_CHUNK);
}

VALUE
sym_from_dyn_id(ID id)
{
    ID serial = id >> ID_SERIAL_SHIFT;
    return ary_at(sym_chunks[serial / NAME_CHUNK], serial % NAME_CHUNK);
}

ID
sym_dyn_to_id(VALUE sym)
{
    struct dyn_symbol *d = (struct dyn_symbol *)sym;
    if (!d->id) {
        enum id_class cls = classify(str_ptr(d->fstr), str_len(d->fstr), str_enc(d->fstr));
        d->id = new_id(d->fstr, cls, sym);
    }
    return d->id;
}

VALUE
sym_name(VALUE sym)
{
    return (sym & 0xff) == SYMBOL_FLAG ? id_name(sym >> 8) : ((struct dyn_symbol *)sym)->fstr;
}

/* ---- interning ---- */

/* Names of ASCII bytes are US-ASCII. */
static inline int
name_enc(const char *p, size_t len, int enc_index)
{
    if (enc_index == ENCI_USASCII || !enc_ascii_compat_p(enc_at(enc_index))) return enc_index;
    return enc_bytes_ascii_p(p, len) ? ENCI_USASCII : enc_index;
}

/* Returns whether a name in this encoding may not be broken.  Wide names may be, and those of US-ASCII. */
static bool
must_be_whole_p(int enc_index)
{
    return enc_index != ENCI_USASCII && enc_ascii_compat_p(enc_at(enc_index));
}

NORETURN COLD static void
bad_name(const char *p, size_t len, int enc_index)
{
    VALUE s = str_new(p, len, enc_index);
    rb_raise(rb_eEncodingError, "invalid symbol in encoding %s :%+" PRIsVALUE, enc_at(enc_index)->name, s);
}

ID
id_find(const char *p, size_t len, int enc_index)
{
    struct fstr_entry *e = fstr_lookup(p, len, name_enc(p, len, enc_index), false);
    return e && fstr_sym(e) ? sym_id_if_any(fstr_sym(e)) : 0;
}

VALUE
sym_find(const char *p, size_t len, int enc_index)
{
    struct fstr_entry *e = fstr_lookup(p, len, name_enc(p, len, enc_index), false);
    return e ? fstr_sym(e) : 0;
}

ID
id_intern(const char *p, size_t len, int enc_index)
{
    if (!len) p = ""; /* may be NULL */
    int enc = name_enc(p, len, enc_index);
    struct fstr_entry *e = fstr_lookup(p, len, enc, true);
    if (LIKELY(fstr_sym(e))) return sym_to_id(fstr_sym(e));
    VALUE fstr = fstr_str(e);
    if (must_be_whole_p(enc) && str_cr(fstr) == STR_CR_BROKEN) bad_name(p, len, enc);
    uint32_t hash = fstr_hash(e);
    ID id = new_id(fstr, classify(p, len, enc_at(enc)), 0);
    fstr_set_sym(fstr_entry_hashed(fstr, hash), id << 8 | SYMBOL_FLAG);
    RB_GC_GUARD(fstr);
    return id;
}

ID
id_intern_str(VALUE s)
{
    ID id = id_intern(str_ptr(s), str_len(s), str_enc_index(s));
    RB_GC_GUARD(s);
    return id;
}

VALUE
sym_intern(const char *p, size_t len, int enc_index)
{
    int enc = name_enc(p, len, enc_index);
    struct fstr_entry *e = fstr_lookup(p, len, enc, true);
    if (LIKELY(fstr_sym(e))) return fstr_sym(e);
    VALUE fstr = fstr_str(e);
    if (must_be_whole_p(enc) && str_cr(fstr) == STR_CR_BROKEN) bad_name(p, len, enc);
    unsigned cls = slot_class_for(sizeof(struct dyn_symbol));
    VALUE sym = gc_new(cls, T_SYMBOL | HDR_FROZEN | (uint32_t)enc << STR_ENC_SHIFT,
                       rb_cSymbol ? class_root_shape(rb_cSymbol, cls) : SHAPE_HIDDEN);
    struct dyn_symbol *d = (struct dyn_symbol *)sym;
    d->fstr = fstr;
    d->id = 0;
    fstr_set_sym(fstr_entry_of(fstr), sym);
    fstr_watch(fstr);
    return sym;
}

VALUE
str_intern(VALUE s)
{
    VALUE sym = sym_intern(str_ptr(s), str_len(s), str_enc_index(s));
    RB_GC_GUARD(s);
    return sym;
}

ID
id_attrset(ID id)
{
    VALUE name = id_name(id);
    if (id == idAREF) return idASET;
    enum id_class cls = id_class(id);
    if (!name) rb_name_error(id, "cannot make unknown type anonymous ID %d:%" PRIxVALUE " attrset", (int)cls, (VALUE)id);
    if (cls == ID_ATTRSET) return id;
    size_t len = str_len(name);
    if (cls == ID_JUNK) rb_name_error(id, "cannot make unknown type ID %d:%" PRIsVALUE " attrset", (int)cls, name);
    char small[128], *buf = len < sizeof(small) ? small : NULL;
    VALUE hold = 0;
    if (!buf) {
        hold = str_buf_new(len + 1);
        buf = str_ptr(hold);
    }
    memcpy(buf, str_ptr(name), len);
    buf[len] = '=';
    ID r = id_intern(buf, len + 1, str_enc_index(name));
    RB_GC_GUARD(hold);
    return r;
}

bool
id_ivar_p(ID id)
{
    return id_class(id) == ID_IVAR;
}
bool
id_const_p(ID id)
{
    return id_class(id) == ID_CONST;
}
bool
id_gvar_p(ID id)
{
    return id_class(id) == ID_GVAR;
}
bool
id_cvar_p(ID id)
{
    return id_class(id) == ID_CVAR;
}
bool
id_local_p(ID id)
{
    return id_class(id) == ID_LOCAL;
}
bool
id_attrset_p(ID id)
{
    return id_class(id) == ID_ATTRSET;
}

/* ---- start ---- */

static void
sym_mark(VALUE sym)
{
    gc_mark(((struct dyn_symbol *)sym)->fstr);
}

static void
sym_verify(VALUE sym)
{
    const struct dyn_symbol *d = (const struct dyn_symbol *)sym;
    gc_expect(val_type_p(d->fstr, T_STRING) && (obj_flags(d->fstr) & STR_FSTR), "a symbol's name is no fstring", sym);
    gc_expect(!d->id || sym_from_dyn_id(d->id) == sym, "a symbol is not the one that its ID stands for", sym);
}

void
Init_symbol_early(void)
{
    static const struct gc_type_ops ops = {.mark = sym_mark, .verify = sym_verify};
    Init_fstring_early();
    gc_register_type(T_SYMBOL, &ops);
    gc_add_root(mark_chunks, NULL);
    for (size_t i = 0; i < lengthof(operators); i++) {
        struct fstr_entry *e = fstr_lookup(operators[i].name, strlen(operators[i].name), ENCI_USASCII, true);
        operator_names[operators[i].id] = fstr_str(e);
        fstr_set_sym(e, operators[i].id << 8 | SYMBOL_FLAG);
    }
}
