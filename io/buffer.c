/*
 * io/buffer.c - class IO::Buffer: memory made, mapped, borrowed, sliced, locked, given up.
 *
 * The methods for the bytes are in io/buffer_data.c (numbers, bit operations), io/buffer_text.c (strings, printed forms)
 * and io/buffer_io.c (reading and writing files).  The invariants are in internal/io/buffer.h.
 * Checked   test/test_io_buffer.rb, ruby/spec core/io/buffer
 */
#include "internal/compiler.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

#include "internal/gc.h"
#include "internal/io/buffer.h"
#include "internal/string.h"

VALUE rb_cIOBuffer;
size_t RUBY_IO_BUFFER_PAGE_SIZE, RUBY_IO_BUFFER_DEFAULT_SIZE;

VALUE io_buffer_eMask;
static VALUE eLocked, eAllocation, eAccess, eInvalidated;

enum { OWN_FLAGS = RB_IO_BUFFER_INTERNAL | RB_IO_BUFFER_MAPPED };

/* ---- the object ---- */

/* Gives back what is ours and forgets the rest. */
static void
release(struct io_buffer *b)
{
    if (b->base && (b->flags & RB_IO_BUFFER_INTERNAL)) free(b->base);
    else if (b->base && (b->flags & RB_IO_BUFFER_MAPPED)) munmap(b->base, b->size);
    b->base = NULL;
    b->size = 0;
    b->flags = 0;
    b->source = Qnil;
}

static void
buffer_mark(void *p)
{
    gc_mark(((struct io_buffer *)p)->source);
}

static void
buffer_free(void *p)
{
    release(p);
    xfree(p);
}

static size_t
buffer_memsize(const void *p)
{
    const struct io_buffer *b = p;
    return sizeof *b + (b->flags & OWN_FLAGS ? b->size : 0);
}

static const rb_data_type_t buffer_type = {
    .wrap_struct_name = "IO::Buffer",
    .function = {.dmark = buffer_mark, .dfree = buffer_free, .dsize = buffer_memsize},
    .flags = RUBY_TYPED_FREE_IMMEDIATELY | RUBY_TYPED_WB_PROTECTED,
};

VALUE
rb_io_buffer_type_allocate(VALUE klass)
{
    struct io_buffer *b;
    VALUE v = TypedData_Make_Struct(klass, struct io_buffer, &buffer_type, b);
    b->source = Qnil;
    return v;
}

struct io_buffer *
io_buffer_of(VALUE v)
{
    return rb_check_typeddata(v, &buffer_type);
}

static void
warn_experimental(void)
{
    static bool warned;
    if (warned || !rb_warning_category_enabled_p(RB_WARN_CATEGORY_EXPERIMENTAL)) return;
    warned = true;
    rb_category_warn(RB_WARN_CATEGORY_EXPERIMENTAL,
                     "IO::Buffer is experimental and both the Ruby and C interface may change in the future!");
}

/* ---- arguments ---- */

size_t
io_buffer_number(VALUE v, const char *what)
{
    if (!RB_INTEGER_TYPE_P(v)) rb_raise(rb_eTypeError, "not an Integer");
    if (FIXNUM_P(v) ? FIX2LONG(v) < 0 : RBIGNUM_NEGATIVE_P(v)) rb_raise(rb_eArgError, "%s can't be negative!", what);
    return (size_t)NUM2ULL(v);
}

void
io_buffer_check_range(const struct io_buffer *b, size_t offset, size_t length)
{
    if (offset > b->size || length > b->size - offset) {
        rb_raise(rb_eArgError, "Specified offset+length is bigger than the buffer size!");
    }
}

void
io_buffer_range(const struct io_buffer *b, int argc, const VALUE *argv, size_t *offset, size_t *length)
{
    *offset = argc > 0 && !NIL_P(argv[0]) ? io_buffer_number(argv[0], "Offset") : 0;
    if (argc > 1 && !NIL_P(argv[1])) {
        *length = io_buffer_number(argv[1], "Length");
    } else {
        if (*offset > b->size) rb_raise(rb_eArgError, "The given offset is bigger than the buffer size!");
        *length = b->size - *offset;
    }
    io_buffer_check_range(b, *offset, *length);
}

