// Tests of the page in Chromium: npm run test:browser

import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { after, before, beforeEach, test } from 'node:test';
import { deflateRawSync } from 'node:zlib';
import { open } from './playground.mjs';

const linkTo = (text) => `#code=${deflateRawSync(text).toString('base64url')}`;
/** A link that expands to 5 MB. */
const bomb = () => linkTo(JSON.stringify({ source: 'x'.repeat(5e6) }));
/** A link whose program is no text. */
const noText = () => linkTo('{"source":5}');

let playground, page, problems, close;

before(async () => ({ playground, page, problems, close } = await open()));
after(() => close());
beforeEach(async () => {
  problems.length = 0;
  await playground.load();
});

/** Checks that nothing went wrong, such as a violation of the Content Security Policy. */
function assertNoProblems() {
  assert.deepEqual(problems, []);
}

test('runs a program', async () => {
  const lines = await playground.run(`
    console.log('text', { a: [1, 2] });
    setTimeout(() => console.log(performance.now()), 5000);
    scheduler.postTask(() => console.error('first'), { priority: 'user-blocking' });`);
  assert.deepEqual(lines, ['text { a: [ 1, 2 ] }', 'first', '5000']);
  assert.match(await playground.status(), /The program has ended, at 5000 ms: 3 lines\./);
  assertNoProblems();
});

test('runs a program in real time', async () => {
  await page.selectOption('#time', 'real');
  const lines = await playground.run(`
    const start = Date.now();
    setTimeout(() => console.log(Math.abs(Date.now() - start - 80) < 60, new Date().getFullYear() > 2024), 80);`);
  assert.deepEqual(lines, ['true true']);
});

test('shows errors with their place', async () => {
  const lines = await playground.run('const a = 1;\nnull.b;');
  assert.match(lines[0], /^Uncaught TypeError: .* line 2$/);
  await page.click('.console-error .place');
  assert.equal(await page.evaluate(() => document.activeElement.id), 'editor');
  assert.match((await playground.run('let = = 1'))[0], /^Uncaught SyntaxError/);
});

test('runs TypeScript and JSX', async () => {
  const typed = 'type A = { a: number };\nconst f = <T,>(x: T): T => x;\nconsole.log(f<A>({ a: 1 }));';
  assert.deepEqual(await playground.run(typed, 'ts'), ['{ a: 1 }']);
  const jsx = '/** @jsx h */\nconst h = (name, props, ...children) => ({ name, children });\n'
    + 'console.log((<b>{"x"}</b>).name);';
  assert.deepEqual(await playground.run(jsx, 'jsx'), ['b']);
});

test('explores to a failure, shows why, steps through the order, and replays it', async () => {
  assert.match(await playground.explore(), /^Both allowed orders were tried; 7 of 16 runs failed\.$/);
  const failing = page.locator('.outcome.failing');
  assert.equal(await failing.count(), 1);
  assert.match(await failing.innerText(), /cannot save: the store is closed/);
  assert.match(await failing.innerText(), /HTML, run steps after a timeout, step 4\.2|Why the standards allow it/);
  assert.deepEqual(await page.locator('.cm-label').allInnerTexts(), ['ran after it', 'fails here', 'ran first']);
  await page.click('button[aria-label="First step"]');
  const said = await page.locator('.step').innerText();
  assert.match(said, /Step 1 of 3: 10 ms\s+timer 17:11; usually 8 ms\s+user-visible task 5:28/);
  assert.equal((await page.locator('.cm-marked-current').innerText()).trim(), 'setTimeout(close, 10);ran firststep 1');
  await page.click('button[aria-label="Step forth"]');
  assert.equal(await page.locator('tr[aria-current="step"] th').innerText(), '2');
  await playground.press('.replay');
  const printed = (await playground.console()).join('\n');
  assert.match(printed, /^closed with 0 draft\nUncaught \(in promise\) Error: cannot save/);
  await playground.press('#usual-order');
  assert.deepEqual(await playground.console(), ['closed with 1 draft']);
  assertNoProblems();
});

