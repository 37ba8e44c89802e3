// `vi` of Vitest: mocks are those of the installed package @vitest/spy.

import runner from 'posttask:runner';
import * as spies from '@vitest/spy';
import { settings } from './declare';
import { automock, importActual, importMock, mock, unmock } from './module_mocks';
import { waitFor, waitUntil } from './retrying';
import { spiedObject } from './spied_modules';
import { stubEnv, stubGlobal, unstubAllEnvs, unstubAllGlobals } from './stubs';
import * as timers from './timers';

const { fn, isMockFunction } = spies;

const spyOn = (object, name, access) => spies.spyOn(spiedObject(object, name), name, access);

/** A function that mocks another one: it returns `undefined`, or calls through. */
const mockFunction = isSpied => original => (isSpied ? fn(original) : fn());

const automocked = options => exports => automock(exports, mockFunction(options?.spy), options?.spy);

function mockOptions(factory, importer) {
  const given = typeof factory === 'object' ? factory : undefined;
  return { importer, root: settings.root, automock: automocked(given) };
}

const factoryOf = (specifier, factory, importer) =>
  typeof factory === 'function' ? () => factory(() => importActual(specifier, importer)) : undefined;

/** `vi.mock` and `vi.doMock`: compiled code calls the first one before the imports. */
const replaceModule = (specifier, factory) => {
  const importer = runner.caller().file;
  mock(specifier, factoryOf(specifier, factory, importer), mockOptions(factory, importer));
};

/** In Vitest 3, a set of all mocks. */
const eachMock = step => {
  for (const spy of spies.mocks ?? []) step(spy);
};

const chained =
  steps =>
  (...args) => {
    steps(...args);
    return vi;
  };

export const vi = {
  fn,
  spyOn,
  isMockFunction,
  mocked: value => value,
  mockObject: (value, options) => automocked(options)(value),
  hoisted: steps => steps(),
  mock: chained(replaceModule),
  doMock: chained(replaceModule),
  unmock: chained(specifier => unmock(specifier)),
  doUnmock: chained(specifier => unmock(specifier)),
  importActual: specifier => importActual(specifier),
  importMock: specifier => importMock(specifier, mockOptions(undefined, runner.caller().file)),
  resetModules: chained(() => runner.resetModules()),
  async dynamicImportSettled() {
    await runner.clock().idle();
  },
  clearAllMocks: chained(() => (spies.clearAllMocks ? spies.clearAllMocks() : eachMock(spy => spy.mockClear()))),
  resetAllMocks: chained(() => (spies.resetAllMocks ? spies.resetAllMocks() : eachMock(spy => spy.mockReset()))),
  restoreAllMocks: chained(() =>
    spies.restoreAllMocks ? spies.restoreAllMocks() : eachMock(spy => spy.mockRestore()),
  ),
  stubGlobal: chained(stubGlobal),
  unstubAllGlobals: chained(unstubAllGlobals),
  stubEnv: chained(stubEnv),
  unstubAllEnvs: chained(unstubAllEnvs),
  waitFor,
  waitUntil,
  useFakeTimers: chained(options => timers.useFakeTimers({ ...settings.fakeTimers, ...options })),
  useRealTimers: chained(timers.useRealTimers),
  isFakeTimers: timers.areFaked,
  setSystemTime: chained(timers.setSystemTime),
  getMockedSystemTime: timers.getMockedSystemTime,
  getRealSystemTime: timers.getRealSystemTime,
  getTimerCount: timers.getTimerCount,
  clearAllTimers: chained(timers.clearAllTimers),
  runAllTicks: chained(() => {}),
  advanceTimersToNextFrame: chained(() => timers.atOnce.advanceTimersByTime(16)),
  setConfig: () => {},
  resetConfig: () => {},
};

for (const [name, steps] of Object.entries(timers.atOnce)) vi[name] = chained(steps);
for (const [name, steps] of Object.entries(timers.inTheLoop)) {
  vi[name] = async (...args) => {
    await steps(...args);
    return vi;
  };
}