static unsigned
flags_argument(VALUE v)
{
    return (unsigned)io_buffer_number(v, "Flags");
}

/* ---- is the memory there? (BUFFER-3) ---- */

static bool
within(const struct io_buffer *b, const void *base, size_t size)
{
    const char *from = base, *at = b->base;
    return from && at >= from && at + b->size <= from + size;
}

bool
io_buffer_valid(const struct io_buffer *b)
{
    if (NIL_P(b->source)) return true;
    if (RB_TYPE_P(b->source, T_STRING)) return within(b, RSTRING_PTR(b->source), (size_t)RSTRING_LEN(b->source));
    const struct io_buffer *source = io_buffer_of(b->source);
    return io_buffer_valid(source) && within(b, source->base, source->size);
}

const void *
io_buffer_reading(struct io_buffer *b, size_t *size)
{
    if (!io_buffer_valid(b)) rb_raise(eInvalidated, "Buffer has been invalidated!");
    *size = b->size;
    return b->base;
}

void *
io_buffer_writing(struct io_buffer *b, size_t *size)
{
    bool frozen_text = RB_TYPE_P(b->source, T_STRING) && OBJ_FROZEN(b->source);
    if ((b->flags & RB_IO_BUFFER_READONLY) || frozen_text) rb_raise(eAccess, "Buffer is not writable!");
    if (!io_buffer_valid(b)) rb_raise(eInvalidated, "Buffer is invalid!");
    *size = b->size;
    return b->base;
}

/* ---- making ---- */

/* Gives b memory of zeros, of the kind in flags.  size is not 0. */
static void
acquire(struct io_buffer *b, size_t size, unsigned flags)
{
    void *base;
    if (flags & RB_IO_BUFFER_INTERNAL) {
        base = gc_raw_try_calloc(1, size);
        if (!base) rb_sys_fail("io_buffer_initialize:calloc");
    } else if (flags & RB_IO_BUFFER_MAPPED) {
        int share = flags & RB_IO_BUFFER_SHARED ? MAP_SHARED : MAP_PRIVATE;
        base = mmap(NULL, size, PROT_READ | PROT_WRITE, MAP_ANONYMOUS | share, -1, 0);
        if (base == MAP_FAILED) rb_sys_fail("io_buffer_map_memory:mmap");
    } else {
        rb_raise(eAllocation, "Could not allocate buffer!");
    }
    b->base = base;
    b->size = size;
    b->flags = flags;
}

static unsigned
flags_for_size(size_t size)
{
    return size >= RUBY_IO_BUFFER_PAGE_SIZE ? RB_IO_BUFFER_MAPPED : RB_IO_BUFFER_INTERNAL;
}

VALUE
io_buffer_alloc(size_t size)
{
    VALUE v = rb_io_buffer_type_allocate(rb_cIOBuffer);
    if (size) acquire(io_buffer_of(v), size, flags_for_size(size));
    return v;
}

/* base null: new memory; else what is there already, which flags describes. */
VALUE
rb_io_buffer_new(void *base, size_t size, enum rb_io_buffer_flags flags)
{
    VALUE v = rb_io_buffer_type_allocate(rb_cIOBuffer);
    struct io_buffer *b = io_buffer_of(v);
    if (base) {
        b->base = base;
        b->size = size;
        b->flags = flags;
    } else if (size) {
        acquire(b, size, flags & OWN_FLAGS ? (unsigned)flags : flags | flags_for_size(size));
    }
    return v;
}

static VALUE
buffer_m_initialize(int argc, VALUE *argv, VALUE self)
{
    warn_experimental();
    rb_check_arity(argc, 0, 2);
    struct io_buffer *b = io_buffer_of(self);
    size_t size = argc > 0 ? io_buffer_number(argv[0], "Size") : RUBY_IO_BUFFER_DEFAULT_SIZE;
    unsigned flags = argc > 1 ? flags_argument(argv[1]) : flags_for_size(size);
    release(b);
    if (size) acquire(b, size, flags);
    return self;
}

static VALUE
buffer_m_initialize_copy(VALUE self, VALUE orig)
{
    struct io_buffer *b = io_buffer_of(self), *from = io_buffer_of(orig);
    size_t size;
    const void *bytes = io_buffer_reading(from, &size);
    release(b);
    if (!size) return self;
    acquire(b, size, flags_for_size(size));
    memcpy(b->base, bytes, size);
    return self;
}

