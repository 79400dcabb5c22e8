/*
 * boot/inits.c - the order in which the core comes up.
 *
 * Each step uses only what the steps before it set up.
 */
#include "internal/inits.h"
#include "internal/class.h"
#include "internal/vm.h"

/* Heap, shapes, symbols, the class tree: nothing here may call Ruby. */
static void
init_ground(void)
{
    Init_shape();
    Init_gc_early();
    vm_boot();
    class_boot_all();
    Init_encoding_early();
    Init_string_early();
    Init_fstring_early();
    Init_array_early();
    Init_hash_early();
    Init_symbol_early();
    Init_hash_value();
    Init_memo_early();
    Init_iseq_early();
    Init_object_model();
}

static void
init_classes(void)
{
    Init_VM();
    Init_Thread();
    Init_Comparable();
    Init_compare();
    Init_Enumerable();
    Init_String();
    Init_Symbol();
    Init_Encoding();
    Init_Transcode();
    Init_Numeric();
    Init_Integer();
    Init_Bignum();
    Init_Float();
    Init_NumericStep();
    Init_Array();
    Init_Hash();
    Init_hash_iter();
    Init_Struct();
    Init_Data();
    Init_Set();
    Init_Range();
    Init_RangeStep();
    Init_Rational();
    Init_RationalConv();
    Init_Complex();
    Init_ComplexConv();
    Init_Math();
    Init_Random();
    Init_Regexp();
    Init_Pack();
    Init_Sprintf();
    Init_Marshal();
    Init_Time();
    Init_Enumerator();
    Init_Proc();
    Init_Binding();
    Init_Fiber();
    Init_FiberScheduler();
    Init_IO();
    Init_File();
    Init_Dir();
    Init_Process();
    Init_Signal();
    Init_Env();
    Init_ARGF();
    Init_Pathname();
    Init_GC();
    Init_Ractor();
    Init_IOBuffer();
}

static void
init_machine(void)
{
    Init_vm_kernel();
    Init_vm_svar();
    Init_vm_eval_string();
    Init_vm_backtrace();
    Init_vm_trace();
    Init_ISeq();
    Init_CallStats();
    Init_AST();
    Init_Load();
    Init_Version();
    Init_JIT();
}

void
rb_call_inits(void)
{
    init_ground();
    init_classes();
    init_machine();
    prelude_load();
    vm_core_defined();
    core_done(vm_top_self);
}
