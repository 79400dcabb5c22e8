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

bool
vm_getivar_slow(ec_t *ec)
{
    cell *pc = (cell *)ec->pc;
    VALUE obj = insn_self(ec);
    ID name = (ID)pc[IVAR_NAME];
    if (val_type_p(obj, T_OBJECT)) {
        shape_id_t id = obj_shape(obj);
        const struct shape *s = shape_get(id);
        int field = s->is_dict ? -1 : shape_field(s, name);
        unsigned at = field < 0 ? 0 : shape_field_offset(s, (unsigned)field);
        if (at) pc[IVAR_CACHE] = (cell)id | (cell)at << 32;
    }
    VALUE v = ivar_get(obj, name);
    *ec->sp++ = v == Qundef ? Qnil : v;
    ec->pc += INSN_LEN_getivar;
    return true;
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
    if (plain) {
        shape_id_t after = obj_shape(obj);
        const struct shape *s = shape_get(after);
        int field = s->is_dict ? -1 : shape_field(s, name);
        unsigned at = field < 0 ? 0 : shape_field_offset(s, (unsigned)field);
        /* a transition is cached only if no field moved to make room */
        unsigned at_before = at && before != after ? shape_field_offset(s, 0) == shape_field_offset(shape_get(before), 0) || field == 0 : 1;
        if (at && at_before && s->slot_class == shape_get(before)->slot_class) {
            pc[IVAR_CACHE] = (cell)before | (cell)at << 32;
            pc[IVAR_CACHE + 1] = before == after ? 0 : after;
        }
    }
    ec->sp--;
    ec->pc += INSN_LEN_setivar;
    return true;
}
