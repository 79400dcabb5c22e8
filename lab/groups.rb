# groups - names for several experiments at once.
group "sources", "geometry", "call-data", "embed-hash", "json-buffer", "json-simd"
group "all", "geometry", "call-data", "embed-hash", "json-buffer", "json-simd", "jit", "heap-size", "heap-free", "huge-pages", "mark-prefetch", "pauses", "rdoc-memory", "warm-up"
