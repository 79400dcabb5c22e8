/*
 * jit.c - the JIT's door: its switches, and what it keeps of each iseq.
 *
 *   insns.def --insngen, clang, tool/jit/stencils--> jit/table_*.inc     at build time, by hand
 *   hot code --jit/translate.c--> versions of stencils (jit/emit.c)      at run time
 *
 * doc/internals/jit.md tells how it works.
 */
#include "internal/compiler.h"
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include "internal/array.h"
#include "internal/hash.h"
#include "internal/jit/compiler.h"

bool jit_on, jit_dumping, jit_perf;
unsigned jit_max_versions, jit_stress;
int jit_stress_left;
bool jit_want_stats;
size_t jit_stat_blocks, jit_stat_exits, jit_stat_unwinds, jit_stat_stubs, jit_stat_iseqs, jit_stat_entries,
    jit_stat_invalidations;
const void *jit_start_code;

static void
jit_print_stats(void)
{
    fprintf(stderr, "jit: %zu versions, %zu stubs, %zu exits, %zu bytes of code, %zu frames ended by throws\n",
            jit_stat_blocks, jit_stat_stubs, jit_stat_exits, (size_t)(jit_hot - jit_hot_base), jit_stat_unwinds);
    jit_stubs_print(20);
}

/* One line for each version: what is compiled, where, and what is known there. */
void
jit_dump(const struct iseq_body *body, const cell *pc, const struct jit_context *c)
{
    fprintf(stderr, "jit %zu: %s:%d %s at %d %s", jit_stat_blocks, str_ptr(body->path), body->first_line,
            str_ptr(body->name), (int)(pc - body->code), insn_name(insn_base(insn_at(pc))));
    fprintf(stderr, " self %c%s%s stack", jit_fact_letter(c->self), c->escaped ? " escaped" : "",
            c->generic ? " generic" : "");
    for (unsigned i = 0; i < c->height && i < JIT_SLOTS; i++)
        fprintf(stderr, " %c%s", jit_fact_letter(c->type[i]), c->in_register[i] ? "r" : "");
    fputs(" locals ", stderr);
    for (unsigned i = 0; i < body->local_count && i < JIT_LOCALS; i++) fputc(jit_fact_letter(c->local[i]), stderr);
    fputc('\n', stderr);
}

static bool
jit_number(const char *text, const char *name, unsigned *out)
{
    size_t n = strlen(name);
    char *end;
    if (strncmp(text, name, n) != 0 || text[n] != '=') return false;
    unsigned long number = strtoul(text + n + 1, &end, 10);
    if (end == text + n + 1 || *end) return false;
    *out = number < UINT32_MAX ? (unsigned)number : UINT32_MAX;
    return true;
}

/* Sets the bytes of each half of code memory: MiB, or KiB with a K.  Returns false if text is no such number. */
static bool
jit_memory_size(const char *text)
{
    char *end;
    unsigned long n = strtoul(text, &end, 10);
    unsigned shift = *end == 'K' ? 10 : 20;
    end += *end == 'K';
    if (end == text || *end || n << shift >> shift != n || n << shift > 1ul << 30 || n << shift < 64ul << 10) return false;
    jit_memory_limit = ((n << shift) + 4095) & ~4095ul;
    return true;
}

bool
jit_set_memory(unsigned long mib)
{
    enum { CRUBYS_MOST = 2048, OURS = 1024 }; /* all of it is within reach of ruby's own code */
    if (mib == 0 || mib > CRUBYS_MOST) return false;
    jit_memory_limit = (size_t)(mib < OURS ? mib : OURS) << 19;
    return true;
}

void
jit_set_call_threshold(unsigned long calls)
{
    jit_call_threshold = calls == 0 ? 1 : calls < UINT32_MAX ? (unsigned)calls : UINT32_MAX;
    if (jit_call_threshold == 1) jit_loop_threshold = 1;
    jit_window = 0;
}

