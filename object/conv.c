/*
 * object/conv.c - from any object to a given class: to_str, to_ary, to_int and the like; Integer(), String(), Array()...
 *
 * A conversion that Ruby does on its own account ("implicit": to_str, to_ary, to_hash, to_int, to_sym, to_proc, to_io)
 * fails with other words than one that a program asked for by name.
 */
#include "internal/class.h"

#include <math.h>
#include <string.h>

#include "internal/numeric.h"
#include "internal/numeric/numparse.h"
#include "internal/object.h"
#include "internal/string.h"

static ID id_exception;

VALUE
obj_name_for_error(VALUE v)
{
    if (NIL_P(v)) return rb_usascii_str_new_cstr("nil");
    if (v == Qtrue) return rb_usascii_str_new_cstr("true");
    if (v == Qfalse) return rb_usascii_str_new_cstr("false");
    return class_to_s(rb_obj_class(v));
}

static bool
implicit_p(const char *method)
{
    static const char *const names[] = {"to_int", "to_ary", "to_str", "to_sym", "to_hash", "to_proc", "to_io"};
    for (size_t i = 0; i < lengthof(names); i++)
        if (strcmp(names[i], method) == 0) return true;
    return false;
}

NORETURN static void
raise_no_conversion(VALUE v, const char *type_name, const char *method)
{
    rb_raise(rb_eTypeError,
             implicit_p(method) ? "no implicit conversion of %" PRIsVALUE " into %s"
                                : "can't convert %" PRIsVALUE " into %s",
             obj_name_for_error(v), type_name);
}

NORETURN static void
raise_bad_conversion(VALUE v, const char *type_name, const char *method, VALUE result)
{
    VALUE name = obj_name_for_error(v);
    rb_raise(rb_eTypeError, "can't convert %" PRIsVALUE " to %s (%" PRIsVALUE "#%s gives %" PRIsVALUE ")", name, type_name,
             name, method, rb_obj_class(result));
}

VALUE
rb_convert_type(VALUE v, int type, const char *type_name, const char *method)
{
    if (RB_TYPE_P(v, type)) return v;
    VALUE result = rb_check_funcall(v, rb_intern(method), 0, NULL);
    if (result == Qundef) raise_no_conversion(v, type_name, method);
    if (!RB_TYPE_P(result, type)) raise_bad_conversion(v, type_name, method, result);
    return result;
}

VALUE
rb_check_convert_type(VALUE v, int type, const char *type_name, const char *method)
{
    if (RB_TYPE_P(v, type) && type != T_DATA) return v;
    VALUE result = rb_check_funcall(v, rb_intern(method), 0, NULL);
    if (result == Qundef || NIL_P(result)) return Qnil;
    if (!RB_TYPE_P(result, type)) raise_bad_conversion(v, type_name, method, result);
    return result;
}

/* ---- types ---- */

static const char *
type_name(int type)
{
    switch (type) {
    case T_NIL: return "nil";
    case T_TRUE: return "true";
    case T_FALSE: return "false";
    case T_OBJECT: return "Object";
    case T_CLASS: return "Class";
    case T_ICLASS: return "iClass";
    case T_MODULE: return "Module";
    case T_FLOAT: return "Float";
    case T_STRING: return "String";
    case T_REGEXP: return "Regexp";
    case T_ARRAY: return "Array";
    case T_FIXNUM: return "Integer";
    case T_BIGNUM: return "Integer";
    case T_HASH: return "Hash";
    case T_STRUCT: return "Struct";
    case T_FILE: return "File";
    case T_RATIONAL: return "Rational";
    case T_COMPLEX: return "Complex";
    case T_DATA: return "Data";
    case T_MATCH: return "MatchData";
    case T_SYMBOL: return "Symbol";
    case T_IMEMO: return "Memo";
    default: return NULL;
    }
}

void
rb_unexpected_type(VALUE v, int expected)
{
    const char *name = type_name(expected);
    if (!name) rb_bug("unknown type 0x%x (0x%x given)", expected, TYPE(v));
    if (SPECIAL_CONST_P(v) && (NIL_P(v) || v == Qtrue || v == Qfalse))
        rb_raise(rb_eTypeError, "wrong argument type %" PRIsVALUE " (expected %s)", obj_name_for_error(v), name);
    rb_raise(rb_eTypeError, "wrong argument type %" PRIsVALUE " (expected %s)", rb_obj_class(v), name);
}

