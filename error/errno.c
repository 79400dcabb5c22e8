/*
 * error/errno.c - SystemCallError and Errno's classes, and what C raises for errno.
 */
#include "internal/class.h"

#include <errno.h>
#include <string.h>

#include "internal/id_table.h"
#include "internal/object.h"
#include "internal/string.h"

VALUE rb_mErrno, rb_eSystemCallError;
static ID id_Errno, id_errno;
VALUE rb_eEAGAIN, rb_eEWOULDBLOCK, rb_eEINPROGRESS;
static struct id_table *by_number; /* errno + 1 -> class */

/* Linux's errors, by number. */
static const struct {
    int number;
    const char *name;
} errors[] = {
    {0, "NOERROR"},
    {EPERM, "EPERM"},
    {ENOENT, "ENOENT"},
    {ESRCH, "ESRCH"},
    {EINTR, "EINTR"},
    {EIO, "EIO"},
    {ENXIO, "ENXIO"},
    {E2BIG, "E2BIG"},
    {ENOEXEC, "ENOEXEC"},
    {EBADF, "EBADF"},
    {ECHILD, "ECHILD"},
    {EAGAIN, "EAGAIN"},
    {ENOMEM, "ENOMEM"},
    {EACCES, "EACCES"},
    {EFAULT, "EFAULT"},
    {ENOTBLK, "ENOTBLK"},
    {EBUSY, "EBUSY"},
    {EEXIST, "EEXIST"},
    {EXDEV, "EXDEV"},
    {ENODEV, "ENODEV"},
    {ENOTDIR, "ENOTDIR"},
    {EISDIR, "EISDIR"},
    {EINVAL, "EINVAL"},
    {ENFILE, "ENFILE"},
    {EMFILE, "EMFILE"},
    {ENOTTY, "ENOTTY"},
    {ETXTBSY, "ETXTBSY"},
    {EFBIG, "EFBIG"},
    {ENOSPC, "ENOSPC"},
    {ESPIPE, "ESPIPE"},
    {EROFS, "EROFS"},
    {EMLINK, "EMLINK"},
    {EPIPE, "EPIPE"},
    {EDOM, "EDOM"},
    {ERANGE, "ERANGE"},
    {EDEADLK, "EDEADLK"},
    {ENAMETOOLONG, "ENAMETOOLONG"},
    {ENOLCK, "ENOLCK"},
    {ENOSYS, "ENOSYS"},
    {ENOTEMPTY, "ENOTEMPTY"},
    {ELOOP, "ELOOP"},
    {ENOMSG, "ENOMSG"},
    {EIDRM, "EIDRM"},
    {ECHRNG, "ECHRNG"},
    {EL2NSYNC, "EL2NSYNC"},
    {EL3HLT, "EL3HLT"},
    {EL3RST, "EL3RST"},
    {ELNRNG, "ELNRNG"},
    {EUNATCH, "EUNATCH"},
    {ENOCSI, "ENOCSI"},
    {EL2HLT, "EL2HLT"},
    {EBADE, "EBADE"},
    {EBADR, "EBADR"},
    {EXFULL, "EXFULL"},
    {ENOANO, "ENOANO"},
    {EBADRQC, "EBADRQC"},
    {EBADSLT, "EBADSLT"},
    {EBFONT, "EBFONT"},
    {ENOSTR, "ENOSTR"},
    {ENODATA, "ENODATA"},
    {ETIME, "ETIME"},
    {ENOSR, "ENOSR"},
    {ENONET, "ENONET"},
    {ENOPKG, "ENOPKG"},
    {EREMOTE, "EREMOTE"},
    {ENOLINK, "ENOLINK"},
    {EADV, "EADV"},
    {ESRMNT, "ESRMNT"},
    {ECOMM, "ECOMM"},
    {EPROTO, "EPROTO"},
    {EMULTIHOP, "EMULTIHOP"},
    {EDOTDOT, "EDOTDOT"},
    {EBADMSG, "EBADMSG"},
    {EOVERFLOW, "EOVERFLOW"},
    {ENOTUNIQ, "ENOTUNIQ"},
    {EBADFD, "EBADFD"},
    {EREMCHG, "EREMCHG"},
    {ELIBACC, "ELIBACC"},
    {ELIBBAD, "ELIBBAD"},
    {ELIBSCN, "ELIBSCN"},
    {ELIBMAX, "ELIBMAX"},
    {ELIBEXEC, "ELIBEXEC"},
    {EILSEQ, "EILSEQ"},
    {ERESTART, "ERESTART"},
    {ESTRPIPE, "ESTRPIPE"},
    {EUSERS, "EUSERS"},
    {ENOTSOCK, "ENOTSOCK"},
    {EDESTADDRREQ, "EDESTADDRREQ"},
    {EMSGSIZE, "EMSGSIZE"},
    {EPROTOTYPE, "EPROTOTYPE"},
    {ENOPROTOOPT, "ENOPROTOOPT"},
    {EPROTONOSUPPORT, "EPROTONOSUPPORT"},
    {ESOCKTNOSUPPORT, "ESOCKTNOSUPPORT"},
    {ENOTSUP, "ENOTSUP"},
    {EPFNOSUPPORT, "EPFNOSUPPORT"},
    {EAFNOSUPPORT, "EAFNOSUPPORT"},
    {EADDRINUSE, "EADDRINUSE"},
    {EADDRNOTAVAIL, "EADDRNOTAVAIL"},
    {ENETDOWN, "ENETDOWN"},
    {ENETUNREACH, "ENETUNREACH"},
    {ENETRESET, "ENETRESET"},
    {ECONNABORTED, "ECONNABORTED"},
    {ECONNRESET, "ECONNRESET"},
    {ENOBUFS, "ENOBUFS"},
    {EISCONN, "EISCONN"},
    {ENOTCONN, "ENOTCONN"},
    {ESHUTDOWN, "ESHUTDOWN"},
    {ETOOMANYREFS, "ETOOMANYREFS"},
    {ETIMEDOUT, "ETIMEDOUT"},
    {ECONNREFUSED, "ECONNREFUSED"},
    {EHOSTDOWN, "EHOSTDOWN"},
    {EHOSTUNREACH, "EHOSTUNREACH"},
    {EALREADY, "EALREADY"},
    {EINPROGRESS, "EINPROGRESS"},
    {ESTALE, "ESTALE"},
    {EUCLEAN, "EUCLEAN"},
    {ENOTNAM, "ENOTNAM"},
    {ENAVAIL, "ENAVAIL"},
    {EISNAM, "EISNAM"},
    {EREMOTEIO, "EREMOTEIO"},
    {EDQUOT, "EDQUOT"},
    {ENOMEDIUM, "ENOMEDIUM"},
    {EMEDIUMTYPE, "EMEDIUMTYPE"},
    {ECANCELED, "ECANCELED"},
    {ENOKEY, "ENOKEY"},
    {EKEYEXPIRED, "EKEYEXPIRED"},
    {EKEYREVOKED, "EKEYREVOKED"},
    {EKEYREJECTED, "EKEYREJECTED"},
    {EOWNERDEAD, "EOWNERDEAD"},
    {ENOTRECOVERABLE, "ENOTRECOVERABLE"},
    {ERFKILL, "ERFKILL"},
    {EHWPOISON, "EHWPOISON"},
};

