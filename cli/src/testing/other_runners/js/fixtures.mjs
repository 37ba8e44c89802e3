// Fixtures: values that tests ask for by name, in the pattern of their first parameter.

/** Returns the names in the pattern of the first parameter of a function. `null` if it takes the whole object. */
function namesIn(fn) {
  const text = Function.prototype.toString.call(fn).replace(/\/\*[^]*?\*\/|\/\/.*/g, '');
  const start = text.indexOf('(');
  const parameters = start < 0 || /^\s*(async\s+)?[\w$]+\s*=>/.test(text) ? '' : text.slice(start + 1).trimStart();
  if (!parameters.startsWith('{')) return parameters.startsWith(')') || parameters === '' ? [] : null;
  let depth = 0;
  let end = 0;
  for (const [index, char] of [...parameters].entries()) {
    if ('{[('.includes(char)) depth++;
    if ('}])'.includes(char)) depth--;
    if (depth === 0) {
      end = index;
      break;
    }
  }
  const names = [];
  let name = '';
  depth = 0;
  for (const char of `${parameters.slice(1, end)},`) {
    if (char === ',' && depth === 0) {
      const key = name.split(/[:=]/)[0].trim();
      if (key) names.push(key);
      name = '';
    } else {
      if ('{[('.includes(char)) depth++;
      if ('}])'.includes(char)) depth--;
      name += char;
    }
  }
  return names.some(it => it.startsWith('...')) ? null : names;
}

/** Returns the fixtures of `test.extend(fixtures)`, with those that it extends. */
export function extended(known, fixtures) {
  const all = new Map(known);
  for (const [name, given] of Object.entries(fixtures)) {
    const isList = Array.isArray(given) && given.length === 2 && typeof given[1] === 'object' && given[1] !== null;
    const isOptions = isList && ['auto', 'scope', 'injected'].some(option => option in given[1]);
    const own = isOptions ? { ...given[1], value: given[0] } : { value: given };
    all.set(name, { before: known.get(name), ...own });
  }
  return all;
}

/** Like `extended`, for one fixture, whose function returns the value instead of using it. */
export function extendedBy(known, name, options, value) {
  return new Map(known).set(name, { ...options, before: known.get(name), value, returns: true });
}

/** Returns fixtures with the values that the suites of a test have for them. */
export function overridden(known, task) {
  const suites = [];
  for (let { suite } = task; suite; suite = suite.suite) suites.unshift(suite);
  return suites.flatMap(suite => suite.overrides ?? []).reduce((all, override) => override(all), known);
}

/** The values of fixtures that belong to the file, by fixture. */
const shared = new Map();

/**
 * Puts the fixtures that a function asks for into a context. Returns functions that end them, in the order in which
 * they were made.
 */
export async function provide(fixtures, fn, context, atEndOfFile) {
  const ends = [];
  const made = new Map();
  const make = async (name, fixture) => {
    const isShared = fixture.scope === 'file' || fixture.scope === 'worker';
    const values = isShared ? shared : made;
    if (!values.has(fixture))
      values.set(fixture, await valueOf(name, fixture, isShared ? atEndOfFile : end => ends.push(end)));
    return values.get(fixture);
  };
  const need = async (asked, inside, own) => {
    for (const [name, fixture] of fixtures) {
      if (asked !== null && !asked.includes(name)) continue;
      const wanted = fixture === own ? fixture.before : fixture;
      if (wanted) inside[name] = await make(name, wanted);
    }
  };
  const valueOf = async (name, fixture, onEnd) => {
    if (typeof fixture.value !== 'function') return fixture.value;
    const inside = Object.create(context);
    await need(namesIn(fixture.value), inside, fixture);
    if (fixture.returns) return fixture.value(inside, { onCleanup: onEnd });
    return new Promise((resolve, reject) => {
      const ended = (async () =>
        fixture.value(
          inside,
          value =>
            new Promise(end => {
              onEnd(async () => {
                end();
                await ended;
              });
              resolve(value);
            }),
        ))();
      ended.then(
        () => reject(new Error(`the fixture '${name}' has ended without a call of its argument use`)),
        reject,
      );
    });
  };
  const asked = namesIn(fn) ?? [];
  const automatic = [...fixtures].filter(([, { auto }]) => auto).map(([name]) => name);
  await need([...asked, ...automatic], context);
  return ends;
}
