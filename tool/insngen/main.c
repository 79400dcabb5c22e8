/*
 * main.c - insngen [-o DIR] insns.def: read, check, write the products.
 *
 * Exit status: 0 written, 1 insns.def is wrong or a file cannot be read or written, 2 wrong usage.
 */
#include "insngen.h"

#include <errno.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

int error_count;

void
error_at(struct pos at, const char *format, ...)
{
    va_list args;

    fprintf(stderr, "%s:%d:%d: ", model.path, at.line, at.col);
    va_start(args, format);
    vfprintf(stderr, format, args);
    va_end(args);
    fputc('\n', stderr);
    error_count++;
}

static void
die(const char *what, const char *path)
{
    fprintf(stderr, "insngen: %s %s: %s\n", what, path, strerror(errno));
    exit(1);
}

void *
xalloc(size_t bytes)
{
    void *memory = calloc(1, bytes);
    if (!memory) die("no memory for", model.path);
    return memory;
}

char *
xcopy(const char *text, size_t length)
{
    char *copy = xalloc(length + 1);
    memcpy(copy, text, length);
    return copy;
}

/* The whole file as a string; NULL (errno set) if it cannot be read. */
static char *
read_file(const char *path)
{
    FILE *file = fopen(path, "r");
    char *text = NULL, buffer[4096];
    size_t length = 0, got;
    FILE *memory = open_memstream(&text, &length);

    if (!file || !memory) return NULL;
    while ((got = fread(buffer, 1, sizeof buffer, file)) > 0) fwrite(buffer, 1, got, memory);
    fclose(file);
    fclose(memory);
    return text;
}

static const struct product {
    const char *name;
    void (*emit)(FILE *out);
} products[] = {
    {"insns.inc", emit_enum},   {"insns_info.inc", emit_info}, {"vm_tail.inc", emit_tail},
    {"vm_goto.inc", emit_goto}, {"insns.md", emit_page},       {"jit_bodies.inc", emit_jit},
};

/* Compose one product and write it if its text changed (GEN-2, GEN-3). */
static void
write_product(const struct product *product, const char *folder)
{
    char path[4096], *text = NULL;
    size_t length = 0;
    FILE *memory = open_memstream(&text, &length);

    if (!memory) die("no memory for", product->name);
    product->emit(memory);
    fclose(memory);
    snprintf(path, sizeof path, "%s/%s", folder, product->name);
    char *old = read_file(path);
    if (old && strcmp(old, text) == 0) return;
    FILE *file = fopen(path, "w");
    if (!file || fwrite(text, 1, length, file) != length || fclose(file) != 0) die("cannot write", path);
}

int
main(int argc, char **argv)
{
    const char *folder = ".";
    int k = 1;

    if (k < argc && strcmp(argv[k], "-s") == 0) {
        model_split_sites();
        k++;
    }
    if (k + 1 < argc && strcmp(argv[k], "-o") == 0) {
        folder = argv[k + 1];
        k += 2;
    }
    if (k + 1 != argc || argv[k][0] == '-') {
        fprintf(stderr, "usage: insngen [-s] [-o DIR] insns.def    -s: a call site takes two cells\n");
        return 2;
    }
    model.path = argv[k];
    char *text = read_file(model.path);
    if (!text) die("cannot read", model.path);
    lexer_start(text);
    if (yyparse() == 0) model_check();
    if (error_count) return 1;
    for (size_t p = 0; p < sizeof products / sizeof *products; p++) write_product(&products[p], folder);
    return 0;
}
