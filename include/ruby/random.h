/*
 * ruby/random.h - generators of random numbers written in C.
 */
#ifndef RUBY_RANDOM_H
#define RUBY_RANDOM_H 1

#include "ruby/ruby.h"

#define RUBY_RANDOM_INTERFACE_VERSION_MAJOR 1
#define RUBY_RANDOM_INTERFACE_VERSION_MINOR 0
#define RUBY_RANDOM_INTERFACE_VERSION_MAJOR_MAX 255
#define RUBY_RANDOM_INTERFACE_VERSION_MINOR_MAX 255

typedef struct rb_random_struct {
    VALUE seed;
} rb_random_t;

typedef void rb_random_init_func(rb_random_t *rng, const uint32_t *key, size_t len);
typedef void rb_random_init_int32_func(rb_random_t *rng, uint32_t seed);
typedef unsigned int rb_random_get_int32_func(rb_random_t *rng);
typedef void rb_random_get_bytes_func(rb_random_t *rng, void *buf, size_t len);
typedef double rb_random_get_real_func(rb_random_t *rng, int exclusive);

typedef struct {
    size_t default_seed_bits;
    struct {
        uint8_t major, minor;
    } version;
    rb_random_init_func *init;
    rb_random_init_int32_func *init_int32;
    rb_random_get_int32_func *get_int32;
    rb_random_get_bytes_func *get_bytes;
    rb_random_get_real_func *get_real; /* may be null */
} rb_random_interface_t;

#define RUBY_RANDOM_INTERFACE_VERSION_INITIALIZER {RUBY_RANDOM_INTERFACE_VERSION_MAJOR, RUBY_RANDOM_INTERFACE_VERSION_MINOR}

/* The functions of a generator are called NAME_init, NAME_init_int32, NAME_get_int32, NAME_get_bytes, NAME_get_real. */
#define RB_RANDOM_INTERFACE_DECLARE(name)               \
    static rb_random_init_func name##_init;             \
    static rb_random_init_int32_func name##_init_int32; \
    static rb_random_get_int32_func name##_get_int32;   \
    static rb_random_get_bytes_func name##_get_bytes
#define RB_RANDOM_INTERFACE_DECLARE_WITH_REAL(name) \
    RB_RANDOM_INTERFACE_DECLARE(name);              \
    static rb_random_get_real_func name##_get_real
/* Initializers for the fields of rb_random_interface_t after default_seed_bits. */
#define RB_RANDOM_INTERFACE_DEFINE(name) \
    RUBY_RANDOM_INTERFACE_VERSION_INITIALIZER, name##_init, name##_init_int32, name##_get_int32, name##_get_bytes
#define RB_RANDOM_INTERFACE_DEFINE_WITH_REAL(name) RB_RANDOM_INTERFACE_DEFINE(name), name##_get_real
/* NAME_init_int32 by way of NAME_init. */
#define RB_RANDOM_DEFINE_INIT_INT32_FUNC(name)                     \
    static void name##_init_int32(rb_random_t *rng, uint32_t seed) \
    {                                                              \
        name##_init(rng, &seed, 1);                                \
    }
#define rb_random_data_type rb_random_data_type_1_0
#define RB_RANDOM_PARENT &rb_random_data_type
#define RB_RANDOM_DATA_INIT_PARENT(type) ((void)(type))

RBIMPL_SYMBOL_EXPORT_BEGIN()
RUBY_EXTERN const rb_data_type_t rb_random_data_type_1_0;
void rb_random_mark(void *ptr);
void rb_random_base_init(rb_random_t *rng);
double rb_int_pair_to_real(uint32_t a, uint32_t b, int exclusive);
void rb_rand_bytes_int32(rb_random_get_int32_func *func, rb_random_t *rng, void *buf, size_t len);
RBIMPL_SYMBOL_EXPORT_END()

/* A generator's type; its parent is RB_RANDOM_PARENT, its data an rb_random_interface_t. */
typedef const rb_data_type_t rb_random_data_type_t;

/* The interface of a generator object. */
static inline const rb_random_interface_t *
rb_rand_if(VALUE obj)
{
    return (const rb_random_interface_t *)RTYPEDDATA_TYPE(obj)->data;
}

#endif
