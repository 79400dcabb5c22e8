/*
 * model.c - from tokens to checked instructions: names, lanes and cells, attributes, fusions.
 *
 * An instruction is checked alone after its body was read.  model_check makes the checks that need the list: families, fusions,
 * duplicate names.  Every error message has the position of the wrong word.
 *
 * Encoding: cell 0 has the handler.  Cell 1 has the packed operands, if there are any, each at its natural alignment, lowest
 * bytes first.  The whole-cell operands follow in order.  Lengths are therefore constants of the generator.
 */
#include "insngen.h"

#include <ctype.h>
#include <stdlib.h>
#include <string.h>

struct model model;

static struct insn *current;
static struct fuse *current_fuse;

static struct operand_type types[] = {
    {"i16", 's', 2, 0, "int16_t"},
    {"u16", 'u', 2, 0, "uint16_t"},
    {"i32", 'w', 4, 0, "int32_t"},
    {"u32", 'W', 4, 0, "uint32_t"},
    {"offset", 'O', 4, 0, "int32_t"},
    {"depth", 'u', 2, 0, "uint16_t"},
    {"level", 'u', 2, 0, "uint16_t"},
    {"local", 'L', 2, 0, "int16_t"},
    {"local1", 'L', 2, 0, "int16_t"},
    {"localn", 'L', 2, 0, "int16_t"},
    {"hidden", 'L', 2, 0, "int16_t"},
    {"selfcell", 'L', 2, 0, "int16_t"},
    {"ivar", 'I', 0, 1, "ID"},
    {"gvar", 'I', 0, 1, "ID"},
    {"cvar", 'I', 0, 1, "ID"},
    {"constant", 'I', 0, 1, "ID"},
    {"name", 'I', 0, 1, "ID"},
    {"literal", 'V', 0, 1, "VALUE"},
    {"string", 'V', 0, 1, "VALUE"},
    {"array", 'V', 0, 1, "VALUE"},
    {"hash", 'V', 0, 1, "VALUE"},
    {"copied", 'V', 0, 1, "VALUE"},
    {"path", 'V', 0, 1, "VALUE"},
    {"subject", 'V', 0, 1, "VALUE"},
    {"cases", 'V', 0, 1, "VALUE"},
    {"block", 'S', 0, 1, "VALUE"},
    {"optblock", 'S', 0, 1, "VALUE"},
    {"method", 'S', 0, 1, "VALUE"},
    {"classbody", 'S', 0, 1, "VALUE"},
    {"call", 'C', 0, 1, "struct call_site *"},
    {"supercall", 'C', 0, 1, "struct call_site *"},
    {"operator", 'C', 0, 1, "struct call_site *"},
    {"opliteral", 'C', 0, 1, "struct call_site *"},
    {"ptr", 'P', 0, 1, "const void *"},
    {"cache", '1', 0, 1, "cell *"},
    {"cache2", '2', 0, 2, "cell *"},
    {"cache4", '4', 0, 4, "cell *"},
    {NULL, 0, 0, 0, NULL},
};
const struct operand_type *const operand_types = types;

/* Names of encodings alone: an operand needs a kind, because iseq/check.c verifies it by its kind. */
static const struct {
    const char *name;
    char code;
} bare_types[] = {{"lindex", 'L'}, {"id", 'I'}, {"value", 'V'}, {"iseq", 'S'}, {"callsite", 'C'}};

const char *const site_forms[] = {"none", "mono", "poly", "mega", "class", "general", "operator", NULL};
enum { SITE_FORM_MONO = 1, SITE_FORM_OPERATOR = 6 };

void
model_split_sites(void)
{
    for (struct operand_type *type = types; type->name; type++)
        if (type->code == 'C') type->cells = 2;
}

enum attr_key {
    ATTR_LEAF,
    ATTR_PUBLISH,
    ATTR_CONTROL,
    ATTR_SP_INC,
    ATTR_COMPTIME_SP_INC,
    ATTR_FAMILY,
    ATTR_WATCH,
    ATTR_JUMP,
    ATTR_COLD,
    ATTR_SLOW,
    ATTR_GUARD,
    ATTR_JIT,
    ATTR_READS,
    ATTR_REQUIRE,
    ATTR_PURE,
    ATTR_COMPILED,
    ATTR_SITE,
    ATTR_LINK,
    ATTR_CALLEE,
    ATTR_BRANCH,
    ATTR_BACK,
    ATTR_POINT,
    ATTR_LASTING,
    ATTR_WRITES,
    ATTR__COUNT
};

