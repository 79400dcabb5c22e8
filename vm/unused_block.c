/*
 * vm/unused_block.c - the warning about a block that the method called does not use.
 *
 * The slow way of a call (vm/call.c) calls this module.  A site that gets a fast form comes once.  A site whose arguments are laid out
 * each time calls this function each time, so the site is recorded by its place.  Nothing is kept of calls made while the warning is off.  A
 * reported call is kept as a hash of 64 bits of its key; two keys with one hash would cost one warning.
 *
 * Checked   test/test_unused_block.rb
 */
#include "internal/compiler.h"

#include "internal/class.h"
#include "internal/vm/unused_block.h"

static st_table *names; /* ID: used by some method of that name */
static st_table *told;

void
unused_block_name_uses(ID name)
{
    if (!names) names = st_init_numtable();
    st_insert(names, (st_data_t)name, 1);
}

static uint64_t
unused_mix(uint64_t h, uint64_t more)
{
    h = (h ^ more) * UINT64_C(0x9e3779b97f4a7c15);
    return h ^ h >> 29;
}

/* Returns the key of a warning.  Calls of one kind to plain methods share a key for a class; another call has one for its place. */
static uint64_t
unused_key_of(const struct calling *c, const struct iseq_body *body)
{
    enum { KIND = CI_FCALL | CI_BLOCKARG | CI_KWARG };
    uint64_t key = unused_mix(1, (uint64_t)(uintptr_t)c->me->def);
    unsigned takes = body->params.flags & PARAM_COMPLEX_MASK;
    bool plain = takes == PARAM_KW || (!(takes & ~(unsigned)PARAM_OPT) && !(c->flags & CI_KWARG));
    bool from_c = c->ret_pc == vm_finish_code;
    if (from_c || (c->flags & CALLING_PUBLIC_SEND)) return unused_mix(key, 2);
    if (!plain || (c->flags & (CI_SPLAT | CI_KW_SPLAT | CI_FORWARDING)))
        return unused_mix(key, (uint64_t)(uintptr_t)c->ret_pc);
    key = unused_mix(unused_mix(key, class_of_inline(c->base[0])), (uint64_t)c->mid);
    key = unused_mix(key, (uint64_t)c->argc << 32 | (c->flags & KIND));
    for (unsigned i = 0; c->kw && i < c->kw->count; i++) key = unused_mix(key, (uint64_t)c->kw->names[i]);
    return key;
}

/* "Foo#bar", "Foo.bar"; "bar" of a module, and of what has no name. */
static VALUE
unused_method_text(const struct method_entry *me, VALUE name)
{
    VALUE owner = class_module_of(me->owner), path = Qnil;
    bool singleton = class_singleton_p(owner);
    if (singleton) owner = class_attached(owner);
    if (val_type_p(owner, T_CLASS) || (singleton && val_type_p(owner, T_MODULE))) path = class_name_or_nil(owner);
    return path == Qnil ? name : rb_sprintf("%" PRIsVALUE "%s%" PRIsVALUE, path, singleton ? "." : "#", name);
}

void
unused_block_called(const struct calling *c, const struct iseq_body *body)
{
    bool strict = rb_warning_category_enabled_p(RB_WARN_CATEGORY_STRICT_UNUSED_BLOCK);
    if ((!strict && !RTEST(ruby_verbose)) || body->is_core || (c->flags & (CI_SUPER | CI_ZSUPER | CALLING_UNSEEN))) return;
    if (!strict && names && st_lookup(names, (st_data_t)c->me->def->original_id, NULL)) return;
    uint64_t key = unused_key_of(c, body);
    if (!told) told = st_init_numtable();
    if (st_insert(told, (st_data_t)key, 1)) return;
    rb_warn("the block passed to '%" PRIsVALUE "' defined at %" PRIsVALUE ":%d may be ignored",
            unused_method_text(c->me, body->base_label), body->path, (int)body->first_line);
}