bool
jit_option(const char *text)
{
    unsigned threshold, window;
    if (strcmp(text, "stats") == 0) {
        jit_want_stats = true;
        return true;
    }
    if (jit_number(text, "call-threshold", &threshold)) {
        jit_set_call_threshold(threshold);
        return true;
    }
    if (strcmp(text, "dump") == 0) {
        jit_dumping = true;
        return true;
    }
    if (strcmp(text, "perf") == 0) {
        jit_perf = true;
        return true;
    }
    if (jit_number(text, "max-versions", &jit_max_versions)) return true;
    if (jit_number(text, "stress", &jit_stress)) {
        jit_stress_left = (int)jit_stress;
        return true;
    }
    if (jit_number(text, "loop-threshold", &jit_loop_threshold)) return true;
    if (jit_number(text, "window", &window)) {
        jit_window = window;
        return true;
    }
    if (strcmp(text, "single-mapping") == 0) {
        jit_single_mapping = true;
        return true;
    }
    return strncmp(text, "mem-size=", 9) == 0 && jit_memory_size(text + 9);
}

/* Returns the mode by RUBY_YJIT_ENABLE, CRuby's variable.  JIT_AUTO if it is not set or has a value that CRuby ignores. */
static enum jit_mode
jit_peer_env(void)
{
    static const char *const words[][3] = {{"0", "no", "false"}, {"1", "yes", "true"}};
    const char *text = getenv("RUBY_YJIT_ENABLE");
    for (unsigned i = 0; text && i < lengthof(words[0]); i++) {
        if (!strcmp(text, words[0][i])) return JIT_OFF;
        if (!strcmp(text, words[1][i])) return JIT_NOW;
    }
    return JIT_AUTO;
}

enum jit_mode
jit_env(void)
{
    const char *text = getenv("RUBY_JIT");
    char word[64];
    if (!text || !*text) return jit_peer_env();
    if (strcmp(text, "0") == 0) return JIT_OFF;
    if (strcmp(text, "auto") == 0) return JIT_AUTO;
    while (*text) {
        size_t n = strcspn(text, " ");
        if (n && n < sizeof word) {
            memcpy(word, text, n);
            word[n] = '\0';
            if (strcmp(word, "1") != 0 && !jit_option(word))
                fprintf(stderr, "ruby: warning: RUBY_JIT: unknown option %s\n", word);
        }
        text += n + (text[n] == ' ');
    }
    return JIT_NOW;
}

static void
jit_arm(VALUE v, void *arg)
{
    (void)arg;
    if (obj_type(v) != T_IMEMO || imemo_kind(v) != IMEMO_ISEQ) return;
    struct iseq_body *body = iseq_body(v);
    if (!body || !body->code || body->jit) return;
    jit_new_iseq(body);
}

/* Counts the loops of the code that runs already, which may never be entered again. */
static void
jit_arm_running(ec_t *ec)
{
    for (VALUE *fp = ec->fp; fp; fp = frame_prev(fp)) {
        if (frame_ruby_p(fp)) {
            struct iseq_body *body = iseq_body(frame_iseq(fp));
            if (body->jit && body->jit->loops_due) jit_count_loops(body);
        }
        if (frame_prev(fp) == fp) break;
    }
}

static const void *
jit_copy(const char *name)
{
    struct jit_values v = {{0}};
    return jit_emit(jit_stencil(name), &v);
}

const void *jit_first_handlers[4];

bool
jit_start(const char **why)
{
    jit_auto_stop();
    if (jit_on) return true;
    *why = "this processor has none, or its table of stencils was made for another build or left out";
    if (!jit_table_fits()) return false;
    *why = "no executable memory";
    if (!jit_memory_init()) return false;
    jit_table_init();
    jit_write_begin();
    jit_set_stub("cut", jit_copy("cut"));
    jit_interpret_code = jit_copy("interpret");
    jit_set_stub("interpret", jit_interpret_code);
    jit_set_stub("yes", jit_copy("yes"));
    jit_set_stub("no", jit_copy("no"));
    jit_set_stub("resume", jit_copy("resume"));
    jit_set_stub("run", jit_copy("run"));
    jit_start_code = jit_copy("start");
    jit_write_end();
    jit_on = true;
    insn_changed_hook = jit_insn_changed;
    jit_first_handlers[0] = insn_handler(INSN_enter);
    jit_first_handlers[1] = insn_handler(INSN_enter_native);
    jit_first_handlers[2] = insn_handler(INSN_enter_more);
    jit_first_handlers[3] = insn_handler(INSN_enter_more_native);
    gc_each_object(jit_arm, NULL);
    vm_each_context(jit_arm_running);
    gc_register_walk(jit_verify);
    if (jit_want_stats) atexit(jit_print_stats);
    return true;
}

