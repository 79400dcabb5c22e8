/*
 * ruby/io.h - files and streams from C.
 *
 * IOAPI-1   rb_io_t shows the fields that extensions are known to read; the VM's own live behind them. A File's rb_io_t is
 *      found by GetOpenFile, which raises IOError for a closed or uninitialized stream.
 */
#ifndef RUBY_IO_H
#define RUBY_IO_H 1

#include "ruby/ruby.h"
#include "ruby/encoding.h"
#include <fcntl.h>
#include <poll.h>

#define RB_WAITFD_IN POLLIN
#define RB_WAITFD_PRI POLLPRI
#define RB_WAITFD_OUT POLLOUT

typedef enum {
    RUBY_IO_READABLE = RB_WAITFD_IN,
    RUBY_IO_WRITABLE = RB_WAITFD_OUT,
    RUBY_IO_PRIORITY = RB_WAITFD_PRI
} rb_io_event_t;

typedef enum rb_io_mode {
    FMODE_READABLE = 0x00000001,
    FMODE_WRITABLE = 0x00000002,
    FMODE_READWRITE = FMODE_READABLE | FMODE_WRITABLE,
    FMODE_BINMODE = 0x00000004,
    FMODE_SYNC = 0x00000008,
    FMODE_TTY = 0x00000010,
    FMODE_DUPLEX = 0x00000020,
    FMODE_APPEND = 0x00000040,
    FMODE_CREATE = 0x00000080,
    FMODE_EXCL = 0x00000400,
    FMODE_TRUNC = 0x00000800,
    FMODE_TEXTMODE = 0x00001000,
    FMODE_EXTERNAL = 0x00010000,
    FMODE_SETENC_BY_BOM = 0x00100000,
    FMODE_UNIX = 0x00200000,
    FMODE_INET = 0x00400000,
    FMODE_INET6 = 0x00800000
} rb_io_mode_t;
#define FMODE_READABLE FMODE_READABLE
#define FMODE_WRITABLE FMODE_WRITABLE
#define FMODE_READWRITE FMODE_READWRITE
#define FMODE_BINMODE FMODE_BINMODE
#define FMODE_SYNC FMODE_SYNC
#define FMODE_TTY FMODE_TTY
#define FMODE_DUPLEX FMODE_DUPLEX
#define FMODE_APPEND FMODE_APPEND
#define FMODE_CREATE FMODE_CREATE
#define FMODE_EXCL FMODE_EXCL
#define FMODE_TRUNC FMODE_TRUNC
#define FMODE_TEXTMODE FMODE_TEXTMODE
#define FMODE_EXTERNAL FMODE_EXTERNAL
#define FMODE_SETENC_BY_BOM FMODE_SETENC_BY_BOM

#define RUBY_IO_TIMEOUT_DEFAULT Qnil

struct rb_io_encoding {
    rb_encoding *enc;  /* of the strings read; null: default external */
    rb_encoding *enc2; /* of the stream, if it is transcoded */
    int ecflags;
    VALUE ecopts;
};
typedef struct rb_io_encoding rb_io_enc_t;

typedef struct rb_io {
    VALUE self;
    FILE *stdio_file; /* made by rb_io_stdio_file */
    int fd;           /* -1 when closed */
    int mode;         /* FMODE_* */
    VALUE pathv;
    rb_pid_t pid; /* of a pipe's child */
    int lineno;
    VALUE tied_io_for_writing; /* 0 if there is none */
    struct rb_io_encoding encs;
    VALUE write_lock;
    VALUE timeout;
    struct rb_io_private *priv; /* buffers and converters: the VM's */
} rb_io_t;

/* 0       8          16                       */
/* +-------+----------+------+                 */
/* | flags | reserved | fptr |                 */
/* +-------+----------+------+                 */
struct RFile {
    struct RBasic basic;
    VALUE reserved; /* the VM's: the class, where headers have 16 bytes */
    struct rb_io *fptr;
};
#define RFILE(obj) ((struct RFile *)(obj))

RBIMPL_SYMBOL_EXPORT_BEGIN()

VALUE rb_io_taint_check(VALUE io);           /* io; raises FrozenError if frozen */
void rb_io_check_initialized(rb_io_t *fptr); /* raise IOError */
void rb_io_check_closed(rb_io_t *fptr);
void rb_io_check_readable(rb_io_t *fptr); /* and flush what was written */
void rb_io_check_char_readable(rb_io_t *fptr);
void rb_io_check_byte_readable(rb_io_t *fptr);
void rb_io_check_writable(rb_io_t *fptr);
VALUE rb_io_check_io(VALUE v); /* nil if there is no to_io */
VALUE rb_io_get_write_io(VALUE io);
VALUE rb_io_set_write_io(VALUE io, VALUE w);
int rb_io_descriptor(VALUE io);
int rb_io_mode(VALUE io);
VALUE rb_io_path(VALUE io);
VALUE rb_io_timeout(VALUE io);
VALUE rb_io_set_timeout(VALUE io, VALUE timeout);
VALUE rb_io_closed_p(VALUE io);
VALUE rb_io_open_descriptor(VALUE klass, int fd, int mode, VALUE path, VALUE timeout, struct rb_io_encoding *enc);
rb_io_t *rb_io_make_open_file(VALUE io);
FILE *rb_io_stdio_file(rb_io_t *fptr);
FILE *rb_fdopen(int fd, const char *mode);
enum rb_io_mode rb_io_modestr_fmode(const char *modestr);
int rb_io_modestr_oflags(const char *modestr);
int rb_io_oflags_fmode(int oflags);
void rb_io_extract_modeenc(VALUE *vmode, VALUE *vperm, VALUE opthash, int *oflags, enum rb_io_mode *fmode,
                           struct rb_io_encoding *convconfig);
int rb_io_extract_encoding_option(VALUE opt, rb_encoding **enc, rb_encoding **enc2, enum rb_io_mode *fmode);
void rb_io_set_nonblock(rb_io_t *fptr);
void rb_io_synchronized(rb_io_t *fptr);
void rb_io_read_check(rb_io_t *fptr);
int rb_io_read_pending(rb_io_t *fptr);
ssize_t rb_io_bufwrite(VALUE io, const void *buf, size_t size);
int rb_io_fptr_finalize(rb_io_t *fptr);
/* blocks. events, timeout (nil: forever) -> events that happened, or false; the maybe forms look at `error` first. */
VALUE rb_io_wait(VALUE io, VALUE events, VALUE timeout);
VALUE rb_io_maybe_wait(int error, VALUE io, VALUE events, VALUE timeout);
int rb_io_maybe_wait_readable(int error, VALUE io, VALUE timeout);
int rb_io_maybe_wait_writable(int error, VALUE io, VALUE timeout);
int rb_io_wait_readable(int fd);
int rb_io_wait_writable(int fd);
RBIMPL_SYMBOL_EXPORT_END()

#define RB_IO_POINTER(obj, fp) rb_io_check_closed((fp) = rb_io_pointer(rb_io_taint_check(obj)))
#define GetOpenFile(obj, fp) RB_IO_POINTER(obj, fp)
#define RB_IO_OPEN_FILE(obj, fp) ((fp) = rb_io_make_open_file(obj))
#define MakeOpenFile(obj, fp) RB_IO_OPEN_FILE(obj, fp)

#endif
