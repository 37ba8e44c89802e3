// Builds the WebAssembly of the page into src/engine/pkg: wasm.mjs [--fast]
// With --fast, the program is not optimized: for work on the page, and for tests of it.
// Needs Rust. The package binaryen has wasm-opt; that of Debian 12 is too old.

import { execFileSync, spawnSync } from 'node:child_process';
import { copyFileSync, mkdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';

const root = join(import.meta.dirname, '..', '..');
const pkg = join(import.meta.dirname, '..', 'src', 'engine', 'pkg');
const isFast = process.argv.includes('--fast');
const profile = isFast ? 'web-fast' : 'web';
const target = process.env.CARGO_TARGET_DIR ?? join(root, 'target', 'web');

function run(command, args, options = {}) {
  console.log(`$ ${command} ${args.join(' ')}`);
  execFileSync(command, args, { stdio: 'inherit', cwd: root, ...options });
}

function versionOf(command) {
  const { stdout, status } = spawnSync(command, ['--version'], { encoding: 'utf8' });
  return status === 0 ? stdout.trim().split(' ').find((word) => /^\d+/.test(word)) : undefined;
}

/** The command wasm-bindgen of the version in Cargo.lock: it must be the same as that of the crate. */
function wasmBindgen() {
  const lock = readFileSync(join(root, 'Cargo.lock'), 'utf8');
  const version = /name = "wasm-bindgen"\nversion = "([^"]+)"/.exec(lock)?.[1];
  if (version === undefined) throw new Error('Cargo.lock has no wasm-bindgen');
  if (versionOf('wasm-bindgen') === version) return 'wasm-bindgen';
  const own = join(root, 'target', 'tools', 'bin', 'wasm-bindgen');
  if (versionOf(own) !== version) {
    const tools = join(root, 'target', 'tools');
    run('cargo', ['install', 'wasm-bindgen-cli', '--version', version, '--root', tools], {
      env: { ...process.env, CARGO_TARGET_DIR: tools },
    });
  }
  return own;
}

const MIB = 1 << 20;
const size = (file) => `${(statSync(file).size / MIB).toFixed(1)} MiB`;

const build = ['build', '--locked', '--target', 'wasm32-unknown-unknown', '--package', 'posttask-playground'];
run('cargo', [...build, '--profile', profile], {
  env: { ...process.env, CARGO_TARGET_DIR: target },
});
const built = join(target, 'wasm32-unknown-unknown', profile, 'posttask_playground.wasm');
mkdirSync(pkg, { recursive: true });
run(wasmBindgen(), ['--target', 'web', '--no-typescript', '--out-dir', pkg, built]);
const module = join(pkg, 'posttask_playground_bg.wasm');
console.log(`${size(module)} before wasm-opt`);
if (isFast) process.exit(0);
const optimized = join(target, 'optimized.wasm');
// What the compiler uses. With --all-features, the result would need browsers of the future.
const features = [
  'bulk-memory',
  'bulk-memory-opt',
  'call-indirect-overlong',
  'multivalue',
  'mutable-globals',
  'nontrapping-float-to-int',
  'reference-types',
  'sign-ext',
];
const wasmOpt = join(import.meta.dirname, '..', 'node_modules', '.bin', 'wasm-opt');
run(wasmOpt, ['-O3', ...features.map((feature) => `--enable-${feature}`), '-o', optimized, module]);
copyFileSync(optimized, module);
console.log(`${size(module)} after wasm-opt`);
