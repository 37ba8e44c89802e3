// Makes the pages of the site in pages/, from docs/ and from the source. Links to files that are no pages lead to the
// repository, and each example that runs by itself gets a link to the playground.
//
// REPOSITORY is the address of the repository, and REVISION the commit that its links lead to.

import { cpSync, existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join, posix } from 'node:path';
import { deflateRawSync } from 'node:zlib';
import { index, page } from './standards.mjs';

const root = join(import.meta.dirname, '..');
const target = join(import.meta.dirname, 'pages');
const repository = process.env.REPOSITORY ?? 'https://github.com/OWNER/posttask';
const revision = process.env.REVISION ?? 'main';

/** The address of a file or a folder of the repository. */
export function source(path, line) {
  return `${repository}/blob/${revision}/${path}${line === undefined ? '' : `#L${line}`}`;
}

/** Pages from other folders, and those with another name, by their path in the repository. */
const OTHERS = {
  'CHANGELOG.md': 'changes.md',
  'CONTRIBUTING.md': 'contributing.md',
  'docs/README.md': 'index.md',
  'docs/scaling/README.md': 'scaling.md',
};

/** Links of documents that lead elsewhere on the site, which has more than the repository. */
const ON_SITE = {
  'docs/README.md': {
    'playground.md': './try/index.html',
    'playground.md#the-site': './standards.md',
  },
};

/** The fragment of the playground for a program: as src/link.ts of the playground makes it. */
export function fragment(program) {
  return `#code=${deflateRawSync(JSON.stringify(program)).toString('base64url')}`;
}

/** Whether a program runs by itself: without files and packages. */
function runsAlone(text) {
  const needs = /\b(import\b|require\(|export\b|node:|process\.|document\.|describe\(|test\(|fetch\(|new Worker\()/;
  return /console\.|throw |scheduler\.|setTimeout/.test(text) && !needs.test(text) && !/\.\.\.\s*$/m.test(text);
}

/** The functions of a document that its programs share: each is a block of one line, which a program begins with. */
function helpersIn(text) {
  return [...text.matchAll(/^```js\n(const (\w+) = .*=>.*\n)```$/gm)].map(([, line, name]) => ({ line, name }));
}

/** Adds a link to the playground below each program. */
export function withPlayground(text, toRoot) {
  const helpers = helpersIn(text);
  return text.replace(/^```(js|ts|jsx|tsx)\n([^]*?)^```$/gm, (block, language, program) => {
    if (!runsAlone(program)) return block;
    const needed = helpers.filter(({ name }) => new RegExp(`(?<![\\w.])${name}\\(`).test(program));
    const source = needed.map(({ line }) => line).join('') + program;
    const data = language === 'js' ? { source } : { source, language };
    const address = `${toRoot}try/${fragment(data)}`;
    return `${block}\n\n<a class="try" href="${address}" target="_blank">Open in the playground</a>`;
  });
}

/** The link on the site for one in a document of the repository, which is in this folder. */
export function siteLink(link, folder) {
  if (/^([a-z]+:|#|\.\/try\/)/.test(link)) return link;
  const [path, anchor] = link.split('#');
  const full = posix.normalize(posix.join(folder, path));
  const hash = anchor === undefined ? '' : `#${anchor}`;
  if (full in OTHERS) return `./${OTHERS[full]}${hash}`;
  if (/^docs\/([\w-]+\.md|pictures\/.*)$/.test(full)) return `./${full.slice('docs/'.length)}${hash}`;
  if (!existsSync(join(root, full))) throw new Error(`${folder} has a link to ${link}, and there is no ${full}`);
  return source(full) + hash;
}

/** A document with other links: each of them must be in it. */
export function withSiteLinks(text, links) {
  return Object.entries(links).reduce((changed, [link, other]) => {
    if (!changed.includes(`](${link})`)) throw new Error(`there is no link to ${link} any more`);
    return changed.replaceAll(`](${link})`, `](${other})`);
  }, text);
}

/** A document as a page. */
export function asPage(text, folder) {
  // Code is as it is.
  const parts = text.split(/(^```[^]*?^```$|`[^`\n]+`)/m);
  const linked = parts.map((part, number) => {
    if (number % 2 === 1) return part;
    const onSite = (_, before, link) => before + siteLink(link, folder);
    const referenced = part.replace(/(\]\()([^)\s]+)(?=\))/g, onSite).replace(/^(\[[^\]]+\]:\s+)(\S+)$/gm, onSite);
    // Vue would take these for expressions.
    return referenced.replaceAll('{{', '{&#123;');
  });
  return withPlayground(linked.join(''), './');
}

/** All documents as pages, with their paths in the repository. */
export function documents() {
  const names = readdirSync(join(root, 'docs')).filter((name) => name.endsWith('.md'));
  const paths = new Set([...names.map((name) => `docs/${name}`), ...Object.keys(OTHERS)]);
  return [...paths].map((path) => {
    const text = withSiteLinks(readFileSync(join(root, path), 'utf8'), ON_SITE[path] ?? {});
    return { path, page: asPage(text, posix.dirname(path)) };
  });
}

function copyDocuments() {
  for (const { path, page } of documents()) writeFileSync(join(target, OTHERS[path] ?? posix.basename(path)), page);
  cpSync(join(root, 'docs', 'pictures'), join(target, 'pictures'), { recursive: true });
}

/** All type declarations as a page. */
export function typesPage() {
  const names = ['posttask.d.ts', 'posttask-test.d.ts', 'node-test.d.ts'];
  const files = names.map((name) => {
    const text = readFileSync(join(root, 'types', name), 'utf8');
    return `## ${name}\n\n\`\`\`ts\n${text}\`\`\`\n`;
  });
  return [`# Types\n\nThe declarations in [\`types/\`](${source('types')}).\n`, ...files].join('\n');
}

function makePages() {
  rmSync(target, { recursive: true, force: true });
  mkdirSync(join(target, 'public'), { recursive: true });
  copyDocuments();
  writeFileSync(join(target, 'standards.md'), page(index(root), source));
  writeFileSync(join(target, 'types.md'), typesPage());
  // Whatever has been built already: the workflow builds both.
  for (const [from, to] of [['playground/dist', 'try'], ['target/doc', 'api']]) {
    if (existsSync(join(root, from))) cpSync(join(root, from), join(target, 'public', to), { recursive: true });
    else console.log(`${from} has not been built: the site has no ${to}/`);
  }
}

if (process.argv[1] === import.meta.filename) makePages();
