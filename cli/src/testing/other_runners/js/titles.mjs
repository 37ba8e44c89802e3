// The titles of tests with parameters, as Vitest and Jest write them.

let show = value => (typeof value === 'string' ? `'${value}'` : plain(value));

/** Sets how values are shown in titles: a function of the user's packages. */
export function showValuesWith(display) {
  show = display;
}

function plain(value) {
  if (typeof value === 'object' && value !== null) {
    try {
      return JSON.stringify(value);
    } catch {
      return Object.prototype.toString.call(value);
    }
  }
  return typeof value === 'bigint' ? `${value}n` : String(value);
}

function text(value) {
  if (Object.is(value, -0)) return '-0';
  return typeof value === 'object' && value !== null ? show(value) : plain(value);
}

const FORMATS = {
  s: text,
  d: value => (Object.is(value, -0) ? '-0' : String(Number(value))),
  i: value => (Object.is(value, -0) ? '-0' : String(Number.parseInt(value))),
  f: value => (Object.is(value, -0) ? '-0' : String(Number.parseFloat(value))),
  j: value => JSON.stringify(value),
  o: value => show(value),
  O: value => show(value),
  p: value => show(value),
  c: () => '',
};

/** Returns the property of an object at a path such as `a.b.0`. */
function at(object, path) {
  return path
    .split('.')
    .reduce((value, key) => (value === null || value === undefined ? undefined : value[key]), object);
}

/** Returns the title of the case with this index. The values replace `%s` and so on, in order, and `$name`. */
export function titleOf(template, values, index) {
  let next = 0;
  const formatted = template.replace(/%([%#$sdifjoOpc])/g, (all, kind) => {
    if (kind === '%') return '%';
    if (kind === '#') return String(index);
    if (kind === '$') return String(index + 1);
    return next < values.length ? FORMATS[kind](values[next++]) : all;
  });
  const [first] = values;
  const isObject = typeof first === 'object' && first !== null;
  return formatted.replace(/\$([$\w.]+)/g, (all, key) => {
    if (key === '#') return String(index);
    if (/^\d+$/.test(key) && !(isObject && key in first)) return show(values[key]);
    return isObject ? show(at(first, key)) : all;
  });
}

/** Returns the rows of a table: a list, or a template whose first line names the columns. */
export function rowsOf(table, values) {
  if (!Array.isArray(table) || table.raw === undefined) return table;
  const names = table[0]
    .trim()
    .split('\n')[0]
    .split('|')
    .map(name => name.trim())
    .filter(Boolean);
  const rows = [];
  for (let start = 0; start < values.length; start += names.length) {
    rows.push(Object.fromEntries(names.map((name, column) => [name, values[start + column]])));
  }
  return rows;
}