/* ---- strings' memory ---- */

static VALUE
on_string(VALUE klass, VALUE string, unsigned flags)
{
    VALUE v = rb_io_buffer_type_allocate(klass);
    struct io_buffer *b = io_buffer_of(v);
    b->base = RSTRING_PTR(string);
    b->size = (size_t)RSTRING_LEN(string);
    b->flags = RB_IO_BUFFER_EXTERNAL | flags;
    RB_OBJ_WRITE(v, &b->source, string);
    return v;
}

struct borrowed {
    VALUE buffer, string;
    bool locked;
};

static VALUE
yield_borrowed(VALUE arg)
{
    return rb_yield(((struct borrowed *)arg)->buffer);
}

static VALUE
end_borrowed(VALUE arg)
{
    struct borrowed *l = (struct borrowed *)arg;
    release(io_buffer_of(l->buffer));
    if (l->locked) rb_str_unlocktmp(l->string);
    return Qnil;
}

/* The block works on the string's own bytes; without one, a read-only buffer on a copy. */
VALUE
rb_io_buffer_type_for(VALUE klass, VALUE string)
{
    warn_experimental();
    StringValue(string);
    if (!rb_block_given_p()) return on_string(klass, rb_str_new_frozen(string), RB_IO_BUFFER_READONLY);
    struct borrowed l = {.string = string, .locked = !OBJ_FROZEN(string)};
    if (l.locked) {
        rb_str_modify(string);
        rb_str_locktmp(string);
    }
    l.buffer = on_string(klass, string, l.locked ? 0 : RB_IO_BUFFER_READONLY);
    return rb_ensure(yield_borrowed, (VALUE)&l, end_borrowed, (VALUE)&l);
}

static VALUE
buffer_s_string(VALUE klass, VALUE length)
{
    warn_experimental();
    long n = NUM2LONG(length);
    if (n < 0) rb_raise(rb_eArgError, "negative string size (or size too big)");
    rb_need_block();
    VALUE string = rb_str_buf_new(n);
    rb_str_set_len(string, n);
    memset(RSTRING_PTR(string), 0, (size_t)n);
    struct borrowed l = {.string = rb_str_locktmp(string), .locked = true};
    l.buffer = on_string(klass, string, 0);
    rb_ensure(yield_borrowed, (VALUE)&l, end_borrowed, (VALUE)&l);
    return string;
}

/* ---- files' memory ---- */

static void
map_file(struct io_buffer *b, int fd, size_t size, off_t offset, unsigned flags)
{
    bool own = flags & RB_IO_BUFFER_PRIVATE;
    int prot = flags & RB_IO_BUFFER_READONLY ? PROT_READ : PROT_READ | PROT_WRITE;
    void *base = mmap(NULL, size, prot, own ? MAP_PRIVATE : MAP_SHARED, fd, offset);
    if (base == MAP_FAILED) rb_sys_fail("io_buffer_map_file:mmap");
    b->base = base;
    b->size = size;
    b->flags = RB_IO_BUFFER_MAPPED | RB_IO_BUFFER_FILE | (flags & RB_IO_BUFFER_READONLY);
    b->flags |= own ? RB_IO_BUFFER_PRIVATE : RB_IO_BUFFER_EXTERNAL | RB_IO_BUFFER_SHARED;
}

VALUE
rb_io_buffer_map(VALUE io, size_t size, off_t offset, enum rb_io_buffer_flags flags)
{
    warn_experimental();
    VALUE v = rb_io_buffer_type_allocate(rb_cIOBuffer);
    map_file(io_buffer_of(v), rb_io_descriptor(io), size, offset, flags);
    return v;
}

