/*
 * iseq.h - a compiled piece of Ruby: code, tables, parameters.
 *
 * Owns      struct iseq and its body.
 * ISEQ-1    Code never moves; its cells are written by quickening, linking and tracing only (vm/).
 * ISEQ-2    Locals in table order: required, optional, rest, post, keywords (required first), keyword bits (hidden), kwrest,
 *           block, then the others.  Local i of an iseq with n locals is fp[i - n]; self is fp[-n - 1].
 * ISEQ-3    rescue and ensure clauses are code of the same iseq, reached by the catch table, on the same frame.
 * ISEQ-4    A catch entry covers the half-open cell range [start, end) by the address of the running instruction.
 * ISEQ-5    A quickened cell can always be turned back: iseq_plain_insn() returns the instruction that the compiler
 *           wrote.
 * Checked   iseq_must_be_sound() after each compilation at level 1, iseq_check() on each load, iseq_verify() by the heap's walker, test/test_iseq.rb
 */
#ifndef FACET_INTERNAL_ISEQ_H
#define FACET_INTERNAL_ISEQ_H

#include "internal/gc.h"
#include "internal/iseq/insn.h"
#include "ruby/internal/event.h"

/* The cells of a frame, counted from fp (internal/vm.h FRAME-2); the operand stack starts at fp + FRAME_CELLS. */
enum { FP_LINK, FP_RETURN, FP_CODE, FP_UP, FP_LITERAL, FRAME_CELLS };

/* Cells that a check of the value stack's room adds to those it counts: above a frame's operands (body_need), above
 * an ENTRY frame, and above arguments that are laid out.  The checks also keep a reserve for SystemStackError, and a
 * last part that not even SystemStackError may use. */
enum { STACK_SLACK = 4, STACK_SLACK_ENTRY = 8, STACK_SLACK_ARGS = 16, STACK_RESERVE = 1024, STACK_RESERVE_LAST = 64 };

enum iseq_type { ISEQ_TOP, ISEQ_MAIN, ISEQ_EVAL, ISEQ_METHOD, ISEQ_BLOCK, ISEQ_CLASS };

/* struct iseq_params.flags */
enum {
    PARAM_OPT = 1 << 0,
    PARAM_REST = 1 << 1,
    PARAM_POST = 1 << 2,
    PARAM_KW = 1 << 3,
    PARAM_KWREST = 1 << 4,
    PARAM_BLOCK = 1 << 5,
    PARAM_NO_KW = 1 << 6,        /* **nil */
    PARAM_AMBIGUOUS0 = 1 << 7,   /* {|a|}: one lead, does not splat */
    PARAM_EXCESS_COMMA = 1 << 8, /* {|a,|} */
    PARAM_FORWARD = 1 << 9,      /* (...): rest, kwrest, block and FORWARD_ROOM cells are there, hidden */
    PARAM_RUBY2_KW = 1 << 10,
    PARAM_ANON_REST = 1 << 11, /* * without a name */
    PARAM_ANON_KWREST = 1 << 12,
    PARAM_ANON_BLOCK = 1 << 13,
    PARAM_NUMBERED = 1 << 14, /* _1 or it */
    PARAM_IT = 1 << 15,
    PARAM_COMPLEX_MASK = PARAM_OPT | PARAM_REST | PARAM_POST | PARAM_KW | PARAM_KWREST | PARAM_BLOCK | PARAM_NO_KW |
                         PARAM_FORWARD,
};

/* FORWARD_ROOM hidden locals follow the block parameter of a method with `...`.  While the local rest_index is a Fixnum, they
 * hold the arguments as they were given: that many positional ones, then the values of literal keywords.  The local
 * kwrest_index is then nil, the Hash given as **h, or a Fixnum: the address of the keywords' names, bit 0 set.  If rest_index
 * is an Array, the hidden locals are not in use. */
enum { FORWARD_ROOM = LIMIT(8, 3) };

struct iseq_params {
    uint32_t flags;
    uint16_t lead, opt, post; /* counts */
    uint16_t rest_index;      /* local indexes, valid if the flag is set */
    uint16_t post_index;
    uint16_t kw_index; /* first keyword; kw_count of them, required ones first */
    uint16_t kw_count, kw_required;
    /* hidden local.  Bit i of its Fixnum is set if optional keyword i (counted after the required) was not given and its default
     * must be computed.  It is an Array of true for more than 60 keywords. */
    uint16_t kw_bits_index;
    uint16_t kwrest_index, block_index;
    uint32_t *opt_pc;   /* opt + 1 cell offsets: where to start with that many optionals given */
    ID *kw_names;       /* kw_count */
    VALUE *kw_defaults; /* of the optional ones: a literal, or Qundef: computed by code (checkkeyword) */
};

