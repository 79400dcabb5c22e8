/*
 * io.h - IO objects inside: buffers, converters, and the waiters on a descriptor.
 *
 * Owns      struct rb_io_private; the meaning of an rb_io_t's private part.
 * Uses      string.h, thread.h
 * IO-1      rbuf holds bytes read from fd and not yet given out; cbuf the same after conversion (readconv).  A stream with
 *           bytes in cbuf is read through the converter only.
 * IO-2      wbuf holds bytes accepted and not yet written.  If a stream is seekable, rbuf and cbuf are empty while it
 *           is written to, and wbuf is empty while it is read from.  A change of direction flushes or seeks back.
 * IO-3      Everything that may block goes through io_sys_*: the lock is given up, signals are served, EINTR is retried.
 *           After each of them, buffers and fd may have changed: read them again.
 * IO-4      A thread inside io_sys_* has a record in `waiters`; close marks them, wakes them and waits until all have
 *           left.  A fiber that waits in a hook of its scheduler is interrupted with an IOError instead, before the
 *           descriptor is given back to the system.  They raise IOError "stream closed in another thread".
 * IO-5      fd < 0 means closed; an uninitialized IO has no rb_io_t at all.
 * IO-6      Only the holder of write_lock writes wbuf out, once a second thread exists.
 * Threads   Under the VM lock, except the bodies of io_sys_*.
 * Checked   test/test_io.rb
 */
#ifndef FACET_INTERNAL_IO_H
#define FACET_INTERNAL_IO_H

#include <sys/types.h>
#include "internal/cont.h"
#include "internal/encoding.h"
#include "internal/string.h"
#include "ruby/io.h"

enum {
    IO_RBUF_BYTES = LIMIT(8192, 16),
    IO_WBUF_BYTES = LIMIT(8192, 16),
    IO_CBUF_BYTES = LIMIT(8192, 16),
    IO_EPIPE_IS_SIGNAL = 0x20000, /* in rb_io_t.mode: the first STDOUT, until it is reopened as another stream */
};

struct io_buf {
    char *ptr;
    size_t off, len, capa; /* the bytes are ptr[off] .. ptr[off + len - 1] */
};

struct io_waiter {
    struct fiber_record record; /* of `fiber` */
    rb_io_t *fptr;              /* whose list it stands in; NULL: none */
    struct rthread *thread;
    VALUE fiber; /* that waits in its scheduler's hook; 0: the thread itself waits */
    struct io_waiter *next;
    bool closed; /* set by close: raise when you come out */
};

/* The private part of a stream, fptr->priv; allocated with the rb_io_t. */
struct rb_io_private {
    struct io_buf rbuf, wbuf, cbuf;
    rb_econv_t *readconv, *writeconv;
    bool readconv_made, writeconv_made;
    VALUE writeconv_asciicompat;                   /* encoding name the converter starts from; nil */
    struct io_waiter *waiters;                     /* IO-4 */
    void (*finalize)(rb_io_t *fptr, bool noraise); /* popen's: reaps the child */
    bool closing;                                  /* waiters are leaving, the descriptor is still open; closed? is true */
    bool write_closed;                             /* close_write came, and left the reading side */
};

static inline rb_io_t *
io_ptr_raw(VALUE io) /* NULL: uninitialized */
{
    return RFILE(io)->fptr;
}
/* Initialized, perhaps closed.  raises IOError "uninitialized stream". */
static inline rb_io_t *
io_ptr_init(VALUE io)
{
    rb_io_t *fptr = io_ptr_raw(io);
    if (UNLIKELY(!fptr)) rb_io_check_initialized(fptr);
    return fptr;
}
/* Open.  raises IOError "closed stream", FrozenError. */
static inline rb_io_t *
io_ptr(VALUE io)
{
    rb_io_t *fptr = io_ptr_raw(io);
    if (UNLIKELY(obj_frozen(io))) rb_check_frozen(io);
    if (UNLIKELY(!fptr || fptr->fd < 0)) rb_io_check_closed(fptr);
    return fptr;
}
static inline bool
io_p(VALUE v)
{
    return val_type_p(v, T_FILE);
}
rb_io_t *io_readable(VALUE io);      /* checked, ready for reading: bytes and characters */
rb_io_t *io_byte_readable(VALUE io); /* and no character is pending (cbuf) */
rb_io_t *io_writable(VALUE io);      /* checked, ready for writing */
VALUE io_write_side(VALUE io);       /* the tied IO that writes, or io */

