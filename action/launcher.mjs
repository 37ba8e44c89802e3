import { spawnSync } from 'node:child_process';
import { createRequire } from 'node:module';
import { join } from 'node:path';

/** The path of the launcher that the project has installed, or else of one that is installed now. */
export function launcher(version, temporary) {
  const installed = find(process.cwd());
  if (installed) return installed;
  const folder = join(temporary, 'posttask-package');
  const npm = process.platform === 'win32' ? 'npm.cmd' : 'npm';
  const args = ['install', '--no-audit', '--no-fund', '--prefix', folder, `posttask@${version}`];
  const { status } = spawnSync(npm, args, { stdio: 'inherit', shell: process.platform === 'win32' });
  if (status !== 0) throw new Error(`cannot install posttask@${version}`);
  return find(folder);
}

function find(folder) {
  try {
    return join(createRequire(join(folder, 'index.js')).resolve('posttask/package.json'), '../posttask.js');
  } catch {
    return undefined;
  }
}
