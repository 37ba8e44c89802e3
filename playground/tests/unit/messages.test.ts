import { expect, test } from 'vitest';
import { crashOf, forPage } from '../../src/engine/messages.ts';

const install = 'in node_modules: install it, for example with npm';

test('messages do not promise what the page does not have', () => {
  expect(forPage(`Uncaught TypeError: cannot find the package 'lodash' ${install} (app.js:1:8)`))
    .toBe("Uncaught TypeError: this page has no packages, so 'lodash' cannot be imported (app.js:1:8)");
  expect(forPage(`Uncaught TypeError: cannot find the package 'react' ${install} (imported from app.jsx)`))
    .toMatch(/^Uncaught TypeError: this page has no packages, so JSX cannot use 'react': .*@jsxRuntime classic @jsx h/);
  expect(forPage("TypeError: 'fs' is a Node.js module that posttask does not have (app.js:1:16)"))
    .toBe("TypeError: 'fs' is a module of Node.js: this page has none; the command posttask has many of them"
      + ' (app.js:1:16)');
  expect(forPage("cannot find './x.js': there is no file x.js (app.js:1:8)"))
    .toBe("cannot find './x.js': this page has only one file (app.js:1:8)");
});

test('a crash is described without the paths of the build', () => {
  const panic = (text: string) => `panicked at /home/a/boa_string-0.22.0/src/lib.rs:52:5:\n${text}`;
  const trap = new WebAssembly.RuntimeError('unreachable');
  expect(crashOf(trap, panic('detected overflow during string allocation'))).toMatch(/^Out of memory/);
  expect(crashOf(trap, panic('index out of bounds'))).toBe(
    'The engine has stopped, because of a fault in it: index out of bounds.',
  );
  expect(crashOf(trap, undefined)).toMatch(/probably because it is out of memory/);
  expect(crashOf(new RangeError('Maximum call stack size exceeded'), undefined)).toMatch(/recurses too deeply/);
});
