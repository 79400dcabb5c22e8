/*
 * io/open.c - opening: modes, permissions and encodings from arguments; IO.new, IO.open, IO.pipe, File.new, Kernel#open.
 *
 * Arguments become a struct io_mode first (mode string or flags, keywords, encodings), which is checked as a whole; only
 * then is anything opened.
 */
#include "internal/compiler.h"

#include <errno.h>
#include <fcntl.h>
#include <string.h>
#include <strings.h>
#include <sys/stat.h>
#include <unistd.h>

#include "internal/array.h"
#include "internal/hash.h"
#include "internal/io.h"

/* ---- mode strings ---- */

NORETURN static void
bad_mode(const char *mode)
{
    rb_raise(rb_eArgError, "invalid access mode %s", mode);
}

/* Returns what a letter of a mode adds; 0 if no mode has it there. */
static int
mode_letter(char letter, bool first)
{
    static const struct {
        char letter;
        bool first;
        int adds;
    } letters[] = {
        {'r', true, FMODE_READABLE},
        {'w', true, FMODE_WRITABLE | FMODE_TRUNC | FMODE_CREATE},
        {'a', true, FMODE_WRITABLE | FMODE_APPEND | FMODE_CREATE},
        {'+', false, FMODE_READWRITE},
        {'b', false, FMODE_BINMODE},
        {'t', false, FMODE_TEXTMODE},
        {'x', false, FMODE_EXCL},
    };
    for (unsigned i = 0; i < lengthof(letters); i++)
        if (letters[i].letter == letter && letters[i].first == first) return letters[i].adds;
    return 0;
}

/* The flags of open(2) that a mode has as flags of its own. */
static const struct {
    int open, mode;
} open_bits[] = {{O_APPEND, FMODE_APPEND}, {O_TRUNC, FMODE_TRUNC}, {O_CREAT, FMODE_CREATE}, {O_EXCL, FMODE_EXCL}};

enum rb_io_mode
rb_io_modestr_fmode(const char *mode)
{
    const int one_of = FMODE_BINMODE | FMODE_TEXTMODE;
    const char *m = mode;
    int f = 0;
    do {
        int adds = mode_letter(*m, m == mode);
        if (!adds || (adds == FMODE_EXCL && *mode != 'w')) bad_mode(mode);
        f |= adds;
    } while (*++m && *m != ':');
    if (strncasecmp(m, ":BOM|", 5) == 0) f |= FMODE_SETENC_BY_BOM;
    if ((f & one_of) == one_of) bad_mode(mode);
    return f;
}

int
io_fmode_oflags(int f)
{
    int access = f & FMODE_READWRITE, o = access == FMODE_READWRITE  ? O_RDWR
                                          : access == FMODE_WRITABLE ? O_WRONLY
                                                                     : O_RDONLY;
    for (unsigned i = 0; i < lengthof(open_bits); i++) o |= f & open_bits[i].mode ? open_bits[i].open : 0;
    return o;
}

int
rb_io_oflags_fmode(int o)
{
    int access = o & O_ACCMODE;
    int fmode = access == O_RDWR     ? FMODE_READWRITE
                : access == O_WRONLY ? FMODE_WRITABLE
                : access == O_RDONLY ? FMODE_READABLE
                                     : 0;
    for (unsigned i = 0; i < lengthof(open_bits); i++) fmode |= o & open_bits[i].open ? open_bits[i].mode : 0;
    return fmode;
}

int
rb_io_modestr_oflags(const char *mode)
{
    return io_fmode_oflags(rb_io_modestr_fmode(mode));
}

/* ---- encodings ---- */

/* Sets e to the encodings "external:internal" of a stream with this mode.  If ext is NULL, the default external one is used. */
void
io_set_encs(struct rb_io_encoding *e, rb_encoding *ext, rb_encoding *intern, bool no_intern, int fmode)
{
    bool default_ext = !ext;
    if (!ext) ext = rb_default_external_encoding();
    if (enc_of_pub(ext)->index == ENCI_BINARY) intern = NULL;
    else if (!intern && !no_intern) intern = rb_default_internal_encoding();
    if (!intern || (!(fmode & FMODE_SETENC_BY_BOM) && intern == ext)) {
        e->enc = default_ext && intern != ext ? NULL : ext;
        e->enc2 = NULL;
    } else {
        e->enc = intern;
        e->enc2 = ext;
    }
}

