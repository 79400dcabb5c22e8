/*
 * resolve.c - names and addresses: getaddrinfo(3) and getnameinfo(3) for Ruby threads.
 *
 * The two functions may wait for name servers without a limit, and cannot be interrupted.  Each such call therefore runs in a
 * native thread of its own.  The thread and its caller share the request; the last one to finish frees it.  A caller that is
 * interrupted (Thread#kill, Timeout) or too late returns without it.  A numeric host needs no server and no thread.
 * A fiber scheduler with address_resolve is used instead; it returns numeric addresses.
 */
#define _GNU_SOURCE
#include "socket.h"

#include <arpa/inet.h>
#include <pthread.h>
#include <ruby/fiber/scheduler.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

enum { HOST_BYTES = 1025, SERVICE_BYTES = 32 };

void
sock_resolution_error(const char *func, int code)
{
    if (code == EAI_SYSTEM) rb_sys_fail(func);
    VALUE exc = rb_exc_new_str(sock_eResolutionError, rb_sprintf("%s: %s", func, gai_strerror(code)));
    rb_ivar_set(exc, rb_intern("error_code"), INT2NUM(code));
    rb_exc_raise(exc);
}

/* ---- a call in a thread of its own ---- */

struct request {
    pthread_mutex_t lock;
    pthread_cond_t change;
    bool done, left;                                            /* the thread is through; the asker has gone */
    bool woken;                                                 /* by an interrupt */
    enum { REQUEST_DONE, REQUEST_WOKEN, REQUEST_LATE } outcome; /* the asker's */
    bool forward;                                               /* getaddrinfo, or getnameinfo */
    int code, sys_errno;
    char host[HOST_BYTES], service[SERVICE_BYTES];
    bool has_host, has_service;
    struct addrinfo hints, *found;
    struct sock_addr addr;
    int name_flags;
    struct timespec deadline; /* of CLOCK_MONOTONIC; tv_nsec < 0: none */
};

static void
request_ask(struct request *r)
{
    if (r->forward) {
        r->code = getaddrinfo(r->has_host ? r->host : NULL, r->has_service ? r->service : NULL, &r->hints, &r->found);
    } else {
        r->code = getnameinfo(&r->addr.at.any, r->addr.len, r->has_host ? r->host : NULL, r->has_host ? HOST_BYTES : 0,
                              r->has_service ? r->service : NULL, r->has_service ? SERVICE_BYTES : 0, r->name_flags);
    }
    r->sys_errno = errno;
}

static void
request_free(struct request *r)
{
    if (r->found) freeaddrinfo(r->found);
    pthread_cond_destroy(&r->change);
    pthread_mutex_destroy(&r->lock);
    free(r);
}

static struct request *
request_new(bool forward)
{
    struct request *r = calloc(1, sizeof(*r));
    if (!r) rb_memerror();
    pthread_condattr_t attr;
    pthread_condattr_init(&attr);
    pthread_condattr_setclock(&attr, CLOCK_MONOTONIC);
    pthread_cond_init(&r->change, &attr);
    pthread_condattr_destroy(&attr);
    pthread_mutex_init(&r->lock, NULL);
    r->forward = forward;
    r->deadline.tv_nsec = -1;
    return r;
}

static void *
request_thread(void *p)
{
    struct request *r = p;
    request_ask(r);
    pthread_mutex_lock(&r->lock);
    r->done = true;
    bool last = r->left;
    pthread_cond_signal(&r->change);
    pthread_mutex_unlock(&r->lock);
    if (last) request_free(r);
    return NULL;
}

/* Waits, without the VM lock, until the request is done, woken or late. */
static void *
request_await(void *p)
{
    struct request *r = p;
    int late = 0;
    pthread_mutex_lock(&r->lock);
    while (!r->done && !r->woken && late != ETIMEDOUT) {
        late = r->deadline.tv_nsec < 0 ? pthread_cond_wait(&r->change, &r->lock)
                                       : pthread_cond_timedwait(&r->change, &r->lock, &r->deadline);
    }
    r->outcome = r->done ? REQUEST_DONE : r->woken ? REQUEST_WOKEN : REQUEST_LATE;
    r->woken = false;
    pthread_mutex_unlock(&r->lock);
    return NULL;
}

