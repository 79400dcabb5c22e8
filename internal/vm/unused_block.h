/*
 * vm/unused_block.h - the warning about a block that the method called does not use.
 *
 * A method uses its block if its text has yield, &block, `...` or a super that passes the block on, or if it is initialize
 * (iseq_body.uses_block).  A call with a block to any other method warns, once for a call site, or for a kind of call
 * to a class.  With -w it warns unless some method of that name was compiled that uses its block.  With
 * Warning[:strict_unused_block] it always warns.
 */
#ifndef FACET_INTERNAL_UNUSED_BLOCK_H
#define FACET_INTERNAL_UNUSED_BLOCK_H

#include "internal/vm/call.h"

/* Records that a method of this name that uses its block was compiled. */
void unused_block_name_uses(ID name);
/* Warns that c is about to call a method with a block that it does not use.  calls Warning.warn. */
void unused_block_called(const struct calling *c, const struct iseq_body *body);

#endif
