// The colors of the editor, which are those of the page: style.css defines them for light and dark pages.

import { HighlightStyle } from '@codemirror/language';
import { EditorView } from '@codemirror/view';
import { tags } from '@lezer/highlight';

/** The colors of the syntax. */
export const highlighting = HighlightStyle.define([
  { tag: [tags.keyword, tags.modifier], color: 'var(--keyword)' },
  { tag: [tags.string, tags.special(tags.string), tags.regexp], color: 'var(--string)' },
  { tag: [tags.number, tags.bool, tags.null, tags.atom], color: 'var(--number)' },
  { tag: tags.comment, color: 'var(--comment)' },
  { tag: [tags.typeName, tags.className], color: 'var(--type)' },
]);

/** Everything else. */
export const theme = EditorView.theme({
  '&': { height: '100%', backgroundColor: 'var(--surface)', color: 'var(--text)', fontSize: '0.875rem' },
  '&.cm-focused': { outline: '2px solid var(--focus)', outlineOffset: '-2px' },
  '.cm-scroller': { fontFamily: 'var(--mono)', lineHeight: '1.5' },
  '.cm-content': { caretColor: 'var(--text)' },
  '.cm-cursor': { borderLeftColor: 'var(--text)' },
  '.cm-gutters': { backgroundColor: 'var(--surface)', color: 'var(--faint)', border: 'none' },
  '.cm-activeLine': { backgroundColor: 'var(--line)' },
  '&.cm-focused > .cm-scroller > .cm-selectionLayer .cm-selectionBackground, .cm-selectionBackground': {
    backgroundColor: 'var(--selection)',
  },
  '.cm-matchingBracket': { backgroundColor: 'var(--selection)' },
  '.cm-selectionMatch': { backgroundColor: 'var(--selection)' },
  '.cm-marked': { backgroundColor: 'var(--mark)' },
  '.cm-marked-error': { backgroundColor: 'var(--mark-error)' },
  '.cm-place': { borderBottom: '2px solid var(--accent)' },
  '.cm-place-error': { borderBottom: '2px wavy var(--error)' },
  '.cm-label': {
    marginLeft: '2ch',
    padding: '0 0.75ch',
    borderRadius: '3px',
    fontFamily: 'var(--sans)',
    fontSize: '0.75rem',
    whiteSpace: 'nowrap',
    color: 'var(--on-accent)',
    backgroundColor: 'var(--accent)',
  },
  '.cm-label-error': { backgroundColor: 'var(--error)' },
  '.cm-panels': { backgroundColor: 'var(--raised)', color: 'var(--text)' },
  '.cm-panels input, .cm-panels button': {
    backgroundColor: 'var(--surface)',
    backgroundImage: 'none',
    color: 'var(--text)',
  },
});