static const char *const attr_names[ATTR__COUNT] = {
    "leaf",   "publish", "control", "sp_inc", "comptime_sp_inc", "family", "watch",    "jump", "cold",
    "slow",   "guard",   "jit",     "reads",  "require",         "pure",   "compiled", "site", "link",
    "callee", "branch",  "back",    "point",  "lasting",         "writes",
};

static void
link_insn(struct insn *insn)
{
    struct insn **end = &model.insns;
    while (*end) end = &(*end)->next;
    *end = insn;
    insn->id = model.insn_count++;
}

static void
link_fuse(struct fuse *fuse)
{
    struct fuse **end = &model.fuses;
    while (*end) end = &(*end)->next;
    *end = fuse;
    model.fuse_count++;
}

static void
add_slow(const char *name, size_t length)
{
    struct slow **end = &model.slows;
    for (; *end; end = &(*end)->next) {
        if (strlen((*end)->name) == length && memcmp((*end)->name, name, length) == 0) return;
    }
    *end = xalloc(sizeof **end);
    (*end)->name = xcopy(name, length);
}

struct insn *
model_find_insn(const char *name)
{
    for (struct insn *insn = model.insns; insn; insn = insn->next) {
        if (strcmp(insn->name.text, name) == 0) return insn;
    }
    return NULL;
}

/* Names that the handlers' own code uses: an operand or a stack item may not take them. */
static bool
name_is_reserved(const char *name)
{
    static const char *const reserved[] = {"pc", "sp", "fp", "ec"};
    for (size_t k = 0; k < sizeof reserved / sizeof *reserved; k++) {
        if (strcmp(reserved[k], name) == 0) return true;
    }
    return false;
}

void
model_insn_begin(struct token word, struct token name)
{
    struct insn *old = model_find_insn(name.text);

    if (old) error_at(name.pos, "instruction `%s' was already defined on line %d", name.text, old->name.pos.line);
    current = xalloc(sizeof *current);
    current->name = name;
    current->doc = word.doc;
    link_insn(current);
}

struct operand *
model_find_operand(struct insn *insn, const char *name)
{
    for (int k = 0; k < insn->operand_count; k++) {
        if (strcmp(insn->operands[k].name.text, name) == 0) return &insn->operands[k];
    }
    return NULL;
}

/* Reports an operand type that is unknown, or that names an encoding without a kind.  The message lists the kinds. */
static void
refuse_type(struct token type)
{
    char kinds[256] = "";

    for (size_t k = 0; k < sizeof bare_types / sizeof *bare_types; k++) {
        if (strcmp(bare_types[k].name, type.text) != 0) continue;
        for (const struct operand_type *t = types; t->name; t++) {
            if (t->code != bare_types[k].code) continue;
            strcat(kinds, " ");
            strcat(kinds, t->name);
        }
        error_at(type.pos, "operand type `%s' has no kind, which is one of:%s", type.text, kinds);
        return;
    }
    error_at(type.pos, "unknown operand type `%s'", type.text);
}

void
model_operand(struct token type, struct token name)
{
    const struct operand_type *found = types;

    while (found->name && strcmp(found->name, type.text) != 0) found++;
    if (!found->name) {
        refuse_type(type);
        found = types;
    }
    if (name_is_reserved(name.text)) error_at(name.pos, "`%s' is a name of the machine's own", name.text);
    if (model_find_operand(current, name.text)) error_at(name.pos, "operand `%s' is named twice", name.text);
    if (current->operand_count == MAX_OPERANDS) {
        error_at(name.pos, "more than %d operands", MAX_OPERANDS);
        return;
    }
    current->operands[current->operand_count++] = (struct operand){found, type, name, 0, 0};
}

static struct stack_item *
find_item(struct stack_item *items, int count, const char *name)
{
    for (int k = 0; k < count; k++) {
        if (!items[k].rest && strcmp(items[k].name.text, name) == 0) return &items[k];
    }
    return NULL;
}

