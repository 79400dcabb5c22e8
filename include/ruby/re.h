/*
 * ruby/re.h - regular expressions from C.
 */
#ifndef RUBY_RE_H
#define RUBY_RE_H 1

#include "ruby/ruby.h"
#include "ruby/onigmo.h"

RBIMPL_SYMBOL_EXPORT_BEGIN()
long rb_reg_search(VALUE re, VALUE str, long pos, int backward); /* byte offset, or -1; sets $~ */
bool rb_reg_start_with_p(VALUE re, VALUE str);
long rb_reg_adjust_startpos(VALUE re, VALUE str, long pos, int backward);
int rb_reg_region_copy(struct re_registers *dst, const struct re_registers *src); /* 0, or -1 for no memory */
/* Prepare re for str's encoding and call match with the pattern, which is kept for that time. */
OnigPosition rb_reg_onig_match(VALUE re, VALUE str,
                               OnigPosition (*match)(regex_t *pattern, VALUE str, struct re_registers *regs, void *args),
                               void *args, struct re_registers *regs);
regex_t *rb_reg_prepare_re(VALUE re, VALUE str);
RBIMPL_SYMBOL_EXPORT_END()

#endif
