/*
 * ractor.h - what the VM knows of Ractors.
 *
 * Uses      value.h
 */
#ifndef FACET_INTERNAL_RACTOR_H
#define FACET_INTERNAL_RACTOR_H

#include "internal/value.h"

extern VALUE rb_eRactorIsolationError;

#endif
