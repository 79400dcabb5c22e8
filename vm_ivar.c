/*
 * vm_ivar.c - instance variable instructions when their cache does not know the object's shape.
 */
#include "internal/compiler.h"
#include "internal/vm_insn.h"

/* cells of getivar/setivar: [handler][self lane][name][cache...] */
enum { IVAR_NAME = 2, IVAR_CACHE = 3 };

static VALUE
insn_self(ec_t *ec)
{
    return ec->fp[*(const int16_t *)(ec->pc + 1)];
}

/* Where a field is: in the slot, in the extension block (S7), or in a class's own block. */
enum place { PLACE_NONE, PLACE_SLOT, PLACE_EXT, PLACE_CLASS };

static enum place
locate(VALUE obj, shape_id_t id, ID name, cell *where)
{
    const struct shape *s = shape_get(id);
    int field = s->is_dict ? -1 : shape_field(s, name);
    if (field < 0) return PLACE_NONE;
    unsigned type = obj_type(obj);
    if (type == T_CLASS || type == T_MODULE) {
        *where = (cell)id | (cell)field << 32;
        return PLACE_CLASS;
    }
    if (type != T_OBJECT) return PLACE_NONE;
    unsigned at = shape_field_offset(s, (unsigned)field);
    if (at) {
        *where = (cell)id | (cell)at << 32;
        return PLACE_SLOT;
    }
    unsigned cap = (unsigned)((slot_bytes(s->slot_class) - HEADER_BYTES) / sizeof(VALUE));
    unsigned pointer = HEADER_BYTES + (cap - 1) * (unsigned)sizeof(VALUE);
    *where = (cell)id | (cell)pointer << 32 | (cell)(field - (cap - 1)) << 48;
    return PLACE_EXT;
}

bool
vm_getivar_slow(ec_t *ec)
{
    static const int handlers[] = {[PLACE_SLOT] = INSN_getivar, [PLACE_EXT] = INSN_getivar_ext, [PLACE_CLASS] = INSN_getivar_class};
    cell *pc = (cell *)ec->pc, where;
    VALUE obj = insn_self(ec);
    ID name = (ID)pc[IVAR_NAME];
    enum place p = val_heap_p(obj) ? locate(obj, obj_shape(obj), name, &where) : PLACE_NONE;
    if (p != PLACE_NONE) {
        pc[IVAR_CACHE] = where;
        pc[0] = (cell)insn_handler(handlers[p]);
    }
    VALUE v = ivar_get(obj, name);
    *ec->sp++ = v == Qundef ? Qnil : v;
    ec->pc += INSN_LEN_getivar;
    return true;
}

/* Remembers a store that left obj in shape `after`. */
static void
cache_store(cell *pc, VALUE obj, shape_id_t before, shape_id_t after)
{
    cell where;
    enum place p = locate(obj, after, (ID)pc[IVAR_NAME], &where);
    if (p == PLACE_EXT && before == after) {
        pc[IVAR_CACHE] = where;
        pc[0] = (cell)insn_handler(INSN_setivar_ext);
        return;
    }
    if (p != PLACE_SLOT) return;
    const struct shape *a = shape_get(after), *b = shape_get(before);
    /* a transition is cached only if no field moved: both keep all their fields in the slot */
    if (before != after && (a->slot_class != b->slot_class || b->field_count + 1 != a->field_count ||
                            !shape_field_offset(a, a->field_count - 1u))) {
        return;
    }
    pc[IVAR_CACHE] = (cell)before | (where >> 32) << 32;
    pc[IVAR_CACHE + 1] = before == after ? 0 : after;
    pc[0] = (cell)insn_handler(INSN_setivar);
}

bool
vm_setivar_slow(ec_t *ec)
{
    cell *pc = (cell *)ec->pc;
    VALUE obj = insn_self(ec);
    ID name = (ID)pc[IVAR_NAME];
    bool plain = val_type_p(obj, T_OBJECT);
    shape_id_t before = plain ? obj_shape(obj) : 0;
    ivar_set(obj, name, ec->sp[-1]);
    if (plain) cache_store(pc, obj, before, obj_shape(obj));
    ec->sp--;
    ec->pc += INSN_LEN_setivar;
    return true;
}
