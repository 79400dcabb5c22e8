/*
 * file.h - paths, names, file status, as the files of File, Dir and Pathname tell each other.
 *
 * Uses      string.h, io.h
 * FILE-1    '/' and '.' never occur inside a multibyte character of an ASCII-compatible encoding, and paths are in no other:
 *           components are found byte by byte.
 * FILE-2    A path handed to the system has no NUL and is frozen while the VM lock is away.
 */
#ifndef FACET_INTERNAL_FILE_H
#define FACET_INTERNAL_FILE_H

#include <sys/stat.h>
#include "internal/io.h"

/* ---- file/path.c ---- */
VALUE path_expand(VALUE path, VALUE dir, bool tilde); /* dir: nil is the working directory */
VALUE path_join(VALUE ary);
VALUE path_basename(VALUE path, VALUE suffix); /* suffix: nil, String */
VALUE path_dirname(VALUE path, long levels);
VALUE path_extname(VALUE path);
VALUE path_home(VALUE user); /* nil: ENV["HOME"] */
/* strict: all components exist; else the last may be missing. */
VALUE path_real(VALUE path, VALUE dir, bool strict);
VALUE path_cwd(void); /* Dir.pwd */
/* Returns the start of the extension of a base name, or NULL if it has none. */
const char *path_find_ext(const char *base, const char *end);

/* ---- dir/fnmatch.c ---- */
enum {
    FNM_NOESC = 1,
    FNM_PATH = 2,
    FNM_DOT = 4,
    FNM_FOLD = 8,
    FNM_BRACES = 16, /* EXTGLOB */
    FNM_SHORT = 0,
};
/* pattern matches the whole of s: pure. */
bool fnmatch_p(const struct enc *enc, const char *pat, const char *pat_end, const char *s, const char *s_end, int flags);
/* Returns where the component of a pattern at p ends: at a slash that is not between brackets. */
const char *fnmatch_component_end(const char *p, const char *e, bool escape);
/* Calls fn for each expansion of {a,b} in pattern, until it returns true.  Returns whether it did. */
bool fnmatch_braces(VALUE pattern, int flags, bool (*fn)(VALUE pattern, void *arg), void *arg);

/* ---- file/stat.c ---- */
VALUE stat_new(const struct stat *st);
VALUE stat_at(int fd, const char *path, int statx_flags, int *err); /* Qundef: *err */
int file_stat_of(VALUE path_or_io, struct stat *st);                /* follows links; -1: errno */
int file_lstat_of(VALUE path, struct stat *st);
NORETURN void file_fail(const char *func, int err, VALUE path);
VALUE time_of_timespec(struct timespec ts);

/* ---- file/test.c ---- */
bool file_group_member(gid_t gid);
bool stat_allows(const struct stat *st, unsigned bit, uid_t uid, gid_t gid);
const char *file_type_name(mode_t mode);

void Init_File_open(void);

void Init_file_path(void), Init_file_stat(void), Init_file_test(void), Init_fnmatch(void);

#endif