/* ---- io.c ---- */
rb_io_t *io_new_ptr(VALUE io); /* gives io a fresh closed rb_io_t; RuntimeError if it has one that is open */
VALUE io_wrap(VALUE klass, int fd, int mode, const char *path); /* a new IO on fd */
VALUE io_new_raw(VALUE klass);                                  /* allocated, uninitialized */
VALUE io_close_ensured(VALUE io);                               /* for rb_ensure: closes what is open, by its close method */
void io_close(VALUE io, bool noraise);
NORETURN void io_fail_path(const char *func, int err, rb_io_t *fptr); /* errno with the stream's path, if any */
bool io_fd_tty(rb_io_t *fptr);
void io_forget_waiters_of(rb_io_t *fptr);
void io_forget_waiters(void); /* in a forked child: the other threads are gone */
VALUE io_to_io(VALUE v);      /* to_io; raises TypeError */
void io_buf_free(struct io_buf *b);

/* ---- io/sys.c: the system calls that may block (IO-3).  -1: errno is set and is not EINTR ---- */
ssize_t io_sys_read(rb_io_t *fptr, void *buf, size_t n);
ssize_t io_sys_write(rb_io_t *fptr, const void *buf, size_t n);
ssize_t io_sys_pread(rb_io_t *fptr, void *buf, size_t n, off_t at);
ssize_t io_sys_pwrite(rb_io_t *fptr, const void *buf, size_t n, off_t at);
int io_sys_open(const char *path, int flags,
                mode_t mode); /* close-on-exec; tries again after a collection when out of fds */
/* Makes any other call: fn(arg) returns -1 with errno. */
intptr_t io_sys_call(rb_io_t *fptr, intptr_t (*fn)(void *), void *arg);
intptr_t io_sys_call_once(rb_io_t *fptr, intptr_t (*fn)(void *), void *arg); /* may set EINTR */
/* Makes such a call without a stream. */
intptr_t io_sys_call_nofd(intptr_t (*fn)(void *), void *arg);
intptr_t io_sys_call_nofd_once(intptr_t (*fn)(void *), void *arg);
extern int io_any_waiter; /* threads inside io_sys_call */
VALUE io_scheduler(void); /* the fiber scheduler in force, or nil */
/* Waits for POLL events, at most timeout_ns (-1: no limit).  Returns the events that are ready, or 0 at the
 * timeout. */
int io_sys_poll(rb_io_t *fptr, int fd, int events, int64_t timeout_ns);
/* Waits until the stream is readable or writable.  Raises IO::TimeoutError after the stream's timeout. */
void io_wait_for(rb_io_t *fptr, int events);
int64_t io_timeout_ns(VALUE timeout); /* nil: -1; raises ArgumentError, TypeError as Kernel#sleep */

/* Takes the keywords of the running C method off its arguments and returns them, or nil. */
static inline VALUE
io_take_opts(int *argc, const VALUE *argv)
{
    return *argc > 0 && rb_keyword_given_p() ? argv[--*argc] : Qnil;
}
/* Takes the keywords off the arguments; only `exception:` is allowed.  Returns whether to raise. */
bool io_take_exception(int *argc, const VALUE *argv);

/* ---- io/read.c ---- */
/* Returns the number of bytes in rbuf; reads if there are none.  Returns 0 at the end of file. */
size_t io_fill(rb_io_t *fptr);
void io_unread(rb_io_t *fptr); /* seeks back over rbuf (IO-2) */
VALUE io_read_all(rb_io_t *fptr, VALUE str);
VALUE io_enc_str(VALUE str, rb_io_t *fptr); /* tags what was read */
int io_read_enc(rb_io_t *fptr);             /* index of the encoding of strings read */

