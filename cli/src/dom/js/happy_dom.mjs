// A document that the package happy-dom makes.

import * as happy from 'happy-dom';
import { install as installGlobals } from './dom_globals';

/** Installs a window. Its settings are those of `environmentOptions.happyDOM` of Vitest. */
export function install(url, options = {}) {
  const { GlobalWindow, Window } = happy;
  const settings = { ...options.settings, disableErrorCapturing: true };
  const window = new (GlobalWindow ?? Window)({ url, console, ...options, settings });
  installGlobals(window);
}
