/*
 * inits.c - the order in which the core comes up.
 */
#include "internal/compiler.h"
#include "internal/vm.h"

#define INIT(name)                                    \
    do {                                              \
        extern void name(void) __attribute__((weak)); \
        if (name) name();                             \
    } while (0)

/* Heap, shapes, symbols, the class tree: nothing here may call Ruby. */
static void
init_ground(void)
{
    INIT(Init_shape);
    INIT(Init_gc_early);
    INIT(vm_boot);
    INIT(class_boot_all);
    INIT(Init_encoding_early);
    INIT(Init_string_early);
    INIT(Init_fstring_early);
    INIT(Init_array_early);
    INIT(Init_hash_early);
    INIT(Init_symbol_early);
    INIT(Init_hash_value);
    INIT(Init_memo_early);
    INIT(Init_iseq_early);
    INIT(Init_object_model);
}

static void
init_classes(void)
{
    INIT(Init_VM);
    INIT(Init_Thread);
    INIT(Init_Comparable);
    INIT(Init_compare);
    INIT(Init_Enumerable);
    INIT(Init_String);
    INIT(Init_Symbol);
    INIT(Init_Encoding);
    INIT(Init_Transcode);
    INIT(Init_Numeric);
    INIT(Init_Integer);
    INIT(Init_Bignum);
    INIT(Init_Float);
    INIT(Init_NumericStep);
    INIT(Init_Array);
    INIT(Init_Hash);
    INIT(Init_hash_iter);
    INIT(Init_Struct);
    INIT(Init_Data);
    INIT(Init_Set);
    INIT(Init_Range);
    INIT(Init_RangeStep);
    INIT(Init_Rational);
    INIT(Init_RationalConv);
    INIT(Init_Complex);
    INIT(Init_ComplexConv);
    INIT(Init_Math);
    INIT(Init_Random);
    INIT(Init_Regexp);
    INIT(Init_Pack);
    INIT(Init_Sprintf);
    INIT(Init_Marshal);
    INIT(Init_Time);
    INIT(Init_Enumerator);
    INIT(Init_Proc);
    INIT(Init_Binding);
    INIT(Init_Fiber);
    INIT(Init_FiberScheduler);
    INIT(Init_IO);
    INIT(Init_File);
    INIT(Init_Dir);
    INIT(Init_Process);
    INIT(Init_Signal);
    INIT(Init_Env);
    INIT(Init_ARGF);
    INIT(Init_Pathname);
    INIT(Init_GC);
    INIT(Init_ObjectSpace);
    INIT(Init_Ractor);
    INIT(Init_IOBuffer);
}

static void
init_machine(void)
{
    INIT(Init_vm_kernel);
    INIT(Init_vm_svar);
    INIT(Init_vm_eval_string);
    INIT(Init_vm_backtrace);
    INIT(Init_vm_trace);
    INIT(Init_ISeq);
    INIT(Init_CallStats);
    INIT(Init_AST);
    INIT(Init_Load);
    INIT(Init_Version);
    INIT(Init_RubyOptions);
}

void
rb_call_inits(void)
{
    init_ground();
    init_classes();
    init_machine();
    INIT(prelude_load);
    INIT(vm_core_defined);
    INIT(core_done);
}