static rb_encoding *
find_encoding(const char *name, size_t n)
{
    int i = enc_find_index(name, n);
    if (i < 0) {
        rb_warn("Unsupported encoding %.*s ignored", (int)n, name);
        return NULL;
    }
    return enc_pub(enc_at(i));
}

/* Returns the encoding that v is or names, or NULL with a warning if there is none of that name. */
rb_encoding *
io_find_encoding(VALUE v)
{
    VALUE name = rb_check_string_type(v);
    if (NIL_P(name) || !rb_enc_asciicompat(rb_enc_get(name))) return rb_to_encoding(v);
    rb_encoding *enc = find_encoding(RSTRING_PTR(name), str_len(name));
    RB_GC_GUARD(name);
    return enc;
}

/* "ext", "ext:int", "BOM|ext:int", "ext:-" */
static void
parse_encodings(const char *s, size_t len, struct rb_io_encoding *e, int *fmode)
{
    rb_encoding *ext, *intern = NULL;
    bool no_intern = false;
    const char *colon = memchr(s, ':', len), *end = s + len;
    const char *ext_end = colon ? colon : end;
    if (ext_end - s > 4 && strncasecmp(s, "BOM|", 4) == 0) {
        s += 4;
        if (strncasecmp(s, "utf", 3) == 0) {
            *fmode |= FMODE_SETENC_BY_BOM;
        } else {
            *fmode &= ~FMODE_SETENC_BY_BOM;
            rb_warn("BOM with non-UTF encoding %.*s is nonsense", (int)(ext_end - s), s);
        }
    }
    ext = find_encoding(s, (size_t)(ext_end - s));
    if (colon) {
        const char *in = colon + 1;
        if (end - in == 1 && *in == '-') {
            no_intern = true;
        } else {
            intern = find_encoding(in, (size_t)(end - in));
            if (intern && intern == ext && !(*fmode & FMODE_SETENC_BY_BOM)) {
                intern = NULL;
                no_intern = true;
            }
        }
    }
    io_set_encs(e, ext, intern, no_intern, *fmode);
}

void
io_parse_encodings(VALUE s, struct rb_io_encoding *e, int *fmode)
{
    StringValueCStr(s);
    if (!enc_ascii_compat_p(str_enc(s))) rb_raise(rb_eArgError, "invalid encoding name (non ASCII)");
    parse_encodings(str_ptr(s), str_len(s), e, fmode);
    RB_GC_GUARD(s);
}

static VALUE
opt_get(VALUE opts, const char *name)
{
    return NIL_P(opts) ? Qundef : hash_get(opts, ID2SYM(rb_intern(name)));
}

/* encoding:, external_encoding:, internal_encoding:.  Whether there was any. */
static bool
encoding_options(VALUE opts, struct rb_io_encoding *e, int *fmode)
{
    VALUE ext_v = opt_get(opts, "external_encoding"), int_v = opt_get(opts, "internal_encoding");
    VALUE enc_v = opt_get(opts, "encoding");
    if ((ext_v != Qundef || int_v != Qundef) && enc_v != Qundef && enc_v != Qnil) {
        rb_warn("Ignoring encoding parameter '%" PRIsVALUE "': %s_encoding is used", enc_v,
                ext_v == Qundef ? "internal" : "external");
        enc_v = Qundef;
    }
    if (ext_v == Qundef && int_v == Qundef) {
        if (enc_v == Qundef || enc_v == Qnil) return false;
        VALUE s = rb_check_string_type(enc_v);
        if (!NIL_P(s)) io_parse_encodings(s, e, fmode);
        else io_set_encs(e, rb_to_encoding(enc_v), NULL, false, *fmode);
        return true;
    }
    rb_encoding *ext = ext_v == Qundef || NIL_P(ext_v) ? NULL : rb_to_encoding(ext_v), *intern = NULL;
    bool no_intern = false;
    if (int_v != Qundef) {
        VALUE s = NIL_P(int_v) ? Qnil : rb_check_string_type(int_v);
        if (NIL_P(int_v) || (!NIL_P(s) && str_len(s) == 1 && *str_ptr(s) == '-')) no_intern = true;
        else intern = rb_to_encoding(int_v);
        if (intern == ext) {
            intern = NULL;
            no_intern = true;
        }
    }
    io_set_encs(e, ext, intern, no_intern, *fmode);
    return true;
}

