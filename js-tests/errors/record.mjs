// Prints what Node says about each program of this folder:
// `node js-tests/errors/record.mjs > js-tests/errors/node.txt`.
// Needs Node 20. A line has the file, the place of the innermost frame in it, and the error. In the files of `small`,
// each line is a program.
import { spawnSync } from 'node:child_process';
import { mkdtempSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

// What the TypeScript programs have besides JavaScript. It is replaced with spaces, so that positions stay.
const TYPES = [
  /^(?:interface|type) .*$/gm,
  / as (?:unknown as )?\w+/g,
  /\?(?=: )|(?<=tags)!/g,
  /: (?:\w+\[\]|T \| undefined|string(?= =)|User|string|Task|void|number|T)(?=[ ,);=]|$)/gm,
  /<(?:T|\{[^}]*\})>|\bprivate (?=value)/g,
];

const HOST = `
  globalThis.scheduler = { postTask: async callback => { await new Promise(setImmediate); return callback(); } };
  const answer = error => {
    const stack = String(error.stack);
    const file = process.argv[1];
    const frame = stack.split('\\n').find(line => line.includes(file)) ?? '';
    const [, line, column] = /:(\\d+):(\\d+)\\)?$/.exec(frame) ?? [, '?', '?'];
    require('fs').writeSync(2, '\\n@' + line + ':' + column + ' ' + error.name + ': ' + error.message + '\\n');
    process.exit(1);
  };
  process.on('uncaughtException', answer);
  process.on('unhandledRejection', answer);
`;

const folder = import.meta.dirname;
const scratch = mkdtempSync(join(tmpdir(), 'errors-'));
const host = join(scratch, 'host.cjs');
writeFileSync(host, HOST);

function answer(name, text, extension) {
  const path = join(scratch, `program${extension}`);
  writeFileSync(path, text);
  const { stderr } = spawnSync(process.execPath, ['-r', host, path], { encoding: 'utf8' });
  console.log(`${name} ${/^@(.*)$/m.exec(stderr)?.[1] ?? 'no error: ' + stderr}`);
}

for (const name of readdirSync(folder).filter(name => /^\d/.test(name)).sort()) {
  let text = readFileSync(join(folder, name), 'utf8');
  if (name.endsWith('.ts')) for (const type of TYPES) text = text.replace(type, found => ' '.repeat(found.length));
  answer(name, text, name.endsWith('.mjs') ? '.mjs' : '.cjs');
}
for (const name of readdirSync(join(folder, 'small')).sort()) {
  const programs = readFileSync(join(folder, 'small', name), 'utf8').split('\n').filter(text => text !== '');
  for (const [index, text] of programs.entries()) {
    answer(`small/${name}:${index + 1}`, text, name === 'modules.txt' ? '.mjs' : '.cjs');
  }
}
