import test from 'ava';

test('is found', t => t.is(1, 1));
