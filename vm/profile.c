/*
 * vm/profile.c - the sampler of `ruby --profile`.
 *
 * A native thread wakes at each interval and sends SIGPROF to the holder of the VM lock.  The handler captures the stack where it
 * can be read.  That is while a C method runs (FRAME-3), while the collector runs, and where two registers are a frame and an
 * instruction of that frame's code.  Elsewhere the stack is half made, so the holder samples itself at its next safe point.
 * Samples at safe points alone would charge a method without loops and calls to its caller.
 *
 * Threads without the lock do not change their stacks, so the holder samples them, too: in the mode `wall` always, in the
 * mode `cpu` if they have used processor time.  If no thread has the lock, the sampler thread does it (PROF-2).
 *
 * Captures go into fixed memory, as a handler must not allocate.  At safe points they become nodes of a tree: a node is a frame, a
 * line, and the node of the caller.  lib/profile_report.rb turns the tree into a file.
 */
#include "internal/compiler.h"
#include "internal/vm/profile.h"
#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <ucontext.h>
#include <unistd.h>
#include "internal/array.h"
#include "internal/hash.h"
#include "internal/object.h"
#include "internal/string.h"
#include "internal/thread.h"
#include "internal/thread/methods.h"
#include "internal/vm/debug.h"

enum {
    PROFILE_INTERVAL_US = 1000,
    PROFILE_DEPTH = 2000,          /* levels of a stack that are kept, the innermost */
    PROFILE_CAPTURES = 256,        /* between two safe points */
    PROFILE_FRAMES = 64 << 10,     /* in all captures */
    PROFILE_SAMPLES_MAX = 4 << 20, /* in the order of time; the tree has all */
    PROFILE_THREADS = 1024,        /* with a name of their own */
    PROFILE_NOISE_NS = 20 * 1000,  /* processor time of a thread without the lock that is left for its next sample */
    PROFILE_NAME = 64
};
/* Frames without a method or code have the first numbers of the table. */
enum { FRAME_ROOT, FRAME_COLLECTOR, FRAME_CUT, FRAME_SPECIAL };

struct capture {
    struct debug_frame *frames; /* in profile.frames */
    unsigned depth;
    bool cut, collecting;
    VALUE klass; /* of the object allocated; 0 */
    uint32_t thread;
    uint64_t at, weight;
};
struct node {
    uint32_t parent, frame;
    int line;
    uint64_t samples, weight; /* without the nodes below; ns, or objects allocated */
};
struct sample {
    uint32_t node, thread;
    uint64_t at, weight; /* ns; objects allocated */
};

static struct {
    bool on, wall, alloc, named;
    volatile sig_atomic_t busy; /* the captures are being counted: profile_busy() */
    volatile bool stop;
    pthread_t sampler;
    unsigned interval_us;
    uint64_t began, began_wall;
    char template[PATH_MAX], file[PATH_MAX];
    /* captures */
    struct debug_frame *frames;
    unsigned frame_used, capture_count;
    struct capture captures[PROFILE_CAPTURES];
    /* table and tree, both found by open addressing: cells hold an index + 1 */
    struct debug_frame *known; /* its line is unused */
    uint32_t known_count, known_capa, *known_cells, known_mask;
    struct node *nodes;
    uint32_t node_count, node_capa, *node_cells, node_mask;
    struct sample *samples;
    size_t sample_count, sample_capa, lost;
    uint32_t thread_count;
    char (*names)[PROFILE_NAME]; /* of threads, by number; "": not known yet */
} profile;

/* ---- clocks ---- */

static uint64_t
profile_clock(clockid_t clock)
{
    struct timespec t;
    if (clock_gettime(clock, &t) < 0) return 0;
    return (uint64_t)t.tv_sec * 1000000000u + (uint64_t)t.tv_nsec;
}

/* Returns the time that th has used since its last sample, and ends that span if it is at least `least`; else returns 0. */
static uint64_t
profile_span(struct rthread *th, uint64_t now, uint64_t least)
{
    uint64_t seen = th->profile_seen;
    if (!th->profile_number) {
        th->profile_number = ++profile.thread_count;
        if (profile.wall && !seen) seen = now; /* its span begins here; that of processor time began with the thread */
    }
    if (now < seen + least || now == seen) {
        th->profile_seen = seen;
        return 0;
    }
    th->profile_seen = now;
    return now - seen;
}