int
rb_io_extract_encoding_option(VALUE opt, rb_encoding **enc, rb_encoding **enc2, enum rb_io_mode *fmode)
{
    struct rb_io_encoding e = {.enc = *enc, .enc2 = *enc2, .ecopts = Qnil};
    int f = fmode ? (int)*fmode : 0;
    if (NIL_P(opt) || !encoding_options(opt, &e, &f)) return 0;
    *enc = e.enc;
    *enc2 = e.enc2;
    if (fmode) *fmode = f;
    return 1;
}

/* ---- the arguments of open as a whole ---- */

static void
binmode_options(VALUE opts, int *fmode)
{
    static const struct {
        const char *name;
        int flag;
    } modes[] = {{"textmode", FMODE_TEXTMODE}, {"binmode", FMODE_BINMODE}};
    for (unsigned i = 0; i < lengthof(modes); i++) {
        VALUE wanted = opt_get(opts, modes[i].name);
        if (wanted == Qundef || NIL_P(wanted)) continue; /* false counts as said */
        if (*fmode & modes[i].flag) rb_raise(rb_eArgError, "%s specified twice", modes[i].name);
        if (*fmode & modes[!i].flag) rb_raise(rb_eArgError, "both textmode and binmode specified");
        *fmode |= RTEST(wanted) ? modes[i].flag : 0;
    }
}

static void
validate(const struct io_mode *m)
{
    const struct rb_io_encoding *e = &m->enc;
    if ((m->fmode & FMODE_READABLE) && !e->enc2 && !(m->fmode & FMODE_BINMODE) &&
        !enc_ascii_compat_p(e->enc ? enc_of_pub(e->enc) : enc_at(enc_default_external)))
        rb_raise(rb_eArgError, "ASCII incompatible encoding needs binmode");
    if ((m->fmode & FMODE_BINMODE) && (e->ecflags & ECONV_NEWLINE_DECORATOR_MASK))
        rb_raise(rb_eArgError, "newline decorator with binary mode");
}

/* Text mode on reading turns CRLF into newlines. */
static int
text_flags(int fmode)
{
    return (fmode & FMODE_READABLE) && (fmode & FMODE_TEXTMODE) ? ECONV_UNIVERSAL_NEWLINE_DECORATOR : 0;
}

/* Returns whether the options name a decorator of newlines, even with the value false.  Text mode then adds none of its own. */
static bool
newline_option_p(VALUE opts)
{
    static const char *const names[] = {"universal_newline", "crlf_newline", "cr_newline", "lf_newline"};
    for (unsigned i = 0; i < lengthof(names); i++) {
        VALUE v = opt_get(opts, names[i]);
        if (v != Qundef && !NIL_P(v)) return true;
    }
    return false;
}

/* A mode: nil, a String or flags. */
static bool
read_vmode(VALUE v, struct io_mode *m)
{
    bool has_enc = false;
    VALUE i;
    if (NIL_P(v)) {
        m->fmode = FMODE_READABLE;
        m->oflags = O_RDONLY;
    } else if (!NIL_P(i = rb_check_to_integer(v, "to_int"))) {
        m->oflags = NUM2INT(i);
        m->fmode = rb_io_oflags_fmode(m->oflags);
    } else {
        const char *s = StringValueCStr(v);
        m->fmode = rb_io_modestr_fmode(s);
        m->oflags = io_fmode_oflags(m->fmode);
        const char *colon = strchr(s, ':');
        if (colon) {
            has_enc = true;
            parse_encodings(colon + 1, strlen(colon + 1), &m->enc, &m->fmode);
        }
    }
    return has_enc;
}

static void
default_encs(struct io_mode *m)
{
    io_set_encs(&m->enc, (m->fmode & FMODE_BINMODE) ? rb_ascii8bit_encoding() : NULL, NULL, false, m->fmode);
}

