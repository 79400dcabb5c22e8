/*
 * error.c - Exception and its classes.
 *
 * The message of a NameError raised by the VM is made when it is first read.  Until then `mesg` is a hidden Array of the
 * format, the receiver and the name.  Most such errors are rescued unread.
 */
#include "internal/class.h"

#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

#include "internal/array.h"
#include "internal/gc.h"
#include "internal/iseq.h"
#include "internal/object.h"
#include "internal/variable.h"
#include "internal/shape.h"
#include "internal/string.h"
#include "internal/vm/trace.h"
#include "internal/vm.h"

VALUE rb_eException, rb_eSystemExit, rb_eInterrupt, rb_eSignal, rb_eFatal, rb_eStandardError, rb_eRuntimeError;
VALUE rb_eFrozenError, rb_eTypeError, rb_eArgError, rb_eIndexError, rb_eKeyError, rb_eRangeError, rb_eNameError;
VALUE rb_eNoMethodError, rb_eSecurityError, rb_eNotImpError, rb_eNoMemError, rb_eScriptError, rb_eSyntaxError;
VALUE rb_eLoadError, rb_eLocalJumpError, rb_eSysStackError;
VALUE rb_eEncodingError, rb_eUncaughtThrow, rb_eThreadError, rb_eFiberError, rb_eNoMatchingPatternError,
    rb_eNoMatchingPatternKeyError;

static ID id_mesg, id_bt, id_bt_locations, id_cause, id_name_field, id_recv, id_args, id_private_call, id_receiver, id_key;
static ID id_matchee, id_status, id_tag, id_value, id_message, id_to_s, id_initialize, id_detailed_message;
static ID id_highlight, id_order, id_backtrace, id_set_backtrace, id_iseq, id_exception;

/* ---- insides ---- */

bool
exc_p(VALUE v)
{
    return class_inherited_p(class_of(v), rb_eException);
}

static bool
exc_p_class(VALUE klass)
{
    return class_inherited_p(klass, rb_eException);
}

static VALUE
field(VALUE exc, ID name)
{
    VALUE v = ivar_get(exc, name);
    return v == Qundef ? Qnil : v;
}

void
exc_set_backtrace_raw(VALUE exc, VALUE bt)
{
    ivar_set_raw(exc, id_bt, bt);
}

/* Calls exc.backtrace, which the program may define.  Returns Qundef if there is no such method. */
static VALUE
ask_backtrace(VALUE exc)
{
    return rb_check_funcall(exc, id_backtrace, 0, NULL);
}

static VALUE
no_backtrace(VALUE exc UNUSED_OK, VALUE raised UNUSED_OK)
{
    return Qnil;
}

static VALUE
ask_and_rescue(VALUE exc)
{
    return rb_rescue2(ask_backtrace, exc, no_backtrace, Qnil, rb_eException, (VALUE)0);
}

static VALUE
asked(VALUE ec)
{
    ((ec_t *)ec)->asking_backtrace = false;
    return Qnil;
}

bool
exc_backtrace_missing(VALUE exc)
{
    ec_t *ec = vm_ec;
    if (!method_basic_p(class_of(exc), id_backtrace) && !ec->asking_backtrace) {
        ec->asking_backtrace = true;
        return NIL_P(rb_ensure(ask_and_rescue, exc, asked, (VALUE)ec));
    }
    return NIL_P(field(exc, id_bt)) && NIL_P(field(exc, id_bt_locations));
}

void
exc_set_backtrace_object(VALUE exc, VALUE bt)
{
    if (obj_frozen(exc)) return;
    if (!vm_ec->in_stack_error && !method_basic_p(class_of(exc), id_set_backtrace)) {
        VALUE lines = backtrace_strings(bt); /* the program's own set_backtrace */
        rb_check_funcall(exc, id_set_backtrace, 1, &lines);
        ivar_set_raw(exc, id_bt_locations, bt);
        return;
    }
    ivar_set_raw(exc, id_bt_locations, bt); /* this order shows in Marshal.dump */
    exc_set_backtrace_raw(exc, bt);
}

VALUE
exc_cause(VALUE exc)
{
    return ivar_get(exc, id_cause);
}

void
exc_set_cause_raw(VALUE exc, VALUE cause)
{
    if (!obj_frozen(exc)) ivar_set_raw(exc, id_cause, cause == exc ? Qnil : cause);
}

/* $! becomes the cause of an exception that has none, unless that would close a circle. */
void
exc_set_cause_implicit(VALUE exc, VALUE cause)
{
    if (exc_cause(exc) != Qundef || obj_frozen(exc)) return;
    for (VALUE c = cause; c != Qundef && !NIL_P(c); c = exc_cause(c))
        if (c == exc) return;
    exc_set_cause_raw(exc, cause);
}

void
exc_check_cause(VALUE exc, VALUE cause)
{
    if (NIL_P(cause)) return;
    if (!exc_p(cause)) rb_raise(rb_eTypeError, "exception object expected");
    if (cause == exc) return;
    for (VALUE c = cause; c != Qundef && !NIL_P(c); c = exc_cause(c))
        if (c == exc) rb_raise(rb_eArgError, "circular causes");
}

/* ---- making ---- */

/* Whether the instances of an exception class are made and raised as Exception's own are, and the shapes they then have.  An
 * entry is valid until a method changes or a collection marks. */
struct exc_class {
    VALUE klass;        /* 0: empty */
    shape_id_t fresh;   /* fields mesg, bt */
    shape_id_t raised;  /* and bt_locations */
    uint8_t slot_class; /* + 1, as class_ext has it */
    bool plain_init;    /* allocator, initialize */
    bool plain_new;     /* and exception of the class */
    bool plain_raise;   /* backtrace, set_backtrace; and the three fields lie in the slot */
};
enum { EXC_CLASSES = LIMIT(32, 1) };
enum { FIELD_MESG, FIELD_BT, FIELD_BT_LOCATIONS };
static struct exc_class exc_classes[EXC_CLASSES];
static bool exc_classes_used;