/* Second names. */
static const struct {
    const char *name, *of;
} aliases[] = {
    {"EOPNOTSUPP", "ENOTSUP"},
    {"EWOULDBLOCK", "EAGAIN"},
    {"EDEADLOCK", "EDEADLK"},
};

/* Errors of other systems: here they are NOERROR. */
static const char *const elsewhere[] = {
    "EAUTH",        "EBADARCH",      "EBADEXEC",     "EBADMACHO", "EBADRPC", "ECAPMODE",     "EDEVERR",     "EDOOFUS",
    "EFTYPE",       "EIPSEC",        "ELAST",        "ENEEDAUTH", "ENOATTR", "ENOPOLICY",    "ENOTCAPABLE", "EPROCLIM",
    "EPROCUNAVAIL", "EPROGMISMATCH", "EPROGUNAVAIL", "EPWROFF",   "EQFULL",  "ERPCMISMATCH", "ESHLIBVERS",
};

/* The class for an errno; made for a number Linux does not name. */
static VALUE
class_for(int number)
{
    VALUE klass = id_table_get(by_number, (ID)(unsigned)number + 1);
    return klass ? klass : rb_eSystemCallError;
}

static VALUE
strerror_text(int number)
{
    return rb_locale_str_new_cstr(strerror(number));
}

/* SystemCallError.new(message = nil, errno = nil, function = nil); Errno::X.new(message = nil, function = nil) */
static VALUE
sys_m_initialize(int argc, VALUE *argv, VALUE self)
{
    VALUE message = Qnil, number = Qnil, function = Qnil, klass = rb_obj_class(self);
    if (klass == rb_eSystemCallError) {
        rb_scan_args(argc, argv, "12", &message, &number, &function);
        if (argc == 1 && FIXNUM_P(message)) {
            number = message;
            message = Qnil;
        } else if (argc == 1 && RB_TYPE_P(message, T_BIGNUM)) {
            NUM2INT(message);
        }
        if (!NIL_P(number))
            obj_set_shape(self, class_root_shape(class_for(NUM2INT(number)), shape_get(obj_shape(self))->slot_class));
    } else {
        rb_scan_args(argc, argv, "02", &message, &function);
        number = rb_const_get(klass, id_Errno);
    }
    VALUE text = NIL_P(number) ? rb_utf8_str_new_cstr("unknown error") : strerror_text(NUM2INT(number));
    if (!NIL_P(message)) {
        StringValue(message);
        if (!NIL_P(function)) rb_str_catf(text, " @ %" PRIsVALUE, function);
        rb_str_cat_cstr(text, " - ");
        rb_str_append(text, message);
    }
    rb_call_super(1, &text);
    ivar_set(self, id_errno, number);
    return self;
}