void
io_mode_from(struct io_mode *m, VALUE vmode, VALUE vperm, VALUE opts)
{
    *m = (struct io_mode){.perm = 0666, .enc = {.ecopts = Qnil}};
    if (NIL_P(opts)) {
        bool has_enc = read_vmode(vmode, m);
        if (!has_enc) default_encs(m);
        m->enc.ecflags = text_flags(m->fmode);
    } else {
        VALUE v = opt_get(opts, "mode");
        if (v != Qundef && !NIL_P(v)) {
            if (!NIL_P(vmode)) rb_raise(rb_eArgError, "mode specified twice");
            vmode = v;
        }
        bool has_enc = read_vmode(vmode, m);
        v = opt_get(opts, "flags");
        if (v != Qundef && !NIL_P(v)) {
            m->oflags |= NUM2INT(v);
            m->fmode = (m->fmode & (FMODE_BINMODE | FMODE_TEXTMODE | FMODE_SETENC_BY_BOM)) | rb_io_oflags_fmode(m->oflags);
        }
        v = opt_get(opts, "perm");
        if (v != Qundef && !NIL_P(v)) {
            if (!NIL_P(vperm)) rb_raise(rb_eArgError, "perm specified twice");
            vperm = v;
        }
        binmode_options(opts, &m->fmode);
        if (!has_enc) default_encs(m);
        if (encoding_options(opts, &m->enc, &m->fmode) && has_enc) rb_raise(rb_eArgError, "encoding specified twice");
        VALUE ecopts = Qnil;
        int flags = rb_econv_prepare_opts(opts, &ecopts);
        if (!(flags & ECONV_NEWLINE_DECORATOR_MASK) && !newline_option_p(opts)) flags |= text_flags(m->fmode);
        m->enc.ecflags = flags;
        m->enc.ecopts = ecopts;
    }
    if (!NIL_P(vperm)) m->perm = NUM2MODET(vperm);
    validate(m);
}

void
rb_io_extract_modeenc(VALUE *vmode, VALUE *vperm, VALUE opts, int *oflags, enum rb_io_mode *fmode,
                      struct rb_io_encoding *conv)
{
    struct io_mode m;
    io_mode_from(&m, vmode ? *vmode : Qnil, vperm ? *vperm : Qnil, opts);
    if (vperm && NIL_P(*vperm) && !NIL_P(opts)) {
        VALUE v = opt_get(opts, "perm");
        if (v != Qundef) *vperm = v;
    }
    *oflags = m.oflags;
    *fmode = m.fmode;
    *conv = m.enc;
}

/* ---- opening ---- */

static void
set_up(VALUE io, int fd, VALUE path, const struct io_mode *m)
{
    rb_io_t *fptr = io_new_ptr(io);
    fptr->fd = fd;
    fptr->mode = m->fmode;
    fptr->encs = m->enc;
    RB_OBJ_WRITE(io, &fptr->pathv, path);
    RB_OBJ_WRITTEN(io, Qundef, m->enc.ecopts);
}

/* A terminal is written to at once, and read and written by turns. */
static void
note_tty(rb_io_t *fptr)
{
    struct stat st;
    if (fstat(fptr->fd, &st) == 0 && S_ISCHR(st.st_mode) && isatty(fptr->fd)) fptr->mode |= FMODE_TTY | FMODE_DUPLEX;
}

void
io_init_open(VALUE io, VALUE path, const struct io_mode *m)
{
    path = str_new_frozen(path);
    int fd = io_sys_open(str_ptr(path), m->oflags, m->perm);
    if (UNLIKELY(fd < 0)) rb_exc_raise(rb_syserr_new_path_in("rb_sysopen", errno, path));
    set_up(io, fd, path, m);
    note_tty(io_ptr_raw(io));
    if (m->fmode & FMODE_SETENC_BY_BOM) io_encoding_by_bom(io);
}

VALUE
io_open(VALUE klass, VALUE path, const struct io_mode *m)
{
    VALUE io = io_new_raw(klass);
    io_init_open(io, path, m);
    return io;
}

