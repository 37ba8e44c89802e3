// What the process would hide makes a test fail.
import process from 'node:process';
import test from 'node:test';

const later = steps => new Promise(resolve => setTimeout(() => { resolve(); steps(); }, 1));

test('an error with a listener', async () => {
  process.on('uncaughtException', () => {});
  await later(() => { throw new Error('lost'); });
});
test('an error after a test that has added a listener', () => later(() => { throw new Error('lost, too'); }));
test('a rejection with a listener', async () => {
  process.on('unhandledRejection', () => {});
  await later(() => Promise.reject(new Error('rejected')));
});
test('an exit that is caught', () => {
  try {
    process.exit(0);
  } catch {}
});
