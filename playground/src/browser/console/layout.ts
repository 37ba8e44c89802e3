// Line breaks: a small object is put on one line, a larger one on a line per entry.

import { textWidth } from './text.ts';

/** The maximum width of an object on one line, and of a row of elements, in columns. */
const WIDTH = 76;

/** An object with this many levels of nested objects is not put on one line. */
const LEVELS_ON_A_LINE = 3;

/** A list with more elements than this is set in rows. */
const ENTRIES_IN_A_COLUMN = 6;

/** A list is not set in rows if one of its elements is wider than this. */
const WIDEST_IN_A_ROW = 16;

/** The parts of the text of an object. */
export interface ObjectText {
  prefix: string;
  brackets: [string, string];
  entries: string[];
  /** The number of entries, from the first one, that are elements of a list. */
  elements: number;
}

/** Puts the entries of an object on a line, or on a line each. */
export function layOut(object: ObjectText): string {
  const { prefix, brackets: [open, close], entries, elements } = object;
  const start = prefix === '' ? open : `${prefix} ${open}`;
  const rows = inRows(entries.slice(0, elements));
  if (rows === null && fitsOnALine(object)) return `${start} ${entries.join(', ')} ${close}`;
  const lines = rows === null ? entries : [...rows, ...entries.slice(elements)];
  return `${start}\n  ${lines.map(line => line.replaceAll('\n', '\n  ')).join(',\n  ')}\n${close}`;
}

function fitsOnALine({ prefix, entries }: ObjectText): boolean {
  if (entries.some(entry => entry.includes('\n') || levels(entry) >= LEVELS_ON_A_LINE)) return false;
  return entries.reduce((sum, entry) => sum + textWidth(entry) + 2, textWidth(prefix) + 2) <= WIDTH;
}

/** Sets many short elements in rows of equally wide, right-aligned columns. `null` if they are not. */
function inRows(elements: string[]): string[] | null {
  if (elements.length <= ENTRIES_IN_A_COLUMN || elements.some(element => element.includes('\n'))) return null;
  const widths = elements.map(textWidth);
  const widest = Math.max(...widths);
  if (widest > WIDEST_IN_A_ROW) return null;
  const columns = columnsOf(elements.length, widest + 2);
  const cells = elements.map((element, index) => ' '.repeat(widest - (widths[index] ?? 0)) + element);
  return Array.from({ length: Math.ceil(cells.length / columns) }, (_, row) =>
    cells.slice(row * columns, (row + 1) * columns).join(', '));
}

/** As many columns as make the block about two and a half times as wide as it is high. */
function columnsOf(count: number, width: number): number {
  const fits = (columns: number) => columns * width <= WIDTH && columns * columns * width <= Math.floor(count * 25 / 4);
  let columns = 0;
  while (columns < 16 && fits(columns + 1)) columns++;
  return Math.max(columns, 1, Math.min(3, Math.floor(WIDTH / width)));
}

/** How deeply the brackets of an entry are nested. */
function levels(entry: string): number {
  let depth = 0;
  let deepest = 0;
  for (const character of entry.length > 2 ? entry : '') {
    if (character === '{' || character === '[') deepest = Math.max(deepest, ++depth);
    else if (character === '}' || character === ']') depth = Math.max(depth - 1, 0);
  }
  return deepest;
}
