/*
 * ruby/internal/gc.h - the collector's functions for extensions, and memory that it tracks.
 *
 * GCAPI-1   The C stack and registers are scanned conservatively, so a VALUE in a local is safe as long as the
 *           compiler keeps it.  RB_GC_GUARD(v) keeps it up to that point.
 * GCAPI-2   A VALUE in malloc'ed memory or a static is safe only if a mark function or a registered address names it.
 * GCAPI-3   A store into a RUBY_TYPED_WB_PROTECTED object goes through RB_OBJ_WRITE or is followed by RB_OBJ_WRITTEN.
 */
#ifndef RUBY_INTERNAL_GC_H
#define RUBY_INTERNAL_GC_H 1

#include "ruby/internal/value.h"

RBIMPL_SYMBOL_EXPORT_BEGIN()

/* ---- marking: to be called from a dmark function (or anywhere, then without effect) ---- */
void rb_gc_mark(VALUE obj); /* and pin */
void rb_gc_mark_movable(VALUE obj);
void rb_gc_mark_maybe(VALUE obj); /* obj may be a word that is not a VALUE */
void rb_gc_mark_locations(const VALUE *start, const VALUE *end);
void rb_mark_tbl(struct st_table *tbl); /* values */
void rb_mark_tbl_no_pin(struct st_table *tbl);
void rb_mark_set(struct st_table *tbl);  /* keys */
void rb_mark_hash(struct st_table *tbl); /* both */
VALUE rb_gc_location(VALUE obj);         /* where obj is now; for dcompact */
void rb_gc_update_tbl_refs(struct st_table *tbl);

/* ---- roots ---- */
void rb_global_variable(VALUE *address);
void rb_gc_register_address(VALUE *address);
void rb_gc_unregister_address(VALUE *address);
void rb_gc_register_mark_object(VALUE obj); /* forever */

/* ---- write barrier ---- */
void rb_gc_writebarrier(VALUE parent, VALUE child);
void rb_gc_writebarrier_unprotect(VALUE obj);

/* ---- control ---- */
void rb_gc(void);
VALUE rb_gc_start(void);
VALUE rb_gc_enable(void); /* whether it was disabled */
VALUE rb_gc_disable(void);
int rb_during_gc(void);
size_t rb_gc_count(void);
size_t rb_gc_stat(VALUE key_or_hash);
VALUE rb_gc_latest_gc_info(VALUE key_or_hash);
void rb_gc_adjust_memory_usage(ssize_t bytes);
void rb_gc_copy_finalizer(VALUE dst, VALUE src);
VALUE rb_define_finalizer(VALUE obj, VALUE block);
VALUE rb_undefine_finalizer(VALUE obj);
RBIMPL_ATTR_NORETURN() void rb_memerror(void);
/* Visit the objects of each page: callback(first, past_last, stride, data), nonzero stops. */
void rb_objspace_each_objects(int (*callback)(void *start, void *end, size_t stride, void *data), void *data);
size_t rb_obj_memsize_of(VALUE obj);

/* ---- objects ---- */
VALUE rb_newobj(void);
VALUE rb_newobj_of(VALUE klass, VALUE flags);
VALUE rb_obj_setup(VALUE obj, VALUE klass, VALUE type);
VALUE rb_obj_class(VALUE v); /* never a singleton class */
VALUE rb_singleton_class_clone(VALUE obj);
void rb_singleton_class_attached(VALUE klass, VALUE obj);
void rb_copy_generic_ivar(VALUE dst, VALUE src);
size_t rb_generic_ivar_memsize(VALUE obj);
void rb_free_generic_ivar(VALUE obj);

/* ---- buffers that live until the C frame's holder dies ---- */
void *rb_alloc_tmp_buffer(volatile VALUE *holder, long bytes);
void *rb_alloc_tmp_buffer_with_count(volatile VALUE *holder, size_t bytes, size_t count);
void rb_free_tmp_buffer(volatile VALUE *holder);
RBIMPL_SYMBOL_EXPORT_END()

/* Keep *p in memory and alive up to here. */
static inline volatile VALUE *
rb_gc_guarded_ptr(volatile VALUE *p)
{
    __asm__ volatile("" : : "r"(p) : "memory");
    return p;
}

#define RB_GC_GUARD(v) (*rb_gc_guarded_ptr(&(v)))

static inline VALUE
rb_obj_written(VALUE parent, VALUE oldv, VALUE child)
{
    (void)oldv;
    if (!RB_SPECIAL_CONST_P(child)) rb_gc_writebarrier(parent, child);
    return parent;
}

