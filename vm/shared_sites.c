/*
 * vm/shared_sites.c - the table of callees that sites with many receivers share.
 */
#include "internal/compiler.h"
#include <string.h>
#include "internal/object.h"
#include "internal/vm/shared_sites.h"
#include "internal/vm/call.h"

struct shared_line shared_lines[SHARED_LINES_MAX];
uint32_t shared_mask = SHARED_LINES_MIN - 1;
static uint32_t replaced; /* since the table grew */
static bool used;

/* A bit for each name that may be in the table, by the low bits of its number. */
enum { NAME_BITS = 4096 };
static uint64_t names[NAME_BITS / 64];

static void
note_name(uint32_t mid)
{
    names[mid % NAME_BITS / 64] |= UINT64_C(1) << mid % 64;
}

static bool
name_noted_p(uint32_t mid)
{
    return names[mid % NAME_BITS / 64] >> mid % 64 & 1;
}

/* Doubles the lines in use (SHARE-2).  Lines above the mask are empty. */
static void
widen(void)
{
    uint32_t lines = shared_mask + 1;
    replaced = 0;
    if (lines == SHARED_LINES_MAX) return;
    shared_mask = lines * 2 - 1;
    for (uint32_t i = 0; i < lines; i++) {
        for (unsigned k = 0; k < 2; k++) {
            struct pic_entry *e = &shared_lines[i].at[k];
            if (!e->key || !(shared_hash(e->key, e->mid, e->to.form) & lines)) continue;
            shared_lines[i + lines].at[k] = *e;
            *e = (struct pic_entry){0};
        }
    }
}

void
shared_site_add(const struct call_site *cs, bool block)
{
    uint32_t mid = site_info(cs)->mid;
    unsigned form = callsite_form(site_info(cs), block);
    struct pic_entry entry = callsite_entry(site_cache(cs));
    entry.mid = mid;
    entry.to.form = (uint16_t)form;
    if (replaced >= 4 * (shared_mask + 1)) widen();
    struct pic_entry *e = shared_lines[shared_hash(entry.key, mid, form) & shared_mask].at;
    bool first = !e->key || (e->key == entry.key && e->mid == mid && e->to.form == form);
    if (!first) {
        replaced += e[1].key && !(e[1].key == entry.key && e[1].mid == mid && e[1].to.form == form);
        e[1] = e[0];
    }
    e[0] = entry;
    note_name(mid);
    if (entry.to.kind == SITE_NEW || entry.to.kind == SITE_NEW0) note_name((uint32_t)rb_intern("initialize"));
    used = true;
}

void
shared_sites_clear(void)
{
    if (!used) return;
    memset(shared_lines, 0, (shared_mask + 1) * sizeof *shared_lines);
    memset(names, 0, sizeof names);
    used = false;
}

void
shared_sites_sweep(void)
{
    for (uint32_t i = 0; used && i <= shared_mask; i++) {
        for (unsigned k = 0; k < 2; k++) {
            struct pic_entry *e = &shared_lines[i].at[k];
            if (e->key && (callsite_key_dead_p(e->key) || !gc_live_p((VALUE)e->to.me))) *e = (struct pic_entry){0};
        }
    }
}

void
shared_sites_forget(ID mid)
{
    if (!used || !name_noted_p((uint32_t)mid)) return;
    bool init = mid == rb_intern("initialize");
    for (uint32_t i = 0; i <= shared_mask; i++) {
        for (unsigned k = 0; k < 2; k++) {
            struct pic_entry *e = &shared_lines[i].at[k];
            bool makes = init && (e->to.kind == SITE_NEW || e->to.kind == SITE_NEW0);
            if (e->mid == mid || makes) *e = (struct pic_entry){0};
        }
    }
}

unsigned
shared_sites_lines(void)
{
    return shared_mask + 1;
}
