/** Splits a line as a shell does, with single quotes and backslashes, as posttask prints commands. */
export function words(line) {
  const found = line.match(/(?:'[^']*'|\\.|[^\s'\\])+/g) ?? [];
  return found.map(word => word.replace(/'([^']*)'|\\(.)/g, (_, quoted, escaped) => quoted ?? escaped));
}
