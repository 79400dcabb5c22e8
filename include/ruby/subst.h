/*
 * ruby/subst.h - snprintf and vsnprintf by their usual names, ISO C's in every libc.
 */
#ifndef RUBY_SUBST_H
#define RUBY_SUBST_H 1

#undef snprintf
#undef vsnprintf
#define snprintf ruby_snprintf
#define vsnprintf ruby_vsnprintf

#endif
