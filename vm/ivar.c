/*
 * vm/ivar.c - instance variable instructions when their cache does not know the object's shape.
 *
 * An instruction remembers one shape.  One that has met several (subclasses differ in shape though not in layout) turns to
 * the _multi form, which looks in tables that all of them share.  A shape id keeps its meaning (shape.h SHAPE-1) until its class dies,
 * and so does the id of the shape that a store leads to, which has the same class.  An entry is therefore right while its class lives.  The
 * tables and the instructions' own caches are cleared before the ids of dead shapes are used again.
 */
#include "internal/compiler.h"
#include <string.h>
#include "internal/gc.h"
#include "internal/iseq.h"
#include "internal/ractor.h"
#include "internal/vm/call.h"
#include "internal/vm_insnhelper.h"

/* cells of getivar/setivar: [handler][self lane, misses lane][name][cache...] */
enum { IVAR_NAME = 2, IVAR_CACHE = 3, MISSES_BEFORE_MULTI = LIMIT(4, 1), SHAPES_BEFORE_RELEASE = LIMIT(SHAPE_CHUNK, 64) };

struct ivar_entry vm_ivar_gets[IVAR_ENTRIES], vm_ivar_sets[IVAR_ENTRIES];

/* Entries for objects other than T_OBJECTs: `offset` is the index of the field, wherever the object keeps its fields. */
static struct ivar_entry fields_outside[IVAR_ENTRIES];

static bool used; /* the tables have entries */

/* No object has shape 0 and variables too, so a cache of zeros never fits. */
static void
ivar_forget_dead_shapes(VALUE v, void *unused)
{
    (void)unused;
    if (obj_type(v) != T_IMEMO || imemo_kind(v) != IMEMO_ISEQ) return;
    struct iseq_body *body = iseq_body(v);
    if (!body || !body->code) return;
    for (uint32_t at = 0; at < body->code_len; at += (uint32_t)insn_length_at(body->code + at)) {
        cell *pc = body->code + at;
        int family = insn_family(insn_at(pc));
        if ((family != INSN_getivar && family != INSN_setivar) || !shape_dead_p((shape_id_t)pc[IVAR_CACHE])) continue;
        pc[IVAR_CACHE] = 0;
        if (family == INSN_setivar) pc[IVAR_CACHE + 1] = 0;
    }
}

static void
ivar_clear_tables(void)
{
    if (!used) return;
    used = false;
    memset(vm_ivar_gets, 0, sizeof vm_ivar_gets);
    memset(vm_ivar_sets, 0, sizeof vm_ivar_sets);
    memset(fields_outside, 0, sizeof fields_outside);
}

/* Between mark and sweep, before shape_sweep(). */
void
vm_ivar_sweep(void)
{
    if (shape_quarantined() >= SHAPES_BEFORE_RELEASE) {
        gc_each_object(ivar_forget_dead_shapes, NULL);
        ivar_clear_tables();
        shape_release_swept();
    }
}

static void
ivar_forget_class_form(VALUE v, void *unused)
{
    (void)unused;
    if (obj_type(v) != T_IMEMO || imemo_kind(v) != IMEMO_ISEQ) return;
    struct iseq_body *body = iseq_body(v);
    if (!body || !body->code) return;
    for (uint32_t at = 0; at < body->code_len; at += (uint32_t)insn_length_at(body->code + at)) {
        cell *pc = body->code + at;
        if (insn_at(pc) != INSN_getivar_class) continue;
        pc[IVAR_CACHE] = 0;
        insn_set_handler(pc, INSN_getivar);
    }
}

/* Turns every getivar_class back into getivar, so that each read of a class's instance variable is checked (internal/ractor.h
 * RACTOR-4). */
void
vm_ivar_forget_classes(void)
{
    gc_each_object(ivar_forget_class_form, NULL);
}

/* Has this instruction missed often enough?  Counts. */
static bool
ivar_many_p(cell *pc)
{
    uint16_t *misses = (uint16_t *)(pc + 1) + 1;
    if (*misses >= MISSES_BEFORE_MULTI) return true;
    ++*misses;
    return false;
}

/* Changes the form of the instruction, unless it has that form: a change discards native code. */
static void
ivar_set_form(const cell *pc, int form)
{
    if (insn_base(insn_at(pc)) != form) insn_set_handler(pc, form);
}

static void
ivar_remember(struct ivar_entry *table, shape_id_t shape, ID name, cell where, shape_id_t next)
{
    used = true;
    *vm_ivar_entry(table, shape, name) = (struct ivar_entry){shape, (uint32_t)name, next, (uint32_t)(where >> 32)};
}

