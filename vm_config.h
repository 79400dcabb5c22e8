/*
 * vm_config.h - every experiment's switch: always defined, always a number, each with its question.
 *
 * Owns      the defaults.  configure overrides them with -D.
 * CONFIG-1  The headers that a switch's comment names read it, and version.c, which reports it.
 * CONFIG-2  Each switch has one owner: a header whose opening comment has "owns the switch X" or "the only reader of X".
 * Checked   `make check-matrix` builds and tests the values; check_contracts tests CONFIG-2.
 */
#ifndef FACET_VM_CONFIG_H
#define FACET_VM_CONFIG_H

/* Which slot sizes?  Do objects cut to the cache line pay, and at what price in memory?  Read by internal/slot.h. */
#define SLOT_SCHEME_LINE 1   /* 32 64 96 128 192 256 512 1024: no object of up to 64 bytes touches two lines */
#define SLOT_SCHEME_LINE80 2 /* the same with 80 */
#define SLOT_SCHEME_POW2 3   /* 32 64 128 256 512 1024 */
#define SLOT_SCHEME_WORDS 4  /* one size of SLOT_WORDS words: 5 is Ruby 2.1, 8 is PR #495 */
#define SLOT_SCHEME_VWA40 5  /* 40 80 160 320 640, as Ruby 3.2 to 4.0 */
#ifndef SLOT_SCHEME
#define SLOT_SCHEME SLOT_SCHEME_LINE
#endif
#ifndef SLOT_WORDS
#define SLOT_WORDS 8 /* 5 6 7 8 9 10, for SLOT_SCHEME_WORDS */
#endif

/* Does the class need a word in every object?  8: flags and shape id; 16: and a class pointer.  internal/value.h. */
#ifndef HEADER_BYTES
#define HEADER_BYTES 8
#endif

/* Bytes in a cache line: 64 128.  internal/slot.h. */
#ifndef CACHE_LINE_BYTES
#define CACHE_LINE_BYTES 64
#endif

/* Do small hashes belong inside their slot?  internal/hash/layout.h. */
#ifndef EMBED_HASH
#define EMBED_HASH 1
#endif

/* One record for call info and call cache?  And the callee's facts copied into it?  internal/vm/site.h. */
#ifndef CALL_DATA_MERGED
#define CALL_DATA_MERGED 1
#endif
#ifndef CALL_DATA_FLAT
#define CALL_DATA_FLAT 1
#endif

/* Where does a JSON generator write?  ext/json/buffer.h. */
#define JSON_BUFFER_STRING 1
#define JSON_BUFFER_STACK 2
#define JSON_BUFFER_HEAP 3
#ifndef JSON_BUFFER
#define JSON_BUFFER JSON_BUFFER_STRING
#endif

/* What does vector code buy?  internal/simd.h. */
#define SIMD_AUTO 1
#define SIMD_NONE 2
#define SIMD_SSE2 3
#define SIMD_AVX2 4
#define SIMD_AVX512 5
#define SIMD_NEON 6
#ifndef SIMD_LEVEL
#define SIMD_LEVEL SIMD_AUTO
#endif

/* Dispatch by tail calls (clang 19 and later) or by computed goto?  vm/exec.c. */
#ifndef VM_TAILCALL
#if defined(__clang__) && __clang_major__ >= 19 && (defined(__x86_64__) || defined(__aarch64__))
#define VM_TAILCALL 1
#else
#define VM_TAILCALL 0
#endif
#endif

/* Is the table of stencils linked in?  0: --jit warns, and everything is interpreted.  jit/table.c. */
#ifndef VM_JIT
#define VM_JIT 1
#endif

/* 0 release, 1 local facts (VM_ASSERT), 2 the walkers after each collection, too (gc_verify).  internal/compiler.h. */
#ifndef VM_CHECK_LEVEL
#define VM_CHECK_LEVEL 0
#endif

/* 1: a test build, whose fixed limits are so small that the tests reach them.  internal/compiler.h: LIMIT. */
#ifndef SMALL_LIMITS
#define SMALL_LIMITS 0
#endif

/* Does a major collection of a large heap mark in steps?  Short pauses against work done twice.  gc/incremental.c.
 * It is off; doc/missing.md lists the proofs it needs. */
#ifndef GC_INCREMENTAL
#define GC_INCREMENTAL 0
#endif

/* How many objects wait, prefetched, between the mark stack and their scan: 0 2 4 8 16 32?  And how many cache lines of each
 * are fetched: 1 2?  gc/mark_ring.h. */
#ifndef GC_MARK_RING
#define GC_MARK_RING 8
#endif
#ifndef GC_MARK_PREFETCH_LINES
#define GC_MARK_PREFETCH_LINES 1
#endif

/* From which chunk of 16 MiB on does the heap ask for huge pages: 1 2 3, or 0 for never?  gc/huge_pages.h. */
#ifndef GC_HUGE_FROM
#define GC_HUGE_FROM 3
#endif

#endif