void
exc_classes_clear(void)
{
    if (!exc_classes_used) return;
    memset(exc_classes, 0, sizeof exc_classes);
    exc_classes_used = false;
}

static inline VALUE *
exc_field(VALUE exc, unsigned i)
{
    return (VALUE *)((char *)exc + OBJ_HEADER_BYTES) + i;
}

static bool
core_method_p(VALUE klass, ID mid, VALUE owner)
{
    const struct method_entry *me = method_lookup(klass, mid);
    return me && (me->hdr.flags & ME_CORE) && me->owner == owner;
}

static void
exc_class_learn(struct exc_class *e, VALUE klass)
{
    unsigned cls = class_instance_slot_class(klass);
    *e = (struct exc_class){.klass = klass, .slot_class = (uint8_t)(cls + 1)};
    exc_classes_used = true;
    shape_id_t s = shape_add(class_root_shape(klass, cls), id_mesg);
    e->fresh = shape_add(s, id_bt);
    e->raised = shape_add(e->fresh, id_bt_locations);
    bool fits = shape_field_offset(shape_get(e->raised), FIELD_BT) &&
                shape_field_offset(shape_get(e->raised), FIELD_BT_LOCATIONS);
    bool plain = fits && exc_p_class(klass);
    e->plain_init = plain && class_allocator(klass) == obj_s_alloc && core_method_p(klass, id_initialize, rb_eException) &&
                    !class_singleton_p(klass);
    e->plain_new = e->plain_init && core_method_p(class_of(klass), id_exception, class_of(rb_eException));
    e->plain_raise = plain && method_basic_p(klass, id_backtrace) && method_basic_p(klass, id_set_backtrace);
}

static inline const struct exc_class *
exc_class_of(VALUE klass)
{
    struct exc_class *e = &exc_classes[(klass >> 5 ^ klass >> 10) % EXC_CLASSES];
    if (UNLIKELY(e->klass != klass || e->slot_class != class_ext(klass)->shapes.instance_slot_class))
        exc_class_learn(e, klass);
    return e;
}

static inline VALUE
exc_make(const struct exc_class *e, VALUE message)
{
    VALUE exc = gc_new(e->slot_class - 1u, T_OBJECT, e->fresh);
    *exc_field(exc, FIELD_MESG) = message;
    *exc_field(exc, FIELD_BT) = Qnil;
    return exc;
}

/* Returns a new exception.  If the class has Exception's initialize, the message is stored without a call. */
VALUE
rb_exc_new_str(VALUE klass, VALUE message)
{
    StringValue(message);
    const struct exc_class *e = exc_class_of(klass);
    if (!e->plain_init || UNLIKELY(vm_tracing_calls)) return rb_class_new_instance(1, &message, klass);
    return exc_make(e, message);
}

VALUE
exc_new_plain(int argc, const VALUE *argv)
{
    if (UNLIKELY(vm_tracing_calls)) return Qundef;
    VALUE klass = rb_eRuntimeError;
    if (!val_type_p(argv[0], T_STRING)) {
        if (!val_type_p(argv[0], T_CLASS)) return Qundef;
        klass = argv[0];
    } else if (argc != 1) {
        return Qundef;
    }
    const struct exc_class *e = exc_class_of(klass);
    if (!(klass == argv[0] ? e->plain_new : e->plain_init)) return Qundef;
    return exc_make(e, klass != argv[0] ? argv[0] : argc > 1 ? argv[1] : Qnil);
}

bool
exc_set_backtrace_quickly(VALUE exc)
{
    const struct exc_class *e = exc_class_of(obj_class(exc));
    shape_id_t raised = e->raised;
    if (!e->plain_raise || obj_shape(exc) != e->fresh || obj_type(exc) != T_OBJECT || obj_frozen(exc)) return false;
    if (!NIL_P(*exc_field(exc, FIELD_BT))) return false;
    VALUE bt = backtrace_capture(vm_ec);
    *exc_field(exc, FIELD_BT_LOCATIONS) = bt;
    obj_hdr(exc)->shape = raised; /* of the same class */
    *exc_field(exc, FIELD_BT) = bt;
    gc_wb(exc);
    return true;
}

VALUE
rb_exc_new(VALUE klass, const char *ptr, long len)
{
    return rb_exc_new_str(klass, rb_str_new(ptr, len));
}

VALUE
rb_exc_new_cstr(VALUE klass, const char *message)
{
    return rb_exc_new(klass, message, (long)strlen(message));
}

/* Exception#initialize */
static VALUE
exc_m_initialize(int argc, VALUE *argv, VALUE exc)
{
    rb_check_arity(argc, 0, 1);
    ivar_set(exc, id_mesg, argc ? argv[0] : Qnil);
    ivar_set(exc, id_bt, Qnil);
    return exc;
}

/* Exception#exception */
static VALUE
exc_m_exception(int argc, VALUE *argv, VALUE self)
{
    rb_check_arity(argc, 0, 1);
    if (argc == 0 || argv[0] == self) return self;
    VALUE exc = rb_obj_clone(self);
    ivar_set(exc, id_mesg, argv[0]);
    return exc;
}

/* ---- messages made late ---- */

enum { LATE_FORMAT, LATE_RECV, LATE_NAME, LATE_LEN };
static VALUE cLateMessage; /* NameError::message: of these Arrays; Marshal dumps them as text */

static VALUE
late_message(const char *fmt, VALUE recv, VALUE name)
{
    VALUE late = ary_tmp_new(LATE_LEN);
    ary_push(late, int_fix((intptr_t)fmt));
    ary_push(late, recv);
    ary_push(late, name);
    obj_set_shape(late, class_root_shape(cLateMessage, gc_slot_class(late)));
    return late;
}

