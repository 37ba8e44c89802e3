// Drives a headless Chromium with the DevTools protocol. It uses only what Node.js 22 has: fetch and WebSocket.
//
//     const browser = await Browser.launch();
//     const page = await browser.open('file:///tmp/page.html');
//     await page.evaluate(() => document.title);
//     await browser.close();

import { spawn } from 'node:child_process';
import { existsSync, rmSync } from 'node:fs';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';

const KNOWN_BROWSERS = ['/usr/bin/chromium', '/usr/bin/chromium-browser', '/usr/bin/google-chrome'];

/** The path of a browser, or null. The environment variable CHROMIUM comes first. */
export function findBrowser() {
  return [process.env.CHROMIUM, ...KNOWN_BROWSERS].find((path) => path && existsSync(path)) ?? null;
}

/** A connection to one target. Commands have numbered answers; everything else is an event. */
class Connection {
  #socket;
  #next = 0;
  #waiting = new Map();
  #listeners = new Map();

  static async connect(url) {
    const connection = new Connection();
    const socket = new WebSocket(url);
    connection.#socket = socket;
    await new Promise((resolve, reject) => {
      socket.onopen = resolve;
      socket.onerror = () => reject(new Error(`cannot connect to ${url}`));
    });
    socket.onmessage = ({ data }) => connection.#receive(JSON.parse(data));
    socket.onclose = () => connection.#fail(new Error('the browser closed the connection'));
    return connection;
  }

  #receive(message) {
    if (message.id === undefined) {
      for (const listener of this.#listeners.get(message.method) ?? []) listener(message.params);
      return;
    }
    const { resolve, reject, method } = this.#waiting.get(message.id);
    this.#waiting.delete(message.id);
    if (message.error) reject(new Error(`${method}: ${message.error.message}`));
    else resolve(message.result);
  }

  #fail(error) {
    for (const { reject } of this.#waiting.values()) reject(error);
    this.#waiting.clear();
  }

  send(method, params = {}) {
    return new Promise((resolve, reject) => {
      this.#next += 1;
      this.#waiting.set(this.#next, { resolve, reject, method });
      this.#socket.send(JSON.stringify({ id: this.#next, method, params }));
    });
  }

  on(method, listener) {
    const listeners = this.#listeners.get(method) ?? [];
    listeners.push(listener);
    this.#listeners.set(method, listeners);
  }

  close() {
    this.#socket.close();
  }
}

// What the protocol wants to know of keys with a name. Other keys are a single character.
const NAMED_KEYS = {
  Enter: [13, '\r'], Tab: [9, ''], Escape: [27, ''], Backspace: [8, ''], Delete: [46, ''], ' ': [32, ' '],
  ArrowLeft: [37, ''], ArrowUp: [38, ''], ArrowRight: [39, ''], ArrowDown: [40, ''],
  PageUp: [33, ''], PageDown: [34, ''], End: [35, ''], Home: [36, ''],
};
const MODIFIERS = { alt: 1, ctrl: 2, meta: 4, shift: 8 };

/** The number of a key that has no name; the numbers of most punctuation marks are those of other keys. */
function numberOf(key) {
  return /^[a-z0-9]$/i.test(key) ? key.toUpperCase().charCodeAt(0) : 0;
}

function modifierBits(names = []) {
  return names.reduce((bits, name) => bits | MODIFIERS[name], 0);
}

/** One page (or another target, such as a DevTools window). */
export class Page {
  #connection;
  /** Errors of the console, uncaught exceptions and failed loads, as text. */
  errors = [];
  /** All messages of the console, as { type, text }. */
  messages = [];

  static async attach(url) {
    const page = new Page();
    page.#connection = await Connection.connect(url);
    page.#listen();
    await Promise.all(['Page.enable', 'Runtime.enable', 'Log.enable'].map((method) => page.send(method)));
    return page;
  }