static uint64_t
profile_own_time(void)
{
    return profile_clock(profile.wall ? CLOCK_MONOTONIC : CLOCK_THREAD_CPUTIME_ID);
}

/* Keeps the handler, which may interrupt this thread anywhere, from the captures. */
static void
profile_busy(bool busy)
{
    __atomic_signal_fence(__ATOMIC_SEQ_CST);
    profile.busy = busy;
    __atomic_signal_fence(__ATOMIC_SEQ_CST);
}

/* ---- the table and the tree ---- */

static bool
profile_grow(void **at, uint32_t *capa, uint32_t count, size_t bytes)
{
    if (count < *capa) return true;
    uint32_t more = *capa ? *capa * 2 : 1024;
    void *p = gc_raw_try_realloc(*at, more * bytes);
    if (!p) return false;
    *at = p;
    *capa = more;
    return true;
}

static uint32_t
profile_hash(uint64_t a, uint64_t b)
{
    return (uint32_t)(((a * 0x9e3779b97f4a7c15u) ^ (b * 0xc2b2ae3d27d4eb4fu)) >> 29);
}

static uint32_t
profile_hash_node(const struct node *n)
{
    return profile_hash((uint64_t)n->parent << 32 | n->frame, (uint64_t)(unsigned)n->line + 1);
}

/* Replaces the cells of a table that is half full.  Returns false if there is no memory. */
static bool
profile_rehash(uint32_t **cells, uint32_t *mask, uint32_t count, uint32_t (*hash)(uint32_t index))
{
    if (*cells && count * 2 <= *mask) return true;
    uint32_t size = *cells ? (*mask + 1) * 2 : 4096, *p = gc_raw_try_calloc(size, sizeof *p);
    if (!p) return false;
    for (uint32_t i = 0; i < count; i++) {
        uint32_t at = hash(i) & (size - 1);
        while (p[at]) at = (at + 1) & (size - 1);
        p[at] = i + 1;
    }
    free(*cells);
    *cells = p;
    *mask = size - 1;
    return true;
}

static uint32_t
profile_hash_known_at(uint32_t i)
{
    return profile_hash(profile.known[i].me, profile.known[i].iseq);
}

static uint32_t
profile_hash_node_at(uint32_t i)
{
    return profile_hash_node(&profile.nodes[i]);
}

/* Returns the number of a frame in the table, or FRAME_CUT if there is no memory for another. */
static uint32_t
profile_frame_number(const struct debug_frame *f)
{
    if (!profile_rehash(&profile.known_cells, &profile.known_mask, profile.known_count, profile_hash_known_at))
        return FRAME_CUT;
    uint32_t at = profile_hash(f->me, f->iseq) & profile.known_mask;
    for (; profile.known_cells[at]; at = (at + 1) & profile.known_mask) {
        const struct debug_frame *k = &profile.known[profile.known_cells[at] - 1];
        if (k->me == f->me && k->iseq == f->iseq) return profile.known_cells[at] - 1 + FRAME_SPECIAL;
    }
    if (!profile_grow((void **)&profile.known, &profile.known_capa, profile.known_count, sizeof *f)) return FRAME_CUT;
    profile.known[profile.known_count++] = *f;
    profile.known_cells[at] = profile.known_count;
    return profile.known_count - 1 + FRAME_SPECIAL;
}

/* Returns the node of a frame below `parent`, or `parent` if there is no memory for another. */
static uint32_t
profile_node(uint32_t parent, uint32_t frame, int line)
{
    const struct node n = {.parent = parent, .frame = frame, .line = line};
    if (!profile_rehash(&profile.node_cells, &profile.node_mask, profile.node_count, profile_hash_node_at)) return parent;
    uint32_t at = profile_hash_node(&n) & profile.node_mask;
    for (; profile.node_cells[at]; at = (at + 1) & profile.node_mask) {
        const struct node *k = &profile.nodes[profile.node_cells[at] - 1];
        if (k->parent == parent && k->frame == frame && k->line == line) return profile.node_cells[at] - 1;
    }
    if (!profile_grow((void **)&profile.nodes, &profile.node_capa, profile.node_count, sizeof n)) return parent;
    profile.nodes[profile.node_count++] = n;
    profile.node_cells[at] = profile.node_count;
    return profile.node_count - 1;
}

