// The story of the example that the editor holds: it is there as long as the program is that of the example.

import { byId, element } from '../dom.ts';
import type { Example } from './examples.ts';
import { EXAMPLES } from './examples.ts';

/** The story of an example, the list of the examples, and the button that shows the repair. */
export class Story {
  readonly #list = byId('examples', HTMLSelectElement);
  #shown: { example: Example; text: string } | null = null;

  /** `show` is called with what the user chooses: an example, or its repair. */
  constructor(show: (example: Example, isRepaired: boolean) => void) {
    for (const [theme, examples] of Map.groupBy(EXAMPLES, ({ theme }) => theme)) {
      const options = examples.map(({ id, title }) => element('option', { value: id }, title));
      this.#list.append(element('optgroup', { label: theme }, ...options));
    }
    this.#list.addEventListener('change', () => {
      const example = EXAMPLES.find(({ id }) => id === this.#list.value);
      if (example === undefined) return;
      history.replaceState(null, '', `#example=${example.id}`);
      show(example, false);
    });
    byId('repair', HTMLButtonElement).addEventListener('click', () => {
      if (this.#shown === null) return;
      const { example, text } = this.#shown;
      show(example, text === example.source);
    });
  }

  /** Tells the story of an example. */
  tell(example: Example, isRepaired: boolean): void {
    const { title, story, source, repaired, repair } = example;
    const text = isRepaired ? repaired ?? source : source;
    this.#shown = { example, text };
    byId('story-title', HTMLElement).textContent = title;
    byId('story-text', HTMLElement).textContent = isRepaired ? repair ?? story : story;
    const button = byId('repair', HTMLButtonElement);
    button.hidden = repaired === undefined;
    button.textContent = isRepaired ? 'Show the bug' : 'Show the repair';
    this.update(text);
  }

  /** Hides the story if the program is another one, and shows it again if that is undone. */
  update(program: string): void {
    const isShown = this.#shown?.text === program;
    byId('story', HTMLElement).hidden = !isShown;
    this.#list.value = isShown ? this.#shown?.example.id ?? '' : '';
  }
}
