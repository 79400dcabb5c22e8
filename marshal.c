/*
 * marshal.c - Marshal: the compatibility table; dump and load are not there yet (doc/missing.md).
 */
#include "internal/compiler.h"
#include <stdlib.h>
#include "internal/vm.h"

/* Classes that are dumped as another: newclass as oldclass. */
struct compat {
    VALUE newclass, oldclass;
    VALUE (*dumper)(VALUE);
    VALUE (*loader)(VALUE, VALUE);
    struct compat *next;
};
static struct compat *compats;

void
rb_marshal_define_compat(VALUE newclass, VALUE oldclass, VALUE (*dumper)(VALUE), VALUE (*loader)(VALUE, VALUE))
{
    struct compat *c = malloc(sizeof *c);
    if (!c) rb_memerror();
    *c = (struct compat){newclass, oldclass, dumper, loader, compats};
    compats = c;
}
