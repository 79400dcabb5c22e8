/*
 * iseq/methods.c - compiles, inspects and runs RubyVM::InstructionSequence; the supported part of RubyVM::AbstractSyntaxTree.
 *
 * The Ruby object is a T_DATA whose data is the iseq; the two mark each other, so that an iseq keeps one wrapper.
 */
#include "internal/iseq.h"
#include "internal/array.h"
#include "internal/hash.h"
#include "internal/iseq/binary.h"
#include "internal/proc.h"
#include "internal/string.h"
#include "internal/vm.h"

#include <string.h>

static VALUE cISeq;
static VALUE default_options; /* Hash: compile_option */

static void
iseq_wrapper_mark(void *iseq)
{
    gc_mark((VALUE)iseq);
}

static size_t
iseq_wrapper_memsize(const void *iseq)
{
    return iseq_memsize((VALUE)iseq);
}

static const rb_data_type_t wrapper_type = {
    .wrap_struct_name = "iseq",
    .function = {.dmark = iseq_wrapper_mark, .dsize = iseq_wrapper_memsize},
    .flags = RUBY_TYPED_FREE_IMMEDIATELY | RUBY_TYPED_WB_PROTECTED | RUBY_TYPED_FROZEN_SHAREABLE,
};

VALUE
iseq_wrapper(VALUE iseq)
{
    struct iseq_body *b = iseq_body(iseq);

    if (!b->wrapper) {
        VALUE v = TypedData_Wrap_Struct(cISeq, &wrapper_type, (void *)iseq);
        RB_OBJ_WRITE(iseq, &b->wrapper, v);
        RB_OBJ_WRITTEN(v, Qundef, iseq);
    }
    return b->wrapper;
}

static VALUE
iseq_wrapped(VALUE self)
{
    return (VALUE)rb_check_typeddata(self, &wrapper_type);
}

static struct iseq_body *
iseq_wrapped_body(VALUE self)
{
    return iseq_body(iseq_wrapped(self));
}

/* ---- compiling ------------------------------------------------------------------------------------------------------------ */

static const char *const option_names[] = {
    "inline_const_cache",   "peephole_optimization",    "tailcall_optimization",       "specialized_instruction",
    "operands_unification", "instructions_unification", "debug_frozen_string_literal", "coverage_enabled",
};

static VALUE
iseq_key(const char *name)
{
    return ID2SYM(rb_intern(name));
}

static VALUE
iseq_options_new(void)
{
    static const bool on[lengthof(option_names)] = {true, true, false, true, true, false, false, true};
    VALUE hash = hash_new();

    for (unsigned i = 0; i < lengthof(option_names); i++) hash_set(hash, iseq_key(option_names[i]), val_bool(on[i]));
    hash_set(hash, iseq_key("debug_level"), INT2FIX(0));
    hash_set(hash, iseq_key("frozen_string_literal"), Qnil);
    return hash;
}

static VALUE
iseq_options_in_force(void)
{
    VALUE frozen = compile_frozen_literals < 0 ? Qnil : val_bool(compile_frozen_literals);
    hash_set(default_options, iseq_key("frozen_string_literal"), frozen);
    hash_set(default_options, iseq_key("debug_frozen_string_literal"), val_bool(compile_located_literals));
    return hash_dup(default_options);
}

/* Returns the options in force, overridden by those of opt. */
static VALUE
iseq_options_with(VALUE opt)
{
    VALUE hash = iseq_options_in_force();

    if (opt == Qnil) return hash;
    if (opt == Qtrue || opt == Qfalse) {
        for (unsigned i = 0; i < lengthof(option_names); i++) hash_set(hash, iseq_key(option_names[i]), opt);
        return hash;
    }
    if (!val_type_p(opt, T_HASH)) rb_raise(rb_eTypeError, "Compile option must be Hash/true/false/nil");
    size_t pos = 0;
    VALUE k, v;
    while (hash_next(opt, &pos, &k, &v)) {
        if (hash_get(hash, k) == Qundef) continue;
        if (k == iseq_key("debug_level") && v != Qnil) v = INT2FIX(NUM2INT(v));
        hash_set(hash, k, v);
    }
    return hash;
}

static int
iseq_frozen_option(VALUE options)
{
    VALUE frozen = hash_get(options, iseq_key("frozen_string_literal"));
    return frozen == Qundef || frozen == Qnil ? -1 : val_truthy(frozen);
}

