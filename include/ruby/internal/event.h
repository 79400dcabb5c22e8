/*
 * ruby/internal/event.h - what TracePoint and event hooks observe.
 */
#ifndef RUBY_INTERNAL_EVENT_H
#define RUBY_INTERNAL_EVENT_H 1

#include "ruby/internal/value.h"

#define RUBY_EVENT_NONE            0x0000
#define RUBY_EVENT_LINE            0x0001
#define RUBY_EVENT_CLASS           0x0002
#define RUBY_EVENT_END             0x0004
#define RUBY_EVENT_CALL            0x0008
#define RUBY_EVENT_RETURN          0x0010
#define RUBY_EVENT_C_CALL          0x0020
#define RUBY_EVENT_C_RETURN        0x0040
#define RUBY_EVENT_RAISE           0x0080
#define RUBY_EVENT_ALL             0x00ff
#define RUBY_EVENT_B_CALL          0x0100
#define RUBY_EVENT_B_RETURN        0x0200
#define RUBY_EVENT_THREAD_BEGIN    0x0400
#define RUBY_EVENT_THREAD_END      0x0800
#define RUBY_EVENT_FIBER_SWITCH    0x1000
#define RUBY_EVENT_SCRIPT_COMPILED 0x2000
#define RUBY_EVENT_RESCUE          0x4000
#define RUBY_EVENT_TRACEPOINT_ALL  0x7fff
#define RUBY_EVENT_RESERVED_FOR_INTERNAL_USE 0x030000

#define RUBY_INTERNAL_EVENT_SWITCH       0x00040000
#define RUBY_INTERNAL_EVENT_NEWOBJ       0x00100000
#define RUBY_INTERNAL_EVENT_FREEOBJ      0x00200000
#define RUBY_INTERNAL_EVENT_GC_START     0x00400000
#define RUBY_INTERNAL_EVENT_GC_END_MARK  0x00800000
#define RUBY_INTERNAL_EVENT_GC_END_SWEEP 0x01000000
#define RUBY_INTERNAL_EVENT_GC_ENTER     0x02000000
#define RUBY_INTERNAL_EVENT_GC_EXIT      0x04000000
#define RUBY_INTERNAL_EVENT_OBJSPACE_MASK 0x07f00000
#define RUBY_INTERNAL_EVENT_MASK         0xffff0000

typedef uint32_t rb_event_flag_t;
typedef void (*rb_event_hook_func_t)(rb_event_flag_t event, VALUE data, VALUE self, ID mid, VALUE klass);
#define RB_EVENT_HOOKS_HAVE_CALLBACK_DATA 1

RBIMPL_SYMBOL_EXPORT_BEGIN()
void rb_add_event_hook(rb_event_hook_func_t func, rb_event_flag_t events, VALUE data);
int rb_remove_event_hook(rb_event_hook_func_t func);
RBIMPL_SYMBOL_EXPORT_END()

#endif
