/*
 * ruby/internal/data.h - Ruby objects around C structs (T_DATA).
 *
 * DATA-1    The words below lie at the same offsets in each build of the VM; user flags 0-19 of a T_DATA are the extension's.
 * DATA-2    A typed object's `type` is the extension's.  For an old-style object the VM makes a type from its mark and free
 *      functions, so that there is one layout and one `data` word.
 * DATA-3    For RUBY_TYPED_EMBEDDABLE, `data` points into the object; read it with RTYPEDDATA_GET_DATA, never keep it.
 */
#ifndef RUBY_INTERNAL_DATA_H
#define RUBY_INTERNAL_DATA_H 1

#include "ruby/internal/value.h"

typedef void (*RUBY_DATA_FUNC)(void *data);
typedef struct rb_data_type_struct rb_data_type_t;

enum rbimpl_typeddata_flags {
    RUBY_TYPED_FREE_IMMEDIATELY = 1, /* free function neither calls nor allocates: run it while sweeping */
    RUBY_TYPED_EMBEDDABLE = 2,
    RUBY_TYPED_CONCURRENT_FREE_SAFE = 4,
    RUBY_TYPED_WB_PROTECTED = RUBY_FL_WB_PROTECTED,
    RUBY_TYPED_FROZEN_SHAREABLE = RUBY_FL_SHAREABLE,
    RUBY_TYPED_FROZEN_SHAREABLE_NO_REC = RUBY_FL_EXIVAR,
    RUBY_TYPED_UNUSED = 1 << 6,
    RUBY_TYPED_DECL_MARKING = RUBY_FL_USER2
};

#define RUBY_TYPED_FREE_IMMEDIATELY RUBY_TYPED_FREE_IMMEDIATELY
#define RUBY_TYPED_EMBEDDABLE RUBY_TYPED_EMBEDDABLE
#define RUBY_TYPED_FROZEN_SHAREABLE RUBY_TYPED_FROZEN_SHAREABLE
#define RUBY_TYPED_FROZEN_SHAREABLE_NO_REC RUBY_TYPED_FROZEN_SHAREABLE_NO_REC
#define RUBY_TYPED_WB_PROTECTED RUBY_TYPED_WB_PROTECTED
#define RUBY_TYPED_DECL_MARKING RUBY_TYPED_DECL_MARKING

#ifndef RUBY_UNTYPED_DATA_WARNING
#define RUBY_UNTYPED_DATA_WARNING 1
#endif
#define RUBY_DEFAULT_FREE ((RUBY_DATA_FUNC) - 1)
#define RUBY_NEVER_FREE ((RUBY_DATA_FUNC)0)
#define RUBY_TYPED_DEFAULT_FREE RUBY_DEFAULT_FREE
#define RUBY_TYPED_NEVER_FREE RUBY_NEVER_FREE

struct rb_data_type_struct {
    const char *wrap_struct_name;
    struct {
        RUBY_DATA_FUNC dmark;
        RUBY_DATA_FUNC dfree;
        size_t (*dsize)(const void *data);
        RUBY_DATA_FUNC dcompact;
        void *reserved[1];
    } function;
    const rb_data_type_t *parent;
    void *data;
    VALUE flags;
};

#define HAVE_TYPE_RB_DATA_TYPE_T 1
#define HAVE_RB_DATA_TYPE_T_FUNCTION 1
#define HAVE_RB_DATA_TYPE_T_PARENT 1
#define RUBY_TYPED_DATA_HAVE_PARENT 1

/* RUBY_TYPED_DECL_MARKING: `dmark` points to offsets of VALUEs in the struct instead of code. */
#define RUBY_REF_EDGE(s, p) offsetof(s, p)
#define RUBY_REFS_LIST_PTR(l) ((RUBY_DATA_FUNC)(uintptr_t)(l))
#define RUBY_REF_END SIZE_MAX
#define RUBY_REFERENCES(t) static const size_t t[]
#define RUBY_REFERENCES_START(t) RUBY_REFERENCES(t) = {
#define RUBY_REFERENCES_END \
    RUBY_REF_END,           \
    }                       \
    ;

/* 0       8          16     24     32                  */
/* +-------+----------+------+------+---------- - -     */
/* | flags | reserved | type | data | (embedded struct) */
/* +-------+----------+------+------+---------- - -     */
struct RTypedData {
    struct RBasic basic;
    VALUE reserved; /* the VM's: the class, where headers have 16 bytes */
    const rb_data_type_t *type;
    void *data;
};

struct RData {
    struct RBasic basic;
    VALUE reserved;
    const rb_data_type_t *type;
    void *data;
};

RBIMPL_STATIC_ASSERT(data_word_of_typed, offsetof(struct RTypedData, data) == 24);
RBIMPL_STATIC_ASSERT(data_word_of_old, offsetof(struct RData, data) == 24);

