/*
 * ruby/memory_view.h - sharing arrays of C data between extensions.
 */
#ifndef RUBY_MEMORY_VIEW_H
#define RUBY_MEMORY_VIEW_H 1

#include "ruby/ruby.h"

typedef struct {
    char format; /* as in Array#pack */
    bool native_size_p;
    bool little_endian_p;
    size_t offset;
    size_t size;
    size_t repeat;
} rb_memory_view_item_component_t;

typedef struct {
    VALUE obj;
    void *data;
    ssize_t byte_size;
    bool readonly;
    const char *format; /* null: bytes */
    ssize_t item_size;
    struct {
        const rb_memory_view_item_component_t *components;
        size_t length;
    } item_desc;
    ssize_t ndim;
    const ssize_t *shape;
    const ssize_t *strides;
    const ssize_t *sub_offsets;
    void *private_data;
    const struct rb_memory_view_entry *_memory_view_entry;
} rb_memory_view_t;

typedef bool (*rb_memory_view_get_func_t)(VALUE obj, rb_memory_view_t *view, int flags);
typedef bool (*rb_memory_view_release_func_t)(VALUE obj, rb_memory_view_t *view);
typedef bool (*rb_memory_view_available_p_func_t)(VALUE obj);

typedef struct rb_memory_view_entry {
    rb_memory_view_get_func_t get_func;
    rb_memory_view_release_func_t release_func;
    rb_memory_view_available_p_func_t available_p_func;
} rb_memory_view_entry_t;

#define RUBY_MEMORY_VIEW_SIMPLE 0
#define RUBY_MEMORY_VIEW_WRITABLE (1 << 0)
#define RUBY_MEMORY_VIEW_FORMAT (1 << 1)
#define RUBY_MEMORY_VIEW_MULTI_DIMENSIONAL (1 << 2)
#define RUBY_MEMORY_VIEW_STRIDES ((1 << 3) | RUBY_MEMORY_VIEW_MULTI_DIMENSIONAL)
#define RUBY_MEMORY_VIEW_ROW_MAJOR ((1 << 4) | RUBY_MEMORY_VIEW_STRIDES)
#define RUBY_MEMORY_VIEW_COLUMN_MAJOR ((1 << 5) | RUBY_MEMORY_VIEW_STRIDES)
#define RUBY_MEMORY_VIEW_ANY_CONTIGUOUS (RUBY_MEMORY_VIEW_ROW_MAJOR | RUBY_MEMORY_VIEW_COLUMN_MAJOR)
#define RUBY_MEMORY_VIEW_INDIRECT ((1 << 6) | RUBY_MEMORY_VIEW_STRIDES)

RBIMPL_SYMBOL_EXPORT_BEGIN()
/* A wrapped st_table from objects to the number of their views, or Qundef before the first view */
RUBY_EXTERN VALUE rb_memory_view_exported_object_registry;
RUBY_EXTERN const rb_data_type_t rb_memory_view_exported_object_registry_data_type;
bool rb_memory_view_register(VALUE klass, const rb_memory_view_entry_t *entry);
bool rb_memory_view_available_p(VALUE obj);
bool rb_memory_view_get(VALUE obj, rb_memory_view_t *view, int flags);
bool rb_memory_view_release(rb_memory_view_t *view);
bool rb_memory_view_init_as_byte_array(rb_memory_view_t *view, VALUE obj, void *data, ssize_t len, bool readonly);
void rb_memory_view_fill_contiguous_strides(ssize_t ndim, ssize_t item_size, const ssize_t *shape, bool row_major_p,
                                            ssize_t *strides);
ssize_t rb_memory_view_parse_item_format(const char *format, rb_memory_view_item_component_t **members, size_t *n_members,
                                         const char **err);
ssize_t rb_memory_view_item_size_from_format(const char *format, const char **err);
void *rb_memory_view_get_item_pointer(rb_memory_view_t *view, const ssize_t *indices);
VALUE rb_memory_view_extract_item_member(const void *ptr, const rb_memory_view_item_component_t *member, size_t i);
VALUE rb_memory_view_extract_item_members(const void *ptr, const rb_memory_view_item_component_t *members, size_t n_members);
void rb_memory_view_prepare_item_desc(rb_memory_view_t *view);
VALUE rb_memory_view_get_item(rb_memory_view_t *view, const ssize_t *indices);
bool rb_memory_view_is_row_major_contiguous(const rb_memory_view_t *view);
bool rb_memory_view_is_column_major_contiguous(const rb_memory_view_t *view);
RBIMPL_SYMBOL_EXPORT_END()

#endif
