// The page as a user sees it, for tests and pictures.

import { join } from 'node:path';
import { launch } from './browser.mjs';
import { serve } from './serve.mjs';

/** The folder of the page; another one for a page that was built elsewhere. */
const dist = process.env.DIST ?? join(import.meta.dirname, '..', '..', 'dist');

/** How long anything on the page may take, in milliseconds. */
const LONGEST = 60_000;

/** Opens the page in a browser. `problems` collects what must not happen: errors, and requests to elsewhere. */
export async function open(options = {}) {
  const { address, close: closeServer } = await serve(dist);
  const { context, close: closeBrowser } = await launch({ viewport: { width: 1280, height: 900 }, ...options });
  const problems = [];
  const page = context.pages()[0] ?? (await context.newPage());
  page.setDefaultTimeout(LONGEST);
  page.on('console', (message) => {
    if (message.type() === 'error') problems.push(message.text());
  });
  page.on('pageerror', (error) => problems.push(String(error)));
  page.on('request', (request) => {
    if (!request.url().startsWith(address) && !/^(data|blob):/.test(request.url())) problems.push(request.url());
  });
  const playground = new Playground(page, address, problems);
  const close = async () => {
    await closeBrowser();
    closeServer();
  };
  return { playground, page, problems, address, close };
}

/** The page. */
export class Playground {
  constructor(page, address, problems) {
    Object.assign(this, { page, address, problems });
  }

  /** Loads the page, with this fragment, and waits until posttask has started. */
  async load(fragment = '') {
    await this.page.goto('about:blank');
    await this.page.goto(this.address + fragment);
    await this.page.waitForSelector('html[data-ready]', { state: 'attached' });
  }

  /** Replaces the program, as if another one was pasted. */
  async write(source, language = 'js') {
    await this.page.selectOption('#language', language);
    const content = this.page.locator('.cm-content');
    await content.focus();
    await this.page.keyboard.press('Control+A');
    await content.evaluate((element, text) => {
      const clipboardData = new DataTransfer();
      clipboardData.setData('text/plain', text);
      element.dispatchEvent(new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true }));
    }, source);
  }

  /** Presses a button, and waits until nothing runs any more. Returns what is said then. */
  async press(selector) {
    await this.page.click(selector);
    return this.idle();
  }

  async idle() {
    await this.page.waitForFunction(() => !document.body.dataset.busy && document.querySelector('#stop').disabled);
    return this.status();
  }

  status() {
    return this.page.locator('#status').innerText();
  }

  /** The lines of the console that are in sight. */
  async console() {
    // They are drawn before the next frame.
    const frame = () => new Promise((resolve) => requestAnimationFrame(resolve));
    for (let count = 0; count < 2; count++) await this.page.evaluate(frame);
    return this.page.locator('.console-line').allInnerTexts();
  }

  async run(source, language) {
    await this.write(source, language);
    await this.press('#run');
    return this.console();
  }

  async explore(source, language) {
    if (source !== undefined) await this.write(source, language);
    return this.press('#explore');
  }
}
