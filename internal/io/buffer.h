/*
 * io/buffer.h - IO::Buffer inside: a stretch of memory, its owner, and the accesses that it allows.
 *
 * Owns      struct io_buffer.
 * Uses      io.h
 * BUFFER-1  base is null exactly if nothing is held; size is 0 then.
 * BUFFER-2  flags has RB_IO_BUFFER_INTERNAL (ours, from malloc), _MAPPED (ours, from mmap) or _EXTERNAL (owned by
 *           other code).  A slice has none of them: its memory belongs to `source`, an IO::Buffer or a String.
 * BUFFER-3  Memory is used only after io_buffer_reading or io_buffer_writing has checked that it still exists: a
 *           slice's source may have been freed or moved.  Code that may call Ruby between the check and the use checks
 *           again.
 * Threads   Under the VM lock; a buffer handed to a system call is locked meanwhile.
 */
#ifndef FACET_INTERNAL_IO_BUFFER_H
#define FACET_INTERNAL_IO_BUFFER_H

#include "internal/io.h"
#include "ruby/io/buffer.h"

struct io_buffer {
    void *base;
    size_t size;
    unsigned flags; /* enum rb_io_buffer_flags */
    VALUE source;   /* nil, or what the memory belongs to */
};

/* ---- io/buffer.c ---- */
struct io_buffer *io_buffer_of(VALUE v); /* raises TypeError */
VALUE io_buffer_alloc(size_t size);      /* a new IO::Buffer of zero bytes */
/* Return the memory, after checking it. raise InvalidatedError, AccessError. */
const void *io_buffer_reading(struct io_buffer *b, size_t *size);
void *io_buffer_writing(struct io_buffer *b, size_t *size);
bool io_buffer_valid(const struct io_buffer *b);
VALUE io_buffer_to_s(VALUE self);

/* Arguments: Integers that are not negative; `what` begins the message ("Offset"). raises TypeError, ArgumentError. */
size_t io_buffer_number(VALUE v, const char *what);
/* argv[0..1] may be given, or nil: an offset and a length within the buffer, which it checks. */
void io_buffer_range(const struct io_buffer *b, int argc, const VALUE *argv, size_t *offset, size_t *length);
void io_buffer_check_range(const struct io_buffer *b, size_t offset, size_t length);

/* Names of the exceptions, for rb_raise. */
extern VALUE io_buffer_eMask;

void Init_IOBufferData(void), Init_IOBufferText(void), Init_IOBufferTransfer(void);

#endif