test('finds the bug of each example, and none in its repair', async () => {
  const ids = await page.locator('#examples option').evaluateAll((options) => options.map(({ value }) => value));
  assert.ok(ids.length > 8);
  await page.click('#tab-explore');
  const explore = async () => {
    await page.selectOption('#runs', '100');
    return playground.explore();
  };
  for (const id of ids) {
    await page.selectOption('#examples', id);
    const found = await explore();
    if (await page.locator('#repair').isHidden()) {
      assert.match(found, /; no failure in/, id);
    } else {
      assert.match(found, /runs failed/, id);
      assert.ok(await page.locator('.cm-label').count() > 0, id);
      await page.click('#repair');
      assert.match(await explore(), /; no failure in/, `${id}, repaired`);
    }
  }
  assertNoProblems();
});

test('a link holds the program and its options', async () => {
  const source = 'console.log("ä 🙂 <b>")';
  await playground.write(source, 'ts');
  await page.selectOption('#profile', 'firefox');
  await page.click('#tab-explore');
  await page.selectOption('#runs', '10000');
  await page.click('#share');
  await page.waitForFunction(() => location.hash.startsWith('#code='));
  assert.equal(await page.inputValue('#share-field'), page.url());
  const { hash } = new URL(page.url());
  await playground.load(hash);
  assert.equal(await page.locator('.cm-content').innerText(), source);
  const valueOf = (id) => page.inputValue(`#${id}`);
  const chosen = await Promise.all(['language', 'profile', 'runs'].map(valueOf));
  assert.deepEqual(chosen, ['ts', 'firefox', '10000']);
  assertNoProblems();
});

test('a link that is damaged or too large is reported, and the program stays', async () => {
  const damaged = ['#code=AAAAbm9uc2Vuc2U', '#code=%%%', `#code=${'A'.repeat(1 << 20)}`, bomb(), noText()];
  for (const fragment of [...damaged, '#example=nope']) {
    await playground.load(fragment);
    assert.match(await playground.status(), /^(This link is damaged|There is no example)/, fragment.slice(0, 40));
  }
  await playground.write('console.log("mine")');
  for (const fragment of [...damaged.filter(({ length }) => length < 20_000), '#example=nope']) {
    await page.evaluate((hash) => { location.hash = hash; }, fragment);
    const said = /^(This link is damaged|There is no example).* The program here is unchanged\.$/;
    await page.waitForFunction(({ source }) => new RegExp(source).test(document.querySelector('#status').textContent), {
      source: said.source,
    });
    assert.equal(await page.locator('.cm-content').innerText(), 'console.log("mine")');
    await page.evaluate(() => { document.querySelector('#status').textContent = ''; });
  }
  assertNoProblems();
});

test('there is no link to a program that the page could not read', async () => {
  await page.evaluate(() => { location.hash = ''; });
  await playground.write(`// ${'x'.repeat(1 << 20)}`);
  await page.click('#share');
  await page.waitForFunction(() => /too large for a link/.test(document.querySelector('#status').textContent));
  assert.ok(page.url().length < 100);
  assert.ok(await page.locator('#share-link').isHidden());
});

test('edits are kept when the page is loaded again', async () => {
  await playground.write('console.log("shared")');
  await page.click('#share');
  await page.waitForFunction(() => location.hash.startsWith('#code='));
  const { hash } = new URL(page.url());
  await playground.write('console.log("edited")');
  await page.reload();
  await page.waitForSelector('html[data-ready]', { state: 'attached' });
  assert.equal(await page.locator('.cm-content').innerText(), 'console.log("edited")');
  await playground.load(hash);
  assert.equal(await page.locator('.cm-content').innerText(), 'console.log("shared")');
});

test('results of another program are cleared, and those of an edited one are marked', async () => {
  await playground.explore();
  await playground.write('console.log("other")');
  assert.match(await page.locator('#progress-text').innerText(), /The program has changed/);
  assert.ok(await page.locator('#story').isHidden());
  await page.selectOption('#examples', 'draft');
  assert.equal(await page.locator('.outcome').count(), 0);
  assert.ok(await page.locator('#story').isVisible());
  await playground.press('#run');
  assert.notEqual((await playground.console()).length, 0);
  await page.click('#repair');
  assert.equal((await playground.console()).length, 0);
});

