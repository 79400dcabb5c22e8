/*
 * vm/core.h - functions of the language that have syntax but no instruction of their own.
 *
 * Owns      the numbers that `corecall` and `defined` carry.
 * Uses      compile*.c writes the calls, vm/core.c answers them.
 * Each line: arguments in the order they are pushed -- result.
 */
#ifndef FACET_INTERNAL_VM_CORE_H
#define FACET_INTERNAL_VM_CORE_H

enum vm_core_fn {
    CORE_ALIAS_METHOD,     /* new Symbol, old Symbol -- nil.  In the class that `def` would define in. */
    CORE_ALIAS_GVAR,       /* new Symbol, old Symbol -- nil.  Names with their $. */
    CORE_UNDEF,            /* Symbol -- nil.  In the class that `def` would define in. */
    CORE_AT_EXIT,          /* Proc -- nil.  END { } */
    CORE_FORMAT,           /* format String, values ... -- String.  Kernel#sprintf, whatever sprintf is redefined to. */
    CORE_NO_PATTERN,       /* value, nil or String -- raises NoMatchingPatternError: inspect, or "inspect: string" */
    CORE_NO_PATTERN_KEY,   /* value, String, matchee Hash, key -- raises NoMatchingPatternKeyError */
    CORE_TYPE_ERROR,       /* String -- raises TypeError with it: a deconstruct that gives no Array */
    CORE_ARRAY_ANY,        /* Array -- true if an element is truthy: `when *list` of a case without a subject */
    CORE_SHAREABLE,        /* value -- value, made shareable (shareable_constant_value: experimental_everything) */
    CORE_SHAREABLE_COPY,   /* value -- a shareable copy (experimental_copy) */
    CORE_ENSURE_SHAREABLE, /* value, String -- value; Ractor::IsolationError
                              * "cannot assign unshareable object to <string>" (literal) */
    CORE_LAST_LINE_MATCH,  /* Regexp -- Regexp =~ $_ : `if /re/` */
    CORE__COUNT
};

/* The kinds of `defined`.  `obj` is its second operand, `v` the value on the stack (nil if the kind needs none). */
enum defined_type {
    DEFINED_IVAR,       /* obj Symbol; see definedivar */
    DEFINED_GVAR,       /* obj Symbol */
    DEFINED_CVAR,       /* obj Symbol */
    DEFINED_CONST,      /* obj Symbol: by lexical scope */
    DEFINED_CONST_FROM, /* obj Symbol, v: module (false if it is none) */
    DEFINED_CONST_TOP,  /* obj Symbol: ::A */
    DEFINED_METHOD,     /* obj Symbol, v: receiver; public methods, respond_to_missing? */
    DEFINED_FUNC,       /* obj Symbol, v: self; private methods too */
    DEFINED_YIELD,      /* does the method's frame have a block? */
    DEFINED_SUPER,      /* is there a method for super? */
    DEFINED_BACKREF,    /* obj Fixnum: the operand of getbackref */
};

#endif
