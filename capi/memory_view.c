/*
 * capi/memory_view.c - arrays of C data that one extension shows to another.
 *
 * Owns      which class can show its objects' memory (a hidden instance variable of the class), and which objects are on
 *           show now.
 * VIEW-1    While a view is held, its object stays alive: `shown` counts the views of each object and is a root.
 * VIEW-2    The format of an item is Array#pack's, without strings: a letter, then `!` or `_` for C's own size, `<` or `>`
 *           for the order of bytes, a count. A leading `|` aligns each component and the whole as C would.
 * Checked   fiddle's tests of MemoryView
 */
#include "internal/compiler.h"
#include "internal/gc.h"
#include "ruby/memory_view.h"
#include "ruby/ruby.h"
#include "ruby/st.h"
#include "ruby/util.h"

#include <string.h>

/* ---- who can show memory -------------------------------------------------------------------------------------- */

static const rb_data_type_t entry_type = {
    "memory_view_entry", {NULL, RUBY_NEVER_FREE, NULL, NULL, {NULL}}, NULL, NULL, RUBY_TYPED_FREE_IMMEDIATELY,
};

static ID
entry_ivar(void)
{
    return rb_intern("__memory_view__");
}

bool
rb_memory_view_register(VALUE klass, const rb_memory_view_entry_t *entry)
{
    Check_Type(klass, T_CLASS);
    if (RTEST(rb_ivar_defined(klass, entry_ivar()))) {
        rb_warning("Duplicated registration of memory view to %" PRIsVALUE, klass);
        return false;
    }
    VALUE holder = rb_data_typed_object_wrap(0, (void *)(uintptr_t)entry, &entry_type);
    rb_ivar_set(klass, entry_ivar(), holder);
    return true;
}

/* Returns the entry of obj's class or of the nearest superclass with an entry, or NULL. */
static const rb_memory_view_entry_t *
entry_of(VALUE obj)
{
    for (VALUE klass = rb_obj_class(obj); RTEST(klass); klass = rb_class_superclass(klass)) {
        VALUE holder = rb_ivar_get(klass, entry_ivar());
        if (!NIL_P(holder)) return rb_check_typeddata(holder, &entry_type);
        if (klass == rb_cObject) break;
    }
    return NULL;
}

/* ---- what is on show ------------------------------------------------------------------------------------------ */

static st_table *shown; /* object -> number of views */

/* The table as an object, for those who look who is on show. */
VALUE rb_memory_view_exported_object_registry = Qundef;
const rb_data_type_t rb_memory_view_exported_object_registry_data_type = {
    "memory_view/exported_object_registry", {NULL, RUBY_NEVER_FREE, NULL, NULL, {0}}, NULL, NULL, 0,
};

static int
mark_shown(st_data_t obj, st_data_t count, st_data_t arg)
{
    (void)count, (void)arg;
    gc_mark((VALUE)obj);
    return ST_CONTINUE;
}

static void
mark_all_shown(void *arg)
{
    (void)arg;
    st_foreach(shown, mark_shown, 0);
}

static int
count_view(st_data_t *obj, st_data_t *count, st_data_t change, int existing)
{
    (void)obj;
    *count = (existing ? *count : 0) + change;
    return *count ? ST_CONTINUE : ST_DELETE;
}

static void
show(VALUE obj, int change)
{
    if (SPECIAL_CONST_P(obj)) return;
    if (!shown) {
        shown = st_init_numtable();
        gc_add_root(mark_all_shown, NULL);
        rb_memory_view_exported_object_registry = TypedData_Wrap_Struct(
            0, &rb_memory_view_exported_object_registry_data_type, shown);
        rb_gc_register_mark_object(rb_memory_view_exported_object_registry);
    }
    st_update(shown, obj, count_view, (st_data_t)change);
}

bool
rb_memory_view_available_p(VALUE obj)
{
    const rb_memory_view_entry_t *entry = entry_of(obj);
    return entry && entry->available_p_func(obj);
}

bool
rb_memory_view_get(VALUE obj, rb_memory_view_t *view, int flags)
{
    const rb_memory_view_entry_t *entry = entry_of(obj);
    if (!entry || !entry->available_p_func(obj) || !entry->get_func(obj, view, flags)) return false;
    view->_memory_view_entry = entry;
    show(view->obj, 1);
    return true;
}

bool
rb_memory_view_release(rb_memory_view_t *view)
{
    const rb_memory_view_entry_t *entry = view->_memory_view_entry;
    if (!entry || (entry->release_func && !entry->release_func(view->obj, view))) return false;
    show(view->obj, -1);
    view->obj = Qnil;
    xfree((void *)(uintptr_t)view->item_desc.components);
    view->item_desc.components = NULL;
    return true;
}

