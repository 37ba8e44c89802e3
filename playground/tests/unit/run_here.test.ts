import { runInNewContext } from 'node:vm';
import { expect, test } from 'vitest';
import { comparable, differInNumbers, missingIn, thisBrowser } from '../../src/browser/run_here.ts';
import prelude from '../../src/browser/prelude.js?raw';
import { firstDifference } from '../../src/views/difference.ts';

/** What the console of the prelude prints. */
function printed(program: string): string[] {
  const lines: string[] = [];
  const channel = class {
    port1: { onmessage?: () => void } = {};
    port2 = { postMessage: () => this.port1.onmessage?.() };
  };
  const global = {
    MessageChannel: channel,
    addEventListener() {},
    console: {},
    postMessage: (message: { lines: string[] }) => lines.push(...message.lines),
  };
  runInNewContext(`${prelude}\n${program}`, Object.assign(global, { globalThis: global }));
  return lines;
}

test('values are printed as posttask prints them', () => {
  expect(printed(`
    console.log('text', 1, -0, 2n, null, undefined, Symbol('s'));
    console.log({ a: 'it', 'b-c': [1, ['x']] }, new Map([[1, { a: 2 }]]), new Set(), class A {}, () => {});
    console.log('%s is %d%%', 'x', 4.5, 'more');
    console.group('g'); console.warn('in'); console.groupEnd(); console.count(); console.assert(false, 'no');
    console.log(new TypeError('bad'));
  `)).toEqual([
    'text 1 -0 2n null undefined Symbol(s)',
    "{ a: 'it', 'b-c': [ 1, [ 'x' ] ] } Map(1) { 1 => { a: 2 } } Set(0) {} [class A] [Function (anonymous)]",
    'x is 4% more',
    'g',
    '  in',
    'default: 1',
    'Assertion failed: no',
    'TypeError: bad',
  ]);
});

test('stacks and line breaks do not count', () => {
  expect(comparable('Error: x\n    at f (app.js:1:2)\n    at g (native)')).toBe('Error: x');
  expect(comparable('{\n  a: 1\n}')).toBe('{ a: 1 }');
});

test('times may differ, and workers lack some functions', () => {
  expect(differInNumbers(['  21 ms  a', 'b'], ['   0 ms  a', 'b'])).toBe(true);
  expect(differInNumbers(['21 ms  a'], ['0 ms  b'])).toBe(false);
  expect(missingIn('requestIdleCallback(f); requestIdleCallback(g); o.window')).toEqual(['requestIdleCallback']);
  expect(missingIn('setTimeout(f)')).toEqual([]);
});

test('the profile is that of the browser', () => {
  const firefox = thisBrowser('Mozilla/5.0 (X11) Gecko/20100101 Firefox/153.0');
  expect(firefox).toEqual({ name: 'Firefox 153', profile: 'firefox' });
  expect(thisBrowser('Chrome/156.0.0.0 Safari/537.36')).toEqual({ name: 'Chromium 156', profile: 'chromium' });
  expect(thisBrowser('').profile).toBe('chromium');
});

test('the first difference may be the end of a list', () => {
  expect(firstDifference(['a'], ['a', 'b'])).toBe(1);
  expect(firstDifference(['a'], ['a'])).toBeNull();
});