static void
profile_log_sample(uint32_t node, const struct capture *c)
{
    if (profile.sample_count == profile.sample_capa) {
        size_t capa = profile.sample_capa ? profile.sample_capa * 2 : 4096;
        struct sample *p = capa > PROFILE_SAMPLES_MAX ? NULL : gc_raw_try_realloc(profile.samples, capa * sizeof *p);
        if (!p) {
            profile.lost++;
            return;
        }
        profile.samples = p;
        profile.sample_capa = capa;
    }
    profile.samples[profile.sample_count++] = (struct sample){node, c->thread, c->at, c->weight};
}

static void
profile_count(const struct capture *c)
{
    uint32_t node = 0;
    if (!profile.node_count) node = profile_node(UINT32_MAX, FRAME_ROOT, 0);
    if (!profile.node_count) return; /* no memory */
    if (c->cut) node = profile_node(node, FRAME_CUT, 0);
    for (unsigned i = c->depth; i-- > 0;) node = profile_node(node, profile_frame_number(&c->frames[i]), c->frames[i].line);
    if (c->klass) node = profile_node(node, profile_frame_number(&(struct debug_frame){.iseq = c->klass}), 0);
    if (c->collecting) node = profile_node(node, FRAME_COLLECTOR, 0);
    profile.nodes[node].samples++;
    profile.nodes[node].weight += c->weight;
    profile_log_sample(node, c);
}

/* ---- captures ---- */

/* Captures a stack: the published one, or that of (fp, pc).  Without room, the weight goes to the capture before. */
static void
profile_capture(ec_t *ec, VALUE *fp, const cell *pc, struct rthread *th, uint64_t now, uint64_t weight)
{
    unsigned room = PROFILE_FRAMES - profile.frame_used;
    if (profile.capture_count == PROFILE_CAPTURES || room < PROFILE_DEPTH) {
        profile.captures[profile.capture_count - 1].weight += weight;
        return;
    }
    struct capture *c = &profile.captures[profile.capture_count];
    *c = (struct capture){.frames = profile.frames + profile.frame_used, .thread = th->profile_number, .weight = weight};
    c->at = profile.wall ? now : profile_clock(CLOCK_MONOTONIC);
    c->collecting = gc_during_p();
    c->depth = debug_frames(ec, fp, pc, PROFILE_DEPTH, c->frames, &c->cut);
    profile.frame_used += c->depth;
    profile.capture_count++;
}

/* Keeps the names of threads that have a number, while they live. */
static void
profile_note_names(void)
{
    for (const struct rthread *t = thread_list; t; t = t->next) {
        if (!t->profile_number || t->profile_number > PROFILE_THREADS) continue;
        char *name = profile.names[t->profile_number - 1];
        if (*name) continue;
        if (t->is_main) strcpy(name, "main");
        else if (t->name != Qnil && t->name) snprintf(name, PROFILE_NAME, "%.*s", (int)str_len(t->name), str_ptr(t->name));
    }
}

/* Counts the captures.  The caller holds the lock, or keeps it free. */
static void
profile_drain(void)
{
    for (unsigned i = 0; i < profile.capture_count; i++) profile_count(&profile.captures[i]);
    profile.capture_count = profile.frame_used = 0;
    profile_note_names();
}

/* Samples the threads that do not have the lock: their stacks do not change. */
static void
profile_others(const struct rthread *self)
{
    for (struct rthread *t = thread_list; t; t = t->next) {
        if (t == self || !t->ec || !t->ec->fp || t->status == THREAD_DEAD) continue;
        if (!profile.wall && !t->profile_clocked) continue;
        uint64_t now = profile_clock(profile.wall ? CLOCK_MONOTONIC : t->profile_clock);
        uint64_t weight = profile_span(t, now, profile.wall ? 1 : PROFILE_NOISE_NS);
        if (!weight) continue;
        profile_capture(t->ec, NULL, NULL, t, now, weight);
        profile_drain();
    }
}

