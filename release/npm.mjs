#!/usr/bin/env node
// Writes the packages for npm into a folder: `posttask`, and one for each platform with its command.
//
//   release/npm.mjs FOLDER PLATFORM=COMMAND...      for example linux-x64=target/release/posttask
//
// Their version is that of Cargo.toml. In GitHub Actions, they name the repository, which npm compares with the
// provenance. Needs npm, and its registry for the packages that are bundled; package-lock.json says which.
import { execFileSync } from 'node:child_process';
import { chmodSync, cpSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { basename, join } from 'node:path';

const root = join(import.meta.dirname, '..');
const read = file => readFileSync(join(root, file), 'utf8');
const version = read('Cargo.toml').match(/^version = "(.*)"$/m)[1];
const platforms = Object.keys(JSON.parse(read('release/targets.json')));

const [folder, ...commands] = process.argv.slice(2);
if (!folder) throw new Error('usage: release/npm.mjs FOLDER PLATFORM=COMMAND...');
const common = { version, license: 'MIT OR Apache-2.0', ...repository() };

for (const command of commands) writePlatform(...command.split('='));
writePosttask(join(folder, 'posttask'));

function writePlatform(platform, command) {
  if (!platforms.includes(platform)) throw new Error(`${platform} is none of ${platforms.join(', ')}`);
  const [os, cpu] = platform.split('-');
  const to = join(folder, platform);
  const file = os === 'win32' ? 'posttask.exe' : 'posttask';
  // Windows on arm64 runs commands for x64, too.
  const cpus = os === 'win32' && cpu === 'x64' ? ['x64', 'arm64'] : [cpu];
  const description = `The command posttask for ${os} on ${cpus.join(' and ')}`;
  clear(to);
  cpSync(command, join(to, file));
  chmodSync(join(to, file), 0o755);
  const readme = `# @posttask/${platform}\n\n${description}. Install the package \`posttask\`.\n`;
  writeFileSync(join(to, 'README.md'), readme);
  // Yarn would otherwise leave the command in an archive.
  writeJson(to, { name: `@posttask/${platform}`, description, ...common, os: [os], cpu: cpus, preferUnplugged: true });
}

function writePosttask(to) {
  clear(to);
  cpSync(join(root, 'npm/posttask'), to, { recursive: true, filter: file => basename(file) !== 'node_modules' });
  cpSync(join(root, 'types'), join(to, 'types'), { recursive: true, filter: file => !/example|\.sh$/.test(file) });
  execFileSync('npm', ['ci', '--ignore-scripts', '--no-audit', '--no-fund', '--silent'], { cwd: to, stdio: 'inherit' });
  rmSync(join(to, 'package-lock.json'));
  const { name, ...others } = JSON.parse(read('npm/posttask/package.json'));
  const optionalDependencies = Object.fromEntries(platforms.map(platform => [`@posttask/${platform}`, version]));
  writeJson(to, { name, ...others, ...common, optionalDependencies });
}

/** Makes an empty folder with the licenses. */
function clear(to) {
  rmSync(to, { recursive: true, force: true });
  mkdirSync(to, { recursive: true });
  for (const name of ['LICENSE-APACHE', 'LICENSE-MIT']) cpSync(join(root, name), join(to, name));
}

function writeJson(to, manifest) {
  writeFileSync(join(to, 'package.json'), JSON.stringify(manifest, undefined, 2) + '\n');
}

function repository() {
  const { GITHUB_SERVER_URL: server, GITHUB_REPOSITORY: name } = process.env;
  return name ? { repository: { type: 'git', url: `git+${server}/${name}.git` } } : {};
}
