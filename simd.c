/*
 * simd.c - asks the processor, once, which vector code may run.
 */
#include "internal/compiler.h"

#include <stdlib.h>
#include <string.h>

#include "internal/simd.h"

enum simd_level simd_level_now;

static const char *const level_names[] = {"none", "neon", "sse2", "avx2", "avx512"};

static enum simd_level
level_of_processor(void)
{
#if SIMD_HAS_NEON
    return SIMD_L_NEON;
#elif SIMD_HAS_SSE2
    __builtin_cpu_init();
#if SIMD_HAS_AVX512
    if (__builtin_cpu_supports("avx512f") && __builtin_cpu_supports("avx512bw") && __builtin_cpu_supports("avx512vl") &&
        __builtin_cpu_supports("avx512dq") && __builtin_cpu_supports("avx512vbmi") && __builtin_cpu_supports("avx512vbmi2"))
        return SIMD_L_AVX512;
#endif
#if SIMD_HAS_AVX2
    if (__builtin_cpu_supports("avx2") && __builtin_cpu_supports("bmi2")) return SIMD_L_AVX2;
#endif
    return SIMD_L_SSE2;
#else
    return SIMD_L_NONE;
#endif
}

__attribute__((constructor)) static void
choose_level(void)
{
    simd_level_now = level_of_processor();
    const char *wish = getenv("FACET_SIMD");
    for (unsigned i = 0; wish && i < lengthof(level_names); i++) {
        if (strcmp(wish, level_names[i]) == 0 && i < simd_level_now) simd_level_now = (enum simd_level)i;
    }
}
