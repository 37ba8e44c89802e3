// Writes coverage/constructs.json: what Istanbul counts when Node runs constructs.test.mjs. In an empty folder:
// npm install istanbul-lib-instrument; then NODE_PATH=node_modules node .../record.mjs
import { execFileSync } from 'node:child_process';
import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import path from 'node:path';

const { createInstrumenter } = createRequire(import.meta.url)('istanbul-lib-instrument');
const tests = path.join(import.meta.dirname, 'coverage');
const source = path.join(tests, 'constructs.mjs');
const folder = mkdtempSync(path.join(tmpdir(), 'coverage-'));
cpSync(tests, folder, { recursive: true });
const instrumenter = createInstrumenter({ esModules: true, coverageVariable: '__coverage__' });
writeFileSync(path.join(folder, 'constructs.mjs'), instrumenter.instrumentSync(readFileSync(source, 'utf8'), source));
const result = path.join(folder, 'result.json');
writeFileSync(path.join(folder, 'write.cjs'), `
  process.on('exit', () => require('fs').writeFileSync('${result}', JSON.stringify(globalThis.__coverage__)));
`);
execFileSync('node', ['--require', path.join(folder, 'write.cjs'), path.join(folder, 'constructs.test.mjs')]);
const [file] = Object.values(JSON.parse(readFileSync(result, 'utf8')));
rmSync(folder, { recursive: true });

const text = ({ start, end } = {}) =>
  start?.line === undefined ? 'nowhere' : `${start.line}:${start.column}-${end.line}:${end.column}`;
const points = {};
for (const [key, range] of Object.entries(file.statementMap)) points[`statement ${text(range)}`] = file.s[key];
for (const [key, { decl, loc }] of Object.entries(file.fnMap)) {
  points[`function ${text(decl)} ${text(loc)}`] = file.f[key];
}
for (const [key, { type, loc, locations }] of Object.entries(file.branchMap)) {
  locations.forEach((arm, index) => points[`${type} ${text(loc)} ${index} ${text(arm)}`] = file.b[key][index]);
}
writeFileSync(path.join(tests, 'constructs.json'), JSON.stringify(points, null, 1) + '\n');
