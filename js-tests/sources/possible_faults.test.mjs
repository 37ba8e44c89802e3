// A package changes a prototype that another file may have read. That is a warning, and makes no test fail.
import test from 'node:test';

import { before } from 'changes-prototypes';

test('a test', t => t.assert.equal(before, 3));