void
model_stack_item(bool output, struct token name, bool rest)
{
    struct stack_item *items = output ? current->out : current->in;
    int *count = output ? &current->out_count : &current->in_count;

    if (!rest) {
        if (name_is_reserved(name.text)) error_at(name.pos, "`%s' is a name of the machine's own", name.text);
        if (model_find_operand(current, name.text)) {
            error_at(name.pos, "`%s' names an operand and a stack item", name.text);
        }
        if (find_item(items, *count, name.text)) {
            error_at(name.pos, "%s `%s' is named twice", output ? "output" : "input", name.text);
        }
    }
    if (*count == MAX_STACK) {
        error_at(name.pos, "more than %d stack items", MAX_STACK);
        return;
    }
    items[(*count)++] = (struct stack_item){.name = name, .rest = rest};
    if (rest) current->variable = true;
}

void
model_variable(void)
{
    current->variable = true;
}

static bool
word_of(struct token value, const char *first, const char *second)
{
    if (strcmp(value.text, first) == 0) return true;
    if (strcmp(value.text, second) != 0) {
        error_at(value.pos, "expected (%s) or (%s), not (%s)", first, second, value.text);
    }
    return false;
}

static bool
is_name(const char *text)
{
    if (!isalpha((unsigned char)*text) && *text != '_') return false;
    while (isalnum((unsigned char)*text) || *text == '_') text++;
    return !*text;
}

/* Cut blanks from both ends, in place. */
static char *
trim(char *text)
{
    while (isspace((unsigned char)*text)) text++;
    char *end = text + strlen(text);
    while (end > text && isspace((unsigned char)end[-1])) end--;
    *end = '\0';
    return text;
}

static void
add_watch(struct token value)
{
    char *comma = strchr(value.text, ',');

    if (!comma) {
        error_at(value.pos, "watch needs (Class, operator), not (%s)", value.text);
        return;
    }
    struct watch watch = {trim(xcopy(value.text, (size_t)(comma - value.text))), trim(xcopy(comma + 1, strlen(comma + 1)))};
    if (!is_name(watch.klass) || !isupper((unsigned char)*watch.klass) || !*watch.op || strpbrk(watch.op, "\"\\ \n")) {
        error_at(value.pos, "watch needs (Class, operator), not (%s)", value.text);
    } else if (current->watch_count == MAX_WATCHES) {
        error_at(value.pos, "more than %d watches", MAX_WATCHES);
    } else {
        current->watches[current->watch_count++] = watch;
    }
}

static void
set_attr(enum attr_key key, struct token value)
{
    switch (key) {
    case ATTR_LEAF: current->leaf = word_of(value, "true", "false"); break;
    case ATTR_PUBLISH: current->publish_manual = word_of(value, "manual", "auto"); break;
    case ATTR_CONTROL: current->control = word_of(value, "true", "false"); break;
    case ATTR_JUMP: current->jump = word_of(value, "true", "false"); break;
    case ATTR_COLD: current->cold = word_of(value, "true", "false"); break;
    case ATTR_SP_INC: current->sp_inc = value; break;
    case ATTR_COMPTIME_SP_INC: current->comptime_sp_inc = value; break;
    case ATTR_FAMILY: current->family_name = value; break;
    case ATTR_WATCH: add_watch(value); break;
    case ATTR_SLOW:
        if (is_name(value.text)) add_slow(value.text, strlen(value.text));
        else error_at(value.pos, "slow needs the name of a function, not (%s)", value.text);
        break;
    case ATTR_GUARD: current->guard = value; break;
    case ATTR_JIT:
        current->jit_none = strcmp(value.text, "none") == 0;
        if (!current->jit_none) current->jit = value;
        break;
    case ATTR_READS: current->reads = value; break;
    case ATTR_REQUIRE: current->require = value; break;
    case ATTR_PURE: current->pure = word_of(value, "true", "false"); break;
    case ATTR_COMPILED: current->compiled = word_of(value, "true", "false"); break;
    case ATTR_SITE: current->site_form = role_word(site_forms, value, "call site"); break;
    case ATTR_LINK: current->link = role_word(link_forms, value, "link"); break;
    case ATTR_CALLEE: current->callee = value; break;
    case ATTR_BRANCH: current->branch = role_word(branch_forms, value, "branch"); break;
    case ATTR_BACK: current->back = word_of(value, "true", "false"); break;
    case ATTR_POINT:
        current->point = value;
        current->has_point = word_of(value, "true", "false");
        break;
    case ATTR_LASTING: current->lasting = value; break;
    case ATTR_WRITES: current->writes = value; break;
    case ATTR__COUNT: break;
    }
}

