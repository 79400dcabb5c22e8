# sources.mk - the sources, each once, by floor (an include points down, never up); each list is sorted.
# `make check-sources` fails on a source that is missing here, stands here twice or out of order, or includes from a floor above.

# 5, 6: the files of the interpreter loop; compiled with VM_CFLAGS
SRCS_VM_HOT = \
	vm/args.c \
	vm/call.c \
	vm/exec.c \
	vm/link.c \
	vm/site.c \

# 6 the door
SRCS_DOOR = \
	capi.c \
	capi/args.c \
	capi/fdset.c \
	capi/memory_view.c \
	capi/thread_native.c \
	load.c \
	main.c \
	main/exit.c \
	main/options.c \
	ractor/local.c \
	ruby.c \
	thread.c \
	thread/event.c \
	thread/methods.c \
	thread/sync.c \
	version.c \

# 5 the machine
SRCS_MACHINE = \
	compile.c \
	compile/assign.c \
	compile/call.c \
	compile/cover.c \
	compile/def.c \
	compile/defined.c \
	compile/flow.c \
	compile/lit.c \
	compile/pattern.c \
	compile/prism_face.c \
	cont.c \
	cont/continuation.c \
	cont/scheduler.c \
	cont/switch.c \
	inits.c \
	iseq.c \
	iseq/binary.c \
	iseq/check.c \
	iseq/disasm.c \
	iseq/insn.c \
	iseq/load.c \
	iseq/methods.c \
	iseq/to_a.c \
	prelude.c \
	proc.c \
	proc/method.c \
	ractor.c \
	vm.c \
	vm/backtrace.c \
	vm/block.c \
	vm/callstats.c \
	vm/const.c \
	vm/core.c \
	vm/coverage.c \
	vm/debug.c \
	vm/env.c \
	vm/eval.c \
	vm/eval_string.c \
	vm/ivar.c \
	vm/kernel.c \
	vm/prim.c \
	vm/stack.c \
	vm/svar.c \
	vm/throw.c \
	vm/trace.c \
	vm/tracepoint.c \
	vm/unused_block.c \
	vm/verify.c \
	vm_insnhelper.c \

# 4 the classes
SRCS_CLASSES = \
	array.c \
	array/comb.c \
	array/iter.c \
	array/methods.c \
	array/mod.c \
	array/random.c \
	array/set.c \
	array/sort.c \
	capi/vsprintf.c \
	comparable.c \
	dir.c \
	dir/fnmatch.c \
	dir/glob.c \
	encoding.c \
	encoding/mbc.c \
	encoding/methods.c \
	encoding/path.c \
	encoding/single.c \
	encoding/transcode.c \
	encoding/transcode_japanese.c \
	encoding/transcode_mb.c \
	encoding/transcode_methods.c \
	encoding/transcode_unicode.c \
	encoding/unicode.c \
	encoding/unicode_norm.c \
	enum.c \
	enum/fold.c \
	enum/slice.c \
	enumerator.c \
	enumerator/chain.c \
	enumerator/lazy.c \
	enumerator/produce.c \
	enumerator/seq.c \
	file.c \
	file/path.c \
	file/pathname.c \
	file/stat.c \
	file/test.c \
	hash.c \
	hash/iter.c \
	hash/methods.c \
	hash/table.c \
	hash/value.c \
	io.c \
	io/argf.c \
	io/buffer.c \
	io/buffer_data.c \
	io/buffer_io.c \
	io/buffer_text.c \
	io/char.c \
	io/copy.c \
	io/enc.c \
	io/error.c \
	io/fd.c \
	io/gets.c \
	io/open.c \
	io/pos.c \
	io/read.c \
	io/select.c \
	io/sys.c \
	io/whole_file.c \
	io/write.c \
	marshal.c \
	marshal/dump.c \
	marshal/load.c \
	numeric.c \
	numeric/bignum.c \
	numeric/bignum_conv.c \
	numeric/bignum_text.c \
	numeric/complex.c \
	numeric/complex_conv.c \
	numeric/dtoa_shortest.c \
	numeric/float.c \
	numeric/float_text.c \
	numeric/integer.c \
	numeric/math.c \
	numeric/random.c \
	numeric/rational.c \
	numeric/rational_conv.c \
	numeric/step.c \
	numeric/sum.c \
	object/compare.c \
	object/recurse.c \
	pack.c \
	pack/unpack.c \
	process.c \
	process/env.c \
	process/exec.c \
	process/id.c \
	process/popen.c \
	process/spawn.c \
	process/status.c \
	range.c \
	range/step.c \
	regexp.c \
	regexp/engine.c \
	regexp/match.c \
	regexp/onig.c \
	regexp/translate.c \
	set.c \
	signal.c \
	simd.c \
	sprintf.c \
	string.c \
	string/aref.c \
	string/capi.c \
	string/case.c \
	string/each.c \
	string/encode.c \
	string/fstr.c \
	string/inspect.c \
	string/methods.c \
	string/mod.c \
	string/norm.c \
	string/num.c \
	string/scrub.c \
	string/search.c \
	string/split.c \
	string/sub.c \
	string/succ.c \
	string/tr.c \
	struct.c \
	struct/data.c \
	symbol.c \
	symbol/methods.c \
	time.c \
	time/civil.c \
	time/dump.c \
	time/leap.c \
	time/new.c \
	time/parse.c \
	time/strftime.c \
	time/zone.c \
	vm/block_info.c \

# 3 the object model
SRCS_OBJECTS = \
	class.c \
	class/capi.c \
	class/method_table.c \
	class/mixin.c \
	class/name.c \
	class/refinement.c \
	error.c \
	error/errno.c \
	error/print.c \
	error/warning.c \
	id_table.c \
	memo.c \
	object.c \
	object/conv.c \
	object/module.c \
	object/nil.c \
	shape.c \
	st.c \
	util.c \
	variable.c \
	variable/autoload.c \
	variable/const.c \
	variable/cvar.c \
	variable/gvar.c \
	variable/ivar_methods.c \

# 2 the heap
SRCS_HEAP = \
	gc.c \
	gc/barrier.c \
	gc/capi.c \
	gc/compact.c \
	gc/data.c \
	gc/final.c \
	gc/incremental.c \
	gc/malloc.c \
	gc/map.c \
	gc/mark.c \
	gc/page.c \
	gc/pause.c \
	gc/stat.c \
	gc/sweep.c \
	gc/verify.c \
	objspace.c \
	objspace/gc_module.c \
	objspace/heap_map.c \
	objspace/profiler.c \
	objspace/straddle.c \
	objspace/weakmap.c \

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
	numeric/dtoa.cc \

SRCS = $(sort $(SRCS_HEAP) $(SRCS_OBJECTS) $(SRCS_CLASSES) $(SRCS_MACHINE) $(SRCS_VM_HOT) $(SRCS_DOOR) $(SRCS_EXT))

# libprism, below $(PRISM_DIR)/src: all of it but what PRISM_LESS leaves out
PRISM_SRCS = $(patsubst $(PRISM_DIR)/src/%, %, $(sort $(wildcard $(PRISM_DIR)/src/*.c $(PRISM_DIR)/src/util/*.c)))
