/*
 * ruby/subst.h - an extension's snprintf and vsnprintf are Ruby's.
 */
#ifndef RUBY_SUBST_H
#define RUBY_SUBST_H 1

#undef snprintf
#undef vsnprintf
#define snprintf ruby_snprintf
#define vsnprintf ruby_vsnprintf

#endif
