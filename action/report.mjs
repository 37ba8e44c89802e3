import { appendFileSync } from 'node:fs';

/** Annotates the failures of an exploration, and adds its text to the summary of the job. */
export function report(exploration, text) {
  const failing = exploration.outcomes.filter(outcome => outcome.failure);
  for (const outcome of failing) console.log(annotation(outcome));
  const summary = process.env.GITHUB_STEP_SUMMARY;
  if (!summary) return;
  const title = failing.length === 0 ? 'no order fails' : 'some orders fail';
  // GitHub accepts one mebibyte.
  const shown = escaped(text.slice(0, 500_000));
  appendFileSync(summary, `### ${escaped(exploration.program)}: ${title}\n\n<pre>${shown}</pre>\n\n`);
}

/** A workflow command of GitHub. */
function annotation({ errors: [error], deviations }) {
  const place = error?.location?.match(/^(.*):(\d+):(\d+)$/);
  const properties = place ? ` file=${property(place[1])},line=${place[2]},col=${place[3]}` : '';
  const headline = error?.headline ?? 'fails';
  return `::error${properties}::${data([headline, ...deviations.map(({ sentence }) => sentence)].join('\n'))}`;
}

const data = text => text.replaceAll('%', '%25').replaceAll('\r', '%0D').replaceAll('\n', '%0A');
const property = text => data(text).replaceAll(':', '%3A').replaceAll(',', '%2C');
const escaped = text => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;');
