// The module `vitest/config`, for configurations that posttask reads.

export const defineConfig = config => config;
export const defineProject = config => config;
export const defineWorkspace = config => config;

const isPlain = value => typeof value === 'object' && value !== null && !Array.isArray(value);

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

const exclude = ['**/node_modules/**', '**/dist/**', '**/cypress/**', '**/.{idea,git,cache,output,temp}/**'];

export const configDefaults = {
  exclude,
  include: ['**/*.{test,spec}.?(c|m)[jt]s?(x)'],
  coverage: { exclude: [], extension: ['.js', '.ts'], reporter: ['text'] },
};
export const defaultExclude = exclude;
export const defaultInclude = configDefaults.include;
export const coverageConfigDefaults = configDefaults.coverage;
export const loadEnv = () => ({});
export default { defineConfig, defineProject, mergeConfig, configDefaults };