static VALUE
ivar_insn_self(ec_t *ec)
{
    return ec->fp[*(const int16_t *)(ec->pc + 1)];
}

enum vm_ivar_place
vm_ivar_locate(VALUE obj, shape_id_t id, ID name, cell *where)
{
    const struct shape *s = shape_get(id);
    int field = s->is_dict ? -1 : shape_field(s, name);
    if (field < 0) return VM_IVAR_NONE;
    unsigned type = obj_type(obj);
    if (type == T_CLASS || type == T_MODULE) {
        *where = (cell)id | (cell)field << 32;
        return VM_IVAR_CLASS;
    }
    if (type != T_OBJECT) {
        *where = (cell)field << 32;
        return VM_IVAR_ELSEWHERE;
    }
    unsigned at = shape_field_offset(s, (unsigned)field);
    if (at) {
        *where = (cell)id | (cell)at << 32;
        return VM_IVAR_SLOT;
    }
    unsigned cap = (unsigned)((slot_bytes(s->slot_class) - OBJ_HEADER_BYTES) / sizeof(VALUE));
    unsigned pointer = OBJ_HEADER_BYTES + (cap - 1) * (unsigned)sizeof(VALUE);
    *where = (cell)id | (cell)pointer << 32 | (cell)(field - (cap - 1)) << 48;
    return VM_IVAR_EXT;
}

/* Where obj, which is no T_OBJECT, keeps this variable, if that is known; NULL. */
static ALWAYS_INLINE VALUE *
ivar_field_outside(VALUE obj, ID name)
{
    const struct ivar_entry *e = vm_ivar_entry(fields_outside, obj_shape(obj), name);
    if (e->shape != obj_shape(obj) || e->name != (uint32_t)name || obj_type(obj) == T_OBJECT) return NULL;
    return ivar_fields_outside(obj) + e->offset;
}

static void
ivar_remember_outside(VALUE obj, ID name)
{
    cell where;
    enum vm_ivar_place p = vm_ivar_locate(obj, obj_shape(obj), name, &where);
    if (p == VM_IVAR_CLASS || p == VM_IVAR_ELSEWHERE) ivar_remember(fields_outside, obj_shape(obj), name, where, 0);
}

VALUE
vm_ivar_get(VALUE obj, ID name)
{
    if (!val_heap_p(obj) || obj_type(obj) == T_OBJECT) return ivar_get(obj, name);
    const VALUE *field = ivar_field_outside(obj, name);
    if (field) return *field;
    ivar_remember_outside(obj, name);
    return ivar_get(obj, name);
}

static bool
ivar_getivar_outside(ec_t *ec, VALUE obj, ID name)
{
    if (!val_heap_p(obj) || ractor_confined_p()) return false;
    const VALUE *field = ivar_field_outside(obj, name);
    if (!field) return false;
    *ec->sp++ = *field;
    ec->pc += INSN_LEN_getivar;
    return true;
}

/* A store to a field that is there. */
static bool
ivar_setivar_outside(ec_t *ec, VALUE obj, ID name)
{
    if (!val_heap_p(obj) || ractor_confined_p() || (obj_flags(obj) & HDR_FROZEN) || obj_type(obj) == T_STRING) return false;
    VALUE *field = ivar_field_outside(obj, name);
    if (!field) return false;
    obj_write(obj, field, *--ec->sp);
    ec->pc += INSN_LEN_setivar;
    return true;
}

bool
vm_getivar_slow(ec_t *ec)
{
    static const int handlers[] = {
        [VM_IVAR_SLOT] = INSN_getivar, [VM_IVAR_EXT] = INSN_getivar_ext, [VM_IVAR_CLASS] = INSN_getivar_class};
    cell *pc = (cell *)ec->pc, where = 0;
    VM_ASSERT(insn_family(insn_base(insn_at(pc))) ==
              INSN_getivar); /* pc is at the instruction, whose cells are written here */
    VALUE obj = ivar_insn_self(ec);
    ID name = (ID)pc[IVAR_NAME];
    if (ivar_getivar_outside(ec, obj, name)) return true;
    VALUE v = ivar_get(obj, name);
    if (ractor_confined_p())
        ractor_check_ivar(obj, name, v); /* before the place is remembered, which would pass the next read */
    enum vm_ivar_place p = val_heap_p(obj) ? vm_ivar_locate(obj, obj_shape(obj), name, &where) : VM_IVAR_NONE;
    if (p == VM_IVAR_SLOT && ivar_many_p(pc)) {
        ivar_remember(vm_ivar_gets, obj_shape(obj), name, where, 0);
        ivar_set_form(pc, INSN_getivar_multi);
    } else if (p == VM_IVAR_ELSEWHERE || (p == VM_IVAR_CLASS && ivar_many_p(pc))) { /* found above from now on */
        ivar_remember(fields_outside, obj_shape(obj), name, where, 0);
        if (p == VM_IVAR_CLASS) ivar_set_form(pc, INSN_getivar_multi);
    } else if (p != VM_IVAR_NONE && (p != VM_IVAR_CLASS || LIKELY(!ractor_many))) {
        VM_ASSERT((size_t)p < lengthof(handlers)); /* each place of an ivar has a form of the instruction */
        pc[IVAR_CACHE] = where;
        insn_set_handler(pc, handlers[p]);
    }
    *ec->sp++ = v == Qundef ? Qnil : v;
    ec->pc += INSN_LEN_getivar;
    return true;
}

