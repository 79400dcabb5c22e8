/*
 * ruby/io/buffer.h - IO::Buffer from C.
 */
#ifndef RUBY_IO_BUFFER_H
#define RUBY_IO_BUFFER_H 1

#include "ruby/ruby.h"

enum rb_io_buffer_flags {
    RB_IO_BUFFER_EXTERNAL = 1,
    RB_IO_BUFFER_INTERNAL = 2,
    RB_IO_BUFFER_MAPPED = 4,
    RB_IO_BUFFER_SHARED = 8,
    RB_IO_BUFFER_LOCKED = 32,
    RB_IO_BUFFER_PRIVATE = 64,
    RB_IO_BUFFER_READONLY = 128,
    RB_IO_BUFFER_FILE = 256
};

enum rb_io_buffer_endian {
    RB_IO_BUFFER_LITTLE_ENDIAN = __ORDER_LITTLE_ENDIAN__,
    RB_IO_BUFFER_BIG_ENDIAN = __ORDER_BIG_ENDIAN__,
    RB_IO_BUFFER_HOST_ENDIAN = __BYTE_ORDER__,
    RB_IO_BUFFER_NETWORK_ENDIAN = RB_IO_BUFFER_BIG_ENDIAN
};

RBIMPL_SYMBOL_EXPORT_BEGIN()
RUBY_EXTERN VALUE rb_cIOBuffer;
RUBY_EXTERN size_t RUBY_IO_BUFFER_PAGE_SIZE;
RUBY_EXTERN size_t RUBY_IO_BUFFER_DEFAULT_SIZE;

VALUE rb_io_buffer_new(void *base, size_t size, enum rb_io_buffer_flags flags);
VALUE rb_io_buffer_type_allocate(VALUE klass);
VALUE rb_io_buffer_type_for(VALUE klass, VALUE string);
VALUE rb_io_buffer_map(VALUE io, size_t size, off_t offset, enum rb_io_buffer_flags flags);
VALUE rb_io_buffer_lock(VALUE buf);
VALUE rb_io_buffer_unlock(VALUE buf);
int rb_io_buffer_try_unlock(VALUE buf);
VALUE rb_io_buffer_free(VALUE buf);
VALUE rb_io_buffer_free_locked(VALUE buf);
enum rb_io_buffer_flags rb_io_buffer_get_bytes(VALUE buf, void **base, size_t *size);
void rb_io_buffer_get_bytes_for_reading(VALUE buf, const void **base, size_t *size);
void rb_io_buffer_get_bytes_for_writing(VALUE buf, void **base, size_t *size);
VALUE rb_io_buffer_transfer(VALUE buf);
void rb_io_buffer_resize(VALUE buf, size_t size);
void rb_io_buffer_clear(VALUE buf, uint8_t value, size_t offset, size_t len);
VALUE rb_io_buffer_read(VALUE buf, VALUE io, size_t len, size_t offset);
VALUE rb_io_buffer_pread(VALUE buf, VALUE io, off_t from, size_t len, size_t offset);
VALUE rb_io_buffer_write(VALUE buf, VALUE io, size_t len, size_t offset);
VALUE rb_io_buffer_pwrite(VALUE buf, VALUE io, off_t from, size_t len, size_t offset);
RBIMPL_SYMBOL_EXPORT_END()

#endif
