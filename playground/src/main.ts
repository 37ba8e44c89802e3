// Starts the page.

import './style.css';
import { byId, element } from './dom.ts';
import { Editor } from './editor/editor.ts';
import { Engine } from './engine/engine.ts';
import { type Example, EXAMPLES } from './examples/examples.ts';
import { fragmentOf, programOf } from './link.ts';
import { type Page, say, type ViewName } from './page.ts';
import { DEFAULTS, type Language, LANGUAGES, type Program, RUNS } from './program.ts';
import { Tabs } from './tabs.ts';
import { CompareView } from './views/compare.ts';
import { ExploreView } from './views/explore.ts';
import { RunView } from './views/run.ts';
import { StatisticsView } from './views/statistics.ts';
import { TimelineView } from './views/timeline.ts';

const engine = new Engine();
const editor = new Editor(byId('editor', HTMLElement), () => byId('share-link', HTMLElement).hidden = true);
const select = (id: string) => byId(id, HTMLSelectElement);
const check = (id: string) => byId(id, HTMLInputElement);

function program(): Program {
  return {
    source: editor.text,
    language: select('language').value as Language,
    profile: select('profile').value as Program['profile'],
    realTime: select('time').value === 'real',
    runs: Number(select('runs').value),
    level: select('level').value as Program['level'],
    failsOnDifference: check('differences').checked,
  };
}

function setProgram(program: Program): void {
  select('language').value = program.language;
  select('profile').value = program.profile;
  select('time').value = program.realTime ? 'real' : 'virtual';
  select('runs').value = String(program.runs);
  select('level').value = program.level;
  check('differences').checked = program.failsOnDifference;
  editor.setText(program.source, program.language);
}

const timeline = new TimelineView();
const tabs = new Tabs((view: ViewName) => {
  if (view === 'timeline') timeline.show();
});
const page: Page = {
  engine,
  editor,
  program,
  show: view => tabs.select(view),
  ended(ended) {
    statistics.show(ended);
    timeline.set(ended.timeline);
  },
  timeline(data) {
    timeline.set(data);
    tabs.select('timeline');
  },
};
const statistics = new StatisticsView(page);
const run = new RunView(page);
const explore = new ExploreView(page, order => run.replay(order));
new CompareView(page);

function showExample(example: Example, isRepaired: boolean): void {
  const { title, story, source, repaired, repair, options } = example;
  engine.stop();
  setProgram({ ...DEFAULTS, ...options, source: isRepaired && repaired !== undefined ? repaired : source });
  byId('story', HTMLElement).hidden = false;
  byId('story-title', HTMLElement).textContent = title;
  byId('story-text', HTMLElement).textContent = isRepaired && repair !== undefined ? repair : story;
  const button = byId('repair', HTMLButtonElement);
  button.hidden = repaired === undefined;
  button.textContent = isRepaired ? 'Show the bug' : 'Show the repair';
  button.onclick = () => showExample(example, !isRepaired);
  say(`${title}${isRepaired ? ', repaired' : ''}.`);
}

function listExamples(): void {
  const list = select('examples');
  const themes = Map.groupBy(EXAMPLES, ({ theme }) => theme);
  for (const [theme, examples] of themes) {
    const options = examples.map(({ id, title }) => element('option', { value: id }, title));
    list.append(element('optgroup', { label: theme }, ...options));
  }
  list.addEventListener('change', () => {
    const example = EXAMPLES.find(({ id }) => id === list.value);
    if (example !== undefined) showExample(example, false);
    history.replaceState(null, '', `#example=${list.value}`);
  });
}

async function share(): Promise<void> {
  history.replaceState(null, '', await fragmentOf(program()));
  const field = check('share-field');
  field.value = location.href;
  byId('share-link', HTMLElement).hidden = false;
  field.select();
  try {
    await navigator.clipboard.writeText(location.href);
    say('Copied a link to this program. It holds the program itself; nothing was sent.');
  } catch {
    say('Copy the link in the address field. It holds the program itself; nothing was sent.');
  }
}

/** Shows what the fragment of the address asks for: a program, or an example. */
async function showFragment(): Promise<void> {
  try {
    const shared = await programOf(location.hash);
    if (shared !== null) {
      byId('story', HTMLElement).hidden = true;
      select('examples').value = '';
      setProgram(shared);
      return;
    }
  } catch (error) {
    say(error instanceof Error ? error.message : String(error));
  }
  const id = /^#example=([\w-]+)$/.exec(location.hash)?.[1];
  const example = EXAMPLES.find(example => example.id === id) ?? EXAMPLES[0];
  if (example === undefined) return;
  select('examples').value = example.id;
  showExample(example, false);
}

function listen(): void {
  byId('share', HTMLButtonElement).addEventListener('click', () => void share());
  byId('stop', HTMLButtonElement).addEventListener('click', () => engine.stop());
  select('language').addEventListener('change', () => editor.setLanguage(select('language').value as Language));
  addEventListener('hashchange', () => void showFragment());
  addEventListener('keydown', event => {
    if (event.key !== 'Enter' || !(event.ctrlKey || event.metaKey)) return;
    event.preventDefault();
    void (event.shiftKey ? explore.explore() : run.run());
  }, { capture: true });
}

for (const [value, name] of Object.entries(LANGUAGES)) select('language').append(element('option', { value }, name));
for (const runs of RUNS) {
  select('runs').append(element('option', { value: runs }, new Intl.NumberFormat('en').format(runs)));
}
// It is loaded while the rest is made.
const starting = engine.start();
listExamples();
listen();
await showFragment();
try {
  await starting;
  performance.mark('posttask-ready');
  document.documentElement.dataset['ready'] = '1';
} catch (error) {
  say(`posttask cannot start: ${error instanceof Error ? error.message : error}`);
}
