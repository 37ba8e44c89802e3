// The tabs of the views: https://www.w3.org/WAI/ARIA/apg/patterns/tabs/

import { byId } from './dom.ts';
import { type ViewName, VIEWS } from './page.ts';

/** The tabs. */
export class Tabs {
  readonly #selected: (view: ViewName) => void;

  /** `selected` is called when a view has been shown. */
  constructor(selected: (view: ViewName) => void) {
    this.#selected = selected;
    for (const [index, view] of VIEWS.entries()) {
      const tab = byId(`tab-${view}`, HTMLButtonElement);
      tab.addEventListener('click', () => this.select(view));
      tab.addEventListener('keydown', event => this.#move(event, index));
    }
  }

  /** Shows a view. */
  select(view: ViewName): void {
    for (const other of VIEWS) {
      const tab = byId(`tab-${other}`, HTMLButtonElement);
      const isSelected = other === view;
      tab.setAttribute('aria-selected', String(isSelected));
      tab.tabIndex = isSelected ? 0 : -1;
      byId(`view-${other}`, HTMLElement).hidden = !isSelected;
    }
    this.#selected(view);
  }

  #move(event: KeyboardEvent, index: number): void {
    const to = { ArrowLeft: index - 1, ArrowRight: index + 1, Home: 0, End: VIEWS.length - 1 }[event.key];
    if (to === undefined) return;
    event.preventDefault();
    const view = VIEWS[(to + VIEWS.length) % VIEWS.length] as ViewName;
    this.select(view);
    byId(`tab-${view}`, HTMLButtonElement).focus();
  }
}
