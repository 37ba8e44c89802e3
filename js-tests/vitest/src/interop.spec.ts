import { readFileSync } from 'node:fs';
import legacy, { first, second as other } from './legacy.cjs';
import plain, * as all from './plain.cjs';
import { missing, getName } from './name';
import nothing from './name';
import './styles.css';

it('imports CommonJS modules as the compiler of the tests does', () => {
  expect([legacy(), first(), other()]).toEqual(['default', 'first', 'second']);
  expect([plain.first, all.first, all.second, all.default === plain]).toEqual([5, 5, 6, true]);
});

it('imports undefined if a module does not export a name', () => {
  expect([missing, nothing, getName()]).toEqual([undefined, undefined, 'real']);
});

it('has the names of CommonJS', () => {
  expect(require('./plain.cjs')).toBe(plain);
  expect(__filename).toBe(import.meta.filename);
  expect(readFileSync(`${__dirname}/legacy.cjs`, 'utf8').includes('exports.default')).toBe(true);
});

describe('a suite', test => {
  test('gets the function that declares tests', () => {
    expect(test).toBe(it);
  });
});

it('reads NODE_ENV when it runs', () => {
  const mode = () => process.env.NODE_ENV;
  expect(mode()).toBe('test');
  vi.stubEnv('NODE_ENV', 'production');
  expect(mode()).toBe('production');
  vi.unstubAllEnvs();
  expect(mode()).toBe('test');
});

function message(call: () => unknown) {
  try {
    call();
  } catch (error) {
    return (error as Error).message;
  }
}

it('says whether a value was undefined or null', () => {
  const object: any = { no: null, call: () => null, list: [] };
  expect(message(() => object.list.find(() => true).id)).toBe("Cannot read properties of undefined (reading 'id')");
  expect(message(() => object.call().id)).toBe("Cannot read properties of null (reading 'id')");
  expect(message(() => object.no.a.b)).toBe("Cannot read properties of null (reading 'a')");
  expect(message(() => object.missing.a())).toBe("Cannot read properties of undefined (reading 'a')");
  expect(message(() => (object.no.a = 1))).toBe("Cannot set properties of null (setting 'a')");
  expect(message(() => object.no.a++)).toBe("Cannot read properties of null (reading 'a')");
});

it('evaluates a key before a read fails', () => {
  let made = 0;
  const read = (map: any) => map.get('no')[made++];
  expect(message(() => read(new Map())) === undefined).toBe(false);
  expect(made).toBe(1);
});

it('shows functions as they were written', () => {
  expect(String((x: any) => x.list.map(String).length)).toBe('(x) => x.list.map(String).length');
});