void
model_attr(struct token key, struct token value)
{
    int k = 0;

    while (k < ATTR__COUNT && strcmp(attr_names[k], key.text) != 0) k++;
    if (k == ATTR__COUNT) {
        error_at(key.pos, "unknown attribute `%s'", key.text);
        return;
    }
    value.text = trim(value.text);
    if (!*value.text) {
        error_at(value.pos, "attribute `%s' has no value", key.text);
        return;
    }
    if (k != ATTR_WATCH && k != ATTR_SLOW && (current->attrs_seen & (1u << k))) {
        error_at(key.pos, "attribute `%s' is given twice", key.text);
    }
    current->attrs_seen |= 1u << k;
    set_attr((enum attr_key)k, value);
}

/* Give each operand its byte offset and the instruction its length. */
static void
lay_out(struct insn *insn)
{
    int lane = 0;

    for (int k = 0; k < insn->operand_count; k++) {
        struct operand *operand = &insn->operands[k];
        int bytes = operand->type->lane_bytes;
        if (!bytes) continue;
        lane = (lane + bytes - 1) / bytes * bytes;
        operand->offset = CELL_BYTES + lane;
        lane += bytes;
        insn->packed_count++;
        if (lane > CELL_BYTES) {
            error_at(operand->type_name.pos, "packed operands of `%s' take more than %d bits", insn->name.text,
                     CELL_BYTES * 8);
            return;
        }
    }
    insn->length = lane ? 2 : 1;
    for (int k = 0; k < insn->operand_count; k++) {
        struct operand *operand = &insn->operands[k];
        if (operand->type->lane_bytes) continue;
        operand->offset = insn->length * CELL_BYTES;
        insn->length += operand->type->cells;
    }
}

/* Does the body seem to change a variable: an assignment, ++ or --, or its address taken? */
static bool
body_assigns(const char *body, const char *name)
{
    struct c_scan scan = {body, {1, 1}};
    struct c_token token;
    const char *before = body;

    while (c_next(&scan, &token)) {
        if (token.kind == 'i' && c_token_is(&token, name)) {
            const char *after = token.start + token.length;
            while (isspace((unsigned char)*after)) after++;
            if (*after == '=' && after[1] != '=') return true;
            if (strchr("+-*/%&|^", *after) && after[1] == '=') return true;
            if (strncmp(after, "++", 2) == 0 || strncmp(after, "--", 2) == 0) return true;
            if (strncmp(after, "<<=", 3) == 0 || strncmp(after, ">>=", 3) == 0) return true;
            if (*before == '&' || *before == '+' || *before == '-') {
                if (*before == '&' || (before > body && before[-1] == *before)) return true;
            }
        }
        before = token.start + token.length - 1;
    }
    return false;
}

/* Finds SLOW(fn) and THROW() in C text; leaf: the name of an instruction that may not throw, or NULL.  Returns whether SLOW occurs. */
static bool
scan_body(struct token body, const char *leaf)
{
    struct c_scan scan = {body.text, body.pos};
    struct c_token token;
    bool slow = false;

    while (c_next(&scan, &token)) {
        if (token.kind != 'i') continue;
        if (c_token_is(&token, "THROW")) {
            if (leaf) error_at(token.pos, "leaf instruction `%s' says THROW()", leaf);
        } else if (c_token_is(&token, "SLOW")) {
            struct c_token open, name, close;
            slow = true;
            if (!c_next(&scan, &open) || open.kind != '(' || !c_next(&scan, &name) || name.kind != 'i' ||
                !c_next(&scan, &close) || close.kind != ')') {
                error_at(token.pos, "SLOW needs the name of a function: SLOW(fn)");
                return slow;
            }
            add_slow(name.start, (size_t)name.length);
        }
    }
    return slow;
}

static struct piece *
find_piece(const char *name)
{
    for (struct piece *piece = model.pieces; piece; piece = piece->next)
        if (strcmp(piece->name.text, name) == 0) return piece;
    return NULL;
}

void
model_piece(struct token name, struct token body)
{
    if (find_piece(name.text)) {
        error_at(name.pos, "piece `%s' is there twice", name.text);
        return;
    }
    if (strstr(body.text, "//")) error_at(body.pos, "piece `%s' has a comment of //: it is pasted as one line", name.text);
    struct piece *piece = xalloc(sizeof *piece);
    *piece = (struct piece){name, body, scan_body(body, NULL), false, model.pieces};
    model.pieces = piece;
}