VALUE
rb_file_open_str(VALUE path, const char *mode)
{
    struct io_mode m;
    io_mode_from(&m, rb_str_new_cstr(mode), Qnil, Qnil);
    return io_open(rb_cFile, file_path(path), &m);
}

VALUE
rb_file_open(const char *path, const char *mode)
{
    return rb_file_open_str(rb_filesystem_str_new_cstr(path), mode);
}

VALUE
rb_io_fdopen(int fd, const int oflags, const char *path)
{
    int f = rb_io_oflags_fmode(oflags);
    VALUE io = io_wrap(path && strcmp(path, "-") ? rb_cFile : rb_cIO, fd, f, path);
    note_tty(io_ptr_raw(io));
    return io;
}

VALUE
rb_io_open_descriptor(VALUE klass, int fd, int mode, VALUE path, VALUE timeout, struct rb_io_encoding *enc)
{
    struct io_mode m = {.fmode = mode, .enc = {.ecopts = Qnil}};
    if (enc) m.enc = *enc;
    VALUE io = rb_obj_alloc(klass);
    if (!NIL_P(path)) path = str_new_frozen(file_path(path));
    set_up(io, fd, path, &m);
    rb_io_t *fptr = io_ptr_raw(io);
    RB_OBJ_WRITE(io, &fptr->timeout, timeout);
    note_tty(fptr);
    return io;
}

/* IO.new(fd): the mode must be one that the descriptor was opened with. */
static void
init_fd(VALUE io, int fd, VALUE vmode, VALUE opts)
{
    struct io_mode m;
    io_mode_from(&m, vmode, Qnil, opts);
    int o = fcntl(fd, F_GETFL);
    if (o < 0) rb_syserr_fail(errno, NULL);
    int have = rb_io_oflags_fmode(o);
    VALUE mode_opt = opt_get(opts, "mode");
    if (NIL_P(vmode) && (mode_opt == Qundef || NIL_P(mode_opt))) m.fmode = have | (m.fmode & ~FMODE_READWRITE);
    else if ((m.fmode & FMODE_READWRITE) & ~have) rb_syserr_fail(EINVAL, NULL);
    VALUE path = opt_get(opts, "path");
    path = path == Qundef || NIL_P(path) ? Qnil : str_new_frozen(file_path(path));
    VALUE autoclose = opt_get(opts, "autoclose");
    if (autoclose == Qfalse) m.fmode |= FMODE_EXTERNAL;
    set_up(io, fd, path, &m);
    note_tty(io_ptr_raw(io));
    if (m.fmode & FMODE_SETENC_BY_BOM) io_encoding_by_bom(io);
}

/* ---- methods ---- */

static VALUE
io_m_initialize(int argc, VALUE *argv, VALUE io)
{
    VALUE opts = io_take_opts(&argc, argv);
    rb_check_arity(argc, 1, 2);
    init_fd(io, NUM2INT(argv[0]), argc > 1 ? argv[1] : Qnil, opts);
    return io;
}

static VALUE
file_m_initialize(int argc, VALUE *argv, VALUE io)
{
    if (io_ptr_raw(io)) rb_raise(rb_eRuntimeError, "reinitializing File");
    VALUE opts = io_take_opts(&argc, argv), fd;
    rb_check_arity(argc, 1, 3);
    if (argc < 3 && !val_type_p(argv[0], T_STRING) && !NIL_P(fd = rb_check_to_integer(argv[0], "to_int"))) {
        init_fd(io, NUM2INT(fd), argc > 1 ? argv[1] : Qnil, opts);
        return io;
    }
    VALUE path = file_path(argv[0]);
    struct io_mode m;
    io_mode_from(&m, argc > 1 ? argv[1] : Qnil, argc > 2 ? argv[2] : Qnil, opts);
    io_init_open(io, path, &m);
    return io;
}

static VALUE
io_s_new(int argc, VALUE *argv, VALUE klass)
{
    if (rb_block_given_p()) {
        VALUE name = rb_class_name(klass);
        rb_warn("%" PRIsVALUE "::new() does not take block; use %" PRIsVALUE "::open() instead", name, name);
    }
    return rb_class_new_instance_kw(argc, argv, klass, RB_PASS_CALLED_KEYWORDS);
}

