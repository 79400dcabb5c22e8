/*
 * capi/fdset.c - rb_fdset_t: an fd_set for descriptors past FD_SETSIZE.
 *
 * FDSET-1   fdset holds at least sizeof(fd_set) bytes, and bits for 0 .. maxfd - 1; bits past its end read as 0.
 * FDSET-2   Memory is the extension's: what rb_fd_init gives, rb_fd_term takes.
 * Linux's select takes bit arrays of any length; only libc's FD_SET checks the bound, so bits are set by hand.
 */
#include "internal/compiler.h"
#include "ruby/ruby.h"

#include <string.h>
#include <sys/select.h>

static size_t
bytes_for(int n)
{
    size_t words = ((size_t)n + NFDBITS - 1) / NFDBITS, bytes = words * sizeof(fd_mask);
    return bytes < sizeof(fd_set) ? sizeof(fd_set) : bytes;
}

static inline fd_mask *
words(const rb_fdset_t *set)
{
    return (fd_mask *)set->fdset;
}

static inline fd_mask
bit(int fd)
{
    return (fd_mask)(1UL << (fd % NFDBITS));
}

void
rb_fd_init(rb_fdset_t *set)
{
    set->maxfd = 0;
    set->fdset = xcalloc(1, sizeof(fd_set));
}

void
rb_fd_init_copy(rb_fdset_t *dst, rb_fdset_t *src)
{
    size_t bytes = bytes_for(src->maxfd);
    dst->maxfd = src->maxfd;
    dst->fdset = xmalloc(bytes);
    memcpy(dst->fdset, src->fdset, bytes);
}

void
rb_fd_term(rb_fdset_t *set)
{
    xfree(set->fdset);
    set->maxfd = 0;
    set->fdset = NULL;
}

void
rb_fd_zero(rb_fdset_t *set)
{
    if (set->fdset) memset(set->fdset, 0, bytes_for(set->maxfd));
}

void
rb_fd_set(int fd, rb_fdset_t *set)
{
    size_t have = bytes_for(set->maxfd), need = bytes_for(fd + 1);
    if (fd < 0) return;
    if (need > have) {
        set->fdset = xrealloc(set->fdset, need);
        memset((char *)set->fdset + have, 0, need - have);
    }
    if (fd >= set->maxfd) set->maxfd = fd + 1;
    words(set)[fd / NFDBITS] |= bit(fd);
}

void
rb_fd_clr(int fd, rb_fdset_t *set)
{
    if (0 <= fd && fd < set->maxfd) words(set)[fd / NFDBITS] &= ~bit(fd);
}

int
rb_fd_isset(int fd, const rb_fdset_t *set)
{
    return 0 <= fd && fd < set->maxfd && (words(set)[fd / NFDBITS] & bit(fd)) != 0;
}

void
rb_fd_copy(rb_fdset_t *dst, const fd_set *src, int max)
{
    size_t bytes = bytes_for(max);
    dst->fdset = xrealloc(dst->fdset, bytes);
    dst->maxfd = max;
    memcpy(dst->fdset, src, bytes);
}

void
rb_fd_dup(rb_fdset_t *dst, const rb_fdset_t *src)
{
    rb_fd_copy(dst, src->fdset, src->maxfd);
}

/* A set with room for n descriptors, or null: select reads and writes that many bits of each. */
static fd_set *
room_for(rb_fdset_t *set, int n)
{
    if (!set) return NULL;
    size_t have = bytes_for(set->maxfd), need = bytes_for(n);
    if (need > have) {
        set->fdset = xrealloc(set->fdset, need);
        memset((char *)set->fdset + have, 0, need - have);
    }
    if (set->maxfd < n) set->maxfd = n;
    return set->fdset;
}

int
rb_fd_select(int n, rb_fdset_t *read, rb_fdset_t *write, rb_fdset_t *except, struct timeval *timeout)
{
    fd_set *r = room_for(read, n), *w = room_for(write, n), *e = room_for(except, n);
    return select(n, r, w, e, timeout);
}
