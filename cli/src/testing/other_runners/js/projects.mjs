// The projects that a configuration of Vitest or Jest consists of.

import modules from 'posttask:modules';
import { isPlain, load, resolved } from './configurations';
import { folderOf, isAbsolute } from './paths';

/** Merges two configurations: lists are joined. */
export function mergeConfig(first, second) {
  const merged = { ...first };
  for (const [key, value] of Object.entries(second ?? {})) {
    const before = merged[key];
    if (Array.isArray(before) || Array.isArray(value)) merged[key] = [before ?? [], value ?? []].flat();
    else merged[key] = isPlain(before) && isPlain(value) ? mergeConfig(before, value) : value;
  }
  return merged;
}

const ENDS = ['ts', 'mts', 'cts', 'js', 'mjs', 'cjs', 'json'];

/** The names of the configurations of projects, in the order in which they are looked for in a folder. */
const NAMES = { vitest: ['vitest.config', 'vite.config'], jest: ['jest.config'] };

/** Files of older versions of Vitest that list its projects. */
const LISTS = ['vitest.workspace', 'vitest.projects'];

const isList = path => LISTS.includes(path?.replace(/^.*\/|\.[^.]*$/g, ''));

const firstOf = (folder, names) =>
  names.flatMap(name => ENDS.map(end => `${folder}/${name}.${end}`)).find(modules.exists);

/** Makes a path absolute. */
function inFolder(folder, given) {
  const path = given.replace('<rootDir>', folder);
  const parts = (isAbsolute(path) ? path : `${folder}/${path}`).split('/');
  const whole = [];
  const [drive] = parts;
  for (const part of parts.slice(1)) {
    if (part === '..') whole.pop();
    else if (part !== '.' && part !== '') whole.push(part);
  }
  return `${drive}/${whole.join('/')}`;
}

/** What lists the projects, or nothing. Paths in it are relative to the folder of the configuration. */
async function listed(runner, config, root, path) {
  if (runner === 'jest') return config.projects;
  if (runner !== 'vitest') return undefined;
  if (isList(path)) return config;
  const { projects, workspace } = config.test ?? {};
  const given = projects ?? workspace ?? firstOf(root, LISTS);
  return typeof given === 'string' ? load(runner, inFolder(root, given)) : given;
}

/**
 * Returns the projects of a configuration: their names, configurations and folders. There are none if it does not list
 * any.
 */
export async function projectsOf(runner, config, root, path) {
  const given = await listed(runner, config, root, path);
  if (!given) return [];
  const entries = await Promise.all(given.map(resolved));
  const all = [];
  for (const place of await places(runner, root, entries.filter(it => typeof it === 'string'))) {
    all.push(await projectAt(runner, place));
  }
  const inside = entries.filter(it => typeof it !== 'string');
  for (const [index, entry] of inside.entries()) {
    all.push(await projectOf(runner, entry, { config, root, path, index }));
  }
  const twice = all.find(({ name }, index) => all.findIndex(other => other.name === name) < index);
  if (twice && runner === 'vitest') throw new Error(`two projects have the name '${twice.name}'`);
  return runner === 'jest' ? all : all.map(project => withSettingsOfAll(config.test, project));
}

/** Adds the settings of Vitest that only the outer configuration has. */
function withSettingsOfAll({ env, snapshotFormat, sequence } = {}, project) {
  const { test } = project.config;
  const all = { ...test, env: { ...env, ...test?.env }, snapshotFormat, sequence };
  return { ...project, config: { ...project.config, test: all } };
}

/** A project with a configuration of its own, at a file or in a folder. */
async function projectAt(runner, place) {
  const isFile = modules.exists(place);
  if (!isFile && !(await import('node:fs')).existsSync(place)) throw new Error(`there is no project ${place}`);
  const root = isFile ? folderOf(place) : place;
  const file = isFile ? place : firstOf(root, NAMES[runner]);
  const about = packageIn(root);
  const config = (file ? await load(runner, file) : runner === 'jest' ? about.jest : undefined) ?? {};
  return { root, config, name: nameOf(config) ?? about.name ?? root.replace(/^.*\//, '') };
}

/** A project inside of a configuration. In Vitest, it can extend that one, or another. */
async function projectOf(runner, { extends: base, ...given }, { config, root, path, index }) {
  let all = given;
  if (base === true && !isList(path)) {
    const { projects, workspace, name, ...test } = config.test;
    all = mergeConfig({ ...config, test }, given);
  } else if (typeof base === 'string') {
    all = mergeConfig(await load(runner, inFolder(root, base)), given);
  }
  return { root: inFolder(root, all.root ?? '.'), config: all, name: nameOf(given) ?? String(index) };
}

function nameOf({ test, displayName = test?.name }) {
  return isPlain(displayName) ? (displayName.label ?? displayName.name) : displayName;
}

function packageIn(folder) {
  const path = `${folder}/package.json`;
  return modules.exists(path) ? JSON.parse(modules.readFile(path)) : {};
}

/** The files and folders of paths and patterns. A pattern with `!` leaves out what it matches. */
async function places(runner, root, given) {
  const found = new Set();
  for (const path of given) {
    const isLeftOut = path.startsWith('!');
    for (const pattern of alternatives(inFolder(root, path.replace(/^!/, '')))) {
      const matching = /[*?[]/.test(pattern) ? await matches(runner, pattern) : [pattern];
      for (const place of matching) isLeftOut ? found.delete(place) : found.add(place);
    }
  }
  return found;
}

/** What a pattern with braces stands for. */
function alternatives(pattern) {
  const [whole, list] = /\{([^{}]*)\}/.exec(pattern) ?? [];
  if (!whole) return [pattern];
  return list.split(',').flatMap(part => alternatives(pattern.replace(whole, () => part)));
}

const CONFIGURATIONS = { jest: /\.([cm]?[jt]s|json)$/, vitest: /\/vite(st)?(\.[\w-]+)?\.config\.[^/]*$/ };

/** The places that match a pattern: folders, and configurations. */
async function matches(runner, pattern) {
  const { existsSync, readdirSync } = await import('node:fs');
  const entriesIn = folder => {
    const entries = existsSync(folder) ? readdirSync(folder, { withFileTypes: true }) : [];
    return entries.filter(({ name }) => !/^\.|^node_modules$/.test(name));
  };
  const foldersIn = folder =>
    entriesIn(folder)
      .filter(it => it.isDirectory())
      .map(({ name }) => `${folder}/${name}`);
  const below = folder => [folder, ...foldersIn(folder).flatMap(below)];
  let found = [''];
  const parts = pattern.split('/').slice(1);
  for (const [index, part] of parts.entries()) {
    const isLast = index === parts.length - 1;
    const isWanted = it => (isLast || it.isDirectory()) && expressionOf(part).test(it.name);
    if (part === '**') found = found.flatMap(below);
    else if (!/[*?[]/.test(part)) found = found.map(folder => `${folder}/${part}`);
    else found = found.flatMap(folder => entriesIn(folder).filter(isWanted).map(({ name }) => `${folder}/${name}`));
  }
  const isProject = place => !modules.exists(place) || CONFIGURATIONS[runner].test(place);
  return found.filter(place => existsSync(place) && isProject(place));
}

/** A part of a pattern as an expression. */
function expressionOf(part) {
  const expression = part.replace(/[.+^$()|\\]/g, '\\$&').replaceAll('*', '.*').replaceAll('?', '.');
  return new RegExp(`^${expression}$`);
}
