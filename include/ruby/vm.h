/*
 * ruby/vm.h - the VM as an object of the embedding program. There is one.
 */
#ifndef RUBY_VM_H
#define RUBY_VM_H 1

#include "ruby/defines.h"

typedef struct rb_vm_struct ruby_vm_t;

RBIMPL_SYMBOL_EXPORT_BEGIN()
int ruby_vm_destruct(ruby_vm_t *vm);
bool ruby_free_at_exit_p(void);
/* func(vm) runs after the last at_exit; the latest first. It touches no Ruby object. */
void ruby_vm_at_exit(void (*func)(ruby_vm_t *vm));
RBIMPL_SYMBOL_EXPORT_END()

#endif
