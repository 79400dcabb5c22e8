// emojigen.mjs - makes encoding/emoji.inc: the pictograms of three Japanese carriers, and what each is elsewhere.
//
//   git show 288ae044cfd9717910127655128c1438345d01f7:data/emoji4unicode.xml | node emojigen.mjs > FILE
//
// The input is a file of github.com/google/emoji4unicode (Apache-2.0) as of November 2009, when Unicode's code points were
// still proposals; a later edition has other code points from U+1F600 on, and CRuby 4.0 follows this one.
//
// An element e is a pictogram.  unicode, docomo, kddi and softbank are its code points there, joined by "+".  A "+" in front of
// unicode means proposed, an asterisk upcoming; a ">" in front of a carrier's means that the carrier has only something like it.
import { readFileSync } from 'node:fs';
import { array } from './c_array.mjs';

const CARRIERS = ['docomo', 'kddi', 'softbank'], PROPOSED = 1 << CARRIERS.length;
const hex = (n) => '0x' + n.toString(16);
const points = (text) => {
  const list = text.replace('*', '').split('+').filter((part) => part).map((part) => parseInt(part, 16));
  if (list.length > 2 || list.some(Number.isNaN)) throw new Error('not one or two code points: ' + text);
  return [...list, 0, 0].slice(0, 2);
};

const rows = [];
for (const [, text] of readFileSync(0, 'utf8').matchAll(/<e\s([^>]*?)\/?>/g)) {
  const e = Object.fromEntries([...text.matchAll(/(\w+)="([^"]*)"/g)].map(([, name, value]) => [name, value.replace('&gt;', '>')]));
  const unicode = e.unicode ?? '', codes = CARRIERS.map((name) => points((e[name] ?? '').replace('>', '')));
  let flags = unicode.startsWith('+') ? PROPOSED : 0;
  CARRIERS.forEach((name, i) => { if (e[name]?.startsWith('>')) flags |= 1 << i; });
  rows.push({ unicode: points(unicode), codes, flags });
}
if (rows.length < 800) throw new Error(`only ${rows.length} pictograms`);

// One code point each first, in order; then pairs and those without.
const alone = (row) => row.unicode[0] && !row.unicode[1];
rows.sort((a, b) => alone(b) - alone(a) || (alone(a) ? a.unicode[0] - b.unicode[0] : 0));
const count = rows.filter(alone).length;

const unique = (list, what) => {
  if (new Set(list).size !== list.length) throw new Error('two rows for one code of ' + what);
};

console.log('/* encoding/emoji.inc: made by tool/build/unicode/emojigen.mjs from emoji4unicode, November 2009; do not edit. */');
unique(rows.slice(0, count).map((row) => row.unicode[0]), 'unicode');
array('struct emoji', 'emojis', rows.map(({ unicode, codes, flags }) =>
  `{{${unicode.map(hex).join(', ')}}, {${codes.map((pair) => `{${pair.map(hex).join(', ')}}`).join(', ')}}, ${flags}}`));
console.log(`enum { EMOJI_ALONE = ${count} }; /* so many at the beginning are one code point of Unicode */`);
const own = CARRIERS.map((name, i) => {
  const list = [...rows.keys()].filter((n) => rows[n].codes[i][0] && !(rows[n].flags & 1 << i));
  unique(list.map((n) => rows[n].codes[i][0]), name);
  return list.sort((a, b) => rows[a].codes[i][0] - rows[b].codes[i][0]);
});
console.log('/* Indexes into emojis of the rows that a carrier has itself, in the order of its code points. */');
own.forEach((list, i) => array('uint16_t', `emoji_of_${CARRIERS[i]}`, list));