static VALUE
sys_m_errno(VALUE self)
{
    return rb_attr_get(self, id_errno);
}

/* SystemCallError.===: an error of the same number */
static VALUE
sys_s_case_equal(VALUE klass, VALUE exc)
{
    if (!RTEST(rb_obj_is_kind_of(exc, rb_eSystemCallError))) {
        if (!rb_respond_to(exc, id_errno)) return Qfalse;
    } else if (klass == rb_eSystemCallError) {
        return Qtrue;
    }
    VALUE number = rb_attr_get(exc, id_errno);
    if (NIL_P(number)) number = rb_funcall(exc, id_errno, 0);
    return rb_equal(rb_const_get(klass, id_Errno), number);
}

/* ---- raising from C ---- */

VALUE
rb_syserr_new_str(int err, VALUE message)
{
    return rb_class_new_instance(1, &message, class_for(err));
}

VALUE
rb_syserr_new(int err, const char *message)
{
    return rb_syserr_new_str(err, message ? rb_str_new_cstr(message) : Qnil);
}

VALUE
rb_syserr_new_path_in(const char *func, int err, VALUE path)
{
    VALUE args[] = {path, rb_usascii_str_new_cstr(func)};
    if (!path) path = Qnil;
    if (err == 0) rb_bug("rb_sys_fail_path_in(%s): errno == 0", func);
    args[0] = path;
    return rb_class_new_instance(2, args, class_for(err));
}

void
rb_syserr_fail_str(int err, VALUE message)
{
    rb_exc_raise(rb_syserr_new_str(err, message));
}

void
rb_syserr_fail(int err, const char *message)
{
    rb_exc_raise(rb_syserr_new(err, message));
}

void
rb_sys_fail_str(VALUE message)
{
    rb_syserr_fail_str(errno, message);
}

void
rb_sys_fail(const char *message)
{
    rb_syserr_fail(errno, message);
}

void
rb_syserr_fail_path_in(const char *func, int err, VALUE path)
{
    rb_exc_raise(rb_syserr_new_path_in(func, err, path));
}

void
rb_sys_fail_path_in(const char *func, VALUE path)
{
    rb_syserr_fail_path_in(func, errno, path);
}

void
rb_mod_syserr_fail_str(VALUE mod, int err, VALUE message)
{
    VALUE exc = rb_syserr_new_str(err, message);
    rb_extend_object(exc, mod);
    rb_exc_raise(exc);
}

void
rb_mod_syserr_fail(VALUE mod, int err, const char *message)
{
    rb_mod_syserr_fail_str(mod, err, message ? rb_str_new_cstr(message) : Qnil);
}

void
rb_mod_sys_fail_str(VALUE mod, VALUE message)
{
    rb_mod_syserr_fail_str(mod, errno, message);
}

void
rb_mod_sys_fail(VALUE mod, const char *message)
{
    rb_mod_syserr_fail(mod, errno, message);
}

int
rb_errno(void)
{
    return errno;
}

void
rb_errno_set(int err)
{
    errno = err;
}

int *
rb_errno_ptr(void)
{
    return &errno;
}

void
rb_bug_errno(const char *message, int err)
{
    if (err) rb_bug("%s: errno == %d (%s)", message, err, strerror(err));
    rb_bug("%s: errno == 0 (NOERROR)", message);
}

/* ---- classes ---- */

static void
define_error(int number, const char *name)
{
    VALUE klass = rb_define_class_under(rb_mErrno, name, rb_eSystemCallError);
    rb_define_const(klass, "Errno", INT2FIX(number));
    id_table_set(by_number, (ID)number + 1, klass);
}

void
Init_Errno(void)
{
    id_Errno = rb_intern("Errno");
    id_errno = rb_intern("errno");
    by_number = id_table_new(lengthof(errors));
    rb_eSystemCallError = rb_define_class("SystemCallError", rb_eStandardError);
    rb_define_private_method(rb_eSystemCallError, "initialize", sys_m_initialize, -1);
    rb_define_method(rb_eSystemCallError, "errno", sys_m_errno, 0);
    rb_define_singleton_method(rb_eSystemCallError, "===", sys_s_case_equal, 1);
    rb_mErrno = rb_define_module("Errno");
    for (size_t i = 0; i < lengthof(errors); i++) define_error(errors[i].number, errors[i].name);
    for (size_t i = 0; i < lengthof(aliases); i++)
        rb_define_const(rb_mErrno, aliases[i].name, rb_const_get(rb_mErrno, rb_intern(aliases[i].of)));
    rb_eEAGAIN = rb_eEWOULDBLOCK = class_for(EAGAIN);
    rb_eEINPROGRESS = class_for(EINPROGRESS);
    VALUE none = rb_const_get(rb_mErrno, rb_intern("NOERROR"));
    for (size_t i = 0; i < lengthof(elsewhere); i++) rb_define_const(rb_mErrno, elsewhere[i], none);
}