static bool
late_p(VALUE mesg)
{
    return val_type_p(mesg, T_ARRAY) && obj_class(mesg) == cLateMessage;
}

/* fmt with %1$s and %2$s replaced. */
static VALUE
fill(const char *fmt, VALUE first, VALUE second)
{
    VALUE text = rb_utf8_str_new("", 0);
    for (const char *p = fmt; *p;) {
        const char *arg = strchr(p, '%');
        if (!arg) {
            rb_str_cat_cstr(text, p);
            break;
        }
        rb_str_cat(text, p, arg - p);
        if (strncmp(arg, "%1$s", 4) == 0 || strncmp(arg, "%2$s", 4) == 0) {
            rb_str_append(text, arg[1] == '1' ? first : second);
            p = arg + 4;
        } else {
            rb_str_cat(text, arg, 1);
            p = arg + 1;
        }
    }
    return text;
}

static VALUE
name_text(VALUE name)
{
    return SYMBOL_P(name) ? rb_sym2str(name) : rb_obj_as_string(name);
}

static VALUE
name_of_class(VALUE klass)
{
    return rb_check_funcall(klass, id_name_field, 0, NULL);
}

/* Returns fn(klass), or Qundef if it raises or is no String. */
static VALUE
text_from(VALUE (*fn)(VALUE), VALUE klass)
{
    VALUE before = rb_errinfo();
    int state = 0;
    VALUE text = rb_protect(fn, klass, &state);
    if (state) rb_set_errinfo(before);
    return !state && text != Qundef && RB_TYPE_P(text, T_STRING) ? text : Qundef;
}

/* Returns a class as it calls itself: by its name method, else by inspect. */
static VALUE
called(VALUE klass)
{
    bool basic = method_basic_p(class_of(klass), id_name_field);
    VALUE text = basic ? rb_mod_name(klass) : text_from(name_of_class, klass);
    if (text != Qundef && !NIL_P(text)) return text;
    text = text_from(rb_inspect, klass);
    return text != Qundef ? text : rb_any_to_s(klass);
}

VALUE
error_receiver_text(VALUE recv)
{
    if (NIL_P(recv) || recv == Qtrue || recv == Qfalse) return obj_name_for_error(recv);
    if (recv == vm_top_self) return rb_usascii_str_new_cstr("main");
    if (val_type_p(recv, T_CLASS)) return rb_sprintf("class %" PRIsVALUE, called(recv));
    if (val_type_p(recv, T_MODULE)) return rb_sprintf("module %" PRIsVALUE, called(recv));
    if (class_singleton_if_any(recv) != Qnil) return rb_any_to_s(recv);
    return rb_sprintf("an instance of %" PRIsVALUE, called(rb_obj_class(recv)));
}

static VALUE
late_text(VALUE late)
{
    VALUE recv = ary_at(late, LATE_RECV);
    VALUE text = fill((const char *)fix_int(ary_at(late, LATE_FORMAT)), name_text(ary_at(late, LATE_NAME)),
                      error_receiver_text(recv));
    if (str_ascii_only(text)) rb_enc_associate_index(text, ENCI_USASCII);
    return text;
}

static VALUE
late_m_dump(VALUE self, VALUE level)
{
    return late_text(self);
}

static VALUE
late_s_load(VALUE klass, VALUE text)
{
    return text;
}

bool
exc_late_message_p(VALUE v)
{
    return val_heap_p(v) && obj_class(v) == cLateMessage;
}

static void
define_late_message(void)
{
    rb_gc_register_address(&cLateMessage);
    cLateMessage = class_new(rb_cObject);
    rb_set_class_path_string(cLateMessage, rb_eNameError, rb_usascii_str_new_cstr("message"));
    const_set_quietly(rb_eNameError, rb_intern("message"), cLateMessage); /* no program can name it; Marshal.load finds it */
    rb_undef_alloc_func(cLateMessage);
    rb_define_method(cLateMessage, "to_str", late_text, 0);
    rb_define_method(cLateMessage, "to_s", late_text, 0);
    rb_define_method(cLateMessage, "_dump", late_m_dump, 1);
    rb_define_singleton_method(cLateMessage, "_load", late_s_load, 1);
}

/* ---- what an exception says ---- */

/* Exception#to_s */
static VALUE
exc_m_to_s(VALUE self)
{
    VALUE mesg = field(self, id_mesg);
    if (NIL_P(mesg)) return class_path(rb_obj_class(self));
    return late_p(mesg) ? late_text(mesg) : rb_String(mesg);
}

/* Exception#message */
static VALUE
exc_m_message(VALUE self)
{
    return rb_funcallv(self, id_to_s, 0, NULL);
}

/* Exception#inspect */
static VALUE
exc_m_inspect(VALUE self)
{
    VALUE text = rb_funcallv(self, id_to_s, 0, NULL), klass = class_to_s(rb_obj_class(self));
    text = RB_TYPE_P(text, T_STRING) ? text : exc_m_to_s(self);
    if (RSTRING_LEN(text) == 0) return klass;
    if (memchr(RSTRING_PTR(text), '\n', (size_t)RSTRING_LEN(text)))
        return rb_sprintf("#<%" PRIsVALUE ":%" PRIsVALUE ">", klass, rb_str_inspect(text));
    VALUE out = rb_str_buf_new(RSTRING_LEN(text) + RSTRING_LEN(klass) + 6);
    rb_enc_associate(out, rb_enc_get(text));
    rb_str_cat_cstr(out, "#<");
    rb_str_append(out, klass);
    rb_str_cat_cstr(out, ": ");
    rb_str_append(out, text);
    return rb_str_cat_cstr(out, ">");
}

