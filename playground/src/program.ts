// The program on the page, and its options.

import type { Request } from './engine/protocol.ts';

/** The languages of programs, by the extension of the file. */
export const LANGUAGES = { js: 'JavaScript', ts: 'TypeScript', jsx: 'JSX', tsx: 'TSX' } as const;

/** A language. */
export type Language = keyof typeof LANGUAGES;

/** What the user can choose, and what a link holds. */
export interface Program {
  source: string;
  language: Language;
  profile: '' | 'chromium' | 'firefox' | 'polyfill' | 'node';
  realTime: boolean;
  runs: number;
  level: 'intent' | 'standard';
  failsOnDifference: boolean;
}

/** The options that a program has if nothing else is chosen. */
export const DEFAULTS: Omit<Program, 'source'> = {
  language: 'js',
  profile: '',
  realTime: false,
  runs: 1_000,
  level: 'intent',
  failsOnDifference: false,
};

/** The numbers of runs that can be chosen. */
export const RUNS = [100, 1_000, 10_000];

/** The frames per second of every program: there is only a frame if the program asks for one. */
const FRAMES = 60;

/** The request for a program. */
export function requestOf(program: Program, more: Partial<Request> = {}): Request {
  const { source, language, profile, realTime, runs, level, failsOnDifference } = program;
  return {
    source,
    file: `app.${language}`,
    profile,
    realTime,
    seed: 0,
    frames: FRAMES,
    order: '',
    runs,
    level,
    failsOnDifference,
    profiles: ['chromium', 'firefox', 'polyfill', 'node'],
    ...more,
  };
}

/** A program from data of a link, which anybody may have written; `null` if it is none. */
export function programFrom(data: unknown): Program | null {
  if (typeof data !== 'object' || data === null) return null;
  const given = data as Record<string, unknown>;
  const { source } = given;
  if (typeof source !== 'string') return null;
  const among = <T>(name: string, all: readonly T[], fallback: T): T =>
    all.includes(given[name] as T) ? given[name] as T : fallback;
  return {
    source,
    language: among('language', Object.keys(LANGUAGES) as Language[], DEFAULTS.language),
    profile: among('profile', ['', 'chromium', 'firefox', 'polyfill', 'node'] as const, DEFAULTS.profile),
    realTime: given['realTime'] === true,
    runs: among('runs', RUNS, DEFAULTS.runs),
    level: among('level', ['intent', 'standard'] as const, DEFAULTS.level),
    failsOnDifference: given['failsOnDifference'] === true,
  };
}
