// The view "Run": the console of a program, in the usual order or in another one, and in this browser itself.

import { comparable, differInNumbers, type Here, needsOrigin, runHere, thisBrowser } from '../browser/run_here.ts';
import { byId, counted, element } from '../dom.ts';
import type { Ended, Printed } from '../engine/protocol.ts';
import { ask, busy, copy, type Page, say } from '../page.ts';
import { Console } from './console.ts';
import { firstDifference } from './difference.ts';

const ENDINGS: Record<Ended['ending'], string> = {
  completed: 'The program has ended',
  unfinished: 'Nothing is left to do, but the main module still waits',
  suspended: 'Nothing is left to do, but a worker still waits, and nobody is left to notify it',
  'timed out': 'Stopped after one minute of virtual time',
  'no progress': 'Stopped: the program keeps running, but time does not advance',
  panicked: 'posttask has failed',
};

/** The number of lines that are shown beside those of this browser. */
const MOST_ROWS = 1_000;

/** The view. */
export class RunView {
  readonly #page: Page;
  readonly #console: Console;
  /** Counts what the console has shown: what ends late does not add to another run. */
  #shown = 0;

  constructor(page: Page) {
    this.#page = page;
    this.#console = new Console('console', place => page.editor.goTo(place));
    byId('run', HTMLButtonElement).addEventListener('click', () => void this.run());
    byId('run-here', HTMLButtonElement).addEventListener('click', () => void this.runHere());
    byId('usual-order', HTMLButtonElement).addEventListener('click', () => void this.run());
    byId('copy-console', HTMLButtonElement).addEventListener('click', () => void this.#copy());
  }

  /** Shows nothing: the program is another one. */
  clear(): void {
    this.#shown++;
    this.#console.clear();
    this.#showConsole('');
  }

  /** Shows the console, of this order, instead of the comparison. */
  #showConsole(order: string): void {
    byId('console', HTMLElement).hidden = false;
    byId('here', HTMLElement).hidden = true;
    byId('copy-console', HTMLButtonElement).textContent = 'Copy the console';
    byId('order', HTMLElement).hidden = order === '';
    byId('order-text', HTMLElement).textContent = order;
  }

  /** Copies what is in sight: the console, or the comparison as lines with tabs. */
  async #copy(): Promise<void> {
    if (byId('here', HTMLElement).hidden) return copy(this.#console.text, 'Copied the console.');
    const rows = [...document.querySelectorAll('#here tr')].map(row =>
      [...row.children].map(({ textContent }) => textContent).join('\t'));
    await copy([byId('here-verdict', HTMLElement).textContent, ...rows].join('\n'), 'Copied the comparison.');
  }

  /** Runs the program in the usual order. */
  async run(): Promise<void> {
    await this.#run('');
  }

  /** Runs the program in an order that an exploration has found. */
  async replay(order: string): Promise<void> {
    this.#page.show('run');
    await this.#run(order);
  }

  async #run(order: string): Promise<void> {
    this.#page.show('run');
    const shown = ++this.#shown;
    this.#console.clear();
    this.#showConsole(order);
    say('Running …');
    const ended = await ask(this.#page, 'run', { order }, { printed: printed => this.#console.add(printed) });
    if (ended !== null) this.#end(ended);
    else if (shown === this.#shown) this.#console.note(byId('status', HTMLElement).textContent);
  }

  #end(ended: Ended): void {
    const { ending, time, pending, skipped } = ended;
    for (const line of skipped) this.#console.note(line);
    if (pending.length > 0) this.#console.note(`still pending:\n${pending.map(line => `  ${line}`).join('\n')}`);
    const warnings = ended.warnings.length > 0 ? ` ${counted(ended.warnings.length, 'warning')}.` : '';
    const when = `at ${Math.round(time * 10) / 10} ms`;
    say(`${ENDINGS[ending]}, ${when}: ${this.#console.summary}.${warnings}`);
    this.#page.ended(ended);
  }

  /** Runs the program in this browser, beside what posttask predicts for it. */
  async runHere(): Promise<void> {
    const page = this.#page;
    page.show('run');
    const { name, profile } = thisBrowser(navigator.userAgent);
    say(`Predicting what ${name} does …`);
    const predicted: string[] = [];
    const add = (printed: Printed[]) => predicted.push(...printed.map(textOf));
    const ended = await ask(page, 'run', { profile, realTime: false }, { printed: add });
    const compiled = ended === null ? null : await ask(page, 'compiled', {});
    if (ended === null || compiled === null) return;
    say(`Running in ${name} …`);
    const here = await busy(page, 'here', page.engine.beside(stop => runHere(compiled, ended.time, stop)));
    if (here !== null) this.#compare(name, here, predicted, needsOrigin(compiled.text));
  }

  #compare(name: string, { printed: here, ending }: Here, predicted: string[], lacksLocks: boolean): void {
    const different = firstDifference(here.map(comparable), predicted.map(comparable));
    const verdict = [verdictOf(name, here, predicted, lacksLocks), ending].join(' ').trim();
    byId('here-verdict', HTMLElement).textContent = verdict;
    byId('here-name', HTMLElement).textContent = name;
    const shown = Math.min(Math.max(here.length, predicted.length), MOST_ROWS);
    byId('here-lines', HTMLTableSectionElement).replaceChildren(...Array.from({ length: shown }, (_, index) =>
      element(
        'tr',
        { class: index === different && 'different' },
        element('th', { scope: 'row' }, String(index + 1)),
        element('td', {}, here[index] ?? ''),
        element('td', {}, predicted[index] ?? ''),
      )));
    byId('here', HTMLElement).hidden = false;
    byId('console', HTMLElement).hidden = true;
    byId('order', HTMLElement).hidden = true;
    byId('copy-console', HTMLButtonElement).textContent = 'Copy the comparison';
    say(verdict);
  }
}

/** Whether the browser printed what was predicted and, where it is known, why not. */
function verdictOf(name: string, here: string[], predicted: string[], lacksLocks: boolean): string {
  const different = firstDifference(here.map(comparable), predicted.map(comparable));
  if (different === null) return `${name} printed what posttask predicts: ${counted(here.length, 'line')}.`;
  if (differInNumbers(here, predicted)) {
    return `${name} printed what posttask predicts, apart from numbers such as times: the prediction has virtual time.`;
  }
  const differ = `${name} and the prediction first differ on line ${different + 1}.`;
  return lacksLocks ? `${differ} The program runs in a frame without an origin here, which has no locks.` : differ;
}

function textOf(printed: Printed): string {
  return printed.kind === 'error' ? printed.error.headline : printed.text;
}