static bool
highlight_option(VALUE v, bool otherwise)
{
    if (v == Qundef || NIL_P(v)) return otherwise;
    if (v != Qtrue && v != Qfalse) rb_raise(rb_eArgError, "expected true or false as highlight: %" PRIsVALUE, rb_inspect(v));
    return v == Qtrue;
}

/* Exception#detailed_message */
static VALUE
exc_m_detailed_message(int argc, VALUE *argv, VALUE self)
{
    VALUE options;
    rb_scan_args(argc, argv, "0:", &options);
    VALUE highlight = NIL_P(options) ? Qnil : rb_hash_lookup2(options, ID2SYM(id_highlight), Qnil);
    bool on = highlight_option(highlight, false);
    VALUE message = rb_check_string_type(rb_check_funcall(self, id_message, 0, NULL));
    return error_decorate(self, NIL_P(message) ? Qundef : message, on);
}

/* exc.detailed_message(highlight:, more...), Qundef if it is no String. */
VALUE
exc_detailed_message_with(VALUE exc, bool highlight, VALUE options)
{
    VALUE all = NIL_P(options) ? rb_hash_new() : rb_hash_dup(options);
    rb_hash_aset(all, ID2SYM(id_highlight), val_bool(highlight));
    VALUE message = rb_check_funcall_kw(exc, id_detailed_message, 1, &all, RB_PASS_KEYWORDS);
    if (message == Qundef) return Qundef;
    message = rb_check_string_type(message);
    return NIL_P(message) ? Qundef : message;
}

static bool
order_reverse_p(VALUE v)
{
    if (v == Qundef || NIL_P(v)) return false;
    ID order = SYM2ID(rb_to_symbol(v));
    if (order == rb_intern("bottom")) return true;
    if (order == rb_intern("top")) return false;
    rb_raise(rb_eArgError, "expected :top or :bottom as order: %" PRIsVALUE, rb_inspect(v));
}

/* Exception.to_tty? */
static VALUE
exc_s_to_tty(VALUE klass)
{
    return val_bool(error_to_tty_p());
}

/* Exception#full_message */
static VALUE
exc_m_full_message(int argc, VALUE *argv, VALUE self)
{
    VALUE options, highlight = Qnil, order = Qnil;
    rb_scan_args(argc, argv, "0:", &options);
    if (!NIL_P(options)) {
        options = rb_hash_dup(options);
        highlight = rb_hash_lookup2(options, ID2SYM(id_highlight), Qnil);
        order = rb_hash_delete(options, ID2SYM(id_order));
    }
    bool on = NIL_P(highlight) ? error_to_tty_p() : highlight_option(highlight, false);
    return error_full_message_with(self, on, order_reverse_p(order), options);
}

/* ---- backtraces ---- */

static VALUE
raw_to_strings(VALUE bt)
{
    if (NIL_P(bt) || RB_TYPE_P(bt, T_ARRAY)) return bt;
    return backtrace_strings(bt);
}

VALUE
exc_backtrace(VALUE exc)
{
    VALUE bt = field(exc, id_bt);
    if (!NIL_P(bt) && !RB_TYPE_P(bt, T_ARRAY)) {
        bt = raw_to_strings(bt);
        if (!obj_frozen(exc)) exc_set_backtrace_raw(exc, bt);
    }
    return bt;
}

/* Exception#backtrace_locations */
static VALUE
exc_m_backtrace_locations(VALUE self)
{
    VALUE bt = field(self, id_bt_locations);
    if (NIL_P(bt) || RB_TYPE_P(bt, T_ARRAY)) return bt;
    return backtrace_locations(bt, 0, -1);
}

NORETURN static void
raise_bad_backtrace(void)
{
    rb_raise(rb_eTypeError, "backtrace must be an Array of String or an Array of Thread::Backtrace::Location");
}

static bool
all_strings_p(VALUE list)
{
    for (long i = 0; i < RARRAY_LEN(list); i++)
        if (!RB_TYPE_P(rb_ary_entry(list, i), T_STRING)) return false;
    return true;
}

static bool
all_locations_p(VALUE list)
{
    VALUE location = rb_path2class("Thread::Backtrace::Location");
    for (long i = 0; i < RARRAY_LEN(list); i++)
        if (rb_obj_class(rb_ary_entry(list, i)) != location) return false;
    return RARRAY_LEN(list) > 0;
}

/* A backtrace as programs give it, made into an Array of String or nil. */
VALUE
rb_check_backtrace(VALUE bt)
{
    if (NIL_P(bt)) return bt;
    if (RB_TYPE_P(bt, T_STRING)) return rb_ary_new_from_args(1, bt);
    if (!RB_TYPE_P(bt, T_ARRAY) || !all_strings_p(bt)) raise_bad_backtrace();
    return bt;
}

void
exc_set_backtrace(VALUE exc, VALUE bt)
{
    if (RB_TYPE_P(bt, T_ARRAY) && all_locations_p(bt)) {
        VALUE lines = rb_ary_new();
        for (long i = 0; i < RARRAY_LEN(bt); i++) rb_ary_push(lines, rb_funcall(rb_ary_entry(bt, i), id_to_s, 0));
        ivar_set(exc, id_bt, lines);
        ivar_set(exc, id_bt_locations, bt);
        return;
    }
    ivar_set(exc, id_bt, rb_check_backtrace(bt));
    if (ivar_get(exc, id_bt_locations) != Qundef) ivar_set(exc, id_bt_locations, Qnil);
}

/* Exception#set_backtrace */
static VALUE
exc_m_set_backtrace(VALUE self, VALUE bt)
{
    exc_set_backtrace(self, bt);
    return field(self, id_bt);
}

static VALUE
exc_m_cause(VALUE self)
{
    return field(self, id_cause);
}

/* ---- equality ---- */

static VALUE
message_and_backtrace(VALUE exc)
{
    return rb_assoc_new(rb_check_funcall(exc, id_message, 0, NULL), rb_check_funcall(exc, id_backtrace, 0, NULL));
}

