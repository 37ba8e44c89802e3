// Starts the page.

import './style.css';
import { byId, element } from './dom.ts';
import { keepDraft, keptDraft } from './draft.ts';
import { Editor } from './editor/editor.ts';
import { Engine } from './engine/engine.ts';
import { type Example, EXAMPLES } from './examples/examples.ts';
import { Story } from './examples/story.ts';
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
const editor = new Editor(byId('editor', HTMLElement), edited);
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

/** Shows another program, without the results of the one before. */
function setProgram(program: Program): void {
  engine.stop();
  select('language').value = program.language;
  select('profile').value = program.profile;
  select('time').value = program.realTime ? 'real' : 'virtual';
  select('runs').value = String(program.runs);
  select('level').value = program.level;
  check('differences').checked = program.failsOnDifference;
  editor.setText(program.source, program.language);
  for (const view of [run, explore, compare, timeline, statistics]) view.clear();
}

function edited(): void {
  byId('share-link', HTMLElement).hidden = true;
  story.update(editor.text);
  explore.outdate();
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
const compare = new CompareView(page);
const story = new Story(showExample);

function showExample(example: Example, isRepaired: boolean): void {
  const { title, source, repaired, options } = example;
  setProgram({ ...DEFAULTS, ...options, source: isRepaired && repaired !== undefined ? repaired : source });
  story.tell(example, isRepaired);
  say(`${title}${isRepaired ? ', repaired' : ''}.`);
}

async function share(): Promise<void> {
  try {
    history.replaceState(null, '', await fragmentOf(program()));
  } catch (error) {
    say(`There is no link: ${messageOf(error)}.`, true);
    return;
  }
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

function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}

/** Shows what a fragment asks for: a program, or an example. Returns what is wrong with it; empty if nothing is. */
async function showFragment(fragment: string): Promise<string> {
  try {
    const shared = await programOf(fragment);
    // The address may have changed meanwhile.
    if (fragment !== location.hash) return '';
    if (shared !== null) {
      setProgram(shared);
      say('The program of the link.');
      return '';
    }
  } catch (error) {
    return `This link is damaged: ${messageOf(error)}.`;
  }
  if (!fragment.startsWith('#example=')) return '';
  const id = fragment.slice('#example='.length);
  const example = EXAMPLES.find(example => example.id === id);
  if (example === undefined) return `There is no example with the name ${id.slice(0, 40)}.`;
  showExample(example, false);
  return '';
}

/** Shows the first program: that of the address, or the first example. What was edited before a reload comes back. */
async function showFirst(): Promise<void> {
  const [first] = EXAMPLES;
  const kept = keptDraft();
  if (first !== undefined) showExample(first, false);
  const problem = await showFragment(location.hash);
  if (problem !== '') say(problem, true);
  if (kept === null || JSON.stringify(kept) === JSON.stringify(program())) return;
  setProgram(kept);
  if (problem === '') say('The program as it was before the page was loaded again.');
}

async function followAddress(): Promise<void> {
  const problem = await showFragment(location.hash);
  if (problem !== '') say(`${problem} The program here is unchanged.`, true);
}

function listen(): void {
  byId('share', HTMLButtonElement).addEventListener('click', () => void share());
  byId('stop', HTMLButtonElement).addEventListener('click', () => {
    engine.stop();
    say('Stopped.');
  });
  select('language').addEventListener('change', () => editor.setLanguage(select('language').value as Language));
  for (const id of ['language', 'profile']) select(id).addEventListener('change', edited);
  addEventListener('hashchange', () => void followAddress());
  keepDraft(program);
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
listen();
await showFirst();
try {
  await starting;
  performance.mark('posttask-ready');
  document.documentElement.dataset['ready'] = '1';
} catch (error) {
  say(`posttask cannot start: ${messageOf(error)}`, true);
}
