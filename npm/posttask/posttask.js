#!/usr/bin/env node
// Starts the command of the package for this system. It replaces this process where Node can do that; elsewhere, it is
// a child that gets the signals and the terminal of this process.
'use strict';

/** The file of the command, or `undefined` if its package is not installed. */
function command() {
  const file = process.platform === 'win32' ? 'posttask.exe' : 'posttask';
  try {
    return require.resolve(`${platformPackage()}/${file}`);
  } catch (error) {
    if (error.code !== 'MODULE_NOT_FOUND') throw error;
  }
}

function platformPackage() {
  // Windows on arm64 runs commands for x64, too.
  const cpu = process.platform === 'win32' && process.arch === 'arm64' ? 'x64' : process.arch;
  return `@posttask/${process.platform}-${cpu}`;
}

function missing() {
  const { optionalDependencies } = require('./package.json');
  const name = platformPackage();
  const why =
    name in optionalDependencies
      ? `the package ${name} is not installed. It is an optional dependency: install without --omit=optional`
      : `there is no package for ${process.platform} on ${process.arch}`;
  console.error(`posttask: ${why}`);
  process.exitCode = 2;
}

/** Starts the command as a child, and ends as it ends. */
function spawn(file, args) {
  const child = require('node:child_process').spawn(file, args, { stdio: 'inherit' });
  const pass = signal => child.kill(signal);
  const signals = process.platform === 'win32' ? ['SIGINT', 'SIGBREAK'] : ['SIGINT', 'SIGTERM', 'SIGHUP', 'SIGQUIT'];
  for (const signal of signals) process.on(signal, isFromTerminal(signal) ? () => {} : pass);
  child.on('error', error => {
    console.error(`posttask: cannot start ${file}: ${error.message}`);
    process.exit(2);
  });
  child.on('exit', (code, signal) => {
    if (!signal) return process.exit(code);
    process.removeAllListeners(signal);
    process.kill(process.pid, signal);
  });
}

/** Whether the terminal, or the console of Windows, sends a signal to the child, too: then it would get it twice. */
function isFromTerminal(signal) {
  if (process.platform === 'win32') return true;
  return ['SIGINT', 'SIGQUIT'].includes(signal) && [0, 1, 2].some(fd => require('node:tty').isatty(fd));
}

const file = command();
const args = process.argv.slice(2);
if (!file) missing();
else if (process.execve && process.platform !== 'win32') process.execve(file, [file, ...args], process.env);
else spawn(file, args);
