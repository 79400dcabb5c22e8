/*
 * mkprelude.c - mkprelude [core/FILE.rb ...] : the sources of the prelude as C arrays, on standard output.
 *
 * For miniruby (no files), and for cross builds, whose miniruby does not run here; else miniruby compiles them (prelude.c).
 * Each file becomes one entry of prelude_parts[] under the name that backtraces show, <internal:FILE>.
 * An array of bytes, not a string literal: compilers limit those.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* FILE of path/FILE.rb: its start, and its length in *length */
static const char *
base_name(const char *path, int *length)
{
    const char *slash = strrchr(path, '/');
    const char *base = slash ? slash + 1 : path;
    const char *dot = strrchr(base, '.');

    *length = dot ? (int)(dot - base) : (int)strlen(base);
    if (*length == 7 && strncmp(base, "integer", 7) == 0) return "numeric"; /* what CRuby calls its file; as long */
    return base;
}

static void
write_array(const char *path, int number)
{
    FILE *file = fopen(path, "r");
    int c, count = 0;

    if (!file) {
        perror(path);
        exit(1);
    }
    printf("static const unsigned char source_%d[] = {", number);
    while ((c = getc(file)) != EOF) printf("%s%d,", count++ % 24 ? "" : "\n    ", c);
    printf("\n    0\n};\n\n");
    fclose(file);
}

int
main(int argc, char **argv)
{
    printf("/* Made by tool/mkprelude from core/.  Do not edit. */\n#include \"internal/prelude.h\"\n\n");
    for (int k = 1; k < argc; k++) write_array(argv[k], k);
    printf("const struct prelude_part prelude_parts[] = {\n");
    for (int k = 1; k < argc; k++) {
        int length;
        const char *name = base_name(argv[k], &length);
        printf("    {\"<internal:%.*s>\", source_%d, sizeof source_%d - 1, false},\n", length, name, k, k);
    }
    printf("    {0, 0, 0, false}\n};\n");
    return 0;
}
