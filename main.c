/*
 * main.c - the process: memory for the C stack's bounds, the core, the command line, the end.
 */
#include "internal/compiler.h"
#include <locale.h>
#include <stdlib.h>
#include "internal/ruby.h"

int
main(int argc, char **argv)
{
    setlocale(LC_CTYPE, "");
    return ruby_run(argc, argv);
}
