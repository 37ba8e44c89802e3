import test from 'node:test';

test('the configuration was read', () => {});
