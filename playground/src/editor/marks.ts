// Places in the program that a view points at: the deciding choices, the work that runs now, an error.

import { StateEffect, StateField, type Text } from '@codemirror/state';
import { Decoration, type DecorationSet, EditorView, WidgetType } from '@codemirror/view';
import type { Position } from '../engine/protocol.ts';

/** What is at a place. */
export interface Mark {
  place: Position;
  kind: 'choice' | 'current' | 'error';
  /** Shown behind the place, and read by screen readers. */
  label: string;
}

/** Replaces all marks. */
export const setMarks = StateEffect.define<Mark[]>();

class Label extends WidgetType {
  readonly mark: Mark;

  constructor(mark: Mark) {
    super();
    this.mark = mark;
  }

  override eq(other: Label): boolean {
    return other.mark.label === this.mark.label && other.mark.kind === this.mark.kind;
  }

  toDOM(): HTMLElement {
    const label = document.createElement('span');
    label.className = `cm-label cm-label-${this.mark.kind}`;
    label.textContent = this.mark.label;
    return label;
  }
}

/** The part of a line that a place stands for: the name before the bracket of a call, or one character. */
export function rangeOf(text: Text, [line, column]: Position): { from: number; to: number } | null {
  if (line < 1 || line > text.lines) return null;
  const { from, text: content } = text.line(line);
  // Columns count characters, and the editor counts UTF-16 code units.
  const units = [...content].slice(0, column - 1).join('').length;
  const name = /[\w$.]*$/.exec(content.slice(0, units))?.[0] ?? '';
  const end = Math.min(units + 1, content.length);
  return { from: from + Math.max(units - name.length, 0), to: from + Math.max(end, 0) };
}

function decorations(text: Text, marks: Mark[]): DecorationSet {
  const made = marks.flatMap(mark => {
    const range = rangeOf(text, mark.place);
    if (range === null) return [];
    const label = Decoration.widget({ widget: new Label(mark), side: 1 }).range(text.lineAt(range.from).to);
    const line = Decoration.line({ class: `cm-marked cm-marked-${mark.kind}` }).range(text.lineAt(range.from).from);
    if (range.to <= range.from) return [line, label];
    return [line, Decoration.mark({ class: `cm-place cm-place-${mark.kind}` }).range(range.from, range.to), label];
  });
  return Decoration.set(made, true);
}

/** The marks of an editor. An edit moves them. */
export const marks = StateField.define<DecorationSet>({
  create: () => Decoration.none,
  update(current, transaction) {
    let updated = current.map(transaction.changes);
    for (const effect of transaction.effects) {
      if (effect.is(setMarks)) updated = decorations(transaction.state.doc, effect.value);
    }
    return updated;
  },
  provide: field => EditorView.decorations.from(field),
});