enum catch_type { CATCH_RESCUE, CATCH_ENSURE, CATCH_CLAUSE };
/* Handles a throw whose running instruction lies in [start, end).  sp is cut to `depth` cells above the frame's base,
 * and the throw state is pushed (an exception, or an IMEMO_THROW).  Execution continues at `handler`.  RESCUE sees
 * exceptions only.  CLAUSE takes no throw: the range is the ensure clause at `handler`, whose state is in local `depth`.  A throw
 * that leaves the range puts $! back to what it was before the state came. */
struct catch_entry {
    uint32_t start, end, handler;
    uint16_t depth;
    uint16_t type;
};

static inline const char *
iseq_catch_name(const struct catch_entry *e)
{
    static const char *const names[] = {[CATCH_RESCUE] = "rescue", [CATCH_ENSURE] = "ensure", [CATCH_CLAUSE] = "clause"};
    return names[e->type];
}

/* Line and event information.  The entry of a cell offset is the one with the greatest `at` not above it. */
enum {
    EVENT_LINE = RUBY_EVENT_LINE,
    EVENT_CALL = RUBY_EVENT_CALL,
    EVENT_RETURN = RUBY_EVENT_RETURN,
    EVENT_B_CALL = RUBY_EVENT_B_CALL,
    EVENT_B_RETURN = RUBY_EVENT_B_RETURN,
    EVENT_CLASS = RUBY_EVENT_CLASS,
    EVENT_END = RUBY_EVENT_END,
    EVENT_RESCUE = RUBY_EVENT_RESCUE,
};
struct insn_info {
    uint32_t at;
    int32_t line;
    uint32_t events; /* fired before the instruction at `at` */
    int32_t node_id;
};

struct iseq_body {
    /* read by calls */
    cell *code;
    uint16_t local_count;
    uint16_t stack_max;
    uint16_t frame_cells; /* 4, or 5 if the iseq contains block literals (FP_LITERAL holds the current block) */
    uint8_t type;         /* enum iseq_type */
    uint8_t simple;       /* lead parameters only */
    uint8_t plain_block;  /* a simple block with a parent and no {|a,|}: yields enter it without vm_args_setup */
    struct iseq_params params;
    /* the rest */
    uint32_t code_len; /* cells */
    uint32_t info_count;
    struct insn_info *infos;
    struct catch_entry *catches; /* inner entries first */
    uint32_t catch_count;
    uint32_t value_count;
    uint32_t *value_cells; /* offsets of cells that hold a VALUE or an iseq, for marking */
    uint32_t site_count;
    uint32_t *site_cells; /* offsets of call-site operands */
    ID *locals;           /* local_count; 0: hidden */
    VALUE parent;         /* lexically enclosing iseq, 0 at the top; blocks and evals of blocks: whose locals we see */
    VALUE method_iseq;    /* the METHOD, CLASS, TOP, MAIN or EVAL iseq at the end of the parent chain */
    VALUE name;           /* "foo", "block in foo", "<main>", "<class:Foo>" pieces: label without the class */
    VALUE base_label;
    VALUE path, realpath; /* realpath nil for eval */
    VALUE script_lines;   /* nil */
    int32_t first_line, first_column, last_line, last_column;
    int32_t node_id;
    ID mid;             /* METHOD: the name in `def` */
    uint8_t uses_block; /* has yield, &b or a super that passes the block on: internal/vm/unused_block.h */
    uint8_t frozen_string_literal;
    uint8_t attr_leaf;        /* Primitive.attr! in core/: see core/README */
    uint8_t is_core;          /* from core/: shown as a C method */
    uint8_t many_scopes;      /* METHOD, CLASS: runs under several crefs (iseq_scope), so constants are not cached in it */
    uint8_t many_refinements; /* ... and those differ in their refinements: sends are looked up each time */
    uint8_t made;             /* iseq_made() was called: it is complete and sound, so the heap's walker visits it */
    VALUE scope;              /* the cref it first ran under; 0 */
    uint8_t attr_ruby;   /* Primitive.attr!(:ruby): events and line are shown as of any Ruby code (vm/trace.h TRACE-3) */
    uint8_t internal;    /* 2: its path begins with <internal:, 1: it does not, 0: not checked */
    uint8_t plain_sends; /* compiled without specialised instructions: the tracer sees each call */
    uint8_t loops;       /* has an instruction that leads back (insn_back_p) */
    uint8_t armed;       /* the tracer may stand in its code */
    uint8_t any_self;    /* METHOD: of some class that immediates are of, or of a module (jit_method_added) */
    VALUE wrapper;       /* RubyVM::InstructionSequence object, weak */
    VALUE native;        /* core/: entry of the C method that this one took the place of; 0 */
    VALUE coverage;
    struct jit_iseq *jit; /* jit.h; NULL without --jit */
};

