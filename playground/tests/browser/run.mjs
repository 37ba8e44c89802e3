// Runs the tests of the page in Chromium, one file after the other: npm run test:browser [FILE...]

import { spawnSync } from 'node:child_process';
import { readdirSync } from 'node:fs';
import { join } from 'node:path';

const chosen = process.argv.slice(2);
const all = readdirSync(import.meta.dirname).filter((name) => name.endsWith('.test.mjs'));
const files = chosen.length > 0 ? chosen : all;
const paths = files.map((name) => join(import.meta.dirname, name));
const { status } = spawnSync(process.execPath, ['--test', '--test-concurrency=1', ...paths], { stdio: 'inherit' });
process.exit(status ?? 1);
