// `console.table`: the contents of an object or an array in rows and columns.

import { inspect } from './inspect.ts';
import { kindOf } from './kind.ts';
import { entries, isObject } from './stored.ts';
import { textWidth } from './text.ts';

/** A row: its index, its cells with their columns, and its value if that is a primitive or a function. */
interface Row {
  index: string;
  cells: Map<string, string>;
  value: string | undefined;
}

/** The table of an object, limited to the columns in `properties` if there are any. `null` for other values. */
export function table(data: unknown, properties: unknown): string | null {
  if (!isObject(data)) return null;
  const collection = collected(data);
  if (collection !== undefined) return draw(collection);
  const rows = entries(data).map(([key, value]): Row => {
    const isRow = isObject(value) && typeof value !== 'function';
    const cells = isRow ? entries(value).map(([key, cell]) => [String(key), inspect(cell, 0)] as const) : [];
    return { index: String(key), cells: new Map(cells), value: isRow ? undefined : inspect(value, 0) };
  });
  const names = isObject(properties)
    ? Array.from(properties as Iterable<unknown>, String)
    : [...new Set(rows.flatMap(({ cells }) => [...cells.keys()]))];
  const hasValues = rows.some(({ value }) => value !== undefined);
  const lines = rows.map(({ index, cells, value = '' }) =>
    [index, ...names.map(name => cells.get(name) ?? ''), ...hasValues ? [value] : []]);
  return draw([['(index)', ...names, ...hasValues ? ['Values'] : []], ...lines]);
}

/** The rows of a map or a set, whose elements have no columns of their own. */
function collected(data: object): string[][] | undefined {
  const kind = kindOf(data);
  if (kind !== 'map' && kind !== 'set') return undefined;
  const elements: unknown[][] = kind === 'map'
    ? Array.from(Map.prototype.entries.call(data as Map<unknown, unknown>))
    : Array.from(Set.prototype.values.call(data as Set<unknown>), value => [value]);
  const names = ['(iteration index)', ...kind === 'map' ? ['Key'] : [], 'Values'];
  return [names, ...elements.map((values, index) => [String(index), ...values.map(value => inspect(value, 0))])];
}

/** Draws a table whose first row has the names of the columns. Each cell is padded to the width of its column. */
function draw(rows: string[][]): string {
  const widths = (rows[0] ?? []).map((_, column) => Math.max(...rows.map(row => textWidth(row[column] ?? ''))) + 2);
  const rule = (left: string, middle: string, right: string) =>
    left + widths.map(width => '─'.repeat(width)).join(middle) + right;
  const line = (row: string[]) =>
    `│${row.map((cell, column) => ` ${cell}${' '.repeat((widths[column] ?? 0) - 1 - textWidth(cell))}`).join('│')}│`;
  const [head = [], ...body] = rows;
  return [rule('┌', '┬', '┐'), line(head), rule('├', '┼', '┤'), ...body.map(line), rule('└', '┴', '┘')].join('\n');
}