/* Remembers a store that left obj in shape `after`. */
static void
ivar_cache_store(cell *pc, VALUE obj, shape_id_t before, shape_id_t after)
{
    cell where;
    VM_ASSERT(obj_shape(obj) == after);                                  /* the store is done */
    if (before == after && (shape_id_t)pc[IVAR_CACHE] == before) return; /* known: the barrier brought us here */
    enum vm_ivar_place p = vm_ivar_locate(obj, after, (ID)pc[IVAR_NAME], &where);
    if (p == VM_IVAR_EXT && before == after) {
        pc[IVAR_CACHE] = where;
        insn_set_handler(pc, INSN_setivar_ext);
        return;
    }
    if (p != VM_IVAR_SLOT) return;
    const struct shape *a = shape_get(after), *b = shape_get(before);
    /* a transition is cached only if no field moved: both keep all their fields in the slot */
    if (before != after && (a->slot_class != b->slot_class || b->field_count + 1 != a->field_count ||
                            !shape_field_offset(a, a->field_count - 1u))) {
        return;
    }
    VM_ASSERT(before == after || a->field_count == b->field_count + 1); /* one field came, and none moved */
    if (ivar_many_p(pc)) {
        ivar_remember(vm_ivar_sets, before, (ID)pc[IVAR_NAME], where, before == after ? 0 : after);
        ivar_set_form(pc, INSN_setivar_multi);
        return;
    }
    pc[IVAR_CACHE] = (cell)before | (where >> 32) << 32;
    pc[IVAR_CACHE + 1] = before == after ? 0 : after;
    insn_set_handler(pc, INSN_setivar);
}

/* Stores to a T_OBJECT through the barrier, at the place that the instruction's cache or the table has for its shape.  Returns false if
 * neither has one, or if the store changes the shape. */
static bool
ivar_setivar_known(ec_t *ec, const cell *pc, VALUE obj)
{
    if (!val_type_p(obj, T_OBJECT) || (obj_flags(obj) & HDR_FROZEN) || ractor_confined_p()) return false;
    uintptr_t offset;
    int form = insn_base(insn_at(pc));
    if (form == INSN_setivar) {
        if ((shape_id_t)pc[IVAR_CACHE] != obj_shape(obj) || pc[IVAR_CACHE + 1]) return false;
        offset = ivar_offset(pc[IVAR_CACHE]);
    } else if (form == INSN_setivar_multi) {
        const struct ivar_entry *e = vm_ivar_entry(vm_ivar_sets, obj_shape(obj), (ID)pc[IVAR_NAME]);
        if (e->shape != obj_shape(obj) || e->name != (uint32_t)pc[IVAR_NAME] || e->next) return false;
        offset = e->offset;
    } else {
        return false;
    }
    obj_write(obj, (VALUE *)(obj + offset), *--ec->sp);
    ec->pc += INSN_LEN_setivar;
    return true;
}

bool
vm_setivar_slow(ec_t *ec)
{
    cell *pc = (cell *)ec->pc;
    VM_ASSERT(insn_family(insn_base(insn_at(pc))) == INSN_setivar && ec->sp > ec->fp); /* the new value is on the stack */
    VALUE obj = ivar_insn_self(ec);
    ID name = (ID)pc[IVAR_NAME];
    if (ivar_setivar_known(ec, pc, obj) || ivar_setivar_outside(ec, obj, name)) return true;
    if (ractor_confined_p()) ractor_check_ivar_set(obj);
    shape_id_t before = val_heap_p(obj) ? obj_shape(obj) : 0;
    ivar_set(obj, name, ec->sp[-1]);
    if (val_type_p(obj, T_OBJECT)) ivar_cache_store(pc, obj, before, obj_shape(obj));
    else if (before == obj_shape(obj)) ivar_remember_outside(obj, name);
    ec->sp--;
    ec->pc += INSN_LEN_setivar;
    return true;
}
