// Tests of the page in Chromium: npm run test:browser

import assert from 'node:assert/strict';
import { after, before, beforeEach, test } from 'node:test';
import { open } from './playground.mjs';

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
  assert.match(await playground.explore(), /7 of 16 runs failed: all 2 allowed orders\./);
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
      assert.match(found, /^No failure/, id);
    } else {
      assert.match(found, /runs failed/, id);
      assert.ok(await page.locator('.cm-label').count() > 0, id);
      await page.click('#repair');
      assert.match(await explore(), /^No failure/, `${id}, repaired`);
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
  await playground.load('#code=damaged');
  assert.match(await playground.status(), /cannot be read|A draft/);
  assertNoProblems();
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
  await playground.write('const x: string = "typed"; console.log(x); for (;;);', 'ts');
  await page.selectOption('#profile', 'chromium');
  assertNoProblems();
});

test('is used with the keyboard', async () => {
  await playground.write('console.log("typed")');
  await page.keyboard.press('Control+Enter');
  await playground.idle();
  assert.deepEqual(await playground.console(), ['typed']);
  await page.keyboard.press('Control+Shift+Enter');
  assert.match(await playground.idle(), /No failure in/);
  await page.focus('#tab-explore');
  await page.keyboard.press('ArrowRight');
  assert.equal(await page.evaluate(() => document.activeElement.id), 'tab-compare');
  assert.ok(await page.locator('#view-compare').isVisible());
  await page.locator('.cm-content').focus();
  await page.keyboard.press('Tab');
  assert.notEqual(await page.evaluate(() => document.activeElement.id), 'editor');
});
