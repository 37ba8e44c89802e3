// Two orders beside each other, step by step.

import { element } from '../dom.ts';
import type { Editor } from '../editor/editor.ts';
import type { Mark } from '../editor/marks.ts';
import type { Step } from '../engine/protocol.ts';
import { placesIn } from '../places.ts';
import { firstDifference } from './difference.ts';

/** The number of steps that are shown, around the first difference if there are more. */
const SHOWN = 200;

/** The usual order and another one, with buttons that step through both. */
export class Orders {
  readonly root: HTMLElement;
  readonly #orders: [Step[], Step[]];
  readonly #editor: Editor;
  readonly #marks: Mark[];
  readonly #different: number;
  readonly #rows = new Map<number, HTMLElement>();
  readonly #said = element('span', { class: 'step', role: 'status' });
  #at: number;

  /** `marks` are those that the editor shows besides the current step. */
  constructor(usual: Step[], other: Step[], editor: Editor, marks: Mark[]) {
    this.#orders = [usual, other];
    this.#editor = editor;
    this.#marks = marks;
    this.#different = firstDifference(usual.map(({ name }) => name), other.map(({ name }) => name)) ?? 0;
    this.#at = this.#different;
    const button = (text: string, label: string, to: () => number) =>
      element('button', { type: 'button', 'aria-label': label, title: label, click: () => this.#go(to()) }, text);
    this.root = element(
      'div',
      { class: 'orders' },
      element(
        'p',
        { class: 'stepper', role: 'group', 'aria-label': 'Step through both orders' },
        button('First', 'First step', () => 0),
        button('◀', 'Step back', () => this.#at - 1),
        button('▶', 'Step forth', () => this.#at + 1),
        button('≠', 'First difference', () => this.#different),
        this.#said,
      ),
      element('div', { class: 'wide', tabindex: 0, role: 'region', 'aria-label': 'Both orders' }, this.#table()),
    );
  }

  get #length(): number {
    return Math.max(this.#orders[0].length, this.#orders[1].length);
  }

  #table(): HTMLElement {
    const start = Math.max(Math.min(this.#different - SHOWN / 2, this.#length - SHOWN), 0);
    const end = Math.min(start + SHOWN, this.#length);
    const cell = (step: Step | undefined) => element('td', {}, step === undefined ? '' : textOf(step));
    const rows = [];
    for (let index = start; index < end; index++) {
      const [usual, other] = this.#orders.map(steps => steps[index]);
      const row = element(
        'tr',
        { class: usual?.name !== other?.name && 'different' },
        element('th', { scope: 'row' }, String(index + 1)),
        cell(usual),
        cell(other),
      );
      this.#rows.set(index, row);
      rows.push(row);
    }
    const heading = ['Step', 'Usual order', 'This order'].map(text => element('th', { scope: 'col' }, text));
    return element(
      'table',
      {},
      element('thead', {}, element('tr', {}, ...heading)),
      element('tbody', {}, ...rows),
    );
  }

  /** Goes to a step, and shows the work of this order in the program. */
  #go(to: number): void {
    this.#rows.get(this.#at)?.removeAttribute('aria-current');
    this.#at = Math.min(Math.max(to, 0), this.#length - 1);
    const row = this.#rows.get(this.#at);
    row?.setAttribute('aria-current', 'step');
    row?.scrollIntoView({ block: 'nearest' });
    const [usual, other] = this.#orders.map(steps => steps[this.#at]);
    const place = other === undefined ? undefined : placesIn(other.name)[0];
    const current: Mark[] = place === undefined ? [] : [{ place, kind: 'current', label: `step ${this.#at + 1}` }];
    this.#editor.mark([...this.#marks, ...current]);
    if (place !== undefined) this.#editor.show(place);
    const text = (step: Step | undefined) => step === undefined ? 'nothing' : textOf(step);
    const same = usual?.name === other?.name ? 'in both orders' : `; usually ${text(usual)}`;
    this.#said.textContent = `Step ${this.#at + 1} of ${this.#length}: ${text(other)} ${same}`.replace(' ;', ';');
  }
}

/** `10 ms  timer 17:11` */
function textOf({ name, kind, at_ms }: Step): string {
  // Work that the host schedules is named after its kind.
  const isKind = name.split('#')[0] === kind.replaceAll(' ', '-') || name === 'main';
  return `${Math.round(at_ms * 1e3) / 1e3} ms  ${kind}${isKind ? '' : ` ${name}`}`;
}