test('a short run is in sight after a long one', async () => {
  await playground.run('for (let i = 0; i < 100_000; i++) console.log(i)');
  assert.deepEqual(await playground.run('console.log("short")'), ['short']);
  assert.equal(await page.locator('#console').evaluate(({ scrollTop }) => scrollTop), 0);
  const [outer, inner] = [page.locator('#console'), page.locator('.console-line')];
  assert.ok((await inner.boundingBox()).y < (await outer.boundingBox()).y + 40);
});

test('a program that needs too much memory is described, with what it has printed', async () => {
  await playground.run("let s = 'x'; console.log('start'); while (true) s += s;");
  assert.match(await playground.status(), /^Out of memory: /);
  assert.match((await playground.console()).join('\n'), /^start\nOut of memory/);
  assert.deepEqual(await playground.run('console.log(1)'), ['1']);
});

test('packages and modules of Node are not promised', async () => {
  assert.match((await playground.run('const a = <div/>', 'jsx'))[0], /this page has no packages.*@jsxRuntime classic/);
  assert.match((await playground.run("import 'lodash'"))[0], /this page has no packages/);
  assert.match((await playground.run("import fs from 'node:fs'"))[0], /is a module of Node\.js: this page has none/);
  await playground.explore("import 'lodash'");
  assert.match(await page.locator('.failing h3').innerText(), /this page has no packages/);
  const own = '/** @jsxRuntime classic @jsx h */\nconst h = name => name;\nconsole.log(<b/>)';
  await page.click('#tab-run');
  assert.deepEqual(await playground.run(own, 'jsx'), ['b']);
});

test('says how many outcomes are not shown, and where they differ', async () => {
  const ports = `for (let i = 0; i < 4; i++) {
    const { port1, port2 } = new MessageChannel();
    port1.onmessage = () => { console.log(i); port1.close(); };
    port2.postMessage(0);
  }`;
  await page.click('#tab-explore');
  await page.check('#differences');
  await playground.explore(ports);
  const found = await page.locator('#found').innerText();
  assert.match(found, /Not shown: \d+ more failures?\./);
  assert.match(found, /Line \d of the output is “\d”, and usually “\d”/);
});

test('stops an endless loop, and runs the next program', async () => {
  await playground.write('for (;;);');
  await page.click('#run');
  await page.waitForFunction(() => document.body.dataset.busy === 'run');
  assert.equal(await playground.press('#stop'), 'Stopped.');
  assert.deepEqual(await playground.run('console.log(1)'), ['1']);
  assertNoProblems();
});

test('a stopped exploration shows what it has found', async () => {
  await page.click('#tab-explore');
  await page.selectOption('#runs', '10000');
  const tasks = 'for (let i = 0; i < 6; i++) setTimeout(() => {}, i);';
  await playground.write(`${tasks}\nscheduler.postTask(() => {}, { delay: 5 });`);
  await page.click('#explore');
  await page.waitForFunction(() => /[1-9]\d\d+ runs/.test(document.querySelector('#progress-text').textContent));
  await page.click('#stop');
  await page.waitForSelector('.outcome');
  assert.match(await playground.status(), /The exploration was stopped\./);
});

test('shows 100,000 lines, and has few of them in the document', async () => {
  const lines = await playground.run('for (let i = 1; i <= 100_000; i++) console.log("line " + i);');
  assert.match(await playground.status(), /100,000 lines/);
  assert.ok(lines.length < 200, `${lines.length} lines`);
  assert.ok(lines.includes('line 100000'), 'the last line is in sight');
  await page.locator('#console').evaluate((element) => { element.scrollTop = 0; });
  await page.waitForFunction(() => document.querySelector('.console-line').textContent === 'line 1');
});

test('a program that prints without end can be stopped', async () => {
  await playground.write('for (let i = 0; ; i++) console.log(i);');
  await page.click('#run');
  await page.waitForFunction(() => document.querySelectorAll('.console-line').length > 0);
  assert.equal(await playground.press('#stop'), 'Stopped.');
  assert.deepEqual(await playground.run('console.log(1)'), ['1']);
});