  #listen() {
    this.on('Runtime.consoleAPICalled', ({ type, args }) => {
      const text = args.map((arg) => String(arg.value ?? arg.description ?? arg.type)).join(' ');
      this.messages.push({ type, text });
      if (type === 'error' || type === 'assert') this.errors.push(text);
    });
    this.on('Runtime.exceptionThrown', ({ exceptionDetails: details }) => {
      this.errors.push(details.exception?.description ?? details.text);
    });
    this.on('Log.entryAdded', ({ entry }) => {
      if (entry.level === 'error') this.errors.push(`${entry.text} ${entry.url ?? ''}`.trim());
    });
  }

  /** Sends any command of the protocol. */
  send(method, params) {
    return this.#connection.send(method, params);
  }

  on(event, listener) {
    this.#connection.on(event, listener);
  }

  /** Goes to an address and waits for the event "load". */
  async goto(url) {
    const loaded = new Promise((resolve) => this.on('Page.loadEventFired', resolve));
    const { errorText } = await this.send('Page.navigate', { url });
    if (errorText) throw new Error(`${url}: ${errorText}`);
    await loaded;
  }

  /** The value of an expression, or of a function that is called in the page with the arguments. Awaits promises. */
  async evaluate(code, ...args) {
    const expression = typeof code === 'function'
      ? `(${code})(${args.map((arg) => JSON.stringify(arg) ?? 'undefined').join(', ')})`
      : code;
    const { result, exceptionDetails: details } = await this.send('Runtime.evaluate', {
      expression, awaitPromise: true, returnByValue: true, userGesture: true,
    });
    if (details) throw new Error(`in the page: ${details.exception?.description ?? details.text}`);
    return result.value;
  }

  /** Waits until an expression or a function is true in the page. */
  async waitFor(code, { timeout = 10_000, args = [] } = {}) {
    const end = Date.now() + timeout;
    while (!await this.evaluate(code, ...args)) {
      if (Date.now() > end) throw new Error(`it took more than ${timeout} ms: ${code}`);
      await sleep(20);
    }
  }

  /** Resolves after the page has drawn `count` frames. */
  frames(count = 2) {
    return this.evaluate((left) => new Promise((resolve) => {
      const step = () => { left -= 1; if (left < 0) resolve(); else requestAnimationFrame(step); };
      step();
    }), count);
  }

  /** A PNG of what is visible; written to a file if a path is given. */
  async screenshot(path) {
    const { data } = await this.send('Page.captureScreenshot', { format: 'png' });
    const png = Buffer.from(data, 'base64');
    if (path) await writeFile(path, png);
    return png;
  }

  resize(width, height, deviceScaleFactor = 1) {
    return this.send('Emulation.setDeviceMetricsOverride', { width, height, deviceScaleFactor, mobile: false });
  }

  /** Emulates media features, such as { 'prefers-color-scheme': 'dark' }. */
  media(features) {
    const list = Object.entries(features).map(([name, value]) => ({ name, value }));
    return this.send('Emulation.setEmulatedMedia', { features: list });
  }

  /** Presses and releases a key, named as in KeyboardEvent.key. Modifiers: 'alt', 'ctrl', 'meta', 'shift'. */
  async key(key, ...modifiers) {
    const [code, text] = NAMED_KEYS[key] ?? [numberOf(key), key];
    const bits = modifierBits(modifiers);
    const params = { key, modifiers: bits, windowsVirtualKeyCode: code };
    if (/^[a-z]$/i.test(key)) params.code = `Key${key.toUpperCase()}`;
    if (NAMED_KEYS[key]) params.code = key === ' ' ? 'Space' : key;
    const typed = (bits & ~MODIFIERS.shift) === 0 && text !== '' ? { text } : {};
    await this.send('Input.dispatchKeyEvent', { type: typed.text ? 'keyDown' : 'rawKeyDown', ...params, ...typed });
    await this.send('Input.dispatchKeyEvent', { type: 'keyUp', ...params });
  }

  /** Types characters, one key at a time. */
  async type(text) {
    for (const character of text) await this.key(character);
  }

  /** Sends one event of the mouse: 'mouseMoved', 'mousePressed', 'mouseReleased' or 'mouseWheel'. */
  mouse(type, x, y, { button = 'none', clicks = 0, deltaX = 0, deltaY = 0, modifiers = [] } = {}) {
    const params = { type, x, y, button, clickCount: clicks, modifiers: modifierBits(modifiers) };
    if (button === 'left' && type !== 'mouseReleased') params.buttons = 1;
    if (type === 'mouseWheel') Object.assign(params, { deltaX, deltaY });
    return this.send('Input.dispatchMouseEvent', params);
  }

  async click(x, y, { clicks = 1, modifiers = [] } = {}) {
    await this.mouse('mouseMoved', x, y, { modifiers });
    await this.mouse('mousePressed', x, y, { button: 'left', clicks, modifiers });
    await this.mouse('mouseReleased', x, y, { button: 'left', clicks, modifiers });
  }

  async drag(fromX, fromY, toX, toY, { steps = 8 } = {}) {
    await this.mouse('mouseMoved', fromX, fromY);
    await this.mouse('mousePressed', fromX, fromY, { button: 'left', clicks: 1 });
    for (let step = 1; step <= steps; step += 1) {
      const part = step / steps;
      await this.mouse('mouseMoved', fromX + (toX - fromX) * part, fromY + (toY - fromY) * part, { button: 'left' });
    }
    await this.mouse('mouseReleased', toX, toY, { button: 'left', clicks: 1 });
  }

  wheel(x, y, deltaY, { deltaX = 0, modifiers = [] } = {}) {
    return this.mouse('mouseWheel', x, y, { deltaX, deltaY, modifiers });
  }

  /** The middle of the first element that matches a selector. */
  middleOf(selector) {
    return this.evaluate((which) => {
      const box = document.querySelector(which).getBoundingClientRect();
      return { x: box.x + box.width / 2, y: box.y + box.height / 2, width: box.width, height: box.height };
    }, selector);
  }

  async clickOn(selector) {
    const { x, y } = await this.middleOf(selector);
    await this.click(x, y);
  }

  /** Closes the tab. */
  async close() {
    await this.send('Page.close').catch(() => {}); // the connection may end before the answer
    this.disconnect();
  }

  disconnect() {
    this.#connection.close();
  }
}

