// What the views share: the program, the engine, the editor, and what is said to the user.

import { byId } from './dom.ts';
import type { Editor } from './editor/editor.ts';
import { type Engine, Stopped } from './engine/engine.ts';
import type { Answers, Request, TimelineData } from './engine/protocol.ts';
import { type Program, requestOf } from './program.ts';

/** The names of the views. */
export const VIEWS = ['run', 'explore', 'compare', 'timeline', 'statistics'] as const;

/** The name of a view. */
export type ViewName = typeof VIEWS[number];

/** The page, as a view sees it. */
export interface Page {
  readonly engine: Engine;
  readonly editor: Editor;
  /** The program as it is now. */
  program(): Program;
  /** Shows a view. */
  show(view: ViewName): void;
  /** Shows how a program ended, and the timeline, in the views for that. */
  ended(ended: Answers['run']): void;
  timeline(data: TimelineData): void;
}

/** Says something to those who see the page, and to those who hear it. */
export function say(text: string, isProblem = false): void {
  const status = byId('status', HTMLElement);
  status.textContent = text;
  status.classList.toggle('problem', isProblem);
}

/** Copies a text, and says so. */
export async function copy(text: string, done: string): Promise<void> {
  try {
    await navigator.clipboard.writeText(text);
    say(done);
  } catch {
    say('The browser does not allow this page to copy.');
  }
}

/** Asks the engine about the program, while the button that stops it is there. `null` if it was stopped or failed. */
export async function ask<Kind extends keyof Answers>(
  page: Page,
  kind: Kind,
  more: Partial<Request>,
  tell: Parameters<Engine['ask']>[2] = {},
): Promise<Answers[Kind] | null> {
  return busy(page, kind, page.engine.ask(kind, requestOf(page.program(), more), tell));
}

/** Waits for something that the engine stops; the button for that is there. `null` if it was stopped or failed. */
export async function busy<T>(page: Page, kind: string, answer: Promise<T>): Promise<T | null> {
  const stop = byId('stop', HTMLButtonElement);
  stop.disabled = false;
  document.body.dataset['busy'] = kind;
  try {
    return await answer;
  } catch (error) {
    // Whoever stops it says so.
    if (!(error instanceof Stopped)) say(error instanceof Error ? error.message : String(error), true);
    return null;
  } finally {
    if (!page.engine.isBusy) {
      stop.disabled = true;
      delete document.body.dataset['busy'];
    }
  }
}