test('copies the console and a command', async () => {
  await page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
  await playground.run('console.log("copied")');
  await page.click('#copy-console');
  assert.equal(await page.evaluate(() => navigator.clipboard.readText()), 'copied');
  await playground.press('#run-here');
  await page.click('#copy-console');
  const copied = await page.evaluate(() => navigator.clipboard.readText());
  assert.match(copied, /posttask predicts.*\n.*\n1\tcopied\tcopied$/);
  await page.selectOption('#examples', 'draft');
  await playground.explore();
  await page.getByRole('button', { name: 'Copy the command' }).click();
  const command = await page.evaluate(() => navigator.clipboard.readText());
  assert.equal(command, "posttask run --frames 60 --order '17:11<<5:28' app.js");
});

test('what a program prints is text', async () => {
  const markup = '<img src=x onerror=alert(1)><script>alert(2)</script>';
  assert.deepEqual(await playground.run(`console.log(${JSON.stringify(markup)})`), [markup]);
  await playground.explore(`setTimeout(() => { throw new Error(${JSON.stringify(markup)}) })`);
  assert.ok((await page.locator('.failing h3').innerText()).includes(markup));
  await page.click('#tab-compare');
  await playground.press('#compare');
  assert.equal(await page.locator('.results img').count(), 0);
  assertNoProblems();
});

test('compares browsers, and says why they differ', async () => {
  await page.selectOption('#examples', 'browsers');
  await page.click('#tab-compare');
  assert.match(await playground.press('#compare'), /different outputs/);
  assert.match(await page.locator('.reason').first().innerText(), /This order depends on the host, because/);
  assert.ok(await page.locator('.host').count() > 1);
  assert.match(await page.locator('.reason').first().innerText(), /Chromium has timer, Firefox has delayed task/);
  assertNoProblems();
});

test('shows the timeline of a run, and of two orders', async () => {
  await page.selectOption('#examples', 'tour');
  await playground.press('#run');
  await page.click('#tab-timeline');
  const frame = page.frameLocator('#timeline-frame');
  await frame.locator('html[data-ready]').waitFor({ state: 'attached' });
  assert.equal(await frame.locator('#problems').isHidden(), true);
  await page.selectOption('#examples', 'draft');
  await playground.explore();
  await page.getByRole('button', { name: 'Timeline of both orders' }).click();
  await frame.locator('#difference-text').getByText('The orders first differ').waitFor();
  assert.equal(await playground.status(), 'The timeline shows the usual order above this one.');
  assertNoProblems();
});

test('shows statistics and warnings', async () => {
  await playground.run(`
    const busy = ms => { const end = performance.now() + ms; while (performance.now() < end); };
    scheduler.postTask(() => busy(90));`);
  assert.match(await playground.status(), /1 warning/);
  await page.click('#tab-statistics');
  assert.match(await page.locator('#warnings').innerText(), /\[long-task\] line 3/);
  assert.match(await page.locator('#statistics').innerText(), /user-visible task/);
});

test('runs a program in this browser beside the prediction', async () => {
  await page.selectOption('#examples', 'tour');
  const same = `for (const priority of ['background', 'user-visible', 'user-blocking']) {
    scheduler.postTask(() => console.log(priority, { a: [1] }), { priority });
  }
  setTimeout(() => console.log('timer'), 5);`;
  await playground.write(same);
  assert.match(await playground.press('#run-here'), /^Chromium \d+ printed what posttask predicts: 4 lines\./);
  await playground.write('console.log(typeof window, navigator.userAgent.length > 40)');
  assert.match(await playground.press('#run-here'), /first differ on line 1\./);
  assert.equal(await page.locator('#here-lines tr.different').count(), 1);
  assertNoProblems();
});

test('this browser shows values as the prediction does', async () => {
  for (const name of ['values', 'methods', 'warnings']) {
    const program = new URL(`../../../js-tests/programs/console/${name}.js`, import.meta.url);
    await playground.write(readFileSync(program, 'utf8'));
    assert.match(await playground.press('#run-here'), /^Chromium \d+ printed what posttask predicts: /, name);
  }
  await playground.write(`
    console.log([Promise.resolve({ a: 1 }), Promise.reject(1).catch(() => {}), (async () => {})()]);
    console.log(new RangeError('bad'), { cause: new Error('a', { cause: 1 }) }, AbortSignal.abort().reason.name);
    setTimeout(() => { throw 'text'; });
    Promise.reject({ a: 1 });
  `);
  assert.match(await playground.press('#run-here'), /^Chromium \d+ printed what posttask predicts: 4 lines\./);
  assertNoProblems();
});

