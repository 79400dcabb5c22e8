/*
 * iseq/binary.h - iseqs as bytes: what InstructionSequence#to_binary writes, .load_from_binary reads, and the prelude is.
 *
 * Owns      the format and its version.  A reader takes nothing for granted.
 * Uses      iseq, callsite, insn; iseq/binary.c writes, iseq/load.c reads, iseq/check.c judges the code.
 * BINARY-1  A file is read by the VM that wrote it or by one built alike: the header carries Ruby's version and a
 *           hash of all that the bytes depend on (instructions with their operands, core functions, primitives,
 *           ISEQ_BINARY_FORMAT, word size and byte order).  Handlers and addresses are not in the file.
 * BINARY-2  Code is written as the compiler wrote it (iseq_plain_insn): quickened forms are turned back, caches are
 *           empty, call sites are unlinked, and redefined operators keep their specialised form.  The reader makes
 *           fusions again, and does not use the forms of operators that are redefined by then.
 * BINARY-3  The checksum covers header, body and extra data.  A file that does not fit it, or whose length is another, is
 *           refused before anything is made from it.
 * BINARY-4  A right checksum does not make the content trusted.  Each count is compared with the bytes that are left,
 *           each index with its table, and each object's parts with its kind.  Then iseq_check() walks the code before
 *           it can run.  All of these raise RuntimeError ("broken binary format").  The types of values on the stack
 *           are not proved: a forged file with a right checksum can do what any program can, and crash.
 * BINARY-5  An object refers to objects before it; an iseq to iseqs after it as blocks and bodies, before it as parent.
 * Threads   Under the VM lock.
 * Checked   test/test_iseq_binary.rb: round trips of all tests' sources, each byte altered, each length cut.
 */
/*
 *  0       4       8       12     16      20     24              32     36       40      44          48
 *  +-------+-------+-------+------+-------+------+---------------+------+--------+-------+-----------+-----------------+-------+
 *  | FCTB  | major | minor | size | extra | crc  | machine hash  | ids  | objects| iseqs | encodings | body ...        | extra |
 *  +-------+-------+-------+------+-------+------+---------------+------+--------+-------+-----------+-----------------+-------+
 *  size: bytes of header and body. extra: bytes after them. crc: CRC-32 (as zlib's) of all bytes but its own four.
 *  Numbers of the header are little-endian.  Numbers of the body are LEB128 (u unsigned, z zigzag).  `ref` counts from
 *  1, 0 is none.
 *
 *  body      encodings: u length, name                      ids: u encoding, u length, bytes
 *            objects:   tag byte and parts (enum binary_tag)
 *            iseqs:     type, bits, ref parent iseq, name, base label, path, realpath (refs of objects), z positions, u mid,
 *                       locals, parameters, code, lines, catch table; see write_iseq()
 *  code      u cells, u values (a guess: Symbols may be heap objects here and immediates there), u sites, then for each
 *            instruction a byte (its id) and its operands by type:
 *            numbers z; value: ref of object; id: ref; iseq: ref; call site: ref of mid, u flags, u argc, [u n, refs of names]
 */
#ifndef FACET_INTERNAL_ISEQ_BINARY_H
#define FACET_INTERNAL_ISEQ_BINARY_H

#include "internal/iseq.h"

/* Count up when the meaning of a body changes in a way that the machine hash does not see: flags, parameters, tags. */
enum { ISEQ_BINARY_FORMAT = 1 };

struct binary_header {
    char magic[4];
    uint32_t major, minor;
    uint32_t size, extra_size;
    uint32_t crc;
    uint64_t machine;
    uint32_t id_count, object_count, iseq_count, encoding_count;
};
_Static_assert(sizeof(struct binary_header) == 48, "drawing above");
_Static_assert(__BYTE_ORDER__ == __ORDER_LITTLE_ENDIAN__, "the header is written as it lies");

/* Objects; BINARY_FROZEN is added for Arrays and Hashes. */
enum binary_tag {
    TAG_NIL,
    TAG_TRUE,
    TAG_FALSE,
    TAG_FIXNUM,   /* z */
    TAG_BIGNUM,   /* byte: 1 if negative, u length, magnitude, lowest byte first */
    TAG_FLOAT,    /* 8 bytes */
    TAG_RATIONAL, /* ref numerator, ref denominator */
    TAG_COMPLEX,  /* ref real, ref imaginary */
    TAG_SYMBOL,   /* ref id */
    TAG_STRING,   /* u encoding, u length, bytes: frozen and deduplicated */
    TAG_REGEXP,   /* u options, ref String */
    TAG_RANGE,    /* byte: 1 without its end, ref low, ref high */
    TAG_ARRAY,    /* u n, refs */
    TAG_HASH,     /* u n, refs: key, value ... */
    TAG_ENCODING, /* u encoding */
    TAG_OBJECT,   /* the class */
    TAG_STANDARD_ERROR,
    TAG__COUNT,
    BINARY_FROZEN = 0x80,
};
/* Bits of an iseq. */
enum {
    BINARY_USES_BLOCK = 1,
    BINARY_FROZEN_STRINGS = 2,
    BINARY_LEAF = 4,
    BINARY_CORE = 8,
    BINARY_RUBY = 16,
    BINARY_KNOWN_BITS = 31
};

/* Returns the hash of all that the bytes depend on (BINARY-1).  pure */
uint64_t iseq_binary_machine(void);
/* CRC-32, polynomial 0xEDB88320; start with 0.  pure */
uint32_t iseq_binary_crc(uint32_t crc, const void *bytes, size_t n);

/*
 * Returns the iseq with all that it refers to, as a BINARY String.
 *   extra     a String that travels along; 0: none
 * Effects    allocates, raises (RuntimeError "should be top of iseq" for a block or class body; "should not compile with
 *            coverage")
 */
VALUE iseq_dump(VALUE iseq, VALUE extra);
/*
 * Returns the iseq in a file.
 * Effects    allocates, raises (RuntimeError "broken binary format", "unmatched version file (9.0 for 4.0)",
 *            "unmatched platform")
 */
VALUE iseq_load(VALUE binary);
/* Returns the extra data in a file, a new BINARY String.  Raises as iseq_load. */
VALUE iseq_load_extra(VALUE binary);
/* Loads the iseq from bytes that were linked into this binary and live as long as the process, without checksum and
 * iseq_check().  It may be of core/. */
VALUE iseq_load_core(const void *bytes, size_t length);

#endif
