// Keeps the program of this tab when the page is loaded again.

import { programFrom, type Program } from './program.ts';

/** The key in the storage of the tab. */
const KEY = 'posttask-draft';

/** Keeps the program when the page is left. */
export function keepDraft(program: () => Program): void {
  addEventListener('pagehide', () => {
    try {
      sessionStorage.setItem(KEY, JSON.stringify({ hash: location.hash, program: program() }));
    } catch {
      // The storage is full or forbidden: then there is no draft.
    }
  });
}

/** The program that was here before the page was loaded again; `null` if the page was opened anew. */
export function keptDraft(): Program | null {
  const [navigation] = performance.getEntriesByType('navigation') as PerformanceNavigationTiming[];
  if (navigation?.type !== 'reload' && navigation?.type !== 'back_forward') return null;
  try {
    const kept = JSON.parse(sessionStorage.getItem(KEY) ?? 'null') as { hash: string; program: unknown } | null;
    return kept?.hash === location.hash ? programFrom(kept.program) : null;
  } catch {
    return null;
  }
}
