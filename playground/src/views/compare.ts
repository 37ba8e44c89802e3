// The view "Compare": what a program prints as several browsers, and why that differs.

import { byId, counted, element } from '../dom.ts';
import type { Compared } from '../engine/protocol.ts';
import { ask, type Page, say } from '../page.ts';
import { firstDifference } from './difference.ts';

/** The number of lines of a host that are shown. */
const SHOWN = 500;

const NAMES: Record<string, string> = {
  chromium: 'Chromium',
  firefox: 'Firefox',
  polyfill: 'Polyfill in Chromium',
  node: 'Node',
};

/** The view. */
export class CompareView {
  readonly #page: Page;

  constructor(page: Page) {
    this.#page = page;
    byId('compare', HTMLButtonElement).addEventListener('click', () => void this.compare());
  }

  /** Shows nothing: the program is another one. */
  clear(): void {
    byId('compared', HTMLElement).replaceChildren();
  }

  /** Runs the program as each of the hosts that the user has chosen. */
  async compare(): Promise<void> {
    this.#page.show('compare');
    const chosen = document.querySelectorAll<HTMLInputElement>('input[name="host"]:checked');
    const profiles = [...chosen].map(({ value }) => value);
    if (profiles.length < 2) {
      say('Choose at least two hosts.');
      return;
    }
    this.clear();
    say('Comparing …');
    const compared = await ask(this.#page, 'compare', { profiles });
    if (compared !== null) this.#show(compared);
  }

  #show({ groups, differences }: Compared): void {
    const expected = groups[0]?.lines ?? [];
    const columns = groups.map(({ hosts, lines }) => {
      const different = firstDifference(expected, lines);
      const rows = lines.slice(0, SHOWN).map((line, index) =>
        element('li', { class: index === different && 'different' }, line === '' ? ' ' : line));
      const names = hosts.map(({ name, version }) => element('span', { title: version }, NAMES[name] ?? name));
      const label = hosts.map(({ name }) => NAMES[name] ?? name).join(', ');
      return element(
        'section',
        { class: 'host' },
        element('h3', {}, ...names.flatMap((name, index) => index === 0 ? [name] : [', ', name])),
        lines.length === 0 ? element('p', {}, 'printed nothing') : element(
          'div',
          { class: 'wide', tabindex: 0, role: 'region', 'aria-label': `Output of ${label}` },
          element('ol', { class: 'lines' }, ...rows),
        ),
        lines.length > SHOWN && element('p', {}, counted(lines.length - SHOWN, 'more line')),
      );
    });
    const reasons = differences.map(({ sentence, intro, quirks }) => element(
      'section',
      { class: 'reason' },
      element('p', {}, ...withCode(named(sentence))),
      element('p', {}, `This order depends on the host, ${intro}`),
      element('ul', {}, ...quirks.map(({ id, host, summary }) =>
        element('li', {}, element('code', {}, id), ` (${NAMES[host] ?? host}): `, ...withCode(summary)))),
    ));
    const verdict = differences.length === 0 ? 'All hosts print the same.' : `${groups.length} different outputs.`;
    const hosts = element('div', { class: 'hosts' }, ...columns);
    byId('compared', HTMLElement).replaceChildren(element('p', { class: 'verdict' }, verdict), ...reasons, hosts);
    say(verdict);
  }
}

/** A sentence about hosts, with their names instead of those of their profiles. Code in it stays as it is. */
export function named(sentence: string): string {
  return sentence.replace(/(`[^`]*`)|\b(chromium|firefox|polyfill|node)(?= (?:has|ends))/g,
    (_, code: string | undefined, name: string) => code ?? NAMES[name] ?? name);
}

/** The parts of a text, with what is between backticks as code. */
function withCode(text: string): (string | HTMLElement)[] {
  return text.split('`').map((part, index) => index % 2 === 0 ? part : element('code', {}, part));
}
