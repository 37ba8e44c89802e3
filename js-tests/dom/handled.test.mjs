import assert from 'node:assert/strict';
import test from 'node:test';

function click() {
  const errors = [];
  const listener = event => errors.push(event.error.message);
  const button = document.createElement('button');
  button.addEventListener('click', () => {
    throw new Error('clicked');
  });
  addEventListener('error', listener);
  button.dispatchEvent(new Event('click'));
  removeEventListener('error', listener);
  return errors;
}

test('a listener alone does not handle an error', () => assert.deepEqual(click(), ['clicked']));

test('in tests for Vitest and Jest, it does', () => {
  process.env.JEST_WORKER_ID = '1';
  assert.deepEqual(click(), ['clicked']);
});

test('without a listener, the error is not handled', () => {
  const button = document.createElement('button');
  button.addEventListener('click', () => {
    throw new Error('clicked again');
  });
  button.dispatchEvent(new Event('click'));
});