static VALUE
iseq_compile_named(VALUE source, VALUE file, VALUE path, VALUE line, VALUE opt, const char *label)
{
    struct compile_options o = {.line = 1, .realpath = Qnil};

    StringValue(source);
    file = file == Qnil ? rb_utf8_str_new_cstr("<compiled>") : rb_get_path(file);
    if (path != Qnil) o.realpath = rb_str_new_frozen(rb_get_path(path));
    if (line != Qnil) o.line = NUM2INT(line);
    o.path_str = rb_str_new_frozen(file);
    if (path == Qnil) o.realpath = o.path_str;
    o.path = RSTRING_PTR(o.path_str);
    VALUE options = iseq_options_with(opt);
    o.frozen_string_literal = iseq_frozen_option(options);
    o.plain_sends = !RTEST(hash_get(options, iseq_key("specialized_instruction")));
    o.located_literals = RTEST(hash_get(options, iseq_key("debug_frozen_string_literal")));
    o.label = label;
    o.encoding = rb_enc_name(rb_enc_get(source));
    return iseq_wrapper(compile_string(source, ISEQ_TOP, &o));
}

/* InstructionSequence.compile(source, file, path, line, options) */
static VALUE
iseq_s_compile(int argc, VALUE *argv, VALUE klass)
{
    VALUE source, file, path, line, opt, keywords;

    (void)klass;
    rb_scan_args(argc, argv, "14:", &source, &file, &path, &line, &opt, &keywords);
    if (keywords != Qnil) opt = keywords;
    if (RTEST(rb_obj_is_kind_of(source, rb_cFile))) { /* read by its name: it may be closed */
        source = rb_funcall(rb_cFile, rb_intern("binread"), 1, rb_get_path(source));
        rb_enc_associate(source, rb_utf8_encoding());
    } else if (rb_respond_to(source, rb_intern("read"))) {
        source = rb_funcall(source, rb_intern("read"), 0);
    }
    return iseq_compile_named(source, file, path, line, opt, "<compiled>");
}

static VALUE
iseq_s_compile_file(int argc, VALUE *argv, VALUE klass)
{
    VALUE file, opt, keywords, source, cFile = rb_const_get(rb_cObject, rb_intern("File"));

    (void)klass;
    rb_scan_args(argc, argv, "11:", &file, &opt, &keywords);
    if (keywords != Qnil) opt = keywords;
    file = rb_get_path(file);
    source = rb_funcall(cFile, rb_intern("binread"), 1, file);
    rb_enc_associate(source, rb_utf8_encoding());
    return iseq_compile_named(source, file, rb_funcall(cFile, rb_intern("realpath"), 1, file), Qnil, opt, "<main>");
}

static VALUE
iseq_s_compile_option(VALUE klass)
{
    (void)klass;
    return iseq_options_in_force();
}

static VALUE
iseq_s_set_compile_option(VALUE klass, VALUE opt)
{
    (void)klass;
    VALUE options = opt == Qnil ? iseq_options_new() : iseq_options_with(opt);
    hash_merge_into(default_options, options);
    compile_frozen_literals = iseq_frozen_option(options);
    compile_located_literals = RTEST(hash_get(options, iseq_key("debug_frozen_string_literal")));
    compile_plain_sends = !RTEST(hash_get(options, iseq_key("specialized_instruction")));
    return opt;
}

static VALUE
iseq_s_load_from_binary(VALUE klass, VALUE binary)
{
    (void)klass;
    return iseq_wrapper(iseq_load(StringValue(binary)));
}

static VALUE
iseq_s_load_extra(VALUE klass, VALUE binary)
{
    (void)klass;
    return iseq_load_extra(StringValue(binary));
}

VALUE
iseq_from_hook(VALUE path)
{
    path = rb_str_new_frozen(path);
    VALUE v = rb_check_funcall(cISeq, rb_intern("load_iseq"), 1, &path);

    return rb_typeddata_is_kind_of(v, &wrapper_type) ? iseq_wrapped(v) : 0;
}

/* ---- of what ------------------------------------------------------------------------------------------------------------------ */

static VALUE
iseq_of_proc(VALUE proc)
{
    const struct rproc *p = proc_ptr(proc);
    return p->kind == PROC_ISEQ ? p->code : 0;
}

VALUE
iseq_of_object(VALUE body)
{
    VALUE recv;

    if (rb_typeddata_is_kind_of(body, &wrapper_type)) return iseq_wrapped(body);
    if (val_proc_p(body)) return iseq_of_proc(body);
    if (!rb_typeddata_is_kind_of(body, &method_data_type)) return location_iseq(body);
    const struct method_entry *me = method_object_entry(body, &recv);
    if (me->def->kind == METHOD_ISEQ) return me->def->as.iseq.iseq;
    if (me->def->kind == METHOD_BMETHOD) return iseq_of_proc(me->def->as.bmethod.proc);
    return 0;
}

