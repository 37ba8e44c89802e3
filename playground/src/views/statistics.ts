// The view "Statistics": what the last run waited for, and warnings about it.

import { byId, element } from '../dom.ts';
import type { Ended } from '../engine/protocol.ts';
import type { Page } from '../page.ts';

/** The view. */
export class StatisticsView {
  readonly #page: Page;

  constructor(page: Page) {
    this.#page = page;
  }

  /** Shows nothing until there is another run. */
  clear(): void {
    byId('no-run', HTMLElement).hidden = false;
    byId('recorded', HTMLElement).hidden = true;
  }

  /** Shows what was recorded of a run. */
  show({ warnings, statistics_text }: Ended): void {
    const items = warnings.map(({ text, places }) => {
      const links = places.map(place => element(
        'button',
        { type: 'button', class: 'place', click: () => this.#page.editor.goTo(place) },
        `line ${place[0]}`,
      ));
      return element('li', {}, text, ...links.flatMap(link => [' ', link]));
    });
    const list = element('ul', { class: 'warnings' }, ...items);
    byId('warnings', HTMLElement).replaceChildren(items.length > 0 ? list : element('p', {}, 'No warnings.'));
    byId('statistics', HTMLElement).textContent = statistics_text;
    byId('no-run', HTMLElement).hidden = true;
    byId('recorded', HTMLElement).hidden = false;
  }
}