static void
request_wake(void *p)
{
    struct request *r = p;
    pthread_mutex_lock(&r->lock);
    r->woken = true;
    pthread_cond_signal(&r->change);
    pthread_mutex_unlock(&r->lock);
}

/* The asker goes: with the request, if its thread is through. */
static void
request_leave(struct request *r)
{
    pthread_mutex_lock(&r->lock);
    r->left = true;
    bool last = r->done;
    pthread_mutex_unlock(&r->lock);
    if (last) request_free(r);
}

static void
deadline_in(struct timespec *t, VALUE timeout)
{
    struct timeval wait = rb_time_interval(timeout);
    clock_gettime(CLOCK_MONOTONIC, t);
    t->tv_sec += wait.tv_sec;
    t->tv_nsec += wait.tv_usec * 1000;
    if (t->tv_nsec >= 1000000000) t->tv_sec++, t->tv_nsec -= 1000000000;
}

struct held {
    struct request *request;
    VALUE (*use)(struct request *, void *);
    void *arg;
    bool threaded, late;
};

static VALUE
held_at_once(VALUE p)
{
    struct held *h = (struct held *)p;
    request_ask(h->request);
    h->request->done = true;
    return h->use(h->request, h->arg);
}

static VALUE
held_use(VALUE p)
{
    struct held *h = (struct held *)p;
    struct request *r = h->request;
    pthread_t thread;
    pthread_attr_t attr;
    pthread_attr_init(&attr);
    pthread_attr_setdetachstate(&attr, PTHREAD_CREATE_DETACHED);
    int failed = pthread_create(&thread, &attr, request_thread, r);
    pthread_attr_destroy(&attr);
    if (failed) return held_at_once(p); /* no thread could be made: wait here */
    h->threaded = true;
    do rb_thread_call_without_gvl(request_await, r, request_wake, r);
    while (r->outcome == REQUEST_WOKEN);
    h->late = r->outcome == REQUEST_LATE;
    return h->late ? Qnil : h->use(r, h->arg);
}

static VALUE
held_leave(VALUE p)
{
    struct held *h = (struct held *)p;
    if (h->threaded) request_leave(h->request);
    else request_free(h->request);
    return Qnil;
}

/* ---- hosts and services as arguments ---- */

/* Fills at[] and returns whether there is one.  special: "<any>" and its like stand for numbers. */
static bool
text_arg(VALUE v, char *at, size_t size, const char *too_long)
{
    if (NIL_P(v)) return false;
    if (FIXNUM_P(v)) {
        snprintf(at, size, "%ld", FIX2LONG(v));
        return true;
    }
    StringValueCStr(v);
    if ((size_t)RSTRING_LEN(v) >= size) rb_raise(rb_eArgError, "%s too long (%ld)", too_long, RSTRING_LEN(v));
    memcpy(at, RSTRING_PTR(v), (size_t)RSTRING_LEN(v) + 1);
    return true;
}

static bool
host_arg(VALUE v, struct request *r)
{
    if (RB_INTEGER_TYPE_P(v)) {
        struct in_addr in = {htonl((uint32_t)NUM2UINT(v))};
        inet_ntop(AF_INET, &in, r->host, sizeof(r->host));
        return true;
    }
    if (!text_arg(v, r->host, sizeof(r->host), "hostname")) return false;
    if (!*r->host || !strcmp(r->host, "<any>")) strcpy(r->host, "0.0.0.0");
    else if (!strcmp(r->host, "<broadcast>")) strcpy(r->host, "255.255.255.255");
    return true;
}

static bool
numeric_host(const char *host)
{
    struct in6_addr any;
    return inet_pton(AF_INET, host, &any) == 1 || strchr(host, ':') || inet_aton(host, (struct in_addr *)&any);
}

