// A document that the package jsdom makes.

import jsdom from 'jsdom';
import { install as installGlobals } from './dom_globals';

/** Installs a window. Its settings are those of `environmentOptions.jsdom` of Vitest. */
export function install(url, options = {}) {
  const { html = '<!DOCTYPE html>', userAgent, console: forwards, cookieJar, ...others } = options;
  const { CookieJar, JSDOM, ResourceLoader } = jsdom;
  const resources = userAgent ? new ResourceLoader({ userAgent }) : undefined;
  // Scripts of the document would have a global object of their own.
  const settings = { pretendToBeVisual: true, resources, url, ...others, runScripts: undefined };
  if (cookieJar) settings.cookieJar = new CookieJar();
  const dom = new JSDOM(html, settings);
  installGlobals(dom.window);
  globalThis.jsdom = dom;
}
