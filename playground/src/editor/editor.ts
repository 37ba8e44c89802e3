// The editor. It is in a shadow root: only there does CodeMirror add its styles without a `style` element, which the
// Content Security Policy forbids.

import { closeBrackets, closeBracketsKeymap } from '@codemirror/autocomplete';
import { defaultKeymap, history, historyKeymap } from '@codemirror/commands';
import { javascript } from '@codemirror/lang-javascript';
import { bracketMatching, indentOnInput, syntaxHighlighting } from '@codemirror/language';
import { highlightSelectionMatches, searchKeymap } from '@codemirror/search';
import { Compartment, EditorState } from '@codemirror/state';
import { drawSelection, EditorView, highlightActiveLine, keymap, lineNumbers } from '@codemirror/view';
import type { Position } from '../engine/protocol.ts';
import type { Language } from '../program.ts';
import { type Mark, marks, rangeOf, setMarks } from './marks.ts';
import { highlighting, theme } from './theme.ts';

/** The editor of the program. */
export class Editor {
  readonly #view: EditorView;
  readonly #language = new Compartment();

  /** `changed` is called after each edit. */
  constructor(parent: HTMLElement, changed: () => void) {
    const root = parent.attachShadow({ mode: 'open' });
    this.#view = new EditorView({
      root,
      parent: root,
      extensions: [
        lineNumbers(),
        history(),
        drawSelection(),
        indentOnInput(),
        bracketMatching(),
        closeBrackets(),
        highlightActiveLine(),
        highlightSelectionMatches(),
        syntaxHighlighting(highlighting),
        theme,
        marks,
        EditorState.tabSize.of(2),
        // Tab moves the focus, so that nobody who uses a keyboard is caught in the editor.
        keymap.of([...closeBracketsKeymap, ...defaultKeymap, ...searchKeymap, ...historyKeymap]),
        this.#language.of(javascript()),
        EditorView.contentAttributes.of({ 'aria-label': 'Program', tabindex: '0' }),
        EditorView.updateListener.of(update => {
          if (update.docChanged) changed();
        }),
      ],
    });
  }

  get text(): string {
    return this.#view.state.doc.toString();
  }

  /** Replaces the program. The change can be undone. */
  setText(text: string, language: Language): void {
    const { doc } = this.#view.state;
    if (doc.toString() !== text) {
      this.#view.dispatch({ changes: { from: 0, to: doc.length, insert: text }, selection: { anchor: 0 } });
    }
    this.setLanguage(language);
    this.mark([]);
  }

  setLanguage(language: Language): void {
    const options = { typescript: language.startsWith('ts'), jsx: language.endsWith('x') };
    this.#view.dispatch({ effects: this.#language.reconfigure(javascript(options)) });
  }

  /** Marks places, instead of those that were marked before. */
  mark(places: Mark[]): void {
    this.#view.dispatch({ effects: setMarks.of(places) });
  }

  /** Selects a place and shows it. */
  goTo(place: Position): void {
    const range = rangeOf(this.#view.state.doc, place);
    if (range === null) return;
    this.#view.dispatch({ selection: { anchor: range.from, head: range.to }, scrollIntoView: true });
    this.#view.focus();
  }

  /** Shows a place, and leaves the focus where it is. */
  show(place: Position): void {
    const range = rangeOf(this.#view.state.doc, place);
    if (range !== null) this.#view.dispatch({ effects: EditorView.scrollIntoView(range.from, { y: 'nearest' }) });
  }
}
