// Runs a module of this folder in Chromium.

import { readFile } from 'node:fs/promises';
import { createServer } from 'node:http';

import { Browser } from '../browser/cdp.mjs';

// A server of this folder at an address that browsers trust, as `crypto.subtle` and `navigator.locks` need it.
async function serve() {
  const server = createServer(async ({ url }, response) => {
    const isModule = url.endsWith('.mjs');
    response.setHeader('Content-Type', isModule ? 'text/javascript' : 'text/html');
    response.end(isModule ? await readFile(new URL(`.${url}`, import.meta.url)) : '');
  });
  await new Promise(resolve => server.listen(0, 'localhost', resolve));
  return server;
}

// The lines that the module prints.
export async function outputInBrowser(what, calls) {
  const server = await serve();
  const browser = await Browser.launch();
  try {
    const page = await browser.open(`http://localhost:${server.address().port}/`);
    return await page.evaluate(
      async (target, settings) => {
        const printed = [];
        console.log = text => printed.push(...text.split('\n'));
        globalThis.CALLS = settings;
        await import(target);
        return printed;
      },
      `/${what}`,
      calls,
    );
  } finally {
    await browser.close();
    server.closeAllConnections();
    server.close();
  }
}
