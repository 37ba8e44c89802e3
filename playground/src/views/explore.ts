// The view "Explore": the orders of a program, those in which it fails, and why.

import { byId, counted, element } from '../dom.ts';
import type { Mark } from '../editor/marks.ts';
import type { Deviation, Outcome, Position, Progress, Report } from '../engine/protocol.ts';
import { ask, copy, type Page, say } from '../page.ts';
import { partsOf, placeOf, placesIn } from '../places.ts';
import { Orders } from './orders.ts';

/** What the view shows of an outcome with a long console. */
const SHOWN_LINES = 12;

/** The number of outcomes that are shown. */
const SHOWN_OUTCOMES = 20;

/** The view. */
export class ExploreView {
  readonly #page: Page;
  readonly #replay: (order: string) => Promise<void>;
  readonly #found = byId('found', HTMLElement);
  readonly #bar = byId('progress', HTMLProgressElement);

  /** `replay` runs the program in an order. */
  constructor(page: Page, replay: (order: string) => Promise<void>) {
    this.#page = page;
    this.#replay = replay;
    byId('explore', HTMLButtonElement).addEventListener('click', () => void this.explore());
  }

  /** Explores the program. */
  async explore(): Promise<void> {
    const page = this.#page;
    page.show('explore');
    page.editor.mark([]);
    this.#found.replaceChildren();
    this.#bar.hidden = false;
    this.#bar.max = page.program().runs;
    this.#bar.value = 0;
    say('Exploring …');
    let latest: Report | null = null;
    const report = await ask(page, 'explore', {}, {
      progress: progress => this.#progress(progress),
      report: report => latest = report,
    });
    this.#bar.hidden = true;
    // What was found before the exploration was stopped.
    if (report ?? latest) this.#show((report ?? latest) as Report);
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
    const shown = [...failures, ...others].slice(0, SHOWN_OUTCOMES);
    this.#found.replaceChildren(...shown.map(outcome => this.#outcome(outcome, report)));
    const first = failures[0];
    if (first !== undefined) this.#page.editor.mark(marksOf(first));
    say(summaryOf(report));
  }

  #outcome(outcome: Outcome, report: Report): HTMLElement {
    const runs = counted(outcome.count, 'run');
    const title = !outcome.failure
      ? `${runs} passed${outcome.usual ? ', the usual one among them' : ''}`
      : outcome.errors[0]?.headline ?? `The program ${endingOf(outcome.ending)}`;
    const className = `outcome ${outcome.failure ? 'failing' : 'passing'}`;
    const article = element('article', { class: className }, element('h3', {}, title));
    if (outcome.failure) article.append(...this.#failure(outcome, report, runs));
    const lines = outcome.console.split('\n').filter((line, index, all) => line !== '' || index < all.length - 1);
    if (lines.length > 0) {
      const more = lines.length > SHOWN_LINES ? `\n… ${counted(lines.length - SHOWN_LINES, 'more line')}` : '';
      article.append(element('pre', { class: 'output' }, lines.slice(0, SHOWN_LINES).join('\n') + more));
    }
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
      if (data !== null) this.#page.timeline(data);
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

function endingOf(ending: string): string {
  switch (ending) {
    case 'unfinished': return 'never gets what its main module waits for';
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
  const orders = complete
    ? report.distinct_orders === 1 ? 'the only allowed order' : `all ${report.distinct_orders} allowed orders`
    : counted(report.distinct_orders, 'order');
  const all = counted(runs, 'run');
  const fails = failing === 0 ? `No failure in ${all}` : `${failing} of ${all} failed`;
  return `${fails}: ${orders}.${interrupted ? ' The exploration was stopped.' : ''}`;
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
