/** @jest-environment ./my-environment.js */
import test from 'node:test';

test('does not run', () => {});