static VALUE
io_s_for_fd(int argc, VALUE *argv, VALUE klass)
{
    VALUE io = rb_obj_alloc(klass);
    io_m_initialize(argc, argv, io);
    return io;
}

static VALUE
do_close(VALUE io)
{
    return rb_funcall(io, rb_intern("close"), 0);
}

/* Ignores the IOError of a stream that was closed before.  Raises any other error. */
static VALUE
closed_already(VALUE io, VALUE err)
{
    VALUE msg = rb_check_funcall(err, rb_intern("message"), 0, NULL);
    if (val_type_p(msg, T_STRING) && str_len(msg) == 13 && memcmp(str_ptr(msg), "closed stream", 13) == 0) return Qnil;
    rb_exc_raise(err);
}

/* After the block: close what it left open; an error to close does not hide the block's. */
VALUE
io_close_ensured(VALUE io)
{
    if (!io_p(io)) {
        rb_check_funcall(io, rb_intern("close"), 0, NULL);
        return Qnil;
    }
    rb_io_t *fptr = io_ptr_raw(io);
    if (!fptr) return Qnil;
    VALUE w = io_write_side(io);
    if (fptr->fd >= 0 || (w != io && io_ptr_init(w)->fd >= 0))
        rb_rescue2(do_close, io, closed_already, io, rb_eIOError, (VALUE)0);
    return Qnil;
}

static VALUE
io_s_open(int argc, VALUE *argv, VALUE klass)
{
    VALUE io = rb_class_new_instance_kw(argc, argv, klass, RB_PASS_CALLED_KEYWORDS);
    if (!rb_block_given_p()) return io;
    return rb_ensure(rb_yield, io, io_close_ensured, io);
}

static VALUE
io_s_sysopen(int argc, VALUE *argv, VALUE klass)
{
    rb_check_arity(argc, 1, 3);
    VALUE path = file_path(argv[0]);
    struct io_mode m;
    io_mode_from(&m, argc > 1 ? argv[1] : Qnil, argc > 2 ? argv[2] : Qnil, Qnil);
    int fd = io_sys_open(StringValueCStr(path), m.oflags, m.perm);
    if (fd < 0) rb_exc_raise(rb_syserr_new_path_in("rb_sysopen", errno, path));
    return INT2NUM(fd);
}

static VALUE
io_s_try_convert(VALUE klass, VALUE v)
{
    return rb_io_check_io(v);
}

static VALUE
open_file(int argc, const VALUE *argv)
{
    VALUE opts = io_take_opts(&argc, argv);
    rb_check_arity(argc, 1, 3);
    struct io_mode m;
    VALUE path = file_path(argv[0]);
    io_mode_from(&m, argc > 1 ? argv[1] : Qnil, argc > 2 ? argv[2] : Qnil, opts);
    return io_open(rb_cFile, path, &m);
}

static VALUE
kernel_m_open(int argc, VALUE *argv, VALUE self)
{
    static ID id_to_open;
    if (!id_to_open) id_to_open = rb_intern("to_open");
    VALUE io;
    if (argc > 0 && !val_type_p(argv[0], T_STRING) && rb_respond_to(argv[0], id_to_open)) {
        io = rb_funcallv_kw(argv[0], id_to_open, argc - 1, argv + 1, RB_PASS_CALLED_KEYWORDS);
    } else {
        io = open_file(argc, argv);
    }
    if (!rb_block_given_p()) return io;
    return rb_ensure(rb_yield, io, io_close_ensured, io);
}

/* ---- pipes ---- */

int
rb_cloexec_pipe(int fds[2])
{
    return pipe2(fds, O_CLOEXEC | O_NONBLOCK);
}

int
rb_pipe(int fds[2])
{
    if (rb_cloexec_pipe(fds) == 0) return 0;
    if (errno != EMFILE && errno != ENFILE) return -1;
    rb_gc();
    return rb_cloexec_pipe(fds);
}

struct pipe_args {
    VALUE r;
    int argc;
    const VALUE *argv;
    VALUE opts;
};

static VALUE
pipe_encoding(VALUE p)
{
    struct pipe_args *a = (struct pipe_args *)p;
    io_set_encoding(io_ptr(a->r), a->argc > 0 ? a->argv[0] : Qnil, a->argc > 1 ? a->argv[1] : Qnil, a->opts);
    return Qnil;
}

