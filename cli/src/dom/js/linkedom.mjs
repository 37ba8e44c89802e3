// A document that the package linkedom makes.

import { removeNumberFormat } from './dom_number_format';
import * as linkedom from 'linkedom';
import { install as installGlobals } from './dom_globals';

/** What a window of linkedom has besides the classes that the package exports. It cannot be asked. */
const MEMBERS = [
  'DOMParser',
  'Image',
  'MutationObserver',
  'addEventListener',
  'customElements',
  'dispatchEvent',
  'document',
  'navigator',
  'removeEventListener',
];

const FUNCTIONS = ['parseHTML', 'parseJSON', 'toJSON'];

/** Installs a window. linkedom has no address: `location` can only be read. */
export function install(url, { html = '<!DOCTYPE html><html><head></head><body></body></html>' }) {
  removeNumberFormat();
  const view = linkedom.parseHTML(html);
  const window = Object.fromEntries(Object.entries(linkedom).filter(([name]) => !FUNCTIONS.includes(name)));
  for (const name of MEMBERS) window[name] = view[name];
  installGlobals({ ...window, location: new URL(url) });
}