/* ---- forward ---- */

/* The answers, those of earlier askings first: n records and behind them n addresses, all in one buffer of the collector's. */
struct answers {
    struct sock_query *query;
    const char *func;
    VALUE memory;
    struct sock_found *found;
    long n;
};
enum { ANSWER_ADDR_BYTES = offsetof(struct sock_addr, at) + sizeof(struct sockaddr_storage) };

static void
answers_grow(struct answers *a, long n)
{
    VALUE memory;
    struct sock_found *found = rb_alloc_tmp_buffer(&memory, n * (long)(sizeof(struct sock_found) + ANSWER_ADDR_BYTES));
    char *at = (char *)(found + n);
    for (long i = 0; i < n; i++, at += ANSWER_ADDR_BYTES) {
        if (i < a->n) {
            found[i] = a->found[i];
            memcpy(at, a->found[i].addr, ANSWER_ADDR_BYTES);
        }
        found[i].addr = (struct sock_addr *)at;
    }
    a->memory = memory;
    a->found = found;
}

static VALUE
take_answers(struct request *r, void *p)
{
    struct answers *a = p;
    errno = r->sys_errno;
    if (r->code) sock_resolution_error(a->func, r->code);
    long n = a->n;
    for (struct addrinfo *ai = r->found; ai; ai = ai->ai_next) n++;
    answers_grow(a, n);
    for (struct addrinfo *ai = r->found; ai; ai = ai->ai_next) {
        struct sock_found *f = &a->found[a->n++];
        f->family = ai->ai_family;
        f->socktype = ai->ai_socktype;
        f->protocol = ai->ai_protocol;
        f->addr->len = ai->ai_addrlen;
        memcpy(&f->addr->at, ai->ai_addr, ai->ai_addrlen);
        if (ai->ai_canonname && NIL_P(a->query->canonname) && !(r->hints.ai_flags & AI_NUMERICHOST))
            a->query->canonname = rb_str_new_cstr(ai->ai_canonname);
    }
    return Qnil;
}

/* host: nil, Integer or a String that check_query has seen, as all of q has: nothing raises before rb_ensure. */
static void
ask_for(struct sock_query *q, VALUE host, struct answers *a)
{
    struct request *r = request_new(true);
    struct held h = {.request = r, .use = take_answers, .arg = a};
    r->hints.ai_family = q->family;
    r->hints.ai_socktype = q->socktype;
    r->hints.ai_protocol = q->protocol;
    r->hints.ai_flags = q->flags;
    r->has_host = host_arg(host, r);
    r->has_service = text_arg(q->port, r->service, sizeof(r->service), "service name");
    if (!NIL_P(q->timeout)) deadline_in(&r->deadline, q->timeout);
    bool at_once = !r->has_host || numeric_host(r->host);
    if (at_once && r->has_host) r->hints.ai_flags |= AI_NUMERICHOST;
    rb_ensure(at_once ? held_at_once : held_use, (VALUE)&h, held_leave, (VALUE)&h);
    if (h.late) rb_raise(rb_eIOTimeoutError, "user specified timeout for %" PRIsVALUE " port %" PRIsVALUE, host, q->port);
}

/* Raises what ask_for must not. */
static void
check_query(struct sock_query *q)
{
    struct request probe;
    if (!NIL_P(q->host) && !RB_INTEGER_TYPE_P(q->host)) StringValue(q->host);
    bool named = host_arg(q->host, &probe) && !numeric_host(probe.host);
    if (!NIL_P(q->port) && !FIXNUM_P(q->port)) StringValue(q->port);
    text_arg(q->port, probe.service, sizeof(probe.service), "service name");
    if (!named) q->timeout = Qnil; /* nothing to wait for */
    else if (!NIL_P(q->timeout)) rb_time_interval(q->timeout);
    q->canonname = Qnil;
}

