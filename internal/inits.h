/*
 * inits.h - the functions that bring the core up, each defined by the file that owns what it sets up.
 *
 * Owns      their names: a function that is listed here and missing from the binary is a link error.
 * Threads   Run once, by the main thread, in the order of boot/inits.c; those of the second list are called by the front door
 *           of their subject.
 */
#ifndef FACET_INTERNAL_INITS_H
#define FACET_INTERNAL_INITS_H

#include "internal/compiler.h"

/* ---- called by boot/inits.c, in its order ---- */
void Init_shape(void);
void Init_gc_early(void);
void vm_boot(void);
void class_boot_all(void);
void Init_encoding_early(void);
void Init_string_early(void);
void Init_fstring_early(void);
void Init_array_early(void);
void Init_hash_early(void);
void Init_symbol_early(void);
void Init_hash_value(void);
void Init_memo_early(void);
void Init_iseq_early(void);
void Init_object_model(void);
void Init_VM(void);
void Init_Thread(void);
void Init_Comparable(void);
void Init_compare(void);
void Init_Enumerable(void);
void Init_String(void);
void Init_Symbol(void);
void Init_Encoding(void);
void Init_Transcode(void);
void Init_Numeric(void);
void Init_Integer(void);
void Init_Bignum(void);
void Init_Float(void);
void Init_NumericStep(void);
void Init_Array(void);
void Init_Hash(void);
void Init_hash_iter(void);
void Init_Struct(void);
void Init_Data(void);
void Init_Set(void);
void Init_Range(void);
void Init_RangeStep(void);
void Init_Rational(void);
void Init_RationalConv(void);
void Init_Complex(void);
void Init_ComplexConv(void);
void Init_Math(void);
void Init_Random(void);
void Init_Regexp(void);
void Init_Pack(void);
void Init_Sprintf(void);
void Init_Marshal(void);
void Init_Time(void);
void Init_Enumerator(void);
void Init_Proc(void);
void Init_Binding(void);
void Init_Fiber(void);
void Init_FiberScheduler(void);
void Init_IO(void);
void Init_File(void);
void Init_Dir(void);
void Init_Process(void);
void Init_Signal(void);
void Init_Env(void);
void Init_ARGF(void);
void Init_Pathname(void);
void Init_GC(void);
void Init_Ractor(void);
void Init_IOBuffer(void);
void Init_vm_kernel(void);
void Init_vm_svar(void);
void Init_vm_eval_string(void);
void Init_vm_backtrace(void);
void Init_vm_trace(void);
void Init_ISeq(void);
void Init_CallStats(void);
void Init_AST(void);
void Init_Load(void);
void Init_Version(void);
void Init_JIT(void);
void prelude_load(void);
void vm_core_defined(void);

/* ---- called by their subject's front door ---- */
void Init_vm_env(void);
void Init_vm_cref(void);
void Init_vm_block(void);
void Init_vm_throw(void);
void Init_Method(void);
void Init_TracePoint(void);

/* ---- called by `require` ---- */
void Init_json(void);
void Init_objspace(void);
void Init_ripper(void);
void Init_continuation(void);

#endif