test('a program in this browser is a file of its own, in a window', async () => {
  await playground.write(`'use strict';
    const lines = 'its own';
    console.log((function () { return this; })(), lines, eval('1 + 1'));
    console.log(window === self, typeof requestIdleCallback);
    requestIdleCallback(() => console.log('idle'));
    requestAnimationFrame(() => requestAnimationFrame(() => console.log('frame')));`);
  await playground.press('#run-here');
  const printed = await page.locator('#here-lines td:nth-child(2)').allInnerTexts();
  assert.deepEqual(printed.slice(0, 2), ['undefined its own 2', 'true function']);
  assert.deepEqual(printed.slice(2).sort(), ['frame', 'idle']);
  await playground.write('console.log(await 1); throw new TypeError("end");');
  assert.match(await playground.press('#run-here'), /printed what posttask predicts: 2 lines\./);
  assertNoProblems();
});

test('a program that never ends in this browser is stopped, and the page stays alive', async () => {
  // It is predicted to end.
  await playground.write("console.log('started'); while (navigator.userAgent.includes('Chrome/'));");
  await page.click('#run-here');
  await page.waitForFunction(() => /Running in/.test(document.querySelector('#status').textContent));
  await page.waitForTimeout(500);
  assert.equal(await playground.press('#stop'), 'Stopped.');
  assert.equal(await page.locator('iframe.here-frame').count(), 0);
});

test('says why this browser cannot be compared in some examples', async () => {
  await playground.write("navigator.locks.request('a', () => console.log('held'));");
  assert.match(await playground.press('#run-here'), /in a frame without an origin here, which has no locks\.$/);
  await page.selectOption('#examples', 'log');
  assert.match(await playground.press('#run-here'), /printed what posttask predicts: 1 line\./);
  await page.selectOption('#examples', 'tour');
  assert.match(await playground.press('#run-here'), /apart from numbers such as times|first differ on line/);
  await page.selectOption('#examples', 'draft');
  assert.match(await playground.press('#run-here'), /printed what posttask predicts/);
  assertNoProblems();
});

test('a run replaces one in this browser', async () => {
  await playground.write('setTimeout(() => console.log("here"), 3000)');
  await page.click('#run-here');
  await page.waitForFunction(() => /Running in/.test(document.querySelector('#status').textContent));
  assert.ok(await page.locator('#stop').isEnabled());
  assert.deepEqual(await playground.run('console.log("newer")'), ['newer']);
  await page.waitForTimeout(4_500);
  assert.deepEqual(await playground.console(), ['newer']);
  await playground.write('setTimeout(() => {}, 3000)');
  await page.click('#run-here');
  await page.waitForFunction(() => /Running in/.test(document.querySelector('#status').textContent));
  assert.equal(await playground.press('#stop'), 'Stopped.');
});

test('on a narrow screen, all tabs and both orders are in sight', async () => {
  await page.setViewportSize({ width: 390, height: 850 });
  try {
    await playground.explore();
    for (const place of ['#tab-statistics', '.orders th:last-child']) {
      const { x, width } = await page.locator(place).first().boundingBox();
      assert.ok(x >= 0 && x + width <= 390, `${place}: ${x} to ${x + width}`);
    }
  } finally {
    await page.setViewportSize({ width: 1280, height: 900 });
  }
});

test('is used with the keyboard', async () => {
  await playground.write('console.log("typed")');
  await page.keyboard.press('Control+Enter');
  await playground.idle();
  assert.deepEqual(await playground.console(), ['typed']);
  await page.keyboard.press('Control+Shift+Enter');
  assert.match(await playground.idle(), /no failure in/);
  await page.focus('#tab-explore');
  await page.keyboard.press('ArrowRight');
  assert.equal(await page.evaluate(() => document.activeElement.id), 'tab-compare');
  assert.ok(await page.locator('#view-compare').isVisible());
  await page.locator('.cm-content').focus();
  await page.keyboard.press('Tab');
  assert.notEqual(await page.evaluate(() => document.activeElement.id), 'editor');
});
