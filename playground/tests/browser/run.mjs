// Runs the tests of the page in Chromium, one file after the other: npm run test:browser [FILE...]

import { spawnSync } from 'node:child_process';
import { readdirSync } from 'node:fs';
import { join } from 'node:path';

const chosen = process.argv.slice(2);
const files = chosen.length > 0 ? chosen : readdirSync(import.meta.dirname).filter((name) => name.endsWith('.test.mjs'));
const paths = files.map((name) => join(import.meta.dirname, name));
const { status } = spawnSync(process.execPath, ['--test', '--test-concurrency=1', ...paths], { stdio: 'inherit' });
process.exit(status ?? 1);