/* For the sampler thread: no thread has the lock. */
static void
profile_idle(void)
{
    if (gc_during_p()) return;
    profile_drain();
    profile_others(NULL);
}

void
profile_serve(ec_t *ec)
{
    if (!profile.on || profile.busy) return;
    struct rthread *th = ec->thread;
    profile_busy(true);
    if (!th->profile_clocked) th->profile_clocked = pthread_getcpuclockid(pthread_self(), &th->profile_clock) == 0;
    uint64_t now = profile_own_time(), weight = profile_span(th, now, profile.interval_us * 500);
    if (weight) profile_capture(ec, NULL, NULL, th, now, weight);
    profile_drain();
    profile_others(th);
    profile_busy(false);
}

/* The collector's sample hook. */
static void
profile_allocation(VALUE v, uint64_t objects)
{
    ec_t *ec = vm_ec;
    if (!ec->thread->profile_number) ec->thread->profile_number = ++profile.thread_count;
    profile_capture(ec, NULL, NULL, ec->thread, profile_clock(CLOCK_MONOTONIC), objects);
    VALUE klass = obj_type(v) == T_IMEMO ? 0 : obj_class(v);
    profile.captures[0].klass = klass ? class_real(klass) : 0;
    profile_drain();
}

/* ---- the handler ---- */

#if defined(__x86_64__)
#define REGISTERS(u) ((const greg_t *)(u)->uc_mcontext.gregs)
enum { REGISTER_COUNT = REG_RIP };
#elif defined(__aarch64__)
#define REGISTERS(u) ((const unsigned long long *)(u)->uc_mcontext.regs)
enum { REGISTER_COUNT = 31 };
#endif

/* Returns the innermost frame of ec that a register holds while another one holds an instruction of its code; NULL for none.  Frames
 * that have ended lie above it on the stack, and their code is in no register. */
static VALUE *
profile_frame_in_registers(const ec_t *ec, const ucontext_t *u, const cell **pc)
{
    VALUE *best = NULL;
#ifdef REGISTERS
    for (int i = 0; i < REGISTER_COUNT; i++) {
        VALUE *fp = (VALUE *)(uintptr_t)REGISTERS(u)[i];
        if (fp < ec->stack || fp >= ec->stack_end || fp <= best) continue;
        for (int k = 0; k < REGISTER_COUNT; k++) {
            const cell *at = (const cell *)(uintptr_t)REGISTERS(u)[k];
            if (k == i || !debug_frame_p(ec, fp, at)) continue;
            best = fp;
            *pc = at;
            break;
        }
    }
#endif
    return best;
}

static void
profile_signal(int sig, siginfo_t *info, void *context)
{
    int saved = errno;
    struct rthread *th = thread_self_native();
    ec_t *ec = vm_ec;
    (void)sig, (void)info;
    if (profile.on && !profile.busy && th && thread_holds_lock_p(th) && ec->thread == th) {
        const cell *pc = NULL;
        bool published = gc_during_p() || ec->c_me;
        VALUE *fp = published ? NULL : profile_frame_in_registers(ec, context, &pc);
        if (published || fp) {
            uint64_t now = profile_own_time(), weight = profile_span(th, now, 1);
            if (weight) profile_capture(ec, fp, pc, th, now, weight);
        }
        vm_interrupt(ec, INTR_PROFILE);
    }
    errno = saved;
}

static void *
profile_sampler(void *unused)
{
    const struct timespec pause = {profile.interval_us / 1000000, (long)(profile.interval_us % 1000000) * 1000};
    while (!profile.stop) {
        nanosleep(&pause, NULL);
        if (!profile.stop) thread_signal_holder(SIGPROF, profile_idle);
    }
    return unused;
}

/* ---- start and end ---- */

static void
profile_mark(void *unused)
{
    (void)unused;
    for (uint32_t i = 0; i < profile.known_count; i++) {
        gc_mark(profile.known[i].me);
        gc_mark(profile.known[i].iseq);
    }
    for (unsigned i = 0; i < profile.frame_used; i++) {
        gc_mark(profile.frames[i].me);
        gc_mark(profile.frames[i].iseq);
    }
}