bool
rb_memory_view_init_as_byte_array(rb_memory_view_t *view, VALUE obj, void *data, ssize_t len, bool readonly)
{
    memset(view, 0, sizeof *view);
    view->obj = obj;
    view->data = data;
    view->byte_size = len;
    view->readonly = readonly;
    view->item_size = 1;
    view->ndim = 1;
    return true;
}

void
rb_memory_view_fill_contiguous_strides(ssize_t ndim, ssize_t item_size, const ssize_t *shape, bool row_major_p,
                                       ssize_t *strides)
{
    ssize_t stride = item_size;
    for (ssize_t n = 0; n < ndim; n++) {
        ssize_t i = row_major_p ? ndim - 1 - n : n;
        strides[i] = stride;
        stride *= shape[i];
    }
}

static bool
contiguous_p(const rb_memory_view_t *view, bool row_major)
{
    ssize_t stride = view->item_size;
    for (ssize_t n = 0; n < view->ndim; n++) {
        ssize_t i = row_major ? view->ndim - 1 - n : n;
        if (view->strides[i] != stride) return false;
        stride *= view->shape[i];
    }
    return true;
}

bool
rb_memory_view_is_row_major_contiguous(const rb_memory_view_t *view)
{
    return contiguous_p(view, true);
}

bool
rb_memory_view_is_column_major_contiguous(const rb_memory_view_t *view)
{
    return contiguous_p(view, false);
}

/* ---- formats -------------------------------------------------------------------------------------------------- */

static const bool host_is_little = __BYTE_ORDER__ == __ORDER_LITTLE_ENDIAN__;

struct letter {
    char name;
    unsigned char size, native_size;
    char order; /* '<' or '>' if the letter says it, '=' the host's, and `<` or `>` may follow */
};

static const struct letter letters[] = {
    {'c', 1, 1, '='},
    {'C', 1, 1, '='},
    {'s', 2, sizeof(short), '='},
    {'S', 2, sizeof(short), '='},
    {'i', sizeof(int), sizeof(int), '='},
    {'I', sizeof(int), sizeof(int), '='},
    {'l', 4, sizeof(long), '='},
    {'L', 4, sizeof(long), '='},
    {'q', 8, sizeof(long long), '='},
    {'Q', 8, sizeof(long long), '='},
    {'j', sizeof(intptr_t), sizeof(intptr_t), '='},
    {'J', sizeof(intptr_t), sizeof(intptr_t), '='},
    {'f', sizeof(float), 0, '='},
    {'d', sizeof(double), 0, '='},
    {'F', sizeof(float), 0, '='},
    {'D', sizeof(double), 0, '='},
    {'e', sizeof(float), 0, '<'},
    {'E', sizeof(double), 0, '<'},
    {'g', sizeof(float), 0, '>'},
    {'G', sizeof(double), 0, '>'},
    {'n', 2, 0, '>'},
    {'N', 4, 0, '>'},
    {'v', 2, 0, '<'},
    {'V', 4, 0, '<'},
    {'x', 1, 0, '='},
};

static const struct letter *
letter_find(char name)
{
    for (size_t i = 0; i < lengthof(letters); i++)
        if (letters[i].name == name) return &letters[i];
    return NULL;
}

/* The next component of *p (padding has format 'x'); false at the end, or at what is no component: then *p stands there. */
static bool
component_read(const char **p, rb_memory_view_item_component_t *c)
{
    const char *s = *p;
    while (ISSPACE(*s)) s++;
    *p = s;
    const struct letter *l = *s ? letter_find(*s) : NULL;
    if (!l) return false;
    c->format = *s++;
    c->native_size_p = false;
    c->little_endian_p = l->order == '=' ? host_is_little : l->order == '<';
    c->size = l->size;
    for (; l->native_size && strchr("!_<>", *s) && *s; s++) {
        if (*s == '<' || *s == '>') c->little_endian_p = *s == '<';
        else c->native_size_p = true, c->size = l->native_size;
    }
    c->repeat = 1;
    if (ISDIGIT(*s)) {
        size_t used;
        int overflow;
        c->repeat = ruby_scan_digits(s, -1, 10, &used, &overflow);
        s += used;
        if (overflow || c->repeat > SSIZE_MAX / c->size) return false;
    }
    *p = s;
    return true;
}

static size_t
align_to(size_t n, size_t alignment)
{
    return (n + alignment - 1) / alignment * alignment;
}

/* Lays out format; members (may be null) gets its components. Returns the size of an item, or -1 with *err set. */
static ssize_t
format_lay_out(const char *format, rb_memory_view_item_component_t *members, size_t *count, const char **err)
{
    const char *p = format;
    bool aligned = *p == '|';
    size_t total = 0, most = 1, n = 0;
    rb_memory_view_item_component_t c;
    p += aligned;
    while (component_read(&p, &c)) {
        if (c.format != 'x') {
            if (aligned) total = align_to(total, c.size);
            if (c.size > most) most = c.size;
            c.offset = total;
            if (members) members[n] = c;
            n++;
        }
        if (__builtin_add_overflow(total, c.size * c.repeat, &total) || total > SSIZE_MAX / 2) break;
    }
    if (*p) {
        if (err) *err = p;
        return -1;
    }
    *count = n;
    return (ssize_t)(aligned ? align_to(total, most) : total);
}

