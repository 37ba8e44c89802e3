// The view "Explore": the orders of a program, those in which it fails, and why.

import { byId, counted, element } from '../dom.ts';
import type { Mark } from '../editor/marks.ts';
import type { Deviation, Outcome, Position, Progress, Report } from '../engine/protocol.ts';
import { ask, copy, type Page, say } from '../page.ts';
import { partsOf, placeOf, placesIn } from '../places.ts';
import { firstDifference } from './difference.ts';
import { Orders } from './orders.ts';

/** What the view shows of an outcome with a long console. */
const SHOWN_LINES = 12;

/** The numbers of failures and of other outcomes that are shown. */
const SHOWN = { failures: 20, others: 5 };

/** What is said before the first exploration, and when the program has changed since the last one. */
const ABOUT = 'Explore runs the program in many orders, and shows those in which it fails.';
const OUTDATED = 'The program has changed since these results: explore it again.';

/** The view. */
export class ExploreView {
  readonly #page: Page;
  readonly #replay: (order: string) => Promise<void>;
  readonly #found = byId('found', HTMLElement);
  readonly #bar = byId('progress', HTMLProgressElement);
  /** Counts the explorations: one that ends late does not replace what is shown since. */
  #shown = 0;

  /** `replay` runs the program in an order. */
  constructor(page: Page, replay: (order: string) => Promise<void>) {
    this.#page = page;
    this.#replay = replay;
    this.clear();
    byId('explore', HTMLButtonElement).addEventListener('click', () => void this.explore());
  }

  /** Explores the program. */
  async explore(): Promise<void> {
    const page = this.#page;
    page.show('explore');
    page.editor.mark([]);
    this.clear();
    const shown = this.#shown;
    const { source } = page.program();
    this.#bar.hidden = false;
    this.#bar.max = page.program().runs;
    this.#bar.value = 0;
    say('Exploring …');
    let latest: Report | null = null;
    const report = await ask(page, 'explore', {}, {
      progress: progress => this.#progress(progress),
      report: report => latest = report,
    });
    if (shown !== this.#shown) return;
    this.#bar.hidden = true;
    // What was found before the exploration was stopped.
    if (report ?? latest) this.#show((report ?? latest) as Report);
    if (source !== page.program().source) this.outdate();
  }

  /** Shows nothing: the program is another one. */
  clear(): void {
    this.#shown++;
    this.#found.replaceChildren();
    this.#bar.hidden = true;
    byId('progress-text', HTMLElement).textContent = ABOUT;
  }

  /** Says that the program is not the one that was explored. */
  outdate(): void {
    if (this.#found.childElementCount > 0) byId('progress-text', HTMLElement).textContent = OUTDATED;
  }

  #progress({ runs, orders, outcomes, failures }: Progress): void {
    this.#bar.value = runs;
    const text = `${counted(runs, 'run')}, ${counted(orders, 'order')}, ${counted(outcomes, 'outcome')}`;
    byId('progress-text', HTMLElement).textContent = `${text}, ${failures} failing`;
  }

  #show(report: Report): void {
    byId('progress-text', HTMLElement).textContent = '';
    const failures = report.outcomes.filter(({ failure }) => failure);
    const others = report.outcomes.filter(({ failure }) => !failure);
    const shown = [...failures.slice(0, SHOWN.failures), ...others.slice(0, SHOWN.others)];
    this.#found.replaceChildren(...shown.map(outcome => this.#outcome(outcome, report)));
    const hidden = hiddenOf(failures.length, others.length);
    if (hidden !== '') this.#found.append(element('p', {}, hidden));
    const first = failures[0];
    if (first !== undefined) this.#page.editor.mark(marksOf(first));
    say(summaryOf(report));
  }