/* ---- io/gets.c ---- */
struct io_line_args {
    VALUE rs;   /* nil: all; String */
    long limit; /* -1: none */
    bool chomp;
};
/* [sep] [limit] [chomp:]; fptr may be NULL (no encoding to check against). */
void io_line_args(int argc, const VALUE *argv, struct io_line_args *a, rb_io_t *fptr);
void io_line_args_plain(int argc, const VALUE *argv, struct io_line_args *a, rb_io_t *fptr); /* no keywords */
VALUE io_check_separator(VALUE rs, rb_io_t *fptr);
/* Returns the next line, or nil; counts it, in $. too, unless the limit cut it.  a->limit 0 gives "". */
VALUE io_next_line(struct io_line_args *a, rb_io_t *fptr);
VALUE io_each_line(struct io_line_args *a, VALUE io); /* yields; nil */
VALUE io_all_lines(struct io_line_args *a, VALUE io); /* Array */
void io_set_last_lineno(int n);                       /* $. ; io/argf.c */

/* ---- io/char.c ---- */
VALUE io_getc(rb_io_t *fptr); /* nil at the end */
void io_unget(rb_io_t *fptr, VALUE str, bool bytes);

/* ---- io/write.c ---- */
ssize_t io_write_bytes(rb_io_t *fptr, const char *p, size_t n, bool nosync);
int io_flush_wbuf(rb_io_t *fptr);                        /* 0, or -1 with errno */
VALUE io_write(VALUE io, VALUE str, bool nosync);        /* the number of bytes */
VALUE io_writev(VALUE out, int argc, const VALUE *argv); /* through out's write method, if it has its own */

/* ---- io/open.c ---- */
struct io_mode {
    int fmode, oflags;
    mode_t perm;
    struct rb_io_encoding enc;
};
void io_mode_from(struct io_mode *m, VALUE vmode, VALUE vperm, VALUE opts); /* each may be nil */
int io_fmode_oflags(int fmode);
void io_set_encs(struct rb_io_encoding *e, rb_encoding *ext, rb_encoding *intern, bool no_intern, int fmode);
rb_encoding *io_find_encoding(VALUE v);
void io_parse_encodings(VALUE s, struct rb_io_encoding *e, int *fmode); /* "ext:int" */
VALUE io_open(VALUE klass, VALUE path, const struct io_mode *m);
void io_init_open(VALUE io, VALUE path, const struct io_mode *m);

/* ---- io/enc.c ---- */
static inline bool
io_need_readconv(rb_io_t *fptr)
{
    return fptr->encs.enc2 || (fptr->encs.ecflags & ECONV_UNIVERSAL_NEWLINE_DECORATOR);
}
void io_make_readconv(rb_io_t *fptr);
/* Returns the number of bytes in cbuf.  Converts a character, or with `line` up to the next newline, if there are none.  Returns 0
 * at the end, and raises conversion errors. */
size_t io_fill_chars(rb_io_t *fptr, bool line);
/* Converts some more, even if there are bytes.  Returns false at the end. */
bool io_more_chars(rb_io_t *fptr);
VALUE io_read_all_converted(rb_io_t *fptr, VALUE str);
VALUE io_write_convert(rb_io_t *fptr, VALUE str);
void io_finish_writeconv(rb_io_t *fptr);
void io_set_encoding(rb_io_t *fptr, VALUE ext, VALUE intern, VALUE opts); /* IO#set_encoding; each may be nil */
void io_encoding_by_bom(VALUE io);

/* ---- io/pos.c ---- */
void io_seek_to(VALUE io, VALUE offset, int whence);

/* ---- file.c ---- */
VALUE file_path(VALUE v); /* rb_get_path: to_path, to_str; no NUL; frozen */

void Init_io_char(void), Init_io_class(void), Init_io_copy(void), Init_io_enc(void), Init_io_error(void), Init_io_fd(void),
    Init_io_gets(void);
void Init_io_open(void), Init_io_pos(void), Init_io_read(void), Init_io_select(void), Init_io_write(void);

VALUE io_standard_again(int fd); /* a new object for a standard stream */

#endif
