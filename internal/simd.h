/*
 * simd.h - which vector code may run; the only reader of SIMD_LEVEL.
 *
 * Owns      the choice. --with-simd makes it when the binary is built, the processor when it starts.  The environment
 *           variable FACET_SIMD=none|sse2|avx2|avx512|neon can lower the level but not raise it, so that one binary
 *           tests each.
 * SIMD-1    simd_level() is at most what the binary was built for, and the processor has it.
 * SIMD-2    Each level includes the ones below it; AVX512 means F, BW, VL and VBMI2.
 * SIMD-3    Plain C computes the same results as each level, and the same tests run over both.
 */
#ifndef FACET_INTERNAL_SIMD_H
#define FACET_INTERNAL_SIMD_H

#include "internal/compiler.h"

enum simd_level { SIMD_L_NONE, SIMD_L_NEON, SIMD_L_SSE2, SIMD_L_AVX2, SIMD_L_AVX512 };

/* Which code is compiled at all. */
#if defined(__x86_64__) && SIMD_LEVEL != SIMD_NONE && SIMD_LEVEL != SIMD_NEON
#define SIMD_HAS_SSE2 1
#define SIMD_HAS_AVX2 (SIMD_LEVEL == SIMD_AUTO || SIMD_LEVEL == SIMD_AVX2 || SIMD_LEVEL == SIMD_AVX512)
#define SIMD_HAS_AVX512 (SIMD_LEVEL == SIMD_AUTO || SIMD_LEVEL == SIMD_AVX512)
#else
#define SIMD_HAS_SSE2 0
#define SIMD_HAS_AVX2 0
#define SIMD_HAS_AVX512 0
#endif
#if defined(__aarch64__) && (SIMD_LEVEL == SIMD_AUTO || SIMD_LEVEL == SIMD_NEON)
#define SIMD_HAS_NEON 1
#else
#define SIMD_HAS_NEON 0
#endif

/* The instructions that the compiler may assume, unless vector code is switched off. */
#if defined(__SSE2__) && SIMD_LEVEL != SIMD_NONE
#define SIMD_BASE_SSE2 1
#else
#define SIMD_BASE_SSE2 0
#endif
#if defined(__ARM_NEON) && SIMD_LEVEL != SIMD_NONE
#define SIMD_BASE_NEON 1
#else
#define SIMD_BASE_NEON 0
#endif

/* Functions of a level are compiled for it one by one. */
#define SIMD_TARGET_AVX2 __attribute__((target("avx2,bmi,bmi2,lzcnt,popcnt")))
#define SIMD_TARGET_AVX512 \
    __attribute__((target("avx2,bmi,bmi2,lzcnt,popcnt,avx512f,avx512bw,avx512vl,avx512dq,avx512vbmi,avx512vbmi2")))

extern enum simd_level simd_level_now; /* simd.c: set before main */

static inline enum simd_level
simd_level(void)
{
    return simd_level_now;
}

#endif