static VALUE
iseq_s_of(VALUE klass, VALUE body)
{
    VALUE iseq = iseq_of_object(body);

    (void)klass;
    return iseq && !iseq_body(iseq)->is_core ? iseq_wrapper(iseq) : Qnil;
}

static VALUE
iseq_s_disasm(VALUE klass, VALUE body)
{
    VALUE iseq = iseq_of_object(body);

    (void)klass;
    return iseq ? iseq_disasm(iseq) : Qnil;
}

/* ---- looking in --------------------------------------------------------------------------------------------------------------- */

static VALUE
iseq_m_disasm(VALUE self)
{
    return iseq_disasm(iseq_wrapped(self));
}

static VALUE
iseq_m_path(VALUE self)
{
    return iseq_wrapped_body(self)->path;
}

static VALUE
iseq_m_absolute_path(VALUE self)
{
    return iseq_wrapped_body(self)->realpath;
}

static VALUE
iseq_m_label(VALUE self)
{
    return iseq_wrapped_body(self)->name;
}

static VALUE
iseq_m_base_label(VALUE self)
{
    return iseq_wrapped_body(self)->base_label;
}

static VALUE
iseq_m_first_lineno(VALUE self)
{
    return INT2NUM(iseq_wrapped_body(self)->first_line);
}

static VALUE
iseq_m_script_lines(VALUE self)
{
    return iseq_wrapped_body(self)->script_lines;
}

static VALUE
iseq_m_inspect(VALUE self)
{
    const struct iseq_body *b = iseq_wrapped_body(self);
    return rb_sprintf("<RubyVM::InstructionSequence:%" PRIsVALUE "@%" PRIsVALUE ":%d>", b->name, b->path,
                      (int)b->first_line);
}

static VALUE
iseq_m_each_child(VALUE self)
{
    VALUE iseq = iseq_wrapped(self);
    const struct iseq_body *b = iseq_body(iseq);

    RETURN_ENUMERATOR(self, 0, 0);
    for (uint32_t i = 0; i < b->value_count; i++) {
        VALUE v = (VALUE)b->code[b->value_cells[i]];
        if (val_type_p(v, T_IMEMO) && imemo_kind(v) == IMEMO_ISEQ) rb_yield(iseq_wrapper(v));
    }
    return Qnil;
}

static VALUE
iseq_m_trace_points(VALUE self)
{
    static const struct {
        uint32_t event;
        const char *name;
    } names[] = {
        {EVENT_CLASS, "class"}, {EVENT_CALL, "call"},         {EVENT_B_CALL, "b_call"}, {EVENT_RESCUE, "rescue"},
        {EVENT_LINE, "line"},   {EVENT_B_RETURN, "b_return"}, {EVENT_RETURN, "return"}, {EVENT_END, "end"},
    };
    const struct iseq_body *b = iseq_wrapped_body(self);
    VALUE list = ary_new();

    for (uint32_t i = 0; i < b->info_count; i++) {
        for (unsigned k = 0; k < lengthof(names); k++) {
            if (!(b->infos[i].events & names[k].event)) continue;
            bool start = names[k].event & (EVENT_CLASS | EVENT_CALL | EVENT_B_CALL); /* told of the line of `def` */
            ary_push(list, rb_assoc_new(INT2NUM(start ? b->first_line : b->infos[i].line), iseq_key(names[k].name)));
        }
    }
    return list;
}

static VALUE
iseq_m_eval(VALUE self)
{
    return vm_run_top(vm_ec, iseq_wrapped(self), vm_top_self, cref_new(rb_cObject, 0, false));
}

static VALUE
iseq_m_to_a(VALUE self)
{
    return iseq_to_a(iseq_wrapped(self));
}

static VALUE
iseq_m_to_binary(int argc, VALUE *argv, VALUE self)
{
    VALUE extra;

    rb_scan_args(argc, argv, "01", &extra);
    if (extra != Qnil) StringValue(extra);
    return iseq_dump(iseq_wrapped(self), extra == Qnil ? 0 : extra);
}

static VALUE
iseq_instruction_names(void)
{
    VALUE names = ary_new();

    for (int id = 0; id < INSN__COUNT; id++)
        ary_push(names, str_fstring_cstr(insn_name(id), strlen(insn_name(id)), ENCI_USASCII));
    return rb_obj_freeze(names);
}

/* ---- source lines --------------------------------------------------------------------------------------------------------------- */

bool iseq_keep_script_lines;

static VALUE
iseq_vm_s_keep_script_lines(VALUE self)
{
    (void)self;
    return val_bool(iseq_keep_script_lines);
}

