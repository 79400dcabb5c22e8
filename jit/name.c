/*
 * jit/name.c - the names of stencils.
 *
 * Owns      the form of a name (doc/internals/jit.md has it): what kind of stencil, how high the stack is, which facts.
 * Uses      jit/table.c
 * Threads   All under the VM lock.
 * Checked   all tests with --jit-call-threshold=1
 */
#include "internal/compiler.h"
#include <stdarg.h>
#include <stdio.h>
#include "internal/jit/translate.h"

int
jit_find(const char *format, ...)
{
    char name[96];
    va_list args;
    va_start(args, format);
    vsnprintf(name, sizeof name, format, args);
    va_end(args);
    return jit_stencil(name);
}
