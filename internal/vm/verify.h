/*
 * vm/verify.h - checking a context's frames.
 *
 * Uses      vm.h
 */
#ifndef FACET_INTERNAL_VM_VERIFY_H
#define FACET_INTERNAL_VM_VERIFY_H

#include "internal/vm.h"

/* Tells gc_expect what of FRAME-1 to FRAME-8 (vm.h) does not hold for the published frames of a context.  O(frames), pure. */
void vm_verify_frames(ec_t *ec);

#endif
