// The console: any number of lines, of which only those in sight are in the document.

import { byId, counted, element } from '../dom.ts';
import type { Position, Printed } from '../engine/protocol.ts';

/** A line of the console. */
interface Line {
  text: string;
  kind: 'out' | 'err' | 'error' | 'note';
  place: Position | null;
}

/** The lines beyond those in sight that are in the document too. */
const MARGIN = 20;

/** The number of lines that are kept: a program may print without end. */
const MOST = 200_000;

/** The longest line that is shown, in characters. */
const LONGEST = 10_000;

/** A console. */
export class Console {
  readonly #goTo: (place: Position) => void;
  readonly #scroller: HTMLElement;
  readonly #sheet = element('div', { class: 'console-sheet' });
  #lines: Line[] = [];
  /** The number of lines that are not kept any more. */
  #dropped = 0;
  #height = 0;
  #isDrawing = false;
  /** Whether to go to the last line when the new lines are drawn. */
  #follows = false;

  /** `id` is that of the element that scrolls. `goTo` is called with places that the user chooses. */
  constructor(id: string, goTo: (place: Position) => void) {
    this.#goTo = goTo;
    this.#scroller = byId(id, HTMLElement);
    this.#scroller.append(this.#sheet);
    this.#scroller.addEventListener('scroll', () => this.#draw());
    new ResizeObserver(() => this.#draw()).observe(this.#scroller);
  }

  /** The lines, as text. */
  get text(): string {
    return this.#lines.map(({ text }) => text).join('\n');
  }

  get summary(): string {
    const errors = this.#lines.filter(({ kind }) => kind === 'error').length;
    const lines = counted(this.#dropped + this.#lines.length, 'line');
    return errors > 0 ? `${lines}, ${counted(errors, 'line')} of errors` : lines;
  }

  clear(): void {
    this.#lines = [];
    this.#dropped = 0;
    this.#sheet.replaceChildren();
    // Nothing of a longer output may be left, or the next one would be drawn out of sight.
    this.#sheet.style.paddingTop = '0';
    this.#sheet.style.height = '0';
    this.#scroller.scrollTop = 0;
    this.#draw();
  }

  /** Adds what a program has printed. */
  add(printed: Printed[]): void {
    const { scrollTop, clientHeight, scrollHeight } = this.#scroller;
    this.#follows ||= scrollTop + clientHeight >= scrollHeight - 4;
    for (const item of printed) {
      if (item.kind !== 'error') this.#push(item.text, item.kind, null);
      else {
        const { headline, details, place } = item.error;
        const known = place === null || !place[0].startsWith('app.') ? null : [place[1], place[2]] as Position;
        this.#push(headline, 'error', known);
        for (const line of details) this.#push(`    ${line}`, 'error', null);
      }
    }
    this.#draw();
  }

  /** Adds a line of the page itself. */
  note(text: string): void {
    this.#push(text, 'note', null);
    this.#draw();
  }

  #push(text: string, kind: Line['kind'], place: Position | null): void {
    for (const [index, line] of text.split('\n').entries()) {
      const shown = line.length > LONGEST ? `${line.slice(0, LONGEST)} …` : line;
      this.#lines.push({ text: shown, kind, place: index === 0 ? place : null });
    }
    if (this.#lines.length < 2 * MOST) return;
    this.#dropped += this.#lines.length - MOST;
    this.#lines = this.#lines.slice(-MOST);
  }

  /** Draws the lines in sight before the next frame. */
  #draw(): void {
    if (this.#isDrawing) return;
    this.#isDrawing = true;
    requestAnimationFrame(() => {
      this.#isDrawing = false;
      this.#drawNow();
    });
  }

  #drawNow(): void {
    if (this.#scroller.clientHeight === 0) return;
    this.#height ||= this.#measure();
    // The browser keeps the position of the scroll bar below this height, unless the padding is higher.
    this.#sheet.style.paddingTop = '0';
    this.#sheet.style.height = `${this.#lines.length * this.#height}px`;
    if (this.#follows) this.#scroller.scrollTop = this.#scroller.scrollHeight;
    this.#follows = false;
    const inSight = Math.floor(this.#scroller.scrollTop / this.#height);
    const first = Math.max(Math.min(inSight, this.#lines.length - 1) - MARGIN, 0);
    const count = Math.ceil(this.#scroller.clientHeight / this.#height) + 2 * MARGIN;
    const visible = this.#lines.slice(first, first + count).map(line => this.#line(line));
    this.#sheet.style.paddingTop = `${first * this.#height}px`;
    this.#sheet.replaceChildren(...visible);
  }

  #measure(): number {
    const probe = element('div', { class: 'console-line' }, 'x');
    this.#sheet.append(probe);
    const { height } = probe.getBoundingClientRect();
    probe.remove();
    return height;
  }

  #line({ text, kind, place }: Line): HTMLElement {
    const line = element('div', { class: `console-line console-${kind}` }, text === '' ? ' ' : text);
    if (place !== null) {
      const go = () => this.#goTo(place);
      line.append(' ', element('button', { type: 'button', class: 'place', click: go }, `line ${place[0]}`));
    }
    return line;
  }
}
