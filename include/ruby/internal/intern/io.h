/*
 * ruby/internal/intern/io.h - IO, File, Dir: functions without rb_io_t, which ruby/io.h declares.
 */
#ifndef RUBY_INTERNAL_INTERN_IO_H
#define RUBY_INTERNAL_INTERN_IO_H 1

#include "ruby/internal/core.h"
#include <sys/stat.h>

#define HAVE_RB_IO_T 1

RBIMPL_SYMBOL_EXPORT_BEGIN()
VALUE rb_io_write(VALUE io, VALUE str);
VALUE rb_io_gets(VALUE io);
VALUE rb_io_getbyte(VALUE io);
VALUE rb_io_ungetc(VALUE io, VALUE c);
VALUE rb_io_ungetbyte(VALUE io, VALUE b);
VALUE rb_io_close(VALUE io);
VALUE rb_io_flush(VALUE io);
VALUE rb_io_eof(VALUE io);
VALUE rb_io_binmode(VALUE io);
VALUE rb_io_ascii8bit_binmode(VALUE io);
VALUE rb_io_addstr(VALUE io, VALUE str);
VALUE rb_io_printf(int argc, const VALUE *argv, VALUE io);
VALUE rb_io_print(int argc, const VALUE *argv, VALUE io);
VALUE rb_io_puts(int argc, const VALUE *argv, VALUE io);
VALUE rb_io_fdopen(int fd, int flags, const char *path);
VALUE rb_io_get_io(VALUE v);
VALUE rb_file_open(const char *path, const char *mode);
VALUE rb_file_open_str(VALUE path, const char *mode);
VALUE rb_gets(void);
void rb_write_error2(const char *ptr, long len); /* to $stderr */
int rb_is_absolute_path(const char *path);
void rb_p(VALUE obj);

/* ---- descriptors, close-on-exec from the start ---- */
int rb_cloexec_open(const char *path, int flags, mode_t mode);
int rb_cloexec_dup(int fd);
int rb_cloexec_dup2(int from, int to);
int rb_cloexec_pipe(int fds[2]);
int rb_cloexec_fcntl_dupfd(int fd, int min);
int rb_pipe(int fds[2]);
struct statx;
VALUE rb_statx_new(const struct statx *st);
int rb_reserved_fd_p(int fd);
void rb_update_max_fd(int fd);
void rb_fd_fix_cloexec(int fd);
void rb_close_before_exec(int low, int high, VALUE keep);

/* ---- File ---- */
VALUE rb_file_s_expand_path(int argc, const VALUE *argv);
VALUE rb_file_expand_path(VALUE path, VALUE dir);
VALUE rb_file_s_absolute_path(int argc, const VALUE *argv);
VALUE rb_file_absolute_path(VALUE path, VALUE dir);
VALUE rb_file_dirname(VALUE path);
VALUE rb_file_directory_p(VALUE unused, VALUE path);
VALUE rb_find_file(VALUE path);
int rb_find_file_ext(VALUE *path, const char *const *ext);
off_t rb_file_size(VALUE file);
VALUE rb_stat_new(const struct stat *st);
VALUE rb_get_argv(void);

/* ---- Dir ---- */
VALUE rb_dir_getwd(void);
typedef int ruby_glob_func(const char *path, VALUE arg, void *enc);
int ruby_glob(const char *pattern, int flags, ruby_glob_func *func, VALUE arg);
int ruby_brace_glob(const char *pattern, int flags, ruby_glob_func *func, VALUE arg);
void rb_glob(const char *pattern, void (*func)(const char *path, VALUE arg, void *enc), VALUE arg);
RBIMPL_SYMBOL_EXPORT_END()

#endif