static VALUE
nothing(VALUE arg, VALUE exc)
{
    return Qnil;
}

/* Exception#== */
static VALUE
exc_m_equal(VALUE self, VALUE other)
{
    if (self == other) return Qtrue;
    VALUE theirs;
    if (rb_obj_class(self) != rb_obj_class(other)) {
        theirs = rb_rescue(message_and_backtrace, other, nothing, Qnil);
        if (NIL_P(theirs) || ary_at(theirs, 0) == Qundef || ary_at(theirs, 1) == Qundef) return Qfalse;
        if (!exc_p(other)) return Qfalse;
        return Qfalse;
    }
    theirs = rb_assoc_new(exc_m_to_s(other), exc_backtrace(other));
    return rb_equal(rb_assoc_new(exc_m_to_s(self), exc_backtrace(self)), theirs);
}

/* ---- NameError, NoMethodError ---- */

/* The receiver: keyword of an initialize; the keywords are taken off. */
static VALUE
take_receiver(int *argc, VALUE *argv, VALUE *keywords)
{
    VALUE receiver;
    *argc = rb_scan_args(*argc, argv, "*:", NULL, keywords);
    if (NIL_P(*keywords)) return Qundef;
    rb_get_kwargs(*keywords, &id_receiver, 0, 1, &receiver);
    return receiver;
}

/* The code that raised, for local_variables. */
static void
remember_iseq(VALUE exc)
{
    VALUE iseq = vm_caller_iseq(vm_ec);
    if (iseq) ivar_set_raw(exc, id_iseq, iseq);
}

/* NameError#initialize */
static VALUE
name_err_m_initialize(int argc, VALUE *argv, VALUE self)
{
    VALUE keywords, receiver = take_receiver(&argc, argv, &keywords);
    rb_check_arity(argc, 0, 2);
    exc_m_initialize(argc > 0, argv, self);
    ivar_set(self, id_name_field, argc > 1 ? argv[1] : Qnil);
    if (receiver != Qundef) ivar_set(self, id_recv, receiver);
    remember_iseq(self);
    return self;
}

static VALUE
name_err_m_name(VALUE self)
{
    return field(self, id_name_field);
}

NORETURN static void
raise_not_available(const char *what)
{
    rb_raise(rb_eArgError, "no %s is available", what);
}

static VALUE
available(VALUE self, ID name, const char *what)
{
    VALUE v = ivar_get(self, name);
    if (v == Qundef) raise_not_available(what);
    return v;
}

static VALUE
err_m_receiver(VALUE self)
{
    return available(self, id_recv, "receiver");
}

/* NameError#local_variables: the names the raising code could see, for did_you_mean. */
static VALUE
name_err_m_local_variables(VALUE self)
{
    VALUE list = rb_ary_new(), iseq = ivar_get(self, id_iseq);
    if (iseq == Qundef) return list;
    for (; iseq; iseq = iseq_body(iseq)->parent) {
        const struct iseq_body *body = iseq_body(iseq);
        for (unsigned i = 0; i < body->local_count; i++)
            if (body->locals[i] && rb_is_local_id(body->locals[i])) rb_ary_push(list, ID2SYM(body->locals[i]));
    }
    return list;
}

bool
exc_internal_ivar_p(ID name)
{
    return name == id_recv || name == id_iseq;
}

/* NoMethodError#initialize */
static VALUE
no_method_m_initialize(int argc, VALUE *argv, VALUE self)
{
    VALUE keywords, receiver = take_receiver(&argc, argv, &keywords);
    rb_check_arity(argc, 0, 4);
    exc_m_initialize(argc > 0, argv, self);
    ivar_set(self, id_name_field, argc > 1 ? argv[1] : Qnil);
    ivar_set(self, id_args, argc > 2 ? argv[2] : Qnil);
    ivar_set(self, id_private_call, val_bool(argc > 3 && RTEST(argv[3])));
    if (receiver != Qundef) ivar_set(self, id_recv, receiver);
    return self;
}

static VALUE
no_method_m_args(VALUE self)
{
    return field(self, id_args);
}

static VALUE
no_method_m_private_call(VALUE self)
{
    return val_bool(RTEST(field(self, id_private_call)));
}

VALUE
name_error_new(VALUE klass, VALUE recv, VALUE name, const char *fmt, VALUE args, bool private_call)
{
    VALUE exc = class_alloc_instance(klass);
    ivar_set_raw(exc, id_mesg, late_message(fmt, recv, name));
    ivar_set_raw(exc, id_bt, Qnil);
    ivar_set_raw(exc, id_name_field, name);
    ivar_set_raw(exc, id_recv, recv);
    if (klass == rb_eNoMethodError) {
        ivar_set_raw(exc, id_args, args);
        ivar_set_raw(exc, id_private_call, val_bool(private_call));
    } else {
        remember_iseq(exc);
    }
    return exc;
}

/* A NameError whose text is there. */
static VALUE
name_error_with(VALUE text, VALUE recv, VALUE name)
{
    VALUE exc = class_alloc_instance(rb_eNameError);
    ivar_set_raw(exc, id_mesg, text);
    ivar_set_raw(exc, id_bt, Qnil);
    ivar_set_raw(exc, id_name_field, name);
    if (recv != Qundef) ivar_set_raw(exc, id_recv, recv);
    return exc;
}

/* Returns the text for recv in a message: the name of a class or module that has one, else inspect. */
static VALUE
owner_text(VALUE recv)
{
    if (!val_type_p(recv, T_CLASS) && !val_type_p(recv, T_MODULE)) return rb_inspect(recv);
    VALUE name = rb_check_funcall(recv, id_name_field, 0, NULL);
    return name != Qundef && RB_TYPE_P(name, T_STRING) ? name : rb_inspect(recv);
}

