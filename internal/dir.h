/*
 * dir.h - directories, as Pathname and load see them.
 *
 * Uses      file.h
 */
#ifndef FACET_INTERNAL_DIR_H
#define FACET_INTERNAL_DIR_H

#include "internal/file.h"

/* ---- dir/glob.c ---- */
/* Appends to out the paths that match pattern, below base (nil: the working directory; a path; an IO or Dir).  allocates, raises. */
void dir_glob_into(VALUE out, VALUE pattern, int flags, VALUE base, bool sort);
VALUE dir_glob_args(VALUE patterns, int flags, VALUE base, bool sort); /* a String or an Array of them */

/* ---- dir.c ---- */
int dir_fd(VALUE dir); /* of a Dir; -1: it is none */
void Init_dir_glob(void);

#endif
