/*
 * regexp.h - the interface of regular expressions to the rest of the VM.
 *
 * Owns      the layouts of T_REGEXP and T_MATCH are regexp.c's; this header is the interface that String, Symbol, the
 *           VM's own instructions and strscan's relatives use.  No engine type shows here.
 * Uses      string.h, ruby/re.h (struct re_registers)
 * REGEXP-1  Offsets are bytes into the subject, never characters.
 * REGEXP-2  Only re_publish() and re_publish_nil() change $~.
 * REGEXP-3  A MatchData that re_search() filled is private to its caller until re_publish() or until Ruby sees it;
 *           only a private one may be passed in again for reuse.  re_publish() marks it busy.
 * REGEXP-4  The subject of a MatchData is a frozen String; searching with a match argument freezes a shared copy if str
 *           is not frozen, so loops pass a frozen subject.
 * Checked   test/test_regexp.rb
 */
#ifndef FACET_INTERNAL_RE_H
#define FACET_INTERNAL_RE_H

#include "internal/string.h"

struct re_span {
    size_t begin; /* byte offsets of the whole match */
    size_t end;
};

/*
 * Looks for the first match at or after byte `from` (backward: the last one that begins at or before it).
 *   span     may be NULL
 *   match    NULL: no MatchData is wanted.  Else *match is 0 or a private MatchData (REGEXP-3): filled, or replaced by a new one.
 * Returns    whether there is a match; without one neither *span nor *match is written.
 * Effects    allocates, raises (Encoding::CompatibilityError, Regexp::TimeoutError, "invalid byte sequence in UTF-8")
 */
bool re_search(VALUE re, VALUE str, size_t from, bool backward, struct re_span *span, VALUE *match);
/* Does what re_search does, anchored: the match must begin at byte `at`. */
bool re_match_at(VALUE re, VALUE str, size_t at, struct re_span *span, VALUE *match);

/* Returns whether re is / /: String#split takes it for a String and leaves $~. */
bool re_blank_p(VALUE re);
/* Returns whether re has no source: String#split cuts at every character and leaves $~. */
bool re_empty_p(VALUE re);
/* Returns the number of capture groups of a regexp, without the whole match. */
unsigned re_group_count(VALUE re);
/* Returns whether re has a named group: \1 in a replacement is then empty. */
bool re_named_p(VALUE re);
/* Returns the group number of a name (String or Symbol).  raises IndexError "undefined group name reference: x". */
int re_group_number(VALUE match, VALUE name);
/* Returns the group number of a name in bytes, or -1 for an unknown name.  If several groups have the name, it is the
 * last one that matched.  pure. */
int re_group_number_of(VALUE match, const char *name, size_t len);
/* Stores the byte offsets of group n.  Returns false when it did not take part or does not exist.  pure. */
bool re_group_span(VALUE match, int n, struct re_span *span);

/* Returns a private MatchData for a plain-string hit, bytes begin...begin+len(pat) of str.  Its #regexp is made from
 * pat on demand. */
VALUE re_match_literal(VALUE pat, VALUE str, size_t begin);
/* Returns a private MatchData of `count` groups of the Regexp re in str.  `offsets` has their begins and ends, -1 for
 * a group that took no part. */
VALUE re_match_of_offsets(VALUE re, VALUE str, int count, const int64_t *offsets);

/* Sets $~ of the calling Ruby frame, and marks the MatchData as seen. */
void re_publish(VALUE match);
void re_publish_nil(void);

/* Returns the Regexp of an argument of String#match and similar methods: a Regexp itself, or a String compiled (not
 * quoted).  raises TypeError "wrong argument type Integer (expected Regexp)". */
VALUE re_from_pattern(VALUE pat);

/* Returns a literal's Regexp.  Its warnings name line `line` of path.  raises RegexpError. */
VALUE regexp_new_literal(VALUE source, int options, const char *path, int line);

/* Checks a literal piece of an interpolated Regexp, which must be whole by itself.  raises RegexpError. */
void regexp_check_part(VALUE part, int options);

static inline bool
val_regexp_p(VALUE v)
{
    return val_type_p(v, T_REGEXP);
}

/* Returns the Regexp of /a#{b}c/. parts are Strings (an interpolated Regexp comes as its to_s).  Bits 8 and up of
 * options are an encoding. */
VALUE re_new_from_parts(const VALUE *parts, size_t n, int options);

#endif