/* Returns the scheduler's Array of numeric hosts for a host that is a name.  Returns Qundef if there is no scheduler, or if the host
 * is numeric. */
static VALUE
scheduled_hosts(struct sock_query *q)
{
    struct request probe;
    VALUE scheduler = rb_fiber_scheduler_current();
    if (NIL_P(scheduler) || !host_arg(q->host, &probe) || numeric_host(probe.host)) return Qundef;
    return rb_fiber_scheduler_address_resolve(scheduler, q->host);
}

VALUE
sock_resolve(struct sock_query *q, struct sock_found **found, long *n)
{
    struct answers a = {.query = q, .func = "getaddrinfo"};
    check_query(q);
    if (q->name_func && !(RB_TYPE_P(q->host, T_STRING) && numeric_host(RSTRING_PTR(q->host)))) a.func = q->name_func;
    VALUE hosts = scheduled_hosts(q);
    if (hosts == Qundef) ask_for(q, q->host, &a);
    else {
        hosts = rb_Array(hosts);
        for (long i = 0; i < RARRAY_LEN(hosts); i++) {
            struct sock_query one = *q;
            one.host = StringValue(RARRAY_PTR(hosts)[i]);
            bool six = memchr(RSTRING_PTR(one.host), ':', RSTRING_LEN(one.host)) != NULL;
            if (q->family == (six ? AF_INET : AF_INET6)) continue; /* an address of the other family */
            check_query(&one);
            ask_for(q, one.host, &a);
        }
        if (!a.n) sock_resolution_error(a.func, EAI_NONAME);
    }
    *found = a.found;
    *n = a.n;
    return a.memory;
}

void
sock_resolve_one(VALUE host, VALUE port, int family, int socktype, int flags, struct sock_addr *addr)
{
    struct sock_query q = {
        .host = host, .port = port, .family = family, .socktype = socktype, .flags = flags, .timeout = Qnil};
    struct sock_found *f;
    long n;
    VALUE memory = sock_resolve(&q, &f, &n);
    addr->len = f->addr->len;
    memcpy(&addr->at, &f->addr->at, f->addr->len);
    RB_GC_GUARD(memory);
}

/* ---- backward ---- */

struct names {
    VALUE *host, *service;
};

static VALUE
take_names(struct request *r, void *p)
{
    struct names *names = p;
    errno = r->sys_errno;
    if (r->code) sock_resolution_error("getnameinfo", r->code);
    if (names->host) *names->host = rb_str_new_cstr(r->host);
    if (names->service) *names->service = rb_str_new_cstr(r->service);
    return Qnil;
}

void
sock_name_of(const struct sock_addr *addr, int flags, VALUE *host, VALUE *service)
{
    struct names names = {host, service};
    struct request *r = request_new(false);
    struct held h = {.request = r, .use = take_names, .arg = &names};
    r->addr.len = addr->len;
    memcpy(&r->addr.at, &addr->at, addr->len);
    r->has_host = host != NULL;
    r->has_service = service != NULL;
    r->name_flags = flags;
    bool at_once = !host || flags & NI_NUMERICHOST || !sock_ip_family_p(addr->at.any.sa_family);
    rb_ensure(at_once ? held_at_once : held_use, (VALUE)&h, held_leave, (VALUE)&h);
}

VALUE
sock_numeric_host(const struct sock_addr *addr)
{
    VALUE host;
    sock_name_of(addr, NI_NUMERICHOST | NI_NUMERICSERV, &host, NULL);
    return host;
}

bool
sock_numeric_arg(VALUE v, bool otherwise)
{
    if (v == Qtrue) return false;
    if (v == Qfalse) return true;
    if (NIL_P(v)) return otherwise;
    Check_Type(v, T_SYMBOL);
    if (v == ID2SYM(rb_intern("hostname"))) return false;
    if (v == ID2SYM(rb_intern("numeric"))) return true;
    rb_raise(rb_eArgError, "invalid reverse_lookup flag: %+" PRIsVALUE, v);
}