const SIGNALS = ['SIGINT', 'SIGTERM'];

/** Ends the program in such a way that the browser is ended too. */
function endOnSignal() {
  process.exit(1);
}

/** A Chromium process with a profile of its own, which close() removes. */
export class Browser {
  #process;
  #folder;
  #pages = [];
  /** The port of the DevTools protocol, for example for http://127.0.0.1:PORT/json/list. */
  port;

  /** Options: `path`, more `flags`, `width` and `height` of the window. */
  static async launch({ path = findBrowser(), flags = [], width = 1280, height = 800 } = {}) {
    if (!path) throw new Error('there is no Chromium; the variable CHROMIUM may say where it is');
    const browser = new Browser();
    browser.#folder = await mkdtemp(join(tmpdir(), 'posttask-chromium-'));
    browser.#process = spawn(path, [
      '--headless=new', '--no-sandbox', '--remote-debugging-port=0', `--user-data-dir=${browser.#folder}`,
      `--window-size=${width},${height}`, '--remote-allow-origins=*', '--no-first-run', '--no-default-browser-check',
      '--disable-gpu', '--disable-extensions', '--disable-background-networking', '--disable-component-update',
      '--disable-sync', '--hide-scrollbars', '--mute-audio', '--password-store=basic', ...flags, 'about:blank',
    ], { stdio: 'ignore' });
    process.once('exit', browser.#abandon);
    for (const signal of SIGNALS) process.once(signal, endOnSignal);
    try {
      browser.port = await browser.#readPort();
    } catch (error) {
      await browser.close();
      throw error;
    }
    return browser;
  }

  #kill() {
    this.#process.kill('SIGKILL');
  }

  /** What is left to do if the program ends without close(). */
  #abandon = () => {
    this.#kill();
    try {
      rmSync(this.#folder, { recursive: true, force: true, maxRetries: 5, retryDelay: 100 });
    } catch {
      // A process of the browser may still write to the folder.
    }
  };

  async #readPort() {
    const end = Date.now() + 30_000;
    while (Date.now() < end) {
      if (this.#process.exitCode !== null) throw new Error(`the browser ended with ${this.#process.exitCode}`);
      const text = await readFile(join(this.#folder, 'DevToolsActivePort'), 'utf8').catch(() => '');
      if (text.includes('\n')) return Number(text.split('\n')[0]);
      await sleep(50);
    }
    throw new Error('the browser did not start within 30 seconds');
  }

  /** Sends a request to the browser's HTTP interface, such as "json/list" or "json/version". */
  async request(path, method = 'GET') {
    const response = await fetch(`http://127.0.0.1:${this.port}/${path}`, { method });
    return response.json();
  }

  targets() {
    return this.request('json/list');
  }

  /** Opens a tab. `prepare` is called before it goes to the address, for example to emulate media features. */
  async open(url = 'about:blank', { prepare = async () => {} } = {}) {
    const target = await this.request('json/new?about:blank', 'PUT');
    const page = await Page.attach(target.webSocketDebuggerUrl);
    this.#pages.push(page);
    await prepare(page);
    if (url !== 'about:blank') await page.goto(url);
    return page;
  }

  /** Attaches to a target that exists already, from targets(). */
  async attach(target) {
    const page = await Page.attach(target.webSocketDebuggerUrl);
    this.#pages.push(page);
    return page;
  }

  async close() {
    process.removeListener('exit', this.#abandon);
    for (const signal of SIGNALS) process.removeListener(signal, endOnSignal);
    for (const page of this.#pages) page.disconnect();
    if (this.#process.exitCode === null && this.#process.signalCode === null) {
      const ended = new Promise((resolve) => this.#process.once('exit', resolve));
      this.#process.kill('SIGTERM');
      await Promise.race([ended, sleep(3000, undefined, { ref: false })]);
      this.#kill();
    }
    await rm(this.#folder, { recursive: true, force: true, maxRetries: 5, retryDelay: 100 });
  }
}
