/*
 * roles.c - attributes that the JIT and readers of frames need: links, branches, points, lasting forms, callees, stores to locals.
 *
 * Owns      the words of link() and branch(), and the checks of the attributes below.  model.c has the other attributes.
 * ROLE-1    A form has the link and the branch of its family unless it gives its own link.
 * ROLE-2    An operand `offset` requires branch(), and a branch requires an operand `offset`.
 * ROLE-3    jit(call) and jit(site) require link(), because the JIT compiles such a call from the link alone.
 * ROLE-4    jit(site) requires callee(), and each kind of callee has at most one instruction.
 * ROLE-5    A family of which the VM writes forms at run time requires point(); point(true) requires lasting().
 * ROLE-6    A body that stores to fp[OPERAND] requires writes() with this operand.
 * Checked   test/insns/run: invalid/link.def, invalid/branch.def, invalid/lasting.def, invalid/callee.def, invalid/writes.def
 */
#include "insngen.h"

#include <ctype.h>
#include <string.h>

const char *const link_forms[] = {"none", "callee", "several", "keywords", "block", "operator", NULL};
enum { LINK_NONE, LINK_SEVERAL = 2, LINK_OPERATOR = 5 };
const char *const branch_forms[] = {"none", "always", "if", "unless", "nil", "cases", NULL};

/* Returns the index of a word in a list that begins with "none".  Reports any other word, and "none" itself, and returns 0. */
int
role_word(const char *const *words, struct token value, const char *what)
{
    for (int k = 1; words[k]; k++)
        if (strcmp(words[k], value.text) == 0) return k;
    error_at(value.pos, "no form of a %s: (%s)", what, value.text);
    return 0;
}

bool
role_next(const char **list, char *word, size_t room)
{
    size_t n = 0;

    while (isspace((unsigned char)**list) || **list == ',') (*list)++;
    for (; **list && **list != ',' && !isspace((unsigned char)**list); (*list)++)
        if (n + 1 < room) word[n++] = **list;
    word[n] = '\0';
    return n > 0;
}

static bool
has_kind(const struct insn *insn, const char *kind)
{
    for (int k = 0; k < insn->operand_count; k++)
        if (strcmp(insn->operands[k].type->name, kind) == 0) return true;
    return false;
}

static bool
jit_is(const struct insn *insn, const char *form)
{
    return insn->jit.text && strcmp(insn->jit.text, form) == 0;
}

/* ---- of one instruction ---- */

static void
check_branch(const struct insn *insn)
{
    bool offset = has_kind(insn, "offset");
    const char *name = insn->name.text;

    if (offset && !insn->branch && !insn->family_name.text)
        error_at(insn->name.pos, "`%s' has an offset and no branch(FORM)", name);
    if (insn->branch && !offset) error_at(insn->name.pos, "`%s' has no offset: branch has no meaning", name);
    if (insn->branch && insn->family_name.text)
        error_at(insn->name.pos, "`%s' is a form: branch is an attribute of its family", name);
    if (insn->back && !insn->branch) error_at(insn->name.pos, "`%s' has back(true) and no branch(FORM)", name);
}

static void
check_link(const struct insn *insn)
{
    const char *name = insn->name.text;

    if (insn->link == LINK_OPERATOR && !has_kind(insn, "operator"))
        error_at(insn->name.pos, "`%s' has link(operator) and no operand of kind operator", name);
    if (insn->link && insn->link != LINK_OPERATOR && (!has_kind(insn, "call") || !insn->family_name.text))
        error_at(insn->name.pos, "`%s' has a link and is no form of a call", name);
    if (insn->link == LINK_SEVERAL && strcmp(site_forms[insn->site_form], "poly") != 0)
        error_at(insn->name.pos, "`%s' has link(several) and not site(poly)", name);
    if (!insn->link && (jit_is(insn, "call") || jit_is(insn, "site")))
        error_at(insn->name.pos, "`%s' has jit(%s) and no link(FORM)", name, insn->jit.text);
    if (jit_is(insn, "site") && !insn->callee.text) error_at(insn->name.pos, "`%s' has jit(site) and no callee(KIND)", name);
    if (insn->callee.text && !jit_is(insn, "site"))
        error_at(insn->callee.pos, "`%s' has a callee and no jit(site), its form without a frame", name);
}