static VALUE
buffer_s_map(int argc, VALUE *argv, VALUE klass)
{
    warn_experimental();
    rb_check_arity(argc, 1, 4);
    off_t file_size = RB_TYPE_P(argv[0], T_FILE) ? rb_file_size(argv[0])
                                                 : (off_t)NUM2OFFT(rb_funcall(argv[0], rb_intern("size"), 0));
    if (file_size <= 0) rb_raise(rb_eArgError, "Invalid negative or zero file size!");
    bool given = argc > 1 && !NIL_P(argv[1]);
    size_t size = given ? io_buffer_number(argv[1], "Size") : 0;
    if (given && size == 0) rb_raise(rb_eArgError, "Size can't be zero!");
    if (size > (size_t)file_size) rb_raise(rb_eArgError, "Size can't be larger than file size!");
    off_t offset = argc > 2 ? NUM2OFFT(argv[2]) : 0;
    if (offset < 0) rb_raise(rb_eArgError, "Offset can't be negative!");
    if (offset > file_size - (off_t)size || (!given && offset == file_size)) rb_raise(rb_eArgError, "Offset too large!");
    unsigned flags = argc > 3 ? flags_argument(argv[3]) : 0;
    int fd = rb_io_descriptor(argv[0]);
    VALUE v = rb_io_buffer_type_allocate(klass);
    map_file(io_buffer_of(v), fd, given ? size : (size_t)(file_size - offset), offset, flags);
    return v;
}

/* ---- slices ---- */

static VALUE
buffer_m_slice(int argc, VALUE *argv, VALUE self)
{
    rb_check_arity(argc, 0, 2);
    struct io_buffer *b = io_buffer_of(self);
    size_t offset, length;
    io_buffer_range(b, argc, argv, &offset, &length);
    VALUE v = rb_io_buffer_type_allocate(rb_obj_class(self));
    struct io_buffer *s = io_buffer_of(v);
    s->base = b->base ? (char *)b->base + offset : NULL;
    s->size = length;
    s->flags = b->flags & RB_IO_BUFFER_READONLY;
    RB_OBJ_WRITE(v, &s->source, NIL_P(b->source) ? self : b->source);
    return v;
}

/* ---- giving up, moving, growing ---- */

VALUE
rb_io_buffer_free(VALUE self)
{
    struct io_buffer *b = io_buffer_of(self);
    if (b->flags & RB_IO_BUFFER_LOCKED) rb_raise(eLocked, "Buffer is locked!");
    release(b);
    return self;
}

VALUE
rb_io_buffer_free_locked(VALUE self)
{
    rb_io_buffer_unlock(self);
    return rb_io_buffer_free(self);
}

VALUE
rb_io_buffer_transfer(VALUE self)
{
    struct io_buffer *b = io_buffer_of(self);
    if (b->flags & RB_IO_BUFFER_LOCKED) rb_raise(eLocked, "Cannot transfer ownership of locked buffer!");
    VALUE v = rb_io_buffer_type_allocate(rb_obj_class(self));
    struct io_buffer *to = io_buffer_of(v);
    to->base = b->base;
    to->size = b->size;
    to->flags = b->flags;
    RB_OBJ_WRITE(v, &to->source, b->source);
    b->base = NULL;
    b->size = 0;
    b->source = Qnil;
    return v;
}

static void
resize_internal(struct io_buffer *b, size_t size)
{
    if (size == b->size) return; /* slices stay valid */
    void *base = gc_raw_try_realloc(b->base, size);
    if (!base) rb_sys_fail("rb_io_buffer_resize:realloc");
    if (size > b->size) memset((char *)base + b->size, 0, size - b->size);
    b->base = base;
    b->size = size;
}

static void
resize_mapped(struct io_buffer *b, size_t size)
{
    /* what a smaller mapping keeps of its last page is not seen again */
    size_t page = RUBY_IO_BUFFER_PAGE_SIZE, rest = b->size % page;
    void *base = mremap(b->base, b->size, size, MREMAP_MAYMOVE);
    if (base == MAP_FAILED) rb_sys_fail("rb_io_buffer_resize:mremap");
    if (size > b->size && rest) {
        size_t n = page - rest;
        memset((char *)base + b->size, 0, n < size - b->size ? n : size - b->size);
    }
    b->base = base;
    b->size = size;
}

/* A slice gets memory of its own, with its bytes. */
static void
resize_slice(struct io_buffer *b, size_t size)
{
    size_t n;
    const void *bytes = io_buffer_reading(b, &n);
    struct io_buffer fresh = {.source = Qnil};
    acquire(&fresh, size, flags_for_size(size));
    memcpy(fresh.base, bytes, n < size ? n : size);
    *b = fresh;
}