/* Writes the template to profile.file as an absolute path, with the process id in the place of %p. */
static void
profile_name_file(void)
{
    char folder[PATH_MAX] = "", *out = profile.file, *end = profile.file + sizeof profile.file;
    if (profile.template[0] != '/' && getcwd(folder, sizeof folder))
        out += snprintf(out, (size_t)(end - out), "%s/", folder);
    for (const char *p = profile.template; *p && end - out > 24; p++) {
        if (p[0] == '%' && p[1] == 'p') {
            out += snprintf(out, 24, "%d", (int)getpid());
            p++;
        } else {
            *out++ = *p;
        }
    }
    *out = 0;
}

/* Returns whether the file can be written; errno is set if not.  Its records are kept until the profile is written. */
static bool
profile_try_file(void)
{
    int fd = open(profile.file, O_WRONLY | O_CREAT | O_CLOEXEC, 0666);
    if (fd < 0) return false;
    close(fd);
    return true;
}

static bool
profile_begin(void)
{
    sigset_t all, before;
    profile.began = profile_clock(CLOCK_MONOTONIC);
    profile.began_wall = profile_clock(CLOCK_REALTIME);
    profile.stop = false;
    profile.on = true;
    if (profile.alloc) {
        gc_set_sample_hook(profile_allocation);
        return true;
    }
    struct sigaction sa = {.sa_sigaction = profile_signal, .sa_flags = SA_SIGINFO | SA_RESTART | SA_ONSTACK};
    sigemptyset(&sa.sa_mask);
    sigaction(SIGPROF, &sa, NULL);
    sigfillset(&all);
    pthread_sigmask(SIG_SETMASK, &all, &before);
    int failed = pthread_create(&profile.sampler, NULL, profile_sampler, NULL);
    pthread_sigmask(SIG_SETMASK, &before, NULL);
    if (failed) profile.on = false;
    return profile.on;
}

void
profile_start(const struct profile_options *o)
{
    const char *to = o->to;
    profile.wall = !strncmp(to, "wall:", 5);
    profile.alloc = !strncmp(to, "alloc:", 6);
    if (profile.wall || profile.alloc || !strncmp(to, "cpu:", 4)) to = strchr(to, ':') + 1;
    profile.named = *to != 0;
    if (strlen(to) >= sizeof profile.template - 32)
        rb_raise(rb_eRuntimeError, "--profile: the name of the file is too long");
    strcpy(profile.template, *to ? to : "profile-%p.txt");
    profile.interval_us = o->interval_us ? o->interval_us : PROFILE_INTERVAL_US;
    profile_name_file();
    if (!profile_try_file()) rb_raise(rb_eRuntimeError, "--profile: cannot write %s: %s", profile.file, strerror(errno));
    profile.frames = gc_raw_malloc(PROFILE_FRAMES * sizeof *profile.frames);
    profile.names = gc_raw_calloc(PROFILE_THREADS, sizeof *profile.names);
    gc_add_root(profile_mark, NULL);
    vm_ec->thread->profile_seen = profile_own_time(); /* what came before is not of the program */
    if (!profile_begin()) rb_raise(rb_eRuntimeError, "--profile: cannot start the sampler's thread");
}

void
profile_after_fork(void)
{
    if (!profile.on) return;
    profile.on = false;
    gc_set_sample_hook(NULL);
    profile_busy(false);
    profile.capture_count = profile.frame_used = 0;
    if (!strstr(profile.template, "%p")) return;
    profile_name_file();
    profile.sample_count = profile.lost = 0;
    for (uint32_t i = 0; i < profile.node_count; i++) profile.nodes[i].samples = 0, profile.nodes[i].weight = 0;
    for (struct rthread *t = thread_list; t; t = t->next) {
        t->profile_clocked = false;
        t->profile_seen = profile_own_time();
    }
    profile_begin();
}

/* ---- the facts for lib/profile_report.rb ---- */

static void
profile_set(VALUE hash, const char *key, VALUE v)
{
    hash_set(hash, ID2SYM(rb_intern(key)), v);
}

