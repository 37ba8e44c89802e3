import assert from 'node:assert/strict';
import { mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { test } from 'node:test';
import { inflateRawSync } from 'node:zlib';
import { complaints, emptyPages } from './build.mjs';
import { brokenLinks } from './check.mjs';
import { asPage, siteLink, typesPage, withPlayground, withSiteLinks } from './pages.mjs';
import { announces, checkPrograms, linkedPrograms } from './programs.mjs';
import { index, linksIn } from './standards.mjs';

test('links to documents stay on the site, and others lead to the repository', () => {
  assert.equal(siteLink('exploring.md#reference', 'docs'), './exploring.md#reference');
  assert.equal(siteLink('README.md', 'docs'), './index.md');
  assert.equal(siteLink('pictures/explore.svg', 'docs'), './pictures/explore.svg');
  assert.equal(siteLink('../CONTRIBUTING.md#code', 'docs'), './contributing.md#code');
  assert.equal(siteLink('docs/testing.md', '.'), './testing.md');
  assert.match(siteLink('../src/lib.rs', 'docs'), /^https:.*\/blob\/main\/src\/lib\.rs$/);
  assert.equal(siteLink('https://wicg.github.io/', 'docs'), 'https://wicg.github.io/');
  assert.throws(() => siteLink('no-such-file.md', '.'), /there is no no-such-file\.md/);
});

test('documents have other links on the site', () => {
  assert.equal(withSiteLinks('[a](b.md) [c](d.md)', { 'b.md': './try/' }), '[a](./try/) [c](d.md)');
  assert.throws(() => withSiteLinks('[a](b.md)', { 'c.md': './try/' }), /no link to c\.md/);
});

test('all declarations are on the page of types', () => {
  const page = typesPage();
  for (const name of readdirSync(join(import.meta.dirname, '..', 'types'))) {
    if (name.endsWith('.d.ts')) assert.ok(page.includes(`## ${name}\n`), name);
  }
});

test('code is left as it is', () => {
  assert.equal(asPage('`[a](b.md)` {{ x }}', 'docs'), '`[a](b.md)` {&#123; x }}');
  assert.equal(asPage('```text\n[a](b.md) {{ x }}\n```', 'docs'), '```text\n[a](b.md) {{ x }}\n```');
});

test('programs that run by themselves open in the playground', () => {
  const page = withPlayground("```js\nconsole.log('ä');\n```", './');
  const [, code] = /href="\.\/try\/#code=([\w-]+)"/.exec(page);
  assert.deepEqual(JSON.parse(inflateRawSync(Buffer.from(code, 'base64url'))), { source: "console.log('ä');\n" });
  for (const text of ["import a from './a.js';\nconsole.log(a)", 'const part = 1;', "require('x'); console.log(1)"]) {
    const block = `\`\`\`js\n${text}\n\`\`\``;
    assert.equal(withPlayground(block, './'), block);
  }
});

test('programs begin with the functions that they share', () => {
  const helper = 'const busy = ms => wait(ms);\n';
  const programs = ['console.log(busy(1));\n', 'console.log(o.busy(1), notbusy(2));\n'];
  const blocks = [helper, ...programs].map((program) => `\`\`\`js\n${program}\`\`\``);
  const linked = linkedPrograms(withPlayground(blocks.join('\n\n'), './'));
  assert.deepEqual(linked.map(({ source }) => source), [helper + programs[0], programs[1]]);
});

test('errors are announced in the section of a program', () => {
  const page = '# A\n\nA TypeError.\n\n```js\nconsole.log(1);\n```\n\n## B\n\n```js\nconsole.log(throw 2);\n```\n';
  const sections = linkedPrograms(withPlayground(page, './')).map(({ section }) => section);
  assert.deepEqual(sections.map((section) => announces(section, 'Uncaught (in promise) TypeError: x')), [true, false]);
  assert.deepEqual(sections.map((section) => announces(section, 'Uncaught 2')), [false, true]);
});

const command = process.env.POSTTASK;
const skip = command === undefined && 'POSTTASK does not name the command';

test('linked programs throw only what their text mentions', { skip }, () => {
  const { count, wrong } = checkPrograms(resolve(command));
  assert.deepEqual(wrong, []);
  assert.ok(count > 30);
});

test('addresses are found in comments', () => {
  const source = `//! [One](https://dom.spec.whatwg.org/#one)
/// The [second
/// one](https://dom.spec.whatwg.org/#two), and [\`three\`][label], <https://dom.spec.whatwg.org/#concept-four>
///
/// [label]: https://dom.spec.whatwg.org/#three
let not = "[no](https://dom.spec.whatwg.org/#no)";`;
  assert.deepEqual(linksIn(source).map(({ name, line }) => [name, line]), [
    ['One', 1],
    ['second one', 2],
    ['three', 3],
    ['four', 3],
  ]);
});

test('the index has the algorithms of the standards', () => {
  const standards = index(join(import.meta.dirname, '..'));
  const scheduling = standards.find(({ title }) => title === 'Prioritized Task Scheduling');
  assert.ok(scheduling.algorithms.length > 20);
  assert.ok(scheduling.tests.includes('wpt-subset/scheduler/order.any.js'));
  assert.ok(standards.length > 15);
});

test('pages without text are found', () => {
  const folder = mkdtempSync(join(tmpdir(), 'posttask-site-'));
  writeFileSync(join(folder, 'empty.html'), '<nav>a</nav><main class="main"><div> </div></main><footer>b</footer>');
  writeFileSync(join(folder, 'no-main.html'), '<p>a</p>');
  writeFileSync(join(folder, 'text.html'), '<main><p>a</p>\n</main>');
  assert.deepEqual(emptyPages(folder, ['empty.html', 'no-main.html', 'text.html']), ['empty.html', 'no-main.html']);
  rmSync(folder, { recursive: true });
});

test('what a build prints as errors is collected', async (t) => {
  const error = t.mock.method(console, 'error', () => {});
  assert.deepEqual(await complaints(async () => console.error(new TypeError('x'), 1)), ['TypeError: x 1']);
  assert.equal(error.mock.callCount(), 1);
  assert.deepEqual(await complaints(async () => {}), []);
});

test('broken links are found', () => {
  const folder = mkdtempSync(join(tmpdir(), 'posttask-site-'));
  writeFileSync(join(folder, 'a.html'), '<h1 id="x"></h1><a href="b.html#y">b</a><a href="/a.html#x">a</a>');
  writeFileSync(join(folder, 'b.html'), '<a href="c.html">c</a><a href="https://example.com/">e</a>');
  assert.deepEqual(brokenLinks(folder, ['a.html', 'b.html']), [
    'a.html: b.html#y: b.html has no y',
    'b.html: c.html: there is no c.html',
  ]);
  rmSync(folder, { recursive: true });
});