static inline VALUE
rb_obj_write(VALUE parent, VALUE *slot, VALUE child)
{
    *slot = child;
    return rb_obj_written(parent, RUBY_Qundef, child);
}

static inline VALUE
rb_obj_wb_unprotect(VALUE obj)
{
    rb_gc_writebarrier_unprotect(obj);
    return obj;
}

#define RB_OBJ_WRITE(parent, slot, child) rb_obj_write((VALUE)(parent), (VALUE *)(slot), (VALUE)(child))
#define RB_OBJ_WRITTEN(parent, oldv, child) rb_obj_written((VALUE)(parent), (VALUE)(oldv), (VALUE)(child))
#define OBJ_WB_UNPROTECT(obj) rb_obj_wb_unprotect(obj)
#define RB_OBJ_WB_UNPROTECT(obj) rb_obj_wb_unprotect(obj)
#define RB_OBJ_WB_UNPROTECT_FOR(type, obj) rb_obj_wb_unprotect(obj)
#define USE_RGENGC 1

#define OBJSETUP rb_obj_setup

/* ---- memory --------------------------------------------------------------------------------------------------- */

static inline size_t
rbimpl_size_mul_or_raise(size_t n, size_t elt_bytes)
{
    size_t bytes;
    if (RB_UNLIKELY(__builtin_mul_overflow(n, elt_bytes, &bytes))) ruby_malloc_size_overflow(n, elt_bytes);
    return bytes;
}

static inline void *
ruby_nonempty_memcpy(void *dst, const void *src, size_t n)
{
    return n ? memcpy(dst, src, n) : dst;
}

#define RB_ALLOC(type) ((type *)ruby_xmalloc(sizeof(type)))
#define RB_ALLOC_N(type, n) ((type *)ruby_xmalloc2((size_t)(n), sizeof(type)))
#define RB_ZALLOC(type) (RB_ZALLOC_N(type, 1))
#define RB_ZALLOC_N(type, n) ((type *)ruby_xcalloc((size_t)(n), sizeof(type)))
#define RB_REALLOC_N(var, type, n) ((var) = (type *)ruby_xrealloc2((void *)(var), (size_t)(n), sizeof(type)))
#define RB_ALLOCA_N(type, n) ((type *)__builtin_alloca(rbimpl_size_mul_or_raise(sizeof(type), (size_t)(n))))

#ifndef RUBY_ALLOCV_LIMIT
#define RUBY_ALLOCV_LIMIT 1024
#endif
#define RB_ALLOCV(holder, n) \
    ((n) < RUBY_ALLOCV_LIMIT ? ((holder) = 0, __builtin_alloca((size_t)(n))) : rb_alloc_tmp_buffer(&(holder), (long)(n)))
#define RB_ALLOCV_N(type, holder, n)                                                                               \
    ((type *)(((size_t)(n) < RUBY_ALLOCV_LIMIT / sizeof(type))                                                     \
                  ? ((holder) = 0, __builtin_alloca((size_t)(n) * sizeof(type)))                                   \
                  : rb_alloc_tmp_buffer_with_count(&(holder), rbimpl_size_mul_or_raise((size_t)(n), sizeof(type)), \
                                                   (size_t)(n))))
#define RB_ALLOCV_END(holder) rb_free_tmp_buffer(&(holder))

#define ALLOC(type) RB_ALLOC(type)
#define ALLOC_N(type, n) RB_ALLOC_N(type, n)
#define ZALLOC(type) RB_ZALLOC(type)
#define ZALLOC_N(type, n) RB_ZALLOC_N(type, n)
#define REALLOC_N(var, type, n) RB_REALLOC_N(var, type, n)
#define ALLOCA_N(type, n) RB_ALLOCA_N(type, n)
#define ALLOCV(holder, n) RB_ALLOCV(holder, n)
#define ALLOCV_N(type, holder, n) RB_ALLOCV_N(type, holder, n)
#define ALLOCV_END(holder) RB_ALLOCV_END(holder)

#define MEMZERO(p, type, n) memset((p), 0, rbimpl_size_mul_or_raise(sizeof(type), (size_t)(n)))
#define MEMCPY(p1, p2, type, n) ruby_nonempty_memcpy((p1), (p2), rbimpl_size_mul_or_raise(sizeof(type), (size_t)(n)))
#define MEMMOVE(p1, p2, type, n) memmove((p1), (p2), rbimpl_size_mul_or_raise(sizeof(type), (size_t)(n)))
#define MEMCMP(p1, p2, type, n) memcmp((p1), (p2), rbimpl_size_mul_or_raise(sizeof(type), (size_t)(n)))

#endif