/* Returns [name, path, first line] of a frame; the path is nil for a C method. */
static VALUE
profile_describe(const struct debug_frame *f)
{
    if (!f->me && obj_type(f->iseq) != T_IMEMO) /* a class, of a sample of allocations */
        return rb_ary_new_from_args(3, rb_sprintf("new %" PRIsVALUE, class_path(f->iseq)), Qnil, INT2FIX(0));
    const struct iseq_body *b = f->iseq ? iseq_body(f->iseq) : NULL;
    VALUE path = !b ? Qnil : b->realpath != Qnil && b->realpath ? b->realpath : b->path;
    return rb_ary_new_from_args(3, debug_frame_label(f), path, b ? INT2FIX(b->first_line) : INT2FIX(0));
}

static VALUE
profile_facts(void)
{
    static const char *const special[FRAME_SPECIAL] = {"(all)", "(garbage collection)", "(deeper frames)"};
    VALUE facts = hash_new(), frames = ary_new(), nodes = ary_new(), threads = ary_new();
    for (int i = 0; i < FRAME_SPECIAL; i++)
        ary_push(frames, rb_ary_new_from_args(3, rb_str_new_cstr(special[i]), Qnil, INT2FIX(0)));
    for (uint32_t i = 0; i < profile.known_count; i++) ary_push(frames, profile_describe(&profile.known[i]));
    for (uint32_t i = 0; i < profile.node_count; i++) {
        const struct node *n = &profile.nodes[i];
        VALUE row[] = {i ? UINT2NUM(n->parent) : Qnil, UINT2NUM(n->frame), INT2FIX(n->line), ULL2NUM(n->samples),
                       ULL2NUM(n->weight)};
        ary_push(nodes, rb_ary_new_from_values((long)lengthof(row), row));
    }
    for (uint32_t i = 0; i < profile.thread_count; i++) {
        const char *name = i < PROFILE_THREADS ? profile.names[i] : "";
        ary_push(threads, *name ? rb_utf8_str_new_cstr(name) : rb_sprintf("thread %u", (unsigned)i + 1));
    }
    profile_set(facts, "mode", rb_str_new_cstr(profile.alloc ? "alloc" : profile.wall ? "wall" : "cpu"));
    profile_set(facts, "interval_ns", ULL2NUM((uint64_t)profile.interval_us * 1000));
    profile_set(facts, "began_ns", ULL2NUM(profile.began));
    profile_set(facts, "began_wall_ns", ULL2NUM(profile.began_wall));
    profile_set(facts, "duration_ns", ULL2NUM(profile_clock(CLOCK_MONOTONIC) - profile.began));
    profile_set(facts, "pid", INT2NUM((int)getpid()));
    profile_set(facts, "frames", frames);
    profile_set(facts, "nodes", nodes);
    profile_set(facts, "threads", threads);
    profile_set(facts, "lost", SIZET2NUM(profile.lost));
    profile_set(facts, "samples",
                rb_str_new((const char *)profile.samples, (long)(profile.sample_count * sizeof *profile.samples)));
    return facts;
}

static VALUE
profile_write(VALUE unused)
{
    (void)unused;
    rb_require("profile_report");
    VALUE args[2] = {profile_facts(), rb_str_new_cstr(profile.file)};
    return rb_funcallv(rb_const_get(rb_cObject, rb_intern("ProfileReport")), rb_intern("write"), 2, args);
}

void
profile_finish(void)
{
    if (!profile.on) return;
    if (!profile.alloc) profile_serve(vm_ec);
    profile.on = false;
    profile.stop = true;
    gc_set_sample_hook(NULL);
    if (!profile.alloc)
        pthread_join(profile.sampler,
                     NULL); /* it does not wait for the lock.  The handler stays: a signal may be under way */
    int state;
    VALUE before = vm_ec->errinfo;
    rb_protect(profile_write, Qnil, &state);
    if (state) {
        VALUE text = rb_obj_as_string(vm_ec->errinfo);
        fprintf(stderr, "ruby: --profile: cannot write %s: %.*s\n", profile.file, (int)str_len(text), str_ptr(text));
    } else if (!profile.named) {
        fprintf(stderr, "ruby: --profile: wrote %s\n", profile.file);
    }
    vm_ec->errinfo = before;
}