RBIMPL_SYMBOL_EXPORT_BEGIN()
/* klass 0 makes a hidden object.  Effects: allocates, raises TypeError if klass is no class */
VALUE rb_data_object_wrap(VALUE klass, void *ptr, RUBY_DATA_FUNC dmark, RUBY_DATA_FUNC dfree);
VALUE rb_data_object_zalloc(VALUE klass, size_t size, RUBY_DATA_FUNC dmark, RUBY_DATA_FUNC dfree);
VALUE rb_data_typed_object_wrap(VALUE klass, void *ptr, const rb_data_type_t *type);
VALUE rb_data_typed_object_zalloc(VALUE klass, size_t size, const rb_data_type_t *type);
/* Old-style objects' functions; what RDATA(x)->dmark and ->dfree would have said. */
RUBY_DATA_FUNC rb_data_object_dmark(VALUE obj);
RUBY_DATA_FUNC rb_data_object_dfree(VALUE obj);
bool rb_data_object_typed_p(VALUE obj); /* not an old-style one; obj is a T_DATA */
int rb_typeddata_inherited_p(const rb_data_type_t *inner, const rb_data_type_t *outer);
int rb_typeddata_is_kind_of(VALUE obj, const rb_data_type_t *type);
int rb_typeddata_is_instance_of(VALUE obj, const rb_data_type_t *type);
/* Return the struct.  Effects: raises TypeError if obj is not of type or of a type below it */
void *rb_check_typeddata(VALUE obj, const rb_data_type_t *type);
RBIMPL_SYMBOL_EXPORT_END()

#define RDATA(obj) ((struct RData *)(obj))
#define RTYPEDDATA(obj) ((struct RTypedData *)(obj))
#define DATA_PTR(obj) (RDATA(obj)->data)
#define RTYPEDDATA_DATA(obj) (RTYPEDDATA(obj)->data)

/* Whether a T_DATA is a typed one. */
static inline bool
RTYPEDDATA_P(VALUE obj)
{
    return rb_data_object_typed_p(obj);
}

static inline const rb_data_type_t *
RTYPEDDATA_TYPE(VALUE obj)
{
    return RTYPEDDATA(obj)->type;
}

static inline void *
RTYPEDDATA_GET_DATA(VALUE obj)
{
    return RTYPEDDATA(obj)->data;
}

static inline bool
RTYPEDDATA_EMBEDDED_P(VALUE obj)
{
    return RTYPEDDATA(obj)->data == (void *)(RTYPEDDATA(obj) + 1);
}

static inline bool
rbimpl_rtypeddata_p(VALUE obj)
{
    return RB_TYPE_P(obj, RUBY_T_DATA) && RTYPEDDATA_P(obj);
}

/* Effects: raises TypeError if obj is no T_DATA. */
static inline void *
rb_data_object_get(VALUE obj)
{
    if (!RB_TYPE_P(obj, RUBY_T_DATA)) rb_unexpected_type(obj, RUBY_T_DATA);
    return DATA_PTR(obj);
}

#define RTYPEDDATA_P RTYPEDDATA_P
#define RTYPEDDATA_TYPE RTYPEDDATA_TYPE

/* Mark and free functions are written over their own struct types; the one cast lives here. */
#define RBIMPL_DATA_FUNC(f) ((RUBY_DATA_FUNC)(f))

#define Data_Wrap_Struct(klass, mark, free, sval) \
    rb_data_object_wrap((klass), (sval), RBIMPL_DATA_FUNC(mark), RBIMPL_DATA_FUNC(free))
#define Data_Make_Struct0(result, klass, type, size, mark, free, sval)                                     \
    VALUE result = rb_data_object_zalloc((klass), (size), RBIMPL_DATA_FUNC(mark), RBIMPL_DATA_FUNC(free)); \
    (sval) = (type *)DATA_PTR(result);                                                                     \
    (void)(sval) /* callers may want the object only */
#define Data_Make_Struct(klass, type, mark, free, sval)                                  \
    __extension__({                                                                      \
        Data_Make_Struct0(rbimpl_data_obj, klass, type, sizeof(type), mark, free, sval); \
        rbimpl_data_obj;                                                                 \
    })
#define Data_Get_Struct(obj, type, sval) ((sval) = (type *)rb_data_object_get(obj))

#define Check_TypedStruct(v, t) rb_check_typeddata((v), (t))
#define TypedData_Wrap_Struct(klass, data_type, sval) rb_data_typed_object_wrap((klass), (sval), (data_type))
#define TypedData_Make_Struct0(result, klass, type, size, data_type, sval)    \
    VALUE result = rb_data_typed_object_zalloc((klass), (size), (data_type)); \
    (sval) = (type *)RTYPEDDATA_GET_DATA(result);                             \
    (void)(sval) /* callers may want the object only */
#define TypedData_Make_Struct(klass, type, data_type, sval)                                  \
    __extension__({                                                                          \
        TypedData_Make_Struct0(rbimpl_data_obj, klass, type, sizeof(type), data_type, sval); \
        rbimpl_data_obj;                                                                     \
    })
#define TypedData_Get_Struct(obj, type, data_type, sval) ((sval) = (type *)rb_check_typeddata((obj), (data_type)))

#endif