static VALUE
iseq_vm_s_set_keep_script_lines(VALUE self, VALUE on)
{
    (void)self;
    iseq_keep_script_lines = val_truthy(on);
    return on;
}

void
Init_ISeq(void)
{
    VALUE vm = rb_define_class("RubyVM", rb_cObject);

    rb_undef_alloc_func(vm);
    rb_gc_register_address(&default_options);
    default_options = iseq_options_new();
    rb_define_singleton_method(vm, "keep_script_lines", iseq_vm_s_keep_script_lines, 0);
    rb_define_singleton_method(vm, "keep_script_lines=", iseq_vm_s_set_keep_script_lines, 1);
    rb_define_const(vm, "INSTRUCTION_NAMES", iseq_instruction_names());

    cISeq = rb_define_class_under(vm, "InstructionSequence", rb_cObject);
    rb_undef_alloc_func(cISeq);
    rb_define_singleton_method(cISeq, "compile", iseq_s_compile, -1);
    rb_define_singleton_method(cISeq, "new", iseq_s_compile, -1);
    rb_define_singleton_method(cISeq, "compile_prism", iseq_s_compile, -1);
    rb_define_singleton_method(cISeq, "compile_file", iseq_s_compile_file, -1);
    rb_define_singleton_method(cISeq, "compile_file_prism", iseq_s_compile_file, -1);
    rb_define_singleton_method(cISeq, "compile_option", iseq_s_compile_option, 0);
    rb_define_singleton_method(cISeq, "compile_option=", iseq_s_set_compile_option, 1);
    rb_define_singleton_method(cISeq, "load_from_binary", iseq_s_load_from_binary, 1);
    rb_define_singleton_method(cISeq, "load_from_binary_extra_data", iseq_s_load_extra, 1);
    rb_define_singleton_method(cISeq, "of", iseq_s_of, 1);
    rb_define_singleton_method(cISeq, "disasm", iseq_s_disasm, 1);
    rb_define_singleton_method(cISeq, "disassemble", iseq_s_disasm, 1);
    rb_define_method(cISeq, "disasm", iseq_m_disasm, 0);
    rb_define_method(cISeq, "disassemble", iseq_m_disasm, 0);
    rb_define_method(cISeq, "path", iseq_m_path, 0);
    rb_define_method(cISeq, "absolute_path", iseq_m_absolute_path, 0);
    rb_define_method(cISeq, "label", iseq_m_label, 0);
    rb_define_method(cISeq, "base_label", iseq_m_base_label, 0);
    rb_define_method(cISeq, "first_lineno", iseq_m_first_lineno, 0);
    rb_define_method(cISeq, "script_lines", iseq_m_script_lines, 0);
    rb_define_method(cISeq, "inspect", iseq_m_inspect, 0);
    rb_define_method(cISeq, "each_child", iseq_m_each_child, 0);
    rb_define_method(cISeq, "trace_points", iseq_m_trace_points, 0);
    rb_define_method(cISeq, "eval", iseq_m_eval, 0);
    rb_define_method(cISeq, "to_a", iseq_m_to_a, 0);
    rb_define_method(cISeq, "to_binary", iseq_m_to_binary, -1);
}

/* ---- RubyVM::AbstractSyntaxTree --------------------------------------------------------------------------------------------------- */

static VALUE
iseq_ast_s_of(int argc, VALUE *argv, VALUE self)
{
    (void)argc;
    (void)argv;
    (void)self;
    rb_raise(rb_eRuntimeError, "cannot get AST for ISEQ compiled by prism");
}

static VALUE
iseq_ast_s_parse(int argc, VALUE *argv, VALUE self)
{
    (void)argc;
    (void)argv;
    (void)self;
    rb_raise(rb_eNotImpError, "RubyVM::AbstractSyntaxTree.parse: use the prism gem");
}

static VALUE
iseq_ast_s_node_id(VALUE self, VALUE location)
{
    (void)self;
    return location_node_id(location);
}

void
Init_AST(void)
{
    VALUE ast = rb_define_module_under(rb_define_class("RubyVM", rb_cObject), "AbstractSyntaxTree");
    rb_undef_alloc_func(
        rb_define_class_under(ast, "Node", rb_cObject)); /* what error_highlight compares with; there are none */

    rb_define_singleton_method(ast, "of", iseq_ast_s_of, -1);
    rb_define_singleton_method(ast, "parse", iseq_ast_s_parse, -1);
    rb_define_singleton_method(ast, "parse_file", iseq_ast_s_parse, -1);
    rb_define_singleton_method(ast, "node_id_for_backtrace_location", iseq_ast_s_node_id, 1);
}
