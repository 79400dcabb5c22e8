# sources.mk - the sources, each once, by floor (an include points down, never up).  Keep each list sorted.

# 5, 6: the files of the interpreter loop; compiled with VM_CFLAGS
SRCS_VM_HOT = \
	vm_args.c \
	vm_call.c \
	vm_exec.c \
	vm_link.c \
	vm_site.c \

# 6 the door
SRCS_DOOR = \
	load.c \
	main.c \
	ruby.c \
	ruby_options.c \
	ruby_exit.c \
	capi.c \
	capi_args.c \
	fdset.c \
	memory_view.c \
	ractor_local.c \
	thread_native.c \
	version.c \
	cont.c \
	cont_switch.c \
	thread.c \
	thread_class.c \
	thread_event.c \
	thread_sync.c \

# 5 the machine
SRCS_MACHINE = \
	cont.c \
	cont_switch.c \
	compile.c \
	compile_assign.c \
	compile_call.c \
	compile_def.c \
	compile_defined.c \
	compile_cover.c \
	compile_flow.c \
	compile_lit.c \
	compile_pattern.c \
	iseq.c \
	iseq_binary.c \
	iseq_check.c \
	iseq_class.c \
	iseq_disasm.c \
	iseq_load.c \
	iseq_to_a.c \
	prism_face.c \
	inits.c \
	insn.c \
	proc.c \
	prelude.c \
	unused_block.c \
	vm.c \
	vm_block.c \
	vm_stack.c \
	vm_callstats.c \
	vm_const.c \
	vm_core.c \
	vm_env.c \
	vm_backtrace.c \
	vm_eval.c \
	vm_eval_string.c \
	vm_kernel.c \
	vm_insnhelper.c \
	vm_ivar.c \
	method.c \
	vm_prim.c \
	vm_svar.c \
	ractor.c \
	scheduler.c \
	vm_throw.c \
	coverage.c \
	tracepoint.c \
	vm_debug.c \
	vm_trace.c \

# 4 the classes
SRCS_CLASSES = \
	argf.c \
	memo.c \
	re.c \
	re_engine.c \
	re_match.c \
	re_onig.c \
	re_translate.c \
	array.c \
	array_basic.c \
	array_comb.c \
	array_iter.c \
	array_mod.c \
	array_random.c \
	array_set.c \
	array_sort.c \
	bignum.c \
	bignum_conv.c \
	bignum_text.c \
	block_info.c \
	comparable.c \
	compare.c \
	complex.c \
	complex_conv.c \
	data.c \
	dir.c \
	dir_glob.c \
	dtoa_shortest.c \
	encoding.c \
	encoding_class.c \
	encoding_mbc.c \
	encoding_path.c \
	encoding_single.c \
	enum.c \
	enum_fold.c \
	enum_slice.c \
	enumerator.c \
	enumerator_chain.c \
	enumerator_lazy.c \
	enumerator_produce.c \
	enumerator_seq.c \
	env.c \
	file.c \
	file_path.c \
	file_stat.c \
	file_test.c \
	float.c \
	float_text.c \
	fnmatch.c \
	hash.c \
	hash_iter.c \
	hash_m.c \
	hash_table.c \
	hash_value.c \
	integer.c \
	io.c \
	io_buffer.c \
	io_buffer_data.c \
	io_buffer_io.c \
	io_buffer_text.c \
	io_char.c \
	io_class.c \
	io_copy.c \
	io_enc.c \
	io_error.c \
	io_fd.c \
	io_gets.c \
	io_open.c \
	io_pos.c \
	io_read.c \
	io_select.c \
	io_sys.c \
	io_write.c \
	marshal.c \
	marshal.c \
	marshal_dump.c \
	marshal_load.c \
	math.c \
	memo.c \
	numeric.c \
	numeric_step.c \
	pack.c \
	pathname.c \
	process.c \
	process_exec.c \
	process_id.c \
	process_popen.c \
	process_spawn.c \
	process_status.c \
	random.c \
	range.c \
	range_step.c \
	rational.c \
	rational_conv.c \
	re.c \
	re.c \
	re_engine.c \
	re_engine.c \
	re_match.c \
	re_match.c \
	re_onig.c \
	re_translate.c \
	re_translate.c \
	recurse.c \
	set.c \
	simd.c \
	signal.c \
	sprintf.c \
	string.c \
	string_api.c \
	string_aref.c \
	string_basic.c \
	string_case.c \
	string_each.c \
	string_encode.c \
	string_fstr.c \
	string_inspect.c \
	string_mod.c \
	string_norm.c \
	string_num.c \
	string_scrub.c \
	string_search.c \
	string_split.c \
	string_sub.c \
	string_succ.c \
	string_tr.c \
	struct.c \
	sum.c \
	symbol.c \
	symbol_class.c \
	time.c \
	time_civil.c \
	time_dump.c \
	time_new.c \
	time_parse.c \
	time_strftime.c \
	time_zone.c \
	transcode.c \
	transcode_class.c \
	transcode_japanese.c \
	transcode_mb.c \
	transcode_unicode.c \
	unicode.c \
	unicode_norm.c \
	unpack.c \
	vsprintf.c \

# 3 the object model
SRCS_OBJECTS = \
	autoload.c \
	class.c \
	class_api.c \
	class_mixin.c \
	class_name.c \
	const.c \
	cvar.c \
	error.c \
	error_errno.c \
	eval_error.c \
	gvar.c \
	id_table.c \
	ivar.c \
	ivar_m.c \
	object.c \
	object_conv.c \
	object_module.c \
	object_nil.c \
	refinement.c \
	shape.c \
	st.c \
	util.c \
	vm_method.c \
	warning.c \

# 2 the heap
SRCS_HEAP = \
	gc.c \
	gc/barrier.c \
	gc/capi.c \
	gc/compact.c \
	gc/data.c \
	gc/final.c \
	gc/malloc.c \
	gc/map.c \
	gc/mark.c \
	gc/module.c \
	gc/heap_map.c \
	gc/incremental.c \
	gc/objspace.c \
	gc/straddle.c \
	gc/page.c \
	gc/pause.c \
	gc/profiler.c \
	gc/stat.c \
	gc/sweep.c \
	gc/verify.c \
	gc/weakmap.c \

# libraries built into the binary; they come up at their `require` (load.c)
SRCS_EXT = \
	ext/json/escape.c \
	ext/json/escape_wide.c \
	ext/json/generator.c \
	ext/json/generator_api.c \
	ext/json/generator_state.c \
	ext/json/json.c \
	ext/json/number.c \
	ext/json/parser.c \
	ext/json/parser_config.c \
	ext/json/parser_error.c \
	ext/json/parser_hook.c \
	ext/json/parser_key.c \
	ext/json/parser_number.c \
	ext/json/parser_string.c \
	ext/objspace/allocation.c \
	ext/objspace/dump.c \
	ext/objspace/objspace.c \

# C++, for double-conversion
SRCS_CXX = \
	dtoa.cc \

SRCS = $(sort $(SRCS_HEAP) $(SRCS_OBJECTS) $(SRCS_CLASSES) $(SRCS_MACHINE) $(SRCS_VM_HOT) $(SRCS_DOOR) $(SRCS_EXT))

# libprism, below $(PRISM_DIR)/src: all of it but what PRISM_LESS leaves out
PRISM_SRCS = $(patsubst $(PRISM_DIR)/src/%, %, $(sort $(wildcard $(PRISM_DIR)/src/*.c $(PRISM_DIR)/src/util/*.c)))
