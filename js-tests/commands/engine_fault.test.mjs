import { test } from 'node:test';

test('depends on a language', () => { new Date(0).toLocaleDateString('de'); });
test('depends on nothing', () => {});