void
name_error_raise(VALUE recv, VALUE name, const char *fmt)
{
    if (RB_TYPE_P(name, T_STRING) && !rb_enc_asciicompat(rb_enc_get(name)))
        rb_exc_raise(name_error_new(rb_eNameError, recv, name, fmt, Qnil, false)); /* its message cannot be made */
    VALUE text = fill(fmt, name_text(name), strstr(fmt, "%2$s") ? owner_text(recv) : Qnil);
    rb_exc_raise(name_error_with(text, recv, name));
}

void
name_error_method(VALUE klass, VALUE name)
{
    name_error_raise(klass, name,
                     obj_type(klass) == T_MODULE ? "undefined method '%1$s' for module '%2$s'"
                                                 : "undefined method '%1$s' for class '%2$s'");
}

void
rb_name_error(ID name, const char *fmt, ...)
{
    va_list ap;
    va_start(ap, fmt);
    VALUE text = rb_vsprintf(fmt, ap);
    va_end(ap);
    rb_exc_raise(name_error_with(text, Qundef, ID2SYM(name)));
}

void
rb_name_error_str(VALUE name, const char *fmt, ...)
{
    va_list ap;
    va_start(ap, fmt);
    VALUE text = rb_vsprintf(fmt, ap);
    va_end(ap);
    rb_exc_raise(name_error_with(text, Qundef, name));
}

/* ---- KeyError, FrozenError, NoMatchingPatternKeyError ---- */

/* Keywords of an initialize that takes a message and `count` named values, each stored under its own ID. */
static VALUE
initialize_with(int argc, VALUE *argv, VALUE self, const ID *keys, const ID *fields, int count)
{
    VALUE keywords, values[2];
    argc = rb_scan_args(argc, argv, "*:", NULL, &keywords);
    rb_check_arity(argc, 0, 1);
    exc_m_initialize(argc, argv, self);
    if (NIL_P(keywords)) return self;
    rb_get_kwargs(keywords, keys, 0, count, values);
    for (int i = 0; i < count; i++)
        if (values[i] != Qundef) ivar_set(self, fields[i], values[i]);
    return self;
}

static VALUE
key_err_m_initialize(int argc, VALUE *argv, VALUE self)
{
    const ID keys[] = {id_receiver, id_key};
    return initialize_with(argc, argv, self, keys, keys, 2);
}

static VALUE
key_err_m_receiver(VALUE self)
{
    return available(self, id_receiver, "receiver");
}

static VALUE
err_m_key(VALUE self)
{
    return available(self, id_key, "key");
}

static VALUE
frozen_err_m_initialize(int argc, VALUE *argv, VALUE self)
{
    return initialize_with(argc, argv, self, &id_receiver, &id_recv, 1);
}

static VALUE
pattern_key_err_m_initialize(int argc, VALUE *argv, VALUE self)
{
    const ID keys[] = {id_matchee, id_key};
    return initialize_with(argc, argv, self, keys, keys, 2);
}

static VALUE
pattern_key_err_m_matchee(VALUE self)
{
    return available(self, id_matchee, "matchee");
}

VALUE
rb_key_err_new(VALUE message, VALUE recv, VALUE key)
{
    VALUE exc = rb_exc_new_str(rb_eKeyError, message);
    ivar_set_raw(exc, id_receiver, recv);
    ivar_set_raw(exc, id_key, key);
    return exc;
}

void
rb_frozen_error_raise(VALUE recv, const char *fmt, ...)
{
    va_list ap;
    va_start(ap, fmt);
    VALUE exc = rb_exc_new_str(rb_eFrozenError, rb_vsprintf(fmt, ap));
    va_end(ap);
    ivar_set_raw(exc, id_recv, recv);
    rb_exc_raise(exc);
}

static VALUE
inspect_frozen(VALUE obj, VALUE text, int recursive)
{
    if (recursive) rb_str_cat_cstr(text, " ...");
    else rb_str_append(text, rb_inspect(obj));
    return text;
}

void
rb_error_frozen_object(VALUE obj)
{
    VALUE text = rb_sprintf("can't modify frozen %" PRIsVALUE ": ", rb_obj_class(obj));
    rb_exec_recursive(inspect_frozen, obj, text);
    VALUE place = RB_TYPE_P(obj, T_STRING) ? str_place(obj) : Qnil;
    if (place != Qnil)
        rb_str_catf(text, ", created at %" PRIsVALUE ":%d", rb_ary_entry(place, 0), FIX2INT(rb_ary_entry(place, 1)));
    VALUE exc = rb_exc_new_str(rb_eFrozenError, text);
    ivar_set_raw(exc, id_recv, obj);
    rb_exc_raise(exc);
}

/* ---- SystemExit, UncaughtThrowError, LocalJumpError ---- */

/* SystemExit#initialize */
static VALUE
exit_m_initialize(int argc, VALUE *argv, VALUE self)
{
    int status = 0;
    if (argc > 0) {
        bool is_status = true;
        if (argv[0] == Qtrue) status = 0;
        else if (argv[0] == Qfalse) status = 1;
        else if (NIL_P(rb_check_to_int(argv[0]))) is_status = false;
        else status = NUM2INT(argv[0]);
        argc -= is_status;
        argv += is_status;
    }
    exc_m_initialize(argc, argv, self);
    ivar_set(self, id_status, INT2FIX(status));
    return self;
}

static VALUE
exit_m_status(VALUE self)
{
    return field(self, id_status);
}

static VALUE
exit_m_success(VALUE self)
{
    VALUE status = field(self, id_status);
    return val_bool(NIL_P(status) || status == INT2FIX(0));
}

/* UncaughtThrowError#initialize */
static VALUE
throw_m_initialize(int argc, VALUE *argv, VALUE self)
{
    rb_check_arity(argc, 2, UNLIMITED_ARGUMENTS);
    exc_m_initialize(argc > 2, argv + 2, self);
    ivar_set(self, id_tag, argv[0]);
    ivar_set(self, id_value, argv[1]);
    return self;
}