  #outcome(outcome: Outcome, report: Report): HTMLElement {
    const runs = counted(outcome.count, 'run');
    const usual = linesOf(report.outcomes.find(({ usual }) => usual) ?? outcome);
    const lines = linesOf(outcome);
    const different = firstDifference(lines, usual);
    const differs = different === null ? '' : differenceOf(different, lines[different], usual[different]);
    const hasOtherOutput = outcome.ending === 'completed' && differs !== '';
    const title = !outcome.failure
      ? `${runs} passed${outcome.usual ? ', the usual one among them' : ''}`
      : outcome.errors[0]?.headline ?? (hasOtherOutput ? differs : `The program ${endingOf(outcome.ending)}`);
    const className = `outcome ${outcome.failure ? 'failing' : 'passing'}`;
    const article = element('article', { class: className }, element('h3', {}, title));
    if (outcome.failure) article.append(...this.#failure(outcome, report, runs));
    if (differs !== '' && title !== differs) article.append(element('p', {}, `${differs}.`));
    if (lines.length > 0) article.append(element('pre', { class: 'output' }, excerptOf(lines, different ?? 0)));
    return article;
  }

  #failure(outcome: Outcome, report: Report, runs: string): HTMLElement[] {
    const error = outcome.errors[0];
    const place = placeOf(error?.location ?? null);
    const where = element('p', {}, `${outcome.usual ? 'The usual order fails. ' : ''}${runs} failed like this`);
    if (place !== null) where.append(', at ', this.#link(place));
    where.append('.');
    const parts: HTMLElement[] = [where];
    if (outcome.deviations.length > 0) {
      const several = outcome.deviations.length > 1;
      const because = several ? 'These decisions together cause the failure:' : 'This decision causes the failure:';
      parts.push(
        element('p', { class: 'because' }, because),
        element('ol', { class: 'decisions' }, ...outcome.deviations.map(deviation => this.#decision(deviation))),
        this.#actions(outcome, report),
        new Orders(report.usual_order, outcome.order, this.#page.editor, marksOf(outcome)).root,
      );
    }
    return parts;
  }

  #decision({ sentence, reasons }: Deviation): HTMLElement {
    const why = reasons.map(reason => element(
      'li',
      {},
      `${reason.sentence}: `,
      element('a', { href: reason.address, target: '_blank', rel: 'noreferrer' }, reason.section),
    ));
    const parts = partsOf(sentence).map(part => typeof part === 'string' ? part : this.#link(part));
    const title = element('summary', {}, 'Why the standards allow it');
    const allowed = element('details', {}, title, element('ul', {}, ...why));
    return element('li', {}, ...parts, '.', why.length > 0 && allowed);
  }

  #actions(outcome: Outcome, report: Report): HTMLElement {
    const { schedule } = outcome;
    const command = `posttask run ${report.host}--order '${schedule}' app.${this.#page.program().language}`;
    const timeline = async () => {
      const data = await ask(this.#page, 'timelines', { order: schedule });
      if (data === null) return;
      this.#page.timeline(data);
      say('The timeline shows the usual order above this one.');
    };
    return element(
      'p',
      { class: 'actions' },
      element('button', { type: 'button', class: 'replay', click: () => void this.#replay(schedule) }, 'Replay'),
      element('button', { type: 'button', click: () => void timeline() }, 'Timeline of both orders'),
      element('button', { type: 'button', click: () => this.#mark(outcome) }, 'Show in the program'),
      element('button', { type: 'button', click: () => void copy(command, `Copied: ${command}`) }, 'Copy the command'),
    );
  }

  #mark(outcome: Outcome): void {
    const marks = marksOf(outcome);
    this.#page.editor.mark(marks);
    if (marks[0] !== undefined) this.#page.editor.goTo(marks[0].place);
  }

  #link(place: Position): HTMLElement {
    return element(
      'button',
      { type: 'button', class: 'place', click: () => this.#page.editor.goTo(place) },
      `line ${place[0]}`,
    );
  }
}

function linesOf({ console }: Outcome): string[] {
  return console.split('\n').filter((line, index, all) => line !== '' || index < all.length - 1);
}

/** How a line of an output differs from that in the usual order. `undefined` is the end. */
function differenceOf(index: number, line: string | undefined, usual: string | undefined): string {
  const shown = (text: string) => text.length > 60 ? `“${text.slice(0, 60)}…”` : `“${text}”`;
  const number = index + 1;
  if (line === undefined) return `The output has no line ${number}, which is usually ${shown(usual ?? '')}`;
  if (usual === undefined) return `The output has a line ${number}, ${shown(line)}, which usually is not there`;
  return `Line ${number} of the output is ${shown(line)}, and usually ${shown(usual)}`;
}

/** Some lines, among them this one. */
function excerptOf(lines: string[], at: number): string {
  const start = at < SHOWN_LINES ? 0 : Math.min(at - SHOWN_LINES / 2, Math.max(lines.length - SHOWN_LINES, 0));
  const end = Math.min(start + SHOWN_LINES, lines.length);
  const before = start > 0 ? [`… ${counted(start, 'line')} before`] : [];
  const after = end < lines.length ? [`… ${counted(lines.length - end, 'more line')}`] : [];
  return [...before, ...lines.slice(start, end), ...after].join('\n');
}

/** How many outcomes are not shown; empty if all are. */
export function hiddenOf(failures: number, others: number): string {
  const failing = Math.max(failures - SHOWN.failures, 0);
  const passing = Math.max(others - SHOWN.others, 0);
  const parts = [
    ...failing > 0 ? [counted(failing, 'more failure')] : [],
    ...passing > 0 ? [`${counted(passing, 'more outcome')} without a failure`] : [],
  ];
  return parts.length === 0 ? '' : `Not shown: ${parts.join(', and ')}.`;
}

function endingOf(ending: string): string {
  switch (ending) {
    case 'unfinished': return 'never gets what its main module waits for';
    case 'suspended': return 'leaves a worker that waits, and that nobody is left to notify';
    case 'timed out': return 'did not end within a minute of virtual time';
    case 'no progress': return 'keeps running, but time does not advance';
    case 'completed': return 'has another outcome than in the usual order';
    default: return ending;
  }
}

/** What was tried, in one or two sentences. */
export function summaryOf(report: Report): string {
  const { outcomes, runs, complete, interrupted } = report;
  const failing = outcomes.filter(({ failure }) => failure).reduce((sum, { count }) => sum + count, 0);
  const all = counted(runs, 'run');
  const fails = failing === 0 ? `no failure in ${all}` : `${failing} of ${all} failed`;
  const stopped = interrupted ? ' The exploration was stopped.' : '';
  return `${triedOf(report.distinct_orders, complete)} tried; ${fails}.${stopped}`;
}

/** `Both allowed orders were` */
function triedOf(orders: number, complete: boolean): string {
  if (!complete) return `${counted(orders, 'order')} ${orders === 1 ? 'was' : 'were'}`;
  if (orders === 1) return 'The only allowed order was';
  return orders === 2 ? 'Both allowed orders were' : `All ${counted(orders, 'allowed order')} were`;
}

/** The marks of the decisions that lead to an outcome, and of its error. */
export function marksOf({ deviations, errors }: Outcome): Mark[] {
  const choices = deviations.flatMap(({ text }, index) => {
    const number = deviations.length > 1 ? `${index + 1}: ` : '';
    const labels = placesIn(text).length > 1 ? ['ran first', 'ran after it'] : ['decides'];
    return placesIn(text).map((place, at): Mark => ({
      place,
      kind: 'choice',
      label: `${number}${labels[Math.min(at, labels.length - 1)]}`,
    }));
  });
  const place = placeOf(errors[0]?.location ?? null);
  return place === null ? choices : [...choices, { place, kind: 'error', label: 'fails here' }];
}