ssize_t
rb_memory_view_item_size_from_format(const char *format, const char **err)
{
    size_t n;
    return format ? format_lay_out(format, NULL, &n, err) : 1;
}

/* Parses a format.  Returns the size of an item, or a negative number for an error.  The caller frees *members with xfree. */
ssize_t
rb_memory_view_parse_item_format(const char *format, rb_memory_view_item_component_t **members, size_t *n_members,
                                 const char **err)
{
    size_t n;
    if (!format) return 1;
    ssize_t size = format_lay_out(format, NULL, &n, err);
    if (size < 0 || !members || !n_members) return size;
    *members = ALLOC_N(rb_memory_view_item_component_t, n);
    *n_members = n;
    return format_lay_out(format, *members, &n, err);
}

void
rb_memory_view_prepare_item_desc(rb_memory_view_t *view)
{
    if (view->item_desc.components) return;
    const char *err = NULL;
    rb_memory_view_item_component_t *members;
    ssize_t size = rb_memory_view_parse_item_format(view->format, &members, &view->item_desc.length, &err);
    if (size < 0)
        rb_raise(rb_eArgError, "Unable to parse item format at %" PRIdSIZE " in %s", err - view->format, view->format);
    view->item_desc.components = members;
}

/* ---- items ---------------------------------------------------------------------------------------------------- */

/* Returns the address of an item.  Without strides the items lie in row-major order.  At a sub-offset that is not negative lies a
 * pointer, which is followed. */
void *
rb_memory_view_get_item_pointer(rb_memory_view_t *view, const ssize_t *indices)
{
    uint8_t *p = view->data;
    if (view->ndim == 0) return p;
    if (!view->strides) {
        ssize_t stride = view->item_size;
        for (ssize_t i = view->ndim - 1; i >= 0; i--) {
            p += indices[i] * stride;
            if (view->shape) stride *= view->shape[i];
        }
        return p;
    }
    for (ssize_t i = 0; i < view->ndim; i++) {
        p += indices[i] * view->strides[i];
        if (view->sub_offsets && view->sub_offsets[i] >= 0) p = *(uint8_t **)p + view->sub_offsets[i];
    }
    return p;
}

/* size bytes at p as an unsigned number. */
static uint64_t
load_unsigned(const uint8_t *p, size_t size, bool little)
{
    uint64_t v = 0;
    for (size_t i = 0; i < size; i++) v = v << 8 | p[little ? size - 1 - i : i];
    return v;
}

static VALUE
load_float(uint64_t bits, size_t size)
{
    if (size == sizeof(float)) {
        uint32_t half = (uint32_t)bits;
        float f;
        memcpy(&f, &half, sizeof f);
        return DBL2NUM((double)f);
    }
    double d;
    memcpy(&d, &bits, sizeof d);
    return DBL2NUM(d);
}

VALUE
rb_memory_view_extract_item_member(const void *ptr, const rb_memory_view_item_component_t *m, size_t i)
{
    if (!ptr || !m || i >= m->repeat) return Qnil;
    uint64_t v = load_unsigned((const uint8_t *)ptr + m->offset + i * m->size, m->size, m->little_endian_p);
    if (strchr("fdFDeEgG", m->format)) return load_float(v, m->size);
    if (!strchr("csilqj", m->format)) return ULL2NUM(v);
    unsigned unused = (unsigned)(64 - 8 * m->size);
    return LL2NUM((int64_t)(v << unused) >> unused);
}

/* One value, or an Array of them if there are more. */
VALUE
rb_memory_view_extract_item_members(const void *ptr, const rb_memory_view_item_component_t *members, size_t n)
{
    bool single = n == 1 && members->repeat == 1;
    VALUE all = n && !single ? rb_ary_new() : Qnil;
    for (const rb_memory_view_item_component_t *m = members; m < members + n; m++) {
        for (size_t i = 0; i < m->repeat; i++) {
            VALUE value = rb_memory_view_extract_item_member(ptr, m, i);
            if (single) return value;
            rb_ary_push(all, value);
        }
    }
    return all;
}

VALUE
rb_memory_view_get_item(rb_memory_view_t *view, const ssize_t *indices)
{
    void *p = rb_memory_view_get_item_pointer(view, indices);
    if (!view->format) return INT2FIX(*(uint8_t *)p);
    rb_memory_view_prepare_item_desc(view);
    return rb_memory_view_extract_item_members(p, view->item_desc.components, view->item_desc.length);
}