/* Pastes the piece that the instruction names in front of its body, between the same braces: the body may use its variables. */
static void
paste_guard(struct insn *insn)
{
    if (!insn->guard.text) return;
    struct piece *piece = find_piece(insn->guard.text);
    if (!piece) {
        error_at(insn->guard.pos, "guard of unknown piece `%s'", insn->guard.text);
        return;
    }
    piece->used = true;
    if (piece->uses_slow) insn->uses_slow = true;
    size_t front = strlen(piece->body.text) - 1, rest = strlen(insn->body.text + 1);
    char *both = xalloc(front + rest + 1);
    memcpy(both, piece->body.text, front);
    memcpy(both + front, insn->body.text + 1, rest);
    for (size_t k = 0; k < front; k++)
        if (both[k] == '\n') both[k] = ' '; /* the body keeps its line numbers */
    insn->body.text = both;
}

/* A body with SLOW publishes where it needs it. */
static void
check_publish(struct insn *insn)
{
    if (!insn->uses_slow || insn->leaf) return;
    if (insn->attrs_seen & (1u << ATTR_PUBLISH))
        error_at(insn->name.pos, "`%s' has SLOW: publish says nothing there", insn->name.text);
    insn->publish_manual = true;
}

/* `...` comes at most once on each side. */
static void
check_rest(struct stack_item *items, int count)
{
    int rests = 0;

    for (int k = 0; k < count; k++) {
        if (!items[k].rest) continue;
        if (++rests > 1) error_at(items[k].name.pos, "`...' is there twice");
    }
}

static void
check_attrs(struct insn *insn)
{
    struct pos at = insn->name.pos;
    const char *name = insn->name.text;

    if (insn->variable && !insn->sp_inc.text) error_at(at, "`%s' has a variable stack and no sp_inc", name);
    if (insn->variable && !insn->control) error_at(at, "`%s' has a variable stack and no control(true)", name);
    if (insn->sp_inc.text && !insn->control) error_at(insn->sp_inc.pos, "sp_inc without control(true): the picture says it");
    if (insn->comptime_sp_inc.text && !insn->control) {
        error_at(insn->comptime_sp_inc.pos, "comptime_sp_inc without control(true): the picture says it");
    }
    if (insn->jump && !insn->control) error_at(at, "`%s' jumps and has no control(true)", name);
    if (insn->leaf && (insn->attrs_seen & (1u << ATTR_PUBLISH))) {
        error_at(at, "`%s' is a leaf: publish says nothing there", name);
    }
}

/* Requires the facts that the other attributes and the picture cannot give: what is read below the named inputs. */
static void
check_reads(struct insn *insn)
{
    bool open = insn->variable && (insn->out_count != 1 || insn->out[0].rest);

    if (!insn->control) open |= c_mentions(insn->body.text, "sp");
    if (open && !insn->reads.text) {
        error_at(insn->name.pos, "`%s' has no reads: its picture does not give the number of values it reads",
                 insn->name.text);
    }
    if (insn->pure && (insn->control || insn->variable || insn_fixed_sp_inc(insn) != 1)) {
        error_at(insn->name.pos, "`%s' is pure and does not push one value", insn->name.text);
    }
}

/* Gives the instruction the form of its call site.  An operator's form follows from its family; a call must name its own. */
static void
check_site_form(struct insn *insn)
{
    const struct operand *site = NULL;

    for (int k = 0; k < insn->operand_count; k++)
        if (insn->operands[k].type->code == 'C') site = &insn->operands[k];
    bool given = insn->site_form != 0;
    bool depth = false;
    for (int k = 0; k < insn->operand_count; k++) depth |= strcmp(insn->operands[k].type->name, "depth") == 0;
    bool is_operator = site && site->type->name[0] == 'o';
    if (given && (!site || is_operator)) error_at(insn->name.pos, "`%s' has no call: site has no meaning", insn->name.text);
    if (is_operator) insn->site_form = insn->family_name.text ? SITE_FORM_OPERATOR : SITE_FORM_MONO;
    else if (site && !depth) error_at(insn->name.pos, "`%s' has a call and no operand of kind depth", insn->name.text);
    else if (site && !given) error_at(insn->name.pos, "`%s' has a call and no site(FORM)", insn->name.text);
}

static void
mark_shared_outputs(struct insn *insn)
{
    for (int k = 0; k < insn->out_count; k++) {
        struct stack_item *output = &insn->out[k];
        if (output->rest) continue;
        struct stack_item *input = find_item(insn->in, insn->in_count, output->name.text);
        output->shared = input != NULL;
        output->kept = input == &insn->in[k] && !insn->control && !body_assigns(insn->body.text, output->name.text);
        if (input) input->kept = output->kept;
    }
}

