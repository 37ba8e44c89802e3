// The index of the algorithms of standards: where each one is in the source. It is made from the addresses in the
// comments of the source, and of the tests of the standards from the folders of wpt-subset/.

import { readdirSync, readFileSync } from 'node:fs';
import { join, relative, sep } from 'node:path';

/** The standards, by the beginning of their addresses, and the folders of their tests. */
export const STANDARDS = [
  ['https://wicg.github.io/scheduling-apis', 'Prioritized Task Scheduling', ['scheduler']],
  ['https://html.spec.whatwg.org', 'HTML', ['html', 'webmessaging']],
  ['https://dom.spec.whatwg.org', 'DOM', ['dom']],
  ['https://w3c.github.io/requestidlecallback', 'Cooperative Scheduling of Background Tasks', ['requestidlecallback']],
  ['https://webidl.spec.whatwg.org', 'Web IDL', ['webidl']],
  ['https://streams.spec.whatwg.org', 'Streams', ['streams']],
  ['https://fetch.spec.whatwg.org', 'Fetch', ['fetch']],
  ['https://xhr.spec.whatwg.org', 'XMLHttpRequest', []],
  ['https://url.spec.whatwg.org', 'URL', ['url']],
  ['https://encoding.spec.whatwg.org', 'Encoding', ['encoding']],
  ['https://compression.spec.whatwg.org', 'Compression', []],
  ['https://console.spec.whatwg.org', 'Console', []],
  ['https://w3c.github.io/FileAPI', 'File API', ['FileAPI']],
  ['https://w3c.github.io/hr-time', 'High Resolution Time', ['hr-time']],
  ['https://w3c.github.io/performance-timeline', 'Performance Timeline', ['performance-timeline']],
  ['https://w3c.github.io/user-timing', 'User Timing', ['user-timing']],
  ['https://w3c.github.io/resource-timing', 'Resource Timing', ['resource-timing']],
  ['https://w3c.github.io/longtasks', 'Long Tasks', []],
  ['https://w3c.github.io/webcrypto', 'Web Cryptography', ['WebCryptoAPI']],
  ['https://wicg.github.io/is-input-pending', 'Is Input Pending', []],
  ['https://tc39.es/proposal-async-context', 'AsyncContext', []],
  ['https://tc39.es/ecma262', 'ECMAScript', []],
  ['https://tc39.es/ecma402', 'ECMAScript Internationalization', []],
];

/** All files with this extension below a folder, sorted. */
function filesIn(folder, extension) {
  const entries = readdirSync(folder, { recursive: true, withFileTypes: true });
  const files = entries.filter((entry) => entry.isFile() && entry.name.endsWith(extension));
  return files.map((entry) => join(entry.parentPath ?? entry.path, entry.name)).sort();
}

/** The links in the comments of a source text: the name, the address and the line of each. */
export function linksIn(text) {
  const lines = text.split('\n').map((line) => /^\s*\/\/[/!]?\s?(.*)$/.exec(line)?.[1] ?? '');
  const addresses = new Map();
  for (const line of lines) {
    const [, label, address] = /^\[([^\]]+)\]:\s*(https?:\S+)$/.exec(line) ?? [];
    if (label !== undefined) addresses.set(label, address);
  }
  const links = [];
  // A link may be broken over two lines.
  lines.forEach((line, index) => {
    const next = lines[index + 1] ?? '';
    for (const found of `${line} ${next}`.matchAll(/\[([^\][]+)\](?:\((https?:[^)\s]+)\)|\[([^\]]+)\])/g)) {
      if (found.index >= line.length) continue;
      const address = found[2] ?? addresses.get(found[3]);
      if (address !== undefined) links.push({ name: found[1].replaceAll('`', ''), address, line: index + 1 });
    }
    for (const [, address] of line.matchAll(/<(https?:[^>\s]+)>/g)) {
      links.push({ name: nameOf(address), address, line: index + 1 });
    }
  });
  return links;
}

/** The name of what an address without a text leads to. */
function nameOf(address) {
  const fragment = decodeURIComponent(address.split('#')[1] ?? '');
  return fragment === '' ? 'the standard' : fragment.replace(/^(dom|sec|concept|the)-/, '').replaceAll('-', ' ');
}

/** The index: for each standard, its algorithms with their places in the source. */
export function index(root) {
  const found = new Map(STANDARDS.map(([prefix]) => [prefix, new Map()]));
  for (const file of ['src', 'front-end/src'].flatMap((folder) => filesIn(join(root, folder), '.rs'))) {
    if (/tests?(\.rs|[/\\])/.test(file)) continue;
    const path = relative(root, file).split(sep).join('/');
    for (const { name, address, line } of linksIn(readFileSync(file, 'utf8'))) {
      const prefix = STANDARDS.find(([start]) => address.startsWith(start))?.[0];
      if (prefix === undefined) continue;
      const algorithms = found.get(prefix);
      const entry = algorithms.get(address) ?? { name, address, places: [] };
      entry.places.push({ path, line });
      algorithms.set(address, entry);
    }
  }
  return STANDARDS.map(([prefix, title, tests]) => ({
    title,
    address: prefix,
    algorithms: [...found.get(prefix).values()].sort((one, other) => one.name.localeCompare(other.name, 'en')),
    tests: tests.flatMap((folder) => testsIn(root, folder)),
  })).filter(({ algorithms }) => algorithms.length > 0);
}

function testsIn(root, folder) {
  return filesIn(join(root, 'wpt-subset', folder), '.js')
    .map((file) => relative(root, file).split(sep).join('/'))
    .filter((path) => !path.includes('/resources/'));
}

const escape = (text) => text.replaceAll('|', '\\|').replaceAll('<', '&lt;').replaceAll('{{', '{&#123;');

/** The index as a page. `link` makes the address of a file in the repository. */
export function page(standards, link) {
  const count = standards.reduce((sum, { algorithms }) => sum + algorithms.length, 0);
  const lines = [
    '# The standards beside the code',
    '',
    `Where posttask implements which algorithm: ${count} algorithms and definitions of ${standards.length} standards.`
      + ' This page is made from the addresses in the comments of the source.',
  ];
  for (const { title, address, algorithms, tests } of standards) {
    lines.push('', `## ${title}`, '', `<${address}>`, '');
    if (tests.length > 0) {
      const links = tests.map((path) => `[\`${path.replace('wpt-subset/', '')}\`](${link(path)})`);
      lines.push(`Tests: ${links.join(', ')}`, '');
    }
    lines.push('| algorithm | where |', '| --- | --- |');
    for (const { name, address, places } of algorithms) {
      const shown = places.map(({ path, line }) => `[\`${path}:${line}\`](${link(path, line)})`);
      lines.push(`| [${escape(name)}](${address}) | ${shown.join('<br>')} |`);
    }
  }
  return `${lines.join('\n')}\n`;
}
