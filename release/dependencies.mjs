#!/usr/bin/env node
// Writes what the command for a target is made of into a folder: `sbom.cdx.json`, a list in the format CycloneDX 1.6,
// and `THIRD-PARTY.txt`, the licenses.
//
//   release/dependencies.mjs TARGET FOLDER
import { execFileSync } from 'node:child_process';
import { readFileSync, readdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';

const [target, folder] = process.argv.slice(2);
const root = join(import.meta.dirname, '..');
const metadata = cargo('metadata', '--locked', '--format-version', '1', '--filter-platform', target);
const packages = new Map(metadata.packages.map(it => [it.id, it]));
const nodes = new Map(metadata.resolve.nodes.map(it => [it.id, it]));
const checksums = readChecksums();
const command = metadata.packages.find(({ name, source }) => name === 'posttask-cli' && !source);
const linked = dependenciesOf(command.id);

writeFileSync(join(folder, 'sbom.cdx.json'), JSON.stringify(sbom(), undefined, 1) + '\n');
writeFileSync(join(folder, 'THIRD-PARTY.txt'), licenses(linked.filter(({ source }) => source)));

function cargo(...args) {
  const options = { cwd: root, maxBuffer: 1 << 30, stdio: ['ignore', 'pipe', 'inherit'] };
  return JSON.parse(execFileSync('cargo', args, options));
}

/** The packages that are part of the command: no build scripts, macros or tests. */
function dependenciesOf(id) {
  const seen = new Set();
  const visit = id => {
    if (seen.has(id) || isMacro(packages.get(id))) return;
    seen.add(id);
    normalDependencies(id).forEach(visit);
  };
  visit(id);
  return [...seen].map(id => packages.get(id)).sort((a, b) => (a.name + a.version < b.name + b.version ? -1 : 1));
}

function normalDependencies(id) {
  return nodes.get(id).deps.filter(dep => dep.dep_kinds.some(({ kind }) => kind === null)).map(dep => dep.pkg);
}

function isMacro({ targets }) {
  return targets.some(({ kind }) => kind.includes('proc-macro'));
}

function readChecksums() {
  const entries = readFileSync(join(root, 'Cargo.lock'), 'utf8').split('[[package]]').slice(1);
  const field = (entry, name) => entry.match(new RegExp(`^${name} = "(.*)"$`, 'm'))?.[1];
  return new Map(entries.map(it => [`${field(it, 'name')} ${field(it, 'version')}`, field(it, 'checksum')]));
}

function sbom() {
  const reference = ({ name, version }) => `pkg:cargo/${name}@${version}`;
  const component = it => ({
    type: it === command ? 'application' : 'library',
    'bom-ref': reference(it),
    name: it.name,
    version: it.version,
    licenses: it.license ? [{ expression: it.license.replaceAll('/', ' OR ') }] : undefined,
    purl: it.source ? reference(it) : undefined,
    hashes: hashes(checksums.get(`${it.name} ${it.version}`)),
  });
  const isLinked = id => linked.includes(packages.get(id));
  return {
    bomFormat: 'CycloneDX',
    specVersion: '1.6',
    version: 1,
    metadata: { component: component(command) },
    components: linked.filter(it => it !== command).map(component),
    dependencies: linked.map(it => ({
      ref: reference(it),
      dependsOn: normalDependencies(it.id).filter(isLinked).map(id => reference(packages.get(id))),
    })),
  };
}

function hashes(checksum) {
  return checksum && [{ alg: 'SHA-256', content: checksum }];
}

/** The licenses of packages, then the texts that they contain: each once, with the packages that have it. */
function licenses(packages) {
  const owners = new Map();
  for (const { name, version, license_file, manifest_path } of packages) {
    for (const text of textsIn(dirname(manifest_path), license_file)) {
      owners.set(text, [...(owners.get(text) ?? []), `${name} ${version}`]);
    }
  }
  const list = packages.map(({ name, version, license }) => `${name} ${version}: ${license ?? 'see below'}\n`);
  const texts = [...owners].map(([text, names]) => `\n${'='.repeat(80)}\n${names.join('\n')}\n\n${text}\n`);
  return [...list, ...texts].join('');
}

function textsIn(folder, named) {
  const isLicense = entry => entry.isFile() && /^(licen[cs]e|copying|notice|unlicense)/i.test(entry.name);
  const files = readdirSync(folder, { withFileTypes: true }).filter(isLicense).map(entry => entry.name);
  return new Set([...files, ...(named ? [named] : [])].map(file => readFileSync(join(folder, file), 'utf8').trim()));
}