/* Reports the operands that the body stores to as `fp[OPERAND] =` and that writes() leaves out. */
static void
check_stores(const struct insn *insn)
{
    struct c_scan scan = {insn->body.text, insn->body.pos};
    struct c_token token[4] = {{0}};

    while (c_next(&scan, &token[3])) {
        const char *after = token[3].start + token[3].length;
        while (isspace((unsigned char)*after)) after++;
        bool store = token[0].kind == 'i' && c_token_is(&token[0], "fp") && token[1].kind == '[' && token[2].kind == 'i' &&
                     token[3].kind == ']' && *after == '=' && after[1] != '=';
        for (int k = 0; store && k < insn->operand_count; k++) {
            const struct operand *operand = &insn->operands[k];
            if (!c_token_is(&token[2], operand->name.text) || operand->writes) continue;
            error_at(token[2].pos, "`%s' stores to local `%s' and has no writes(%s:TYPE)", insn->name.text,
                     operand->name.text, operand->name.text);
        }
        memmove(token, token + 1, 3 * sizeof *token);
    }
}

/* Gives each operand that writes() names the letter of the type that is stored there. */
static void
set_writes(struct insn *insn)
{
    const char *list = insn->writes.text;
    char word[64];

    while (list && role_next(&list, word, sizeof word)) {
        char *colon = strchr(word, ':');
        if (!colon || !colon[1] || colon[2] || !strchr("fdahsov", colon[1])) {
            error_at(insn->writes.pos, "writes needs OPERAND:TYPE, not (%s)", word);
            continue;
        }
        *colon = '\0';
        struct operand *operand = model_find_operand(insn, word);
        if (operand && operand->type->code == 'L') operand->writes = colon[1];
        else error_at(insn->writes.pos, "`%s' has no local `%s'", insn->name.text, word);
    }
}

void
roles_insn_end(struct insn *insn)
{
    check_branch(insn);
    check_link(insn);
    set_writes(insn);
    check_stores(insn);
}

/* ---- of the whole list ---- */

/* Returns whether the VM writes forms of the instruction at run time. The compiler writes compiled(true) forms itself. */
static bool
changes_at_run_time(const struct insn *head)
{
    for (const struct insn *insn = model.insns; insn; insn = insn->next)
        if (insn->family == head && !insn->compiled) return true;
    return false;
}

static void
check_point(const struct insn *insn)
{
    bool changes = changes_at_run_time(insn);
    const char *name = insn->name.text;

    if (changes && !insn->point.text) error_at(insn->name.pos, "`%s' has forms of run time and no point(BOOL)", name);
    if (!changes && insn->point.text) error_at(insn->point.pos, "`%s' has no forms of run time: point has no meaning", name);
    if (insn->has_point && !insn->lasting.text) error_at(insn->name.pos, "`%s' has point(true) and no lasting(FORM)", name);
}

/* Finds the instructions that lasting(FORM, PLAIN) names: the family itself or its forms. */
static void
set_lasting(struct insn *insn)
{
    const char *list = insn->lasting.text;
    char word[64];
    int n = 0;

    if (!list || strcmp(list, "none") == 0) return;
    for (; role_next(&list, word, sizeof word); n++) {
        struct insn *form = model_find_insn(word);
        if (n == 2) error_at(insn->lasting.pos, "lasting of `%s' has more than two forms", insn->name.text);
        else if (form && (form == insn || form->family == insn)) insn->lasts[n] = form;
        else error_at(insn->lasting.pos, "`%s' is no form of `%s'", word, insn->name.text);
    }
    if (n == 1) insn->lasts[1] = insn->lasts[0];
}

static bool
lists_share_word(const char *a, const char *b)
{
    char one[64], other[64];

    while (role_next(&a, one, sizeof one))
        for (const char *rest = b; role_next(&rest, other, sizeof other);)
            if (strcmp(one, other) == 0) return true;
    return false;
}

static void
check_callee(const struct insn *insn)
{
    for (const struct insn *other = model.insns; insn->callee.text && other != insn; other = other->next)
        if (other->callee.text && lists_share_word(insn->callee.text, other->callee.text))
            error_at(insn->callee.pos, "`%s' has a callee of `%s'", insn->name.text, other->name.text);
}

void
roles_check(struct insn *insn)
{
    const struct insn *family = insn->family;

    check_callee(insn);
    if (!family) {
        if (!insn->family_name.text) check_point(insn);
        set_lasting(insn);
        return;
    }
    if (insn->point.text) error_at(insn->point.pos, "`%s' is a form: point is an attribute of its family", insn->name.text);
    if (insn->lasting.text) {
        error_at(insn->lasting.pos, "`%s' is a form: lasting is an attribute of its family", insn->name.text);
    }
    if (!insn->link) insn->link = family->link;
    insn->branch = family->branch;
    insn->back = family->back;
    insn->has_point = true;
}