static VALUE
throw_m_tag(VALUE self)
{
    return field(self, id_tag);
}

static VALUE
throw_m_value(VALUE self)
{
    return field(self, id_value);
}

/* UncaughtThrowError#to_s */
static VALUE
throw_m_to_s(VALUE self)
{
    VALUE tag = field(self, id_tag), mesg = field(self, id_mesg);
    return NIL_P(mesg) ? exc_m_to_s(self) : rb_str_format(1, &tag, mesg);
}

static VALUE
jump_m_reason(VALUE self)
{
    return rb_iv_get(self, "@reason");
}

static VALUE
jump_m_exit_value(VALUE self)
{
    return rb_iv_get(self, "@exit_value");
}

VALUE
local_jump_error_new(const char *message, VALUE value, const char *reason)
{
    VALUE exc = rb_exc_new_cstr(rb_eLocalJumpError, message);
    rb_iv_set(exc, "@exit_value", value);
    rb_iv_set(exc, "@reason", ID2SYM(rb_intern(reason)));
    return exc;
}

/* ---- SyntaxError, LoadError ---- */

static VALUE
syntax_m_initialize(int argc, VALUE *argv, VALUE self)
{
    VALUE message = argc ? argv[0] : rb_utf8_str_new_cstr("compile error");
    rb_check_arity(argc, 0, 1);
    return exc_m_initialize(1, &message, self);
}

static VALUE
err_m_path(VALUE self)
{
    return rb_iv_get(self, "@path");
}

void
rb_loaderror(const char *fmt, ...)
{
    va_list ap;
    va_start(ap, fmt);
    VALUE exc = rb_exc_new_str(rb_eLoadError, rb_vsprintf(fmt, ap));
    va_end(ap);
    rb_iv_set(exc, "@path", Qnil);
    rb_exc_raise(exc);
}

void
rb_loaderror_with_path(VALUE path, const char *fmt, ...)
{
    va_list ap;
    va_start(ap, fmt);
    VALUE exc = rb_exc_new_str(rb_eLoadError, rb_vsprintf(fmt, ap));
    va_end(ap);
    rb_iv_set(exc, "@path", path);
    rb_exc_raise(exc);
}

/* ---- raising from C ---- */

void
rb_raise(VALUE klass, const char *fmt, ...)
{
    va_list ap;
    va_start(ap, fmt);
    VALUE message = rb_vsprintf(fmt, ap);
    va_end(ap);
    rb_exc_raise(rb_exc_new_str(klass, message));
}

void
rb_fatal(const char *fmt, ...)
{
    va_list ap;
    va_start(ap, fmt);
    VALUE message = rb_vsprintf(fmt, ap);
    va_end(ap);
    rb_exc_fatal(rb_exc_new_str(rb_eFatal, message));
}

void
rb_exc_fatal(VALUE exc)
{
    rb_exc_raise(exc);
}

void
rb_bug(const char *fmt, ...)
{
    char text[1024];
    va_list ap;
    va_start(ap, fmt);
    ruby_vsnprintf(text, sizeof text, fmt, ap);
    va_end(ap);
    vm_bug_at("rb_bug", 0, text);
}

void
rb_invalid_str(const char *str, const char *type)
{
    rb_raise(rb_eArgError, "invalid value for %s: %" PRIsVALUE, type, rb_str_inspect(rb_utf8_str_new_cstr(str)));
}

void
rb_notimplement(void)
{
    rb_raise(rb_eNotImpError, "%" PRIsVALUE "() function is unimplemented on this machine", rb_id2str(rb_frame_this_func()));
}

/* ---- classes ---- */

static VALUE
define(VALUE *at, const char *name, VALUE super)
{
    return *at = rb_define_class(name, super);
}

static void
define_tree(void)
{
    define(&rb_eException, "Exception", rb_cObject);
    define(&rb_eSystemExit, "SystemExit", rb_eException);
    define(&rb_eSignal, "SignalException", rb_eException);
    define(&rb_eInterrupt, "Interrupt", rb_eSignal);
    define(&rb_eNoMemError, "NoMemoryError", rb_eException);
    define(&rb_eSecurityError, "SecurityError", rb_eException);
    define(&rb_eSysStackError, "SystemStackError", rb_eException);
    define(&rb_eScriptError, "ScriptError", rb_eException);
    define(&rb_eSyntaxError, "SyntaxError", rb_eScriptError);
    define(&rb_eLoadError, "LoadError", rb_eScriptError);
    define(&rb_eNotImpError, "NotImplementedError", rb_eScriptError);
    define(&rb_eStandardError, "StandardError", rb_eException);
    define(&rb_eTypeError, "TypeError", rb_eStandardError);
    define(&rb_eArgError, "ArgumentError", rb_eStandardError);
    define(&rb_eUncaughtThrow, "UncaughtThrowError", rb_eArgError);
    define(&rb_eIndexError, "IndexError", rb_eStandardError);
    define(&rb_eKeyError, "KeyError", rb_eIndexError);
    define(&rb_eStopIteration, "StopIteration", rb_eIndexError); /* enumerator.c has its method */
    define(&rb_eRangeError, "RangeError", rb_eStandardError);
    define(&rb_eFloatDomainError, "FloatDomainError", rb_eRangeError); /* numeric.c owns this and the next */
    define(&rb_eZeroDivError, "ZeroDivisionError", rb_eStandardError);
    define(&rb_eNameError, "NameError", rb_eStandardError);
    define(&rb_eNoMethodError, "NoMethodError", rb_eNameError);
    define(&rb_eRuntimeError, "RuntimeError", rb_eStandardError);
    define(&rb_eFrozenError, "FrozenError", rb_eRuntimeError);
    define(&rb_eLocalJumpError, "LocalJumpError", rb_eStandardError);
    define(&rb_eThreadError, "ThreadError", rb_eStandardError);
    define(&rb_eFiberError, "FiberError", rb_eStandardError);
    define(&rb_eEncodingError, "EncodingError", rb_eStandardError);
    define(&rb_eNoMatchingPatternError, "NoMatchingPatternError", rb_eStandardError);
    define(&rb_eNoMatchingPatternKeyError, "NoMatchingPatternKeyError", rb_eNoMatchingPatternError);
    rb_gc_register_address(&rb_eFatal);
    rb_eFatal = class_new(rb_eException);
    rb_set_class_path_string(rb_eFatal, rb_cObject, rb_usascii_str_new_cstr("fatal"));
    rb_undef_method(class_metaclass(rb_eFatal), "new"); /* only the VM makes one */
    rb_undef_method(class_metaclass(rb_eFatal), "allocate");
}