/* ---- iseqs ---- */

/* Returns the block literal that is value i of the code, or NULL if it is another value. */
static const struct iseq_body *
jit_block_at(const struct iseq_body *body, uint32_t i)
{
    VALUE v = (VALUE)body->code[body->value_cells[i]];
    if (!val_type_p(v, T_IMEMO) || imemo_kind(v) != IMEMO_ISEQ) return NULL;
    const struct iseq_body *block = iseq_body(v);
    return block && block->type == ISEQ_BLOCK ? block : NULL;
}

static bool
jit_has_blocks_p(const struct iseq_body *body)
{
    for (uint32_t i = 0; i < body->value_count; i++)
        if (jit_block_at(body, i)) return true;
    return false;
}

static bool
jit_yields_p(const struct iseq_body *body)
{
    for (uint32_t at = 0; at < body->code_len; at += (uint32_t)insn_length_at(body->code + at))
        if (insn_family(insn_base(insn_at(body->code + at))) == INSN_invokeblock) return true;
    for (uint32_t i = 0; i < body->value_count; i++) {
        const struct iseq_body *block = jit_block_at(body, i);
        if (block && (block->jit && block->jit->looked ? block->jit->yields : jit_yields_p(block))) return true;
    }
    return false;
}

static void
jit_mark_target(struct iseq_body *body, uint32_t at, int32_t offset)
{
    uint32_t to = at + (uint32_t)offset;
    if (to < body->code_len) body->jit->targets[to / 8] |= (uint8_t)(1u << to % 8);
}

/* The ways out of an opt_case_dispatch at `at` that its table has. */
static void
jit_mark_cases(struct iseq_body *body, uint32_t at, VALUE table)
{
    VALUE key, to;
    size_t pos = 0;
    if (val_type_p(table, T_ARRAY)) {
        for (size_t i = 1; i < ary_len(table); i += 2) jit_mark_target(body, at, (int32_t)fix_int(ary_at(table, i)));
        return;
    }
    while (hash_next(table, &pos, &key, &to)) jit_mark_target(body, at, (int32_t)fix_int(to));
}

static void
jit_mark_targets(struct iseq_body *body)
{
    body->jit->targets = calloc(body->code_len / 8 + 1, 1);
    if (!body->jit->targets) vm_bug_at(__FILE__, __LINE__, "no memory for the JIT");
    for (uint32_t at = 0, n; at < body->code_len; at += n) {
        int id = insn_base(insn_at(body->code + at));
        n = (uint32_t)insn_length(id);
        for (int k = 0; k < insn_operand_count(id); k++) {
            if (insn_operand_type(id, k) == OPERAND_OFFSET)
                jit_mark_target(body, at, (int32_t)insn_get_operand(body->code + at, k));
        }
        if (id == INSN_opt_case_dispatch) jit_mark_cases(body, at, (VALUE)insn_get_operand(body->code + at, 0));
    }
    for (uint32_t i = 0; i < body->jit->more_count; i++)
        jit_mark_target(body, 0, (int32_t)(body->jit->more[i].pc - body->code));
}

/* Sets how many marks of the iseq pass before it is counted again: twice as many as the time before (JIT-6). */
static void
jit_begin_rest(struct jit_iseq *j)
{
    enum { MOST = 10 };
    if (j->rests < MOST) j->rests++;
    j->rest = (uint16_t)(1u << j->rests);
}

/* Loops are counted by forms of their back-edges. */
void
jit_count_loops(struct iseq_body *body)
{
    for (uint32_t at = 0; body->loops && at < body->code_len; at += (uint32_t)insn_length_at(body->code + at)) {
        cell *place = body->code + at;
        int id = insn_at(place), base = insn_base(id);
        bool fused = insn_has_part(id, INSN_branchif_back) || insn_has_part(id, INSN_branchunless_back) ||
                     insn_has_part(id, INSN_jumpback);
        if (id != base && fused) insn_set_handler(place, base);
        if (base == INSN_jumpback) insn_set_handler(place, INSN_jumpback_jit);
        if (base == INSN_branchif_back) insn_set_handler(place, INSN_branchif_back_jit);
        if (base == INSN_branchunless_back) insn_set_handler(place, INSN_branchunless_back_jit);
    }
    body->jit->loops_rest = body->jit->loops_due = false;
    body->jit->loop_sparse = 0;
}