void
rb_io_buffer_resize(VALUE self, size_t size)
{
    struct io_buffer *b = io_buffer_of(self);
    if (b->flags & RB_IO_BUFFER_LOCKED) rb_raise(eLocked, "Cannot resize locked buffer!");
    if (b->base && (b->flags & RB_IO_BUFFER_EXTERNAL)) rb_raise(eAccess, "Cannot resize external buffer!");
    if (size == 0) release(b);
    else if (!b->base) acquire(b, size, flags_for_size(size));
    else if (b->flags & RB_IO_BUFFER_INTERNAL) resize_internal(b, size);
    else if (b->flags & RB_IO_BUFFER_MAPPED) resize_mapped(b, size);
    else resize_slice(b, size);
}

static VALUE
buffer_m_resize(VALUE self, VALUE size)
{
    rb_io_buffer_resize(self, io_buffer_number(size, "Size"));
    return self;
}

/* ---- locks ---- */

VALUE
rb_io_buffer_lock(VALUE self)
{
    struct io_buffer *b = io_buffer_of(self);
    if (b->flags & RB_IO_BUFFER_LOCKED) rb_raise(eLocked, "Buffer already locked!");
    b->flags |= RB_IO_BUFFER_LOCKED;
    return self;
}

VALUE
rb_io_buffer_unlock(VALUE self)
{
    if (!rb_io_buffer_try_unlock(self)) rb_raise(eLocked, "Buffer not locked!");
    return self;
}

int
rb_io_buffer_try_unlock(VALUE self)
{
    struct io_buffer *b = io_buffer_of(self);
    if (!(b->flags & RB_IO_BUFFER_LOCKED)) return 0;
    b->flags &= ~RB_IO_BUFFER_LOCKED;
    return 1;
}

/* A block that raises leaves the buffer locked, as in CRuby. */
static VALUE
buffer_m_locked(VALUE self)
{
    rb_need_block();
    rb_io_buffer_lock(self);
    VALUE result = rb_yield(self);
    rb_io_buffer_try_unlock(self);
    return result;
}

/* ---- bytes for C ---- */

enum rb_io_buffer_flags
rb_io_buffer_get_bytes(VALUE self, void **base, size_t *size)
{
    struct io_buffer *b = io_buffer_of(self);
    bool valid = io_buffer_valid(b);
    *base = valid ? b->base : NULL;
    *size = valid ? b->size : 0;
    return b->flags;
}

void
rb_io_buffer_get_bytes_for_reading(VALUE self, const void **base, size_t *size)
{
    *base = io_buffer_reading(io_buffer_of(self), size);
}

void
rb_io_buffer_get_bytes_for_writing(VALUE self, void **base, size_t *size)
{
    *base = io_buffer_writing(io_buffer_of(self), size);
}

/* ---- questions ---- */

static VALUE
buffer_m_size(VALUE self)
{
    return SIZET2NUM(io_buffer_of(self)->size);
}

static VALUE
buffer_m_valid_p(VALUE self)
{
    return val_bool(io_buffer_valid(io_buffer_of(self)));
}

#define ASK(name, expr)                                 \
    static VALUE buffer_m_##name(VALUE self)            \
    {                                                   \
        const struct io_buffer *b = io_buffer_of(self); \
        return val_bool(expr);                          \
    }
ASK(null_p, !b->base)
ASK(empty_p, b->size == 0)
ASK(external_p, b->flags &RB_IO_BUFFER_EXTERNAL)
ASK(internal_p, b->flags &RB_IO_BUFFER_INTERNAL)
ASK(mapped_p, b->flags &RB_IO_BUFFER_MAPPED)
ASK(shared_p, b->flags &RB_IO_BUFFER_SHARED)
ASK(private_p, b->flags &RB_IO_BUFFER_PRIVATE)
ASK(locked_p, b->flags &RB_IO_BUFFER_LOCKED)
ASK(readonly_p, (b->flags & RB_IO_BUFFER_READONLY) || (RB_TYPE_P(b->source, T_STRING) && OBJ_FROZEN(b->source)))
#undef ASK

/* ---- Init ---- */

