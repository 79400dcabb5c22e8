/*
 * set.h - Set, for those that walk one without its each.
 *
 * Owns      set.c
 * Uses      hash.h
 */
#ifndef FACET_INTERNAL_SET_H
#define FACET_INTERNAL_SET_H

#include "internal/value.h"

bool set_p(VALUE v);       /* a Set, or of a subclass; pure */
VALUE set_hash(VALUE set); /* its hidden Hash, whose keys are the elements; pure */

#endif