void
rb_check_type(VALUE v, int type)
{
    if (v == Qundef) rb_bug("undef leaked to the Ruby space");
    int is = TYPE(v);
    if (is != type || (is == T_DATA && RTYPEDDATA_P(v))) rb_unexpected_type(v, type);
}

/* ---- integers ---- */

static VALUE
to_integer(VALUE v, const char *method, bool must)
{
    if (RB_INTEGER_TYPE_P(v)) return v;
    VALUE result = rb_check_funcall(v, rb_intern(method), 0, NULL);
    if (result == Qundef) {
        if (!must) return Qnil;
        raise_no_conversion(v, "Integer", method);
    }
    if (RB_INTEGER_TYPE_P(result)) return result;
    if (must) raise_bad_conversion(v, "Integer", method, result);
    return Qnil;
}

VALUE
rb_to_int(VALUE v)
{
    return to_integer(v, "to_int", true);
}

VALUE
rb_check_to_int(VALUE v)
{
    return to_integer(v, "to_int", false);
}

VALUE
rb_check_to_integer(VALUE v, const char *method)
{
    return to_integer(v, method, false);
}

static VALUE
float_to_integer(VALUE v)
{
    double d = RFLOAT_VALUE(v);
    if (isnan(d) || isinf(d)) rb_raise(rb_eFloatDomainError, "%s", isnan(d) ? "NaN" : d < 0 ? "-Infinity" : "Infinity");
    return rb_dbl2big(d);
}

/* Implements Kernel#Integer.  If base is 0, the text's prefix determines it. */
static VALUE
convert_to_integer(VALUE v, int base)
{
    if (base) {
        VALUE text = rb_check_string_type(v);
        if (NIL_P(text)) rb_raise(rb_eArgError, "base specified for non string value");
        return rb_str_to_inum(text, base, 1);
    }
    if (RB_INTEGER_TYPE_P(v)) return v;
    if (RB_FLOAT_TYPE_P(v)) return float_to_integer(v);
    if (RB_TYPE_P(v, T_STRING)) return rb_str_to_inum(v, 0, 1);
    if (NIL_P(v)) rb_raise(rb_eTypeError, "can't convert nil into Integer");
    VALUE as = rb_check_to_int(v);
    if (!NIL_P(as)) return as;
    VALUE text = rb_check_string_type(v);
    if (!NIL_P(text)) return rb_str_to_inum(text, 0, 1);
    return to_integer(v, "to_i", true);
}

VALUE
rb_Integer(VALUE v)
{
    return convert_to_integer(v, 0);
}

/* ---- floats ---- */

VALUE
rb_Float(VALUE v)
{
    if (RB_FLOAT_TYPE_P(v)) return v;
    if (RB_INTEGER_TYPE_P(v) || RB_TYPE_P(v, T_RATIONAL)) return rb_to_float(v);
    if (RB_TYPE_P(v, T_STRING)) return DBL2NUM(rb_str_to_dbl(v, 1));
    if (NIL_P(v)) rb_raise(rb_eTypeError, "can't convert nil into Float");
    return rb_convert_type(v, T_FLOAT, "Float", "to_f");
}

/* ---- String(), Array(), Hash() ---- */

VALUE
rb_String(VALUE v)
{
    VALUE text = rb_check_string_type(v);
    return NIL_P(text) ? rb_convert_type(v, T_STRING, "String", "to_s") : text;
}

VALUE
rb_Array(VALUE v)
{
    VALUE list = rb_check_array_type(v);
    if (NIL_P(list)) list = rb_check_convert_type(v, T_ARRAY, "Array", "to_a");
    return NIL_P(list) ? rb_ary_new_from_args(1, v) : list;
}

