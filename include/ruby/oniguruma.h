/*
 * ruby/oniguruma.h - the older name of ruby/onigmo.h.
 */
#include "ruby/onigmo.h"