void
model_insn_end(struct token body)
{
    struct insn *insn = current;

    insn->body = body;
    check_rest(insn->in, insn->in_count);
    check_rest(insn->out, insn->out_count);
    lay_out(insn);
    check_attrs(insn);
    insn->uses_slow = scan_body(body, insn->leaf ? insn->name.text : NULL);
    paste_guard(insn);
    check_publish(insn);
    check_reads(insn);
    check_site_form(insn);
    roles_insn_end(insn);
    mark_shared_outputs(insn);
}

void
model_fuse_begin(struct token name)
{
    current_fuse = xalloc(sizeof *current_fuse);
    current_fuse->name = name;
    link_fuse(current_fuse);
}

void
model_fuse_part(struct token name)
{
    if (current_fuse->count == MAX_FUSED) {
        error_at(name.pos, "a fusion has at most %d parts", MAX_FUSED);
        return;
    }
    current_fuse->part_names[current_fuse->count++] = name;
}

static void
check_family(struct insn *insn)
{
    struct token name = insn->family_name;

    if (!name.text) return;
    struct insn *family = model_find_insn(name.text);
    if (!family) {
        error_at(name.pos, "family of unknown instruction `%s'", name.text);
        return;
    }
    if (family == insn || family->family_name.text) {
        error_at(name.pos, "`%s' is itself a specialised form", name.text);
        return;
    }
    bool same = family->operand_count == insn->operand_count;
    for (int k = 0; same && k < insn->operand_count; k++)
        same = family->operands[k].type->code == insn->operands[k].type->code;
    if (!same) error_at(name.pos, "operands of `%s' differ from those of its family `%s'", insn->name.text, name.text);
    insn->family = family;
}

/* compiled(true) is for a form that has a family: the compiler writes every instruction that has none, or the VM alone does. */
static void
check_compiled(const struct insn *insn)
{
    if (insn->compiled && !insn->family)
        error_at(insn->name.pos, "`%s' is compiled(true) and has no family", insn->name.text);
}

static void
check_fuse_parts(struct fuse *fuse)
{
    if (fuse->count < 2) error_at(fuse->name.pos, "fusion `%s' has one part", fuse->name.text);
    for (int k = 0; k < fuse->count; k++) {
        struct token name = fuse->part_names[k];
        struct insn *part = fuse->parts[k] = model_find_insn(name.text);
        if (!part) error_at(name.pos, "fusion of unknown instruction `%s'", name.text);
        else if (part->control && k + 1 < fuse->count) {
            error_at(name.pos, "`%s' has control(true): it can only be the last part", name.text);
        }
    }
}

static void
check_fuse(struct fuse *fuse)
{
    struct insn *insn = model_find_insn(fuse->name.text);

    if (insn) error_at(fuse->name.pos, "`%s' is an instruction, defined on line %d", fuse->name.text, insn->name.pos.line);
    check_fuse_parts(fuse);
    for (struct fuse *other = model.fuses; other != fuse; other = other->next) {
        if (strcmp(other->name.text, fuse->name.text) == 0) {
            error_at(fuse->name.pos, "fusion `%s' was already defined on line %d", fuse->name.text, other->name.pos.line);
        }
        bool same = other->count == fuse->count;
        for (int k = 0; same && k < fuse->count; k++) same = other->parts[k] == fuse->parts[k];
        if (same) error_at(fuse->name.pos, "fusion `%s' has the parts of `%s'", fuse->name.text, other->name.text);
    }
}

void
model_check(void)
{
    int id = model.insn_count;

    for (struct insn *insn = model.insns; insn; insn = insn->next) {
        check_family(insn);
        check_compiled(insn);
    }
    for (struct insn *insn = model.insns; insn; insn = insn->next) roles_check(insn);
    for (struct fuse *fuse = model.fuses; fuse; fuse = fuse->next) {
        fuse->id = id++;
        check_fuse(fuse);
    }
    for (struct piece *piece = model.pieces; piece; piece = piece->next)
        if (!piece->used) error_at(piece->name.pos, "piece `%s' is not used", piece->name.text);
    if (model.insn_count == 0 && error_count == 0) error_at((struct pos){1, 1}, "no instruction");
}

int
insn_fixed_sp_inc(const struct insn *insn)
{
    return insn->out_count - insn->in_count;
}