void
jit_rest_loops(struct iseq_body *body)
{
    for (uint32_t at = 0; at < body->code_len; at += (uint32_t)insn_length_at(body->code + at)) {
        cell *place = body->code + at;
        int id = insn_at(place);
        if (id == INSN_jumpback_jit || id == INSN_branchif_back_jit || id == INSN_branchunless_back_jit)
            insn_set_handler(place, insn_family(id));
    }
    iseq_fuse(body);
    body->jit->loops_rest = true;
    jit_begin_rest(body->jit);
}

static void
jit_make_doors(struct iseq_body *body)
{
    struct jit_iseq *j = body->jit;
    const struct iseq_params *p = &body->params;
    j->first = (struct jit_door){.entry = jit_start_code, .start = jit_start_code, .pc = body->code};
    if (!p->opt_pc || !p->opt) return;
    j->more = calloc(p->opt, sizeof *j->more);
    if (!j->more) vm_bug_at(__FILE__, __LINE__, "no memory for the JIT");
    for (unsigned i = p->opt; i > 0; i--)
        if (!jit_door_at(body, body->code + p->opt_pc[i])) j->more[j->more_count++].pc = body->code + p->opt_pc[i];
}

static void
jit_count_entries(const struct iseq_body *body, struct jit_door *d)
{
    if (!insn_traced_p(d->pc)) insn_set_entry(d->pc, d->pc == body->code ? INSN_enter : INSN_enter_more);
}

/* Counts the entries of body at all its doors, from the start. */
static void
jit_count_all_entries(struct iseq_body *body)
{
    struct jit_iseq *j = body->jit;
    j->head.left = jit_window ? 1 : jit_call_threshold;
    j->counting = !jit_window;
    j->sparse = 0;
    jit_count_entries(body, &j->first);
    for (uint32_t i = 0; i < j->more_count; i++) jit_count_entries(body, &j->more[i]);
}

void
jit_recount(struct iseq_body *body)
{
    struct jit_iseq *j = body->jit;
    if (!j || j->gave_up || !body->code_len) return;
    j->hot = false;
    j->loops = 0;
    j->rest = 0;
    jit_count_loops(body);
    jit_count_all_entries(body);
}

void
jit_rest(struct iseq_body *body)
{
    struct jit_iseq *j = body->jit;
    insn_clear_entry(j->first.pc);
    for (uint32_t i = 0; i < j->more_count; i++) insn_clear_entry(j->more[i].pc);
    jit_begin_rest(j);
}

void
jit_rested(struct iseq_body *body)
{
    struct jit_iseq *j = body->jit;
    if (j->rest > 1) j->rest--;
    else if (insn_entries_fit_p(1 + j->more_count)) { /* marking must not raise NoMemoryError */ j->rest = 0;
        if (j->gave_up) return;
        jit_count_all_entries(body);
        j->loops_due = j->loops_rest;
    }
}

void
jit_new_iseq(struct iseq_body *body)
{
    struct jit_iseq *j = calloc(1, sizeof *j);
    if (!j) vm_bug_at(__FILE__, __LINE__, "no memory for the JIT");
    body->jit = j;
    body->code[-1] = (cell)(uintptr_t)&j->head;
    jit_make_doors(body);
    if (!body->code_len) return;
    jit_count_all_entries(body);
    if (jit_window)
        j->loops_due = true;    /* most code of a large program never runs: its loops are looked for at its first entry */
    else jit_count_loops(body); /* the first entry that is counted may be far off */
}

struct jit_iseq *
jit_look(struct iseq_body *body)
{
    struct jit_iseq *j = body->jit;
    if (j->looked) return j;
    j->looked = true;
    j->has_blocks = jit_has_blocks_p(body);
    j->yields = jit_yields_p(body);
    jit_mark_targets(body);
    return j;
}

void
jit_free_iseq(struct iseq_body *body)
{
    jit_close(body);
    jit_forget_iseq(body);
    if (body->jit->closure) jit_closures_forget(body);
    jit_forget_doors(body->jit);
    free(body->jit->targets);
    free(body->jit);
    body->jit = NULL;
    body->code[-1] = 0;
}
