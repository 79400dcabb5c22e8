/*
 * jit/stencil.h - a piece of machine code to be copied, and the table of them.
 *
 * STENC-1   The table is made by tool/jit/stencils from tool/jit/stencils.c and insns.def.  It is used only if its
 *           JIT_LAYOUT is that of the running VM.
 * STENC-2   A stencil ends by falling through (its hot part's last jump to NEXT is cut off); its cold part lies elsewhere.
 * STENC-3   A stencil with displacements has a short form, in which each takes one byte.  Its RELOC_ABS8 come first.  It is copied if all
 *           of them fit, so which form a copy has follows from its values.
 */
#ifndef FACET_INTERNAL_JIT_STENCIL_H
#define FACET_INTERNAL_JIT_STENCIL_H

#include <stdint.h>

/* The kinds of holes: the value that a relocation refers to. */
enum jit_hole {
    HOLE_NEXT,  /* the code after this stencil */
    HOLE_EXIT,  /* a guard failed: cells and registers as at its start */
    HOLE_SLOW,  /* operands in cells; register 0 has a slow function to be called */
    HOLE_THROW, /* a throw is under way */
    HOLE_TGT,   /* a branch */
    HOLE_SPO,   /* bytes from fp to sp at the start */
    HOLE_RCV,   /* bytes from fp to the receiver */
    HOLE_RES,   /* bytes from fp to the result's cell */
    HOLE_CELL,  /* bytes from fp to a cell */
    HOLE_PC,    /* address of the instruction */
    HOLE_K,     /* a constant */
    HOLE_A0,
    HOLE_A1,
    HOLE_A2,
    HOLE_A3, /* operands: numbers; for locals bytes from fp */
    HOLE_IC0,
    HOLE_IC0H,
    HOLE_IC1,     /* words of a cache: low 32, high 32, low 32 of the second cell */
    HOLE_KEY,     /* shape of a site's receiver */
    HOLE_NEED,    /* bytes that a callee needs */
    HOLE_SITE,    /* address of the site's cache */
    HOLE_ENTRY,   /* the callee's native entry, to be called */
    HOLE_LINK,    /* cell 0 of the frame being pushed */
    HOLE_YSELF,   /* bytes from a block's parent down to self */
    HOLE_ID,      /* number of a stub */
    HOLE_HOT,     /* its own hot part */
    HOLE_COLD,    /* its own cold part */
    HOLE_FUNCTION /* + index into the table of functions */
};
enum jit_reloc_kind {
    RELOC_ABS32,
    RELOC_ABS32S,
    RELOC_ABS64,
    RELOC_PC32,
    RELOC_GOT, /* PC32 of a cell with the address */
    RELOC_ABS8 /* a displacement of one byte, with a sign; of short forms (STENC-3) */
};

struct jit_reloc {
    uint16_t at;  /* offset in its part */
    uint8_t kind; /* enum jit_reloc_kind */
    uint8_t cold; /* in the cold part */
    uint16_t hole;
    int16_t addend;
};
struct jit_stencil {
    uint32_t code; /* offset of its bytes in jit_code: hot, then cold */
    uint16_t hot, cold;
    uint16_t relocs, reloc_count;
};

#endif