static void
define_constants(void)
{
    static const struct {
        const char *name;
        int value;
    } flags[] = {
        {"EXTERNAL", RB_IO_BUFFER_EXTERNAL},
        {"INTERNAL", RB_IO_BUFFER_INTERNAL},
        {"MAPPED", RB_IO_BUFFER_MAPPED},
        {"SHARED", RB_IO_BUFFER_SHARED},
        {"LOCKED", RB_IO_BUFFER_LOCKED},
        {"PRIVATE", RB_IO_BUFFER_PRIVATE},
        {"READONLY", RB_IO_BUFFER_READONLY},
        {"LITTLE_ENDIAN", 4},
        {"BIG_ENDIAN", 8},
        {"HOST_ENDIAN", RB_IO_BUFFER_HOST_ENDIAN == RB_IO_BUFFER_LITTLE_ENDIAN ? 4 : 8},
        {"NETWORK_ENDIAN", 8},
    };
    for (size_t i = 0; i < lengthof(flags); i++) rb_define_const(rb_cIOBuffer, flags[i].name, INT2FIX(flags[i].value));
    eLocked = rb_define_class_under(rb_cIOBuffer, "LockedError", rb_eRuntimeError);
    eAllocation = rb_define_class_under(rb_cIOBuffer, "AllocationError", rb_eRuntimeError);
    eAccess = rb_define_class_under(rb_cIOBuffer, "AccessError", rb_eRuntimeError);
    eInvalidated = rb_define_class_under(rb_cIOBuffer, "InvalidatedError", rb_eRuntimeError);
    io_buffer_eMask = rb_define_class_under(rb_cIOBuffer, "MaskError", rb_eArgError);
    const char *env = getenv("RUBY_IO_BUFFER_DEFAULT_SIZE");
    long asked = env ? strtol(env, NULL, 10) : 0;
    RUBY_IO_BUFFER_PAGE_SIZE = (size_t)sysconf(_SC_PAGESIZE);
    RUBY_IO_BUFFER_DEFAULT_SIZE = asked > 0 ? (size_t)asked : RUBY_IO_BUFFER_PAGE_SIZE * 16;
    rb_define_const(rb_cIOBuffer, "PAGE_SIZE", SIZET2NUM(RUBY_IO_BUFFER_PAGE_SIZE));
    rb_define_const(rb_cIOBuffer, "DEFAULT_SIZE", SIZET2NUM(RUBY_IO_BUFFER_DEFAULT_SIZE));
}

void
Init_IOBuffer(void)
{
    rb_cIOBuffer = rb_define_class_under(rb_cIO, "Buffer", rb_cObject);
    VALUE c = rb_cIOBuffer;
    rb_include_module(c, rb_mComparable);
    rb_define_alloc_func(c, rb_io_buffer_type_allocate);
    define_constants();
    rb_define_singleton_method(c, "for", rb_io_buffer_type_for, 1);
    rb_define_singleton_method(c, "string", buffer_s_string, 1);
    rb_define_singleton_method(c, "map", buffer_s_map, -1);
    rb_define_private_method(c, "initialize", buffer_m_initialize, -1);
    rb_define_private_method(c, "initialize_copy", buffer_m_initialize_copy, 1);
    rb_define_method(c, "slice", buffer_m_slice, -1);
    rb_define_method(c, "free", rb_io_buffer_free, 0);
    rb_define_method(c, "transfer", rb_io_buffer_transfer, 0);
    rb_define_method(c, "resize", buffer_m_resize, 1);
    rb_define_method(c, "locked", buffer_m_locked, 0);
    rb_define_method(c, "size", buffer_m_size, 0);
    rb_define_method(c, "valid?", buffer_m_valid_p, 0);
    rb_define_method(c, "null?", buffer_m_null_p, 0);
    rb_define_method(c, "empty?", buffer_m_empty_p, 0);
    rb_define_method(c, "external?", buffer_m_external_p, 0);
    rb_define_method(c, "internal?", buffer_m_internal_p, 0);
    rb_define_method(c, "mapped?", buffer_m_mapped_p, 0);
    rb_define_method(c, "shared?", buffer_m_shared_p, 0);
    rb_define_method(c, "private?", buffer_m_private_p, 0);
    rb_define_method(c, "locked?", buffer_m_locked_p, 0);
    rb_define_method(c, "readonly?", buffer_m_readonly_p, 0);
    Init_IOBufferData();
    Init_IOBufferText();
    Init_IOBufferTransfer();
}
