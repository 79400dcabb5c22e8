/*
 * main.c - the process: memory for the C stack's bounds, the core, the command line, the end.
 */
#include "internal/compiler.h"
#include <locale.h>
#include <stdlib.h>
#include "internal/ruby.h"

#if VM_ASAN
/* Leaks are not looked for: conservative roots, and a process that ends without freeing its heap. */
const char *__asan_default_options(void);
const char *__ubsan_default_options(void);

__attribute__((visibility("default"), used)) const char *
__asan_default_options(void)
{
    return "detect_leaks=0:allocator_may_return_null=1:detect_stack_use_after_return=0";
}

__attribute__((visibility("default"), used)) const char *
__ubsan_default_options(void)
{
    return "print_stacktrace=1:halt_on_error=1";
}
#endif

int
main(int argc, char **argv)
{
    setlocale(LC_CTYPE, "");
    return ruby_run(argc, argv);
}
