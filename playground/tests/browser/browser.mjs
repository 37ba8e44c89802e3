// Starts Chromium: that of the system, or what CHROMIUM names.

import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { chromium } from 'playwright-core';

const PATHS = ['/usr/bin/chromium', '/usr/bin/chromium-browser', '/usr/bin/google-chrome'];

const ARGUMENTS = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
];

/** Starts the browser with a profile of its own. Returns its context, and a function that ends it. */
export async function launch(options = {}) {
  const executablePath = process.env.CHROMIUM ?? PATHS.find((path) => existsSync(path));
  if (executablePath === undefined) throw new Error('Chromium is not installed; CHROMIUM may name it');
  const profile = mkdtempSync(join(tmpdir(), 'posttask-chromium-'));
  const context = await chromium.launchPersistentContext(profile, { executablePath, args: ARGUMENTS, ...options });
  const close = async () => {
    await context.close();
    rmSync(profile, { recursive: true, force: true });
  };
  return { context, close };
}
