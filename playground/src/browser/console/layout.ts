// Line breaks, where the command puts them: a small object is put on one line, a larger one on a line per entry, and a
// list of many small elements in rows. src/web/html/inspect/console_style/layout.rs explains the numbers.

import { textWidth } from './text.ts';

const WIDTH = 80;
const LEVELS_ON_A_LINE = 3;
const ENTRIES_IN_A_COLUMN = 6;
const MOST_ENTRIES_IN_ROWS = 100;
const MOST_COLUMNS = 12;
const SEPARATOR = 2;

/** The parts of the text of an object. */
export interface ObjectText {
  prefix: string;
  brackets: [string, string];
  /** Whether the prefix is a text of its own, such as that of a function. */
  alone: boolean;
  entries: string[];
  /** The number of entries, from the first one, that are elements of a list. */
  elements: number;
}

/** Where an object is: the number of objects around it, and how many levels deeper the last object in it is. */
export interface Surroundings {
  level: number;
  levelsBelow: number;
}

/** Puts the entries of an object on a line, on a line each, or in rows. */
export function layOut(object: ObjectText, { level, levelsBelow }: Surroundings): string {
  const { prefix, brackets: [open, close], entries, elements } = object;
  const start = prefix === '' ? open : `${prefix} ${open}`;
  const indentation = 2 * level;
  const rows = elements > 0 && entries.length > ENTRIES_IN_A_COLUMN ? inRows(entries, indentation) : null;
  const isOnALine = rows === null && levelsBelow < LEVELS_ON_A_LINE && fitsOnALine(object, start, indentation);
  if (isOnALine) return `${start} ${entries.join(', ')} ${close}`;
  return `${start}\n  ${(rows ?? entries).map(line => line.replaceAll('\n', '\n  ')).join(',\n  ')}\n${close}`;
}

function fitsOnALine({ prefix, alone, entries }: ObjectText, start: string, indentation: number): boolean {
  if (prefix.includes('\n') || entries.some(entry => entry.includes('\n'))) return false;
  const heading = alone ? prefix.length + 1 : start.length;
  const reserved = 2 * entries.length + indentation + heading + 10;
  const width = entries.reduce((sum, entry) => sum + entry.length, reserved);
  return width <= WIDTH && reserved + entries.length <= WIDTH;
}

/** Rows of short entries in columns, each as wide as its widest entry. `null` if they stay on lines of their own. */
function inRows(all: string[], indentation: number): string[] | null {
  if (all.some(entry => entry.includes('\n'))) return null;
  // What says that there are more elements has a line of its own.
  const rest = all.slice(all.length > MOST_ENTRIES_IN_ROWS ? -1 : all.length);
  const entries = all.slice(0, all.length - rest.length);
  const widths = entries.map(textWidth);
  const columns = columnsOf(widths, all.length, indentation);
  if (columns === null) return null;
  const widest = Array.from({ length: columns }, (_, column) =>
    Math.max(...widths.filter((_, index) => index % columns === column)));
  const isRightAligned = entries.every(isNumber);
  const cells = entries.map((entry, index) => {
    const space = ' '.repeat((widest[index % columns] ?? 0) - (widths[index] ?? 0));
    const isLast = index % columns === columns - 1 || index === entries.length - 1;
    return isRightAligned ? space + entry + (isLast ? '' : ', ') : entry + (isLast ? '' : `, ${space}`);
  });
  const row = (_: unknown, index: number) => cells.slice(index * columns, (index + 1) * columns).join('');
  return [...Array.from({ length: Math.ceil(cells.length / columns) }, row), ...rest];
}

/** The number of columns. `null` if it is one, or if the entries are too wide or too different. */
function columnsOf(widths: number[], entries: number, indentation: number): number | null {
  const widest = Math.max(...widths);
  const total = widths.reduce((sum, width) => sum + width + SEPARATOR, 0);
  const column = widest + SEPARATOR;
  if (column * 3 + indentation >= WIDTH || (total <= 5 * column && widest > 6)) return null;
  const width = Math.max(column - 3 - Math.sqrt(Math.max(column - total / entries, 0)), 1);
  const ideal = Math.round(Math.sqrt(2.5 * width * widths.length) / width);
  const columns = Math.min(ideal, Math.floor((WIDTH - indentation) / column), MOST_COLUMNS);
  return columns > 1 ? columns : null;
}

/** Whether an entry is a number or a bigint. */
function isNumber(entry: string): boolean {
  return entry === 'NaN' || !Number.isNaN(Number(entry.replace(/n$/, '')));
}