VALUE
rb_Hash(VALUE v)
{
    VALUE hash = NIL_P(v) ? Qnil : rb_check_hash_type(v);
    if (!NIL_P(hash)) return hash;
    if (!NIL_P(v) && !(RB_TYPE_P(v, T_ARRAY) && RARRAY_LEN(v) == 0))
        rb_raise(rb_eTypeError, "can't convert %" PRIsVALUE " into Hash", rb_obj_class(v));
    return rb_hash_new();
}

/* ---- exception: false ---- */

static bool
raise_wanted(VALUE exception)
{
    if (exception != Qtrue && exception != Qfalse)
        rb_raise(rb_eArgError, "expected true or false as exception: %" PRIsVALUE, rb_inspect(exception));
    return exception == Qtrue;
}

static VALUE
exception_option(VALUE keywords)
{
    VALUE wanted;
    if (NIL_P(keywords) || !rb_get_kwargs(keywords, &id_exception, 0, 1, &wanted) || wanted == Qundef) return Qtrue;
    return wanted;
}

static VALUE
give_nil(VALUE arg, VALUE exc)
{
    return Qnil;
}

/* convert(arg), or nil where it raises a StandardError. */
static VALUE
convert_quietly(VALUE (*convert)(VALUE), VALUE arg)
{
    VALUE was = rb_errinfo();
    VALUE result = rb_rescue(convert, arg, give_nil, Qnil);
    rb_set_errinfo(was);
    return result;
}

static VALUE
integer_of_pair(VALUE arg)
{
    VALUE *pair = (VALUE *)arg;
    return convert_to_integer(pair[0], (int)pair[1]);
}

/* Converts v to an Integer.  With `raise` false, text and nil are rejected without an exception being made. */
static VALUE
conv_integer(VALUE v, int radix, bool raise)
{
    if (RB_TYPE_P(v, T_STRING)) {
        if (radix) int_check_radix(v, radix);
        return int_parse_str(v, radix, true, raise);
    }
    if (val_fix_p(v) && !radix) return v;
    if (NIL_P(v) && !raise) return Qnil;
    VALUE pair[] = {v, (VALUE)radix};
    return raise ? integer_of_pair((VALUE)pair) : convert_quietly(integer_of_pair, (VALUE)pair);
}

/* Kernel#Integer */
static VALUE
obj_m_Integer(int argc, VALUE *argv, VALUE self)
{
    VALUE v, base, keywords;
    if (argc == 1 && val_fix_p(argv[0])) return argv[0];
    int given = rb_scan_args(argc, argv, "11:", &v, &base, &keywords);
    bool raise = raise_wanted(exception_option(keywords));
    return conv_integer(v, given > 1 ? NUM2INT(base) : 0, raise);
}

VALUE
conv_float(VALUE v, VALUE exception)
{
    if (raise_wanted(exception) || val_fix_p(v) || RB_FLOAT_TYPE_P(v)) return rb_Float(v);
    if (RB_TYPE_P(v, T_STRING)) {
        bool ok;
        double d = dbl_parse_str(v, true, false, &ok);
        return ok ? DBL2NUM(d) : Qnil;
    }
    return NIL_P(v) ? Qnil : convert_quietly(rb_Float, v);
}

/* Kernel#Float of a miniruby, which has no core/kernel.rb. */
static VALUE
obj_m_Float(int argc, VALUE *argv, VALUE self)
{
    VALUE v, keywords;
    rb_scan_args(argc, argv, "1:", &v, &keywords);
    return conv_float(v, exception_option(keywords));
}

static VALUE
obj_m_String(VALUE self, VALUE v)
{
    return rb_String(v);
}

static VALUE
obj_m_Array(VALUE self, VALUE v)
{
    return rb_Array(v);
}

static VALUE
obj_m_Hash(VALUE self, VALUE v)
{
    return rb_Hash(v);
}

void
Init_Convert(void)
{
    id_exception = rb_intern("exception");
    rb_define_global_function("Integer", obj_m_Integer, -1);
    rb_define_global_function("Float", obj_m_Float, -1);
    rb_define_global_function("String", obj_m_String, 1);
    rb_define_global_function("Array", obj_m_Array, 1);
    rb_define_global_function("Hash", obj_m_Hash, 1);
}
