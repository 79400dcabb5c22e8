/*
 * vm_trace.c - events: where TracePoint listens.
 */
#include "internal/compiler.h"
#include "internal/vm_call.h"

void
vm_fire_raise(ec_t *ec, VALUE exc)
{
    (void)ec;
    (void)exc;
}

void
vm_fire_unwind(ec_t *ec, VALUE *fp)
{
    (void)ec;
    (void)fp;
}
