// c_array.mjs - prints an array of C, in lines of at most 118 columns: for emojigen.mjs and propgen.mjs.
const wrap = (items) => {
  const lines = [];
  let line = '   ';
  for (const item of items) {
    if (line.length + `${item}`.length + 2 > 118) { lines.push(line); line = '   '; }
    line += ` ${item},`;
  }
  return [...lines, line].join('\n');
};
export const array = (type, name, items) => console.log(`static const ${type} ${name}[${items.length}] = {\n${wrap(items)}\n};`);