struct new_pipe_end {
    VALUE klass;
    int fd, oflags;
};

static VALUE
new_pipe_end(VALUE p)
{
    struct new_pipe_end *a = (struct new_pipe_end *)p;
    VALUE args[2] = {INT2FIX(a->fd), INT2FIX(a->oflags)};
    return rb_class_new_instance(2, args, a->klass);
}

static VALUE
close_both(VALUE pair)
{
    io_close_ensured(ary_at(pair, 0));
    io_close_ensured(ary_at(pair, 1));
    return Qnil;
}

/* A subclass's initialize is called.  The descriptor is closed if that raises. */
static VALUE
pipe_end(VALUE klass, int fd, int oflags)
{
    struct new_pipe_end a = {klass, fd, oflags};
    int state;
    VALUE io = rb_protect(new_pipe_end, (VALUE)&a, &state);
    if (!state) return io;
    close(fd);
    rb_jump_tag(state);
}

static VALUE
write_end(VALUE p)
{
    struct new_pipe_end *a = (struct new_pipe_end *)p;
    return pipe_end(a->klass, a->fd, a->oflags);
}

static void
pipe_ends(VALUE klass, const int fds[2], VALUE *r, VALUE *w)
{
    if (klass == rb_cIO) {
        struct io_mode rm = {.fmode = FMODE_READABLE, .enc = {.ecopts = Qnil}};
        struct io_mode wm = {.fmode = FMODE_WRITABLE, .enc = {.ecopts = Qnil}};
        *r = io_new_raw(klass);
        *w = io_new_raw(klass);
        set_up(*r, fds[0], Qnil, &rm);
        set_up(*w, fds[1], Qnil, &wm);
    } else {
        struct new_pipe_end a = {klass, fds[1], O_WRONLY};
        int state;
        *r = pipe_end(klass, fds[0], O_RDONLY);
        *w = rb_protect(write_end, (VALUE)&a, &state);
        if (state) {
            io_close(*r, true);
            rb_jump_tag(state);
        }
    }
    io_ptr_raw(*w)->mode |= FMODE_SYNC;
}

static VALUE
io_s_pipe(int argc, VALUE *argv, VALUE klass)
{
    VALUE opts = io_take_opts(&argc, argv);
    rb_check_arity(argc, 0, 2);
    int fds[2], fmode = 0;
    if (rb_pipe(fds) < 0) rb_sys_fail(NULL);
    VALUE r, w;
    pipe_ends(klass, fds, &r, &w);
    struct pipe_args a = {r, argc, argv, opts};
    int state;
    rb_protect(pipe_encoding, (VALUE)&a, &state);
    if (state) {
        io_close(r, true);
        io_close(w, true);
        rb_jump_tag(state);
    }
    binmode_options(opts, &fmode);
    if (fmode & FMODE_BINMODE) {
        VALUE (*binmode)(VALUE) = argc == 0 ? rb_io_ascii8bit_binmode : rb_io_binmode;
        binmode(r);
        binmode(w);
    }
    VALUE pair[2] = {r, w}, ary = ary_new_from(pair, 2);
    if (rb_block_given_p()) return rb_ensure(rb_yield_splat, ary, close_both, ary);
    return ary;
}

void
Init_io_open(void)
{
    rb_define_singleton_method(rb_cIO, "new", io_s_new, -1);
    rb_define_singleton_method(rb_cIO, "open", io_s_open, -1);
    rb_define_singleton_method(rb_cIO, "for_fd", io_s_for_fd, -1);
    rb_define_singleton_method(rb_cIO, "sysopen", io_s_sysopen, -1);
    rb_define_singleton_method(rb_cIO, "try_convert", io_s_try_convert, 1);
    rb_define_singleton_method(rb_cIO, "pipe", io_s_pipe, -1);
    rb_define_method(rb_cIO, "initialize", io_m_initialize, -1);
    rb_define_global_function("open", kernel_m_open, -1);
}

void
Init_File_open(void)
{
    rb_define_method(rb_cFile, "initialize", file_m_initialize, -1);
}