struct iseq {
    struct obj_header hdr;
    struct iseq_body *body;
};
SLOT_ASSERT_FIXED(struct iseq);

static inline struct iseq_body *
iseq_body(VALUE iseq)
{
    return ((struct iseq *)iseq)->body;
}

VALUE iseq_alloc(void);
cell *iseq_code_new(uint32_t cells); /* zeroed, with the cell of INSN-6 before it; raises NoMemoryError */
void iseq_made(VALUE iseq);          /* its code is whole; until then its writer holds the objects of the code */
/* Code of a method or class body is about to serve under cref (vm/const.c). */
void iseq_scope(VALUE iseq, VALUE cref);
void iseq_mark(VALUE), iseq_free(VALUE);
size_t iseq_memsize(VALUE);
int iseq_line_at(VALUE iseq, const cell *pc); /* line of the instruction that contains or precedes pc */
int iseq_node_id_at(VALUE iseq, const cell *pc);
int iseq_arity(VALUE iseq);                     /* as a method or lambda */
int iseq_proc_arity(VALUE iseq);                /* as a plain proc */
VALUE iseq_parameters(VALUE iseq, bool lambda); /* [[:req, :a], ...] */
VALUE iseq_disasm(VALUE iseq);                  /* String, children included */
/* iseq/check.c: checks code from any source.  Returns NULL, or the error (static text) and its cell in *at.  pure. */
const char *iseq_check(VALUE iseq, uint32_t *at);
/* Puts fusions into code that is in its plain form. */
void iseq_fuse(struct iseq_body *body);
VALUE iseq_to_a(VALUE iseq);            /* InstructionSequence#to_a */
void iseq_must_be_sound(VALUE iseq);    /* stops the process if it is not sound */
void iseq_verify(VALUE iseq);           /* reports to gc_expect if it is not sound */
const char *iseq_type_name(VALUE iseq); /* "top", "method", ... */
int iseq_plain_insn(VALUE iseq,
                    uint32_t at); /* ISEQ-5: id of the instruction at a cell before quickening, fusion, tracing */
int compile_operator_insn(ID mid, unsigned argc); /* the specialised form of an operator call, redefined or not; -1 */
extern bool iseq_keep_script_lines;               /* RubyVM.keep_script_lines */
/* Returns the result of InstructionSequence.load_iseq, if a program defines it, for a file about to be loaded. 0:
 * compile it.  calls */
VALUE iseq_from_hook(VALUE path);
VALUE iseq_wrapper(VALUE iseq); /* RubyVM::InstructionSequence */
VALUE iseq_of_object(VALUE v);  /* of a Method, Proc or InstructionSequence; 0 */

/* ---- the front end (compile*.c, compile/prism_face.c) ---- */
struct compile_options {
    const char *path;         /* NUL-terminated */
    VALUE path_str, realpath; /* Strings; realpath may be nil */
    int line;
    int frozen_string_literal;   /* -1 as compile_frozen_literals, 0, 1 */
    bool main_script;            /* -x, -n, -p, -l, -a are in command_line_flags */
    unsigned command_line_flags; /* PM_OPTIONS_COMMAND_LINE_* */
    bool core;                   /* core/: Primitive calls are known */
    VALUE parent;                /* eval: iseq whose locals are seen; 0 */
    ID local;                    /* eval: a local besides those of the source, with any name; 0 */
    bool coverage;
    bool plain_sends;      /* specialized_instruction: false; or compile_plain_sends */
    bool located_literals; /* debug_frozen_string_literal: true; or compile_located_literals */
    const char *encoding;  /* NULL */
    const char *label;     /* of the top iseq; NULL: by its type */
    long *data_offset;     /* out: byte after the line __END__, or -1; NULL: not wanted */
};
/* String literals in a source without the magic comment are -1 chilled, 0 mutable, 1 frozen.  Set by the
 * command line's --enable-frozen-string-literal and by InstructionSequence.compile_option=. */
extern int compile_frozen_literals;
extern bool compile_located_literals; /* --debug-frozen-string-literal: literals hold their source position */
extern bool compile_plain_sends;      /* operators are calls as any other, and Class#new is one for the tracer */
/* Compiles a whole source String.  raises SyntaxError with CRuby 4.0's text.  `type`: TOP, MAIN or EVAL. */
VALUE compile_string(VALUE source, enum iseq_type type, const struct compile_options *opt);
/* Warnings of the parse are printed according to -w. */

#endif