static void
define_exception_methods(void)
{
    VALUE k = rb_eException;
    rb_define_singleton_method(k, "exception", rb_class_new_instance_pass_kw, -1);
    rb_define_singleton_method(k, "to_tty?", exc_s_to_tty, 0);
    rb_define_private_method(k, "initialize", exc_m_initialize, -1);
    rb_define_method(k, "exception", exc_m_exception, -1);
    rb_define_method(k, "to_s", exc_m_to_s, 0);
    rb_define_method(k, "message", exc_m_message, 0);
    rb_define_method(k, "detailed_message", exc_m_detailed_message, -1);
    rb_define_method(k, "full_message", exc_m_full_message, -1);
    rb_define_method(k, "inspect", exc_m_inspect, 0);
    rb_define_method(k, "backtrace", exc_backtrace, 0);
    rb_define_method(k, "backtrace_locations", exc_m_backtrace_locations, 0);
    rb_define_method(k, "set_backtrace", exc_m_set_backtrace, 1);
    rb_define_method(k, "cause", exc_m_cause, 0);
    rb_define_method(k, "==", exc_m_equal, 1);
}

static void
define_other_methods(void)
{
    rb_define_private_method(rb_eSystemExit, "initialize", exit_m_initialize, -1);
    rb_define_method(rb_eSystemExit, "status", exit_m_status, 0);
    rb_define_method(rb_eSystemExit, "success?", exit_m_success, 0);
    rb_define_private_method(rb_eNameError, "initialize", name_err_m_initialize, -1);
    rb_define_method(rb_eNameError, "name", name_err_m_name, 0);
    rb_define_method(rb_eNameError, "receiver", err_m_receiver, 0);
    rb_define_method(rb_eNameError, "local_variables", name_err_m_local_variables, 0);
    rb_define_private_method(rb_eNoMethodError, "initialize", no_method_m_initialize, -1);
    rb_define_method(rb_eNoMethodError, "args", no_method_m_args, 0);
    rb_define_method(rb_eNoMethodError, "private_call?", no_method_m_private_call, 0);
    rb_define_private_method(rb_eKeyError, "initialize", key_err_m_initialize, -1);
    rb_define_method(rb_eKeyError, "receiver", key_err_m_receiver, 0);
    rb_define_method(rb_eKeyError, "key", err_m_key, 0);
    rb_define_private_method(rb_eFrozenError, "initialize", frozen_err_m_initialize, -1);
    rb_define_method(rb_eFrozenError, "receiver", err_m_receiver, 0);
    rb_define_private_method(rb_eNoMatchingPatternKeyError, "initialize", pattern_key_err_m_initialize, -1);
    rb_define_method(rb_eNoMatchingPatternKeyError, "matchee", pattern_key_err_m_matchee, 0);
    rb_define_method(rb_eNoMatchingPatternKeyError, "key", err_m_key, 0);
    rb_define_private_method(rb_eUncaughtThrow, "initialize", throw_m_initialize, -1);
    rb_define_method(rb_eUncaughtThrow, "tag", throw_m_tag, 0);
    rb_define_method(rb_eUncaughtThrow, "value", throw_m_value, 0);
    rb_define_method(rb_eUncaughtThrow, "to_s", throw_m_to_s, 0);
    rb_define_method(rb_eLocalJumpError, "reason", jump_m_reason, 0);
    rb_define_method(rb_eLocalJumpError, "exit_value", jump_m_exit_value, 0);
    rb_define_private_method(rb_eSyntaxError, "initialize", syntax_m_initialize, -1);
    rb_define_method(rb_eSyntaxError, "path", err_m_path, 0);
    rb_define_method(rb_eLoadError, "path", err_m_path, 0);
}

void
Init_Exception(void)
{
    struct {
        ID *at;
        const char *name;
    } ids[] = {
        {&id_mesg, "mesg"},
        {&id_bt, "bt"},
        {&id_bt_locations, "bt_locations"},
        {&id_cause, "cause"},
        {&id_name_field, "name"},
        {&id_recv, "recv"},
        {&id_args, "args"},
        {&id_private_call, "private_call?"},
        {&id_receiver, "receiver"},
        {&id_key, "key"},
        {&id_matchee, "matchee"},
        {&id_status, "status"},
        {&id_tag, "tag"},
        {&id_value, "value"},
        {&id_message, "message"},
        {&id_to_s, "to_s"},
        {&id_initialize, "initialize"},
        {&id_detailed_message, "detailed_message"},
        {&id_highlight, "highlight"},
        {&id_order, "order"},
        {&id_backtrace, "backtrace"},
        {&id_set_backtrace, "set_backtrace"},
        {&id_iseq, "iseq"},
        {&id_exception, "exception"},
    };
    for (size_t i = 0; i < lengthof(ids); i++) *ids[i].at = rb_intern(ids[i].name);
    define_tree();
    define_late_message();
    define_exception_methods();
    define_other_methods();
    Init_Errno();
}
