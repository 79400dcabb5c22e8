/*
 * version.h - the identity of this Ruby, and the values of the experiments' switches.
 *
 * Owns      RUBY_VERSION and related constants, ruby/version.h's data.
 * Uses      vm_config.h, build_config.h
 */
#ifndef FACET_INTERNAL_VERSION_H
#define FACET_INTERNAL_VERSION_H

#include <stdio.h>

/* Returns RUBY_DESCRIPTION, static text: versions, a number that differs where saved instruction sequences do, the platform. */
const char *version_description(void);
/* For -v and --version, for -v --switches (one `name=value` a line), for --copyright. */
void version_print(FILE *out);
void version_print_switches(FILE *out);
void version_print_copyright(FILE *out);
void Init_Version(void);

#endif
